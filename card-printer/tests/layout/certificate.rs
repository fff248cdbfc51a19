//! The certificate of a matrix: made and secret, revealed, imported, tiny, and with everything longer than anyone would write it.

use card_printer::certificate::sheet::{measured, of_key};
use card_printer::certificate_page;
use card_printer::matrix::Wanted;
use card_printer::page::{A4_HEIGHT, Document};
use expect_test::expect_file;
use hall_core::matrix::{MatrixKind, MatrixOptions};
use hall_wire::paper::{CertificateSeries, CertificateSheet, MatrixOrigin};

use super::{assert_tidy, dump};

const SECRET: &str = include_str!("../data/certificado.json");
const REVEALED: &str = include_str!("../data/certificado-revelado.json");
const IMPORTED: &str = include_str!("../data/certificado-importado.json");

#[test]
fn a_certificate_is_as_in_the_file() {
    expect_file!["../golden/certificado.txt"].assert_eq(&dump(&laid_out(&sheet(SECRET))));
}

#[test]
fn the_certificate_of_others_cards_is_as_in_the_file() {
    expect_file!["../golden/certificado-importado.txt"].assert_eq(&dump(&laid_out(&sheet(IMPORTED))));
}

#[test]
fn nothing_runs_into_anything_and_all_is_above_the_foot() {
    for sample in [SECRET, REVEALED, IMPORTED] {
        assert_one_tidy_page(&sheet(sample));
        assert_one_tidy_page(&monstrous(sheet(sample)));
    }
    for kind in [MatrixKind::Single, MatrixKind::Strip] {
        for (clean, size) in [(false, 6), (true, 6), (false, 30_000), (true, 30_000)] {
            let options = MatrixOptions { kind, clean };
            let wanted = Wanted { number: u32::MAX, key: [0xAB; 16], size, options };
            let sheet = of_key(&wanted).unwrap();
            assert_one_tidy_page(&sheet);
            assert_one_tidy_page(&monstrous(sheet));
        }
    }
}

fn assert_one_tidy_page(sheet: &CertificateSheet) {
    let document = laid_out(sheet);
    assert_eq!(document.pages.len(), 1);
    assert_tidy(&document);
    let page = &document.pages[0];
    let foot = A4_HEIGHT - 315;
    let code = page.codes[0].x + page.codes[0].side;
    let lowest = page.texts.iter().filter(|text| text.x < code).map(|text| text.y).max().unwrap();
    assert!(lowest < foot - 20, "{lowest} of {foot}");
}

/// With everything longer than anyone would write it.
fn monstrous(sheet: CertificateSheet) -> CertificateSheet {
    let origin = match sheet.origin {
        MatrixOrigin::Imported { file_sha256, .. } => MatrixOrigin::Imported {
            file_sha256,
            maker: "Artes Gráficas del Sur y Compañía, S. en C. ".repeat(4),
        },
        made @ MatrixOrigin::Made { .. } => made,
    };
    let series = CertificateSeries { series: "Z999999999".to_owned(), face_value_cents: u64::MAX };
    CertificateSheet {
        hall: Some("Sociedad Recreativa, Cultural y Deportiva del Gran Casino y Bingo ".repeat(3)),
        made_at: Some("a una hora que nadie apuntó y que nadie recuerda ni ha querido recordar".to_owned()),
        made_by: Some("Wenceslao Hermenegildo Fernández de Córdoba y Martínez de Irujo".to_owned()),
        series: vec![series; 200],
        draft: true,
        demo: true,
        origin,
        ..sheet
    }
}

fn laid_out(sheet: &CertificateSheet) -> Document {
    certificate_page::lay_out(sheet, &measured(sheet).unwrap()).unwrap()
}

fn sheet(sample: &str) -> CertificateSheet {
    serde_json::from_str(sample).unwrap()
}

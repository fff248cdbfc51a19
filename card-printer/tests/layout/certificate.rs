//! The certificate of a matrix: made and secret, revealed, imported, tiny, and with everything longer than anyone would write it.

use card_printer::certificate::sheet::{measured, of_key};
use card_printer::certificate_page;
use card_printer::matrix::Wanted;
use card_printer::page::{A4_HEIGHT, Document};
use expect_test::expect_file;
use hall_core::matrix::{MatrixKey, MatrixKind, MatrixOptions};
use hall_wire::paper::{AnnouncedDraw, CertificateSeries, CertificateSheet, MatrixOrigin, MixedIn};
use sha2::{Digest, Sha256};

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
        let sheet = sheet(sample);
        assert_one_tidy_page(&laid_out(&sheet));
        let measures = measured(&sheet).unwrap();
        assert_one_tidy_page(&certificate_page::lay_out(&monstrous(sheet), &measures).unwrap());
    }
    for kind in [MatrixKind::Single, MatrixKind::Strip] {
        for (clean, size) in [(false, 6), (true, 6), (false, 30_000), (true, 30_000)] {
            let options = MatrixOptions { kind, clean };
            let wanted = Wanted { number: u32::MAX, key: [0xAB; 16], size, options };
            let sheet = of_key(&wanted).unwrap();
            assert_one_tidy_page(&laid_out(&sheet));
            let measures = measured(&sheet).unwrap();
            assert_one_tidy_page(&certificate_page::lay_out(&monstrous(sheet), &measures).unwrap());
        }
    }
}

fn assert_one_tidy_page(document: &Document) {
    assert_eq!(document.pages.len(), 1);
    assert_tidy(document);
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
        MatrixOrigin::Made { kind, clean, generator, key_sha256, key, .. } => {
            let seed = key.is_some().then(|| "5e".repeat(32));
            let mixed = Some(MixedIn { words: "Ñoño. ".repeat(80 / 6), seed });
            let announced = Some(AnnouncedDraw {
                draw: "Sorteo extraordinario de Navidad. ".repeat(200 / 34),
                date: "2026-12-22".to_owned(),
                announced_at: "a una hora que nadie apuntó".to_owned(),
                line: u64::MAX,
                seed_sha256: hex::encode(Sha256::digest([0x5e; 32])),
                given_up: u32::MAX,
            });
            MatrixOrigin::Made { kind, clean, generator, key_sha256, key, mixed, announced }
        }
    };
    let series = CertificateSeries { series: "Z999999999".to_owned(), face_value_cents: u64::MAX };
    CertificateSheet {
        hall: Some("Sociedad Recreativa, Cultural y Deportiva del Gran Casino y Bingo ".repeat(3)),
        made_at: Some("a una hora que nadie apuntó y que nadie recuerda ni ha querido recordar".to_owned()),
        made_by: Some("Wenceslao Hermenegildo Fernández de Córdoba y Martínez de Irujo".to_owned()),
        series: vec![series; 200],
        draws_required: true,
        draft: true,
        demo: true,
        origin,
        ..sheet
    }
}

/// What people added to the key is read on the page, and the system's part once the key is told.
#[test]
fn what_was_mixed_into_the_key_is_on_the_page() {
    let words = |document: &Document| {
        let texts = document.pages[0].texts.iter().map(|text| text.text.clone());
        texts.collect::<Vec<String>>()
    };
    let seed = [0x5E; 32];
    let key = MatrixKey::mixed(&seed, "dados 4 2 6 1");
    let options = MatrixOptions { kind: MatrixKind::Single, clean: true };
    let wanted = Wanted { number: 7, key: *key.bytes(), size: 60, options };
    let mut sheet = of_key(&wanted).unwrap();
    let bare = words(&laid_out(&sheet));
    assert!(!bare.iter().any(|text| text.contains("Azar") || text.contains("Parte del sistema")));
    let mix = |sheet: &mut CertificateSheet, said: &str, told: Option<String>| {
        let MatrixOrigin::Made { mixed, .. } = &mut sheet.origin else { panic!("it was made here") };
        *mixed = Some(MixedIn { words: said.to_owned(), seed: told });
    };
    mix(&mut sheet, "dados 4 2 6 1", None);
    let secret = words(&laid_out(&sheet));
    assert!(
        secret.contains(&"«dados 4 2 6 1»".to_owned()) && !secret.contains(&"Parte del sistema".to_owned())
    );
    mix(&mut sheet, "dados 4 2 6 1", Some(hex::encode(seed)));
    assert!(words(&laid_out(&sheet)).contains(&["5e5e5e5e"; 8].join(" ")));
    // A key that does not come from them is not certified.
    mix(&mut sheet, "dados 4 2 6 2", Some(hex::encode(seed)));
    assert!(measured(&sheet).unwrap_err().to_string().contains("no sale del azar añadido"));
}

/// A draw that was announced stands on the page with its day, the line that announced it, and what came out; and a system's part
/// that is not the one announced is not certified.
#[test]
fn an_announced_draw_is_on_the_page() {
    let seed = [0x5E; 32];
    let key = MatrixKey::mixed(&seed, "07324");
    let options = MatrixOptions { kind: MatrixKind::Single, clean: true };
    let mut sheet = of_key(&Wanted { number: 7, key: *key.bytes(), size: 60, options }).unwrap();
    sheet.draws_required = true;
    let announce = |sheet: &mut CertificateSheet, seed_sha256: [u8; 32], told: Option<String>| {
        let MatrixOrigin::Made { mixed, announced, .. } = &mut sheet.origin else {
            panic!("it was made here")
        };
        *mixed = Some(MixedIn { words: "07324".to_owned(), seed: told });
        *announced = Some(AnnouncedDraw {
            draw: "Sorteo de la ONCE, las cinco cifras".to_owned(),
            date: "2026-11-28".to_owned(),
            announced_at: "26-11-2026 18:02".to_owned(),
            line: 412,
            seed_sha256: hex::encode(seed_sha256),
            given_up: 1,
        });
    };
    let words = |sheet: &CertificateSheet| {
        laid_out(sheet).pages[0].texts.iter().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ")
    };
    let sha256: [u8; 32] = Sha256::digest(seed).into();
    announce(&mut sheet, sha256, None);
    let page = words(&sheet);
    for told in [
        "«Sorteo de la ONCE, las cinco cifras», del 28/11/2026",
        "línea 412",
        "«07324»",
        "quedó sin efecto",
        "En esta sala toda matriz",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    announce(&mut sheet, sha256, Some(hex::encode(seed)));
    assert!(words(&sheet).contains(&["5e5e5e5e"; 8].join(" ")));
    announce(&mut sheet, [1; 32], Some(hex::encode(seed)));
    let error = measured(&sheet).unwrap_err().to_string();
    assert!(error.contains("no es la que se anunció"), "{error}");
}

fn laid_out(sheet: &CertificateSheet) -> Document {
    certificate_page::lay_out(sheet, &measured(sheet).unwrap()).unwrap()
}

fn sheet(sample: &str) -> CertificateSheet {
    serde_json::from_str(sample).unwrap()
}

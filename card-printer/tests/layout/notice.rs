//! The notice of the cards on sale: whole hashes in groups, on one page, whatever the hall is called.

use card_printer::check::BadInput;
use card_printer::notice_page;
use expect_test::expect_file;
use hall_wire::paper::{MatrixOrigin, NoticeSheet};

use super::{assert_tidy, dump};

const SAMPLE: &str = include_str!("../data/aviso.json");

fn sheet() -> NoticeSheet {
    serde_json::from_str(SAMPLE).unwrap()
}

#[test]
fn a_notice_is_as_in_the_file() {
    let written = serde_json::to_string_pretty(&sheet()).unwrap() + "\n";
    assert!(written == SAMPLE, "{written}");
    let document = notice_page::lay_out(&sheet()).unwrap();
    assert_eq!(document.pages.len(), 1);
    assert_tidy(&document);
    expect_file!["../golden/aviso.txt"].assert_eq(&dump(&document));
}

/// Everything longer than anyone would write it: nothing runs into anything, and what finds no room on the first
/// page goes on on the next.
#[test]
fn long_names_and_many_matrices_stay_in_their_room() {
    let mut long = sheet();
    long.hall =
        "Sociedad Recreativa, Cultural y Deportiva del Gran Casino de Nuestra Señora de África".repeat(2);
    long.draft = true;
    long.matrices[1].origin = match long.matrices[1].origin.clone() {
        MatrixOrigin::Imported { file_sha256, .. } => {
            MatrixOrigin::Imported { file_sha256, maker: "Real Casa de la Moneda ".repeat(20) }
        }
        made @ MatrixOrigin::Made { .. } => made,
    };
    long.matrices[0].series = vec![long.matrices[0].series[1].clone(); 60];
    assert_tidy(&notice_page::lay_out(&long).unwrap());
    long.matrices = vec![long.matrices[0].clone(); 9];
    let document = notice_page::lay_out(&long).unwrap();
    assert_tidy(&document);
    assert!(document.pages.len() > 1);
    let text = dump(&document);
    assert_eq!(text.matches("Huella de los cartones»").count(), 9, "each matrix once");
    assert_eq!(text.matches("Cómo se comprueba").count(), 1);
}

#[test]
fn a_hall_without_cards_says_so() {
    let mut none = sheet();
    none.matrices.clear();
    let document = notice_page::lay_out(&none).unwrap();
    assert_tidy(&document);
    assert!(dump(&document).contains("no tiene ahora cartones en venta"));
}

#[test]
fn what_is_no_hash_is_refused() {
    let mut bad = sheet();
    bad.matrices[0].faces_sha256.pop();
    assert!(matches!(notice_page::lay_out(&bad), Err(BadInput::Hash("faces_sha256"))));
}

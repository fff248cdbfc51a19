//! The receipt of a prize: a third of a page, with the code that leads to its game's proof.

use card_printer::check::BadInput;
use card_printer::receipt_page;
use expect_test::expect_file;
use hall_wire::paper::ReceiptSheet;

use super::{assert_tidy, dump};

const SAMPLE: &str = include_str!("../data/justificante.json");

fn sheet() -> ReceiptSheet {
    serde_json::from_str(SAMPLE).unwrap()
}

#[test]
fn a_receipt_is_as_in_the_file() {
    let written = serde_json::to_string_pretty(&sheet()).unwrap() + "\n";
    assert!(written == SAMPLE, "{written}");
    let document = receipt_page::lay_out(&sheet()).unwrap();
    assert_eq!(document.pages.len(), 1);
    assert_tidy(&document);
    assert_eq!(document.pages[0].codes[0].code.text(), "http://192.168.1.10:7878/tv/pruebas/57");
    expect_file!["../golden/justificante.txt"].assert_eq(&dump(&document));
}

#[test]
fn whatever_the_hall_is_called_the_receipt_stays_above_its_cut() {
    let mut long = sheet();
    long.hall =
        "Sociedad Recreativa, Cultural y Deportiva del Gran Casino de Nuestra Señora de África".repeat(2);
    long.company = "Recreativos del Estrecho y Compañía, Sociedad en Comandita ".repeat(3);
    long.place = "Paseo de las Palmeras de Nuestra Señora de África, 120, bajo izquierda, Ceuta ".repeat(2);
    (long.amount_cents, long.game, long.paid_by, long.draft, long.demo) =
        (u64::MAX, u32::MAX, u32::MAX, true, true);
    long.card.number = u32::MAX;
    long.proof = Some(format!("https://{}/tv/pruebas/4294967295", "a".repeat(112)));
    for proof in [long.proof.clone(), None] {
        long.proof = proof;
        let document = receipt_page::lay_out(&long).unwrap();
        assert_tidy(&document);
        let lowest = document.pages[0].texts.iter().map(|text| text.y).max().unwrap();
        assert!(lowest < 990, "{lowest} is below the cut");
    }
}

/// Where the hall has not said where its page is, the paper says how to find it.
#[test]
fn without_an_address_the_page_is_named() {
    let text = dump(&receipt_page::lay_out(&ReceiptSheet { proof: None, ..sheet() }).unwrap());
    assert!(text.contains("/tv/pruebas/57"), "{text}");
    let endless = ReceiptSheet { proof: Some("a".repeat(4_000)), ..sheet() };
    assert!(matches!(receipt_page::lay_out(&endless), Err(BadInput::Address(_))));
}

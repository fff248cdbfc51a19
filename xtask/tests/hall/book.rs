//! The book of actas through the real printer (37.1, ADR 51): folios go on from one session to the next, are never given
//! twice, and an acta without a book is an acta.

use serde_json::{Value, json};

use crate::game_sheet::words_of;
use crate::kit::{Hall, Setup, until};

/// The jefe de sala tells the hall of a book.
fn open(hall: &Hall, book: &str, first: u32, last: u32) {
    let body: Value = json!({
        "book": book, "authority": "Delegación del Gobierno en Ceuta", "date": "2025-11-02", "first": first,
        "last": last,
    });
    hall.must(&hall.staff.sala, "open-book", &body);
}

/// Closes the session, which is this one, and returns the words of its acta.
fn acta(hall: &Hall, session: usize) -> Option<String> {
    hall.must(&hall.staff.mesa, "close-session", &json!({"balls_counted": 90}));
    let issued =
        until("the acta of the session", || hall.lines_of("acta_issued").into_iter().nth(session - 1));
    let file = hall.dir().join(issued.body["file"].as_str().expect("a file"));
    words_of(&std::fs::read(file).expect("it is on disk"), &hall.dir())
}

/// The folios that the record has: book, first and last of each run.
fn taken(hall: &Hall) -> Vec<(String, u64, u64)> {
    let rows = hall.lines_of("folios_taken");
    let book = |body: &Value| body["book"].as_str().expect("a book").to_owned();
    rows.iter().map(|row| (book(&row.body), row.number("first"), row.number("last"))).collect()
}

#[test]
fn folios_go_on_from_acta_to_acta_over_a_power_cut_and_into_the_next_book() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let without = acta(&hall, 1);
    assert_eq!(taken(&hall), [], "a hall without a book has its acta");
    if let Some(text) = without {
        assert!(text.contains("Folio 1 de ") && !text.contains("Hoja 1 de "), "{text}");
    }

    open(&hall, "12/2026", 198, 200);
    open(&hall, "13/2026", 1, 100);
    hall.staff.open_session().expect("a session opens");
    let text = acta(&hall, 2);
    let second = taken(&hall);
    let pages: u64 = second.iter().map(|(_, first, last)| last - first + 1).sum();
    assert_eq!(second[0].1, 198);
    if let Some(text) = text {
        for page in 0..pages {
            let folio = if page < 3 { 198 + page } else { page - 2 };
            assert!(text.contains(&format!("Folio {folio} ")), "no folio {folio} in «{text}»");
            assert!(text.contains(&format!("Hoja {} de {pages}", page + 1)), "«{text}»");
        }
        let opened = "Se abre el libro de actas 12/2026, diligenciado por Delegación del Gobierno en Ceuta, folios 198 a 200";
        assert!(text.contains(opened) && text.contains("sigue el libro 13/2026"), "«{text}»");
    }

    // It is in the record, not in somebody's memory.
    hall.kill();
    hall.begin();
    hall.staff.open_session().expect("a session opens");
    acta(&hall, 3);
    let all = taken(&hall);
    let third = &all[second.len()..];
    let (book, last) = second.last().map(|(book, _, last)| (book.as_str(), *last)).expect("it took some");
    let next = if book == "12/2026" && last == 200 { ("13/2026", 1) } else { (book, last + 1) };
    assert_eq!((third[0].0.as_str(), third[0].1), next, "{all:?}");
    hall.finish();
}

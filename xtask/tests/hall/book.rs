//! The book of actas through the real printer (37.1, ADR 51): folios go on from one session to the next, are never given
//! twice, and an acta without a book is an acta.

use hall_wire::message::HallLists;
use serde_json::{Value, json};

use crate::game_sheet::words_of;
use crate::kit::{Hall, PRICE, Setup, until};

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
    hall.staff.close_session().expect("the session closes");
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
    hall.next_session();
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
    hall.next_session();
    acta(&hall, 3);
    let all = taken(&hall);
    let third = &all[second.len()..];
    let (book, last) = second.last().map(|(book, _, last)| (book.as_str(), *last)).expect("it took some");
    let next = if book == "12/2026" && last == 200 { ("13/2026", 1) } else { (book, last + 1) };
    assert_eq!((third[0].0.as_str(), third[0].1), next, "{all:?}");
    hall.finish();
}

/// *Libros diversificados* (37.7, ADR 58): the games of cards at one price take folios of their own book, and the acta says so.
#[test]
fn the_games_of_one_face_value_stand_in_their_own_book() {
    let hall = Hall::open(&Setup::default());
    for (book, value) in [("general", None), ("de los suyos", Some(PRICE))] {
        let order = json!({
            "book": book, "authority": "Delegación del Gobierno", "date": "2020-01-02", "first": 11, "last": 90,
            "face_value_cents": value,
        });
        hall.must(&hall.staff.sala, "open-book", &order);
    }
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.to_the_end(game);
    let acta = std::fs::read(hall.close_session()).expect("the acta is on disk");
    let own: Vec<_> = taken(&hall).into_iter().map(|(book, first, _)| (book, first)).collect();
    assert_eq!(own, [("de los suyos".to_owned(), 11)], "a night of one face value needs no other book");
    if let Some(said) = words_of(&acta, &hall.dir()) {
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in ["Libros diversificados (art. 37.7)", "Folio 11", "Libro de los suyos"] {
            assert!(said.contains(words), "{words}: {said}");
        }
    }
    hall.finish();
}

/// A reprint is a COPIA of the same bytes (37.1, ADR 54), and is made of nothing but what was issued.
#[test]
fn an_acta_that_is_asked_for_again_is_a_copy_of_the_same_bytes() {
    let hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.to_the_end(game);
    let sala = &hall.staff.sala;
    let order = json!({"session": 1, "reason": "La pide la Delegación"});
    let copy = |n: u32| {
        let made = sala.get_bytes(&format!("/api/sessions/1/copies/{n}/acta.pdf"));
        made.map_err(|error| xtask::staff::code(&error).to_owned())
    };
    assert_eq!(hall.refused(sala, "copy-acta", &order), "acta-no-emitida", "the session is open");
    let acta = hall.close_session();
    let issued = std::fs::read(&acta).expect("the acta is on disk");
    assert_eq!(copy(1), Err("copia-de-acta-desconocida".to_owned()));
    for _ in 0..2 {
        hall.must(sala, "copy-acta", &order);
    }
    let (first, second) = (copy(1).expect("it was ordered"), copy(2).expect("it was ordered"));
    for made in [&first, &second] {
        assert!(made.starts_with(&issued) && made.len() > issued.len(), "the acta's bytes, and a mark");
    }
    assert!(first != second && copy(1).expect("again") == first, "each has its number, and its bytes");
    let lists: HallLists = sala.get("/api/hall").expect("the lists");
    assert_eq!(lists.sessions[0].copies, 2);
    std::fs::write(&acta, b"otra cosa").expect("somebody changes it");
    assert_eq!(copy(1), Err("acta-cambiada".to_owned()));
    std::fs::write(&acta, &issued).expect("it comes back from a backup");
    assert!(copy(1).expect("it is there again") == first);
    hall.finish();
}

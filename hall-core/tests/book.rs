//! The books of actas (37.1, 12.2.e; ADR 51): folios are used once and in order, and no acta waits for one.

mod support;

use hall_core::event::{Event, Folios, SessionNo};
use hall_core::hall::{Hall, PagesFor};
use hall_core::money::Cents;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use hall_core::time::Date;
use hall_core::words::{Lang, warning};
use support::{Bench, SALA};

fn open(bench: &mut Bench, book: &str, first: u32, last: u32) -> Result<(), Refusal> {
    open_for(bench, book, (first, last), None)
}

fn open_for(
    bench: &mut Bench,
    book: &str,
    (first, last): (u32, u32),
    face_value: Option<Cents>,
) -> Result<(), Refusal> {
    let date = Date::parse("2026-11-02").unwrap();
    let (book, authority) = (book.into(), "Delegación del Gobierno".into());
    bench.ask(SALA, Request::OpenBook { book, authority, date, first, last, face_value }).map(drop)
}

fn close(bench: &mut Bench, book: &str) -> Result<(), Refusal> {
    bench.ask(SALA, Request::CloseBook { book: book.into(), reason: "Mojado".into() }).map(drop)
}

/// A session is played and its acta has so many pages. Returns its folios.
fn acta(bench: &mut Bench, pages: u32) -> Vec<(String, u32, u32)> {
    acta_of(bench, &[(None, pages)])
}

/// The same of an acta of several parts.
fn acta_of(bench: &mut Bench, parts: &[PagesFor]) -> Vec<(String, u32, u32)> {
    bench.open_session();
    bench.close_session();
    let folios = bench.hall.folios_for(parts);
    assert!(issue(bench, &folios), "an acta with the next folios is issued");
    folios.into_iter().map(|run| (run.book, run.first, run.last)).collect()
}

/// The printer says that the acta is on disk. Returns whether it is issued.
fn issue(bench: &mut Bench, folios: &[Folios]) -> bool {
    let (session, covers_seq) = bench.hall.acta_due().expect("an acta is due");
    let (file, folios) = ("actas/1.pdf".into(), folios.to_vec());
    bench.notice(&Notice::ActaIssued { session, file, sha256: [1; 32], covers_seq, folios });
    bench.hall.acta_due().is_none()
}

fn told(hall: &Hall) -> Vec<String> {
    hall.warnings().iter().map(|one| warning(Lang::Es, one)).filter(|text| text.contains("folio")).collect()
}

fn run(book: &str, first: u32, last: u32) -> (String, u32, u32) {
    (book.to_owned(), first, last)
}

#[test]
fn folios_go_on_through_a_book_and_into_the_next_and_are_used_once() {
    let mut bench = Bench::new();
    assert_eq!(acta(&mut bench, 4), [], "a hall without a book gets its acta");
    assert_eq!(told(&bench.hall), [""; 0], "and is told nothing of books");
    open(&mut bench, "12", 41, 80).unwrap();
    assert_eq!(acta(&mut bench, 8), [run("12", 41, 48)]);
    assert_eq!(acta(&mut bench, 11), [run("12", 49, 59)]);
    assert_eq!(told(&bench.hall), [""; 0], "21 are left");
    assert_eq!(acta(&mut bench, 1), [run("12", 60, 60)]);
    let few = "Quedan 20 folios en el libro de actas: tenga diligenciado y abra el siguiente";
    assert_eq!(told(&bench.hall), [few]);
    open(&mut bench, "13", 1, 200).unwrap();
    assert_eq!(told(&bench.hall), [""; 0]);
    assert_eq!(acta(&mut bench, 23), [run("12", 61, 80), run("13", 1, 3)], "over two books");
    assert_eq!(acta(&mut bench, 2), [run("13", 4, 5)]);
    let taken: Vec<_> =
        bench.record.iter().filter(|line| matches!(line.event, Event::FoliosTaken { .. })).collect();
    assert_eq!(taken.len(), 6);
    let last = Event::FoliosTaken { session: SessionNo(6), book: "13".into(), first: 4, last: 5 };
    assert_eq!(taken[5].event, last);
}

#[test]
fn a_closed_book_is_never_begun_again() {
    let mut bench = Bench::new();
    let bad = Refusal::Book;
    assert_eq!(close(&mut bench, "12"), Err(bad("no hay ninguno abierto con ese nombre")));
    for (first, last) in [(0, 10), (11, 10), (1, 10_000), (u32::MAX, u32::MAX)] {
        assert_eq!(open(&mut bench, "12", first, last), Err(bad("los folios no son válidos")));
    }
    open(&mut bench, "12", 1, 100).unwrap();
    assert_eq!(open(&mut bench, "12", 1, 100), Err(bad("ya está abierto")));
    open(&mut bench, "13", 1, 100).unwrap();
    assert_eq!(open(&mut bench, "14", 1, 100), Err(bad("ya hay otro detrás del que está en uso")));
    acta(&mut bench, 10);
    close(&mut bench, "12").unwrap();
    assert!(matches!(&bench.record.last().unwrap().event, Event::BookClosed { left: 90, .. }));
    assert_eq!(close(&mut bench, "12"), Err(bad("no hay ninguno abierto con ese nombre")));
    assert_eq!(open(&mut bench, "12", 10, 100), Err(bad("esos folios ya se han usado")));
    assert_eq!(acta(&mut bench, 2), [run("13", 1, 2)]);
    // Its other folios serve again, as where folios were written on by hand.
    open(&mut bench, "12", 31, 100).unwrap();
    assert_eq!(acta(&mut bench, 99), [run("13", 3, 100), run("12", 31, 31)]);
    close(&mut bench, "12").unwrap();
    assert_eq!(
        told(&bench.hall),
        ["No quedan folios en el libro de actas: abra el siguiente, o la próxima acta saldrá sin folio"]
    );
    assert_eq!(acta(&mut bench, 3), [], "no acta waits for a book");
}

#[test]
fn an_acta_that_was_printed_for_other_folios_is_printed_again() {
    let mut bench = Bench::new();
    bench.open_session();
    bench.close_session();
    // Between the printing and the word of it a book is opened.
    open(&mut bench, "12", 1, 100).unwrap();
    assert!(!issue(&mut bench, &[]));
    let other = |book: &str, first, last| [Folios { book: book.into(), first, last }];
    assert!(!issue(&mut bench, &other("11", 1, 4)));
    assert!(!issue(&mut bench, &other("12", 2, 4)));
    assert!(!issue(&mut bench, &other("12", 1, 101)));
    assert!(issue(&mut bench, &other("12", 1, 4)));
    assert_eq!(bench.hall.folios_for(&[(None, 1)]).first().map(|run| run.first), Some(5));
}

/// *Libros diversificados* (37.7): the games of each face value stand in its own books, the rest in the others.
#[test]
fn books_that_are_split_by_face_value_have_their_own_folios() {
    let (two, three) = (Some(Cents(200)), Some(Cents(300)));
    let mut bench = Bench::new();
    open(&mut bench, "1", 1, 200).unwrap();
    assert_eq!(bench.hall.book_for(Cents(200)), None, "one book has them all");
    open_for(&mut bench, "2", (1, 30), two).unwrap();
    open_for(&mut bench, "3", (11, 60), three).unwrap();
    assert_eq!([200, 300, 600].map(|price| bench.hall.book_for(Cents(price))), [two, three, None]);
    assert_eq!(
        acta_of(&mut bench, &[(two, 4), (three, 5), (None, 2)]),
        [run("2", 1, 4), run("3", 11, 15), run("1", 1, 2)]
    );
    assert_eq!(acta_of(&mut bench, &[(three, 3)]), [run("3", 16, 18)], "a night of one face value");
    assert_eq!(told(&bench.hall), [""; 0]);
    assert_eq!(acta_of(&mut bench, &[(two, 7)]), [run("2", 5, 11)]);
    let few = "Quedan 19 folios en el libro de actas: tenga diligenciado y abra el siguiente";
    assert_eq!(told(&bench.hall), [few], "of the one that has fewest");
    open_for(&mut bench, "4", (1, 100), two).unwrap();
    let bad = Refusal::Book;
    let third = open_for(&mut bench, "5", (1, 100), two);
    assert_eq!(third, Err(bad("ya hay otro detrás del que está en uso")));
    assert_eq!(open_for(&mut bench, "5", (1, 100), Some(Cents(0))), Err(bad("un cartón no vale cero")));
    assert_eq!(acta_of(&mut bench, &[(two, 20)]), [run("2", 12, 30), run("4", 1, 1)], "over its two");
    // Folios of another face value, or of the next book first, are not the next ones.
    bench.open_session();
    bench.close_session();
    let folios = |book: &str, first, last| Folios { book: book.into(), first, last };
    assert!(!issue(&mut bench, &[folios("3", 20, 21)]), "one is left out");
    assert!(!issue(&mut bench, &[folios("9", 1, 1)]), "there is no such book");
    assert!(issue(&mut bench, &[folios("3", 19, 20), folios("4", 2, 2)]));
    // One that is full gives its games to the book of all: an acta never waits for the next.
    open_for(&mut bench, "6", (1, 2), Some(Cents(600))).unwrap();
    assert_eq!(bench.hall.book_for(Cents(600)), Some(Cents(600)));
    assert_eq!(acta_of(&mut bench, &[(Some(Cents(600)), 2)]), [run("6", 1, 2)]);
    assert_eq!(bench.hall.book_for(Cents(600)), None);
    assert_eq!(acta_of(&mut bench, &[(None, 1)]), [run("1", 3, 3)]);
    // And so does a closed one.
    close(&mut bench, "3").unwrap();
    assert_eq!(bench.hall.book_for(Cents(300)), None);
    assert_eq!(bench.replayed(), bench.hall);
}

/// A reprint is a COPIA of the same bytes, with a number and a reason (37.1, ADR 54).
#[test]
fn copies_of_an_acta_are_counted_and_only_what_was_issued_is_copied() {
    let mut bench = Bench::new();
    let copy = |bench: &mut Bench, session: u32, reason: &str| {
        let request = Request::CopyActa { session: SessionNo(session), reason: reason.into() };
        bench.ask(SALA, request).map(|events| match &events[..] {
            [Event::ActaCopied { copy, .. }] => *copy,
            other => panic!("{other:?}"),
        })
    };
    assert_eq!(copy(&mut bench, 1, "Para el juzgado"), Err(Refusal::NoSuchActa(SessionNo(1))));
    acta(&mut bench, 2);
    assert_eq!(copy(&mut bench, 1, "Para el juzgado"), Ok(1));
    assert_eq!(copy(&mut bench, 1, "Se mojó la otra"), Ok(2));
    bench.open_session();
    assert_eq!(copy(&mut bench, 2, "Para el juzgado"), Err(Refusal::NoSuchActa(SessionNo(2))));
    bench.close_session();
    assert_eq!(copy(&mut bench, 2, "Para el juzgado"), Err(Refusal::NoSuchActa(SessionNo(2))), "still due");
    assert!(issue(&mut bench, &[]));
    assert_eq!(copy(&mut bench, 2, "  "), Err(Refusal::BadText("motivo")));
    assert_eq!(copy(&mut bench, 2, "Para el juzgado"), Ok(1), "each acta has its own numbers");
    assert_eq!(bench.replayed(), bench.hall);
}

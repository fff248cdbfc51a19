//! Examples of books of actas.

use hall_core::event::{Event, SessionNo};
use hall_core::money::Cents;
use hall_core::time::Date;

/// A book from its opening to its close.
pub fn books() -> Vec<Event> {
    let book = || String::from("12/2026");
    vec![
        Event::BookOpened {
            book: book(),
            authority: "Delegación del Gobierno en Ceuta".into(),
            date: Date::parse("2026-11-02").unwrap(),
            first: 1,
            last: 200,
        },
        Event::FoliosTaken { session: SessionNo(1), book: book(), first: 1, last: 9 },
        Event::BookClosed { book: book(), left: 191, reason: "Mojado".into() },
    ]
}

/// A book that is kept for one face value.
pub fn split() -> Vec<Event> {
    vec![Event::BookKeptFor { book: "12/2026".into(), face_value: Cents(300) }]
}

/// A copy of an acta.
pub fn copies() -> Vec<Event> {
    vec![Event::ActaCopied {
        session: SessionNo(1),
        copy: 1,
        reason: "La pide la Delegación del Gobierno".into(),
    }]
}

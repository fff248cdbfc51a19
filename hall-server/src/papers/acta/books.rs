//! The book in which an acta stands, or a part of it (ADR 51, ADR 58).

use hall_core::hall::{Book, Hall};
use hall_core::money::Cents;
use hall_wire::paper;

use crate::config::Paper;
use crate::papers::scribe::date_words;

/// The book of a face value, or of all others, as the record has it; or else as the hall's settings say.
pub(super) fn book(hall: &Hall, paper: &Paper, value: Option<Cents>) -> paper::Book {
    let is_of = |book: &&Book| book.face_value == value;
    let newest = || hall.books.iter().rfind(is_of);
    let (folios, used_up, leaf) = (Vec::new(), false, None);
    match hall.open_books().find(is_of).or_else(newest) {
        Some(book) => {
            let authority = format!("{}, {}", book.authority.trim_end_matches('.'), date_words(book.date));
            paper::Book { id: book.name.clone(), authority, folios, used_up, leaf }
        }
        None => {
            let (id, authority) = (paper.book.clone(), paper.authority.clone());
            paper::Book { id, authority, folios, used_up, leaf }
        }
    }
}

/// The book of an acta that is issued now, or of its part for a face value, with the folios that are free.
pub fn book_with_folios(hall: &Hall, paper: &Paper, value: Option<Cents>) -> paper::Book {
    let free = hall.open_books().filter(|book| book.face_value == value).map(|book| paper::FreeFolios {
        book: book.name.clone(),
        first: book.next,
        last: book.last,
    });
    let used_up = !hall.books.is_empty();
    paper::Book { folios: free.collect(), used_up, leaf: paper.leaf, ..book(hall, paper, value) }
}

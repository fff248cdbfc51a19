//! Books of actas: stamped by the authority, with numbered folios that are used once and in order (37.1, 12.2.e, 12.4).
//!
//! An acta takes its folios when it is issued, of the book that was opened first and then of the next. A hall that has told
//! the record of no book, or has no folio left, gets its acta all the same: an acta that waits for a stamp would be a session
//! without one (39.2.f). Its pages then say that they have no folio (ADR 51).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{Event, Folios, SessionNo};
use crate::game::decide::{Decision, one};
use crate::hall::Hall;
use crate::hall::decide::text;
use crate::money::Cents;
use crate::refusal::Refusal;
use crate::time::Date;
use crate::words::Warning;

/// So many folios before the end the next book is asked for.
pub const FOLIOS_FEW: u32 = 20;

/// No book has more folios.
const FOLIOS_MAX: u32 = 9_999;

/// So many books are open at most for one face value: the one in use and the next.
const OPEN_MAX: usize = 2;

/// For so many face values there are books at most, those for all others among them.
const VALUES_MAX: usize = 9;

/// A book of actas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// Its number or name.
    pub name: String,
    /// Who stamped it.
    pub authority: String,
    /// When.
    pub date: Date,
    /// Its last folio.
    pub last: u32,
    /// The next folio; one more than the last when it is full.
    pub next: u32,
    /// No acta comes into it any more.
    pub closed: bool,
    /// Where the books are split by face value (37.7), the price of the cards whose games stand in it; `None` for the book of all
    /// others.
    pub face_value: Option<Cents>,
}

/// Pages of an acta that belong into the books of one face value, or into those of all others.
pub type PagesFor = (Option<Cents>, u32);

impl Book {
    /// How many folios may still be used.
    pub fn left(&self) -> u32 {
        if self.closed { 0 } else { (self.last + 1).saturating_sub(self.next) }
    }
}

impl Hall {
    /// The books with free folios, in the order in which they are used.
    pub fn open_books(&self) -> impl Iterator<Item = &Book> {
        self.books.iter().filter(|book| book.left() > 0)
    }

    /// The face value whose books have the games of cards at this price; `None` where no book with free folios is kept for it.
    pub fn book_for(&self, price: Cents) -> Option<Cents> {
        self.open_books().any(|book| book.face_value == Some(price)).then_some(price)
    }

    /// The folios that the parts of an acta take, each in the books of its face value; pages without any are the last of their part.
    pub fn folios_for(&self, parts: &[PagesFor]) -> Vec<Folios> {
        let of_part = |(value, pages): &PagesFor| {
            let (value, mut rest) = (*value, *pages);
            let books = self.open_books().filter(move |book| book.face_value == value);
            books.map_while(move |book| {
                let count = rest.min(book.left());
                rest -= count;
                (count > 0).then(|| Folios {
                    book: book.name.clone(),
                    first: book.next,
                    last: book.next + count - 1,
                })
            })
        };
        parts.iter().flat_map(of_part).collect()
    }

    /// Whether an acta was made for the books as they are: its folios are the next ones of each face value, none free before them.
    pub(super) fn are_next(&self, folios: &[Folios]) -> bool {
        let mut parts: Vec<PagesFor> = Vec::new();
        for run in folios {
            let Some(book) = self.books.iter().find(|book| book.name == run.book) else { return false };
            let pages = run.last.saturating_sub(run.first).saturating_add(1);
            match parts.iter_mut().find(|(value, _)| *value == book.face_value) {
                Some((_, so_far)) => *so_far = so_far.saturating_add(pages),
                None => parts.push((book.face_value, pages)),
            }
        }
        let mut general = self.open_books().filter(|book| book.face_value.is_none());
        if folios.is_empty() { general.next().is_none() } else { self.folios_for(&parts) == folios }
    }

    /// The next book is to be asked for.
    pub(crate) fn book_warning(&self) -> Option<Warning> {
        let kept = self.books.iter().filter(|book| book.left() > 0 || book.face_value.is_none());
        let values: BTreeSet<Option<Cents>> = kept.map(|book| book.face_value).collect();
        let left = |value: &Option<Cents>| -> u32 {
            self.open_books().filter(|book| book.face_value == *value).map(Book::left).sum()
        };
        let left = values.iter().map(left).min()?;
        (left <= FOLIOS_FEW).then_some(Warning::FoliosFew { left })
    }

    pub(super) fn decide_open_book(
        &self,
        (name, authority): (&str, &str),
        date: Date,
        today: Date,
        (first, last): (u32, u32),
        face_value: Option<Cents>,
    ) -> Decision {
        let (book, authority) = (text("libro", name)?, text("autoridad", authority)?);
        let bad = Refusal::Book;
        ensure!(date <= today, bad("la fecha de la diligencia de apertura no ha llegado"));
        ensure!(first >= 1 && first <= last && last <= FOLIOS_MAX, bad("los folios no son válidos"));
        if let Some(before) = self.books.iter().find(|item| item.name == book) {
            ensure!(before.closed, bad("ya está abierto"));
            ensure!(first >= before.next, bad("esos folios ya se han usado"));
        }
        ensure!(face_value != Some(Cents(0)), bad("un cartón no vale cero"));
        let open = self.open_books().filter(|item| item.face_value == face_value).count();
        ensure!(open < OPEN_MAX, bad("ya hay otro detrás del que está en uso"));
        let values: BTreeSet<Option<Cents>> = self.open_books().map(|item| item.face_value).collect();
        let is_new = !values.contains(&face_value);
        ensure!(!is_new || values.len() < VALUES_MAX, bad("ya hay libros de ocho valores faciales"));
        let opened = Event::BookOpened { book: book.clone(), authority, date, first, last };
        let kept = face_value.map(|face_value| Event::BookKeptFor { book, face_value });
        Ok([opened].into_iter().chain(kept).collect())
    }

    pub(super) fn decide_close_book(&self, name: &str, reason: &str) -> Decision {
        let (name, reason) = (text("libro", name)?, text("motivo", reason)?);
        let found = self.books.iter().find(|item| item.name == name && !item.closed);
        let book = found.ok_or(Refusal::Book("no hay ninguno abierto con ese nombre"))?;
        one(Event::BookClosed { book: name, left: book.left(), reason })
    }

    /// The acta itself is never printed again: a copy of it has a number and a reason (ADR 54).
    pub(super) fn decide_copy_acta(&self, session: SessionNo, reason: &str) -> Decision {
        let so_far = self.acta_copies.get(&session).ok_or(Refusal::NoSuchActa(session))?;
        one(Event::ActaCopied { session, copy: so_far + 1, reason: text("motivo", reason)? })
    }

    pub(super) fn apply_book(&mut self, event: &Event) {
        if let Event::BookOpened { book, authority, date, first, last } = event {
            self.books.retain(|item| item.name != *book);
            let (name, authority) = (book.clone(), authority.clone());
            let (date, next, last) = (*date, *first, *last);
            self.books.push(Book { name, authority, date, last, next, closed: false, face_value: None });
        } else if let Event::BookKeptFor { book, face_value } = event {
            self.book_mut(book).face_value = Some(*face_value);
        } else if let Event::FoliosTaken { book, last, .. } = event {
            self.book_mut(book).next = last + 1;
        } else if let Event::BookClosed { book, .. } = event {
            self.book_mut(book).closed = true;
        }
    }

    fn book_mut(&mut self, name: &str) -> &mut Book {
        self.books.iter_mut().find(|item| item.name == name).expect("the book was opened")
    }
}

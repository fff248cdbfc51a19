//! Books of actas: stamped by the authority, with numbered folios that are used once and in order (37.1, 12.2.e, 12.4).
//!
//! An acta takes its folios when it is issued, of the book that was opened first and then of the next. A hall that has told
//! the record of no book, or has no folio left, gets its acta all the same: an acta that waits for a stamp would be a session
//! without one (39.2.f). Its pages then say that they have no folio (ADR 51).

use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{Event, Folios, SessionNo};
use crate::game::decide::{Decision, one};
use crate::hall::Hall;
use crate::hall::decide::text;
use crate::refusal::Refusal;
use crate::time::Date;
use crate::words::Warning;

/// So many folios before the end the next book is asked for.
pub const FOLIOS_FEW: u32 = 20;

/// No book has more folios.
const FOLIOS_MAX: u32 = 9_999;

/// So many books are open at most: the one in use and the next.
const OPEN_MAX: usize = 2;

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
}

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

    /// The folios that so many pages take; those without any are the last.
    pub fn folios_for(&self, pages: u32) -> Vec<Folios> {
        let mut rest = pages;
        let takes = self.open_books().map(|book| {
            let count = rest.min(book.left());
            rest -= count;
            (book, count)
        });
        let takes = takes.filter(|(_, count)| *count > 0);
        takes
            .map(|(book, count)| Folios {
                book: book.name.clone(),
                first: book.next,
                last: book.next + count - 1,
            })
            .collect()
    }

    /// Whether an acta was made for the books as they are: its folios are the next ones, none free before them.
    pub(super) fn are_next(&self, folios: &[Folios]) -> bool {
        let pages = folios.iter().map(|run| run.last.saturating_sub(run.first).saturating_add(1)).sum();
        if folios.is_empty() { self.open_books().next().is_none() } else { self.folios_for(pages) == folios }
    }

    /// The next book is to be asked for.
    pub(crate) fn book_warning(&self) -> Option<Warning> {
        let left: u32 = self.open_books().map(Book::left).sum();
        (!self.books.is_empty() && left <= FOLIOS_FEW).then_some(Warning::FoliosFew { left })
    }

    pub(super) fn decide_open_book(
        &self,
        (name, authority): (&str, &str),
        date: Date,
        today: Date,
        (first, last): (u32, u32),
    ) -> Decision {
        let (book, authority) = (text("libro", name)?, text("autoridad", authority)?);
        let bad = Refusal::Book;
        ensure!(date <= today, bad("la fecha de la diligencia de apertura no ha llegado"));
        ensure!(first >= 1 && first <= last && last <= FOLIOS_MAX, bad("los folios no son válidos"));
        if let Some(before) = self.books.iter().find(|item| item.name == book) {
            ensure!(before.closed, bad("ya está abierto"));
            ensure!(first >= before.next, bad("esos folios ya se han usado"));
        }
        let open = self.books.iter().filter(|item| !item.closed && item.left() > 0).count();
        ensure!(open < OPEN_MAX, bad("ya hay otro detrás del que está en uso"));
        one(Event::BookOpened { book, authority, date, first, last })
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
            self.books.push(Book { name, authority, date, last, next, closed: false });
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

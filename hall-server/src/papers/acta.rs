//! The acta of a session (art. 37; regulation.md 8.3), folded from the record into the sheet that the printer gets
//! (ADR 32).
//!
//! It says what happened, when and by whom, and decides nothing: amounts, verdicts and words are those of the events.

use std::collections::BTreeMap;

use hall_core::event::{Event, SessionNo};
use hall_core::hall::{BallSetItem, Hall};
use hall_core::machine::SetId;
use hall_core::people::Actor;
use hall_wire::paper;

use super::scribe::Scribe;
use crate::config::Paper;
use crate::journal::Head;

mod books;
mod diligencias;
mod end;
mod game;
mod hold;
mod machines;
mod money;
mod session;

pub use books::book_with_folios;
pub use end::{destination_words, parts};
use session::Session;

/// One line of the record: when, UTC milliseconds, who, what.
pub type Entry<'a> = (i64, Actor, &'a Event);

/// Which lines of the record an acta is made of: those after the close of the session before, up to the close of its
/// own.
pub struct Span {
    session: SessionNo,
    first: u64,
    is_open: bool,
    is_over: bool,
}

impl Span {
    /// The span of a session, when the hall is as it was at the close of one before it, or before the record's first
    /// line.
    pub fn of(session: SessionNo, hall: &Hall) -> Span {
        let first = hall.closed.map_or(1, |(_, closed_at)| closed_at + 1);
        Span { session, first, is_open: false, is_over: false }
    }

    /// Takes the next line of the record. Returns false for one behind the session's close.
    pub fn take(&mut self, seq: u64, event: &Event) -> bool {
        let taken = !self.is_over;
        if let Event::SessionOpened { session, .. } = event {
            self.is_open |= *session == self.session;
        } else if let Event::SessionClosed { .. } = event {
            if self.is_open {
                self.is_over = true;
            } else {
                self.first = seq + 1;
            }
        }
        taken
    }

    /// The first line; `None` before the session's opening.
    pub fn first(&self) -> Option<u64> {
        self.is_open.then_some(self.first)
    }
}

/// What an acta is made of.
pub struct Story<'a> {
    /// The lines since the close of the session before, up to the close of this one; its opening is among them.
    pub lines: &'a [Entry<'a>],
    /// The hall after the last of them.
    pub hall: &'a Hall,
    /// The sets of balls as they were when the session opened.
    pub sets_before: &'a BTreeMap<SetId, BallSetItem>,
    /// The head of the record after the last of them.
    pub head: Head,
}

/// The sheet of an acta, as far as the session has come.
///
/// # Panics
/// When the lines have no opening of a session.
pub fn sheet(story: &Story<'_>, paper: &Paper, scribe: Scribe<'_>) -> paper::ActaSheet {
    let opens = |(_, _, event): &Entry<'_>| matches!(event, Event::SessionOpened { .. });
    let opening = story.lines.iter().position(opens).expect("the session was opened");
    // Sets of balls are entered, inspected, weighed and withdrawn mostly while the hall is closed.
    let (before, during) = story.lines.split_at(opening);
    let mut session = Session::open(scribe, during[0], before);
    for line in &during[1..] {
        session.apply(*line);
    }
    session.sheet(story, paper)
}

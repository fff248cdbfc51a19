//! Finds one session's acta in the whole record, with what was done to the sets of balls since the session
//! before it: they are entered, inspected, weighed and withdrawn mostly while the hall is closed.

use crate::words::ball_words;
use alloc::vec::Vec;

use crate::acta::{Acta, Note};
use crate::event::{BallsEvent, Event, SessionNo};
use crate::people::{Actor, PersonId};

/// The acta of one session on its way through the record.
#[derive(Debug, Clone)]
pub struct ActaFold {
    session: SessionNo,
    /// What was done to the sets since the last close.
    between: Vec<Note>,
    acta: Option<Acta>,
}

impl ActaFold {
    /// Returns the fold of a session's acta, before the record's first line.
    pub const fn new(session: SessionNo) -> ActaFold {
        ActaFold { session, between: Vec::new(), acta: None }
    }

    /// Adds the next line of the record: number, UTC milliseconds, who, what. Returns whether it opened the
    /// session.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all else is no acta's before its session is open")]
    pub fn apply(&mut self, seq: u64, at: i64, actor: Actor, event: &Event) -> bool {
        if let Some(acta) = &mut self.acta {
            acta.apply(seq, at, actor, event);
            return false;
        }
        match event {
            Event::SessionOpened { session, .. } if *session == self.session => {
                self.acta = Acta::open(seq, at, event);
                if let Some(acta) = &mut self.acta {
                    acta.notes.append(&mut self.between);
                }
                return true;
            }
            Event::SessionClosed { .. } => self.between.clear(),
            _ => self.between.extend(of_sets(at, actor, event)),
        }
        false
    }

    /// Returns the acta so far; none before its session is open.
    pub const fn acta(&self) -> Option<&Acta> {
        self.acta.as_ref()
    }

    /// Returns the acta; none when the record has no such session.
    pub fn into_acta(self) -> Option<Acta> {
        self.acta
    }
}

/// Returns the diligencia about a set of balls that an event makes.
#[allow(clippy::wildcard_enum_match_arm, reason = "all else is about no set")]
pub(super) fn of_sets(at: i64, by: Actor, event: &Event) -> Option<Note> {
    let note = |kind, with, text| Note { kind, apart: false, at, by, with, text };
    match event {
        Event::BallSetRegistered { set, homologation, maker, reference, .. } => {
            let more = |what: &str, value: &Option<_>| {
                value.as_ref().map_or_else(Default::default, |value| alloc::format!(", {what} {value}"))
            };
            let text = alloc::format!(
                "Alta del juego de bolas {set}: homologación {homologation}{}{}",
                more("fabricante", maker),
                more("referencia", reference)
            );
            Some(note("alta de bolas", None, text))
        }
        Event::Balls(event) => {
            let (kind, with) = titled(event);
            Some(note(kind, with, ball_words(event)?))
        }
        _ => None,
    }
}

/// Returns how the diligencia about a set of balls is titled, and who had proposed what it tells.
pub(super) const fn titled(event: &BallsEvent) -> (&'static str, Option<PersonId>) {
    match event {
        BallsEvent::EnrolmentAsked { .. } => ("tabla de etiquetas", None),
        BallsEvent::Enrolled { asked_by, .. } => ("tabla de etiquetas", Some(*asked_by)),
        BallsEvent::InspectionAsked { .. } => ("inspección de bolas", None),
        BallsEvent::Inspected { asked_by, .. } => ("inspección de bolas", Some(*asked_by)),
        BallsEvent::Weighed { .. } => ("peso de bolas", None),
        BallsEvent::Withdrawn { .. } => ("retirada de bolas", None),
        BallsEvent::CountBegun { .. }
        | BallsEvent::Counted { .. }
        | BallsEvent::CountEnded { .. }
        | BallsEvent::CountCancelled { .. }
        | BallsEvent::CountTaken { .. } => ("recuento de bolas", None),
    }
}

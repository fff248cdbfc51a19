//! The open session: its rules, its posts, and the agent of the authority.

use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{Doubt, HowRead, MachineNo, OpeningCheck, SessionNo};
use crate::people::{PersonId, Role};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::time::{Date, LocalTime, Moment};

/// An open session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its number.
    pub no: SessionNo,
    /// Its date.
    pub date: Date,
    /// The rules of the day.
    pub rules: Rules,
    /// What was checked at its opening.
    pub check: OpeningCheck,
    /// The machine it draws with, where the hall has entered its machines.
    pub machine: Option<MachineNo>,
    /// How its balls are read (DECISIONS 36).
    pub read: HowRead,
    /// The jefe de mesa who opened it.
    pub mesa: PersonId,
    /// The jefe de sala who counted.
    pub sala: PersonId,
    /// Games so far.
    pub games: u32,
    /// The order in the session of the game that was announced as the last (G19).
    pub last_game: Option<u32>,
    /// Notes of the jefe de sala so far.
    pub notes: u32,
    /// When the hall has to close, where the permit says it (32.3).
    pub closes: Option<LocalTime>,
    /// The same as an instant, UTC milliseconds; none in a session that an older program opened.
    pub closes_at_utc_ms: Option<i64>,
    /// By how much the wall clock was set since the opening, milliseconds; below zero when it was put back.
    pub clock_set_ms: i64,
    /// The closing hour has passed, by some line of the record: it stays passed, however the clock is set.
    pub is_past_closing: bool,
    /// Who stands in for whom at which post, in order (26.2.b).
    pub substitutions: Vec<Substitution>,
    /// The agent of the authority (34.4).
    pub authority: Authority,
    /// The agent answered for a set with so many balls, and no game has begun since.
    pub agent_saw_balls: Option<u8>,
}

/// A person in another's post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Substitution {
    /// The post.
    pub post: Role,
    /// Who left it.
    pub person: PersonId,
    /// Who took it.
    pub stand_in: PersonId,
}

/// The agent of the authority, in a session (34.4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Authority {
    /// Not called.
    #[default]
    NotCalled,
    /// He was called and has not decided: nothing is sold or drawn.
    Called {
        /// Why.
        cause: String,
        /// The doubt that he is called for; none in a record that an older program wrote.
        about: Option<Doubt>,
    },
    /// He let the session go on.
    GoesOn,
    /// He ended it: it can only be closed.
    Ended,
}

impl Session {
    /// Puts a person into a post.
    pub(crate) fn substitute(&mut self, post: Role, person: PersonId, stand_in: PersonId) {
        self.substitutions.push(Substitution { post, person, stand_in });
        if post == Role::JefeDeMesa && self.mesa == person {
            self.mesa = stand_in;
        }
        if post == Role::JefeDeSala && self.sala == person {
            self.sala = stand_in;
        }
    }

    /// The closing hour has passed: by the clock, or by the time that would be if nobody had set it since the opening (32.3).
    pub fn is_past_closing_at(&self, now: Moment) -> bool {
        let at = |at: i64| now.utc_ms >= at || now.utc_ms.saturating_sub(self.clock_set_ms) >= at;
        match (self.closes_at_utc_ms, self.closes) {
            (Some(closes_at), _) => self.is_past_closing || at(closes_at),
            (None, Some(closes)) => now.local() >= closes,
            (None, None) => false,
        }
    }

    /// A line was written at this time.
    pub(crate) fn reaches(&mut self, utc_ms: i64) {
        self.is_past_closing |= self.closes_at_utc_ms.is_some()
            && self.is_past_closing_at(Moment { utc_ms, ..Moment::default() });
    }

    /// The agent knows of a set with so many balls: he was called for that count, or has ended the session.
    pub(crate) fn agent_answered_for(&self, balls: u8) -> bool {
        self.authority == Authority::Ended || self.agent_saw_balls == Some(balls)
    }

    /// The agent of the authority was not called, or has let the session go on (34.4).
    pub(crate) fn authority_is_silent(&self) -> Result<(), Refusal> {
        match self.authority {
            Authority::Called { .. } => Err(Refusal::AuthorityCalled),
            Authority::Ended => Err(Refusal::SessionEnded),
            Authority::NotCalled | Authority::GoesOn => Ok(()),
        }
    }
}

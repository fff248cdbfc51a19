//! What the inspection sees of a session (37.5; RD 2221/1984 art. 12). People are role and number (DECISIONS 44): who they are is
//! in the acta, which the hall hands over.

use std::collections::BTreeMap;

use hall_core::event::{Event, SessionNo};
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::record::Line;
use hall_core::words::role_words;
use hall_wire::paper::ActaSheet;

use super::scribe::{People, Scribe};
use super::{PaperError, Papers, Story, acta};
use crate::clock::Clock;
use crate::journal::Head;

mod corrections;
mod sentence;

pub use corrections::{Correction, corrections};
pub use sentence::sentence;

/// A session, as far as it has come.
pub struct Looked {
    /// Its acta, with people as numbers.
    pub sheet: ActaSheet,
    /// Its lines, and those since the close before.
    pub lines: Vec<(Line, Event)>,
    /// The last line that was read.
    pub head: Head,
    /// The hall's clock.
    pub clock: Clock,
    /// The hall's people.
    pub people: Numbers,
}

/// People as number and role.
pub struct Numbers(BTreeMap<PersonId, Vec<Role>>);

impl Numbers {
    /// As in "p3, cajero".
    pub fn of(&self, person: PersonId) -> String {
        let roles = self.0.get(&person).map(Vec::as_slice).unwrap_or_default();
        let roles: Vec<&str> = roles.iter().map(|role| role_words(*role)).collect();
        if roles.is_empty() { person.to_string() } else { format!("{person}, {}", roles.join(" y ")) }
    }

    /// Who did something.
    pub fn actor(&self, actor: Actor) -> String {
        match actor {
            Actor::Person(person) => self.of(person),
            Actor::Machine => "la máquina".to_owned(),
            Actor::System => "el sistema".to_owned(),
        }
    }
}

impl People for Numbers {
    fn name(&self, person: PersonId) -> String {
        self.of(person)
    }

    fn claimant(&self, _: Sealed) -> Option<(String, String)> {
        Some(("persona del público (en el acta)".to_owned(), String::new()))
    }
}

impl Papers {
    /// A session as the inspection sees it, the last one by default; `None` before the first.
    ///
    /// # Errors
    /// When there is no such session, or the record cannot be read.
    pub fn looked(&self, session: Option<SessionNo>) -> Result<Option<Looked>, PaperError> {
        let last = SessionNo(self.read()?.hall.sessions);
        let session = session.unwrap_or(last);
        if last.0 == 0 {
            return Ok(None);
        }
        let Story { record, lines, sets_before, .. } = self.story(session)?;
        if lines.is_empty() {
            return Err(PaperError::NoSession(session));
        }
        let of = |person: &PersonId| (*person, record.hall.roles_of(*person));
        let people = Numbers(record.hall.people.keys().map(of).collect());
        let entries: Vec<acta::Entry<'_>> =
            lines.iter().map(|(line, event)| (line.at_utc_ms, line.actor, event)).collect();
        let (hall, head, clock) = (&record.hall, record.head, record.clock());
        let story = acta::Story { lines: &entries, hall, sets_before: &sets_before, head };
        let sheet = acta::sheet(&story, &self.paper, Scribe { clock: &clock, people: &people });
        Ok(Some(Looked { sheet, lines, head, clock, people }))
    }
}

//! The hall as the record has it up to a line, and what papers need to know of the lines before.

use std::collections::BTreeMap;

use hall_core::event::{Event, SessionNo};
use hall_core::hall::Hall;
use hall_core::matrix::MatrixNo;
use hall_core::people::{Actor, PersonId};
use hall_core::record::Line;
use serde::{Deserialize, Serialize};

use crate::journal::{Head, JournalError, RecordReader};

/// A hall that was made from the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The hall after the last line.
    pub hall: Hall,
    /// The last line that went in.
    pub head: Head,
    /// When that was written, UTC milliseconds.
    pub at_utc_ms: i64,
    /// What papers say and no rule needs.
    pub told: Told,
}

/// What the record has told that is not in the hall, and that papers say however long ago it was.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Told {
    /// The matrices.
    matrices: BTreeMap<u32, MatrixTold>,
    /// The acta of each session that has one: the file and its SHA-256.
    actas: BTreeMap<u32, (String, [u8; 32])>,
}

/// What the record says of a matrix besides what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MatrixTold {
    /// When it was made or taken in, UTC milliseconds.
    pub made_at: i64,
    /// The number of who ordered it; none if the server made it by itself.
    made_by: Option<u32>,
    /// When it was retired, UTC milliseconds.
    pub retired_at: Option<i64>,
}

impl MatrixTold {
    /// Who ordered it; none if the server made it by itself.
    pub fn made_by(&self) -> Option<PersonId> {
        self.made_by.map(PersonId)
    }
}

impl Told {
    /// What was told of a matrix.
    pub fn matrix(&self, matrix: MatrixNo) -> MatrixTold {
        self.matrices.get(&matrix.get()).copied().unwrap_or_default()
    }

    /// The acta that was issued for a session last: its file and its SHA-256.
    pub fn acta(&self, session: SessionNo) -> Option<&(String, [u8; 32])> {
        self.actas.get(&session.0)
    }

    fn note(&mut self, line: &Line, event: &Event) {
        if let Event::MatrixMade { matrix, .. } | Event::MatrixImported { matrix, .. } = event {
            let told = self.matrices.entry(matrix.get()).or_default();
            told.made_at = line.at_utc_ms;
            told.made_by = match line.actor {
                Actor::Person(person) => Some(person.0),
                Actor::Machine | Actor::System => None,
            };
        } else if let Event::MatrixRetired { matrix, .. } = event {
            self.matrices.entry(matrix.get()).or_default().retired_at = Some(line.at_utc_ms);
        } else if let Event::ActaIssued { session, file, sha256, .. } = event {
            self.actas.insert(session.0, (file.clone(), *sha256));
        }
    }
}

impl Default for Replayed {
    /// Before the first line.
    fn default() -> Replayed {
        let (hall, told) = (Hall::default(), Told::default());
        Replayed { hall, head: Head::EMPTY, at_utc_ms: i64::MIN, told }
    }
}

impl Replayed {
    /// Takes in the next line of the record; `head` is the head after it.
    pub fn apply(&mut self, head: Head, line: &Line, event: &Event) {
        self.told.note(line, event);
        self.hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event);
        (self.head, self.at_utc_ms) = (head, line.at_utc_ms);
    }

    /// Reads on to the end of the record, with its chain.
    ///
    /// # Errors
    /// As [`RecordReader::replay`], with the first bad line.
    pub fn follow(&mut self, record: &RecordReader) -> Result<(), JournalError> {
        let from = self.head;
        record.replay_after(from, |head, line, event| self.apply(head, line, event))
    }
}

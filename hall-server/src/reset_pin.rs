//! `hall-server reset-pin`: a jefe de sala who has lost the PIN gets another at the server's own computer, where whoever sits has
//! the hall's folder anyway. It is a line of the record and stands in the next acta (ADR 68).

use std::path::Path;

use hall_core::people::Actor;
use hall_core::refusal::Refusal;

use crate::access::{hash_pin, new_pin};
use crate::clock::Clock;
use crate::epoch::Standing;
use crate::journal::{AppendError, Batch, BatchEntry, Journal, JournalError, seal};
use crate::record_key::{self, RecordKeyError};

/// The device in the line.
const DEVICE: &str = "servidor";

/// No PIN was given, and nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ResetPinError {
    /// The hall is being served.
    #[error(
        "El servidor de la sala está en marcha (pid {0}). Si hay otro jefe de sala, que dé él el PIN en su puesto. Si no, párelo entre \
         dos partidas con Ctrl+C (o «kill {0}»), repita la orden y póngalo otra vez en marcha: tarda un segundo."
    )]
    Served(String),
    /// Nobody has that user name.
    #[error("En la plantilla no hay nadie con el usuario «{user}». Los jefes de sala son: {}.", .managers.join(", "))]
    Nobody {
        /// As typed.
        user: String,
        /// The user names of those who may.
        managers: Vec<String>,
    },
    /// The rules say no.
    #[error("{0}")]
    Refused(Refusal),
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The record could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The record cannot be signed.
    #[error(transparent)]
    RecordKey(#[from] RecordKeyError),
}

/// A PIN that was given.
pub struct Given {
    /// The person's name.
    pub name: String,
    /// The PIN, which is not stored.
    pub pin: String,
    /// The line that tells of it.
    pub seq: u64,
}

/// Gives a jefe de sala a PIN, which has to be changed at the first log-in.
///
/// # Errors
/// When the hall is served, the person is no jefe de sala, or the record cannot be read or written.
pub fn run(dir: &Path, user: &str) -> Result<Given, ResetPinError> {
    let (mut journal, _) = match Journal::open(dir) {
        Err(JournalError::Busy { pid, .. }) => return Err(ResetPinError::Served(pid)),
        opened => opened?,
    };
    let standing = Standing::of(&journal)?;
    let Some(member) = standing.access().user(user).filter(|member| !member.left) else {
        let managers = standing.managers();
        return Err(ResetPinError::Nobody { user: user.to_owned(), managers });
    };
    let (name, pin) = (member.identity.name.clone(), new_pin());
    let row = seal(hash_pin(&pin).as_bytes());
    let reset = standing.hall.reset_pin_at_server(member.person, row.sealed);
    let events = reset.map_err(ResetPinError::Refused)?;
    record_key::ensure(dir, &mut journal)?;
    let at_utc_ms = Clock::of_zone(&standing.hall.zone).now().utc_ms.max(standing.last_at_utc_ms);
    let entry = BatchEntry { sealed: vec![row], ..BatchEntry::unasked(Actor::System, DEVICE, events) };
    journal.append(&Batch { at_utc_ms, entries: vec![entry] })?;
    Ok(Given { name, pin, seq: journal.head().seq })
}

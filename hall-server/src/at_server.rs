//! What is done at the server's own computer when nobody can do it at a desk: `hall-server reset-pin` gives a PIN to a jefe de sala
//! who has lost it, `hall-server release-devices` opens a hall whose devices are lost. Whoever sits there has the hall's folder anyway;
//! each is a line of the record and stands in the next acta (ADR 68, ADR 69).

use std::path::Path;

use hall_core::event::Event;
use hall_core::people::Actor;
use hall_core::refusal::Refusal;

use crate::access::{hash_pin, new_pin};
use crate::clock::Clock;
use crate::epoch::Standing;
use crate::journal::{AppendError, Batch, BatchEntry, Journal, JournalError, SealedRow, seal};
use crate::record_key::{self, RecordKeyError};

/// The device in the line.
const DEVICE: &str = "servidor";

/// Nothing was done, and nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum AtServerError {
    /// The hall is being served.
    #[error(
        "El servidor de la sala está en marcha (pid {0}). Si un jefe de sala puede hacerlo en su puesto, que lo haga él. Si no, párelo \
         entre dos partidas con Ctrl+C (o «kill {0}»), repita la orden y póngalo otra vez en marcha: tarda un segundo."
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
pub fn reset_pin(dir: &Path, user: &str) -> Result<Given, AtServerError> {
    let (mut journal, standing) = opened(dir)?;
    let Some(member) = standing.access().user(user).filter(|member| !member.left) else {
        let managers = standing.managers();
        return Err(AtServerError::Nobody { user: user.to_owned(), managers });
    };
    let (name, pin) = (member.identity.name.clone(), new_pin());
    let row = seal(hash_pin(&pin).as_bytes());
    let reset = standing.hall.reset_pin_at_server(member.person, row.sealed);
    let seq = write(dir, &mut journal, &standing, reset, vec![row])?;
    Ok(Given { name, pin, seq })
}

/// Takes away all devices of the hall: until the next is enrolled people log in at any. Returns how many there were, and the last
/// line that tells of it.
///
/// # Errors
/// When the hall is served or has no devices, or the record cannot be read or written.
pub fn release_devices(dir: &Path) -> Result<(usize, u64), AtServerError> {
    let (mut journal, standing) = opened(dir)?;
    let devices = standing.hall.devices.enrolled.len();
    let released = standing.hall.release_devices_at_server();
    let seq = write(dir, &mut journal, &standing, released, Vec::new())?;
    Ok((devices, seq))
}

fn opened(dir: &Path) -> Result<(Journal, Standing), AtServerError> {
    let (journal, _) = match Journal::open(dir) {
        Err(JournalError::Busy { pid, .. }) => return Err(AtServerError::Served(pid)),
        opened => opened?,
    };
    let standing = Standing::of(&journal)?;
    Ok((journal, standing))
}

/// Writes what the rules say, and returns the last line of it.
fn write(
    dir: &Path,
    journal: &mut Journal,
    standing: &Standing,
    decided: Result<Vec<Event>, Refusal>,
    sealed: Vec<SealedRow>,
) -> Result<u64, AtServerError> {
    let events = decided.map_err(AtServerError::Refused)?;
    record_key::ensure(dir, journal)?;
    let at_utc_ms = Clock::of_zone(&standing.hall.zone).now().utc_ms.max(standing.last_at_utc_ms);
    let entry = BatchEntry { sealed, ..BatchEntry::unasked(Actor::System, DEVICE, events) };
    journal.append(&Batch { at_utc_ms, entries: vec![entry] })?;
    Ok(journal.head().seq)
}

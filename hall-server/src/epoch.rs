//! A new epoch of the record: two people answer for what is lost, restored or moved (DECISIONS 40, 41). Done at the
//! server's own terminal, with the hall closed.

use std::path::Path;

use hall_core::event::EpochCause;
use hall_core::hall::Hall;
use hall_core::people::{Actor, PersonId, Role};
use hall_core::refusal::Refusal;

use crate::access::{Access, Member, verify_pin};
use crate::clock::Clock;
use crate::journal::{AppendError, Batch, BatchEntry, Journal, JournalError, RecordReader, Sighting};
use crate::record_key::{self, RecordKeyError};
use crate::replayed::Replayed;
use crate::secrets;

/// The device in the lines that are written at the server itself.
const DEVICE: &str = "servidor";

/// One of the two.
#[derive(Clone, PartialEq, Eq)]
pub struct Signature {
    /// The user name.
    pub user: String,
    /// The PIN as typed.
    pub pin: String,
}

impl std::fmt::Debug for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signature({})", self.user)
    }
}

/// No epoch was begun, and nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum EpochError {
    /// There is no such user, or that is not the PIN.
    #[error("El usuario «{0}» no existe o su PIN no es ése. No se ha escrito nada.")]
    NotKnown(String),
    /// The rules say no.
    #[error(
        "{0} Hacen falta dos personas distintas, cada una jefe de sala o jefe de mesa. No se ha escrito nada."
    )]
    Refused(Refusal),
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The record could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The key that signs the record could not be read or made.
    #[error(transparent)]
    RecordKey(#[from] RecordKeyError),
}

/// What a record is, for those who decide about it before it is served.
pub struct Standing {
    /// The hall as the record has it.
    pub hall: Hall,
    /// When the last line was written, UTC milliseconds.
    pub last_at_utc_ms: i64,
    access: Access,
}

impl Standing {
    /// Reads the whole record.
    pub fn of(record: &RecordReader) -> Result<Standing, JournalError> {
        let mut replayed = Replayed::default();
        replayed.follow(record)?;
        let Replayed { hall, at_utc_ms: last_at_utc_ms, .. } = replayed;
        let access = secrets::access(&hall, record)?;
        Ok(Standing { hall, last_at_utc_ms, access })
    }

    /// Who may log in.
    pub fn access(&self) -> &Access {
        &self.access
    }

    /// The user names of the jefes de sala.
    pub fn managers(&self) -> Vec<String> {
        let manages = |member: &&Member| member.roles.contains(&Role::JefeDeSala);
        let members = self.access.members().iter();
        members.filter(manages).map(|member| member.identity.user.clone()).collect()
    }

    /// Whose user and PIN these are.
    fn person(&self, signature: &Signature) -> Result<PersonId, EpochError> {
        let member = self.access.user(&signature.user);
        if verify_pin(member.and_then(|member| member.pin_hash.as_deref()), &signature.pin) {
            Ok(member.expect("a PIN was verified").person)
        } else {
            Err(EpochError::NotKnown(signature.user.clone()))
        }
    }
}

/// Begins an epoch after those that the record and anybody else has seen, and returns the end of the record then. It must
/// be the first thing that is written after [`Journal::open_despite`].
pub fn begin(
    journal: &mut Journal,
    standing: &Standing,
    cause: EpochCause,
    seen_epoch: u32,
    lost_to: Option<u64>,
    signed: &[Signature; 2],
) -> Result<Sighting, EpochError> {
    let people = [standing.person(&signed[0])?, standing.person(&signed[1])?];
    let events =
        standing.hall.begin_epoch(cause, seen_epoch, lost_to, people).map_err(EpochError::Refused)?;
    let at_utc_ms = Clock::of_zone(&standing.hall.zone).now().utc_ms;
    let entry = BatchEntry::unasked(Actor::Person(people[0]), DEVICE, events);
    journal.append(&Batch { at_utc_ms, entries: vec![entry] })?;
    // The key is in no copy of the record: on another computer, or in another folder, the hall signs with another.
    let folder = journal.path().parent().map(Path::to_owned).unwrap_or_default();
    record_key::ensure(&folder, journal)?;
    Ok(journal.sighting())
}

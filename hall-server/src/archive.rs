//! `hall-server archive`: the lines of the years before go into a file of their own, and the record goes on in a new one
//! (ADR 41). Done at the server itself, with the hall closed.

use std::path::Path;

use crate::clock::Clock;
use crate::journal::{Archive, Journal, JournalError, RollError};
use crate::snapshot;

/// Nothing was archived.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The hall is open.
    #[error("Hay una sesión abierta, la {0}. Ciérrela antes; el archivo se hace con la sala cerrada.")]
    SessionOpen(u32),
    /// No session has ended since the last archive.
    #[error("Desde el último archivo no se ha cerrado ninguna sesión: no hay nada que archivar.")]
    Nothing,
    /// The record could not be archived.
    #[error(transparent)]
    Roll(#[from] RollError),
    /// The record could not be opened or read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Archives every line of the hall in a folder.
pub fn run(dir: &Path, progress: &mut dyn FnMut(&str, u64)) -> Result<Archive, ArchiveError> {
    let (journal, _) = Journal::open(dir)?;
    progress("Leyendo el registro", 0);
    let mut replayed = snapshot::nearest(&journal, |_| true).unwrap_or_default();
    replayed.follow(&journal)?;
    progress("Leyendo el registro", 100);
    let hall = replayed.hall;
    if hall.session.is_some() {
        return Err(ArchiveError::SessionOpen(hall.sessions));
    }
    if hall.closed.is_none_or(|(_, closed_at)| closed_at <= journal.archived()) {
        return Err(ArchiveError::Nothing);
    }
    Ok(journal.archive(Clock::of_zone(&hall.zone).now().utc_ms, progress)?)
}

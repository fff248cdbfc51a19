//! `hall-server accept-loss`: lines are gone for good, and two people answer for it (DECISIONS 40).

use std::path::Path;

use hall_core::event::EpochCause;

use crate::clock::Clock;
use crate::epoch::{self, EpochError, Standing};
use crate::journal::{Journal, JournalError, Sighting};
use crate::terminal;

/// The word that two people do not type by mistake.
const WORD: &str = "ACEPTO";

/// No loss was accepted.
#[derive(Debug, thiserror::Error)]
pub enum AcceptError {
    /// The record is as long as everybody says.
    #[error(
        "Al registro no le falta nada que se sepa: no hay pérdida que aceptar. Arranque con «hall-server serve»."
    )]
    NothingLost,
    /// What is wrong is not that lines are missing.
    #[error("{0}\nEsto no es una pérdida que se pueda aceptar.")]
    AnotherTrouble(JournalError),
    /// Nobody typed the word.
    #[error("No se ha aceptado nada. No se ha escrito nada.")]
    NotConfirmed,
    /// The record could not be opened or read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The two people could not be asked.
    #[error("No se ha podido preguntar: {0}. No se ha escrito nada.")]
    Terminal(#[from] std::io::Error),
    /// The epoch was not begun.
    #[error(transparent)]
    Epoch(#[from] EpochError),
}

/// Shows what is missing, asks two people, and begins a new epoch. Returns the end of the record then.
pub fn run(dir: &Path, witnesses: &[(String, Sighting)]) -> Result<Sighting, AcceptError> {
    let (mut journal, _, doubts) = Journal::open_despite(dir, witnesses)?;
    let mut lost_to = None;
    let mut seen = 1;
    for doubt in &doubts {
        if let JournalError::Shorter(found) = doubt {
            lost_to = lost_to.max(Some(found.saw.head.seq));
            seen = seen.max(found.saw.epoch);
        }
    }
    let lines_are_missing = |doubt: &JournalError| {
        matches!(
            doubt,
            JournalError::Shorter(_)
                | JournalError::SignedLonger { .. }
                | JournalError::WalMissing { .. }
                | JournalError::WitnessMissing(_)
                | JournalError::WitnessGarbled(_)
        )
    };
    let (missing, other): (Vec<_>, Vec<_>) = doubts.into_iter().partition(lines_are_missing);
    if let Some(other) = other.into_iter().next() {
        return Err(AcceptError::AnotherTrouble(other));
    }
    if missing.is_empty() {
        return Err(AcceptError::NothingLost);
    }
    let standing = Standing::of(&journal)?;
    show(dir, &journal, &standing, &missing, lost_to);
    if !terminal::confirmed("¿Se acepta la pérdida?", WORD)? {
        return Err(AcceptError::NotConfirmed);
    }
    let signed = terminal::two_signatures()?;
    Ok(epoch::begin(&mut journal, &standing, EpochCause::LossAccepted, seen, lost_to, &signed)?)
}

fn show(dir: &Path, journal: &Journal, standing: &Standing, missing: &[JournalError], lost_to: Option<u64>) {
    let hall = &standing.hall;
    let ours = journal.sighting();
    println!("Sala «{}», en {}", hall.name, dir.display());
    let at = Clock::of_zone(&hall.zone).print(standing.last_at_utc_ms);
    println!(
        "El registro acaba en la línea {}, del {at}; última sesión, la {}; última partida, la {}.",
        ours.head.seq, hall.sessions, hall.games
    );
    println!();
    for found in missing {
        println!("{found}");
    }
    println!();
    println!("Si se acepta:");
    let first = ours.head.seq + 1;
    match lost_to {
        Some(last) => println!("  · Se dan por perdidas para siempre las líneas {first} a {last}."),
        None => println!(
            "  · Se da por perdido para siempre lo que hubiera desde la línea {first}; nadie sabe cuánto."
        ),
    }
    println!(
        "  · Si luego aparece lo que faltaba, ya no se podrá unir: antes búsquelo y pruebe «hall-server restore»."
    );
    println!("  · Empieza una época nueva del registro: todos vuelven a entrar con su PIN.");
    println!(
        "  · No se abre ninguna venta hasta que dos personas digan, según el papel, los últimos números."
    );
    println!("  · Queda escrito, con los dos nombres, en el registro y en la próxima acta.");
    println!();
}

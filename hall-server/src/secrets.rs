//! What is sealed, put where it is used: faces of cards, the key of their codes, and who may
//! come in. Nothing else unseals.

use hall_core::card::code::CardKey;
use hall_core::event::Event;
use hall_core::hall::Hall;
use hall_core::matrix::{Matrix, MatrixKey};
use hall_core::people::Sealed;
use hall_core::vault::Vault;

use crate::access::{Access, Identity, Member};
use crate::journal::{Journal, JournalError, Reader, SealedRow};

/// Either end of the record gives sealed values.
pub trait Unseal {
    /// Returns the value, or `None` when it was deleted.
    ///
    /// # Errors
    /// When it is not the one the record refers to.
    fn unseal(&self, sealed: &Sealed) -> Result<Option<Vec<u8>>, JournalError>;
}

impl Unseal for Journal {
    fn unseal(&self, sealed: &Sealed) -> Result<Option<Vec<u8>>, JournalError> {
        Journal::unseal(self, sealed)
    }
}

impl Unseal for Reader {
    fn unseal(&self, sealed: &Sealed) -> Result<Option<Vec<u8>>, JournalError> {
        Reader::unseal(self, sealed)
    }
}

/// Returns the vault of a hall that was read from its record. A value that was deleted by law
/// is not there; cards of its matrix can then no longer be judged.
///
/// # Errors
/// When a sealed value is not the one the record refers to.
pub fn vault(hall: &Hall, journal: &impl Unseal) -> Result<Vault, JournalError> {
    let mut vault = Vault::default();
    if let Some(key) = &hall.card_key
        && let Some(bytes) = journal.unseal(key)?
    {
        add_card_key(&mut vault, &bytes);
    }
    for (no, item) in &hall.matrices {
        if let Some(bytes) = journal.unseal(&item.key)? {
            add_matrix(&mut vault, *no, item.size, &bytes);
        }
    }
    Ok(vault)
}

/// Adds to the vault what an event brought.
pub fn learn(vault: &mut Vault, event: &Event, sealed: &[SealedRow]) {
    let value =
        |wanted: &Sealed| sealed.iter().find(|row| row.sealed == *wanted).map(|row| row.value.as_slice());
    if let Event::MatrixMade { matrix, size, key, .. } = event
        && let Some(bytes) = value(key)
    {
        add_matrix(vault, *matrix, *size, bytes);
    }
    if let Event::CardKeyMade { key } = event
        && let Some(bytes) = value(key)
    {
        add_card_key(vault, bytes);
    }
}

fn add_matrix(vault: &mut Vault, no: hall_core::matrix::MatrixNo, size: u32, bytes: &[u8]) {
    let matrix = bytes.try_into().ok().and_then(|key| Matrix::new(no, size, &MatrixKey::from_bytes(key)));
    match matrix {
        Some(matrix) => vault.add_matrix(matrix),
        None => tracing::error!(matrix = no.get(), "the sealed key of a matrix is no key"),
    }
}

fn add_card_key(vault: &mut Vault, bytes: &[u8]) {
    match bytes.try_into() {
        Ok(key) => vault.set_card_key(CardKey::from_bytes(key)),
        Err(_) => tracing::error!("the sealed key of the codes is no key"),
    }
}

/// Returns who may come in, and with what roles now: a post opens its doors to whoever stands in
/// and no longer to whoever was replaced (26.2.b).
///
/// # Errors
/// When a sealed value is not the one the record refers to.
pub fn access(hall: &Hall, journal: &impl Unseal) -> Result<Access, JournalError> {
    let mut access = Access::default();
    for (person, item) in &hall.people {
        let identity = journal.unseal(&item.identity)?.and_then(|bytes| Identity::from_bytes(&bytes));
        let pin = journal.unseal(&item.pin)?.and_then(|bytes| String::from_utf8(bytes).ok());
        if let (Some(identity), Some(pin_hash)) = (identity, pin) {
            access.add_member(Member { person: *person, identity, roles: hall.roles_of(*person), pin_hash });
        }
    }
    for ((device, _), log_in) in &hall.log_ins {
        if let Some(hash) = journal.unseal(&log_in.token)? {
            access.add_token(&hash, log_in.person, device);
        }
    }
    Ok(access)
}

/// Returns whether an event changes who may come in, or which doors are theirs: substitutions end
/// with their session.
pub fn changes_access(event: &Event) -> bool {
    matches!(
        event,
        Event::PersonAdded { .. }
            | Event::LoggedIn { .. }
            | Event::LoggedOut { .. }
            | Event::SubstitutionMade { .. }
            | Event::SessionClosed { .. }
    )
}

//! Unseals what is sealed in the record where it is used: faces of cards, the key of their codes, and who may log in.

use std::sync::Arc;

use hall_core::card::CardId;
use hall_core::card::code::CardKey;
use hall_core::event::Event;
use hall_core::hall::{Hall, Origin};
use hall_core::matrix::{Matrix, MatrixIndex, MatrixKey, MatrixNo, MatrixOptions};
use hall_core::people::Sealed;
use hall_core::vault::Vault;

use crate::access::{Access, Identity, Member, OpenLogIn};
use crate::journal::{JournalError, RecordReader, SealedRow};

/// The vault of a hall. Cards of a matrix whose sealed value was deleted cannot be judged.
pub fn vault(hall: &Hall, record: &RecordReader) -> Result<Vault, JournalError> {
    made(hall, record, |_, _| Ok(()))
}

/// As [`vault`], for who serves.
///
/// # Errors
/// [`JournalError::SecretMissing`] where cards may be on sale and their secret is gone.
pub fn vault_to_serve(hall: &Hall, record: &RecordReader) -> Result<Vault, JournalError> {
    made(hall, record, |what, sealed| {
        Err(JournalError::SecretMissing { what, sealed: *sealed, path: record.path().to_owned() })
    })
}

fn made(
    hall: &Hall,
    record: &RecordReader,
    missing: impl Fn(String, &Sealed) -> Result<(), JournalError>,
) -> Result<Vault, JournalError> {
    let mut vault = Vault::default();
    if let Some(key) = &hall.card_key {
        match record.unseal(key)? {
            Some(bytes) => add_card_key(&mut vault, &bytes),
            None => missing("la clave de los códigos de los cartones".to_owned(), key)?,
        }
    }
    for (no, item) in &hall.matrices {
        let (origin, sealed) = match &item.origin {
            Origin::Key { options, key, .. } => (Source::Key(*options), key),
            Origin::File { faces, .. } => (Source::Faces, faces),
        };
        match record.unseal(sealed)? {
            Some(bytes) => add_matrix(&mut vault, *no, item.size, origin, &bytes),
            None if item.retired => (),
            None => {
                let what = match origin {
                    Source::Key(_) => "la clave",
                    Source::Faces => "los cartones",
                };
                missing(format!("{what} de la matriz {no}"), sealed)?;
            }
        }
    }
    Ok(vault)
}

/// Adds what an event brought to the vault. Readers of the previous vault keep it.
pub fn learn(vault: &mut Arc<Vault>, event: &Event, sealed: &[SealedRow]) {
    let value =
        |wanted: &Sealed| sealed.iter().find(|row| row.sealed == *wanted).map(|row| row.value.as_slice());
    if let Event::MatrixMade { matrix, size, options, key, .. } = event
        && let Some(bytes) = value(key)
    {
        add_matrix(Arc::make_mut(vault), *matrix, *size, Source::Key(*options), bytes);
    }
    if let Event::MatrixImported { matrix, size, faces, .. } = event
        && let Some(bytes) = value(faces)
    {
        add_matrix(Arc::make_mut(vault), *matrix, *size, Source::Faces, bytes);
    }
    if let Event::CardKeyMade { key } = event
        && let Some(bytes) = value(key)
    {
        add_card_key(Arc::make_mut(vault), bytes);
    }
}

/// The form in which a matrix is sealed.
enum Source {
    /// A key of 16 bytes.
    Key(MatrixOptions),
    /// The ranks of all cards, eight bytes big-endian each.
    Faces,
}

fn add_matrix(vault: &mut Vault, no: MatrixNo, size: u32, source: Source, bytes: &[u8]) {
    let cards = match source {
        Source::Key(options) => bytes.try_into().ok().and_then(|key| {
            Some(MatrixIndex::new(&Matrix::with(no, size, options, &MatrixKey::from_bytes(key))?))
        }),
        Source::Faces => faces(bytes).map(MatrixIndex::of),
    };
    match cards.filter(|cards| cards.size() == size) {
        Some(cards) => vault.add_matrix(no, cards),
        None => tracing::error!(matrix = no.get(), "the sealed value of a matrix is none of its cards"),
    }
}

/// Parses a sealed list of faces.
fn faces(bytes: &[u8]) -> Option<Vec<CardId>> {
    let (ranks, []) = bytes.as_chunks() else { return None };
    ranks.iter().map(|rank| CardId::new(u64::from_be_bytes(*rank))).collect()
}

fn add_card_key(vault: &mut Vault, bytes: &[u8]) {
    match bytes.try_into() {
        Ok(key) => vault.set_card_key(CardKey::from_bytes(key)),
        Err(_) => tracing::error!("the sealed key of the codes is no key"),
    }
}

/// Who may log in, with current roles: a post's permissions go to the substitute, and leave the person replaced
/// (26.2.b).
pub fn access(hall: &Hall, record: &RecordReader) -> Result<Access, JournalError> {
    let mut access = Access::default();
    for (person, item) in &hall.people {
        let identity = record.unseal(&item.identity)?.and_then(|bytes| Identity::from_bytes(&bytes));
        let Some(identity) = identity else { continue };
        let pin = if item.left { None } else { record.unseal(&item.pin)? };
        access.add_member(Member {
            person: *person,
            identity,
            roles: hall.roles_of(*person),
            own_roles: item.roles.clone(),
            card_until: item.card_until,
            pin: item.pin,
            pin_hash: pin.and_then(|bytes| String::from_utf8(bytes).ok()),
            first_pin: item.must_change_pin(),
            only_inspects: item.only_inspects(),
            left: item.left,
            sat_at: item.sat_at.clone(),
        });
    }
    for (no, device) in &hall.devices.enrolled {
        access.add_device(*no, device.clone());
    }
    for ((device, person), log_in) in &hall.log_ins {
        if let Some(hash) = record.unseal(&log_in.token)? {
            access.add_log_in(
                &hash,
                OpenLogIn { person: *person, device: device.clone(), since_utc_ms: log_in.since_utc_ms },
            );
        }
    }
    for over in &hall.log_ins_over {
        // It opens nothing: one that is not as it was is as one that was deleted, and no reason to refuse a start. `check` finds it.
        if let Ok(Some(hash)) = record.unseal(&over.token) {
            access.add_over(&hash, over.why);
        }
    }
    Ok(access)
}

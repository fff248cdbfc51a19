//! `hall-server init`: a hall's folder, its record, its keys and its first manager.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hall_core::event::Event;
use hall_core::hall::DEMO;
use hall_core::matrix::{Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions, key_sha256};
use hall_core::people::{Actor, PersonId, Role};
use hall_core::rules::Rules;
use hall_core::words::is_hidden;
use hall_trust::{Authority, AuthorityError};
use hall_wire::command::texts::is_name;
use hall_wire::message::{CAMERA_KEY_FILE, VOICE_KEY_FILE};
use sha2::{Digest, Sha256};

use crate::access::{self, Identity};
use crate::clock;
use crate::config;
use crate::device_key::DeviceKey;
use crate::journal::{AppendError, Batch, BatchEntry, Journal, JournalError, SealedRow, seal};
use crate::profile;
use crate::record_key::{self, RecordKeyError};

mod values;

pub use values::{Values, question};

/// The arguments of `init`.
#[derive(Debug, Clone)]
pub struct Founding<'a> {
    /// The hall's name, as on its cards.
    pub name: &'a str,
    /// The company that holds the authorisation.
    pub company: &'a str,
    /// Written to the settings file, as the company is.
    pub town: &'a str,
    /// IANA name.
    pub zone: &'a str,
    /// Full name of the first manager.
    pub manager: &'a str,
    /// User name of the first manager.
    pub user: &'a str,
    /// Those in force from the first session on.
    pub rules: Rules,
    /// The text of the profile that they are of.
    pub profile: &'a str,
    /// The PIN that the first manager has chosen; otherwise the program chooses one.
    pub pin: Option<&'a str>,
    /// A demonstration hall: its keys and first matrix follow from this public number, and its name says so on
    /// every card, screen and page.
    pub demo_seed: Option<u64>,
}

/// Why a hall could not be founded.
#[derive(Debug, thiserror::Error)]
pub enum FoundError {
    /// A folder or file could not be written.
    #[error("No se puede escribir en {path}: {source}. Compruebe la carpeta y sus permisos.")]
    Folder {
        /// Of the file or folder.
        path: String,
        /// From the system.
        #[source]
        source: std::io::Error,
    },
    /// An invalid value, in Spanish.
    #[error("{0}")]
    Value(&'static str),
    /// The hall's authority could not be made.
    #[error("El certificado de la sala ({file}): {0}.", file = hall_trust::FILE)]
    Authority(#[from] AuthorityError),
    /// The record could not be created.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The record could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The key that signs the record could not be made.
    #[error(transparent)]
    RecordKey(#[from] RecordKeyError),
}

/// Founds the hall; existing files are not touched. Returns the manager's PIN, which is not stored.
pub fn found(dir: &Path, founding: &Founding<'_>) -> Result<String, FoundError> {
    if founding.name.trim().is_empty() || founding.manager.trim().is_empty() {
        return Err(FoundError::Value("La sala y su jefe de sala necesitan un nombre."));
    }
    if [founding.name, founding.manager, founding.company, founding.town]
        .iter()
        .any(|text| text.chars().any(is_hidden))
    {
        return Err(FoundError::Value("Un nombre lleva caracteres que no se ven. Escríbalo de nuevo."));
    }
    if !is_name(founding.user) {
        return Err(FoundError::Value(
            "El usuario lleva de 1 a 40 letras, cifras, puntos o guiones, sin espacios ni tildes.",
        ));
    }
    if clock::Clock::new(founding.zone).is_none() {
        return Err(FoundError::Value(
            "No existe esa zona horaria. Use un nombre como «Europe/Madrid» o «Africa/Ceuta».",
        ));
    }
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |source| FoundError::Folder { path, source }
    };
    std::fs::create_dir_all(dir).map_err(failed(dir))?;
    // The folder holds keys: only the server's user may read it.
    std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700)).map_err(failed(dir))?;
    let now = clock::utc_ms();
    let mut journal = Journal::create(dir, now)?;
    let settings = dir.join(config::FILE);
    if !settings.exists() {
        std::fs::write(&settings, config::template(founding.company, founding.town))
            .map_err(failed(&settings))?;
    }
    let profile = dir.join(profile::FILE);
    std::fs::write(&profile, founding.profile).map_err(failed(&profile))?;
    for file in [CAMERA_KEY_FILE, VOICE_KEY_FILE] {
        DeviceKey::of_folder(dir, file).map_err(failed(&dir.join(file)))?;
    }
    Authority::of_folder(dir, now / 1_000)?;
    let pin = founding.pin.map_or_else(access::new_pin, str::to_owned);
    let mut card_key = [0; 32];
    match founding.demo_seed {
        Some(seed) => card_key = demo_bytes(seed, "codes"),
        None => getrandom::fill(&mut card_key).expect("the system gives random bytes"),
    }
    let identity =
        Identity { user: founding.user.to_owned(), name: founding.manager.to_owned(), document: None };
    let (key, identity, hash) =
        (seal(&card_key), seal(&identity.to_bytes()), seal(access::hash_pin(&pin).as_bytes()));
    let demo = founding.demo_seed.map_or("", |_| DEMO);
    let mut events = vec![
        Event::HallFounded {
            name: format!("{}{demo}", founding.name),
            zone: founding.zone.to_owned(),
            profile_sha256: Sha256::digest(founding.profile.as_bytes()).into(),
            rules: founding.rules.clone(),
        },
        Event::CardKeyMade { key: key.sealed },
        Event::PersonAdded {
            person: PersonId(1),
            roles: vec![Role::JefeDeSala],
            identity: identity.sealed,
            pin: hash.sealed,
            card_until: None,
            // The person chose it, or the machine, which tells nobody else.
            first_pin: false,
        },
    ];
    let mut sealed = vec![key, identity, hash];
    if let Some(seed) = founding.demo_seed {
        let (event, row) = demo_matrix_made(seed, founding.rules.series_size.value);
        events.push(event);
        sealed.push(row);
    }
    let entry = BatchEntry { sealed, ..BatchEntry::unasked(Actor::System, "servidor", events) };
    journal.append(&Batch { at_utc_ms: now, entries: vec![entry] })?;
    record_key::ensure(dir, &mut journal)?;
    Ok(pin)
}

/// The key of a demonstration hall's first matrix, computable by anyone.
pub fn demo_matrix_key(seed: u64) -> MatrixKey {
    let bytes = demo_bytes(seed, "matrix 1");
    MatrixKey::from_bytes(bytes[..16].try_into().expect("half of 32 bytes"))
}

/// A demonstration hall's first matrix, with the default options.
///
/// # Panics
/// When a matrix cannot have that size.
pub fn demo_matrix(seed: u64, size: u32) -> Matrix {
    let (number, options) = (MatrixNo::new(1), MatrixOptions { kind: MatrixKind::Single, clean: true });
    let matrix = number.and_then(|number| Matrix::with(number, size, options, &demo_matrix_key(seed)));
    matrix.expect("a profile's series size is a matrix's")
}

fn demo_matrix_made(seed: u64, size: u32) -> (Event, SealedRow) {
    let (key, matrix) = (demo_matrix_key(seed), demo_matrix(seed, size));
    let row = seal(key.bytes());
    let event = Event::MatrixMade {
        matrix: matrix.number(),
        size,
        options: matrix.options(),
        generator: 1,
        mixed: None,
        key: row.sealed,
        key_sha256: key_sha256(&key),
        faces_sha256: matrix.faces_sha256(),
    };
    (event, row)
}

fn demo_bytes(seed: u64, label: &str) -> [u8; 32] {
    Sha256::digest(format!("bombo demonstration {seed}: {label}").as_bytes()).into()
}

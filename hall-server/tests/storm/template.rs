//! The hall as it is before the evening: founded, staffed, stocked. Made once, then copied.

use std::path::{Path, PathBuf};

use hall_core::card::code::CardKey;
use hall_core::event::{Event, Extractor};
use hall_core::machine::SetId;
use hall_core::matrix::{Matrix, MatrixKey, MatrixNo, MatrixOptions, key_sha256};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::series::{CardNo, SeriesId};
use hall_server::access::Identity;
use hall_server::journal::{Batch, BatchEntry, Journal, SealedRow};
use hall_server::profile;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::dice::Dice;

pub const SALA: PersonId = PersonId(1);
pub const MESA: PersonId = PersonId(2);
pub const CAJERO: PersonId = PersonId(3);
pub const LOCUTOR: PersonId = PersonId(4);
pub const VENDEDOR: PersonId = PersonId(5);

/// Cards of a series: few, so that a game has most of them and a draw is short.
pub const SIZE: u32 = 30;
/// Series in stock, from A1.
pub const SERIES: u32 = 12;
pub const PRICE: Cents = Cents(200);
/// 2026-11-21 20:00 in Madrid.
pub const EIGHT: i64 = 1_795_287_600_000;

/// What every evening begins with.
pub struct Template {
    folder: TempDir,
    pub key: CardKey,
    /// The numbers of each card, row by row, as bits.
    pub rows: Vec<[u128; 3]>,
}

/// A new folder, in memory where the system has such.
pub fn new_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    tempfile::Builder::new().prefix("bombo-storm-").tempdir_in(base).unwrap()
}

/// Seals a value as the server does, but with the evening's dice: the same seed, the same bytes.
pub fn seal(value: &[u8], dice: &mut Dice) -> SealedRow {
    let salt = [dice.next(); 4].map(u64::to_be_bytes).concat().try_into().unwrap();
    let sha = Sha256::new().chain_update(salt).chain_update(value);
    let sealed = Sealed { id: dice.next() >> 11, hash: sha.finalize().into() };
    SealedRow { sealed, salt, value: value.to_vec(), delete_after: None }
}

pub fn set(name: &str) -> SetId {
    SetId::parse(name).unwrap()
}

pub fn series(number: u32) -> SeriesId {
    SeriesId::new('A', number).unwrap()
}

impl Template {
    pub fn new() -> Template {
        let folder = new_folder();
        let card_key = CardKey::from_bytes([3; 32]);
        let rows = (1..=SIZE).map(|card| rows_of(&matrix(), card)).collect();
        let (events, sealed) = founding(&card_key, &matrix());
        let mut journal = Journal::create(folder.path(), EIGHT).unwrap();
        let entry = BatchEntry { sealed, ..BatchEntry::unasked(Actor::System, "servidor", events) };
        journal.append(&Batch { at_utc_ms: EIGHT, entries: vec![entry] }).unwrap();
        drop(journal);
        Template { folder, key: card_key, rows }
    }

    /// Copies the hall into a folder.
    pub fn copy_to(&self, folder: &Path) -> PathBuf {
        std::fs::create_dir(folder).unwrap();
        for name in ["sala.db", "sala.db.testigo"] {
            std::fs::copy(self.folder.path().join(name), folder.join(name)).unwrap();
        }
        folder.to_owned()
    }
}

const MATRIX_KEY: MatrixKey = MatrixKey::from_bytes([9; 16]);

fn matrix() -> Matrix {
    Matrix::new(MatrixNo::new(1).unwrap(), SIZE, &MATRIX_KEY).unwrap()
}

fn rows_of(matrix: &Matrix, card: u32) -> [u128; 3] {
    let bits = |row: [u8; 9]| row.into_iter().filter(|n| *n != 0).fold(0u128, |bits, n| bits | 1 << n);
    matrix.face(CardNo(card)).unwrap().card().grid().map(bits)
}

/// The numbers of a card, in order.
pub fn numbers(card: u32) -> Vec<u8> {
    let all = rows_of(&matrix(), card).into_iter().fold(0, |all, row| all | row);
    (1..=90u8).filter(|n| all >> n & 1 == 1).collect()
}

fn founding(card_key: &CardKey, matrix: &Matrix) -> (Vec<Event>, Vec<SealedRow>) {
    let (mut sealed, mut dice) = (Vec::new(), Dice::new(0));
    let mut keep = |value: &[u8]| {
        sealed.push(seal(value, &mut dice));
        sealed.last().unwrap().sealed
    };
    let text = profile::ESTATAL_2002.replace("{ value = 420,", &format!("{{ value = {SIZE},"));
    let (rules, profile_sha256) = profile::parse("perfil.toml", &text).unwrap();
    assert_eq!(rules.series_size.value, SIZE, "the default profile has that value");
    let mut events = vec![
        Event::HallFounded {
            name: "Bingo de la tormenta".into(),
            zone: "Europe/Madrid".into(),
            profile_sha256,
            rules,
        },
        Event::CardKeyMade { key: keep(card_key.bytes()) },
        Event::MatrixMade {
            matrix: matrix.number(),
            size: SIZE,
            options: MatrixOptions::PLAIN,
            generator: 1,
            mixed: None,
            key: keep(MATRIX_KEY.bytes()),
            key_sha256: key_sha256(&MATRIX_KEY),
            faces_sha256: matrix.faces_sha256(),
        },
    ];
    let roles =
        [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::VendedorLocutor, Role::VendedorLocutor];
    for (person, role) in (1..).map(PersonId).zip(roles) {
        let identity =
            Identity { user: format!("u{person}"), name: format!("Persona {person}"), document: None };
        let (identity, pin) = (keep(&identity.to_bytes()), keep(b"no PIN opens this"));
        let (card_until, first_pin) = (None, false);
        events.push(Event::PersonAdded { person, roles: vec![role], identity, pin, card_until, first_pin });
    }
    for number in 1..=SERIES {
        let (series, matrix) = (series(number), matrix.number());
        events.push(Event::SeriesReceived { series, matrix, face_value: PRICE, cards: None });
    }
    for (name, extractor) in [("J1", Extractor::Drum), ("J2", Extractor::Drum), ("J8", Extractor::Pneumatic)]
    {
        let homologation = "H-1/2020".into();
        let maker = Some("Bolas de prueba".to_owned());
        events.push(Event::BallSetRegistered {
            set: set(name),
            extractor,
            homologation,
            maker,
            reference: None,
        });
    }
    (events, sealed)
}

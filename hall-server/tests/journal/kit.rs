//! A short evening on disk, and hands that reach past the journal.

use std::fs;
use std::path::{Path, PathBuf};

use hall_core::event::{Event, GameNo, Play, SessionNo, Signed, SignedPaper, SignerRole, key_message};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::record;
use hall_log::exchange::AddCheckpoint;
use hall_log::note::Standing;
use hall_log::{Cosigner, SecretKey};
use hall_server::journal::{Batch, BatchEntry, Cosigned, Head, Journal, database_in, seal};
use rusqlite::Connection;
use sha2::{Digest, Sha256};

/// The acta of the golden examples.
pub const ACTA: &str = "actas/2026-11-21-1.pdf";

/// The printed cards of the golden examples.
pub const CARDS: &str = "cartones/A17-301-420-copia-2.pdf";

/// The scanned page of the golden examples.
pub const PAGE: &str = "actas/firma-0f5e.pdf";

/// How many events each request of the evening has.
pub const EVENTS_OF_A_REQUEST: usize = 4;

/// A hall in which every kind of event has happened once or more.
pub struct Evening {
    pub folder: tempfile::TempDir,
    pub path: PathBuf,
    pub events: Vec<Event>,
    pub head: Head,
}

impl Evening {
    pub fn new() -> Evening {
        Evening::at_hours(|number| 1_000 + i64::from(number))
    }

    /// With the hour, UTC milliseconds, of each request, from 1.
    pub fn at_hours(hour: impl Fn(u8) -> i64) -> Evening {
        let folder = tempfile::tempdir().unwrap();
        let path = database_in(folder.path());
        let mut journal = Journal::create(folder.path(), 1_000).unwrap();
        put_files(folder.path());
        let (events, sealed) = events();
        for (number, events) in (1..).zip(events.chunks(EVENTS_OF_A_REQUEST)) {
            let mut batch = batch(&format!("r-{number}"), events);
            batch.at_utc_ms = hour(number);
            batch.entries[0].request_body = Some([number; 32]);
            if number == 1 {
                batch.entries[0].sealed = sealed.clone();
            }
            journal.append(&batch).unwrap();
        }
        let head = journal.head();
        Evening { folder, path, events, head }
    }
}

/// Puts the files that the evening names into a folder.
pub fn put_files(folder: &Path) {
    for file in [ACTA, CARDS, PAGE] {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, b"%PDF").unwrap();
    }
}

/// The value of the one announced draw.
const OF_DRAW: usize = 23;

/// Every golden event of the core, with sealed values and an acta that are there.
fn events() -> (Vec<Event>, Vec<hall_server::journal::SealedRow>) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/golden");
    let mut events = Vec::new();
    for (version, kind) in (1..=2).flat_map(|version| record::kinds().map(move |kind| (version, kind))) {
        // Not every kind has a second version.
        let Ok(text) = fs::read_to_string(golden.join(format!("v{version}/{kind}.json"))) else {
            assert_ne!(version, 1, "no example of {kind}");
            continue;
        };
        events.extend(text.lines().map(|body| record::decode(kind, version, body).unwrap()));
    }
    // A time stamp is of one note of one hall; `xtask/tests/hall/stamps.rs` has them made.
    events.retain(|event| !matches!(event, Event::TimeStamped { .. }));
    // The end of a game comes after its stops, whatever their version, and signatures after what is signed.
    let ends = |event: &Event| {
        matches!(event, Event::GameEnded { .. } | Event::GameNotHeld { .. } | Event::GameVoided { .. })
    };
    events.sort_by_key(|event| (matches!(event, Event::PaperSigned { .. }), ends(event)));
    // The rules of the examples carry the line; what their game does not sing is the bingo.
    let unsung = events.iter().position(|event| matches!(event, Event::PlayUnsung { .. })).unwrap();
    let (game, play, amount) = (GameNo(1), Play::Line, Cents(4_500));
    events.insert(unsung, Event::PlayUnsung { game, play, amount });
    // So many that the tree over them has a row.
    events.extend((events.len() as u32..=260).map(|tries| Event::LoginRefused { tries }));
    let rows: Vec<_> = (0..24u8).map(|n| seal(&[n])).collect();
    let signs = SecretKey::of_seed(&[9; 32]);
    let mut free = rows[..OF_DRAW].iter();
    let mut next = || free.next().unwrap().sealed;
    for event in &mut events {
        if let Event::CardKeyMade { key } = event {
            *key = next();
        } else if let Event::MatrixMade { key, mixed, .. } = event {
            *key = next();
            if let Some(mixed) = mixed {
                mixed.seed = next();
            }
        } else if let Event::KeyDrawAnnounced { seed, seed_sha256, .. } = event {
            // Its hash is published.
            *seed = rows[OF_DRAW].sealed;
            *seed_sha256 = Sha256::digest(&rows[OF_DRAW].value).into();
        } else if let Event::MatrixImported { faces, .. } = event {
            *faces = next();
        } else if let Event::PersonAdded { identity, pin, .. } = event {
            (*identity, *pin) = (next(), next());
        } else if let Event::PersonChanged { identity, .. } = event {
            *identity = next();
        } else if let Event::PinChanged { pin, .. }
        | Event::PinReset { pin, .. }
        | Event::PersonTakenBack { pin, .. } = event
        {
            *pin = next();
        } else if let Event::LoggedIn { token, .. } = event {
            *token = next();
        } else if let Event::DiligenciaWritten { claimant: Some(claimant), .. } = event {
            *claimant = next();
        } else if let Event::ActaIssued { sha256, .. } | Event::PrintingDone { sha256, .. } = event {
            *sha256 = Sha256::digest(b"%PDF").into();
        } else if let Event::PersonKeyEnrolled { key, .. } = event {
            *key = signs.public().0;
        } else if let Event::PaperSigned { paper, sha256, role, how, .. } = event {
            *paper = SignedPaper::Acta(SessionNo(1));
            *sha256 = Sha256::digest(b"%PDF").into();
            match how {
                Signed::Drawn { strokes } => (*role, *strokes) = (SignerRole::JefeDeSala, next()),
                Signed::Page { page_sha256, .. } => *page_sha256 = *sha256,
                Signed::Key { key, signature } => {
                    *key = signs.public().0;
                    *signature = signs.sign(key_message(*paper, *role, sha256).as_bytes());
                }
            }
        } else if let Event::RequestsDigested { first, last, requests, sha256 } = event {
            (*first, *last, *requests) = (1, 40, 10);
            *sha256 = digest_of_the_first(10);
        }
    }
    (events, rows)
}

/// What the record says of the evening's first requests.
fn digest_of_the_first(requests: u8) -> [u8; 32] {
    let mut sha = Sha256::new();
    let of_a_request = u64::try_from(EVENTS_OF_A_REQUEST).unwrap();
    for number in 1..=requests {
        let last = u64::from(number) * of_a_request;
        sha.update((last - of_a_request + 1).to_be_bytes());
        sha.update(last.to_be_bytes());
        sha.update([number; 32]);
    }
    sha.finalize().into()
}

/// One request with these events.
pub fn batch(request: &str, events: &[Event]) -> Batch {
    Batch {
        at_utc_ms: 2_000,
        entries: vec![BatchEntry {
            request_id: request.into(),
            actor: Actor::Person(PersonId(1)),
            device: "mesa-1".into(),
            events: events.to_vec(),
            sealed: vec![],
            request_body: Some([7; 32]),
        }],
    }
}

/// Does what a person with the file can do, the triggers put back afterwards.
pub fn by_hand(path: &Path, sql: &str, changes: usize) {
    let conn = Connection::open(path).unwrap();
    let triggers: Vec<(String, String)> = {
        let mut select = conn.prepare("select name, sql from sqlite_schema where type = 'trigger'").unwrap();
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let about_event = sql.contains(" event ") || sql.contains("event set");
    if about_event {
        for (name, _) in &triggers {
            conn.execute_batch(&format!("drop trigger {name}")).unwrap();
        }
    }
    // A statement that does not fit a STRICT table changes nothing.
    let changed = if sql.starts_with(['u', 'i']) || sql.starts_with("delete") {
        conn.execute(sql, []).unwrap_or(0)
    } else {
        conn.execute_batch(sql).unwrap();
        0
    };
    assert_eq!(changed, changes, "{sql}");
    if about_event {
        for (_, sql) in &triggers {
            conn.execute_batch(sql).unwrap();
        }
    }
}

/// What signs the record in these tests.
pub fn key() -> SecretKey {
    SecretKey::of_seed(&[0x5a; 32])
}

impl Evening {
    /// Goes on: the hall names its key, and then signs after each of so many lines.
    pub fn signs(&mut self, lines: u32) {
        let (mut journal, _) = Journal::open(&self.path).unwrap();
        journal.sign_with(key(), None).unwrap();
        let named = Event::SigningKeyBegun { key: key().public().0, before: Some([0x22; 32]) };
        let met = Event::WitnessMet { name: "mesa-1".into(), key: witness().verifier().key.0 };
        let more = (1..=lines).map(|_| Event::ServerStarted { version: "0.1.0".into() });
        for (number, event) in [named, met].into_iter().chain(more).enumerate() {
            journal
                .append(&batch(&format!("s-{}-{number}", self.head.seq), std::slice::from_ref(&event)))
                .unwrap();
            self.events.push(event);
        }
        self.head = journal.head();
    }
}

impl Evening {
    /// The witness signs the newest checkpoint, and that is kept.
    pub fn is_cosigned(&self) {
        let (mut journal, _) = Journal::open(&self.path).unwrap();
        let newest = journal.newest_checkpoint().unwrap().unwrap();
        let name = newest.checkpoint.origin.clone();
        let asked = AddCheckpoint { old: 0, proof: Vec::new(), note: newest.note };
        let accepted = witness().consider(&name, &[key().public()], None, &asked, 1_800_000_000).unwrap();
        let size = accepted.checkpoint.size;
        journal.saw(Cosigned {
            epoch: newest.epoch,
            size,
            signature: accepted.cosignature,
            is_outside: false,
        });
        journal.keep_cosignatures().unwrap();
        let kept = journal.newest_checkpoint().unwrap().unwrap();
        assert_eq!(kept.note.standing(&witness().verifier()), Standing::Good(Some(1_800_000_000)));
    }
}

/// A witness of the record.
pub fn witness() -> Cosigner {
    Cosigner::of("mesa-1", SecretKey::of_seed(&[0x77; 32])).unwrap()
}

/// Every row of every table for people, as text.
pub fn digest_of(path: &Path) -> Vec<String> {
    let tables = rows(
        path,
        "select name from sqlite_schema where type = 'table'
           and name not in ('event', 'meta', 'sealed', 'request', 'checkpoint', 'cosignature') order by name",
    );
    let mut all = Vec::new();
    for table in tables {
        let columns = rows(path, &format!("select name from pragma_table_info('{table}')"));
        let row: Vec<_> = columns.iter().map(|name| format!("quote(\"{name}\")")).collect();
        let row = row.join(" || ' ' || ");
        let found = rows(path, &format!("select {row} from {table} order by 1"));
        assert!(!found.is_empty(), "the evening leaves nothing in {table}");
        all.extend(found.into_iter().map(|row| format!("{table}: {row}")));
    }
    all
}

/// The first column of what is selected.
pub fn rows(path: &Path, sql: &str) -> Vec<String> {
    let conn = Connection::open(path).unwrap();
    let mut select = conn.prepare(sql).unwrap();
    let found = select.query_map([], |row| row.get(0)).unwrap();
    found.map(Result::unwrap).collect()
}

/// The path with something after its name.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// A copy of a hall's folder as it is now: what a crash at this moment leaves.
pub fn copy_of(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let mut inside = vec![PathBuf::new()];
    while let Some(part) = inside.pop() {
        for entry in fs::read_dir(folder.join(&part)).unwrap() {
            let entry = entry.unwrap();
            let part = part.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                fs::create_dir(copy.path().join(&part)).unwrap();
                inside.push(part);
            } else {
                fs::copy(entry.path(), copy.path().join(&part)).unwrap();
            }
        }
    }
    copy
}

//! What the disk and SQLite give by themselves: rows of the record in groups of the desk's size, with the journal's settings,
//! and the journal without a desk.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hall_core::event::{Event, GameNo, Segment};
use hall_core::people::{Actor, PersonId};
use hall_core::record::{self, Hash, Line};
use hall_core::series::{CardNo, SeriesId};
use hall_server::journal::{Batch, BatchEntry, Journal, SCHEMA};
use rusqlite::Connection;
use uuid::Uuid;

const TIME: Duration = Duration::from_secs(3);

/// A block that goes from one seller to another, as in the bench of sales.
fn event(number: u64) -> Event {
    let first = u32::try_from(number % 64).expect("a small number") * 10 + 1;
    let cards = Segment {
        series: SeriesId::new('A', 17).expect("a series"),
        first: CardNo(first),
        last: CardNo(first + 9),
    };
    Event::CardsTransferred { game: GameNo(1), cards, from: PersonId(4), to: PersonId(5) }
}

/// Returns the rows a second that are written straight into SQLite, so many in a transaction.
///
/// # Errors
/// What SQLite says.
pub fn rows(dir: &Path, in_a_group: usize) -> Result<u64> {
    let conn = Connection::open(dir.join("filas.db"))?;
    conn.execute_batch(
        "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off;
         pragma cell_size_check = on; pragma secure_delete = on; pragma wal_autocheckpoint = 16384",
    )?;
    conn.execute_batch(SCHEMA)?;
    let mut insert = conn.prepare(
        "insert into event (seq, at_utc_ms, kind, version, request_id, actor, device, body, hash)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    let (began, mut seq, id) = (Instant::now(), 0, Uuid::new_v4().to_string());
    let encoded = record::encode(&event(1));
    while began.elapsed() < TIME {
        conn.execute_batch("begin immediate")?;
        for _ in 0..in_a_group {
            seq += 1_i64;
            let hash = [7_u8; 32];
            insert.execute((seq, seq, encoded.kind, 1, &id, "p3", "caja-1", &encoded.body, hash))?;
        }
        conn.execute_batch("commit")?;
    }
    a_second(u64::try_from(seq)?, began)
}

/// Returns the lines a second that the journal writes without a desk: hashes, tables for people and remembered requests
/// included.
///
/// # Errors
/// What the journal says.
pub fn journal(dir: &Path, in_a_group: usize) -> Result<u64> {
    let folder = dir.join("diario");
    std::fs::create_dir(&folder)?;
    let mut journal = Journal::create(&folder, 0)?;
    let (began, mut number) = (Instant::now(), 0);
    while began.elapsed() < TIME {
        let entries = (0..in_a_group).map(|_| {
            number += 1;
            let events = vec![event(number)];
            BatchEntry {
                request_id: Uuid::new_v4().to_string(),
                request_body: Some([7; 32]),
                ..BatchEntry::unasked(Actor::Person(PersonId(3)), "caja-1", events)
            }
        });
        let batch = Batch { at_utc_ms: 1_795_302_000_000, entries: entries.collect() };
        journal.append(&batch).context("a batch is written")?;
    }
    a_second(number, began)
}

/// Returns the hashes of lines a second, one core.
///
/// # Errors
/// None.
pub fn hashes() -> Result<u64> {
    let encoded = record::encode(&event(1));
    let mut line = Line {
        seq: 0,
        at_utc_ms: 1_795_302_000_000,
        kind: encoded.kind.into(),
        version: 1,
        request_id: Uuid::new_v4().to_string(),
        actor: Actor::Person(PersonId(3)),
        device: "caja-1".into(),
        body: encoded.body,
    };
    let (began, mut head) = (Instant::now(), Hash::GENESIS);
    while began.elapsed() < TIME / 3 {
        line.seq += 1;
        head = line.hash(&head);
    }
    std::hint::black_box(head);
    a_second(line.seq, began)
}

fn a_second(count: u64, began: Instant) -> Result<u64> {
    Ok(count * 1000 / u64::try_from(began.elapsed().as_millis())?)
}

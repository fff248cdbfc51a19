//! How long a start takes with a hundred thousand events, and in how much memory.

use std::time::Instant;

use anyhow::{Context, Result};
use hall_core::hall::Hall;
use hall_core::people::Actor;
use hall_server::journal::{Batch, Entry, Journal};

use super::{founded, memory_kib, ms, row};
use crate::history::History;
use crate::programs::Server;

const EVENTS: u64 = 100_000;

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let events = write_history(&founded.dir)?;
    let began = Instant::now();
    let server = Server::start(&founded.dir, None)?;
    let time = began.elapsed();
    let (now, peak) = memory_kib(server.pid())?;
    row(&format!("start to listening, {events} events in the record"), &ms(time), "10 s for 5 million");
    row(
        "  memory then, and at most",
        &format!("{} MiB, {} MiB", now / 1024, peak / 1024),
        "1 GiB for 5 million",
    );
    server.stop()
}

fn write_history(dir: &std::path::Path) -> Result<u64> {
    let (mut journal, _) = Journal::open(dir)?;
    let mut hall = Hall::default();
    journal.replay(|line, event| hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event))?;
    let mut history = History::new(hall);
    while journal.head().seq < EVENTS {
        let entries = history.next_game().into_iter().map(|(actor, events)| Entry {
            request_id: String::new(),
            actor,
            device: if actor == Actor::Machine { "maquina".to_owned() } else { "mesa".to_owned() },
            events,
            sealed: vec![],
            request_body: None,
        });
        journal
            .append(&Batch { at_utc_ms: history.now_ms(), entries: entries.collect() })
            .context("a game is written")?;
    }
    Ok(journal.head().seq)
}

//! How long a start takes with a hundred thousand events, in how much memory, and how soon after a
//! kill the same board is on a panel again.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use hall_core::event::Event;
use hall_core::hall::Hall;
use hall_core::people::Actor;
use hall_server::journal::{Batch, BatchEntry, Journal};
use hall_wire::board::PublicBoard;
use hall_wire::link::Link;

use super::{founded, memory_kib, ms, row};
use crate::history::History;
use crate::programs::{PATIENCE, Server};

const EVENTS: u64 = 100_000;
/// Balls of the game in whose draw the server is killed.
const BALLS: u8 = 41;
/// How often it is.
const KILLS: usize = 21;

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
    server.stop()?;
    kill(&founded.dir)
}

/// From SIGKILL in a draw to the same board on a panel: a new process, the record read, the
/// socket, the whole board.
fn kill(dir: &Path) -> Result<()> {
    let mut server = Server::start(dir, None)?;
    let board = |server: &Server| -> Result<Arc<PublicBoard>> {
        let panel = Link::<PublicBoard>::open(&server.url, "panel", None);
        let seen = panel.wait(|seen| seen.connected, PATIENCE).context("no board came")?;
        Ok(seen.board)
    };
    let before = board(&server)?;
    ensure!(before.announced.len() == usize::from(BALLS), "the game is in its draw");
    let mut times = Vec::new();
    for _ in 0..KILLS {
        let began = Instant::now();
        server.kill()?;
        server = Server::start(dir, None)?;
        let after = board(&server)?;
        times.push(began.elapsed());
        ensure!(after == before, "the board is another after the kill");
    }
    times.sort_unstable();
    let most = times[times.len() - 1];
    row(
        &format!("kill -9 in a draw to the same board on a panel, {KILLS} times"),
        &format!("median {}, most {}", ms(times[times.len() / 2]), ms(most)),
        "10 s",
    );
    server.stop()
}

fn entry((actor, events): (Actor, Vec<Event>)) -> BatchEntry {
    BatchEntry::unasked(actor, if actor == Actor::Machine { "maquina" } else { "mesa" }, events)
}

fn write_history(dir: &Path) -> Result<u64> {
    let (mut journal, _) = Journal::open(dir)?;
    let mut hall = Hall::default();
    journal.replay(|line, event| hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event))?;
    let mut history = History::new(hall);
    while journal.head().seq < EVENTS {
        let entries = history.next_game().into_iter().map(entry).collect();
        journal.append(&Batch { at_utc_ms: history.now_ms(), entries }).context("a game is written")?;
    }
    let entries = history.half_a_game(BALLS).into_iter().map(entry).collect();
    journal.append(&Batch { at_utc_ms: history.now_ms(), entries }).context("half a game is written")?;
    Ok(journal.head().seq)
}

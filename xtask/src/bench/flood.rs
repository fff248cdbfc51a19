//! What a machine that floods its line costs the others (reliability.md E 35).

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use super::{Times, founded, memory_kib, ms, row, sell};
use crate::flood::{Flood, RATE, Says};
use crate::programs::{Machine, Server};
use crate::staff::{Staff, post};

/// For how long orders are given, under each flood.
const TIME: Duration = Duration::from_secs(15);
/// Between two orders: nobody at a console is faster.
const REST: Duration = Duration::from_millis(20);

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    under(None, "a calm line")?;
    under(Some(Says::TheSame), "the same frame each time")?;
    under(Some(Says::Another), "another frame each time")?;
    under(Some(Says::AnotherMachine), "another machine each time")
}

fn under(says: Option<Says>, what: &str) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let mut machine = Machine::start(dir.path(), &["--interval-ms", "100", "--seed", "5"])?;
    let server = Server::start(&founded.dir, Some(&machine.port))?;
    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let game = sell(&staff, 420, 60, 60)?;
    post(&staff.cajero, "close-sale", &json!({"game": game}))?;
    while post(&staff.mesa, "start-draw", &json!({"game": game})).is_err() {
        std::thread::sleep(Duration::from_millis(100));
    }
    let flood = says.map(|says| {
        machine.tell("hangup")?;
        while machine.port.exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
        Flood::plug_in(&machine.port, says)
    });
    let flood = flood.transpose()?;
    while flood.as_ref().is_some_and(|flood| flood.frames() < RATE) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let (memory, _) = memory_kib(server.pid())?;
    let before = flood.as_ref().map_or(0, Flood::frames);
    let (mut times, begun) = (Times::default(), Instant::now());
    while begun.elapsed() < TIME {
        let note = json!({"about": "incidencia", "game": game, "text": "El extractor no calla."});
        let sent = Instant::now();
        post(&staff.mesa, "write-diligencia", &note).context("people are answered while it floods")?;
        times.add(sent.elapsed());
        std::thread::sleep(REST);
    }
    let millis = u64::try_from(begun.elapsed().as_millis())?;
    let rate = flood.map_or(0, |flood| (flood.frames() - before) * 1_000 / millis);
    let grown = memory_kib(server.pid())?.0.saturating_sub(memory);
    let figure = format!(
        "p50 {}, p99 {}, most {}",
        ms(times.permille(500)),
        ms(times.permille(990)),
        ms(times.permille(1_000))
    );
    row(&format!("order → on disk → answer, {} times; {what}", times.count()), &figure, "200 ms");
    row("  frames a second that the line took; memory grown", &format!("{rate}/s, {grown} KiB"), "-");
    Ok(())
}

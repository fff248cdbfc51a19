//! From a claim to its verdict, with twenty thousand cards sold.

use std::time::Instant;

use anyhow::Result;
use serde_json::json;

use super::{Times, founded, ms, row, sell};
use crate::programs::{Machine, Server};
use crate::staff::{Staff, post};

const CARDS: u32 = 20_000;
const CLAIMS: u32 = 2_000;

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), CARDS)?;
    let machine = Machine::start(dir.path(), &["--interval-ms", "50", "--seed", "3"])?;
    let server = Server::start(&founded.dir, Some(&machine.port))?;
    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let game = sell(&staff, CARDS, CARDS, 50)?;
    post(&staff.cajero, "close-sale", &json!({"game": game}))?;
    while post(&staff.mesa, "start-draw", &json!({"game": game})).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let mut times = Times::default();
    for claim in 0..CLAIMS {
        let card = claim * (CARDS / CLAIMS) + 1;
        let sent = Instant::now();
        post(&staff.mesa, "claim", &json!({"game": game, "play": "line", "series": "A17", "card": card}))?;
        times.add(sent.elapsed());
    }
    let figure = format!("p50 {}, p99 {}", ms(times.permille(500)), ms(times.permille(990)));
    row(&format!("claim → verdict on disk → answer, {CARDS} cards sold"), &figure, "p99 20 ms");
    Ok(())
}

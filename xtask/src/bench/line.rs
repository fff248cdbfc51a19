//! From a ball's byte on the line to its event on disk to fifty screens.

use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hall_wire::message::PROTOCOL;
use serde_json::json;
use tungstenite::Message;

use super::{Times, founded, ms, row, sell};
use crate::programs::{Machine, Server};
use crate::staff::{Staff, post};

const PANELS: usize = 50;
const BALLS: usize = 80;

struct Seen {
    panel: usize,
    at: Instant,
    text: String,
}

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    at(None)?;
    // A frame of a reading has 29 bytes: 30 ms at 9 600 bits a second.
    at(Some("9600"))?;
    at(Some("115200"))
}

/// Measures it on a line of this speed; without one, bytes cost no time.
fn at(baud: Option<&str>) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let mut options = vec!["--interval-ms", "240", "--seed", "5"];
    options.extend(baud.iter().flat_map(|baud| ["--baud", baud]));
    let machine = Machine::start(dir.path(), &options)?;
    let server = Server::start(&founded.dir, Some(&machine.port))?;
    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let game = sell(&staff, 420, 200, 50)?;
    post(&staff.cajero, "close-sale", &json!({"game": game}))?;

    let token = staff.mesa.token().context("the jefe de mesa has a token")?;
    let screens = screens(&server, token)?;
    while post(&staff.mesa, "start-draw", &json!({"game": game})).is_err() {
        std::thread::sleep(Duration::from_millis(100));
    }
    let (mut times, mut disk) = (Times::default(), Times::default());
    for place in 1..=BALLS {
        let marker = format!("\"section\":\"pending\",\"value\":[{{\"ordinal\":{place},");
        let mut arrivals = vec![None; PANELS];
        let mut ball = 0;
        while arrivals.iter().any(Option::is_none) {
            let seen =
                screens.recv_timeout(Duration::from_secs(30)).context("every screen shows every ball")?;
            if let Some(from) = seen.text.find(&marker) {
                let rest = &seen.text[from + marker.len()..];
                let digits: String = rest
                    .chars()
                    .skip_while(|c| !c.is_ascii_digit())
                    .take_while(char::is_ascii_digit)
                    .collect();
                ball = digits.parse()?;
                arrivals[seen.panel].get_or_insert(seen.at);
            }
        }
        let written = when_written(&machine, place)?;
        let now = mono_now()?;
        for at in arrivals.into_iter().flatten() {
            times.add(now.saturating_sub(at.elapsed()).saturating_sub(written));
        }
        let began = Instant::now();
        post(&staff.locutor, "announce", &json!({"game": game, "ordinal": place, "ball": ball}))?;
        disk.add(began.elapsed());
    }
    let figure = format!("p50 {}, p99 {}", ms(times.permille(500)), ms(times.permille(990)));
    let line =
        baud.map_or("ball byte on the pty".to_owned(), |baud| format!("ball read, at {baud} bits a second"));
    let budget = if baud.is_some() { "-" } else { "p99 50 ms" };
    row(&format!("{line} → disk → {PANELS} panels ({} arrivals)", times.count()), &figure, budget);
    if baud.is_some() {
        return Ok(());
    }
    let figure = format!("p50 {}, p99 {}", ms(disk.permille(500)), ms(disk.permille(990)));
    row("announce → on disk → answer to the caller", &figure, "-");
    Ok(())
}

/// The system's monotonic clock, which the simulator writes into its truth too.
fn mono_now() -> Result<Duration> {
    let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_MONOTONIC)?;
    Ok(Duration::new(u64::try_from(now.tv_sec())?, u32::try_from(now.tv_nsec())?))
}

/// Returns when the simulator wrote the reading of the nth ball of the draw.
fn when_written(machine: &Machine, place: usize) -> Result<Duration> {
    let truth = std::fs::read_to_string(&machine.truth)?;
    let mut reads = truth.lines().rev().filter(|line| line.contains("\"what\":\"read\""));
    let line = reads.next().context("the simulator writes down what it read")?;
    let value: serde_json::Value = serde_json::from_str(line)?;
    anyhow::ensure!(value["ordinal"] == place, "the last reading is the {place}th ball: {line}");
    let micros = value["mono_us"].as_u64().context("the truth has the monotonic clock")?;
    Ok(Duration::from_micros(micros))
}

fn screens(server: &Server, token: &str) -> Result<Receiver<Seen>> {
    let (tell, told) = sync_channel(4096);
    let base = server.url.replace("http://", "ws://");
    for panel in 0..PANELS {
        let url = format!("{base}/api/ws?protocol={PROTOCOL}&board=mesa&device=medida-{panel}&token={token}");
        let (mut socket, _) = tungstenite::connect(url)?;
        let tell = tell.clone();
        std::thread::spawn(move || {
            while let Ok(message) = socket.read() {
                let at = Instant::now();
                if let Message::Text(text) = message
                    && tell.send(Seen { panel, at, text: text.to_string() }).is_err()
                {
                    return;
                }
            }
        });
    }
    Ok(told)
}

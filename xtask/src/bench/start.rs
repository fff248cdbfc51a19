//! How long a start takes, with and without a snapshot of the hall, in how much memory; how soon after a kill the same
//! board is on a panel again; how long papers take. `BOMBO_LINES` says of how many lines the record is: one number or
//! several, 100,000 by default. A year has six million.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_core::event::Event;
use hall_core::hall::Hall;
use hall_core::people::Actor;
use hall_server::journal::{Batch, BatchEntry, Journal};
use hall_server::snapshot;
use hall_wire::board::PublicBoard;
use hall_wire::link::{Client, Link};

use super::{founded, memory_kib, ms, row};
use crate::history::{ACTA, History, secret_of};
use crate::programs::{Founded, Server, program};

/// Balls of the game in whose draw the server is killed.
const BALLS: u8 = 41;
/// How often it is, with the shortest record and with longer ones.
const KILLS: [usize; 2] = [21, 5];
/// Games that are written in one transaction.
const GAMES: usize = 10;
/// How long the server may take to read a long record beside the hall.
const BESIDE: Duration = Duration::from_secs(600);

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let wanted = std::env::var("BOMBO_LINES").unwrap_or_else(|_| "100000".to_owned());
    for (place, lines) in wanted.split([' ', ',']).enumerate() {
        let lines = lines.parse().context("BOMBO_LINES holds numbers")?;
        of(lines, KILLS[place.min(1)])?;
    }
    Ok(())
}

fn of(lines: u64, kills: usize) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let hall = &founded.dir;
    let began = Instant::now();
    let (lines, sessions, game) = write_history(hall, lines, Some(BALLS))?;
    let size = std::fs::metadata(hall.join("sala.db"))?.len();
    println!("a record of {lines} lines, {} MB, in {} s", size / 1_000_000, began.elapsed().as_secs());

    start(hall, "the whole record")?.kill()?;
    kill(hall, 2, "the whole record")?;
    // The first snapshot is made beside the hall.
    let server = serve(hall)?;
    let began = Instant::now();
    while !snapshot::path_in(hall).exists() {
        ensure!(began.elapsed() < BESIDE, "no snapshot was written");
        std::thread::sleep(Duration::from_millis(50));
    }
    row("  read beside the hall, until there is a snapshot", &ms(began.elapsed()), "-");
    server.stop()?;
    start(hall, "a snapshot")?.stop()?;
    kill(hall, kills, "a snapshot")?;
    papers(&founded, sessions, game)?;
    let began = Instant::now();
    let check =
        std::process::Command::new(program("hall-server")).args(["check", "--dir"]).arg(hall).output()?;
    ensure!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    row("  check", &ms(began.elapsed()), "-");
    Ok(())
}

/// Starts the server, however long it reads.
fn serve(dir: &Path) -> Result<Server> {
    Server::start_within(dir, None, "127.0.0.1:0", BESIDE)
}

fn start(dir: &Path, from: &str) -> Result<Server> {
    let began = Instant::now();
    let server = serve(dir)?;
    let time = began.elapsed();
    let (now, peak) = memory_kib(server.pid())?;
    row(&format!("  start to listening, from {from}"), &ms(time), "2 s with a snapshot");
    row(
        "  memory then, and at most",
        &format!("{} MiB, {} MiB", now / 1024, peak / 1024),
        "1 GiB for 5 million",
    );
    Ok(server)
}

/// From SIGKILL in a draw to the same board on a panel: a new process, the record, the socket, the whole board.
fn kill(dir: &Path, kills: usize, from: &str) -> Result<()> {
    let mut server = serve(dir)?;
    let board = |server: &Server| -> Result<Arc<PublicBoard>> {
        let panel = Link::<PublicBoard>::open(&server.url, "panel", None);
        let seen = panel.wait(|seen| seen.connected, BESIDE).context("no board came")?;
        Ok(seen.board)
    };
    let before = board(&server)?;
    ensure!(before.announced.len() == usize::from(BALLS), "the game is in its draw");
    let mut times = Vec::new();
    for _ in 0..kills {
        let began = Instant::now();
        server.kill()?;
        server = serve(dir)?;
        let after = board(&server)?;
        times.push(began.elapsed());
        ensure!(after == before, "the board is another after the kill");
    }
    times.sort_unstable();
    let most = times[times.len() - 1];
    row(
        &format!("  kill -9 in a draw to the same board on a panel, from {from}, {kills} times"),
        &format!("median {}, most {}", ms(times[times.len() / 2]), ms(most)),
        "10 s",
    );
    server.stop()
}

/// The papers that are wanted while the UPS runs out.
fn papers(founded: &Founded, sessions: u32, game: u32) -> Result<()> {
    let server = serve(&founded.dir)?;
    let mut sala = Client::new(&server.url);
    sala.login("lucia", &founded.pin, "sala-1")?;
    let paper = |what: &str, path: String| -> Result<()> {
        let began = Instant::now();
        let pdf = sala.get_bytes(&path)?;
        ensure!(pdf.starts_with(b"%PDF"), "{path} is a PDF");
        row(&format!("  {what}"), &ms(began.elapsed()), "1 s");
        Ok(())
    };
    paper("the sheet of the game", format!("/api/partidas/{game}/hoja"))?;
    paper("the acta so far", format!("/api/sessions/{sessions}/acta.pdf"))?;
    paper("the acta of the first session", "/api/sessions/1/acta.pdf".to_owned())?;
    server.stop()
}

/// One request or report; what people asked is remembered as the desk does.
fn entry(number: u64, (actor, events): (Actor, Vec<Event>)) -> BatchEntry {
    let asked = matches!(actor, Actor::Person(_));
    let secrets = events.iter().filter_map(|event| {
        if let Event::PersonAdded { person, .. } = event { Some(secret_of(*person)) } else { None }
    });
    let sealed = secrets.collect();
    let mut entry =
        BatchEntry::unasked(actor, if actor == Actor::Machine { "maquina" } else { "mesa" }, events);
    entry.sealed = sealed;
    if asked {
        entry.request_id =
            format!("{:08x}-0000-4000-8000-{number:012x}", number.wrapping_mul(2_654_435_761) >> 8);
        entry.request_body = Some([7; 32]);
    }
    entry
}

/// Writes sessions of sixty games. At the end comes a game with so many balls in its draw; without, the last session is over.
/// Returns the lines, the sessions and the last game.
pub(super) fn write_history(dir: &Path, lines: u64, balls: Option<u8>) -> Result<(u64, u32, u32)> {
    let (mut journal, _) = Journal::open(dir)?;
    let mut hall = Hall::default();
    journal.replay(|line, event| hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event))?;
    let mut history = History::new(hall, journal.head().seq);
    let (mut number, mut games) = (0, 0);
    let mut append = |at_utc_ms: i64, events: Vec<(Actor, Vec<Event>)>| -> Result<u64> {
        let entries = events.into_iter().map(|of_it| {
            number += 1;
            entry(number, of_it)
        });
        let batch = Batch { at_utc_ms, entries: entries.collect() };
        Ok(journal.append(&batch).context("games are written")?.head.seq)
    };
    let mut written = 0;
    while written < lines || balls.is_none() && history.is_in_a_session() {
        let mut events = Vec::new();
        for _ in 0..GAMES {
            events.extend(history.next_game());
            games += 1;
        }
        written = append(history.now_ms(), events)?;
    }
    if let Some(balls) = balls {
        let half = history.half_a_game(balls);
        written = append(history.now_ms(), half)?;
        games += 1;
    }
    std::fs::create_dir_all(dir.join("actas"))?;
    for session in 1..history.sessions() + u32::from(balls.is_none()) {
        std::fs::write(dir.join(History::acta_of(session)), ACTA)?;
    }
    Ok((written, history.sessions(), games))
}

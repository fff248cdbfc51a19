//! What it takes to archive a record, and what a night's check and backup and a first start take before and after.
//! `BOMBO_LINES` says of how many lines it is, 100,000 by default. A year has six million.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_server::journal::{ARCHIVES, database_in};
use hall_server::snapshot;

use super::start::write_history;
use super::{founded, ms, row};
use crate::programs::{Server, program};

/// How long the server may take to read a long record.
const PATIENCE: Duration = Duration::from_secs(600);

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let lines = std::env::var("BOMBO_LINES").unwrap_or_else(|_| "100000".to_owned());
    let place = tempfile::tempdir()?;
    let founded = founded(place.path(), 420)?;
    let hall = &founded.dir;
    let (lines, sessions, _) =
        write_history(hall, lines.parse().context("BOMBO_LINES holds a number")?, None)?;
    println!("a record of {lines} lines, {sessions} sessions");
    a_night(place.path(), hall, "before")?;
    let took = order(hall, &["archive"])?;
    row("  archive", &ms(took), "-");
    a_night(place.path(), hall, "after")
}

/// The first start of a program, and what is done at a session's close.
fn a_night(place: &Path, hall: &Path, when: &str) -> Result<()> {
    let megabytes = |bytes: u64| format!("{} MB", bytes / 1_000_000);
    let own = std::fs::metadata(database_in(hall))?.len();
    row(&format!("  sala.db {when}"), &megabytes(own), "-");
    for entry in std::fs::read_dir(hall.join(ARCHIVES)).into_iter().flatten() {
        row("  the archive", &megabytes(entry?.metadata()?.len()), "-");
    }
    row(&format!("  check {when}"), &ms(order(hall, &["check"])?), "-");
    let copies = place.join("copias");
    std::fs::create_dir_all(&copies)?;
    let to = copies.to_str().context("a plain path")?;
    for which in ["the first", "the next"] {
        let took = order(hall, &["backup", "--to", to, "--keep", "1"])?;
        row(&format!("  backup {when}, {which}"), &ms(took), "-");
    }
    snapshot::forget(&database_in(hall));
    let began = Instant::now();
    let server = Server::start_within(hall, None, "127.0.0.1:0", PATIENCE)?;
    row(&format!("  start without a snapshot {when}"), &ms(began.elapsed()), "-");
    server.stop()?;
    snapshot::forget(&database_in(hall));
    row(&format!("  prepare {when}"), &ms(order(hall, &["prepare"])?), "-");
    let began = Instant::now();
    let server = Server::start_within(hall, None, "127.0.0.1:0", PATIENCE)?;
    row(&format!("  start that was prepared {when}"), &ms(began.elapsed()), "2 s");
    server.stop()
}

/// Runs an order of the server's program on the hall.
fn order(hall: &Path, args: &[&str]) -> Result<Duration> {
    let began = Instant::now();
    let [name, rest @ ..] = args else { unreachable!("an order has a name") };
    let done = Command::new(program("hall-server")).arg(name).arg("--dir").arg(hall).args(rest).output()?;
    ensure!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    Ok(began.elapsed())
}

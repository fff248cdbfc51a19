//! How long it takes to take a record away and to check what was taken, by `hall-server check` and by the verifier in Python.
//! `BOMBO_LINES` says of how many lines it is, 100,000 by default; six million are a year, half a million a month.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use hall_server::export::{Decimals, Order, Part, export};
use hall_server::journal::{Journal, check};
use hall_server::record_key;

use super::start::write_history;
use super::{founded, row};

/// Measures it.
///
/// # Errors
/// What could not be measured, and a record or an export in which something is wrong.
pub fn run() -> Result<()> {
    let lines = std::env::var("BOMBO_LINES").unwrap_or_else(|_| "100000".to_owned());
    let place = tempfile::tempdir()?;
    let hall = founded(place.path(), 420)?.dir;
    let (lines, sessions, _) =
        write_history(&hall, lines.parse().context("BOMBO_LINES holds a number")?, None)?;
    let (mut journal, _) = Journal::open(&hall)?;
    record_key::ensure(&hall, &mut journal)?;
    journal.sign_end()?;
    drop(journal);
    println!("a record of {lines} lines, {sessions} sessions");

    let to = place.path().join("exportacion");
    let order = Order {
        dir: hall.clone(),
        part: Part::Between(None, None),
        to: to.clone(),
        decimals: Decimals::Point,
        with: Vec::new(),
        by: None,
    };
    let began = Instant::now();
    export(&order, &mut |_, _| ())?;
    row("  everything exported into a folder", &format!("{:.1} s", began.elapsed().as_secs_f64()), "–");
    row("  the folder", &format!("{} MB", size(&to)? / 1_000_000), "–");

    let began = Instant::now();
    let report = check(&hall, None)?;
    ensure!(report.is_sound(), "{report}");
    row("  hall-server check of the record", &format!("{:.1} s", began.elapsed().as_secs_f64()), "–");

    let began = Instant::now();
    let said = Command::new("python3").arg(to.join("verify_acta.py")).arg(&to).output()?;
    ensure!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
    row("  verify_acta.py of the folder", &format!("{:.1} s", began.elapsed().as_secs_f64()), "–");
    if let Some(keep) = std::env::var_os("BOMBO_KEEP") {
        std::fs::rename(&to, &keep)
            .context("BOMBO_KEEP names a folder that is not there, on the same disk")?;
        println!("kept in {}", keep.display());
    }
    Ok(())
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() { size(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}

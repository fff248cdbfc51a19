//! How long the proof of a line takes, from the database to the file that a player or an inspector takes away. `BOMBO_LINES`
//! says of how many lines the record is, 100,000 by default; the budget is for 5 million.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use hall_log::tree::leaf;
use hall_log::{LineProof, SecretKey};
use hall_server::journal::{Journal, RecordReader};

use super::start::write_history;
use super::{founded, ms, row};

/// How many lines are shown, from all over the record.
const SHOWN: u64 = 1000;

/// Measures it.
///
/// # Errors
/// What could not be measured, and a proof that shows nothing.
pub fn run() -> Result<()> {
    let lines = std::env::var("BOMBO_LINES").unwrap_or_else(|_| "100000".to_owned());
    let place = tempfile::tempdir()?;
    let hall = founded(place.path(), 420)?.dir;
    let (lines, sessions, _) =
        write_history(&hall, lines.parse().context("BOMBO_LINES holds a number")?, None)?;
    let (mut journal, _) = Journal::open(&hall)?;
    let key = SecretKey::of_seed(&[7; 32]);
    let public = key.public();
    journal.sign_with(key, None)?;
    journal.sign_end()?;
    let path = hall.join("sala.db");
    println!("a record of {lines} lines, {sessions} sessions");
    let mut times = Vec::new();
    for nth in 0..SHOWN {
        // 7919 is a prime: the lines come from everywhere and in no order that a cache would like.
        let seq = 1 + nth * 7919 * 631 % lines;
        let began = Instant::now();
        let record = RecordReader::open(&path)?;
        // The hall signed earlier ones with its own key as it was founded.
        let signed = record.newest_checkpoint()?.context("the end was signed")?;
        let found = record.lines(seq, seq)?;
        let (line, _) = found.first().context("the record has the line")?;
        let proof = record.line_proof(line, &signed)?;
        times.push(began.elapsed());
        let (proof, bytes) = LineProof::parse_with_extra(&proof).context("a proof is read back")?;
        ensure!(proof.shows(&leaf(&bytes), public).is_some(), "line {seq} is not shown by its proof");
    }
    times.sort_unstable();
    let most = times[times.len() - 1];
    let median = times[times.len() / 2];
    row(
        &format!("  proof of a line, from opening the record, {SHOWN} times"),
        &format!("median {}, most {}", ms(median), ms(most)),
        "100 ms of 5 million",
    );
    Ok(())
}

//! The acta of a very long session: 300 games, tagged, with the lines of its record attached, looked at before it is
//! handed over.

use std::process::Command;

use anyhow::{Context, Result};
use hall_wire::paper::{ActaSheet, RecordHead, RecordLines};

use super::printing::watched;
use super::{ms, row};
use crate::programs::program;

const GAMES: u32 = 300;

/// An evening's game has about 330: three a ball, and its sale.
const LINES_A_GAME: u64 = 330;

/// Odd, so that there is a middle one.
const TIMES: usize = 11;

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (input, output) = (dir.path().join("acta.json"), dir.path().join("acta.pdf"));
    for (what, attached) in [("without its lines", false), ("with its lines", true)] {
        std::fs::write(&input, serde_json::to_vec(&acta(attached)?)?)?;
        let (mut times, mut peak) = (Vec::with_capacity(TIMES), 0);
        for _ in 0..TIMES {
            let mut command = Command::new(program("card-printer"));
            let (time, kib) = watched(command.arg("acta").arg("--in").arg(&input).arg("--out").arg(&output))?;
            times.push(time);
            peak = peak.max(kib);
        }
        times.sort_unstable();
        let figure = format!("{}, {}", ms(times[0]), ms(times[TIMES / 2]));
        row(&format!("acta of {GAMES} games {what}, best and median of {TIMES}"), &figure, "2 s");
        row("  the file", &format!("{} bytes", std::fs::metadata(&output)?.len()), "–");
        row("  memory of the program, at most", &format!("{} MiB", peak.div_ceil(1024)), "–");
    }
    Ok(())
}

/// The demonstration's evening, its games again and again.
fn acta(attached: bool) -> Result<ActaSheet> {
    let evening = concat!(env!("CARGO_MANIFEST_DIR"), "/../card-printer/tests/data/acta-noche.json");
    let mut acta: ActaSheet = serde_json::from_slice(&std::fs::read(evening)?)?;
    let games = acta.games.clone();
    acta.games = (1..=GAMES)
        .zip(games.iter().cycle())
        .map(|(number, game)| {
            let mut game = game.clone();
            (game.number, game.absolute) = (number, u64::from(number));
            game
        })
        .collect();
    acta.games.last().context("an evening has games")?;
    let before = RecordHead { seq: 0, head_hash: "0".repeat(64) };
    acta.record_lines =
        attached.then(|| RecordLines { before, lines: lines(u64::from(GAMES) * LINES_A_GAME) });
    Ok(acta)
}

/// Lines like those of the record, with hashes that do not pack.
fn lines(count: u64) -> String {
    let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
    let mut text = String::new();
    for seq in 1..=count {
        hash = hash.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(seq);
        let digits: String = (0..4)
            .map(|n| format!("{:016x}", hash.rotate_left(n * 17).wrapping_mul(0x2545_F491_4F6C_DD1D)))
            .collect();
        text += &format!(
            "{{\"seq\":{seq},\"at_utc_ms\":{},\"kind\":\"ball_extracted\",\"version\":1,\"request_id\":\"\",\"actor\":\"machine\",\"device\":\"\",\"body\":\"{{\\\"game\\\":{},\\\"number\\\":{},\\\"ordinal\\\":{}}}\",\"hash\":\"{digits}\"}}\n",
            1_795_291_200_000 + seq * 700,
            seq / LINES_A_GAME + 1,
            hash % 90 + 1,
            seq % 90 + 1,
        );
    }
    text
}

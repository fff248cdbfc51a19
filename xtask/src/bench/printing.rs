//! A whole series to PDF: 9,000 cards with 2-D codes, six to an A4 page.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_core::card::code::{CardCode, CardKey};
use hall_core::matrix::{Matrix, MatrixKey, MatrixNo};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::paper::{SeriesSheet, SheetCard};

use super::{memory_kib, ms, row};
use crate::programs::program;

/// How many cards.
pub(super) const CARDS: u32 = 9_000;

/// Odd, so that there is a middle one.
const TIMES: usize = 21;

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (input, output) = (dir.path().join("serie.json"), dir.path().join("serie.pdf"));
    std::fs::write(&input, serde_json::to_vec(&series()?)?)?;
    let (mut times, mut peak) = (Vec::with_capacity(TIMES), 0);
    for _ in 0..TIMES {
        let (time, kib) = print(&input, &output)?;
        times.push(time);
        peak = peak.max(kib);
    }
    times.sort_unstable();
    let figure = format!("{}, {}", ms(times[0]), ms(times[TIMES / 2]));
    row(&format!("{CARDS} cards with 2-D code to PDF, best and median of {TIMES}"), &figure, "1.0 s");
    row("  the file", &format!("{} bytes", std::fs::metadata(&output)?.len()), "3,000,000");
    row("  memory of the program, at most", &format!("{} MiB", peak.div_ceil(1024)), "64 MiB");
    Ok(())
}

/// Prints once. Returns the time and the most memory it had, in KiB.
pub(super) fn print(input: &Path, output: &Path) -> Result<(Duration, u64)> {
    let mut command = Command::new(program("card-printer"));
    watched(command.arg("cards").arg("--in").arg(input).arg("--out").arg(output))
}

/// Runs a program to its end. Returns the time and the most memory it had, in KiB. The peak only
/// grows, so that looking each millisecond misses at most what the last one adds.
pub(super) fn watched(command: &mut Command) -> Result<(Duration, u64)> {
    let begun = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn().context("the program is there")?;
    let mut peak = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if let Ok((_, most)) = memory_kib(child.id()) {
            peak = peak.max(most);
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let time = begun.elapsed();
    ensure!(status.success(), "it ended with {status}");
    Ok((time, peak))
}

/// A series as the server hands it over, with genuine codes.
pub(super) fn series() -> Result<SeriesSheet> {
    let series = SeriesId::parse("A17").context("A17 is a series")?;
    let key = CardKey::from_bytes([7; 32]);
    let matrix =
        MatrixNo::new(17).and_then(|number| Matrix::new(number, CARDS, &MatrixKey::from_bytes([17; 16])));
    let matrix = matrix.context("a matrix")?;
    let cards = (1..).zip(matrix.faces()).map(|(number, face)| {
        let card = CardRef { series, number: CardNo(number) };
        SheetCard { number, rows: face.card().grid(), code: CardCode::sign(&key, card).to_string() }
    });
    Ok(SeriesSheet {
        hall: "Bingo Las Palmeras".to_owned(),
        series: series.to_string(),
        face_value_cents: 200,
        series_size: CARDS,
        matrix: 17,
        legal: "Cartón válido para una sola partida. El cartón manipulado o con un número ilegible no tiene premio."
            .to_owned(),
        draft: false,
        cards: cards.collect(),
    })
}

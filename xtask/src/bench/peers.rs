//! Other people's generators and printers beside Bombo's, in one run on one machine.
//!
//! Each is installed into a temporary folder and used as its own pages say (`xtask/peers/`). What
//! cannot be installed is left out, with the reason.

pub mod install;
pub mod judge;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_core::card::{Card, CardId};
use hall_core::matrix::{Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions};

use super::printing;
use install::{ended, libtombala, python, script, tambola};
use judge::{Grid, Judgement};

/// Cards of each generator: 16,667 strips of six.
const CARDS: u32 = 100_002;

/// How often Bombo does what takes it milliseconds; the best counts, as in the other measures.
const TIMES: usize = 5;

/// Measures all that can be installed.
///
/// # Errors
/// When Bombo itself cannot be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    println!("Installing the others into {} …", dir.display());
    let python = python(dir);
    let others = [
        ("housie 0.2.1 (PyPI)", script(&python, dir, include_str!("../../peers/housie_cards.py"))),
        ("banko 0.1.4 (PyPI)", script(&python, dir, include_str!("../../peers/banko_cards.py"))),
        ("tambola 3.0.3 (npm)", tambola(dir)),
        ("libtombala 3.2.2 (crates.io)", libtombala(dir)),
    ];
    println!("\n{CARDS} cards each, generating alone");
    line("", ["cards/s", "valid", "with 0/1/2/3 columns of three, %", "layouts", "40 in row 1/2/3, %"]);
    line("exact: every card equally likely", ["", "100.00 %", "32.0 / 53.3 / 14.3 / 0.4", "", ""]);
    shown("Bombo, single cards of a matrix", ours(MatrixKind::Single)?);
    line("exact: every strip equally likely", ["", "100.00 %", "38.8 / 50.4 / 10.5 / 0.2", "", ""]);
    shown("Bombo, cards in strips of six", ours(MatrixKind::Strip)?);
    for (name, command) in others {
        match command.and_then(|command| made(command, dir)) {
            Ok(made) => shown(name, made),
            Err(why) => println!("{name:<34} left out: {why:#}"),
        }
    }
    ranks()?;
    paper(dir, &python)
}

/// Prints a line of the table.
fn line(name: &str, [speed, valid, columns, layouts, forty]: [&str; 5]) {
    println!("{name:<34} {speed:>11} {valid:>9}   {columns:<33} {layouts:>7}   {forty}");
}

fn shown(name: &str, (time, cards): (Duration, Vec<Grid>)) {
    let speed = format!("{:.0}", cards.len() as f64 / time.as_secs_f64());
    let [valid, columns, layouts, forty] = Judgement::of(&cards).cells();
    line(name, [&speed, &valid, &columns, &layouts, &forty]);
}

/// What Bombo makes of a key, the matrix included.
fn ours(kind: MatrixKind) -> Result<(Duration, Vec<Grid>)> {
    let options = MatrixOptions { kind, clean: false };
    let number = MatrixNo::new(1).context("1 is a number")?;
    let mut best = Duration::MAX;
    let mut cards: Vec<Card> = Vec::new();
    for _ in 0..TIMES {
        let begun = Instant::now();
        let matrix = Matrix::with(number, CARDS, options, &MatrixKey::from_bytes([90; 16]));
        cards = matrix.context("a good size")?.faces().map(CardId::card).collect();
        best = best.min(begun.elapsed());
    }
    Ok((best, cards.into_iter().map(Card::grid).collect()))
}

/// Runs a generator. Returns how long it says generating took, and the cards.
fn made(mut command: Command, dir: &Path) -> Result<(Duration, Vec<Grid>)> {
    let path = dir.join("cards");
    let said = ended(command.arg(CARDS.to_string()).arg(&path))?;
    let seconds: f64 = said.trim().parse().context("it says how many seconds it took")?;
    let bytes = fs::read(&path)?;
    let (cells, rest) = bytes.as_chunks::<9>();
    let (cards, over) = cells.as_chunks::<3>();
    ensure!(
        cards.len() == CARDS as usize && rest.is_empty() && over.is_empty(),
        "it made another number of cards"
    );
    Ok((Duration::from_secs_f64(seconds), cards.to_vec()))
}

/// What the others have nothing like: a card from its place in the list of all, and back.
fn ranks() -> Result<()> {
    let (_, grids) = ours(MatrixKind::Single)?;
    let cards = grids.iter().map(Card::from_grid).collect::<Result<Vec<Card>, _>>()?;
    let ids: Vec<CardId> = cards.iter().map(|card| card.id()).collect();
    let speed = |work: &dyn Fn()| {
        let timed = |_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        };
        let best = (0..TIMES).map(timed).min().unwrap_or_default();
        format!("{:.0}", f64::from(CARDS) / best.as_secs_f64())
    };
    let forth = speed(&|| ids.iter().for_each(|id| _ = black_box(id.card())));
    let back = speed(&|| cards.iter().for_each(|card| _ = black_box(card.id())));
    line("Bombo, place → card", [&forth, "", "", "", ""]);
    line("Bombo, card → place", [&back, "", "", "", ""]);
    Ok(())
}

/// The same series to the same sheets, by `card-printer` and by a script for the usual library.
fn paper(dir: &Path, python: &Result<PathBuf>) -> Result<()> {
    let (input, output) = (dir.join("serie.json"), dir.join("serie.pdf"));
    fs::write(&input, serde_json::to_vec(&printing::series()?)?)?;
    println!("\n{} cards with 2-D code, six to an A4 page, to PDF", printing::CARDS);
    let print = |name: &str, (time, kib): (Duration, u64)| -> Result<()> {
        let bytes = fs::metadata(&output)?.len();
        println!("{name:<34} {:>8.2} s {bytes:>11} bytes {:>5} MiB", time.as_secs_f64(), kib.div_ceil(1024));
        Ok(())
    };
    let mut runs = (0..TIMES).map(|_| printing::print(&input, &output)).collect::<Result<Vec<_>>>()?;
    runs.sort_unstable();
    print("Bombo", runs[0])?;
    let name = "reportlab 5.1.0 with segno 1.6.6";
    let sheets = script(python, dir, include_str!("../../peers/reportlab_sheets.py"));
    match sheets.and_then(|mut command| printing::watched(command.arg(&input).arg(&output))) {
        Ok(run) => print(name, run)?,
        Err(why) => println!("{name:<34} left out: {why:#}"),
    }
    Ok(())
}

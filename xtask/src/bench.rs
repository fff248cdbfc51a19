//! The figures of `docs/measurements.md`: real processes, real disk, real sockets.
//!
//! Each prints what was measured beside its budget. Nothing here passes or fails.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use crate::programs::{Founded, found};
use crate::staff::{Staff, post};

pub mod acta;
pub mod archive;
pub mod bare;
pub mod camera;
pub mod cards;
pub mod copies;
pub mod export;
pub mod film;
pub mod flood;
pub mod held;
pub mod line;
pub mod network;
pub mod peers;
pub mod phones;
mod posting;
pub mod printing;
pub mod proof;
pub mod rest;
pub mod sales;
pub mod scenes;
pub mod screens;
pub mod search;
pub mod start;
pub mod verdict;
pub mod voice;

/// A profile for measuring: no time to wait after the question, and this many cards a series.
pub fn profile(series_size: u32) -> String {
    hall_server::profile::ESTATAL_2002
        .replace("{ value = 5, hall = true }", "{ value = 0, hall = true }")
        .replace("{ value = 420, hall = true }", &format!("{{ value = {series_size}, hall = true }}"))
}

/// A hall under [`profile`].
///
/// # Errors
/// When the folder cannot be written.
pub fn founded(dir: &Path, series_size: u32) -> Result<Founded> {
    founded_under(dir, &profile(series_size))
}

/// A hall under this profile.
///
/// # Errors
/// When the folder cannot be written.
pub fn founded_under(dir: &Path, text: &str) -> Result<Founded> {
    let profile = dir.join("medida.toml");
    std::fs::write(&profile, text)?;
    let hall = dir.join("sala");
    found(&hall, &["--demo-seed", "7", "--profile", profile.to_str().context("a plain path")?])
}

/// Opens a sale of A17, a series of `size` cards at 2,00 €, and gives the cards up to `last` to the
/// first seller in blocks.
///
/// # Errors
/// What the desk refused.
pub fn sell(staff: &Staff, size: u32, last: u32, block: u32) -> Result<u32> {
    let announced = json!({"series": "A17", "series_size": size, "face_value_cents": 200});
    let opened = post(&staff.mesa, "open-sale", &announced)?;
    let game = u32::try_from(opened.events[0].body["game"].as_u64().context("a sale has a game")?)?;
    let mut first = 1;
    while first <= last {
        let to = (first + block - 1).min(last);
        let cards = json!({"game": game, "series": "A17", "first": first, "last": to,
            "price_cents": 200, "seller": staff.sellers[0]});
        post(&staff.cajero, "issue-block", &cards)?;
        first = to + 1;
    }
    Ok(game)
}

/// Times in order, to quote.
#[derive(Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Adds one.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Returns the time that this share of them (0 to 1000 ‰) does not exceed.
    ///
    /// # Panics
    /// When there are none.
    pub fn permille(&mut self, permille: usize) -> Duration {
        self.0.sort_unstable();
        let index = (self.0.len() * permille / 1000).min(self.0.len() - 1);
        self.0[index]
    }

    /// Returns how many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// Prints a row: what, the figure, its budget.
pub fn row(what: &str, figure: &str, budget: &str) {
    println!("{what:<62} {figure:>28}   (budget {budget})");
}

/// Returns milliseconds with two decimals.
pub fn ms(time: Duration) -> String {
    format!("{}.{:02} ms", time.as_millis(), time.subsec_micros() % 1000 / 10)
}

/// Returns a process's resident memory and its peak, in KiB.
///
/// # Errors
/// When there is no such process.
pub fn memory_kib(pid: u32) -> Result<(u64, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let field = |name: &str| -> Result<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).context("a process has memory")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    };
    Ok((field("VmRSS:")?, field("VmHWM:")?))
}

/// Returns the processor time a process has used, in ticks of 10 ms.
///
/// # Errors
/// When there is no such process.
pub fn cpu_ticks(pid: u32) -> Result<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let after_name = stat.rsplit(')').next().context("a process has a name")?;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    Ok(fields[11].parse::<u64>()? + fields[12].parse::<u64>()?)
}

/// Measures everything.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    cards::run()?;
    printing::run()?;
    line::run()?;
    phones::run()?;
    network::run()?;
    flood::run()?;
    sales::run()?;
    copies::run()?;
    verdict::run()?;
    proof::run()?;
    search::run()?;
    export::run()?;
    start::run()?;
    archive::run()?;
    rest::run()?;
    camera::run()?;
    film::run()?;
    held::run()?;
    voice::run()?;
    scenes::run()?;
    screens::run()
}

//! Film beside the draw: what an announcement costs with and without it, and how soon a dispute's folder is ready.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::posting::Posting;
use super::screens::Drawing;
use super::{Times, memory_kib, ms, row};

/// Balls of a stretch; a game has four, without and with cameras in turns.
const BALLS: usize = 20;

/// Games.
const GAMES: usize = 3;

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let (mut without, mut with, mut ready) = (Times::default(), Times::default(), Times::default());
    let (mut most_bytes, mut memory) = (0, 0);
    for _ in 0..GAMES {
        let mut drawing = Drawing::begin(1_000)?;
        let desk = drawing.staff.desk(&drawing.server);
        for stretch in 0..4 {
            let dir = drawing.dir.path().join("sala");
            let cameras = ["exit", "desk", "hall"].into_iter().filter(|_| stretch % 2 == 1);
            let filming: Vec<Posting> = cameras
                .map(|name| Posting::start(&dir, &drawing.server.url, name, 10))
                .collect::<Result<_>>()?;
            let times = if filming.is_empty() { &mut without } else { &mut with };
            for _ in 0..BALLS {
                times.add(drawing.announce_timed(&desk)?);
            }
        }
        // The last ball has five seconds behind it by then, as a dispute has.
        std::thread::sleep(Duration::from_secs(6));
        for ordinal in 71..=80 {
            let begun = Instant::now();
            let zip = drawing.dispute(ordinal)?;
            ready.add(begun.elapsed());
            most_bytes = most_bytes.max(zip.len());
        }
        memory = memory.max(memory_kib(drawing.server.pid())?.1);
    }
    let quantiles =
        |times: &mut Times| format!("p50 {}, p99 {}", ms(times.permille(500)), ms(times.permille(990)));
    row("announce → on disk → answer, no camera", &quantiles(&mut without), "–");
    row("  … three cameras of ten pictures a second, all filmed", &quantiles(&mut with), "as without");
    let figure = format!("p50 {}, most {}", ms(ready.permille(500)), ms(ready.permille(1000)));
    row(&format!("a dispute's folder, ready to take ({most_bytes} bytes at most)"), &figure, "5 s");
    row("  server, memory at most", &format!("{} MiB", memory / 1024), "–");
    Ok(())
}

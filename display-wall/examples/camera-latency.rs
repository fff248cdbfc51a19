//! Latency of the camera's picture on the wall: encoding, network and decoding; and with `--board`, also painting.
//!
//! The ball of the test picture revolves once per second of wall-clock time. This program compares its angle in a
//! local test picture and in one received from a `hall-camera` it starts: the difference is the latency.
//!
//! `camera-latency --board tests/boards/draw.json 1 4 8` has a wall of so many monitors show it, and looks at what is on
//! each of their windows (`xvfb-run`, `xdotool`, `xwd`).

use std::f64::consts::TAU;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use display_wall::video::{Frame, Video};

const PATIENCE: Duration = Duration::from_secs(30);
const PICTURES: usize = 500;

fn main() -> Result<()> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(|examples| examples.parent()).context("a program is in a folder")?;
    let mut camera = Command::new(folder.join("hall-camera"))
        .args(["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("hall-camera is built")?;
    let mut line = String::new();
    BufReader::new(camera.stdout.take().context("it was piped")?).read_line(&mut line)?;
    let url = line.trim().strip_prefix("hall-camera: ").context("it says where it is")?;
    let args: Vec<String> = std::env::args().skip(1).collect();
    let measured = match &args[..] {
        [flag, board, monitors @ ..] if flag == "--board" => monitors.iter().try_for_each(|monitors| {
            let ages = on_glass(&folder.join("display-wall"), board, url, monitors.parse()?)?;
            tell(&format!("on {monitors} monitors, {} pictures", ages.len()), ages);
            Ok(())
        }),
        _ => measure(url).map(|ages| tell(&format!("{} pictures", ages.len()), ages)),
    };
    end(&mut camera);
    measured
}

fn end(program: &mut Child) {
    let _ = program.kill();
    let _ = program.wait();
}

fn tell(what: &str, mut ages: Vec<f64>) {
    ages.sort_by(f64::total_cmp);
    let at = |permille: usize| ages[(ages.len() * permille / 1000).min(ages.len() - 1)];
    println!("{what}: p50 {:.0} ms, p95 {:.0} ms, most {:.0} ms", at(500), at(950), at(999));
}

/// Latencies in milliseconds of what is on the windows of a wall.
fn on_glass(wall: &Path, board: &str, url: &str, monitors: usize) -> Result<Vec<f64>> {
    let size = if monitors == 1 { "1920x1080" } else { "480x270" };
    let mut wall = Command::new(wall)
        .args(["--board", board, "--video", url, "--monitors", &monitors.to_string()])
        .args(["--size", size, "--position", "0,0"])
        .stderr(Stdio::null())
        .spawn()
        .context("display-wall is built")?;
    let looked = look(monitors);
    end(&mut wall);
    looked
}

fn look(monitors: usize) -> Result<Vec<f64>> {
    let begun = Instant::now();
    let windows = loop {
        let found = Command::new("xdotool").args(["search", "--name", "^c.*mara$"]).output()?.stdout;
        let found = String::from_utf8(found)?;
        let found: Vec<String> = found.lines().map(str::to_owned).collect();
        if found.len() == monitors {
            break found;
        }
        anyhow::ensure!(begun.elapsed() < PATIENCE, "{} windows of the camera", found.len());
        std::thread::sleep(Duration::from_millis(100));
    };
    let came = Arc::new(Mutex::new(Instant::now()));
    let clock = Arc::clone(&came);
    let direct =
        Video::open("test", move || *clock.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now());
    std::thread::sleep(Duration::from_secs(2));
    let mut ages = Vec::new();
    while ages.len() < PICTURES / 2 {
        for window in &windows {
            let before = Instant::now();
            let seen = Command::new("xwd").args(["-silent", "-id", window]).output()?.stdout;
            let took = before.elapsed();
            let Some(beside) = direct.latest() else { continue };
            let drawn = *came.lock().unwrap_or_else(PoisonError::into_inner);
            if took > Duration::from_millis(20)
                || direct.latest().is_none_or(|newest| newest.serial != beside.serial)
            {
                continue;
            }
            // It was on the window some time while it was looked at.
            let at = before + took / 2;
            ages.extend(dumped(&seen).and_then(|seen| age(&beside, drawn, &seen, at)));
        }
    }
    Ok(ages)
}

/// The picture in a dump of a window, 32 bits a point with blue first, as of `xwd`.
fn dumped(dump: &[u8]) -> Option<Frame> {
    let word = |at: usize| Some(u32::from_be_bytes(dump.get(at * 4..at * 4 + 4)?.try_into().ok()?) as usize);
    let (head, width, height, row, colours) = (word(0)?, word(4)?, word(5)?, word(12)?, word(19)?);
    let pixels = dump.get(head + colours * 12..)?;
    let rows = pixels.chunks_exact(row).take(height).flat_map(|row| row[..width * 4].as_chunks::<4>().0);
    let rgba = rows.flat_map(|[blue, green, red, _]| [*red, *green, *blue, 255]).collect();
    Some(Frame { size: [width, height], rgba, serial: 0 })
}

/// Latencies in milliseconds.
fn measure(url: &str) -> Result<Vec<f64>> {
    let came = Arc::new(Mutex::new(Instant::now()));
    let clock = Arc::clone(&came);
    let direct =
        Video::open("test", move || *clock.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now());
    let (tell, told) = sync_channel(1);
    let film = Video::open(url, move || {
        let _ = tell.try_send(Instant::now());
    });
    // Skip the first second, which includes connecting.
    for _ in 0..25 {
        next(&told, &film)?;
    }
    let mut ages = Vec::new();
    while ages.len() < PICTURES {
        let (at, frame) = next(&told, &film)?;
        let Some(beside) = direct.latest() else { continue };
        let drawn = *came.lock().unwrap_or_else(PoisonError::into_inner);
        // Only if no newer frame came in between.
        if direct.latest().is_none_or(|newest| newest.serial != beside.serial) {
            continue;
        }
        ages.extend(age(&beside, drawn, &frame, at));
    }
    Ok(ages)
}

/// How much older, in milliseconds, a picture seen at an instant is than the one drawn beside it.
fn age(beside: &Frame, drawn: Instant, seen: &Frame, at: Instant) -> Option<f64> {
    let since =
        at.saturating_duration_since(drawn).as_secs_f64() - drawn.saturating_duration_since(at).as_secs_f64();
    let age = (phase(beside)? + since - phase(seen)?).rem_euclid(1.0);
    Some(if age > 0.5 { age - 1.0 } else { age } * 1000.0)
}

fn next(told: &Receiver<Instant>, film: &Video) -> Result<(Instant, Arc<Frame>)> {
    loop {
        let at = told.recv_timeout(PATIENCE).context("no picture comes")?;
        if let Some(frame) = film.latest() {
            return Ok((at, frame));
        }
    }
}

/// The ball's angle, as a fraction of a second.
fn phase(frame: &Frame) -> Option<f64> {
    let [width, height] = frame.size;
    let (mut x_sum, mut y_sum, mut count) = (0, 0, 0);
    for y in (0..height).step_by(4) {
        for x in (0..width).step_by(4) {
            if frame.rgba[(y * width + x) * 4] > 128 {
                (x_sum, y_sum, count) = (x_sum + x, y_sum + y, count + 1);
            }
        }
    }
    let middle = |sum: usize, side: usize| sum as f64 / f64::from(count) - side as f64 / 2.0;
    let angle = (count > 0).then(|| middle(x_sum, width).atan2(middle(y_sum, height)))?;
    Some((0.5 - angle / TAU).rem_euclid(1.0))
}

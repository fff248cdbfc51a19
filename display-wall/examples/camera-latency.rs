//! Latency of the camera's picture on the wall: encoding, network and decoding.
//!
//! The ball of the test picture revolves once per second of wall-clock time. This program compares its angle in a
//! local test picture and in one received from a `hall-camera` it starts: the difference is the latency.

use std::f64::consts::TAU;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
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
    let measured = measure(line.trim().strip_prefix("hall-camera: ").context("it says where it is")?);
    let _ = camera.kill();
    let _ = camera.wait();
    let mut ages = measured?;
    ages.sort_by(f64::total_cmp);
    let at = |permille: usize| ages[(ages.len() * permille / 1000).min(ages.len() - 1)];
    println!("{} pictures: p50 {:.0} ms, p95 {:.0} ms, most {:.0} ms", ages.len(), at(500), at(950), at(999));
    Ok(())
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
        let since = at.saturating_duration_since(drawn).as_secs_f64()
            - drawn.saturating_duration_since(at).as_secs_f64();
        let (Some(now), Some(then)) = (phase(&beside), phase(&frame)) else { continue };
        let age = (now + since - then).rem_euclid(1.0);
        ages.push(if age > 0.5 { age - 1.0 } else { age } * 1000.0);
    }
    Ok(ages)
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

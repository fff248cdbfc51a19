//! A picture that is held back, on eight televisions and on eight monitors of a wall: how far its ball's light and its picture are
//! apart, and whether it ever ran ahead.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hall_wire::message::PROTOCOL;

use super::phones::{Crowd, follow};
use super::posting::Posting;
use super::screens::{Drawing, lit, painted, start_wall};
use super::{Times, ms, row};
use crate::screens::Filming;

/// Televisions, and monitors of the wall.
const SCREENS: usize = 8;

/// Balls of each.
const BALLS: u8 = 20;

/// How much sooner than the reader's word the camera sees a ball.
const READER: Duration = Duration::from_millis(300);

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    televisions()?;
    wall()
}

/// The caller takes his time, and now and then does not.
fn thinks(place: u8) {
    std::thread::sleep(Duration::from_millis([900, 150, 1_500, 400][usize::from(place % 4)]));
}

/// How far light and picture were apart.
#[derive(Default)]
struct Apart {
    after: Times,
    before: Times,
    ahead: usize,
    of: usize,
}

impl Apart {
    fn add(&mut self, light_ns: i64, picture_ns: i64) {
        let by = Duration::from_nanos(light_ns.abs_diff(picture_ns));
        if picture_ns >= light_ns { &mut self.after } else { &mut self.before }.add(by);
        self.of += 1;
    }

    fn tell(&mut self, name: &str) {
        for (what, times) in [("after", &mut self.after), ("before", &mut self.before)] {
            if times.count() > 0 {
                let figure = format!(
                    "p50 {}, p99 {}, most {} ({} of {})",
                    ms(times.permille(500)),
                    ms(times.permille(990)),
                    ms(times.permille(1000)),
                    times.count(),
                    self.of
                );
                row(&format!("{name}: the picture comes {what} the light"), &figure, "50 ms");
            }
        }
        row("  … pictures that ran ahead of their ball", &format!("{} of {}", self.ahead, self.of), "0");
    }
}

/// Reads a television's pictures, telling the number of each and when it came.
fn look(host: &str, screen: usize, tell: SyncSender<(usize, u64, Instant)>) -> Result<()> {
    let mut stream = TcpStream::connect(host)?;
    write!(stream, "GET /api/camera.mjpeg HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
    std::thread::spawn(move || -> Result<()> {
        let (mut stream, mut line) = (BufReader::with_capacity(65_536, stream), Vec::new());
        while stream.read_until(b'\n', &mut line)? > 0 {
            if let Some(seq) = line.strip_prefix(b"Camera-Seq: ") {
                tell.send((screen, std::str::from_utf8(seq)?.trim().parse()?, Instant::now()))?;
            }
            line.clear();
        }
        Ok(())
    });
    Ok(())
}

/// What the televisions had till now.
struct Pictures {
    told: Receiver<(usize, u64, Instant)>,
    had: Vec<Vec<(u64, Instant)>>,
}

impl Pictures {
    fn take_in(&mut self) {
        while let Ok((screen, seq, at)) = self.told.try_recv() {
            self.had[screen].push((seq, at));
        }
    }

    /// When a television had the first picture from this one on.
    fn first(&mut self, screen: usize, from: u64) -> Result<Instant> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(10) {
            self.take_in();
            if let Some((_, at)) = self.had[screen].iter().find(|(seq, _)| *seq >= from) {
                return Ok(*at);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        anyhow::bail!("television {screen} never had picture {from}")
    }
}

fn televisions() -> Result<()> {
    let mut drawing = Drawing::begin_held(2_500)?;
    let desk = drawing.staff.desk(&drawing.server);
    let camera = Posting::start(&drawing.dir.path().join("sala"), &drawing.server.url, "exit", 25)?;
    let host = drawing.server.url.strip_prefix("http://").context("an address")?.to_owned();
    let sockets = (0..SCREENS).map(|_| follow(&host, &format!("/api/ws?protocol={PROTOCOL}")));
    let lights = Crowd::watch(sockets.collect::<Result<_>>()?, false);
    while camera.newest.load(Ordering::Relaxed) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let (tell, told) = sync_channel(65_536);
    (0..SCREENS).try_for_each(|screen| look(&host, screen, tell.clone()))?;
    let mut pictures = Pictures { told, had: vec![Vec::new(); SCREENS] };
    let mut apart = Apart::default();
    let begun = Instant::now();
    let ns = |at: Instant| i64::try_from(at.saturating_duration_since(begun).as_nanos()).unwrap_or(i64::MAX);
    let mut seen: Vec<(u64, Instant)> = Vec::new();
    for place in 1..=BALLS {
        let ball = loop {
            seen.push((camera.newest.load(Ordering::Relaxed), Instant::now()));
            if let Some(ball) = drawing.waiting(&desk, place) {
                break ball;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        // The camera saw it before the reader told.
        let fell = Instant::now().checked_sub(READER).context("long after the start")?;
        let visible = seen.iter().find(|(_, at)| *at >= fell).context("a picture")?.0 + 1;
        thinks(place);
        drawing.call(place, ball)?;
        let lights = lights.all_have(place)?;
        for (screen, light) in lights.into_iter().enumerate() {
            let picture = pictures.first(screen, visible)?;
            apart.ahead += usize::from(picture + Duration::from_millis(50) < light);
            apart.add(ns(light), ns(picture));
        }
    }
    apart.tell(&format!("held picture, {SCREENS} televisions, 25 pictures a second"));
    Ok(())
}

fn wall() -> Result<()> {
    let mut drawing = Drawing::begin_held(4_000)?;
    let desk = drawing.staff.desk(&drawing.server);
    let camera = Filming::start(&drawing.dir.path().join("sala"), &drawing.server.url)?;
    let log = drawing.dir.path().join("retenida.jsonl");
    drawing.announce(&desk)?;
    let wall = start_wall(&drawing, SCREENS, Some(camera.address.as_str()), &log)?;
    lit(&log, 1, SCREENS)?;
    let pictures = log.with_extension("pictures");
    let mut apart = Apart::default();
    for place in 2..BALLS + 2 {
        let ball = loop {
            if let Some(ball) = drawing.waiting(&desk, place) {
                break ball;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        thinks(place);
        drawing.call(place, ball)?;
        lit(&log, place, SCREENS)?;
        // Until each has gone on from the picture that stood.
        std::thread::sleep(Duration::from_millis(700));
        let (frames, shown) = (painted(&log), painted(&pictures));
        for monitor in 0..SCREENS {
            let frame = frames.iter().find(|frame| frame["ordinal"] == place && frame["monitor"] == monitor);
            let frame = frame.context("it was lit")?;
            let at = |name: &str| frame[name].as_i64().context("a time");
            let (noticed, light) = (at("noticed_ns")?, at("painted_ns")?);
            let own: Vec<_> = shown.iter().filter(|picture| picture["monitor"] == monitor).collect();
            let when = |picture: &serde_json::Value| picture["painted_ns"].as_i64().unwrap_or(0);
            // It stands from the ball's first word on: nothing is painted in the last tenth before the light.
            let early = own.iter().any(|picture| (noticed - 100_000_000..noticed).contains(&when(picture)));
            apart.ahead += usize::from(early);
            let next = own.iter().map(|picture| when(picture)).find(|at| *at >= noticed);
            apart.add(light, next.context("the picture goes on")?);
        }
    }
    drop(wall);
    apart.tell(&format!("held picture, a wall with {SCREENS} monitors of 480×270, in software"));
    Ok(())
}

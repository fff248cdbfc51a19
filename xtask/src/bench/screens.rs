//! The screens under software rendering: from the announcement to the lit number, what console, wall
//! and camera cost, how soon a wall shows the truth, and frames that come late.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hall_wire::board::MesaBoard;
use hall_wire::link::Link;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Times, cpu_ticks, founded_under, memory_kib, ms, profile, row, sell};
use crate::programs::{Machine, Server};
use crate::screens::{Display, Filming, Screen};
use crate::staff::{Staff, post};

/// How long the caller looks at a ball before he says it; till then the screens have shown that it is there.
const READS: Duration = Duration::from_millis(400);

/// How many balls each arrangement of monitors is watched for.
const BALLS: u8 = 14;

/// A hall in the middle of a draw, on a virtual display.
pub(super) struct Drawing {
    pub(super) dir: TempDir,
    pub(super) server: Server,
    _machine: Machine,
    pub(super) staff: Staff,
    game: u32,
    next: u8,
    display: Display,
}

impl Drawing {
    pub(super) fn begin(interval_ms: u32) -> Result<Drawing> {
        Drawing::begin_under(&profile(420), interval_ms)
    }

    /// In a hall that holds a ball's picture back.
    pub(super) fn begin_held(interval_ms: u32) -> Result<Drawing> {
        let (marked, held) = (r#"picture = { value = "marked""#, r#"picture = { value = "held""#);
        Drawing::begin_under(&profile(420).replace(marked, held), interval_ms)
    }

    fn begin_under(profile: &str, interval_ms: u32) -> Result<Drawing> {
        let mut drawing = Drawing::open(profile, interval_ms)?;
        drawing.sell()?;
        drawing.close_sale()?;
        drawing.start()?;
        Ok(drawing)
    }

    /// The session is open, and no game is on sale yet.
    pub(super) fn open(profile: &str, interval_ms: u32) -> Result<Drawing> {
        let dir = tempfile::tempdir()?;
        let founded = founded_under(dir.path(), profile)?;
        let interval = interval_ms.to_string();
        let machine = Machine::start(&founded.dir, &["--interval-ms", &interval, "--seed", "5"])?;
        let server = Server::start(&founded.dir, Some(&machine.port))?;
        let staff = Staff::take_on(&server, &founded)?;
        staff.stock(1, &["A17"], 200)?;
        staff.open_session()?;
        let display = Display::virtual_one(3900, 2200)?;
        Ok(Drawing { dir, server, _machine: machine, staff, game: 0, next: 1, display })
    }

    /// Two hundred cards are out.
    pub(super) fn sell(&mut self) -> Result<()> {
        self.game = sell(&self.staff, 420, 200, 50)?;
        Ok(())
    }

    /// Totals are read aloud.
    pub(super) fn close_sale(&self) -> Result<()> {
        post(&self.staff.cajero, "close-sale", &json!({"game": self.game}))?;
        Ok(())
    }

    /// The draw begins, once the machine is ready.
    pub(super) fn start(&self) -> Result<()> {
        while post(&self.staff.mesa, "start-draw", &json!({"game": self.game})).is_err() {
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    /// A line is sung with this card.
    pub(super) fn sing(&self, card: u32) -> Result<()> {
        let sung = json!({"game": self.game, "play": "line", "series": "A17", "card": card});
        post(&self.staff.mesa, "claim", &sung)?;
        Ok(())
    }

    /// The mesa's console, logged in.
    pub(super) fn console(&self) -> Result<Screen> {
        let state = keep_login(self)?;
        let state = state.to_str().context("a plain path")?;
        let args = ["--server", &self.server.url, "--device", "mesa", "--state", state];
        let log = self.dir.path().join("puesto.log");
        Screen::start(&self.display, "caller-console", &args, "Bombo", &log)
    }

    /// The ball of this place, once it waits to be announced.
    pub(super) fn waiting(&self, desk: &Link<MesaBoard>, place: u8) -> Option<u8> {
        let seen = desk.board();
        seen.board.pending.first().filter(|ball| ball.ordinal == place).map(|ball| ball.ball)
    }

    /// Announces it.
    pub(super) fn call(&mut self, place: u8, ball: u8) -> Result<()> {
        post(&self.staff.locutor, "announce", &json!({"game": self.game, "ordinal": place, "ball": ball}))?;
        self.next = place + 1;
        Ok(())
    }

    /// Announces the next ball; returns how long the answer took.
    pub(super) fn announce_timed(&mut self, desk: &Link<MesaBoard>) -> Result<Duration> {
        let (_, pressed) = self.announce(desk)?;
        Ok(Duration::from_nanos(u64::try_from(mono_ns()? - pressed)?))
    }

    /// What a dispute about this ball needs.
    pub(super) fn dispute(&self, ordinal: u8) -> Result<Vec<u8>> {
        let address = format!("/api/film/dispute.zip?game={}&ordinal={ordinal}", self.game);
        Ok(self.staff.mesa.get_bytes(&address)?)
    }

    /// Waits for the next ball and announces it; returns its place and when the caller pressed.
    pub(super) fn announce(&mut self, desk: &Link<MesaBoard>) -> Result<(u8, i64)> {
        let place = self.next;
        let waits = |board: &MesaBoard| board.pending.first().map(|ball| (ball.ordinal, ball.ball));
        let seen = desk
            .wait(
                |seen| waits(&seen.board).is_some_and(|(ordinal, _)| ordinal == place),
                Duration::from_secs(30),
            )
            .context("a ball comes")?;
        let (ordinal, ball) = waits(&seen.board).context("it was waited for")?;
        std::thread::sleep(READS);
        let pressed = mono_ns()?;
        self.call(ordinal, ball)?;
        Ok((place, pressed))
    }
}

fn mono_ns() -> Result<i64> {
    let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_MONOTONIC)?;
    Ok(now.tv_sec() * 1_000_000_000 + now.tv_nsec())
}

/// Returns the painted frames a wall wrote down.
pub(super) fn painted(log: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Waits until every monitor has painted a ball; returns when the first did.
pub(super) fn lit(log: &Path, place: u8, monitors: usize) -> Result<i64> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(30) {
        let frames = painted(log);
        let of: Vec<&Value> = frames.iter().filter(|frame| frame["ordinal"] == place).collect();
        let seen: std::collections::BTreeSet<u64> =
            of.iter().filter_map(|frame| frame["monitor"].as_u64()).collect();
        if seen.len() == monitors {
            return of.iter().filter_map(|frame| frame["painted_ns"].as_i64()).max().context("a time");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    anyhow::bail!("ball {place} never lit on {monitors} monitors: {:?}", painted(log).last())
}

pub(super) fn start_wall(
    drawing: &Drawing,
    monitors: usize,
    video: Option<&str>,
    log: &Path,
) -> Result<Screen> {
    let (count, pictures) = (monitors.to_string(), log.with_extension("pictures"));
    let (log, pictures) = (log.to_str().context("a plain path")?, pictures.to_str().context("a plain path")?);
    let size = match monitors {
        1 => "1920x1080",
        2..=4 => "960x540",
        _ => "480x270",
    };
    let mut args = vec![
        "--server",
        &drawing.server.url,
        "--name",
        "pared-1",
        "--monitors",
        &count,
        "--size",
        size,
        "--position",
        "0,0",
        "--log-shown",
        log,
        "--log-pictures",
        pictures,
    ];
    match video {
        Some(address) => args.extend(["--video", address]),
        None => args.push("--no-video"),
    }
    Screen::start(&drawing.display, "display-wall", &args, "Bombo", &drawing.dir.path().join("pared.log"))
}

/// What a process cost between two looks.
pub(super) struct Cost {
    pid: u32,
    ticks: u64,
    since: Instant,
}

impl Cost {
    pub(super) fn from_now(pid: u32) -> Result<Cost> {
        Ok(Cost { pid, ticks: cpu_ticks(pid)?, since: Instant::now() })
    }

    /// In hundredths of a core.
    pub(super) fn share(&self) -> Result<f64> {
        let ticks = cpu_ticks(self.pid)? - self.ticks;
        Ok(ticks as f64 * 1000.0 / self.since.elapsed().as_millis() as f64)
    }

    fn figure(&self) -> Result<String> {
        let (now, _) = memory_kib(self.pid)?;
        Ok(format!("{:.1} % of a core, {} MiB", self.share()?, now / 1024))
    }
}

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let mut drawing = Drawing::begin(1500)?;
    let desk = drawing.staff.desk(&drawing.server);
    let camera = Filming::start(&drawing.dir.path().join("sala"), &drawing.server.url)?;
    drawing.announce(&desk)?;
    starts(&mut drawing, &desk)?;
    console_starts(&drawing)?;
    console(&mut drawing, &desk)?;
    for (monitors, video) in [(1, false), (4, false), (1, true), (4, true)] {
        let log = drawing.dir.path().join(format!("pared-{monitors}-{video}.jsonl"));
        let wall = start_wall(&drawing, monitors, video.then_some(camera.address.as_str()), &log)?;
        lit(&log, drawing.next - 1, monitors)?;
        let (cost, filming) = (Cost::from_now(wall.pid())?, Cost::from_now(camera.pid())?);
        let mut times = Times::default();
        for _ in 0..BALLS {
            let (place, pressed) = drawing.announce(&desk)?;
            let lit = lit(&log, place, monitors)?;
            times.add(Duration::from_nanos(u64::try_from(lit - pressed)?));
        }
        let name = format!(
            "wall, {monitors} × {}, {}",
            if monitors == 1 { "1920×1080" } else { "960×540" },
            if video { "video" } else { "no video" }
        );
        row(
            &format!("{name}: announce → lit on every window"),
            &format!("p50 {}, most {}", ms(times.permille(500)), ms(times.permille(1000))),
            "disk + 2 frames",
        );
        row(&format!("  {name}: processor, memory"), &cost.figure()?, "-");
        if video {
            row(
                &format!("  hall-camera, {monitors} monitors looking: processor, memory"),
                &filming.figure()?,
                "-",
            );
        }
        drop(wall);
    }
    Ok(())
}

/// From starting the wall to showing the truth.
fn starts(drawing: &mut Drawing, _desk: &Link<MesaBoard>) -> Result<()> {
    let mut times = Times::default();
    for attempt in 0..5 {
        let log = drawing.dir.path().join(format!("inicio-{attempt}.jsonl"));
        let began = mono_ns()?;
        let wall = start_wall(drawing, 1, None, &log)?;
        let shown = lit(&log, drawing.next - 1, 1)?;
        times.add(Duration::from_nanos(u64::try_from(shown - began)?));
        drop(wall);
    }
    row(
        "wall: from starting it to the truth on its window (5 times)",
        &format!("p50 {}, most {}", ms(times.permille(500)), ms(times.permille(1000))),
        "3 s",
    );
    Ok(())
}

/// Writes down the jefe de mesa's log-in, as a console keeps it.
fn keep_login(drawing: &Drawing) -> Result<PathBuf> {
    let token = drawing.staff.mesa.token().context("the jefe de mesa is logged in")?;
    let state = drawing.dir.path().join("puesto.json");
    std::fs::write(&state, json!({"token": token, "locked": false}).to_string())?;
    Ok(state)
}

/// From starting the console again to the next ball on its window, without a PIN. Its window is
/// looked for every 50 ms.
fn console_starts(drawing: &Drawing) -> Result<()> {
    let state = keep_login(drawing)?;
    let mut times = Times::default();
    for attempt in 0..5 {
        let log = drawing.dir.path().join(format!("puesto-{attempt}.jsonl"));
        let args = [
            "--server",
            &drawing.server.url,
            "--device",
            "mesa",
            "--state",
            state.to_str().context("a plain path")?,
            "--log-shown",
            log.to_str().context("a plain path")?,
        ];
        let said = drawing.dir.path().join("puesto.log");
        let began = Instant::now();
        let console = Screen::start(&drawing.display, "caller-console", &args, "Bombo", &said)?;
        let right = |shown: &Value| {
            shown["scene"] == "draw" && shown["announced"] == drawing.next - 1 && shown["acts"] == true
        };
        while !painted(&log).last().is_some_and(right) {
            anyhow::ensure!(began.elapsed() < Duration::from_secs(30), "the console never came back");
            std::thread::sleep(Duration::from_millis(5));
        }
        times.add(began.elapsed());
        drop(console);
    }
    row(
        "console: from starting it again to the next ball on its window (5 times)",
        &format!("p50 {}, most {}", ms(times.permille(500)), ms(times.permille(1000))),
        "3 s",
    );
    Ok(())
}

/// What the console costs while balls come out.
fn console(drawing: &mut Drawing, desk: &Link<MesaBoard>) -> Result<()> {
    let console = drawing.console()?;
    for _ in 0..2 {
        drawing.announce(desk)?;
    }
    let cost = Cost::from_now(console.pid())?;
    for _ in 0..BALLS {
        drawing.announce(desk)?;
    }
    row("console, 1280×720, a ball every 1.5 s, camera preview: processor, memory", &cost.figure()?, "-");
    Ok(())
}

/// A draw as long as a hall's: ninety balls in ten minutes, with video. Where `busy`, programs that do nothing but
/// work keep every core busy meanwhile.
///
/// # Errors
/// What could not be measured.
pub fn long_draw(busy: bool) -> Result<()> {
    let mut drawing = Drawing::begin(6600)?;
    let desk = drawing.staff.desk(&drawing.server);
    let camera = Filming::start(&drawing.dir.path().join("sala"), &drawing.server.url)?;
    let log = drawing.dir.path().join("larga.jsonl");
    drawing.announce(&desk)?;
    let wall = start_wall(&drawing, 1, Some(&camera.address), &log)?;
    lit(&log, 1, 1)?;
    let _others = busy.then(Busy::start).transpose()?;
    let (cost, begun) = (Cost::from_now(wall.pid())?, Instant::now());
    let mut times = Times::default();
    while drawing.next <= 90 {
        let (place, pressed) = drawing.announce(&desk)?;
        times.add(Duration::from_nanos(u64::try_from(lit(&log, place, 1)? - pressed)?));
    }
    let late = painted(&log).last().and_then(|frame| frame["frames_late"].as_u64()).unwrap_or(0);
    let took = begun.elapsed().as_secs();
    row(
        &format!(
            "a draw of {}:{:02} min, 1920×1080 with video{}: frames over 100 ms late",
            took / 60,
            took % 60,
            if busy { ", every core busy" } else { "" }
        ),
        &format!("{late} of {}", painted(&log).len()),
        "0",
    );
    row(
        "  announce → lit",
        &format!(
            "p50 {}, p99 {}, most {}",
            ms(times.permille(500)),
            ms(times.permille(990)),
            ms(times.permille(1000))
        ),
        "p99 40 ms",
    );
    row("  wall: processor, memory", &cost.figure()?, "-");
    Ok(())
}

/// As many programs that only work as there are cores, with the priority of any program. They end with it.
struct Busy(Vec<Child>);

impl Busy {
    fn start() -> Result<Busy> {
        let mut programs = Busy(Vec::new());
        for _ in 0..std::thread::available_parallelism()?.get() {
            let program = Command::new("sh").args(["-c", "while :; do :; done"]).spawn()?;
            programs.0.push(program);
        }
        Ok(programs)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for program in &mut self.0 {
            program.kill().ok();
            program.wait().ok();
        }
    }
}

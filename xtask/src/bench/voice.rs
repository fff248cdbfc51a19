//! The voice: how soon a number is heard, when the panel lights with it, and how ninety numbers sound one after the other.
//!
//! The recorder's samples are the clock: it hears the device some 10 ms late, and what is timed by it begins with what it had
//! heard by then.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use ebur128::{EbuR128, Mode};
use hall_wire::board::{MesaBoard, PublicBoard, VoiceState};
use hall_wire::link::Link;
use serde_json::json;

use super::{Times, ms, row, sell};
use crate::programs::{Machine, Server, found};
use crate::room::{Ear, RATE_HZ, Room, Speaking};
use crate::staff::{Staff, post};

/// Balls of a game.
const BALLS: u8 = 90;

/// A sample louder than this is a sound, and not the dither of a conversion to 16 bits.
const SOUND: u16 = 16;

/// A pause within a number is shorter than this, and the one before its digits longer.
const BETWEEN: Duration = Duration::from_millis(120);

/// Silence of this length ends what is said.
const STILL: Duration = Duration::from_millis(400);

/// How long anything may take: a time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// What was heard of a game.
#[derive(Default)]
struct Heard {
    begins: Times,
    lit_after_begin: Times,
    lit_after_number: Times,
    /// The silences within a ball's words, however short.
    pauses: Vec<Duration>,
    /// The loudest 400 ms of each ball, in LUFS.
    loudness: Vec<f64>,
    dropped: usize,
}

/// Measures it.
///
/// # Errors
/// What could not be measured, or no sound server.
pub fn run() -> Result<()> {
    for (light, what) in
        [("starts", "the panel lights as the voice begins"), ("ends", "… as the number ends")]
    {
        let mut heard = game(light)?;
        let all = |times: &mut Times| {
            let mut part = |permille| ms(times.permille(permille));
            format!("p50 {}, p99 {}, most {}", part(500), part(990), part(1_000))
        };
        println!("{what}: {} balls, {} not said", heard.begins.count(), heard.dropped);
        row("  announce → first sample at the device", &all(&mut heard.begins), "300 ms");
        row("  announce → lit, counted from the first sample", &all(&mut heard.lit_after_begin), "-");
        if light == "ends" {
            row("  end of the number → lit", &all(&mut heard.lit_after_number), "100 ms");
        }
        let longest = heard.pauses.iter().max().context("numbers have digits")?;
        row("  longest silence within a ball's words", &ms(*longest), "-");
        let (least, most) = heard
            .loudness
            .iter()
            .fold((0.0_f64, -99.0_f64), |(least, most), loud| (least.min(*loud), most.max(*loud)));
        row("  loudest 400 ms of each ball", &format!("{least:.1} to {most:.1} LUFS"), "-20 ± 1");
    }
    Ok(())
}

/// Ninety balls of a hall whose panel lights so.
fn game(light: &str) -> Result<Heard> {
    let dir = tempfile::Builder::new().prefix("bombo-").tempdir()?;
    let law = "light = { value = \"starts\"";
    ensure!(hall_server::profile::ESTATAL_2002.contains(law), "the default profile has this value");
    let text = hall_server::profile::ESTATAL_2002.replace(law, &format!("light = {{ value = \"{light}\""));
    let profile = dir.path().join("medida.toml");
    std::fs::write(&profile, text)?;
    let hall = dir.path().join("sala");
    let founded =
        found(&hall, &["--demo-seed", "7", "--profile", profile.to_str().context("a plain path")?])?;
    let machine = Machine::start(dir.path(), &["--interval-ms", "50", "--seed", "5"])?;
    let server = Server::start(&founded.dir, Some(&machine.port))?;
    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let room = Room::open(dir.path())?;
    let ear = Ear::open(&room)?;
    let _voice = Speaking::start(&room, &hall, &server.url, &[])?;
    let desk = staff.desk(&server);
    let speaks = |board: &MesaBoard| board.voice.state == VoiceState::Speaks;
    desk.wait(|seen| speaks(&seen.board), 4 * PATIENCE).context("the voice never speaks")?;
    let wall: Link<PublicBoard> = Link::open(&server.url, "panel-1", None);
    let game = sell(&staff, 420, 6, 6)?;
    post(&staff.mesa, "close-sale", &json!({"game": game}))?;
    while post(&staff.mesa, "start-draw", &json!({"game": game})).is_err() {
        std::thread::sleep(Duration::from_millis(100));
    }
    silence(&ear, ear.many())?;
    let mut heard = Heard::default();
    for place in 1..=BALLS {
        let waits = |board: &MesaBoard| {
            board.pending.first().filter(|ball| ball.ordinal == place).map(|ball| ball.ball)
        };
        let seen = desk.wait(|seen| waits(&seen.board).is_some(), PATIENCE).context("a ball comes")?;
        let ball = waits(&seen.board).context("it was waited for")?;
        let from = ear.many();
        post(&staff.locutor, "announce", &json!({"game": game, "ordinal": place, "ball": ball}))?;
        wall.wait(|seen| seen.board.announced.len() == usize::from(place), PATIENCE).context("it lights")?;
        let lit = ear.many() - from;
        silence(&ear, from)?;
        heard.take(&ear.since(from), lit)?;
    }
    Ok(heard)
}

impl Heard {
    /// Takes what was heard of a ball since its announcement, and how many samples had been when it was lit.
    fn take(&mut self, samples: &[i16], lit: usize) -> Result<()> {
        let time = |samples: usize| Duration::from_secs_f64(samples as f64 / f64::from(RATE_HZ));
        let sounds: Vec<usize> =
            (0..samples.len()).filter(|at| samples[*at].unsigned_abs() > SOUND).collect();
        let (Some(first), Some(last)) = (sounds.first(), sounds.last()) else {
            self.dropped += 1;
            return Ok(());
        };
        self.begins.add(time(*first));
        self.lit_after_begin.add(time(lit.saturating_sub(*first)));
        let pauses = sounds.windows(2).map(|two| (two[0], time(two[1] - two[0])));
        self.pauses.extend(pauses.clone().map(|(_, pause)| pause));
        let number_ends = pauses.clone().find(|(_, pause)| *pause > BETWEEN).map_or(*last, |(end, _)| end);
        self.lit_after_number.add(time(lit.saturating_sub(number_ends)));
        let mut meter = EbuR128::new(1, RATE_HZ, Mode::M)?;
        let mut loudest = f64::NEG_INFINITY;
        for piece in samples[*first..=*last].chunks(RATE_HZ as usize / 100) {
            meter.add_frames_i16(piece)?;
            loudest = loudest.max(meter.loudness_momentary()?);
        }
        self.loudness.push(loudest);
        Ok(())
    }
}

/// Waits until something was heard since this sample, and then nothing any more.
fn silence(ear: &Ear, from: usize) -> Result<()> {
    let still = (STILL.as_secs_f64() * f64::from(RATE_HZ)) as usize;
    let begun = Instant::now();
    let (mut looked, mut spoke) = (from, false);
    loop {
        let heard = ear.since(looked);
        looked += heard.len();
        spoke |= looked > from + 4 * still || heard.iter().any(|sample| sample.unsigned_abs() > SOUND);
        if spoke && looked > from + still && ear.is_still(still) {
            return Ok(());
        }
        ensure!(begun.elapsed() < PATIENCE, "the voice never ends");
        std::thread::sleep(Duration::from_millis(20));
    }
}

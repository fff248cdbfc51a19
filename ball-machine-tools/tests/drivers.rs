//! Every embedded driver, and BLP/1, against bytes that are cut, random or of another machine (reliability.md E 19, 21, 29,
//! 30). Flipped bits (E 20) are in `flips.rs`.

mod mishear;
mod spoken;
mod table;

use std::sync::LazyLock;

use ball_machine::blp1::frame::{Frame, LINE_MAX};
use ball_machine::decoder::{Decoder, MEMORY_MAX};
use ball_machine::driver::{Driver, DriverKind, EMBEDDED, Vector};
use ball_machine::host::{Host, OUTPUT_MAX};
use ball_machine::line::{BAUD_MAX, LineSettings};
use ball_machine::link::{Link, LinkStats};
use ball_machine::observation::Observation;
use ball_machine_tools::drum::SplitMix64;
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{Mode, Report, SetId, Stored};
use mishear::{WRONG, misheard};
use proptest::prelude::*;
use spoken::{BOOT, Machine, SEQ, machines};

/// Silence long enough that every presence, frame and key is over.
const LONG_MS: u64 = 20_000;

fn drivers() -> impl Iterator<Item = Driver> {
    EMBEDDED.iter().map(|(name, _)| Driver::load(name).unwrap())
}

fn speaks_unasked(driver: &Driver) -> bool {
    !matches!(driver.kind, DriverKind::Contacts(_))
}

/// One machine of each kind, BLP/1 too, and the bytes of all that it can say.
static MACHINES: LazyLock<Vec<(Machine, Vec<Vec<u8>>)>> = LazyLock::new(|| {
    let with_frames = |machine: Machine| {
        let frames = machine.frames().into_iter().map(|spoken| spoken.bytes).collect();
        (machine, frames)
    };
    machines(&table::table()).into_iter().map(with_frames).collect()
});

fn decode<'a>(driver: &Driver, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Observation> {
    heard_by(&driver.name, driver.decoder(None), pieces)
}

/// Pushes pieces, and lets a long silence follow; checks NL7 on the way.
fn heard_by<'a>(
    name: &str,
    mut decoder: Box<dyn Decoder>,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<Observation> {
    let mut seen = Vec::new();
    for piece in pieces {
        decoder.push(piece, 5, &mut |what| seen.push(what));
        let stats = decoder.stats();
        assert_eq!(
            stats.bytes,
            stats.frame_bytes + stats.discarded + decoder.pending() as u64,
            "a byte of {name} was lost or counted twice"
        );
    }
    decoder.tick(LONG_MS, &mut |what| seen.push(what));
    seen
}

/// What bytes mean, bad ones left out.
fn meant(seen: Vec<Observation>) -> Vec<Observation> {
    seen.into_iter().filter(|what| !matches!(what, Observation::Bad(_))).collect()
}

/// Asks as a port would, gives each piece as an answer cut by `cut`, and returns what it all means.
fn converse(driver: &Driver, vector: &Vector, cut: &dyn Fn(&[u8]) -> Vec<Vec<u8>>) -> Vec<Observation> {
    let DriverKind::Contacts(spec) = &driver.kind else { unreachable!("only contacts are asked") };
    let (mut decoder, mut seen, mut now_ms) = (driver.decoder(None), Vec::new(), 0);
    for piece in &vector.pieces {
        decoder.tick(now_ms, &mut |what| seen.push(what));
        for part in cut(piece) {
            decoder.push(&part, now_ms + 5, &mut |what| seen.push(what));
        }
        now_ms += spec.poll_ms;
    }
    seen
}

/// Returns the good frames of a driver's vectors, each once: those that mean something alone.
fn frames(driver: &Driver) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = driver.vectors.iter().flat_map(|vector| vector.pieces.clone()).collect();
    all.sort();
    all.dedup();
    all.retain(|frame| {
        let mut decoder = driver.decoder(None);
        if !speaks_unasked(driver) {
            decoder.tick(0, &mut |_| ());
        }
        decoder.push(frame, 0, &mut |_| ());
        decoder.stats().frames == 1 && decoder.stats().discarded == 0
    });
    assert!(all.len() >= 2, "{} has frames", driver.name);
    all
}

#[test]
fn bytes_cut_at_any_place_or_merged_say_the_same() {
    for driver in drivers() {
        for vector in &driver.vectors {
            if speaks_unasked(&driver) {
                let stream = vector.pieces.concat();
                let whole = decode(&driver, [stream.as_slice()]);
                for at in 0..=stream.len() {
                    assert_eq!(decode(&driver, [&stream[..at], &stream[at..]]), whole, "{}", driver.name);
                }
                assert_eq!(decode(&driver, stream.chunks(1)), whole, "{}", driver.name);
            } else {
                let whole = converse(&driver, vector, &|piece| vec![piece.to_vec()]);
                for at in 0..8 {
                    let cut = |piece: &[u8]| {
                        let (a, b) = piece.split_at(at.min(piece.len()));
                        vec![a.to_vec(), b.to_vec()]
                    };
                    assert_eq!(converse(&driver, vector, &cut), whole, "{}", driver.name);
                }
            }
        }
    }
}

/// Returns a frame that means a ball, for drivers that say one by itself.
fn a_ball(driver: &Driver) -> Vec<u8> {
    let is_ball = |what: &Observation| matches!(what, Observation::Read(_) | Observation::Typed(_));
    frames(driver).into_iter().find(|frame| decode(driver, [frame.as_slice()]).iter().any(is_ball)).unwrap()
}

/// E 21, at a size for every run: the ball behind the noise is found, at worst behind one other frame.
#[test]
fn behind_any_noise_the_second_frame_is_found() {
    for driver in drivers().filter(speaks_unasked) {
        let ball = a_ball(&driver);
        let start = ball[0];
        let mut dice = SplitMix64(21);
        let noises: [Vec<u8>; 5] = [
            vec![0; 100_000],
            vec![start; 100_000],
            (0..200_000).map(|_| dice.below(256) as u8).collect(),
            ball[..ball.len() - 1].to_vec(),
            (0..100_000).map(|_| ball[dice.below(ball.len())]).collect(),
        ];
        for noise in noises {
            let mut decoder = driver.decoder(None);
            decoder.push(&noise, 0, &mut |_| ());
            assert!(decoder.pending() <= 128, "{}", driver.name);
            let before = decoder.stats().frames;
            decoder.push(&ball, 0, &mut |_| ());
            decoder.push(&ball, 0, &mut |_| ());
            assert!(decoder.stats().frames > before, "{} did not find the ball", driver.name);
            decoder.push(&ball, 0, &mut |_| ());
            assert!(decoder.take_output().len() <= 512);
        }
    }
}

/// E 21: a frame cut anywhere does not take the next one with it. Keys before a number are part of it.
#[test]
fn the_frame_right_behind_a_cut_one_is_found() {
    for driver in drivers().filter(|d| speaks_unasked(d) && !matches!(d.kind, DriverKind::Keypad(_))) {
        let ball = a_ball(&driver);
        for cut in 1..ball.len() {
            let stream = [&ball[..cut], &ball].concat();
            let whole = meant(decode(&driver, [ball.as_slice()]));
            assert_eq!(meant(decode(&driver, [stream.as_slice()])), whole, "{} at {cut}", driver.name);
        }
    }
}

/// E 21. What decoders point to is bounded by their files: at most 64 messages or inputs, 90 tags, and
/// outputs of 512 bytes; 16 KiB are room for all of it.
#[test]
fn memory_is_fixed() {
    let largest = drivers().map(|driver| size_of_val(&*driver.decoder(None))).max();
    assert!(largest.unwrap() + 16_384 <= MEMORY_MAX, "{largest:?}");
}

/// How a machine's line is set: the fastest of BLP/1.
fn line_of(machine: &Machine) -> LineSettings {
    machine
        .driver
        .as_ref()
        .map_or(LineSettings { baud: BAUD_MAX, ..LineSettings::default() }, |driver| driver.line)
}

/// How much noise: so many hours of a full line as `BOMBO_NOISE_HOURS` says, or ten minutes at no more than 19,200 bits a
/// second.
fn noise_bytes(line: LineSettings) -> usize {
    let hours = std::env::var("BOMBO_NOISE_HOURS").ok().map(|hours| hours.parse::<f64>().unwrap());
    let baud = if hours.is_some() { line.baud } else { line.baud.min(19_200) };
    (hours.unwrap_or(1.0 / 6.0) * 3_600.0 * f64::from(baud) / f64::from(line.bits_for_a_byte())) as usize
}

/// Gives random bytes as a full line would, each piece with its time.
fn random_noise(line: LineSettings, mut hear: impl FnMut(&[u8], u64)) {
    let (mut dice, mut piece) = (SplitMix64(29), [0; 64]);
    let piece_bits = piece.len() as u64 * u64::from(line.bits_for_a_byte());
    for at in 0..noise_bytes(line).div_ceil(piece.len()) as u64 {
        piece.fill_with(|| dice.below(256) as u8);
        hear(&piece, at * piece_bits * 1_000 / u64::from(line.baud));
    }
}

/// Gives what is heard of frames at wrong speeds, a tenth of a second apart; a pair of speeds is another line. Returns
/// how many bytes that was.
fn misheard_noise(frames: &[Vec<u8>], turns: usize, mut hear: impl FnMut(&[u8], u64, bool)) -> usize {
    let (mut dice, mut bytes) = (SplitMix64(29), 0);
    for (from, to) in WRONG {
        for turn in 0..turns {
            let frame = &frames[dice.below(frames.len())];
            let noise = misheard(frame, from, to, dice.below(40) + 10);
            bytes += noise.len();
            hear(&noise, turn as u64 * 100, turn == 0);
        }
    }
    bytes
}

/// E 29: no ball comes of a line that is only noise, nor of one at another speed. In virtual time.
#[test]
fn noise_and_wrong_speeds_give_no_ball() {
    let ball = |what: &Observation| {
        matches!(what, Observation::Read(_) | Observation::NoRead | Observation::UnknownTag(_))
    };
    let mut told = String::new();
    for (machine, frames) in MACHINES.iter() {
        let bytes = noise_bytes(line_of(machine));
        let (mut random, mut misspoken, mut typed) = (0, 0, 0);
        let mut decoder = machine.decoder();
        random_noise(line_of(machine), |noise, now_ms| {
            // Contacts are asked meanwhile: what comes may be taken for an answer.
            decoder.tick(now_ms, &mut |_| ());
            decoder.take_output();
            decoder.push(noise, now_ms, &mut |what| {
                random += usize::from(ball(&what));
                typed += usize::from(matches!(what, Observation::Typed(_)));
            });
        });
        let misheard_bytes = misheard_noise(frames, bytes / 1_000, |noise, now_ms, new| {
            if new {
                decoder = machine.decoder();
            }
            decoder.tick(now_ms, &mut |_| ());
            decoder.take_output();
            decoder.push(noise, now_ms, &mut |what| misspoken += usize::from(ball(&what)));
        });
        let name = &machine.name;
        assert!(misheard_bytes > 1_000, "{name}: nothing was heard");
        if !machine.is_keypad() {
            assert_eq!((random, misspoken), (0, 0), "{name}: balls out of noise");
        }
        // What a keypad says is no evidence, and noise presses keys.
        let balls = random + misspoken;
        told += &format!(
            "{name}: {bytes} random bytes, {misheard_bytes} misheard: {balls} balls, {typed} typed\n"
        );
    }
    println!("{told}");
}

/// The host's end of a line of BLP/1 whose machine said who it is, and whose heart beats between all that is heard: so the
/// line is never lost.
struct InAGame {
    host: Host,
    beats: u64,
}

impl InAGame {
    fn new() -> InAGame {
        let mut host = Host::new(Some((BOOT, SEQ - 1)));
        host.opened(0);
        let mut game = InAGame { host, beats: 0 };
        let set = SetId::parse("A").unwrap();
        let hello = Frame::Identity { boot: BOOT, balls: 90, set }.encode();
        assert_eq!(game.hear(hello.as_bytes(), 0).len(), 1);
        game
    }

    /// Returns what is reported, bad bytes and heartbeats left out.
    fn hear(&mut self, bytes: &[u8], now_ms: u64) -> Vec<Report> {
        let mut out = Vec::new();
        self.host.tick(now_ms, &mut out);
        self.host.receive(bytes, now_ms, &mut out);
        if now_ms >= self.beats * 1_000 {
            self.beats += 1;
            let beat = Frame::Beat { seq: SEQ - 1, mode: Mode::Run, out: 16 }.encode();
            self.host.receive(beat.as_bytes(), now_ms, &mut out);
        }
        let LinkStats { bytes, frame_bytes, discarded, .. } = self.host.stats();
        // What waits for the end of its line is less than the longest line.
        assert!(
            (0..LINE_MAX as u64).contains(&(bytes - frame_bytes - discarded)),
            "NL7: {:?}",
            self.host.stats()
        );
        assert!(self.host.take_output().len() <= OUTPUT_MAX);
        out.retain(|report| !matches!(report, Report::BadFrames { .. } | Report::Beat { .. }));
        out
    }
}

/// E 29, for the end of BLP/1 that a hall has.
#[test]
fn noise_and_wrong_speeds_give_a_host_of_blp1_no_ball() {
    let (machine, frames) = &MACHINES[0];
    assert!(machine.driver.is_none(), "BLP/1 is the first");
    let bytes = noise_bytes(line_of(machine));
    let mut game = InAGame::new();
    random_noise(line_of(machine), |noise, now_ms| assert_eq!(game.hear(noise, now_ms), []));
    let beats = game.beats;
    let misheard_bytes = misheard_noise(frames, bytes / 1_000, |noise, now_ms, new| {
        if new {
            game = InAGame::new();
        }
        assert_eq!(game.hear(noise, now_ms), []);
    });
    assert!(beats > 40 && misheard_bytes > 1_000, "{beats} heartbeats, {misheard_bytes} bytes");
    println!("{bytes} random bytes, {beats} heartbeats between them, {misheard_bytes} misheard: no report");
    // The canary: the game goes on, and a ball is one.
    let ball = Frame::Stored {
        seq: SEQ,
        what: Stored::Read { number: 7, set: SetId::parse("A").unwrap(), confidence: 98 },
    };
    assert_eq!(game.hear(ball.encode().as_bytes(), 0).len(), 1);
}

/// The canary of the test above: at the right speed the same line gives balls.
#[test]
fn canary_at_the_right_speed_the_line_is_understood() {
    for driver in drivers().filter(speaks_unasked) {
        let ball = a_ball(&driver);
        assert_eq!(misheard(&ball, 9_600, 9_600, 20), ball, "{}", driver.name);
    }
}

/// Returns what a machine's frame with this body says, in the text forms.
fn said(driver: &Driver, body: &[u8]) -> String {
    let check = body.iter().fold(3, |sum, byte| sum ^ byte);
    let frame = [b"\x02", body, b"\x03", &[check]].concat();
    let words: Vec<String> = decode(driver, [frame.as_slice()]).iter().map(ToString::to_string).collect();
    words.join(", ")
}

#[test]
fn a_reading_that_no_ball_has_comes_as_it_is_and_letters_are_no_number() {
    let driver = Driver::load("stx-simple").unwrap();
    assert_eq!(said(&driver, b"D00"), "present, read 00, gone");
    assert_eq!(said(&driver, b"D91"), "present, read 91, gone");
    assert_eq!(said(&driver, b"D99"), "present, read 99, gone");
    assert_eq!(said(&driver, b"D 7"), "present, read 07, gone");
    for unreadable in [b"DA1", b"D1A", b"D  ", b"D-1", b"D+1"] {
        assert_eq!(said(&driver, unreadable), "present, no-read, gone");
    }
    // Three digits are another frame.
    assert_eq!(said(&driver, b"D255"), "bad");
}

/// A machine that says three digits: what is more than 99 is no ball, and its last two digits or its low byte neither.
#[test]
fn three_digits_are_a_ball_up_to_99_and_beyond_one_that_cannot_be_read() {
    let (_, text) = EMBEDDED.iter().find(|(name, _)| *name == "stx-simple").unwrap();
    let text = text.replace("length = 6 ", "length = 7 ").replace("digits = 2", "digits = 3");
    let driver = Driver::parse("three.toml", &text).unwrap();
    for number in 0..=99 {
        assert_eq!(
            said(&driver, format!("D{number:03}").as_bytes()),
            format!("present, read {number:02}, gone")
        );
    }
    for number in 100..=999 {
        assert_eq!(said(&driver, format!("D{number}").as_bytes()), "present, no-read, gone", "{number}");
    }
    assert_eq!(said(&driver, b"D07A"), "present, no-read, gone");
}

fn pieces() -> impl Strategy<Value = (Vec<prop::sample::Index>, Vec<u8>, usize)> {
    (
        prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        prop::collection::vec(any::<u8>(), 0..120),
        1usize..80,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// E 19: frames and noise in any order say the same in pieces of any size.
    #[test]
    fn pieces_of_any_size_say_the_same((picks, noise, size) in pieces()) {
        for (machine, frames) in MACHINES.iter().filter(|(machine, _)| machine.contacts().is_none()) {
            let mut stream: Vec<u8> = picks.iter().flat_map(|pick| pick.get(frames).clone()).collect();
            let middle = stream.len() / 2;
            stream.splice(middle..middle, noise.iter().copied());
            let heard = |size: usize| heard_by(&machine.name, machine.decoder(), stream.chunks(size));
            prop_assert_eq!(heard(size), heard(stream.len().max(1)));
            if machine.driver.is_none() {
                let reported = |size: usize| {
                    let mut game = InAGame::new();
                    let reports: Vec<Report> = stream.chunks(size).flat_map(|piece| game.hear(piece, 5)).collect();
                    (reports, game.host.stats())
                };
                prop_assert_eq!(reported(size), reported(stream.len().max(1)));
            }
        }
    }

    /// The bytes that matter, so that the branches are met more often than by chance; contacts too.
    #[test]
    fn likely_noise_does_no_harm(picks in prop::collection::vec((any::<prop::sample::Index>(), 0u64..80), 0..300)) {
        for (machine, frames) in MACHINES.iter() {
            let letters: Vec<u8> = frames.concat();
            let (mut decoder, mut now_ms) = (machine.decoder(), 0);
            let mut game = machine.driver.is_none().then(InAGame::new);
            for (pick, wait_ms) in &picks {
                let letter = [*pick.get(&letters)];
                now_ms += wait_ms;
                decoder.tick(now_ms, &mut |_| ());
                decoder.push(&letter, now_ms, &mut |_| ());
                let stats = decoder.stats();
                prop_assert_eq!(stats.bytes, stats.frame_bytes + stats.discarded + decoder.pending() as u64);
                if let Some(game) = &mut game {
                    game.hear(&letter, now_ms);
                }
            }
        }
    }
}

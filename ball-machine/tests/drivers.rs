//! Every embedded driver against bytes that are cut, spoiled, random or of another machine
//! (reliability.md E 19-22, 29, 30).

mod mishear;

use std::collections::BTreeMap;

use ball_machine::contacts::Contacts;
use ball_machine::decoder::MEMORY_MAX;
use ball_machine::driver::{Driver, EMBEDDED, Kind, Vector};
use ball_machine::drum::SplitMix64;
use ball_machine::keypad::Keypad;
use ball_machine::observation::Observation;
use ball_machine::stx::Stx;
use ball_machine::tag::TagReader;
use expect_test::expect;
use mishear::{WRONG, misheard};
use proptest::prelude::*;

/// Silence long enough that every presence, frame and key is over.
const LONG_MS: u64 = 20_000;

fn drivers() -> impl Iterator<Item = Driver> {
    EMBEDDED.iter().map(|(name, _)| Driver::load(name).unwrap())
}

fn speaks_unasked(driver: &Driver) -> bool {
    !matches!(driver.kind, Kind::Contacts(_))
}

/// Pushes pieces, each at its time, and lets a long silence follow; checks NL7 on the way.
fn decode<'a>(driver: &Driver, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Observation> {
    let mut decoder = driver.decoder(None);
    let mut seen = Vec::new();
    for piece in pieces {
        decoder.push(piece, 5, &mut |what| seen.push(what));
        let stats = decoder.stats();
        assert_eq!(
            stats.bytes,
            stats.frame_bytes + stats.discarded + decoder.pending() as u64,
            "a byte of {} was lost or counted twice",
            driver.name
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
    let Kind::Contacts(spec) = &driver.kind else { unreachable!("only contacts are asked") };
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
    let mut all: Vec<Vec<u8>> = driver.vectors().iter().flat_map(|vector| vector.pieces.clone()).collect();
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

/// Returns what a frame means to a decoder that waits for it. A contact's answers count in threes.
fn alone(driver: &Driver, frame: &[u8]) -> Vec<Observation> {
    let Kind::Contacts(spec) = &driver.kind else { return meant(decode(driver, [frame])) };
    let (mut decoder, mut seen) = (driver.decoder(None), Vec::new());
    for turn in 0..3 {
        let now_ms = turn * (spec.poll_ms + spec.answer_ms);
        decoder.tick(now_ms, &mut |_| ());
        decoder.push(frame, now_ms, &mut |what| seen.push(what));
    }
    meant(seen)
}

#[test]
fn bytes_cut_at_any_place_or_merged_say_the_same() {
    for driver in drivers() {
        for vector in driver.vectors() {
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

/// E 20. A keypad has no check: what it says is no evidence, and its flips are counted only.
#[test]
fn no_flipped_bit_is_accepted_with_another_meaning() {
    let mut wrong: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for driver in drivers() {
        let counts = wrong.entry(driver.name.clone()).or_default();
        for frame in frames(&driver) {
            let right = alone(&driver, &frame);
            for bit in 0..frame.len() * 8 {
                let mut flipped = frame.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                let said = alone(&driver, &flipped);
                counts.0 += 1;
                counts.1 += usize::from(!said.is_empty() && said != right);
            }
        }
    }
    expect![[r#"
        contactos.toml: 0 of 144
        extractora-levante.toml: 0 of 176
        id12la.toml: 0 of 256
        stx-simple.toml: 0 of 288
        stx-suma.toml: 0 of 200
        teclado.toml: 16 of 56
    "#]]
    .assert_eq(&table(&wrong));
}

/// E 20: two flips that cancel out are what XOR and sums cannot see.
#[test]
fn two_flipped_bits_are_missed_so_often() {
    let mut wrong: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for driver in drivers() {
        let counts = wrong.entry(driver.name.clone()).or_default();
        for frame in frames(&driver) {
            let right = alone(&driver, &frame);
            let bits = frame.len() * 8;
            for (one, two) in (0..bits).flat_map(|one| (one + 1..bits).map(move |two| (one, two))) {
                let mut flipped = frame.clone();
                flipped[one / 8] ^= 1 << (one % 8);
                flipped[two / 8] ^= 1 << (two % 8);
                let said = alone(&driver, &flipped);
                counts.0 += 1;
                counts.1 += usize::from(!said.is_empty() && said != right);
            }
        }
    }
    expect![[r#"
        contactos.toml: 0 of 3384
        extractora-levante.toml: 9 of 3880
        id12la.toml: 108 of 16256
        stx-simple.toml: 101 of 6768
        stx-suma.toml: 53 of 5500
        teclado.toml: 158 of 772
    "#]]
    .assert_eq(&table(&wrong));
}

fn table(wrong: &BTreeMap<String, (usize, usize)>) -> String {
    wrong.iter().map(|(name, (all, wrong))| format!("{name}: {wrong} of {all}\n")).collect()
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
    for driver in drivers().filter(|d| speaks_unasked(d) && !matches!(d.kind, Kind::Keypad(_))) {
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
    let largest = [size_of::<Stx>(), size_of::<TagReader>(), size_of::<Contacts>(), size_of::<Keypad>()]
        .into_iter()
        .max();
    assert!(largest.unwrap() + 16_384 <= MEMORY_MAX, "{largest:?}");
}

/// How much noise: ten minutes of a full line unless `BOMBO_NOISE_HOURS` says how many hours.
fn noise_bytes(driver: &Driver) -> usize {
    let hours: f64 = std::env::var("BOMBO_NOISE_HOURS").map_or(1.0 / 6.0, |hours| hours.parse().unwrap());
    (hours * 3_600.0 * f64::from(driver.line.baud) / f64::from(driver.line.bits_for_a_byte())) as usize
}

/// E 29: no ball comes of a line that is only noise, nor of one at another speed. In virtual time.
#[test]
fn noise_and_wrong_speeds_give_no_ball() {
    let ball = |what: &Observation| {
        matches!(what, Observation::Read(_) | Observation::NoRead | Observation::UnknownTag(_))
    };
    let mut told = String::new();
    for driver in drivers() {
        let evidence = !matches!(driver.kind, Kind::Keypad(_));
        let bytes = noise_bytes(&driver);
        let (mut random, mut misspoken, mut misheard_bytes, mut typed) = (0, 0, 0, 0);
        let mut dice = SplitMix64(29);
        let mut decoder = driver.decoder(None);
        for at in 0..bytes.div_ceil(64) {
            let noise: Vec<u8> = (0..64).map(|_| dice.below(256) as u8).collect();
            // Contacts are asked meanwhile: what comes may be taken for an answer.
            decoder.tick(at as u64 * 66, &mut |_| ());
            decoder.push(&noise, at as u64 * 66, &mut |what| {
                random += usize::from(ball(&what));
                typed += usize::from(matches!(what, Observation::Typed(_)));
            });
        }
        let frames = frames(&driver);
        for (from, to) in WRONG {
            let mut decoder = driver.decoder(None);
            for turn in 0..bytes / 1_000 {
                let frame = &frames[dice.below(frames.len())];
                let noise = misheard(frame, from, to, dice.below(40) + 10);
                misheard_bytes += noise.len();
                decoder.tick(turn as u64 * 100, &mut |_| ());
                decoder.push(&noise, turn as u64 * 100, &mut |what| misspoken += usize::from(ball(&what)));
            }
        }
        assert!(misheard_bytes > 1_000, "{}: nothing was heard", driver.name);
        if evidence {
            assert_eq!((random, misspoken), (0, 0), "{}: balls out of noise", driver.name);
        }
        // What a keypad says is no evidence, and noise presses keys.
        told += &format!(
            "{}: {bytes} random bytes, {misheard_bytes} misheard: {} balls, {typed} typed\n",
            driver.name,
            random + misspoken
        );
    }
    println!("{told}");
}

/// The canary of the test above: at the right speed the same line gives balls.
#[test]
fn canary_at_the_right_speed_the_line_is_understood() {
    for driver in drivers().filter(speaks_unasked) {
        let ball = a_ball(&driver);
        assert_eq!(misheard(&ball, 9_600, 9_600, 20), ball, "{}", driver.name);
    }
}

#[test]
fn a_reading_that_no_ball_has_comes_as_it_is_and_letters_are_no_number() {
    let driver = Driver::load("stx-simple").unwrap();
    let sealed = |body: &[u8]| {
        let check = body.iter().fold(3, |sum, byte| sum ^ byte);
        [b"\x02", body, b"\x03", &[check]].concat()
    };
    let said = |body: &[u8]| {
        let words: Vec<String> =
            decode(&driver, [sealed(body).as_slice()]).iter().map(ToString::to_string).collect();
        words.join(", ")
    };
    assert_eq!(said(b"D00"), "present, read 00, gone");
    assert_eq!(said(b"D91"), "present, read 91, gone");
    assert_eq!(said(b"D 7"), "present, read 07, gone");
    for unreadable in [b"DA1", b"D1A", b"D  ", b"D-1", b"D+1"] {
        assert_eq!(said(unreadable), "present, no-read, gone");
    }
    // Three digits are another frame.
    assert_eq!(said(b"D255"), "bad");
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
        for driver in drivers().filter(speaks_unasked) {
            let all = frames(&driver);
            let mut stream: Vec<u8> = picks.iter().flat_map(|pick| pick.get(&all).clone()).collect();
            let middle = stream.len() / 2;
            stream.splice(middle..middle, noise.iter().copied());
            prop_assert_eq!(decode(&driver, stream.chunks(size)), decode(&driver, [stream.as_slice()]));
        }
    }

    /// The bytes that matter, so that the branches are met more often than by chance; contacts too.
    #[test]
    fn likely_noise_does_no_harm(picks in prop::collection::vec((any::<prop::sample::Index>(), 0u64..80), 0..300)) {
        for driver in drivers() {
            let letters: Vec<u8> = frames(&driver).concat();
            let (mut decoder, mut now_ms) = (driver.decoder(None), 0);
            for (pick, wait_ms) in &picks {
                now_ms += wait_ms;
                decoder.tick(now_ms, &mut |_| ());
                decoder.push(&[*pick.get(&letters)], now_ms, &mut |_| ());
                let stats = decoder.stats();
                prop_assert_eq!(stats.bytes, stats.frame_bytes + stats.discarded + decoder.pending() as u64);
            }
        }
    }
}

//! How much memory a decoder takes, whatever comes in (reliability.md E 21): measured by an allocator that counts, in a
//! program of its own, because an allocator is a whole program's.
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

mod table;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use ball_machine::blp1::watch::Watch;
use ball_machine::decoder::{Decoder, MEMORY_MAX};
use ball_machine::driver::{BLP1, Driver, DriverKind, EMBEDDED};
use ball_machine::observation::Observation;
use ball_machine_tools::drum::SplitMix64;

/// The system's allocator, and how many bytes are out.
struct Counting;

static OUT: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grown(bytes: usize) {
    let out = OUT.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(out, Ordering::Relaxed);
}

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        OUT.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // For a moment both may be there.
        grown(size);
        OUT.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns the most bytes that were out at once while this ran, beyond those that were before.
fn peak_of(run: impl FnOnce()) -> usize {
    let before = OUT.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    run();
    PEAK.load(Ordering::Relaxed) - before
}

/// Bytes of each stream: 100 MB where it is measured, less in every run.
fn size() -> usize {
    std::env::var("BOMBO_STREAM_MB").map_or(1 << 20, |mb| mb.parse::<usize>().unwrap() * 1_000_000)
}

/// A piece of a stream, as a port gives them.
const PIECE: usize = 1_024;

/// The hostile streams: each gives its next piece into a buffer of its own.
const STREAMS: [&str; 5] = ["random", "zeros", "no end", "frames", "frames cut short"];

fn fill(stream: &str, frames: &[Vec<u8>], dice: &mut SplitMix64, piece: &mut [u8; PIECE]) {
    let start = frames.first().and_then(|frame| frame.first()).copied().unwrap_or(0);
    match stream {
        "random" => piece.fill_with(|| dice.below(256) as u8),
        "zeros" => piece.fill(0),
        // A frame that began and never ends.
        "no end" => {
            piece.fill(b'1');
            piece[0] = start;
        }
        _ => {
            let mut at = 0;
            while at < PIECE {
                let frame = &frames[dice.below(frames.len())];
                let whole = stream == "frames";
                let said = if whole { frame.len() } else { dice.below(frame.len()) + 1 };
                let room = said.min(PIECE - at);
                piece[at..at + room].copy_from_slice(&frame[..room]);
                at += room;
            }
        }
    }
}

/// Feeds a decoder one stream; asks and answers as a port does. Returns what it saw.
fn feed(decoder: &mut dyn Decoder, stream: &str, frames: &[Vec<u8>]) -> u64 {
    let (mut dice, mut piece, mut seen) = (SplitMix64(21), [0; PIECE], 0);
    let mut out = |what: Observation| seen += u64::from(!matches!(what, Observation::Bad(_)));
    for turn in 0..size().div_ceil(PIECE) as u64 {
        fill(stream, frames, &mut dice, &mut piece);
        decoder.tick(turn * 10, &mut out);
        decoder.push(&piece, turn * 10, &mut out);
        // A desk that is stuck takes nothing for a while: answers must not pile up.
        if turn % 64 == 0 {
            drop(decoder.take_output());
        }
    }
    seen
}

fn frames_of(driver: &Driver) -> Vec<Vec<u8>> {
    driver.vectors.iter().flat_map(|vector| vector.pieces.clone()).collect()
}

type Make = Box<dyn Fn() -> Box<dyn Decoder>>;

/// Every driver: its name, its frames, and how its decoder is made.
fn every_driver() -> Vec<(String, Vec<Vec<u8>>, Make)> {
    let lines = ["$P,000016*6CD8\r\n", "$B,000017,07,A,098*112E\r\n", "$G,000018*77BA\r\n"];
    let blp1 = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
    let watch: Make = Box::new(|| Box::new(Watch::default()));
    let mut all = vec![(BLP1.to_owned(), blp1, watch)];
    for (name, _) in EMBEDDED {
        let frames = frames_of(&Driver::load(name).unwrap());
        let driver = Driver::load(name).unwrap();
        let tags = matches!(driver.kind, DriverKind::Tag(_)).then(table::table);
        all.push(((*name).to_owned(), frames, Box::new(move || driver.decoder(tags.as_ref()))));
    }
    all
}

/// One test: another one beside it would be counted with it.
#[test]
fn no_stream_makes_a_decoder_take_more_than_its_memory() {
    // The canary of the measure: what is kept is seen.
    let kept = peak_of(|| drop(vec![0u8; MEMORY_MAX + 1]));
    assert!(kept > MEMORY_MAX, "the allocator does not count");

    let mut told = String::new();
    for (name, frames, make) in every_driver() {
        for stream in STREAMS {
            let mut seen = 0;
            let peak = peak_of(|| {
                let mut decoder = make();
                seen = feed(decoder.as_mut(), stream, &frames);
            });
            told += &format!("{name}: {stream}: {peak} bytes at most, {seen} observations\n");
            assert!(peak <= MEMORY_MAX, "{name}: {stream}: {peak} bytes");
            let asked = matches!(Driver::load(&name).map(|driver| driver.kind), Ok(DriverKind::Contacts(_)));
            assert!(
                stream != "frames" || asked || seen > 1_000,
                "{name} understood nothing of its own frames"
            );
        }
    }
    println!("{} bytes of each stream\n{told}", size());
}

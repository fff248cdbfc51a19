//! Lines that flood the host's end (reliability.md E 35), in virtual time: what comes out is bounded, and nothing that
//! counts is lost.

mod table;

use ball_machine::blp1::frame::Frame;
use ball_machine::driver::{Driver, DriverKind, EMBEDDED};
use ball_machine::host::{Host, OUTPUT_MAX};
use ball_machine::link::Link;
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, Mode, Report, SetId, Stored};

/// Frames a second, and for how many seconds.
const RATE: u64 = 10_000;
const SECS: u64 = 20;

fn identity(boot: u32) -> Frame {
    Frame::Identity { boot: BootId(boot), balls: 90, set: SetId::parse("A").unwrap() }
}

/// A host that hears these frames, ten thousand a second, and what it reports.
fn flooded(host: &mut Host, begin_ms: u64, frame: &dyn Fn(u64) -> Frame) -> Vec<Report> {
    let mut out = Vec::new();
    for number in 0..RATE * SECS {
        let now_ms = begin_ms + number * 1_000 / RATE;
        host.receive(frame(number).encode().as_bytes(), now_ms, &mut out);
        if number % 500 == 0 {
            host.tick(now_ms, &mut out);
        }
    }
    assert!(host.take_output().len() <= OUTPUT_MAX, "what nobody sends does not grow");
    out
}

fn up() -> Host {
    let mut host = Host::new(None);
    host.opened(0);
    host.receive(identity(1).encode().as_bytes(), 0, &mut Vec::new());
    host
}

#[test]
fn the_same_frame_again_and_again_is_one_report() {
    let door = |number: u64| match number % 1_000 {
        999 => Frame::Beat { seq: 1, mode: Mode::Hold, out: 0 },
        _ => Frame::Stored { seq: 1, what: Stored::DoorOpened },
    };
    let mut host = up();
    let out = flooded(&mut host, 0, &door);
    assert_eq!(out.len(), 2, "the door and a heartbeat: {out:?}");
    assert!(host.stats().duplicates > RATE * (SECS - 1));
}

#[test]
fn another_power_up_with_each_frame_is_one_a_second_and_the_last_one_is_heard_whole() {
    let mut host = up();
    let out = flooded(&mut host, 0, &|number| match number % 2 {
        0 => identity(number as u32 + 10),
        _ => Frame::Stored { seq: 1, what: Stored::DoorOpened },
    });
    let identities = out.iter().filter(|report| matches!(report, Report::Identity { .. })).count();
    assert!((2..=SECS as usize + 1).contains(&identities), "{identities} power-ups");
    assert!(out.len() <= 3 * identities, "{} reports", out.len());
    // The machine comes to its senses: all that it kept is passed on, though it was not believed at first.
    let (boot, mut out, begin_ms) = (BootId(0xFFFF), Vec::new(), SECS * 1_000);
    for ms in 0..3_000 {
        if ms % 500 == 0 {
            host.receive(identity(boot.0).encode().as_bytes(), begin_ms + ms, &mut out);
            for seq in 1..=3 {
                let kept = Frame::Stored { seq, what: Stored::Gone };
                host.receive(kept.encode().as_bytes(), begin_ms + ms, &mut out);
            }
        }
        host.tick(begin_ms + ms, &mut out);
    }
    let seqs: Vec<u32> = out
        .iter()
        .filter_map(|report| {
            if let Report::Stored { boot: of, seq, .. } = report {
                (*of == boot).then_some(*seq)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(seqs, [1, 2, 3]);
}

/// Behind something lost nothing is passed on, however much comes: what waits is bounded, and people are asked once.
#[test]
fn a_flood_behind_a_loss_waits_in_bounded_room() {
    for (name, _) in EMBEDDED {
        let driver = Driver::load(name).unwrap();
        if matches!(driver.kind, DriverKind::Keypad(_) | DriverKind::Contacts(_)) {
            continue;
        }
        let tags = table::table();
        let mut link = driver.link(Some(&tags), SetId::parse("A"), None, 0, || BootId(7)).unwrap();
        link.opened(0);
        let frames: Vec<Vec<u8>> = driver.vectors.iter().flat_map(|v| v.pieces.clone()).collect();
        let good = frames.iter().filter(|frame| frame.len() > 2);
        let (mut out, mut now_ms) = (Vec::new(), 0);
        good.clone().for_each(|frame| link.receive(frame, now_ms, &mut out));
        // A frame that breaks off; nothing makes up for it.
        let begun = good.clone().max_by_key(|frame| frame.len()).unwrap();
        for _ in 0..3 {
            now_ms += 3_000;
            link.receive(&begun[..begun.len() - 1], now_ms, &mut out);
            now_ms += 900;
            link.tick(now_ms, &mut out);
        }
        let lost = |out: &[Report]| out.iter().filter(|report| matches!(report, Report::Gap { .. })).count();
        if lost(&out) == 0 {
            // A machine whose broken frames are none of its balls.
            continue;
        }
        out.clear();
        for (turn, frame) in good.cycle().take(100_000).enumerate() {
            link.receive(frame, now_ms + turn as u64 / 10, &mut out);
        }
        let more = out.iter().filter(|report| matches!(report, Report::Stored { .. })).count();
        assert_eq!((more, lost(&out)), (0, 0), "{name}: passed on behind a loss");
        println!("{name}: {} reports behind a loss", out.len());
    }
}

use hall_core::machine::{BootId, Fault, LinkLoss, Mode, Report, SetId, Stored};

use super::*;
use crate::driver::Driver;
use crate::tags::TagTable;

const SEVEN: &[u8] = b"\x02D07\x03\x40";
const NINETY: &[u8] = b"\x02D90\x03\x4E";
const SPOILED: &[u8] = b"\x02D07\x03\x41";

/// A closed line, its clock, and what was reported.
struct Bench {
    link: Numbered,
    now_ms: u64,
    seen: Vec<Report>,
}

impl Bench {
    fn new(driver: &str) -> Bench {
        Bench::with_out(driver, 0)
    }

    fn with_out(driver: &str, out: u8) -> Bench {
        let mut next = 100;
        let boots = move || {
            next += 1;
            BootId(next)
        };
        let tags = TagTable::parse("t", &tags()).unwrap();
        let tags = (driver == "id12la").then_some(&tags);
        let driver = Driver::load(driver).unwrap();
        let link = driver.link(tags, SetId::parse("A"), Some(BootId(101)), out, boots).unwrap();
        Bench { link, now_ms: 0, seen: Vec::new() }
    }

    fn open(driver: &str) -> Bench {
        let mut bench = Bench::new(driver);
        bench.link.opened(0);
        bench.pass(10);
        bench
    }

    fn pass(&mut self, ms: u64) {
        let end_ms = self.now_ms + ms;
        while self.now_ms < end_ms {
            self.now_ms += 10;
            self.link.tick(self.now_ms, &mut self.seen);
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        self.link.receive(bytes, self.now_ms, &mut self.seen);
        self.pass(10);
    }

    fn take(&mut self) -> Vec<Report> {
        std::mem::take(&mut self.seen)
    }
}

fn tags() -> String {
    let balls: String = (1..=90).map(|ball| format!("{ball:010X},{ball}\n")).collect();
    format!("set,B\n{balls}")
}

fn set(name: &str) -> SetId {
    SetId::parse(name).unwrap()
}

fn stored(boot: u32, from: u32, all: &[Stored]) -> Vec<Report> {
    let boot = BootId(boot);
    all.iter().zip(from..).map(|(what, seq)| Report::Stored { boot, seq, what: *what }).collect()
}

fn ball(number: u8) -> [Stored; 3] {
    [Stored::Present, Stored::Read { number, set: set("A"), confidence: 100 }, Stored::Gone]
}

fn beat(boot: u32, seq: u32, mode: Mode, out: u8) -> Report {
    Report::Beat { boot: BootId(boot), seq, mode, out }
}

fn identity(boot: u32) -> Report {
    Report::Identity { boot: BootId(boot), balls: 90, set: set("A") }
}

#[test]
fn balls_are_numbered_counted_and_told_once() {
    let mut bench = Bench::open("stx-simple");
    // The record knows 101: another one is taken.
    assert_eq!(bench.take(), [identity(102), beat(102, 0, Mode::Stop, 0)]);
    bench.link.want(Mode::Run);
    bench.hear(SEVEN);
    bench.hear(NINETY);
    let mut expected = stored(102, 1, &ball(7));
    expected.push(beat(102, 3, Mode::Run, 1));
    expected.extend(stored(102, 4, &ball(90)));
    expected.push(beat(102, 6, Mode::Run, 2));
    assert_eq!(bench.take(), expected);
    // Sent again because no answer came: nothing new (E 22, C-5 rule 4).
    bench.hear(NINETY);
    assert_eq!((bench.take(), bench.link.stats().duplicates), (Vec::new(), 1));
}

#[test]
fn the_answer_waits_for_the_disk() {
    let mut bench = Bench::open("stx-simple");
    bench.hear(SEVEN);
    assert_eq!(bench.link.take_output(), b"");
    bench.link.committed(BootId(102), 2);
    assert_eq!(bench.link.take_output(), b"", "not all of it is on disk");
    bench.link.committed(BootId(101), 3);
    assert_eq!(bench.link.take_output(), b"", "another power-up");
    bench.link.committed(BootId(102), 3);
    assert_eq!(bench.link.take_output(), b"\x06");
    bench.link.committed(BootId(102), 3);
    assert_eq!(bench.link.take_output(), b"", "once");
    // The answer got lost: what is on disk is answered at once.
    bench.hear(SEVEN);
    assert_eq!(bench.link.take_output(), b"\x06");
}

#[test]
fn each_opening_of_the_port_is_another_power_up() {
    let mut bench = Bench::open("stx-simple");
    bench.hear(SEVEN);
    bench.take();
    bench.link.lost(LinkLoss::HungUp, bench.now_ms, &mut bench.seen);
    bench.link.lost(LinkLoss::HungUp, bench.now_ms, &mut bench.seen);
    assert_eq!(bench.take(), [Report::LinkLost(LinkLoss::HungUp)]);
    bench.link.opened(bench.now_ms);
    bench.pass(10);
    // The count goes on: the balls are still out.
    assert_eq!(bench.take(), [identity(103), beat(103, 0, Mode::Stop, 1)]);
    bench.hear(NINETY);
    assert_eq!(bench.take()[..3], stored(103, 1, &ball(90)));
}

#[test]
fn the_count_begins_with_the_records_own() {
    let mut bench = Bench::with_out("stx-simple", 17);
    bench.link.opened(0);
    bench.pass(10);
    assert_eq!(bench.take()[1], beat(102, 0, Mode::Stop, 17));
}

#[test]
fn a_broken_frame_that_is_sent_again_is_no_loss() {
    let mut bench = Bench::open("stx-simple");
    bench.take();
    bench.hear(SPOILED);
    bench.pass(200);
    assert_eq!(bench.link.take_output(), b"\x15");
    bench.hear(SEVEN);
    bench.pass(3_000);
    let seen = bench.take();
    assert!(matches!(seen[0], Report::BadFrames { count: 1, bytes: 6, .. }), "{seen:?}");
    assert_eq!(seen[1..4], stored(102, 1, &ball(7)));
    assert_eq!(bench.link.stats().gaps, 0);
}

/// NL6, NL8: what may have been a ball is held, and nothing behind it passes before people decided.
#[test]
fn a_broken_frame_that_never_comes_again_is_a_gap() {
    let mut bench = Bench::open("stx-simple");
    bench.hear(SEVEN);
    bench.take();
    bench.hear(SPOILED);
    bench.pass(2_000);
    let gap = Report::Gap { boot: BootId(102), expected: 4, got: 4 };
    assert!(bench.take().contains(&gap));
    bench.hear(NINETY);
    bench.pass(100);
    assert_eq!(bench.take(), [], "nothing passes the gap");
    bench.link.accept_gap(BootId(7));
    bench.pass(10);
    assert_eq!(bench.take(), [], "another power-up's gap");
    bench.link.accept_gap(BootId(102));
    bench.pass(10);
    let mut expected = stored(102, 5, &ball(90));
    expected.push(beat(102, 7, Mode::Stop, 2));
    assert_eq!(bench.take(), expected);
}

#[test]
fn two_losses_are_two_gaps_and_what_does_not_fit_is_lost_and_told() {
    let mut bench = Bench::open("stx-simple");
    for _ in 0..2 {
        bench.hear(SPOILED);
        bench.pass(2_000);
        bench.hear(SEVEN);
        bench.pass(2_000);
    }
    bench.link.accept_gap(BootId(102));
    bench.pass(10);
    let gaps = |seen: Vec<Report>| {
        seen.into_iter()
            .filter_map(|report| if let Report::Gap { got, .. } = report { Some(got) } else { None })
            .collect::<Vec<_>>()
    };
    assert_eq!(gaps(bench.take()), [1, 5]);
    for _ in 0..HELD_MAX {
        bench.hear(SEVEN);
        bench.pass(2_000);
    }
    assert!(bench.link.stats().early > 0);
    bench.take();
    bench.link.accept_gap(BootId(102));
    bench.pass(10);
    assert_eq!(gaps(bench.take()).len(), 1, "what did not fit is a loss of its own");
}

#[test]
fn silence_is_a_loss_and_the_word_after_it_another_power_up() {
    let mut bench = Bench::new("stx-suma");
    bench.link.opened(0);
    bench.pass(2_900);
    assert_eq!(bench.take(), [], "nobody was heard");
    bench.pass(200);
    assert_eq!(bench.take(), [Report::LinkLost(LinkLoss::Silent)]);
    bench.hear(b"\x024B\x03");
    bench.hear(b"\x02K4B\x03");
    let seen = bench.take();
    assert_eq!((&seen[0], &seen[2]), (&identity(102), &beat(102, 0, Mode::Stop, 0)));
    assert!(matches!(seen[1], Report::BadFrames { count: 1, bytes: 4, .. }), "noise is no machine: {seen:?}");
    for _ in 0..5 {
        bench.pass(1_000);
        bench.hear(b"\x02K4B\x03");
    }
    assert_eq!(bench.take(), []);
    bench.pass(3_100);
    assert_eq!(bench.take(), [Report::LinkLost(LinkLoss::Silent)]);
    bench.hear(b"\x02P50\x03");
    assert_eq!(bench.take(), [identity(103), stored(103, 1, &[Stored::Present]).remove(0)]);
}

#[test]
fn orders_are_said_once_and_a_load_brings_the_count_to_nothing() {
    let mut bench = Bench::open("stx-suma");
    bench.hear(b"\x02K4B\x03");
    bench.link.take_output();
    bench.link.want(Mode::Run);
    bench.pass(100);
    assert_eq!(bench.link.take_output(), b"\x02R52\x03");
    bench.pass(500);
    bench.link.want(Mode::Run);
    bench.link.want(Mode::Fault);
    bench.pass(100);
    assert_eq!(bench.link.take_output(), b"", "once, and a fault is no order");
    bench.hear(b"\x02P50\x03\x02B17A985C\x03\x02G47\x03");
    assert_eq!(*bench.take().last().unwrap(), beat(102, 3, Mode::Run, 1));
    bench.hear(b"\x02C43\x03");
    let seen = bench.take();
    assert_eq!(seen, [stored(102, 4, &[Stored::Loaded]).remove(0), beat(102, 4, Mode::Run, 0)]);
}

#[test]
fn a_machine_that_says_nothing_of_its_load_is_given_its_time() {
    let mut bench = Bench::open("stx-simple");
    bench.hear(SEVEN);
    bench.take();
    bench.link.want(Mode::Load);
    bench.pass(7_900);
    assert_eq!(bench.take(), [beat(102, 3, Mode::Load, 1)]);
    bench.pass(200);
    assert_eq!(bench.take(), [stored(102, 4, &[Stored::Loaded]).remove(0), beat(102, 4, Mode::Load, 0)]);
    bench.pass(20_000);
    assert_eq!(bench.take(), [], "there is nothing to load");
    // One that comes out although loading was asked for.
    bench.hear(NINETY);
    bench.pass(8_100);
    assert_eq!(*bench.take().last().unwrap(), beat(102, 8, Mode::Load, 0));
}

#[test]
fn a_fault_is_the_machines_mode_until_it_is_over() {
    let mut bench = Bench::open("stx-simple");
    bench.take();
    bench.hear(b"\x02E03\x03\x45");
    let raised = stored(102, 1, &[Stored::FaultRaised(Fault::Blower)]).remove(0);
    assert_eq!(bench.take(), [raised, beat(102, 1, Mode::Fault, 0)]);
    bench.hear(b"\x02E00\x03\x46");
    assert_eq!(bench.take()[1], beat(102, 2, Mode::Stop, 0));
}

/// E 30: a foreign ball is a ball that cannot be read, and the record gets its tag.
#[test]
fn an_unknown_tag_is_a_ball_that_cannot_be_read_and_its_tag_is_kept() {
    let mut bench = Bench::open("id12la");
    assert_eq!(bench.take()[0], Report::Identity { boot: BootId(102), balls: 90, set: set("B") });
    bench.hear(b"\x020C000621A58E\r\n\x03");
    let seen = bench.take();
    assert_eq!(seen[..2], stored(102, 1, &[Stored::Present, Stored::NoRead]));
    assert_eq!(seen[2], Report::BadFrames { count: 1, bytes: 10, first: b"0C000621A5".to_vec() });
}

#[test]
fn a_tag_read_ten_times_in_the_field_is_one_ball_of_its_set() {
    let mut bench = Bench::open("id12la");
    bench.take();
    for _ in 0..10 {
        bench.hear(b"\x02000000000707\r\n\x03");
        bench.pass(200);
    }
    bench.pass(1_000);
    let read = Stored::Read { number: 7, set: set("B"), confidence: 100 };
    let mut expected = stored(102, 1, &[Stored::Present, read, Stored::Gone]);
    expected.push(beat(102, 3, Mode::Stop, 1));
    assert_eq!(bench.take(), expected);
    assert_eq!(bench.link.stats().duplicates, 9);
}

/// E 23: the same ball after it left is told, so that the game is held.
#[test]
fn the_same_tag_after_it_left_is_told_again() {
    let mut bench = Bench::open("id12la");
    for _ in 0..2 {
        bench.hear(b"\x02000000000707\r\n\x03");
        bench.pass(1_000);
    }
    let reads =
        bench.take().iter().filter(|r| matches!(r, Report::Stored { what: Stored::Read { .. }, .. })).count();
    assert_eq!(reads, 2);
}

#[test]
fn a_reader_that_says_each_tag_once_loses_a_ball_with_one_bad_frame() {
    let mut bench = Bench::open("id12la");
    bench.take();
    bench.hear(b"\x02000000000708\r\n\x03");
    bench.pass(200);
    assert!(bench.take().contains(&Report::Gap { boot: BootId(102), expected: 1, got: 1 }));
}

/// The next ball, in the same piece of bytes, makes up for nothing: this reader says nothing twice.
#[test]
fn the_ball_behind_a_bad_frame_waits_until_people_decided() {
    let mut bench = Bench::open("id12la");
    bench.take();
    bench.hear(b"\x02000000000708\r\n\x03\x02000000000808\r\n\x03");
    bench.pass(1_000);
    let gap = Report::Gap { boot: BootId(102), expected: 1, got: 1 };
    let seen = bench.take();
    assert!(seen.contains(&gap) && !seen.iter().any(|r| matches!(r, Report::Stored { .. })), "{seen:?}");
    bench.link.accept_gap(BootId(102));
    bench.pass(10);
    let read = Stored::Read { number: 8, set: set("B"), confidence: 100 };
    assert_eq!(bench.take()[..3], stored(102, 2, &[Stored::Present, read, Stored::Gone]));
}

/// A HOLD that was lost on the line: a machine that says nothing of what it does is told again, where its file allows it.
#[test]
fn an_order_to_a_machine_that_does_not_say_what_it_does_is_said_again() {
    let hold = b":P50\r";
    let orders = |driver: &str| {
        let mut bench = Bench::open(driver);
        bench.hear(b":K4B\r");
        bench.link.want(Mode::Hold);
        bench.pass(20);
        assert_eq!(bench.link.take_output(), hold, "at once");
        let mut said = 0;
        for _ in 0..30 {
            bench.hear(b":K4B\r");
            bench.pass(90);
            said += usize::from(bench.link.take_output() == hold);
        }
        said
    };
    assert_eq!(orders("extractora-levante"), 3, "each second of three");
    let text = include_str!("../drivers/extractora-levante.toml");
    let once = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(once.path(), text.replace("again_ms = 1000\n", "")).unwrap();
    assert_eq!(orders(once.path().to_str().unwrap()), 0, "its file says nothing of hearing twice");
}

/// D4: a coil that the module refused, or whose answer was lost, is asked for again, and not for ever.
#[test]
fn a_coil_that_was_refused_or_not_answered_is_asked_for_again() {
    let crc = |body: &[u8]| [body, &crate::contacts::crc16(body).to_le_bytes()].concat();
    let levels = crc(&[1, 2, 1, 0]);
    let write = |bench: &mut Bench| {
        let mut writes = 0;
        for _ in 0..40 {
            bench.pass(50);
            match bench.link.take_output().get(1).copied() {
                Some(5) => {
                    writes += 1;
                    // Refused, then nothing at all, then the echo of another coil.
                    match writes % 3 {
                        1 => bench.hear(&crc(&[1, 0x85, 4])),
                        2 => (),
                        _ => bench.hear(&crc(&[1, 5, 0, 7, 0, 0])),
                    }
                }
                Some(_) => bench.hear(&levels),
                None => (),
            }
        }
        writes
    };
    let mut bench = Bench::open("contactos");
    assert_eq!(write(&mut bench), 0, "nothing is ordered yet");
    bench.link.want(Mode::Hold);
    assert_eq!(write(&mut bench), 4, "and three times more");
}

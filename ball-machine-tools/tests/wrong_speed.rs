//! Ten minutes of a line at another speed, for the host's end of every driver, in virtual time (reliability.md E 29): no ball,
//! and somebody is told. The line was good before: a game may be in its draw.

mod mishear;
mod table;

use ball_machine::driver::{BLP1, Driver, DriverKind, EMBEDDED};
use ball_machine::host::Host;
use ball_machine::link::Link;
use ball_machine_tools::drum::SplitMix64;
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, LinkLoss, Mode, Report, SetId};
use mishear::{WRONG, misheard};

/// How long the line is at another speed.
const SPELL_MS: u64 = 600_000;
/// The machine says something so often.
const EVERY_MS: u64 = 200;
const STEP_MS: u64 = 50;

/// A machine on a line, and the host's end of it.
struct Bench {
    link: Box<dyn Link>,
    /// What it says, one after the other; where it is asked, one for each question.
    frames: Vec<Vec<u8>>,
    asked: bool,
    said: usize,
    now_ms: u64,
    dice: SplitMix64,
}

impl Bench {
    /// Lets time pass. `speeds`: the machine's and ours.
    fn pass(&mut self, ms: u64, speeds: (u32, u32)) -> Vec<Report> {
        let (mut out, until) = (Vec::new(), self.now_ms + ms);
        while self.now_ms < until {
            self.now_ms += STEP_MS;
            self.link.tick(self.now_ms, &mut out);
            let question = !self.link.take_output().is_empty();
            let speaks = if self.asked { question } else { self.now_ms.is_multiple_of(EVERY_MS) };
            if speaks {
                let frame = &self.frames[self.said % self.frames.len()];
                self.said += 1;
                let rest = self.dice.below(40) + 10;
                self.link.receive(&misheard(frame, speeds.0, speeds.1, rest), self.now_ms, &mut out);
            }
        }
        out
    }
}

/// A line of each driver that is evidence, open.
fn benches() -> Vec<(String, Bench)> {
    let bench = |mut link: Box<dyn Link>, frames, asked| {
        link.want(Mode::Run);
        link.opened(0);
        Bench { link, frames, asked, said: 0, now_ms: 0, dice: SplitMix64(29) }
    };
    let lines = ["$I,5F3A91C2,BLP1,90,A*FF61\r\n", "$H,000000,STOP,00*A6BA\r\n"];
    let blp1 = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
    let mut all = vec![(BLP1.to_owned(), bench(Box::new(Host::new(None)), blp1, false))];
    for (name, _) in EMBEDDED {
        let driver = Driver::load(name).unwrap();
        if matches!(driver.kind, DriverKind::Keypad(_)) {
            continue;
        }
        let (tags, set) = (table::table(), SetId::parse("A"));
        let link = driver.link(Some(&tags), set, None, 0, || BootId(7)).unwrap();
        let asked = matches!(driver.kind, DriverKind::Contacts(_));
        let mut frames: Vec<Vec<u8>> = driver.vectors.iter().flat_map(|v| v.pieces.clone()).collect();
        frames.retain(|frame| frame.len() > 2);
        all.push(((*name).to_owned(), bench(Box::new(link), frames, asked)));
    }
    all
}

fn is_up(reports: &[Report]) -> bool {
    reports.iter().any(|report| matches!(report, Report::Identity { .. }))
}

#[test]
fn ten_minutes_at_another_speed_are_no_ball_and_an_alarm() {
    let mut told = String::new();
    for (from, to) in WRONG {
        for (name, mut bench) in benches() {
            assert!(is_up(&bench.pass(5_000, (from, from))), "{name} is not understood at its own speed");
            let before = bench.link.stats();
            let wrong = bench.pass(SPELL_MS, (from, to));
            let after = bench.link.stats();
            assert!(after.bytes > before.bytes + 100, "{name}: nothing was heard");
            let seen = wrong.iter().filter(|report| matches!(report, Report::Stored { .. })).count();
            let count = |is: fn(&Report) -> bool| wrong.iter().filter(|report| is(report)).count();
            let bad = count(|report| matches!(report, Report::BadFrames { .. }));
            let lost = count(|report| matches!(report, Report::LinkLost(LinkLoss::Silent)));
            let gaps = count(|report| matches!(report, Report::Gap { .. }));
            told += &format!(
                "{name}, {from} heard at {to}: {seen} things seen, {bad} times bad bytes, lost {lost}, gaps {gaps}\n"
            );
            assert_eq!(seen, 0, "{name}, {from} heard at {to}");
            // What people are told: the line is gone, or something may have been a ball.
            assert!(lost + gaps > 0, "{name}, {from} heard at {to}: nobody is told: {told}");
            assert!(bad > 0, "{name}: the technician sees nothing");
            assert!(wrong.len() <= 1_300, "{name}: {} reports: at most some two a second", wrong.len());
        }
    }
    println!("{told}");
}

/// The canary: at the right speed the same line is full of things seen.
#[test]
fn canary_at_the_right_speed_things_are_seen() {
    for (name, mut bench) in benches() {
        if name == BLP1 {
            let frame = b"$P,000001*A1D9\r\n";
            assert!(is_up(&bench.pass(1_000, (9_600, 9_600))));
            bench.frames = vec![good(frame)];
        }
        let right = bench.pass(5_000, (9_600, 9_600));
        assert!(right.iter().any(|report| matches!(report, Report::Stored { .. })), "{name}: {right:?}");
    }
}

/// E 28 for every driver: the port stays open and nothing comes. Who has a heartbeat or is asked is lost after three
/// seconds, once; who speaks only of balls cannot be told from a machine at rest.
#[test]
fn a_heartbeat_that_stops_is_a_lost_line_after_three_seconds_and_never_before() {
    for (name, mut bench) in benches() {
        assert!(is_up(&bench.pass(5_000, (9_600, 9_600))), "{name}");
        let heard_ms = bench.now_ms;
        let mut lost_ms: Vec<u64> = Vec::new();
        while bench.now_ms < heard_ms + 60_000 {
            bench.now_ms += STEP_MS;
            let mut out = Vec::new();
            bench.link.tick(bench.now_ms, &mut out);
            bench.link.take_output();
            lost_ms.extend(
                out.iter()
                    .filter(|report| matches!(report, Report::LinkLost(_)))
                    .map(|_| bench.now_ms - heard_ms),
            );
        }
        if ["id12la", "stx-simple"].contains(&name.as_str()) {
            assert!(lost_ms.is_empty(), "{name} has no heartbeat");
        } else {
            assert!(lost_ms.len() == 1 && (2_700..=3_050).contains(&lost_ms[0]), "{name}: {lost_ms:?}");
        }
    }
}

/// Noise now and then is no lost line to a machine that speaks only of balls.
#[test]
fn some_noise_is_no_loss_and_much_of_it_is_one_and_another_power_up() {
    for (name, mut bench) in
        benches().into_iter().filter(|(name, _)| name == "id12la" || name == "stx-simple")
    {
        assert!(is_up(&bench.pass(5_000, (9_600, 9_600))), "{name}");
        let mut out = Vec::new();
        for second in 0..600u64 {
            // Bad bytes three times a minute, and a frame never.
            if second % 20 == 0 {
                bench.link.receive(&[0xFF, 0x00, 0x55], bench.now_ms, &mut out);
            }
            for _ in 0..1_000 / STEP_MS {
                bench.now_ms += STEP_MS;
                bench.link.tick(bench.now_ms, &mut out);
            }
        }
        assert!(!out.iter().any(|report| matches!(report, Report::LinkLost(_))), "{name}");
        // Both hold a game that is in its draw, and neither comes again while nothing is understood.
        let wrong = bench.pass(60_000, (9_600, 4_800));
        let count = |is: fn(&Report) -> bool| wrong.iter().filter(|report| is(report)).count();
        let lost = count(|report| matches!(report, Report::LinkLost(LinkLoss::Silent)));
        let up = count(|report| matches!(report, Report::Identity { .. }));
        assert_eq!((lost, up), (1, 1), "{name}: {wrong:?}");
    }
}

/// Returns the line with the sum that it should have.
fn good(line: &[u8]) -> Vec<u8> {
    use ball_machine::blp1::frame::Frame;
    use hall_core::machine::Stored;
    let said = Frame::Stored { seq: 1, what: Stored::Present }.encode();
    assert_eq!(said.len(), line.len());
    said.into_bytes()
}

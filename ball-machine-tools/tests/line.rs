//! Host against simulator over a line that loses, doubles, spoils and delays, in virtual
//! time: whatever the line does, every stored frame is passed on once and in order.

use std::collections::BTreeMap;

use ball_machine::blp1::frame::HostFrame;
use ball_machine::host::Host;
use ball_machine::link::{Link, LinkStats};
use ball_machine_tools::drum::SplitMix64;
use ball_machine_tools::simulator::{Planned, Settings, Simulator};
use hall_core::machine::{BootId, Mode, Report, SetId, Stored};

/// How long the line is bad, and how long it is good afterwards, in virtual milliseconds.
const BAD_MS: u64 = 60_000;
const GOOD_MS: u64 = 15_000;
/// The server takes this long to commit.
const COMMIT_MS: u64 = 40;
/// Seeds of one run: about 0.2 s each without optimisation.
const SEEDS: u64 = 12;

/// One direction of a bad line: chunks, each at the time it arrives.
struct Wire {
    dice: SplitMix64,
    chunks: BTreeMap<(u64, u64), Vec<u8>>,
    sent: u64,
    last_ms: u64,
}

impl Wire {
    fn new(seed: u64) -> Wire {
        Wire { dice: SplitMix64(seed), chunks: BTreeMap::new(), sent: 0, last_ms: 0 }
    }

    fn send(&mut self, mut bytes: Vec<u8>, now_ms: u64, bad: bool) {
        if bytes.is_empty() {
            return;
        }
        let mut at_ms = (now_ms + 2).max(self.last_ms);
        let mut copies = 1;
        if bad {
            match self.dice.below(10) {
                0 => copies = 0,
                1 => copies = 2,
                2 => {
                    let bit = self.dice.below(bytes.len() * 8);
                    bytes[bit / 8] ^= 1 << (bit % 8);
                }
                3 => at_ms = now_ms + self.dice.below(900) as u64,
                4 => bytes.truncate(bytes.len() / 2),
                // A byte stream keeps its order, so that what is late delays the rest.
                5 => self.last_ms = now_ms + self.dice.below(1_500) as u64,
                _ => (),
            }
        }
        for _ in 0..copies {
            self.sent += 1;
            self.chunks.insert((at_ms, self.sent), bytes.clone());
        }
    }

    fn arrived(&mut self, now_ms: u64) -> Vec<u8> {
        let later = self.chunks.split_off(&(now_ms + 1, 0));
        std::mem::replace(&mut self.chunks, later).into_values().flatten().collect()
    }
}

/// What may be broken on purpose, so that the test is seen to fail.
#[derive(Clone, Copy, PartialEq)]
enum Broken {
    Nothing,
    /// Everything said is acknowledged, whether it came or not.
    AcksEverything,
    /// The host is made anew every ten seconds with nothing from the record.
    ForgetsWhatIsOnDisk,
}

struct Evening {
    said: Vec<(u32, Stored)>,
    passed: Vec<(u32, Stored)>,
    stats: LinkStats,
    balls: usize,
}

fn evening(seed: u64, faults: &[&str], broken: Broken) -> Evening {
    let faults: Vec<Planned> = faults.iter().map(|f| f.parse().unwrap()).collect();
    let set = SetId::parse("A").unwrap();
    let settings = Settings { seed, set, interval_ms: 700, faults, ..Settings::default() };
    let mut simulator = Simulator::new(settings, 0);
    let mut host = Host::new(None);
    let (mut down, mut up) = (Wire::new(seed), Wire::new(!seed));
    let (mut said, mut passed) = (Vec::new(), Vec::new());
    let mut commits: BTreeMap<u64, (BootId, u32)> = BTreeMap::new();
    let mut reports = Vec::new();
    host.opened(0);
    host.want(Mode::Run);
    for now_ms in 0..BAD_MS + GOOD_MS {
        let bad = now_ms < BAD_MS;
        if broken == Broken::ForgetsWhatIsOnDisk && now_ms % 10_000 == 9_999 {
            host = Host::new(None);
            host.opened(now_ms);
            host.want(Mode::Run);
        }
        if !bad {
            host.want(Mode::Hold);
        }
        simulator.device.receive(&up.arrived(now_ms), now_ms);
        simulator.tick(now_ms);
        let last = said.last().map(|(seq, _)| *seq);
        said.extend(simulator.device.unacknowledged().filter(|(seq, _)| Some(*seq) > last));
        if broken == Broken::AcksEverything && now_ms % 1_000 == 0 && !said.is_empty() {
            let seq = said[said.len() - 1].0;
            let ack = HostFrame::Ack { boot: simulator.device.boot(), seq };
            simulator.device.receive(ack.encode().as_bytes(), now_ms);
        }
        down.send(simulator.device.take_output(), now_ms, bad);
        host.receive(&down.arrived(now_ms), now_ms, &mut reports);
        host.tick(now_ms, &mut reports);
        for report in reports.drain(..) {
            if let Report::Stored { boot, seq, what } = report {
                passed.push((seq, what));
                commits.insert(now_ms + COMMIT_MS, (boot, seq));
            }
        }
        if let Some((boot, seq)) = commits.remove(&now_ms) {
            host.committed(boot, seq);
        }
        up.send(host.take_output(), now_ms, bad);
    }
    assert_eq!(simulator.device.unacknowledged().count(), 0, "seed {seed}: not all acknowledged");
    Evening { said, passed, stats: host.stats(), balls: simulator.rack().len() }
}

fn check(evening: &Evening, seed: u64) {
    assert_eq!(evening.said, evening.passed, "seed {seed}: lost, doubled or out of order");
    let said_balls = evening.passed.iter().filter(|(_, what)| *what == Stored::Gone).count();
    assert_eq!(said_balls, evening.balls, "seed {seed}: the rack has other balls");
    let LinkStats { bytes, frame_bytes, discarded, .. } = evening.stats;
    assert!(bytes - frame_bytes - discarded < 64, "seed {seed}: bytes not accounted for");
}

#[test]
fn a_bad_line_loses_nothing() {
    let (mut balls, mut bad, mut duplicates) = (0, 0, 0);
    for seed in 0..SEEDS {
        let evening = evening(seed, &[], Broken::Nothing);
        check(&evening, seed);
        balls += evening.balls;
        bad += evening.stats.bad;
        duplicates += evening.stats.duplicates;
    }
    // The line was bad indeed, and balls came all the same.
    assert!(balls > 100 && bad > 100 && duplicates > 100, "{balls} {bad} {duplicates}");
}

#[test]
fn faults_of_the_machine_over_a_bad_line_lose_nothing() {
    let faults = ["lost@2", "badsum@3", "duplicate@4", "lostack@5", "silent@7", "returned@9", "noread@10"];
    for seed in 100..100 + SEEDS {
        check(&evening(seed, &faults, Broken::Nothing), seed);
    }
}

/// The canaries: a test that cannot fail proves nothing.
#[test]
#[should_panic(expected = "seed")]
fn canary_a_host_that_acknowledges_what_never_came_loses_frames() {
    for seed in 0..SEEDS {
        check(&evening(seed, &[], Broken::AcksEverything), seed);
    }
}

#[test]
#[should_panic(expected = "seed")]
fn canary_a_host_that_forgets_passes_frames_twice_or_sticks() {
    for seed in 0..SEEDS {
        check(&evening(seed, &[], Broken::ForgetsWhatIsOnDisk), seed);
    }
}

#[test]
#[should_panic(expected = "not all acknowledged")]
fn canary_a_frame_never_said_is_noticed() {
    check(&evening(0, &["lost-for-ever@3"], Broken::Nothing), 0);
}

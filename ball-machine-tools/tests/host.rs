//! The host of BLP/1: each frame once, in order, acknowledged after the commit.

use ball_machine::blp1::frame::{Blp1Line as _, Frame, HostFrame};
use ball_machine::host::*;
use ball_machine::link::Link;
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, Fault, LinkLoss, Mode, Report, SetId, Stored};

const BOOT: BootId = BootId(0x5F3A_91C2);
const OTHER: BootId = BootId(0x0000_0002);

/// A host, the clock and what came out.
struct Bench {
    host: Host,
    now_ms: u64,
    reports: Vec<Report>,
}

impl Bench {
    fn opened(known: Option<(BootId, u32)>) -> Bench {
        let mut bench = Bench { host: Host::new(known), now_ms: 10_000, reports: Vec::new() };
        bench.host.opened(bench.now_ms);
        bench
    }

    /// A bench on which the device has said who it is.
    fn up() -> Bench {
        let mut bench = Bench::opened(None);
        bench.identity(BOOT);
        bench.host.take_output();
        bench.reports.clear();
        bench
    }

    fn say(&mut self, frame: Frame) {
        self.bytes(frame.encode().as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.host.receive(bytes, self.now_ms, &mut self.reports);
    }

    fn identity(&mut self, boot: BootId) {
        self.say(Frame::Identity { boot, balls: 90, set: SetId::parse("A").unwrap() });
    }

    fn beat(&mut self, seq: u32) {
        self.say(Frame::Beat { seq, mode: Mode::Run, out: 0 });
    }

    fn stored(&mut self, seqs: impl IntoIterator<Item = u32>) {
        for seq in seqs {
            self.say(Frame::Stored { seq, what: Stored::Present });
        }
    }

    /// Lets time pass in steps of 50 ms.
    fn pass_ms(&mut self, ms: u64) {
        for _ in 0..ms / 50 {
            self.now_ms += 50;
            self.host.tick(self.now_ms, &mut self.reports);
        }
    }

    fn orders(&mut self) -> Vec<HostFrame> {
        let text = String::from_utf8(self.host.take_output()).unwrap();
        text.split_inclusive('\n').map(|l| HostFrame::parse(l.as_bytes()).unwrap()).collect()
    }

    fn passed(&mut self) -> Vec<u32> {
        let seqs = self.reports.iter().filter_map(|r| match r {
            Report::Stored { seq, .. } => Some(*seq),
            Report::Identity { .. }
            | Report::LinkLost(_)
            | Report::Beat { .. }
            | Report::Gap { .. }
            | Report::BadFrames { .. }
            | Report::Second(_)
            | Report::Table(_) => None,
        });
        let seqs = seqs.collect();
        self.reports.clear();
        seqs
    }
}

fn query(boot: BootId, seq: u32) -> HostFrame {
    HostFrame::Query { boot, seq }
}

#[test]
fn it_asks_each_second_until_it_hears_who_is_there() {
    let mut bench = Bench::opened(None);
    assert_eq!(bench.orders(), [query(BootId(0), 0)]);
    bench.pass_ms(2_000);
    assert_eq!(bench.orders(), [query(BootId(0), 0); 2]);
    bench.stored([1]);
    assert_eq!(bench.passed(), Vec::<u32>::new(), "nobody has said whose frame this is");
    bench.identity(BOOT);
    assert!(matches!(bench.reports[..], [Report::Identity { boot: BOOT, balls: 90, .. }]));
    bench.beat(0);
    bench.pass_ms(2_000);
    assert_eq!(bench.orders(), []);
    bench.stored([1, 2]);
    assert_eq!(bench.passed(), [1, 2]);
}

#[test]
fn it_asks_with_what_the_record_has_and_goes_on_from_there() {
    let mut bench = Bench::opened(Some((BOOT, 17)));
    assert_eq!(bench.orders(), [query(BOOT, 17)]);
    bench.identity(BOOT);
    assert_eq!(bench.orders(), [HostFrame::Ack { boot: BOOT, seq: 17 }]);
    bench.stored([16, 17, 18, 19]);
    assert_eq!(bench.passed(), [18, 19]);
    assert_eq!(bench.host.stats().duplicates, 2);
}

#[test]
fn a_frame_is_passed_once_and_acknowledged_only_after_the_commit() {
    let mut bench = Bench::up();
    bench.stored([1, 2, 2, 1, 3]);
    assert_eq!(bench.passed(), [1, 2, 3]);
    assert_eq!(bench.orders(), [], "nothing is on disk");
    bench.host.committed(BOOT, 2);
    assert_eq!(bench.orders(), [HostFrame::Ack { boot: BOOT, seq: 2 }]);
    bench.host.committed(BOOT, 2);
    bench.host.committed(BOOT, 1);
    bench.host.committed(BOOT, 4);
    bench.host.committed(OTHER, 3);
    assert_eq!(bench.orders(), [], "known, older, never passed on, another power-up");
    bench.now_ms += 500;
    bench.stored([1, 2, 3]);
    assert_eq!(bench.orders(), [HostFrame::Ack { boot: BOOT, seq: 2 }], "that one got lost");
}

#[test]
fn numbers_begin_again_after_999999() {
    let mut bench = Bench::opened(Some((BOOT, 999_998)));
    bench.identity(BOOT);
    bench.stored([999_998, 999_999, 1, 2, 999_999]);
    assert_eq!(bench.passed(), [999_999, 1, 2]);
    bench.orders();
    bench.host.committed(BOOT, 1);
    assert_eq!(bench.orders(), [HostFrame::Ack { boot: BOOT, seq: 1 }]);
}

#[test]
fn a_gap_is_asked_for_and_what_comes_after_it_waits() {
    let mut bench = Bench::up();
    bench.stored([1]);
    bench.pass_ms(1_000);
    bench.stored([3, 4]);
    assert_eq!(bench.orders(), [query(BOOT, 1)]);
    bench.pass_ms(1_950);
    bench.stored([3, 4]);
    assert_eq!(bench.passed(), [1]);
    bench.stored([2, 3, 4]);
    bench.beat(4);
    bench.pass_ms(1_000);
    assert_eq!(bench.passed(), [2, 3, 4], "and no gap is reported");
    assert_eq!(bench.host.stats().gaps, 0);
}

#[test]
fn a_gap_that_stays_is_reported_once_and_never_jumped_by_itself() {
    let mut bench = Bench::up();
    bench.stored([1, 4, 3]);
    for _ in 0..20 {
        bench.pass_ms(500);
        bench.beat(4);
        bench.stored([3, 4]);
    }
    let gap = Report::Gap { boot: BOOT, expected: 2, got: 3 };
    assert_eq!(bench.reports.iter().filter(|r| matches!(r, Report::Gap { .. })).count(), 1);
    assert!(bench.reports.contains(&gap));
    assert_eq!(bench.passed(), [1]);
    bench.host.accept_gap(OTHER);
    bench.stored([3, 4]);
    assert_eq!(bench.passed(), Vec::<u32>::new(), "that was another power-up's gap");
    bench.host.accept_gap(BOOT);
    bench.stored([3, 4]);
    assert_eq!(bench.passed(), [3, 4]);
    bench.host.committed(BOOT, 4);
    assert!(bench.orders().contains(&HostFrame::Ack { boot: BOOT, seq: 4 }));
}

#[test]
fn a_gap_not_reported_cannot_be_accepted() {
    let mut bench = Bench::up();
    bench.stored([1, 3]);
    bench.host.accept_gap(BOOT);
    bench.stored([3]);
    assert_eq!(bench.passed(), [1]);
}

/// A fresh record beside a machine whose frames another record has acknowledged.
#[test]
fn a_heartbeat_tells_of_frames_that_never_came() {
    let mut bench = Bench::up();
    bench.beat(500);
    bench.pass_ms(2_000);
    assert_eq!(bench.reports, [Report::Gap { boot: BOOT, expected: 1, got: 500 }]);
    bench.host.accept_gap(BOOT);
    bench.reports.clear();
    bench.beat(500);
    assert!(matches!(bench.reports[..], [Report::Beat { seq: 500, .. }]));
    bench.stored([501]);
    assert_eq!(bench.passed(), [501]);
}

#[test]
fn another_boot_begins_at_one() {
    let mut bench = Bench::up();
    bench.stored([1, 2]);
    bench.reports.clear();
    bench.pass_ms(1_000);
    bench.identity(OTHER);
    assert!(matches!(bench.reports[..], [Report::Identity { boot: OTHER, .. }]));
    assert_eq!(bench.orders(), [query(OTHER, 0)], "said unasked, so it has not heard a query");
    bench.identity(OTHER);
    bench.stored([1, 2, 3]);
    assert_eq!(bench.reports.len(), 4);
    assert_eq!(bench.passed(), [1, 2, 3]);
}

#[test]
fn a_silent_line_is_reported_once_and_back_with_the_identity() {
    let mut bench = Bench::up();
    bench.beat(0);
    bench.reports.clear();
    bench.pass_ms(2_950);
    assert_eq!(bench.reports, []);
    bench.pass_ms(10_000);
    assert_eq!(bench.reports, [Report::LinkLost(LinkLoss::Silent)]);
    bench.identity(BOOT);
    bench.beat(0);
    assert!(matches!(bench.reports[1..], [Report::Identity { .. }, Report::Beat { .. }]));
}

#[test]
fn an_open_port_without_a_machine_is_silent_too() {
    let mut bench = Bench::opened(None);
    bench.pass_ms(10_000);
    assert_eq!(bench.reports, [Report::LinkLost(LinkLoss::Silent)]);
}

#[test]
fn a_lost_port_is_reported_once_until_it_changes() {
    let mut bench = Bench::up();
    for why in [LinkLoss::HungUp, LinkLoss::PortError, LinkLoss::PortError] {
        bench.host.lost(why, bench.now_ms, &mut bench.reports);
    }
    let lost = [LinkLoss::HungUp, LinkLoss::PortError].map(Report::LinkLost);
    assert_eq!(bench.reports, lost);
    bench.stored([1]);
    assert_eq!(bench.reports, lost, "a closed port says nothing");
    bench.host.opened(bench.now_ms);
    bench.identity(BOOT);
    assert!(matches!(bench.reports[2..], [Report::Identity { .. }]));
    bench.host.lost(LinkLoss::PortError, bench.now_ms, &mut bench.reports);
    assert_eq!(bench.reports.len(), 4);
}

#[test]
fn frames_passed_on_before_a_cut_are_not_passed_on_again() {
    let mut bench = Bench::up();
    bench.stored([1, 2]);
    bench.host.lost(LinkLoss::HungUp, bench.now_ms, &mut bench.reports);
    bench.host.opened(bench.now_ms);
    assert_eq!(bench.orders(), [query(BOOT, 2)]);
    bench.identity(BOOT);
    bench.stored([1, 2, 3]);
    assert_eq!(bench.passed(), [1, 2, 3]);
}

#[test]
fn the_wanted_mode_is_said_at_once_and_each_second() {
    let mut bench = Bench::up();
    bench.pass_ms(1_000);
    assert_eq!(bench.orders(), [], "nobody has said what it should do");
    let want = |mode| HostFrame::Want { boot: BOOT, mode };
    bench.host.want(Mode::Run);
    assert_eq!(bench.orders(), [want(Mode::Run)]);
    bench.host.want(Mode::Run);
    bench.host.want(Mode::Fault);
    assert_eq!(bench.orders(), []);
    bench.beat(0);
    bench.pass_ms(2_000);
    assert_eq!(bench.orders(), [want(Mode::Run); 2]);
    bench.identity(OTHER);
    let again = HostFrame::Want { boot: OTHER, mode: Mode::Run };
    assert!(bench.orders().contains(&again), "the new power-up is told at once");
}

#[test]
fn a_heartbeat_is_reported_when_it_changes_and_nothing_is_on_its_way() {
    let mut bench = Bench::up();
    let beat = |seq, mode, out| Frame::Beat { seq, mode, out };
    bench.stored([1]);
    bench.reports.clear();
    bench.say(beat(1, Mode::Run, 0));
    bench.say(beat(1, Mode::Run, 0));
    bench.say(beat(2, Mode::Run, 1));
    assert_eq!(bench.reports.len(), 1);
    bench.stored([2]);
    bench.say(beat(2, Mode::Run, 1));
    bench.say(beat(2, Mode::Hold, 1));
    assert_eq!(bench.reports.len(), 4);
}

#[test]
fn bad_frames_are_reported_once_a_second_and_every_byte_is_counted() {
    let mut bench = Bench::up();
    let before = bench.host.stats();
    for _ in 0..30 {
        bench.bytes(b"$B,000026,7,A,098*862B\r\n");
        bench.beat(0);
        bench.pass_ms(100);
    }
    let bad: Vec<u32> = bench
        .reports
        .iter()
        .filter_map(|r| if let Report::BadFrames { count, .. } = r { Some(*count) } else { None })
        .collect();
    assert_eq!(bad.len(), 4);
    bench.pass_ms(1_000);
    assert!(matches!(&bench.reports[..], [.., Report::BadFrames { first, .. }]
        if first == b"$B,000026,7,A,098*862B\r\n"));
    let stats = bench.host.stats();
    assert_eq!(stats.bad - before.bad, 30);
    assert_eq!(stats.bytes, stats.frame_bytes + stats.discarded);
}

#[test]
fn what_nobody_sends_does_not_grow() {
    let mut bench = Bench::up();
    for i in 0..10_000 {
        bench.host.want(if i % 2 == 0 { Mode::Run } else { Mode::Hold });
    }
    assert!(bench.host.take_output().len() <= OUTPUT_MAX);
    assert!(bench.host.stats().orders_dropped > 0);
}

#[test]
fn every_kind_of_stored_frame_is_passed_on() {
    let mut bench = Bench::up();
    let set = SetId::parse("Z9").unwrap();
    let all = [
        Stored::Present,
        Stored::Read { number: 91, set, confidence: 97 },
        Stored::NoRead,
        Stored::Gone,
        Stored::FaultRaised(Fault::Returned),
        Stored::FaultCleared(Fault::Jam),
        Stored::DoorOpened,
        Stored::DoorClosed,
        Stored::Loaded,
    ];
    for (what, seq) in all.into_iter().zip(1..) {
        bench.say(Frame::Stored { seq, what });
    }
    let stored = |(what, seq)| Report::Stored { boot: BOOT, seq, what };
    assert_eq!(bench.reports, all.into_iter().zip(1..).map(stored).collect::<Vec<_>>());
}

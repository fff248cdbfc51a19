use super::*;
use ball_machine::blp1::frame::Blp1Line as _;

const BOOT: BootId = BootId(0x5F3A_91C2);

struct Bench {
    device: Device,
    now_ms: u64,
}

impl Bench {
    fn new() -> Bench {
        let set = SetId::parse("A").unwrap();
        Bench { device: Device::new(BOOT, set, 0), now_ms: 0 }
    }

    /// A device that has been asked once and said what it has to say.
    fn asked() -> Bench {
        let mut bench = Bench::new();
        bench.tell(HostFrame::Query { boot: BootId(0), seq: 0 });
        bench.said();
        bench
    }

    fn tell(&mut self, order: HostFrame) {
        self.device.receive(order.encode().as_bytes(), self.now_ms);
    }

    fn want(&mut self, mode: Mode) {
        self.tell(HostFrame::Want { boot: BOOT, mode });
    }

    fn store(&mut self, mishap: Mishap) -> Option<u32> {
        self.device.store(Stored::Present, mishap, self.now_ms)
    }

    fn pass_ms(&mut self, ms: u64) -> Vec<String> {
        let mut said = Vec::new();
        for _ in 0..ms / 10 {
            self.now_ms += 10;
            self.device.tick(self.now_ms);
            said.extend(self.said());
        }
        said
    }

    /// Returns the bodies of what it said; `bad` for what is no frame.
    fn said(&mut self) -> Vec<String> {
        let text = String::from_utf8(self.device.take_output()).unwrap();
        let body = |l: &str| match Frame::parse(l.as_bytes()) {
            Ok(_) => l[1..l.len() - 7].to_owned(),
            Err(_) => "bad".to_owned(),
        };
        text.split_inclusive('\n').map(body).collect()
    }
}

#[test]
fn it_says_who_it_is_until_it_is_asked_and_no_stored_frame_before() {
    let mut bench = Bench::new();
    bench.store(Mishap::None);
    let said = bench.pass_ms(2_000);
    let identity = "I,5F3A91C2,BLP1,90,A";
    assert_eq!(said, [identity, identity, "H,000001,STOP,00", identity, "H,000001,STOP,00"]);
    bench.tell(HostFrame::Query { boot: BootId(0), seq: 0 });
    assert_eq!(bench.said(), [identity, "P,000001"]);
    assert!(!bench.pass_ms(2_000).contains(&identity.to_owned()));
}

#[test]
fn it_says_everything_again_until_it_is_acknowledged() {
    let mut bench = Bench::asked();
    bench.store(Mishap::None);
    bench.store(Mishap::None);
    assert_eq!(bench.said(), ["P,000001", "P,000002"]);
    assert_eq!(bench.pass_ms(500), ["P,000001", "P,000002"]);
    bench.tell(HostFrame::Ack { boot: BootId(1), seq: 2 });
    bench.tell(HostFrame::Ack { boot: BOOT, seq: 9 });
    assert_eq!(bench.device.unacknowledged().count(), 2, "not mine; never said");
    bench.tell(HostFrame::Ack { boot: BOOT, seq: 1 });
    assert_eq!(bench.pass_ms(490), Vec::<String>::new());
    assert_eq!(bench.pass_ms(10), ["P,000002", "H,000002,STOP,00"]);
    bench.tell(HostFrame::Query { boot: BOOT, seq: 2 });
    assert_eq!(bench.said(), ["I,5F3A91C2,BLP1,90,A"]);
    bench.tell(HostFrame::Query { boot: BOOT, seq: 1 });
    assert_eq!(bench.said(), ["I,5F3A91C2,BLP1,90,A", "P,000002"]);
}

#[test]
fn a_full_store_stops_it_and_forgets_nothing() {
    let mut bench = Bench::asked();
    bench.want(Mode::Run);
    for _ in 0..STORE_FULL {
        assert!(bench.store(Mishap::None).is_some());
    }
    assert_eq!(bench.device.mode(), Mode::Fault);
    bench.want(Mode::Run);
    assert_eq!(bench.device.mode(), Mode::Fault, "nobody talks it out of that");
    for _ in STORE_FULL..STORE_MAX {
        assert!(bench.store(Mishap::None).is_some(), "the ball in hand is written down");
    }
    assert_eq!(bench.store(Mishap::None), None);
    assert_eq!(bench.device.unacknowledged().next().unwrap().0, 1);
    bench.tell(HostFrame::Ack { boot: BOOT, seq: 60 });
    bench.want(Mode::Run);
    assert_eq!(bench.device.mode(), Mode::Run);
    assert_eq!(bench.device.unacknowledged().next().unwrap().0, 61);
}

#[test]
fn without_a_host_it_holds() {
    let mut bench = Bench::asked();
    bench.want(Mode::Run);
    bench.pass_ms(2_990);
    assert_eq!(bench.device.mode(), Mode::Run);
    bench.tell(HostFrame::Want { boot: BootId(1), mode: Mode::Run });
    bench.pass_ms(10);
    assert_eq!(bench.device.mode(), Mode::Hold, "orders for another power-up are none");
    bench.want(Mode::Run);
    assert_eq!(bench.device.mode(), Mode::Run);
}

#[test]
fn numbers_begin_again_after_999999() {
    let mut bench = Bench::asked();
    bench.device.seq = 999_998;
    for seq in [999_999, 1, 2] {
        assert_eq!(bench.store(Mishap::None), Some(seq));
    }
    bench.tell(HostFrame::Ack { boot: BOOT, seq: 1 });
    assert_eq!(bench.device.unacknowledged().map(|(seq, _)| seq).collect::<Vec<_>>(), [2]);
}

#[test]
fn mishaps_are_what_they_say() {
    for (mishap, first, again) in [
        (Mishap::None, vec!["P,000001"], vec!["P,000001"]),
        (Mishap::Twice, vec!["P,000001"; 2], vec!["P,000001"]),
        (Mishap::WrongSum, vec!["bad"], vec!["P,000001"]),
        (Mishap::Late, vec![], vec!["P,000001"]),
        (Mishap::Never, vec![], vec![]),
    ] {
        let mut bench = Bench::asked();
        bench.store(mishap);
        assert_eq!(bench.said(), first, "{mishap:?}");
        assert_eq!(bench.pass_ms(500), again, "{mishap:?}");
    }
}

#[test]
fn a_line_that_takes_nothing_does_not_fill_the_memory() {
    let mut bench = Bench::asked();
    for _ in 0..STORE_MAX {
        bench.store(Mishap::None);
    }
    for _ in 0..10_000 {
        bench.tell(HostFrame::Query { boot: BOOT, seq: 0 });
    }
    assert!(bench.device.take_output().len() <= OUTPUT_MAX);
}

/// `out` is never half true: no heartbeat while a ball is between drum and rack.
#[test]
fn a_heartbeat_waits_for_the_ball_in_hand() {
    let mut bench = Bench::asked();
    bench.device.set_out(3, true);
    assert_eq!(bench.pass_ms(1_500), Vec::<String>::new());
    bench.device.set_out(4, false);
    assert_eq!(bench.pass_ms(10), ["H,000000,STOP,04"]);
}

#[test]
fn repeats_wait_for_a_slow_line() {
    let mut bench = Bench::asked();
    bench.store(Mishap::None);
    for now_ms in [600, 1_200, 1_800] {
        bench.device.tick(now_ms);
    }
    let said = bench.said();
    assert_eq!(said.iter().filter(|line| *line == "P,000001").count(), 1, "{said:?}");
}

use super::ball::turned;
use super::*;
use crate::frame::Encode as _;
use ball_machine::blp1::decoder::LineDecoder;
use ball_machine::blp1::frame::{Frame, HostFrame};
use expect_test::{Expect, expect};
use hall_core::machine::SetId;

/// Runs a machine until `balls` balls came and half a second longer, and compares what it
/// says, heartbeats left out. A frame that comes again later is left out as well; one that
/// comes again at once is `again`.
fn check(fault: &str, balls: u64, expect: Expect) -> Simulator {
    let faults = if fault.is_empty() { Vec::new() } else { vec![fault.parse().unwrap()] };
    let mut simulator = Simulator::new(settings(faults), 0);
    let mut decoder = LineDecoder::<Frame>::default();
    let (mut lines, mut before) = (Vec::<String>::new(), None);
    let query = HostFrame::Query { boot: BootId(0), seq: 0 };
    simulator.device.receive(query.encode().as_bytes(), 0);
    for now_ms in 1..balls * 400 + 1_000 {
        let mode = if now_ms < balls * 400 + 100 { Mode::Run } else { Mode::Hold };
        let want = HostFrame::Want { boot: simulator.device.boot(), mode };
        simulator.device.receive(want.encode().as_bytes(), now_ms);
        simulator.tick(now_ms);
        decoder.push(&simulator.device.take_output(), &mut |frame| match frame {
            Ok(Frame::Beat { .. }) => (),
            Ok(frame) => {
                let line = frame.encode().split('*').next().unwrap().to_owned();
                if before.replace(frame) == Some(frame) {
                    lines.push("again".to_owned());
                } else if !lines.contains(&line) {
                    lines.push(line);
                }
            }
            Err(_) => lines.push("bad".to_owned()),
        });
    }
    expect.assert_eq(&lines.join("\n"));
    simulator
}

fn settings(faults: Vec<Planned>) -> Settings {
    let order = [7, 16, 90, 1].into_iter().filter_map(Ball::new).collect();
    let set = SetId::parse("A").unwrap();
    Settings { seed: 7, set, orders: vec![order], faults, ..Settings::default() }
}

fn what(simulator: &mut Simulator) -> Vec<(&'static str, Option<u8>, Option<u8>)> {
    simulator.take_happened().into_iter().map(|h| (h.what, h.ball, h.read)).collect()
}

#[test]
fn balls_come_in_order() {
    let mut simulator = check(
        "",
        2,
        expect![[r#"
        $I,63CBE1E5,BLP1,90,A
        again
        $P,000001
        $B,000002,07,A,096
        $G,000003
        $P,000004
        $B,000005,16,A,099
        $G,000006"#]],
    );
    assert_eq!(what(&mut simulator)[1], ("read", Some(7), Some(7)));
}

#[test]
fn frames_that_suffer_on_the_line() {
    check(
        "duplicate@1",
        1,
        expect![[r#"
        $I,63CBE1E5,BLP1,90,A
        again
        $P,000001
        $B,000002,07,A,096
        again
        $G,000003"#]],
    );
    check(
        "badsum@1",
        1,
        expect![[r#"
        $I,63CBE1E5,BLP1,90,A
        again
        $P,000001
        bad
        $G,000003
        $B,000002,07,A,096"#]],
    );
    check(
        "lost@1",
        1,
        expect![[r#"
        $I,63CBE1E5,BLP1,90,A
        again
        $P,000001
        $G,000003
        $B,000002,07,A,096"#]],
    );
    check(
        "lost-for-ever@1",
        1,
        expect![[r#"
        $I,63CBE1E5,BLP1,90,A
        again
        $P,000001
        $G,000003"#]],
    );
}

#[test]
fn the_reader_errs() {
    for (fault, number, set) in [
        ("ball00@2", 0, "A"),
        ("ball91@2", 91, "A"),
        ("repeat-after-gone@2", 7, "A"),
        ("wrongset@2", 16, "X9"),
    ] {
        let mut simulator = Simulator::new(settings(vec![fault.parse().unwrap()]), 0);
        run(&mut simulator, 1, 1_200);
        let read = Stored::Read { number, set: SetId::parse(set).unwrap(), confidence: 99 };
        let said = simulator.device.unacknowledged().find(|(seq, _)| *seq == 5);
        assert_eq!(said, Some((5, read)), "{fault}");
        assert!(what(&mut simulator).contains(&("read", Some(16), Some(number))));
        assert_eq!(simulator.rack().len(), 2);
    }
}

fn run(simulator: &mut Simulator, from_ms: u64, to_ms: u64) {
    drive(simulator, Mode::Run, from_ms, to_ms);
}

fn drive(simulator: &mut Simulator, mode: Mode, from_ms: u64, to_ms: u64) {
    for now_ms in from_ms..to_ms {
        let boot = simulator.device.boot();
        simulator.device.receive(HostFrame::Want { boot, mode }.encode().as_bytes(), now_ms);
        simulator.tick(now_ms);
        simulator.device.take_output();
    }
}

fn stored(simulator: &Simulator) -> Vec<Stored> {
    simulator.device.unacknowledged().map(|(_, what)| what).collect()
}

#[test]
fn a_jam_stops_it_until_it_is_cleared() {
    let mut simulator = Simulator::new(settings(vec!["jam@2".parse().unwrap()]), 0);
    run(&mut simulator, 1, 5_000);
    assert_eq!(simulator.device.mode(), Mode::Fault);
    assert_eq!(stored(&simulator)[3..], [Stored::FaultRaised(Fault::Jam)]);
    simulator.command(Command::Clear, 5_000);
    run(&mut simulator, 5_000, 5_800);
    assert_eq!(stored(&simulator)[4..6], [Stored::FaultCleared(Fault::Jam), Stored::Present]);
}

#[test]
fn a_fault_can_be_planned_for_a_ball_of_a_later_draw() {
    let mut simulator = Simulator::new(settings(vec!["jam@2:2".parse().unwrap()]), 0);
    run(&mut simulator, 1, 2_000);
    assert!(simulator.rack().len() > 2, "the first draw has none");
    drive(&mut simulator, Mode::Load, 2_000, 3_000);
    run(&mut simulator, 3_000, 8_000);
    assert_eq!((simulator.device.mode(), simulator.rack().len()), (Mode::Fault, 1));
}

#[test]
fn a_returned_ball_is_read_and_not_out() {
    let mut simulator = Simulator::new(settings(vec!["returned@1".parse().unwrap()]), 0);
    run(&mut simulator, 1, 790);
    let said = stored(&simulator);
    assert!(matches!(said[..2], [Stored::Present, Stored::Read { number: 7, .. }]));
    let fault = Fault::Returned;
    assert_eq!(said[2..], [Stored::FaultRaised(fault), Stored::FaultCleared(fault)]);
    assert_eq!(simulator.rack(), []);
}

#[test]
fn a_ball_that_cannot_be_read_is_out() {
    let mut simulator = Simulator::new(settings(vec!["noread@1".parse().unwrap()]), 0);
    run(&mut simulator, 1, 790);
    assert_eq!(stored(&simulator), [Stored::Present, Stored::NoRead, Stored::Gone]);
    assert_eq!(simulator.rack().len(), 1);
}

#[test]
fn a_reboot_forgets_everything_but_the_balls() {
    let mut simulator = Simulator::new(settings(vec!["reboot@3".parse().unwrap()]), 0);
    let boot = simulator.device.boot();
    run(&mut simulator, 1, 1_202);
    assert_ne!(simulator.device.boot(), boot);
    assert_eq!(stored(&simulator), []);
    assert_eq!(simulator.rack().len(), 2);
    run(&mut simulator, 1_202, 2_000);
    assert_eq!(simulator.device.unacknowledged().next().unwrap().0, 1);
    assert_eq!(simulator.rack()[2].number(), 90, "the drum stayed as it was");
}

#[test]
fn a_load_brings_the_balls_back_and_draws_none() {
    let mut simulator = Simulator::new(settings(Vec::new()), 0);
    drive(&mut simulator, Mode::Load, 1, 2_000);
    assert_eq!(stored(&simulator), [Stored::Loaded], "said once, though told each second");
    run(&mut simulator, 2_000, 3_050);
    assert_eq!(simulator.rack().len(), 2);
    drive(&mut simulator, Mode::Load, 3_050, 10_000);
    assert_eq!(simulator.rack(), []);
    assert_eq!(stored(&simulator).last(), Some(&Stored::Loaded));
    let loads: Vec<u32> =
        simulator.take_happened().into_iter().filter(|h| h.what == "load").map(|h| h.draw).collect();
    assert_eq!(loads, [1, 2]);
}

#[test]
fn in_hold_and_stop_no_ball_is_picked_and_the_one_in_hand_ends_its_way() {
    for mode in [Mode::Hold, Mode::Stop] {
        let mut simulator = Simulator::new(settings(Vec::new()), 0);
        run(&mut simulator, 1, 420);
        assert_eq!(stored(&simulator), [Stored::Present]);
        drive(&mut simulator, mode, 420, 5_000);
        assert_eq!(stored(&simulator).len(), 3);
        assert_eq!(simulator.rack().len(), 1);
    }
}

#[test]
fn a_full_store_loses_no_ball() {
    let mut simulator = Simulator::new(settings(Vec::new()), 0);
    run(&mut simulator, 1, 90_000);
    assert_eq!(simulator.device.mode(), Mode::Fault);
    let gone = stored(&simulator).into_iter().filter(|w| *w == Stored::Gone).count();
    assert_eq!(gone, simulator.rack().len());
    assert!(simulator.rack().len() < 90);
}

#[test]
fn what_cannot_be_understood_is_said() {
    for bad in ["jam", "jam@0", "jam@x", "fire@3", "jam@0:1", "jam@1:0", "jam@1:2:3"] {
        assert!(bad.parse::<Planned>().is_err(), "{bad}");
    }
    for bad in ["", "fault", "fault fire", "interval 0", "interval", "explode"] {
        assert!(bad.parse::<Command>().is_err(), "{bad}");
    }
    for (_, name) in KINDS {
        let kind = name.parse().unwrap();
        assert_eq!(format!("fault {name}").parse(), Ok(Command::Fault(kind)));
    }
}

#[test]
fn every_ball_comes_once_even_those_that_fell_back() {
    let faults = ["returned@1", "jam@2", "noread@3"].map(|f| f.parse().unwrap()).to_vec();
    let mut simulator = Simulator::new(settings(faults), 0);
    for now_ms in 0..60_000 {
        let boot = simulator.device.boot();
        let orders = [
            HostFrame::Want { boot, mode: Mode::Run },
            HostFrame::Ack { boot, seq: simulator.device.unacknowledged().last().map_or(0, |(seq, _)| seq) },
        ];
        simulator.device.receive(orders.map(|o| o.encode()).concat().as_bytes(), now_ms);
        if now_ms % 2_000 == 0 {
            simulator.command(Command::Clear, now_ms);
        }
        simulator.tick(now_ms);
    }
    let mut rack: Vec<u8> = simulator.rack().iter().map(|b| b.number()).collect();
    rack.sort_unstable();
    assert_eq!(rack, (1..=90).collect::<Vec<u8>>());
}

#[test]
fn a_load_waits_for_the_ball_in_hand() {
    let mut settings = settings(Vec::new());
    settings.interval_ms = 10_000;
    let mut simulator = Simulator::new(settings, 0);
    run(&mut simulator, 1, 10_002);
    assert_eq!(stored(&simulator), [Stored::Present]);
    drive(&mut simulator, Mode::Load, 10_002, 11_000);
    assert_eq!(stored(&simulator)[2..], [Stored::Gone, Stored::Loaded]);
    assert_eq!(simulator.rack(), []);
}

#[test]
fn what_is_another_ball_upside_down_is_a_ball() {
    let pairs: Vec<(u8, u8)> =
        Ball::all().filter_map(|ball| turned(ball).map(|other| (ball.number(), other))).collect();
    assert_eq!(pairs, [(6, 9), (9, 6), (18, 81), (19, 61), (61, 19), (68, 89), (81, 18), (89, 68)]);
}

/// Balls 7, 16 and 90 have one number only, and 1 is itself; the fault waits for the 68.
#[test]
fn a_ball_upside_down_is_waited_for() {
    let mut settings = settings(vec!["upside-down@1".parse().unwrap()]);
    settings.orders[0].extend(Ball::new(68));
    let mut simulator = Simulator::new(settings, 0);
    run(&mut simulator, 1, 3_000);
    let read: Vec<_> = what(&mut simulator).into_iter().filter(|(what, ..)| *what == "read").collect();
    let read: Vec<_> = read.into_iter().map(|(_, ball, read)| (ball.unwrap(), read.unwrap())).collect();
    assert_eq!(read[..5], [(7, 7), (16, 16), (90, 90), (1, 1), (68, 89)]);
}

/// A fast draw of a test, with the seconds that a hall's machine leaves for the order to hold.
#[test]
fn a_faulty_ball_is_followed_late() {
    let mut settings = settings(vec!["noread@2".parse().unwrap()]);
    (settings.interval_ms, settings.after_fault_ms) = (100, Some(3_000));
    let mut simulator = Simulator::new(settings, 0);
    run(&mut simulator, 1, 5_000);
    let picks = simulator.take_happened().into_iter().filter(|happened| happened.what == "pick");
    let at: Vec<u64> = picks.map(|happened| happened.ms).take(4).collect();
    assert_eq!(at.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>(), [100, 3_000, 100]);
}

#[test]
fn a_reader_that_cannot_say_its_tags_is_no_machine() {
    let driver = Driver::load("id12la").expect("it is embedded");
    let lines: String = (1..=90).map(|ball| format!("0C00{:04X},{ball}\n", 0x2000 + ball)).collect();
    let tags = TagTable::parse("etiquetas", &format!("set,A\n{lines}")).expect("ninety tags");
    let set = SetId::parse("A").expect("a letter");
    let settings = Settings { set, ..Settings::default() };
    let said = Simulator::of_any(Some((&driver, Some(&tags))), settings, 0).expect_err("they are too short");
    assert_eq!(said, driver.fits(&tags).expect_err("they are too short").to_string());
}

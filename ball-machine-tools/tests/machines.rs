//! Every driver's machine against every fault the simulator has: bytes go from one end to the other over
//! a line in virtual time, and what the host reports is held against what the balls did (reliability.md
//! C-6, E 22-26, 28-30).
//!
//! The table in `machines.txt` says what each machine can tell: `UPDATE_EXPECT=1` writes it anew.

use std::fmt::Write as _;

use ball_machine::driver::Driver;
use ball_machine::host::Host;
use ball_machine::link::Link;
use ball_machine::tags::TagTable;
use ball_machine_tools::simulator::{Command, FaultKind, KINDS, Settings, Simulator};
use expect_test::expect_file;
use hall_core::ball::Ball;
use hall_core::machine::{BootId, LinkLoss, Mode, Report, SetId, Stored};

/// Between two balls: longer than any machine here says a frame again.
const INTERVAL_MS: u64 = 3_000;
/// The ball that something happens to, and how many come in all.
const STRUCK: u32 = 3;
const BALLS: usize = 7;
/// The longest that a run may take: a delay of 30 s, and jams that somebody clears.
const LONG_MS: u64 = 200_000;
/// The machines of the table.
const MACHINES: [&str; 6] = ["blp1", "stx-simple", "stx-suma", "extractora-levante", "id12la", "contactos"];

fn set() -> SetId {
    SetId::parse("A").expect("a letter is a name")
}

/// A table of ninety tags.
fn tags() -> TagTable {
    let lines: String = (1..=90).map(|ball| format!("0C0006{:04X},{ball}\n", 0x2000 + ball)).collect();
    TagTable::parse("etiquetas", &format!("set,A\n{lines}")).expect("ninety tags")
}

struct Run {
    simulator: Simulator,
    link: Box<dyn Link>,
    reports: Vec<Report>,
    /// Orders by the line, or by the buttons.
    takes_orders: bool,
    wanted: Mode,
    now_ms: u64,
}

impl Run {
    fn of(machine: &str, faults: &[(FaultKind, u32)]) -> Run {
        let planned = faults.iter().map(|(kind, step)| {
            let name = KINDS.iter().find(|(known, _)| known == kind).expect("it has a name").1;
            format!("{name}@{step}").parse().expect("a fault")
        });
        // A ball that another one is upside down comes where something happens.
        let turns = faults.iter().any(|(kind, _)| *kind == FaultKind::UpsideDown);
        let first = [7, 16, 68].into_iter().filter_map(Ball::new).collect();
        let orders = if turns { vec![first] } else { Vec::new() };
        let settings =
            Settings { interval_ms: INTERVAL_MS, faults: planned.collect(), orders, ..Settings::default() };
        let tags = tags();
        let driver = (machine != "blp1").then(|| Driver::load(machine).expect("it is embedded"));
        let boots = (100..).map(BootId);
        let link: Box<dyn Link> = match &driver {
            None => Box::new(Host::new(None)),
            Some(driver) => {
                let mut boots = boots;
                let next = move || boots.next().expect("there are more");
                let needed = (machine == "id12la").then_some(&tags);
                Box::new(driver.link(needed, Some(set()), None, 0, next).expect("a line"))
            }
        };
        let of = driver.as_ref().map(|driver| (driver, Some(&tags)));
        let simulator = Simulator::of_any(of, settings, 0).expect("a machine");
        let takes_orders = !matches!(machine, "stx-simple" | "id12la");
        let mut run =
            Run { simulator, link, reports: Vec::new(), takes_orders, wanted: Mode::Stop, now_ms: 0 };
        run.link.opened(0);
        run
    }

    fn want(&mut self, mode: Mode) {
        self.wanted = mode;
        if !self.takes_orders {
            self.simulator.command(Command::Press(mode), self.now_ms);
        }
    }

    /// One millisecond of everything.
    fn step(&mut self) {
        self.now_ms += 1;
        let now_ms = self.now_ms;
        self.link.want(self.wanted);
        self.simulator.tick(now_ms);
        let bytes = self.simulator.take_output(now_ms);
        if self.simulator.take_replug() {
            self.link.lost(LinkLoss::HungUp, now_ms, &mut self.reports);
            self.link.opened(now_ms);
        }
        if !bytes.is_empty() {
            self.link.receive(&bytes, now_ms, &mut self.reports);
        }
        self.link.tick(now_ms, &mut self.reports);
        let orders = self.link.take_output();
        if !orders.is_empty() {
            self.simulator.device.receive(&orders, now_ms);
        }
        // The desk writes everything down at once, and people let a loss pass.
        let last = self.reports.iter().rev().find_map(|report| match report {
            Report::Stored { boot, seq, .. } => Some((*boot, *seq)),
            Report::Identity { .. }
            | Report::LinkLost(_)
            | Report::Beat { .. }
            | Report::Gap { .. }
            | Report::BadFrames { .. }
            | Report::Second(_)
            | Report::Table(_) => None,
        });
        if let Some((boot, seq)) = last {
            self.link.committed(boot, seq);
        }
        if let Some(Report::Gap { boot, .. }) = self.reports.last() {
            self.link.accept_gap(*boot);
        }
    }

    /// Draws until so many balls are in the rack, and a little longer.
    fn draw(&mut self, balls: usize) {
        self.want(Mode::Run);
        let mut jammed_ms = 0;
        while self.simulator.rack().len() < balls && self.now_ms < LONG_MS {
            self.step();
            let stuck = self.simulator.state().stuck;
            jammed_ms = if stuck { jammed_ms + 1 } else { 0 };
            if jammed_ms == 5_000 {
                self.simulator.command(Command::Clear, self.now_ms);
                self.want(Mode::Run);
            }
        }
        self.want(Mode::Hold);
        // A delay may be on its way still.
        let end_ms = self.now_ms + 40_000;
        while self.now_ms < end_ms {
            self.step();
        }
    }

    /// The balls that were read as balls: those that a hall would show.
    fn read(&self) -> Vec<u8> {
        let number = |report: &Report| match report {
            Report::Stored { what: Stored::Read { number, set: of, .. }, .. } if *of == set() => {
                Ball::new(*number).map(Ball::number)
            }
            Report::Stored { .. }
            | Report::Identity { .. }
            | Report::LinkLost(_)
            | Report::Beat { .. }
            | Report::Gap { .. }
            | Report::BadFrames { .. }
            | Report::Second(_)
            | Report::Table(_) => None,
        };
        self.reports.iter().filter_map(number).collect()
    }

    /// What would hold a game, each kind once, in order.
    fn alarms(&self) -> Vec<&'static str> {
        let (mut alarms, mut seen, mut power_up) = (Vec::new(), Vec::new(), None);
        let mut in_presence = None;
        for report in &self.reports {
            let alarm = match report {
                Report::Identity { boot, .. } => match power_up.replace(*boot) {
                    Some(before) if before != *boot => "rebooted",
                    Some(_) | None => continue,
                },
                Report::LinkLost(_) => "link",
                Report::Gap { .. } => "gap",
                Report::Stored { what, .. } => match what {
                    Stored::Present | Stored::Gone => {
                        in_presence = None;
                        continue;
                    }
                    Stored::Read { number, set: of, .. } => {
                        let before = in_presence.replace(*number);
                        match before {
                            _ if Ball::new(*number).is_none() => "range",
                            _ if *of != set() => "set",
                            Some(other) if other != *number => "two readings",
                            Some(_) => continue,
                            None if seen.contains(number) => "repeated",
                            None => {
                                seen.push(*number);
                                continue;
                            }
                        }
                    }
                    Stored::NoRead => "no read",
                    Stored::FaultRaised(_) => "fault",
                    Stored::DoorOpened => "door",
                    Stored::FaultCleared(_) | Stored::DoorClosed | Stored::Loaded => continue,
                },
                Report::Beat { .. } | Report::BadFrames { .. } | Report::Second(_) | Report::Table(_) => {
                    continue;
                }
            };
            if !alarms.contains(&alarm) {
                alarms.push(alarm);
            }
        }
        let counted = self.reports.iter().rev().find_map(|report| match report {
            Report::Beat { out, .. } => Some(usize::from(*out)),
            Report::Identity { .. }
            | Report::LinkLost(_)
            | Report::Stored { .. }
            | Report::Gap { .. }
            | Report::BadFrames { .. }
            | Report::Second(_)
            | Report::Table(_) => None,
        });
        // A count that is not that of the readings holds as well.
        if counted.is_some_and(|out| out != self.read().len()) {
            alarms.push("count");
        }
        alarms
    }

    /// Says what became of a draw.
    fn verdict(&self) -> String {
        let rack: Vec<u8> = self.simulator.rack().iter().map(|ball| ball.number()).collect();
        let (read, alarms) = (self.read(), self.alarms());
        match (read == rack, alarms.is_empty()) {
            (true, true) => "all read".to_owned(),
            (_, false) => alarms.join(", "),
            (false, true) => "UNSEEN".to_owned(),
        }
    }
}

#[test]
fn what_every_machine_tells_of_every_fault() {
    let mut table = String::from("fault");
    MACHINES.iter().for_each(|machine| write!(table, " | {machine}").expect("text"));
    table.push('\n');
    for (kind, name) in KINDS {
        table.push_str(name);
        for machine in MACHINES {
            let mut run = Run::of(machine, &[(kind, STRUCK)]);
            run.draw(BALLS);
            write!(table, " | {}", run.verdict()).expect("text");
        }
        table.push('\n');
    }
    expect_file!["machines.txt"].assert_eq(&table);
}

/// The canary of the table: a draw without faults is whole at every machine, and what it says is
/// what lies in the rack.
#[test]
fn without_faults_every_machine_tells_every_ball() {
    for machine in MACHINES {
        let mut run = Run::of(machine, &[]);
        run.draw(BALLS);
        let rack: Vec<u8> = run.simulator.rack().iter().map(|ball| ball.number()).collect();
        assert_eq!(run.read(), rack, "{machine}");
        assert_eq!(run.verdict(), "all read", "{machine}");
        assert_eq!(rack.len(), BALLS, "{machine}");
    }
}

/// No fault makes a machine say a ball that did not come, unless its reader takes one for another.
#[test]
fn no_fault_of_a_line_makes_a_ball() {
    for (kind, name) in KINDS {
        let of_the_reader =
            matches!(kind, FaultKind::Misread | FaultKind::RepeatAfterGone | FaultKind::UpsideDown);
        for machine in MACHINES {
            let mut run = Run::of(machine, &[(kind, STRUCK)]);
            run.draw(BALLS);
            let rack: Vec<u8> = run.simulator.rack().iter().map(|ball| ball.number()).collect();
            let fell_back = matches!(kind, FaultKind::Returned | FaultKind::Multiple);
            let made_up = run.read().into_iter().filter(|ball| !rack.contains(ball)).count();
            assert!(made_up == 0 || of_the_reader || fell_back, "{name} at {machine}: {:?}", run.read());
        }
    }
}

/// Balls are brought back, and the next draw begins: by orders, or by the machine's buttons.
#[test]
fn a_second_draw_begins_with_all_balls_in_the_drum() {
    for machine in MACHINES {
        let mut run = Run::of(machine, &[]);
        run.draw(3);
        run.want(Mode::Load);
        for _ in 0..20_000 {
            run.step();
        }
        let loaded =
            run.reports.iter().any(|report| matches!(report, Report::Stored { what: Stored::Loaded, .. }));
        assert!(loaded, "{machine}");
        assert_eq!(run.simulator.rack(), [], "{machine}");
        run.draw(2);
        assert_eq!(run.simulator.state().draw, 2, "{machine}");
        assert_eq!(run.read().len(), 5, "{machine}");
    }
}

/// A whole draw, quick: each ball of the rack is read.
#[test]
fn a_whole_draw_without_faults_is_read_whole() {
    for machine in MACHINES {
        let mut run = Run::of(machine, &[]);
        run.simulator.command(Command::Interval(24), 0);
        run.draw(90);
        let rack: Vec<u8> = run.simulator.rack().iter().map(|ball| ball.number()).collect();
        assert_eq!(run.read(), rack, "{machine}: {:?}", run.alarms());
    }
}

//! The extractor of the evening, with its line, its troubles and the truth about its balls.

use ball_machine::host::Host;
use ball_machine::link::{Link, LinkStats};
use ball_machine_tools::simulator::{Command, FaultKind, Settings, Simulator};
use hall_core::ball::Ball;
use hall_core::machine::{BootId, LinkLoss, Report, Stored};

use crate::dice::Dice;
use crate::evening::Counts;
use crate::template::{SIZE, numbers, set};
use crate::wire::Wire;

/// What may go wrong with one ball.
const FAULTS: [FaultKind; 14] = [
    FaultKind::Duplicate,
    FaultKind::BadSum,
    FaultKind::Lost,
    FaultKind::LostForEver,
    FaultKind::LostAck,
    FaultKind::Jam,
    FaultKind::Returned,
    FaultKind::NoRead,
    FaultKind::Reboot,
    FaultKind::RepeatAfterGone,
    FaultKind::Ball00,
    FaultKind::Ball91,
    FaultKind::WrongSet,
    FaultKind::Silent,
];

pub struct Machine {
    sim: Simulator,
    /// The server's end; there is none while the server is down.
    host: Option<Host>,
    /// Counts of the ends that were.
    before: LinkStats,
    there: Wire,
    back: Wire,
    /// Of 10 000 bytes so many meet with something.
    bad: u32,
    /// The caller looks at every ball.
    watched: bool,
    /// A heartbeat comes between any two balls, as in a hall.
    slow: bool,
    /// Of 1 000 balls so many meet with something.
    trouble: u32,
    /// Something is to be mended then.
    mend_at: Option<(i64, Mend)>,
    /// Bytes that were given to the server's ends.
    pub given: u64,
    hand: Option<Ball>,
    /// Every ball of the draw that came to the reader, those that fell back included.
    came: Vec<Ball>,
}

#[derive(Clone, Copy)]
enum Mend {
    Unjam,
    Shut,
    Talk,
    Plug,
}

impl Machine {
    pub fn new(dice: &mut Dice, (bad, trouble, watched): (u32, u32, bool)) -> Machine {
        // In most draws the numbers of one card come early, so that they end.
        let mut order = |_| {
            let mut first = numbers(dice.number(1, SIZE));
            dice.shuffle(&mut first);
            let last = first.pop().unwrap();
            first.extend((0..dice.below(14)).map(|_| dice.number(1, 90) as u8));
            dice.shuffle(&mut first);
            first.push(last);
            let long = dice.permille(60);
            first.into_iter().filter(|_| !long).filter_map(Ball::new).collect()
        };
        let orders = (0..12).map(&mut order).collect();
        let interval_ms = dice.pick(&[120, 200, 400, 1_300]);
        let settings =
            Settings { seed: dice.next(), set: set("J1"), interval_ms, orders, ..Settings::default() };
        Machine {
            sim: Simulator::new(settings, 0),
            host: None,
            before: LinkStats::default(),
            there: Wire::default(),
            back: Wire::default(),
            bad,
            watched,
            slow: bad == 0 && interval_ms > 1_100,
            trouble,
            mend_at: None,
            given: 0,
            hand: None,
            came: Vec::new(),
        }
    }

    /// The balls that are out, in the order in which they came, that at the reader included:
    /// what the simulator's own drum says, whatever the line made of it.
    pub fn truth(&self) -> Vec<Ball> {
        self.sim.rack().iter().copied().chain(self.hand).collect()
    }

    /// Whether this ball came out in this place: as it lies on the table, or as it came to the
    /// reader where one before it fell back into the drum.
    pub fn came_out(&self, place: usize, ball: Ball) -> bool {
        self.truth().get(place) == Some(&ball) || self.came.get(place) == Some(&ball)
    }

    /// How many balls, read or not, the machine keeps because nobody has told it that they are written.
    pub fn untold(&self) -> usize {
        let is_of_a_ball = |what: &Stored| matches!(what, Stored::Read { .. } | Stored::NoRead);
        self.sim.device.unacknowledged().filter(|(_, what)| is_of_a_ball(what)).count()
    }

    pub fn is_slow(&self) -> bool {
        self.slow
    }

    /// Whether the balls that are out came in this order: as they lie on the table, or, where
    /// one fell back and came again, as they came first. Those that came later may be missing.
    pub fn came_in_order(&self, written: &[Ball]) -> bool {
        let mut first = Vec::new();
        self.came.iter().for_each(|ball| {
            if !first.contains(ball) {
                first.push(*ball);
            }
        });
        self.rack().starts_with(written) || first.starts_with(written)
    }

    pub fn rack(&self) -> &[Ball] {
        self.sim.rack()
    }

    /// A server has started and opens the port.
    pub fn serve(&mut self, known: Option<(BootId, u32)>, now_ms: i64) {
        let mut host = Host::new(known);
        host.opened(now_ms as u64);
        self.host = Some(host);
    }

    pub fn host(&mut self) -> Option<&mut Host> {
        self.host.as_mut()
    }

    /// The server is gone, and its end of the line with it. Returns the bytes it had counted.
    pub fn leave(&mut self, now_ms: i64) {
        let Some(mut host) = self.host.take() else { return };
        host.lost(LinkLoss::HungUp, now_ms as u64, &mut Vec::new());
        add(&mut self.before, &host.stats());
        self.there.cut();
        self.back.cut();
    }

    /// What all ends of the line counted; to be asked when none is open.
    pub fn stats(&self) -> LinkStats {
        self.before
    }

    pub fn line(&self) -> (u64, u64) {
        (self.there.lost + self.back.lost, self.there.turned + self.back.turned)
    }

    /// No more troubles: what is broken is mended soon.
    pub fn calm(&mut self) {
        self.bad = 0;
        self.trouble = 0;
    }

    pub fn tick(&mut self, now_ms: i64, dice: &mut Dice, seen: &mut Counts) -> Vec<Report> {
        let now = now_ms as u64;
        self.sim.tick(now);
        for happened in self.sim.take_happened() {
            match happened.what {
                "pick" => {
                    self.hand = happened.ball.and_then(Ball::new);
                    self.came.extend(self.hand);
                    seen.saw("a ball came out");
                    self.befall(now_ms, dice, seen);
                }
                "gone" | "return" => self.hand = None,
                "jam" => self.mend_at = Some((now_ms + dice.between(500, 4_000), Mend::Unjam)),
                "load" => self.came.clear(),
                "reboot" => seen.saw("machine: started anew"),
                _ => (),
            }
        }
        let mut reports = Vec::new();
        let unplugged = self.mend(now_ms, &mut reports);
        let said = self.sim.device.take_output();
        if let Some(host) = self.host.as_mut().filter(|_| !unplugged) {
            self.there.send(&said, now_ms, self.bad, dice);
            let come = self.there.receive(now_ms);
            self.given += come.len() as u64;
            host.receive(&come, now, &mut reports);
            host.tick(now, &mut reports);
            self.back.send(&host.take_output(), now_ms, self.bad, dice);
            self.sim.device.receive(&self.back.receive(now_ms), now);
        }
        reports
    }

    /// What befalls the machine when a ball is picked: with the next ball, or at once.
    fn befall(&mut self, now_ms: i64, dice: &mut Dice, seen: &mut Counts) {
        if !dice.permille(self.trouble) || self.mend_at.is_some() {
            return;
        }
        let now = now_ms as u64;
        match dice.below(20) {
            0 => {
                self.sim.command(Command::Door { open: true }, now);
                self.mend_at = Some((now_ms + dice.between(300, 3_000), Mend::Shut));
                seen.saw("machine: door");
            }
            1 => {
                self.sim.command(Command::Quiet, now);
                self.mend_at = Some((now_ms + dice.between(1_000, 6_000), Mend::Talk));
                seen.saw("machine: silent");
            }
            2 => {
                self.sim.command(Command::Reboot, now);
                self.hand = None;
            }
            3 => {
                self.mend_at = Some((now_ms + dice.between(200, 4_000), Mend::Plug));
                seen.saw("machine: cable out");
            }
            _ => {
                let kind = dice.pick(&FAULTS);
                // The first ball of a draw, read as the last of the draw before, is a number that
                // could be: only the caller's eyes find that.
                if kind != FaultKind::RepeatAfterGone || self.watched {
                    self.sim.command(Command::Fault(kind), now);
                    seen.saw(&format!("machine: {kind:?}"));
                }
            }
        }
    }

    /// Mends what is due. Returns whether the cable is out.
    fn mend(&mut self, now_ms: i64, reports: &mut Vec<Report>) -> bool {
        let now = now_ms as u64;
        let Some((at, what)) = self.mend_at else { return false };
        if now_ms < at {
            let unplugged = matches!(what, Mend::Plug);
            if let Some(host) = self.host.as_mut().filter(|_| unplugged) {
                self.there.cut();
                self.back.cut();
                host.lost(LinkLoss::HungUp, now, reports);
            }
            return unplugged;
        }
        self.mend_at = None;
        match what {
            Mend::Unjam => self.sim.command(Command::Clear, now),
            Mend::Shut => self.sim.command(Command::Door { open: false }, now),
            Mend::Talk => self.sim.command(Command::Talk, now),
            Mend::Plug => {
                if let Some(host) = &mut self.host {
                    host.opened(now);
                }
            }
        }
        false
    }
}

fn add(sum: &mut LinkStats, more: &LinkStats) {
    sum.bytes += more.bytes;
    sum.frames += more.frames;
    sum.frame_bytes += more.frame_bytes;
    sum.duplicates += more.duplicates;
    sum.early += more.early;
    sum.bad += more.bad;
    sum.discarded += more.discarded;
    sum.gaps += more.gaps;
    sum.orders_dropped += more.orders_dropped;
}

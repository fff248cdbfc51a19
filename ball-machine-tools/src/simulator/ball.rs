//! The way of a ball from the drum to the rack, and what goes wrong on it.

use hall_core::ball::Ball;
use hall_core::machine::{Fault, SetId, Stored};

use super::Simulator;
use super::fault::{FaultKind, KINDS, Planned};
use crate::speaker::{Mishap, Spell};

/// How long a fault that ends by itself lasts (`silent`, `lostack`, `nobeat`).
const SPELL_MS: u64 = 5_000;
/// How long the door stands open.
const DOOR_MS: u64 = 1_000;

/// A ball between gate and rack.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand {
    pub(super) ball: Ball,
    pub(super) fault: Option<FaultKind>,
    pub(super) stage: Stage,
    pub(super) due_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    AtReader,
    Read,
    Returned,
}

impl Simulator {
    pub(super) fn pick(&mut self, now_ms: u64) {
        let step = self.picked + 1;
        let (draw, place) = (self.drum.draw(), self.drum.rack().len() as u32 + 1);
        let due = |fault: &Planned| match fault.draw {
            None => fault.step == step,
            Some(wanted) => wanted == draw && fault.step == place,
        };
        let planned = self.settings.faults.iter().position(due);
        let mut fault = planned.map(|at| self.settings.faults.remove(at).kind).or_else(|| self.by_chance());
        if fault == Some(FaultKind::UpsideDown) {
            (fault, self.upside_down) = (None, true);
        }
        match fault {
            Some(FaultKind::Reboot) => return self.reboot(now_ms),
            Some(FaultKind::Replug) => self.pull_the_cable(now_ms),
            Some(FaultKind::Silent) => self.suffer(Spell::Mute, now_ms + SPELL_MS),
            Some(FaultKind::NoBeat) => self.suffer(Spell::Beatless, now_ms + SPELL_MS),
            Some(FaultKind::LostAck) => self.suffer(Spell::Deaf, now_ms + SPELL_MS),
            Some(FaultKind::Door) => {
                self.store(Stored::DoorOpened, now_ms);
                self.door_closes_ms = Some(now_ms + DOOR_MS);
            }
            Some(_) | None => (),
        }
        let Some(mut ball) = self.drum.pick() else {
            return;
        };
        self.picked = step;
        if fault == Some(FaultKind::Stuck) {
            self.drum.hide(ball);
            self.note("stuck", Some(ball), None, now_ms);
            match self.drum.pick() {
                Some(next) => ball = next,
                None => return,
            }
        }
        if let Some(kind @ (FaultKind::Jam | FaultKind::Multiple)) = fault {
            let both = kind == FaultKind::Multiple;
            let (what, why) = if both { ("multiple", Fault::Multiple) } else { ("jam", Fault::Jam) };
            let second = if both { self.drum.pick() } else { None };
            if let Some(second) = second.filter(|_| self.device.reads_tags()) {
                // Such a reader says of both what is in its field, and has no word for two.
                for ball in [ball, second] {
                    let (number, set) = self.by_its_tag(ball);
                    self.store(Stored::Read { number, set, confidence: confidence(ball) }, now_ms);
                }
            }
            self.stuck = Some((why, [Some(ball), second].into_iter().flatten().collect()));
            self.device.set_broken(true);
            return self.happen(what, Some(ball), Stored::FaultRaised(why), now_ms);
        }
        if fault.is_none() && self.upside_down && turned(ball).is_some() {
            (fault, self.upside_down) = (Some(FaultKind::UpsideDown), false);
        }
        self.happen("pick", Some(ball), Stored::Present, now_ms);
        let due_ms = now_ms + self.step_ms();
        self.hand = Some(Hand { ball, fault, stage: Stage::AtReader, due_ms });
    }

    pub(super) fn advance(&mut self, hand: Hand, now_ms: u64) {
        let Hand { ball, fault, stage, .. } = hand;
        let next = match stage {
            Stage::AtReader => {
                self.read(ball, fault, now_ms);
                Some(Stage::Read)
            }
            Stage::Read if fault == Some(FaultKind::Returned) => {
                self.happen("return", Some(ball), Stored::FaultRaised(Fault::Returned), now_ms);
                self.drum.drop_back(ball);
                Some(Stage::Returned)
            }
            Stage::Read => {
                self.happen("gone", Some(ball), Stored::Gone, now_ms);
                self.drum.park(ball);
                None
            }
            Stage::Returned => {
                self.store(Stored::FaultCleared(Fault::Returned), now_ms);
                None
            }
        };
        let due_ms = now_ms + self.step_ms();
        self.hand = next.map(|stage| Hand { stage, due_ms, ..hand });
    }

    fn read(&mut self, ball: Ball, fault: Option<FaultKind>, now_ms: u64) {
        if fault == Some(FaultKind::UnknownTag) {
            self.tags.insert(ball, None);
        } else if fault == Some(FaultKind::SameTag) {
            self.tags.insert(ball, Some(self.last_number));
        }
        let ((mut number, mut set), mut mishap) = (self.by_its_tag(ball), Mishap::None);
        match fault {
            Some(FaultKind::NoRead) => return self.happen("noread", Some(ball), Stored::NoRead, now_ms),
            Some(FaultKind::Duplicate) => mishap = Mishap::Twice,
            Some(FaultKind::BadSum) => mishap = Mishap::WrongSum,
            Some(FaultKind::Lost) => mishap = Mishap::Late,
            Some(FaultKind::LostForEver) => mishap = Mishap::Never,
            Some(FaultKind::RepeatAfterGone) => number = self.last_number,
            Some(FaultKind::Misread) => number = another(ball),
            Some(FaultKind::Ball00) => number = 0,
            Some(FaultKind::Ball91) => number = 91,
            Some(FaultKind::Ball99) => number = 99,
            Some(FaultKind::Letters) => mishap = Mishap::Letters,
            Some(FaultKind::Line(fault)) => self.wire.plan(fault),
            Some(FaultKind::WrongSet) => set = another_set(set),
            Some(FaultKind::UpsideDown) if !self.device.reads_tags() => {
                number = turned(ball).unwrap_or(number);
            }
            // The others are not the reader's.
            Some(_) | None => (),
        }
        let what = Stored::Read { number, set, confidence: confidence(ball) };
        let seq = self.device.store(what, mishap, now_ms);
        let noted = self.note("read", Some(ball), seq, now_ms);
        noted.read = Some(number);
        noted.fault = KINDS.iter().find(|(kind, _)| Some(*kind) == fault).map(|(_, name)| *name);
        self.last_number = number;
    }

    /// The number and set of a ball's tag, for a reader of tags; others see the ball itself.
    fn by_its_tag(&self, ball: Ball) -> (u8, SetId) {
        let set = self.settings.set;
        match self.tags.get(&ball).filter(|_| self.device.reads_tags()) {
            None => (ball.number(), set),
            Some(Some(number)) => (*number, set),
            Some(None) => (ball.number(), another_set(set)),
        }
    }

    /// The chance fault of this ball, if any. The dice are thrown for each chance, so that one more in a file does not move
    /// the others.
    fn by_chance(&mut self) -> Option<FaultKind> {
        let mut found = None;
        for chance in &self.settings.chances {
            let thrown = (self.dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            if thrown < chance.chance && found.is_none() {
                found = Some(chance.kind);
            }
        }
        found
    }
}

/// The number that a ball is mistaken for: 16 for 61; where turning the digits gives no other ball, the complement to 91.
fn another(ball: Ball) -> u8 {
    let number = ball.number();
    let turned = number % 10 * 10 + number / 10;
    if turned != number && Ball::new(turned).is_some() { turned } else { 91 - number }
}

/// The ball that this one is upside down, if that is another one.
pub(super) fn turned(ball: Ball) -> Option<u8> {
    let turned_digit = |digit: u8| match digit {
        0 | 1 | 8 => Some(digit),
        6 => Some(9),
        9 => Some(6),
        _ => None,
    };
    let number = ball.number();
    let (tens, ones) = (turned_digit(number / 10)?, turned_digit(number % 10)?);
    // No ball has a zero before its number.
    let turned = if number < 10 { ones } else { ones * 10 + tens };
    let shown = number < 10 || ones > 0;
    (shown && turned != number && Ball::new(turned).is_some()).then_some(turned)
}

fn another_set(set: SetId) -> SetId {
    let other = if set.as_str() == "X9" { "X8" } else { "X9" };
    SetId::parse(other).unwrap_or(set)
}

/// The reader's confidence, 0 to 100 %.
fn confidence(ball: Ball) -> u8 {
    95 + ball.number() % 6
}

//! An extractor that is not there: a drum, a gate, a reader and a rack behind a
//! [`Speaker`], with faults on order and a log of what really happened. The speaker is a BLP/1
//! [`Device`], or the other end of any driver's file ([`speaker()`]).
//!
//! The log is the truth that tests compare the acta with: what the balls did, whatever the
//! line made of it. Sans-IO as the device is; `ball-machine-sim` puts it on a
//! pseudo-terminal.

use std::collections::BTreeMap;

use hall_core::ball::Ball;
use hall_core::machine::{BootId, Fault, Mode, SetId, Stored};
use serde::Serialize;

use crate::device::{Device, Mishap};
use crate::drum::{Drum, SplitMix64};
use ball_machine::blp1::frame::mode_word;
use ball_machine::driver::Driver;
use ball_machine::tags::TagTable;

mod command;
mod contacts;
mod fault;
mod panel;
pub mod scenario;
mod settings;
mod speaker;
mod stx;
mod tag;
mod wire;

pub use command::Command;
pub use fault::{Chance, FaultKind, KINDS, Planned};
pub use settings::Settings;
pub use speaker::{Controls, Pace, Said, Speaker, Spell, speaker};
pub use wire::{LineFault, Wire};

/// The longest time between drum, reader and rack; a quarter of the interval if that is
/// less, so that a ball is in the rack before the next one comes.
const STEP_MAX_MS: u64 = 100;
/// How long the balls take to fall back into the drum.
const LOAD_MS: u64 = 300;
/// How long a fault that ends by itself lasts (`silent`, `lostack`, `nobeat`).
const SPELL_MS: u64 = 5_000;
/// How long the door stands open.
const DOOR_MS: u64 = 1_000;
/// The most faults on order, commands included: more than a night of demonstrations.
const FAULTS_MAX: usize = 1_000;

/// Something a ball or the machine did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Happened {
    /// Since the simulator's start.
    pub ms: u64,
    /// `pick`, `read`, `noread`, `gone`, `return`, `jam`, `multiple`, `stuck`, `clear`, `load`, `reboot`, `replug`; `line` for what the
    /// line does, with its name in `fault`.
    pub what: &'static str,
    /// The draw, from 1.
    pub draw: u32,
    /// The ball's place in its draw, from 1; 0 where there is no ball.
    pub ordinal: usize,
    /// The ball's own number, whatever was read.
    pub ball: Option<u8>,
    /// The number read.
    pub read: Option<u8>,
    /// The power-up, 8 hex digits.
    pub boot: String,
    /// The frame that tells it; none where it has none.
    pub seq: Option<u32>,
    /// What goes wrong with this ball, by the name it is ordered by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
}

/// How the machine is: the answer to `state`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct State {
    /// `STOP`, `RUN`, `HOLD`, `LOAD`, `FAULT`.
    pub mode: &'static str,
    /// The draw, from 1.
    pub draw: u32,
    /// The balls in the rack.
    pub out: usize,
    /// Balls picked since the start.
    pub picked: u32,
    /// A ball is stuck until `clear`.
    pub stuck: bool,
    /// Frames that wait for their acknowledgement.
    pub unacknowledged: usize,
    /// The power-up, 8 hex digits.
    pub boot: String,
}

/// The whole machine. See the module.
#[derive(Debug)]
pub struct Simulator<D = Device> {
    /// The protocol's side, for tests that look at the store.
    pub device: D,
    drum: Drum,
    settings: Settings,
    happened: Vec<Happened>,
    /// Balls picked since the start, the faults' steps.
    picked: u32,
    hand: Option<Hand>,
    stuck: Option<(Fault, Vec<Ball>)>,
    wire: Wire,
    dice: SplitMix64,
    door_closes_ms: Option<u64>,
    replug: bool,
    next_pick_ms: u64,
    load_at_ms: Option<u64>,
    mode_before: Mode,
    reboots: u64,
    last_number: u8,
    /// Balls with the tag of another, or with one that is in no table.
    tags: BTreeMap<Ball, Option<u8>>,
    /// The next ball that another one is upside down is taken for it.
    upside_down: bool,
}

/// A ball between gate and rack.
#[derive(Debug, Clone, Copy)]
struct Hand {
    ball: Ball,
    fault: Option<FaultKind>,
    stage: Stage,
    due_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    AtReader,
    Read,
    Returned,
}

impl Simulator {
    /// Returns a machine that talks BLP/1, at its power-up.
    pub fn new(settings: Settings, now_ms: u64) -> Simulator {
        Simulator::around(settings.device(now_ms), settings, now_ms)
    }
}

impl Simulator<Box<dyn Speaker>> {
    /// Returns the machine at the other end of a driver's file, or one that talks BLP/1.
    ///
    /// # Errors
    /// As [`speaker()`].
    pub fn of_any(
        driver: Option<(&Driver, Option<&TagTable>)>,
        settings: Settings,
        now_ms: u64,
    ) -> Result<Simulator<Box<dyn Speaker>>, String> {
        let device = match driver {
            None => Box::new(settings.device(now_ms)),
            Some((driver, tags)) => {
                let mut device = speaker(driver, tags, settings.set)?;
                device.restart(settings.first_boot(), now_ms);
                device
            }
        };
        Ok(Simulator::around(device, settings, now_ms))
    }
}

impl<D: Speaker> Simulator<D> {
    fn around(device: D, settings: Settings, now_ms: u64) -> Simulator<D> {
        Simulator {
            device,
            drum: Drum::new(settings.seed, settings.orders.clone()),
            wire: Wire::new(settings.seed),
            dice: SplitMix64(settings.seed ^ 0x0000_FA17_0000_FA17),
            door_closes_ms: None,
            replug: false,
            settings,
            happened: Vec::new(),
            picked: 0,
            hand: None,
            stuck: None,
            next_pick_ms: now_ms,
            load_at_ms: None,
            mode_before: Mode::Stop,
            reboots: 0,
            last_number: 1,
            tags: BTreeMap::new(),
            upside_down: false,
        }
    }

    /// Lets time pass: call it at least every 10 ms, and at least four times an interval.
    pub fn tick(&mut self, now_ms: u64) {
        let mode = self.device.mode();
        if mode != self.mode_before {
            self.mode_before = mode;
            self.next_pick_ms = now_ms + self.interval_ms();
            self.load_at_ms = (mode == Mode::Load).then_some(now_ms + LOAD_MS);
        }
        if let Some(hand) = self.hand.filter(|hand| now_ms >= hand.due_ms) {
            self.advance(hand, now_ms);
        } else if mode == Mode::Run && self.hand.is_none() && now_ms >= self.next_pick_ms {
            self.next_pick_ms = now_ms + self.interval_ms();
            self.pick(now_ms);
            if let Some(pause_ms) = self.settings.after_fault_ms
                && self.hand.is_some_and(|hand| hand.fault.is_some())
            {
                self.next_pick_ms = now_ms + pause_ms;
            }
        } else if self.hand.is_none() && self.load_at_ms.is_some_and(|at| now_ms >= at) {
            self.load_at_ms = None;
            self.drum.load();
            let seq = self.device.store(Stored::Loaded, Mishap::None, now_ms);
            self.note("load", None, None, seq, now_ms);
        }
        if self.door_closes_ms.is_some_and(|at| now_ms >= at) {
            self.door_closes_ms = None;
            self.device.store(Stored::DoorClosed, Mishap::None, now_ms);
        }
        self.device.set_out(self.drum.rack().len() as u8, self.hand.is_some());
        self.device.tick(now_ms);
    }

    /// Does what somebody at the machine does. `hangup` is the line's affair, and `state` and `truth` are
    /// questions: they do nothing here.
    pub fn command(&mut self, command: Command, now_ms: u64) {
        match command {
            Command::Fault(kind) => {
                if self.settings.faults.len() < FAULTS_MAX {
                    self.settings.faults.push(Planned { kind, draw: None, step: self.picked + 1 });
                }
            }
            Command::Clear => self.clear(now_ms),
            Command::Reboot => self.reboot(now_ms),
            Command::Hangup | Command::State | Command::Truth => (),
            Command::Replug => self.pull_the_cable(now_ms),
            Command::Interval(ms) => self.settings.interval_ms = ms,
            Command::Quiet => self.device.controls().suffer(Spell::Mute, u64::MAX),
            Command::Talk => self.device.controls().suffer(Spell::Mute, 0),
            Command::Press(mode) => {
                self.device.controls().press(mode);
                // The same button again does it again.
                self.mode_before = Mode::Stop;
            }
            Command::Door { open } => {
                let what = if open { Stored::DoorOpened } else { Stored::DoorClosed };
                self.device.store(what, Mishap::None, now_ms);
            }
        }
    }

    /// Takes what happened since the last call.
    pub fn take_happened(&mut self) -> Vec<Happened> {
        std::mem::take(&mut self.happened)
    }

    /// Takes what comes out of the line at the host's end, faults and all.
    pub fn take_output(&mut self, now_ms: u64) -> Vec<u8> {
        let said = self.device.take_said();
        self.wire.put(&said, now_ms);
        self.wire.take(now_ms)
    }

    /// Returns whether the cable was pulled out since the last call, to come back under another name.
    pub fn take_replug(&mut self) -> bool {
        std::mem::take(&mut self.replug)
    }

    /// Returns how the machine is.
    pub fn state(&self) -> State {
        State {
            mode: mode_word(self.device.mode()),
            draw: self.drum.draw(),
            out: self.drum.rack().len(),
            picked: self.picked,
            stuck: self.stuck.is_some(),
            unacknowledged: self.device.waiting(),
            boot: self.device.boot().to_string(),
        }
    }

    /// Returns the balls in the rack, in the order they came.
    pub fn rack(&self) -> &[Ball] {
        self.drum.rack()
    }

    /// Returns how often to call [`Simulator::tick`], 1 to 10 ms.
    pub fn pace_ms(&self) -> u64 {
        (self.settings.interval_ms / 8).clamp(1, 10)
    }

    fn pick(&mut self, now_ms: u64) {
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
            Some(FaultKind::Silent) => self.device.controls().suffer(Spell::Mute, now_ms + SPELL_MS),
            Some(FaultKind::NoBeat) => self.device.controls().suffer(Spell::Beatless, now_ms + SPELL_MS),
            Some(FaultKind::LostAck) => self.device.controls().suffer(Spell::Deaf, now_ms + SPELL_MS),
            Some(FaultKind::Door) => {
                self.device.store(Stored::DoorOpened, Mishap::None, now_ms);
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
            self.note("stuck", Some(ball), None, None, now_ms);
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
                    let read = Stored::Read { number, set, confidence: confidence(ball) };
                    self.device.store(read, Mishap::None, now_ms);
                }
            }
            self.stuck = Some((why, [Some(ball), second].into_iter().flatten().collect()));
            self.device.controls().set_broken(true);
            let seq = self.device.store(Stored::FaultRaised(why), Mishap::None, now_ms);
            return self.note(what, Some(ball), None, seq, now_ms);
        }
        if fault.is_none() && self.upside_down && turned(ball).is_some() {
            (fault, self.upside_down) = (Some(FaultKind::UpsideDown), false);
        }
        let seq = self.device.store(Stored::Present, Mishap::None, now_ms);
        self.note("pick", Some(ball), None, seq, now_ms);
        let due_ms = now_ms + self.step_ms();
        self.hand = Some(Hand { ball, fault, stage: Stage::AtReader, due_ms });
    }

    fn advance(&mut self, hand: Hand, now_ms: u64) {
        let Hand { ball, fault, stage, .. } = hand;
        let next = match stage {
            Stage::AtReader => {
                self.read(ball, fault, now_ms);
                Some(Stage::Read)
            }
            Stage::Read if fault == Some(FaultKind::Returned) => {
                let what = Stored::FaultRaised(Fault::Returned);
                let seq = self.device.store(what, Mishap::None, now_ms);
                self.note("return", Some(ball), None, seq, now_ms);
                self.drum.drop_back(ball);
                Some(Stage::Returned)
            }
            Stage::Read => {
                let seq = self.device.store(Stored::Gone, Mishap::None, now_ms);
                self.note("gone", Some(ball), None, seq, now_ms);
                self.drum.park(ball);
                None
            }
            Stage::Returned => {
                let what = Stored::FaultCleared(Fault::Returned);
                self.device.store(what, Mishap::None, now_ms);
                None
            }
        };
        let due_ms = now_ms + self.step_ms();
        self.hand = next.map(|stage| Hand { stage, due_ms, ..hand });
    }

    fn read(&mut self, ball: Ball, fault: Option<FaultKind>, now_ms: u64) {
        match fault {
            Some(FaultKind::UnknownTag) => drop(self.tags.insert(ball, None)),
            Some(FaultKind::SameTag) => drop(self.tags.insert(ball, Some(self.last_number))),
            Some(_) | None => (),
        }
        let ((mut number, mut set), mut mishap) = (self.by_its_tag(ball), Mishap::None);
        match fault {
            Some(FaultKind::NoRead) => {
                let seq = self.device.store(Stored::NoRead, Mishap::None, now_ms);
                return self.note("noread", Some(ball), None, seq, now_ms);
            }
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
            Some(
                FaultKind::UnknownTag
                | FaultKind::SameTag
                | FaultKind::UpsideDown
                | FaultKind::LostAck
                | FaultKind::NoBeat
                | FaultKind::Door
                | FaultKind::Replug
                | FaultKind::Stuck
                | FaultKind::Multiple
                | FaultKind::Jam
                | FaultKind::Returned
                | FaultKind::Reboot
                | FaultKind::Silent,
            )
            | None => (),
        }
        let what = Stored::Read { number, set, confidence: confidence(ball) };
        let seq = self.device.store(what, mishap, now_ms);
        self.note("read", Some(ball), Some(number), seq, now_ms);
        if let (Some(fault), Some(happened)) = (fault, self.happened.last_mut()) {
            happened.fault = KINDS.iter().find(|(kind, _)| *kind == fault).map(|(_, name)| *name);
        }
        self.last_number = number;
    }

    /// Returns the number and the set that a reader of tags takes a ball for; others see the ball itself.
    fn by_its_tag(&self, ball: Ball) -> (u8, SetId) {
        let set = self.settings.set;
        match self.tags.get(&ball).filter(|_| self.device.reads_tags()) {
            None => (ball.number(), set),
            Some(Some(number)) => (*number, set),
            Some(None) => (ball.number(), another_set(set)),
        }
    }

    /// Returns what goes wrong with this ball by chance. The dice are thrown for each that might, so that one more in a file does not
    /// move the others.
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

    fn pull_the_cable(&mut self, now_ms: u64) {
        self.wire.cut();
        self.replug = true;
        self.note("replug", None, None, None, now_ms);
    }

    fn clear(&mut self, now_ms: u64) {
        for ball in self.drum.find() {
            self.note("clear", Some(ball), None, None, now_ms);
        }
        if let Some((why, balls)) = self.stuck.take() {
            let seq = self.device.store(Stored::FaultCleared(why), Mishap::None, now_ms);
            for ball in balls {
                self.drum.drop_back(ball);
                self.note("clear", Some(ball), None, seq, now_ms);
            }
            self.device.controls().set_broken(false);
        }
    }

    /// The memory is gone; balls are where they were, one on its way rolls on unseen.
    fn reboot(&mut self, now_ms: u64) {
        self.reboots += 1;
        self.device.restart(boot_of(self.settings.seed, self.reboots), now_ms);
        self.note("reboot", None, None, None, now_ms);
        if let Some(Hand { ball, stage, .. }) = self.hand.take()
            && stage != Stage::Returned
        {
            self.note("gone", Some(ball), None, None, now_ms);
            self.drum.park(ball);
        }
        if let Some((why, _)) = &self.stuck {
            self.device.controls().set_broken(true);
            self.device.store(Stored::FaultRaised(*why), Mishap::None, now_ms);
        }
    }

    fn step_ms(&self) -> u64 {
        (self.settings.interval_ms / 4).min(STEP_MAX_MS).max(self.device.pace().step_ms)
    }

    fn interval_ms(&self) -> u64 {
        self.settings.interval_ms.max(self.device.pace().apart_ms)
    }

    fn note(&mut self, what: &'static str, ball: Option<Ball>, read: Option<u8>, seq: Option<u32>, ms: u64) {
        let ordinal = if ball.is_some() { self.drum.rack().len() + 1 } else { 0 };
        let (draw, boot) = (self.drum.draw(), self.device.boot().to_string());
        let ball = ball.map(Ball::number);
        self.happened.push(Happened { ms, what, draw, ordinal, ball, read, boot, seq, fault: None });
    }
}

/// Returns the number that a ball is taken for: 16 for 61, or as if it lay upside down.
fn another(ball: Ball) -> u8 {
    let number = ball.number();
    let turned = number % 10 * 10 + number / 10;
    if turned != number && Ball::new(turned).is_some() { turned } else { 91 - number }
}

/// Returns the ball that a ball is upside down, where that is another one.
fn turned(ball: Ball) -> Option<u8> {
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

/// Returns how sure the reader is, in percent.
fn confidence(ball: Ball) -> u8 {
    95 + ball.number() % 6
}

fn boot_of(seed: u64, reboots: u64) -> BootId {
    BootId((SplitMix64(seed.wrapping_add(reboots << 32)).next_u64() >> 32) as u32 | 1)
}

#[cfg(test)]
#[path = "simulator_tests.rs"]
mod tests;

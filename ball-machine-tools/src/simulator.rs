//! A simulated extractor: a drum, a gate, a reader and a rack behind a [`Speaker`], with faults on order and a log of what
//! really happened. The speaker is a BLP/1 [`Device`](crate::device::Device), or the other end of any driver file.
//!
//! Tests compare the acta with the log, which has what the balls did, whatever the line made of it. Sans-IO as the device
//! is; `ball-machine-sim` puts it on a pseudo-terminal.

use std::collections::BTreeMap;

use ball_machine::blp1::frame::mode_word;
use ball_machine::driver::{Driver, DriverKind};
use ball_machine::tags::TagTable;
use hall_core::ball::Ball;
use hall_core::machine::{BootId, Fault, Mode, Stored};
use serde::Serialize;

use crate::drum::{Drum, SplitMix64};
use crate::speaker::{Mishap, Speaker, Spell};

mod ball;
mod command;
mod contacts;
mod fault;
pub mod scenario;
mod settings;
mod stx;
mod tag;
mod wire;

use ball::{Hand, Stage};
pub use command::Command;
pub use fault::{Chance, FaultKind, KINDS, Planned};
pub use settings::Settings;
pub use wire::{LineFault, Wire};

/// The longest time between drum, reader and rack; a quarter of the interval if that is less, so that a ball is in the
/// rack before the next one comes.
const STEP_MAX_MS: u64 = 100;
/// How long the balls take to fall back into the drum.
const LOAD_MS: u64 = 300;
/// The most faults on order, commands included: more than a night of demonstrations.
const FAULTS_MAX: usize = 1_000;

/// Something a ball or the machine did: an entry of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Happened {
    /// Since the simulator's start.
    pub ms: u64,
    /// `pick`, `read`, `noread`, `gone`, `return`, `jam`, `multiple`, `stuck`, `clear`, `load`, `reboot` or `replug`.
    pub what: &'static str,
    /// The draw, from 1.
    pub draw: u32,
    /// The ball's place in its draw, from 1; 0 where there is no ball.
    pub ordinal: usize,
    /// The ball's true number.
    pub ball: Option<u8>,
    /// The number read.
    pub read: Option<u8>,
    /// The power-up, 8 hex digits.
    pub boot: String,
    /// The number of its frame, if it has one.
    pub seq: Option<u32>,
    /// The name of the fault on order, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
}

/// The answer to `state`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MachineState {
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

/// The whole machine.
#[derive(Debug)]
pub struct Simulator {
    /// The talking side.
    pub device: Box<dyn Speaker>,
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
    /// Balls with the tag of another ball, or (`None`) with one that is in no table.
    tags: BTreeMap<Ball, Option<u8>>,
    /// The next ball that is another one upside down is read so.
    upside_down: bool,
}

impl Simulator {
    /// A machine that talks BLP/1, at its power-up.
    pub fn new(settings: Settings, now_ms: u64) -> Simulator {
        Simulator::around(Box::new(settings.device(now_ms)), settings, now_ms)
    }

    /// The machine at the other end of a driver file, or one that talks BLP/1. `tags`: for a reader of tags.
    ///
    /// # Errors
    /// In words: a keypad is no machine, tags need a table of their length, the set's name must fit its field.
    pub fn of_any(
        driver: Option<(&Driver, Option<&TagTable>)>,
        settings: Settings,
        now_ms: u64,
    ) -> Result<Simulator, String> {
        let Some((driver, tags)) = driver else { return Ok(Simulator::new(settings, now_ms)) };
        let mut device: Box<dyn Speaker> = match &driver.kind {
            DriverKind::Keypad(_) => return Err(format!("«{}» es un teclado, no una máquina", driver.name)),
            DriverKind::Stx(spec) => Box::new(stx::StxMachine::new(spec.clone(), driver, settings.set)?),
            DriverKind::Contacts(spec) => Box::new(contacts::ContactsMachine::new(spec.clone())),
            DriverKind::Tag(spec) => {
                let tags = tags.ok_or_else(|| format!("«{}» lee etiquetas: falta --tags", driver.name))?;
                driver.fits(tags).map_err(|error| error.to_string())?;
                Box::new(tag::TagMachine::new(spec.clone(), tags.clone(), driver.repeats()))
            }
        };
        device.restart(settings.first_boot(), now_ms);
        Ok(Simulator::around(device, settings, now_ms))
    }

    fn around(device: Box<dyn Speaker>, settings: Settings, now_ms: u64) -> Simulator {
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
            self.happen("load", None, Stored::Loaded, now_ms);
        }
        if self.door_closes_ms.is_some_and(|at| now_ms >= at) {
            self.door_closes_ms = None;
            self.store(Stored::DoorClosed, now_ms);
        }
        self.device.set_out(self.drum.rack().len() as u8, self.hand.is_some());
        self.device.tick(now_ms);
    }

    /// Does an action at the machine. `hangup`, `state` and `truth` are for the caller and do nothing here.
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
            Command::Quiet => self.suffer(Spell::Mute, u64::MAX),
            Command::Talk => self.suffer(Spell::Mute, 0),
            Command::Press(mode) => {
                self.device.press(mode);
                // The same button again does it again.
                self.mode_before = Mode::Stop;
            }
            Command::Door { open } => {
                self.store(if open { Stored::DoorOpened } else { Stored::DoorClosed }, now_ms);
            }
        }
    }

    /// Takes what happened since the last call.
    pub fn take_happened(&mut self) -> Vec<Happened> {
        std::mem::take(&mut self.happened)
    }

    /// Takes what comes out of the line at the host's end, faults and all.
    pub fn take_output(&mut self, now_ms: u64) -> Vec<u8> {
        self.wire.put(&self.device.take_sent(), now_ms);
        self.wire.take(now_ms)
    }

    /// Whether the cable was pulled out since the last call, to come back under another name.
    pub fn take_replug(&mut self) -> bool {
        std::mem::take(&mut self.replug)
    }

    /// The answer to `state`.
    pub fn state(&self) -> MachineState {
        MachineState {
            mode: mode_word(self.device.mode()),
            draw: self.drum.draw(),
            out: self.drum.rack().len(),
            picked: self.picked,
            stuck: self.stuck.is_some(),
            unacknowledged: self.device.waiting(),
            boot: self.device.boot().to_string(),
        }
    }

    /// The balls in the rack, in the order they came.
    pub fn rack(&self) -> &[Ball] {
        self.drum.rack()
    }

    /// How often to call [`Simulator::tick`], 1 to 10 ms.
    pub fn pace_ms(&self) -> u64 {
        (self.settings.interval_ms / 8).clamp(1, 10)
    }

    fn pull_the_cable(&mut self, now_ms: u64) {
        self.wire.cut();
        self.replug = true;
        self.note("replug", None, None, now_ms);
    }

    fn clear(&mut self, now_ms: u64) {
        for ball in self.drum.find() {
            self.note("clear", Some(ball), None, now_ms);
        }
        if let Some((why, balls)) = self.stuck.take() {
            let seq = self.store(Stored::FaultCleared(why), now_ms);
            for ball in balls {
                self.drum.drop_back(ball);
                self.note("clear", Some(ball), seq, now_ms);
            }
            self.device.set_broken(false);
        }
    }

    /// The memory is gone; balls stay where they were, and one on its way rolls on unseen.
    fn reboot(&mut self, now_ms: u64) {
        self.reboots += 1;
        self.device.restart(boot_of(self.settings.seed, self.reboots), now_ms);
        self.note("reboot", None, None, now_ms);
        if let Some(Hand { ball, stage, .. }) = self.hand.take()
            && stage != Stage::Returned
        {
            self.note("gone", Some(ball), None, now_ms);
            self.drum.park(ball);
        }
        if let Some((why, _)) = &self.stuck {
            self.device.set_broken(true);
            self.store(Stored::FaultRaised(*why), now_ms);
        }
    }

    fn step_ms(&self) -> u64 {
        (self.settings.interval_ms / 4).min(STEP_MAX_MS).max(self.device.least_times().step_ms)
    }

    fn interval_ms(&self) -> u64 {
        self.settings.interval_ms.max(self.device.least_times().apart_ms)
    }

    fn suffer(&mut self, spell: Spell, until_ms: u64) {
        self.device.controller_mut().suffer(spell, until_ms);
    }

    fn store(&mut self, what: Stored, now_ms: u64) -> Option<u32> {
        self.device.store(what, Mishap::None, now_ms)
    }

    /// Stores what happened, and notes it in the log.
    fn happen(&mut self, what: &'static str, ball: Option<Ball>, stored: Stored, now_ms: u64) {
        let seq = self.store(stored, now_ms);
        self.note(what, ball, seq, now_ms);
    }

    fn note(&mut self, what: &'static str, ball: Option<Ball>, seq: Option<u32>, ms: u64) -> &mut Happened {
        let ordinal = if ball.is_some() { self.drum.rack().len() + 1 } else { 0 };
        let (draw, boot) = (self.drum.draw(), self.device.boot().to_string());
        let ball = ball.map(Ball::number);
        self.happened.push(Happened { ms, what, draw, ordinal, ball, read: None, boot, seq, fault: None });
        self.happened.last_mut().expect("pushed above")
    }
}

fn boot_of(seed: u64, reboots: u64) -> BootId {
    BootId((SplitMix64(seed.wrapping_add(reboots << 32)).next_u64() >> 32) as u32 | 1)
}

#[cfg(test)]
#[path = "simulator_tests.rs"]
mod tests;

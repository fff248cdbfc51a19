//! The side of a simulated machine that talks: one for each protocol, behind one interface.

use std::fmt;

use hall_core::machine::{BootId, Mode, SetId, Stored};

use super::contacts::ContactsMachine;
use super::stx::StxMachine;
use super::tag::TagMachine;
use crate::device::{Device, Mishap};
use ball_machine::driver::{Driver, Kind};
use ball_machine::tags::TagTable;

/// One frame on its way to the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// It tells what happened with a ball or in the machine: what goes wrong on the line is for such
    /// frames, and heartbeats pass unharmed.
    pub story: bool,
}

/// What can be wrong with a machine's controller for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spell {
    /// It says nothing at all.
    Mute,
    /// It says no heartbeat; all else is said.
    Beatless,
    /// It takes no notice of what acknowledges its frames.
    Deaf,
}

/// The least times that balls take so that such a machine can tell them apart, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pace {
    /// From the drum to the reader, and from there to the rack.
    pub step_ms: u64,
    /// From ball to ball.
    pub apart_ms: u64,
}

/// What can be done to a machine's controller.
pub trait Controls {
    /// Begins or ends a fault of the machine itself.
    fn set_broken(&mut self, broken: bool);

    /// Something is wrong until then; `u64::MAX`: until further notice, 0: no more.
    fn suffer(&mut self, spell: Spell, until_ms: u64);

    /// Somebody at the machine presses the button of a mode.
    fn press(&mut self, mode: Mode);
}

/// The talking side of a machine. Sans-IO; times in milliseconds.
pub trait Speaker: fmt::Debug {
    /// Power off and on: what it kept in memory is gone.
    fn restart(&mut self, boot: BootId, now_ms: u64);

    /// Says what happened, as far as its protocol has a word for it. Returns the frame's number,
    /// where frames have one.
    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32>;

    /// Takes bytes from the host, in pieces of any size.
    fn receive(&mut self, bytes: &[u8], now_ms: u64);

    /// Lets time pass: call it at least every 10 ms.
    fn tick(&mut self, now_ms: u64);

    /// Takes the frames to send.
    fn take_said(&mut self) -> Vec<Said>;

    /// Returns this power-up's number; of no meaning where the protocol has none.
    fn boot(&self) -> BootId;

    /// Returns what the machine does.
    fn mode(&self) -> Mode;

    /// Returns whether it knows a ball by its tag, and no number.
    fn reads_tags(&self) -> bool {
        false
    }

    /// Returns how many frames wait for their acknowledgement.
    fn waiting(&self) -> usize {
        0
    }

    /// Sets what is true of the drum, where the machine counts: balls out, and whether one is on its way.
    fn set_out(&mut self, _out: u8, _busy: bool) {}

    /// Returns what can be done to its controller.
    fn controls(&mut self) -> &mut dyn Controls;

    /// Returns how fast its balls may come at most.
    fn pace(&self) -> Pace {
        Pace::default()
    }
}

/// Returns the other end of a driver's file: a machine that talks as it says. `set`: the set loaded.
///
/// # Errors
/// In words: a keypad is no machine, tags need a table of their length, the set's name must fit its field.
pub fn speaker(driver: &Driver, tags: Option<&TagTable>, set: SetId) -> Result<Box<dyn Speaker>, String> {
    Ok(match &driver.kind {
        Kind::Keypad(_) => return Err(format!("«{}» es un teclado, no una máquina", driver.name)),
        Kind::Stx(spec) => Box::new(StxMachine::new(spec.clone(), driver, set)?),
        Kind::Contacts(spec) => Box::new(ContactsMachine::new(spec.clone())),
        Kind::Tag(spec) => {
            let tags = tags.ok_or_else(|| format!("«{}» lee etiquetas: falta --tags", driver.name))?;
            driver.fits(tags).map_err(|error| error.to_string())?;
            Box::new(TagMachine::new(spec.clone(), tags.clone(), driver.repeats()))
        }
    })
}

impl Speaker for Device {
    fn restart(&mut self, boot: BootId, now_ms: u64) {
        *self = Device::new(boot, self.set(), now_ms);
    }

    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        Device::store(self, what, mishap, now_ms)
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        Device::receive(self, bytes, now_ms);
    }

    fn tick(&mut self, now_ms: u64) {
        Device::tick(self, now_ms);
    }

    fn take_said(&mut self) -> Vec<Said> {
        let bytes = self.take_output();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        // Heartbeats and identities are said anew each second.
        let story = |line: &[u8]| !matches!(line.get(1), Some(b'H' | b'I'));
        lines.map(|line| Said { bytes: line.to_vec(), story: story(line) }).collect()
    }

    fn boot(&self) -> BootId {
        Device::boot(self)
    }

    fn mode(&self) -> Mode {
        Device::mode(self)
    }

    fn waiting(&self) -> usize {
        self.unacknowledged().count()
    }

    fn set_out(&mut self, out: u8, busy: bool) {
        Device::set_out(self, out, busy);
    }

    fn controls(&mut self) -> &mut dyn Controls {
        self
    }
}

impl Controls for Device {
    fn set_broken(&mut self, broken: bool) {
        Device::set_broken(self, broken);
    }

    fn suffer(&mut self, spell: Spell, until_ms: u64) {
        match spell {
            Spell::Mute => self.mute_until(until_ms),
            Spell::Beatless => self.keep_beats_until(until_ms),
            Spell::Deaf => self.ignore_acks_until(until_ms),
        }
    }

    /// Its host says each second what it should do: a button would be overruled at once.
    fn press(&mut self, _mode: Mode) {}
}

impl Speaker for Box<dyn Speaker> {
    fn restart(&mut self, boot: BootId, now_ms: u64) {
        (**self).restart(boot, now_ms);
    }

    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        (**self).store(what, mishap, now_ms)
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        (**self).receive(bytes, now_ms);
    }

    fn tick(&mut self, now_ms: u64) {
        (**self).tick(now_ms);
    }

    fn take_said(&mut self) -> Vec<Said> {
        (**self).take_said()
    }

    fn boot(&self) -> BootId {
        (**self).boot()
    }

    fn mode(&self) -> Mode {
        (**self).mode()
    }

    fn reads_tags(&self) -> bool {
        (**self).reads_tags()
    }

    fn waiting(&self) -> usize {
        (**self).waiting()
    }

    fn set_out(&mut self, out: u8, busy: bool) {
        (**self).set_out(out, busy);
    }

    fn controls(&mut self) -> &mut dyn Controls {
        (**self).controls()
    }

    fn pace(&self) -> Pace {
        (**self).pace()
    }
}

//! What every machine without a store has at its controller: a mode, buttons, and moments in which
//! it is mute, deaf or without a heartbeat.

use hall_core::machine::{BootId, Mode};

use super::speaker::{Controls, Spell};

#[derive(Debug, Default)]
pub(super) struct Panel {
    pub boot: BootId,
    mode: Option<Mode>,
    broken: bool,
    mute_until_ms: u64,
    beatless_until_ms: u64,
    deaf_until_ms: u64,
}

impl Panel {
    /// Power off and on.
    pub fn restart(&mut self, boot: BootId) {
        *self = Panel { boot, broken: self.broken, ..Panel::default() };
    }

    pub fn mode(&self) -> Mode {
        if self.broken { Mode::Fault } else { self.mode.unwrap_or(Mode::Stop) }
    }

    pub fn set_mode(&mut self, mode: Mode) {
        if !self.broken {
            self.mode = Some(mode);
        }
    }

    pub fn is_mute(&self, now_ms: u64) -> bool {
        now_ms < self.mute_until_ms
    }

    pub fn is_beatless(&self, now_ms: u64) -> bool {
        now_ms < self.beatless_until_ms
    }

    pub fn is_deaf(&self, now_ms: u64) -> bool {
        now_ms < self.deaf_until_ms
    }
}

impl Controls for Panel {
    /// A machine that broke down holds when it is mended, until somebody says what it should do.
    fn set_broken(&mut self, broken: bool) {
        self.broken = broken;
        self.mode = Some(Mode::Hold);
    }

    fn suffer(&mut self, spell: Spell, until_ms: u64) {
        match spell {
            Spell::Mute => self.mute_until_ms = until_ms,
            Spell::Beatless => self.beatless_until_ms = until_ms,
            Spell::Deaf => self.deaf_until_ms = until_ms,
        }
    }

    fn press(&mut self, mode: Mode) {
        self.set_mode(mode);
    }
}

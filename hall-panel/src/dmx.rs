//! The panel as the 512 levels of a DMX universe (ANSI E1.11): which channel is whose lamp, and how bright.

use hall_wire::board::Scene;

use crate::state::{BALLS, Contact, Panel};

/// The channels of a universe.
pub const CHANNELS: u16 = 512;

/// The levels of a universe; channel c is at c - 1.
pub type Levels = [u8; CHANNELS as usize];

/// What a lamp beside the ninety tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A game is being drawn: its lamps are new.
    Draw,
    /// The line can still be sung.
    Line,
    /// The bingo can still be sung.
    Bingo,
    /// The draw stands still: a hold, a stop or a suspension.
    Hold,
    /// This panel does not follow the hall: whatever is lit is old.
    Lost,
}

/// A lamp beside the ninety.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signal {
    /// Its channel, 1 to 512.
    pub channel: u16,
    /// What it tells.
    pub means: Meaning,
}

/// How the lamps of a panel are wired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lamps {
    /// The channel of each ball, 1 to 512, all different: ball n at n - 1.
    pub channels: [u16; BALLS as usize],
    /// The level of an announced ball.
    pub lit: u8,
    /// The level of any other.
    pub unlit: u8,
    /// The level of the last announced ball.
    pub last: u8,
    /// The level of an announced ball where the panel does not follow the hall.
    pub old: u8,
    /// Lamps beside the ninety.
    pub signals: Vec<Signal>,
}

impl Lamps {
    /// The ninety from a channel on; `None` where they do not fit.
    pub fn channels_from(first: u16) -> Option<[u16; BALLS as usize]> {
        let last = first.checked_add(u16::from(BALLS) - 1)?;
        let fit = first >= 1 && last <= CHANNELS;
        fit.then(|| std::array::from_fn(|at| first + u16::try_from(at).unwrap_or(0)))
    }

    /// The levels that show this.
    pub fn levels(&self, panel: &Panel) -> Levels {
        let mut levels = [0; CHANNELS as usize];
        let called = match panel.contact {
            Contact::Live => self.lit,
            Contact::Lost => self.old,
            Contact::Waiting => self.unlit,
        };
        for (ball, channel) in (1..=BALLS).zip(self.channels) {
            let level = match panel.is_called(ball) {
                true if panel.last() == Some(ball) => self.last,
                true => called,
                false => self.unlit,
            };
            levels[usize::from(channel) - 1] = level;
        }
        for signal in self.signals.iter().filter(|signal| signal.means.holds(panel)) {
            levels[usize::from(signal.channel) - 1] = self.lit;
        }
        levels
    }
}

impl Meaning {
    /// Whether it is so. Nothing of a game is told by a panel that does not follow it, or has ended.
    pub fn holds(self, panel: &Panel) -> bool {
        let live = panel.contact == Contact::Live;
        let playing = matches!(
            panel.scene,
            Scene::Draw | Scene::Check | Scene::Question | Scene::Hold | Scene::Suspended
        );
        match self {
            Meaning::Draw => live && panel.scene == Scene::Draw,
            Meaning::Line => live && playing && panel.line_open,
            Meaning::Bingo => live && playing && panel.bingo_open,
            Meaning::Hold => live && playing && panel.scene != Scene::Draw,
            Meaning::Lost => !live && !panel.says.is_empty(),
        }
    }
}

#[cfg(test)]
#[path = "dmx_tests.rs"]
mod tests;

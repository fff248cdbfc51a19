//! The settings of a simulated machine: its balls, its pace, and what goes wrong.

use hall_core::ball::Ball;
use hall_core::machine::{BootId, SetId};

use super::boot_of;
use super::fault::{Chance, Planned};
use crate::device::Device;

/// The settings of a machine.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Fixes the order of every draw and the numbers of power-ups.
    pub seed: u64,
    /// The set loaded.
    pub set: SetId,
    /// The number of the first power-up; by default from the seed.
    pub boot: Option<BootId>,
    /// Between two balls, in milliseconds, at least 1.
    pub interval_ms: u64,
    /// Between a ball with a fault and the next, in milliseconds: a hall's machine leaves seconds for the order to hold,
    /// however fast a test draws. By default the interval.
    pub after_fault_ms: Option<u64>,
    /// For each draw the balls that come first; see [`crate::drum::Drum::new`].
    pub orders: Vec<Vec<Ball>>,
    /// What goes wrong, and when.
    pub faults: Vec<Planned>,
    /// What may go wrong with any ball.
    pub chances: Vec<Chance>,
    /// The number of the first stored frame: 1 to 999,999.
    pub first_seq: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 1,
            set: SetId::parse("A").expect("a letter is a name"),
            boot: None,
            interval_ms: 400,
            after_fault_ms: None,
            orders: Vec::new(),
            faults: Vec::new(),
            chances: Vec::new(),
            first_seq: 1,
        }
    }
}

impl Settings {
    pub(super) fn first_boot(&self) -> BootId {
        self.boot.unwrap_or_else(|| boot_of(self.seed, 0))
    }

    pub(super) fn device(&self, now_ms: u64) -> Device {
        let mut device = Device::new(self.first_boot(), self.set, now_ms);
        device.count_from(self.first_seq.saturating_sub(1));
        device
    }
}

//! What a simulated machine is: its balls, its pace, and what goes wrong.

use hall_core::ball::Ball;
use hall_core::machine::{BootId, SetId};

use super::boot_of;
use super::fault::{Chance, Planned};
use crate::device::Device;

/// What the machine is.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Fixes the order of every draw and the power-ups' numbers.
    pub seed: u64,
    /// The set loaded.
    pub set: SetId,
    /// The first power-up's number; from the seed if not given.
    pub boot: Option<BootId>,
    /// Between two balls, in milliseconds, at least 1.
    pub interval_ms: u64,
    /// Between a ball that something goes wrong with and the next, in milliseconds: a hall's machine leaves
    /// seconds for the order to hold, however fast a test draws. The interval if not given.
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
        let set = SetId::parse("A").expect("a letter is a name");
        let (orders, faults, chances) = (Vec::new(), Vec::new(), Vec::new());
        Settings {
            seed: 1,
            set,
            boot: None,
            interval_ms: 400,
            after_fault_ms: None,
            orders,
            faults,
            chances,
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

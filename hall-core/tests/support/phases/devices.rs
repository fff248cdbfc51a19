//! Who is in the hall, and where people are logged in: at any device, or in a hall that has devices of its own (ADR 69).

use hall_core::event::{DeviceNo, DevicePost, Event};
use hall_core::people::Actor;

use super::open;
use crate::support::{Bench, MESA, OTRO_VENDEDOR, SALA};

/// SHA-256 of the key that each device here has.
pub const DEVICE_KEY: [u8; 32] = [7; 32];

/// The hall with the devices of these tests enrolled, the one at which most is asked first.
pub fn with_devices(mut bench: Bench) -> Bench {
    for (number, name) in (1..).zip(["mesa-1", "caja-2", "caja-9"]) {
        let (device, key_sha256) = (DeviceNo(number), DEVICE_KEY);
        let enrolled =
            Event::DeviceEnrolled { device, name: name.into(), post: DevicePost::Desk, key_sha256 };
        bench.commit(Actor::Person(SALA), name, vec![enrolled]);
    }
    bench
}

/// A seller is noted as in the hall.
pub fn with_shifts(mut bench: Bench) -> Bench {
    bench.commit(Actor::Person(SALA), "despacho", vec![Event::ShiftBegun { person: OTRO_VENDEDOR }]);
    bench
}

/// Between games, somebody is logged in.
pub fn at_the_bar() -> Bench {
    let mut bench = open();
    bench.log_in("mesa-1", MESA);
    bench
}

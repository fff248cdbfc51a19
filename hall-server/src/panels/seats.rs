//! The places of the hall's screens: some for whoever comes, so many for each address, and others for people with a log-in, the
//! devices of the hall and the voice. So no stranger takes the mesa's place, and nobody at one address takes everybody's.

use std::net::IpAddr;

use super::Screen;
use crate::places::{Place, Places};

/// Most screens of the public board; 256 boards are a few MB.
pub const SCREENS_MAX: usize = 256;

/// Most screens of people with a log-in and of the hall's own devices, and the voice.
const STAFF_SCREENS_MAX: usize = 128;

/// Most screens of the public board at one address: four computers of four windows behind one.
const SCREENS_AT_ONE_ADDRESS_MAX: usize = 16;

/// All places.
pub(super) struct Seats {
    anybody: Places,
    staff: Places,
}

impl Seats {
    pub(super) fn new() -> Seats {
        Seats {
            anybody: Places::new(SCREENS_MAX, SCREENS_AT_ONE_ADDRESS_MAX),
            staff: Places::new(STAFF_SCREENS_MAX, STAFF_SCREENS_MAX),
        }
    }

    /// How many are taken.
    pub(super) fn taken(&self) -> usize {
        self.anybody.taken() + self.staff.taken()
    }

    /// Takes a place for a screen; `None` if it has none.
    pub(super) fn take(&self, screen: &Screen, from: IpAddr) -> Option<Place> {
        match screen {
            Screen::Mesa { .. } | Screen::Voice { .. } | Screen::Enrolled { .. } => self.staff.take(),
            Screen::Public | Screen::Passed(_) => self.anybody.take_at(from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn strangers_take_no_place_of_the_staff() {
        let seats = Seats::new();
        let all = (0..=u8::MAX).filter_map(|last| seats.take(&Screen::Public, at(last)));
        let all: Vec<Place> = all.collect();
        assert_eq!(all.len(), SCREENS_MAX);
        assert!(seats.take(&Screen::Public, [127, 0, 0, 1].into()).is_none());
        let staff = [Screen::Mesa { token: String::new() }, Screen::Voice { key_sha256: None }];
        assert!(staff.iter().all(|screen| seats.take(screen, at(7)).is_some()));
    }
}

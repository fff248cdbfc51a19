//! The places of the hall's screens: some for whoever comes, so many for each address, and others for people with a log-in, the
//! devices of the hall and the voice, so many for each of them. So no stranger takes the mesa's place, and nobody takes everybody's.

use std::net::IpAddr;

use super::Screen;
use crate::places::{Place, Places, Whose};

/// Most screens of the public board; 256 boards are a few MB.
pub const SCREENS_MAX: usize = 256;

/// Most screens of people with a log-in and of the hall's own devices, and the voice.
const STAFF_SCREENS_MAX: usize = 128;

/// Most screens of the public board at one address: four computers of four windows behind one.
const SCREENS_AT_ONE_ADDRESS_MAX: usize = 16;

/// Most screens of one device of the hall, or of one log-in: whoever has copied a wall's certificate, until it is put out, takes no place
/// but that wall's. As many as an address has, for a wall that comes again before it is known that it was gone.
const SCREENS_OF_ONE_MAX: usize = 16;

/// All places.
pub(super) struct Seats {
    anybody: Places,
    staff: Places,
}

impl Seats {
    pub(super) fn new() -> Seats {
        Seats {
            anybody: Places::new(SCREENS_MAX, SCREENS_AT_ONE_ADDRESS_MAX),
            staff: Places::new(STAFF_SCREENS_MAX, SCREENS_OF_ONE_MAX),
        }
    }

    /// How many are taken.
    pub(super) fn taken(&self) -> usize {
        self.anybody.taken() + self.staff.taken()
    }

    /// Takes a place for a screen; `None` if it has none.
    pub(super) fn take(&self, screen: &Screen, from: IpAddr) -> Option<Place> {
        match screen {
            Screen::Mesa { token } => self.staff.take_for(Whose::LogIn(token.clone())),
            Screen::Enrolled { key_sha256 } | Screen::Voice { key_sha256: Some(key_sha256) } => {
                self.staff.take_for(Whose::Device(*key_sha256))
            }
            Screen::Voice { key_sha256: None } => self.staff.take(),
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

    #[test]
    fn one_device_takes_no_place_of_another() {
        let seats = Seats::new();
        let wall = |key: u8| Screen::Enrolled { key_sha256: [key; 32] };
        let mesa = |token: &str| Screen::Mesa { token: token.to_owned() };
        let copied: Vec<Place> = (0..200).filter_map(|last| seats.take(&wall(1), at(last))).collect();
        let stolen: Vec<Place> = (0..200).filter_map(|last| seats.take(&mesa("uno"), at(last))).collect();
        assert_eq!((copied.len(), stolen.len()), (SCREENS_OF_ONE_MAX, SCREENS_OF_ONE_MAX));
        assert!(seats.take(&wall(2), at(7)).is_some() && seats.take(&mesa("otro"), at(7)).is_some());
        drop(copied);
        assert!(seats.take(&wall(1), at(7)).is_some());
    }
}

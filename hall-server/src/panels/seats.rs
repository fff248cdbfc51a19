//! The places of the hall's screens: some for whoever comes, so many for each address, and others for people with a log-in, the
//! devices of the hall and the voice. So no stranger takes the mesa's place, and nobody at one address takes everybody's.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Screen;
use crate::whose::whose;

/// Most screens of the public board; 256 boards are a few MB.
pub const SCREENS_MAX: usize = 256;

/// Most screens of people with a log-in and of the hall's own devices, and the voice.
const STAFF_SCREENS_MAX: usize = 128;

/// Most screens of the public board at one address: four computers of four windows behind one.
const SCREENS_AT_ONE_ADDRESS_MAX: usize = 16;

type Addresses = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// All places.
pub(super) struct Seats {
    anybody: Arc<Semaphore>,
    staff: Arc<Semaphore>,
    taken_at: Addresses,
}

/// A place, until it is dropped.
pub struct Seat {
    _place: OwnedSemaphorePermit,
    at: Option<(Addresses, IpAddr)>,
}

impl Seats {
    pub(super) fn new() -> Seats {
        Seats {
            anybody: Arc::new(Semaphore::new(SCREENS_MAX)),
            staff: Arc::new(Semaphore::new(STAFF_SCREENS_MAX)),
            taken_at: Addresses::default(),
        }
    }

    /// How many are taken.
    pub(super) fn taken(&self) -> usize {
        let free = self.anybody.available_permits() + self.staff.available_permits();
        SCREENS_MAX + STAFF_SCREENS_MAX - free
    }

    /// Takes a place for a screen; `None` if it has none.
    pub(super) fn take(&self, screen: &Screen, from: IpAddr) -> Option<Seat> {
        let (places, from) = match screen {
            Screen::Mesa { .. } | Screen::Voice | Screen::Enrolled { .. } => (&self.staff, None),
            // Who is at this computer has other ways to stop it.
            Screen::Public | Screen::Passed(_) => {
                (&self.anybody, Some(whose(from)).filter(|address| !address.is_loopback()))
            }
        };
        let place = Arc::clone(places).try_acquire_owned().ok()?;
        let Some(address) = from else { return Some(Seat { _place: place, at: None }) };
        let mut taken_at = lock(&self.taken_at);
        let taken = taken_at.entry(address).or_default();
        if *taken == SCREENS_AT_ONE_ADDRESS_MAX {
            return None;
        }
        *taken += 1;
        Some(Seat { _place: place, at: Some((Arc::clone(&self.taken_at), address)) })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Some((taken_at, address)) = self.at.take() else { return };
        let mut taken_at = lock(&taken_at);
        if let Some(taken) = taken_at.get_mut(&address) {
            *taken -= 1;
            if *taken == 0 {
                taken_at.remove(&address);
            }
        }
    }
}

fn lock(taken_at: &Addresses) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
    taken_at.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESA: fn() -> Screen = || Screen::Mesa { token: String::new() };

    fn at(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn one_address_takes_its_places_and_no_more() {
        let seats = Seats::new();
        let mut taken: Vec<Seat> = (0..16).filter_map(|_| seats.take(&Screen::Public, at(7))).collect();
        assert_eq!((taken.len(), seats.taken()), (16, 16));
        assert!(seats.take(&Screen::Public, at(7)).is_none());
        assert_eq!(seats.taken(), 16, "what was refused takes no place");
        assert!(seats.take(&Screen::Public, at(8)).is_some());
        taken.pop();
        assert!(seats.take(&Screen::Public, at(7)).is_some());
        drop(taken);
        assert_eq!(seats.taken(), 0);
        assert!(lock(&seats.taken_at).is_empty(), "who left is forgotten");
    }

    #[test]
    fn strangers_take_no_place_of_the_staff() {
        let seats = Seats::new();
        let all = (0..=u8::MAX).filter_map(|last| seats.take(&Screen::Public, at(last)));
        let all: Vec<Seat> = all.collect();
        assert_eq!(all.len(), SCREENS_MAX);
        assert!(seats.take(&Screen::Public, [127, 0, 0, 1].into()).is_none());
        assert!(seats.take(&MESA(), at(7)).is_some() && seats.take(&Screen::Voice, at(7)).is_some());
    }
}

//! Places of which one address has no more than its share, so that nobody at one address takes everybody's.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::whose::whose;

type Addresses = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// So many places, and the share of one address.
pub(crate) struct Places {
    most: usize,
    at_one_address: usize,
    free: Arc<Semaphore>,
    taken_at: Addresses,
}

/// A place, until it is dropped.
pub struct Place {
    _place: OwnedSemaphorePermit,
    at: Option<(Addresses, IpAddr)>,
}

impl Places {
    /// So many, of which one address has at most `at_one_address`.
    pub(crate) fn new(most: usize, at_one_address: usize) -> Places {
        Places { most, at_one_address, free: Arc::new(Semaphore::new(most)), taken_at: Addresses::default() }
    }

    /// How many are taken.
    pub(crate) fn taken(&self) -> usize {
        self.most - self.free.available_permits()
    }

    /// Takes one for somebody who is not counted by address; `None` if all are taken.
    pub(crate) fn take(&self) -> Option<Place> {
        let place = Arc::clone(&self.free).try_acquire_owned().ok()?;
        Some(Place { _place: place, at: None })
    }

    /// Takes one for somebody at this address; `None` if all are taken, or all of that address.
    pub(crate) fn take_at(&self, from: IpAddr) -> Option<Place> {
        let mut place = self.take()?;
        let from = whose(from);
        // Who is at this computer has other ways to stop it.
        if from.is_loopback() {
            return Some(place);
        }
        let mut taken_at = lock(&self.taken_at);
        let taken = taken_at.entry(from).or_default();
        if *taken >= self.at_one_address {
            return None;
        }
        *taken += 1;
        place.at = Some((Arc::clone(&self.taken_at), from));
        Some(place)
    }
}

impl Drop for Place {
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

    fn at(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn one_address_takes_its_places_and_no_more() {
        let places = Places::new(256, 16);
        let mut taken: Vec<Place> = (0..16).filter_map(|_| places.take_at(at(7))).collect();
        assert_eq!((taken.len(), places.taken()), (16, 16));
        assert!(places.take_at(at(7)).is_none());
        assert_eq!(places.taken(), 16, "what was refused takes no place");
        assert!(places.take_at(at(8)).is_some());
        taken.pop();
        assert!(places.take_at(at(7)).is_some());
        drop(taken);
        assert_eq!(places.taken(), 0);
        assert!(lock(&places.taken_at).is_empty(), "who left is forgotten");
    }

    #[test]
    fn all_places_are_no_more_than_there_are_and_this_computer_has_any_of_them() {
        let places = Places::new(4, 2);
        let here = IpAddr::from([127, 0, 0, 1]);
        let all: Vec<Place> = (0..9).filter_map(|_| places.take_at(here)).collect();
        assert_eq!((all.len(), places.taken()), (4, 4));
        assert!(places.take().is_none() && places.take_at(at(7)).is_none());
        drop(all);
        assert!(places.take_at(at(7)).is_some());
    }
}

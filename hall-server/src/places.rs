//! Places of which nobody has more than a share, whether he is known by his address, by his device or by his log-in: so nobody takes
//! everybody's.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::whose::whose;

/// Whose a place is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Whose {
    /// Of whoever is at an address.
    Address(IpAddr),
    /// Of the device of the hall with this key.
    Device([u8; 32]),
    /// Of a log-in, by its token.
    LogIn(String),
}

type Shares = Arc<Mutex<HashMap<Whose, usize>>>;

/// So many places, and the share of each.
pub(crate) struct Places {
    most: usize,
    share: usize,
    free: Arc<Semaphore>,
    taken_by: Shares,
}

/// A place, until it is dropped.
pub struct Place {
    _place: OwnedSemaphorePermit,
    of: Option<(Shares, Whose)>,
}

impl Places {
    /// So many, of which each has at most `share`.
    pub(crate) fn new(most: usize, share: usize) -> Places {
        Places { most, share, free: Arc::new(Semaphore::new(most)), taken_by: Shares::default() }
    }

    /// How many are taken.
    pub(crate) fn taken(&self) -> usize {
        self.most - self.free.available_permits()
    }

    /// Takes one for somebody of whom no count is kept; `None` if all are taken.
    pub(crate) fn take(&self) -> Option<Place> {
        let place = Arc::clone(&self.free).try_acquire_owned().ok()?;
        Some(Place { _place: place, of: None })
    }

    /// Takes one for somebody at this address; `None` if all are taken, or all of that address.
    pub(crate) fn take_at(&self, from: IpAddr) -> Option<Place> {
        let from = whose(from);
        // Who is at this computer has other ways to stop it.
        if from.is_loopback() { self.take() } else { self.take_for(Whose::Address(from)) }
    }

    /// Takes one for him; `None` if all are taken, or all of his.
    pub(crate) fn take_for(&self, him: Whose) -> Option<Place> {
        let mut place = self.take()?;
        let mut taken_by = lock(&self.taken_by);
        let taken = taken_by.entry(him.clone()).or_default();
        if *taken >= self.share {
            return None;
        }
        *taken += 1;
        place.of = Some((Arc::clone(&self.taken_by), him));
        Some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((taken_by, him)) = self.of.take() else { return };
        let mut taken_by = lock(&taken_by);
        if let Some(taken) = taken_by.get_mut(&him) {
            *taken -= 1;
            if *taken == 0 {
                taken_by.remove(&him);
            }
        }
    }
}

fn lock(taken_by: &Shares) -> MutexGuard<'_, HashMap<Whose, usize>> {
    taken_by.lock().unwrap_or_else(PoisonError::into_inner)
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
        assert!(lock(&places.taken_by).is_empty(), "who left is forgotten");
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

//! Delays after wrong PINs, and who is told of them (ADR 84).
//!
//! At a device where a person has logged in before, wrong PINs delay that person there and nobody else. Everywhere else they
//! delay the user together, from whatever address they come: who guesses from a hundred addresses waits as from one, and delays
//! nobody at the devices of the hall. A name that is nobody's is counted as any other, so that the delay tells nothing.
//!
//! A device is the one whose key it has shown; without one, its address and the name it gives itself. Where people sat is in the
//! record for devices with a key, and here for the others, until the server starts again.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hall_core::event::DeviceNo;
use hall_core::people::PersonId;

/// Longest delay: bearable, and still a year for a million PINs.
const LONGEST: Duration = Duration::from_secs(30);

/// Counts kept of each sort; the oldest are dropped first. Each took a wrong PIN.
const COUNTS_MAX: usize = 1024;

/// Places without a key that are remembered; the oldest are forgotten first. Each took a right PIN.
const SEATS_MAX: usize = 256;

/// A user has one line of the record in so long.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// A device as far as a log-in shows which it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// One of the hall's, by its key.
    Enrolled(DeviceNo),
    /// Any other, by its address and its name.
    Other(IpAddr, String),
    /// The device of a log-in that is good, by its name: from whatever address its token comes.
    LogIn(String),
}

/// Wrong PINs came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait(pub Duration);

/// Recent wrong PINs.
#[derive(Default)]
pub struct Attempts(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// By what was typed as the user, at devices where that user is new.
    new: HashMap<String, Count>,
    /// By user and device, where the user has logged in before.
    known: HashMap<(String, Place), Count>,
    /// Where people logged in without a key, and when last.
    seats: HashMap<(PersonId, Place), Instant>,
    /// What the record is owed: by person, and for all names that are nobody's.
    lines: HashMap<Option<PersonId>, Owed>,
}

#[derive(Clone, Copy)]
struct Count {
    tries: u32,
    not_before: Instant,
}

struct Owed {
    last: Option<Instant>,
    tries: u32,
}

impl Attempts {
    /// Whether a person has logged in at a device without a key since the server started.
    pub fn sat(&self, person: PersonId, place: &Place) -> bool {
        self.lock().seats.contains_key(&(person, place.clone()))
    }

    /// Counts a try as wrong until [`Attempts::good`], so that parallel tries are treated as consecutive. A try that must wait
    /// is not counted.
    ///
    /// # Errors
    /// How long to wait.
    pub fn begin(&self, user: &str, place: &Place, is_known: bool, now: Instant) -> Result<(), Wait> {
        let mut counts = self.lock();
        if is_known {
            count(&mut counts.known, (user.to_string(), place.clone()), now)
        } else {
            count(&mut counts.new, user.to_string(), now)
        }
    }

    /// Starts the delay of a wrong try now: hashing may have taken a while.
    pub fn bad(&self, user: &str, place: &Place, is_known: bool, now: Instant) {
        let mut counts = self.lock();
        let found = if is_known {
            counts.known.get_mut(&(user.to_string(), place.clone()))
        } else {
            counts.new.get_mut(user)
        };
        if let Some(count) = found {
            count.not_before = now + delay(count.tries);
        }
    }

    /// A right PIN: the device is known from now on. What others typed at new devices still delays them.
    pub fn good(&self, user: &str, person: PersonId, place: &Place, is_known: bool, now: Instant) {
        let mut counts = self.lock();
        if is_known {
            counts.known.remove(&(user.to_string(), place.clone()));
        } else {
            counts.new.remove(user);
        }
        if let Place::Other(..) = place {
            counts.seats.insert((person, place.clone()), now);
            drop_oldest(&mut counts.seats, SEATS_MAX, |at| *at);
        }
    }

    /// A code for something else than a log-in was right.
    pub fn good_code(&self, what: &str) {
        self.lock().new.remove(what);
    }

    /// One more wrong try for the record; none of a person is one with a name that is nobody's. Returns the tries of a line that
    /// is written now, or after how long one is due; `None` where it is due already.
    pub fn told(&self, person: Option<PersonId>, now: Instant) -> Told {
        let mut counts = self.lock();
        let owed = counts.lines.entry(person).or_insert(Owed { last: None, tries: 0 });
        owed.tries += 1;
        match owed.last.map(|last| now.saturating_duration_since(last)) {
            Some(since) if since < LINE_EVERY => {
                if owed.tries == 1 {
                    Told::In(LINE_EVERY - since)
                } else {
                    Told::Already
                }
            }
            Some(_) | None => Told::Now(owed.take(now)),
        }
    }

    /// The tries of the line that was due; none where it was written meanwhile.
    pub fn due(&self, person: Option<PersonId>, now: Instant) -> Option<u32> {
        let mut counts = self.lock();
        let owed = counts.lines.get_mut(&person)?;
        (owed.tries > 0).then(|| owed.take(now))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What becomes of the line about a wrong try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// It is written, with so many tries.
    Now(u32),
    /// It is due in so long: ask then what it says.
    In(Duration),
    /// One is due that will count it.
    Already,
}

impl Owed {
    fn take(&mut self, now: Instant) -> u32 {
        self.last = Some(now);
        std::mem::take(&mut self.tries)
    }
}

fn count<K: Eq + Hash + Clone>(counts: &mut HashMap<K, Count>, key: K, now: Instant) -> Result<(), Wait> {
    let before = counts.get(&key).copied();
    let wait = before.and_then(|count| count.not_before.checked_duration_since(now));
    if let Some(wait) = wait.filter(|wait| !wait.is_zero()) {
        return Err(Wait(wait));
    }
    let tries = before.map_or(0, |count| count.tries) + 1;
    counts.insert(key, Count { tries, not_before: now + delay(tries) });
    drop_oldest(counts, COUNTS_MAX, |count| count.not_before);
    Ok(())
}

fn drop_oldest<K: Eq + Hash + Clone, V>(kept: &mut HashMap<K, V>, most: usize, at: impl Fn(&V) -> Instant) {
    while kept.len() > most {
        let oldest = kept.iter().min_by_key(|(_, value)| at(value)).map(|(key, _)| key.clone());
        kept.remove(&oldest.expect("there are more than none"));
    }
}

/// 1, 2, 4 … seconds, at most [`LONGEST`]; zero for no try.
fn delay(tries: u32) -> Duration {
    let Some(doublings) = tries.checked_sub(1) else { return Duration::ZERO };
    Duration::from_secs(1 << doublings.min(5)).min(LONGEST)
}

#[cfg(test)]
mod tests;

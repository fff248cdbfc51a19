//! Who is at the port. An address has so many connections, and a connection that asks nothing gives way to whoever comes: so nobody who
//! only opens connections shuts the others out.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::Notify;

use crate::whose::whose;

/// Connections at a time, besides screens and phones, which have places of their own: many more than a hall needs, with the
/// phones of a full room that all fetch their page at once.
const CONNECTIONS_MAX: usize = 2_048;

/// Connections of one address at a time, but for this computer's own.
const AT_ONE_ADDRESS_MAX: usize = 32;

/// Everybody at the port, in the order in which they came.
#[derive(Default)]
pub(super) struct Doors(Mutex<Vec<Arc<Guest>>>);

/// A connection.
pub(super) struct Guest {
    from: IpAddr,
    /// A device of the hall: its place is its own.
    ours: AtomicBool,
    /// A request of it is being answered.
    asks: AtomicBool,
    /// Its place is somebody else's.
    pub(super) leaves: Notify,
}

/// A place at the port, until it is dropped.
pub(super) struct Inside {
    doors: Arc<Doors>,
    pub(super) guest: Arc<Guest>,
}

impl Doors {
    /// Lets a connection in; `None` if each of those in its way is being answered.
    pub(super) fn enter(self: &Arc<Doors>, from: IpAddr) -> Option<Inside> {
        let from = whose(from);
        let mut guests = self.lock();
        let is_ours = from.is_loopback();
        if !is_ours
            && guests.iter().filter(|guest| guest.from == from && !guest.is_ours()).count()
                >= AT_ONE_ADDRESS_MAX
        {
            shown_out(&mut guests, |guest| guest.from == from)?;
        }
        if guests.len() >= CONNECTIONS_MAX {
            shown_out(&mut guests, |_| true)?;
        }
        let guest = Arc::new(Guest {
            from,
            ours: AtomicBool::new(false),
            asks: AtomicBool::new(false),
            leaves: Notify::new(),
        });
        guests.push(Arc::clone(&guest));
        Some(Inside { doors: Arc::clone(self), guest })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Guest>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows out the one of these who came first and asks nothing.
fn shown_out(guests: &mut Vec<Arc<Guest>>, of: impl Fn(&Guest) -> bool) -> Option<()> {
    let idle = |guest: &Arc<Guest>| of(guest) && !guest.is_ours() && !guest.asks.load(Ordering::Relaxed);
    let guest = guests.remove(guests.iter().position(idle)?);
    guest.leaves.notify_one();
    Some(())
}

impl Inside {
    /// It has shown that it is a device of the hall: it is not counted by its address, and gives way to nobody.
    pub(super) fn is_ours(&self) {
        self.guest.ours.store(true, Ordering::Relaxed);
    }
}

impl Guest {
    fn is_ours(&self) -> bool {
        self.ours.load(Ordering::Relaxed)
    }

    /// Answers a request: meanwhile the place is its own.
    pub(super) async fn answered(self: Arc<Guest>, request: Request, next: Next) -> Response {
        self.asks.store(true, Ordering::Relaxed);
        let response = next.run(request).await;
        self.asks.store(false, Ordering::Relaxed);
        response
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.doors.lock().retain(|guest| !Arc::ptr_eq(guest, &self.guest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(inside: &Inside) -> bool {
        !inside.doors.lock().iter().any(|guest| Arc::ptr_eq(guest, &inside.guest))
    }

    #[test]
    fn who_asks_nothing_gives_way_to_the_same_address_alone() {
        let doors = Arc::new(Doors::default());
        let (many, other) = ([192, 0, 2, 7].into(), [192, 0, 2, 8].into());
        let mesa = doors.enter(other).expect("a place");
        let half_open: Vec<Inside> =
            (0..700).map(|_| doors.enter(many).expect("the oldest gives way")).collect();
        assert_eq!(doors.lock().len(), AT_ONE_ADDRESS_MAX + 1);
        assert!(!left(&mesa) && left(&half_open[0]) && !left(&half_open[699]));
        drop(half_open);
        assert_eq!(doors.lock().len(), 1);
    }

    #[test]
    fn who_is_being_answered_keeps_the_place() {
        let doors = Arc::new(Doors::default());
        let many = [192, 0, 2, 7].into();
        let asking: Vec<Inside> =
            (0..AT_ONE_ADDRESS_MAX).map(|_| doors.enter(many).expect("a place")).collect();
        asking.iter().for_each(|inside| inside.guest.asks.store(true, Ordering::Relaxed));
        assert!(doors.enter(many).is_none());
        asking[3].guest.asks.store(false, Ordering::Relaxed);
        assert!(doors.enter(many).is_some() && left(&asking[3]) && !left(&asking[0]));
    }

    #[test]
    fn a_device_of_the_hall_keeps_its_place() {
        let doors = Arc::new(Doors::default());
        let there: IpAddr = [192, 0, 2, 7].into();
        let ours = doors.enter(there).expect("a place");
        ours.is_ours();
        let strangers: Vec<Inside> = (0..CONNECTIONS_MAX).filter_map(|_| doors.enter(there)).collect();
        assert!(!left(&ours) && left(&strangers[0]));
        assert!(doors.enter([192, 0, 2, 8].into()).is_some());
    }

    #[test]
    fn this_computer_s_own_programs_are_not_counted_by_address() {
        let doors = Arc::new(Doors::default());
        let ours = [127, 0, 0, 1].into();
        let all: Vec<Inside> = (0..CONNECTIONS_MAX).map(|_| doors.enter(ours).expect("a place")).collect();
        assert!(!left(&all[0]));
        assert!(doors.enter([192, 0, 2, 7].into()).is_some() && left(&all[0]), "the oldest of all gives way");
    }
}

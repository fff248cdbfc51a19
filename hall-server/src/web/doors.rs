//! Who is at the port. Whoever comes is at the door until it is known who it is; a device of the hall then comes in whoever is there,
//! and anybody else takes one of the places that strangers have. An address has so many of each, and a connection that has asked
//! nothing, or has not asked to the end, gives way to whoever comes: so nobody who only opens connections, or asks and does not finish,
//! shuts the others out; and no number of strangers whose requests are being answered shuts a device of the hall out (ADR 82).

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::whose::whose;

/// Connections of strangers at a time, besides screens and phones, which have places of their own: many more than a hall needs, with
/// the phones of a full room that all fetch their page at once. As many again for this computer's own programs.
const CONNECTIONS_MAX: usize = 2_048;

/// Connections at a time of which it is not known yet whose they are, and as many again of this computer's own.
const AT_THE_DOOR_MAX: usize = 1_024;

/// Connections of one device of the hall at a time: many more than a desk has, and whoever has copied its certificate has no more.
const OF_ONE_DEVICE_MAX: usize = 64;

/// Connections of one address at a time, at the door and within, but for this computer's own.
const AT_ONE_ADDRESS_MAX: usize = 32;

/// Everybody at the port, in the order in which they came.
#[derive(Default)]
pub(super) struct Doors(Mutex<Vec<Known>>);

/// A connection, and what is known of it.
struct Known {
    guest: Arc<Guest>,
    standing: Standing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It has not shown yet whose it is.
    AtTheDoor,
    /// Nobody let it in.
    Stranger,
    /// The device of the hall with this key: it gives way to nobody but itself.
    Ours([u8; 32]),
}

/// A connection.
pub(super) struct Guest {
    from: IpAddr,
    /// A request of it has come whole, and is being answered.
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
    /// Lets a connection come to the door, where the oldest gives way: so nobody is hung up on before it could show who it is.
    pub(super) fn enter(self: &Arc<Doors>, from: IpAddr) -> Inside {
        let guest =
            Arc::new(Guest { from: whose(from), asks: AtomicBool::new(false), leaves: Notify::new() });
        let mut guests = self.lock();
        // Whoever is at the door has asked nothing, so that somebody always gives way.
        let _ = make_room(&mut guests, guest.from, Standing::AtTheDoor);
        guests.push(Known { guest: Arc::clone(&guest), standing: Standing::AtTheDoor });
        Inside { doors: Arc::clone(self), guest }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes room for one more from there with this standing; `None` if each of those in its way is being answered.
fn make_room(guests: &mut Vec<Known>, from: IpAddr, standing: Standing) -> Option<()> {
    let most = match standing {
        Standing::AtTheDoor => AT_THE_DOOR_MAX,
        Standing::Stranger => CONNECTIONS_MAX,
        Standing::Ours(_) => OF_ONE_DEVICE_MAX,
    };
    let is_here = from.is_loopback();
    let of_all = |known: &Known| known.standing == standing && known.guest.from.is_loopback() == is_here;
    let of_address = |known: &Known| of_all(known) && known.guest.from == from;
    let many = |of: &dyn Fn(&Known) -> bool| guests.iter().filter(|known| of(known)).count();
    if matches!(standing, Standing::Ours(_)) {
        let of_it = |known: &Known| known.standing == standing;
        if many(&of_it) >= most { show_out(guests, of_it) } else { Some(()) }
    } else if !is_here && many(&of_address) >= AT_ONE_ADDRESS_MAX {
        // One more goes than comes, so that there is also room among all.
        show_out(guests, of_address)
    } else if many(&of_all) >= most {
        show_out(guests, of_all)
    } else {
        Some(())
    }
}

/// Shows out the one of these who came first and is not being answered.
fn show_out(guests: &mut Vec<Known>, of: impl Fn(&Known) -> bool) -> Option<()> {
    let idle = |known: &Known| of(known) && !known.guest.asks.load(Ordering::Relaxed);
    let known = guests.remove(guests.iter().position(idle)?);
    known.guest.leaves.notify_one();
    Some(())
}

impl Inside {
    /// It comes in from the door: as the device of the hall with this key, or as whoever it is. False where there is no place for it:
    /// then it is hung up on.
    pub(super) fn comes_in(&self, device: Option<[u8; 32]>) -> bool {
        let standing = device.map_or(Standing::Stranger, Standing::Ours);
        let mut guests = self.doors.lock();
        if make_room(&mut guests, self.guest.from, standing).is_none() {
            return false;
        }
        // Not there: somebody else had its place at the door meanwhile.
        let known = guests.iter_mut().find(|known| Arc::ptr_eq(&known.guest, &self.guest));
        known.map(|known| known.standing = standing).is_some()
    }
}

impl Guest {
    /// Answers a request: from when it has come whole, the place is its own.
    pub(super) async fn answered(self: Arc<Guest>, request: Request, next: Next) -> Response {
        let whole = request.body().is_end_stream();
        self.asks.store(whole, Ordering::Relaxed);
        let coming = |body| Body::new(Coming { body, guest: Arc::clone(&self) });
        let response = next.run(if whole { request } else { request.map(coming) }).await;
        self.asks.store(false, Ordering::Relaxed);
        response
    }
}

/// The body of a request, until it has come whole.
struct Coming {
    body: Body,
    guest: Arc<Guest>,
}

impl HttpBody for Coming {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.guest.asks.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.doors.lock().retain(|known| !Arc::ptr_eq(&known.guest, &self.guest));
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const MANY: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 8));
    const WALL: Option<[u8; 32]> = Some([1; 32]);
    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn left(inside: &Inside) -> bool {
        !inside.doors.lock().iter().any(|known| Arc::ptr_eq(&known.guest, &inside.guest))
    }

    /// A stranger who has come in.
    fn stranger(doors: &Arc<Doors>, from: IpAddr) -> Option<Inside> {
        Some(doors.enter(from)).filter(|inside| inside.comes_in(None))
    }

    /// Strangers of so many addresses who are all being answered.
    fn asking(doors: &Arc<Doors>, addresses: usize) -> Vec<Inside> {
        let from = |number| IpAddr::from([10, 20, 0, u8::try_from(number % addresses).expect("few")]);
        let all = (0..addresses * AT_ONE_ADDRESS_MAX).map(|number| stranger(doors, from(number)));
        let all: Vec<Inside> = all.map(|inside| inside.expect("a place")).collect();
        all.iter().for_each(|inside| inside.guest.asks.store(true, Ordering::Relaxed));
        all
    }

    #[test]
    fn who_asks_nothing_gives_way_to_the_same_address_alone() {
        let doors = Arc::new(Doors::default());
        let mesa = stranger(&doors, OTHER).expect("a place");
        let half_open: Vec<Inside> = (0..700).map(|_| doors.enter(MANY)).collect();
        assert_eq!(doors.lock().len(), AT_ONE_ADDRESS_MAX + 1);
        assert!(!left(&mesa) && left(&half_open[0]) && !left(&half_open[699]));
        drop(half_open);
        let idle: Vec<Inside> =
            (0..700).map(|_| stranger(&doors, MANY).expect("the oldest gives way")).collect();
        assert_eq!(doors.lock().len(), AT_ONE_ADDRESS_MAX + 1);
        assert!(!left(&mesa) && left(&idle[0]) && !left(&idle[699]));
        drop(idle);
        assert_eq!(doors.lock().len(), 1);
    }

    #[test]
    fn who_is_being_answered_keeps_the_place() {
        let doors = Arc::new(Doors::default());
        let all = asking(&doors, 1);
        let from = all[0].guest.from;
        assert!(stranger(&doors, from).is_none());
        all[3].guest.asks.store(false, Ordering::Relaxed);
        assert!(stranger(&doors, from).is_some() && left(&all[3]) && !left(&all[0]));
    }

    #[test]
    fn with_every_place_being_answered_the_devices_of_the_hall_and_this_computer_come_in() {
        let doors = Arc::new(Doors::default());
        let all = asking(&doors, CONNECTIONS_MAX / AT_ONE_ADDRESS_MAX);
        assert!(stranger(&doors, OTHER).is_none(), "all places of strangers are taken");
        let there = all[0].guest.from;
        let ours: Vec<Inside> = (0..100).map(|_| doors.enter(there)).collect();
        assert!(ours[..99].iter().filter(|inside| !left(inside)).all(|inside| inside.comes_in(WALL)));
        assert!(ours[99].comes_in(WALL), "from an address that has all of its own too");
        assert!(stranger(&doors, HERE).is_some(), "and who sits at the server");
        assert!(!left(&all[0]));
    }

    #[test]
    fn a_device_of_the_hall_keeps_its_place() {
        let doors = Arc::new(Doors::default());
        let ours = doors.enter(MANY);
        assert!(ours.comes_in(WALL));
        let strangers: Vec<Inside> = (0..CONNECTIONS_MAX).filter_map(|_| stranger(&doors, MANY)).collect();
        assert!(!left(&ours) && left(&strangers[0]));
        assert!(stranger(&doors, OTHER).is_some());
    }

    #[test]
    fn a_copied_certificate_takes_no_place_of_another_device() {
        let doors = Arc::new(Doors::default());
        let mesa = doors.enter(OTHER);
        assert!(mesa.comes_in(Some([2; 32])));
        let copies = (0..300).map(|_| doors.enter(MANY)).filter(|inside| inside.comes_in(WALL));
        let copies: Vec<Inside> = copies.collect();
        assert_eq!(doors.lock().len(), 1 + OF_ONE_DEVICE_MAX);
        assert!(!left(&mesa) && left(&copies[0]) && !left(&copies[299]), "the oldest gives way");
        copies.iter().for_each(|inside| inside.guest.asks.store(true, Ordering::Relaxed));
        assert!(!doors.enter(MANY).comes_in(WALL) && doors.enter(MANY).comes_in(Some([3; 32])));
    }

    #[test]
    fn whoever_was_shown_out_at_the_door_does_not_come_in() {
        let doors = Arc::new(Doors::default());
        let first = doors.enter(MANY);
        let others: Vec<Inside> = (0..AT_ONE_ADDRESS_MAX).map(|_| doors.enter(MANY)).collect();
        assert!(left(&first) && !first.comes_in(WALL) && left(&first));
        assert!(others[0].comes_in(WALL));
    }

    #[test]
    fn the_door_has_an_end_for_all_addresses_together() {
        let doors = Arc::new(Doors::default());
        let from = |number: usize| IpAddr::V6(((number as u128 + 1) << 64).into());
        let all: Vec<Inside> = (0..=AT_THE_DOOR_MAX).map(|number| doors.enter(from(number))).collect();
        assert!(left(&all[0]) && !left(&all[1]), "the oldest gives way");
        assert_eq!(doors.lock().len(), AT_THE_DOOR_MAX);
    }

    #[test]
    fn this_computer_s_own_programs_are_not_counted_by_address() {
        let doors = Arc::new(Doors::default());
        let all: Vec<Inside> =
            (0..CONNECTIONS_MAX).map(|_| stranger(&doors, HERE).expect("a place")).collect();
        assert!(!left(&all[0]));
        assert!(stranger(&doors, OTHER).is_some() && !left(&all[0]), "they are nobody's but its own");
        assert!(stranger(&doors, HERE).is_some() && left(&all[0]), "the oldest of them gives way");
    }
}

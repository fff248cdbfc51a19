//! One interface for the decoders of all machines: bytes in, observations out.
//!
//! A decoder has no port and no clock; time is an argument. Its memory is bounded by [`MEMORY_MAX`] whatever comes in.
//! What it sends by itself (an acknowledgement, the next question of a poll) waits in [`Decoder::take_output`]. It
//! neither numbers nor reports: [`crate::numbered`] does. BLP/1 numbers its own frames: [`crate::blp1::decoder`].

use hall_core::machine::Mode;

use crate::link::{LinkStats, WAIT_MS};
use crate::observation::Observation;

/// The most memory of a decoder, in bytes, what it points to included (reliability.md E 21).
pub const MEMORY_MAX: usize = 65_536;

/// Where a decoder puts its observations.
pub type Out<'a> = &'a mut dyn FnMut(Observation);

/// The decoder of one machine.
pub trait Decoder: Send {
    /// Takes bytes, in pieces of any size: how they are cut makes no difference.
    fn push(&mut self, bytes: &[u8], now_ms: u64, out: Out<'_>);

    /// Lets time pass: ends presences, cuts frames that stay unfinished, asks again.
    fn tick(&mut self, now_ms: u64, out: Out<'_>);

    /// The line is new, or gone: forgets the frame that has begun.
    fn cut(&mut self, out: Out<'_>);

    /// All that was given out is on disk: acknowledges it, where the machine waits for that.
    fn committed(&mut self) {}

    /// Gives the machine an order. Returns false where it has no such order.
    fn order(&mut self, order: Order) -> bool;

    /// Takes the bytes to send.
    fn take_output(&mut self) -> Vec<u8>;

    /// Counts since the start. `bytes` = `frame_bytes` + `discarded` + [`Decoder::pending`] (NL7).
    fn stats(&self) -> LinkStats;

    /// Bytes of the frame not yet whole, and of noise not yet passed on.
    fn pending(&self) -> usize;

    /// How late [`Decoder::tick`] may be, in milliseconds.
    fn wait_ms(&self) -> u16 {
        WAIT_MS
    }
}

/// An order to a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Asks who it is and how it is.
    Query,
    /// Be in this mode. [`Mode::Fault`] is no order.
    Want(Mode),
    /// Let the ball go that is at the reader.
    Release,
    /// Test yourself.
    SelfTest,
}

/// The orders and their words in driver files, in the sequence in which specs have their bytes or coils.
pub const ORDERS: [(Order, &str); 7] = [
    (Order::Query, "query"),
    (Order::Want(Mode::Stop), "stop"),
    (Order::Want(Mode::Run), "run"),
    (Order::Want(Mode::Hold), "hold"),
    (Order::Want(Mode::Load), "load"),
    (Order::Release, "release"),
    (Order::SelfTest, "self-test"),
];

impl Order {
    /// Its entry in a list that has one for each of [`ORDERS`].
    pub(crate) fn among<T>(self, all: &[T; ORDERS.len()]) -> Option<&T> {
        ORDERS.iter().zip(all).find(|((order, _), _)| *order == self).map(|(_, entry)| entry)
    }

    /// The order of a word: `query stop run hold load release self-test`.
    pub fn parse(word: &str) -> Option<Order> {
        ORDERS.iter().find(|(_, known)| *known == word).map(|(order, _)| *order)
    }
}

//! One interface for the decoders of all machines: bytes in, observations out.
//!
//! A decoder has no port and no clock; time is an argument. Its memory is fixed: at most
//! [`MEMORY_MAX`] bytes whatever comes in. What it answers to the machine by itself (an
//! acknowledgement, the next question of a poll) waits in [`Decoder::take_output`]. It numbers
//! nothing and reports nothing: that is [`crate::numbered`]'s.
//!
//! BLP/1 needs none of this, because its frames have numbers of their own: [`crate::blp1::decoder`].

use hall_core::machine::Mode;

use crate::observation::Observation;

/// The most memory a decoder takes, in bytes, what it points to included (reliability.md E 21).
pub const MEMORY_MAX: usize = 65_536;

/// What a decoder gives its observations to.
pub type Out<'a> = &'a mut dyn FnMut(Observation);

/// A pure decoder of one machine's bytes.
pub trait Decoder: Send {
    /// Takes bytes, in pieces of any size: how they are cut makes no difference.
    fn push(&mut self, bytes: &[u8], now_ms: u64, out: Out<'_>);

    /// Lets time pass: ends presences, gives up frames whose end did not come, asks again.
    fn tick(&mut self, now_ms: u64, out: Out<'_>);

    /// The line is new, or gone: forgets what was begun.
    fn cut(&mut self, out: Out<'_>);

    /// All that was given out is on disk: for machines that wait for an acknowledgement.
    fn committed(&mut self);

    /// Says something to the machine. Returns false where it has no such order.
    fn order(&mut self, order: Order) -> bool;

    /// Takes the bytes to send.
    fn take_output(&mut self) -> Vec<u8>;

    /// Returns the counts since the start.
    fn stats(&self) -> DecoderStats;

    /// Returns how many bytes wait for the rest of theirs.
    fn pending(&self) -> usize;

    /// Returns how late [`Decoder::tick`] may be, in milliseconds.
    fn wait_ms(&self) -> u16;
}

/// What came in. `bytes` = `frame_bytes` + `discarded` + [`Decoder::pending`] (NL7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DecoderStats {
    /// Bytes in.
    pub bytes: u64,
    /// Good frames.
    pub frames: u64,
    /// Their bytes.
    pub frame_bytes: u64,
    /// Bad frames, and runs of bytes outside any.
    pub bad: u64,
    /// Their bytes.
    pub discarded: u64,
    /// What was said again within one presence.
    pub repeats: u64,
}

/// What can be said to a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Who are you, how are you.
    Query,
    /// Be in this mode. [`Mode::Fault`] is no order.
    Want(Mode),
    /// Let the ball go that is at the reader.
    Release,
    /// Test yourself.
    SelfTest,
}

/// The orders of driver files, each with its word, in the order in which specs have their bytes or coils.
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
    /// Returns its word in driver files, and its place among all of them.
    pub(crate) fn index(self) -> Option<usize> {
        ORDERS.iter().position(|(order, _)| *order == self)
    }

    /// Returns the order of a word: `query stop run hold load release self-test`.
    pub fn parse(word: &str) -> Option<Order> {
        ORDERS.iter().find(|(_, known)| *known == word).map(|(order, _)| *order)
    }
}

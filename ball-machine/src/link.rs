//! The host's end of one line, whatever the protocol: what the port asks of it.
//!
//! No port and no clock here: bytes and time are arguments, reports and bytes to send come
//! out. [`crate::host::Host`] is the end of BLP/1, [`crate::numbered::Numbered`] that of
//! machines which keep nothing and number nothing.

use hall_core::machine::{BootId, LinkLoss, Mode, Report};

use crate::orders::Counted;

/// The longest that a link lets the port wait before it is ticked, unless it says otherwise.
pub const WAIT_MS: u16 = 50;

/// What came over the line since the start. `bytes` = those of `frames` + `discarded` + the
/// line not yet ended (NL7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkStats {
    /// Bytes in.
    pub bytes: u64,
    /// Good frames in.
    pub frames: u64,
    /// Bytes of good frames.
    pub frame_bytes: u64,
    /// Stored frames that had been passed on before.
    pub duplicates: u64,
    /// Stored frames that came before an identity or beyond a gap: the device repeats them.
    pub early: u64,
    /// Bad frames.
    pub bad: u64,
    /// Bytes of bad frames and those flushed by the port.
    pub discarded: u64,
    /// Gaps reported.
    pub gaps: u64,
    /// Orders that did not fit [`crate::host::OUTPUT_MAX`].
    pub orders_dropped: u64,
}

/// The host's end of one line. [`crate::port::serve`] drives it. Times are in milliseconds of
/// any clock that does not go back.
pub trait Link: Send {
    /// The port is open. Nothing that comes counts until it is known who is there.
    fn opened(&mut self, now_ms: u64);

    /// The port is closed or could not be opened. Reported once until it changes or the
    /// machine was heard again.
    fn lost(&mut self, why: LinkLoss, now_ms: u64, out: &mut Vec<Report>);

    /// Takes bytes of the line, in pieces of any size.
    fn receive(&mut self, bytes: &[u8], now_ms: u64, out: &mut Vec<Report>);

    /// Counts bytes that the port threw away unread.
    fn flushed(&mut self, bytes: u64);

    /// Lets time pass: at least every [`Link::wait_ms`] while the port is open.
    fn tick(&mut self, now_ms: u64, out: &mut Vec<Report>);

    /// The mode the machine should be in.
    fn want(&mut self, mode: Mode);

    /// The record has everything of this power-up up to `seq` on disk.
    fn committed(&mut self, boot: BootId, seq: u32);

    /// Two people have said how many balls are out: for the end of a machine that does not count. One
    /// that counts knows better.
    fn counted(&mut self, counted: Counted);

    /// People have decided to go on without the frames of a reported gap.
    fn accept_gap(&mut self, boot: BootId);

    /// Takes the bytes to send.
    fn take_output(&mut self) -> Vec<u8>;

    /// Returns the counts since the start.
    fn stats(&self) -> LinkStats;

    /// Returns how late [`Link::tick`] may be, in milliseconds.
    fn wait_ms(&self) -> u16 {
        WAIT_MS
    }
}

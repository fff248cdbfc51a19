//! The host's end of one line, whatever the protocol, as the port drives it.
//!
//! No port and no clock: bytes and time go in, reports and bytes to send come out. [`crate::host::Host`] is the end for
//! BLP/1, [`crate::numbered::Numbered`] for machines that neither store nor number.

use hall_core::machine::{BootId, LinkLoss, Mode, Report};

use crate::orders::Counted;

/// The longest time between two ticks, unless a link says otherwise, in milliseconds.
pub const WAIT_MS: u16 = 50;

/// What came over the line since the start. `bytes` = `frame_bytes` + `discarded` + the unfinished frame (NL7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkStats {
    /// Bytes in.
    pub bytes: u64,
    /// Good frames in.
    pub frames: u64,
    /// Their bytes.
    pub frame_bytes: u64,
    /// Frames passed on before, or repeats within one presence.
    pub duplicates: u64,
    /// Stored frames before an identity or beyond a gap: the device repeats them.
    pub early: u64,
    /// Bad frames, and runs of bytes outside any.
    pub bad: u64,
    /// Their bytes, and those flushed by the port.
    pub discarded: u64,
    /// Gaps reported.
    pub gaps: u64,
    /// Orders that did not fit [`crate::host::OUTPUT_MAX`].
    pub orders_dropped: u64,
}

/// The host's end of one line, driven by [`crate::port::serve`]. Times are in milliseconds of any clock that does not go
/// back.
pub trait Link: Send {
    /// The port is open. Nothing counts until the machine is known.
    fn opened(&mut self, now_ms: u64);

    /// The port is closed or could not be opened. Reported once, until it changes or the machine is heard again.
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

    /// Two people have said how many balls are out. Only for the end of a machine that does not count.
    fn counted(&mut self, _: Counted) {}

    /// People have decided to go on without the frames of a reported gap.
    fn accept_gap(&mut self, boot: BootId);

    /// Takes the bytes to send.
    fn take_output(&mut self) -> Vec<u8>;

    /// The counts since the start.
    fn stats(&self) -> LinkStats;

    /// How late [`Link::tick`] may be, in milliseconds.
    fn wait_ms(&self) -> u16 {
        WAIT_MS
    }
}

/// How far a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    #[default]
    Closed,
    /// The port is open, and the machine not known yet.
    Waiting { since_ms: u64 },
    /// The machine was last heard then.
    Up { heard_ms: u64 },
}

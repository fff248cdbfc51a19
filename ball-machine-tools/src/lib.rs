//! The other end of an extractor's line, and what a technician looks at it with.
//!
//! Nothing here is linked into the server: it is the one place of the house in which a program makes balls, and those
//! are make-believe.
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`frame`] | what a device says of BLP/1, as lines | streams |
//! | [`device`] | the device's side of BLP/1: store, repeat, stop rather than forget | drums, ports |
//! | [`drum`] | ninety make-believe balls | lines |
//! | [`simulator`] | the other end of BLP/1 or of any driver's file: drum, faults on order, what really happened | ports, clocks |
//! | [`tap`], [`recording`] | a line that a technician looks at, and what was heard on it | halls |
//!
//! The program `ball-machine-sim` puts [`simulator`] on a pseudo-terminal; `ball-machine` checks drivers, listens to
//! lines, records them and plays them again.

pub mod frame;
pub mod device;
pub mod drum;
pub mod simulator;
pub mod tap;
pub mod recording;

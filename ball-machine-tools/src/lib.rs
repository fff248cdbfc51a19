//! The other end of an extractor's line, and the technician's view of it.
//!
//! The server does not link this crate: here alone a program makes balls, and those are make-believe.
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`frame`] | what a device says of BLP/1, as lines | streams |
//! | [`speaker`] | one interface for the talking side of all machines | drums, ports |
//! | [`device`] | the device's side of BLP/1: store, repeat, stop rather than forget | drums, ports |
//! | [`drum`] | ninety make-believe balls | lines |
//! | [`simulator`] | the other end of BLP/1 or of any driver's file: drum, faults on order, what really happened | ports, clocks |
//! | [`tap`], [`recording`] | a line under a technician's eyes, and its recordings | halls |
//! | [`pty`] | pseudo-terminals for both programs | protocols |
//!
//! The program `ball-machine-sim` puts [`simulator`] on a pseudo-terminal; `ball-machine` checks drivers, listens to
//! lines, records and replays them.

pub mod frame;
pub mod speaker;
pub mod device;
pub mod drum;
pub mod simulator;
pub mod tap;
pub mod recording;
pub mod pty;

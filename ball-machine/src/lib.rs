//! Extractors: decoders without ports, a port without balls, and a machine that is not there.
//!
//! A tour, from the byte to the report:
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`blp1::frame`] | a line of BLP/1 ↔ its meaning | streams |
//! | [`blp1::decoder`] | finds lines in bytes, in 64 bytes of memory | time, ports |
//! | [`link`] | what the port asks of the host's end of a line, whatever the protocol | protocols |
//! | [`host`] | once, in order, acknowledged after the commit; asks again | ports, clocks |
//! | [`orders`] | what the desk wants to be so, for the port's thread | bytes |
//! | [`gauge`] | how the line is at this moment, for people | reports, the record |
//! | [`pace`] | a machine that floods waits | bytes, ports, clocks |
//! | [`mod@line`] | speed and shape of a byte | bytes |
//! | [`port`] | the serial port, the clock, opening again | balls |
//! | [`driver`] | how another machine talks, as a TOML file with its own vectors | bytes |
//! | [`decoder`] | one interface for the decoders of such machines | ports, clocks |
//! | [`stx`], [`tag`], [`contacts`], [`keypad`] | bytes ↔ [`observation`]s: D2, D3, D4, D0 | power-ups |
//! | [`hex`] | bytes as people write them | meanings |
//! | [`tags`] | which ball an RFID tag is in | readers |
//! | [`numbered`] | numbers what such a machine was seen to do, and counts its balls | bytes, ports |
//! | [`understood`] | gives a line up that brings nothing but bad bytes | machines, ports |
//! | [`tap`], [`recording`] | a line that a technician looks at, and what was heard on it | halls |
//! | [`device`] | the other end: store, repeat, stop rather than forget | drums, ports |
//! | [`drum`] | ninety make-believe balls | lines |
//! | [`simulator`] | the other end of BLP/1 or of any driver's file: drum, faults on order, what really happened | ports, clocks |
//!
//! The program `ball-machine-sim` puts [`simulator`] on a pseudo-terminal. The server runs
//! [`port::serve`] on a thread; everything that happens, the loss of the line included, comes
//! out as a [`hall_core::machine::Report`]. How to write an adapter for another machine is in
//! the crate's `README.md`.

pub mod blp1;
pub mod link;
pub mod line;
pub mod host;
pub mod orders;
pub mod gauge;
pub mod pace;
pub mod port;
pub mod observation;
pub mod decoder;
mod scan;
pub mod hex;
mod presence;
pub mod stx;
pub mod tag;
pub mod tags;
pub mod contacts;
pub mod keypad;
pub mod driver;
pub mod numbered;
pub mod understood;
pub mod tap;
pub mod recording;
pub mod device;
pub mod drum;
pub mod simulator;

//! The line to an extractor: decoders without ports, and a port without balls. Nothing here makes a ball, or a frame of
//! one: the other end of the line is the crate `ball-machine-tools`.
//!
//! From the byte to the report:
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`blp1::frame`] | a line of BLP/1 ↔ its meaning | streams |
//! | [`blp1::decoder`] | finds lines in bytes, in 64 bytes of memory | time, ports |
//! | [`link`] | what the port asks of the host's end of a line, whatever the protocol | protocols |
//! | [`host`] | once, in order, acknowledged after the commit; asks again | ports, clocks |
//! | [`orders`] | what the desk wants, for the port's thread | bytes |
//! | [`gauge`] | the present state of the line, for people | reports, the record |
//! | [`pace`] | makes a machine that floods wait | bytes, ports, clocks |
//! | [`mod@line`] | speed and shape of a byte: `serial-line`'s | bytes |
//! | [`port`] | the port's thread, the clock, opening again; the port itself is `serial-line`'s | balls |
//! | [`driver`] | how another machine talks, as a TOML file with its own vectors | bytes |
//! | [`decoder`] | one interface for the decoders of such machines | ports, clocks |
//! | [`stx`], [`tag`], [`keypad`] | what frames look like and mean: D2, D3, D0; `framed` decodes them all | power-ups |
//! | [`contacts`] | D4: polled contacts ↔ [`observation`]s | power-ups |
//! | [`hex`] | bytes as people write them | meanings |
//! | [`tags`] | which ball an RFID tag is in | readers |
//! | [`numbered`] | numbers the observations of such a machine, and counts its balls | bytes, ports |
//! | `understood` | gives up a line that brings nothing but bad bytes | machines, ports |
//!
//! The server runs [`port::serve`] on a thread; everything, the loss of the line included, comes out as a
//! [`hall_core::machine::Report`]. The crate's `README.md` tells how to write an adapter for another machine.

pub mod blp1;
pub mod link;
pub use serial_line::line;
pub mod host;
pub mod orders;
pub mod gauge;
pub mod pace;
pub mod port;
mod words;
pub mod hex;
pub mod observation;
pub mod decoder;
mod scan;
mod presence;
mod framed;
pub mod stx;
pub mod tag;
pub mod tags;
pub mod contacts;
pub mod keypad;
pub mod driver;
mod trouble;
mod understood;
pub mod numbered;

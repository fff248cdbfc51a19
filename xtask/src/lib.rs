//! A hall run from outside, for the demo, the benches and the whole-hall tests.
//!
//! Everything here goes through what anybody may use: the programs' command lines, HTTP and
//! WebSocket, and the cards' CSV. Only [`seed`] looks inside, to find a draw worth showing.

pub mod programs;
pub mod room;
pub mod staff;
pub mod screens;
pub mod aside;
pub mod play;
pub mod tickets;
pub mod evening;
pub mod seed;
pub mod demo;
pub mod history;
pub mod flood;
pub mod network;
pub mod strangers;
pub mod bench;
pub mod canaries;
pub mod checks;
pub mod pyhanko;
pub mod torture;

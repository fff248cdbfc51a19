//! BLP/1, the Ball Line Protocol: our open line protocol for extractors and adapters.
//!
//! | module | what |
//! |---|---|
//! | [`frame`] | what a line says, and how it is written |
//! | [`decoder`] | lines out of a stream of bytes |
//! | [`watch`] | the decoder for onlookers |
//!
//! The host's side is [`crate::host`], the device's `ball_machine_tools::device`.

pub mod frame;
pub mod decoder;
pub mod watch;

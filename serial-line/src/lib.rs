//! A serial line: how it is set ([`mod@line`]), and the port at this end of it ([`port`]). What is said over it, others know:
//! `ball-machine` listens to an extractor, `hall-panel` talks to a sign.

pub mod line;
pub mod port;

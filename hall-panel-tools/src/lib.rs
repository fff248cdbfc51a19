//! The other end of a panel's line: an Alpha sign, a receiver of sACN and a DMX USB Pro adaptor, simulated in their own
//! protocols. They share nothing with `hall-panel`: what one writes, the other reads by the makers' documents.
//!
//! | module | what it is |
//! |---|---|
//! | [`device`] | what all have in common: bytes, power |
//! | [`alpha`] | a LED sign with files, memory and answers |
//! | [`sacn`] | a receiver of ANSI E1.31 |
//! | [`usb_pro`] | an adaptor as Enttec's DMX USB Pro |
//! | [`stand`] | any of them on a pseudo-terminal, on TCP or on UDP |
//!
//! `hall-panel-sim` is the program, for who has no hardware at hand. No program of the hall uses any of this.

pub mod device;
pub mod alpha;
pub mod sacn;
pub mod usb_pro;
pub mod stand;

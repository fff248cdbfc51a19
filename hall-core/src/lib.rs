//! The rules of the hall: sale, draw, claims, money, and the record of them.
//!
//! Nothing here reads a clock or does IO; `no_std` makes sure. Time, the person who asks and what the machine saw are
//! arguments; results are events, refusals and views.
//!
//! The modules stand in reading order: the things of the hall, requests and events, the rooms that decide, the record.
#![no_std]
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub use hall_cards::{ball, card, matrix, names, series};

/// Returns the error unless this is so.
macro_rules! ensure {
    ($so:expr, $error:expr) => {
        if !$so {
            return Err($error);
        }
    };
}

pub mod money;
pub mod time;
pub mod people;
pub mod rules;
pub mod machine;

pub mod request;
pub mod refusal;
pub mod event;
pub mod names;

pub mod vault;
pub mod stock;
pub mod sale;
pub mod claim;
pub mod extractor;
pub mod arbiter;
pub mod session;
pub mod game;
pub mod hall;
pub mod board;
pub mod words;

pub mod record;

//! The mathematics of the cards: balls, cards and their places, matrices and strips, codes on paper, and which of
//! the cards sold complete a line or a bingo.
//!
//! Nothing here knows of a hall, its rules or its record. `hall-core` stands on this crate and shows [`ball`],
//! [`card`], [`matrix`] and [`series`] under the same paths. It does not show [`finder`]: who has won and did not
//! sing is for tests, benches and the demonstration only, and the server has no dependency to reach it by.
#![no_std]
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod ball;
pub mod series;
pub mod card;
pub mod matrix;
pub mod finder;

mod names;

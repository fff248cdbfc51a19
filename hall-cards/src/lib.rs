//! The mathematics of the cards: balls, cards and their ranks, matrices and strips, the codes printed on cards, and
//! which of the cards sold complete a line or a bingo.
//!
//! Independent of halls, their rules and their record. `hall-core` re-exports [`ball`], [`card`], [`matrix`] and
//! [`series`] under the same paths, but not [`finder`]: which cards have won unsung is for tests, benches and the
//! demonstration, and the server does not depend on this crate directly.
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

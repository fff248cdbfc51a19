//! Tests whether a set of balls draws as a fair one. Plain arithmetic: no clock, no IO, no randomness.
//!
//! [`ball_set`] counts the games of one set and [`ball_set::alarm`] raises the alarm; [`chance`] has the tail
//! probabilities, [`draw`] the input. Method, level and the number of games needed are in `docs/ball-statistics.md`,
//! with the figures that `tests/` measures.

pub mod ball_set;
pub mod chance;
pub mod draw;

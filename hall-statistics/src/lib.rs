//! What chance alone does, and whether a set of balls does otherwise. Plain arithmetic: no clock, no IO, no randomness.
//!
//! [`chance`] has the tails of the laws that every trial of the house ends in. [`draw`] is what a game tells of its balls.
//! [`ball_set`] counts the games of one set, and [`ball_set::alarm`] says when chance is no explanation any more. The method, its
//! level and how many games it needs are in `docs/ball-statistics.md`, with the figures that `tests/` measures.

pub mod ball_set;
pub mod chance;
pub mod draw;

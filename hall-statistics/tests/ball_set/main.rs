//! What the statistics of a set of balls say of fair sets and of others, over hundreds of thousands of games: `docs/ball-statistics.md`
//! has the figures.

mod alarm;
mod figures;
mod kit;
mod law;

//! The statistics over hundreds of thousands of games with fair and unfair sets; `docs/ball-statistics.md` has the
//! figures.

mod alarm;
mod figures;
mod kit;
mod law;

//! What a technician asks of a hall from outside: `doctor` with real faults, `report` where it cannot be made or has secrets at hand, and
//! the names of `/metrics` that the board and the alerts use (issue 22, points 8 and 9; ADR 87).

mod doctor;
mod installing;
mod kit;
mod metrics;
#[path = "../support/process.rs"]
mod process;
mod report;
#[path = "../support/small_disk.rs"]
mod small_disk;
mod trusting;

//! What the technician's orders do, one file for each.

mod ask;
mod enrol;
mod listen;
mod output;
mod replay;

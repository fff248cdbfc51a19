//! Mirrors: the record once more, on another disk, encrypted for a key that is not on this computer.
//!
//! A mirror is a folder of segments (`sala-HALL-FIRST.espejo`), files of frames that only grow. Each frame holds, in
//! clear, the head of the record before and after it, and a [`Portion`](crate::journal::Portion) as a complete age file.
//! So anybody can say up to where a mirror goes and whether it is whole, and only who has the key can read it.
//!
//! A thread for each mirror reads what was committed from the record, with a reader of its own, and appends it: a mirror that
//! was away for a month catches up by the same code that follows the desk. Whatever happens to a mirror stops nothing: its
//! lag and its trouble are link state (ADR 34).

use std::path::PathBuf;

mod check;
mod folder;
mod frame;
mod keeper;
mod key;
mod read;
mod segment;
pub mod spare;
mod trouble;
mod witness;
mod writer;

pub use check::{MirrorReport, check};
pub use folder::{Looked, look};
pub use keeper::{CopyStatus, Mirrors, OnSuperseded, Place, WAIT_MAX};
pub use key::{Encrypting, Identity, KeyError, Recipient, make_key};
pub use read::{ReadError, Reading, Why, read};
pub use trouble::{MirrorError, Trouble};
pub use witness::sightings;

/// Most mirrors of one hall.
pub const MIRRORS_MAX: usize = 2;

/// The settings of a hall's mirrors.
#[derive(Debug, Clone)]
pub struct MirrorSettings {
    /// One or two folders, each on another disk than the hall.
    pub folders: Vec<PathBuf>,
    /// Whom the mirrors are encrypted for.
    pub recipient: Recipient,
    /// What the desk waits for.
    pub wait: Wait,
    /// A mirror may lie on the hall's own disk: for trying it out, it protects nothing.
    pub same_disk: bool,
}

/// What the desk waits for before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wait {
    /// Its own disk alone; a mirror has it a moment later.
    #[default]
    Never,
    /// With claims, verdicts and payments, for one mirror too.
    Money,
    /// With every answer, for the spare too. For mirrors it cannot be set.
    All,
}

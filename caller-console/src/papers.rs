//! Papers leave the program: to a printer, or onto a USB stick.
//!
//! What the dialog shows is in [`Out`]; [`carrier`] does the work in threads of its own and tells how
//! far it is. [`printer`] speaks with CUPS, [`usb`] finds sticks, [`mod@file`] writes a file whole or not
//! at all.

use std::path::PathBuf;

use crate::place::Over;
use crate::press::Paper;

pub mod carrier;
pub mod file;
pub mod printer;
pub mod usb;

/// Where a paper goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// To a printer.
    Print,
    /// Onto a USB stick.
    Usb,
}

/// A paper and where exactly it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taking {
    /// The paper.
    pub paper: Paper,
    /// Where to.
    pub to: To,
}

/// A place that takes papers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// A printer.
    Printer {
        /// Its name, as CUPS has it.
        name: String,
        /// How many copies.
        copies: u32,
    },
    /// A USB stick.
    Stick {
        /// What is written on it.
        name: String,
        /// Where it is mounted.
        folder: PathBuf,
    },
    /// The desk's own folder, and from there into the program the desk has for papers.
    Folder(PathBuf),
}

/// A printer that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printer {
    /// Its name, as CUPS has it.
    pub name: String,
    /// It is the one CUPS takes when nobody says which.
    pub default: bool,
    /// Why it takes nothing now, in CUPS's own words, or how it stands; none while it works.
    pub stopped: Option<String>,
}

/// A USB stick that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stick {
    /// What is written on it.
    pub name: String,
    /// Where it is mounted.
    pub folder: PathBuf,
    /// How much room it has, in bytes.
    pub free_bytes: u64,
    /// It cannot be written on.
    pub read_only: bool,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Printers, the default first.
    Printers(Vec<Printer>),
    /// Sticks, by name.
    Sticks(Vec<Stick>),
}

/// Why a paper did not leave: the code of its words in the texts, and what they name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The code, as in `refusal-usb-lleno`.
    pub code: String,
    /// What it names: the printer, the stick, the words of CUPS.
    pub detail: String,
}

impl Trouble {
    /// Returns a trouble.
    pub fn new(code: &str, detail: impl Into<String>) -> Trouble {
        Trouble { code: code.to_string(), detail: detail.into() }
    }
}

/// How far a paper is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// Somebody chooses where to.
    Choosing,
    /// It comes from the server.
    Fetching {
        /// So many bytes have come.
        have: u64,
        /// Of so many, where the server says so.
        of: Option<u64>,
    },
    /// CUPS is given it.
    Sending {
        /// The printer.
        printer: String,
    },
    /// CUPS has it and the printer has not.
    Queued {
        /// The printer.
        printer: String,
        /// Why the printer takes nothing, where it is so.
        stopped: Option<String>,
    },
    /// The printer took it.
    Printed {
        /// The printer.
        printer: String,
    },
    /// It is written.
    Writing {
        /// So many bytes are.
        have: u64,
        /// Of so many.
        of: u64,
    },
    /// What was written is read back.
    Comparing,
    /// It is on the stick, read back and found the same.
    Kept {
        /// The stick.
        stick: String,
        /// The file's name there.
        file: String,
    },
    /// It lies in this file of the desk's own folder.
    Opened(PathBuf),
    /// It did not leave.
    Failed(Trouble),
}

impl Stage {
    /// Returns whether nothing goes on any more.
    pub const fn is_over(&self) -> bool {
        match self {
            Stage::Choosing
            | Stage::Printed { .. }
            | Stage::Kept { .. }
            | Stage::Opened(_)
            | Stage::Failed(_) => true,
            Stage::Fetching { .. }
            | Stage::Sending { .. }
            | Stage::Queued { .. }
            | Stage::Writing { .. }
            | Stage::Comparing => false,
        }
    }
}

/// What the carrier tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// What was found, or why nothing.
    Found(Way, Result<Found, Trouble>),
    /// How far a paper is.
    Stage {
        /// Which dialog sent it off.
        id: u64,
        /// The paper.
        paper: Paper,
        /// How far.
        stage: Stage,
    },
}

/// The dialog: the papers of a view, and how far one of them is on its way out.
#[derive(Debug, Clone, PartialEq)]
pub struct Out {
    /// Its number: what is told of another is not of this one.
    pub id: u64,
    /// Where to.
    pub way: Way,
    /// The papers of the view, the first offered first. Never none.
    pub papers: Vec<Paper>,
    /// What was found; none while it is looked for.
    pub found: Option<Result<Found, Trouble>>,
    /// How far it is.
    pub stage: Stage,
    /// What lay over the view before.
    pub back: Option<Over>,
}

impl Out {
    /// Returns whether printers or sticks have to be looked for again and again: one may be put in.
    pub fn looks(&self) -> bool {
        self.stage == Stage::Choosing
    }
}

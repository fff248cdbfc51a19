//! Takes papers out of the program: to a printer, a USB stick or a folder.
//!
//! [`Out`] is the state of the dialog; [`carrier`] works in threads and reports progress. [`printer`] talks to CUPS,
//! [`usb`] finds sticks, [`mod@file`] writes a file whole or not at all.

use std::path::PathBuf;

use crate::place::Over;
use crate::press::Paper;

pub mod carrier;
pub mod file;
pub mod printer;
pub mod usb;

/// Kind of destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// A printer of CUPS.
    Print,
    /// A mounted USB stick.
    Usb,
}

/// A paper and its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taking {
    /// The dialog's [`Out::id`]; 0 without one.
    pub id: u64,
    /// What is taken.
    pub paper: Paper,
    /// Where it goes.
    pub to: To,
}

/// A destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// A printer of CUPS.
    Printer {
        /// CUPS's name.
        name: String,
        /// At least 1.
        copies: u32,
    },
    /// A USB stick.
    Stick {
        /// Its label.
        name: String,
        /// Its mount point.
        folder: PathBuf,
    },
    /// A folder of this computer; the file is then opened in the system's viewer.
    Folder(PathBuf),
}

/// A printer known to CUPS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printer {
    /// CUPS's name.
    pub name: String,
    /// Whether it is CUPS's default.
    pub default: bool,
    /// CUPS's reason or state while it is stopped; `None` while it works.
    pub stopped: Option<String>,
}

/// A mounted USB stick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stick {
    /// Its label.
    pub name: String,
    /// Its mount point.
    pub folder: PathBuf,
    /// Free space.
    pub free_bytes: u64,
    /// Locked, or remounted after a fault.
    pub read_only: bool,
}

/// Available destinations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The default first.
    Printers(Vec<Printer>),
    /// By label.
    Sticks(Vec<Stick>),
}

/// Why a paper could not be taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Key of its text, such as `refusal-usb-lleno`.
    pub code: String,
    /// Printer, stick, or CUPS's own words.
    pub detail: String,
}

impl Trouble {
    /// With the key of its text, and what that names.
    pub fn new(code: &str, detail: impl Into<String>) -> Trouble {
        Trouble { code: code.to_string(), detail: detail.into() }
    }
}

/// Progress of a paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// The destination is being chosen.
    Choosing,
    /// Downloading from the server.
    Fetching {
        /// Bytes so far.
        have: u64,
        /// Total bytes, if the server sent it.
        of: Option<u64>,
    },
    /// Handing over to CUPS.
    Sending {
        /// CUPS's name.
        printer: String,
    },
    /// Queued in CUPS.
    Queued {
        /// CUPS's name.
        printer: String,
        /// CUPS's reason while the printer is stopped.
        stopped: Option<String>,
    },
    /// The printer took it.
    Printed {
        /// CUPS's name.
        printer: String,
    },
    /// Writing to a stick.
    Writing {
        /// Bytes so far.
        have: u64,
        /// Total bytes.
        of: u64,
    },
    /// Reading back what was written.
    Comparing,
    /// On the stick, read back and compared.
    Kept {
        /// Its label.
        stick: String,
        /// File name.
        file: String,
    },
    /// Saved to this file of the folder.
    Opened(PathBuf),
    /// And why.
    Failed(Trouble),
}

impl Stage {
    /// Whether this is a final stage.
    pub const fn is_over(&self) -> bool {
        match self {
            Stage::Choosing | Stage::Printed { .. } | Stage::Kept { .. } => true,
            Stage::Opened(_) | Stage::Failed(_) => true,
            Stage::Fetching { .. } | Stage::Sending { .. } | Stage::Queued { .. } => false,
            Stage::Writing { .. } | Stage::Comparing => false,
        }
    }
}

/// A report of the carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaperNews {
    /// Result of a search for destinations.
    Found(Way, Result<Found, Trouble>),
    /// Progress of a paper.
    Stage {
        /// As in [`Taking::id`].
        id: u64,
        /// The one being taken out.
        paper: Paper,
        /// How far it is.
        stage: Stage,
    },
}

/// The dialog: the papers of a view, and the progress of one of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Out {
    /// Distinguishes reports for this dialog from those for earlier ones.
    pub id: u64,
    /// The chosen kind of destination.
    pub way: Way,
    /// Papers of the view, the preselected first. Never empty.
    pub papers: Vec<Paper>,
    /// Search result; `None` while searching.
    pub found: Option<Result<Found, Trouble>>,
    /// Of the paper being taken out.
    pub stage: Stage,
    /// The overlay to return to.
    pub back: Option<Over>,
}

//! Files that a console takes in, as it knows them: cards that another maker made (24.6), and regulations. Which there are, and how
//! far the one is whose cards are taken in.

use std::path::PathBuf;

use hall_wire::problem::Problem;

use crate::profile_file::ProfileFile;

/// The largest file, in bytes: a million cards in JSON. The server takes no larger one.
pub const SIZE_MAX: u64 = 128 << 20;

/// A file that may have cards in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardsFile {
    /// Where it is.
    pub path: PathBuf,
    /// The stick's label, or the folder's name.
    pub place: String,
    /// Its size, in bytes.
    pub bytes: u64,
}

impl CardsFile {
    /// Its name, as in `serie-a.csv`.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Look for files.
    Look,
    /// Look for regulations.
    LookForProfiles,
    /// Read this one.
    Read(CardsFile),
    /// Send what was read, as made by somebody.
    Send(String),
    /// Forget what was read.
    Forget,
}

/// How far it is.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// Being read and checked: bytes so far, and all.
    Reading(u64, u64),
    /// It gives no cards.
    Faulty {
        /// What is wrong, each with its line.
        faults: Vec<String>,
        /// How many more there are.
        more: u64,
    },
    /// Read without a fault.
    Read {
        /// How many cards.
        cards: u32,
        /// Lines that an earlier card has too.
        equal_lines: usize,
    },
    /// On its way to the server: bytes so far, and all.
    Sending(u64, u64),
    /// In the record.
    Taken {
        /// How many cards.
        cards: u32,
        /// Who made them.
        maker: String,
    },
    /// It was not read, or the server did not take it, and why. What was read may be sent again.
    Failed(Problem),
}

/// What a console knows of the taking in of cards.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Intake {
    /// The files; `None` until somebody has looked.
    pub files: Option<Vec<CardsFile>>,
    /// The regulations; `None` until somebody has looked.
    pub profiles: Option<Vec<ProfileFile>>,
    /// The file that is read, or was.
    pub file: Option<CardsFile>,
    /// How far it is; `None` before a file was chosen.
    pub stage: Option<Stage>,
    /// The cards of a file that was read and may be sent, also once more.
    pub ready: Option<u32>,
}

impl Intake {
    /// An act begins.
    pub fn begins(&mut self, act: &Act) {
        match act {
            Act::Look | Act::LookForProfiles => {}
            Act::Read(file) => {
                (self.stage, self.file) = (Some(Stage::Reading(0, file.bytes)), Some(file.clone()));
                self.ready = None;
            }
            Act::Send(_) => {
                let bytes = self.file.as_ref().map_or(0, |file| file.bytes);
                self.stage = Some(Stage::Sending(0, bytes));
            }
            Act::Forget => (self.stage, self.file, self.ready) = (None, None, None),
        }
    }

    /// Takes news.
    pub fn hears(&mut self, news: News) {
        match news {
            News::Files(files) => self.files = Some(files),
            News::Profiles(profiles) => self.profiles = Some(profiles),
            News::Stage(stage) => {
                match &stage {
                    Stage::Read { cards, .. } => self.ready = Some(*cards),
                    Stage::Taken { .. } => self.ready = None,
                    Stage::Reading(..) | Stage::Sending(..) | Stage::Faulty { .. } | Stage::Failed(_) => {}
                }
                self.stage = Some(stage);
            }
        }
    }
}

/// News of the threads.
#[derive(Debug)]
pub enum News {
    /// The files that were found.
    Files(Vec<CardsFile>),
    /// The regulations that were found.
    Profiles(Vec<ProfileFile>),
    /// How far the last act is.
    Stage(Stage),
}

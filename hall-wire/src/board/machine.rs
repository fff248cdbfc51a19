//! The machine and its line, as the desk's board has them.

use hall_core::board::MachineView;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::balls::TagTable;
use super::section::Mode;

/// The machine and its line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// The line is up and the machine has said who it is.
    pub linked: bool,
    /// What it does.
    pub mode: Option<Mode>,
    /// What it should do.
    pub wanted: Option<Mode>,
    /// The set of balls loaded.
    pub set: Option<String>,
    /// Balls out of the drum.
    pub out: u8,
    /// Faults raised and not cleared, in words.
    pub faults: Vec<String>,
    /// The tables that the readers of tags were started with; none where no reader reads tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TagTable>,
}

impl From<&MachineView> for Machine {
    fn from(view: &MachineView) -> Machine {
        Machine {
            linked: view.linked,
            mode: view.mode.map(Mode::from),
            wanted: view.wanted.map(Mode::from),
            set: view.set.map(|set| set.to_string()),
            out: view.out,
            faults: view.faults.clone(),
            tables: view.tables.iter().map(TagTable::from).collect(),
        }
    }
}

//! The state of the server, for monitoring.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::CopyTrouble;
use crate::sighting::Sighting;

/// The state of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `bien`; `degradada` while something of `troubles` is so, with which the hall goes on; `parada`, with status 503, when the desk does
    /// not answer.
    pub status: String,
    /// What is wrong: `disco-lleno`, `disco-casi-lleno`, `sin-reserva-de-disco`, `disco-lento`, `reloj-en-duda`, `reloj-cambiado`,
    /// `reloj-adelantado`, `hora-de-cierre`, `acta-pendiente`, `copia-con-problemas`, `copia-atrasada`, `sello-pendiente`, `testigo-atrasado`,
    /// `testigo-contradice`,
    /// `no-se-filma`. Each comes and goes by itself.
    #[serde(default)]
    pub troubles: Vec<String>,
    /// The server's version.
    pub server_version: String,
    /// The last line of the record.
    pub seq: u64,
    /// The hash of that line, in hex.
    pub head: String,
    /// The machine's line is up.
    pub machine_linked: bool,
    /// Seconds since the server began to answer.
    pub uptime_secs: u64,
    /// The other copies of the record, in the order of the settings.
    #[serde(default)]
    pub copies: Vec<CopyHealth>,
    /// The desks that say that they saw what this record has not, and refuse it.
    #[serde(default)]
    pub refused_by: Vec<ScreenRefuses>,
    /// The servers of others that witness the record, in the order of the settings.
    #[serde(default)]
    pub witnesses: Vec<WitnessHealth>,
}

/// A server of somebody else's that witnesses the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WitnessHealth {
    /// Its name in the settings.
    pub name: String,
    /// The lines of the newest checkpoint that it signed; 0 before it signed one since the server's start.
    pub seq: u64,
    /// Lines that the hall has signed since, and it has not.
    pub lines_behind: u64,
    /// Milliseconds since the first try that it did not answer with a signature; 0 while it does.
    pub ms_behind: u64,
    /// Why it did not sign what it was sent last.
    pub trouble: Option<WitnessTrouble>,
}

/// Why a witness does not sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WitnessTrouble {
    /// It does not answer.
    NoAnswer,
    /// It does not know this hall.
    HallUnknown,
    /// It does not know the key that signs the record.
    KeyUnknown,
    /// What it answers is not signed with its key.
    BadSignature,
    /// What it answers is nothing that a witness answers.
    NotUnderstood,
    /// The record cannot be read to ask it.
    RecordUnreadable,
    /// It saw more lines than the record has: the server went back.
    Behind,
    /// It saw other lines: the record was written again.
    Rewritten,
    /// It saw a later epoch: the hall went on elsewhere.
    OlderEpoch,
}

impl WitnessTrouble {
    /// Whether it is the record that is not what the witness saw.
    pub fn is_a_contradiction(self) -> bool {
        match self {
            WitnessTrouble::Behind | WitnessTrouble::Rewritten | WitnessTrouble::OlderEpoch => true,
            WitnessTrouble::NoAnswer
            | WitnessTrouble::HallUnknown
            | WitnessTrouble::KeyUnknown
            | WitnessTrouble::BadSignature
            | WitnessTrouble::NotUnderstood
            | WitnessTrouble::RecordUnreadable => false,
        }
    }
}

/// A desk that saw what the record has not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScreenRefuses {
    /// Its device.
    pub device: String,
    /// What it saw.
    pub saw: Sighting,
}

/// Another copy of the record, on another disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CopyHealth {
    /// Its folder.
    pub folder: String,
    /// The last line that is on its disk.
    pub seq: u64,
    /// The hash of that line, in hex.
    pub head: String,
    /// Lines of the record that it has not.
    pub lines_behind: u64,
    /// Milliseconds since the oldest of them was written.
    pub ms_behind: u64,
    /// What is wrong with it.
    pub trouble: Option<CopyTrouble>,
}

//! The hall's voice, as the mesa sees it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether the hall's voice says the balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoiceState {
    /// The hall has none: the caller says them.
    #[default]
    None,
    /// It speaks.
    Speaks,
    /// It was switched off: the caller says them.
    Off,
    /// Its device gives no sound: the caller says them.
    NoSound,
    /// Its program was heard of in this run of the server, and is not any more: the caller says them.
    Gone,
}

/// The hall's voice.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct VoiceNow {
    /// Whether it says the balls.
    pub state: VoiceState,
    /// Its volume, 0 to 100.
    pub volume: u8,
    /// Its languages, as people call them.
    pub language: String,
    /// Its device, as in `pulse:sala`.
    pub output: String,
    /// Why there is no sound, in Spanish.
    pub trouble: Option<String>,
    /// Recordings of people.
    pub recorded: u32,
    /// Words that the synthesiser says.
    pub synthesised: u32,
    /// Words that it cannot say.
    pub missing: Vec<String>,
    /// Recordings that it cannot play, each with the reason in Spanish.
    pub bad: Vec<String>,
    /// The place of the last ball of the present game that it did not say, from 1.
    pub unsaid: Option<u8>,
}

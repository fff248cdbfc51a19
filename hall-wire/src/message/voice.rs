//! What the voice of the hall tells the server, and what it is told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file in a hall's folder with its voice's key in hex, readable by the server's user only. The voice sends it as
/// `Authorization: Voice` and the key, and as the token of its socket.
pub const VOICE_KEY_FILE: &str = "voz.clave";

/// How often the voice reports where nothing happens: it learns so what the desk wants of it.
pub const VOICE_EVERY: std::time::Duration = std::time::Duration::from_millis(250);

/// A voice that was not heard for this long is gone.
pub const VOICE_SILENCE_MAX: std::time::Duration = std::time::Duration::from_secs(3);

/// The most that one report tells, and the most missing words and bad recordings that it names.
pub const VOICE_TOLD_MAX: usize = 64;

/// How the voice is, and what became of what it was to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoiceReport {
    /// Another one after each start of the program: what the one before was saying was not said to its end.
    pub start: u32,
    /// It speaks; otherwise the caller does.
    pub speaks: bool,
    /// Its volume, 0 to 100.
    pub volume: u8,
    /// Its language, as people call it.
    pub language: String,
    /// Its device, as in `pulse:sala`.
    pub output: String,
    /// Why its device gives no sound, in Spanish; none while it does.
    pub trouble: Option<String>,
    /// Recordings of people.
    pub recorded: u32,
    /// Words that the synthesiser says.
    pub synthesised: u32,
    /// Words that it cannot say, at most [`VOICE_TOLD_MAX`] of them.
    pub missing: Vec<String>,
    /// Recordings that it cannot play, each with the reason in Spanish, at most [`VOICE_TOLD_MAX`] of them: the synthesiser
    /// says their words.
    pub bad: Vec<String>,
    /// News since the last report, at most [`VOICE_TOLD_MAX`].
    pub told: Vec<VoiceTold>,
}

/// What became of something that was to be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoiceTold {
    /// What it was.
    pub what: VoiceWhat,
    /// What became of it.
    pub how: VoiceHow,
    /// When that was heard, in milliseconds after the voice learned of it.
    pub after_ms: u32,
}

/// What the voice says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoiceWhat {
    /// A ball.
    Ball {
        /// The game.
        game: u32,
        /// Its place, from 1.
        ordinal: u8,
    },
    /// ALTO, suspended, void.
    Alarm,
    /// What the law wants said.
    Formula,
    /// What is only courtesy.
    Courtesy,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoiceHow {
    /// It begins.
    Starts,
    /// The number of a ball was said; its digits follow.
    Said,
    /// It was said whole.
    Ends,
    /// It was cut short by what came next; the number of a ball never is.
    Cut,
    /// It could not begin in time, and is not said.
    Late,
    /// The device fell silent.
    Silenced,
    /// Words of it are missing.
    Missing,
}

/// What a person at the desk wants of the voice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct VoiceWish {
    /// Whether it should speak; without it, as it is.
    pub speaks: Option<bool>,
    /// Its volume, 0 to 100; without it, as it is.
    #[schemars(range(max = 100))]
    pub volume: Option<u8>,
    /// It should say its sentence for trials.
    pub trial: bool,
}

/// What the desk wants of the voice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VoiceWishes {
    /// Whether it should speak; none leaves it as it is.
    pub speaks: Option<bool>,
    /// Its volume, 0 to 100; none leaves it as it is.
    pub volume: Option<u8>,
    /// How many trials were asked for: one more, and the voice says its sentence for trials.
    pub trials: u32,
}

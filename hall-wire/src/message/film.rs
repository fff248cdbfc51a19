//! What is kept of what the cameras filmed in a game.

use hall_core::event::CameraPost;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The header with the hour of a picture of a film, UTC milliseconds.
pub const PICTURE_AT: &str = "picture-at";

/// Samples a second of what the hall's microphones hear: one channel of 16 bits, the lower byte first.
pub const SOUND_RATE_HZ: u32 = 16_000;

/// The most that is sent at a time, in bytes: a second.
pub const SOUND_PIECE_MAX: usize = 2 * SOUND_RATE_HZ as usize;

/// What is kept of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilmOfGame {
    /// The game.
    pub game: u32,
    /// The games of which anything is kept, the oldest first.
    pub games: Vec<u32>,
    /// Its balls, in the order of extraction.
    pub balls: Vec<FilmedBall>,
    /// Its films.
    pub reels: Vec<FilmReel>,
    /// What the microphones heard at its stops, in their order.
    pub sounds: Vec<KeptSound>,
}

/// What the microphones heard round a stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptSound {
    /// The stop, from 1 in each game.
    pub stop: u32,
    /// The line of the record that stopped the draw.
    pub seq: u64,
}

/// A ball of a game, with its picture or without.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilmedBall {
    /// Its place, from 1.
    pub ordinal: u8,
    /// The number in force.
    pub ball: u8,
    /// When it came out, UTC milliseconds.
    pub at_utc_ms: i64,
    /// When it was announced, UTC milliseconds; none while it waits.
    pub announced_at_utc_ms: Option<i64>,
    /// A picture of it is kept.
    pub pictured: bool,
}

/// What one camera filmed of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilmReel {
    /// The camera.
    pub camera: CameraPost,
    /// How many pictures.
    pub pictures: u32,
    /// The hour of the first, UTC milliseconds.
    pub first_utc_ms: i64,
    /// The hour of the last.
    pub last_utc_ms: i64,
}

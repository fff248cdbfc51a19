//! What the moviola wishes to see or hear of what was filmed, and what it knows of it: plain data.

use std::sync::Arc;

use egui::TextureId;
use hall_core::event::CameraPost;
use hall_wire::message::FilmOfGame;
use hall_wire::problem::Problem;

/// What the page wishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// What is kept of a game; of the last one, where none is named.
    Game(Option<u32>),
    /// The picture that was kept with a ball.
    Ball {
        /// The game.
        game: u32,
        /// The ball's place.
        ordinal: u8,
    },
    /// The last picture of a camera until a moment, or one so many steps from it.
    Moment {
        /// The game.
        game: u32,
        /// The camera.
        camera: CameraPost,
        /// UTC milliseconds.
        at_utc_ms: i64,
        /// Pictures on, or back.
        step: i8,
    },
    /// What the microphones heard at a stop; it is played.
    Sound {
        /// The game.
        game: u32,
        /// The stop.
        stop: u32,
    },
}

impl Wish {
    /// Its address on the server.
    pub fn path(self) -> String {
        match self {
            Wish::Game(None) => "/api/film".to_owned(),
            Wish::Game(Some(game)) => format!("/api/film?game={game}"),
            Wish::Ball { game, ordinal } => format!("/api/film/ball?game={game}&ordinal={ordinal}"),
            Wish::Moment { game, camera, at_utc_ms, step } => {
                let camera = match camera {
                    CameraPost::Exit => "exit",
                    CameraPost::Desk => "desk",
                    CameraPost::Hall => "hall",
                };
                format!("/api/film/picture?game={game}&camera={camera}&at={at_utc_ms}&step={step}")
            }
            Wish::Sound { game, stop } => format!("/api/film/sound.wav?game={game}&stop={stop}"),
        }
    }
}

/// What the page knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Film {
    /// What is kept of the game that was wished last.
    pub of: Option<Arc<FilmOfGame>>,
    /// The last picture.
    pub shot: Option<Shot>,
    /// The last wish that was answered.
    pub answered: Option<Wish>,
    /// Why that one brought nothing.
    pub trouble: Option<Problem>,
}

/// A picture of the film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// What was wished.
    pub wish: Wish,
    /// The picture.
    pub texture: TextureId,
    /// Width / height.
    pub aspect: f32,
    /// When it was taken, UTC milliseconds; none for the picture of a ball.
    pub at_utc_ms: Option<i64>,
}

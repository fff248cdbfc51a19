//! What a viewer would call another picture: the visible state of a frame.

use hall_wire::board::Scene;
use serde::Serialize;

use crate::scene::{self, Contact, Slot, View, replay_step_ms};

/// Visible state of a frame; each change of it is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// The scene shown.
    pub scene: Scene,
    /// Whether the board was current.
    pub contact: Contact,
    /// What the camera's slot showed.
    pub camera: Slot,
    /// Game number; 0 without a game.
    pub game: u32,
    /// Balls lit as current; 0 where the scene shows none.
    pub ordinal: u8,
    /// The last announced ball, lit or not.
    pub ball: Option<u8>,
    /// Claims in the stop.
    pub claims: usize,
    /// A replay is running: the verdict is not shown yet.
    pub replays: bool,
}

impl Sight {
    /// Of a view.
    pub fn of(view: &View) -> Sight {
        let scene = scene::on(view);
        let shows = matches!(scene, Scene::Draw | Scene::Question | Scene::Hold);
        let game = view.board.game.as_ref().map_or(0, |game| game.game);
        let many = u8::try_from(view.board.announced.len()).unwrap_or(0);
        Sight {
            scene,
            contact: view.contact,
            camera: view.camera,
            game,
            ordinal: if shows && game > 0 && view.contact == Contact::Live { many } else { 0 },
            ball: view.board.announced.last().copied(),
            claims: view.board.stop.as_ref().map_or(0, |stop| stop.claims.len()),
            replays: view.board.scene == Scene::Check && replay_step_ms(view).is_some(),
        }
    }

    /// Game and number of balls lit as current.
    pub fn lit(&self) -> Option<(u32, u8)> {
        (self.ordinal > 0).then_some((self.game, self.ordinal))
    }
}

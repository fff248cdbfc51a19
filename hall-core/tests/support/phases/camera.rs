//! Halls whose camera of the ball exit gives no picture.

use hall_core::event::{CameraPost, Sight};
use hall_core::request::{Notice, Request};
use hall_core::rules::WithoutCamera;

use super::{announced_in, game_of, hall_under, open};
use crate::support::{Bench, MESA, rules};

/// The camera of the ball exit is covered (Cat. IV, DECISIONS 43).
pub fn exit_unseen() -> Bench {
    exit_unseen_in(open())
}

/// The same in a hall that draws no ball without it.
pub fn exit_unseen_where_it_must_be() -> Bench {
    let mut rules = rules();
    rules.without_camera.value = WithoutCamera::Refused;
    let mut bench = hall_under(rules);
    bench.open_session();
    exit_unseen_in(bench)
}

fn exit_unseen_in(open: Bench) -> Bench {
    let mut bench = announced_in(open);
    bench.notice(&Notice::Camera { camera: CameraPost::Exit, sight: Sight::Covered });
    bench
}

/// Somebody asks to begin without its picture.
pub fn exit_unseen_and_asked() -> Bench {
    let mut bench = exit_unseen();
    let game = game_of(&bench);
    bench.ask(MESA, Request::AskWithoutCamera { game }).unwrap();
    bench
}

//! Examples of the hall's cameras.

use hall_core::event::{CameraPost, Event, GameNo, Ordinal, Sight, StopNo};
use hall_core::people::PersonId;

/// Each camera and each thing it may show, in a draw and outside one; a draw that begins without a picture; and what is kept.
pub fn cameras() -> Vec<Event> {
    let changed = |camera, sight, game: Option<u32>| {
        let game = game.map(GameNo);
        Event::CameraChanged { camera, sight, game }
    };
    let shown = vec![
        changed(CameraPost::Exit, Sight::Sees, None),
        changed(CameraPost::Desk, Sight::Lost, None),
        changed(CameraPost::Hall, Sight::Covered, Some(7)),
        changed(CameraPost::Exit, Sight::Black, Some(7)),
        changed(CameraPost::Exit, Sight::Frozen, Some(7)),
        Event::CameraWaiverAsked { game: GameNo(7), sight: Sight::Frozen },
        Event::CameraWaived { game: GameNo(7), sight: Sight::Frozen, asked_by: PersonId(1) },
    ];
    [shown, film()].concat()
}

/// What is kept of their pictures.
fn film() -> Vec<Event> {
    let kept = |camera, pictures| Event::FilmKept { game: GameNo(7), camera, pictures, sha256: [0x2b; 32] };
    vec![
        Event::BallPictured { game: GameNo(7), ordinal: Ordinal(3), sha256: [0x2a; 32] },
        kept(CameraPost::Exit, 3_600),
        kept(CameraPost::Desk, 0),
        Event::SoundKept { game: GameNo(7), stop: StopNo(2), before_ms: 20_000, sha256: [0x2c; 32] },
        Event::FilmDeleted { first: GameNo(1), last: GameNo(6), days: 30 },
    ]
}

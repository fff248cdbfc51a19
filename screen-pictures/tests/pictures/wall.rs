//! The wall's pictures, from recorded boards.

use std::path::Path;

use display_wall::layout::{Place, Shape};
use display_wall::recorded::Recorded;
use display_wall::{ink, scene};

use crate::raster::Picture;
use crate::screen::Screen;

/// Returns the wall's pictures.
pub fn pictures() -> Vec<(&'static str, Picture)> {
    vec![
        ("wall-idle", picture(&board("idle"))),
        ("wall-sale", picture(&board("sale"))),
        ("wall-draw", picture(&board("draw"))),
        ("wall-check", picture(&board("check-missing"))),
        ("wall-winners", picture(&board("winners"))),
        ("wall-hold", picture(&board("hold"))),
    ]
}

/// Returns a recorded board.
pub fn board(name: &str) -> Recorded {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../display-wall/tests/boards");
    let text = std::fs::read_to_string(file.join(format!("{name}.json"))).expect("the board is there");
    serde_json::from_str(&text).expect("it is a recorded board")
}

/// Draws the wall that shows this.
pub fn picture(recorded: &Recorded) -> Picture {
    let mut screen = Screen::new(egui::vec2(1920.0, 1080.0));
    let paint = |ui: &mut egui::Ui| {
        let layout = scene::lay_out(&recorded.view(Shape::Wide));
        let place = Place::new(&layout, ui.max_rect(), 0.0);
        ink::paint(ui, &layout, &place, |_, _| {}, |_, _| false);
    };
    // Fonts are there after the first frame.
    screen.frame(0.0, |_| {});
    screen.picture(1.0, paint)
}

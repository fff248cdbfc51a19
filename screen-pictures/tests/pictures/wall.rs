//! The wall's pictures, from recorded boards.

use std::path::Path;
use std::process::Command;

use wall_scenes::layout::{Place, Shape};
use wall_scenes::recorded::Recorded;
use wall_scenes::scene::{Notice, Scenes, Screen, Slot, View};
use wall_scenes::theme::Theme;
use wall_scenes::{ink, scene};

use crate::raster::Picture;
use crate::screen::Screen as Canvas;

/// Returns the wall's pictures.
pub fn pictures() -> Vec<(&'static str, Picture)> {
    vec![
        ("wall-idle", picture(&board("idle"))),
        ("wall-sale", picture(&board("sale"))),
        ("wall-draw", picture(&board("draw"))),
        ("wall-check", picture(&board("check-missing"))),
        ("wall-winners", picture(&board("winners"))),
        ("wall-hold", picture(&board("hold"))),
        ("wall-camera", small(&for_the_camera())),
        ("wall-notice", small(&with_a_notice())),
    ]
}

/// A monitor that is there for the camera, with captions.
fn for_the_camera() -> View {
    let captions = vec!["Setenta y seis: siete, seis".to_owned()];
    let screen = Screen { scenes: Scenes::Camera, captions, ..Screen::default() };
    View { camera: Slot::Live, screen, ..board("draw").view(Shape::Wide) }
}

/// A bright one that tells a notice, and is read in two languages.
fn with_a_notice() -> View {
    let captions = ["La partida queda cerrada.", "The game is closed."].map(str::to_owned).into();
    let text = "Mañana viernes, partida especial a las 22:00. Reserve su mesa.".into();
    let notice = Some(Notice { text, pictured: false });
    let screen = Screen { theme: Theme::Light, captions, notice, ..Screen::default() };
    View { screen, ..board("idle-follow").view(Shape::Wide) }
}

/// Returns a recorded board.
pub fn board(name: &str) -> Recorded {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wall-scenes/tests/boards");
    let text = std::fs::read_to_string(file.join(format!("{name}.json"))).expect("the board is there");
    serde_json::from_str(&text).expect("it is a recorded board")
}

/// Draws the wall that shows this.
pub fn picture(recorded: &Recorded) -> Picture {
    picture_at(recorded, egui::vec2(1920.0, 1080.0))
}

fn picture_at(recorded: &Recorded, window: egui::Vec2) -> Picture {
    drawn(&recorded.view(Shape::of(window)), window)
}

fn small(view: &View) -> Picture {
    drawn(view, egui::vec2(1280.0, 720.0))
}

fn drawn(view: &View, window: egui::Vec2) -> Picture {
    let mut screen = Canvas::new(window);
    let paint = |ui: &mut egui::Ui| {
        let layout = scene::lay_out(view);
        let place = Place::new(&layout, ui.max_rect(), 0.0);
        ink::ground(ui, layout.theme);
        ink::paint(ui, &layout, &place, |_, _| {}, |_, _| false);
    };
    // Fonts are there after the first frame.
    screen.frame(0.0, |_| {});
    screen.picture(1.0, paint)
}

/// A camera in front of the wall reads where the page for phones is: also on a small monitor, and where the address is long.
#[test]
fn a_phone_reads_the_code_between_games() {
    for (name, address) in [
        ("idle-follow", "http://192.168.100.110:7878/tv/seguir"),
        ("idle-code", "http://192.168.100.110:7878/tv/seguir?c=482913"),
        (
            "long-idle-code",
            "https://sala-de-bingo.casino-de-la-alameda-vieja.example.org:17878/juegos/bingo/tv/seguir?c=482913",
        ),
        (
            "long-idle-follow",
            "https://sala-de-bingo.casino-de-la-alameda-vieja.example.org:17878/juegos/bingo/tv/seguir",
        ),
    ] {
        for (wide, high) in [(1920, 1080), (1024, 768), (1080, 1920)] {
            let picture = picture_at(&board(name), egui::vec2(wide as f32, high as f32));
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{wide}.ppm"));
            let head = format!("P6 {} {} 255\n", picture.wide, picture.high).into_bytes();
            std::fs::write(&file, [head, picture.rgb.as_flattened().to_vec()].concat()).expect("a file");
            let read = Command::new("zbarimg").args(["-q", "--raw"]).arg(&file).output();
            let read = read.expect("zbarimg is installed with the tools of the tests");
            assert_eq!(String::from_utf8_lossy(&read.stdout).trim(), address, "{}", file.display());
        }
    }
}

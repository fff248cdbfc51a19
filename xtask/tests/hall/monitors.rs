//! The windows of a wall, one for each monitor: closed, taken away, or meant for a monitor that is not
//! there. The others go on, and the program with them.

use std::path::Path;

use xtask::screens::Display;

use crate::kit::{Hall, Setup, until};
use crate::mesa::Panel;

/// Waits until a monitor has lit what was announced.
#[track_caller]
fn lights(wall: &Panel, monitor: usize, called: &[u8]) {
    until(&format!("ball {} on monitor {monitor}", called.len()), || {
        let lit = |shown: &serde_json::Value| shown["monitor"] == monitor && shown["ordinal"] == called.len();
        wall.showed().iter().any(lit).then_some(())
    });
}

/// Returns the windows of a wall whose name ends so.
fn windows(wall: &Panel, end: &str) -> Vec<String> {
    let pattern = format!("pared-9.*{end}$");
    let found = wall.screen().order(&["search", "--onlyvisible", "--name", &pattern]);
    found.expect("xdotool runs").lines().map(str::to_owned).collect()
}

#[test]
fn a_window_that_is_closed_or_taken_away_stops_no_other() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    let mut wall =
        Panel::start(&hall, &display, "pared.jsonl", &["--no-video", "--monitors", "2", "--size", "640x360"]);
    let both = |wall: &Panel, called: &[u8]| [0, 1].map(|monitor| lights(wall, monitor, called));
    both(&wall, &hall.balls(game, 2));
    let order = |args: &[&str]| wall.screen().order(args).expect("xdotool runs");
    let second = windows(&wall, " 2").pop().expect("a second window");
    // Somebody closes it by its frame or its key: the window is there for the hall, not for the hand.
    order(&["windowactivate", "--sync", &second, "key", "alt+F4"]);
    both(&wall, &hall.balls(game, 3));
    assert_eq!(windows(&wall, ""), [windows(&wall, " 1"), windows(&wall, " 2")].concat());
    // Its monitor goes away, and comes back.
    order(&["windowunmap", "--sync", &second]);
    assert_eq!(windows(&wall, " 2"), Vec::<String>::new(), "the canary: it is gone");
    lights(&wall, 0, &hall.balls(game, 4));
    order(&["windowmap", "--sync", &second]);
    both(&wall, &hall.balls(game, 5));
    assert!(wall.is_running());
    drop(wall);
    hall.to_the_end(game);
    hall.finish();
}

#[test]
fn a_monitor_that_is_not_there_is_said_and_its_picture_is_on_another() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(1280, 720).expect("Xvfb and openbox are installed");
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    let missing = ["--no-video", "--monitors", "2", "--fullscreen"];
    let mut wall = Panel::start(&hall, &display, "pared.jsonl", &missing);
    let called = hall.balls(game, 2);
    wall.lights(&called);
    for end in [" 2", " 1"] {
        let window = windows(&wall, end).pop().expect("a window for each monitor that was asked for");
        until("a window over the whole monitor", || {
            let place = wall.screen().order(&["getwindowgeometry", &window]).expect("xdotool runs");
            (place.contains("Position: 0,0") && place.contains("Geometry: 1280x720")).then_some(())
        });
        // No key closes what hangs in the hall.
        wall.screen().order(&["windowactivate", "--sync", &window, "key", "alt+F4"]).expect("xdotool runs");
    }
    // Only the one that can be seen is painted.
    lights(&wall, 0, &hall.balls(game, 3));
    assert_eq!(windows(&wall, "").len(), 2);
    assert!(wall.is_running());
    let said = std::fs::read_to_string(hall.dir().join("pared.log")).expect("it writes a log");
    assert!(said.contains("with_monitor(1)") && said.contains("1 monitors available"), "{said}");
    drop(wall);
    hall.to_the_end(game);
    hall.finish();
}

/// How many dark pixels there are in the lower part of a bright monitor of 640 by 360, where its captions stand.
fn inked(display: &Display, wall: &Panel, file: &Path) -> usize {
    let window = windows(wall, "").pop().expect("a window");
    display.picture(&window, file).expect("a picture");
    let bytes = std::fs::read(file).expect("it was taken");
    // ImageMagick writes a level in one byte or, the higher one first, in two.
    let head =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).expect("three lines").0 + 1;
    assert!(bytes.starts_with(b"P6\n640 360\n"), "a plain picture of that size");
    let levels: Vec<u8> =
        bytes[head..].chunks_exact((bytes.len() - head) / (640 * 360 * 3)).map(|level| level[0]).collect();
    let dark = |pixel: &&[u8]| pixel.iter().all(|level| *level < 0x60);
    let rows = levels.chunks_exact(640 * 3).skip(308).take(44);
    rows.flat_map(|row| row[70 * 3..570 * 3].chunks_exact(3)).filter(dark).count()
}

/// E 66: who does not hear reads the ball in two languages, and before the game what the hall tells.
#[test]
fn what_is_said_is_written_below_and_a_notice_stands_between_games() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2_000, 400).expect("Xvfb and openbox are installed");
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("pared.toml");
    std::fs::write(&settings, "captions = ['es', 'en']\n[[screen]]\ntheme = 'claro'\n").expect("written");
    let notice = "[[notice]]\ntext = 'Mañana, partida especial a las 22:00'\nseconds = 120\n";
    std::fs::write(folder.path().join("avisos.toml"), notice).expect("written");
    let plain = |path: &Path| path.to_str().expect("a plain path").to_owned();
    let (settings, adverts) = (plain(&settings), plain(folder.path()));
    let more = ["--no-video", "--size", "640x360", "--settings", &settings, "--adverts", &adverts];
    let wall = Panel::start(&hall, &display, "pared.jsonl", &more);
    let kept = |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pared-{name}.ppm"));
    until("silence", || (inked(&display, &wall, &kept("aviso")) == 0).then_some(()));
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    // «Comienza la partida.» stands for nine seconds.
    until("the first words", || (inked(&display, &wall, &kept("comienza")) > 200).then_some(()));
    until("silence again", || (inked(&display, &wall, &kept("silencio")) == 0).then_some(()));
    hall.balls(game, 1);
    until("the ball in words", || (inked(&display, &wall, &kept("bola")) > 200).then_some(()));
    drop(wall);
    hall.to_the_end(game);
    hall.finish();
}

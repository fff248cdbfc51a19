//! The windows of a wall, one for each monitor: closed, taken away, or meant for a monitor that is not
//! there. The others go on, and the program with them.

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

//! The real console and the real wall on a virtual display, with a window manager, and keys through
//! XTEST as from a keyboard: a whole game, and screens that are killed in the middle of it.

use std::process::Command;

use hall_wire::board::Scene;
use serde_json::{Value, json};
use xtask::screens::{Display, Screens};

use crate::kit::{Hall, Setup};
use crate::mesa::{Mesa, Panel};

/// One key for each ball and eight more: sale, draw, and for line and bingo each PARADA, the gift
/// with its question, and the order (DECISIONS 26, G12).
#[test]
fn a_whole_game_takes_one_key_for_each_ball_and_eight_more() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let mesa = Mesa::open(&hall, &display);
    mesa.press("Return", |board| board.public.scene == Scene::Sale);
    let game = hall.public().game.expect("a game is on sale").game;
    sell_out(&hall, game);
    mesa.press("Return", |board| board.public.scene == Scene::Draw);
    mesa.balls(5);
    mesa.sing(&hall);
    mesa.press("Return", |board| board.public.scene == Scene::Draw);
    mesa.balls(15);
    mesa.sing(&hall);
    mesa.press("Return", |board| board.public.scene == Scene::Winners);
    assert_eq!(mesa.keys.get(), 15 + 8);
    // Each new act was deaf at first: who presses twice does it once.
    let showed = mesa.showed();
    let at_once = |two: &&[Value]| two[0]["next"] != two[1]["next"] && two[1]["live"] == true;
    let at_once: Vec<&[Value]> = showed.windows(2).filter(at_once).collect();
    assert!(showed.iter().any(|shown| shown["live"] == true) && at_once.is_empty(), "{at_once:#?}");
    hall.pay(game);
    drop(mesa);
    hall.finish();
}

/// A desktop of Wayland says where both of its windows' servers are, and whoever asks the other gets none that can be painted in.
#[test]
fn on_a_desktop_of_wayland_desk_and_wall_open_through_x() {
    let hall = Hall::open(&Setup::default());
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let display = display.with("WAYLAND_DISPLAY", "wayland-0");
    let mesa = Mesa::open(&hall, &display);
    let wall = Panel::start(&hall, &display, "pared.jsonl", &[]);
    wall.shows("the hall between games", |shown| shown["contact"] == "live");
    mesa.press("Return", |board| board.public.scene == Scene::Sale);
    drop(mesa);
    hall.finish();
}

/// A console that dies comes back to where the game is, without a PIN; a wall shows the truth at once
/// (DECISIONS 5, style.md P13). The other screens go on.
#[test]
fn screens_that_are_killed_come_back_to_the_truth() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let mut mesa = Mesa::open(&hall, &display);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    mesa.balls(3);
    mesa.crash();
    mesa.balls(5);
    let one = Panel::start(&hall, &display, "pared-1.jsonl", &[]);
    one.lights(&hall.called());
    drop(one);
    mesa.screen().focus().expect("the console has the keyboard again");
    mesa.balls(5);
    mesa.press("KP_Multiply", |board| board.public.stop.is_some());
    // In the stop: both die.
    mesa.crash();
    let two = Panel::start(&hall, &display, "pared-2.jsonl", &[]);
    mesa.screen().focus().expect("the console has the keyboard again");
    // Nobody sang: the order is given by the console that came back, and the next ball reaches the wall.
    mesa.press("minus", |board| board.public.scene == Scene::Draw);
    mesa.balls(6);
    two.lights(&hall.called());
    drop(two);
    hall.to_the_end(game);
    drop(mesa);
    hall.finish();
}

/// A picture of the demonstration waits until the window shows what its name says, however long the console takes
/// to paint: the list of incidencias is not the draw that stood there when `/` was pressed.
#[test]
fn a_picture_is_taken_of_what_its_name_says() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let state = json!({"token": hall.staff.mesa.token().expect("she is logged in"), "locked": false});
    std::fs::write(hall.dir().join("puesto-mesa-1.json"), state.to_string()).expect("it can be written");
    let display = Display::virtual_one(2640, 800).expect("Xvfb and openbox are installed");
    let screens = Screens::open_on(display, &hall.dir(), &hall.url()).expect("console, wall and camera");
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    hall.balls(game, 3);
    let announced = |shown: &Value| shown["scene"] == "draw" && shown["announced"] == 3;
    screens.console_picture("extraccion", announced).expect("it shows the draw");
    screens.wall_picture("extraccion", |shown| shown["ordinal"] == 3).expect("it shows the third ball");
    // A console that is slow to paint: it stands still when the key goes in, and a second later goes on.
    let pid = screens.console.pid().to_string();
    let tell =
        |signal: &str| Command::new("kill").args([signal, &pid]).status().expect("kill is there").success();
    assert!(tell("-STOP"));
    screens.console.press(&["slash"]).expect("keys go in");
    let mut later =
        Command::new("sh").args(["-c", "sleep 1; kill -CONT \"$0\"", &pid]).spawn().expect("a shell");
    let picture = || screens.console_picture("incidencias", |shown| shown["band"] == "INCIDENCIAS");
    picture().expect("it shows the list");
    assert!(later.wait().expect("it ends").success());
    let file = |name: &str| std::fs::read(screens.folder().join(name)).expect("the picture was taken");
    assert!(!file("pared-extraccion.png").is_empty());
    // The band of the list runs along the whole window, where the draw has nothing.
    let band = |name: &str| {
        let path = screens.folder().join(name);
        let args = ["-format", "%[hex:p{1270,100}]", "info:"];
        let said = Command::new("convert").arg(path).args(args).output().expect("ImageMagick is installed");
        String::from_utf8_lossy(&said.stdout).into_owned()
    };
    assert_ne!(band("puesto-extraccion.png"), "FFD23F");
    assert_eq!(band("puesto-incidencias.png"), "FFD23F", "the list, not what stood there before");
    // Once for each name: what stands there now is another thing.
    screens.console.press(&["Escape"]).expect("keys go in");
    let before = file("puesto-incidencias.png");
    picture().expect("it was taken");
    assert_eq!(file("puesto-incidencias.png"), before);
    drop(screens);
    hall.to_the_end(game);
    hall.finish();
}

fn sell_out(hall: &Hall, game: u32) {
    let block = hall.block(game, ("A17", 1, 12));
    hall.must(&hall.staff.cajero, "issue-block", &block);
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
}

//! Console and wall killed in each scene of a game: what comes back is what was there, and the next
//! key of the console that came back does what it says (DECISIONS 5, style.md P13).

use std::time::Instant;

use hall_wire::board::Scene;
use serde_json::{Value, json};
use xtask::screens::Display;

use crate::kit::{Hall, Setup};
use crate::mesa::{Mesa, Panel, took};

/// What must be the same after a death: all but the keyboard and the words about a return.
const SAME: [&str; 9] = ["user", "desk", "scene", "game", "announced", "ball", "next", "acts", "missing"];

/// A console and a wall that die together.
struct Pair<'h> {
    hall: &'h Hall,
    display: &'h Display,
    mesa: Mesa<'h>,
    wall: Panel,
    deaths: u32,
}

impl<'h> Pair<'h> {
    fn open(hall: &'h Hall, display: &'h Display) -> Pair<'h> {
        let mesa = Mesa::open(hall, display);
        Pair { hall, display, mesa, wall: Panel::start(hall, display, "pared-0.jsonl", &[]), deaths: 0 }
    }

    /// Waits for a scene on both, with these words on the console's bar; then kills both, starts them
    /// again, and waits until each shows what it showed.
    #[track_caller]
    fn die(&mut self, scene: &str, words: &str) {
        let called = self.hall.called();
        let mesa = self.mesa.shows(&format!("{words}, {scene}"), |shown| {
            let next = shown["next"].as_str().unwrap_or_default();
            next.contains(words) && shown["scene"] == scene && shown["announced"] == called.len()
        });
        let is = |shown: &Value| {
            let board = (&shown["scene"], &shown["contact"], &shown["ball"]);
            board == (&Value::from(scene), &Value::from("live"), &Value::from(called.last().copied()))
        };
        let wall = self.wall.shows(scene, is);
        self.mesa.kill();
        self.deaths += 1;
        let begun = Instant::now();
        let log = format!("pared-{}.jsonl", self.deaths);
        self.wall = Panel::start(self.hall, self.display, &log, &[]);
        let back = self.wall.shows(scene, is);
        took(&format!("{scene}: wall back"), begun);
        assert_eq!((&back["game"], &back["ordinal"]), (&wall["game"], &wall["ordinal"]));
        let begun = Instant::now();
        self.mesa.start();
        let same = |shown: &Value| SAME.iter().all(|field| shown[field] == mesa[field]);
        let back = self.mesa.shows(&format!("{scene} as before: {mesa}"), same);
        took(&format!("{scene}: console back"), begun);
        assert_eq!((&back["connected"], &back["band"]), (&json!(true), &mesa["band"]));
        // On its way there it asks who sits here or waits for the server, and shows no other scene.
        let ways: Vec<Value> = self.mesa.showed();
        let seated = |shown: &&Value| shown["connected"] == true && !shown["user"].is_null();
        let others = ways.iter().filter(seated).filter(|shown| shown["scene"] != scene);
        assert_eq!(others.count(), 0, "{ways:#?}");
    }
}

#[test]
fn console_and_wall_that_are_killed_in_each_scene_come_back_to_it() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let mut pair = Pair::open(&hall, &display);
    pair.die("idle", "ABRIR VENTA DE LA 1");
    pair.mesa.press("Return", |board| board.public.scene == Scene::Sale);
    let game = hall.public().game.expect("a game is on sale").game;
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 1, 12)));
    pair.die("sale", "ESPERANDO AL CAJERO");
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
    pair.die("totals", "LEÍDO: EXTRAER");
    pair.mesa.press("Return", |board| board.public.scene == Scene::Draw);
    pair.mesa.balls(4);
    let waits = hall.next_ball();
    pair.die("draw", &format!("ANUNCIAR EL {waits}"));
    hall.must(&hall.staff.mesa, "raise-hold", &json!({"game": game, "reason": "no se ve la bola"}));
    pair.die("hold", "");
    let hold = hall.board(|(_, board)| !board.holds.is_empty()).holds[0].hold;
    hall.leave(game, hold, &json!({"exit": "repaired"}));
    pair.mesa.balls(5);
    pair.mesa.claim(&hall);
    pair.die("check", "DAR ");
    pair.mesa.press("Return", |board| board.public.scene == Scene::Question);
    pair.die("question", "ORDEN DE SEGUIR");
    pair.mesa.press("Return", |board| board.public.scene == Scene::Draw);
    pair.mesa.balls(15);
    pair.wall.lights(&hall.called());
    pair.mesa.sing(&hall);
    pair.mesa.press("Return", |board| board.public.scene == Scene::Winners);
    pair.die("winners", "");
    hall.pay(game);
    pair.mesa.press("Return", |board| board.public.scene == Scene::Sale);
    let game = hall.public().game.expect("a game is on sale").game;
    hall.must(&hall.staff.mesa, "suspend-game", &json!({"game": game, "cause": "No hay sonido"}));
    pair.die("suspended", "");
    hall.must(&hall.staff.sala, "lift-suspension", &json!({"game": game}));
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 13, 18)));
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
    hall.void(game);
    pair.die("void", "");
    pair.mesa.press("Return", |board| board.public.scene == Scene::Sale);
    drop(pair);
    hall.finish();
}

//! The real console and the real wall on a virtual display, with a window manager, and keys through
//! XTEST as from a keyboard: a whole game, and screens that are killed in the middle of it.

use std::time::Duration;

use hall_wire::board::{MesaBoard, Scene};
use xtask::screens::{Display, Screen};
use xtask::staff::key_of;

use crate::kit::{Hall, Setup, until};

/// How long a press may go unanswered before it is pressed again: while Intro is deaf, presses are
/// dropped, and a person presses again too.
const AGAIN: Duration = Duration::from_millis(900);

const TRIES: u32 = 40;

/// A console on a display.
struct Mesa<'h> {
    hall: &'h Hall,
    display: &'h Display,
    screen: Option<Screen>,
    /// Presses that had their effect.
    keys: std::cell::Cell<u32>,
}

impl<'h> Mesa<'h> {
    /// Opens the console and comes in with user and PIN.
    fn open(hall: &'h Hall, display: &'h Display) -> Mesa<'h> {
        let mut mesa = Mesa { hall, display, screen: None, keys: std::cell::Cell::new(0) };
        mesa.start();
        let (user, pin) = key_of("jefe_de_mesa");
        let screen = mesa.screen();
        screen.type_words(user).expect("keys go in");
        screen.press(&["Tab"]).expect("keys go in");
        screen.type_words(pin).expect("keys go in");
        mesa.press("Return", |board| board.people.iter().any(|duty| duty.device == "mesa-1"));
        mesa.keys.set(0);
        mesa
    }

    /// Starts the program; it keeps its log-in in the hall's folder.
    fn start(&mut self) {
        let (url, state) = (self.hall.url(), self.hall.dir().join("puesto.json"));
        let args = ["--server", &url, "--device", "mesa-1", "--state", state.to_str().expect("a plain path")];
        let log = self.hall.dir().join("puesto.log");
        let screen = Screen::start(self.display, "caller-console", &args, "mesa-1", &log).expect("a window");
        screen.focus().expect("the window manager gives the keyboard");
        self.screen = Some(screen);
    }

    fn screen(&self) -> &Screen {
        self.screen.as_ref().expect("it was started")
    }

    /// Kills it as a crash would, and starts it again.
    fn crash(&mut self) {
        self.screen = None;
        self.start();
    }

    /// Presses a key until the board is so.
    #[track_caller]
    fn press(&self, key: &str, so: impl Fn(&MesaBoard) -> bool) {
        for _ in 0..TRIES {
            self.screen().press(&[key]).expect("keys go in");
            if self.hall.desk.wait(|seen| seen.connected && so(&seen.board), AGAIN).is_some() {
                self.keys.set(self.keys.get() + 1);
                return;
            }
        }
        panic!("{key} never had its effect: {:?}", self.hall.desk.board().board.public.scene);
    }

    /// Announces balls until so many were.
    #[track_caller]
    fn balls(&self, count: usize) {
        for place in 1..=count {
            if self.hall.called().len() >= place {
                continue;
            }
            self.hall.board(|(_, board)| !board.pending.is_empty());
            self.press("Return", |board| board.public.announced.len() >= place);
        }
    }

    /// PARADA, the winning card through the scanner, the gift with its question.
    #[track_caller]
    fn sing(&self) {
        self.press("KP_Multiply", |board| board.public.stop.is_some());
        let called = self.hall.called();
        let line = self.hall.public().game.is_some_and(|game| game.line_open);
        let won = |ticket: &&&xtask::tickets::Ticket| {
            if line { ticket.has_line(&called) } else { ticket.has_bingo(&called) }
        };
        let sold = self.hall.sold();
        let winner = sold.iter().find(won).expect("the first card's numbers came first");
        self.screen().scan(&winner.code).expect("keys go in");
        self.hall.board(|(_, board)| board.public.stop.as_ref().is_some_and(|stop| !stop.claims.is_empty()));
        self.press("Return", |board| board.public.scene == Scene::Question);
    }
}

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
    mesa.sing();
    mesa.press("Return", |board| board.public.scene == Scene::Draw);
    mesa.balls(15);
    mesa.sing();
    mesa.press("Return", |board| board.public.scene == Scene::Winners);
    assert_eq!(mesa.keys.get(), 15 + 8);
    hall.pay(game);
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
    let wall = |log: &std::path::Path| {
        let (url, log) = (hall.url(), log.to_str().expect("a plain path").to_owned());
        let args = [
            "--server",
            &url,
            "--name",
            "pared-9",
            "--no-video",
            "--position",
            "1300,0",
            "--log-shown",
            &log,
        ];
        Screen::start(&display, "display-wall", &args, "Bombo", &hall.dir().join("pared.log"))
            .expect("a window")
    };
    let shown = |log: &std::path::Path, ordinal: usize| {
        until("the wall shows the last ball", || {
            let text = std::fs::read_to_string(log).ok()?;
            text.lines().any(|line| line.contains(&format!("\"ordinal\":{ordinal}"))).then_some(())
        });
    };
    let first = hall.dir().join("pared-1.jsonl");
    let one = wall(&first);
    shown(&first, 5);
    drop(one);
    mesa.screen().focus().expect("the console has the keyboard again");
    mesa.balls(5);
    mesa.press("KP_Multiply", |board| board.public.stop.is_some());
    // In the stop: both die.
    mesa.crash();
    let second = hall.dir().join("pared-2.jsonl");
    let two = wall(&second);
    mesa.screen().focus().expect("the console has the keyboard again");
    // Nobody sang: the order is given by the console that came back, and the next ball reaches the wall.
    mesa.press("minus", |board| board.public.scene == Scene::Draw);
    mesa.balls(6);
    shown(&second, 6);
    drop(two);
    hall.to_the_end(game);
    drop(mesa);
    hall.finish();
}

fn sell_out(hall: &Hall, game: u32) {
    let block = hall.block(game, ("A17", 1, 12));
    hall.must(&hall.staff.cajero, "issue-block", &block);
    hall.must(&hall.staff.cajero, "close-sale", &serde_json::json!({"game": game}));
}

//! The console and a wall in their windows, as people have them before them: keys go in, and what
//! stood on the window is read from what each writes down of it.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hall_wire::board::{MesaBoard, Scene};
use hall_wire::link::Link;
use serde_json::Value;
use xtask::screens::{Display, Log, Screen};
use xtask::staff::key_of;

use crate::kit::{Hall, PATIENCE};

/// How long a press may go unanswered before it is pressed again: while Intro is deaf, presses are
/// dropped, and a person presses again too.
const AGAIN: Duration = Duration::from_millis(900);

const TRIES: u32 = 40;

/// A console on a display. It keeps the address it was started with, whatever becomes of the server.
pub struct Mesa<'d> {
    display: &'d Display,
    device: &'static str,
    place: &'static str,
    url: String,
    dir: PathBuf,
    desk: Link<MesaBoard>,
    screen: Option<Screen>,
    starts: u32,
    /// Presses that had their effect.
    pub keys: Cell<u32>,
}

impl<'d> Mesa<'d> {
    /// Opens the console of the mesa, and comes in with user and PIN.
    pub fn open(hall: &Hall, display: &'d Display) -> Mesa<'d> {
        Mesa::open_at(hall, display, "mesa-1", "0,0")
    }

    /// Opens a console of the mesa under another name and at another place.
    pub fn open_at(hall: &Hall, display: &'d Display, device: &'static str, place: &'static str) -> Mesa<'d> {
        Mesa::open_as(hall, display, "jefe_de_mesa", device, place)
    }

    /// Opens a console for the first of the staff with this role.
    pub fn open_as(
        hall: &Hall,
        display: &'d Display,
        role: &str,
        device: &'static str,
        place: &'static str,
    ) -> Mesa<'d> {
        let server = hall.server.as_ref().expect("the server runs");
        let mut mesa = Mesa {
            display,
            device,
            place,
            url: server.url.clone(),
            dir: hall.dir(),
            desk: hall.staff.desk(server),
            screen: None,
            starts: 0,
            keys: Cell::new(0),
        };
        mesa.start();
        let (user, pin) = key_of(role);
        let screen = mesa.screen();
        screen.type_words(user).expect("keys go in");
        screen.press(&["Tab"]).expect("keys go in");
        screen.type_words(pin).expect("keys go in");
        mesa.press("Return", |board| board.people.iter().any(|duty| duty.device == device));
        mesa.keys.set(0);
        mesa
    }

    /// Starts the program; it keeps its log-in in the hall's folder.
    pub fn start(&mut self) {
        self.starts += 1;
        let (state, log) = (self.dir.join(format!("puesto-{}.json", self.device)), self.log());
        let args = [
            "--server",
            &self.url,
            "--device",
            self.device,
            "--position",
            self.place,
            "--state",
            plain(&state),
            "--log-shown",
            plain(log.file()),
        ];
        let said = self.dir.join("puesto.log");
        let screen =
            Screen::start(self.display, "caller-console", &args, self.device, &said).expect("a window");
        screen.focus().expect("the window manager gives the keyboard");
        self.screen = Some(screen);
    }

    fn log(&self) -> Log {
        Log::at(self.dir.join(format!("visto-{}-{}.jsonl", self.device, self.starts)))
    }

    /// Returns its window.
    pub fn screen(&self) -> &Screen {
        self.screen.as_ref().expect("it was started")
    }

    /// Kills it, as a crash would.
    pub fn kill(&mut self) {
        self.screen = None;
    }

    /// Kills it and starts it again.
    pub fn crash(&mut self) {
        self.kill();
        self.start();
    }

    /// Returns everything it showed since it was started last.
    pub fn showed(&self) -> Vec<Value> {
        self.log().lines()
    }

    /// Waits until what stands on its window is so, and returns it.
    #[track_caller]
    pub fn shows(&self, what: &str, so: impl Fn(&Value) -> bool) -> Value {
        self.log().until(what, so).expect("it is shown")
    }

    /// Waits until the next action on its bar has these words.
    #[track_caller]
    pub fn offers(&self, words: &str) -> Value {
        self.shows(words, |shown| shown["next"].as_str().is_some_and(|next| next.contains(words)))
    }

    /// Presses a key until the board is so.
    #[track_caller]
    pub fn press(&self, key: &str, so: impl Fn(&MesaBoard) -> bool) {
        self.again(key, || self.screen().press(&[key]), so);
        self.keys.set(self.keys.get() + 1);
    }

    /// Does it again and again until the board is so, as a person would.
    #[track_caller]
    fn again(&self, what: &str, act: impl Fn() -> anyhow::Result<()>, so: impl Fn(&MesaBoard) -> bool) {
        for _ in 0..TRIES {
            act().expect("keys go in");
            if self.desk.wait(|seen| seen.connected && so(&seen.board), AGAIN).is_some() {
                return;
            }
        }
        let scene = self.desk.board().board.public.scene;
        panic!("{what} never had its effect: {scene:?}, {:?}", self.log().lines().pop());
    }

    /// Waits until the desk's board is so.
    #[track_caller]
    fn board(&self, so: impl Fn(&MesaBoard) -> bool) {
        let seen = self.desk.wait(|seen| seen.connected && so(&seen.board), PATIENCE);
        assert!(seen.is_some(), "the board never came to this: {:?}", self.desk.board());
    }

    /// Announces balls until so many were.
    #[track_caller]
    pub fn balls(&self, count: usize) {
        for place in 1..=count {
            let announced = |board: &MesaBoard| board.public.announced.len() >= place;
            self.board(|board| announced(board) || !board.pending.is_empty());
            if !announced(&self.desk.board().board) {
                self.press("Return", announced);
            }
        }
    }

    /// PARADA, and the winning card through the scanner.
    #[track_caller]
    pub fn claim(&self, hall: &Hall) {
        self.press("KP_Multiply", |board| board.public.stop.is_some());
        let called = hall.called();
        let line = hall.public().game.is_some_and(|game| game.line_open);
        let won = |ticket: &&&xtask::tickets::Ticket| {
            if line { ticket.has_line(&called) } else { ticket.has_bingo(&called) }
        };
        let sold = hall.sold();
        let winner = sold.iter().find(won).expect("the first card's numbers came first");
        // A scanner that was cut short is refused, and the card is scanned again.
        self.again(
            "the card",
            || self.screen().scan(&winner.code),
            |board| board.public.stop.as_ref().is_some_and(|stop| !stop.claims.is_empty()),
        );
    }

    /// PARADA, the winning card, the gift with its question.
    #[track_caller]
    pub fn sing(&self, hall: &Hall) {
        self.claim(hall);
        self.press("Return", |board| board.public.scene == Scene::Question);
    }
}

/// A wall on a display, without video unless it is asked for.
pub struct Panel {
    screen: Screen,
    log: Log,
}

impl Panel {
    /// Starts a wall that writes down what it shows in this file of the hall's folder.
    pub fn start(hall: &Hall, display: &Display, log: &str, more: &[&str]) -> Panel {
        let log = Log::at(hall.dir().join(log));
        let url = hall.url();
        let mut args = vec![
            "--server",
            &url,
            "--name",
            "pared-9",
            "--position",
            "1300,0",
            "--log-shown",
            plain(log.file()),
        ];
        args.extend(if more.is_empty() { &["--no-video"] } else { more });
        let screen = Screen::start(display, "display-wall", &args, "pared-9", &hall.dir().join("pared.log"));
        Panel { screen: screen.expect("a window"), log }
    }

    /// Returns its window.
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Returns whether the program still runs.
    pub fn is_running(&mut self) -> bool {
        self.screen.is_running()
    }

    /// Returns everything its windows showed.
    pub fn showed(&self) -> Vec<Value> {
        self.log.lines()
    }

    /// Waits until what was shown last is so, and returns it.
    #[track_caller]
    pub fn shows(&self, what: &str, so: impl Fn(&Value) -> bool) -> Value {
        self.log.until(what, so).expect("it is shown")
    }

    /// Waits until so many balls are lit, and the last one is the desk's.
    #[track_caller]
    pub fn lights(&self, called: &[u8]) {
        let (many, last) = (Value::from(called.len()), Value::from(called.last().copied()));
        self.shows("the balls lit", |shown| shown["ordinal"] == many && shown["ball"] == last);
    }
}

/// Prints how long something took, for whoever reads along; the figure belongs to the bench.
pub fn took(what: &str, since: Instant) {
    println!("{what}: {} ms", since.elapsed().as_millis());
}

fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

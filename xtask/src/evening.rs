//! An evening driven from outside: people at their devices, players with their cards.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use hall_wire::board::{Game, MesaBoard, Play, PublicBoard, Scene};
use hall_wire::link::{Link, Seen};
use serde_json::{Value, json};

use crate::programs::{Machine, Server};
use crate::screens::{Screens, Visit};
use crate::staff::{Staff, code, post};
use crate::tickets::{Ticket, Tickets};

mod claims;
mod keys;
mod look;
mod sound;
mod trouble;

pub use look::EN_CURSO;
pub use sound::{LABELS, Loud, RECORDING};

/// How long the desk may take for what it will do: a time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// Cards of a series, as the profile of the demo has them.
const SERIES_SIZE: u32 = 420;

/// Cards that go to a seller at once.
const BLOCK: u32 = 60;

/// The hall, from outside.
pub struct Evening<'a> {
    /// The staff.
    pub staff: &'a Staff,
    /// The desk's board.
    pub desk: Link<MesaBoard>,
    /// What the hall sees; this screen says what it shows.
    pub wall: Link<PublicBoard>,
    /// The players' cards.
    pub tickets: Tickets,
    /// The server; `None` only while the power is gone.
    server: Option<Server>,
    machine: &'a mut Machine,
    dir: PathBuf,
    port: PathBuf,
    hand_was_told: bool,
    /// The screens of the hall, where there are any: pictures are taken of what they show.
    pub screens: Option<&'a Screens>,
    /// Its voice, once a game was to be heard.
    pub loud: Option<Loud>,
    say: &'a mut dyn FnMut(&str),
}

/// What a game is to be.
#[derive(Clone, Copy)]
pub struct Plan<'p> {
    /// The series announced.
    pub series: &'p str,
    /// The cards to sell: series, first, last.
    pub cards: &'p [(&'p str, u32, u32)],
    /// The price of a card, in cents.
    pub face_value_cents: u64,
    /// What is out of the ordinary.
    pub twists: &'p [Twist],
    /// The order in which a hand meets the balls, if the machine is given up.
    pub hand: &'p [u8],
}

impl Plan<'_> {
    fn has(&self, twist: Twist) -> bool {
        self.twists.contains(&twist)
    }
}

/// Something out of the ordinary, and at which ball of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twist {
    /// Somebody sings a wrong line after this ball.
    WrongLine(usize),
    /// The hall's voice speaks in the draw, and what is heard is kept.
    Heard,
    /// It speaks up to this ball; the rest of the game goes faster without it.
    HushedAfter(usize),
    /// An inspector comes in after this ball.
    Inspection(usize),
    /// The game is void after this ball.
    Void(usize),
    /// This ball, drawn by hand, is keyed as two numbers.
    KeyedDiffers(usize),
    /// The sound fails before the first ball, and comes back within the fifteen minutes.
    Suspension,
    /// The power goes when this ball was read and not announced.
    PowerCut(usize),
}

/// How a game went.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Played {
    /// The game's number.
    pub game: u32,
    /// The balls announced, in order.
    pub balls: Vec<u8>,
    /// The cards that won the line.
    pub lines: Vec<(String, u32)>,
    /// The cards that won the bingo.
    pub bingos: Vec<(String, u32)>,
    /// What was paid, in cents.
    pub paid_cents: u64,
    /// What was refunded, in cents.
    pub refunded_cents: u64,
}

impl<'a> Evening<'a> {
    /// Takes the desk's and the wall's boards of the hall in a folder.
    pub fn new(
        dir: &Path,
        server: Server,
        machine: &'a mut Machine,
        staff: &'a Staff,
        tickets: Tickets,
        say: &'a mut dyn FnMut(&str),
    ) -> Evening<'a> {
        let wall = Link::open(&server.url, "pared-1", None);
        let (desk, port) = (staff.desk(&server), machine.port.clone());
        Evening {
            staff,
            desk,
            wall,
            tickets,
            server: Some(server),
            machine,
            dir: dir.to_owned(),
            port,
            hand_was_told: false,
            screens: None,
            loud: None,
            say,
        }
    }

    /// Says a line of the evening.
    pub fn say(&mut self, line: &str) {
        (self.say)(line);
    }

    /// Goes home. The server runs on.
    ///
    /// # Errors
    /// When there is none.
    pub fn end(self) -> Result<Server> {
        self.server.context("a server runs")
    }

    /// Plays a game from the announcement of the series to the last prize or refund.
    ///
    /// # Errors
    /// What the desk refused, or what never came.
    pub fn play(&mut self, plan: &Plan<'_>) -> Result<Played> {
        let played = self.play_on(plan)?;
        if plan.has(Twist::Heard) {
            self.was_heard()?;
        }
        Ok(played)
    }

    fn play_on(&mut self, plan: &Plan<'_>) -> Result<Played> {
        let game = self.sell(plan)?;
        if plan.has(Twist::Suspension) {
            self.suspend(game)?;
        }
        if plan.has(Twist::Heard) {
            self.start_aloud(game)?;
        } else {
            self.start(game)?;
        }
        let mut played = Played { game, ..Played::default() };
        loop {
            if plan.has(Twist::PowerCut(played.balls.len() + 1)) {
                self.cut_power(game)?;
            } else if plan.has(Twist::Heard) {
                self.play_aloud(game, plan)?;
            } else {
                self.play_ball(game, plan)?;
            }
            let called = self.board(|_| true)?.public.announced.clone();
            played.balls.clone_from(&called);
            if plan.has(Twist::HushedAfter(called.len())) {
                self.was_heard()?;
            }
            if plan.has(Twist::Void(called.len())) {
                played.refunded_cents = self.void(game, plan)?;
                return Ok(played);
            }
            if plan.has(Twist::WrongLine(called.len())) {
                self.wrong_line(game, plan, &called)?;
            }
            if plan.has(Twist::Inspection(called.len())) {
                self.inspect(called.len())?;
            }
            let board = self.board(|_| true)?;
            let open = board.public.game.as_ref().is_some_and(|game| game.line_open);
            let bingos: Vec<Ticket> =
                self.sold(plan).filter(|ticket| ticket.has_bingo(&called)).cloned().collect();
            let lines: Vec<Ticket> =
                self.sold(plan).filter(|ticket| open && ticket.has_line(&called)).cloned().collect();
            if !lines.is_empty() {
                played.lines = lines.iter().map(|t| (t.series.clone(), t.number)).collect();
                self.sing(game, Play::Line, &lines)?;
            }
            if !bingos.is_empty() {
                played.bingos = bingos.iter().map(|t| (t.series.clone(), t.number)).collect();
                self.sing(game, Play::Bingo, &bingos)?;
                played.paid_cents = self.pay(game)?;
                if !board.machine.faults.is_empty() || board.machine.door_open {
                    self.repair(game)?;
                }
                return Ok(played);
            }
        }
    }

    /// Takes a picture of console and wall once both show this scene.
    ///
    /// # Errors
    /// When one never does.
    pub fn look(&self, name: &str, scene: Scene) -> Result<()> {
        let Some(screens) = self.screens else { return Ok(()) };
        screens.console_picture(name, self.up_to_date(scene))?;
        screens.wall_picture(name, live(scene))
    }

    /// Returns whether a console shows a scene, and all that the desk knows at this moment.
    fn up_to_date(&self, scene: Scene) -> impl Fn(&Value) -> bool + use<> {
        let seq = self.desk.board().seq;
        move |shown| {
            let so = ["connected", "listed"].iter().all(|name| shown[*name] == true);
            // The order after a question is deaf until the window is over: it is the question that is looked at.
            let armed = scene == Scene::Question || shown["acts"] == false || shown["live"] == true;
            so && armed && shown["scene"] == json!(scene) && shown["seq"].as_u64().is_some_and(|at| at >= seq)
        }
    }

    /// Takes a picture of another desk: that of somebody of the staff.
    fn visit(&self, user: &str, visit: &Visit<'_>) -> Result<()> {
        let (Some(screens), Some(server)) = (self.screens, &self.server) else { return Ok(()) };
        let visitor = crate::staff::log_in(&server.url, user, visit.device)?;
        let token = visitor.token().context("a log-in gives a token")?;
        screens.visit(&server.url, token, visit)
    }

    fn sold<'b>(&'b self, plan: &'b Plan<'_>) -> impl Iterator<Item = &'b Ticket> {
        plan.cards.iter().flat_map(|(series, first, last)| self.tickets.range(series, *first, *last))
    }

    /// Waits for the desk's board to be so.
    ///
    /// # Errors
    /// When it never is.
    pub fn board(&self, mut good: impl FnMut(&MesaBoard) -> bool) -> Result<std::sync::Arc<MesaBoard>> {
        let seen: Seen<MesaBoard> = self
            .desk
            .wait(|seen| seen.connected && good(&seen.board), PATIENCE)
            .with_context(|| format!("the desk's board never came to this: {:?}", self.desk.board().board))?;
        Ok(seen.board)
    }

    /// Opens the sale, hands out the blocks and closes: the acta row is written.
    ///
    /// # Errors
    /// What the desk refused.
    pub fn sell(&mut self, plan: &Plan<'_>) -> Result<u32> {
        let opened = post(
            &self.staff.mesa,
            "open-sale",
            &json!({"series": plan.series, "series_size": SERIES_SIZE, "face_value_cents": plan.face_value_cents}),
        )?;
        let game = u32::try_from(opened.events[0].body["game"].as_u64().context("a sale has a game")?)?;
        (self.say)(&format!(
            "\n■ PARTIDA {game}. Se anuncia la serie {}: {SERIES_SIZE} cartones, a {}. Se abre la venta.",
            spoken(plan.series),
            euros(plan.face_value_cents)
        ));
        let so = self.up_to_date(Scene::Sale);
        let so = |shown: &Value| so(shown) && shown["desk"] == "Caja";
        self.visit("carmen", &Visit { device: "caja-1", keys: &["F5"], name: "caja-entregar", so: &so })?;
        self.hand_out(game, plan)?;
        Ok(game)
    }

    /// Hands out the blocks and closes the sale.
    fn hand_out(&mut self, game: u32, plan: &Plan<'_>) -> Result<()> {
        let mut turn = self.staff.sellers.iter().cycle();
        for (series, first, last) in plan.cards {
            let mut from = *first;
            while from <= *last {
                let to = (from + BLOCK - 1).min(*last);
                let seller = turn.next().context("a hall has sellers")?;
                let block = json!({"game": game, "series": series, "first": from, "last": to,
                    "price_cents": plan.face_value_cents, "seller": seller});
                post(&self.staff.cajero, "issue-block", &block)?;
                from = to + 1;
            }
        }
        self.board(|board| !board.holdings.is_empty())?;
        self.look("venta", Scene::Sale)?;
        post(&self.staff.cajero, "close-sale", &json!({"game": game}))?;
        let board = self.board(|board| in_game(board, game).is_some_and(|game| !game.formula.is_empty()))?;
        let shown = in_game(&board, game).context("the game is on the board")?;
        (self.say)(&format!("  «{}»", shown.formula));
        (self.say)(&format!(
            "  Recaudado {}. Premio de línea {}; premio de bingo {}. El acta de la partida está escrita.",
            euros(shown.takings_cents),
            euros(shown.line_cents),
            euros(shown.bingo_cents)
        ));
        Ok(())
    }

    /// Orders the extraction to begin, once the machine has all its balls in the drum.
    ///
    /// # Errors
    /// What the desk refused.
    pub fn start(&mut self, game: u32) -> Result<()> {
        self.board(|board| board.machine.linked)?;
        let begun = std::time::Instant::now();
        loop {
            match post(&self.staff.mesa, "start-draw", &json!({"game": game})) {
                Ok(_) => break,
                Err(error) if code(&error) == "maquina-no-preparada" && begun.elapsed() < PATIENCE => {
                    // It is bringing its balls back: its next heartbeat says so.
                    std::thread::sleep(Duration::from_millis(100));
                }
                Err(error) => return Err(error.into()),
            }
        }
        (self.say)("  Comienza la extracción.");
        Ok(())
    }

    /// The next ball, whoever draws it: the machine, or two people once it is given up.
    fn play_ball(&mut self, game: u32, plan: &Plan<'_>) -> Result<()> {
        loop {
            let board = self.board(|board| {
                !board.pending.is_empty() || !board.holds.is_empty() || board.by_hand.is_some()
            })?;
            match (&board.by_hand, board.holds.first()) {
                (None, Some(hold)) => {
                    self.give_up_machine(game, hold, board.public.announced.len() + board.pending.len())?;
                }
                (Some(hand), _) if board.pending.is_empty() => self.key(game, plan, hand)?,
                (_, _) => match self.next_ball(game) {
                    // The machine failed between the look and the word.
                    Err(error) if error.downcast_ref().map(code) == Some("en-alto") => {
                        self.board(|board| !board.holds.is_empty())?;
                    }
                    other => return other.map(drop),
                },
            }
        }
    }

    /// Waits for a ball, announces it and lets the wall show it. Returns all announced balls.
    ///
    /// # Errors
    /// What the desk refused, or that no ball came.
    pub fn next_ball(&mut self, game: u32) -> Result<Vec<u8>> {
        let board = self.board(|board| !board.pending.is_empty())?;
        let ball = board.pending.first().context("a ball waits")?;
        post(
            &self.staff.locutor,
            "announce",
            &json!({"game": game, "ordinal": ball.ordinal, "ball": ball.ball}),
        )?;
        let place = usize::from(ball.ordinal);
        let seen = self
            .wall
            .wait(|seen| seen.board.announced.len() >= place, PATIENCE)
            .context("the wall shows it")?;
        let shown = json!({"panel": "pared-1", "game": game, "ordinal": ball.ordinal});
        let _: Value =
            self.staff.locutor.send("/api/panel/shown", &shown, uuid::Uuid::new_v4()).unwrap_or_default();
        // The pending list on this board may be older than the announcement: wait for it.
        self.board(|board| board.public.announced.len() >= place)?;
        Ok(seen.board.announced[..place].to_vec())
    }
}

/// Returns whether a wall shows this scene.
fn live(scene: Scene) -> impl Fn(&Value) -> bool {
    move |shown| shown["contact"] == "live" && shown["scene"] == json!(scene)
}

fn in_game(board: &MesaBoard, game: u32) -> Option<&Game> {
    board.public.game.as_ref().filter(|shown| shown.game == game)
}

/// Returns an amount as a Spaniard writes it.
pub fn euros(cents: u64) -> String {
    hall_core::money::Cents(cents).to_string()
}

/// Returns a series as it is said: "A 17".
pub fn spoken(series: &str) -> String {
    let (letter, number) = series.split_at(1.min(series.len()));
    format!("{letter} {number}")
}

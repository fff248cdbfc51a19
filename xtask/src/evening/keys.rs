//! A game at the mesa by the console's own keys: every press is looked for on the board before
//! the next one.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use hall_wire::board::{MesaBoard, Play, Scene};

use serde_json::{Value, json};

use super::{Evening, Plan, Played, euros, live, spoken};
use crate::screens::{CONSOLE, Display, Screens};
use crate::staff::key_of;
use crate::tickets::Ticket;

/// How long a press may go unanswered before it is pressed again, as a person does too.
const AGAIN: Duration = Duration::from_millis(900);

/// How many times.
const TRIES: u32 = 40;

impl Evening<'_> {
    /// Plays a game whose mesa is the console: a person of the mesa sits there, logged in. Where nobody looks on, the
    /// locutor announces what comes between line and bingo, faster than keys do.
    ///
    /// # Errors
    /// What never came.
    pub fn play_by_keys(&mut self, plan: &Plan<'_>, screens: &Screens) -> Result<Played> {
        screens.wall_picture("entre-partidas", live(Scene::Idle))?;
        self.board(|board| board.machine.linked)?;
        screens.console.focus()?;
        let idle = self.up_to_date(Scene::Idle);
        screens.console_picture("abrir-venta", |shown| idle(shown) && shown["acts"] == true)?;
        let before = self.board(|_| true)?.public.game.as_ref().map_or(0, |game| game.game);
        let mut keys = self.press(screens, "Return", |board| {
            board.public.scene == Scene::Sale
                && board.public.game.as_ref().is_some_and(|game| game.game > before)
        })?;
        let game = self.board(|_| true)?.public.game.as_ref().context("a game is on sale")?.game;
        (self.say)(&format!(
            "\n■ PARTIDA {game}, con las teclas del puesto de la mesa. Intro: se abre la venta."
        ));
        self.hand_out(game, plan)?;
        self.look("totales", Scene::Totals)?;
        keys += self.press(screens, "Return", |board| board.public.scene == Scene::Draw)?;
        (self.say)("  Intro: leídos los totales, comienza la extracción.");
        let mut played = Played { game, ..Played::default() };
        let (looked_on, mut keyed) = (Display::somebodys().is_some(), 0);
        loop {
            let board = self.board(|board| !board.pending.is_empty())?;
            let place = usize::from(board.pending.first().context("a ball waits")?.ordinal);
            if place == 12 {
                screens.console_picture("bola-sin-anunciar", self.up_to_date(Scene::Draw))?;
            }
            if looked_on || played.lines.is_empty() {
                keys += self.press(screens, "Return", |board| board.public.announced.len() >= place)?;
                keyed = place;
            } else {
                self.next_ball(game)?;
            }
            let called = self.board(|board| board.public.announced.len() >= place)?.public.announced.clone();
            played.balls.clone_from(&called);
            if place == 12 {
                screens.wall_picture("extraccion", |shown| shown["ordinal"] == place)?;
            }
            let open = self.board(|_| true)?.public.game.as_ref().is_some_and(|game| game.line_open);
            let bingos: Vec<Ticket> =
                self.sold(plan).filter(|ticket| ticket.has_bingo(&called)).cloned().collect();
            let lines: Vec<Ticket> =
                self.sold(plan).filter(|ticket| open && ticket.has_line(&called)).cloned().collect();
            if !lines.is_empty() {
                played.lines = lines.iter().map(|t| (t.series.clone(), t.number)).collect();
                keys += self.sing_by_keys(screens, Play::Line, &lines)?;
                if !looked_on {
                    (self.say)("  Las bolas que siguen las anuncia el locutor, desde su puesto.");
                }
            }
            if !bingos.is_empty() {
                played.bingos = bingos.iter().map(|t| (t.series.clone(), t.number)).collect();
                keys += self.sing_by_keys(screens, Play::Bingo, &bingos)?;
                screens.console_picture("pagos", self.up_to_date(Scene::Winners))?;
                screens.wall_picture("ganadores", live(Scene::Winners))?;
                played.paid_cents = self.pay(game)?;
                (self.say)(&format!(
                    "  Teclas en la mesa para {keyed} bolas, una línea y un bingo: {keys} ({} además de una por bola).",
                    keys.saturating_sub(u32::try_from(keyed)?)
                ));
                return Ok(played);
            }
        }
    }

    /// The jefe de mesa comes in at the console: user, PIN.
    ///
    /// # Errors
    /// When the log-in never shows on the board.
    pub fn sit_down(&self, screens: &Screens) -> Result<()> {
        screens.console_picture("entrada", |shown| shown["connected"] == true && shown["acts"] == false)?;
        screens.console.focus()?;
        let (user, pin) = key_of("jefe_de_mesa");
        screens.console.type_words(user)?;
        screens.console.press(&["Tab"])?;
        screens.console.type_words(pin)?;
        screens.console_picture("entrada-pin", |shown| shown["acts"] == true)?;
        let here = |board: &MesaBoard| board.people.iter().any(|duty| duty.device == CONSOLE);
        self.press(screens, "Return", here).map(drop)
    }

    /// Stop, scan, give and ask, order.
    fn sing_by_keys(&mut self, screens: &Screens, play: Play, winners: &[Ticket]) -> Result<u32> {
        let (name, word) = match play {
            Play::Line => ("linea", "LÍNEA"),
            Play::Bingo => ("bingo", "BINGO"),
        };
        let mut keys = self.press(screens, "KP_Multiply", |board| board.public.stop.is_some())?;
        screens.console_picture("parada", self.up_to_date(Scene::Check))?;
        for (place, ticket) in winners.iter().enumerate() {
            screens.console.scan(&ticket.code)?;
            let sung =
                |board: &MesaBoard| board.public.stop.as_ref().is_some_and(|stop| stop.claims.len() > place);
            self.board(sung)?;
            (self.say)(&format!(
                "  ¡{word}! Cartón {} de la serie {}, por el lector.",
                ticket.number,
                spoken(&ticket.series)
            ));
        }
        screens.console_picture(&format!("veredicto-{name}"), self.up_to_date(Scene::Check))?;
        let sung = |shown: &Value| shown["scene"] == json!(Scene::Check) && shown["claims"] == winners.len();
        screens.wall_picture(&format!("comprobacion-{name}"), sung)?;
        keys += self.press(screens, "Return", |board| board.public.scene == Scene::Question)?;
        screens.console_picture(&format!("pregunta-{name}"), self.up_to_date(Scene::Question))?;
        if play == Play::Line {
            // It comes when the verdict has stood there for four seconds.
            screens.wall_picture("pregunta", live(Scene::Question))?;
        }
        keys += self.press(screens, "Return", |board| match play {
            Play::Line => board.public.scene == Scene::Draw,
            Play::Bingo => board.public.scene == Scene::Winners,
        })?;
        let prize = self.board(|board| board.public.prizes.iter().any(|prize| prize.play == play))?;
        let total: u64 = prize
            .public
            .prizes
            .iter()
            .filter(|prize| prize.play == play)
            .map(|prize| prize.amount_cents)
            .sum();
        (self.say)(&format!(
            "  Intro: dado y preguntado; Intro: orden que cierra la jugada. {}.",
            euros(total)
        ));
        Ok(keys)
    }

    /// Presses a key until the board is so; returns 1, the press that counted.
    fn press(&self, screens: &Screens, key: &str, so: impl Fn(&MesaBoard) -> bool) -> Result<u32> {
        for _ in 0..TRIES {
            if key == "Return" {
                screens.console_is_live(self.desk.board().seq)?;
            }
            screens.console.press(&[key])?;
            let seen = self.desk.wait(|seen| seen.connected && so(&seen.board), AGAIN);
            if seen.is_some() {
                return Ok(1);
            }
        }
        ensure!(
            false,
            "the console's {key} never had its effect: {:?}",
            self.desk.board().board.public.scene
        );
        Ok(0)
    }
}

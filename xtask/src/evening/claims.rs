//! What is sung: stops, checks, the question, the order, the payment.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_wire::board::{Play, Scene};
use hall_wire::link::ClientError;
use serde_json::{Value, json};

use super::{Evening, PATIENCE, Plan, euros, spoken};
use crate::screens::Visit;
use crate::staff::{code, post};
use crate::tickets::Ticket;

impl Evening<'_> {
    fn stop(&self, game: u32, announced: usize) -> Result<(), ClientError> {
        match post(&self.staff.locutor, "stop", &json!({"game": game, "announced": announced})) {
            Ok(_) => Ok(()),
            Err(error) if code(&error) == "fase-inadecuada" => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Gives an order that ends a stop, as soon as it may be given.
    pub(super) fn order(&self, order: &str, game: u32, stop: u32) -> Result<()> {
        let begun = Instant::now();
        loop {
            match post(&self.staff.mesa, order, &json!({"game": game, "stop": stop})) {
                Ok(_) => return Ok(()),
                // The prudent time (G12), or the machine's next heartbeat: a person would look.
                Err(error)
                    if ["plazo-prudencial", "maquina-no-preparada"].contains(&code(&error))
                        && begun.elapsed() < PATIENCE =>
                {
                    std::thread::sleep(Duration::from_millis(100));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    pub(super) fn stop_no(&self) -> Result<u32> {
        let board = self.board(|board| board.public.stop.is_some())?;
        Ok(board.public.stop.as_ref().context("a stop is open")?.stop)
    }

    /// Somebody sings a line that is not there: nothing closes, the game goes on (G11).
    pub(super) fn wrong_line(&mut self, game: u32, plan: &Plan<'_>, called: &[u8]) -> Result<()> {
        let ticket =
            self.sold(plan).find(|ticket| !ticket.has_line(called)).context("not all have it")?.clone();
        self.stop(game, called.len())?;
        let claimed =
            post(&self.staff.mesa, "claim", &json!({"game": game, "play": "line", "code": ticket.code}))?;
        let verdict = &claimed.events.last().context("a claim is an event")?.body["verdict"];
        ensure!(verdict["is"] != "good", "the card has no line: {verdict}");
        let stop = self.stop_no()?;
        let board =
            self.board(|board| board.public.stop.as_ref().is_some_and(|stop| !stop.claims.is_empty()))?;
        let words = board
            .public
            .stop
            .as_ref()
            .and_then(|stop| stop.claims.last())
            .map(|claim| claim.words.es.clone());
        (self.say)(&format!(
            "  Bola {}: cantan línea con el cartón {} de la serie {}. No es válida. {}. Sigue la extracción.",
            called.len(),
            ticket.number,
            spoken(&ticket.series),
            words.unwrap_or_default()
        ));
        if let Some(screens) = self.screens {
            screens.console_picture("canto-equivocado", self.up_to_date(Scene::Check))?;
            let told = |shown: &Value| shown["claims"] == 1 && shown["replays"] == false;
            screens.wall_picture("canto-equivocado", told)?;
        }
        post(&self.staff.mesa, "go-on", &json!({"game": game, "stop": stop}))?;
        Ok(())
    }

    /// Good cards are sung: stop, check, accept, question, order.
    pub(super) fn sing(&mut self, game: u32, play: Play, winners: &[Ticket]) -> Result<()> {
        let announced = self.board(|_| true)?.public.announced.len();
        self.stop(game, announced)?;
        let (name, word) = match play {
            Play::Line => ("LÍNEA", "line"),
            Play::Bingo => ("BINGO", "bingo"),
        };
        for ticket in winners {
            let claimed =
                post(&self.staff.mesa, "claim", &json!({"game": game, "play": word, "code": ticket.code}))?;
            let event = claimed.events.last().context("a claim is an event")?;
            post(&self.staff.mesa, "accept-claim", &json!({"game": game, "claim": event.body["claim"]}))?;
            (self.say)(&format!(
                "  Bola {announced}: ¡{name}! Cartón {} de la serie {}, comprobado y correcto.",
                ticket.number,
                spoken(&ticket.series)
            ));
        }
        let stop = self.stop_no()?;
        let asked = post(&self.staff.mesa, "ask-question", &json!({"game": game, "stop": stop}))?;
        let both = asked.events[0].body["line"] == true && asked.events[0].body["bingo"] == true;
        let question = match (both, play) {
            (true, _) => "«¿Alguna línea más? ¿Algún bingo más?»",
            (false, Play::Line) => "«¿Alguna línea más?»",
            (false, Play::Bingo) => "«¿Algún bingo más?»",
        };
        (self.say)(&format!("  {question}"));
        let order = if play == Play::Line { "go-on" } else { "end-game" };
        self.order(order, game, stop)?;
        let words = if play == Play::Line {
            "Orden de seguir: jugada de línea cerrada."
        } else {
            "Orden de cierre: partida cerrada."
        };
        (self.say)(&format!("  {words}"));
        Ok(())
    }

    /// Pays every prize against its card.
    pub(super) fn pay(&mut self, game: u32) -> Result<u64> {
        let board = self.board(|board| board.public.prizes.iter().any(|prize| prize.play == Play::Bingo))?;
        let mut paid = 0;
        let so = self.up_to_date(Scene::Winners);
        let so = |shown: &Value| so(shown) && shown["desk"] == "Caja";
        self.visit("carmen", &Visit { device: "caja-1", keys: &[], name: "caja-pagar", so: &so })?;
        for prize in &board.public.prizes {
            let ticket = self.tickets.get(&prize.card.series, prize.card.card);
            post(
                &self.staff.cajero,
                "pay-prize",
                &json!({"game": game, "prize": prize.prize, "code": ticket.code}),
            )?;
            paid += prize.amount_cents;
            let play = if prize.play == Play::Line { "línea" } else { "bingo" };
            (self.say)(&format!(
                "  Pagado el premio de {play}: {} al cartón {} de la serie {}.",
                euros(prize.amount_cents),
                prize.card.card,
                spoken(&prize.card.series)
            ));
        }
        Ok(paid)
    }
}

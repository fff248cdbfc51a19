//! An evening driven from outside: people at their devices, players with their cards.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use hall_wire::board::{Game, MesaBoard, Play, PublicBoard};
use hall_wire::link::{ClientError, Link, Seen};
use serde_json::{Value, json};

use crate::programs::Server;
use crate::staff::{Staff, code, post};
use crate::tickets::{Ticket, Tickets};

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
    say: &'a mut dyn FnMut(&str),
}

/// What a game is to be.
pub struct Plan<'p> {
    /// The series announced.
    pub series: &'p str,
    /// The cards to sell: series, first, last.
    pub cards: &'p [(&'p str, u32, u32)],
    /// The price of a card, in cents.
    pub face_value_cents: u64,
    /// Somebody sings a wrong line after this many balls.
    pub wrong_claim_at: Option<usize>,
    /// The game is void after this many balls.
    pub void_at: Option<usize>,
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
    /// Takes the desk's and the wall's boards.
    pub fn new(
        server: &Server,
        staff: &'a Staff,
        tickets: Tickets,
        say: &'a mut dyn FnMut(&str),
    ) -> Evening<'a> {
        let wall = Link::open(&server.url, "pared-1", None);
        Evening { staff, desk: staff.desk(server), wall, tickets, say }
    }

    /// Plays a game from the announcement of the series to the last prize or refund.
    ///
    /// # Errors
    /// What the desk refused, or what never came.
    pub fn play(&mut self, plan: &Plan<'_>) -> Result<Played> {
        let game = self.sell(plan)?;
        self.start(game)?;
        let mut played = Played { game, ..Played::default() };
        let mut wrong_claim_at = plan.wrong_claim_at;
        loop {
            let called = self.next_ball(game)?;
            played.balls.clone_from(&called);
            if plan.void_at == Some(called.len()) {
                played.refunded_cents = self.void(game, plan)?;
                return Ok(played);
            }
            if wrong_claim_at == Some(called.len()) {
                wrong_claim_at = None;
                self.wrong_line(game, plan, &called)?;
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
                return Ok(played);
            }
        }
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
        Ok(game)
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

    fn stop(&self, game: u32, announced: usize) -> Result<(), ClientError> {
        match post(&self.staff.locutor, "stop", &json!({"game": game, "announced": announced})) {
            Ok(_) => Ok(()),
            Err(error) if code(&error) == "fase-inadecuada" => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn stop_no(&self) -> Result<u32> {
        let board = self.board(|board| board.public.stop.is_some())?;
        Ok(board.public.stop.as_ref().context("a stop is open")?.stop)
    }

    /// Somebody sings a line that is not there: nothing closes, the game goes on (G11).
    fn wrong_line(&mut self, game: u32, plan: &Plan<'_>, called: &[u8]) -> Result<()> {
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
        let words =
            board.public.stop.as_ref().and_then(|stop| stop.claims.last()).map(|claim| claim.words.clone());
        (self.say)(&format!(
            "  Bola {}: cantan línea con el cartón {} de la serie {}. No es válida: {}. Sigue la extracción.",
            called.len(),
            ticket.number,
            spoken(&ticket.series),
            words.unwrap_or_default()
        ));
        post(&self.staff.mesa, "go-on", &json!({"game": game, "stop": stop}))?;
        Ok(())
    }

    /// Good cards are sung: stop, check, accept, question, order.
    fn sing(&mut self, game: u32, play: Play, winners: &[Ticket]) -> Result<()> {
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
        loop {
            match post(&self.staff.mesa, order, &json!({"game": game, "stop": stop})) {
                Ok(_) => break,
                // The prudent time (G12): a person would look at the clock.
                Err(error) if ["plazo-prudencial", "maquina-no-preparada"].contains(&code(&error)) => {
                    std::thread::sleep(Duration::from_millis(250));
                }
                Err(error) => return Err(error.into()),
            }
        }
        let words = if play == Play::Line {
            "Orden de seguir: jugada de línea cerrada."
        } else {
            "Orden de cierre: partida cerrada."
        };
        (self.say)(&format!("  {words}"));
        Ok(())
    }

    /// Pays every prize against its card.
    fn pay(&mut self, game: u32) -> Result<u64> {
        let board = self.board(|board| board.public.prizes.iter().any(|prize| prize.play == Play::Bingo))?;
        let mut paid = 0;
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

    /// Voids the game and refunds every card.
    fn void(&mut self, game: u32, plan: &Plan<'_>) -> Result<u64> {
        let cause = "error sustancial al cantar un número (Catálogo 10.V)";
        post(&self.staff.mesa, "ask-void", &json!({"game": game, "cause": cause}))?;
        let voided = post(&self.staff.sala, "confirm-void", &json!({"game": game, "cause": cause}))?;
        let due = voided.events[0].body["amount_cents"].as_u64().context("a void has an amount")?;
        (self.say)(&format!(
            "  PARTIDA ANULADA: {cause}. Lo pide el jefe de mesa y lo confirma el jefe de sala."
        ));
        let (mut count, mut refunded) = (0, 0);
        for (series, first, last) in plan.cards {
            for number in *first..=*last {
                let card = json!({"game": game, "series": series, "first": number, "last": number});
                let done = post(&self.staff.cajero, "refund-cards", &card)?;
                refunded += done.events[0].body["amount_cents"].as_u64().context("a refund has an amount")?;
                count += 1;
            }
        }
        ensure!(refunded == due, "{refunded} cents were refunded and {due} were due");
        (self.say)(&format!(
            "  Devueltos {count} cartones, uno a uno, contra el cartón: {}.",
            euros(refunded)
        ));
        Ok(refunded)
    }
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

//! What goes wrong: a game that is void, a machine that jams, a power cut.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use hall_wire::board::{ByHand, Hold, MesaBoard, Scene};
use hall_wire::link::Client;
use hall_wire::message::Me;
use serde_json::{Value, json};

use super::{Evening, PATIENCE, Plan, Twist, euros};
use crate::programs::Server;
use crate::screens::Visit;
use crate::staff::post;

impl Evening<'_> {
    /// Voids the game and refunds every card.
    pub(super) fn void(&mut self, game: u32, plan: &Plan<'_>) -> Result<u64> {
        let cause = "error sustancial al cantar un número (Catálogo 10.V)";
        if let Some(screens) = self.screens {
            // What the jefe de mesa would open; the evening asks over HTTP.
            screens.console.press(&["slash"])?;
            screens.console_picture("incidencias", |shown| shown["band"] == "INCIDENCIAS")?;
            screens.console.press(&["Escape"])?;
        }
        post(&self.staff.mesa, "ask-void", &json!({"game": game, "cause": cause}))?;
        self.board(|board| board.void_asked.is_some())?;
        self.visit_manager("sala-firma")?;
        let voided = post(&self.staff.sala, "confirm-void", &json!({"game": game, "cause": cause}))?;
        let due = voided.events[0].body["amount_cents"].as_u64().context("a void has an amount")?;
        (self.say)(&format!(
            "  PARTIDA ANULADA: {cause}. Lo pide el jefe de mesa y lo confirma el jefe de sala."
        ));
        self.look("anulada", Scene::Void)?;
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

    /// The manager's desk, as it is now.
    fn visit_manager(&self, name: &str) -> Result<()> {
        let (Some(screens), Some(server)) = (self.screens, &self.server) else { return Ok(()) };
        let token = self.staff.sala.token().context("the manager is logged in")?;
        let so = self.up_to_date(Scene::Draw);
        let so = |shown: &Value| so(shown) && shown["desk"] == "Sala";
        screens.visit(&server.url, token, &Visit { device: "despacho", keys: &[], name, so: &so })
    }

    /// Before the first ball the sound fails: fifteen minutes, the paragraph, and on (36.1, 36.3).
    pub(super) fn suspend(&mut self, game: u32) -> Result<()> {
        let cause = "No hay sonido en la sala";
        post(&self.staff.mesa, "suspend-game", &json!({"game": game, "cause": cause}))?;
        (self.say)(&format!(
            "  PARTIDA SUSPENDIDA antes de la primera bola: {cause}. Corren los quince minutos."
        ));
        self.board(|board| board.suspension.is_some())?;
        self.look("suspendida", Scene::Suspended)?;
        post(&self.staff.locutor, "read-paragraph", &json!({"game": game, "paragraph": "36.1"}))?;
        post(&self.staff.mesa, "lift-suspension", &json!({"game": game}))?;
        (self.say)("  Se lee en voz alta el apartado 36.1. Vuelve el sonido: se levanta la suspensión.");
        Ok(())
    }

    /// The machine is given up: 36.2 is read, two people agree, and two will key the balls.
    pub(super) fn give_up_machine(&mut self, game: u32, hold: &Hold, out: usize) -> Result<()> {
        (self.say)(&format!("  ALTO tras la bola {out}. {}. La extracción se para.", hold.why.es));
        self.look("alto", Scene::Hold)?;
        let staff = self.staff;
        post(&staff.locutor, "read-paragraph", &json!({"game": game, "paragraph": "36.2"}))?;
        (self.say)(
            "  El locutor lee en voz alta el apartado 36.2: la partida sigue con la extracción manual de las bolas \
             que quedan.",
        );
        let (caller, second): (Me, Me) = (staff.locutor.get("/api/me")?, staff.mesa.get("/api/me")?);
        let exit = json!({"exit": "by_hand", "caller": caller.person, "second": second.person});
        self.leave(game, hold.hold, exit)?;
        (self.say)(&format!(
            "  Lo piden y lo confirman dos personas: jefe de mesa y jefe de sala. Teclearán las bolas {}, en el \
             puesto «{}», y {}, en el puesto «{}».",
            caller.name, caller.device, second.name, second.device
        ));
        let sheet = staff.mesa.get_bytes(&format!("/api/partidas/{game}/hoja"))?;
        let file = format!("hojas/partida-{game}.pdf");
        ensure!(std::fs::read(self.dir.join(&file))? == sheet, "{file} is what was sent");
        let board = self.board(|board| board.by_hand.is_some() && board.holds.is_empty())?;
        let left = board.by_hand.as_ref().map_or(0, |hand| hand.remaining.len());
        (self.say)(&format!("  Se imprime la hoja de la partida, con las {left} bolas que quedan: {file}."));
        Ok(())
    }

    /// One proposes a way out of a hold, another agrees.
    fn leave(&self, game: u32, hold: u32, mut exit: Value) -> Result<()> {
        exit["game"] = game.into();
        exit["hold"] = hold.into();
        post(&self.staff.mesa, "ask-hold-exit", &exit)?;
        post(&self.staff.sala, "confirm-hold-exit", &exit)?;
        Ok(())
    }

    /// Somebody puts a hand into the drum: the ball is keyed at two devices.
    pub(super) fn key(&mut self, game: u32, plan: &Plan<'_>, hand: &ByHand) -> Result<()> {
        // Which ball the hand meets is decided here, in the demonstration, and nowhere in the product.
        let met = plan.hand.iter().find(|ball| hand.remaining.contains(ball)).context("a ball is left")?;
        let (staff, next) = (self.staff, hand.next);
        let key = |who: &Client, ball: u8| {
            post(who, "key-ball", &json!({"game": game, "ordinal": next, "ball": ball}))
        };
        key(&staff.locutor, *met)?;
        if !plan.has(Twist::KeyedDiffers(usize::from(next))) {
            key(&staff.mesa, *met)?;
            if !self.hand_was_told {
                self.hand_was_told = true;
                self.board(|board| !board.pending.is_empty())?;
                self.look("a-mano", Scene::Draw)?;
                (self.say)(&format!(
                    "  La bola {next} se saca a mano: es la {met}. La teclean los dos, cada uno en su puesto, y se anuncia. \
                     Así hasta el final.",
                ));
            }
            self.board(|board| !board.pending.is_empty())?;
            return Ok(());
        }
        let wrong = mistaken(*met, &hand.remaining).context("another ball is left")?;
        key(&staff.mesa, wrong)?;
        let board = self.board(|board| !board.holds.is_empty())?;
        let hold = board.holds.first().context("it was waited for")?;
        (self.say)(&format!("  ALTO. {}.", hold.why.es));
        self.leave(game, hold.hold, json!({"exit": "misread", "ordinal": next, "ball": met}))?;
        (self.say)(&format!("  Se mira la bola: es la {met}. Lo acuerdan dos personas y la partida sigue."));
        self.board(|board| board.holds.is_empty() && !board.pending.is_empty())?;
        Ok(())
    }

    /// The power goes between a ball's reading and its announcement, and comes back.
    pub(super) fn cut_power(&mut self, game: u32) -> Result<()> {
        let board = self.board(|board| !board.pending.is_empty())?;
        let (ball, shown) =
            (board.pending.first().context("a ball waits")?.clone(), board.public.announced.len());
        ensure!(self.wall.board().board.announced.len() == shown, "nobody has seen ball {}", ball.ordinal);
        (self.say)(&format!(
            "  Sale la bola {}, la {}. Antes de que se anuncie se va la luz: el servidor muere de golpe (kill -9).",
            ball.ordinal, ball.ball
        ));
        let server = self.server.take().context("a server runs")?;
        let address = server.url.trim_start_matches("http://").to_owned();
        server.kill()?;
        if let Some(screens) = self.screens {
            screens.console_picture("sin-conexion", |shown| shown["connected"] == false)?;
            screens.wall_picture("sin-conexion", |shown| shown["contact"] == "lost")?;
        }
        let begun = Instant::now();
        self.server = Some(Server::start_on(&self.dir, Some(&self.port), &address)?);
        (self.say)(&format!(
            "  Vuelve la luz: el servidor está en marcha en {} ms. Nadie tiene que teclear otra vez su PIN.",
            begun.elapsed().as_millis()
        ));
        let waits = |board: &MesaBoard| {
            board.pending.first() == Some(&ball)
                && board.public.stop.is_some()
                && board.machine.linked
                && usize::from(board.machine.out) == board.public.announced.len() + board.pending.len()
        };
        let board = self.board(waits)?;
        let wall = self.wall.wait(|seen| seen.connected, PATIENCE).context("the wall comes back")?.board;
        ensure!(wall.announced.len() == shown && !wall.announced.contains(&ball.ball), "it was never shown");
        (self.say)(&format!(
            "  La partida espera parada. La bola {} sigue sin anunciar: el panel enseña las mismas {shown} de antes.",
            ball.ordinal
        ));
        (self.say)(&format!(
            "  La máquina cuenta {} bolas fuera y el registro otras tantas.",
            board.machine.out
        ));
        self.look("tras-el-corte", Scene::Check)?;
        let stop = self.stop_no()?;
        let last = board.public.announced.last().context("a ball was announced")?;
        let order = json!({"game": game, "stop": stop, "last": last});
        post(&self.staff.mesa, "go-on-after-restart", &order)?;
        let called = self.next_ball(game)?;
        ensure!(called[shown..] == [ball.ball], "it is announced first: {called:?}");
        (self.say)(&format!(
            "  El jefe de mesa ordena seguir. Lo primero que se anuncia es la bola {}: «el {}».",
            ball.ordinal, ball.ball
        ));
        Ok(())
    }

    /// The stuck ball is freed, and the jefe de mesa writes it down.
    pub(super) fn repair(&mut self, game: u32) -> Result<()> {
        self.machine.tell("clear")?;
        self.board(|board| board.machine.faults.is_empty() && !board.machine.door_open)?;
        let text = "Acabada la partida, el servicio técnico libera la bola atascada y prueba el extractor, que \
                    funciona. Se recogen las 90 bolas";
        let body = json!({"about": "incidencia", "game": game, "text": text, "signed": false});
        post(&self.staff.mesa, "write-diligencia", &body)?;
        (self.say)(
            "  El servicio técnico libera la bola y prueba el extractor; el jefe de mesa lo hace constar.",
        );
        Ok(())
    }
}

/// What a tired eye makes of a ball: its digits the other way round, or another ball that is left.
fn mistaken(ball: u8, remaining: &[u8]) -> Option<u8> {
    let turned = ball % 10 * 10 + ball / 10;
    let near = [turned, ball + 1, ball.saturating_sub(1)];
    let other = |candidate: &&u8| **candidate != ball && remaining.contains(candidate);
    near.iter().find(other).or_else(|| remaining.iter().find(other)).copied()
}

//! The words of the `.evening` scripts.

use std::fmt::Write;

use hall_core::event::{
    ClaimNo, DiligenciaKind, Event, Found, GameNo, HoldExit, HoldNo, Ordinal, Play, PrizeNo, RejectReason,
    Segment, StopNo,
};
use hall_core::game::Phase;
use hall_core::hall::views::{exit_words, hold_words, reject_words, verdict_words};
use hall_core::machine::{BootId, Fault, LinkLoss, Report, Stored};
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::request::{Notice, Presented, Request};
use hall_core::series::CardNo;

use crate::support::{
    Bench, CAJERO, INSPECTOR, MESA, MESA_QUE_VENDE, OTRO_VENDEDOR, SALA, VENDEDOR, ball, card, series, set,
};

/// A script being played.
pub struct Script {
    bench: Bench,
    out: String,
}

impl Script {
    /// Plays a script and returns its transcript. The hall is open, the machine in line.
    pub fn play(text: &str) -> String {
        let mut rules = crate::support::rules();
        if text.contains("regla: el número se teclea") {
            rules.announcing.value = hall_core::rules::Announcing::Typed;
        }
        let mut bench = Bench::under(rules);
        bench.open_session();
        let mut script = Script { bench, out: String::new() };
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with('#') || line.is_empty() {
                writeln!(script.out, "{line}").unwrap();
                continue;
            }
            writeln!(script.out, "> {line}").unwrap();
            script.line(line);
        }
        assert_eq!(script.bench.replayed(), script.bench.hall, "replay gives the same hall");
        script.out
    }

    fn line(&mut self, line: &str) {
        let (who, words) = match line.split_once(": ") {
            Some((name, rest)) => (Some(person(name)), rest),
            None => (None, line),
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        let game = GameNo(self.bench.hall.games);
        let stop = StopNo(self.bench.hall.game.as_ref().map_or(0, |game| game.stops));
        let number =
            |index: usize| -> u32 { words[index].parse().unwrap_or_else(|_| panic!("a number in {line:?}")) };
        let small = |index: usize| u8::try_from(number(index)).unwrap();
        let (by, request) = match words[0] {
            "abre" => (MESA, Request::OpenSession { sala: SALA, check: Bench::opening() }),
            "cierra-sesión" => (
                MESA,
                Request::CloseSession {
                    balls_counted: words.get(1).map_or(90, |_| small(1)),
                    public_witness: false,
                },
            ),
            "venta" => (MESA, Request::OpenSale { series: series(words[1]), face_value: cents(words[2]) }),
            "entrega" => {
                let price = words.get(4).map_or(Cents(200), |word| cents(word));
                let (cards, seller) = (cards(words[1], words[2]), person(words[3]));
                (CAJERO, Request::IssueBlock { game, cards, price, seller })
            }
            "devuelve" => {
                let (cards, seller) = (cards(words[1], words[2]), person(words[3]));
                (CAJERO, Request::ReturnCards { game, cards, seller })
            }
            "recoloca" => {
                let (from, to) = (person(words[3]), person(words[4]));
                (CAJERO, Request::TransferCards { game, cards: cards(words[1], words[2]), from, to })
            }
            "pide-inutilizar" => (CAJERO, Request::AskBurnGap { game, cards: cards(words[1], words[2]) }),
            "inutiliza" => (MESA, Request::ConfirmBurnGap { game, cards: cards(words[1], words[2]) }),
            "rectifica" => {
                let found = if words[4] == "vendidos" { Found::Sold } else { Found::Unsold };
                (
                    MESA,
                    Request::RectifySale {
                        game,
                        cards: cards(words[1], words[2]),
                        found,
                        seller: person(words[3]),
                    },
                )
            }
            "rectifica-voz" => (
                MESA,
                Request::RectifyAnnouncement { game, ordinal: Ordinal(small(1)), said: ball(small(2)) },
            ),
            "última" => (SALA, Request::AnnounceLastGame),
            "inspección" => (INSPECTOR, Request::Inspect),
            "diligencia" | "reclamación" | "reclamación-firmada" => {
                let claims = words[0] != "diligencia";
                let about = if claims { DiligenciaKind::Reclamacion } else { DiligenciaKind::Incidencia };
                let claimant = claims.then_some(hall_core::people::Sealed { id: 77, hash: [7; 32] });
                let (signed, text) = (words[0] == "reclamación-firmada", words[1..].join(" "));
                (
                    SALA,
                    Request::WriteDiligencia {
                        about,
                        game: Some(game).filter(|game| game.0 > 0),
                        text,
                        claimant,
                        signed,
                    },
                )
            }
            "cierra-venta" => (CAJERO, Request::CloseSale { game }),
            "extraer" => (MESA, Request::StartDraw { game }),
            "anuncia" => match self.announce(&words) {
                Some(request) => (VENDEDOR, request),
                None => return,
            },
            "parada" => {
                let announced = self.bench.hall.game.as_ref().map_or(0, |game| game.announced);
                (VENDEDOR, Request::Stop { game, announced: words.get(1).map_or(announced, |_| small(1)) })
            }
            "línea" | "bingo" => {
                let play = if words[0] == "línea" { Play::Line } else { Play::Bingo };
                (MESA, Request::Claim { game, play, card: Presented::Keyed(card(words[1], number(2))) })
            }
            "acepta" => (MESA, Request::AcceptClaim { game, claim: ClaimNo(number(1)) }),
            "rechaza" => {
                let reason = match words.get(2) {
                    Some(&"copia") => RejectReason::NotOriginal,
                    Some(&"ilegible") => RejectReason::Illegible,
                    _ => RejectReason::Manipulated,
                };
                (MESA, Request::RejectClaim { game, claim: ClaimNo(number(1)), reason })
            }
            "pregunta" => (MESA, Request::AskQuestion { game, stop }),
            "sigue" => (MESA, Request::GoOn { game, stop: words.get(1).map_or(stop, |_| StopNo(number(1))) }),
            "fin" => (MESA, Request::EndGame { game, stop }),
            "paga" => {
                let card = Presented::Keyed(card(words[2], number(3)));
                let game = words.get(4).map_or(game, |_| GameNo(number(4)));
                (CAJERO, Request::PayPrize { game, prize: PrizeNo(number(1)), card })
            }
            "retiene" => (
                MESA,
                Request::WithholdPrize { game, prize: PrizeNo(number(1)), reason: words[2..].join(" ") },
            ),
            "libera" => (
                SALA,
                Request::ReleasePrize { game, prize: PrizeNo(number(1)), reason: words[2..].join(" ") },
            ),
            "anular" => (MESA, Request::AskVoid { game, cause: words[1..].join(" ") }),
            "confirma-anular" => {
                let asked = self.bench.hall.game.as_ref().and_then(|game| game.void_asked.clone());
                let cause = words
                    .get(1)
                    .map_or(asked.map_or_else(String::new, |(_, cause)| cause), |_| words[1..].join(" "));
                (SALA, Request::ConfirmVoid { game, cause })
            }
            "reintegra" => (CAJERO, Request::RefundCards { game, cards: cards(words[1], words[2]) }),
            "alto" => (CAJERO, Request::RaiseHold { game, reason: words[1..].join(" ") }),
            "propone" | "confirma" => {
                let hold = HoldNo(number(1));
                let exit = match words[2] {
                    "reparada" => HoldExit::Repaired,
                    "lectura" => HoldExit::Misread { ordinal: Ordinal(small(3)), ball: ball(small(4)) },
                    other => panic!("no way out is called {other}"),
                };
                if words[0] == "propone" {
                    (MESA, Request::AskHoldExit { game, hold, exit })
                } else {
                    (SALA, Request::ConfirmHoldExit { game, hold, exit })
                }
            }
            _ => return self.world(line, &words),
        };
        match self.bench.ask(who.unwrap_or(by), request) {
            Ok(events) => self.tell(&events),
            Err(refusal) => writeln!(self.out, "  NO {}", refusal.line()).unwrap(),
        }
    }

    /// `anuncia` announces all that is pending; `anuncia 16` types the number.
    fn announce(&mut self, words: &[&str]) -> Option<Request> {
        let game = self.bench.hall.game.as_ref()?;
        let (no, next) = (game.no, game.pending().next());
        let place = Ordinal(game.announced + 1);
        if let Some(typed) = words.get(1) {
            return Some(Request::Announce {
                game: no,
                ordinal: place,
                ball: ball(typed.parse().unwrap()),
                typed: true,
            });
        }
        let (ordinal, pending) = next.unwrap_or((place, ball(1)));
        Some(Request::Announce { game: no, ordinal, ball: pending, typed: false })
    }

    /// What machines, clocks and power cuts do.
    fn world(&mut self, line: &str, words: &[&str]) {
        let events = match words[0] {
            // Balls that come out and are announced one by one.
            "bolas" => {
                for number in &words[1..] {
                    self.draw(number.parse().unwrap());
                }
                return;
            }
            // The row of a card, the top one being 1; or all of its numbers; without the last n.
            "fila" => {
                return self.draw_numbers(
                    self.bench.face(words[2].parse().unwrap()).rows()[words[1].parse::<usize>().unwrap() - 1]
                        .iter()
                        .map(|b| b.number())
                        .collect(),
                    words.get(4),
                );
            }
            "cartón" => {
                return self.draw_numbers(
                    self.bench.face(words[1].parse().unwrap()).balls().iter().map(|b| b.number()).collect(),
                    words.get(3),
                );
            }
            // The numbers from 90 down that none of the cards named has, n of them.
            "ajenas" => return self.draw_others(words),
            "sale" => self.bench.out(words[1].parse().unwrap()),
            "sale-otro-juego" => {
                self.bench.out += 1;
                self.bench.frame(Stored::Present);
                let number = words[1].parse().unwrap();
                self.bench.frame(Stored::Read { number, set: set("X9"), confidence: 90 })
            }
            "relee" => {
                let number = words[1].parse().unwrap();
                self.bench.frame(Stored::Present);
                let mut events = self.bench.frame(Stored::Read { number, set: set("J1"), confidence: 97 });
                events.extend(self.bench.frame(Stored::Read { number, set: set("J1"), confidence: 97 }));
                self.bench.out += 1;
                events.extend(self.bench.frame(Stored::Gone));
                events
            }
            "trama-repetida" => {
                let (boot, seq) = (self.bench.boot, self.bench.frame);
                self.bench.report(&Report::Stored { boot, seq, what: Stored::Gone })
            }
            "ilegible" => {
                self.bench.out += 1;
                self.bench.frame(Stored::Present);
                self.bench.frame(Stored::NoRead)
            }
            "atasco" => self.bench.frame(Stored::FaultRaised(Fault::Jam)),
            "desatasco" => self.bench.frame(Stored::FaultCleared(Fault::Jam)),
            "puerta" => {
                self.bench.frame(if words[1] == "abierta" { Stored::DoorOpened } else { Stored::DoorClosed })
            }
            "latido" => {
                if let Some(out) = words.get(1) {
                    self.bench.out = out.parse().unwrap();
                }
                self.bench.beat()
            }
            "identidad" => self.bench.identity(),
            "cable" => self.bench.report(&Report::LinkLost(LinkLoss::HungUp)),
            "tramas-perdidas" => {
                let (boot, expected) = (self.bench.boot, self.bench.frame + 1);
                self.bench.report(&Report::Gap { boot, expected, got: expected + 2 })
            }
            "ruido" => {
                self.bench.report(&Report::BadFrames { count: 3, bytes: 40, first: b"$B,0000".to_vec() })
            }
            "reinicio-máquina" => {
                self.bench.boot = BootId(self.bench.boot.0 + 1);
                self.bench.frame = 0;
                self.bench.identity()
            }
            "reinicio-servidor" => {
                self.bench.hall.beat = None;
                self.bench.notice(&Notice::Started { version: "0.1.0".into() })
            }
            "muestra" => {
                let (game, ordinal) = (GameNo(self.bench.hall.games), Ordinal(words[1].parse().unwrap()));
                self.bench.notice(&Notice::Shown { game, ordinal, panel: "pared-1".into() })
            }
            "espera" => {
                self.bench.now_ms += 1000 * words[1].parse::<i64>().unwrap();
                return;
            }
            "tablero" => return self.board(),
            other => panic!("nobody in the hall knows the word {other:?} in {line:?}"),
        };
        self.tell(&events);
    }

    fn draw(&mut self, number: u8) {
        let events = self.bench.out(number);
        self.tell(&events);
        let holds = self
            .bench
            .hall
            .game
            .as_ref()
            .is_none_or(|game| !game.holds.is_empty() || game.phase != Phase::Drawing);
        if !holds {
            self.line("anuncia");
        }
    }

    fn draw_numbers(&mut self, numbers: Vec<u8>, without_last: Option<&&str>) {
        let out: Vec<u8> =
            self.bench.hall.game.as_ref().unwrap().extracted.iter().map(|b| b.number()).collect();
        let mut left: Vec<u8> = numbers.into_iter().filter(|n| !out.contains(n)).collect();
        let keep = left.len() - without_last.map_or(0, |n| n.parse::<usize>().unwrap());
        left.truncate(keep);
        for number in left {
            self.draw(number);
        }
    }

    fn draw_others(&mut self, words: &[&str]) {
        let count: usize = words[1].parse().unwrap();
        let not: Vec<u8> = words[3..]
            .iter()
            .flat_map(|n| self.bench.face(n.parse().unwrap()).balls().iter().collect::<Vec<_>>())
            .map(|b| b.number())
            .collect();
        let out: Vec<u8> =
            self.bench.hall.game.as_ref().unwrap().extracted.iter().map(|b| b.number()).collect();
        let others: Vec<u8> =
            (1..=90).rev().filter(|n| !not.contains(n) && !out.contains(n)).take(count).collect();
        assert_eq!(others.len(), count, "there are not so many other balls");
        for number in others {
            self.draw(number);
        }
    }

    fn board(&mut self) {
        let board = self.bench.hall.mesa_board();
        let announced: Vec<String> = board.public.announced.iter().map(ToString::to_string).collect();
        let pending: Vec<String> = board.pending.iter().map(|p| p.ball.to_string()).collect();
        writeln!(
            self.out,
            "  escena {:?}; anunciadas [{}]; pendientes [{}]; máquina debe {:?}",
            board.public.scene,
            announced.join(" "),
            pending.join(" "),
            self.bench.hall.wanted()
        )
        .unwrap();
        for warning in board.warnings {
            writeln!(self.out, "  aviso: {warning}").unwrap();
        }
    }

    fn tell(&mut self, events: &[Event]) {
        for event in events {
            if let Some(words) = words(event) {
                writeln!(self.out, "  {words}").unwrap();
            }
        }
    }
}

fn person(name: &str) -> PersonId {
    match name {
        "sala" => SALA,
        "mesa" => MESA,
        "cajero" => CAJERO,
        "vendedor" => VENDEDOR,
        "otro" => OTRO_VENDEDOR,
        "inspector" => INSPECTOR,
        "mesa-que-vende" => MESA_QUE_VENDE,
        "nadie" => PersonId(99),
        other => panic!("nobody is called {other}"),
    }
}

fn cents(text: &str) -> Cents {
    let (euros, cents) = text.split_once(',').expect("an amount as in 2,00");
    Cents(euros.parse::<u64>().unwrap() * 100 + cents.parse::<u64>().unwrap())
}

fn cards(series_name: &str, range: &str) -> Segment {
    let (first, last) = range.split_once('-').expect("cards as in 1-20");
    let number = |text: &str| CardNo(text.parse().unwrap());
    Segment { series: series(series_name), first: number(first), last: number(last) }
}

fn range(cards: &Segment) -> String {
    format!("{} {}-{}", cards.series, cards.first, cards.last)
}

/// What happened, in words; nothing for what a manager does not care to read.
fn words(event: &Event) -> Option<String> {
    Some(match event {
        Event::SessionOpened { session, .. } => format!("sesión {} abierta", session.0),
        Event::SessionClosed { session, prizes_pending, amount_pending, .. } => {
            format!("sesión {} cerrada; premios pendientes {prizes_pending}, {amount_pending}", session.0)
        }
        Event::SaleOpened { game, in_session, series, first, face_value } => {
            format!(
                "partida {} ({in_session}.ª de la sesión): serie {series} desde el {first}, a {face_value}",
                game.0
            )
        }
        Event::BlockIssued { cards, seller, .. } => format!("{} a {seller}", range(cards)),
        Event::CardsReturned { cards, seller, .. } => format!("{} devueltos por {seller}", range(cards)),
        Event::CardsTransferred { cards, from, to, .. } => format!("{} de {from} a {to}", range(cards)),
        Event::GapBurnAsked { cards, .. } => format!("se pide inutilizar {}", range(cards)),
        Event::GapBurned { cards, .. } => format!("{} inutilizados", range(cards)),
        Event::SaleRectified { sold_before, division, formula, .. } => format!(
            "eran {sold_before}: «{formula}» recaudado {}, línea {}, bingo {}",
            division.takings, division.line, division.bingo
        ),
        Event::AnnouncementRectified { ordinal, ball, said, .. } => {
            format!("rectificada la {}.ª: se dijo {said}, es {ball}", ordinal.0)
        }
        Event::LastGameAnnounced { .. } => "se anuncia la última partida".into(),
        Event::InspectionMade { game } => format!("inspección: partida {:?}", game.map(|game| game.0)),
        Event::DiligenciaWritten { diligencia, about, text, signed, .. } => {
            format!("diligencia {diligencia} ({about:?}, firmada {signed}): {text}")
        }
        Event::SaleClosed { division, formula, .. } => format!(
            "«{formula}» recaudado {}, línea {}, bingo {}, sala {}, resto {}",
            division.takings, division.line, division.bingo, division.house, division.resto
        ),
        Event::GameNotHeld { game } => format!("partida {} no celebrada", game.0),
        Event::DrawStarted { .. } => "empieza la extracción".into(),
        Event::BallExtracted { ordinal, ball, .. } => format!("sale {}.ª: {ball}", ordinal.0),
        Event::BallSetAside { number, .. } => format!("bola {number} apartada"),
        Event::ReadingNotCounted { number, .. } => format!("lectura {number} que no cuenta"),
        Event::BallAnnounced { ordinal, ball, .. } => format!("anunciada {}.ª: {ball}", ordinal.0),
        Event::BallShown { ordinal, panel, .. } => format!("{}.ª en el panel {panel}", ordinal.0),
        Event::DrawStopped { stop, announced, cause, .. } => {
            format!("parada {} tras {announced} bolas ({cause:?})", stop.0)
        }
        Event::ClaimMade { claim, play, card, verdict, .. } => {
            let play = if *play == Play::Line { "línea" } else { "bingo" };
            format!("canto {}: {play} con {card}: {}", claim.0, verdict_words(verdict))
        }
        Event::ClaimAccepted { claim, .. } => format!("canto {} aceptado", claim.0),
        Event::ClaimRejected { claim, reason, .. } => {
            format!("canto {} rechazado: {}", claim.0, reject_words(*reason))
        }
        Event::QuestionAsked { line, bingo, .. } => hall_core::acta::question(*line, *bingo).into(),
        Event::DrawResumed { stop, .. } => format!("orden de seguir tras la parada {}", stop.0),
        Event::PlayAwarded { play, winners, remainder, .. } => {
            let shares: Vec<String> = winners
                .iter()
                .map(|share| format!("premio {} de {} para {}", share.prize.0, share.amount, share.card))
                .collect();
            format!("{play:?}: {}; resto {remainder}", shares.join(", "))
        }
        Event::PlayUnsung { play, amount, .. } => format!("{play:?} sin cantar: {amount}"),
        Event::GameEnded { game } => format!("partida {} cerrada", game.0),
        Event::PrizePaid { prize, amount, .. } => format!("premio {} pagado: {amount}", prize.0),
        Event::PrizeReleased { prize, reason, .. } => format!("premio {} liberado: {reason}", prize.0),
        Event::PrizeWithheld { prize, reason, .. } => format!("premio {} retenido: {reason}", prize.0),
        Event::VoidAsked { cause, .. } => format!("se pide anular: {cause}"),
        Event::GameVoided { game, cards, amount, .. } => {
            format!("partida {} anulada: {cards} cartones, {amount} a devolver", game.0)
        }
        Event::CardsRefunded { cards, amount, .. } => format!("{} devueltos: {amount}", range(cards)),
        Event::HoldRaised { hold, why, .. } => format!("ALTO {}: {}", hold.0, hold_words(why)),
        Event::HoldExitAsked { exit, .. } => format!("se propone: {}", exit_words(*exit)),
        Event::HoldLeft { hold, exit, .. } => format!("fin del alto {}: {}", hold.0, exit_words(*exit)),
        Event::BallCorrected { ordinal, from, to, .. } => {
            format!(
                "bola {} corregida: {} -> {to}",
                ordinal.0,
                from.map_or("ninguna".into(), |b| b.to_string())
            )
        }
        Event::MachineIdentified { boot, set, .. } => format!("máquina {boot} con {set}"),
        Event::LinkLost { .. } => "sin enlace con la máquina".into(),
        Event::FramesMissing { expected, .. } => format!("falta la trama {expected}"),
        Event::BadFrames { count, .. } => format!("{count} tramas malas"),
        Event::ServerStarted { .. } => "el servidor arranca".into(),
        Event::HallFounded { .. }
        | Event::CardKeyMade { .. }
        | Event::PersonAdded { .. }
        | Event::LoggedIn { .. }
        | Event::LoggedOut { .. }
        | Event::LoginRefused { .. }
        | Event::MatrixMade { .. }
        | Event::SeriesReceived { .. }
        | Event::SeriesPrinted { .. }
        | Event::BallSetRegistered { .. }
        | Event::ActaIssued { .. }
        | Event::MachineMode { .. }
        | Event::MachineSaw { .. } => return None,
    })
}

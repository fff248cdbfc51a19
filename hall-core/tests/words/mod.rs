//! The words of the `.evening` scripts.

use std::fmt::Write;

use hall_core::event::{
    ClaimNo, DiligenciaKind, EpochCause, Event, Found, GameNo, HoldExit, HoldNo, Ordinal, Play, PrizeNo,
    RejectReason, StopNo,
};
use hall_core::machine::{BootId, Fault, LinkLoss, Report, Stored};
use hall_core::money::Cents;
use hall_core::people::{Actor, Role};
use hall_core::request::{Notice, Presented, Request, RequestKind};
use hall_core::time::{Date, HourOfDay, OffsetChange};
use hall_core::words::{Lang, notice};

use crate::asking;
use crate::support::{Bench, CAJERO, INSPECTOR, MESA, SALA, SIZE, VENDEDOR, ball, card, series, set};

mod balls;
mod machines;
mod paper;
mod people;
mod read;
mod sessions;
mod signing;
mod told;

use paper::sheet;
use read::{cards, cents, first_with, numbering, person};
use told::words;

/// A script being played.
pub struct Script {
    bench: Bench,
    out: String,
}

impl Script {
    /// Plays a script and returns its transcript. The hall is open, the machine in line.
    pub fn play(text: &str) -> String {
        Script::played(text).out
    }

    /// Plays a script and returns what was recorded.
    pub fn recorded(text: &str) -> Bench {
        Script::played(text).bench
    }

    fn played(text: &str) -> Script {
        let mut rules = crate::support::rules();
        balls::rule(text, &mut rules);
        machines::rule(text, &mut rules);
        people::rule(text, &mut rules);
        let mut bench = Bench::under(rules);
        if !text.contains("regla: la sala está cerrada") {
            bench.open_session();
        }
        let mut script = Script { bench, out: String::new() };
        for line in text.lines() {
            if line.starts_with(['#', '>']) || line.is_empty() {
                writeln!(script.out, "{line}").unwrap();
            }
            if let Some(line) = line.strip_prefix("> ") {
                script.line(line);
            }
        }
        assert_eq!(script.bench.replayed(), script.bench.hall, "replay gives the same hall");
        script
    }

    fn line(&mut self, line: &str) {
        // `vendedor@caja: teclea 41`: who, and at which device.
        let (who, device, words) = match line.split_once(": ") {
            Some((name, rest)) => {
                let (name, device) = name.split_once('@').unwrap_or((name, "mesa-1"));
                (Some(person(name)), device, rest)
            }
            None => (None, "mesa-1", line),
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        let hall = &self.bench.hall;
        let game = hall.game.as_ref().map_or(GameNo(hall.games), |game| game.no);
        let stop = StopNo(self.bench.hall.game.as_ref().map_or(0, |game| game.stops));
        let number =
            |index: usize| -> u32 { words[index].parse().unwrap_or_else(|_| panic!("a number in {line:?}")) };
        let small = |index: usize| u8::try_from(number(index)).unwrap();
        let (by, request) = match words[0] {
            _ if balls::request(&words).is_some() => balls::request(&words).unwrap(),
            _ if machines::request(game, &words).is_some() => machines::request(game, &words).unwrap(),
            _ if signing::request(hall, &words).is_some() => signing::request(hall, &words).unwrap(),
            _ if people::at_device(device, &words).is_some() => people::at_device(device, &words).unwrap(),
            _ if people::request(self, &words).is_some() => people::request(self, &words).unwrap(),
            // Any request by its name, as the screen would make it, with these words where it has a text.
            "pide" => {
                let kind =
                    RequestKind::from_name(words[1]).unwrap_or_else(|| panic!("no request {}", words[1]));
                let text = words[2..].join(" ");
                (first_with(kind), asking::sensible(kind, &self.bench.hall, &text))
            }
            "numeración" => (SALA, Request::AskNumbering { numbering: numbering(&words[1..]) }),
            "confirma-numeración" => (MESA, Request::ConfirmNumbering { numbering: numbering(&words[1..]) }),
            "firma-recuento" | "abre" | "cierra-sesión" => self.of_session(&words),
            // By the person's own watch; the day is the server's unless it is said.
            "hora" | "confirma-hora" => {
                let date =
                    words.get(2).map_or_else(|| self.bench.now().date(), |day| Date::parse(day).unwrap());
                let hour = HourOfDay::parse(words[1]).unwrap();
                match words[0] {
                    "hora" => (MESA, Request::AskClock { date, hour }),
                    _ => (SALA, Request::ConfirmClock { date, hour }),
                }
            }
            "sustituye" => (
                SALA,
                Request::Substitute {
                    post: Role::from_name(words[1]).expect("a post"),
                    person: person(words[2]),
                    stand_in: person(words[3]),
                    reason: words[4..].join(" "),
                },
            ),
            "cambia-bolas" => (
                SALA,
                Request::ChangeBallSet {
                    set: set(words[1]),
                    reserve_set: set(words[2]),
                    balls_counted: small(3),
                    seals_whole: true,
                    reason: words[4..].join(" "),
                },
            ),
            "suspende" => (MESA, Request::SuspendGame { game, cause: words[1..].join(" ") }),
            "levanta" => (MESA, Request::LiftSuspension { game }),
            "lee" => (MESA, read::paragraph(game, &words)),
            "teclea" | "teclea-bien" => {
                let place = self.bench.hall.game.as_ref().map_or(0, |game| game.extracted.len()) + 1;
                machines::key(game, &words, place)
            }
            "hoja" => (MESA, Request::AskTranscription { game, lines: sheet(&words[1..]) }),
            // The rest of a sheet on which this card has line and bingo, both paid; typed twice.
            "hoja-del-cartón" => {
                let lines = self.sheet_of(number(1));
                let typed = Request::AskTranscription { game, lines: lines.clone() };
                match self.bench.ask(MESA, typed) {
                    Ok(events) => self.tell(&events),
                    Err(refusal) => panic!("{refusal}"),
                }
                (SALA, Request::ConfirmTranscription { game, lines })
            }
            "misma-hoja" => (SALA, Request::ConfirmTranscription { game, lines: sheet(&words[1..]) }),
            "venta" => {
                let (series, face_value) = (series(words[1]), cents(words[2]));
                let size = words.get(3).map_or(SIZE, |_| number(3));
                (MESA, Request::OpenSale { series, size, face_value })
            }
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
            "busca" => (INSPECTOR, Request::Search { sought: read::sought(words[1]) }),
            "diligencia" | "reclamación" | "reclamación-firmada" | "reclamación-sin-documento" => {
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
                        document: claims && words[0] != "reclamación-sin-documento",
                        signed,
                    },
                )
            }
            "cierra-venta" => (CAJERO, Request::CloseSale { game }),
            "extraer" => (MESA, Request::StartDraw { game }),
            "sin-cámara" | "confirma-sin-cámara" => read::without_camera(game, words[0]),
            "anuncia" => match self.announce(&words) {
                Some(request) => (VENDEDOR, request),
                None => return,
            },
            "parada" | "parada-caja" => {
                let announced = self.bench.hall.game.as_ref().map_or(0, |game| game.announced);
                let who = if words.first() == Some(&"parada-caja") { CAJERO } else { VENDEDOR };
                (who, read::stop(game, announced, &words, self.bench.now_ms))
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
            // After a restart, with the last ball as it lies in the hall.
            "sigue" if words.get(1) == Some(&"última") => {
                (MESA, Request::GoOnAfterRestart { game, stop, last: ball(small(2)) })
            }
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
                let asked = self.bench.hall.game.as_ref().and_then(|game| game.void_asked());
                let cause = words
                    .get(1)
                    .map_or(asked.map_or_else(String::new, |(_, cause)| cause.to_string()), |_| {
                        words[1..].join(" ")
                    });
                (SALA, Request::ConfirmVoid { game, cause })
            }
            "reintegra" => (CAJERO, Request::RefundCards { game, cards: cards(words[1], words[2]) }),
            "alto" => (CAJERO, Request::RaiseHold { game, reason: words[1..].join(" ") }),
            "propone" | "confirma" => {
                let hold = HoldNo(number(1));
                let exit = match words[2] {
                    "reparada" => HoldExit::Repaired,
                    "autoridad" => HoldExit::Authority,
                    "a-mano" => {
                        let (caller, second) = (person(words[3]), person(words[4]));
                        HoldExit::ByHand { caller, second }
                    }
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
        let kind = request.kind();
        match self.bench.ask_at(device, who.unwrap_or(by), request) {
            Ok(events) => self.tell(&events),
            Err(refusal) => {
                writeln!(self.out, "  NO {}: {refusal}", refusal.code()).unwrap();
                self.note_refusal(who.unwrap_or(by), kind, &refusal);
            }
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
            // Balls pass the reader one by one: numbers, or from one to another; `but=` leaves some out.
            "pasan" => return self.pass(&words[1..]),
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
            "cae" => {
                let number = words[1].parse().unwrap();
                self.bench.frame(Stored::Present);
                let mut events = self.bench.frame(Stored::Read { number, set: set("J1"), confidence: 97 });
                events.extend(self.bench.frame(Stored::FaultRaised(Fault::Returned)));
                events.extend(self.bench.frame(Stored::FaultCleared(Fault::Returned)));
                events.extend(self.bench.beat());
                events
            }
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
            // Its protocol counts no balls: the line's end does.
            "sin-cuenta" => {
                self.bench.hall.counted_at_line = true;
                Vec::new()
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
            "época" => {
                let cause = match words[1] {
                    "pérdida" => EpochCause::LossAccepted,
                    "copia" => EpochCause::Restored,
                    "reserva" => EpochCause::Promoted,
                    other => panic!("no epoch begins by {other}"),
                };
                let lost_to = words.get(2).map(|line| line.parse().unwrap());
                let begun = self.bench.hall.begin_epoch(cause, 1, lost_to, [SALA, MESA]).unwrap();
                self.bench.commit(Actor::Person(SALA), "servidor", begun.clone());
                begun
            }
            "exportación" => self.export_ends(words),
            "ensayo" => self.rehearsal_ends(words),
            // The key with which the server signs, and a witness with the key it signs with: bytes of a number.
            "firma-con" => self.bench.notice(&Notice::SigningKey { key: [words[1].parse().unwrap(); 32] }),
            "testigo" => {
                let key = [words[2].parse().unwrap(); 32];
                self.bench.notice(&Notice::WitnessMet { name: words[1].into(), key, is_named: false })
            }
            "reinicio-servidor" => {
                self.bench.hall.beat = None;
                self.bench.notice(&Notice::Started { version: "0.1.0".into() })
            }
            // A start whose clock is so many seconds from where it would be.
            "arranca-con-reloj" => {
                let by_ms = 1000 * words[1].parse::<i64>().unwrap();
                self.bench.now_ms += by_ms;
                self.bench.hall.beat = None;
                let mut events = Vec::new();
                if by_ms < 0 {
                    events.extend(self.bench.notice(&Notice::ClockStepped { by_ms }));
                }
                events.extend(self.bench.notice(&Notice::Started { version: "0.1.0".into() }));
                events
            }
            // When the wall clock next shows the first hour, it is put to the second.
            "cambio-de-hora" => {
                let hour = |index: usize| HourOfDay::parse(words[index]).unwrap();
                let now = self.bench.now();
                let by = i32::from(hour(2).minutes()) - i32::from(hour(1).minutes());
                let offset_minutes = now.offset_minutes + i16::try_from(by).unwrap();
                let at_utc_ms = now.instant_of(now.next(hour(1)));
                self.bench.change = Some(OffsetChange { at_utc_ms, offset_minutes });
                return;
            }
            "puestos-en-servidor" => {
                let told = self.devices_at_server();
                writeln!(self.out, "  {told}").unwrap();
                return;
            }
            "pin-en-servidor" => {
                let told = self.pin_at_server(words);
                writeln!(self.out, "  {told}").unwrap();
                return;
            }
            "son" => {
                writeln!(self.out, "  {}", self.bench.now().local()).unwrap();
                return;
            }
            "acta-emitida" => self.acta_is_issued(),
            "firmas" => return self.signatures(words[1]),
            "muestra" | "sin-voz" | "foto" | "cámara" => {
                let notice = read::notice(GameNo(self.bench.hall.games), words);
                self.bench.notice(&notice)
            }
            "espera" => {
                let count: i64 = words[1].parse().unwrap();
                let unit = if words.get(2) == Some(&"min") { 60_000 } else { 1000 };
                self.bench.now_ms += unit * count;
                return;
            }
            "entra" => {
                self.bench.log_in(words[2], person(words[1]));
                return;
            }
            "reloj" => {
                let by_ms = 1000 * words[1].parse::<i64>().unwrap();
                self.bench.now_ms += by_ms;
                self.bench.notice(&Notice::ClockStepped { by_ms })
            }
            "apaga" => {
                let power_failing = words.get(1) == Some(&"corriente");
                self.bench.notice(&Notice::Stopping { power_failing })
            }
            "tablero" => return self.board(),
            "avisos" => return self.warnings(),
            "partidas" => return self.games_of_set(words),
            other => panic!("nobody in the hall knows the word {other:?} in {line:?}"),
        };
        self.tell(&events);
    }

    fn draw(&mut self, number: u8) {
        let events = self.bench.out(number);
        self.tell(&events);
        let holds =
            self.bench.hall.game.as_ref().is_none_or(|game| !game.holds().is_empty() || !game.is_drawing());
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
        let hall = &self.bench.hall;
        let game = hall.game.as_ref();
        let drawn = game.filter(|game| game.is_in_draw());
        let announced = hall.shown_game().map_or(&[][..], |game| game.announced());
        let announced: Vec<String> = announced.iter().map(ToString::to_string).collect();
        let pending: Vec<String> =
            drawn.iter().flat_map(|game| game.pending()).map(|(_, ball)| ball.to_string()).collect();
        writeln!(
            self.out,
            "  escena {:?}; anunciadas [{}]; pendientes [{}]; máquina debe {:?}",
            hall.scene(),
            announced.join(" "),
            pending.join(" "),
            hall.wanted()
        )
        .unwrap();
        if let Some(suspension) = game.and_then(|game| game.suspension()) {
            let minutes = hall.suspension_minutes();
            let read = game.unwrap().suspension().is_some_and(|suspension| suspension.read);
            writeln!(self.out, "  suspendida ({minutes} min; leído {read}): {}", suspension.cause).unwrap();
        }
        if let Some(cause) = hall.authority_cause() {
            writeln!(self.out, "  en espera de la autoridad: {cause}").unwrap();
        }
        if let Some(by) = game.and_then(|game| game.sheet_by()) {
            writeln!(self.out, "  la hoja tecleada por {by} espera a otra persona").unwrap();
        }
        self.out.push_str(&told::still_out(hall));
        self.out.push_str(&told::carried(hall));
        if let Some(game) = drawn.filter(|game| game.by_hand().is_some()) {
            let left: Vec<String> = game.remaining().iter().map(|ball| ball.to_string()).collect();
            writeln!(
                self.out,
                "  a mano, toca la {}.ª; tecleó {:?}; quedan {}: {}",
                game.extracted.len() + 1,
                game.keyed().map(|keyed| keyed.by.to_string()),
                left.len(),
                left.join(" ")
            )
            .unwrap();
        }
        if let Some(why) = hall.standstill() {
            let told = notice(Lang::Es, &why, !announced.is_empty());
            writeln!(self.out, "  en la sala: {} {} {}", told.what, told.doing, told.keep).unwrap();
        }
        for warning in self.bench.warnings() {
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

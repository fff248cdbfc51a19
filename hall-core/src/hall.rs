//! The hall: people, stock, session and games behind one decide / observe / apply.
//!
//! Requests come from people and may be refused; reports come from machines and may not.
//! Both only return events; [`Hall::apply`] alone changes anything, live and in replay.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{
    Event, Extractor as ExtractorKind, Found, GameNo, HoldNo, HoldWhy, OpeningCheck, SessionNo, StopCause,
};
use crate::extractor::{Beat, Extractor, Line};
use crate::game::{Game, Phase, PrizeState};
use crate::machine::{BootId, Mode, Report, SetId};
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::people::{Actor, PersonId, Role, Sealed};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::sale::Sale;
use crate::stock::Stock;
use crate::time::Date;

mod decide;
mod observe;
pub mod views;

pub use decide::Asked;

/// A person on the staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// What the person may do.
    pub roles: Vec<Role>,
    /// User and name, sealed.
    pub identity: Sealed,
    /// The PIN's hash, sealed.
    pub pin: Sealed,
}

/// Somebody at a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogIn {
    /// Who.
    pub person: PersonId,
    /// The token's hash, sealed.
    pub token: Sealed,
}

/// A matrix the hall has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixItem {
    /// How many cards.
    pub size: u32,
    /// The key, sealed.
    pub key: Sealed,
}

/// A set of balls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BallSetItem {
    /// What machine it is for.
    pub extractor: ExtractorKind,
    /// The reference of its homologation.
    pub homologation: String,
    /// Games with a ball extracted, voided ones too (DECISIONS 31).
    pub games: u32,
}

/// An open session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its number.
    pub no: SessionNo,
    /// Its date.
    pub date: Date,
    /// The rules of the day.
    pub rules: Rules,
    /// What was checked at its opening.
    pub check: OpeningCheck,
    /// The jefe de mesa who opened it.
    pub mesa: PersonId,
    /// The jefe de sala who counted.
    pub sala: PersonId,
    /// Games so far.
    pub games: u32,
    /// The order in the session of the game that was announced as the last (G19).
    pub last_game: Option<u32>,
}

/// The whole hall, as the record has it, and the machine's last heartbeat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hall {
    /// Its name; empty before `init`.
    pub name: String,
    /// The IANA zone of its clock.
    pub zone: String,
    /// The rules signed at `init`, and the profile's SHA-256.
    pub rules: Option<(Rules, [u8; 32])>,
    /// The staff.
    pub people: BTreeMap<PersonId, Person>,
    /// Who is where: a person has one log-in on each device, and takes nobody else's.
    pub log_ins: BTreeMap<(String, PersonId), LogIn>,
    /// Matrices.
    pub matrices: BTreeMap<MatrixNo, MatrixItem>,
    /// The key of the 2-D codes, sealed.
    pub card_key: Option<Sealed>,
    /// Series.
    pub stock: Stock,
    /// Sets of balls.
    pub ball_sets: BTreeMap<SetId, BallSetItem>,
    /// The open session.
    pub session: Option<Session>,
    /// How many sessions there have been.
    pub sessions: u32,
    /// The last session's number whose acta is on disk, and up to which line.
    pub acta: Option<(SessionNo, u64)>,
    /// The last session that was closed, and the line that closed it.
    pub closed: Option<(SessionNo, u64)>,
    /// The number of the last game.
    pub games: u32,
    /// The present game, or the last one.
    pub game: Option<Game>,
    /// Earlier games with something still to pay, and all of this session.
    pub past: BTreeMap<GameNo, Game>,
    /// How many holds there have been.
    pub holds: u32,
    /// How many diligencias have been written by people.
    pub diligencias: u32,
    /// The machine, as the record has it.
    pub machine: Extractor,
    /// Its last heartbeat: link state, not in the record.
    pub beat: Option<Beat>,
}

impl Hall {
    /// Notes a heartbeat or its end. This is the only thing that is not in the record; what
    /// matters of it becomes an event through [`Hall::observe`].
    pub fn hear(&mut self, report: &Report) {
        match report {
            Report::Beat { boot, seq, mode, out } => {
                self.beat = Some(Beat { boot: *boot, seq: *seq, mode: *mode, out: *out });
            }
            // What was heard before the loss says nothing of the balls after it.
            Report::LinkLost(_) | Report::Gap { .. } => self.beat = None,
            Report::Identity { boot, .. } if self.beat.is_some_and(|beat| beat.boot != *boot) => {
                self.beat = None
            }
            Report::Identity { .. } | Report::Stored { .. } | Report::BadFrames { .. } => (),
        }
    }

    /// Moves the hall on by one recorded event. `seq` and `at_utc_ms` are the line's own.
    ///
    /// # Panics
    /// When the event cannot follow from what came before: the record contradicts itself.
    pub fn apply(&mut self, seq: u64, at_utc_ms: i64, actor: Actor, device: &str, event: &Event) {
        self.machine.apply(event);
        match event {
            Event::HallFounded { name, zone, profile_sha256, rules } => {
                self.name.clone_from(name);
                self.zone.clone_from(zone);
                self.rules = Some((rules.clone(), *profile_sha256));
            }
            Event::CardKeyMade { key } => self.card_key = Some(*key),
            Event::PersonAdded { person, roles, identity, pin } => {
                let (roles, identity, pin) = (roles.clone(), *identity, *pin);
                self.people.insert(*person, Person { roles, identity, pin });
            }
            Event::LoggedIn { person, token } => {
                self.log_ins.insert((device.into(), *person), LogIn { person: *person, token: *token });
            }
            Event::LoggedOut { person } => {
                self.log_ins.remove(&(device.into(), *person));
            }
            Event::MatrixMade { matrix, size, key, .. } => {
                self.matrices.insert(*matrix, MatrixItem { size: *size, key: *key });
            }
            Event::SeriesReceived { series, matrix, face_value } => {
                let size = self.matrices.get(matrix).expect("a series has a matrix").size;
                self.stock.receive(*series, *matrix, size, *face_value);
            }
            Event::BallSetRegistered { set, extractor, homologation } => {
                let (extractor, homologation) = (*extractor, homologation.clone());
                self.ball_sets.insert(*set, BallSetItem { extractor, homologation, games: 0 });
            }
            Event::SessionOpened { session, date, mesa, sala, check, rules, .. } => {
                self.sessions = session.0;
                let (no, date, mesa, sala, check) = (*session, *date, *mesa, *sala, *check);
                self.session = Some(Session {
                    no,
                    date,
                    rules: rules.clone(),
                    check,
                    mesa,
                    sala,
                    games: 0,
                    last_game: None,
                });
            }
            Event::SessionClosed { session, .. } => self.close_session(*session, seq),
            Event::ActaIssued { session, covers_seq, .. } => self.acta = Some((*session, *covers_seq)),
            Event::SaleOpened { game, in_session, series, first, face_value } => {
                if let Some(before) = self.game.take() {
                    self.past.insert(before.no, before);
                }
                let session = self.session.as_mut().expect("a sale opens in a session");
                session.games = *in_session;
                self.games = game.0;
                let item = self.stock.get(*series).expect("what is sold is in stock");
                let sale = Sale::new(*series, *first, item.size, *face_value);
                self.game = Some(Game::new(*game, *in_session, session.no, sale, item.matrix, item.size));
            }
            Event::SaleClosed { game, segments, .. } => {
                for segment in segments {
                    self.stock.sold(segment, *game);
                }
                self.game_mut(*game).apply(at_utc_ms, actor, event);
            }
            Event::GameVoided { game, segments, .. } => {
                for segment in segments {
                    self.stock.sold(segment, *game);
                }
                self.game_mut(*game).apply(at_utc_ms, actor, event);
            }
            // A first ball that could not be read comes in as a correction (DECISIONS 31).
            Event::BallExtracted { game, ordinal, .. }
            | Event::BallCorrected { game, ordinal, from: None, .. } => {
                if ordinal.0 == 1 {
                    let set = self.session.as_ref().expect("a game has a session").check.set;
                    self.ball_sets.get_mut(&set).expect("the session's set is registered").games += 1;
                }
                self.game_mut(*game).apply(at_utc_ms, actor, event);
            }
            Event::HoldRaised { game, hold, .. } => {
                self.holds = hold.0;
                self.game_mut(*game).apply(at_utc_ms, actor, event);
            }
            Event::SaleRectified { game, cards, found, .. } => {
                if *found == Found::Sold {
                    self.stock.sold(cards, *game);
                }
                self.game_mut(*game).apply(at_utc_ms, actor, event);
            }
            Event::GapBurned { game, cards, .. } => {
                self.stock.burned(cards);
                self.game_mut(*game).apply(at_utc_ms, actor, event);
            }
            Event::LastGameAnnounced { .. } => {
                let session = self.session.as_mut().expect("a last game is announced in a session");
                session.last_game = Some(session.games + 1);
            }
            Event::DiligenciaWritten { diligencia, .. } => self.diligencias = *diligencia,
            Event::BlockIssued { game, .. }
            | Event::GapBurnAsked { game, .. }
            | Event::AnnouncementRectified { game, .. }
            | Event::CardsReturned { game, .. }
            | Event::CardsTransferred { game, .. }
            | Event::GameNotHeld { game }
            | Event::DrawStarted { game, .. }
            | Event::BallAnnounced { game, .. }
            | Event::BallShown { game, .. }
            | Event::DrawStopped { game, .. }
            | Event::ClaimMade { game, .. }
            | Event::ClaimAccepted { game, .. }
            | Event::ClaimRejected { game, .. }
            | Event::QuestionAsked { game, .. }
            | Event::DrawResumed { game, .. }
            | Event::PlayAwarded { game, .. }
            | Event::PlayUnsung { game, .. }
            | Event::GameEnded { game }
            | Event::PrizePaid { game, .. }
            | Event::PrizeWithheld { game, .. }
            | Event::PrizeReleased { game, .. }
            | Event::VoidAsked { game, .. }
            | Event::CardsRefunded { game, .. }
            | Event::HoldExitAsked { game, .. }
            | Event::HoldLeft { game, .. }
            | Event::BallCorrected { game, from: Some(_), .. } => {
                self.game_mut(*game).apply(at_utc_ms, actor, event);
            }
            Event::ServerStarted { .. }
            | Event::InspectionMade { .. }
            | Event::LoginRefused { .. }
            | Event::SeriesPrinted { .. }
            | Event::BallSetAside { .. }
            | Event::ReadingNotCounted { .. }
            | Event::MachineIdentified { .. }
            | Event::LinkLost { .. }
            | Event::MachineMode { .. }
            | Event::MachineSaw { .. }
            | Event::FramesMissing { .. }
            | Event::BadFrames { .. } => (),
        }
    }

    fn game_mut(&mut self, no: GameNo) -> &mut Game {
        let present = self.game.as_mut().filter(|game| game.no == no);
        present.or_else(|| self.past.get_mut(&no)).expect("the record names games that are")
    }

    /// Keeps of the session's games only what is still owed.
    fn close_session(&mut self, session: SessionNo, seq: u64) {
        self.session = None;
        self.closed = Some((session, seq));
        if let Some(game) = self.game.take() {
            self.past.insert(game.no, game);
        }
        for prize in self.past.values_mut().flat_map(|game| &mut game.prizes) {
            if prize.state == PrizeState::Due {
                prize.state = PrizeState::Unclaimed;
            }
        }
        self.past.retain(|_, game| {
            game.owed().next().is_some()
                || (game.phase == Phase::Voided && game.refunded_count() < game.sale.count())
        });
    }

    /// Returns a game, present or past.
    pub fn game_no(&self, no: GameNo) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.no == no).or_else(|| self.past.get(&no))
    }

    /// Returns the running game, if there is one.
    pub fn running(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.is_running())
    }

    /// Returns what the machine should be doing: sent again and again, so that an order that
    /// is lost is no order lost (style.md P12).
    pub fn wanted(&self) -> Mode {
        let Some(game) = &self.game else { return Mode::Stop };
        match &game.phase {
            Phase::Selling | Phase::Announced => match self.beat {
                Some(beat) if beat.out != 0 => Mode::Load,
                Some(_) | None => Mode::Stop,
            },
            Phase::Drawing
                if self.beat.is_some()
                    && game.holds.is_empty()
                    && game.pending().count() < 2
                    && game.extracted.len() < 90 =>
            {
                Mode::Run
            }
            Phase::Drawing | Phase::Stopped(_) => Mode::Hold,
            Phase::Ended | Phase::NotHeld | Phase::Voided => Mode::Stop,
        }
    }

    /// Returns the shortest time between question and order, in seconds.
    pub fn question_min_secs(&self) -> u32 {
        self.session.as_ref().map_or(0, |session| session.rules.question_min_secs.value)
    }

    /// Returns power-up and set of a machine that can begin a draw (BLP/1: at `out` 00).
    pub(crate) fn machine_ready(&self) -> Result<(BootId, SetId), Refusal> {
        let session = self.session.as_ref().ok_or(Refusal::NoSession)?;
        let (Line::Up, Some(boot), Some(set)) = (self.machine.line, self.machine.boot, self.machine.set)
        else {
            return Err(Refusal::MachineNotReady("no hay enlace; mire el cable y la corriente"));
        };
        // A heartbeat from before the machine's last frame counts the balls of another moment.
        let known = self.machine.known();
        let beat = self.beat.filter(|beat| beat.boot == boot && beat.seq == known);
        if set != session.check.set {
            return Err(Refusal::MachineNotReady("el juego de bolas cargado no es el de la sesión"));
        }
        if !self.machine.faults.is_empty() {
            return Err(Refusal::MachineNotReady("tiene una avería sin resolver"));
        }
        if self.machine.door_open {
            return Err(Refusal::MachineNotReady("la puerta está abierta"));
        }
        match beat {
            None => Err(Refusal::MachineNotReady(
                "todavía no ha dicho cuántas bolas tiene fuera; espere un segundo",
            )),
            Some(beat) if beat.out != 0 => {
                Err(Refusal::MachineNotReady("quedan bolas fuera del bombo; espere a que se recojan"))
            }
            Some(_) => self.set_may_play(set, session).map(|()| (boot, set)),
        }
    }

    /// A pneumatic set serves a limited number of games (Catálogo II).
    fn set_may_play(&self, set: SetId, session: &Session) -> Result<(), Refusal> {
        let item = self.ball_sets.get(&set).ok_or(Refusal::BallSet("no consta en la sala"))?;
        let used_up = item.extractor == ExtractorKind::Pneumatic
            && item.games >= session.rules.ball_set_max_games.value;
        if used_up {
            Err(Refusal::BallSet("ha cumplido su número máximo de partidas; cámbielo"))
        } else {
            Ok(())
        }
    }

    /// Returns whether the draw of this game can go on with the machine as it is. After a
    /// restart its numbers and count must be the game's (NL8, DECISIONS 25); at any other stop
    /// a count that differs is a HOLD of its own.
    pub(crate) fn machine_can_draw(&self, game: &Game, cause: StopCause) -> Result<(), Refusal> {
        if self.machine.line != Line::Up {
            return Err(Refusal::MachineNotReady("no hay enlace; espere a que vuelva"));
        }
        match cause {
            StopCause::Restart => self.counts_agree(game).map_err(Refusal::MachineNotReady),
            // Without a heartbeat since the start or the cable, nobody has compared the counts.
            StopCause::Called | StopCause::Claim if self.beat.is_none() => Err(Refusal::MachineNotReady(
                "todavía no ha dicho cuántas bolas tiene fuera; espere un segundo",
            )),
            StopCause::Called | StopCause::Claim => Ok(()),
        }
    }

    fn counts_agree(&self, game: &Game) -> Result<(), &'static str> {
        let Some(beat) = self.beat.filter(|beat| Some(beat.boot) == self.machine.boot) else {
            return Err("todavía no ha dicho cuántas bolas tiene fuera; espere un segundo");
        };
        if beat.seq != self.machine.known() {
            return Err("quedan tramas de la máquina por llegar; espere un segundo");
        }
        if usize::from(beat.out) == game.extracted.len() {
            Ok(())
        } else {
            Err("la máquina cuenta otras bolas fuera que la partida")
        }
    }

    /// Returns whether what caused a hold is over, or why it is not. Where the balls may be in
    /// doubt the counts must agree; where only the machine was, they are compared when the last
    /// hold is left (`Hall::count_in_doubt`).
    pub(crate) fn is_repaired(&self, game: &Game, why: &HoldWhy) -> Result<(), &'static str> {
        match why {
            HoldWhy::Called(_) | HoldWhy::FramesMissing => Ok(()),
            HoldWhy::CallerDiffers { .. } => Err("hay que mirar la bola en la cámara: lectura errónea"),
            HoldWhy::Fault(fault) if self.machine.faults.contains(fault) => {
                Err("la máquina sigue avisando de la avería")
            }
            HoldWhy::DoorOpen if self.machine.door_open => Err("la puerta sigue abierta"),
            HoldWhy::LinkLost(_) | HoldWhy::Rebooted(_) if self.machine.line != Line::Up => {
                Err("la máquina sigue sin enlace")
            }
            HoldWhy::Fault(_) | HoldWhy::DoorOpen | HoldWhy::LinkLost(_) | HoldWhy::Rebooted(_) => {
                let heard = self.beat.is_some_and(|beat| Some(beat.boot) == self.machine.boot);
                if heard {
                    Ok(())
                } else {
                    Err("todavía no ha dicho cuántas bolas tiene fuera; espere un segundo")
                }
            }
            HoldWhy::Repeated(_)
            | HoldWhy::OutOfRange(_)
            | HoldWhy::ForeignSet(_)
            | HoldWhy::NoRead
            | HoldWhy::CountDiffers { .. } => self.counts_agree(game),
        }
    }

    /// Returns the hold that the machine's count makes when a game would have `count` balls, if
    /// it makes one: nothing is on its way, nothing at the reader, and the counts differ.
    pub(crate) fn count_in_doubt(&self, count: usize) -> Option<HoldWhy> {
        let beat = self.beat.filter(|beat| Some(beat.boot) == self.machine.boot)?;
        let at_rest = beat.seq == self.machine.known() && !self.machine.present;
        let game = u8::try_from(count).expect("at most 90 balls");
        (at_rest && beat.out != game).then_some(HoldWhy::CountDiffers { machine: beat.out, game })
    }

    /// Returns the number the next hold will have.
    pub(crate) fn next_hold(&self) -> HoldNo {
        HoldNo(self.holds + 1)
    }

    /// Returns what is still due or withheld in all games: how many prizes and how much.
    pub fn prizes_pending(&self) -> (u32, Cents) {
        let games = self.past.values().chain(self.game.as_ref());
        games
            .flat_map(Game::owed)
            .fold((0, Cents::ZERO), |(count, sum), prize| (count + 1, sum.plus(prize.amount)))
    }

    /// Checks what the types cannot say; tests call it after every step.
    ///
    /// # Panics
    /// When the hall contradicts itself.
    pub fn verify_invariants(&self) {
        for game in self.past.values().chain(self.game.as_ref()) {
            game.verify_invariants();
        }
        assert!(
            self.past.values().all(|game| !game.is_running()),
            "at most one game on sale or in play (G4)"
        );
        assert!(self.session.is_some() || self.running().is_none(), "a game runs within a session");
    }
}

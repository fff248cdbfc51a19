//! The acta of a session, folded from the record (art. 37; regulation.md 8.3).
//!
//! It says what happened, when and by whom, and decides nothing: amounts, verdicts and words
//! are those of the events. People are numbers; the server puts the names on paper.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::event::{DiligenciaKind, Event, GameNo, OpeningCheck, SessionNo};
use crate::game::PrizeState;
use crate::machine::Stored;
use crate::people::{Actor, PersonId, Sealed};
use crate::rules::Rules;
use crate::time::Date;

mod game;

pub use game::{ActaBall, ActaClaim, ActaGame, ActaHold, ActaPrize, ActaVoid, question};

/// One session's acta so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Acta {
    /// The session.
    pub session: SessionNo,
    /// Its date.
    pub date: Date,
    /// Diligencia de comienzo, UTC milliseconds.
    pub opened_at: i64,
    /// Diligencia de cierre.
    pub closed: Option<Closing>,
    /// The jefe de mesa.
    pub mesa: PersonId,
    /// The jefe de sala.
    pub sala: PersonId,
    /// What was checked.
    pub check: OpeningCheck,
    /// The rules of the day.
    pub rules: Rules,
    /// Everybody who did something or was logged in.
    pub staff: BTreeSet<PersonId>,
    /// The games, in order.
    pub games: Vec<ActaGame>,
    /// What is written apart from the games.
    pub notes: Vec<Note>,
    /// The diligencias that people wrote, in order (art. 37.4).
    pub diligencias: Vec<ActaDiligencia>,
    /// A ball lies on the table that is no part of a draw.
    aside: bool,
    /// The last line folded in.
    pub covers_seq: u64,
    /// When that line was written, UTC milliseconds.
    pub covered_at: i64,
}

/// The close of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closing {
    /// When, UTC milliseconds.
    pub at: i64,
    /// Who.
    pub by: Actor,
    /// Balls counted again.
    pub balls_counted: u8,
    /// One person of the public watched.
    pub public_witness: bool,
}

/// Something said or written at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// When, UTC milliseconds.
    pub at: i64,
    /// Who.
    pub by: Actor,
    /// The words.
    pub text: String,
}

/// A diligencia that somebody wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaDiligencia {
    /// Its number in the hall.
    pub no: u32,
    /// What it is about.
    pub about: DiligenciaKind,
    /// When, UTC milliseconds.
    pub at: i64,
    /// Who wrote it.
    pub by: Actor,
    /// The game it is about.
    pub game: Option<GameNo>,
    /// Its text.
    pub text: String,
    /// The claimant's name and document, sealed.
    pub claimant: Option<Sealed>,
    /// The claimant signed.
    pub signed: bool,
}

impl Acta {
    /// Folds the record's lines (seq, UTC milliseconds, who, what), in order, into the acta of
    /// one session. Returns `None` when the session is not among them.
    pub fn of<'a>(
        session: SessionNo,
        lines: impl Iterator<Item = (u64, i64, Actor, &'a Event)>,
    ) -> Option<Acta> {
        let mut acta: Option<Acta> = None;
        for (seq, at, actor, event) in lines {
            match (&mut acta, event) {
                (None, Event::SessionOpened { session: no, .. }) if *no == session => {
                    acta = Acta::open(seq, at, event)
                }
                (None, _) => (),
                (Some(acta), _) => acta.apply(seq, at, actor, event),
            }
        }
        acta
    }

    /// Begins an acta with its session's opening. Returns `None` for any other event.
    pub fn open(seq: u64, at: i64, event: &Event) -> Option<Acta> {
        let Event::SessionOpened { session, date, mesa, sala, check, rules, .. } = event else { return None };
        Some(Acta {
            session: *session,
            date: *date,
            opened_at: at,
            closed: None,
            mesa: *mesa,
            sala: *sala,
            check: *check,
            rules: rules.clone(),
            staff: BTreeSet::from([*mesa, *sala]),
            games: Vec::new(),
            notes: Vec::new(),
            diligencias: Vec::new(),
            aside: false,
            covers_seq: seq,
            covered_at: at,
        })
    }

    /// Adds one line of the record. What comes after the session's close is not its acta's.
    #[allow(clippy::wildcard_enum_match_arm, reason = "each arm of the fold takes the events it prints")]
    pub fn apply(&mut self, seq: u64, at: i64, actor: Actor, event: &Event) {
        // The acta ends with the session; what is paid later is in the acta of that day.
        if self.closed.is_some() {
            return;
        }
        self.covers_seq = seq;
        self.covered_at = at;
        if let Actor::Person(person) = actor {
            self.staff.insert(person);
        }
        let note = |text: String| Note { at, by: actor, text };
        match event {
            Event::SessionClosed { balls_counted, public_witness, .. } => {
                for prize in self.games.iter_mut().flat_map(|game| &mut game.prizes) {
                    if prize.state == PrizeState::Due {
                        prize.state = PrizeState::Unclaimed;
                    }
                }
                self.closed = Some(Closing {
                    at,
                    by: actor,
                    balls_counted: *balls_counted,
                    public_witness: *public_witness,
                });
            }
            Event::SaleOpened { game, in_session, face_value, .. } => {
                self.games.push(ActaGame::new(*game, *in_session, *face_value, at));
            }
            Event::BallSetAside { number, .. } => {
                self.aside = true;
                let text = alloc::format!(
                    "Bola {number} fuera de partida: se apartó y vuelve al bombo antes de extraer"
                );
                self.notes.push(note(text));
            }
            Event::MachineSaw { what: Stored::Loaded, .. } if self.aside => {
                self.aside = false;
                self.notes.push(note("Las bolas apartadas han vuelto al bombo".to_string()));
            }
            Event::PrizePaid { game, prize, amount } if !self.has(*game) => {
                let text = alloc::format!(
                    "Pagado el premio {} de la partida {}, de otra sesión: {amount}",
                    prize.0,
                    game.0
                );
                self.notes.push(note(text));
            }
            Event::CardsRefunded { game, cards, amount } if !self.has(*game) => {
                let text = alloc::format!(
                    "Devueltos los cartones {} del {} al {} de la partida {}, de otra sesión: {amount}",
                    cards.series,
                    cards.first,
                    cards.last,
                    game.0
                );
                self.notes.push(note(text));
            }
            Event::LinkLost { .. } => {
                self.notes.push(note("Se perdió el enlace con la máquina de bolas".to_string()))
            }
            Event::MachineIdentified { boot, set, .. } => {
                self.notes
                    .push(note(alloc::format!("Máquina de bolas en línea: arranque {boot}, juego {set}")));
            }
            Event::ServerStarted { version } => {
                self.notes
                    .push(note(alloc::format!("El sistema se puso en marcha de nuevo (versión {version})")));
            }
            Event::BlockIssued { seller, .. } => {
                self.staff.insert(*seller);
            }
            Event::LastGameAnnounced { .. } => {
                self.notes.push(note("Se anuncia que la próxima partida es la última".to_string()));
            }
            Event::InspectionMade { game } => {
                let which = game
                    .map_or("ninguna partida en curso".to_string(), |no| alloc::format!("partida {}", no.0));
                self.notes.push(note(alloc::format!(
                    "Inspección en la sala: se exhibe el estado de la venta ({which})"
                )));
            }
            Event::GapBurned { cards, .. } => {
                let text = alloc::format!(
                    "Cartones {} del {} al {} no hallados: se inutilizan y no se venden (art. 33.3)",
                    cards.series,
                    cards.first,
                    cards.last
                );
                self.notes.push(note(text));
            }
            Event::DiligenciaWritten { diligencia, about, game, text, claimant, signed } => {
                self.diligencias.push(ActaDiligencia {
                    no: *diligencia,
                    about: *about,
                    at,
                    by: actor,
                    game: *game,
                    text: text.clone(),
                    claimant: *claimant,
                    signed: *signed,
                });
            }
            Event::ReadingNotCounted { number, .. } => {
                if let Some(game) = self.games.last_mut() {
                    game.set_aside.push((
                        at,
                        *number,
                        "lectura que no cuenta como bola de la partida".to_string(),
                    ));
                }
            }
            _ => {
                if let Some(game) =
                    game_of(event).and_then(|no| self.games.iter_mut().find(|game| game.game == no))
                {
                    game.apply(at, actor, event);
                }
            }
        }
    }
}

impl Acta {
    fn has(&self, game: GameNo) -> bool {
        self.games.iter().any(|item| item.game == game)
    }
}

/// Returns the game an event of the game's own rooms names.
#[allow(clippy::wildcard_enum_match_arm, reason = "all others name no game, or are folded by the session")]
fn game_of(event: &Event) -> Option<GameNo> {
    match event {
        Event::SaleClosed { game, .. }
        | Event::SaleRectified { game, .. }
        | Event::AnnouncementRectified { game, .. }
        | Event::GameNotHeld { game }
        | Event::DrawStarted { game, .. }
        | Event::BallExtracted { game, .. }
        | Event::BallAnnounced { game, .. }
        | Event::BallShown { game, .. }
        | Event::BallCorrected { game, .. }
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
        | Event::GameVoided { game, .. }
        | Event::CardsRefunded { game, .. }
        | Event::HoldRaised { game, .. }
        | Event::HoldLeft { game, .. } => Some(*game),
        _ => None,
    }
}

//! The acta of a session, folded from the record (art. 37; regulation.md 8.3).
//!
//! It says what happened, when and by whom, and decides nothing: amounts, verdicts and words
//! are those of the events. People are numbers; the server puts the names on paper.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::event::{BallsEvent, DiligenciaKind, Event, GameNo, OpeningCheck, SessionNo};
use crate::machine::{SetId, Stored};
use crate::people::{Actor, PersonId, Role, Sealed};
use crate::rules::Rules;
use crate::time::{Date, LocalTime};

mod fold;
mod game;
mod readings;
mod told;

pub use fold::ActaFold;
use fold::of_sets;
pub use game::{
    ActaBall, ActaClaim, ActaGame, ActaHold, ActaRectification, ActaSuspension, ActaVoid, BallSource,
    ClaimResult, GameResult, question,
};
pub use told::{Told, stopped, told};

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
    /// The jefe de sala who counted the balls at the opening.
    pub counted_by: PersonId,
    /// The jefe de mesa, the last one if there were several.
    pub mesa: PersonId,
    /// The jefe de sala, the last one.
    pub sala: PersonId,
    /// What was checked at the opening.
    pub check: OpeningCheck,
    /// The sets of balls that were in the machine: the first one, and those it was changed for.
    pub sets: BTreeSet<SetId>,
    /// The sets that were the spare one (art. 34.5).
    pub reserves: BTreeSet<SetId>,
    /// A spare drum or machine was in the hall; not known of records of before.
    pub reserve_machine: Option<bool>,
    /// When the hall had to close.
    pub closes: Option<LocalTime>,
    /// The rules of the day.
    pub rules: Rules,
    /// Everybody who did something or was logged in.
    pub staff: BTreeSet<PersonId>,
    /// The games, in order.
    pub games: Vec<ActaGame>,
    /// What is written apart from the games.
    pub notes: Vec<Note>,
    /// What was shown to agents of the authority (RD 2221/1984, art. 12), in order.
    pub inspections: Vec<ActaInspection>,
    /// Each time the agent of the authority was called (34.4), in order.
    pub authority: Vec<ActaAuthority>,
    /// Who stood in for whom (art. 26.2.b), in order.
    pub substitutions: Vec<ActaSubstitution>,
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
    /// What it is about, as its diligencia is titled.
    pub kind: &'static str,
    /// The law wants a diligencia of its own, with its signatures (art. 37.4). All else that the machine, the system
    /// and the sets of balls give to tell is one list.
    pub apart: bool,
    /// When, UTC milliseconds.
    pub at: i64,
    /// Who.
    pub by: Actor,
    /// Who had proposed it, where it took two people.
    pub with: Option<PersonId>,
    /// The words.
    pub text: String,
}

/// An agent of the authority looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActaInspection {
    /// When, UTC milliseconds.
    pub at: i64,
    /// The agent.
    pub by: Actor,
    /// The game that was in sale or in play, by its order in the session.
    pub game: Option<u32>,
}

/// The agent of the authority was called (34.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaAuthority {
    /// When, UTC milliseconds.
    pub at: i64,
    /// The game that stood still, by its order in the session.
    pub game: Option<u32>,
    /// Why.
    pub cause: String,
    /// What was decided; none while it is awaited.
    pub decided: Option<AgentDecision>,
}

/// What the agent of the authority decided (34.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentDecision {
    /// When, UTC milliseconds.
    pub at: i64,
    /// The agent's number.
    pub agent: String,
    /// The session goes on.
    pub goes_on: bool,
}

/// Somebody took another's post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaSubstitution {
    /// When, UTC milliseconds.
    pub at: i64,
    /// Who wrote it down.
    pub by: Actor,
    /// The post.
    pub post: Role,
    /// Who left it.
    pub person: PersonId,
    /// Who took it.
    pub stand_in: PersonId,
    /// Why.
    pub reason: String,
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
        let mut fold = ActaFold::new(session);
        for (seq, at, actor, event) in lines {
            fold.apply(seq, at, actor, event);
        }
        fold.into_acta()
    }

    /// Begins an acta with its session's opening. Returns `None` for any other event.
    pub fn open(seq: u64, at: i64, event: &Event) -> Option<Acta> {
        let Event::SessionOpened { session, date, mesa, sala, check, rules, .. } = event else { return None };
        Some(Acta {
            session: *session,
            date: *date,
            opened_at: at,
            closed: None,
            counted_by: *sala,
            mesa: *mesa,
            sala: *sala,
            check: *check,
            sets: BTreeSet::from([check.set]),
            reserves: BTreeSet::from([check.reserve_set]),
            reserve_machine: None,
            closes: None,
            rules: rules.clone(),
            staff: BTreeSet::from([*mesa, *sala]),
            games: Vec::new(),
            notes: Vec::new(),
            inspections: Vec::new(),
            authority: Vec::new(),
            substitutions: Vec::new(),
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
        let note_of =
            |kind: &'static str, apart, text: String| Note { kind, apart, at, by: actor, with: None, text };
        // What the law has no name for.
        let note = |text: String| note_of("constancia", false, text);
        let told = told(event).map(|told| told.text);
        match event {
            Event::SessionClosed { balls_counted, public_witness, .. } => {
                for prize in self.games.iter_mut().flat_map(|game| &mut game.prizes) {
                    prize.state = prize.state.at_close();
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
            Event::BallSetAside { .. } => {
                self.aside = true;
                self.notes.extend(told.map(note));
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
                self.notes.push(note_of("devolución", true, text));
            }
            Event::LinkLost { .. } => {
                self.notes.push(note("Se perdió el enlace con la máquina de bolas".to_string()))
            }
            Event::MachineIdentified { boot, set, .. } => {
                self.notes
                    .push(note(alloc::format!("Máquina de bolas en línea: arranque {boot}, juego {set}")));
            }
            Event::ServerStarted { version } => {
                let place = self.games.last().map_or_else(String::new, ActaGame::where_it_stands);
                self.notes.push(note(alloc::format!(
                    "El sistema se puso en marcha de nuevo{place} (versión {version})"
                )));
            }
            Event::ServerStopped { power_failing } => {
                let why = if *power_failing { "por aviso de fallo de la corriente" } else { "por orden" };
                self.notes.push(note(alloc::format!("El sistema se detuvo {why}")));
            }
            Event::ClockStepped { .. } | Event::LastGameAnnounced { .. } => self.notes.extend(told.map(note)),
            Event::OpeningCompleted { reserve_machine, closes, .. } => {
                (self.reserve_machine, self.closes) = (Some(*reserve_machine), *closes);
            }
            Event::SubstitutionMade { post, person, stand_in, reason, .. } => {
                self.staff.extend([*person, *stand_in]);
                if *post == Role::JefeDeMesa && self.mesa == *person {
                    self.mesa = *stand_in;
                }
                if *post == Role::JefeDeSala && self.sala == *person {
                    self.sala = *stand_in;
                }
                self.substitutions.push(ActaSubstitution {
                    at,
                    by: actor,
                    post: *post,
                    person: *person,
                    stand_in: *stand_in,
                    reason: reason.clone(),
                });
            }
            Event::BallSetChanged { to, reserve_set, .. } => {
                self.sets.insert(*to);
                self.reserves.insert(*reserve_set);
                self.notes.extend(told.map(|text| note_of("cambio de bolas", true, text)));
            }
            Event::BallSetRegistered { .. } | Event::Balls(_) => {
                if let Event::Balls(BallsEvent::Withdrawn { reserve_set, .. }) = event {
                    self.reserves.extend(*reserve_set);
                }
                if let Some(note) = of_sets(at, actor, event) {
                    self.staff.extend(note.with);
                    self.notes.push(note);
                }
            }
            Event::AuthorityCalled { game, cause, .. } => {
                let (game, cause) = (self.in_session(*game), cause.clone());
                self.authority.push(ActaAuthority { at, game, cause, decided: None });
            }
            Event::AuthorityDecided { agent, goes_on, .. } => {
                let called = self.authority.last_mut().expect("the agent was called");
                called.decided = Some(AgentDecision { at, agent: agent.clone(), goes_on: *goes_on });
            }
            Event::BlockIssued { seller, .. } => {
                self.staff.insert(*seller);
            }
            Event::InspectionMade { game } => {
                self.inspections.push(ActaInspection { at, by: actor, game: self.in_session(*game) });
            }
            Event::GapBurned { .. } => {
                self.notes.extend(told.map(|text| note_of("incidencia", true, text)));
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
                    event.game().and_then(|no| self.games.iter_mut().find(|game| game.game == no))
                {
                    game.apply(at, actor, event);
                }
            }
        }
    }
}

impl Acta {
    /// Returns a game's order in the session, which is how its acta calls it.
    fn in_session(&self, game: Option<GameNo>) -> Option<u32> {
        let found = self.games.iter().find(|item| Some(item.game) == game)?;
        Some(found.in_session)
    }

    fn has(&self, game: GameNo) -> bool {
        self.games.iter().any(|item| item.game == game)
    }
}

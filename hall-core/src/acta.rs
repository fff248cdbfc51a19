//! The acta of a session, folded from the record (art. 37; regulation.md 8.3).
//!
//! It says what happened, when and by whom, and decides nothing: amounts, verdicts and words
//! are those of the events. People are numbers; the server puts the names on paper.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{
    ClaimNo, DiligenciaKind, Event, Evidence, GameNo, HoldNo, OpeningCheck, Ordinal, Play, PrizeNo,
    RejectReason, Segment, SessionNo, StopNo, Verdict,
};
use crate::game::PrizeState;
use crate::hall::views::{exit_words, hold_words};
use crate::machine::Stored;
use crate::money::Cents;
use crate::people::{Actor, PersonId, Sealed};
use crate::rules::{Division, Rules};
use crate::series::CardRef;
use crate::time::Date;

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

/// A game's row and all that belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct ActaGame {
    /// Its number in the hall.
    pub game: GameNo,
    /// Its order in the session.
    pub in_session: u32,
    /// The price of a card.
    pub face_value: Cents,
    /// When the sale opened.
    pub sale_opened_at: i64,
    /// When the row was written: before the first ball (G6).
    pub row_at: Option<i64>,
    /// The cards sold.
    pub segments: Vec<Segment>,
    /// The money.
    pub division: Division,
    /// The formula of M13.
    pub formula: String,
    /// Public rectifications of the count: when, cards before and after, the words (39.3.a).
    pub rectified: Vec<(i64, u32, u32, String)>,
    /// When the draw began.
    pub started_at: Option<i64>,
    /// The balls in order of exit.
    pub balls: Vec<ActaBall>,
    /// What was read and is no ball of the game.
    pub set_aside: Vec<(i64, u8, String)>,
    /// What was sung.
    pub claims: Vec<ActaClaim>,
    /// Stops, questions and orders.
    pub orders: Vec<Note>,
    /// The prizes.
    pub prizes: Vec<ActaPrize>,
    /// What sharing left over.
    pub shared_resto: Cents,
    /// A line nobody sang.
    pub unsung_line: Cents,
    /// A bingo nobody sang.
    pub unsung_bingo: Cents,
    /// Holds.
    pub holds: Vec<ActaHold>,
    /// The void.
    pub void: Option<ActaVoid>,
    /// Nobody bought a card.
    pub not_held: bool,
    /// When it ended.
    pub ended_at: Option<i64>,
}

/// A ball of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaBall {
    /// Its place.
    pub ordinal: Ordinal,
    /// Its number.
    pub ball: Ball,
    /// When it came out.
    pub extracted_at: i64,
    /// When it was announced.
    pub announced_at: Option<i64>,
    /// When a panel first showed it.
    pub shown_at: Option<i64>,
    /// The machine read it.
    pub by_machine: bool,
    /// What it was recorded as before it was corrected; a dash when it had not been counted.
    pub corrected: Option<String>,
}

/// Something sung, and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaClaim {
    /// Its number.
    pub claim: ClaimNo,
    /// The stop.
    pub stop: StopNo,
    /// When.
    pub at: i64,
    /// How many balls were announced.
    pub announced: u8,
    /// Line or bingo.
    pub play: Play,
    /// The card.
    pub card: CardRef,
    /// The judgement.
    pub verdict: Verdict,
    /// Who accepted or rejected a good one, and why it was rejected.
    pub settled: Option<(PersonId, Option<RejectReason>)>,
}

/// A prize.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaPrize {
    /// Its number.
    pub prize: PrizeNo,
    /// Line or bingo.
    pub play: Play,
    /// The card.
    pub card: CardRef,
    /// The amount.
    pub amount: Cents,
    /// What became of it.
    pub state: PrizeState,
    /// When and by whom it was paid or withheld.
    pub settled: Option<(i64, Actor)>,
    /// Why it is withheld (39.2.g).
    pub reason: Option<String>,
}

/// A hold and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaHold {
    /// Its number.
    pub hold: HoldNo,
    /// When it began.
    pub at: i64,
    /// Why.
    pub why: String,
    /// The way out, when, and the two people.
    pub left: Option<(i64, String, PersonId, Actor)>,
}

/// A void game's refunds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaVoid {
    /// Why.
    pub cause: String,
    /// Who asked.
    pub asked_by: PersonId,
    /// Who confirmed.
    pub confirmed_by: Actor,
    /// When.
    pub at: i64,
    /// Cards to refund.
    pub cards: u32,
    /// Their money.
    pub amount: Cents,
    /// What was refunded.
    pub refunded: Vec<Segment>,
    /// The money given back.
    pub refunded_amount: Cents,
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
        | Event::GameVoided { game, .. }
        | Event::CardsRefunded { game, .. }
        | Event::HoldRaised { game, .. }
        | Event::HoldLeft { game, .. } => Some(*game),
        _ => None,
    }
}

impl ActaGame {
    fn new(game: GameNo, in_session: u32, face_value: Cents, sale_opened_at: i64) -> ActaGame {
        ActaGame {
            game,
            in_session,
            face_value,
            sale_opened_at,
            row_at: None,
            segments: Vec::new(),
            division: Division::default(),
            formula: String::new(),
            rectified: Vec::new(),
            started_at: None,
            balls: Vec::new(),
            set_aside: Vec::new(),
            claims: Vec::new(),
            orders: Vec::new(),
            prizes: Vec::new(),
            shared_resto: Cents::ZERO,
            unsung_line: Cents::ZERO,
            unsung_bingo: Cents::ZERO,
            holds: Vec::new(),
            void: None,
            not_held: false,
            ended_at: None,
        }
    }

    /// Returns how many cards were sold.
    pub fn sold(&self) -> u32 {
        self.segments.iter().map(Segment::count).sum()
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "game_of sends only these")]
    fn apply(&mut self, at: i64, actor: Actor, event: &Event) {
        let note = |text: &str| Note { at, by: actor, text: text.to_string() };
        match event {
            Event::SaleClosed { segments, division, formula, .. } => {
                self.row_at = Some(at);
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
            }
            Event::SaleRectified { segments, division, formula, sold_before, sold, .. } => {
                self.rectified.push((at, *sold_before, *sold, formula.clone()));
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
            }
            Event::AnnouncementRectified { ordinal, ball, said, .. } => {
                self.orders.push(note(&alloc::format!(
                    "Rectificación: la bola {} es el {ball}; se había dicho {said}",
                    ordinal.0
                )));
            }
            Event::GameNotHeld { .. } => {
                self.not_held = true;
                self.ended_at = Some(at);
            }
            Event::DrawStarted { .. } => self.started_at = Some(at),
            Event::BallExtracted { ordinal, ball, evidence, .. } => self.balls.push(ActaBall {
                ordinal: *ordinal,
                ball: *ball,
                extracted_at: at,
                announced_at: None,
                shown_at: None,
                by_machine: evidence.iter().any(|item| matches!(item, Evidence::Machine { .. })),
                corrected: None,
            }),
            Event::BallAnnounced { ordinal, .. } => self.ball_mut(*ordinal).announced_at = Some(at),
            Event::BallShown { ordinal, .. } => self.ball_mut(*ordinal).shown_at = Some(at),
            Event::BallCorrected { ordinal, from, to, .. } => self.correct(at, *ordinal, *from, *to),
            Event::DrawStopped { announced, .. } => {
                self.orders.push(note(&alloc::format!("Parada tras la bola {announced}")));
            }
            Event::ClaimMade { stop, claim, play, card, verdict, .. } => {
                let announced = self.balls.iter().filter(|ball| ball.announced_at.is_some()).count();
                self.claims.push(ActaClaim {
                    claim: *claim,
                    stop: *stop,
                    at,
                    announced: u8::try_from(announced).expect("at most 90 balls"),
                    play: *play,
                    card: *card,
                    verdict: verdict.clone(),
                    settled: None,
                });
            }
            Event::ClaimAccepted { claim, .. } => self.settle(*claim, actor, None),
            Event::ClaimRejected { claim, reason, .. } => self.settle(*claim, actor, Some(*reason)),
            Event::QuestionAsked { line, bingo, .. } => self.orders.push(note(question(*line, *bingo))),
            Event::DrawResumed { .. } => self.orders.push(note("Orden de seguir la extracción")),
            Event::PlayAwarded { play, winners, remainder, .. } => {
                self.shared_resto = self.shared_resto.plus(*remainder);
                self.prizes.extend(winners.iter().map(|share| ActaPrize {
                    prize: share.prize,
                    play: *play,
                    card: share.card,
                    amount: share.amount,
                    state: PrizeState::Due,
                    settled: None,
                    reason: None,
                }));
            }
            Event::PlayUnsung { play, amount, .. } => match play {
                Play::Line => self.unsung_line = *amount,
                Play::Bingo => self.unsung_bingo = *amount,
            },
            Event::GameEnded { .. } => {
                self.orders.push(note("Orden de cierre de la partida"));
                self.ended_at = Some(at);
            }
            Event::PrizePaid { prize, .. } => self.settle_prize(*prize, PrizeState::Paid, at, actor),
            Event::PrizeWithheld { prize, reason, .. } => {
                self.settle_prize(*prize, PrizeState::Withheld, at, actor);
                let found = self.prizes.iter_mut().find(|item| item.prize == *prize);
                found.expect("the prize was awarded").reason = Some(reason.clone());
            }
            Event::GameVoided { asked_by, cause, segments, cards, amount, .. } => {
                self.ended_at = Some(at);
                self.segments.clone_from(segments);
                self.void = Some(ActaVoid {
                    cause: cause.clone(),
                    asked_by: *asked_by,
                    confirmed_by: actor,
                    at,
                    cards: *cards,
                    amount: *amount,
                    refunded: Vec::new(),
                    refunded_amount: Cents::ZERO,
                });
            }
            Event::CardsRefunded { cards, amount, .. } => {
                let void = self.void.as_mut().expect("only a void game's cards are refunded");
                void.refunded.push(*cards);
                void.refunded_amount = void.refunded_amount.plus(*amount);
            }
            Event::HoldRaised { hold, why, .. } => {
                self.holds.push(ActaHold { hold: *hold, at, why: hold_words(why), left: None });
            }
            Event::HoldLeft { hold, exit, asked_by, .. } => {
                let found =
                    self.holds.iter_mut().find(|item| item.hold == *hold).expect("the hold was raised");
                found.left = Some((at, exit_words(*exit), *asked_by, actor));
            }
            _ => (),
        }
    }

    fn ball_mut(&mut self, ordinal: Ordinal) -> &mut ActaBall {
        self.balls.iter_mut().find(|ball| ball.ordinal == ordinal).expect("the ball came out")
    }

    fn correct(&mut self, at: i64, ordinal: Ordinal, from: Option<Ball>, to: Ball) {
        let corrected = Some(from.map_or("—".to_string(), |ball| ball.to_string()));
        if let Some(found) = self.balls.iter_mut().find(|item| item.ordinal == ordinal) {
            found.ball = to;
            found.corrected = corrected;
        } else {
            let (announced_at, shown_at, by_machine) = (None, None, false);
            self.balls.push(ActaBall {
                ordinal,
                ball: to,
                extracted_at: at,
                announced_at,
                shown_at,
                by_machine,
                corrected,
            });
        }
    }

    fn settle(&mut self, claim: ClaimNo, actor: Actor, reason: Option<RejectReason>) {
        let Actor::Person(person) = actor else { return };
        let found = self.claims.iter_mut().find(|item| item.claim == claim).expect("the claim was made");
        found.settled = Some((person, reason));
    }

    fn settle_prize(&mut self, prize: PrizeNo, state: PrizeState, at: i64, actor: Actor) {
        let found = self.prizes.iter_mut().find(|item| item.prize == prize).expect("the prize was awarded");
        found.state = state;
        found.settled = Some((at, actor));
    }

    /// Returns the sold cards that were not handed in for a refund.
    pub fn not_handed_in(&self) -> Vec<Segment> {
        let Some(void) = &self.void else { return Vec::new() };
        let mut left: BTreeMap<(crate::series::SeriesId, u32), u32> = BTreeMap::new();
        for segment in &self.segments {
            left.insert((segment.series, segment.first.0), segment.last.0);
        }
        for gone in &void.refunded {
            let holding =
                left.range(..=(gone.series, gone.first.0)).next_back().map(|(key, last)| (*key, *last));
            let Some(((series, first), last)) = holding else { continue };
            left.remove(&(series, first));
            if first < gone.first.0 {
                left.insert((series, first), gone.first.0 - 1);
            }
            if last > gone.last.0 {
                left.insert((series, gone.last.0 + 1), last);
            }
        }
        let segment = |((series, first), last): ((crate::series::SeriesId, u32), u32)| Segment {
            series,
            first: crate::series::CardNo(first),
            last: crate::series::CardNo(last),
        };
        left.into_iter().map(segment).collect()
    }
}

/// Returns the words of the question (G12).
pub const fn question(line: bool, bingo: bool) -> &'static str {
    match (line, bingo) {
        (true, true) => "«¿Alguna línea más? ¿Algún bingo más?»",
        (false, true) => "«¿Algún bingo más?»",
        (true, false) | (false, false) => "«¿Alguna línea más?»",
    }
}

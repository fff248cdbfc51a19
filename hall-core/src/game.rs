//! One game, from the first card on sale to the last prize.
//!
//! ```text
//!            SaleClosed             DrawStarted            DrawStopped
//!  Selling ─────────────▶ Announced ───────────▶ Drawing ◀────────────▶ Stopped ──▶ Ended
//!     │ GameNotHeld           │                     │      DrawResumed     │  GameEnded
//!     ▼                       ▼     GameVoided      ▼                      ▼
//!  NotHeld                  Voided ◀───────────────────── (also from Selling and Ended)
//! ```
//!
//! A HOLD lies over Drawing and Stopped: while there is one, nothing is announced and the
//! draw neither goes on nor ends.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::{Ball, BallSet};
use crate::card::CardId;
use crate::event::{
    ClaimNo, Event, GameNo, HoldExit, HoldNo, HoldWhy, Ordinal, Play, PrizeNo, RejectReason, Segment,
    SessionNo, StopCause, StopNo, Verdict,
};
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::people::{Actor, PersonId};
use crate::rules::Division;
use crate::sale::Sale;
use crate::series::{CardRef, SeriesId};

pub mod decide;

/// Where a game stands. What exists only in one phase lives in that variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// Cards are on sale.
    Selling,
    /// The sale is closed and the acta row written; totals are read aloud.
    Announced,
    /// Balls come out and are announced.
    Drawing,
    /// The draw has stopped; cards are checked.
    Stopped(Stop),
    /// The closing order was given; prizes are due.
    Ended,
    /// No card was sold.
    NotHeld,
    /// Void: cards are refunded.
    Voided,
}

impl Phase {
    /// Returns the phase in words.
    pub const fn words(&self) -> &'static str {
        match self {
            Phase::Selling => "en venta",
            Phase::Announced => "con la venta cerrada, antes de extraer",
            Phase::Drawing => "en extracción",
            Phase::Stopped(_) => "detenida",
            Phase::Ended => "cerrada",
            Phase::NotHeld => "cerrada: no celebrada",
            Phase::Voided => "anulada",
        }
    }
}

/// A stop of the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Its number in the game.
    pub no: StopNo,
    /// Why.
    pub cause: StopCause,
    /// The question, once asked.
    pub question: Option<Question>,
}

/// «¿Alguna línea más? ¿Algún bingo más?»
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// Lines were asked for.
    pub line: bool,
    /// Bingos were asked for.
    pub bingo: bool,
}

/// A card that was sung.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Its number in the game.
    pub no: ClaimNo,
    /// The stop it was made in.
    pub stop: StopNo,
    /// Line or bingo.
    pub play: Play,
    /// The card.
    pub card: CardRef,
    /// The card's face, where there is one.
    pub face: Option<CardId>,
    /// The system's judgement.
    pub verdict: Verdict,
    /// What the jefe de mesa said of a good one: accepted or rejected.
    pub accepted: Option<bool>,
    /// Why it was rejected.
    pub rejected: Option<RejectReason>,
}

impl Claim {
    /// Returns whether the jefe de mesa has yet to speak.
    pub fn is_pending(&self) -> bool {
        matches!(self.verdict, Verdict::Good { .. }) && self.accepted.is_none()
    }
}

/// Whether a play can still be sung.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayState {
    /// It can.
    Open,
    /// It was awarded.
    Awarded,
    /// The game ended without it.
    Unsung,
}

/// What became of a prize (35.6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrizeState {
    /// To be paid.
    Due,
    /// Paid, against the card.
    Paid,
    /// Kept back in dispute.
    Withheld,
    /// Nobody had come for it when the session closed. It is still paid against the card.
    Unclaimed,
}

impl PrizeState {
    /// Returns the state in words.
    pub const fn words(&self) -> &'static str {
        match self {
            PrizeState::Due => "pendiente",
            PrizeState::Paid => "pagado",
            PrizeState::Withheld => "retenido",
            PrizeState::Unclaimed => "no reclamado",
        }
    }
}

/// A prize of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prize {
    /// Its number in the game.
    pub no: PrizeNo,
    /// Line or bingo.
    pub play: Play,
    /// The winning card.
    pub card: CardRef,
    /// What its bearer gets.
    pub amount: Cents,
    /// What became of it.
    pub state: PrizeState,
}

/// A HOLD and the way out that one person has proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Its number.
    pub no: HoldNo,
    /// Why.
    pub why: HoldWhy,
    /// The proposal.
    pub proposed: Option<(HoldExit, PersonId)>,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Its number in the hall.
    pub no: GameNo,
    /// Its order in the session.
    pub in_session: u32,
    /// Its session.
    pub session: SessionNo,
    /// The series announced.
    pub series: SeriesId,
    /// The matrix all its cards are from.
    pub matrix: MatrixNo,
    /// Cards of the series.
    pub series_size: u32,
    /// Where it stands.
    pub phase: Phase,
    /// The sale.
    pub sale: Sale,
    /// The cards sold, from the close on.
    pub segments: Vec<Segment>,
    /// The money, from the close on.
    pub division: Division,
    /// The formula of M13, from the close on.
    pub formula: String,
    /// The balls of the game in order of exit; the first `announced` of them count.
    pub extracted: Vec<Ball>,
    /// How many were announced.
    pub announced: u8,
    /// The places that a panel has shown.
    pub shown: BTreeSet<Ordinal>,
    /// Stops so far.
    pub stops: u32,
    /// Everything that was sung.
    pub claims: Vec<Claim>,
    /// The line.
    pub line: PlayState,
    /// The bingo.
    pub bingo: PlayState,
    /// The prizes, from the closing of each play on.
    pub prizes: Vec<Prize>,
    /// What sharing left over.
    pub resto: Cents,
    /// Gaps somebody asked to burn, and who.
    pub burns_asked: Vec<(Segment, PersonId)>,
    /// What is held against it.
    pub holds: Vec<Hold>,
    /// Who asked for it to be void, and why.
    pub void_asked: Option<(PersonId, String)>,
    /// Cards refunded, by series and first number.
    refunded: BTreeMap<(SeriesId, u32), u32>,
}

impl Game {
    /// Begins a game: its sale opens (G1).
    pub fn new(
        no: GameNo,
        in_session: u32,
        session: SessionNo,
        sale: Sale,
        matrix: MatrixNo,
        series_size: u32,
    ) -> Game {
        let series = sale.parts[0].series;
        Game {
            no,
            in_session,
            session,
            series,
            matrix,
            series_size,
            phase: Phase::Selling,
            sale,
            segments: Vec::new(),
            division: Division::default(),
            formula: String::new(),
            extracted: Vec::new(),
            announced: 0,
            shown: BTreeSet::new(),
            stops: 0,
            claims: Vec::new(),
            line: PlayState::Open,
            bingo: PlayState::Open,
            prizes: Vec::new(),
            resto: Cents::ZERO,
            burns_asked: Vec::new(),
            holds: Vec::new(),
            void_asked: None,
            refunded: BTreeMap::new(),
        }
    }

    /// Returns whether it is on sale or being played (DECISIONS 20).
    pub fn is_running(&self) -> bool {
        match self.phase {
            Phase::Selling | Phase::Announced | Phase::Drawing | Phase::Stopped(_) => true,
            Phase::Ended | Phase::NotHeld | Phase::Voided => false,
        }
    }

    /// Returns whether its balls are coming out.
    pub fn is_in_draw(&self) -> bool {
        matches!(self.phase, Phase::Drawing | Phase::Stopped(_))
    }

    /// Returns the announced balls, in order: those that count (G8).
    pub fn announced(&self) -> &[Ball] {
        &self.extracted[..usize::from(self.announced)]
    }

    /// Returns the balls that are out and not announced, with their places.
    pub fn pending(&self) -> impl Iterator<Item = (Ordinal, Ball)> + '_ {
        let first = self.announced + 1;
        self.extracted[usize::from(self.announced)..]
            .iter()
            .zip(first..)
            .map(|(ball, place)| (Ordinal(place), *ball))
    }

    /// Returns the claims of a stop.
    pub fn claims_of(&self, stop: StopNo) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| claim.stop == stop)
    }

    /// Returns the accepted claims of a stop for a play.
    pub fn accepted(&self, stop: StopNo, play: Play) -> impl Iterator<Item = &Claim> {
        self.claims_of(stop).filter(move |claim| claim.play == play && claim.accepted == Some(true))
    }

    /// Returns whether the card was refunded.
    pub fn is_refunded(&self, card: CardRef) -> bool {
        let before = self.refunded.range(..=(card.series, card.number.0)).next_back();
        before.is_some_and(|((series, _), last)| *series == card.series && *last >= card.number.0)
    }

    /// Returns how many cards were refunded.
    pub fn refunded_count(&self) -> u32 {
        self.refunded.iter().map(|((_, first), last)| last - first + 1).sum()
    }

    /// Returns the prizes somebody is still owed. In a void game the cards are refunded instead.
    pub fn owed(&self) -> impl Iterator<Item = &Prize> {
        let stands = self.phase != Phase::Voided;
        self.prizes.iter().filter(move |prize| stands && prize.state != PrizeState::Paid)
    }

    /// Returns the amount of a play's prize.
    pub fn prize_of(&self, play: Play) -> Cents {
        match play {
            Play::Line => self.division.line,
            Play::Bingo => self.division.bingo,
        }
    }

    /// Moves the game on by one recorded event that names it.
    ///
    /// # Panics
    /// When the event cannot happen in the game's phase: a record that contradicts itself must
    /// stop the hall, not be skipped over.
    #[allow(clippy::wildcard_enum_match_arm, reason = "hall.rs sends only events that name a game")]
    pub fn apply(&mut self, at_utc_ms: i64, actor: Actor, event: &Event) {
        match event {
            Event::BlockIssued { cards, seller, .. } => self.sale.give(cards, *seller),
            Event::CardsTransferred { cards, to, .. } => self.sale.give(cards, *to),
            Event::CardsReturned { cards, .. } => self.sale.take_back(cards),
            Event::GapBurnAsked { cards, .. } => {
                let Actor::Person(person) = actor else { panic!("only a person asks to burn a gap") };
                self.burns_asked.push((*cards, person));
            }
            Event::GapBurned { cards, .. } => {
                self.sale.burn(cards);
                self.burns_asked.retain(|(asked, _)| asked != cards);
            }
            Event::SaleClosed { segments, division, formula, .. } => {
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
                self.phase = Phase::Announced;
            }
            Event::SaleRectified { cards, found, seller, segments, division, formula, .. } => {
                self.sale.rectify(cards, *found, *seller);
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
            }
            Event::AnnouncementRectified { .. } => (),
            Event::GameNotHeld { .. } => self.phase = Phase::NotHeld,
            Event::DrawStarted { .. } => {
                self.phase = Phase::Drawing;
                self.void_asked = None;
            }
            Event::BallExtracted { ordinal, ball, .. } => {
                assert_eq!(usize::from(ordinal.0), self.extracted.len() + 1, "balls come one after another");
                self.extracted.push(*ball);
            }
            Event::BallCorrected { ordinal, to, .. } => self.correct(*ordinal, *to),
            Event::BallAnnounced { ordinal, .. } => {
                assert_eq!(ordinal.0, self.announced + 1, "balls are announced in order");
                self.announced = ordinal.0;
            }
            Event::BallShown { ordinal, .. } => {
                self.shown.insert(*ordinal);
            }
            Event::DrawStopped { stop, cause, .. } => {
                self.stops = stop.0;
                self.phase = Phase::Stopped(Stop { no: *stop, cause: *cause, question: None });
            }
            Event::ClaimMade { stop, claim, play, card, face, verdict, .. } => self.claims.push(Claim {
                no: *claim,
                stop: *stop,
                play: *play,
                card: *card,
                face: *face,
                verdict: verdict.clone(),
                accepted: None,
                rejected: None,
            }),
            Event::ClaimAccepted { claim, .. } => self.claim_mut(*claim).accepted = Some(true),
            Event::ClaimRejected { claim, reason, .. } => {
                let claim = self.claim_mut(*claim);
                (claim.accepted, claim.rejected) = (Some(false), Some(*reason));
            }
            Event::QuestionAsked { line, bingo, .. } => {
                let Phase::Stopped(stop) = &mut self.phase else { panic!("a question is asked in a stop") };
                stop.question = Some(Question { at_utc_ms, line: *line, bingo: *bingo });
            }
            Event::DrawResumed { .. } => {
                self.phase = Phase::Drawing;
                // Who asked for a void and then went on has dropped it.
                self.void_asked = None;
            }
            Event::PlayAwarded { play, winners, remainder, .. } => {
                for share in winners {
                    let (no, card, amount) = (share.prize, share.card, share.amount);
                    self.prizes.push(Prize { no, play: *play, card, amount, state: PrizeState::Due });
                }
                self.resto = self.resto.plus(*remainder);
                *self.play_mut(*play) = PlayState::Awarded;
            }
            Event::PlayUnsung { play, .. } => *self.play_mut(*play) = PlayState::Unsung,
            Event::GameEnded { .. } => {
                self.phase = Phase::Ended;
                self.void_asked = None;
                // A machine that failed after the last bingo holds nobody any more.
                self.holds.clear();
            }
            Event::PrizePaid { prize, .. } => self.prize_mut(*prize).state = PrizeState::Paid,
            Event::PrizeReleased { prize, .. } => self.prize_mut(*prize).state = PrizeState::Due,
            Event::PrizeWithheld { prize, .. } => self.prize_mut(*prize).state = PrizeState::Withheld,
            Event::VoidAsked { cause, .. } => {
                let Actor::Person(person) = actor else { panic!("only a person asks for a void") };
                self.void_asked = Some((person, cause.clone()));
            }
            Event::GameVoided { segments, .. } => {
                self.segments.clone_from(segments);
                self.holds.clear();
                self.phase = Phase::Voided;
            }
            Event::CardsRefunded { cards, .. } => {
                self.refunded.insert((cards.series, cards.first.0), cards.last.0);
            }
            Event::HoldRaised { hold, why, .. } => {
                self.holds.push(Hold { no: *hold, why: why.clone(), proposed: None });
            }
            Event::HoldExitAsked { hold, exit, .. } => {
                let Actor::Person(person) = actor else { panic!("only a person proposes a way out") };
                let found = self.holds.iter_mut().find(|h| h.no == *hold).expect("the hold exists");
                found.proposed = Some((*exit, person));
            }
            Event::HoldLeft { hold, .. } => self.holds.retain(|h| h.no != *hold),
            other => panic!("{other:?} does not belong to a game"),
        }
    }

    fn correct(&mut self, ordinal: Ordinal, to: Ball) {
        let place = usize::from(ordinal.0);
        assert!(ordinal.0 > self.announced, "what was announced is not corrected here");
        if place == self.extracted.len() + 1 {
            self.extracted.push(to);
        } else {
            self.extracted[place - 1] = to;
        }
    }

    fn claim_mut(&mut self, no: ClaimNo) -> &mut Claim {
        self.claims.iter_mut().find(|claim| claim.no == no).expect("the claim exists")
    }

    fn prize_mut(&mut self, no: PrizeNo) -> &mut Prize {
        self.prizes.iter_mut().find(|prize| prize.no == no).expect("the prize exists")
    }

    fn play_mut(&mut self, play: Play) -> &mut PlayState {
        match play {
            Play::Line => &mut self.line,
            Play::Bingo => &mut self.bingo,
        }
    }

    /// Checks what the types cannot say; tests call it after every step.
    ///
    /// # Panics
    /// When the game contradicts itself.
    pub fn verify_invariants(&self) {
        let distinct: BallSet = self.extracted.iter().copied().collect();
        assert_eq!(distinct.len() as usize, self.extracted.len(), "no ball twice in a game (NL6)");
        assert!(usize::from(self.announced) <= self.extracted.len());
        assert!(
            self.shown.iter().all(|place| place.0 <= self.announced),
            "nothing is shown before it is announced (G8)"
        );
        let division = self.division;
        let parts = division.line.plus(division.bingo).plus(division.house).plus(division.resto);
        assert_eq!(parts, division.takings, "money in = prizes + hall + resto (NL5)");
        match &self.phase {
            Phase::Selling | Phase::NotHeld => assert!(self.extracted.is_empty() && self.claims.is_empty()),
            Phase::Announced => assert!(!self.segments.is_empty() && self.extracted.is_empty()),
            Phase::Drawing | Phase::Stopped(_) => assert!(!self.segments.is_empty()),
            Phase::Ended => {
                assert!(self.line != PlayState::Open && self.bingo != PlayState::Open);
                let shared: Cents = self.prizes.iter().map(|prize| prize.amount).sum();
                let unsung = |play: Play, state: PlayState| {
                    if state == PlayState::Unsung { self.prize_of(play) } else { Cents::ZERO }
                };
                let kept =
                    unsung(Play::Line, self.line).plus(unsung(Play::Bingo, self.bingo)).plus(self.resto);
                assert_eq!(
                    shared.plus(kept),
                    division.line.plus(division.bingo),
                    "every prize went somewhere"
                );
            }
            Phase::Voided => assert!(self.prizes.iter().all(|prize| prize.state != PrizeState::Paid)),
        }
    }
}

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
use crate::event::{
    ClaimNo, Event, Evidence, GameNo, HoldExit, Ordinal, PaperLine, Paragraph, Play, PrizeNo, Segment,
    SessionNo, StopNo,
};
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::people::{Actor, PersonId};
use crate::rules::Division;
use crate::sale::Sale;
use crate::series::{CardRef, SeriesId};

mod article36;
pub mod decide;
mod hold;
mod part;

pub use part::*;

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
    /// When its sale opened, UTC milliseconds.
    pub opened_at_utc_ms: Option<i64>,
    /// When it ended, held or not, UTC milliseconds; none in a void one.
    pub ended_at_utc_ms: Option<i64>,
    /// The sale.
    pub sale: Sale,
    /// The cards sold, from the close on.
    pub segments: Vec<Segment>,
    /// The money, from the close on.
    pub division: Division,
    /// The formula of M13, from the close on.
    pub formula: String,
    /// When the sale was closed, UTC milliseconds.
    pub closed_at_utc_ms: Option<i64>,
    /// What had been announced before the last public rectification.
    pub rectified: Option<Rectified>,
    /// The balls of the game in order of exit; the first `announced` of them count.
    pub extracted: Vec<Ball>,
    /// The places whose number is known from people and from no machine.
    pub by_people: BTreeSet<Ordinal>,
    /// How many were announced.
    pub announced: u8,
    /// When the last of them was announced, UTC milliseconds.
    pub announced_at_utc_ms: Option<i64>,
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
    /// When the last of them was paid, UTC milliseconds.
    pub paid_at_utc_ms: Option<i64>,
    /// What sharing left over.
    pub resto: Cents,
    /// Gaps somebody asked to burn, and who.
    pub burns_asked: Vec<(Segment, PersonId)>,
    /// What is held against it.
    pub holds: Vec<Hold>,
    /// Who asked for it to be void, and why.
    pub void_asked: Option<(PersonId, String)>,
    /// Its provisional suspension (36.1).
    pub suspension: Option<Suspension>,
    /// The paragraphs of article 36 that were read aloud.
    pub read: BTreeSet<Paragraph>,
    /// Who draws it by hand, once the machine is given up.
    pub by_hand: Option<ByHand>,
    /// The ball that one of the two has keyed and the other not yet.
    pub keyed: Option<Keyed>,
    /// The sheet of a game finished on paper, as one person typed it in.
    pub sheet: Option<(Vec<PaperLine>, PersonId)>,
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
            opened_at_utc_ms: None,
            ended_at_utc_ms: None,
            sale,
            segments: Vec::new(),
            division: Division::default(),
            formula: String::new(),
            closed_at_utc_ms: None,
            rectified: None,
            extracted: Vec::new(),
            by_people: BTreeSet::new(),
            announced: 0,
            announced_at_utc_ms: None,
            shown: BTreeSet::new(),
            stops: 0,
            claims: Vec::new(),
            line: PlayState::Open,
            bingo: PlayState::Open,
            prizes: Vec::new(),
            paid_at_utc_ms: None,
            resto: Cents::ZERO,
            burns_asked: Vec::new(),
            holds: Vec::new(),
            void_asked: None,
            suspension: None,
            read: BTreeSet::new(),
            by_hand: None,
            keyed: None,
            sheet: None,
            refunded: BTreeMap::new(),
        }
    }

    /// Returns its provisional suspension (36.1).
    pub fn suspension(&self) -> Option<&Suspension> {
        self.suspension.as_ref()
    }

    /// Returns who draws it by hand, once the machine is given up.
    pub fn by_hand(&self) -> Option<ByHand> {
        self.by_hand
    }

    /// Returns the ball that one of the two has keyed and the other not yet.
    pub fn keyed(&self) -> Option<&Keyed> {
        self.keyed.as_ref()
    }

    /// Returns who typed in the sheet of a game finished on paper.
    pub fn sheet_by(&self) -> Option<PersonId> {
        self.sheet.as_ref().map(|(_, by)| *by)
    }

    /// Returns who asked for it to be void, and why.
    pub fn void_asked(&self) -> Option<(PersonId, &str)> {
        self.void_asked.as_ref().map(|(by, cause)| (*by, cause.as_str()))
    }

    /// Returns what is held against it.
    pub fn holds(&self) -> &[Hold] {
        &self.holds
    }

    /// Returns whether it is on sale or being played (DECISIONS 20).
    pub fn is_running(&self) -> bool {
        match self.phase {
            Phase::Selling | Phase::Announced | Phase::Drawing | Phase::Stopped(_) => true,
            Phase::Ended | Phase::NotHeld | Phase::Voided => false,
        }
    }

    /// Returns whether a ball has come out: from then on article 36.2 applies and not 36.1.
    pub fn has_begun_extraction(&self) -> bool {
        !self.extracted.is_empty()
    }

    /// Returns the balls that are still to be extracted, ascending (36.2).
    pub fn remaining(&self) -> BallSet {
        let out: BallSet = self.extracted.iter().copied().collect();
        let all: BallSet = Ball::all().collect();
        all.without(out)
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
    pub fn apply(&mut self, at_utc_ms: i64, actor: Actor, device: &str, event: &Event) {
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
                self.closed_at_utc_ms = Some(at_utc_ms);
                self.phase = Phase::Announced;
            }
            Event::SaleRectified { cards, found, seller, segments, division, formula, .. } => {
                self.rectified = Some(Rectified { cards: self.sale.count(), division: self.division });
                self.sale.rectify(cards, *found, *seller);
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
            }
            Event::AnnouncementRectified { .. } => (),
            Event::GameNotHeld { .. } => {
                self.suspension = None;
                self.ended_at_utc_ms = Some(at_utc_ms);
                self.phase = Phase::NotHeld;
            }
            Event::DrawStarted { .. } => {
                self.phase = Phase::Drawing;
                self.void_asked = None;
            }
            Event::BallExtracted { ordinal, ball, evidence, .. } => {
                assert_eq!(usize::from(ordinal.0), self.extracted.len() + 1, "balls come one after another");
                self.extracted.push(*ball);
                if !evidence.iter().any(|item| matches!(item, Evidence::Machine { .. })) {
                    self.by_people.insert(*ordinal);
                }
                self.keyed = None;
                self.forget_proposals_for(*ordinal);
            }
            Event::BallKeyed { ordinal, ball, .. } => {
                let Actor::Person(by) = actor else { panic!("only a person keys a ball") };
                self.keyed = Some(Keyed { ordinal: *ordinal, ball: *ball, by, device: device.into() });
            }
            Event::BallCorrected { ordinal, from, to, .. } => {
                self.correct(*ordinal, *to);
                self.by_people.insert(*ordinal);
                if from.is_none() {
                    self.forget_proposals_for(*ordinal);
                }
            }
            Event::BallAnnounced { ordinal, .. } => {
                assert_eq!(ordinal.0, self.announced + 1, "balls are announced in order");
                self.announced = ordinal.0;
                self.announced_at_utc_ms = Some(at_utc_ms);
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
                accepted_at_utc_ms: None,
                rejected: None,
            }),
            Event::ClaimAccepted { claim, .. } => {
                let claim = self.claim_mut(*claim);
                (claim.accepted, claim.accepted_at_utc_ms) = (Some(true), Some(at_utc_ms));
            }
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
                self.ended_at_utc_ms = Some(at_utc_ms);
                self.void_asked = None;
                // A machine that failed after the last bingo holds nobody any more.
                self.holds.clear();
                self.by_hand = None;
                self.sheet = None;
            }
            Event::PrizePaid { prize, .. } => {
                self.prize_mut(*prize).state = PrizeState::Paid;
                self.paid_at_utc_ms = Some(at_utc_ms);
            }
            Event::PrizeReleased { prize, .. } => self.prize_mut(*prize).state = PrizeState::Due,
            Event::PrizeWithheld { prize, .. } => self.prize_mut(*prize).state = PrizeState::Withheld,
            Event::VoidAsked { cause, .. } => {
                let Actor::Person(person) = actor else { panic!("only a person asks for a void") };
                self.void_asked = Some((person, cause.clone()));
            }
            Event::GameVoided { segments, .. } => {
                self.segments.clone_from(segments);
                self.holds.clear();
                self.suspension = None;
                self.by_hand = None;
                self.sheet = None;
                self.phase = Phase::Voided;
            }
            Event::CardsRefunded { cards, .. } => {
                self.refunded.insert((cards.series, cards.first.0), cards.last.0);
            }
            Event::HoldRaised { hold, why, .. } => {
                self.holds.push(Hold { no: *hold, why: why.clone(), proposed: None });
                self.keyed = None;
            }
            Event::HoldExitAsked { hold, exit, .. } => {
                let Actor::Person(person) = actor else { panic!("only a person proposes a way out") };
                let found = self.holds.iter_mut().find(|h| h.no == *hold).expect("the hold exists");
                found.proposed = Some((*exit, person));
            }
            Event::HoldLeft { exit: HoldExit::ByHand { caller, second }, .. } => {
                // Who gives the machine up has left whatever held only the machine.
                self.holds.retain(|hold| hold.why.doubts_a_ball());
                self.by_hand = Some(ByHand { caller: *caller, second: *second });
            }
            Event::HoldLeft { hold, .. } => self.holds.retain(|h| h.no != *hold),
            Event::GameSuspended { cause, .. } => {
                self.suspension = Some(Suspension { since_utc_ms: at_utc_ms, cause: cause.clone() });
                self.read.remove(&Paragraph::BeforeExtraction);
            }
            Event::SuspensionLifted { .. } => self.suspension = None,
            Event::ParagraphRead { paragraph, .. } => {
                self.read.insert(*paragraph);
            }
            Event::TranscriptionAsked { lines, .. } => {
                let Actor::Person(person) = actor else { panic!("only a person types in a sheet") };
                self.sheet = Some((lines.clone(), person));
            }
            Event::Transcribed { .. } => {
                // The sheet tells the balls, whatever the machine has to say.
                self.holds.clear();
                self.sheet = None;
                self.keyed = None;
            }
            other => panic!("{other:?} does not belong to a game"),
        }
    }

    /// Moves the times that something is counted from, the clock having jumped (R48): fifteen
    /// minutes stay fifteen minutes.
    pub fn step_clock(&mut self, back: bool, by_ms: u64) {
        let by = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let moved = |at: i64| if back { at.saturating_sub(by) } else { at.saturating_add(by) };
        if let Some(suspension) = &mut self.suspension {
            suspension.since_utc_ms = moved(suspension.since_utc_ms);
        }
        for at in [
            &mut self.announced_at_utc_ms,
            &mut self.opened_at_utc_ms,
            &mut self.ended_at_utc_ms,
            &mut self.paid_at_utc_ms,
        ] {
            *at = at.map(moved);
        }
        for claim in &mut self.claims {
            claim.accepted_at_utc_ms = claim.accepted_at_utc_ms.map(moved);
        }
        if let Phase::Stopped(Stop { question: Some(question), .. }) = &mut self.phase {
            question.at_utc_ms = moved(question.at_utc_ms);
        }
    }

    /// A ball took this place: whoever proposed one for it had not seen that.
    fn forget_proposals_for(&mut self, ordinal: Ordinal) {
        let stands = |(exit, _): &(HoldExit, PersonId)| !matches!(exit, HoldExit::Misread { ordinal: place, .. } if *place == ordinal);
        for hold in &mut self.holds {
            hold.proposed = hold.proposed.filter(stands);
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
        assert!(self.by_people.iter().all(|place| usize::from(place.0) <= self.extracted.len()));
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

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
//! What exists in one phase only is a field of that phase and goes with it. The [`Draw`] (holds, the two people who draw
//! by hand, a sheet typed in once) goes from Drawing to Stopped and back. A game is suspended on sale, before its draw
//! or in a stop (36.1). In a HOLD nothing is announced, and the draw neither goes on nor ends.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use crate::ball::{Ball, BallSet};
use crate::event::{
    ClaimNo, Event, Evidence, GameNo, HoldExit, Ordinal, Paragraph, Play, PrizeNo, Segment, SessionNo,
    StopNo, of_no_game,
};
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::people::{Actor, PersonId};
use crate::rules::Division;
use crate::sale::Sale;
use crate::series::SeriesId;

mod article36;
pub mod decide;
mod drum;
mod part;
mod refund;
mod stop;

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
    /// When it ended, held or not, UTC milliseconds; none if void.
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
    /// The balls in order of exit; the first `announced` of them count.
    pub extracted: Vec<Ball>,
    /// The places whose number only people entered.
    pub by_people: BTreeSet<Ordinal>,
    /// The places whose number the caller read (DECISIONS 36).
    pub by_caller: BTreeSet<Ordinal>,
    /// How many were announced.
    pub announced: u8,
    /// How many were announced when a card was last judged.
    pub(crate) judged: u8,
    /// When the last of them was announced, UTC milliseconds.
    pub announced_at_utc_ms: Option<i64>,
    /// The places that a panel has shown.
    pub shown: BTreeSet<Ordinal>,
    /// The places with which a picture was kept.
    pub pictured: BTreeSet<Ordinal>,
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
    /// What of it was carried, while it is not void.
    pub(crate) carried: Carried,
    /// Who asked for it to be void, and why.
    pub(crate) void_asked: Option<(PersonId, String)>,
    /// Cards refunded, by series and first number.
    pub(crate) refunded: BTreeMap<(SeriesId, u32), u32>,
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
            phase: Phase::Selling(Selling::default()),
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
            by_caller: BTreeSet::new(),
            judged: 0,
            announced: 0,
            announced_at_utc_ms: None,
            shown: BTreeSet::new(),
            pictured: BTreeSet::new(),
            stops: 0,
            claims: Vec::new(),
            line: PlayState::Open,
            bingo: PlayState::Open,
            prizes: Vec::new(),
            paid_at_utc_ms: None,
            resto: Cents::ZERO,
            carried: Carried::default(),
            void_asked: None,
            refunded: BTreeMap::new(),
        }
    }

    /// Whether it is on sale or being played (DECISIONS 20).
    pub fn is_running(&self) -> bool {
        match self.phase {
            Phase::Selling(_) | Phase::Announced { .. } | Phase::Drawing(_) | Phase::Stopped(..) => true,
            Phase::Ended | Phase::NotHeld | Phase::Voided => false,
        }
    }

    /// Whether a ball has come out: then article 36.2 applies, not 36.1.
    pub fn has_begun_extraction(&self) -> bool {
        !self.extracted.is_empty() || self.is_read_by_caller() && self.keyed().is_some()
    }

    /// The balls that are still to be extracted, ascending (36.2).
    pub fn remaining(&self) -> BallSet {
        let out: BallSet = self.extracted.iter().copied().collect();
        let all: BallSet = Ball::all().collect();
        all.without(out)
    }

    /// The sale, while cards are on sale.
    pub fn selling(&self) -> Option<&Selling> {
        if let Phase::Selling(selling) = &self.phase { Some(selling) } else { None }
    }

    /// The draw, going on or stopped.
    pub fn draw(&self) -> Option<&Draw> {
        if let Phase::Drawing(draw) | Phase::Stopped(draw, _) = &self.phase { Some(draw) } else { None }
    }

    /// The stop, while the draw stands.
    pub fn stop(&self) -> Option<&Stop> {
        if let Phase::Stopped(_, stop) = &self.phase { Some(stop) } else { None }
    }

    /// Whether the draw has begun and not ended, stopped or not.
    pub fn is_in_draw(&self) -> bool {
        self.draw().is_some()
    }

    /// Whether its sale is closed and its draw has not begun.
    pub fn is_announced(&self) -> bool {
        matches!(self.phase, Phase::Announced { .. })
    }

    /// Whether its balls are coming out now.
    pub fn is_drawing(&self) -> bool {
        matches!(self.phase, Phase::Drawing(_))
    }

    /// The provisional suspension (36.1).
    pub fn suspension(&self) -> Option<&Suspension> {
        match &self.phase {
            Phase::Selling(Selling { suspension, .. })
            | Phase::Announced { suspension }
            | Phase::Stopped(_, Stop { suspension, .. }) => suspension.as_ref(),
            Phase::Drawing(_) | Phase::Ended | Phase::NotHeld | Phase::Voided => None,
        }
    }

    /// What holds the draw.
    pub fn holds(&self) -> &[Hold] {
        self.draw().map_or(&[], |draw| &draw.holds)
    }

    /// The place of the next ball to come out.
    pub(crate) fn next_ordinal(&self) -> Ordinal {
        Ordinal(u8::try_from(self.extracted.len()).expect("at most 90 balls") + 1)
    }

    /// Who draws by hand, the machine being given up.
    pub fn by_hand(&self) -> Option<ByHand> {
        if let Hand::Pair { people, .. } = self.draw()?.hand { Some(people) } else { None }
    }

    /// Whether the machine's readings are the balls of the draw; also of one that has not begun.
    pub fn is_read_by_machine(&self) -> bool {
        self.draw().is_none_or(|draw| draw.hand == Hand::Machine)
    }

    /// Whether the caller reads the balls of the draw (DECISIONS 36).
    pub fn is_read_by_caller(&self) -> bool {
        self.draw().is_some_and(|draw| matches!(draw.hand, Hand::Caller { .. }))
    }

    /// The ball that only one person has keyed, where it takes two.
    pub fn keyed(&self) -> Option<&Keyed> {
        match &self.draw()?.hand {
            Hand::Pair { keyed, .. } | Hand::Caller { keyed } => keyed.as_ref(),
            Hand::Machine => None,
        }
    }

    /// Who typed in the sheet of a game finished on paper.
    pub fn sheet_by(&self) -> Option<PersonId> {
        self.draw()?.sheet.as_ref().map(|(_, by)| *by)
    }

    /// Who asked for it to be void, and why.
    pub fn void_asked(&self) -> Option<(PersonId, &str)> {
        self.void_asked.as_ref().map(|(by, cause)| (*by, cause.as_str()))
    }

    /// The announced balls, in order: those that count (G8).
    pub fn announced(&self) -> &[Ball] {
        &self.extracted[..usize::from(self.announced)]
    }

    /// The balls that are out and not announced, with their places.
    pub fn pending(&self) -> impl Iterator<Item = (Ordinal, Ball)> + '_ {
        let first = self.announced + 1;
        self.extracted[usize::from(self.announced)..]
            .iter()
            .zip(first..)
            .map(|(ball, place)| (Ordinal(place), *ball))
    }

    /// The claims of a stop.
    pub fn claims_of(&self, stop: StopNo) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| claim.stop == stop)
    }

    /// The accepted claims of a stop for a play.
    pub fn accepted(&self, stop: StopNo, play: Play) -> impl Iterator<Item = &Claim> {
        self.claims_of(stop).filter(move |claim| claim.play == play && claim.accepted == Some(true))
    }

    /// The prizes not paid yet. In a void game the cards are refunded instead.
    pub fn owed(&self) -> impl Iterator<Item = &Prize> {
        let stands = self.phase != Phase::Voided;
        self.prizes.iter().filter(move |prize| stands && prize.state != PrizeState::Paid)
    }

    /// The amount of a play's prize.
    pub fn prize_of(&self, play: Play) -> Cents {
        match play {
            Play::Line => self.division.line,
            Play::Bingo => self.division.bingo,
        }
    }

    /// Moves the game on by one recorded event that names it.
    ///
    /// # Panics
    /// When the event cannot happen in the game's phase: the record contradicts itself.
    pub fn apply(&mut self, at_utc_ms: i64, actor: Actor, device: &str, event: &Event) {
        match event {
            Event::SaleOpened { .. } => self.opened_at_utc_ms = Some(at_utc_ms),
            Event::BlockIssued { cards, seller, .. } => self.sale.give(cards, *seller),
            Event::CardsTransferred { cards, to, .. } => self.sale.give(cards, *to),
            Event::CardsReturned { cards, .. } => self.sale.take_back(cards),
            Event::GapBurnAsked { cards, .. } => {
                self.selling_mut().burns_asked.push((*cards, asker(actor)));
            }
            Event::GapBurned { cards, .. } => {
                self.sale.burn(cards);
                self.selling_mut().burns_asked.retain(|(asked, _)| asked != cards);
            }
            Event::SaleClosed { segments, division, formula, .. } => {
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
                self.closed_at_utc_ms = Some(at_utc_ms);
                self.phase = Phase::Announced { suspension: None };
            }
            Event::SaleRectified { cards, found, seller, segments, division, formula, .. } => {
                self.rectified = Some(Rectified { cards: self.sale.count(), division: self.division });
                self.sale.rectify(cards, *found, *seller);
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
            }
            Event::AnnouncementRectified { .. }
            | Event::VoiceFailed { .. }
            | Event::CameraWaiverAsked { .. }
            | Event::CameraWaived { .. } => (),
            Event::GameNotHeld { .. } => {
                self.ended_at_utc_ms = Some(at_utc_ms);
                self.phase = Phase::NotHeld;
            }
            Event::DrawStarted { .. } => self.begin_draw(Hand::Machine),
            Event::DrawStartedByCaller { .. } => self.begin_draw(Hand::Caller { keyed: None }),
            Event::BallExtracted { ordinal, ball, evidence, .. } => {
                assert_eq!(usize::from(ordinal.0), self.extracted.len() + 1, "balls come one after another");
                self.extracted.push(*ball);
                self.comes_out(*ball);
                let has = |is: fn(&Evidence) -> bool| evidence.iter().any(is);
                if has(|item| matches!(item, Evidence::Read { .. })) {
                    self.by_caller.insert(*ordinal);
                } else if !has(|item| matches!(item, Evidence::Machine { .. })) {
                    self.by_people.insert(*ordinal);
                }
                let draw = self.draw_mut();
                draw.forget_keyed();
                draw.forget_proposals_for(*ordinal);
            }
            Event::BallKeyed { ordinal, ball, .. } => {
                let by = asker(actor);
                let keyed = self.draw_mut().hand.keyed_mut().expect("a machine keys no balls");
                *keyed = Some(Keyed { ordinal: *ordinal, ball: *ball, by, device: device.into() });
            }
            Event::BallCorrected { ordinal, from, to, .. } => {
                self.correct(*ordinal, *to);
                self.by_people.insert(*ordinal);
                self.by_caller.remove(ordinal);
                if from.is_none() {
                    self.draw_mut().forget_proposals_for(*ordinal);
                }
            }
            Event::BallAnnounced { ordinal, .. } => {
                assert_eq!(ordinal.0, self.announced + 1, "balls are announced in order");
                self.announced = ordinal.0;
                self.announced_at_utc_ms = Some(at_utc_ms);
            }
            Event::ReadingRectified { ordinal, to, .. } => {
                assert_eq!(ordinal.0, self.announced, "only the last ball is read again");
                self.extracted[usize::from(ordinal.0) - 1] = *to;
            }
            Event::BallShown { ordinal, .. } => {
                self.shown.insert(*ordinal);
            }
            Event::BallPictured { ordinal, .. } => {
                self.pictured.insert(*ordinal);
            }
            Event::DrawStopped { stop, counting, cause, pressed, .. } => {
                self.stops = stop.0;
                let call = Call { by: actor, device: device.into(), at_utc_ms, pressed: *pressed };
                let (no, cause, counting) = (*stop, *cause, *counting);
                let stop = Stop { no, cause, counting, call, question: None, suspension: None };
                self.phase = Phase::Stopped(mem::take(self.draw_mut()), stop);
            }
            Event::StopCalledEarlier { counting, pressed, .. } => {
                let Phase::Stopped(_, stop) = &mut self.phase else {
                    panic!("an earlier press is of a stop")
                };
                stop.counting = *counting;
                stop.call = Call { by: actor, device: device.into(), at_utc_ms, pressed: Some(*pressed) };
            }
            Event::ClaimMade { stop, claim, play, card, face, verdict, .. } => {
                self.judged = self.counting().len().try_into().expect("at most 90 balls");
                self.claims.push(Claim {
                    no: *claim,
                    stop: *stop,
                    play: *play,
                    card: *card,
                    face: *face,
                    verdict: verdict.clone(),
                    accepted: None,
                    accepted_at_utc_ms: None,
                    rejected: None,
                });
            }
            Event::ClaimAccepted { claim, .. } => {
                let claim = self.claim_mut(*claim);
                (claim.accepted, claim.accepted_at_utc_ms) = (Some(true), Some(at_utc_ms));
            }
            Event::ClaimRejected { claim, reason, .. } => {
                let claim = self.claim_mut(*claim);
                (claim.accepted, claim.rejected) = (Some(false), Some(*reason));
            }
            Event::QuestionAsked { line, bingo, .. } => {
                let Phase::Stopped(_, stop) = &mut self.phase else {
                    panic!("a question is asked in a stop")
                };
                stop.question = Some(Question { at_utc_ms, line: *line, bingo: *bingo });
            }
            Event::LastBallConfirmed { .. } => (),
            Event::DrawResumed { .. } => {
                self.phase = Phase::Drawing(mem::take(self.draw_mut()));
                // Going on drops a void that was asked for.
                self.void_asked = None;
            }
            Event::PlayAwarded { play, winners, remainder, .. } => {
                self.prizes.extend(winners.iter().map(|share| Prize::won(*play, share)));
                self.resto = self.resto.plus(*remainder);
                *self.play_mut(*play) = PlayState::Awarded;
            }
            Event::PlayUnsung { play, .. } => *self.play_mut(*play) = PlayState::Unsung,
            Event::GameEnded { .. } => {
                self.phase = Phase::Ended;
                self.ended_at_utc_ms = Some(at_utc_ms);
                self.void_asked = None;
            }
            Event::PrizePaid { prize, .. } => {
                self.prize_mut(*prize).apply(at_utc_ms, actor, event);
                self.paid_at_utc_ms = Some(at_utc_ms);
            }
            Event::PrizeReleased { prize, .. } | Event::PrizeWithheld { prize, .. } => {
                self.prize_mut(*prize).apply(at_utc_ms, actor, event);
            }
            Event::VoidAsked { cause, .. } => self.void_asked = Some((asker(actor), cause.clone())),
            Event::GameVoided { segments, .. } => {
                self.segments.clone_from(segments);
                self.phase = Phase::Voided;
            }
            Event::CardsRefunded { cards, .. } => {
                self.refunded.insert((cards.series, cards.first.0), cards.last.0);
            }
            Event::HoldRaised { hold, why, .. } => {
                let draw = self.draw_mut();
                draw.holds.push(Hold { no: *hold, why: why.clone(), proposed: None });
                draw.forget_keyed();
            }
            Event::HoldExitAsked { hold, exit, .. } => {
                let mut holds = self.draw_mut().holds.iter_mut();
                let found = holds.find(|found| found.no == *hold).expect("the hold exists");
                found.proposed = Some((*exit, asker(actor)));
            }
            Event::HoldLeft { exit, .. } => {
                if let HoldExit::Misread { ball, .. } = exit {
                    self.comes_out(*ball);
                }
                let draw = self.draw_mut();
                draw.holds.retain(|hold| !hold.why.ends_with(hold.no, event));
                if let HoldExit::ByHand { caller, second } = exit {
                    let people = ByHand { caller: *caller, second: *second };
                    draw.hand = Hand::Pair { people, keyed: None };
                }
                // It was read about what is over: the next failure has its own reading (36.3).
                draw.read &= !draw.holds.is_empty();
            }
            Event::GameSuspended { cause, .. } => {
                let began = Suspension { since_utc_ms: at_utc_ms, cause: cause.clone(), read: false };
                *self.suspension_mut().expect("no ball has come out") = Some(began);
            }
            Event::SuspensionLifted { .. } => *self.suspension_mut().expect("it was suspended") = None,
            Event::ParagraphRead { paragraph: Paragraph::BeforeExtraction, .. } => {
                let suspension = self.suspension_mut().and_then(Option::as_mut);
                suspension.expect("36.1 is read in a suspended game").read = true;
            }
            Event::ParagraphRead { paragraph: Paragraph::AfterExtraction, .. } => self.draw_mut().read = true,
            Event::TranscriptionAsked { lines, .. } => {
                self.draw_mut().sheet = Some((lines.clone(), asker(actor)));
            }
            Event::Transcribed { .. } => {
                // The sheet says which balls they were, not the machine.
                let draw = self.draw_mut();
                draw.holds.retain(|hold| !hold.why.ends_with(hold.no, event));
                draw.sheet = None;
                draw.forget_keyed();
            }
            of_no_game!() => panic!("{event:?} does not belong to a game"),
        }
    }

    /// The clock jumped (R48): moves the times that something is counted from.
    pub(crate) fn step_clock(&mut self, back: bool, by_ms: u64) {
        let by = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let moved = |at: i64| if back { at.saturating_sub(by) } else { at.saturating_add(by) };
        if let Some(Some(suspension)) = self.suspension_mut() {
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
        if let Phase::Stopped(_, Stop { question, call, .. }) = &mut self.phase {
            if let Some(question) = question {
                question.at_utc_ms = moved(question.at_utc_ms);
            }
            call.at_utc_ms = moved(call.at_utc_ms);
            if let Some(pressed) = &mut call.pressed {
                pressed.at_utc_ms = moved(pressed.at_utc_ms()).try_into().unwrap_or_default();
            }
        }
    }

    fn begin_draw(&mut self, hand: Hand) {
        self.phase = Phase::Drawing(Draw { hand, ..Draw::default() });
        self.void_asked = None;
    }

    fn selling_mut(&mut self) -> &mut Selling {
        let Phase::Selling(selling) = &mut self.phase else { panic!("the sale is open") };
        selling
    }

    pub(crate) fn draw_mut(&mut self) -> &mut Draw {
        let (Phase::Drawing(draw) | Phase::Stopped(draw, _)) = &mut self.phase else {
            panic!("the draw has begun and not ended")
        };
        draw
    }

    /// The suspension, in the phases that can have one (36.1).
    fn suspension_mut(&mut self) -> Option<&mut Option<Suspension>> {
        match &mut self.phase {
            Phase::Selling(Selling { suspension, .. })
            | Phase::Announced { suspension }
            | Phase::Stopped(_, Stop { suspension, .. }) => Some(suspension),
            Phase::Drawing(_) | Phase::Ended | Phase::NotHeld | Phase::Voided => None,
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

    /// Whether the play can still be sung.
    pub(crate) fn play(&self, play: Play) -> PlayState {
        match play {
            Play::Line => self.line,
            Play::Bingo => self.bingo,
        }
    }

    fn play_mut(&mut self, play: Play) -> &mut PlayState {
        match play {
            Play::Line => &mut self.line,
            Play::Bingo => &mut self.bingo,
        }
    }
}

/// Only people ask, propose and key.
fn asker(actor: Actor) -> PersonId {
    let Actor::Person(person) = actor else { panic!("{actor} asks for nothing") };
    person
}

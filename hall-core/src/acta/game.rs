//! One game of the acta: its row, its balls, what was sung, paid and held.

use crate::words::{self, Lang};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::readings::differing;
use super::{Note, told};
use crate::ball::Ball;
use crate::event::{
    ClaimNo, Event, Evidence, GameNo, HoldExit, HoldNo, HoldWhy, Ordinal, Paragraph, Play, RejectReason,
    Segment, StopCause, StopNo, Verdict,
};
use crate::game::Prize;
use crate::money::Cents;
use crate::people::{Actor, PersonId};
use crate::rules::Division;
use crate::series::CardRef;

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
    /// Public rectifications of the count (39.3.a).
    pub rectified: Vec<ActaRectification>,
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
    pub prizes: Vec<Prize>,
    /// What sharing left over.
    pub shared_resto: Cents,
    /// A line nobody sang.
    pub unsung_line: Cents,
    /// A bingo nobody sang.
    pub unsung_bingo: Cents,
    /// Holds.
    pub holds: Vec<ActaHold>,
    /// Two numbers of one ball, in words, each time there were two.
    pub differing: Vec<String>,
    /// Provisional suspensions (36.1).
    pub suspensions: Vec<ActaSuspension>,
    /// When it went on by hand, and the two who keyed the balls (36.2).
    pub by_hand: Option<(i64, PersonId, PersonId)>,
    /// When the sheet of a game finished on paper was typed in, and by whom (DECISIONS 34).
    pub transcribed: Option<(i64, PersonId, Actor)>,
    /// The void.
    pub void: Option<ActaVoid>,
    /// Nobody bought a card.
    pub not_held: bool,
    /// When it ended.
    pub ended_at: Option<i64>,
}

/// How the number of a ball came into the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BallSource {
    /// The machine read it.
    Machine,
    /// Two people keyed it, drawing by hand (36.2).
    Keyed,
    /// It is on the sheet of a game finished on paper.
    Paper,
    /// Two people looked at it, the reading being in doubt.
    Seen,
}

impl BallSource {
    fn of(evidence: &[Evidence]) -> BallSource {
        let has = |is: fn(&Evidence) -> bool| evidence.iter().any(is);
        if has(|item| matches!(item, Evidence::Paper)) {
            BallSource::Paper
        } else if has(|item| matches!(item, Evidence::Keyed { .. })) {
            BallSource::Keyed
        } else if has(|item| matches!(item, Evidence::Machine { .. })) {
            BallSource::Machine
        } else {
            BallSource::Seen
        }
    }
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
    /// How its number is known.
    pub source: BallSource,
    /// The second reader read the same.
    pub second: bool,
    /// The caller's evidence, once it is announced.
    pub said: Option<Evidence>,
    /// What it was recorded as before two people said what it is; `Some(None)` when it was not.
    pub corrected: Option<Option<Ball>>,
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

/// What came of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimResult {
    /// Good.
    Good,
    /// The card does not have it, or may not win it.
    Wrong,
    /// The card has it, and the jefe de mesa rejected it with a reason.
    Rejected,
    /// The card had already claimed it.
    Repeated,
}

impl ActaClaim {
    /// Returns what came of it.
    pub const fn result(&self) -> ClaimResult {
        match (&self.verdict, self.settled) {
            (Verdict::Repeated { .. }, _) => ClaimResult::Repeated,
            (_, Some((_, Some(_)))) => ClaimResult::Rejected,
            (Verdict::Good { .. }, _) => ClaimResult::Good,
            _ => ClaimResult::Wrong,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// It goes on (*en curso*).
    InProgress,
    /// It was played to its end (*cerrada*).
    Closed,
    /// It was void (*anulada*).
    Void,
    /// No card was sold (*no celebrada*).
    NotHeld,
}

/// A public rectification of the count, with the first figures beside the new ones (39.3.a).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaRectification {
    /// When, UTC milliseconds.
    pub at: i64,
    /// Cards announced as sold before.
    pub sold_before: u32,
    /// Cards sold.
    pub sold: u32,
    /// The money announced before.
    pub before: Division,
    /// The money.
    pub division: Division,
    /// The words, as announced again.
    pub formula: String,
}

/// A provisional suspension (36.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaSuspension {
    /// When it began, UTC milliseconds.
    pub at: i64,
    /// What failed.
    pub cause: String,
    /// When paragraph 36.1 was read aloud.
    pub read_at: Option<i64>,
    /// When it was lifted; none when the cards were refunded.
    pub lifted_at: Option<i64>,
}

/// A hold and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActaHold {
    /// Its number.
    pub hold: HoldNo,
    /// When it began.
    pub at: i64,
    /// Why.
    pub why: HoldWhy,
    /// Only its line was lost or it was started again, and the game went on with it: no incidencia of the game.
    pub of_link: bool,
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

impl ActaGame {
    pub(super) fn new(game: GameNo, in_session: u32, face_value: Cents, sale_opened_at: i64) -> ActaGame {
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
            differing: Vec::new(),
            suspensions: Vec::new(),
            by_hand: None,
            transcribed: None,
            void: None,
            not_held: false,
            ended_at: None,
        }
    }

    /// Returns how it ended.
    pub const fn result(&self) -> GameResult {
        match (&self.void, self.not_held, self.ended_at) {
            (Some(_), _, _) => GameResult::Void,
            (None, true, _) => GameResult::NotHeld,
            (None, false, Some(_)) => GameResult::Closed,
            (None, false, None) => GameResult::InProgress,
        }
    }

    /// Returns how many cards were sold.
    pub fn sold(&self) -> u32 {
        self.segments.iter().map(Segment::count).sum()
    }

    /// Returns where a game stands, for a sentence that it interrupts; nothing when it is over.
    pub(super) fn where_it_stands(&self) -> String {
        let announced = self.balls.iter().filter(|ball| ball.announced_at.is_some()).count();
        let (no, out) = (self.in_session, self.balls.len());
        match (self.started_at, self.row_at) {
            _ if self.ended_at.is_some() => String::new(),
            (Some(_), _) => alloc::format!(
                " en plena extracción de la partida {no}, con {out} bolas fuera y {announced} anunciadas"
            ),
            (None, Some(_)) => alloc::format!(", cerrada la venta de la partida {no}"),
            (None, None) => alloc::format!(" durante la venta de la partida {no}"),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "each arm takes what it prints")]
    pub(super) fn apply(&mut self, at: i64, actor: Actor, event: &Event) {
        let note = |text: &str| Note {
            kind: "orden",
            apart: false,
            at,
            by: actor,
            with: None,
            text: text.to_string(),
        };
        let told = told(event).map(|told| note(&told.text));
        match event {
            Event::SaleClosed { segments, division, formula, .. } => {
                self.row_at = Some(at);
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
            }
            Event::SaleRectified { segments, division, formula, sold_before, sold, .. } => {
                self.rectified.push(ActaRectification {
                    at,
                    sold_before: *sold_before,
                    sold: *sold,
                    before: self.division,
                    division: *division,
                    formula: formula.clone(),
                });
                self.segments.clone_from(segments);
                self.division = *division;
                self.formula.clone_from(formula);
            }
            Event::AnnouncementRectified { .. } => self.orders.extend(told),
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
                source: BallSource::of(evidence),
                second: evidence.iter().any(|item| matches!(item, Evidence::SecondReader { .. })),
                said: None,
                corrected: None,
            }),
            Event::BallAnnounced { ordinal, evidence, .. } => {
                let ball = self.ball_mut(*ordinal);
                (ball.announced_at, ball.said) = (Some(at), Some(*evidence));
            }
            Event::BallShown { ordinal, .. } => self.ball_mut(*ordinal).shown_at = Some(at),
            Event::BallCorrected { ordinal, from, to, .. } => self.correct(at, *ordinal, *from, *to),
            Event::DrawStopped { announced, cause, .. } => {
                let place = match announced {
                    0 => "antes de la primera bola".to_string(),
                    _ => alloc::format!("tras la bola {announced}"),
                };
                let why = match cause {
                    StopCause::Called | StopCause::Claim => "",
                    StopCause::Restart => ", al ponerse de nuevo en marcha el sistema",
                };
                self.orders.push(note(&alloc::format!("Parada {place}{why}")));
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
                self.prizes.extend(winners.iter().map(|share| Prize::won(*play, share)));
            }
            Event::PlayUnsung { play, amount, .. } => match play {
                Play::Line => self.unsung_line = *amount,
                Play::Bingo => self.unsung_bingo = *amount,
            },
            Event::GameEnded { .. } => {
                self.orders.push(note("Orden de cierre de la partida"));
                self.ended_at = Some(at);
            }
            Event::PrizePaid { prize, .. }
            | Event::PrizeWithheld { prize, .. }
            | Event::PrizeReleased { prize, .. } => {
                self.orders.extend(told.filter(|_| matches!(event, Event::PrizeReleased { .. })));
                let found = self.prizes.iter_mut().find(|item| item.no == *prize);
                found.expect("the prize was awarded").apply(at, actor, event);
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
                self.differing.extend(differing(why));
                let of_link = matches!(
                    why,
                    HoldWhy::LinkLost(_)
                        | HoldWhy::SecondLost(_)
                        | HoldWhy::Rebooted(_)
                        | HoldWhy::FramesMissing
                );
                self.holds.push(ActaHold { hold: *hold, at, why: why.clone(), of_link, left: None });
            }
            Event::HoldLeft { exit, asked_by, .. } => {
                if let HoldExit::ByHand { caller, second } = exit {
                    self.by_hand = Some((at, *caller, *second));
                }
                self.leave_holds(
                    event,
                    (at, words::exit(Lang::Es, *exit), *asked_by, actor),
                    *exit == HoldExit::Repaired,
                );
            }
            Event::GameSuspended { cause, .. } => {
                let cause = cause.clone();
                self.suspensions.push(ActaSuspension { at, cause, read_at: None, lifted_at: None });
            }
            Event::SuspensionLifted { .. } => {
                self.suspensions.last_mut().expect("the game was suspended").lifted_at = Some(at);
            }
            Event::ParagraphRead { paragraph, .. } => {
                if *paragraph == Paragraph::BeforeExtraction {
                    self.suspensions.last_mut().expect("the game was suspended").read_at = Some(at);
                }
                self.orders.extend(told);
            }
            Event::Transcribed { asked_by, .. } => {
                self.transcribed = Some((at, *asked_by, actor));
                let words = "La partida siguió en papel; se transcribe la hoja".to_string();
                self.leave_holds(event, (at, words, *asked_by, actor), false);
            }
            _ => (),
        }
    }

    /// Ends the holds that an event ends.
    fn leave_holds(&mut self, event: &Event, left: (i64, String, PersonId, Actor), repaired: bool) {
        let open = self.holds.iter_mut().filter(|hold| hold.left.is_none());
        for hold in open.filter(|hold| hold.why.ends_with(hold.hold, event)) {
            hold.left = Some(left.clone());
            hold.of_link &= repaired;
        }
    }

    fn ball_mut(&mut self, ordinal: Ordinal) -> &mut ActaBall {
        self.balls.iter_mut().find(|ball| ball.ordinal == ordinal).expect("the ball came out")
    }

    fn correct(&mut self, at: i64, ordinal: Ordinal, from: Option<Ball>, to: Ball) {
        let corrected = Some(from);
        if let Some(found) = self.balls.iter_mut().find(|item| item.ordinal == ordinal) {
            found.ball = to;
            found.corrected = corrected;
        } else {
            let (announced_at, shown_at, source) = (None, None, BallSource::Seen);
            self.balls.push(ActaBall {
                ordinal,
                ball: to,
                extracted_at: at,
                announced_at,
                shown_at,
                source,
                second: false,
                said: None,
                corrected,
            });
        }
    }

    fn settle(&mut self, claim: ClaimNo, actor: Actor, reason: Option<RejectReason>) {
        let Actor::Person(person) = actor else { return };
        let found = self.claims.iter_mut().find(|item| item.claim == claim).expect("the claim was made");
        found.settled = Some((person, reason));
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

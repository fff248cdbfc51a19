//! What people of the hall can see and remember.

use std::collections::BTreeSet;

use hall_core::ball::Ball;
use hall_core::card::code::{CardCode, CardKey};
use hall_core::event::{GameNo, HoldExit, Ordinal, Play, PrizeNo, Segment};
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::{Presented, Request};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_server::desk::{Answer, View};
use hall_wire::board::{CardNumber, Cards, Hold, HoldKind, MesaBoard, Prize, PrizeState};

use crate::dice::Dice;
use crate::moves::bad_night;
use crate::template::{LOCUTOR, MESA, Template};

/// What a person sees besides the screen.
pub struct Eyes<'a> {
    pub dice: &'a mut Dice,
    pub template: &'a Template,
    /// The balls on the table, in order.
    pub truth: &'a [Ball],
    /// The desk's clock.
    pub now_ms: i64,
    pub me: PersonId,
    /// How many games there will be.
    pub games: u32,
    /// Of 1 000 winners so many are sung at once.
    pub sings: u32,
    /// The caller looks at every ball before he says what the screen says.
    pub looks: bool,
    /// Cards that were sung in this game, and for what.
    pub sung: &'a BTreeSet<(Play, CardRef)>,
    /// The trouble is over: everybody goes home soon.
    pub calm: bool,
}

/// What a person remembers from one request to the next.
#[derive(Default)]
pub struct Memory {
    /// The series to sell from, from 1; 0 before the first.
    pub series: u32,
    /// The session was closed.
    pub closed: bool,
    /// Cards of void games still to be handed in.
    pub to_refund: Vec<(GameNo, Segment)>,
    /// The void game whose cards are on that list.
    pub refunding: Option<GameNo>,
    /// Since when the game does not move, and what it looked like.
    pub stuck: Option<(i64, String)>,
    /// The last game has been played.
    pub no_more: bool,
    /// Prizes that were kept back.
    pub withheld: Vec<(GameNo, PrizeNo)>,
    pub logged_in: bool,
    /// When the balls were signed for: with no session open or not, and after which game.
    pub signed: Option<(bool, u32)>,
}

impl Memory {
    /// What an answer teaches.
    #[allow(clippy::wildcard_enum_match_arm, reason = "of the others nothing is to be remembered")]
    pub fn learn(&mut self, request: &Request, answer: &Answer) {
        let granted = matches!(answer, Answer::Done(_));
        match request {
            Request::OpenSale { series, .. } => match answer {
                Answer::Refused(Refusal::SeriesUsedUp(_)) => self.series = series.number() + 1,
                Answer::Refused(Refusal::SeriesOutOfOrder { begun }) => self.series = begun.number(),
                Answer::Refused(Refusal::LastGamePlayed | Refusal::SessionEnded) => self.no_more = true,
                _ => (),
            },
            Request::CloseSession { .. } => {
                self.closed |= granted || matches!(answer, Answer::Refused(Refusal::NoSession));
            }
            Request::LogIn { .. } => self.logged_in |= granted,
            Request::LogOut => self.logged_in = false,
            Request::RefundCards { game, cards } => {
                // Granted, or somebody was faster: these are done.
                self.to_refund.retain(|left| left != &(*game, *cards));
            }
            Request::WithholdPrize { game, prize, .. } if granted => self.withheld.push((*game, *prize)),
            Request::ReleasePrize { game, prize, .. } => {
                self.withheld.retain(|kept| kept != &(*game, *prize));
            }
            _ => (),
        }
    }

    /// Returns how long the game has looked like this.
    pub fn stuck_ms(&mut self, board: &MesaBoard, now_ms: i64) -> i64 {
        let like = format!(
            "{:?} {:?} {} {} {:?}",
            board.public.scene,
            board.public.stop,
            board.public.announced.len(),
            board.holds.len(),
            board.public.game.as_ref().map(|game| game.game)
        );
        match &self.stuck {
            Some((since, before)) if *before == like => now_ms - since,
            Some(_) | None => {
                self.stuck = Some((now_ms, like));
                0
            }
        }
    }
}

impl Eyes<'_> {
    /// Shows a card at the desk: keyed, scanned, or a code that nobody printed.
    pub fn present(&mut self, card: CardRef) -> Presented {
        match self.dice.below(20) {
            0..=8 => Presented::Keyed(card),
            9 if !self.calm => Presented::Scanned(CardCode::sign(&CardKey::from_bytes([4; 32]), card)),
            _ => Presented::Scanned(CardCode::sign(&self.template.key, card)),
        }
    }

    /// The sold cards that are complete and not sung.
    pub fn winners(&self, board: &MesaBoard, play: Play) -> Vec<CardRef> {
        let Some(game) = &board.public.game else { return Vec::new() };
        let open = match play {
            Play::Line => game.line_open,
            Play::Bingo => game.bingo_open,
        };
        let said = board.public.announced.iter().fold(0u128, |bits, ball| bits | 1 << ball);
        let complete = |card: &CardRef| {
            let rows = &self.template.rows[card.number.0 as usize - 1];
            let mut done = rows.iter().map(|row| row & !said == 0);
            if play == Play::Line { done.any(|row| row) } else { done.all(|row| row) }
        };
        let sold = game.segments.iter().map(segment_of).filter(|_| open);
        sold.flat_map(|cards| cards_of(&cards))
            .filter(complete)
            .filter(|card| !self.sung.contains(&(play, *card)))
            .collect()
    }

    /// The way out that fits what lies on the table.
    pub fn way_out(&self, view: &View, hold: &Hold) -> HoldExit {
        let board = &view.mesa;
        if hold.kind == HoldKind::KeyedDiffers
            && let (Some(hand), Some(ball)) = (&board.by_hand, bad_night::in_the_hand(view))
        {
            return HoldExit::Misread { ordinal: Ordinal(hand.next), ball };
        }
        let said = board.public.announced.len();
        let written = board.public.announced.iter().copied().chain(board.pending.iter().map(|p| p.ball));
        let written: Vec<Ball> = written.map(ball_of).collect();
        let first = (0..written.len().max(self.truth.len())).find(|i| written.get(*i) != self.truth.get(*i));
        let about_a_number = hold.kind == HoldKind::CallerDiffers;
        let misread = |place: usize| {
            let ball = *self.truth.get(place)?;
            let elsewhere = written.iter().enumerate().any(|(i, other)| i != place && *other == ball);
            let fits = place >= said && place <= written.len() && !elsewhere;
            let ordinal = Ordinal(u8::try_from(place + 1).unwrap());
            fits.then_some(HoldExit::Misread { ordinal, ball })
        };
        // After a restart somebody typed another number than the last ball has: they look at it, and it is the announced one.
        if hold.kind == HoldKind::ReadWrong
            && let (Some(ball), Ok(place)) =
                (said.checked_sub(1).and_then(|last| written.get(last)), u8::try_from(said))
        {
            return HoldExit::Misread { ordinal: Ordinal(place), ball: *ball };
        }
        // Some machines are given up, and some nights the agent has to come.
        if hold.kind == HoldKind::Fault && first.is_none() && said > 0 && board.by_hand.is_none() {
            if hold.hold.is_multiple_of(2) && bad_night::two_are_here(view) {
                return HoldExit::ByHand { caller: LOCUTOR, second: MESA };
            }
            if hold.hold.is_multiple_of(7) {
                return HoldExit::Authority;
            }
        }
        let a_reading = matches!(
            hold.kind,
            HoldKind::Repeated
                | HoldKind::OutOfRange
                | HoldKind::SecondSilent
                | HoldKind::ForeignSet
                | HoldKind::NoRead
                | HoldKind::FramesMissing
        );
        if about_a_number {
            misread(said).unwrap_or(HoldExit::Repaired)
        } else if let Some(place) = first.filter(|_| a_reading) {
            misread(place).unwrap_or(HoldExit::Repaired)
        } else {
            HoldExit::Repaired
        }
    }
}

/// The prizes that may be paid, of this game and of those before.
pub fn due(board: &MesaBoard) -> impl Iterator<Item = &Prize> {
    let all = board.public.prizes.iter().chain(&board.owed);
    all.filter(|prize| matches!(prize.state, PrizeState::Due | PrizeState::Unclaimed))
}

/// Returns the game on the board.
pub fn game_of(view: &View) -> Option<GameNo> {
    view.public.game.as_ref().map(|game| GameNo(game.game))
}

/// Returns the ball with this number.
pub fn ball_of(number: u8) -> Ball {
    Ball::new(number).expect("the board has balls")
}

/// Returns a series by its name.
pub fn series_of(name: &str) -> SeriesId {
    SeriesId::parse(name).expect("the board has series")
}

/// Returns a card of the board.
pub fn card_of(card: &CardNumber) -> CardRef {
    CardRef { series: series_of(&card.series), number: CardNo(card.card) }
}

/// Returns cards of the board.
pub fn segment_of(cards: &Cards) -> Segment {
    Segment { series: series_of(&cards.series), first: CardNo(cards.first), last: CardNo(cards.last) }
}

/// Every card of a block.
pub fn cards_of(cards: &Segment) -> impl Iterator<Item = CardRef> + use<> {
    let series = cards.series;
    (cards.first.0..=cards.last.0).map(move |number| CardRef { series, number: CardNo(number) })
}

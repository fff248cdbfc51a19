//! What may be done in a game, and the events it causes. Changes nothing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroU32;

use crate::ball::Ball;
use crate::claim::judge;
use crate::event::{
    ClaimNo, Event, Evidence, Found, HoldNo, HoldWhy, Ordinal, Play, PrizeNo, PrizeShare, RejectReason,
    Segment, StopCause, StopNo, Verdict,
};
use crate::game::{Claim, Game, Phase, PlayState, Prize, PrizeState, Stop};
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::request::Presented;
use crate::rules::{CallerError, Division, SecondWord};
use crate::sale::{Held, Sale, formula, range};
use crate::series::{CardNo, CardRef};
use crate::session::Session;
use crate::stock::Stock;
use crate::vault::Vault;

/// Events, or why not.
pub type Decision = Result<Vec<Event>, Refusal>;

/// When an order of the jefe de mesa was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Now, and the machine obeys it.
    Given {
        /// UTC milliseconds.
        now_utc_ms: i64,
    },
    /// On the sheet of a game finished on paper, where no times are known (DECISIONS 34).
    OnPaper,
}

pub(crate) fn one(event: Event) -> Decision {
    Ok(Vec::from([event]))
}

/// What one person proposed, another agrees to.
pub(crate) fn another(asked_by: PersonId, by: PersonId) -> Result<(), Refusal> {
    ensure!(asked_by != by, Refusal::NeedsAnother);
    Ok(())
}

impl Game {
    pub(crate) fn wrong_phase(&self) -> Refusal {
        Refusal::WrongPhase { phase: self.phase.words() }
    }

    /// The stop that the person saw.
    fn stop_seen(&self, seen: StopNo) -> Result<&Stop, Refusal> {
        match self.stop() {
            Some(stop) if stop.no == seen => Ok(stop),
            Some(stop) => Err(stale(format!("está abierta la parada {}", stop.no.0))),
            None => Err(stale(format!("la partida está {}", self.phase.words()))),
        }
    }

    pub(super) fn nothing_holds(&self) -> Result<(), Refusal> {
        if self.holds().is_empty() { Ok(()) } else { Err(Refusal::Held) }
    }

    /// A hold that is only about the machine does not keep a game from ending, since no ball is to come. A doubt
    /// about a number that was said does, and so does an ALTO that somebody called.
    fn numbers_not_in_doubt(&self) -> Result<(), Refusal> {
        let doubt = |why: &HoldWhy| {
            matches!(
                why,
                HoldWhy::CallerDiffers { .. }
                    | HoldWhy::KeyedDiffers { .. }
                    | HoldWhy::KeyedAgain { .. }
                    | HoldWhy::ReadWrong { .. }
                    | HoldWhy::Called(_)
            )
        };
        ensure!(!self.holds().iter().any(|hold| doubt(&hold.why)), Refusal::Held);
        Ok(())
    }

    /// Closes the sale: the acta row, or a game that is not held.
    pub(crate) fn decide_close_sale(&self, session: &Session) -> Decision {
        ensure!(self.selling().is_some(), self.wrong_phase());
        self.may_go_on(session)?;
        let gaps = self.sale.gaps();
        ensure!(gaps.is_empty(), Refusal::Gaps(gaps));
        if self.sale.count() == 0 {
            return one(Event::GameNotHeld { game: self.no });
        }
        let (segments, sold, division, formula) = totals(&self.sale, session);
        one(Event::SaleClosed { game: self.no, segments, sold, division, formula })
    }

    /// The second person's half of burning a gap (DECISIONS 13).
    pub(crate) fn decide_burn(&self, cards: Segment, by: PersonId) -> Decision {
        let mut asked = self.selling().into_iter().flat_map(|selling| &selling.burns_asked);
        let &(_, asked_by) = asked.find(|(asked, _)| *asked == cards).ok_or(Refusal::BurnNotAsked)?;
        another(asked_by, by)?;
        self.sale.may_burn(&cards)?;
        one(Event::GapBurned { game: self.no, cards, asked_by })
    }

    /// A recount, aloud, between the close of the sale and the award of the line (39.3.a). The sale stays closed.
    pub(crate) fn decide_rectify_sale(
        &self,
        session: &Session,
        cards: Segment,
        found: Found,
        seller: PersonId,
    ) -> Decision {
        ensure!(self.is_running() && self.selling().is_none(), self.wrong_phase());
        ensure!(self.line == PlayState::Open, Refusal::LineAwarded);
        self.sale.may_rectify(&cards, found, seller)?;
        // A good card that was shown at the desk was sold.
        let sung = |claim: &&Claim| {
            let good = matches!(claim.verdict, Verdict::Good { .. }) && claim.accepted != Some(false);
            good && cards.has(claim.card)
        };
        if let Some(claim) = self.claims.iter().find(sung).filter(|_| found == Found::Unsold) {
            return Err(Refusal::CardSung(claim.card));
        }
        let mut after = self.sale.clone();
        after.rectify(&cards, found, seller);
        ensure!(after.count() != 0, Refusal::NothingToRectify);
        let (game, sold_before) = (self.no, self.sale.count());
        let (segments, sold, division, formula) = totals(&after, session);
        one(Event::SaleRectified {
            game,
            cards,
            found,
            seller,
            sold_before,
            segments,
            sold,
            division,
            formula,
        })
    }

    /// A number said wrong is put right before the next ball comes out; later only if the profile allows it, and
    /// never once prizes are paid (Cat. V, 35.7, DECISIONS 18).
    pub(crate) fn decide_rectify_announcement(
        &self,
        session: &Session,
        ordinal: Ordinal,
        said: Ball,
    ) -> Decision {
        ensure!(self.is_in_draw(), self.wrong_phase());
        ensure!((1..=self.announced).contains(&ordinal.0), Refusal::NothingToAnnounce);
        let ball = self.extracted[usize::from(ordinal.0) - 1];
        ensure!(ball != said, Refusal::NothingToRectify);
        let last = usize::from(ordinal.0) == self.extracted.len();
        ensure!(last || session.rules.caller_error.value != CallerError::Annul, Refusal::TooLateToRectify);
        one(Event::AnnouncementRectified { game: self.no, ordinal, ball, said })
    }

    /// The caller read or keyed a wrong number: the ball is put right before the next comes out (Cat. V), and before a card was
    /// judged against it. What two people had agreed on is not one person's to change: it is a HOLD, which two leave. Where a
    /// machine reads, the ball is the recorded one, and only what was said can be wrong.
    pub(crate) fn decide_rectify_reading(
        &self,
        second_word: SecondWord,
        next_hold: HoldNo,
        ordinal: Ordinal,
        to: Ball,
    ) -> Decision {
        ensure!(self.is_in_draw(), self.wrong_phase());
        ensure!(self.is_read_by_caller(), Refusal::NotReadByCaller);
        self.nothing_holds()?;
        ensure!((1..=self.announced).contains(&ordinal.0), Refusal::NothingToAnnounce);
        let last = ordinal.0 == self.announced && self.extracted.len() == usize::from(self.announced);
        ensure!(last && self.keyed().is_none(), Refusal::TooLateToRectify);
        self.nothing_was_judged_at(ordinal)?;
        let from = self.extracted[usize::from(ordinal.0) - 1];
        ensure!(from != to, Refusal::NothingToRectify);
        ensure!(!self.extracted.contains(&to), Refusal::BallAlreadyOut(to));
        if second_word == SecondWord::Caller && self.by_caller.contains(&ordinal) {
            return one(Event::ReadingRectified { game: self.no, ordinal, from, to });
        }
        let why = HoldWhy::ReadWrong { ordinal, read: from, ball: to };
        one(Event::HoldRaised { game: self.no, hold: next_hold, why })
    }

    /// No card was judged with this ball in its place.
    pub(crate) fn nothing_was_judged_at(&self, ordinal: Ordinal) -> Result<(), Refusal> {
        ensure!(self.judged < ordinal.0, Refusal::SungSinceThisBall);
        Ok(())
    }

    /// The draw may start, the acta row being on disk (G6).
    pub(crate) fn may_start(&self, session: &Session) -> Result<(), Refusal> {
        ensure!(self.selling().is_none(), Refusal::NotAnnouncedYet);
        ensure!(matches!(self.phase, Phase::Announced { .. }), self.wrong_phase());
        self.may_go_on(session)
    }

    /// Announces the next ball; another number than the machine's is a HOLD (DECISIONS 26).
    pub(crate) fn decide_announce(
        &self,
        session: &Session,
        next_hold: HoldNo,
        (ordinal, ball): (Ordinal, Ball),
        typed: bool,
    ) -> Decision {
        let already = (ordinal.0 <= self.announced)
            .then(|| stale(format!("la bola {} de la partida ya está anunciada", ordinal.0)));
        ensure!(self.is_drawing(), already.unwrap_or(self.wrong_phase()));
        self.may_go_on(session)?;
        self.nothing_holds()?;
        let Some((next, machine)) = self.pending().next() else {
            return Err(already.unwrap_or(Refusal::NothingToAnnounce));
        };
        ensure!(ordinal == next, stale(format!("toca anunciar la bola {} de la partida", next.0)));
        if ball == machine {
            let evidence = if typed { Evidence::CallerTyped } else { Evidence::CallerKey };
            return one(Event::BallAnnounced { game: self.no, ordinal, ball, evidence });
        }
        ensure!(typed, stale(format!("la bola pendiente es la {machine}")));
        let why = HoldWhy::CallerDiffers { ordinal, machine, caller: ball };
        one(Event::HoldRaised { game: self.no, hold: next_hold, why })
    }

    /// Takes a claim in; a claim without a stop makes it (DECISIONS 2).
    pub(crate) fn decide_claim(
        &self,
        stock: &Stock,
        vault: &Vault,
        play: Play,
        presented: &Presented,
    ) -> Decision {
        ensure!(self.is_in_draw(), self.wrong_phase());
        let stopped = self.stopped_if_drawing(StopCause::Claim);
        let stop = self.stop().map_or(StopNo(self.stops + 1), |stop| stop.no);
        let card = presented.card();
        let item = stock.get(card.series);
        let face = item.and_then(|item| vault.face(item.matrix, card.number));
        let verdict = self.judge(stock, vault, stop, play, presented);
        let claim = ClaimNo(u32::try_from(self.claims.len()).expect("claims fit 32 bits") + 1);
        let made = Event::ClaimMade { game: self.no, stop, claim, play, card, face, verdict };
        Ok(stopped.into_iter().chain([made]).collect())
    }

    /// The checks stand in order; the first that fails is the verdict.
    fn judge(
        &self,
        stock: &Stock,
        vault: &Vault,
        stop: StopNo,
        play: Play,
        presented: &Presented,
    ) -> Verdict {
        let card = presented.card();
        let Some(item) = stock.get(card.series) else { return Verdict::UnknownSeries };
        let Some(face) = vault.face(item.matrix, card.number) else { return Verdict::NoSuchCard };
        if !vault.vouches_for(presented) {
            return Verdict::Forged;
        }
        match self.sale.holder(card) {
            Some(Held::By(_)) => (),
            Some(Held::Returned | Held::Burned) => return Verdict::Returned,
            None => return Verdict::NotSold { sold_in: stock.game_of(card) },
        }
        if self.play(play) != PlayState::Open {
            return Verdict::PlayClosed;
        }
        let same = |claim: &&Claim| claim.card == card && claim.play == play;
        // A forgery or a copy takes nothing from the bearer of the true card, nor does a count that was wrong and put right since.
        let stands = |claim: &&Claim| {
            let copy = claim.verdict == Verdict::Forged || claim.rejected == Some(RejectReason::NotOriginal);
            let unsold = matches!(claim.verdict, Verdict::NotSold { .. } | Verdict::Returned);
            !copy && !unsold && (claim.stop == stop || matches!(claim.verdict, Verdict::Good { .. }))
        };
        if let Some(first) = self.claims.iter().filter(same).find(stands) {
            let of = if let Verdict::Repeated { of } = first.verdict { of } else { first.no };
            return Verdict::Repeated { of };
        }
        judge(&face.card(), play, self.counting())
    }

    /// The jefe de mesa accepts or rejects a good verdict (DECISIONS 3), but not on a card he sold (R30).
    pub(crate) fn may_settle(&self, no: ClaimNo, by: PersonId) -> Result<(), Refusal> {
        let stop = self.stop().ok_or(self.wrong_phase())?;
        let claim = self.claims.iter().find(|claim| claim.no == no).ok_or(Refusal::NoSuchClaim(no))?;
        ensure!(matches!(claim.verdict, Verdict::Good { .. }), Refusal::VerdictNotGood(no));
        ensure!(claim.accepted.is_none(), Refusal::ClaimSettled(no));
        ensure!(claim.stop == stop.no, stale(format!("está abierta la parada {}", stop.no.0)));
        ensure!(self.sale.holder(claim.card) != Some(Held::By(by)), Refusal::SoldByYou(claim.card));
        Ok(())
    }

    fn no_claims_pending(&self, stop: StopNo) -> Result<(), Refusal> {
        let pending: Vec<ClaimNo> =
            self.claims_of(stop).filter(|claim| claim.is_pending()).map(|claim| claim.no).collect();
        ensure!(pending.is_empty(), Refusal::ClaimsPending(pending));
        Ok(())
    }

    /// Whether a claim of this play was accepted in the stop.
    fn is_given(&self, stop: StopNo, play: Play) -> bool {
        self.accepted(stop, play).next().is_some()
    }

    fn all_balls_announced(&self) -> bool {
        self.announced == Ball::COUNT
    }

    /// The question, after all claims of the stop are judged (DECISIONS 4, 5, 6, 10).
    pub(crate) fn decide_question(&self, seen: StopNo) -> Decision {
        let stop = self.stop_seen(seen)?;
        self.no_claims_pending(seen)?;
        let bingo_given = self.is_given(seen, Play::Bingo);
        // Once for each stop; again only when a bingo was given after lines alone were asked for.
        ensure!(stop.question.is_none_or(|question| !question.bingo && bingo_given), Refusal::AlreadyAsked);
        let line = self.line == PlayState::Open;
        let bingo = bingo_given || self.all_balls_announced();
        ensure!(bingo || self.is_given(seen, Play::Line), Refusal::NothingToAsk);
        one(Event::QuestionAsked { game: self.no, stop: seen, line, bingo })
    }

    /// The question was asked and the prudent time is over (G12).
    fn question_is_over(session: &Session, stop: &Stop, order: Order) -> Result<(), Refusal> {
        let Some(question) = stop.question else { return Err(Refusal::AskFirst) };
        let Order::Given { now_utc_ms } = order else { return Ok(()) };
        // After the clock was set back the time counts as over.
        let waited_ms = u64::try_from(now_utc_ms - question.at_utc_ms).unwrap_or(u64::MAX);
        let least_ms = u64::from(session.rules.question_min_secs.value) * 1000;
        ensure!(waited_ms >= least_ms, Refusal::TooSoon { wait_secs: seconds(least_ms - waited_ms) });
        Ok(())
    }

    /// The order to go on: it closes the line when one was given (G12).
    pub(crate) fn decide_go_on(&self, session: &Session, seen: StopNo, order: Order) -> Decision {
        let stop = self.may_resume(session, seen, order)?;
        // The sheet says what came out since.
        ensure!(order == Order::OnPaper || !self.must_confirm_last(stop), Refusal::LastBallFirst);
        Ok(self.resumed(seen))
    }

    /// The order to go on after a restart, by whoever has read the last ball in the hall.
    pub(crate) fn decide_go_on_after_restart(
        &self,
        session: &Session,
        seen: StopNo,
        order: Order,
    ) -> Decision {
        self.may_resume(session, seen, order)?;
        let (ordinal, ball) = self.last_announced().ok_or(Refusal::NoLastBall)?;
        let confirmed = Event::LastBallConfirmed { game: self.no, stop: seen, ordinal, ball };
        Ok([confirmed].into_iter().chain(self.resumed(seen)).collect())
    }

    /// The HOLD of another number than the record's, said after a restart.
    pub(crate) fn last_in_doubt(
        &self,
        session: &Session,
        seen: StopNo,
        (said, next_hold): (Ball, HoldNo),
    ) -> Result<Option<Event>, Refusal> {
        let stop = self.stop_seen(seen)?;
        ensure!(self.must_confirm_last(stop), Refusal::NoLastBall);
        self.may_go_on(session)?;
        self.nothing_holds()?;
        let (ordinal, read) = self.last_announced().ok_or(Refusal::NoLastBall)?;
        let why = HoldWhy::ReadWrong { ordinal, read, ball: said };
        Ok((read != said).then_some(Event::HoldRaised { game: self.no, hold: next_hold, why }))
    }

    fn last_announced(&self) -> Option<(Ordinal, Ball)> {
        Some((Ordinal(self.announced), *self.announced().last()?))
    }

    /// After a restart somebody says which ball was the last, where one was announced (DECISIONS 25).
    fn must_confirm_last(&self, stop: &Stop) -> bool {
        stop.cause == StopCause::Restart && self.announced > 0
    }

    /// Nothing keeps the draw from going on but, after a restart, the number of the last ball.
    fn may_resume(&self, session: &Session, seen: StopNo, order: Order) -> Result<&Stop, Refusal> {
        let stop = self.stop_seen(seen)?;
        self.may_go_on(session)?;
        self.nothing_holds()?;
        self.no_claims_pending(seen)?;
        ensure!(!self.is_given(seen, Play::Bingo), Refusal::BingoGiven);
        ensure!(!self.all_balls_announced(), Refusal::NinetyBalls);
        if self.is_given(seen, Play::Line) {
            Game::question_is_over(session, stop, order)?;
        }
        Ok(stop)
    }

    fn resumed(&self, seen: StopNo) -> Vec<Event> {
        let mut events = Vec::from([Event::DrawResumed { game: self.no, stop: seen }]);
        self.award(seen, Play::Line, &mut events);
        events
    }

    /// The closing order.
    pub(crate) fn decide_end(&self, session: &Session, seen: StopNo, order: Order) -> Decision {
        let stop = self.stop_seen(seen)?;
        self.may_go_on(session)?;
        self.numbers_not_in_doubt()?;
        self.no_claims_pending(seen)?;
        ensure!(self.is_given(seen, Play::Bingo) || self.all_balls_announced(), Refusal::NoBingoYet);
        ensure!(stop.question.is_none_or(|question| question.bingo), Refusal::AskFirst);
        Game::question_is_over(session, stop, order)?;
        let mut events = Vec::new();
        for play in [Play::Line, Play::Bingo] {
            if self.play(play) == PlayState::Open && !self.award(seen, play, &mut events) {
                events.push(Event::PlayUnsung { game: self.no, play, amount: self.prize_of(play) });
            }
        }
        events.push(Event::GameEnded { game: self.no });
        Ok(events)
    }

    /// Shares a play among the accepted claims of the stop, by winning card (4.4); false if there is none.
    fn award(&self, stop: StopNo, play: Play, events: &mut Vec<Event>) -> bool {
        let winners: Vec<&Claim> = self.accepted(stop, play).collect();
        let Some(count) = NonZeroU32::new(u32::try_from(winners.len()).expect("claims fit 32 bits")) else {
            return false;
        };
        let before: usize = events
            .iter()
            .map(|event| if let Event::PlayAwarded { winners, .. } = event { winners.len() } else { 0 })
            .sum();
        let first = u32::try_from(self.prizes.len() + before).expect("prizes fit 32 bits") + 1;
        let share = self.prize_of(play).share(count);
        let shares = winners.iter().zip(first..).map(|(claim, no)| PrizeShare {
            prize: PrizeNo(no),
            claim: claim.no,
            card: claim.card,
            amount: share.each,
        });
        events.push(Event::PlayAwarded {
            game: self.no,
            play,
            winners: shares.collect(),
            remainder: share.remainder,
        });
        true
    }

    /// Pays a prize against the winning card, by someone who did not sell it (35.6, R30).
    pub(crate) fn decide_pay(
        &self,
        vault: &Vault,
        no: PrizeNo,
        presented: &Presented,
        by: PersonId,
    ) -> Decision {
        let prize = self.due(no)?;
        let shown = presented.card() == prize.card && vault.vouches_for(presented);
        ensure!(shown, Refusal::NotTheWinningCard);
        ensure!(self.sale.holder(prize.card) != Some(Held::By(by)), Refusal::SoldByYou(prize.card));
        one(Event::PrizePaid { game: self.no, prize: no, amount: prize.amount })
    }

    /// Keeps a prize back.
    pub(crate) fn decide_withhold(&self, no: PrizeNo, reason: String) -> Decision {
        self.due(no)?;
        one(Event::PrizeWithheld { game: self.no, prize: no, reason })
    }

    /// Ends a dispute: the prize is due again.
    pub(crate) fn decide_release(&self, no: PrizeNo, reason: String) -> Decision {
        let prize = self.prize(no)?;
        ensure!(prize.state == PrizeState::Withheld, Refusal::PrizeNotWithheld(prize.state.words()));
        one(Event::PrizeReleased { game: self.no, prize: no, reason })
    }

    /// A prize of the ended game.
    fn prize(&self, no: PrizeNo) -> Result<&Prize, Refusal> {
        ensure!(self.phase == Phase::Ended, self.wrong_phase());
        self.prizes.iter().find(|prize| prize.no == no).ok_or(Refusal::NoSuchPrize)
    }

    /// A prize that was neither paid nor withheld.
    fn due(&self, no: PrizeNo) -> Result<&Prize, Refusal> {
        let prize = self.prize(no)?;
        let due = matches!(prize.state, PrizeState::Due | PrizeState::Unclaimed);
        ensure!(due, Refusal::PrizeNotDue(prize.state.words()));
        Ok(prize)
    }

    /// In any phase before payment (DECISIONS 17); suspended, once its time is over (36.1).
    pub(crate) fn may_be_void_now(&self, session: Option<&Session>, now_utc_ms: i64) -> Result<(), Refusal> {
        self.may_be_void()?;
        self.suspension_allows_refund(session, now_utc_ms)
    }

    /// In any phase before payment (DECISIONS 17).
    pub fn may_be_void(&self) -> Result<(), Refusal> {
        ensure!(self.is_running() || self.phase == Phase::Ended, self.wrong_phase());
        ensure!(self.prizes.iter().all(|prize| prize.state != PrizeState::Paid), Refusal::AlreadyPaid);
        Ok(())
    }

    /// The second person's half of a void.
    pub(crate) fn decide_void(
        &self,
        session: Option<&Session>,
        read: &str,
        by: PersonId,
        now_utc_ms: i64,
    ) -> Decision {
        self.may_be_void_now(session, now_utc_ms)?;
        let (asked_by, cause) = self.void_asked().ok_or(Refusal::VoidNotAsked)?;
        ensure!(read.trim() == cause, stale(format!("la anulación se pide por otra causa: {cause}")));
        another(asked_by, by)?;
        one(self.voided(asked_by, cause.into()))
    }

    /// The event of a void here and now: every card is refunded in full (M18).
    pub(crate) fn voided(&self, asked_by: PersonId, cause: String) -> Event {
        let segments = self.sale.sold();
        let cards = self.sale.count();
        let amount = self.sale.face_value.times(cards);
        Event::GameVoided { game: self.no, asked_by, cause, segments, cards, amount }
    }

    /// Refunds each card once, against the card.
    pub(crate) fn decide_refund(&self, cards: Segment) -> Decision {
        ensure!(self.phase == Phase::Voided, self.wrong_phase());
        let (first, last) = range(&cards)?;
        for number in first..=last {
            let card = CardRef { series: cards.series, number: CardNo(number) };
            ensure!(self.segments.iter().any(|segment| segment.has(card)), Refusal::NotRefundable(card));
            ensure!(!self.is_refunded(card), Refusal::AlreadyRefunded(card));
        }
        let amount = self.sale.face_value.times(cards.count());
        one(Event::CardsRefunded { game: self.no, cards, amount })
    }
}

/// What is read aloud of a sale: the cards, how many, the money, the formula of M13.
fn totals(sale: &Sale, session: &Session) -> (Vec<Segment>, u32, Division, String) {
    let (segments, sold) = (sale.sold(), sale.count());
    let formula = formula(&segments);
    (segments, sold, session.rules.divide(sale.face_value.times(sold)), formula)
}

/// Whole seconds, rounded up.
pub(super) fn seconds(ms: u64) -> u32 {
    u32::try_from(ms.div_ceil(1000)).unwrap_or(u32::MAX)
}

/// The desk has moved on since the person looked.
pub(crate) fn stale(now: impl ToString) -> Refusal {
    Refusal::Stale { now: now.to_string() }
}

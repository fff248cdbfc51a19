//! Article 36: failures before and after the first ball.
//!
//! Before: the game is suspended, at most fifteen minutes; then only the refund is left (36.1).
//! After: it goes on by hand with the remaining balls (36.2). The paragraph that applies is read
//! aloud first (36.3).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{Event, Evidence, HoldNo, HoldWhy, Ordinal, Paragraph, StopCause};
use crate::game::decide::{Decision, one, seconds, stale};
use crate::game::{Game, Suspension};
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::session::Session;

impl Game {
    /// Neither suspended nor waiting for the authority: the game may move.
    pub(crate) fn may_go_on(&self, session: &Session) -> Result<(), Refusal> {
        ensure!(self.suspension().is_none(), Refusal::Suspended);
        session.authority_is_silent()
    }

    /// The milliseconds until the time of 36.1 is over; zero when it is.
    fn wait_left_ms(suspension: &Suspension, session: &Session, now_utc_ms: i64) -> u64 {
        let waited_ms = u64::try_from(now_utc_ms - suspension.since_utc_ms).unwrap_or(0);
        (u64::from(session.rules.pre_extraction_wait_min.value) * 60_000).saturating_sub(waited_ms)
    }

    /// Something failed and no ball has come out (36.1).
    pub(crate) fn decide_suspend(&self, session: &Session, cause: String) -> Decision {
        ensure!(self.is_running(), self.wrong_phase());
        ensure!(!self.has_begun_extraction(), Refusal::ExtractionBegun);
        self.may_go_on(session)?;
        let stopped = self.stopped_if_drawing(StopCause::Called);
        Ok(stopped.into_iter().chain([Event::GameSuspended { game: self.no, cause }]).collect())
    }

    /// It was put right in time; or a ball on its way came out, and 36.1 no longer applies.
    pub(crate) fn decide_lift(&self, session: &Session, now_utc_ms: i64) -> Decision {
        let suspension = self.suspension().ok_or(Refusal::NotSuspended)?;
        ensure!(
            self.has_begun_extraction() || Game::wait_left_ms(suspension, session, now_utc_ms) > 0,
            Refusal::WaitOver
        );
        one(Event::SuspensionLifted { game: self.no })
    }

    /// A suspended game is void only once its time is over, whatever failed, and the paragraph was read (36.1, 36.3).
    pub(super) fn suspension_allows_refund(
        &self,
        session: Option<&Session>,
        now_utc_ms: i64,
    ) -> Result<(), Refusal> {
        let Some(suspension) = self.suspension() else { return Ok(()) };
        let session = session.expect("a suspended game is in a session");
        let left_ms = Game::wait_left_ms(suspension, session, now_utc_ms);
        ensure!(left_ms == 0, Refusal::WaitNotOver { wait_secs: seconds(left_ms) });
        ensure!(suspension.read, Refusal::ReadFirst(Paragraph::BeforeExtraction));
        Ok(())
    }

    /// Whether this paragraph is the one that applies now (36.3).
    pub(crate) fn may_read(&self, paragraph: Paragraph) -> Result<(), Refusal> {
        match paragraph {
            Paragraph::BeforeExtraction => ensure!(self.suspension().is_some(), Refusal::NotSuspended),
            Paragraph::AfterExtraction => {
                ensure!(self.is_in_draw(), self.wrong_phase());
                ensure!(self.has_begun_extraction(), Refusal::ExtractionNotBegun);
            }
        }
        Ok(())
    }

    /// Whether people may key the ball of this place now.
    pub(crate) fn may_key(&self, session: &Session, ordinal: Ordinal) -> Result<(), Refusal> {
        ensure!(self.is_drawing(), self.wrong_phase());
        self.may_go_on(session)?;
        self.nothing_holds()?;
        if let Some((place, waiting)) = self.pending().next() {
            return Err(stale(format!("la bola {}, la {waiting}, espera a ser anunciada", place.0)));
        }
        ensure!(self.extracted.len() < usize::from(Ball::COUNT), Refusal::NoBallLeft);
        let next = self.next_ordinal();
        ensure!(ordinal == next, stale(format!("toca teclear la bola {} de la partida", next.0)));
        Ok(())
    }

    /// One of the two keys the ball, then the other at another device. Equal numbers make the next ball of the game,
    /// to be announced; unequal ones a HOLD (DECISIONS 22).
    pub(crate) fn decide_key(
        &self,
        session: &Session,
        next_hold: HoldNo,
        (by, device): (PersonId, &str),
        ordinal: Ordinal,
        ball: Ball,
    ) -> Decision {
        let pair = self.by_hand().ok_or(Refusal::NotByHand)?;
        ensure!(by == pair.caller || by == pair.second, Refusal::NotOneOfTheTwo);
        self.may_key(session, ordinal)?;
        ensure!(!self.extracted.contains(&ball), Refusal::BallAlreadyOut(ball));
        let game = self.no;
        let Some(first) = self.keyed().filter(|first| first.by != by) else {
            return one(Event::BallKeyed { game, ordinal, ball });
        };
        ensure!(first.device != device, Refusal::AnotherDevice);
        if first.ball != ball {
            let why = HoldWhy::KeyedDiffers { ordinal, first: first.ball, second: ball };
            return one(Event::HoldRaised { game, hold: next_hold, why });
        }
        let evidence = Vec::from([Evidence::Keyed { by: first.by }, Evidence::Keyed { by }]);
        one(Event::BallExtracted { game, ordinal, ball, evidence })
    }
}

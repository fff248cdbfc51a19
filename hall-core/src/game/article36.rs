//! Article 36: what fails before the first ball, and what fails after it.
//!
//! Before: the game is suspended, at most fifteen minutes; then only the refund is open (36.1).
//! After: it goes on by hand, with the balls that are still to be extracted (36.2). Whichever
//! applies is read aloud first (36.3).

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
        if self.suspension().is_some() { Err(Refusal::Suspended) } else { session.authority_is_silent() }
    }

    /// Returns the milliseconds until the time of 36.1 is over; zero when it is.
    fn wait_left_ms(suspension: &Suspension, session: &Session, now_utc_ms: i64) -> u64 {
        let waited_ms = u64::try_from(now_utc_ms - suspension.since_utc_ms).unwrap_or(0);
        session.suspension_ms().saturating_sub(waited_ms)
    }

    /// Something failed and no ball has come out (36.1).
    pub(crate) fn decide_suspend(&self, session: &Session, cause: String) -> Decision {
        if !self.is_running() {
            return self.wrong_phase();
        }
        if self.has_begun_extraction() {
            return Err(Refusal::ExtractionBegun);
        }
        self.may_go_on(session)?;
        let mut events = Vec::new();
        if self.is_drawing() {
            events.push(self.stopped(StopCause::Called));
        }
        events.push(Event::GameSuspended { game: self.no, cause });
        Ok(events)
    }

    /// It was put right in time; or a ball that was on its way came out, and 36.1 is over.
    pub(crate) fn decide_lift(&self, session: &Session, now_utc_ms: i64) -> Decision {
        let suspension = self.suspension().ok_or(Refusal::NotSuspended)?;
        if !self.has_begun_extraction() && Game::wait_left_ms(suspension, session, now_utc_ms) == 0 {
            return Err(Refusal::WaitOver);
        }
        one(Event::SuspensionLifted { game: self.no })
    }

    /// A suspended game is void only when its time is over and the paragraph was read (36.1,
    /// 36.3); what failed is no reason to give the fifteen minutes up.
    pub(super) fn suspension_allows_refund(
        &self,
        session: Option<&Session>,
        now_utc_ms: i64,
    ) -> Result<(), Refusal> {
        let Some(suspension) = self.suspension() else { return Ok(()) };
        let session = session.expect("a suspended game is in a session");
        let left_ms = Game::wait_left_ms(suspension, session, now_utc_ms);
        if left_ms > 0 {
            return Err(Refusal::WaitNotOver { wait_secs: seconds(left_ms) });
        }
        if suspension.read { Ok(()) } else { Err(Refusal::ReadFirst(Paragraph::BeforeExtraction)) }
    }

    /// The paragraph that applies was read aloud (36.3).
    pub(crate) fn decide_read(&self, paragraph: Paragraph) -> Decision {
        match paragraph {
            Paragraph::BeforeExtraction if self.suspension().is_none() => Err(Refusal::NotSuspended),
            Paragraph::AfterExtraction if !self.is_in_draw() => self.wrong_phase(),
            Paragraph::AfterExtraction if !self.has_begun_extraction() => Err(Refusal::ExtractionNotBegun),
            Paragraph::BeforeExtraction | Paragraph::AfterExtraction => {
                one(Event::ParagraphRead { game: self.no, paragraph })
            }
        }
    }

    /// One of the two keys the ball in the hand; the second at another device. Equal, it is the
    /// next ball of the game and waits to be announced; unequal, it is a HOLD (DECISIONS 22).
    pub(crate) fn decide_key(
        &self,
        session: &Session,
        next_hold: HoldNo,
        (by, device): (PersonId, &str),
        ordinal: Ordinal,
        ball: Ball,
    ) -> Decision {
        let pair = self.by_hand().ok_or(Refusal::NotByHand)?;
        if by != pair.caller && by != pair.second {
            return Err(Refusal::NotOneOfTheTwo);
        }
        if !self.is_drawing() {
            return self.wrong_phase();
        }
        self.may_go_on(session)?;
        self.not_held()?;
        if let Some((place, waiting)) = self.pending().next() {
            return Err(stale(alloc::format!("la bola {}, la {waiting}, espera a ser anunciada", place.0)));
        }
        let next = Ordinal(u8::try_from(self.extracted.len()).expect("at most 90 balls") + 1);
        if ordinal != next {
            return Err(stale(alloc::format!("toca teclear la bola {} de la partida", next.0)));
        }
        if self.extracted.contains(&ball) {
            return Err(Refusal::BallAlreadyOut(ball));
        }
        let game = self.no;
        let Some(first) = self.keyed().filter(|first| first.by != by) else {
            return one(Event::BallKeyed { game, ordinal, ball });
        };
        if first.device == device {
            return Err(Refusal::AnotherDevice);
        }
        if first.ball != ball {
            let why = HoldWhy::KeyedDiffers { ordinal, first: first.ball, second: ball };
            return one(Event::HoldRaised { game, hold: next_hold, why });
        }
        let evidence = Vec::from([Evidence::Keyed { by: first.by }, Evidence::Keyed { by }]);
        one(Event::BallExtracted { game, ordinal, ball, evidence })
    }
}

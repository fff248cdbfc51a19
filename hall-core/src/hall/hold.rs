//! The ways out of a HOLD (DECISIONS 23). Each takes two people: one proposes, another agrees.

use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{Doubt, Event, HoldExit, HoldNo, HoldWhy, Ordinal, Paragraph};
use crate::game::Game;
use crate::game::decide::{Decision, another, stale};
use crate::hall::Hall;
use crate::machine::BootId;
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::request::RequestKind;
use crate::words::{self, Lang};

/// What two people have said of the balls that are out of the drum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BallsOut {
    /// How many, 0 to 90.
    pub out: u8,
    /// Exactly those of the game are out; else one was added that was not read, and more may be out.
    pub exactly: bool,
    /// The last frame that was known then.
    pub at: Option<(BootId, u32)>,
}

impl Hall {
    /// Whether this way leads out of this hold (DECISIONS 23).
    pub(crate) fn exit_fits(&self, game: &Game, no: HoldNo, exit: HoldExit) -> Result<(), Refusal> {
        let hold = game.holds().iter().find(|hold| hold.no == no).ok_or(Refusal::NoSuchHold)?;
        match exit {
            HoldExit::Repaired => self.is_repaired(game, &hold.why).map_err(Refusal::ExitDoesNotFit),
            HoldExit::Misread { ordinal, ball } => {
                // By hand the balls come out of no machine.
                if matches!(hold.why, HoldWhy::ForeignSet(_)) && game.is_read_by_machine() {
                    self.own_set_is_loaded().map_err(Refusal::ExitDoesNotFit)?;
                }
                self.misread_fits(game, &hold.why, ordinal, ball)
            }
            HoldExit::ByHand { caller, second } => self.by_hand_fits(game, &hold.why, caller, second),
            HoldExit::Authority => self.authority_is_silent(),
        }
    }

    /// Going on by hand: a ball has come out, none is in doubt, 36.2 was read, and the two people are logged in
    /// (DECISIONS 22).
    fn by_hand_fits(
        &self,
        game: &Game,
        why: &HoldWhy,
        caller: PersonId,
        second: PersonId,
    ) -> Result<(), Refusal> {
        let unfit = Refusal::ExitDoesNotFit;
        ensure!(game.is_read_by_machine(), unfit("la partida ya se juega a mano"));
        ensure!(
            !why.doubts_a_ball() && self.arbiter.candidate.is_none(),
            unfit("antes hay que decir qué bola es: lectura errónea")
        );
        ensure!(game.has_begun_extraction(), Refusal::ExtractionNotBegun);
        ensure!(game.draw().is_some_and(|draw| draw.read), Refusal::ReadFirst(Paragraph::AfterExtraction));
        another(caller, second)?;
        let both_key = [caller, second].into_iter().all(|person| self.may(person, RequestKind::KeyBall));
        ensure!(both_key, unfit("una de las dos personas no puede teclear bolas"));
        ensure!(
            self.may(caller, RequestKind::Announce),
            unfit("quien haga de locutor no puede anunciar bolas")
        );
        ensure!(
            self.are_at_two_devices(caller, second),
            unfit("las dos personas tienen que haber entrado, cada una en su puesto")
        );
        Ok(())
    }

    fn misread_fits(&self, game: &Game, why: &HoldWhy, ordinal: Ordinal, ball: Ball) -> Result<(), Refusal> {
        let next = game.next_ordinal();
        let place_fits = match why {
            HoldWhy::CallerDiffers { ordinal: disputed, .. }
            | HoldWhy::KeyedDiffers { ordinal: disputed, .. }
            | HoldWhy::KeyedAgain { ordinal: disputed, .. }
            | HoldWhy::ReadWrong { ordinal: disputed, .. }
            | HoldWhy::ReadersDiffer { ordinal: disputed, .. } => ordinal == *disputed,
            HoldWhy::Repeated(_)
            | HoldWhy::OutOfRange(_)
            | HoldWhy::ForeignSet(_)
            | HoldWhy::NoRead
            | HoldWhy::FramesMissing
            | HoldWhy::SecondSilent(_)
            | HoldWhy::SecondLost(_)
            | HoldWhy::LeftOut { .. }
            | HoldWhy::CountDiffers { .. } => ordinal.0 > game.announced && ordinal <= next,
            // A ball may have come out unread: it is the next, and all that was read stands. By hand two people key
            // it like any other.
            HoldWhy::Rebooted(_) | HoldWhy::Called(_)
                if game.is_read_by_machine() && self.arbiter.candidate.is_none() =>
            {
                ordinal == next
            }
            HoldWhy::Fault(_)
            | HoldWhy::DoorOpen
            | HoldWhy::LinkLost(_)
            | HoldWhy::Rebooted(_)
            | HoldWhy::Called(_) => {
                return Err(Refusal::ExitDoesNotFit("no hay ninguna lectura en duda"));
            }
        };
        ensure!(place_fits, Refusal::ExitDoesNotFit("ese no es el lugar de la bola en duda"));
        let elsewhere =
            game.extracted.iter().zip(1u8..).any(|(out, place)| *out == ball && place != ordinal.0);
        ensure!(!elsewhere, Refusal::BallAlreadyOut(ball));
        Ok(())
    }

    /// What the machine's line is told when a hold was left, after all that was recorded with it is applied: that one
    /// ball more is out, or that exactly those of the game are.
    pub fn counted_after(&self, event: &Event) -> Option<BallsOut> {
        let Event::HoldLeft { exit, .. } = event else { return None };
        let exactly = match exit {
            // A ball that is still at the reader is that one, and counts when it leaves.
            HoldExit::Misread { .. } if self.machine.present => return None,
            HoldExit::Misread { .. } => false,
            HoldExit::Repaired if self.game.as_ref()?.holds().is_empty() => true,
            HoldExit::Repaired | HoldExit::ByHand { .. } | HoldExit::Authority => return None,
        };
        Some(BallsOut { out: self.out(), exactly, at: self.machine.position })
    }

    /// Whether lost frames may be given up: once two people have left the hold for them, or at once if no game was in
    /// its draw (ADR 11).
    pub fn accepts_lost_frames(&self) -> bool {
        let mut holds = self.game.iter().flat_map(Game::holds);
        holds.all(|hold| hold.why != HoldWhy::FramesMissing)
    }

    /// The second person's half of leaving a hold.
    pub(crate) fn decide_leave_hold(
        &self,
        game: &Game,
        no: HoldNo,
        exit: HoldExit,
        by: PersonId,
    ) -> Decision {
        let hold = game.holds().iter().find(|hold| hold.no == no).ok_or(Refusal::NoSuchHold)?;
        let missing = Refusal::ExitDoesNotFit("nadie ha propuesto la salida todavía");
        let (proposed, asked_by) = hold.proposed.ok_or(missing)?;
        ensure!(proposed == exit, stale("la salida propuesta es otra"));
        another(asked_by, by)?;
        self.exit_fits(game, no, exit)?;
        let machine_draws = game.is_read_by_machine() && matches!(exit, HoldExit::Misread { .. });
        // Behind lost frames nothing is known before people have accepted the loss (ADR 11).
        if machine_draws && game.holds().len() == 1 && hold.why != HoldWhy::FramesMissing {
            // The draw would go on at once: the counts must be there to be compared.
            self.count_is_known().map_err(Refusal::ExitDoesNotFit)?;
        }
        let mut events = Vec::from([Event::HoldLeft { game: game.no, hold: no, exit, asked_by }]);
        let before = self.balls_out(game);
        let mut count = before;
        let mut left_out = None;
        if let HoldExit::Misread { ordinal, ball } = exit {
            count = count.max(usize::from(ordinal.0));
            let from = game.ball_at(ordinal);
            if let Some(from) = from.filter(|from| *from != ball && ordinal.0 <= game.announced) {
                game.nothing_was_judged_at(ordinal)?;
                events.push(Event::ReadingRectified { game: game.no, ordinal, from, to: ball });
            } else if from != Some(ball) {
                events.push(Event::BallCorrected { game: game.no, ordinal, from, to: ball });
                left_out = from.map(|ball| HoldWhy::LeftOut { ordinal, ball });
            }
        }
        if exit == HoldExit::Authority {
            events.extend(self.authority_called(words::hold(Lang::Es, &hold.why), Doubt::Hold(no)));
        }
        if !game.is_read_by_machine() || matches!(exit, HoldExit::ByHand { .. }) {
            return Ok(events);
        }
        // The replaced reading was wrong, or its ball came after one that nobody read. The machine's own count would
        // tell; where there is none, people are asked (ADR 22).
        if let Some(why) = left_out.filter(|_| self.counted_at_line) {
            events.push(Event::HoldRaised { game: game.no, hold: self.next_hold(), why });
            return Ok(events);
        }
        // After the last hold the counts are compared at once, not at the next heartbeat, so that the game does not
        // run on a difference and an agent who is called knows of it.
        let counted_by_them = self.counted_at_line && exit == HoldExit::Repaired;
        let in_the_drum = game.has_a_ball_in_the_drum_after(exit);
        if let Some(why) = self.count_in_doubt(before, count, in_the_drum).filter(|_| game.holds().len() == 1)
            && !counted_by_them
        {
            events.push(Event::HoldRaised { game: game.no, hold: self.next_hold(), why });
        }
        Ok(events)
    }
}

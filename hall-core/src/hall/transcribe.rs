//! A game finished on paper, typed in afterwards by two people (DECISIONS 34).
//!
//! The sheet is played line by line on a copy of the hall, under the rules of a live game but for waiting times and the
//! machine. The first line that cannot be is named.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{Event, Evidence, PaperAnswer, PaperLine, Play, StopCause, StopNo, Verdict};
use crate::game::decide::{Decision, Order, another};
use crate::game::{Game, Hand, Phase, PlayState, Prize, PrizeState};
use crate::hall::{Asked, Hall};
use crate::people::{Actor, PersonId};
use crate::refusal::Refusal;
use crate::request::Presented;
use crate::series::CardRef;
use crate::vault::Vault;

/// More than any game has: 90 balls, and every card of a large hall sung once.
const LINES_MAX: usize = 1000;

impl Hall {
    /// The second person's half: the same sheet, and then everything that is on it.
    pub(super) fn decide_transcribe(
        &self,
        game: &Game,
        lines: &[PaperLine],
        asked: &Asked<'_>,
        vault: &Vault,
    ) -> Decision {
        let sheet = game.draw().and_then(|draw| draw.sheet.as_ref());
        let (first, asked_by) = sheet.ok_or(Refusal::TranscriptionNotAsked)?;
        another(*asked_by, asked.by)?;
        if first != lines {
            let same = first.iter().zip(lines).take_while(|(one, other)| one == other).count();
            return Err(Refusal::PaperDiffers { line: number(same) });
        }
        let count = u32::try_from(lines.len()).expect("a sheet has few lines");
        let transcribed = Event::Transcribed { game: game.no, asked_by: *asked_by, lines: count };
        let played = self.decide_transcription(game, lines, vault)?;
        Ok([transcribed].into_iter().chain(played).collect())
    }

    /// Plays the sheet. Used without effect when the first person types it in.
    pub(super) fn decide_transcription(&self, game: &Game, lines: &[PaperLine], vault: &Vault) -> Decision {
        let draw = game.draw().ok_or(game.wrong_phase())?;
        // Balls that the machine read are not typed in by people, two or not (reliability.md 0.4).
        let restarted = game.stop().is_some_and(|stop| stop.cause == StopCause::Restart);
        let interrupted = restarted || !draw.holds.is_empty() || matches!(draw.hand, Hand::Pair { .. });
        ensure!(interrupted, Refusal::NotInterrupted);
        game.may_go_on(self.game_session())?;
        ensure!(!draw.holds.iter().any(|hold| hold.why.doubts_a_ball()), Refusal::Held);
        ensure!(
            (1..=LINES_MAX).contains(&lines.len()),
            disagrees("la hoja no tiene líneas, o más de las que tiene una partida")
        );
        let mut sheet = Sheet { hall: self.clone(), vault, events: Vec::new() };
        sheet.game_mut().draw_mut().holds.clear();
        for (index, line) in lines.iter().enumerate() {
            sheet
                .line(*line)
                .map_err(|why| Refusal::PaperLine { line: number(index), why: Box::new(why) })?;
        }
        // A sheet without the closing order: the game stands still, as after a restart (DECISIONS 25).
        let stopped = sheet.game().stopped_if_drawing(StopCause::Restart);
        Ok(sheet.events.into_iter().chain(stopped).collect())
    }
}

/// The sheet says another thing than the record.
fn disagrees(with: impl ToString) -> Refusal {
    Refusal::SheetDisagrees { with: with.to_string() }
}

/// The number, from 1, of the line with this index.
fn number(index: usize) -> u32 {
    u32::try_from(index).expect("a sheet has few lines") + 1
}

/// A copy of the hall on which the sheet is played, and what it gave so far.
struct Sheet<'a> {
    hall: Hall,
    vault: &'a Vault,
    events: Vec<Event>,
}

impl Sheet<'_> {
    fn game(&self) -> &Game {
        self.hall.game.as_ref().expect("the game of the sheet")
    }

    fn game_mut(&mut self) -> &mut Game {
        self.hall.game.as_mut().expect("the game of the sheet")
    }

    fn take(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            // On the copy nothing depends on line, hour or person.
            self.hall.apply(0, 0, Actor::Person(PersonId(0)), "", &event);
            self.events.push(event);
        }
    }

    fn line(&mut self, line: PaperLine) -> Result<(), Refusal> {
        match line {
            PaperLine::Ball(ball) => {
                self.go_on()?;
                let (table, game) = (self.game(), self.game().no);
                let ordinal = if let Some((place, out)) = table.pending().next() {
                    // It had come out before the light went.
                    ensure!(out == ball, disagrees(format!("la bola que esperaba era la {out}")));
                    place
                } else {
                    ensure!(!table.extracted.contains(&ball), Refusal::BallAlreadyOut(ball));
                    let (ordinal, evidence) = (table.next_ordinal(), Vec::from([Evidence::Paper]));
                    self.take([Event::BallExtracted { game, ordinal, ball, evidence }]);
                    ordinal
                };
                self.take([Event::BallAnnounced { game, ordinal, ball, evidence: Evidence::Paper }]);
                Ok(())
            }
            PaperLine::Sung { play, card, answer } => self.sung(play, card, answer),
            PaperLine::End => {
                self.ask()?;
                let events =
                    self.game().decide_end(self.hall.game_session(), self.stop()?, Order::OnPaper)?;
                self.take(events);
                Ok(())
            }
            PaperLine::Paid { play, card } => {
                let due = |prize: &&Prize| {
                    prize.play == play && prize.card == card && prize.state == PrizeState::Due
                };
                let game = self.game();
                ensure!(game.phase == Phase::Ended, game.wrong_phase());
                let prize = game.prizes.iter().find(due).ok_or(Refusal::NoSuchPrize)?;
                self.take([Event::PrizePaid { game: game.no, prize: prize.no, amount: prize.amount }]);
                Ok(())
            }
        }
    }

    /// A card that was sung: the system judges it, and the sheet must agree.
    fn sung(&mut self, play: Play, card: CardRef, answer: PaperAnswer) -> Result<(), Refusal> {
        let events = self.game().decide_claim(&self.hall.stock, self.vault, play, &Presented::Keyed(card))?;
        self.take(events);
        let claim = self.game().claims.last().expect("it was just made");
        let (game, no) = (self.game().no, claim.no);
        let good = matches!(claim.verdict, Verdict::Good { .. });
        match answer {
            PaperAnswer::Good if good => self.take([Event::ClaimAccepted { game, claim: no }]),
            PaperAnswer::Rejected(reason) if good => {
                self.take([Event::ClaimRejected { game, claim: no, reason }]);
            }
            PaperAnswer::NotGood if !good => (),
            PaperAnswer::Good | PaperAnswer::Rejected(_) => return Err(Refusal::VerdictNotGood(no)),
            PaperAnswer::NotGood => {
                return Err(disagrees("ese cartón era correcto con las bolas de la hoja"));
            }
        }
        Ok(())
    }

    fn stop(&self) -> Result<StopNo, Refusal> {
        self.game().stop().map(|stop| stop.no).ok_or(self.game().wrong_phase())
    }

    /// The question, if it is due and was not asked: on paper it stands between the lines.
    fn ask(&mut self) -> Result<(), Refusal> {
        // After the ninetieth ball the game stops to ask (DECISIONS 10).
        if self.game().announced == Ball::COUNT {
            self.take(self.game().stopped_if_drawing(StopCause::Called));
        }
        let stop = self.stop()?;
        match self.game().decide_question(stop) {
            Ok(events) => self.take(events),
            Err(Refusal::AlreadyAsked | Refusal::NothingToAsk) => (),
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// The order to go on, if the draw stands: with the question before it where a line was good.
    fn go_on(&mut self) -> Result<(), Refusal> {
        if self.game().is_drawing() {
            return Ok(());
        }
        let stop = self.stop()?;
        if self.game().line == PlayState::Open && self.game().accepted(stop, Play::Line).next().is_some() {
            self.ask()?;
        }
        let events = self.game().decide_go_on(self.hall.game_session(), stop, Order::OnPaper)?;
        self.take(events);
        Ok(())
    }
}

//! A game finished on paper, typed in afterwards by two people (DECISIONS 34).
//!
//! The sheet goes through the same rules as a live game, line by line, on a copy of the hall;
//! a line that cannot be is named. Only waiting and the machine are left out: how long people
//! waited then nobody knows, and the balls are those on the sheet.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{Event, Evidence, Ordinal, PaperAnswer, PaperLine, Play, StopCause, StopNo, Verdict};
use crate::game::decide::{Decision, Order};
use crate::game::{Game, Hand, Phase, PlayState, Prize, PrizeState};
use crate::hall::{Asked, Hall};
use crate::people::{Actor, PersonId};
use crate::refusal::Refusal;
use crate::request::Presented;
use crate::series::CardRef;
use crate::vault::Vault;

/// More lines than any game has: 90 balls, and every card of a large hall sung once.
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
        if *asked_by == asked.by {
            return Err(Refusal::NeedsAnother);
        }
        if first != lines {
            let same = first.iter().zip(lines).take_while(|(one, other)| one == other).count();
            return Err(Refusal::PaperDiffers { line: number(same) });
        }
        let count = u32::try_from(lines.len()).expect("a sheet has few lines");
        let mut events = Vec::from([Event::Transcribed { game: game.no, asked_by: *asked_by, lines: count }]);
        events.extend(self.decide_transcription(game, lines, vault)?);
        Ok(events)
    }

    /// Plays the sheet. Used without effect when the first person types it in.
    pub(super) fn decide_transcription(&self, game: &Game, lines: &[PaperLine], vault: &Vault) -> Decision {
        let Some(draw) = game.draw() else {
            return Err(Refusal::WrongPhase { phase: game.phase.words() });
        };
        // Balls that the machine read are not typed in by people, two or not (reliability.md 0.4).
        let restarted = game.stop().is_some_and(|stop| stop.cause == StopCause::Restart);
        if !restarted && draw.holds.is_empty() && draw.hand == Hand::Machine {
            return Err(Refusal::NotInterrupted);
        }
        game.may_go_on(self.game_session())?;
        if draw.holds.iter().any(|hold| hold.why.doubts_a_ball()) {
            return Err(Refusal::Held);
        }
        if lines.is_empty() || lines.len() > LINES_MAX {
            return Err(disagrees("la hoja no tiene líneas, o más de las que tiene una partida"));
        }
        let mut sheet = Sheet { hall: self.clone(), vault, events: Vec::new() };
        sheet.game_mut().draw_mut().holds.clear();
        for (index, line) in lines.iter().enumerate() {
            sheet
                .line(*line)
                .map_err(|why| Refusal::PaperLine { line: number(index), why: Box::new(why) })?;
        }
        // A sheet without the closing order: the game goes on by itself no more than after a
        // restart (DECISIONS 25).
        if sheet.game().is_drawing() {
            let stopped = sheet.game().stopped(StopCause::Restart);
            sheet.events.push(stopped);
        }
        Ok(sheet.events)
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

    fn take(&mut self, events: Vec<Event>) {
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
                let game = self.game();
                let waiting = game.pending().next();
                let place = waiting.map_or(game.extracted.len(), |(place, _)| usize::from(place.0) - 1);
                let ordinal = Ordinal(u8::try_from(place + 1).expect("at most 90 balls"));
                let no = game.no;
                match waiting {
                    // It had come out before the light went.
                    Some((_, out)) if out != ball => {
                        return Err(disagrees(alloc::format!("la bola que esperaba era la {out}")));
                    }
                    Some(_) => (),
                    None if game.extracted.contains(&ball) => return Err(Refusal::BallAlreadyOut(ball)),
                    None => {
                        let evidence = Vec::from([Evidence::Paper]);
                        self.take(Vec::from([Event::BallExtracted { game: no, ordinal, ball, evidence }]));
                    }
                }
                let evidence = Evidence::Paper;
                self.take(Vec::from([Event::BallAnnounced { game: no, ordinal, ball, evidence }]));
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
                if self.game().phase != Phase::Ended {
                    return Err(Refusal::WrongPhase { phase: self.game().phase.words() });
                }
                let prize = self.game().prizes.iter().find(due).ok_or(Refusal::NoSuchPrize)?;
                let paid = Event::PrizePaid { game: self.game().no, prize: prize.no, amount: prize.amount };
                self.take(Vec::from([paid]));
                Ok(())
            }
        }
    }

    /// A card that was sung: the system judges it as it would have, and the sheet must agree.
    fn sung(&mut self, play: Play, card: CardRef, answer: PaperAnswer) -> Result<(), Refusal> {
        let events = self.game().decide_claim(&self.hall.stock, self.vault, play, &Presented::Keyed(card))?;
        self.take(events);
        let claim = self.game().claims.last().expect("it was just made");
        let (game, no) = (self.game().no, claim.no);
        let good = matches!(claim.verdict, Verdict::Good { .. });
        match answer {
            PaperAnswer::Good if good => self.take(Vec::from([Event::ClaimAccepted { game, claim: no }])),
            PaperAnswer::Rejected(reason) if good => {
                self.take(Vec::from([Event::ClaimRejected { game, claim: no, reason }]));
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
        let game = self.game();
        let stop = game.stop().ok_or_else(|| Refusal::WrongPhase { phase: game.phase.words() })?;
        Ok(stop.no)
    }

    /// The question, if it is due and was not asked: on paper it stands between the lines.
    fn ask(&mut self) -> Result<(), Refusal> {
        // After the ninetieth ball the game stops to ask (DECISIONS 10).
        if self.game().is_drawing() && self.game().announced == Ball::COUNT {
            let stopped = self.game().stopped(StopCause::Called);
            self.take(Vec::from([stopped]));
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

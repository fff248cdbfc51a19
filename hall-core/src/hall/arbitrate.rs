//! Reports of two readers, where the hall's rules ask for two (reliability.md C-5, [`crate::arbiter`]).

use alloc::vec::Vec;

use super::observe::Noted;
use crate::arbiter::{Comparison, Reading};
use crate::ball::Ball;
use crate::event::{Event, Evidence, HoldWhy, ReaderEvent};
use crate::extractor::LinkState;
use crate::game::Game;
use crate::hall::Hall;
use crate::machine::{SecondReport, SetId, Stored, is_newer};
use crate::rules::EvidencePolicy;
use crate::words::Warning;

impl Hall {
    /// Whether the rules of the session ask for a second reader.
    pub(crate) fn has_two_readers(&self) -> bool {
        let rules = self.session.as_ref().map(|session| &session.rules);
        rules.is_some_and(|rules| rules.evidence.value == EvidencePolicy::SecondReader)
    }

    /// Err if the draw needs the second reader and its line is down.
    pub(crate) fn second_is_there(&self) -> Result<(), &'static str> {
        ensure!(
            !self.has_two_readers() || self.arbiter.line == LinkState::Up,
            "el segundo lector no tiene enlace; mire su cable y su corriente"
        );
        Ok(())
    }

    /// How many balls of the game are out of the drum: those extracted, and one that waits for the second reader.
    pub fn balls_out(&self, game: &Game) -> usize {
        game.extracted.len() + usize::from(self.arbiter.candidate.is_some())
    }

    /// How many balls of the game on the table are out of the drum.
    pub fn out(&self) -> u8 {
        let out = self.game.as_ref().map_or(0, |game| self.balls_out(game));
        u8::try_from(out).expect("at most 90 balls")
    }

    /// The warning of the second reader, where the rules ask for one.
    pub(crate) fn reader_warning(&self) -> Option<Warning> {
        if !self.has_two_readers() {
            return None;
        }
        if self.arbiter.line != LinkState::Up {
            return Some(Warning::SecondReaderLost);
        }
        Some(Warning::SecondReaderAwaited(self.arbiter.candidate?.number))
    }

    /// A reading of the machine that could be a ball of the game.
    pub(super) fn arbitrate(
        &self,
        noted: &mut Noted<'_>,
        game: &Game,
        ball: Ball,
        reading: Reading,
        set: SetId,
    ) {
        if !self.has_two_readers() {
            noted.event(extracted(game, ball, Vec::from([reading.of_machine()])));
            return;
        }
        let Reading { number, boot, seq, confidence } = reading;
        if let Some(waiting) = self.arbiter.candidate {
            noted.event(Event::ReadingNotCounted { number, set, confidence, boot, seq });
            if let Some(waiting) = Ball::new(waiting.number) {
                noted.hold(HoldWhy::SecondSilent(waiting));
            }
            return;
        }
        let candidate = Event::Reader(ReaderEvent::Candidate { game: game.no, ball, boot, seq, confidence });
        match self.arbiter.of_machine(reading) {
            Comparison::Agreed { machine, second } => {
                noted.event(extracted(game, ball, Vec::from([machine.of_machine(), second.of_second()])));
            }
            Comparison::Differs(second) => {
                noted.event(candidate);
                noted.hold(HoldWhy::ReadersDiffer { ordinal: game.next_ordinal(), machine: ball, second });
            }
            Comparison::Waits | Comparison::Again | Comparison::Wavers => noted.event(candidate),
        }
    }

    /// Takes in what the second reader was seen to do.
    pub(super) fn observe_second(&self, noted: &mut Noted<'_>, report: SecondReport) {
        let arbiter = &self.arbiter;
        match report {
            SecondReport::Identity { boot } => {
                if arbiter.line != LinkState::Up || arbiter.boot != Some(boot) {
                    noted.event(Event::Reader(ReaderEvent::Identified { boot }));
                }
            }
            SecondReport::LinkLost(why) => {
                if arbiter.line == LinkState::Up {
                    noted.event(Event::Reader(ReaderEvent::LinkLost { why }));
                    if self.has_two_readers() {
                        noted.hold(HoldWhy::SecondLost(why));
                    }
                }
            }
            SecondReport::Stored { boot, seq, what } => {
                let known = arbiter.position.filter(|(known, _)| *known == boot);
                if known.is_some_and(|(_, last)| !is_newer(seq, last)) {
                    return;
                }
                let saw = Event::Reader(ReaderEvent::Saw { boot, seq, what });
                let draw = noted.draw.filter(|game| self.has_two_readers() && game.is_read_by_machine());
                if let (Stored::Read { number, set, confidence }, Some(game)) = (what, draw) {
                    let reading = Reading { number, boot, seq, confidence };
                    self.second_has_read(noted, game, reading, set, saw);
                    return;
                }
                noted.event(saw);
                if what == Stored::NoRead && draw.is_some() {
                    noted.hold(HoldWhy::NoRead);
                }
            }
        }
    }

    fn second_has_read(&self, noted: &mut Noted<'_>, game: &Game, reading: Reading, set: SetId, saw: Event) {
        let word = self.arbiter.of_second(reading);
        if let (Comparison::Agreed { machine, second }, Some(ball)) = (word, Ball::new(reading.number))
            && self.machine.set == Some(set)
        {
            noted.event(extracted(game, ball, Vec::from([machine.of_machine(), second.of_second()])));
            return;
        }
        noted.event(saw);
        if word == Comparison::Again {
            return;
        }
        if self.machine.set != Some(set) {
            noted.hold(HoldWhy::ForeignSet(set));
        } else if Ball::new(reading.number).is_none() {
            noted.hold(HoldWhy::OutOfRange(reading.number));
        } else if let Comparison::Differs(machine) = word
            && let Some(machine) = Ball::new(machine)
        {
            noted.hold(HoldWhy::ReadersDiffer {
                ordinal: game.next_ordinal(),
                machine,
                second: reading.number,
            });
        } else if word == Comparison::Wavers {
            noted.hold(HoldWhy::NoRead);
        }
    }
}

fn extracted(game: &Game, ball: Ball, evidence: Vec<Evidence>) -> Event {
    Event::BallExtracted { game: game.no, ordinal: game.next_ordinal(), ball, evidence }
}

//! The events of machine reports. A report cannot be refused: a ball on the table is a fact.

use alloc::vec::Vec;

use crate::arbiter::Reading;
use crate::ball::Ball;
use crate::event::{BallsEvent, Event, HoldNo, HoldWhy, SetAside};
use crate::extractor::LinkState;
use crate::game::{Game, Hold};
use crate::hall::Hall;
use crate::machine::{BootId, Mode, Report, SetId, Stored, is_newer};

/// Events of one report, and the holds among them.
pub(super) struct Noted<'a> {
    events: Vec<Event>,
    pub(super) draw: Option<&'a Game>,
    next_hold: u32,
}

impl Noted<'_> {
    pub(super) fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Raises a hold if a game is in its draw and is not held for that already.
    pub(super) fn hold(&mut self, why: HoldWhy) {
        let Some(game) = self.draw else { return };
        // A game whose balls people read does not depend on the machine (36.2, DECISIONS 36).
        if !game.is_read_by_machine() {
            return;
        }
        if game.holds().iter().any(|hold| is_told_by(hold, &why)) {
            return;
        }
        self.events.push(Event::HoldRaised { game: game.no, hold: HoldNo(self.next_hold), why });
        self.next_hold += 1;
    }
}

/// Whether a hold already covers another. A machine may identify itself anew each time (reliability.md E 35): until
/// somebody proposes a way out, one hold for that is enough.
fn is_told_by(hold: &Hold, other: &HoldWhy) -> bool {
    let alike = matches!(
        (&hold.why, other),
        (HoldWhy::Rebooted(_), HoldWhy::Rebooted(_)) | (HoldWhy::ForeignSet(_), HoldWhy::ForeignSet(_))
    );
    hold.why == *other || alike && hold.proposed.is_none()
}

impl Hall {
    /// Answers a report with the events it causes. Changes nothing. Heartbeats, and frames that the record already has,
    /// give none.
    pub fn observe(&self, report: &Report) -> Vec<Event> {
        let draw = self.game.as_ref().filter(|game| game.is_in_draw());
        let mut noted = Noted { events: Vec::new(), draw, next_hold: self.next_hold().0 };
        match report {
            Report::Identity { boot, balls, set } => self.observe_identity(&mut noted, *boot, *balls, *set),
            Report::LinkLost(why) => {
                // Before a machine has identified itself there is no line to lose.
                if self.machine.line == LinkState::Up {
                    noted.event(Event::LinkLost { why: *why });
                    noted.hold(HoldWhy::LinkLost(*why));
                }
            }
            Report::Beat { boot, mode, out, .. } => self.observe_beat(&mut noted, *boot, *mode, *out),
            Report::Stored { boot, seq, what } => self.observe_stored(&mut noted, *boot, *seq, *what),
            Report::Gap { boot, expected, got } => {
                noted.event(Event::FramesMissing { boot: *boot, expected: *expected, got: *got });
                noted.hold(HoldWhy::FramesMissing);
            }
            Report::BadFrames { count, bytes, first } => {
                let first = first.iter().copied().take(32).collect();
                noted.event(Event::BadFrames { count: *count, bytes: *bytes, first });
            }
            Report::Second(report) => self.observe_second(&mut noted, *report),
            // Noted by `Hall::hear`.
            Report::Table(_) => (),
        }
        noted.events
    }

    fn observe_identity(&self, noted: &mut Noted<'_>, boot: BootId, balls: u8, set: SetId) {
        let machine = &self.machine;
        let same = machine.line == LinkState::Up && machine.boot == Some(boot) && machine.set == Some(set);
        if same {
            return;
        }
        noted.event(Event::MachineIdentified { boot, balls, set });
        if machine.boot.is_some_and(|before| before != boot) {
            noted.hold(HoldWhy::Rebooted(boot));
        }
        if self.session.as_ref().is_some_and(|session| session.check.set != set) {
            noted.hold(HoldWhy::ForeignSet(set));
        }
    }

    fn observe_beat(&self, noted: &mut Noted<'_>, boot: BootId, mode: Mode, out: u8) {
        if self.machine.boot != Some(boot) {
            return;
        }
        if self.machine.mode != Some(mode) {
            noted.event(Event::MachineMode { mode, out });
        }
        // Counts are compared only when nothing else holds the draw.
        let Some(game) = noted.draw.filter(|game| game.holds().is_empty()) else { return };
        let count = self.balls_out(game);
        if let Some(why) = self.count_in_doubt(count, count, game.has_a_ball_in_the_drum()) {
            noted.hold(why);
        }
    }

    fn observe_stored(&self, noted: &mut Noted<'_>, boot: BootId, seq: u32, what: Stored) {
        let position = self.machine.position.filter(|(known, _)| *known == boot);
        if position.is_some_and(|(_, last)| !is_newer(seq, last)) {
            return;
        }
        if let Stored::Read { number, set, confidence } = what {
            self.observe_reading(noted, Reading { number, boot, seq, confidence }, set);
            return;
        }
        noted.event(Event::MachineSaw { boot, seq, what });
        match what {
            Stored::NoRead => noted.hold(HoldWhy::NoRead),
            Stored::FaultRaised(fault) => noted.hold(HoldWhy::Fault(fault)),
            Stored::DoorOpened => noted.hold(HoldWhy::DoorOpen),
            Stored::Loaded => {
                let game = self.out();
                if game > 0 {
                    noted.hold(HoldWhy::CountDiffers { machine: 0, game });
                }
            }
            Stored::Present
            | Stored::Read { .. }
            | Stored::Gone
            | Stored::FaultCleared(_)
            | Stored::DoorClosed => (),
        }
    }

    /// A reading is a new ball of the game, the same presence again, or a reason to hold.
    fn observe_reading(&self, noted: &mut Noted<'_>, reading: Reading, set: SetId) {
        let Reading { number, boot, seq, confidence } = reading;
        if let Some(count) = self.counting() {
            let (count, again) = (count.no, self.machine.reading.is_some());
            let counted = BallsEvent::Counted { count, number, set, confidence, again, boot, seq };
            noted.event(Event::Balls(counted));
            return;
        }
        let Some(game) = noted.draw else {
            noted.event(Event::BallSetAside { number, why: SetAside::NotDrawing, boot, seq });
            return;
        };
        let not_counted = |noted: &mut Noted<'_>, doubt: Option<HoldWhy>| {
            noted.event(Event::ReadingNotCounted { number, set, confidence, boot, seq });
            doubt.into_iter().for_each(|why| noted.hold(why));
        };
        if !game.is_read_by_machine() {
            return not_counted(noted, None);
        }
        if let Some(before) = self.machine.reading {
            // Read again in one presence: another number means that the ball cannot be read with certainty.
            return not_counted(noted, (before != number).then_some(HoldWhy::NoRead));
        }
        let Some(ball) = Ball::new(number) else {
            return not_counted(noted, Some(HoldWhy::OutOfRange(number)));
        };
        if self.machine.set != Some(set) {
            return not_counted(noted, Some(HoldWhy::ForeignSet(set)));
        }
        if game.extracted.contains(&ball) {
            return not_counted(noted, Some(HoldWhy::Repeated(ball)));
        }
        self.arbitrate(noted, game, ball, reading, set);
    }
}

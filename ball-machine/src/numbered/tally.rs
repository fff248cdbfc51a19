//! Counts the balls out of the drum for a machine that does not.

use std::collections::VecDeque;

use hall_core::machine::{BootId, Fault, Stored, is_newer};

use crate::orders::Counted;

/// The most that a count can be (BLP/1).
const OUT_MAX: u8 = 99;

/// How many balls are remembered by their frames.
const LAST_MAX: usize = 90;

/// Counts what was passed on, without what waits behind a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tally {
    out: u8,
    /// The frames of this power-up that counted a ball, the last first.
    last: VecDeque<u32>,
    /// A ball is at the reader.
    present: bool,
}

impl Tally {
    /// `out`: balls out of the drum by the record, 0 to 90.
    pub(super) fn new(out: u8) -> Tally {
        Tally { out, last: VecDeque::new(), present: false }
    }

    pub(super) fn out(&self) -> u8 {
        self.out
    }

    pub(super) fn is_present(&self) -> bool {
        self.present
    }

    /// Another power-up: nothing is at the reader, and frames are numbered anew.
    pub(super) fn begin_anew(&mut self) {
        self.present = false;
        self.last.clear();
    }

    /// Counts a frame that is passed on.
    pub(super) fn take(&mut self, seq: u32, what: Stored) {
        match what {
            Stored::Present => self.present = true,
            Stored::Gone => {
                if std::mem::take(&mut self.present) {
                    self.out = (self.out + 1).min(OUT_MAX);
                    self.last.truncate(LAST_MAX - 1);
                    self.last.push_front(seq);
                }
            }
            Stored::FaultRaised(Fault::Returned) => self.present = false,
            Stored::Loaded => *self = Tally::new(0),
            Stored::Read { .. }
            | Stored::NoRead
            | Stored::FaultRaised(_)
            | Stored::FaultCleared(_)
            | Stored::DoorOpened
            | Stored::DoorClosed => (),
        }
    }

    /// Two people have said how many are out. `boot`: this power-up; balls after the last frame they knew are added.
    pub(super) fn told(&mut self, counted: Counted, boot: BootId) {
        let later = |seq: &u32| counted.at.is_none_or(|(of, at)| of != boot || is_newer(*seq, at));
        let later = self.last.iter().filter(|seq| later(seq)).count() as u8;
        let then = self.out.saturating_sub(later);
        let out = if counted.exactly { counted.out } else { counted.out.max(then) };
        self.out = (out + later).min(OUT_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOT: BootId = BootId(7);

    fn ball(tally: &mut Tally, seq: u32) {
        tally.take(seq, Stored::Present);
        tally.take(seq + 1, Stored::Gone);
    }

    #[test]
    fn what_people_say_is_of_the_moment_they_knew() {
        let at = Some((BOOT, 4));
        for (exactly, out, then) in [(true, 2, 3), (true, 1, 2), (false, 3, 4), (false, 1, 3)] {
            let mut tally = Tally::new(0);
            [1, 3, 5].into_iter().for_each(|seq| ball(&mut tally, seq));
            tally.told(Counted { out, exactly, at }, BOOT);
            assert_eq!(tally.out(), then, "{out} {exactly}, and one more since");
        }
    }

    #[test]
    fn of_another_power_up_all_that_came_since_is_later() {
        let mut tally = Tally::new(2);
        tally.begin_anew();
        ball(&mut tally, 1);
        tally.told(Counted { out: 3, exactly: false, at: Some((BootId(6), 50)) }, BOOT);
        assert_eq!(tally.out(), 4);
    }

    #[test]
    fn balls_that_go_back_or_are_loaded_are_not_out() {
        let mut tally = Tally::new(0);
        tally.take(1, Stored::Present);
        tally.take(2, Stored::FaultRaised(Fault::Returned));
        tally.take(3, Stored::Gone);
        assert_eq!(tally.out(), 0);
        ball(&mut tally, 4);
        tally.take(6, Stored::Loaded);
        assert_eq!(tally, Tally::new(0));
    }
}

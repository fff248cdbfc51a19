//! One ball at the reader: one presence, one reading (reliability.md C-5, rule 4).
//!
//! Machines differ in how they tell that a ball came and left. Here all of them come to the
//! same: present, what was read, gone. What is said again within one presence is dropped and
//! counted; what differs is passed on, so that the desk holds.

use hall_core::machine::Fault;

use crate::decoder::Out;
use crate::observation::Observation;

/// How a presence ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// The machine says so. What was lost on the way it says again within so many milliseconds; 0:
    /// never.
    Told(u64),
    /// Nothing was read for so many milliseconds.
    Silence(u64),
    /// With the reading itself. The same within so many milliseconds is the frame sent again.
    AtOnce(u64),
}

/// Different things said of one ball that are told apart; more are all passed on.
const SAID_MAX: usize = 4;

#[derive(Debug, Clone)]
pub(crate) struct Presence {
    ends: Ends,
    open: bool,
    said: [Option<Observation>; SAID_MAX],
    /// When something was last said of it.
    said_ms: u64,
    /// It was said to have left then, and nothing had been said of it.
    leaving_ms: Option<u64>,
    /// When the last one was said to have left.
    left_ms: Option<u64>,
    multiple: bool,
    repeats: u64,
}

impl Presence {
    pub(crate) fn new(ends: Ends) -> Presence {
        Presence {
            ends,
            open: false,
            said: [None; SAID_MAX],
            said_ms: 0,
            leaving_ms: None,
            left_ms: None,
            multiple: false,
            repeats: 0,
        }
    }

    pub(crate) fn repeats(&self) -> u64 {
        self.repeats
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Returns whether anything was said of the ball at the reader.
    pub(crate) fn is_read(&self) -> bool {
        self.open && self.said[0].is_some()
    }

    /// A ball came.
    pub(crate) fn came(&mut self, now_ms: u64, out: Out<'_>) {
        self.leave_unread(out);
        if self.open && self.said[0].is_none() {
            self.repeat(out);
        } else {
            // The machine's word that another is there, and no word that the last one left.
            self.leave(out);
            self.open(now_ms, out);
        }
    }

    /// Something was said of the ball: a reading, a tag, or that it cannot be read. Returns
    /// whether it was new.
    pub(crate) fn say(&mut self, what: Observation, now_ms: u64, out: Out<'_>) -> bool {
        let known = self.said.contains(&Some(what));
        let again = match self.ends {
            Ends::Told(_) => self.open && known,
            Ends::Silence(ms) => self.open && known && now_ms < self.said_ms + ms,
            Ends::AtOnce(ms) => known && now_ms < self.said_ms + ms,
        };
        if again {
            self.said_ms = now_ms;
            self.repeat(out);
            return false;
        }
        if let Ends::Silence(_) = self.ends {
            self.end_of_silence(now_ms, out);
        }
        if !self.open {
            self.open(now_ms, out);
        }
        self.said_ms = now_ms;
        match self.said.iter_mut().find(|said| said.is_none()) {
            Some(free) => *free = Some(what),
            None => self.said[SAID_MAX - 1] = Some(what),
        }
        if matches!(self.ends, Ends::Silence(_)) && self.said[1].is_some() && !self.multiple {
            // Two of them in the field at once.
            self.multiple = true;
            out(Observation::FaultRaised(Fault::Multiple));
        }
        out(what);
        if let Ends::AtOnce(_) = self.ends {
            self.open = false;
            out(Observation::Gone);
        } else if self.leaving_ms.is_some() {
            // Said again late: the ball it speaks of has left.
            self.leave(out);
        }
        true
    }

    /// The ball left. One that nothing was said of is a ball all the same, that was not read: the
    /// frame that told it was lost, or is still to be said again.
    pub(crate) fn left(&mut self, now_ms: u64, out: Out<'_>) {
        let Ends::Told(again_ms) = self.ends else { return self.leave(out) };
        let again = self.left_ms.is_some_and(|at| now_ms < at + again_ms);
        if self.leaving_ms.is_some() || (!self.open && again) {
            return self.repeat(out);
        }
        self.left_ms = Some(now_ms);
        if self.is_read() {
            return self.leave(out);
        }
        if !self.open {
            self.open(now_ms, out);
        }
        self.leaving_ms = Some(now_ms);
        if again_ms == 0 {
            self.leave_unread(out);
        }
    }

    /// The ball went back into the drum, or all of them did: it is not at the reader any more.
    pub(crate) fn went_back(&mut self) {
        self.open = false;
        self.leaving_ms = None;
        self.said = [None; SAID_MAX];
    }

    pub(crate) fn tick(&mut self, now_ms: u64, out: Out<'_>) {
        self.end_of_silence(now_ms, out);
        if let (Ends::Told(again_ms), Some(at)) = (self.ends, self.leaving_ms)
            && now_ms >= at + again_ms
        {
            self.leave_unread(out);
        }
    }

    /// What was lost of a ball that left was not said again.
    fn leave_unread(&mut self, out: Out<'_>) {
        if self.leaving_ms.is_some() {
            out(Observation::NoRead);
            self.leave(out);
        }
    }

    fn end_of_silence(&mut self, now_ms: u64, out: Out<'_>) {
        if let Ends::Silence(ms) = self.ends
            && self.open
            && now_ms >= self.said_ms + ms
        {
            self.leave(out);
        }
    }

    fn open(&mut self, now_ms: u64, out: Out<'_>) {
        self.open = true;
        self.said = [None; SAID_MAX];
        self.said_ms = now_ms;
        out(Observation::Present);
    }

    fn leave(&mut self, out: Out<'_>) {
        if self.multiple {
            self.multiple = false;
            out(Observation::FaultCleared(Fault::Multiple));
        }
        self.leaving_ms = None;
        if self.open {
            self.open = false;
            self.said = [None; SAID_MAX];
            out(Observation::Gone);
        }
    }

    fn repeat(&mut self, out: Out<'_>) {
        self.repeats += 1;
        out(Observation::Repeat);
    }
}

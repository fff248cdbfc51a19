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
    /// The machine says so.
    Told,
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
    multiple: bool,
    repeats: u64,
}

impl Presence {
    pub(crate) fn new(ends: Ends) -> Presence {
        Presence { ends, open: false, said: [None; SAID_MAX], said_ms: 0, multiple: false, repeats: 0 }
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
            Ends::Told => self.open && known,
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
        }
        true
    }

    /// The ball left.
    pub(crate) fn left(&mut self, out: Out<'_>) {
        if self.open {
            self.leave(out);
        } else {
            self.repeat(out);
        }
    }

    /// The ball went back into the drum, or all of them did: it is not at the reader any more.
    pub(crate) fn went_back(&mut self) {
        self.open = false;
        self.said = [None; SAID_MAX];
    }

    pub(crate) fn tick(&mut self, now_ms: u64, out: Out<'_>) {
        self.end_of_silence(now_ms, out);
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

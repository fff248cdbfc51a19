//! One ball at the reader: one presence, one reading (reliability.md C-5, rule 4).
//!
//! However a machine tells that a ball came and left, the result is the same: present, what was read, gone. What is
//! repeated within one presence is counted and dropped; what differs is passed on, so that the desk holds.

use hall_core::machine::Fault;

use crate::decoder::Out;
use crate::observation::Observation;

/// How a presence ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// The machine says so. It repeats what was lost within so many milliseconds; 0: never.
    Told(u64),
    /// After so many milliseconds without a reading.
    Silence(u64),
    /// With the reading itself. The same within so many milliseconds is a repeated frame.
    AtOnce(u64),
}

/// Different things said of one ball that are remembered; all beyond are passed on.
const SAID_MAX: usize = 4;

#[derive(Debug, Clone)]
pub(crate) struct Presence {
    ends: Ends,
    open: bool,
    said: [Option<Observation>; SAID_MAX],
    /// When something was last said of it.
    said_ms: u64,
    /// When it was said to have left, where nothing had been said of it.
    leaving_ms: Option<u64>,
    /// When the last ball was said to have left.
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

    /// Something was said of the ball at the reader.
    pub(crate) fn is_read(&self) -> bool {
        self.open && self.said[0].is_some()
    }

    /// Passes on what a machine says of its balls and itself. Returns whether the record will have something of it.
    pub(crate) fn take(&mut self, seen: Observation, now_ms: u64, out: Out<'_>) -> bool {
        match seen {
            Observation::Present => self.came(now_ms, out),
            Observation::Gone => self.left(now_ms, out),
            Observation::Read(_) | Observation::NoRead | Observation::UnknownTag(_) => {
                return self.say(seen, now_ms, out);
            }
            Observation::Alive | Observation::Mode(_) => {
                out(seen);
                return false;
            }
            Observation::Loaded | Observation::FaultRaised(Fault::Returned) => {
                self.went_back();
                out(seen);
            }
            Observation::FaultRaised(_)
            | Observation::FaultCleared(_)
            | Observation::DoorOpened
            | Observation::DoorClosed
            | Observation::Repeat
            | Observation::Typed(_)
            | Observation::Blind(_)
            | Observation::Bad(_) => out(seen),
        }
        true
    }

    fn came(&mut self, now_ms: u64, out: Out<'_>) {
        self.leave_unread(out);
        if self.open && self.said[0].is_none() {
            self.repeat(out);
        } else {
            // Another one is there, so the last one left unannounced.
            self.leave(out);
            self.open(now_ms, out);
        }
    }

    /// A reading, a tag, or that the ball cannot be read. Returns whether it was new.
    fn say(&mut self, what: Observation, now_ms: u64, out: Out<'_>) -> bool {
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
            // Two balls in the field at once.
            self.multiple = true;
            out(Observation::FaultRaised(Fault::Multiple));
        }
        out(what);
        if let Ends::AtOnce(_) = self.ends {
            self.open = false;
            out(Observation::Gone);
        } else if self.leaving_ms.is_some() {
            // A late repeat about a ball that has left.
            self.leave(out);
        }
        true
    }

    /// A ball that left without a word about it counts as one that was not read: its frame was lost, or is still to be
    /// repeated.
    fn left(&mut self, now_ms: u64, out: Out<'_>) {
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

    /// The ball, or all of them, went back into the drum.
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

    /// The lost frame of a ball that left was not repeated.
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

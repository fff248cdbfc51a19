//! Keys not processed yet, in order: people type faster than the desk answers.
//!
//! Keys wait for the answer to the one before; an early Intro waits until its button is live. A key that cannot be
//! done as meant is refused audibly, and keys typed blindly after it are discarded instead of being taken for
//! something else (DECISIONS 37).

use std::collections::VecDeque;

use crate::keys::{Key, Typed};

/// Longest wait for the desk's answer to the previous key, in seconds.
pub const WAITS_MAX_S: f64 = 3.0;

/// An Intro at most this much too early, in seconds, waits for its button; an earlier one is refused.
pub const EARLY_MAX_S: f64 = 0.61;

/// A second bare Intro within this time is a bounce, if it would send a request; in seconds.
pub const BOUNCE_S: f64 = 0.5;

/// Keys after a refusal, until a pause this long in seconds, were typed before it was read.
const PAUSE_S: f64 = 0.5;

/// Counts changes of the screen that this person's keys did not make.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sight {
    /// By others: no answer to this person was due.
    pub by_others: u64,
    /// By anything, answers included.
    pub at_all: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    pub typed: Typed,
    /// When it was pressed, in seconds.
    pub at_s: f64,
    /// What was on the screen then.
    pub sight: Sight,
    /// An Intro with nothing typed before it: it refers to what the screen showed.
    pub bare: bool,
}

#[derive(Debug, Default)]
pub struct Typing {
    waiting: VecDeque<Waiting>,
    /// Something was typed since the last Intro.
    wrote: bool,
    deaf: Option<Deaf>,
}

/// After a refusal: keys are ignored until a pause.
#[derive(Debug)]
struct Deaf {
    last_s: f64,
    /// A key was ignored; those that belong to it are too.
    left_out: bool,
}

impl Typing {
    /// Queues what was typed in a frame. Returns whether keys were ignored because they followed a refusal too
    /// closely.
    pub fn take(&mut self, typed: &[Typed], at_s: f64, sight: Sight) -> bool {
        let mut left_out = false;
        for typed in typed {
            if self.is_left_out(typed, at_s) {
                left_out = true;
                continue;
            }
            let bare = !self.wrote;
            match typed {
                Typed::Press(Key::Intro) => self.wrote = false,
                Typed::Char(_)
                | Typed::Erase
                | Typed::Up
                | Typed::Down
                | Typed::Left
                | Typed::Right
                | Typed::Next
                | Typed::Scan(_) => {
                    self.wrote = true;
                }
                Typed::Press(_) | Typed::Released => {}
            }
            self.waiting.push_back(Waiting { typed: typed.clone(), at_s, sight, bare });
        }
        left_out
    }

    fn is_left_out(&mut self, typed: &Typed, at_s: f64) -> bool {
        let Some(deaf) = &mut self.deaf else { return false };
        if at_s - deaf.last_s > PAUSE_S {
            self.deaf = None;
            return false;
        }
        let out = match typed {
            Typed::Released => return false,
            // A stop is always accepted, and looking does no harm.
            Typed::Press(key)
                if key.looks() || matches!(key, Key::Stop | Key::Pause | Key::Trouble | Key::Print) =>
            {
                return false;
            }
            Typed::Press(Key::Usb | Key::NextPage | Key::DeskBefore | Key::DeskAfter) => return false,
            // These are judged by what the screen shows; an interrupted entry is not continued.
            Typed::Scan(_) | Typed::Press(_) => deaf.left_out,
            Typed::Char(_)
            | Typed::Erase
            | Typed::Up
            | Typed::Down
            | Typed::Left
            | Typed::Right
            | Typed::Next => true,
        };
        deaf.left_out |= out;
        if out {
            deaf.last_s = at_s;
        }
        out
    }

    pub fn first(&self) -> Option<&Waiting> {
        self.waiting.front()
    }

    pub fn pop(&mut self) {
        self.waiting.pop_front();
    }

    /// Moves a waiting stop to the front and drops the keys before it; returns whether any were dropped. `blank`: the other key for it
    /// is a blank of what is typed.
    pub fn stop_first(&mut self, blank: bool) -> bool {
        let stops = |key: &Waiting| match key.typed {
            Typed::Press(Key::Pause) => true,
            Typed::Press(Key::Stop) => !blank,
            Typed::Press(_) | Typed::Released | Typed::Char(_) | Typed::Erase => false,
            Typed::Up | Typed::Down | Typed::Left | Typed::Right | Typed::Next | Typed::Scan(_) => false,
        };
        let place = self.waiting.iter().position(stops);
        self.waiting.drain(..place.unwrap_or(0)).any(|key| key.typed != Typed::Released)
    }

    /// A key was refused: drops all keys behind it. Returns whether there were any.
    pub fn refuse(&mut self, at_s: f64) -> bool {
        let had = self.clear();
        let left_out =
            had || self.deaf.as_ref().is_some_and(|deaf| deaf.left_out && at_s - deaf.last_s <= PAUSE_S);
        self.deaf = Some(Deaf { last_s: at_s, left_out });
        had
    }

    /// A key was left out: so are those behind it, until a pause.
    pub fn leave_out(&mut self, at_s: f64) {
        self.clear();
        self.deaf = Some(Deaf { last_s: at_s, left_out: true });
    }

    /// A later action shows that the refusal was read.
    pub fn goes_on(&mut self) {
        self.deaf = None;
    }

    /// Drops all keys; returns whether there were any.
    pub fn clear(&mut self) -> bool {
        let had = self.waiting.iter().any(|key| key.typed != Typed::Released);
        self.waiting.clear();
        self.wrote = false;
        had
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
#[path = "typing_tests.rs"]
mod tests;

//! What was typed and not done yet, in order: hurried hands are faster than the desk.
//!
//! A key waits here while the desk answers the one before it, and an early Intro waits until its button is live.
//! Whatever cannot be done as it was meant is refused aloud, and then what was typed blindly after it is not
//! taken for something else: nothing is dropped in silence (DECISIONS 37).

use std::collections::VecDeque;

use crate::keys::{Key, Typed};

/// How long a key may wait for the desk's answer to the one before it, in seconds.
pub const WAITS_MAX_S: f64 = 3.0;

/// An Intro that comes this much too early waits until its button is live; an earlier one is refused aloud.
pub const EARLY_MAX_S: f64 = 0.61;

/// A bare second Intro within this time of the one before is a key that bounced, where it would ask the desk for
/// something; in seconds.
pub const BOUNCE_S: f64 = 0.5;

/// After a refusal, keys that come without a pause of so many seconds were typed before it was read.
const PAUSE_S: f64 = 0.5;

/// How often what stood on the screen has changed without the keys of the person who sits there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sight {
    /// By others: no answer to what the person asked for was due.
    pub by_others: u64,
    /// By anything, the answers too.
    pub at_all: u64,
}

/// A key that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    /// The key.
    pub typed: Typed,
    /// When it was pressed, in seconds.
    pub at_s: f64,
    /// What stood on the screen then.
    pub sight: Sight,
    /// An Intro before which nothing was typed: it means what the screen showed, not what was written.
    pub bare: bool,
}

/// The keys that wait.
#[derive(Debug, Default)]
pub struct Typing {
    waiting: VecDeque<Waiting>,
    /// Something was typed since the last Intro.
    wrote: bool,
    deaf: Option<Deaf>,
}

/// Since a refusal: keys without a pause between them are not heard.
#[derive(Debug)]
struct Deaf {
    last_s: f64,
    /// Something was left out: what follows belonged to it.
    left_out: bool,
}

impl Typing {
    /// Takes what was typed in a frame. Returns whether something was left out, because it came right behind a refusal.
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
                Typed::Char(_) | Typed::Erase | Typed::Up | Typed::Down | Typed::Next | Typed::Scan(_) => {
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
            // A stop is never too early, and what only looks does no harm.
            Typed::Released
            | Typed::Press(
                Key::Stop
                | Key::Trouble
                | Key::F1
                | Key::F2
                | Key::F3
                | Key::F4
                | Key::F10
                | Key::F12
                | Key::Print
                | Key::Usb
                | Key::NextPage
                | Key::DeskBefore
                | Key::DeskAfter,
            ) => return false,
            // What stands by itself is judged by what the screen shows; what was being written is not gone on with.
            Typed::Scan(_)
            | Typed::Press(
                Key::Intro | Key::Back | Key::More | Key::F5 | Key::F6 | Key::F7 | Key::F8 | Key::F11,
            ) => deaf.left_out,
            Typed::Char(_) | Typed::Erase | Typed::Up | Typed::Down | Typed::Next => true,
        };
        deaf.left_out |= out;
        if out {
            deaf.last_s = at_s;
        }
        out
    }

    /// Returns the next key.
    pub fn first(&self) -> Option<&Waiting> {
        self.waiting.front()
    }

    /// Takes the next key away.
    pub fn pop(&mut self) {
        self.waiting.pop_front();
    }

    /// Returns whether a stop waits, and takes it to the front: what was typed before it is left out.
    /// The second value tells whether anything was.
    pub fn stop_first(&mut self) -> Option<bool> {
        let place = self.waiting.iter().position(|key| key.typed == Typed::Press(Key::Stop))?;
        let before = self.waiting.drain(..place).any(|key| key.typed != Typed::Released);
        Some(before)
    }

    /// A key was refused aloud: nothing that was typed behind it is done. Returns whether there was anything.
    pub fn refuse(&mut self, at_s: f64) -> bool {
        let had = self.clear();
        let left_out =
            had || self.deaf.as_ref().is_some_and(|deaf| deaf.left_out && at_s - deaf.last_s <= PAUSE_S);
        self.deaf = Some(Deaf { last_s: at_s, left_out });
        had
    }

    /// Something was done: who does it has read what was refused before.
    pub fn goes_on(&mut self) {
        self.deaf = None;
    }

    /// Forgets what waits; returns whether there was anything.
    pub fn clear(&mut self) -> bool {
        let had = self.waiting.iter().any(|key| key.typed != Typed::Released);
        self.waiting.clear();
        self.wrote = false;
        had
    }

    /// Returns whether anything waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(text: &str) -> Vec<Typed> {
        text.chars().map(Typed::Char).collect()
    }

    const INTRO: Typed = Typed::Press(Key::Intro);

    #[test]
    fn an_intro_behind_something_typed_is_not_bare() {
        let mut typing = Typing::default();
        typing.take(&[INTRO, Typed::Char('5'), INTRO, INTRO], 1.0, Sight::default());
        let bare: Vec<bool> = typing.waiting.iter().map(|key| key.bare).collect();
        assert_eq!(bare, [true, true, false, true]);
    }

    #[test]
    fn what_comes_behind_a_refusal_without_a_pause_is_left_out() {
        let mut typing = Typing::default();
        typing.refuse(1.0);
        assert!(typing.take(&chars("4"), 1.1, Sight::default()));
        assert!(typing.take(&chars("0"), 1.4, Sight::default()), "each key without a pause");
        assert!(typing.take(&[INTRO], 1.6, Sight::default()), "it would have acted on what was left out");
        assert!(!typing.take(&[Typed::Press(Key::Stop)], 1.7, Sight::default()), "a stop is never too early");
        assert!(!typing.take(&chars("6"), 2.2, Sight::default()), "after a pause it begins anew");
    }

    #[test]
    fn a_bare_intro_behind_a_refusal_is_judged_anew() {
        let mut typing = Typing::default();
        typing.refuse(1.0);
        assert!(!typing.take(&[INTRO], 1.2, Sight::default()));
    }

    #[test]
    fn a_stop_goes_first_and_what_came_before_it_is_left_out() {
        let mut typing = Typing::default();
        let mut keys = chars("5");
        keys.push(Typed::Press(Key::Stop));
        keys.extend(chars("1506"));
        typing.take(&keys, 1.0, Sight::default());
        assert_eq!(typing.stop_first(), Some(true));
        assert_eq!(typing.waiting.len(), 5, "what comes behind it is for what the stop shows");
        typing.pop();
        assert_eq!(typing.stop_first(), None);
    }
}

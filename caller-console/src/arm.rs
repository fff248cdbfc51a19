//! Arming and holding: when Intro is deaf, and how long it must be held.

use egui::Context;

use crate::bar::{Arming, Bar, Next};
use crate::known::Known;
use crate::press::Press;

/// How long Intro is deaf, and how long it has been held.
#[derive(Debug, Default)]
pub struct Arm {
    object: String,
    since_s: f64,
    /// The part of the arming that is over, from 0 to 1.
    part: f32,
    live: bool,
    held_since_s: Option<f64>,
    /// When a deaf Intro was pressed: the bar blinks grey for a moment.
    dead_s: Option<f64>,
}

/// How long the blink of a deaf key is seen, in seconds.
const BLINK_S: f64 = 0.15;

impl Arm {
    /// Looks at the bar of this frame; returns whether Intro is alive.
    pub fn look(&mut self, known: &Known, bar: &Bar, at_s: f64, ctx: &Context) -> bool {
        let object = bar.object();
        if object != self.object {
            self.object = object;
            self.since_s = at_s;
            self.held_since_s = None;
        }
        let Next::Do(act) = &bar.next else {
            self.part = 0.0;
            self.live = false;
            self.held_since_s = None;
            return false;
        };
        let gone = at_s - self.since_s;
        let mut part = gone / act.arming.seconds();
        if let Arming::Until(until) = act.arming {
            let left_s = (until - known.now_utc_ms) as f64 / 1000.0;
            if left_s > 0.0 {
                part = part.min(gone / (gone + left_s)).min(0.99);
            }
        }
        self.part = part.clamp(0.0, 1.0) as f32;
        let asks = matches!(act.press, Press::Ask(_));
        self.live = part >= 1.0 && (known.may_act() || (!asks && known.sending.is_none()));
        if part < 1.0 {
            ctx.request_repaint_after(std::time::Duration::from_millis(50));
        }
        if !self.live {
            self.held_since_s = None;
        }
        self.live
    }

    /// Intro was pressed.
    pub fn press(&mut self, bar: &Bar, live: bool, at_s: f64) -> Option<Press> {
        let Next::Do(act) = &bar.next else {
            self.dead_s = Some(at_s);
            return None;
        };
        if !live {
            self.dead_s = Some(at_s);
            return None;
        }
        if act.hold_s > 0.0 {
            self.held_since_s = Some(at_s);
            return None;
        }
        // One press, one act: the next one arms anew, whatever the desk answers.
        self.since_s = at_s;
        self.live = false;
        Some(act.press.clone())
    }

    /// Intro was let go.
    pub fn release(&mut self) {
        self.held_since_s = None;
    }

    /// Returns what a hold that is over asks for.
    pub fn held_out(&mut self, bar: &Bar, at_s: f64) -> Option<Press> {
        let Next::Do(act) = &bar.next else { return None };
        let since = self.held_since_s?;
        if at_s - since < act.hold_s {
            return None;
        }
        self.held_since_s = None;
        self.since_s = at_s;
        Some(act.press.clone())
    }

    /// Returns how much of the arming is over, from 0 to 1.
    pub fn part(&self) -> f32 {
        self.part
    }

    /// Returns whether Intro acts now.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Returns how much of the hold is over, from 0 to 1.
    pub fn held_part(&self, hold_s: f64, at_s: f64) -> f32 {
        self.held_since_s.map_or(0.0, |since| ((at_s - since) / hold_s).clamp(0.0, 1.0) as f32)
    }

    /// Returns whether the blink of a deaf key is to be seen.
    pub fn blinks(&self, at_s: f64) -> bool {
        self.dead_s.is_some_and(|dead| at_s - dead < BLINK_S)
    }
}

//! Arming and holding: for how long Intro is inactive, and how long it must be held.
//!
//! A change in the kind of act, or one the person did not cause, makes Intro inactive for a moment. Digits typed into
//! a field change the act's content and never do (DECISIONS 37).

use egui::Context;

use crate::bar::{ActKind, Arming, Bar, Next};
use crate::known::Known;
use crate::press::Press;
use crate::typing::Sight;

/// Arming and hold state of Intro.
#[derive(Debug, Default)]
pub struct Arm {
    object: String,
    /// Kind of the last act shown.
    kind: Option<ActKind>,
    since_s: f64,
    /// Elapsed part of the arming, 0 to 1.
    pub part: f32,
    pub live: bool,
    held_since_s: Option<f64>,
    /// A request was open at the last look.
    sending: bool,
    /// Counts of the screen's changes.
    pub sight: Sight,
}

/// What happened before a look at the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// The person typed, or changed fields.
    Edit,
    /// The person pressed another key.
    Key,
    /// No input.
    Nothing,
}

impl Arm {
    /// Compares the bar with the last one; returns whether Intro is live.
    pub fn look(&mut self, known: &Known, bar: &Bar, at_s: f64, since: Since) -> bool {
        let object = bar.object();
        if object != self.object {
            self.object = object;
            self.held_since_s = None;
            let kind = bar.kind();
            let other_kind = kind.as_ref().is_some_and(|kind| self.kind.as_ref() != Some(kind));
            self.since_s = match since {
                // The person typing knows what changed.
                Since::Edit if !other_kind => f64::NEG_INFINITY,
                Since::Edit | Since::Key | Since::Nothing => at_s,
            };
            if since == Since::Nothing {
                self.sight.at_all += 1;
                let answered = self.sending || known.sending.is_some();
                self.sight.by_others += u64::from(!answered);
            }
            if kind.is_some() {
                self.kind = kind;
            }
        }
        self.sending = known.sending.is_some();
        let Next::Do(act) = &bar.next else {
            (self.part, self.live, self.held_since_s) = (0.0, false, None);
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
        if !self.live {
            self.held_since_s = None;
        }
        self.live
    }

    pub fn wake(&self, ctx: &Context, bar: &Bar) {
        if matches!(bar.next, Next::Do(_)) && self.part < 1.0 {
            ctx.request_repaint_after(std::time::Duration::from_millis(50));
        }
    }

    /// Seconds until the bar's act is live, not counting pending answers.
    pub fn left_s(&self, known: &Known, arming: Arming, at_s: f64) -> f64 {
        let left = arming.seconds() - (at_s - self.since_s);
        match arming {
            Arming::Until(until) => left.max((until - known.now_utc_ms) as f64 / 1000.0),
            Arming::Ball | Arming::Usual | Arming::Verdict | Arming::Reading(_) => left,
        }
    }

    /// Intro was used: the next act arms anew, whatever the answer.
    pub fn acted(&mut self, at_s: f64) {
        (self.since_s, self.live) = (at_s, false);
    }

    /// Intro went down on an act that must be held.
    pub fn hold(&mut self, at_s: f64) {
        self.held_since_s = Some(at_s);
    }

    /// Intro was released; returns whether that was too early.
    pub fn release(&mut self) -> bool {
        self.held_since_s.take().is_some()
    }

    /// The press due when the hold is complete.
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

    /// Elapsed part of the hold, 0 to 1.
    pub fn held_part(&self, hold_s: f64, at_s: f64) -> f32 {
        self.held_since_s.map_or(0.0, |since| ((at_s - since) / hold_s).clamp(0.0, 1.0) as f32)
    }
}

//! Sealed values that the hall need not keep: which, since when, and the lines that delete them (DECISIONS 2; RGPD 5.1.e).
//!
//! The regulation says nothing of how long a hall keeps its papers (regulation.md 2.4), so no rule deletes anything that a
//! verdict, a claim or an acta rests on. Hashes of tokens go when their log-in has ended; names and documents of claimants
//! go when the hall's own settings say so, their drawn signatures with them and those of the staff by a setting of their own;
//! that day is a line of its own, so that nobody moves it unseen.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::event::{DeletionWhy, Event};
use crate::hall::Hall;
use crate::people::Sealed;
use crate::request::Retention;

/// Values of one line: a line stays short enough to be read.
const VALUES_MAX: usize = 500;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Rows of `sealed` that will be deleted, or may be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Passing {
    /// Hashes of tokens whose log-in has ended.
    pub ended: BTreeSet<u64>,
    /// Hashes of PINs that others have replaced.
    pub pins: BTreeSet<u64>,
    /// Names, documents and drawn signatures of claimants that have no date yet, and when their lines were written, UTC milliseconds.
    pub undated: BTreeMap<u64, i64>,
    /// As [`undated`](Self::undated), drawn signatures of the staff.
    pub strokes: BTreeMap<u64, i64>,
    /// Those that have one, UTC milliseconds.
    pub dated: BTreeMap<u64, i64>,
}

impl Passing {
    pub(super) fn log_in_ended(&mut self, token: Sealed) {
        self.ended.insert(token.id);
    }

    pub(super) fn claimant(&mut self, claimant: Option<Sealed>, at_utc_ms: i64) {
        self.undated.extend(claimant.map(|sealed| (sealed.id, at_utc_ms)));
    }

    pub(super) fn signature(&mut self, strokes: Sealed, at_utc_ms: i64) {
        self.strokes.insert(strokes.id, at_utc_ms);
    }

    pub(super) fn dated(&mut self, value: u64, after_utc_ms: u64) {
        self.undated.remove(&value);
        self.strokes.remove(&value);
        self.dated.insert(value, i64::try_from(after_utc_ms).unwrap_or(i64::MAX));
    }

    pub(super) fn deleted(&mut self, values: &[u64]) {
        for value in values {
            self.ended.remove(value);
            self.pins.remove(value);
            self.undated.remove(value);
            self.strokes.remove(value);
            self.dated.remove(value);
        }
    }
}

impl Hall {
    /// What is to be written and deleted now. Nothing in a session: no game waits for it. While the clock is in doubt nothing
    /// is deleted by its date.
    pub(super) fn deletions(&self, now_utc_ms: i64, kept: Retention) -> Vec<Event> {
        if self.session.is_some() {
            return Vec::new();
        }
        let passing = &self.passing;
        let mut due = Vec::new();
        let mut reached: Vec<u64> = Vec::new();
        if self.clock_is_right() {
            reached.extend(passing.dated.iter().filter(|(_, after)| **after <= now_utc_ms).map(|(id, _)| id));
            let of = |days: Option<u32>, values| days.map(|days| (days, values));
            let rules = [of(kept.claimant_days, &passing.undated), of(kept.signature_days, &passing.strokes)];
            let undated = rules
                .into_iter()
                .flatten()
                .flat_map(|(days, values)| values.iter().map(move |it| (days, it)));
            for (days, (value, written)) in undated {
                let after = written.saturating_add(i64::from(days) * DAY_MS).max(0);
                let after_utc_ms = after.unsigned_abs();
                due.push(Event::DeletionSet { value: *value, days, after_utc_ms });
                reached.extend((after <= now_utc_ms).then_some(*value));
            }
        }
        let all = |values: &BTreeSet<u64>| values.iter().copied().collect::<Vec<u64>>();
        let of_why = [
            (all(&passing.ended), DeletionWhy::LogInEnded),
            (all(&passing.pins), DeletionWhy::PinReplaced),
            (reached, DeletionWhy::DateReached),
        ];
        for (values, why) in of_why {
            let lines = values.chunks(VALUES_MAX);
            due.extend(lines.map(|values| Event::ValuesDeleted { values: values.to_vec(), why }));
        }
        due
    }
}

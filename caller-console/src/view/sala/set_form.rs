//! What is written down about a set of balls: an inspection, a table, weights, the end of it, a count.

use egui::{Rect, Ui};
use hall_look::ink;
use serde_json::json;

use super::tables::{Loaded, form_words, loaded};
use crate::bar::{Arming, Bar, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::Typed;
use crate::known::Known;
use crate::press::{Press, Second};
use crate::view::form::Form;
use crate::view::part::{self, columns, cut_top, label, text};
use crate::view::tabs::by_digit;

/// What is done with a set, in the order of the digits of its list; breaking a count off is not in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// Writes down what an inspection found.
    Inspect,
    /// Agrees on the table of its tags.
    Enrol,
    /// Writes down what each ball weighs.
    Weigh,
    /// Takes it out of use for ever.
    Withdraw,
    /// Passes its balls through the reader.
    Count,
    /// Breaks a count off, or sets its result aside.
    Cancel,
}

/// Those of the list, with their words.
pub(super) const ACTS: [(Act, &str); 5] = [
    (Act::Inspect, "set-act-inspect"),
    (Act::Enrol, "set-act-enrol"),
    (Act::Weigh, "set-act-weigh"),
    (Act::Withdraw, "set-act-withdraw"),
    (Act::Count, "set-act-count"),
];

/// What an inspection may find.
const FOUND: [&str; 3] = ["set-found-passed", "set-found-failed", "set-found-broken"];

/// The most characters of words.
const LONG_MAX: usize = 160;

/// Ninety weights, pasted with their numbers.
const WEIGHTS_MAX: usize = 1_600;

/// A form about one set.
pub(super) struct SetForm {
    act: Act,
    set: String,
    count: u32,
    form: Form,
    at_list: bool,
    chosen: [bool; 3],
}

impl SetForm {
    /// Returns an empty one.
    pub(super) fn new(act: Act, set: &str, count: u32) -> SetForm {
        let form = Form::new(match act {
            Act::Inspect => &[Takes::Words(60), Takes::Words(LONG_MAX), Takes::Words(40), Takes::Pin],
            Act::Enrol => &[Takes::Words(64), Takes::Words(40), Takes::Pin],
            Act::Weigh => &[Takes::Digits(6), Takes::Digits(6), Takes::Words(WEIGHTS_MAX)],
            Act::Withdraw => &[Takes::Words(LONG_MAX), Takes::Code(8)],
            Act::Cancel => &[Takes::Words(LONG_MAX)],
            Act::Count => &[],
        });
        SetForm { act, set: set.to_owned(), count, form, at_list: false, chosen: [false; 3] }
    }

    fn has_list(&self) -> bool {
        self.act == Act::Inspect
    }

    /// Returns whether characters are words now, and no keys.
    pub(super) fn writes(&self) -> bool {
        self.act != Act::Count && !self.at_list && self.form.writes()
    }

    /// Takes words from the input; returns whether something changed.
    pub(super) fn write(&mut self, ui: &Ui) -> bool {
        self.writes() && self.form.write(ui)
    }

    /// Goes to the next field, and from the last one to the list.
    pub(super) fn next(&mut self) {
        if self.act == Act::Count {
            return;
        }
        if self.at_list {
            self.at_list = false;
            self.form.go(0);
        } else if self.form.is_at_last() && self.has_list() {
            self.at_list = true;
        } else {
            self.form.next();
        }
    }

    /// Empties the PIN of the second person.
    pub(super) fn forget_pin(&mut self) {
        match self.act {
            Act::Inspect => self.form.clear(3),
            Act::Enrol => self.form.clear(2),
            Act::Weigh | Act::Withdraw | Act::Count | Act::Cancel => {}
        }
    }

    /// Takes what was typed, and returns whether it was for the form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        if self.act == Act::Count {
            return matches!(typed, Typed::Char(_));
        }
        match typed {
            Typed::Char(c) if self.at_list => {
                if let Some(number) = by_digit(*c, FOUND.len()) {
                    self.choose(number);
                }
                true
            }
            Typed::Next | Typed::Down => {
                self.next();
                true
            }
            Typed::Up if self.at_list => {
                self.at_list = false;
                true
            }
            Typed::Char(_) | Typed::Erase | Typed::Up => !self.at_list && self.form.typed(typed),
            Typed::Press(_) | Typed::Released | Typed::Scan(_) => false,
        }
    }

    /// A set passes or does not; its old seals were whole unless somebody says otherwise.
    fn choose(&mut self, number: usize) {
        match number {
            0 | 1 => (self.chosen[0], self.chosen[1]) = (number == 0, number == 1),
            _ => self.chosen[2] = !self.chosen[2],
        }
        self.at_list = true;
    }

    fn needed(&self, field: usize, id: &str, known: &Known) -> Result<&str, String> {
        let text = self.form.text(field);
        if text.is_empty() { Err(known.t(id)) } else { Ok(text) }
    }

    /// Returns the second person, where one was typed in: the other half is then done here and now.
    fn second(&self, user: usize, known: &Known) -> Result<Option<Second>, String> {
        let (user, pin) = (self.form.text(user), self.form.text(user + 1));
        match (user.is_empty(), pin.is_empty()) {
            (true, true) => Ok(None),
            (false, false) => Ok(Some(Second { user: user.to_owned(), pin: pin.to_owned() })),
            (false, true) | (true, false) => Err(known.t("set-missing-second")),
        }
    }

    /// Returns what the form asks for, or what is missing.
    fn asked(&self, known: &Known) -> Result<NextAct, String> {
        let set = self.set.as_str();
        match self.act {
            Act::Inspect => {
                let seals = self.needed(0, "set-missing-seals", known)?;
                let note = self.form.text(1);
                if !self.chosen[0] && !self.chosen[1] {
                    return Err(known.t("set-missing-found"));
                }
                if self.chosen[1] && note.is_empty() {
                    return Err(known.t("set-missing-note"));
                }
                let mut body = json!({ "set": set, "seals": seals, "seals_whole": !self.chosen[2],
                    "passed": self.chosen[0] });
                if !note.is_empty() {
                    body["note"] = note.into();
                }
                let halves = ("ask-ball-inspection", "confirm-ball-inspection", body.clone(), body);
                self.two_halves(known, "set-inspect-do", halves, self.second(2, known)?)
            }
            Act::Enrol => {
                let hash = match (self.form.text(0), loaded(known, set)) {
                    ("", Loaded::One(hash)) => hash.to_owned(),
                    (_, Loaded::None | Loaded::One(_) | Loaded::Differ) => {
                        self.needed(0, "set-missing-hash", known)?.to_ascii_lowercase()
                    }
                };
                if hash.len() != 64 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
                    return Err(known.t("set-bad-hash"));
                }
                let ask = json!({ "set": set, "balls": 90, "table_sha256": hash });
                let confirm = json!({ "set": set, "table_sha256": hash });
                let halves = ("ask-ball-enrolment", "confirm-ball-enrolment", ask, confirm);
                self.two_halves(known, "set-enrol-do", halves, self.second(1, known)?)
            }
            Act::Weigh => {
                let (Some(low), Some(high)) = (self.form.number(0), self.form.number(1)) else {
                    return Err(known.t("set-missing-limits"));
                };
                let weights = weights(self.form.text(2))
                    .map_err(|n| known.ta("set-missing-weights", &[("n", &n.to_string())]))?;
                let label = known.ta("set-weigh-do", &[("set", set)]);
                let body = json!({ "set": set, "weights_mg": weights, "low_mg": low, "high_mg": high });
                Ok(NextAct::new(&label, Press::ask(&label, "weigh-ball-set", body)))
            }
            Act::Withdraw => {
                let reason = self.needed(0, "sala-missing-reason", known)?;
                let mut body = json!({ "set": set, "reason": reason });
                if !self.form.text(1).is_empty() {
                    body["reserve_set"] = self.form.text(1).into();
                }
                let label = known.ta("set-withdraw-do", &[("set", set)]);
                let press = Press::ask(&label, "withdraw-ball-set", body);
                Ok(NextAct::new(label, press).sub(known.t("sala-retire-sub")).held(2.0))
            }
            Act::Count => {
                let label = known.ta("set-count-do", &[("set", set)]);
                Ok(NextAct::new(&label, Press::ask(&label, "begin-ball-count", json!({ "set": set }))))
            }
            Act::Cancel => {
                let reason = self.needed(0, "sala-missing-reason", known)?;
                let label = known.t("set-cancel-do");
                let body = json!({ "count": self.count, "reason": reason });
                Ok(NextAct::new(&label, Press::ask(&label, "cancel-ball-count", body)))
            }
        }
    }

    /// Both halves where the other person is here, otherwise the first one.
    fn two_halves(
        &self,
        known: &Known,
        id: &str,
        (ask, confirm, asked, confirmed): (&'static str, &'static str, serde_json::Value, serde_json::Value),
        second: Option<Second>,
    ) -> Result<NextAct, String> {
        let label = known.ta(id, &[("set", &self.set)]);
        Ok(match second {
            Some(second) => {
                let press = Press::asks(&label, vec![(ask, asked), (confirm, confirmed)]).by_second(second);
                NextAct::new(&label, press).sub(known.t("set-two-here"))
            }
            None => NextAct::new(&label, Press::ask(&label, ask, asked)).sub(known.t("set-two-later")),
        })
    }

    /// Returns the bar, with no key but Intro.
    pub(super) fn bar(&self, known: &Known) -> Bar {
        let last = match self.act {
            Act::Count => true,
            Act::Inspect => self.at_list,
            Act::Enrol | Act::Weigh | Act::Withdraw | Act::Cancel => self.form.is_at_last(),
        };
        let next = match self.asked(known) {
            Ok(act) if last => Next::Do(act),
            Ok(_) | Err(_) if !last => {
                Next::Do(NextAct::new(known.t("form-next"), Press::Typed).armed(Arming::Reading(0.01)))
            }
            Ok(act) => Next::Do(act),
            Err(missing) => Next::Missing { label: known.t("set-verb"), what: missing },
        };
        let prompt = match self.act {
            Act::Count => "set-count-prompt",
            _ if self.at_list => "sala-form-list",
            Act::Inspect | Act::Enrol | Act::Weigh | Act::Withdraw | Act::Cancel => "sala-form-fields",
        };
        Bar::new(Lead::Now, known.t(prompt), next)
    }

    /// Paints the form.
    pub(super) fn paint(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        match self.act {
            Act::Inspect => {
                self.field(ui, cut_top(&mut room, 70.0), known, (0, "set-field-seals"));
                cut_top(&mut room, 8.0);
                self.words(ui, cut_top(&mut room, 92.0), known, (1, "set-field-note"));
                cut_top(&mut room, 8.0);
                self.people(ui, cut_top(&mut room, 70.0), known, 2);
                cut_top(&mut room, 12.0);
                let row = cut_top(&mut room, 44.0);
                for (number, (cell, id)) in
                    columns(row, [0.7, 0.9, 1.4], 8.0).into_iter().zip(FOUND).enumerate()
                {
                    let digit = self.at_list.then_some(number as u8 + 1);
                    if part::choice(ui, cell, digit, &known.t(id), self.chosen[number], true) {
                        self.choose(number);
                    }
                }
                cut_top(&mut room, 10.0);
                ink::words(ui, room, &known.t("set-second-help"), label(16.0));
            }
            Act::Enrol => {
                self.words(ui, cut_top(&mut room, 116.0), known, (0, "set-field-hash"));
                cut_top(&mut room, 10.0);
                self.people(ui, cut_top(&mut room, 70.0), known, 1);
                cut_top(&mut room, 12.0);
                ink::words(ui, room, &form_words(known, &self.set, self.form.text(0)), label(16.0));
            }
            Act::Weigh => {
                let [low, high] = columns(cut_top(&mut room, 70.0), [1.0, 1.0], 16.0);
                self.field(ui, low, known, (0, "set-field-low"));
                self.field(ui, high, known, (1, "set-field-high"));
                cut_top(&mut room, 8.0);
                self.words(ui, cut_top(&mut room, 200.0), known, (2, "set-field-weights"));
                cut_top(&mut room, 10.0);
                ink::words(ui, room, &known.t("set-weigh-help"), label(16.0));
            }
            Act::Withdraw => {
                self.words(ui, cut_top(&mut room, 116.0), known, (0, "sala-field-reason"));
                cut_top(&mut room, 10.0);
                let [reserve, _] = columns(cut_top(&mut room, 70.0), [1.0, 1.0], 16.0);
                self.field(ui, reserve, known, (1, "set-field-reserve"));
                cut_top(&mut room, 12.0);
                ink::words(ui, room, &known.t("set-withdraw-help"), label(16.0));
            }
            Act::Cancel => {
                self.words(ui, cut_top(&mut room, 116.0), known, (0, "sala-field-reason"));
                cut_top(&mut room, 12.0);
                ink::words(ui, room, &known.t("set-cancel-help"), label(16.0));
            }
            Act::Count => {
                ink::words(ui, room, &known.t("set-count-help"), text(18.0));
            }
        }
    }

    fn field(&mut self, ui: &mut Ui, room: Rect, known: &Known, (field, id): (usize, &str)) {
        let focus = !self.at_list && self.form.at() == field;
        if part::field(ui, room, &known.t(id), self.form.field(field), focus) {
            self.at_list = false;
            self.form.go(field);
        }
    }

    fn words(&mut self, ui: &mut Ui, room: Rect, known: &Known, (field, id): (usize, &str)) {
        let focus = !self.at_list && self.form.at() == field;
        if part::words_field(ui, room, &known.t(id), self.form.field(field), focus) {
            self.at_list = false;
            self.form.go(field);
        }
    }

    fn people(&mut self, ui: &mut Ui, room: Rect, known: &Known, first: usize) {
        let [user, pin] = columns(room, [1.2, 0.8], 16.0);
        self.field(ui, user, known, (first, "set-field-second"));
        self.field(ui, pin, known, (first + 1, "set-field-second-pin"));
    }
}

/// Reads ninety weights: alone in the order of the balls, or each behind its ball's number, as a CSV has them.
///
/// # Errors
/// How many weights there are instead.
fn weights(typed: &str) -> Result<Vec<u32>, usize> {
    let apart = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | ':');
    // A head line of a CSV is no weight.
    let numbers: Vec<u32> = typed.split(apart).filter_map(|word| word.parse().ok()).collect();
    match numbers.len() {
        90 => Ok(numbers),
        180 => {
            let mut weights = vec![None; 90];
            for pair in numbers.chunks_exact(2) {
                let place = usize::try_from(pair[0]).unwrap_or(0).checked_sub(1);
                if let Some(weight) = place.and_then(|place| weights.get_mut(place)) {
                    *weight = Some(pair[1]);
                }
            }
            let known = weights.iter().flatten().count();
            weights.into_iter().collect::<Option<Vec<u32>>>().ok_or(known)
        }
        count => Err(count),
    }
}

#[cfg(test)]
mod tests {
    use super::weights;

    #[test]
    fn weights_are_read_alone_or_with_their_balls() {
        let alone: Vec<String> = (1..=90).map(|ball| (2_400 + ball).to_string()).collect();
        let read = weights(&alone.join(" ")).unwrap();
        assert_eq!((read.len(), read[0], read[89]), (90, 2_401, 2_490));
        let csv: Vec<String> = (1..=90).rev().map(|ball| format!("{ball};{}", 2_400 + ball)).collect();
        assert_eq!(weights(&format!("bola;mg {}", csv.join(" "))).unwrap(), read);
        assert_eq!(weights("2400 2401"), Err(2));
        let twice: Vec<String> = (1..=90).map(|ball| format!("{};2400", ball.min(89))).collect();
        assert_eq!(weights(&twice.join("\n")), Err(89), "ball 90 has no weight");
    }
}

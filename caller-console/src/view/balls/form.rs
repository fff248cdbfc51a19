//! What is written down about a set of balls: an inspection, a table, weights, the end of it, a count.

use super::tables::form_words;
use crate::bar::{Arming, Bar, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::Typed;
use crate::known::Known;
use crate::press::Press;
use crate::view::form::listed::{Heard, Listed};
use crate::view::part::{self, columns, cut_top, label, text};
use egui::{Rect, Ui};
use hall_look::ink;

mod asked;

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

/// A row of fields: how high it is, and each field with its label.
struct Row {
    height: f32,
    fields: &'static [(Takes, &'static str)],
}

/// How high a field is that has one line.
const LINE: f32 = 70.0;

/// The other person, who confirms here and now.
const PEOPLE: Row = Row {
    height: LINE,
    fields: &[(Takes::Words(40), "set-field-second"), (Takes::Pin, "set-field-second-pin")],
};

/// Why.
const REASON: Row = Row { height: 116.0, fields: &[(Takes::Words(LONG_MAX), "sala-field-reason")] };

impl Act {
    /// Returns its fields, from the top.
    const fn rows(self) -> &'static [Row] {
        const INSPECT: [Row; 3] = [
            Row { height: LINE, fields: &[(Takes::Words(60), "set-field-seals")] },
            Row { height: 92.0, fields: &[(Takes::Words(LONG_MAX), "set-field-note")] },
            PEOPLE,
        ];
        const ENROL: [Row; 2] =
            [Row { height: 116.0, fields: &[(Takes::Words(64), "set-field-hash")] }, PEOPLE];
        const WEIGH: [Row; 2] = [
            Row {
                height: LINE,
                fields: &[(Takes::Digits(6), "set-field-low"), (Takes::Digits(6), "set-field-high")],
            },
            Row { height: 200.0, fields: &[(Takes::Words(WEIGHTS_MAX), "set-field-weights")] },
        ];
        const WITHDRAW: [Row; 2] =
            [REASON, Row { height: LINE, fields: &[(Takes::Code(8), "set-field-reserve")] }];
        match self {
            Act::Inspect => &INSPECT,
            Act::Enrol => &ENROL,
            Act::Weigh => &WEIGH,
            Act::Withdraw => &WITHDRAW,
            Act::Cancel => &[REASON],
            Act::Count => &[],
        }
    }

    /// Returns what is chosen from behind the fields.
    const fn options(self) -> &'static [&'static str] {
        match self {
            Act::Inspect => &FOUND,
            Act::Enrol | Act::Weigh | Act::Withdraw | Act::Count | Act::Cancel => &[],
        }
    }

    /// Returns the words that explain it.
    const fn help(self) -> &'static str {
        match self {
            Act::Inspect => "set-second-help",
            Act::Enrol => "set-enrol-help",
            Act::Weigh => "set-weigh-help",
            Act::Withdraw => "set-withdraw-help",
            Act::Count => "set-count-help",
            Act::Cancel => "set-cancel-help",
        }
    }
}

/// A form about one set.
pub(super) struct SetForm {
    act: Act,
    set: String,
    count: u32,
    /// None: nothing is typed, Intro acts.
    listed: Option<Listed>,
    chosen: [bool; 3],
}

impl SetForm {
    /// Returns an empty one.
    pub(super) fn new(act: Act, set: &str, count: u32) -> SetForm {
        let takes: Vec<Takes> =
            act.rows().iter().flat_map(|row| row.fields).map(|(takes, _)| *takes).collect();
        let listed = (!takes.is_empty()).then(|| Listed::new(&takes, act.options().len()));
        SetForm { act, set: set.to_owned(), count, listed, chosen: [false; 3] }
    }

    fn at_list(&self) -> bool {
        self.listed.as_ref().is_some_and(Listed::at_list)
    }

    /// Returns whether characters are words now, and no keys.
    pub(super) fn writes(&self) -> bool {
        self.listed.as_ref().is_some_and(Listed::writes)
    }

    /// Returns whether something was typed or chosen.
    pub(super) fn has_content(&self) -> bool {
        self.chosen.contains(&true) || self.listed.as_ref().is_some_and(|listed| !listed.form.is_empty())
    }

    /// Takes words from the input; returns whether something changed.
    pub(super) fn write(&mut self, ui: &Ui) -> bool {
        self.listed.as_mut().is_some_and(|listed| listed.write(ui))
    }

    /// Goes to the next field, and from the last one to the list.
    pub(super) fn next(&mut self) {
        self.listed.iter_mut().for_each(Listed::next);
    }

    /// Empties the PIN of the second person.
    pub(super) fn forget_pin(&mut self) {
        self.listed.iter_mut().for_each(|listed| listed.form.forget_pins());
    }

    /// Takes what was typed, and returns whether it was for the form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        let Some(listed) = &mut self.listed else { return matches!(typed, Typed::Char(_)) };
        let heard = listed.typed(typed);
        if let Heard::Chose(number) = heard {
            self.choose(number);
        }
        heard != Heard::Nothing
    }

    /// A set passes or does not; its old seals were whole unless somebody says otherwise.
    fn choose(&mut self, number: usize) {
        match number {
            0 | 1 => (self.chosen[0], self.chosen[1]) = (number == 0, number == 1),
            _ => self.chosen[2] = !self.chosen[2],
        }
        self.listed.iter_mut().for_each(Listed::go_to_list);
    }

    fn text(&self, field: usize) -> &str {
        self.listed.as_ref().map_or("", |listed| listed.form.text(field))
    }

    fn number(&self, field: usize) -> Option<u32> {
        self.text(field).parse().ok()
    }

    /// Returns the bar, with no key but Intro.
    pub(super) fn bar(&self, known: &Known) -> Bar {
        let last = self.listed.as_ref().is_none_or(Listed::is_at_end);
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
            _ if self.at_list() => "sala-form-list",
            Act::Inspect | Act::Enrol | Act::Weigh | Act::Withdraw | Act::Cancel => "sala-form-fields",
        };
        Bar::new(Lead::Now, known.t(prompt), next)
    }

    /// Paints the form: its fields, what is chosen from, and what it is for.
    pub(super) fn paint(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        if let Some(listed) = &mut self.listed {
            let mut field = 0;
            for row in self.act.rows() {
                let [left, right] = columns(cut_top(&mut room, row.height), [1.0, 1.0], 16.0);
                cut_top(&mut room, 9.0);
                let long = row.height > LINE;
                let alone = row.fields.len() == 1 && matches!(row.fields[0].0, Takes::Words(_));
                let first = if alone { left.union(right) } else { left };
                for (cell, (_, id)) in [first, right].into_iter().zip(row.fields) {
                    listed.paint(ui, cell, field, &known.t(id), long);
                    field += 1;
                }
            }
        }
        if !self.act.options().is_empty() {
            let row = cut_top(&mut room, part::TOUCH);
            cut_top(&mut room, 10.0);
            for (number, (cell, id)) in columns(row, [0.7, 0.9, 1.4], 8.0).into_iter().zip(FOUND).enumerate()
            {
                let digit = self.at_list().then_some(number as u8 + 1);
                if part::choice(ui, cell, digit, &known.t(id), self.chosen[number], true) {
                    self.choose(number);
                }
            }
        }
        let set = if self.listed.is_none() { text(18.0) } else { label(16.0) };
        let help = match self.act {
            Act::Enrol => form_words(known, &self.set, self.text(0)),
            Act::Inspect | Act::Weigh | Act::Withdraw | Act::Count | Act::Cancel => known.t(self.act.help()),
        };
        ink::words(ui, room, &help, set);
    }
}

//! Sets of balls: their state, what is known and recorded of one, and a count at the reader. A tab of the jefe de sala,
//! who also registers sets there, and an overlay for the jefe de mesa.

use egui::{Rect, Ui};
use hall_core::event::{CountNo, Extractor};
use hall_core::people::Role;
use hall_core::request::Request;
use hall_look::ink;
use hall_wire::board::BallCount;

use super::entry_form::{EntryForm, FormKind};
use super::part::{bold, choice, cut_bottom, cut_top, label, panel, panel_in_focus, split};
use super::tabs::by_digit;
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;

mod about;
mod count;
pub(super) mod list;
mod page;
pub(super) mod tables;

pub use page::{Page, key};

/// The id of the words for a sort of machine.
pub const fn extractor_words(extractor: Extractor) -> &'static str {
    match extractor {
        Extractor::Pneumatic => "set-pneumatic",
        Extractor::Drum => "set-drum",
    }
}

/// Whether the last count found something wrong: no session or sale opens then.
pub fn is_wrong(known: &Known) -> bool {
    known.board.ball_count.as_ref().is_some_and(|count| !count.running && count.wrong.is_some())
}

/// A count that runs or was not good, in words.
pub fn count_words(known: &Known) -> Option<String> {
    let count = known.board.ball_count.as_ref()?;
    let stands = if count.running {
        count::so_far(known, count)
    } else {
        count.wrong.as_ref().map(|_| known.t("set-not-whole"))?
    };
    Some(known.ta("balls-counting", &[("set", &count.set), ("stands", &stands)]))
}

/// What is done with a set, in the order of the digits.
const ACTS: [(FormKind, &str); 5] = [
    (FormKind::Inspect, "set-act-inspect"),
    (FormKind::Enrol, "set-act-enrol"),
    (FormKind::Weigh, "set-act-weigh"),
    (FormKind::Withdraw, "set-act-withdraw"),
    (FormKind::Count, "set-act-count"),
];

/// The sets, and what is done with the chosen one.
#[derive(Default)]
pub(super) struct Balls {
    set: Option<String>,
    /// The count on the board.
    count: u32,
    menu: bool,
    pub(super) form: Option<EntryForm>,
}

impl Balls {
    pub(super) fn look(&mut self, known: &Known, row: usize) {
        self.set = known.lists.ball_sets.get(row).map(|set| set.set.clone());
        self.count = known.board.ball_count.as_ref().map_or(0, |count| count.count);
    }

    /// Whether the menu or a form is open.
    pub(super) const fn is_busy(&self) -> bool {
        self.menu || self.form.is_some()
    }

    pub(super) fn forget(&mut self) {
        (self.menu, self.form) = (false, None);
    }

    /// Returns whether it was for menu or form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        match (&mut self.form, typed) {
            (Some(form), _) => form.typed(typed),
            (None, Typed::Char(c)) if self.menu => {
                by_digit(*c, ACTS.len()).iter().for_each(|number| self.open(ACTS[*number].0));
                true
            }
            (None, _) => false,
        }
    }

    pub(super) fn pressed(&mut self, key: Key) {
        if key == Key::Back {
            self.forget();
        } else if key == Key::Intro {
            self.form.iter_mut().for_each(EntryForm::next);
        } else if key == Key::F6 {
            (self.menu, self.form) = (self.set.is_some(), None);
        } else if key == Key::F7 && self.count > 0 {
            self.open(FormKind::Cancel);
        }
    }

    fn open(&mut self, kind: FormKind) {
        let set = self.set.clone().unwrap_or_default();
        (self.menu, self.form) = (false, Some(EntryForm::about(kind, &set, self.count)));
    }

    pub(super) fn bar(&self, known: &Known, row: usize) -> Bar {
        if let Some(form) = &self.form {
            return form.bar(known);
        }
        if self.menu {
            let next = Next::Wait(known.t("set-choose-act"));
            return Bar::new(Lead::Now, known.t("set-menu-prompt"), next);
        }
        match &known.board.ball_count {
            Some(count) if count.running => {
                let label = known.ta("set-end-do", &[("set", &count.set)]);
                let press = Press::ask(&label, Request::EndBallCount { count: CountNo(count.count) });
                let act = NextAct::new(label, press).sub(count::so_far(known, count));
                // A count that is not complete is ended by holding Intro.
                let act = if count.missing.is_empty() { act } else { act.held(2.0) };
                Bar::new(Lead::Now, known.t("set-counting"), Next::Do(act))
            }
            Some(BallCount { wrong: Some(wrong), set, .. }) => {
                let prompt = known.ta("set-count-wrong", &[("set", &set), ("words", &wrong)]);
                self.waiting(known, row, prompt)
            }
            Some(_) | None => self.waiting(known, row, known.t("sala-may-look")),
        }
    }

    /// Whether a count runs: nothing else is done with sets then.
    pub(super) fn is_counting(known: &Known) -> bool {
        known.board.ball_count.as_ref().is_some_and(|count| count.running)
    }

    /// Whether a count runs, or found something wrong.
    pub(super) fn has_count(known: &Known) -> bool {
        Balls::is_counting(known) || is_wrong(known)
    }

    pub(super) fn buttons(&self, known: &Known) -> Vec<KeyButton> {
        let cancel = || KeyButton::new(Key::F7, known.t("set-cancel"), Press::Typed);
        if Balls::is_counting(known) && !self.is_busy() {
            return vec![cancel()];
        }
        let acts = KeyButton::new(Key::F6, known.t("set-acts"), Press::Typed).chosen(self.menu);
        let acts = acts.on_if(self.set.is_some(), known.t("set-none-chosen"));
        let counted = Balls::has_count(known) && !self.is_busy();
        std::iter::once(acts).chain(counted.then(cancel)).collect()
    }

    /// Whether Intro has nothing to do: no count, and nothing of the chosen set to confirm.
    pub(super) fn is_idle(&self, known: &Known, row: usize) -> bool {
        let proposed = known.lists.ball_sets.get(row).and_then(|set| about::proposed(known, set));
        !self.is_busy() && !Balls::has_count(known) && proposed.is_none()
    }

    /// Intro confirms what another person recorded of the chosen set.
    fn waiting(&self, known: &Known, row: usize, prompt: String) -> Bar {
        let chosen = known.lists.ball_sets.get(row);
        let Some((label, confirm, by)) = chosen.and_then(|set| about::proposed(known, set)) else {
            let id = match (known.lists.ball_sets.is_empty(), known.has_role(Role::JefeDeSala)) {
                (false, _) => "balls-wait",
                (true, true) => "balls-wait-first",
                (true, false) => "fo-wait-sala",
            };
            return Bar::new(Lead::May, prompt, Next::Wait(known.t(id)));
        };
        if Some(by) == known.person() {
            return Bar::new(Lead::Wait, prompt, Next::Wait(known.t("set-waits-other")));
        }
        let act = NextAct::ask(label, confirm);
        let act = act.sub(known.ta("set-noted-by", &[("name", &known.short_name(by))])).held(2.0);
        Bar::new(Lead::Now, known.t("set-confirm-prompt"), Next::Do(act))
    }

    /// Paints the sets at the left; returns the room at the right.
    pub(super) fn sets(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) -> Rect {
        let (mut left, right) = split(room);
        if !known.board.machines.is_empty() {
            let height = (76.0 + 44.0 * known.board.machines.len() as f32).min(left.height() * 0.45);
            list::machines(ui, panel(ui, cut_bottom(&mut left, height)), known);
            left.max.y -= 8.0;
        }
        list::sets(ui, panel(ui, left), known, row);
        right
    }

    /// Paints the sets; at the right a form, the menu, the count, or the chosen set.
    pub(super) fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
        let right = Balls::sets(ui, room, known, row);
        if let Some(form) = &mut self.form {
            form.paint(ui, panel_in_focus(ui, right), known);
        } else if self.menu {
            self.menu(ui, panel_in_focus(ui, right), known);
        } else if let Some(count) = &known.board.ball_count {
            count::counted(ui, panel(ui, right), known, count);
        } else if let Some(set) = known.lists.ball_sets.get(*row) {
            about::about(ui, panel(ui, right), known, set);
        } else {
            ink::words(ui, panel(ui, right), &known.t("sala-balls-help"), label(18.0));
        }
    }

    fn menu(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        let set = self.set.clone().unwrap_or_default();
        ink::line(ui, cut_top(&mut room, 36.0), &known.ta("set-head", &[("set", &set)]), bold(22.0));
        for (number, (kind, id)) in ACTS.into_iter().enumerate() {
            let line = cut_top(&mut room, 44.0);
            cut_top(&mut room, 8.0);
            if choice(ui, line, Some(number as u8 + 1), &known.t(id), false, true) {
                self.open(kind);
            }
        }
    }
}

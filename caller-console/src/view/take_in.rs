//! F8 where a series is received · Cards that another maker made are taken in from a file (24.6): chosen, read and checked here, sent with the
//! maker's name. A file with a fault gives no cards: every fault is told with its line.

use egui::{Rect, Ui, vec2};
use hall_core::request::RequestKind;
use hall_look::colour::{self, console};
use hall_look::{ink, sign, words};

use super::View;
use super::form::Form;
use super::part::{
    bold, choice, columns, cut_top, gauge, headed, in_colour, label, panel, panel_in_focus, text,
};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::cards_file::{Act, CardsFile, Stage};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::view::help::Topic;

/// A file of the list.
const ROW: f32 = 46.0;

/// The longest name of a maker, in characters.
const MAKER_MAX: usize = 60;

/// What is chosen and typed.
pub struct TakeIn {
    row: usize,
    form: Form,
    /// The file is read, and the maker's name is typed.
    names: bool,
}

impl Default for TakeIn {
    fn default() -> TakeIn {
        TakeIn { row: 0, form: Form::new(&[Takes::Words(MAKER_MAX)]), names: false }
    }
}

/// The key that opens it, for those who may take cards in.
pub fn key(known: &Known) -> Option<KeyButton> {
    let button = KeyButton::new(Key::F8, known.t("take-open"), Press::Open(Over::TakeIn));
    known.may(RequestKind::ImportMatrix).then_some(button)
}

impl TakeIn {
    /// Takes what is known: a stick may have been pulled out.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        self.row = self.row.min(files(known).len().saturating_sub(1));
        self.names = is_read(known);
        self
    }

    fn next(&self, known: &Known) -> Next {
        let read = || match files(known).get(self.row) {
            Some(file) => {
                let sub = format!("{} · {}", file.place, size(file.bytes));
                let act = Press::Cards(Act::Read(file.clone()));
                Next::Do(NextAct::new(known.ta("take-read-do", &[("file", &file.name())]), act).sub(sub))
            }
            None => {
                Next::Wait(known.t(if known.intake.files.is_some() { "take-none" } else { "take-looking" }))
            }
        };
        match &known.intake.stage {
            Some(Stage::Reading(..)) => Next::Wait(known.t("take-reading")),
            Some(Stage::Sending(..)) => Next::Wait(known.t("take-sending")),
            Some(Stage::Taken { .. }) => Next::close(known),
            // What was read may be sent again.
            Some(Stage::Read { .. } | Stage::Failed(_)) => {
                known.intake.ready.map_or_else(read, |cards| self.send(known, cards))
            }
            Some(Stage::Faulty { .. }) | None => read(),
        }
    }

    fn send(&self, known: &Known, cards: u32) -> Next {
        let maker = self.form.text(0);
        let label = known.ta("take-do", &[("cards", &words::count(u64::from(cards)))]);
        if maker.is_empty() {
            return Next::Missing { label, what: known.t("take-missing-maker") };
        }
        let sub = known.ta("take-sub", &[("maker", &maker)]);
        Next::Do(NextAct::new(label, Press::Cards(Act::Send(maker.to_owned()))).sub(sub))
    }

    fn list(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> bool {
        let all = files(known);
        if all.is_empty() {
            ink::words(ui, room, &known.t("take-help"), text(18.0));
            return false;
        }
        let fit = ((room.height() / (ROW + 6.0)) as usize).max(1);
        let first = (self.row + 1).saturating_sub(fit);
        let mut touched = false;
        for (row, file) in all.iter().enumerate().skip(first).take(fit) {
            let words = format!("{} · {} · {}", file.name(), file.place, size(file.bytes));
            if choice(ui, cut_top(&mut room, ROW), None, &words, row == self.row, !self.names) {
                self.row = row;
                touched = true;
            }
            cut_top(&mut room, 6.0);
        }
        touched
    }

    /// What the chosen file is, or how far it is.
    fn outcome(&mut self, ui: &mut Ui, room: Rect, known: &Known) {
        match &known.intake.stage {
            None => {
                ink::words(ui, panel(ui, room), &known.t("take-how"), text(18.0));
            }
            Some(Stage::Reading(have, of)) => {
                progress(ui, panel(ui, room), &known.t("take-reading"), *have, *of)
            }
            Some(Stage::Sending(have, of)) => {
                progress(ui, panel(ui, room), &known.t("take-sending"), *have, *of)
            }
            Some(Stage::Faulty { faults, more }) => faulty(ui, panel(ui, room), known, faults, *more),
            Some(Stage::Read { cards, equal_lines }) => {
                let mut inner = panel_in_focus(ui, room);
                let head = known.ta("take-read", &[("cards", &words::count(u64::from(*cards)))]);
                headline(ui, &mut inner, true, &head);
                let equal = known.ta("take-equal-lines", &[("n", equal_lines)]);
                ink::words(ui, cut_top(&mut inner, 48.0), &equal, text(18.0));
                self.form.paint(ui, cut_top(&mut inner, 84.0), 0, &known.t("take-maker"));
                cut_top(&mut inner, 12.0);
                ink::words(ui, inner, &known.t("take-maker-help"), label(17.0));
            }
            Some(Stage::Taken { cards, maker }) => {
                let mut inner = panel(ui, room);
                let cards = words::count(u64::from(*cards));
                headline(
                    ui,
                    &mut inner,
                    true,
                    &known.ta("take-taken", &[("cards", &cards), ("maker", &maker)]),
                );
                ink::words(ui, inner, &known.t("take-then"), text(18.0));
            }
            Some(Stage::Failed(problem)) => {
                let mut inner = panel(ui, room);
                headline(ui, &mut inner, false, &known.t("take-failed"));
                // The server's faults come line by line.
                let mut lines = problem.detail.lines();
                let first = lines.next().unwrap_or_default();
                let id = format!("refusal-{}", problem.code);
                let own = problem.status == 0 && known.texts.has(&id);
                let words = if own {
                    format!("{} {} ({first})", known.t(&id), known.t(&format!("{id}-do")))
                } else {
                    first.to_owned()
                };
                ink::words(ui, cut_top(&mut inner, 96.0), &words, text(18.0));
                for line in lines {
                    if inner.height() < 26.0 {
                        break;
                    }
                    ink::line(ui, cut_top(&mut inner, 26.0), line, text(16.0));
                }
            }
        }
    }
}

fn files(known: &Known) -> &[CardsFile] {
    known.intake.files.as_deref().unwrap_or_default()
}

fn is_read(known: &Known) -> bool {
    matches!(known.intake.stage, Some(Stage::Read { .. }))
}

/// A size as people say it: «812 kB».
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", words::count(bytes / 1_000)),
        _ => format!("{} MB", words::count(bytes / 1_000_000)),
    }
}

fn headline(ui: &mut Ui, room: &mut Rect, good: bool, words: &str) {
    let mut line = cut_top(room, 36.0);
    let mark = Rect::from_center_size(line.left_center() + vec2(12.0, 0.0), vec2(20.0, 20.0));
    let ink_of = if good { colour::OK } else { console::REFUSE };
    if good {
        sign::tick(ui.painter(), mark, ink_of);
    } else {
        sign::cross(ui.painter(), mark, ink_of);
    }
    line.min.x += 34.0;
    ink::line(ui, line, words, in_colour(bold(20.0), ink_of));
    cut_top(room, 4.0);
}

fn progress(ui: &mut Ui, mut room: Rect, words: &str, have: u64, of: u64) {
    ink::line(ui, cut_top(&mut room, 30.0), words, bold(19.0));
    cut_top(&mut room, 6.0);
    let part = if of == 0 { 0.0 } else { have as f32 / of as f32 };
    gauge(ui, cut_top(&mut room, 18.0), 6.0, part.min(1.0), console::NEXT, colour::RAISED);
    cut_top(&mut room, 6.0);
    ink::line(ui, cut_top(&mut room, 26.0), &format!("{} / {}", size(have), size(of)), label(17.0));
}

/// Every fault with its line, as many as find room.
fn faulty(ui: &mut Ui, mut room: Rect, known: &Known, faults: &[String], more: u64) {
    let all = faults.len() as u64 + more;
    headline(ui, &mut room, false, &known.ta("take-faulty", &[("n", &all)]));
    ink::line(ui, cut_top(&mut room, 28.0), &known.t("take-faulty-do"), text(17.0));
    cut_top(&mut room, 6.0);
    let fit = ((room.height() / 24.0) as usize).saturating_sub(1).max(1);
    for fault in faults.iter().take(fit) {
        ink::line(ui, cut_top(&mut room, 24.0), fault, text(16.0));
    }
    let left = all.saturating_sub(faults.len().min(fit) as u64);
    if left > 0 {
        ink::line(ui, cut_top(&mut room, 24.0), &known.ta("take-more-faults", &[("n", &left)]), label(16.0));
    }
}

impl View for TakeIn {
    fn bar(&self, known: &Known) -> Bar {
        let (lead, prompt) = match &known.intake.stage {
            Some(Stage::Read { .. }) => (Lead::Now, "take-name-prompt"),
            Some(Stage::Reading(..) | Stage::Sending(..)) => (Lead::Wait, "take-wait-prompt"),
            Some(Stage::Taken { .. }) => (Lead::May, "take-taken-prompt"),
            Some(Stage::Faulty { .. } | Stage::Failed(_)) | None => (Lead::Now, "take-prompt"),
        };
        let mut bar = Bar::new(lead, known.t(prompt), self.next(known)).with(KeyButton::close(known));
        if known.intake.ready.is_some() {
            let other = KeyButton::new(Key::F5, known.t("take-other"), Press::Cards(Act::Forget));
            bar = bar.with(other);
        }
        bar
    }

    fn topic(&self) -> Topic {
        Topic::TakeIn
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        if self.names && self.form.write(ui) {
            ui.ctx().request_repaint();
        }
        let [left, right] = columns(room, [1.0, 1.25], 12.0);
        let list = headed(ui, left, 30.0, &known.t("take-which"), label(17.0));
        let touched = self.list(ui, list, known);
        self.outcome(ui, right, known);
        touched.then_some(Press::Typed)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if self.names {
            return self.form.typed(typed).then_some(Press::Typed);
        }
        self.row = typed.row(self.row, files(known).len())?;
        Some(Press::Typed)
    }

    fn writes(&self) -> bool {
        self.names
    }

    fn would_throw_away(&self, known: &Known) -> bool {
        known.intake.ready.is_some()
    }
}

//! Inicio, Fin · A paper leaves the program: which paper, to which printer or stick, and how far it is.

use egui::{Rect, Ui, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, sign};

use super::View;
use super::part::{
    FIELD_LABEL, bold, choice, columns, cut_top, field, in_colour, label, panel, panel_in_focus, text,
};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::papers::{Found, Out, Printer, Stage, Stick, Taking, To, Trouble, Way};
use crate::press::{Paper, Press};

/// How many rows a list of printers or sticks has at most: so many find room.
const ROWS_MAX: usize = 7;

/// Returns the keys of a view that has papers: one to print, one for a stick.
pub fn keys(known: &Known, papers: &[Paper]) -> Vec<KeyButton> {
    if papers.is_empty() {
        return Vec::new();
    }
    let print = Press::Out(Way::Print, papers.to_vec());
    let print = KeyButton::new(Key::Print, known.t("paper-print"), print);
    // What is not made of pages is for another program.
    let pages = papers.iter().any(|paper| paper.file.ends_with(".pdf"));
    let usb = KeyButton::new(Key::Usb, known.t("paper-usb"), Press::Out(Way::Usb, papers.to_vec()));
    pages.then_some(print).into_iter().chain([usb]).collect()
}

/// The dialog.
pub struct Dialog {
    /// The number of what it was opened for.
    id: u64,
    paper: usize,
    /// The row of the printer or stick, once one was chosen with the arrows.
    row: Option<usize>,
    copies: Entry,
}

impl Default for Dialog {
    fn default() -> Dialog {
        Dialog { id: 0, paper: 0, row: None, copies: Entry::new(Takes::Digits(2)) }
    }
}

impl Dialog {
    /// Returns the dialog for what is known.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        let id = known.out.as_ref().map_or(0, |out| out.id);
        if self.id != id {
            // Once more, or the other way: the paper that was chosen stays the chosen one.
            let papers = known.out.as_ref().map_or(0, |out| out.papers.len());
            *self =
                Dialog { id, paper: if self.paper < papers { self.paper } else { 0 }, ..Dialog::default() };
        }
        self
    }

    fn paper<'k>(&self, out: &'k Out) -> Option<&'k Paper> {
        out.papers.get(self.paper)
    }

    fn copies(&self) -> Option<u32> {
        if self.copies.is_empty() {
            Some(1)
        } else {
            self.copies.text().parse().ok().filter(|copies| *copies > 0)
        }
    }

    /// The row that is chosen: by the arrows, or else the printer of the last time, or else the first.
    fn row(&self, known: &Known, found: &Found) -> usize {
        let last = match found {
            Found::Printers(printers) => {
                let last = known.settings.printer.as_ref();
                printers.iter().position(|printer| Some(&printer.name) == last)
            }
            Found::Sticks(_) => None,
        };
        self.row.or(last).unwrap_or(0).min(rows_of(found).saturating_sub(1))
    }

    fn next(&self, known: &Known, out: &Out) -> Next {
        let id = match out.way {
            Way::Print => "paper-print-do",
            Way::Usb => "paper-usb-do",
        };
        let label = known.t(id);
        let missing = |what: String| Next::Missing { label: label.clone(), what };
        let found = match &out.found {
            None => return missing(known.t("paper-looking")),
            Some(Err(trouble)) => return missing(trouble_words(known, trouble).0),
            Some(Ok(found)) => found,
        };
        let Some(paper) = self.paper(out) else { return missing(known.t("paper-none")) };
        let row = self.row(known, found);
        let (to, sub) = match found {
            Found::Printers(printers) => {
                let Some(printer) = printers.get(row) else { return missing(known.t("paper-looking")) };
                let Some(copies) = self.copies() else { return missing(known.t("paper-copies-missing")) };
                let count = known.ta("paper-copies", &[("n", &copies.to_string())]);
                (To::Printer { name: printer.name.clone(), copies }, format!("{} · {count}", printer.name))
            }
            Found::Sticks(sticks) => {
                let Some(stick) = sticks.get(row) else { return missing(known.t("paper-looking")) };
                if stick.read_only {
                    return missing(known.t("paper-read-only"));
                }
                (To::Stick { name: stick.name.clone(), folder: stick.folder.clone() }, stick.name.clone())
            }
        };
        Next::Do(NextAct::new(label, Press::Take(Taking { paper: paper.clone(), to })).sub(sub))
    }

    fn list(&mut self, ui: &mut Ui, mut room: Rect, known: &Known, found: &Found) -> bool {
        let chosen = self.row(known, found);
        let rows: Vec<String> = match found {
            Found::Printers(printers) => {
                printers.iter().map(|printer| printer_words(known, printer)).collect()
            }
            Found::Sticks(sticks) => sticks.iter().map(|stick| stick_words(known, stick)).collect(),
        };
        let mut touched = false;
        // The chosen one is always among those that are shown.
        let first = (chosen + 1).saturating_sub(ROWS_MAX);
        for (row, words) in rows.iter().enumerate().skip(first).take(ROWS_MAX) {
            if choice(ui, cut_top(&mut room, 46.0), None, words, row == chosen, true) {
                self.row = Some(row);
                touched = true;
            }
            cut_top(&mut room, 6.0);
        }
        touched
    }
}

impl View for Dialog {
    fn bar(&self, known: &Known) -> Bar {
        let close = KeyButton::new(Key::Back, known.t("close"), Press::Close);
        let Some(out) = &known.out else {
            let next = Next::Do(NextAct::new(known.t("close"), Press::Close));
            return Bar::new(Lead::May, known.t("paper-none"), next).with(close);
        };
        let shut = || Next::Do(NextAct::new(known.t("close"), Press::Close));
        let (lead, prompt, next) = match &out.stage {
            Stage::Choosing => {
                let id = match out.way {
                    Way::Print => "paper-choose-printer",
                    Way::Usb => "paper-choose-stick",
                };
                (Lead::Now, known.t(id), self.next(known, out))
            }
            Stage::Printed { .. } | Stage::Opened(_) => (Lead::May, known.t("paper-done"), shut()),
            Stage::Kept { .. } => (Lead::May, known.t("paper-pull"), shut()),
            Stage::Failed(_) => {
                let again = Press::Out(out.way, out.papers.clone());
                (Lead::Now, known.t("paper-failed"), Next::Do(NextAct::new(known.t("paper-again"), again)))
            }
            Stage::Fetching { .. }
            | Stage::Sending { .. }
            | Stage::Queued { .. }
            | Stage::Writing { .. }
            | Stage::Comparing => {
                (Lead::Wait, known.t("paper-goes-on"), Next::Wait(short_stage(known, &out.stage)))
            }
        };
        let mut bar = Bar::new(lead, prompt, next).with(close);
        if !out.stage.is_over() {
            return bar;
        }
        if out.stage == Stage::Choosing && out.papers.len() > 1 {
            bar = bar.with(KeyButton::new(Key::F5, known.t("paper-other"), Press::Typed));
        }
        if let Some(paper) =
            self.paper(out).filter(|_| matches!(out.stage, Stage::Choosing | Stage::Failed(_)))
        {
            bar = bar.with(KeyButton::new(Key::F6, known.t("paper-open"), Press::Paper(paper.clone())));
        }
        let other = |way: Way| if way == Way::Print { Key::Usb } else { Key::Print };
        keys(known, &out.papers)
            .into_iter()
            .filter(|button| button.key == other(out.way))
            .fold(bar, Bar::with)
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let Some(out) = &known.out else {
            ink::words(ui, panel(ui, room), &known.t("paper-none"), text(19.0));
            return None;
        };
        let [left, right] = columns(room, [1.0, 1.35], 12.0);
        let touched = papers(ui, panel(ui, left), known, out, self.paper);
        if let Some(paper) = touched.filter(|_| out.stage == Stage::Choosing) {
            self.paper = paper;
            return Some(Press::Typed);
        }
        if out.stage != Stage::Choosing {
            far(ui, panel(ui, right), known, &out.stage);
            return None;
        }
        let mut inner = panel_in_focus(ui, right);
        let head = match out.way {
            Way::Print => "paper-printers",
            Way::Usb => "paper-sticks",
        };
        ink::line(ui, cut_top(&mut inner, 30.0), &known.t(head), label(17.0));
        match &out.found {
            None => {
                ink::words(ui, inner, &known.t("paper-looking"), text(19.0));
            }
            Some(Err(trouble)) => {
                let (fact, then) = trouble_words(known, trouble);
                ink::words(ui, cut_top(&mut inner, 64.0), &fact, in_colour(bold(22.0), console::REFUSE));
                ink::words(ui, inner, &then, text(19.0));
            }
            Some(Ok(found)) => {
                let foot = inner.bottom() - 84.0;
                let list = Rect::from_min_max(inner.min, egui::pos2(inner.right(), foot));
                if self.list(ui, list, known, found) {
                    return Some(Press::Typed);
                }
                if out.way == Way::Print {
                    let spot = Rect::from_min_size(
                        egui::pos2(inner.left(), foot + 2.0),
                        vec2(150.0, FIELD_LABEL + 50.0),
                    );
                    let shown = if self.copies.is_empty() {
                        Entry::new(Takes::Digits(2)).with("1")
                    } else {
                        self.copies.clone()
                    };
                    field(ui, spot, &known.t("paper-field-copies"), &shown, true);
                }
            }
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let out = known.out.as_ref().filter(|out| out.stage == Stage::Choosing);
        let Some(out) = out else {
            return matches!(typed, Typed::Scan(_)).then_some(Press::Refuse("lectura-fuera-de-lugar"));
        };
        let found = out.found.as_ref().and_then(|found| found.as_ref().ok());
        match (typed, found) {
            (Typed::Up, Some(found)) => self.row = Some(self.row(known, found).saturating_sub(1)),
            (Typed::Down, Some(found)) => {
                self.row = Some((self.row(known, found) + 1).min(rows_of(found).saturating_sub(1)));
            }
            (Typed::Char(c), _) if out.way == Way::Print && self.copies.put(*c) => {}
            (Typed::Erase, _) => self.copies.erase(),
            (Typed::Scan(_), _) => return Some(Press::Refuse("lectura-fuera-de-lugar")),
            (
                Typed::Up | Typed::Down | Typed::Char(_) | Typed::Press(_) | Typed::Released | Typed::Next,
                _,
            ) => return None,
        }
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::F5 {
            self.paper += 1;
        }
    }
}

fn rows_of(found: &Found) -> usize {
    match found {
        Found::Printers(printers) => printers.len(),
        Found::Sticks(sticks) => sticks.len(),
    }
}

/// The papers of the view, the chosen one marked; returns the one that was touched.
fn papers(ui: &mut Ui, mut room: Rect, known: &Known, out: &Out, chosen: usize) -> Option<usize> {
    ink::line(ui, cut_top(&mut room, 30.0), &known.t("paper-which"), label(17.0));
    let mut touched = None;
    for (row, paper) in out.papers.iter().enumerate() {
        if choice(ui, cut_top(&mut room, 46.0), None, &paper.title, row == chosen, true) {
            touched = Some(row);
        }
        cut_top(&mut room, 6.0);
    }
    if let Some(paper) = out.papers.get(chosen) {
        cut_top(&mut room, 8.0);
        ink::line(ui, cut_top(&mut room, 26.0), &paper.file, label(16.0));
    }
    touched
}

fn printer_words(known: &Known, printer: &Printer) -> String {
    let mut words = printer.name.clone();
    if printer.default {
        words = format!("{words} · {}", known.t("paper-default"));
    }
    match &printer.stopped {
        Some(why) if why.is_empty() || why == "reason unknown" => {
            format!("{words} · {}", known.t("paper-stopped"))
        }
        Some(why) => format!("{words} · {}: {why}", known.t("paper-stopped")),
        None => words,
    }
}

fn stick_words(known: &Known, stick: &Stick) -> String {
    if stick.read_only {
        return format!("{} · {}", stick.name, known.t("paper-read-only"));
    }
    format!("{} · {}", stick.name, known.ta("paper-free", &[("size", &size(stick.free_bytes))]))
}

/// Returns a number of bytes as people say it: `2,6 MB`.
fn size(bytes: u64) -> String {
    let in_units = |unit: u64| format!("{:.1}", bytes as f64 / unit as f64).replace('.', ",");
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        1_000_000..1_000_000_000 => format!("{} MB", in_units(1_000_000)),
        _ => format!("{} GB", in_units(1_000_000_000)),
    }
}

/// Returns what a trouble says, and what to do.
fn trouble_words(known: &Known, trouble: &Trouble) -> (String, String) {
    known.texts.refusal(&crate::net::own_problem(&trouble.code, &trouble.detail))
}

/// Returns how far a paper is, in words.
pub fn stage_words(known: &Known, stage: &Stage) -> String {
    match stage {
        Stage::Choosing => String::new(),
        Stage::Fetching { have: 0, .. } => known.t("paper-fetching"),
        Stage::Fetching { have, of: Some(of) } => {
            known.ta("paper-fetched", &[("have", &size(*have)), ("of", &size(*of))])
        }
        Stage::Fetching { have, of: None } => known.ta("paper-fetched-so-far", &[("have", &size(*have))]),
        Stage::Sending { printer } => known.ta("paper-sending", &[("printer", printer)]),
        Stage::Queued { printer, stopped: None } => known.ta("paper-queued", &[("printer", printer)]),
        Stage::Queued { printer, stopped: Some(_) } => {
            known.ta("paper-queue-stopped", &[("printer", printer)])
        }
        Stage::Printed { printer } => known.ta("paper-printed", &[("printer", printer)]),
        Stage::Writing { have, of } => {
            known.ta("paper-writing", &[("have", &size(*have)), ("of", &size(*of))])
        }
        Stage::Comparing => known.t("paper-comparing"),
        Stage::Kept { stick, file } => known.ta("paper-kept", &[("stick", stick), ("file", file)]),
        Stage::Opened(path) => path.display().to_string(),
        Stage::Failed(trouble) => trouble_words(known, trouble).0,
    }
}

/// The same in capitals, short enough for the key that waits.
fn short_stage(known: &Known, stage: &Stage) -> String {
    known.t(match stage {
        Stage::Fetching { .. } => "paper-wait-fetch",
        Stage::Sending { .. } => "paper-wait-send",
        Stage::Queued { stopped: Some(_), .. } => "paper-wait-printer",
        Stage::Queued { .. } => "paper-wait-queue",
        Stage::Writing { .. } | Stage::Comparing => "paper-wait-stick",
        Stage::Choosing
        | Stage::Printed { .. }
        | Stage::Kept { .. }
        | Stage::Opened(_)
        | Stage::Failed(_) => "paper-out",
    })
}

/// How far it is: a sentence, what follows from it, and a line that grows.
fn far(ui: &mut Ui, mut room: Rect, known: &Known, stage: &Stage) {
    let words = stage_words(known, stage);
    let (colour, then) = match stage {
        Stage::Failed(trouble) => (console::REFUSE, trouble_words(known, trouble).1),
        Stage::Kept { .. } => (colour::OK, known.t("paper-pull-now")),
        Stage::Printed { .. } => (colour::OK, known.t("paper-printed-then")),
        Stage::Queued { stopped: Some(why), .. } => {
            (console::ALERT, known.ta("paper-queue-stopped-do", &[("why", why)]))
        }
        Stage::Choosing
        | Stage::Fetching { .. }
        | Stage::Sending { .. }
        | Stage::Queued { .. }
        | Stage::Writing { .. }
        | Stage::Comparing
        | Stage::Opened(_) => (console::TEXT, String::new()),
    };
    let head = cut_top(&mut room, 76.0);
    let mark = Rect::from_min_size(head.min + vec2(0.0, 4.0), vec2(30.0, 30.0));
    let mut rest = head;
    match stage {
        Stage::Failed(_) => sign::cross(ui.painter(), mark, colour),
        Stage::Printed { .. } | Stage::Kept { .. } => sign::tick(ui.painter(), mark, colour),
        Stage::Choosing
        | Stage::Fetching { .. }
        | Stage::Sending { .. }
        | Stage::Queued { .. }
        | Stage::Writing { .. }
        | Stage::Comparing
        | Stage::Opened(_) => {}
    }
    if matches!(stage, Stage::Failed(_) | Stage::Printed { .. } | Stage::Kept { .. }) {
        rest.min.x = mark.right() + 14.0;
    }
    ink::words(ui, rest, &words, in_colour(bold(24.0), colour));
    #[expect(clippy::wildcard_enum_match_arm, reason = "of the rest nobody knows how much there is")]
    let part = match stage {
        Stage::Fetching { have, of: Some(of) } | Stage::Writing { have, of } => {
            Some(*have as f32 / (*of).max(1) as f32)
        }
        Stage::Comparing => Some(1.0),
        _ => None,
    };
    if let Some(part) = part {
        let whole = cut_top(&mut room, 18.0);
        ui.painter().rect_filled(whole, 4.0, colour::RAISED);
        let done = Rect::from_min_size(whole.min, vec2(whole.width() * part.clamp(0.0, 1.0), whole.height()));
        ui.painter().rect_filled(done, 4.0, console::NEXT);
        cut_top(&mut room, 12.0);
    }
    ink::words(ui, room, &then, text(19.0));
}

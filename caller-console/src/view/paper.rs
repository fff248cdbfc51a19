//! Inicio, Fin · A paper leaves the program: which paper, to which printer or stick, and how far it is.

use egui::{Color32, Painter, Rect, Ui, vec2};
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
use crate::view::help::Topic;

/// Printers or sticks that find room.
const ROWS_MAX: usize = 7;

/// The keys of a view that has papers: one to print, one for a stick.
pub fn keys(known: &Known, papers: &[Paper]) -> Vec<KeyButton> {
    let key = |key, id, way| KeyButton::new(key, known.t(id), Press::Out(way, papers.to_vec()));
    // Only pages can be printed here; other files are for other programs.
    let pages = papers.iter().any(|paper| paper.file.ends_with(".pdf"));
    let print = pages.then(|| key(Key::Print, "paper-print", Way::Print));
    print.into_iter().chain((!papers.is_empty()).then(|| key(Key::Usb, "paper-usb", Way::Usb))).collect()
}

pub struct Dialog {
    /// As in [`Out::id`].
    id: u64,
    paper: usize,
    /// The printer or stick chosen with the arrows.
    row: Option<usize>,
    copies: Entry,
}

impl Default for Dialog {
    fn default() -> Dialog {
        Dialog { id: 0, paper: 0, row: None, copies: Entry::new(Takes::Digits(2)) }
    }
}

impl Dialog {
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        let (id, papers) = known.out.as_ref().map_or((0, 0), |out| (out.id, out.papers.len()));
        if self.id != id {
            // Opened again, or the other way: the chosen paper stays chosen.
            let paper = if self.paper < papers { self.paper } else { 0 };
            *self = Dialog { id, paper, ..Dialog::default() };
        }
        self
    }

    fn paper<'k>(&self, out: &'k Out) -> Option<&'k Paper> {
        out.papers.get(self.paper)
    }

    fn copies(&self) -> Option<u32> {
        if self.copies.is_empty() { Some(1) } else { self.copies.number().filter(|copies| *copies > 0) }
    }

    /// The chosen row: by the arrows, or else the printer used last, or else the first.
    fn row(&self, known: &Known, found: &Found) -> usize {
        let last = match found {
            Found::Printers(printers) => {
                let last = known.settings.printer.as_ref();
                printers.iter().position(|printer| Some(&printer.name) == last)
            }
            Found::Sticks(_) => None,
        };
        self.row.or(last).unwrap_or(0).min(rows_of(known, found).len().saturating_sub(1))
    }

    fn next(&self, known: &Known, out: &Out) -> Next {
        let label = known.t(out.way.words().act);
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
                let count = known.ta("paper-copies", &[("n", &copies)]);
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
        Next::Do(NextAct::new(label, Press::Take(Taking { id: out.id, paper: paper.clone(), to })).sub(sub))
    }

    fn list(&mut self, ui: &mut Ui, mut room: Rect, known: &Known, found: &Found) -> bool {
        let chosen = self.row(known, found);
        let mut touched = false;
        // The chosen one is always shown.
        let first = (chosen + 1).saturating_sub(ROWS_MAX);
        for (row, words) in rows_of(known, found).iter().enumerate().skip(first).take(ROWS_MAX) {
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
        let close = KeyButton::close(known);
        let Some(out) = &known.out else {
            return Bar::new(Lead::May, known.t("paper-none"), Next::close(known)).with(close);
        };
        let (lead, prompt, next) = match &out.stage {
            Stage::Choosing => (Lead::Now, out.way.words().choose, self.next(known, out)),
            Stage::Printed { .. } | Stage::Opened(_) => (Lead::May, "paper-done", Next::close(known)),
            Stage::Kept { .. } => (Lead::May, "paper-pull", Next::close(known)),
            Stage::Failed(_) => {
                let again = Press::Out(out.way, out.papers.clone());
                (Lead::Now, "paper-failed", Next::Do(NextAct::new(known.t("paper-again"), again)))
            }
            Stage::Fetching { .. } => waits(known, "paper-wait-fetch"),
            Stage::Sending { .. } => waits(known, "paper-wait-send"),
            Stage::Queued { stopped: Some(_), .. } => waits(known, "paper-wait-printer"),
            Stage::Queued { stopped: None, .. } => waits(known, "paper-wait-queue"),
            Stage::Writing { .. } | Stage::Comparing => waits(known, "paper-wait-stick"),
        };
        let mut bar = Bar::new(lead, known.t(prompt), next).with(close);
        if !out.stage.is_over() {
            return bar;
        }
        if out.stage == Stage::Choosing && out.papers.len() > 1 {
            bar = bar.with(KeyButton::new(Key::F5, known.t("paper-other"), Press::Typed));
        }
        if let (Stage::Choosing | Stage::Failed(_), Some(paper)) = (&out.stage, self.paper(out)) {
            bar = bar.with(KeyButton::new(Key::F6, known.t("paper-open"), Press::Paper(paper.clone())));
        }
        let other = if out.way == Way::Print { Key::Usb } else { Key::Print };
        bar.with_all(keys(known, &out.papers).into_iter().filter(|button| button.key == other))
    }

    fn topic(&self) -> Topic {
        Topic::Paper
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
        ink::line(ui, cut_top(&mut inner, 30.0), &known.t(out.way.words().list), label(17.0));
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
                    let at = egui::pos2(inner.left(), foot + 2.0);
                    let spot = Rect::from_min_size(at, vec2(150.0, FIELD_LABEL + 50.0));
                    let one = Entry::new(Takes::Digits(2)).with("1");
                    let shown = if self.copies.is_empty() { one } else { self.copies.clone() };
                    field(ui, spot, &known.t("paper-field-copies"), &shown, true);
                }
            }
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let out = known.out.as_ref().filter(|out| out.stage == Stage::Choosing)?;
        let found = out.found.as_ref().and_then(|found| found.as_ref().ok());
        if let Some(found) = found
            && let Some(row) = typed.row(self.row(known, found), rows_of(known, found).len())
        {
            self.row = Some(row);
            return Some(Press::Typed);
        }
        let copies = out.way == Way::Print || *typed == Typed::Erase;
        (copies && self.copies.typed(typed)).then_some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::F5 {
            self.paper += 1;
        }
    }
}

/// The words of a bar while a paper is on its way.
fn waits(known: &Known, id: &str) -> (Lead, &'static str, Next) {
    (Lead::Wait, "paper-goes-on", Next::Wait(known.t(id)))
}

/// Ids of the texts for a kind of destination.
struct WayWords {
    choose: &'static str,
    list: &'static str,
    act: &'static str,
}

impl Way {
    const fn words(self) -> WayWords {
        match self {
            Way::Print => {
                WayWords { choose: "paper-choose-printer", list: "paper-printers", act: "paper-print-do" }
            }
            Way::Usb => WayWords { choose: "paper-choose-stick", list: "paper-sticks", act: "paper-usb-do" },
        }
    }
}

fn rows_of(known: &Known, found: &Found) -> Vec<String> {
    match found {
        Found::Printers(printers) => printers.iter().map(|printer| printer_words(known, printer)).collect(),
        Found::Sticks(sticks) => sticks.iter().map(|stick| stick_words(known, stick)).collect(),
    }
}

/// Paints the papers; returns the one that was touched.
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

/// A printer, and what is the matter with it.
pub fn printer_words(known: &Known, printer: &Printer) -> String {
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

/// `2,6 MB`.
fn size(bytes: u64) -> String {
    let in_units = |unit: u64| format!("{:.1}", bytes as f64 / unit as f64).replace('.', ",");
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        1_000_000..1_000_000_000 => format!("{} MB", in_units(1_000_000)),
        _ => format!("{} GB", in_units(1_000_000_000)),
    }
}

fn trouble_words(known: &Known, trouble: &Trouble) -> (String, String) {
    known.texts.refusal(&crate::known::own_problem(&trouble.code, &trouble.detail))
}

pub fn stage_words(known: &Known, stage: &Stage) -> String {
    match stage {
        Stage::Choosing => String::new(),
        Stage::Fetching { have: 0, .. } => known.t("paper-fetching"),
        Stage::Fetching { have, of: Some(of) } => {
            known.ta("paper-fetched", &[("have", &size(*have)), ("of", &size(*of))])
        }
        Stage::Fetching { have, of: None } => known.ta("paper-fetched-so-far", &[("have", &size(*have))]),
        Stage::Sending { printer } => known.ta("paper-sending", &[("printer", &printer)]),
        Stage::Queued { printer, stopped: None } => known.ta("paper-queued", &[("printer", &printer)]),
        Stage::Queued { printer, stopped: Some(_) } => {
            known.ta("paper-queue-stopped", &[("printer", &printer)])
        }
        Stage::Printed { printer } => known.ta("paper-printed", &[("printer", &printer)]),
        Stage::Writing { have, of } => {
            known.ta("paper-writing", &[("have", &size(*have)), ("of", &size(*of))])
        }
        Stage::Comparing => known.t("paper-comparing"),
        Stage::Kept { stick, file } => known.ta("paper-kept", &[("stick", &stick), ("file", &file)]),
        Stage::Opened(path) => path.display().to_string(),
        Stage::Failed(trouble) => trouble_words(known, trouble).0,
    }
}

/// How far a paper is: a sentence, what follows from it, and a bar that grows.
fn far(ui: &mut Ui, mut room: Rect, known: &Known, stage: &Stage) {
    let plain = |part| (console::TEXT, None, String::new(), part);
    let done = |then| (colour::OK, Some(sign::tick as Mark), known.t(then), None);
    let (colour, mark, then, part) = match stage {
        Stage::Failed(trouble) => {
            (console::REFUSE, Some(sign::cross as Mark), trouble_words(known, trouble).1, None)
        }
        Stage::Kept { .. } => done("paper-pull-now"),
        Stage::Printed { .. } => done("paper-printed-then"),
        Stage::Queued { stopped: Some(why), .. } => {
            (console::ALERT, None, known.ta("paper-queue-stopped-do", &[("why", &why)]), None)
        }
        Stage::Fetching { have, of: Some(of) } | Stage::Writing { have, of } => {
            plain(Some(*have as f32 / (*of).max(1) as f32))
        }
        Stage::Comparing => plain(Some(1.0)),
        Stage::Choosing | Stage::Fetching { .. } | Stage::Sending { .. } => plain(None),
        Stage::Queued { .. } | Stage::Opened(_) => plain(None),
    };
    let mut head = cut_top(&mut room, 76.0);
    if let Some(mark) = mark {
        let spot = Rect::from_min_size(head.min + vec2(0.0, 4.0), vec2(30.0, 30.0));
        mark(ui.painter(), spot, colour);
        head.min.x = spot.right() + 14.0;
    }
    ink::words(ui, head, &stage_words(known, stage), in_colour(bold(24.0), colour));
    if let Some(part) = part {
        bar_of_progress(ui, cut_top(&mut room, 18.0), part);
        cut_top(&mut room, 12.0);
    }
    ink::words(ui, room, &then, text(19.0));
}

/// A sign in its room and colour.
type Mark = fn(&Painter, Rect, Color32);

/// A bar filled to a part, from 0 to 1.
pub(super) fn bar_of_progress(ui: &Ui, whole: Rect, part: f32) {
    ui.painter().rect_filled(whole, 4.0, colour::RAISED);
    let done = Rect::from_min_size(whole.min, vec2(whole.width() * part.clamp(0.0, 1.0), whole.height()));
    ui.painter().rect_filled(done, 4.0, console::NEXT);
}

//! Printings of cards: their table, and the form that orders one.

use std::fmt::Display;

use egui::{Rect, Ui};
use hall_core::event::PrintingNo;
use hall_core::request::Request;
use hall_look::{ink, words};
use hall_wire::message::{PrintingRow, PrintingState};

use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::{Paper, Press};
use crate::view::caja::block::cards_words;
use crate::view::list::Table;
use crate::view::mesa::series as spelt;
use crate::view::paper::{self, bar_of_progress};
use crate::view::part::{Column, Tag, bold, cut_top, label, panel, panel_in_focus, split, text};

mod order;
mod sheet;

use order::Order;

#[derive(Default)]
pub(super) struct Printing {
    doing: Doing,
    /// The printing that F7 cancels.
    may_cancel: Option<u32>,
    /// Place of the template used last, and how many there are.
    template: usize,
    templates: usize,
}

#[derive(Default)]
enum Doing {
    #[default]
    Looking,
    Ordering(Order),
    /// Intro cancels this printing.
    Cancelling(u32),
}

impl Printing {
    pub(super) fn look(&mut self, known: &Known, row: usize) {
        self.may_cancel = to_cancel(known, row);
        self.template = order::used_last(known);
        self.templates = known.templates.len();
    }

    pub(super) fn has_content(&self) -> bool {
        matches!(&self.doing, Doing::Ordering(order) if order.has_content())
    }

    pub(super) fn is_busy(&self) -> bool {
        !matches!(self.doing, Doing::Looking)
    }

    pub(super) fn forget(&mut self) {
        self.doing = Doing::Looking;
    }

    pub(super) fn bar(&self, known: &Known, row: usize) -> Bar {
        let bar = match &self.doing {
            Doing::Looking => looking(known, row),
            Doing::Ordering(order) => order.bar(known),
            Doing::Cancelling(printing) => cancelling(known, *printing),
        };
        let order = KeyButton::new(Key::F5, known.t("print-order"), Press::Typed);
        let cancel = KeyButton::new(Key::F7, known.t("print-cancel"), Press::Typed);
        let may = self.may_cancel.is_some();
        if let Doing::Ordering(order) = &self.doing
            && let Some(sheet) = order.sheet(known).filter(|sheet| sheet.has_back)
        {
            let id = if sheet.back { "print-see-front" } else { "print-see-back" };
            return bar.with(KeyButton::new(Key::F6, known.t(id), Press::Typed));
        }
        let done =
            known.lists.printings.get(row).filter(|row| row.state == PrintingState::Done && !self.is_busy());
        let papers: Vec<Paper> = done.map(|row| paper_of(known, row)).into_iter().collect();
        let bar = bar.with(order.chosen(matches!(self.doing, Doing::Ordering(_)))).with(
            cancel
                .chosen(matches!(self.doing, Doing::Cancelling(_)))
                .on_if(may, known.t("print-nothing-to-cancel")),
        );
        bar.with_all(paper::keys(known, &papers))
    }

    pub(super) fn pressed(&mut self, key: Key) {
        match (key, &mut self.doing) {
            // The form stays, with what was typed.
            (Key::F5, Doing::Ordering(_)) => {}
            (Key::F5, _) => self.doing = Doing::Ordering(Order::new(self.template, self.templates)),
            (Key::F7, _) => {
                if let Some(printing) = self.may_cancel {
                    self.doing = Doing::Cancelling(printing);
                }
            }
            (Key::Back, _) => self.forget(),
            (Key::Intro, Doing::Ordering(order)) => order.next(),
            (Key::F6, Doing::Ordering(order)) => order.turn(),
            (_, Doing::Looking | Doing::Ordering(_) | Doing::Cancelling(_)) => {}
        }
    }

    /// Returns whether it was for the form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        match &mut self.doing {
            Doing::Ordering(order) => order.typed(typed),
            Doing::Looking | Doing::Cancelling(_) => false,
        }
    }

    /// Paints the printings, and at the right the form or the chosen one. While a template is chosen, its sheet takes
    /// the place of the table; returns what to fetch for it.
    pub(super) fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) -> Option<Press> {
        let (left, right) = split(room);
        if let Doing::Ordering(order) = &mut self.doing
            && let Some(sheet) = order.sheet(known)
        {
            sheet::paint(ui, panel(ui, left), known, &sheet);
            order.paint(ui, panel_in_focus(ui, right), known);
            return order.fetch(sheet);
        }
        table(ui, panel(ui, left), known, row);
        match &mut self.doing {
            Doing::Ordering(order) => order.paint(ui, panel_in_focus(ui, right), known),
            Doing::Cancelling(printing) => {
                let chosen = known.lists.printings.iter().find(|row| row.printing == *printing);
                one(ui, panel_in_focus(ui, right), known, chosen);
            }
            Doing::Looking => one(ui, panel(ui, right), known, known.lists.printings.get(*row)),
        }
        None
    }
}

/// The printing that F7 cancels: the chosen one, or else the one being printed.
fn to_cancel(known: &Known, row: usize) -> Option<u32> {
    let rows = &known.lists.printings;
    let chosen = rows.get(row).filter(|row| row.state == PrintingState::Ordered);
    // The list begins with the latest; the earliest ordered is printed first.
    chosen
        .or_else(|| rows.iter().rev().find(|row| row.state == PrintingState::Ordered))
        .map(|row| row.printing)
}

fn looking(known: &Known, row: usize) -> Bar {
    let Some(printing) = known.lists.printings.get(row) else {
        return Bar::new(Lead::May, known.t("print-none"), Next::Wait(known.t("print-none-wait")));
    };
    let number: [(&str, &dyn Display); 1] = [("n", &printing.printing)];
    let next = match printing.state {
        PrintingState::Done => {
            let pages = pages_words(known, printing.pages.unwrap_or_default());
            let open = Press::Paper(paper_of(known, printing));
            Next::Do(NextAct::new(known.ta("print-open", &number), open).sub(pages))
        }
        PrintingState::Ordered => Next::Wait(known.ta("print-under-way", &number)),
        PrintingState::Cancelled | PrintingState::Failed => Next::Wait(known.ta("print-no-pages", &number)),
    };
    Bar::new(Lead::May, known.t("print-look"), next)
}

/// The paper of a printing whose pages are made.
fn paper_of(known: &Known, row: &PrintingRow) -> Paper {
    let copy = if row.copy > 1 { format!("-copia-{}", row.copy) } else { String::new() };
    let (series, first, last) = (&row.series, row.first.to_string(), row.last.to_string());
    let title = known.ta("paper-cards", &[("series", &series), ("first", &first), ("last", &last)]);
    let file = format!("cartones-{series}-{first}-{last}{copy}.pdf");
    Paper::new(format!("/api/printings/{}/file.pdf", row.printing), file, title).marked(mark_of(row))
}

/// How the settings remember a printing that a printer took. The time tells apart halls with the same numbers.
fn mark_of(row: &PrintingRow) -> String {
    format!("impresion-{}-{}", row.printing, row.ordered_at_utc_ms)
}

fn cancelling(known: &Known, printing: u32) -> Bar {
    let label = known.ta("print-cancel-do", &[("n", &printing)]);
    let is_due = known
        .lists
        .printings
        .iter()
        .any(|row| row.printing == printing && row.state == PrintingState::Ordered);
    let next = if is_due {
        let press = Press::ask(&label, Request::CancelPrinting { printing: PrintingNo(printing) });
        Next::Do(NextAct::new(&label, press).sub(known.t("print-cancel-sub")))
    } else {
        Next::Missing { label, what: known.t("print-is-over") }
    };
    Bar::new(Lead::Now, known.t("print-cancel-ask"), next)
}

pub(super) fn pages_words(known: &Known, pages: u32) -> String {
    known.ta(if pages == 1 { "print-page" } else { "print-pages" }, &[("n", &words::count(u64::from(pages)))])
}

/// «1.ª» or «COPIA 2».
pub(super) fn copy_words(known: &Known, copy: u32) -> String {
    if copy > 1 { known.ta("print-copy", &[("n", &copy)]) } else { known.t("print-first") }
}

fn state(known: &Known, row: &PrintingRow) -> (String, Tag) {
    match (row.state, row.progress) {
        // *Impresa* only once a printer took it: pages in a file are no paper yet.
        (PrintingState::Done, _) if known.settings.is_printed(&mark_of(row)) => {
            (known.t("print-done"), Tag::Ok)
        }
        (PrintingState::Done, _) => (known.t("print-ready"), Tag::Plain),
        (PrintingState::Cancelled, _) => (known.t("print-cancelled"), Tag::Plain),
        (PrintingState::Failed, _) => (known.t("print-failed"), Tag::Alert),
        (_, Some(progress)) => {
            let percent = u64::from(progress.page) * 100 / u64::from(progress.of.max(1));
            (format!("{percent} %"), Tag::Dashed)
        }
        (_, None) => (known.t("print-waits"), Tag::Dashed),
    }
}

const PRINTINGS: Table<6> = Table {
    columns: [
        Column::right("sala-col-no", 60.0),
        Column::left("sala-col-series", 80.0),
        Column::right("print-col-cards", 140.0),
        Column::left("print-col-copy", 130.0),
        Column::right("print-col-time", 90.0),
        Column::right("print-col-state", 150.0),
    ],
    none: Some("print-none-yet"),
};

fn table(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let cells = |row: &PrintingRow| {
        let (state, tag) = state(known, row);
        let (cards, copy) = (format!("{}–{}", row.first, row.last), copy_words(known, row.copy));
        let time = known.minutes(row.ordered_at_utc_ms);
        ([row.printing.to_string(), spelt(&row.series), cards, copy, time, state], Some(tag))
    };
    if let Some(pressed) = PRINTINGS.paint(ui, room, known, &known.lists.printings, Some(*row), cells) {
        *row = pressed;
    }
}

fn one(ui: &mut Ui, mut room: Rect, known: &Known, printing: Option<&PrintingRow>) {
    let Some(row) = printing else {
        ink::words(ui, room, &known.t("print-help"), label(17.0));
        return;
    };
    let head = known.ta("print-number", &[("n", &row.printing)]);
    ink::line(ui, cut_top(&mut room, 30.0), &head, bold(20.0));
    let cards = cards_words(known, row.last - row.first + 1);
    let title = known.templates.iter().find(|template| template.template == row.template);
    let title = title.map_or_else(|| row.template.clone(), |template| template.title.clone());
    let (first, last) = (row.first.to_string(), row.last.to_string());
    let range =
        known.ta("print-range", &[("series", &spelt(&row.series)), ("first", &first), ("last", &last)]);
    let by = known.ta(
        "print-by",
        &[("name", &known.short_name(row.ordered_by)), ("time", &known.time(row.ordered_at_utc_ms))],
    );
    for line in [range, format!("{cards} · {}", copy_words(known, row.copy)), title, by] {
        ink::line(ui, cut_top(&mut room, 30.0), &line, text(18.0));
    }
    if let Some(pages) = row.pages {
        ink::line(ui, cut_top(&mut room, 30.0), &pages_words(known, pages), text(18.0));
    }
    if let Some(at) = row.progress.filter(|_| row.state == PrintingState::Ordered) {
        let (page, of) = (words::count(u64::from(at.page)), words::count(u64::from(at.of)));
        let line = known.ta("print-progress", &[("page", &page), ("of", &of)]);
        ink::line(ui, cut_top(&mut room, 34.0), &line, text(18.0));
        bar_of_progress(ui, cut_top(&mut room, 18.0), at.page as f32 / at.of.max(1) as f32);
    }
    if let Some(said) = &row.words {
        cut_top(&mut room, 8.0);
        ink::words(ui, room, said, text(17.0));
    }
}

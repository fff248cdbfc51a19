//! The form that orders cards on paper: series, from, to, template.

use egui::{Rect, Ui, vec2};
use hall_core::request::Request;
use hall_core::series::{CardNo, SeriesId};
use hall_look::ink;
use hall_wire::message::{HallLists, PrintingState, SeriesRow, TemplateRow};

use super::sheet::Sheet;
use super::{copy_words, pages_words};
use crate::bar::{Bar, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::Typed;
use crate::known::Known;
use crate::press::Press;
use crate::view::caja::block::cards_words;
use crate::view::form::listed::{Heard, Listed};
use crate::view::part::{self, columns, cut_top, label};

/// Templates with a digit; the arrows go through all.
const DIGITS: usize = 9;

/// Height of a template, with the gap below.
const TEMPLATE: f32 = 47.0;

/// Height of the line that counts the templates on other pages.
const MORE: f32 = 24.0;

const SERIES: usize = 0;
const FIRST: usize = 1;
const LAST: usize = 2;

/// The form, with the templates as its list.
pub(super) struct Order {
    listed: Listed,
    template: usize,
    /// How many templates there are.
    templates: usize,
    /// The back of the sheet is shown.
    back: bool,
    /// Address of the picture fetched last.
    fetched: Option<String>,
}

struct Meant<'k> {
    series: &'k SeriesRow,
    first: u32,
    last: u32,
}

impl Order {
    /// An empty form with one of so many templates chosen.
    pub(super) fn new(template: usize, templates: usize) -> Order {
        let takes = [Takes::Code(10), Takes::Digits(7), Takes::Digits(7)];
        // Without templates the list is gone to all the same: it says so.
        let listed = Listed::new(&takes, templates.clamp(1, DIGITS));
        Order { listed, template, templates, back: false, fetched: None }
    }

    pub(super) fn has_content(&self) -> bool {
        !self.listed.form.is_empty()
    }

    /// The sheet to preview while the template is chosen: the one with the first card.
    pub(super) fn sheet(&self, known: &Known) -> Option<Sheet> {
        let meant = self.meant(known).ok().filter(|_| self.listed.at_list())?;
        let template = known.templates.get(self.template).filter(|template| template.fault.is_none())?;
        let back = self.back && template.back;
        Some(Sheet {
            path: format!(
                "/api/series/{}/preview.png?template={}&first={}&last={}&back={back}",
                meant.series.series, template.template, meant.first, meant.last
            ),
            first: meant.first,
            has_back: template.back,
            back,
        })
    }

    /// Fetches the picture of a sheet, once.
    pub(super) fn fetch(&mut self, sheet: Sheet) -> Option<Press> {
        let is_new = self.fetched.as_ref() != Some(&sheet.path);
        is_new.then(|| Press::Preview(self.fetched.insert(sheet.path).clone()))
    }

    pub(super) fn turn(&mut self) {
        self.back = !self.back;
    }

    pub(super) fn next(&mut self) {
        self.listed.next();
    }

    /// Returns whether it was for the form. In the list the arrows go through all templates, and from the first one
    /// back to the fields.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        let at_list = self.listed.at_list();
        if at_list && *typed == Typed::Down {
            self.template = (self.template + 1).min(self.templates.saturating_sub(1));
            return true;
        }
        if at_list && *typed == Typed::Up && self.template > 0 {
            self.template -= 1;
            return true;
        }
        let heard = self.listed.typed(typed);
        if let Heard::Chose(number) = heard {
            self.template = number;
        }
        heard != Heard::Nothing
    }

    fn meant<'k>(&self, known: &'k Known) -> Result<Meant<'k>, String> {
        let name = self.listed.form.text(SERIES);
        if name.is_empty() {
            return Err(known.t("sala-missing-series"));
        }
        let Some(series) = known.lists.series.iter().find(|row| row.series == name) else {
            return Err(known.ta("print-no-series", &[("series", &name)]));
        };
        let first = self.listed.form.number(FIRST).unwrap_or(1);
        let last = self.listed.form.number(LAST).unwrap_or(series.size);
        if first == 0 || first > last || last > series.size {
            return Err(known.ta("print-bad-range", &[("size", &series.size)]));
        }
        Ok(Meant { series, first, last })
    }

    fn act(&self, known: &Known) -> Result<NextAct, String> {
        let meant = self.meant(known)?;
        let template = known.templates.get(self.template).ok_or_else(|| known.t("print-no-template"))?;
        if let Some(fault) = &template.fault {
            return Err(fault.clone());
        }
        let copy = next_copy(&known.lists, &meant).ok_or_else(|| known.t("print-in-part"))?;
        let pages = pages(template, meant.first, meant.last);
        let series = &meant.series.series;
        let label = known.ta("print-do", &[("series", &series)]);
        let parts = [
            cards_words(known, meant.last - meant.first + 1),
            pages_words(known, pages),
            copy_words(known, copy),
        ];
        let order = Request::PrintCards {
            series: SeriesId::parse(series).ok_or_else(|| known.t("sala-missing-series"))?,
            first: Some(CardNo(meant.first)),
            last: Some(CardNo(meant.last)),
            template: template.template.clone(),
        };
        Ok(NextAct::ask(label, order).sub(parts.join(" · ")))
    }

    /// The bar, with no key but Intro.
    pub(super) fn bar(&self, known: &Known) -> Bar {
        let at_list = self.listed.at_list();
        let next = match (self.act(known), self.meant(known)) {
            (Ok(act), _) if at_list => Next::Do(act),
            (_, Ok(_)) if !at_list => Next::field(known),
            (Err(what), _) => Next::Missing { label: known.t("print-order"), what },
            (Ok(_), _) => {
                Next::Missing { label: known.t("print-order"), what: known.t("sala-missing-field") }
            }
        };
        let prompt = if at_list { "print-choose-template" } else { "print-fields" };
        Bar::new(Lead::Now, known.t(prompt), next)
    }

    pub(super) fn paint(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        let row = cut_top(&mut room, 74.0);
        let ids = ["sala-field-series", "print-field-first", "print-field-last"];
        for (field, (cell, id)) in columns(row, [1.2, 1.0, 1.0], 10.0).into_iter().zip(ids).enumerate() {
            self.listed.paint(ui, cell, field, &known.t(id), false);
        }
        ink::line(ui, cut_top(&mut room, 24.0), &known.t("print-all-if-empty"), label(15.0));
        cut_top(&mut room, 6.0);
        let all = &known.templates;
        let fit = |height: f32| ((height + 3.0) / TEMPLATE).floor().max(1.0) as usize;
        let whole = fit(room.height());
        let page =
            part::page(ui, "templates", all.len(), whole, fit(room.height() - MORE), Some(self.template));
        let hidden = all.len() - page.len();
        for number in page {
            let template = &all[number];
            let cell = Rect::from_min_size(room.min, vec2(room.width(), 44.0));
            cut_top(&mut room, TEMPLATE);
            let digit = (self.listed.at_list() && number < DIGITS).then_some(number as u8 + 1);
            let chosen = self.template == number;
            if part::choice(ui, cell, digit, &template.title, chosen, template.fault.is_none()) {
                self.template = number;
                self.listed.go_to_list();
            }
        }
        if hidden > 0 {
            ink::line(ui, cut_top(&mut room, MORE), &part::more_rows(known, hidden), label(15.0));
        }
        if room.height() > 40.0
            && let Ok(act) = self.act(known)
        {
            cut_top(&mut room, 6.0);
            ink::words(ui, room, &act.sub, part::bold(18.0));
        }
    }
}

/// The place of the template used last, or else of the first.
pub(super) fn used_last(known: &Known) -> usize {
    let last = known.lists.printings.first().map(|row| row.template.as_str());
    known.templates.iter().position(|row| Some(row.template.as_str()) == last).unwrap_or(0)
}

/// Pages for these cards. Each card has its place on a sheet, whichever cards are printed.
fn pages(template: &TemplateRow, first: u32, last: u32) -> u32 {
    let on_each = template.cards.max(1);
    let papers = (last - 1) / on_each - (first - 1) / on_each + 1;
    papers * if template.back { 2 } else { 1 }
}

/// Which copy of these cards is the next, by the list of printings; `None` if some have more papers than others, which
/// is refused. The list is not the whole record: the desk has the last word.
fn next_copy(lists: &HallLists, meant: &Meant<'_>) -> Option<u32> {
    let printed = lists.printings.iter().filter(|row| {
        row.series == meant.series.series && matches!(row.state, PrintingState::Done | PrintingState::Ordered)
    });
    let printed: Vec<(u32, u32, u32)> = printed.map(|row| (row.first, row.last, row.copy)).collect();
    let papers = |card: u32| {
        let of_it = printed.iter().filter(|(first, last, _)| (*first..=*last).contains(&card));
        of_it.map(|(_, _, copy)| *copy).max().unwrap_or(0)
    };
    let copy = papers(meant.first);
    let bounds = printed.iter().flat_map(|(first, last, _)| [*first, last + 1]);
    let mut inside = bounds.filter(|bound| (meant.first + 1..=meant.last).contains(bound));
    inside.all(|bound| papers(bound) == copy).then_some(copy + 1)
}

//! The form that orders cards on paper: series, from, to, template.

use egui::{Rect, Ui, vec2};
use hall_core::request::Request;
use hall_core::series::{CardNo, SeriesId};
use hall_look::ink;
use hall_wire::message::{HallLists, PrintingState, SeriesRow, TemplateRow};

use super::sheet::Sheet;
use super::{copy_words, pages_words};
use crate::bar::{Arming, Bar, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::Typed;
use crate::known::Known;
use crate::press::Press;
use crate::view::caja::block::cards_words;
use crate::view::form::Form;
use crate::view::part::{self, columns, cut_top, label};
use crate::view::tabs::by_digit;

/// How many templates have a digit; the arrows go through all.
const DIGITS: usize = 9;

/// How high a template is, with the gap under it.
const TEMPLATE: f32 = 47.0;

/// How high the line is that counts the templates without room.
const MORE: f32 = 24.0;

const SERIES: usize = 0;
const FIRST: usize = 1;
const LAST: usize = 2;

/// What is being ordered.
pub(super) struct Order {
    form: Form,
    /// The list of templates has the digits.
    at_list: bool,
    template: usize,
    /// How many templates there are.
    templates: usize,
    /// The back is looked at.
    back: bool,
    /// The picture that was asked for last.
    fetched: Option<String>,
}

/// The cards that are meant.
struct Meant<'k> {
    series: &'k SeriesRow,
    first: u32,
    last: u32,
}

impl Order {
    /// Returns an empty form with this one of so many templates chosen.
    pub(super) fn new(template: usize, templates: usize) -> Order {
        let form = Form::new(&[Takes::Code(10), Takes::Digits(7), Takes::Digits(7)]);
        Order { form, at_list: false, template, templates, back: false, fetched: None }
    }

    /// Returns whether something was typed.
    pub(super) fn has_content(&self) -> bool {
        !self.form.is_empty()
    }

    /// Returns the sheet of paper that is looked at: while the template is chosen, the one with the first card.
    pub(super) fn sheet(&self, known: &Known) -> Option<Sheet> {
        let meant = self.meant(known).ok().filter(|_| self.at_list)?;
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

    /// Returns what fetches its picture, once.
    pub(super) fn fetch(&mut self, sheet: Sheet) -> Option<Press> {
        let is_new = self.fetched.as_ref() != Some(&sheet.path);
        is_new.then(|| Press::Preview(self.fetched.insert(sheet.path).clone()))
    }

    /// Turns the sheet over.
    pub(super) fn turn(&mut self) {
        self.back = !self.back;
    }

    /// Goes to the next field, and from the last one to the templates.
    pub(super) fn next(&mut self) {
        if self.at_list {
            self.at_list = false;
            self.form.go(SERIES);
        } else if self.form.is_at_last() {
            self.at_list = true;
        } else {
            self.form.next();
        }
    }

    /// Takes what was typed, and returns whether it was for the form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        match typed {
            Typed::Char(c) if self.at_list => {
                if let Some(number) = by_digit(*c, self.templates.min(DIGITS)) {
                    self.template = number;
                }
                true
            }
            // In the list the arrows go through it, and from its first one back to the fields.
            Typed::Down if self.at_list => {
                self.template = (self.template + 1).min(self.templates.saturating_sub(1));
                true
            }
            Typed::Up if self.at_list && self.template > 0 => {
                self.template -= 1;
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

    fn meant<'k>(&self, known: &'k Known) -> Result<Meant<'k>, String> {
        let name = self.form.text(SERIES);
        if name.is_empty() {
            return Err(known.t("sala-missing-series"));
        }
        let Some(series) = known.lists.series.iter().find(|row| row.series == name) else {
            return Err(known.ta("print-no-series", &[("series", &name)]));
        };
        let first = self.form.number(FIRST).unwrap_or(1);
        let last = self.form.number(LAST).unwrap_or(series.size);
        if first == 0 || first > last || last > series.size {
            return Err(known.ta("print-bad-range", &[("size", &series.size.to_string())]));
        }
        Ok(Meant { series, first, last })
    }

    /// Returns what the form asks for, or what is missing.
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
        Ok(NextAct::new(&label, Press::ask(&label, order)).sub(parts.join(" · ")))
    }

    /// Returns the bar, with no key but Intro.
    pub(super) fn bar(&self, known: &Known) -> Bar {
        let next = match (self.act(known), self.meant(known)) {
            (Ok(act), _) if self.at_list => Next::Do(act),
            // What is typed so far is good: Intro goes on.
            (_, Ok(_)) if !self.at_list => {
                Next::Do(NextAct::new(known.t("form-next"), Press::Typed).armed(Arming::Reading(0.01)))
            }
            (Err(missing), _) => Next::Missing { label: known.t("print-order"), what: missing },
            (Ok(_), _) => {
                Next::Missing { label: known.t("print-order"), what: known.t("sala-missing-field") }
            }
        };
        let prompt = if self.at_list { "print-choose-template" } else { "print-fields" };
        Bar::new(Lead::Now, known.t(prompt), next)
    }

    /// Paints the form.
    pub(super) fn paint(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        let row = cut_top(&mut room, 74.0);
        let ids = ["sala-field-series", "print-field-first", "print-field-last"];
        for (field, (cell, id)) in columns(row, [1.2, 1.0, 1.0], 10.0).into_iter().zip(ids).enumerate() {
            let focus = !self.at_list && self.form.at() == field;
            if part::field(ui, cell, &known.t(id), self.form.field(field), focus) {
                self.at_list = false;
                self.form.go(field);
            }
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
            let digit = (self.at_list && number < DIGITS).then_some(number as u8 + 1);
            let chosen = self.template == number;
            if part::choice(ui, cell, digit, &template.title, chosen, template.fault.is_none()) {
                self.template = number;
                self.at_list = true;
            }
        }
        if hidden > 0 {
            let more = known.ta("more-rows", &[("n", &hidden.to_string())]);
            ink::line(ui, cut_top(&mut room, MORE), &more, label(15.0));
        }
        if room.height() > 40.0
            && let Ok(act) = self.act(known)
        {
            cut_top(&mut room, 6.0);
            ink::words(ui, room, &act.sub, part::bold(18.0));
        }
    }
}

/// Returns the place of the template that was used last, or else of the first.
pub(super) fn used_last(known: &Known) -> usize {
    let last = known.lists.printings.first().map(|row| row.template.as_str());
    known.templates.iter().position(|row| Some(row.template.as_str()) == last).unwrap_or(0)
}

/// Returns how many pages these cards take: each has its place on a sheet of paper, whichever are printed.
fn pages(template: &TemplateRow, first: u32, last: u32) -> u32 {
    let on_each = template.cards.max(1);
    let papers = (last - 1) / on_each - (first - 1) / on_each + 1;
    papers * if template.back { 2 } else { 1 }
}

/// Returns which copy of these cards is the next one, as the list has it; none if there are more papers of
/// some than of others, which is refused. The list is not the whole record: the desk has the last word.
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

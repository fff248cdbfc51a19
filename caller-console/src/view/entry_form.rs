//! The forms of the jefe de sala and of the sets of balls: fields, a numbered list once they are filled, and what they
//! ask of the desk.

use egui::{Rect, Ui, pos2, vec2};
use hall_look::ink;

use super::balls::tables;
use super::form::listed::{Heard, Listed};
use super::part::{self, bold, columns, cut_top, label, text};
use crate::bar::{Bar, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::Typed;
use crate::known::{Known, Member, date};

mod asks;
mod book;
mod devices;
mod draw;
mod kind;
mod matrix;
mod people;
mod sets;

use book::day;
pub(super) use draw::draw_words;
pub(super) use kind::{FormKind, ROLES};
pub(super) use matrix::kind_words;

pub(super) struct EntryForm {
    kind: FormKind,
    /// `None`: nothing is typed, Intro acts.
    listed: Option<Listed>,
    chosen: [bool; 7],
    /// What was in the first fields, and chosen, from the start.
    given: Vec<String>,
    usual: [bool; 7],
    /// The person it is about.
    person: u32,
    /// The set of balls or the device it is about, and the count on the board or the device's number.
    set: String,
    count: u32,
}

impl EntryForm {
    pub(super) fn new(kind: FormKind) -> EntryForm {
        let takes: Vec<Takes> = kind.fields().map(|field| field.takes).collect();
        let listed = (!takes.is_empty()).then(|| Listed::new(&takes, kind.options().len()));
        let (given, usual, set) = (Vec::new(), kind.usual(), String::new());
        EntryForm { kind, listed, chosen: usual, given, usual, person: 0, set, count: 0 }
    }

    /// A form about a set of balls, the count on the board, or a device: its name, and its number.
    pub(super) fn about(kind: FormKind, set: &str, count: u32) -> EntryForm {
        EntryForm { set: set.to_owned(), count, ..EntryForm::new(kind) }
    }

    /// A form whose first field is a number, if one is given.
    pub(super) fn with_number(kind: FormKind, number: Option<u32>) -> EntryForm {
        let mut entry = EntryForm::new(kind);
        if let (Some(number), Some(listed)) = (number, &mut entry.listed) {
            entry.given = vec![number.to_string()];
            listed.form.put(0, &entry.given[0]);
            listed.next();
        }
        entry
    }

    /// A form about a person; one that changes what is known begins with that.
    pub(super) fn about_person(kind: FormKind, person: u32, member: &Member) -> EntryForm {
        let mut entry = EntryForm { person, ..EntryForm::new(kind) };
        if let (FormKind::ChangePerson, Some(listed)) = (kind, &mut entry.listed) {
            let until = member.card_until.map(|day| date(&day.to_string())).unwrap_or_default();
            entry.given = vec![member.name.clone(), member.document.clone().unwrap_or_default(), until];
            for (field, text) in entry.given.iter().enumerate() {
                listed.form.put(field, text);
            }
            entry.usual = ROLES.map(|(role, _)| member.own_roles.contains(&role));
            entry.chosen = entry.usual;
        }
        entry
    }

    /// Whether something was typed or chosen.
    pub(super) fn has_content(&self) -> bool {
        let given = self.given.iter().map(String::as_str).chain(std::iter::repeat(""));
        let texts = self.listed.iter().flat_map(|listed| listed.form.texts());
        self.chosen != self.usual || texts.zip(given).any(|(text, given)| text != given)
    }

    pub(super) const fn kind(&self) -> FormKind {
        self.kind
    }

    /// Whether characters are words, and no keys.
    pub(super) fn writes(&self) -> bool {
        self.listed.as_ref().is_some_and(Listed::writes)
    }

    /// Takes words from the input; returns whether something changed.
    pub(super) fn write(&mut self, ui: &Ui) -> bool {
        self.listed.as_mut().is_some_and(|listed| listed.write(ui))
    }

    /// Goes to the next field, and from the last one to the list.
    pub(super) fn next(&mut self) {
        self.listed.iter_mut().for_each(Listed::next);
    }

    pub(super) fn forget_pins(&mut self) {
        self.listed.iter_mut().for_each(|listed| listed.form.forget_pins());
    }

    /// Returns whether it was for the form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        let Some(listed) = &mut self.listed else { return matches!(typed, Typed::Char(_)) };
        let heard = listed.typed(typed);
        if let Heard::Chose(number) = heard {
            self.choose(number);
        }
        heard != Heard::Nothing
    }

    fn choose(&mut self, number: usize) {
        let was = self.chosen[number];
        match (self.kind, number) {
            // One of the first two.
            (FormKind::Matrix | FormKind::AnnounceDraw | FormKind::Inspect, 0 | 1) => {
                (self.chosen[0], self.chosen[1]) = (number == 0, number == 1);
            }
            // A set is for one sort of machine, and a machine is of one.
            (FormKind::BallSet | FormKind::Machine, _) => {
                self.chosen = [false; 7];
                self.chosen[number] = !was;
            }
            (_, _) => self.chosen[number] = !was,
        }
        self.listed.iter_mut().for_each(Listed::go_to_list);
    }

    fn text(&self, field: usize) -> &str {
        self.listed.as_ref().map_or("", |listed| listed.form.text(field))
    }

    fn number(&self, field: usize) -> Option<u32> {
        self.text(field).parse().ok()
    }

    fn needed(&self, field: usize, id: &str, known: &Known) -> Result<&str, String> {
        let text = self.text(field);
        if text.is_empty() { Err(known.t(id)) } else { Ok(text) }
    }

    fn at_list(&self) -> bool {
        self.listed.as_ref().is_some_and(Listed::at_list)
    }

    fn act(&self, known: &Known) -> Result<NextAct, String> {
        match self.kind {
            FormKind::Person => self.add_person(known),
            FormKind::ChangePerson => self.change_person(known),
            FormKind::ResetPin | FormKind::TakeBack => self.first_pin(known),
            FormKind::Dismiss => self.dismiss(known),
            FormKind::NewDevice => self.new_device(known),
            FormKind::ThisDevice => Self::this_device(known),
            FormKind::RevokeDevice => self.revoke_device(known),
            FormKind::Series => self.series(known),
            FormKind::Matrix => self.make_matrix(known),
            FormKind::Retire => self.retire_matrix(known),
            FormKind::BallSet => self.ball_set(known),
            FormKind::Machine => self.machine(known),
            FormKind::Inspect | FormKind::Enrol | FormKind::Weigh => self.about_set(known),
            FormKind::Withdraw | FormKind::Count | FormKind::Cancel => self.about_set(known),
            FormKind::Book | FormKind::CloseBook => self.book(known),
            FormKind::CopyActa => self.copy_acta(known),
            FormKind::AnnounceDraw | FormKind::TakeDraw | FormKind::RequireDraws => self.draw(known),
        }
    }

    /// The bar, with no key but Intro.
    pub(super) fn bar(&self, known: &Known) -> Bar {
        let last = self.listed.as_ref().is_none_or(Listed::is_at_end);
        let goes_on = self.listed.as_ref().is_some_and(|listed| {
            let at = listed.form.at();
            self.kind.fields().nth(at).is_some_and(|field| field.optional)
                || !listed.form.field(at).is_empty()
        });
        let label = known.t(self.kind.words().verb);
        let next = match self.act(known) {
            Ok(act) if last => Next::Do(act),
            Ok(_) | Err(_) if !last && goes_on => Next::field(known),
            Ok(_) => Next::Missing { label, what: known.t("sala-missing-field") },
            Err(what) => Next::Missing { label, what },
        };
        let prompt = match (self.kind, self.at_list()) {
            (FormKind::Count, _) => "set-count-prompt",
            (FormKind::ThisDevice | FormKind::RevokeDevice, _) => "devices-form-prompt",
            (_, true) => "sala-form-list",
            (_, false) => "sala-form-fields",
        };
        Bar::new(Lead::Now, known.t(prompt), next)
    }

    pub(super) fn paint(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        self.paint_fields(ui, &mut room, known);
        if self.kind == FormKind::Inspect {
            let row = cut_top(&mut room, part::TOUCH);
            cut_top(&mut room, 10.0);
            self.paint_options(ui, &columns(row, [0.7, 0.9, 1.4], 8.0), known);
        } else if !self.kind.options().is_empty() {
            self.paint_list(ui, &mut room, known);
        }
        let Some((id, size)) = self.kind.words().help else { return };
        let help = match (self.kind, &known.lists.key_draw) {
            (FormKind::Enrol, _) => tables::form_words(known, &self.set, self.text(0)),
            (FormKind::TakeDraw, Some(draw)) => format!("{} {}", draw_words(draw, known), known.t(id)),
            (_, _) => known.t(id),
        };
        let set = if self.listed.is_none() { text(size) } else { label(size) };
        ink::words(ui, room, &help, set);
    }

    fn paint_fields(&mut self, ui: &mut Ui, room: &mut Rect, known: &Known) {
        let Some(listed) = &mut self.listed else { return };
        let mut number = 0;
        for row in self.kind.rows() {
            let [left, right] = columns(cut_top(room, row.height), row.parts, 16.0);
            cut_top(room, row.gap);
            let alone = row.fields.len() == 1 && matches!(row.fields[0].takes, Takes::Words(_));
            let first = if alone { left.union(right) } else { left };
            for (cell, field) in [first, right].into_iter().zip(row.fields) {
                listed.paint(ui, cell, number, &known.t(field.label), row.is_long());
                number += 1;
            }
        }
    }

    fn paint_options(&mut self, ui: &mut Ui, cells: &[Rect], known: &Known) {
        for (number, (cell, id)) in cells.iter().zip(self.kind.options()).enumerate() {
            let digit = self.at_list().then_some(number as u8 + 1);
            if part::choice(ui, *cell, digit, &known.t(id), self.chosen[number], true) {
                self.choose(number);
            }
        }
    }

    /// The list in two columns, with a line about its digits; the room below is left.
    fn paint_list(&mut self, ui: &mut Ui, room: &mut Rect, known: &Known) {
        let count = self.kind.options().len();
        let half = count.div_ceil(2);
        let width = (room.width() - 10.0) / 2.0;
        let cell = |number: usize| {
            let (column, line) = ((number / half) as f32, (number % half) as f32);
            let at = pos2(room.left() + (width + 10.0) * column, room.top() + 47.0 * line);
            Rect::from_min_size(at, vec2(width, 44.0))
        };
        let cells: Vec<Rect> = (0..count).map(cell).collect();
        self.paint_options(ui, &cells, known);
        room.min.y += 47.0 * half as f32 + 4.0;
        if self.at_list() && room.height() >= 18.0 {
            let line = Rect::from_min_size(room.min, vec2(room.width(), 20.0));
            ink::line(ui, line, &known.t("sala-list-digits"), bold(15.0));
        }
        room.min.y += 28.0;
    }
}

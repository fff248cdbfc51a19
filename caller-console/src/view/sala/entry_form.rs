//! What the jefe de sala enters: a person, a series, a matrix, the end of one, a set of balls.

use egui::{Rect, Ui, pos2, vec2};
use hall_core::event::Extractor;
use hall_core::machine::SetId;
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::Role;
use hall_core::request::Request;
use hall_core::series::SeriesId;
use hall_look::{ink, words};
use hall_wire::command::field::Secret;
use hall_wire::command::{AddPerson, Command};

use super::matrix_form;
use crate::bar::{Arming, Bar, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::Typed;
use crate::known::Known;
use crate::press::Press;
use crate::view::form::listed::{Heard, Listed};
use crate::view::part::{self, bold, columns, cut_top, label};

/// What is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Somebody of the staff.
    Person,
    /// A series that came into the stock.
    Series,
    /// A matrix of cards.
    Matrix,
    /// The end of a matrix.
    Retire,
    /// A set of balls.
    BallSet,
}

impl Kind {
    /// Returns the ids of what is chosen from once the fields are filled, in the order of the digits.
    fn list(self) -> Vec<&'static str> {
        match self {
            Kind::Person => ROLES.map(|(_, id)| id).into(),
            Kind::BallSet => MACHINES.map(|(_, id)| id).into(),
            Kind::Matrix => matrix_form::OPTIONS.map(|(_, id)| id).into(),
            Kind::Series | Kind::Retire => Vec::new(),
        }
    }

    /// Returns what of that is chosen from the start.
    fn usual(self) -> [bool; 7] {
        let mut usual = [false; 7];
        if self == Kind::Matrix {
            usual[..3].copy_from_slice(&matrix_form::USUAL);
        }
        usual
    }
}

/// The roles, as the wire names them, in the order of their digits.
pub(super) const ROLES: [(Role, &str); 7] = [
    (Role::JefeDeSala, "role-jefe-de-sala"),
    (Role::JefeDeMesa, "role-jefe-de-mesa"),
    (Role::Cajero, "role-cajero"),
    (Role::VendedorLocutor, "role-vendedor"),
    (Role::Auxiliar, "role-auxiliar"),
    (Role::Admision, "role-admision"),
    (Role::Inspector, "role-inspector"),
];

const MACHINES: [(Extractor, &str); 2] =
    [(Extractor::Pneumatic, "set-pneumatic"), (Extractor::Drum, "set-drum")];

/// The most characters of a text that is more than a name.
const LONG_MAX: usize = 160;

/// A PIN has at least six digits (DECISIONS 5).
const PIN_MIN: usize = 6;

/// A form of the jefe de sala: fields, and a numbered list once they are filled.
pub(super) struct EntryForm {
    kind: Kind,
    listed: Listed,
    chosen: [bool; 7],
    /// What stood in the first field from the start.
    given: String,
}

impl EntryForm {
    /// Returns an empty one.
    pub(super) fn new(kind: Kind) -> EntryForm {
        let takes: &[Takes] = match kind {
            Kind::Person => &[Takes::Words(40), Takes::Words(60), Takes::Pin, Takes::Pin],
            Kind::Series => &[Takes::Code(10), Takes::Digits(9), Takes::Money],
            Kind::Matrix => &[Takes::Digits(7), Takes::Words(LONG_MAX)],
            Kind::Retire => &[Takes::Digits(10), Takes::Words(LONG_MAX)],
            Kind::BallSet => &[Takes::Code(8), Takes::Words(40), Takes::Words(40), Takes::Words(40)],
        };
        let listed = Listed::new(takes, kind.list().len());
        EntryForm { kind, listed, chosen: kind.usual(), given: String::new() }
    }

    /// Returns the form that retires a matrix: this one, if one is given.
    pub(super) fn retire(matrix: Option<u32>) -> EntryForm {
        let mut entry = EntryForm::new(Kind::Retire);
        if let Some(matrix) = matrix {
            entry.given = matrix.to_string();
            entry.listed.form.put(0, &entry.given);
            entry.listed.next();
        }
        entry
    }

    /// Returns whether something was typed or chosen.
    pub(super) fn has_content(&self) -> bool {
        let given = std::iter::once(self.given.as_str()).chain(std::iter::repeat(""));
        self.chosen != self.kind.usual()
            || self.listed.form.texts().zip(given).any(|(text, given)| text != given)
    }

    /// Returns what is entered.
    pub(super) const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns whether characters are words now, and no keys.
    pub(super) fn writes(&self) -> bool {
        self.listed.writes()
    }

    /// Takes words from the input; returns whether something changed.
    pub(super) fn write(&mut self, ui: &Ui) -> bool {
        self.listed.write(ui)
    }

    /// Goes to the next field, and from the last one to the list.
    pub(super) fn next(&mut self) {
        self.listed.next();
    }

    /// Empties the PINs.
    pub(super) fn forget_pin(&mut self) {
        self.listed.form.forget_pins();
    }

    fn choose(&mut self, number: usize) {
        // A set is for one machine; a person may have several roles.
        if self.kind == Kind::Matrix {
            matrix_form::choose(&mut self.chosen, number);
        } else {
            let was = self.chosen[number];
            if self.kind == Kind::BallSet {
                self.chosen = [false; 7];
            }
            self.chosen[number] = !was;
        }
        self.listed.go_to_list();
    }

    /// Takes what was typed, and returns whether it was for the form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        let heard = self.listed.typed(typed);
        if let Heard::Chose(number) = heard {
            self.choose(number);
        }
        heard != Heard::Nothing
    }

    /// Returns what the form asks for, or what is missing.
    fn act(&self, known: &Known) -> Result<NextAct, String> {
        match self.kind {
            Kind::Person => self.person(known),
            Kind::Series => self.series(known),
            Kind::Matrix => matrix_form::make(&self.listed.form, &self.chosen, known),
            Kind::Retire => matrix_form::retire(&self.listed.form, known),
            Kind::BallSet => self.ball_set(known),
        }
    }

    fn needed(&self, field: usize, id: &str, known: &Known) -> Result<&str, String> {
        let text = self.listed.form.text(field);
        if text.is_empty() { Err(known.t(id)) } else { Ok(text) }
    }

    fn person(&self, known: &Known) -> Result<NextAct, String> {
        let user = self.needed(0, "sala-missing-user", known)?;
        if !user.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
            return Err(known.t("sala-user-letters"));
        }
        if known.people.values().any(|member| member.user == user) {
            return Err(known.t("sala-user-taken"));
        }
        let name = self.needed(1, "sala-missing-name", known)?;
        let pin = self.listed.form.text(2);
        if pin.len() < PIN_MIN {
            return Err(known.t("sala-missing-pin"));
        }
        if pin != self.listed.form.text(3) {
            return Err(known.t("sala-pins-differ"));
        }
        let chosen = ROLES.iter().zip(self.chosen).filter(|(_, chosen)| *chosen);
        let roles: Vec<Role> = chosen.map(|((role, _), _)| *role).collect();
        if roles.is_empty() {
            return Err(known.t("sala-missing-role"));
        }
        let label = known.ta(
            "sala-person-do",
            &[("name", &crate::view::caja::block::on_button(&crate::known::short_name(name)))],
        );
        let pin = Secret(pin.into());
        let person = AddPerson { user: user.into(), name: name.into(), pin, roles };
        Ok(NextAct::new(&label, Press::ask(&label, Command::AddPerson(person))))
    }

    fn series(&self, known: &Known) -> Result<NextAct, String> {
        let series = self.needed(0, "sala-missing-series", known)?;
        let series_id = SeriesId::parse(series).ok_or_else(|| known.t("sala-series-name"))?;
        let Some(matrix) = self.listed.form.number(1) else { return Err(known.t("sala-missing-matrix")) };
        let row = known.lists.matrices.iter().find(|row| row.matrix == matrix);
        let Some((row, matrix)) = row.zip(MatrixNo::new(matrix)) else {
            return Err(known.ta("sala-no-matrix", &[("n", &matrix.to_string())]));
        };
        let value = self.listed.form.field(2).cents().filter(|cents| *cents > 0);
        let Some(value) = value else { return Err(known.t("sala-missing-value")) };
        let label = known.ta("sala-series-do", &[("series", &series)]);
        let receive = Request::ReceiveSeries { series: series_id, matrix, face_value: Cents(value) };
        let cards = crate::view::caja::block::cards_words(known, row.size);
        let sub = known.ta("sala-series-sub", &[("cards", &cards), ("value", &words::money(value))]);
        Ok(NextAct::new(&label, Press::ask(&label, receive)).sub(sub))
    }

    fn ball_set(&self, known: &Known) -> Result<NextAct, String> {
        let set = self.needed(0, "sala-missing-set", known)?;
        let homologation = self.needed(1, "sala-missing-homologation", known)?;
        let maker = self.needed(2, "sala-missing-maker", known)?;
        let machine = MACHINES.iter().zip(self.chosen).find(|(_, chosen)| *chosen);
        let extractor = machine.map(|((extractor, _), _)| *extractor);
        let extractor = extractor.ok_or_else(|| known.t("sala-missing-machine"))?;
        let label = known.ta("sala-set-do", &[("set", &set)]);
        let reference = self.listed.form.text(3);
        let register = Request::RegisterBallSet {
            set: SetId::parse(set).ok_or_else(|| known.t("sala-missing-set"))?,
            extractor,
            homologation: homologation.into(),
            maker: Some(maker.into()),
            reference: (!reference.is_empty()).then(|| reference.into()),
        };
        Ok(NextAct::new(&label, Press::ask(&label, register)))
    }

    /// Returns the bar, with no key but Intro.
    pub(super) fn bar(&self, known: &Known) -> Bar {
        let verb = known.t(match self.kind {
            Kind::Person => "sala-person-verb",
            Kind::Series => "sala-series-verb",
            Kind::Matrix => "sala-matrix-verb",
            Kind::Retire => "sala-retire-verb",
            Kind::BallSet => "sala-set-verb",
        });
        let last = self.listed.is_at_end();
        let form = &self.listed.form;
        // What may be left empty is passed by.
        let may_be_empty = matches!((self.kind, form.at()), (Kind::Matrix, 1) | (Kind::BallSet, 3));
        let typed = may_be_empty || !form.field(form.at()).is_empty();
        let next = match self.act(known) {
            Ok(act) if last => Next::Do(act),
            // There are fields left: Intro goes to the next one.
            Ok(_) | Err(_) if !last && typed => {
                Next::Do(NextAct::new(known.t("form-next"), Press::Typed).armed(Arming::Reading(0.01)))
            }
            Ok(_) => Next::Missing { label: verb, what: known.t("sala-missing-field") },
            Err(missing) => Next::Missing { label: verb, what: missing },
        };
        let prompt = if self.listed.at_list() { "sala-form-list" } else { "sala-form-fields" };
        Bar::new(Lead::Now, known.t(prompt), next)
    }

    /// Paints the form.
    pub(super) fn paint(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        let ids: &[&str] = match self.kind {
            Kind::Person => &["sala-field-user", "sala-field-name", "sala-field-pin", "sala-field-pin-again"],
            Kind::Series => &["sala-field-series", "sala-field-matrix", "sala-field-value"],
            Kind::Matrix => &["sala-field-size", "sala-field-mixed"],
            Kind::Retire => &["sala-field-matrix", "sala-field-reason"],
            Kind::BallSet => {
                &["sala-field-set", "sala-field-homologation", "sala-field-maker", "sala-field-reference"]
            }
        };
        if matches!(self.kind, Kind::Matrix | Kind::Retire) {
            self.paint_long(ui, &mut room, known, ids);
            self.paint_list(ui, room, known);
            return;
        }
        for (line, pair) in ids.chunks(2).enumerate() {
            let row = cut_top(&mut room, 74.0);
            cut_top(&mut room, 10.0);
            let parts = if self.kind == Kind::Person && line == 0 { [0.8, 1.2] } else { [1.0, 1.0] };
            for (place, (cell, id)) in columns(row, parts, 16.0).into_iter().zip(pair).enumerate() {
                self.listed.paint(ui, cell, line * 2 + place, &known.t(id), false);
            }
        }
        self.paint_list(ui, room, known);
    }

    /// A number, and words that need lines.
    fn paint_long(&mut self, ui: &mut Ui, room: &mut Rect, known: &Known, ids: &[&str]) {
        let row = cut_top(room, 74.0);
        let [number, _] = columns(row, [1.0, 1.0], 16.0);
        cut_top(room, 10.0);
        let words = cut_top(room, 136.0);
        cut_top(room, 12.0);
        for (field, (cell, id)) in [number, words].into_iter().zip(ids).enumerate() {
            self.listed.paint(ui, cell, field, &known.t(id), field > 0);
        }
    }

    fn paint_list(&mut self, ui: &mut Ui, room: Rect, known: &Known) {
        let list = self.kind.list();
        if list.is_empty() {
            let id = if self.kind == Kind::Series { "sala-series-help" } else { "sala-retire-help" };
            ink::words(ui, room, &known.t(id), label(17.0));
            return;
        }
        let half = list.len().div_ceil(2);
        let width = (room.width() - 10.0) / 2.0;
        for (number, id) in list.iter().enumerate() {
            let (column, line) = (number / half, number % half);
            let at = pos2(room.left() + (width + 10.0) * column as f32, room.top() + 47.0 * line as f32);
            let cell = Rect::from_min_size(at, vec2(width, 44.0));
            let digit = self.listed.at_list().then_some(number as u8 + 1);
            if part::choice(ui, cell, digit, &known.t(id), self.chosen[number], true) {
                self.choose(number);
            }
        }
        let below = Rect::from_min_max(pos2(room.left(), room.top() + 47.0 * half as f32 + 4.0), room.max);
        if self.listed.at_list() && below.height() >= 18.0 {
            let line = Rect::from_min_size(below.min, vec2(below.width(), 20.0));
            ink::line(ui, line, &known.t("sala-list-digits"), bold(15.0));
        }
        if self.kind == Kind::Matrix {
            let help = Rect::from_min_max(below.min + vec2(0.0, 28.0), below.max);
            ink::words(ui, help, &known.t("sala-matrix-help"), label(16.0));
        }
    }
}

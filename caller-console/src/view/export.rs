//! F4 F8 · Sessions are taken away on the stick in the server (DECISIONS 44, ADR 53): which, with which personal data, how far it is and
//! where it ended up.

use egui::{Rect, Ui, vec2};
use hall_core::event::SessionNo;
use hall_core::people::Role;
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::{ink, sign};
use hall_wire::message::SessionRow;

use super::View;
use super::part::{bold, choice, columns, cut_top, gauge, headed, in_colour, label, panel, rows, text};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::{Known, date};
use crate::place::Over;
use crate::press::Press;
use crate::view::help::Topic;

/// A session of the list, or a kind of personal data.
const ROW: f32 = 46.0;

/// The kinds of personal data, by their digits.
const FIELDS: [&str; 3] = ["export-names", "export-documents", "export-signatures"];

/// What is chosen.
#[derive(Debug, Default)]
pub struct Export {
    /// The chosen session: the latest is the first.
    row: usize,
    /// The other end, where several are chosen.
    from: Option<usize>,
    with: [bool; 3],
}

/// The key that opens it, for those who may take sessions away. In a draw the sala's keys are those of the draw.
pub fn key(known: &Known) -> Option<KeyButton> {
    let me = known.me.as_ref()?;
    let in_draw = super::sala::past::sheet_paper(known).is_some();
    let may = me.roles.contains(&Role::Inspector) || me.roles.contains(&Role::JefeDeSala) && !in_draw;
    may.then(|| KeyButton::new(Key::F8, known.t("export-open"), Press::Open(Over::Export)))
}

impl Export {
    /// Takes what is known: a list may be shorter than before.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        let last = known.lists.sessions.len().saturating_sub(1);
        self.row = self.row.min(last);
        self.from = self.from.map(|from| from.min(last));
        self
    }

    /// The chosen sessions, the earliest first.
    fn chosen(&self, known: &Known) -> Option<(u32, u32)> {
        let of = |row: usize| known.lists.sessions.get(row).map(|row| row.session);
        let (one, other) = (of(self.row)?, of(self.from.unwrap_or(self.row))?);
        Some((one.min(other), one.max(other)))
    }

    fn sessions_words(&self, known: &Known) -> String {
        match self.chosen(known) {
            Some((first, last)) if first == last => known.ta("export-session", &[("n", &first)]),
            Some((first, last)) => known.ta("export-sessions", &[("first", &first), ("last", &last)]),
            None => String::new(),
        }
    }

    fn data_words(&self, known: &Known) -> String {
        let asked = FIELDS.into_iter().zip(self.with).filter(|(_, asked)| *asked);
        let asked: Vec<String> = asked.map(|(field, _)| within(&known.t(field))).collect();
        if asked.is_empty() {
            known.t("export-without")
        } else {
            known.ta("export-with", &[("fields", &asked.join("; "))])
        }
    }

    fn next(&self, known: &Known) -> Next {
        let Some((first, last)) = self.chosen(known) else { return Next::Wait(known.t("past-none-wait")) };
        if let Some([first, last]) = known.board.exports.under_way {
            let id = if first == last { "export-under-way" } else { "export-under-way-several" };
            return Next::Wait(known.ta(id, &[("first", &first), ("last", &last)]));
        }
        let [names, documents, signatures] = self.with;
        let (first, last) = (SessionNo(first), SessionNo(last));
        let request = Request::MakeExport { first, last, names, documents, signatures };
        let what = known.ta(
            "export-what",
            &[("sessions", &self.sessions_words(known)), ("data", &self.data_words(known))],
        );
        let act = NextAct::new(known.t("export-do"), Press::ask(what.clone(), request)).sub(what);
        // Names leave the hall: never by a key too many.
        Next::Do(if self.with.contains(&true) { act.held(1.0) } else { act })
    }

    fn sessions(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> bool {
        let all: &[SessionRow] = &known.lists.sessions;
        let mut touched = false;
        let fit = ((room.height() / (ROW + 6.0)) as usize).max(1);
        let first = (self.row + 1).saturating_sub(fit);
        let other = self.from.unwrap_or(self.row);
        for (row, session) in all.iter().enumerate().skip(first).take(fit) {
            let state = if session.closed_at_utc_ms.is_some() { "export-row" } else { "export-row-open" };
            let words = known.ta(state, &[("n", &session.session), ("date", &date(&session.date))]);
            let chosen = (self.row.min(other)..=self.row.max(other)).contains(&row);
            if choice(ui, cut_top(&mut room, ROW), None, &words, chosen, true) {
                self.row = row;
                touched = true;
            }
            cut_top(&mut room, 6.0);
        }
        touched
    }

    fn data(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> bool {
        let mut touched = false;
        for (at, field) in FIELDS.into_iter().enumerate() {
            let number = u8::try_from(at + 1).ok();
            if choice(ui, cut_top(&mut room, ROW), number, &known.t(field), self.with[at], true) {
                self.with[at] ^= true;
                touched = true;
            }
            cut_top(&mut room, 6.0);
        }
        let asked = self.with.contains(&true);
        let ink_of = if asked { console::ALERT } else { colour::TEXT2 };
        let id = if asked { "export-data-asked" } else { "export-data-none" };
        ink::words(ui, room, &known.t(id), in_colour(text(17.0), ink_of));
        touched
    }
}

/// Words as they stand within a sentence.
fn within(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// How far it is, where it ended up, or why there is none.
fn outcome(ui: &mut Ui, mut room: Rect, known: &Known) {
    let exports = &known.board.exports;
    if exports.under_way.is_some() {
        let exporting = known.lists.exporting.as_ref();
        let words = exporting.map_or_else(|| known.t("export-begins"), |it| format!("{}…", it.words));
        ink::line(ui, cut_top(&mut room, 30.0), &words, bold(19.0));
        cut_top(&mut room, 6.0);
        let part = exporting.map_or(0, |it| it.part);
        let bar = cut_top(&mut room, 18.0);
        gauge(ui, bar, 6.0, part as f32 / 100.0, console::NEXT, colour::RAISED);
        cut_top(&mut room, 8.0);
        ink::words(ui, room, &known.t("export-leave-it"), text(17.0));
        return;
    }
    let (mark, ink_of, head, words) = if let Some(place) = &exports.place {
        let head = known.ta("export-made", &[("n", &exports.no)]);
        (
            sign::tick as fn(&egui::Painter, Rect, egui::Color32),
            colour::OK,
            head,
            known.ta("export-place", &[("place", place)]),
        )
    } else if let Some(why) = &exports.failed {
        let head = known.ta("export-failed", &[("n", &exports.no)]);
        (sign::cross as fn(&egui::Painter, Rect, egui::Color32), console::REFUSE, head, why.clone())
    } else {
        ink::words(ui, room, &known.t("export-how"), text(18.0));
        return;
    };
    let mut line = cut_top(&mut room, 32.0);
    mark(
        ui.painter(),
        Rect::from_center_size(line.left_center() + vec2(12.0, 0.0), vec2(20.0, 20.0)),
        ink_of,
    );
    line.min.x += 34.0;
    ink::line(ui, line, &head, in_colour(bold(20.0), ink_of));
    cut_top(&mut room, 4.0);
    ink::words(ui, room, &words, text(18.0));
}

impl View for Export {
    fn bar(&self, known: &Known) -> Bar {
        let mut bar =
            Bar::new(Lead::May, known.t("export-prompt"), self.next(known)).with(KeyButton::close(known));
        if known.lists.sessions.len() > 1 {
            let id = if self.from.is_some() { "export-one" } else { "export-from" };
            let button = KeyButton::new(Key::F5, known.t(id), Press::Typed);
            bar = bar.with(button.chosen(self.from.is_some()));
        }
        bar
    }

    fn topic(&self) -> Topic {
        Topic::Export
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [1.0, 1.5], 12.0);
        let list = headed(ui, left, 30.0, &known.t("export-which"), label(17.0));
        let mut touched = false;
        if known.lists.sessions.is_empty() {
            ink::words(ui, list, &known.t("past-none"), text(19.0));
        } else {
            touched |= self.sessions(ui, list, known);
        }
        let [top, bottom] = rows(right, [1.2, 1.0], 12.0);
        let data = headed(ui, top, 30.0, &known.t("export-data"), label(17.0));
        touched |= self.data(ui, data, known);
        outcome(ui, panel(ui, bottom), known);
        touched.then_some(Press::Typed)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if let Typed::Char(c) = typed {
            let field = super::tabs::by_digit(*c, FIELDS.len())?;
            self.with[field] ^= true;
            return Some(Press::Typed);
        }
        self.row = typed.row(self.row, known.lists.sessions.len())?;
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::F5 {
            self.from = if self.from.is_some() { None } else { Some(self.row) };
        }
    }

    fn granted(&mut self) {
        // Asked for each time anew.
        self.with = [false; 3];
    }
}

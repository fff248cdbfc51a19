//! How a form looks: its steps at the left, the one in focus at the right, what will happen under it.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_look::sign;

use super::{Aloud, Answer, Form, Opt, Step};
use crate::entry::Entry;
use crate::keys::Key;
use crate::known::Known;
use crate::press::Press;
use crate::view::machine;
use crate::view::part::{
    CHOSEN, TOUCH, bold, choice, columns, cut_bottom, cut_top, field, fitting, headed, in_colour, label,
    more_rows, page, panel_in_focus, say, say_pages, text, touch,
};

/// How high an option is, with the gap under it.
const OPTION: f32 = 51.0;

/// The gap under an option.
const GAP: f32 = 5.0;

/// How high the line is that counts the options without room.
const MORE: f32 = 24.0;

impl Form {
    /// Paints it all.
    pub(super) fn paint(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let steps = self.steps(known);
        let at = self.at(&steps);
        let idle = self.waits_for(known).is_some();
        let [mut list, mut rest] = columns(room, [536.0, 700.0], 12.0);
        if self.blank.shows_machine {
            machine::foot(ui, &mut rest, known);
        }
        let aside = (self.blank.aside)(ui, list, known);
        if aside > 0.0 {
            list.min.y += aside + 10.0;
        }
        // What is read aloud stands where there is more room: under the steps, or under the one in focus.
        let wanted = 58.0 + 52.0 * steps.len() as f32;
        let mut under = Rect::from_min_max(pos2(list.left(), list.top() + wanted + 10.0), list.max);
        let says = (self.blank.say)(self.filling(known)).is_some();
        if says && under.height() > 130.0 {
            list.max.y = list.top() + wanted;
        } else {
            under = Rect::NOTHING;
        }
        let mut pressed = None;
        if let Some(number) = self.list(ui, list, known, &steps, at) {
            self.at = Some(number);
            pressed = Some(Press::Typed);
        }
        self.writes = false;
        if let (Some(step), false) = (steps.get(at), idle) {
            let height = step_height(step, rest.height());
            let spot = cut_top(&mut rest, height);
            let answered = self.step(ui, spot, known, step, (at, steps.len()));
            if answered.is_some() {
                self.at = Some(at);
            }
            pressed = answered.or(pressed);
            rest.min.y += 10.0;
        }
        self.below(ui, rest, under, known);
        pressed
    }

    /// The steps, each with its answer; one that was answered can be gone back to.
    fn list(&self, ui: &mut Ui, room: Rect, known: &Known, steps: &[Step], at: usize) -> Option<usize> {
        let mut inner = headed(ui, room, 28.0, &self.title(known), label(17.0));
        let pitch = (inner.height() / steps.len().max(1) as f32).min(52.0);
        let mut pressed = None;
        for (number, step) in steps.iter().enumerate() {
            let row = cut_top(&mut inner, pitch);
            let here = number == at;
            let good = step.missing.is_none();
            let answered = good && (number < at || !self.filled.get(step.key).is_empty());
            // Back to what was answered; forward goes step by step.
            let open = number < at && pitch >= TOUCH && self.waits_for(known).is_none();
            if here {
                ui.painter().rect_filled(row, 0.0, CHOSEN);
            }
            if open && touch(ui, row, &step.name, true).clicked() {
                pressed = Some(number);
            }
            let inkc = if here || answered { console::TEXT } else { console::DIM };
            let place = Rect::from_min_size(row.min + vec2(6.0, 0.0), vec2(28.0, pitch));
            ink::paint(ui, place, &(number + 1).to_string(), in_colour(bold(17.0), inkc).centred());
            let mark = Rect::from_center_size(pos2(row.left() + 54.0, row.center().y), vec2(17.0, 15.0));
            if answered && !here {
                sign::tick(ui.painter(), mark, colour::OK);
            } else if here {
                sign::arrow(ui.painter(), mark.shrink(2.0), console::NEXT);
            }
            let words = Rect::from_min_max(row.min + vec2(76.0, 0.0), row.max - vec2(8.0, 0.0));
            let inkv = if answered { colour::OK } else { colour::TEXT2 };
            let value = in_colour(bold(16.0), inkv).right();
            let shown = if good { step.shown(&self.filled) } else { String::new() };
            let set = if here { bold(17.0) } else { text(17.0) };
            let named = ink::line(ui, words, &step.name, in_colour(set, inkc));
            let right = Rect::from_min_max(pos2(named.right() + 14.0, row.top()), words.max);
            if !shown.is_empty() && right.width() > 40.0 {
                ink::line(ui, right, &cut_to(ui, &shown, value, right.width()), value);
            }
            ui.painter().hline(row.x_range(), row.bottom() - 0.5, Stroke::new(1.0, colour::RAISED));
        }
        pressed
    }

    /// The step in focus.
    fn step(
        &mut self,
        ui: &mut Ui,
        room: Rect,
        known: &Known,
        step: &Step,
        (at, of): (usize, usize),
    ) -> Option<Press> {
        let mut inner = panel_in_focus(ui, room);
        if of > 1 {
            let place = known.ta("fo-of", &[("at", &(at + 1)), ("of", &of)]);
            ink::line(ui, cut_top(&mut inner, 20.0), &place, label(16.0));
        }
        ink::line(ui, cut_top(&mut inner, 36.0), &step.name, bold(24.0));
        inner.min.y += 4.0;
        match &step.answer {
            Answer::Choice(options) => self.options(ui, inner, known, step, options),
            Answer::Entry(takes) => {
                let entry = Entry::new(*takes).with(self.filled.or(step.key, &step.start));
                let spot = cut_top(&mut inner, 96.0);
                let wide = Rect::from_min_size(spot.min, vec2(spot.width().min(460.0), spot.height()));
                field(ui, wide, &step.help, &entry, true);
                inner.min.y += 10.0;
                if !step.note.is_empty() {
                    ink::words(ui, inner, &step.note, label(17.0));
                }
                None
            }
            Answer::Page(most) => {
                let mut foot = cut_bottom(&mut inner, 26.0);
                ink::line(ui, cut_top(&mut inner, 26.0), &step.help, label(16.0));
                self.page_field(ui, inner, step, *most, at);
                foot.min.y += 4.0;
                ink::line(ui, foot, &step.note, label(16.0));
                None
            }
            Answer::Text(most) => {
                ink::line(ui, cut_top(&mut inner, 26.0), &step.help, label(16.0));
                let spot = cut_top(&mut inner, 108.0);
                self.text_field(ui, spot, step, *most, at);
                inner.min.y += 8.0;
                if !step.note.is_empty() {
                    ink::words(ui, inner, &step.note, label(16.0));
                }
                None
            }
        }
    }

    fn options(
        &mut self,
        ui: &mut Ui,
        mut inner: Rect,
        known: &Known,
        step: &Step,
        options: &[Opt],
    ) -> Option<Press> {
        if !step.note.is_empty() {
            let height = note_height(step);
            ink::words(ui, cut_top(&mut inner, height), &step.note, label(17.0));
        }
        if options.is_empty() {
            ink::words(ui, inner, &known.t("fo-nothing-long"), text(18.0));
            return None;
        }
        let value = self.filled.or(step.key, &step.start).to_string();
        let chosen = options.iter().position(|opt| opt.value == value);
        let count = options.len();
        let wide = if count > 5 { 2 } else { 1 };
        let fit = |height: f32| ((height / (TOUCH + GAP)).floor().max(1.0) as usize) * wide;
        let whole = fit(inner.height());
        // What finds no room is counted in the last line, and is on the pages that follow.
        let shown = page(ui, ("options", step.key), count, whole, fit(inner.height() - MORE), chosen);
        if shown.len() < count {
            let more = more_rows(known, count - shown.len());
            ink::line(ui, cut_bottom(&mut inner, MORE), &more, label(16.0));
        }
        let rows = shown.len().div_ceil(wide);
        let pitch = (inner.height() / rows as f32).clamp(TOUCH + GAP, OPTION);
        let sides = columns(inner, [1.0, 1.0], 10.0);
        let mut pressed = None;
        for (place, number) in shown.enumerate() {
            let opt = &options[number];
            let column = if wide == 2 { sides[place / rows] } else { inner };
            let top = column.top() + pitch * (place % rows) as f32;
            let spot = Rect::from_min_size(pos2(column.left(), top), vec2(column.width(), pitch - GAP));
            let key = u8::try_from(number + 1).ok().filter(|key| *key < 10);
            if choice(ui, spot, key, &opt.words, opt.value == value, true) {
                self.choose(step, number);
                pressed = Some(Press::Typed);
            }
        }
        pressed
    }

    /// A text of many lines, which scrolls in its room; Intro goes on, and with the shift key it begins a line.
    fn page_field(&mut self, ui: &mut Ui, room: Rect, step: &Step, most: usize, at: usize) {
        let mut words = self.filled.or(step.key, &step.start).to_string();
        let line = egui::KeyboardShortcut::new(egui::Modifiers::SHIFT, egui::Key::Enter);
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            ui.set_clip_rect(room.intersect(ui.clip_rect()));
            egui::ScrollArea::vertical().id_salt(step.key).show(ui, |ui| {
                let edit = written(ui, &mut words, (step.key, most), 17.0).return_key(Some(line));
                let response = ui.add_sized(room.size(), edit);
                self.is_written(&response, at);
            });
        });
        // The field is longer than the room that it scrolls in, which is what has its name.
        let seen = ui.interact(room, egui::Id::unique(("page", step.key)), egui::Sense::hover());
        self.is_named(step, &seen);
        ui.painter().rect_stroke(room, 4.0, Stroke::new(4.0, console::NEXT), egui::StrokeKind::Outside);
        if words.contains('\t') {
            words.retain(|c| c != '\t');
            self.moves.push(Key::Intro);
        }
        // Only what somebody changed is thrown away by leaving.
        let words: String = words.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
        if words != self.filled.or(step.key, &step.start) {
            self.filled.set(step.key, words);
        }
    }

    /// A field for words has the keys.
    fn is_written(&mut self, response: &egui::Response, at: usize) {
        self.writes = true;
        self.at = self.at.or(Some(at));
        if !response.has_focus() {
            response.request_focus();
        }
    }

    fn is_named(&self, step: &Step, response: &egui::Response) {
        response.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, &step.name);
            info.current_text_value = Some(self.filled.or(step.key, &step.start).to_string());
            info
        });
    }

    fn text_field(&mut self, ui: &mut Ui, room: Rect, step: &Step, most: usize, at: usize) {
        let mut words = self.filled.get(step.key).to_string();
        let edit = written(ui, &mut words, (step.key, most), 20.0);
        let response = ui.put(room, edit);
        self.is_written(&response, at);
        self.is_named(step, &response);
        ui.painter().rect_stroke(room, 4.0, Stroke::new(4.0, console::NEXT), egui::StrokeKind::Outside);
        // Tab goes on, as everywhere; a text field would keep it.
        if words.contains('\t') {
            words.retain(|c| c != '\t');
            self.moves.push(Key::Intro);
        }
        // The record keeps one line: what was pasted with more is joined.
        let words: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).take(most).collect();
        self.filled.set(step.key, words);
    }

    /// What will happen, and what is read aloud.
    fn below(&self, ui: &mut Ui, mut rest: Rect, under: Rect, known: &Known) {
        let facts = (self.blank.facts)(self.filling(known));
        if !facts.is_empty() {
            let pitch = 40.0_f32.min((rest.height() - 62.0) / facts.len() as f32);
            if pitch >= 22.0 {
                let height = 62.0 + pitch * facts.len() as f32;
                let inner = headed(ui, cut_top(&mut rest, height), 28.0, &known.t("fo-facts"), label(17.0));
                paint_facts(ui, inner, &facts, pitch);
                rest.min.y += 10.0;
            }
        }
        if let Some(Aloud { head, words, from }) = (self.blank.say)(self.filling(known)) {
            let beside = rest.height() * rest.width();
            let spot =
                if under.is_positive() && under.height() * under.width() > beside { under } else { rest };
            match words.chars().count() {
                0..=150 => say(ui, spot, &head, &words, 27.0),
                151..=600 => say(ui, spot, &head, &words, 21.0),
                _ => say_pages(ui, spot, known, &head, (&words, from)),
            }
        }
    }
}

/// A field for words of at most so many characters, which is told from others by its key.
fn written<'w>(
    ui: &mut Ui,
    words: &'w mut String,
    (key, most): (&'static str, usize),
    size: f32,
) -> egui::TextEdit<'w> {
    let style = ui.style_mut();
    let font = hall_look::font::Face::Regular.at(size);
    style.text_styles.insert(egui::TextStyle::Name("form".into()), font);
    style.visuals.text_cursor.stroke = Stroke::new(3.0, colour::INK);
    style.visuals.selection.bg_fill = console::NEXT;
    egui::TextEdit::multiline(words)
        .id(egui::Id::unique(("turns text", key)))
        .font(egui::TextStyle::Name("form".into()))
        .char_limit(most)
        .text_color(colour::INK)
        .background_color(egui::Color32::WHITE)
        .margin(egui::Margin::symmetric(10, 8))
        .lock_focus(true)
}

/// Paints names with their values.
pub fn paint_facts(ui: &mut Ui, mut room: Rect, facts: &[(String, String)], pitch: f32) {
    for (name, value) in facts {
        let row = cut_top(&mut room, pitch);
        if value.is_empty() {
            ink::line(ui, row, name, label(17.0));
        } else {
            let covered = ink::line(ui, row, value, bold(17.0).right());
            let rest = Rect::from_min_max(row.min, pos2(covered.left() - 12.0, row.bottom()));
            ink::line(ui, rest, name, text(17.0));
        }
        ui.painter().hline(row.x_range(), row.bottom() - 0.5, Stroke::new(1.0, colour::RAISED));
    }
}

fn note_height(step: &Step) -> f32 {
    if step.note.is_empty() { 0.0 } else { 26.0 * (step.note.chars().count() as f32 / 72.0).ceil() + 6.0 }
}

fn step_height(step: &Step, most: f32) -> f32 {
    let head = 28.0 + 60.0;
    let wanted = match &step.answer {
        Answer::Choice(options) => {
            let rows = if options.len() > 5 { options.len().div_ceil(2) } else { options.len().max(1) };
            head + note_height(step) + rows as f32 * OPTION
        }
        Answer::Entry(_) => head + 106.0 + note_height(step).max(8.0) + 12.0,
        Answer::Text(_) => head + 142.0 + note_height(step),
        Answer::Page(_) => most - 142.0,
    };
    wanted.min(most)
}

/// Words cut so that they fit this width with hardly a shrink: the whole stands in the step.
fn cut_to(ui: &Ui, words: &str, set: ink::Set, width: f32) -> String {
    let mut most = words.chars().count();
    loop {
        let cut = fitting(words, most);
        let galley = ui.painter().layout_no_wrap(cut.clone(), set.face.at(set.size), set.colour);
        if galley.size().x * 0.9 <= width || most < 4 {
            return cut;
        }
        most -= 1;
    }
}

//! F10, F6 · The sets of balls, over any view: for the jefe de mesa, who may do everything but register one.

use egui::{Rect, Ui};
use hall_core::request::RequestKind;

use super::Balls;
use crate::bar::{Bar, KeyButton, Next};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::view::View;
use crate::view::entry_form::EntryForm;
use crate::view::help::Topic;

#[derive(Default)]
pub struct Page {
    balls: Balls,
    row: usize,
}

/// The key that opens the page, for those who may count balls.
pub fn key(known: &Known) -> Option<KeyButton> {
    let open = KeyButton::new(Key::F6, known.t("balls-open"), Press::Open(Over::Balls));
    known.may(RequestKind::BeginBallCount).then(|| open.sub(known.t("balls-open-sub")))
}

impl Page {
    /// The page for what is known: the list may be shorter than before.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        self.row = self.row.min(known.lists.ball_sets.len().saturating_sub(1));
        self.balls.look(known, self.row);
        self
    }
}

impl View for Page {
    fn bar(&self, known: &Known) -> Bar {
        let bar = self.balls.bar(known, self.row).with_all(self.balls.buttons(known));
        if self.balls.is_busy() {
            return bar.with(KeyButton::back(known));
        }
        let bar = bar.with(KeyButton::close(known));
        if !self.balls.is_idle(known, self.row) {
            return bar;
        }
        Bar { prompt: known.t("balls-prompt"), next: Next::close(known), ..bar }
    }

    fn topic(&self) -> Topic {
        Topic::Balls
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        if self.balls.form.as_mut().is_some_and(|form| form.write(ui)) {
            ui.ctx().request_repaint();
        }
        self.balls.body(ui, room, known, &mut self.row);
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if self.balls.typed(typed) {
            return Some(Press::Typed);
        }
        if self.balls.is_busy() {
            return None;
        }
        self.row = typed.row_round(self.row, known.lists.ball_sets.len())?;
        Some(Press::Typed)
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        self.balls.form.as_ref().is_some_and(EntryForm::has_content)
    }

    fn writes(&self) -> bool {
        self.balls.form.as_ref().is_some_and(EntryForm::writes)
    }

    fn pressed(&mut self, key: Key) {
        self.balls.pressed(key);
    }

    fn refused(&mut self) {
        self.balls.form.iter_mut().for_each(EntryForm::forget_pins);
    }

    fn granted(&mut self) {
        self.balls.forget();
    }
}

//! F10, F6 · The sets of balls, over any view: for the jefe de mesa, who may do all with them but register one.

use egui::{Rect, Ui};
use hall_core::request::RequestKind;

use super::Balls;
use crate::bar::{Bar, KeyButton, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::view::View;
use crate::view::turns::may;

/// The page.
#[derive(Default)]
pub struct Page {
    balls: Balls,
    row: usize,
}

/// Returns the key that opens the page, for whoever may do something there.
pub fn key(known: &Known) -> Option<KeyButton> {
    let open = KeyButton::new(Key::F6, known.t("balls-open"), Press::Open(Over::Balls));
    may(known, RequestKind::BeginBallCount).then(|| open.sub(known.t("balls-open-sub")))
}

impl Page {
    /// Returns the page, once it has looked at what is known: a list may have grown shorter.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        self.row = self.row.min(known.lists.ball_sets.len().saturating_sub(1));
        self.balls.look(known, self.row);
        self
    }
}

impl View for Page {
    fn bar(&self, known: &Known) -> Bar {
        let bar = self.balls.bar(known, self.row);
        if self.balls.is_busy() {
            let back = KeyButton::new(Key::Back, known.t("back"), Press::Typed);
            return self.balls.buttons(known).into_iter().fold(bar, Bar::with).with(back);
        }
        let close = KeyButton::new(Key::Back, known.t("close"), Press::Close);
        let bar = self.balls.buttons(known).into_iter().fold(bar, Bar::with).with(close);
        if !self.balls.is_idle(known, self.row) {
            return bar;
        }
        let next = Next::Do(NextAct::new(known.t("close"), Press::Close));
        Bar { prompt: known.t("balls-prompt"), next, ..bar }
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        if self.balls.write(ui) {
            ui.ctx().request_repaint();
        }
        self.balls.body(ui, room, known, &mut self.row);
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if self.balls.typed(typed) {
            return Some(Press::Typed);
        }
        let rows = known.lists.ball_sets.len().max(1);
        match typed {
            Typed::Up if !self.balls.is_busy() => self.row = (self.row + rows - 1) % rows,
            Typed::Down if !self.balls.is_busy() => self.row = (self.row + 1) % rows,
            Typed::Up
            | Typed::Down
            | Typed::Press(_)
            | Typed::Released
            | Typed::Char(_)
            | Typed::Erase
            | Typed::Next
            | Typed::Scan(_) => return None,
        }
        Some(Press::Typed)
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        self.balls.has_content()
    }

    fn writes(&self) -> bool {
        self.balls.writes()
    }

    fn pressed(&mut self, key: Key) {
        self.balls.pressed(key);
    }

    fn refused(&mut self) {
        self.balls.forget_pin();
    }

    fn granted(&mut self) {
        self.balls.forget();
    }
}

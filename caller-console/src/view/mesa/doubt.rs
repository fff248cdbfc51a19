//! A card number that was typed and was not sold in this game: it is asked once more at the desk, with what
//! to look at, before the hall sees anything of it. A scanner does not mistype, and is not asked.

use std::fmt::Display;

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_look::colour::console;
use hall_look::{ink, sign};
use hall_wire::board::{Cards, Play};

use super::{series, sung};
use crate::bar::{KeyButton, Next, NextAct};
use crate::keys::Key;
use crate::known::{Known, date as written};
use crate::press::Press;
use crate::value;
use crate::view::caja::block;
use crate::view::part::{RADIUS, bold, cut_top, in_colour, text};

/// The number that is asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Doubt(Option<u32>);

impl Doubt {
    /// Returns whether this number, as it was typed, is asked about now.
    pub(super) fn is_about(self, known: &Known, number: Option<u32>) -> bool {
        number.is_some() && self.0 == number && number.is_some_and(|number| !is_sold(known, number))
    }

    /// Intro was pressed over this number: the first time it is asked about.
    pub(super) fn ask(&mut self, number: Option<u32>) {
        self.0 = number;
    }

    /// Returns what Intro does with a number that was typed: it is checked, or asked about first.
    pub(super) fn next(self, known: &Known, number: u32, play: Play) -> Next {
        let label = known.ta("check-do", &[("card", &number)]);
        let Some(press) = sung::claim_typed(known, number, play) else {
            return Next::Missing { label, what: known.t("check-missing") };
        };
        let play = sung::play_words(known, play);
        if is_sold(known, number) {
            return Next::Do(NextAct::new(label, press).sub(play));
        }
        if self.is_about(known, Some(number)) {
            let label = known.ta("doubt-do", &[("card", &number)]);
            return Next::Do(NextAct::new(label, press).sub(known.t("doubt-do-sub")));
        }
        Next::Do(NextAct::new(label, Press::Typed).sub(play))
    }
}

/// Returns the key that goes back to the number.
pub(super) fn retype(known: &Known) -> KeyButton {
    KeyButton::new(Key::Back, known.t("doubt-retype"), Press::Typed)
}

/// Returns whether a number was sold in this game, in any of its series.
pub(super) fn is_sold(known: &Known, number: u32) -> bool {
    known
        .game()
        .is_some_and(|game| game.segments.iter().any(|cards| (cards.first..=cards.last).contains(&number)))
}

/// Returns the cards sold whose numbers are nearest.
fn nearest(known: &Known, number: u32) -> Option<&Cards> {
    let away = |cards: &&Cards| cards.first.saturating_sub(number).max(number.saturating_sub(cards.last));
    known.game()?.segments.iter().min_by_key(away)
}

/// Paints the question: the number is not among those sold, and what to look at on the card.
pub(super) fn paint(ui: &mut Ui, mut room: Rect, known: &Known, number: u32) {
    ui.painter().rect_stroke(room, RADIUS, Stroke::new(3.0, console::ALERT), StrokeKind::Inside);
    room = room.shrink2(vec2(14.0, 10.0));
    let mut head = cut_top(&mut room, 54.0);
    let mark = Rect::from_center_size(pos2(head.left() + 18.0, head.center().y), vec2(34.0, 34.0));
    sign::octagon(ui.painter(), mark, console::ALERT);
    ink::paint(ui, mark, "?", in_colour(bold(20.0), console::ALERT_INK).centred());
    head.min.x = mark.right() + 12.0;
    let words = known.ta("doubt-head", &[("card", &number)]);
    ink::words(ui, head.shrink2(vec2(0.0, 4.0)), &words, bold(19.0));
    let game = known.game();
    let date = known.public().session.as_ref().map(|session| session.date.clone()).unwrap_or_default();
    let args: [(&str, &dyn Display); 4] = [
        ("series", &game.map(|game| series(&game.series)).unwrap_or_default()),
        ("card", &number),
        ("game", &value::game(known).0),
        ("date", &written(&date)),
    ];
    let mut lines = vec![known.ta("doubt-number", &args), known.ta("doubt-game", &args)];
    if let Some(cards) = nearest(known, number) {
        let cards = block::list(std::slice::from_ref(cards), 1);
        lines.push(known.ta("doubt-nearest", &[("cards", &cards)]));
    }
    let words = lines.join("\n");
    ink::words(ui, room, &words, text(18.0));
}

//! A card number typed during a stop. If it was not sold in this game, the desk is asked once more, with what to
//! look at, before the hall sees anything of it. A scanned card is not asked about.

use std::fmt::Display;

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_look::colour::console;
use hall_look::{ink, sign};
use hall_wire::board::{Cards, Play};

use super::{series, sung};
use crate::bar::{KeyButton, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::{Known, date};
use crate::press::Press;
use crate::value;
use crate::view::caja::block;
use crate::view::part::{RADIUS, bold, choice, cut_top, in_colour, text};

pub(super) struct Keyed {
    pub(super) number: Entry,
    /// The number that is asked about.
    asked: Option<u32>,
    /// The play is not the usual one.
    pub(super) other_play: bool,
    /// One more card, after the first.
    pub(super) another: bool,
}

impl Default for Keyed {
    fn default() -> Keyed {
        let number = Entry::new(Takes::Digits(6));
        Keyed { number, asked: None, other_play: false, another: false }
    }
}

impl Keyed {
    /// The number that the desk is asked about.
    pub(super) fn doubted(&self, known: &Known) -> Option<u32> {
        self.number.number().filter(|number| self.asked == Some(*number) && !is_sold(known, *number))
    }

    /// What Intro does with a typed number: check it, or ask about it first.
    pub(super) fn next(&self, known: &Known, number: u32, play: Play) -> Next {
        let label = known.ta("check-do", &[("card", &number)]);
        let Some(press) = sung::claim_typed(known, number, play) else {
            return Next::Missing { label, what: known.t("check-missing") };
        };
        let play = sung::play_words(known, play);
        Next::Do(if is_sold(known, number) {
            NextAct::new(label, press).sub(play)
        } else if self.doubted(known).is_some() {
            NextAct::new(known.ta("doubt-do", &[("card", &number)]), press).sub(known.t("doubt-do-sub"))
        } else {
            NextAct::new(label, Press::Typed).sub(play)
        })
    }

    pub(super) fn prompt(&self, known: &Known) -> String {
        known.t(if self.doubted(known).is_some() { "doubt-prompt" } else { "check-prompt" })
    }

    /// The key that goes back: from the question to the number, or from one card more.
    pub(super) fn back(&self, known: &Known) -> Option<KeyButton> {
        if self.doubted(known).is_some() {
            Some(KeyButton::new(Key::Back, known.t("doubt-retype"), Press::Typed))
        } else {
            self.another.then(|| KeyButton::back(known))
        }
    }

    /// Takes a digit or a rub-out; an arrow changes the play.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        let taken = self.number.typed(typed);
        if taken {
            self.asked = None;
        }
        let arrow = matches!(typed, Typed::Up | Typed::Down);
        self.other_play ^= arrow;
        taken || arrow
    }

    /// Intro asks about the number first, − goes back to it. Returns whether the key was one of these.
    pub(super) fn pressed(&mut self, key: Key) -> bool {
        let retype = key == Key::Back && self.asked.is_some();
        if retype {
            self.asked = None;
            self.number.clear();
        } else if key == Key::Intro {
            self.asked = self.number.number();
        }
        retype || key == Key::Intro
    }

    pub(super) fn plays(&mut self, ui: &mut Ui, known: &Known, spots: [Rect; 2]) -> Option<Press> {
        let mut pressed = None;
        for (spot, (other, id)) in spots.into_iter().zip([(false, "play-line"), (true, "play-bingo")]) {
            if choice(ui, spot, None, &known.t(id), self.other_play == other, true) {
                self.other_play = other;
                pressed = Some(Press::Typed);
            }
        }
        pressed
    }
}

/// Whether a number was sold in this game, in any of its series.
fn is_sold(known: &Known, number: u32) -> bool {
    let of = |cards: &Cards| (cards.first..=cards.last).contains(&number);
    known.game().is_some_and(|game| game.segments.iter().any(of))
}

/// The cards sold whose numbers are nearest.
fn nearest(known: &Known, number: u32) -> Option<&Cards> {
    let away = |cards: &&Cards| cards.first.saturating_sub(number).max(number.saturating_sub(cards.last));
    known.game()?.segments.iter().min_by_key(away)
}

/// Paints the question: the number is not among those sold, and what to look at on the card.
pub(super) fn paint_doubt(ui: &mut Ui, mut room: Rect, known: &Known, number: u32) {
    ui.painter().rect_stroke(room, RADIUS, Stroke::new(3.0, console::ALERT), StrokeKind::Inside);
    room = room.shrink2(vec2(14.0, 10.0));
    let mut head = cut_top(&mut room, 54.0);
    let mark = Rect::from_center_size(pos2(head.left() + 18.0, head.center().y), vec2(34.0, 34.0));
    sign::octagon(ui.painter(), mark, console::ALERT);
    ink::paint(ui, mark, "?", in_colour(bold(20.0), console::ALERT_INK).centred());
    head.min.x = mark.right() + 12.0;
    let words = known.ta("doubt-head", &[("card", &number)]);
    ink::words(ui, head.shrink2(vec2(0.0, 4.0)), &words, bold(19.0));
    let day = known.public().session.as_ref().map(|session| date(&session.date));
    let args: [(&str, &dyn Display); 4] = [
        ("series", &known.game().map(|game| series(&game.series)).unwrap_or_default()),
        ("card", &number),
        ("game", &value::game(known).0),
        ("date", &day.unwrap_or_default()),
    ];
    let mut lines = vec![known.ta("doubt-number", &args), known.ta("doubt-game", &args)];
    if let Some(cards) = nearest(known, number) {
        let cards = block::list(std::slice::from_ref(cards), 1);
        lines.push(known.ta("doubt-nearest", &[("cards", &cards)]));
    }
    ink::words(ui, room, &lines.join("\n"), text(18.0));
}

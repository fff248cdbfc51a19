//! 17 · By hand (36.2, DECISIONS 22): the caller keys the ball, the second person keys the same at
//! another device without seeing it; equal, it is extracted, and the caller announces it.

use egui::{Rect, Ui, vec2};
use hall_core::ball::Ball;
use hall_core::event::Ordinal;
use hall_core::request::{Request, RequestKind};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::board::{ByHand, Pending};

use super::common::alert;
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::value;
use crate::view::help::Topic;
use crate::view::mesa::{draw::played_for, trouble};
use crate::view::part::{
    bold, columns, cut_bottom, cut_top, field, in_colour, keypad, label, panel, panel_in_focus, said, text,
    tiles,
};
use crate::view::{Band, View};

#[derive(Debug)]
pub struct Keying {
    ball: Entry,
    /// For which place it was typed: another one begins anew.
    place: u8,
}

impl Default for Keying {
    fn default() -> Keying {
        Keying { ball: Entry::new(Takes::Digits(2)), place: 0 }
    }
}

/// The state for the person who sits here.
enum Turn<'a> {
    /// A ball waits to be announced.
    Announce(&'a Pending),
    /// Who sits here keys the ball.
    Key(&'a ByHand),
    /// This person is awaited.
    Wait(u32),
    /// Neither of the two sits here.
    Neither(&'a ByHand),
}

fn turn(known: &Known) -> Option<Turn<'_>> {
    let hand = known.board.by_hand.as_ref()?;
    let me = known.person();
    if let Some(pending) = known.board.pending.first() {
        let mine = known.may(RequestKind::Announce) && me != Some(hand.second);
        return Some(if mine { Turn::Announce(pending) } else { Turn::Wait(hand.caller) });
    }
    let (caller, second) = (Some(hand.caller), Some(hand.second));
    if me != caller && me != second {
        return Some(Turn::Neither(hand));
    }
    if hand.keyed_by.is_some() && hand.keyed_by == me {
        let other = if me == caller { hand.second } else { hand.caller };
        return Some(Turn::Wait(other));
    }
    Some(Turn::Key(hand))
}

impl Keying {
    /// The ball that was typed, or what it still lacks.
    fn ball_of(&self, known: &Known, hand: &ByHand) -> Result<Ball, String> {
        let number = self.ball.number().ok_or_else(|| known.t("ma-type"))?;
        let ball = value::ball(number).ok_or_else(|| known.t("ma-range"))?;
        // A ball that is out is not in the drum: it cannot come again.
        if hand.remaining.contains(&ball.number()) {
            Ok(ball)
        } else {
            Err(known.ta("ma-out", &[("ball", &ball)]))
        }
    }
}

impl View for Keying {
    fn bar(&self, known: &Known) -> Bar {
        let name = |person: u32| known.short_name(person);
        let (lead, prompt, next) = match turn(known) {
            Some(Turn::Announce(pending)) => {
                let label = known.ta("ma-announce", &[("ball", &pending.ball)]);
                let Some(ball) = Ball::new(pending.ball) else {
                    return Bar::new(Lead::Wait, "", Next::Wait(label));
                };
                let (game, ordinal) = (value::game(known), Ordinal(pending.ordinal));
                let announce = Request::Announce { game, ordinal, ball, typed: false };
                let act = NextAct::ask(label, announce).armed(Arming::Ball).sub(known.t("ma-announce-sub"));
                (Lead::Say, format!("«{}»", said(pending.ball)), Next::Do(act))
            }
            Some(Turn::Key(hand)) => {
                let label = known.t("ma-agree");
                let next = match self.ball_of(known, hand) {
                    Err(what) => Next::Missing { label, what },
                    Ok(ball) => {
                        let (game, ordinal) = (value::game(known), Ordinal(hand.next));
                        let act = NextAct::ask(label, Request::KeyBall { game, ordinal, ball, again: false });
                        Next::Do(act.armed(Arming::Ball).sub(known.t("ma-agree-sub")))
                    }
                };
                (Lead::Now, known.t("ma-key"), next)
            }
            Some(Turn::Wait(person)) => {
                let words = known.ta("ma-wait", &[("name", &name(person).to_uppercase())]);
                // Both have keyed it: the caller announces it.
                let keyed = !known.board.pending.is_empty();
                let prompt = if keyed { "wait-caller-prompt" } else { "ma-wait-prompt" };
                (Lead::Wait, known.t(prompt), Next::Wait(words))
            }
            Some(Turn::Neither(hand)) => {
                let names = known.ta("ma-two", &[("a", &name(hand.caller)), ("b", &name(hand.second))]);
                (Lead::Wait, names, Next::Wait(known.t("ma-neither")))
            }
            None => (Lead::Wait, known.t("ma-wait-prompt"), Next::Wait(known.t("ma-neither"))),
        };
        let order = KeyButton::new(Key::F3, known.t("ma-order"), Press::Open(Over::Look(Look::Order)));
        Bar::new(lead, prompt, next).with(trouble(known)).with(order)
    }

    fn topic(&self) -> Topic {
        Topic::ByHand
    }

    fn look(&mut self, known: &Known) {
        let next = known.board.by_hand.as_ref().map_or(self.place, |hand| hand.next);
        if self.place != next {
            self.place = next;
            self.ball.clear();
        }
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let hand = known.board.by_hand.as_ref()?;
        let [play, prize, announced] = played_for(known);
        let left = (known.t("ma-left"), hand.remaining.len().to_string());
        let drawn = (known.t("ma-drawn"), known.t("ma-word"));
        tiles(ui, cut_top(&mut room, 62.0), [play, prize, announced, left, drawn]);
        room.min.y += 8.0;
        let [first, second, third] = columns(room, [352.0, 352.0, 520.0], 12.0);
        let me = known.person();
        let keys_here = matches!(turn(known), Some(Turn::Key(_)));
        for (spot, who) in [(first, hand.caller), (second, hand.second)] {
            let typed = (keys_here && me == Some(who)).then_some(&self.ball);
            person(ui, spot, known, hand, who, typed);
        }
        let mut inner = panel(ui, third);
        if keys_here {
            // Four rows of keys that a finger finds, and the list in what is left.
            let pad = cut_bottom(&mut inner, 212.0);
            inner.max.y -= 8.0;
            remaining(ui, inner, known, hand);
            return keypad(ui, pad, &known.t("key-erase"));
        }
        remaining(ui, inner, known, hand);
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let keys_here = matches!(turn(known), Some(Turn::Key(_)));
        (keys_here && self.ball.typed(typed)).then_some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        let next = known.board.by_hand.as_ref().map_or(0, |hand| hand.next);
        let from = known.public().by_hand.first().copied().unwrap_or(next);
        alert(known.t("ma-word"), known.ta("ma-since", &[("n", &from)]), known.t("ma-then"))
    }

    fn refused(&mut self) {
        self.ball.clear();
    }

    fn granted(&mut self) {
        self.ball.clear();
    }
}

/// One of the two: the user sees only their own digits.
fn person(ui: &mut Ui, room: Rect, known: &Known, hand: &ByHand, who: u32, typed: Option<&Entry>) {
    let mut inner = if typed.is_some() { panel_in_focus(ui, room) } else { panel(ui, room) };
    let caller = who == hand.caller;
    let head = known.t(if caller { "ma-caller" } else { "ma-second" });
    ink::line(ui, cut_top(&mut inner, 26.0), &head, label(17.0));
    ink::line(ui, cut_top(&mut inner, 34.0), &known.short_name(who), bold(22.0));
    inner.min.y += 4.0;
    if let Some(entry) = typed {
        let spot = cut_top(&mut inner, 128.0);
        let narrow = Rect::from_min_size(spot.min, vec2(210.0, spot.height()));
        field(ui, narrow, &known.ta("ma-ball", &[("n", &hand.next)]), entry, true);
        inner.min.y += 10.0;
    } else if let Some(pending) = known.board.pending.first() {
        let words = known.ta("ma-both", &[("ball", &pending.ball)]);
        let row = cut_top(&mut inner, 40.0);
        let mark = Rect::from_center_size(row.left_center() + vec2(12.0, 0.0), vec2(22.0, 20.0));
        hall_look::sign::tick(ui.painter(), mark, colour::OK);
        ink::line(ui, Rect::from_min_max(row.min + vec2(34.0, 0.0), row.max), &words, bold(18.0));
    } else {
        let keyed = hand.keyed_by == Some(who);
        let (id, inkc) = if keyed { ("ma-keyed", colour::OK) } else { ("ma-not-keyed", console::TEXT) };
        ink::line(ui, cut_top(&mut inner, 40.0), &known.t(id), in_colour(bold(18.0), inkc));
    }
    ink::words(ui, inner, &known.t("ma-blind"), label(17.0));
}

/// The balls that remain: only these may come out.
fn remaining(ui: &mut Ui, room: Rect, known: &Known, hand: &ByHand) {
    let mut inner = room;
    let head = known.ta("ma-remaining", &[("n", &hand.remaining.len())]);
    ink::line(ui, cut_top(&mut inner, 24.0), &head, label(16.0));
    let per_row = if inner.height() < 160.0 { 15 } else { 10 };
    let lines = hand.remaining.len().div_ceil(per_row).max(1);
    let height = (inner.height() / lines as f32).min(34.0);
    let width = inner.width() / per_row as f32;
    for (number, ball) in hand.remaining.iter().enumerate() {
        let at = inner.min + vec2(width * (number % per_row) as f32, height * (number / per_row) as f32);
        let cell = Rect::from_min_size(at, vec2(width, height));
        let set = if per_row == 15 { text(16.0) } else { bold(18.0) };
        ui.painter().rect_filled(cell.shrink(1.0), 3.0, colour::RAISED);
        ink::paint(ui, cell, &ball.to_string(), set.centred());
    }
    let all: Vec<String> = hand.remaining.iter().map(ToString::to_string).collect();
    ink::name(ui, room, &all.join(" "));
}

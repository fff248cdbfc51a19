//! A void game at the cashier's: the price of each card back, against the card, once (DECISIONS 17).

use egui::{Rect, Ui, pos2, vec2};
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::{ink, sign, words};
use hall_wire::board::Cards;

use super::block;
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::form::Form;
use crate::view::part::{bold, columns, cut_top, in_colour, keypad, label, panel, panel_in_focus, text};
use crate::view::{Band, View, standing};

/// The refunds of a void game.
pub(super) struct Refund {
    form: Form,
    series: Option<String>,
    to_prizes: bool,
}

impl Default for Refund {
    fn default() -> Refund {
        const CARD: Takes = Takes::Digits(7);
        Refund { form: Form::new(&[CARD, CARD]), series: None, to_prizes: false }
    }
}

impl Refund {
    /// Returns whether the cashier asked to go to the prizes, once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.to_prizes)
    }

    /// Looks at the board before the view is shown: when every card is back, nothing is typed.
    pub(super) fn look(&mut self, known: &Known) {
        if left(known) == 0 && !self.form.is_empty() {
            *self = Refund { to_prizes: self.to_prizes, ..Refund::default() };
        }
    }

    /// Returns the cards that are handed in: one, or from the first to the last.
    fn cards(&self, known: &Known) -> Result<Cards, String> {
        let Some(game) = known.game() else { return Err(known.t("no-session")) };
        let Some(first) = self.form.number(0) else { return Err(known.t("refund-missing")) };
        let last = self.form.number(1).unwrap_or(first);
        if last < first {
            return Err(known.t("caja-backwards"));
        }
        let sold = game.segments.iter().find(|run| {
            (run.first..=run.last).contains(&first)
                && self.series.as_ref().is_none_or(|series| *series == run.series)
        });
        // A game void while its cards were on sale has no segments: then the desk knows.
        let announced = Cards { series: game.series.clone(), first, last };
        let run = match sold {
            Some(run) => run,
            None if game.segments.is_empty() => &announced,
            None => return Err(known.ta("refund-not-sold", &[("card", &first.to_string())])),
        };
        if last > run.last {
            return Err(known.ta("refund-ends", &[("card", &run.last.to_string())]));
        }
        let series = self.series.clone().unwrap_or_else(|| run.series.clone());
        Ok(Cards { series, first, last })
    }
}

/// Returns how many cards are not back yet.
fn left(known: &Known) -> u32 {
    known.game().map_or(0, |game| game.cards.saturating_sub(known.public().refunded))
}

impl View for Refund {
    fn bar(&self, known: &Known) -> Bar {
        let next = match (left(known), self.cards(known)) {
            (0, _) => Next::Wait(known.t("refund-all-back-wait")),
            (_, Err(what)) => Next::Missing { label: known.t("refund-verb"), what },
            (_, Ok(cards)) => {
                let count = block::count(&cards);
                let amount = block::amount(known, count);
                let label = known.ta("refund-do", &[("amount", &amount)]);
                let Some(back) = value::cards(&cards) else {
                    return Bar::new(Lead::Wait, "", Next::Wait(label));
                };
                let refund = Request::RefundCards { game: value::game(known), cards: back };
                let sub = format!("{} · {}", block::list(&[cards], 1), block::cards_words(known, count));
                let told = block::cards_words(known, count);
                let press = Press::ask(&label, refund)
                    .done(known.ta("refund-done", &[("amount", &amount), ("cards", &told)]));
                Next::Do(NextAct::new(&label, press).sub(sub))
            }
        };
        let (lead, prompt) =
            if left(known) == 0 { (Lead::Wait, "refund-all-back") } else { (Lead::Now, "refund-how") };
        let mut bar = Bar::new(lead, known.t(prompt), next);
        if !self.form.is_empty() {
            bar = bar.with(KeyButton::new(Key::Back, known.t("pay-other-card"), Press::Typed));
        }
        if super::owes(known) {
            bar = bar.with(KeyButton::new(Key::More, known.t("caja-to-prizes"), Press::Typed));
        }
        bar
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left_room, right] = columns(room, [640.0, 596.0], 12.0);
        totals(ui, panel(ui, right), known);
        let mut inner = panel_in_focus(ui, left_room);
        ink::line(ui, cut_top(&mut inner, 40.0), &known.t("refund-title"), bold(26.0));
        cut_top(&mut inner, 6.0);
        let pad = Rect::from_min_max(
            pos2(inner.right() - 240.0, inner.top() + 8.0),
            pos2(inner.right(), inner.top() + 268.0),
        );
        let fields = Rect::from_min_max(inner.min, pos2(pad.left() - 20.0, inner.bottom()));
        let first = Rect::from_min_size(fields.min, vec2(fields.width().min(260.0), 106.0));
        let last = first.translate(vec2(0.0, 120.0));
        self.form.paint(ui, first, 0, &known.t("refund-first"));
        self.form.paint(ui, last, 1, &known.t("refund-last"));
        let below = Rect::from_min_max(pos2(inner.left(), pad.bottom() + 14.0), inner.max);
        match self.cards(known) {
            Err(why) if !self.form.field(0).is_empty() => {
                let mark = Rect::from_min_size(below.min + vec2(0.0, 4.0), vec2(20.0, 20.0));
                sign::cross(ui.painter(), mark, console::REFUSE);
                let spot = Rect::from_min_max(pos2(mark.right() + 10.0, below.top()), below.max);
                ink::words(ui, spot, &why, in_colour(bold(19.0), console::REFUSE));
            }
            Ok(_) | Err(_) => {
                ink::words(ui, below, &known.t("refund-help"), label(17.0));
            }
        }
        keypad(ui, pad, &known.t("key-erase"))
    }

    fn typed(&mut self, typed: &Typed, _known: &Known) -> Option<Press> {
        match typed {
            Typed::Scan(code) => {
                let Some((series, card)) = block::scanned(code) else {
                    return Some(Press::Refuse("lectura-ilegible"));
                };
                self.form.put(0, &card.to_string());
                self.form.clear(1);
                self.form.go(0);
                self.series = Some(series);
            }
            Typed::Char(_) | Typed::Erase => {
                if !self.form.typed(typed) {
                    return None;
                }
                if self.form.at() == 0 {
                    self.series = None;
                }
            }
            Typed::Up | Typed::Down | Typed::Next => {
                self.form.typed(typed);
            }
            Typed::Press(_) | Typed::Released => return None,
        }
        Some(Press::Typed)
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        !self.form.is_empty()
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::More {
            self.to_prizes = true;
        } else if key == Key::Back {
            *self = Refund::default();
        }
    }

    fn granted(&mut self) {
        *self = Refund::default();
    }
}

/// How many cards are back, and how many are not.
fn totals(ui: &mut Ui, mut room: Rect, known: &Known) {
    let Some(game) = known.game() else { return };
    let head = known.ta("refund-game", &[("game", &game.game.to_string())]);
    ink::line(ui, cut_top(&mut room, 26.0), &head, label(17.0));
    let (back, left) = (known.public().refunded, left(known));
    let rows = [
        (known.t("refund-sold"), game.cards),
        (known.t("refund-back"), back),
        (known.t("refund-left"), left),
    ];
    for (name, cards) in rows {
        let row = cut_top(&mut room, 62.0);
        ui.painter().hline(row.x_range(), row.bottom(), egui::Stroke::new(1.0, colour::RULE));
        let money = Rect::from_min_max(pos2(row.right() - 180.0, row.top()), row.max);
        ink::line(ui, money, &block::amount(known, cards), bold(24.0).right());
        let count = Rect::from_min_max(row.min, pos2(money.left() - 16.0, row.bottom()));
        let covered = ink::line(ui, count, &words::count(u64::from(cards)), bold(30.0).right());
        let rest = Rect::from_min_max(row.min, pos2(covered.left() - 12.0, row.bottom()));
        ink::line(ui, rest, &name, text(18.0));
    }
    cut_top(&mut room, 14.0);
    let cards = block::paged(ui, "segments", &game.segments, 3);
    ink::line(ui, cut_top(&mut room, 28.0), &cards, label(17.0));
    cut_top(&mut room, 6.0);
    ink::words(ui, room, &known.t("refund-session"), label(17.0));
}

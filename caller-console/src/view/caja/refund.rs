//! Refunds of a void game: the price of each card, against the card, once (DECISIONS 17).

use egui::{Rect, Ui, pos2, vec2};
use hall_core::request::Request;
use hall_look::{colour, ink, words};
use hall_wire::board::Cards;

use super::{block, refused};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::form::Form;
use crate::view::help::Topic;
use crate::view::part::{bold, columns, cut_top, keypad, label, panel, panel_in_focus, text};
use crate::view::{Band, View, standing};

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
    /// Whether the cashier asked to go to the prizes; asked once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.to_prizes)
    }

    /// Takes the board before the view is shown: once every card is refunded, the form is emptied.
    pub(super) fn look(&mut self, known: &Known) {
        if left(known) == 0 && !self.form.is_empty() {
            *self = Refund { to_prizes: self.to_prizes, ..Refund::default() };
        }
    }

    /// The cards to refund: one, or from the first to the last.
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
        // A game voided during its sale has no segments: the desk decides.
        let announced = Cards { series: game.series.clone(), first, last };
        let run = match sold {
            Some(run) => run,
            None if game.segments.is_empty() => &announced,
            None => return Err(known.ta("refund-not-sold", &[("card", &first)])),
        };
        if last > run.last {
            return Err(known.ta("refund-ends", &[("card", &run.last)]));
        }
        let series = self.series.clone().unwrap_or_else(|| run.series.clone());
        Ok(Cards { series, first, last })
    }
}

/// Cards not refunded yet.
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
                let told = block::cards_words(known, count);
                let sub = format!("{} · {told}", block::list(&[cards], 1));
                let done = known.ta("refund-done", &[("amount", &amount), ("cards", &told)]);
                Next::Do(NextAct::new(&label, Press::ask(&label, refund).done(done)).sub(sub))
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

    fn topic(&self) -> Topic {
        Topic::Refunds
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
                refused(ui, below, &why);
            }
            Ok(_) | Err(_) => {
                ink::words(ui, below, &known.t("refund-help"), label(17.0));
            }
        }
        keypad(ui, pad, &known.t("key-erase"))
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        match typed {
            Typed::Scan(code) => {
                let Some((series, card)) = block::scanned(known, code) else {
                    return Some(Press::Refuse("lectura-ilegible"));
                };
                self.form.put(0, &card.to_string());
                self.form.clear(1);
                self.form.go(0);
                self.series = series;
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
            Typed::Left | Typed::Right | Typed::Press(_) | Typed::Released => return None,
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

/// Cards and money refunded, and still to refund.
fn totals(ui: &mut Ui, mut room: Rect, known: &Known) {
    let Some(game) = known.game() else { return };
    let head = known.ta("refund-game", &[("game", &game.game)]);
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

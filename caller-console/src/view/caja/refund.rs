//! Refunds of void games: the price of each card, against the card, once (DECISIONS 17). Cards come back whenever their players bring
//! them: after the next sale has opened, in a later session, with none open.

use egui::{Rect, Ui, pos2, vec2};
use hall_core::event::GameNo;
use hall_core::request::Request;
use hall_look::{colour, ink, words};
use hall_wire::board::{Cards, ToRefund};

use super::pay::game_words;
use super::{CajaView, block, refused};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::form::Form;
use crate::view::help::Topic;
use crate::view::part::{
    bold, columns, cut_bottom, cut_top, keypad, label, more_rows, page, panel, panel_in_focus, text,
};
use crate::view::{Band, View, standing};

pub(super) struct Refund {
    form: Form,
    series: Option<String>,
    /// Which void game, the latest first.
    pick: usize,
    /// The arrows chose it.
    picked: bool,
    turns: bool,
}

impl Default for Refund {
    fn default() -> Refund {
        const CARD: Takes = Takes::Digits(7);
        Refund { form: Form::new(&[CARD, CARD]), series: None, pick: 0, picked: false, turns: false }
    }
}

impl Refund {
    /// Whether the cashier asked to go on to prizes or sale; asked once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.turns)
    }

    /// Takes the board before the view is shown: once every card is refunded, the form is emptied.
    pub(super) fn look(&mut self, known: &Known) {
        if known.board.to_refund.is_empty() && !self.form.is_empty() {
            self.anew();
        }
    }

    /// An empty form for the same game.
    fn anew(&mut self) {
        *self = Refund { pick: self.pick, picked: self.picked, turns: self.turns, ..Refund::default() };
    }

    fn is_of(&self, run: &Cards, card: u32) -> bool {
        (run.first..=run.last).contains(&card) && self.series.as_ref().is_none_or(|of| *of == run.series)
    }

    /// The void games of which the typed card was sold, the latest first.
    fn of_card<'a>(&self, known: &'a Known) -> Vec<&'a ToRefund> {
        let all = known.board.to_refund.iter().rev();
        let sold = |void: &&ToRefund| {
            self.form.number(0).is_some_and(|card| void.sold.iter().any(|run| self.is_of(run, card)))
        };
        all.filter(sold).collect()
    }

    /// The void game on the screen: the only one of which the typed card was sold; otherwise the one that was chosen.
    fn void<'a>(&self, known: &'a Known) -> Option<&'a ToRefund> {
        if let [only] = self.of_card(known)[..] {
            return Some(only);
        }
        let all: Vec<&ToRefund> = known.board.to_refund.iter().rev().collect();
        all.get(self.pick % all.len().max(1)).copied()
    }

    /// Cards of this number were sold in several void games, and nobody has said of which it is.
    fn is_of_several(&self, known: &Known) -> bool {
        self.of_card(known).len() > 1 && !self.picked
    }

    /// The cards to refund, with their game: one, or from the first to the last.
    fn cards<'a>(&self, known: &'a Known) -> Result<(&'a ToRefund, Cards), String> {
        let Some(first) = self.form.number(0) else { return Err(known.t("refund-missing")) };
        let last = self.form.number(1).unwrap_or(first);
        if last < first {
            return Err(known.t("caja-backwards"));
        }
        if self.is_of_several(known) {
            return Err(known.ta("refund-several", &[("card", &first)]));
        }
        let void = self.void(known).filter(|void| void.sold.iter().any(|run| self.is_of(run, first)));
        let Some(void) = void else { return Err(known.ta("refund-not-sold", &[("card", &first)])) };
        let Some(run) = void.out.iter().find(|run| self.is_of(run, first)) else {
            return Err(known.ta("refund-before", &[("card", &first)]));
        };
        if last > run.last {
            return Err(known.ta("refund-ends", &[("card", &run.last)]));
        }
        Ok((void, Cards { series: run.series.clone(), first, last }))
    }
}

/// The price of so many cards of a void game.
fn amount(void: &ToRefund, cards: u32) -> String {
    words::money(void.face_value_cents * u64::from(cards))
}

impl View for Refund {
    fn bar(&self, known: &Known) -> Bar {
        let none = known.board.to_refund.is_empty();
        let next = match self.cards(known) {
            _ if none => Next::Wait(known.t("refund-all-back-wait")),
            Err(what) => Next::Missing { label: known.t("refund-verb"), what },
            Ok((void, cards)) => {
                let count = block::count(&cards);
                let amount = amount(void, count);
                let label = known.ta("refund-do", &[("amount", &amount)]);
                let Some(back) = value::cards(&cards) else {
                    return Bar::new(Lead::Wait, "", Next::Wait(label));
                };
                let refund = Request::RefundCards { game: GameNo(void.game), cards: back };
                let told = block::cards_words(known, count);
                let sub = format!("{} · {told}", block::list(&[cards], 1));
                let done = known.ta("refund-done", &[("amount", &amount), ("cards", &told)]);
                Next::Do(NextAct::new(&label, Press::ask(&label, refund).done(done)).sub(sub))
            }
        };
        let (lead, prompt) = if none { (Lead::Wait, "refund-all-back") } else { (Lead::Now, "refund-how") };
        let mut bar = Bar::new(lead, known.t(prompt), next);
        if !self.form.is_empty() {
            bar = bar.with(KeyButton::new(Key::Back, known.t("pay-other-card"), Press::Typed));
        }
        bar.with_all(super::turn(known, CajaView::Refunds))
    }

    fn topic(&self) -> Topic {
        Topic::Refunds
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [640.0, 596.0], 12.0);
        if let Some(void) = self.void(known) {
            totals(ui, panel(ui, right), known, void);
        } else {
            ink::words(ui, panel(ui, right), &known.t("refund-all-back"), text(20.0));
        }
        let mut inner = panel_in_focus(ui, left);
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
            // Of several void games the arrows show one after the other, until a card says which.
            Typed::Up | Typed::Down
                if known.board.to_refund.len() > 1
                    && (self.form.is_empty() || self.of_card(known).len() > 1) =>
            {
                self.picked = true;
                self.pick = typed.row_round(self.pick, known.board.to_refund.len())?;
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
            self.turns = true;
        } else if key == Key::Back {
            self.anew();
        }
    }

    fn granted(&mut self) {
        self.anew();
    }
}

/// Cards and money of a void game refunded and still to refund, and which cards are out.
fn totals(ui: &mut Ui, mut room: Rect, known: &Known, void: &ToRefund) {
    let head = cut_top(&mut room, 26.0);
    let game = game_words(known, void.game);
    let covered = ink::line(ui, head, &known.ta("refund-game", &[("game", &game)]), label(17.0));
    let all = &known.board.to_refund;
    if all.len() > 1 {
        let place = all.iter().rev().position(|one| one.game == void.game).map_or(1, |at| at + 1);
        let rest = Rect::from_min_max(pos2(covered.right() + 16.0, head.top()), head.max);
        let which = known.ta("refund-which", &[("n", &place), ("all", &all.len())]);
        ink::line(ui, rest, &which, label(16.0).right());
    }
    let count = |runs: &[Cards]| runs.iter().map(block::count).sum::<u32>();
    let rows = [
        (known.t("refund-sold"), count(&void.sold)),
        (known.t("refund-back"), void.refunded),
        (known.t("refund-left"), count(&void.out)),
    ];
    for (name, cards) in rows {
        let row = cut_top(&mut room, 48.0);
        ui.painter().hline(row.x_range(), row.bottom(), egui::Stroke::new(1.0, colour::RULE));
        let money = Rect::from_min_max(pos2(row.right() - 180.0, row.top()), row.max);
        ink::line(ui, money, &amount(void, cards), bold(22.0).right());
        let count = Rect::from_min_max(row.min, pos2(money.left() - 16.0, row.bottom()));
        let covered = ink::line(ui, count, &words::count(u64::from(cards)), bold(26.0).right());
        let rest = Rect::from_min_max(row.min, pos2(covered.left() - 12.0, row.bottom()));
        ink::line(ui, rest, &name, text(18.0));
    }
    let session = cut_bottom(&mut room, 46.0);
    ink::words(ui, session, &known.t("refund-session"), label(16.0));
    room.min.y += 8.0;
    still_out(ui, room, known, void);
}

/// Paints which cards of a void game are still out, run by run.
pub(in crate::view) fn still_out(ui: &mut Ui, mut room: Rect, known: &Known, void: &ToRefund) {
    const COLUMNS: usize = 3;
    const ROW: f32 = 26.0;
    let mut head = cut_top(&mut room, 24.0);
    let covered = ink::line(ui, head, &known.t("refund-out"), label(16.0));
    let fit = (room.height() / ROW).floor().max(1.0) as usize * COLUMNS;
    let shown = page(ui, "still out", void.out.len(), fit, fit, None);
    if shown.len() < void.out.len() {
        head.min.x = covered.right() + 16.0;
        ink::line(ui, head, &more_rows(known, void.out.len() - shown.len()), label(15.0).right());
    }
    for line in void.out[shown].chunks(COLUMNS) {
        let row = cut_top(&mut room, ROW);
        for (spot, run) in columns(row, [1.0; COLUMNS], 12.0).into_iter().zip(line) {
            ink::line(ui, spot, &block::list(std::slice::from_ref(run), 1), bold(17.0));
        }
    }
}

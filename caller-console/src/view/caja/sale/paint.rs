//! The sale as it is painted: the sellers and what they have at the left, the form at the right.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::board::Cards;

use super::super::block::{self, Place, Seller};
use super::super::{refused, sellers as table};
use super::offer::Offer;
use super::{Sale, What, close, plan};
use crate::known::Known;
use crate::press::Press;
use crate::view::mesa::series;
use crate::view::part::{FIELD_LABEL, Tag, bold, cut_top, keypad, label, panel, panel_in_focus, tag, text};

/// Paints the body.
pub(super) fn body(sale: &mut Sale, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
    let split = room.left() + 700.0;
    let left = Rect::from_min_max(room.min, pos2(split, room.bottom()));
    let right = Rect::from_min_max(pos2(split + 12.0, room.top()), room.max);
    sellers(sale, ui, panel(ui, left), known);
    match sale.what {
        What::Close => close::paint(sale, ui, panel(ui, right), known),
        what @ (What::Issue | What::Return | What::Move | What::Burn) => {
            let inner = panel_in_focus(ui, right);
            form(sale, what, ui, inner, known)
        }
    }
}

/// The table of sellers, its total, the next card and the gaps.
fn sellers(sale: &mut Sale, ui: &mut Ui, mut room: Rect, known: &Known) {
    let Some(game) = known.game() else { return };
    let price = words::money(game.face_value_cents);
    let head = known.ta("caja-handed-out", &[("game", &game.game), ("price", &price)]);
    ink::line(ui, cut_top(&mut room, 22.0), &head, label(17.0));
    let all = block::sellers(known);
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - 92.0), room.max);
    room.max.y = foot.top() - 4.0;
    let chosen = chosen(sale, &all, known);
    if let Some(row) = table::paint(ui, room, known, &all, chosen, true) {
        touched(sale, all[row].person);
    }
    below(ui, foot, known, &all);
}

/// The row the form is about.
fn chosen(sale: &Sale, all: &[Seller], known: &Known) -> Option<usize> {
    let person = match sale.what {
        What::Issue if sale.form.is_empty() => sale.offers.next(known).map(|offer| offer.seller),
        What::Issue | What::Close => sale.form.number(0),
        What::Return => plan::coming_back(sale, known).ok().map(|(seller, _)| seller),
        What::Move => sale.form.number(2),
        What::Burn => None,
    }?;
    all.iter().position(|seller| seller.person == person)
}

/// A seller was touched in the table: the form takes the number.
fn touched(sale: &mut Sale, person: u32) {
    let field = match sale.what {
        What::Issue | What::Close => 0,
        What::Move => 2,
        What::Return | What::Burn => return,
    };
    sale.written = true;
    sale.form.put(field, &person.to_string());
    sale.form.go(if sale.what == What::Issue { 1 } else { field });
}

/// The total, the next card, and the gaps where there are any.
fn below(ui: &mut Ui, mut room: Rect, known: &Known, all: &[Seller]) {
    table::totals(ui, cut_top(&mut room, table::TOTAL), known, all, true);
    let gaps = &known.board.gaps;
    if gaps.is_empty() {
        let words = match &known.board.next_card {
            Some(next) => {
                let card = format!("{} · {}", series(&next.series), next.card);
                known.ta("caja-next-card", &[("card", &card)])
            }
            None => known.t("caja-in-order"),
        };
        ink::line(ui, room, &words, label(16.0));
        return;
    }
    let words = known.ta("caja-gap-tag", &[("cards", &block::paged(ui, "gaps", gaps, 3))]);
    let width = ui
        .painter()
        .layout_no_wrap(words.clone(), hall_look::font::Face::Bold.at(16.0), console::REFUSE_INK)
        .size()
        .x;
    let spot = Rect::from_min_size(room.min, vec2((width + 20.0).min(room.width()), room.height()));
    tag(ui, spot, &words, Tag::Refuse);
}

/// The form at the right.
fn form(sale: &mut Sale, what: What, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
    let top = Rect::from_min_size(room.min, vec2(room.width(), 222.0));
    let pad = Rect::from_min_max(pos2(top.right() - 206.0, top.top() + 2.0), top.max);
    let fields = Rect::from_min_max(top.min, pos2(pad.left() - 18.0, top.bottom()));
    match what {
        What::Issue => {
            named(sale, ui, place(fields, 0), 0, "caja-to-whom", known);
            half(sale, ui, fields, 1, "caja-how-many", known);
        }
        What::Return => {
            half(sale, ui, fields, 0, "caja-first-unsold", known);
            half(sale, ui, fields, 1, "caja-last-unsold", known);
        }
        What::Move => {
            let gap = Rect::from_min_size(fields.min, vec2(fields.width(), 84.0));
            let [first, last] = crate::view::part::columns(gap, [1.0, 1.0], 16.0);
            sale.form.paint(ui, first, 0, &known.t("caja-first"));
            sale.form.paint(ui, last, 1, &known.t("caja-last"));
            let lower = Rect::from_min_max(pos2(fields.left(), gap.bottom() + 12.0), fields.max);
            named(sale, ui, lower, 2, "caja-who-sells", known);
        }
        What::Burn => {
            named(sale, ui, place(fields, 0), 0, "caja-second", known);
            half(sale, ui, fields, 1, "login-pin", known);
        }
        What::Close => {}
    }
    let mut rest = Rect::from_min_max(pos2(room.left(), top.bottom() + 14.0), room.max);
    ui.painter().hline(rest.x_range(), rest.top(), Stroke::new(1.0, colour::RULE));
    cut_top(&mut rest, 12.0);
    consequence(sale, what, ui, rest, known);
    keypad(ui, pad, &known.t("key-erase"))
}

/// The place of the first or the second of two fields.
fn place(fields: Rect, field: usize) -> Rect {
    let top = fields.top() + if field == 0 { 0.0 } else { 114.0 };
    Rect::from_min_size(pos2(fields.left(), top), vec2(fields.width(), 106.0))
}

fn half(sale: &mut Sale, ui: &mut Ui, fields: Rect, field: usize, id: &str, known: &Known) {
    let mut room = place(fields, field);
    room.max.x = room.max.x.min(room.left() + 220.0);
    sale.form.paint(ui, room, field, &known.t(id));
}

/// A person's number, and the name beside it.
fn named(sale: &mut Sale, ui: &mut Ui, room: Rect, field: usize, id: &str, known: &Known) {
    let spot = Rect::from_min_size(room.min, vec2(112.0, room.height()));
    let head = Rect::from_min_size(room.min, vec2(room.width(), FIELD_LABEL - 6.0));
    // The label may be longer than a field for two digits.
    ink::line(ui, head, &known.t(id), label(17.0));
    let name = known.t(id);
    let entry = sale.form.field(field).clone();
    let below = Rect::from_min_max(spot.min + vec2(0.0, FIELD_LABEL), spot.max);
    if crate::view::part::field_box(ui, below, &name, &entry, sale.form.at() == field) {
        sale.form.go(field);
    }
    let Some(person) = sale.form.number(field) else { return };
    let who = Rect::from_min_max(pos2(spot.right() + 16.0, spot.top() + FIELD_LABEL), room.max);
    let name = known.short_name(person);
    if name.chars().count() <= 10 {
        ink::line(ui, who, &name, bold(26.0));
    } else {
        ink::words(ui, who.shrink2(vec2(0.0, 6.0)), &name, bold(20.0));
    }
}

/// `A 17 · 1787–1790`.
fn of_series(run: &Cards) -> String {
    format!("{} · {}", series(&run.series), block::range(run))
}

/// What the form would do.
fn consequence(sale: &mut Sale, what: What, ui: &mut Ui, mut room: Rect, known: &Known) {
    match what {
        What::Close => {}
        What::Issue if sale.form.is_empty() => match sale.offers.next(known) {
            Some(offer) => offered(sale, ui, room, known, &offer),
            None => {
                ink::words(ui, room, &known.t("caja-issue-help"), label(17.0));
            }
        },
        What::Issue => match plan::to_issue(sale, known) {
            Ok(runs) => {
                ink::line(ui, cut_top(&mut room, 28.0), &known.t("caja-take-these"), label(17.0));
                for run in &runs {
                    let line = cut_top(&mut room, 42.0);
                    let covered = ink::line(ui, line, &of_series(run), bold(32.0));
                    let rest = Rect::from_min_max(pos2(covered.right() + 14.0, line.top()), line.max);
                    let count = words::count(u64::from(block::count(run)));
                    ink::line(ui, rest, &count, label(20.0));
                }
                if runs.len() > 1 {
                    cut_top(&mut room, 6.0);
                    let line = cut_top(&mut room, 30.0);
                    let spot = Rect::from_min_size(line.min, vec2(230.0, line.height()));
                    tag(ui, spot, &known.t("caja-series-changes"), Tag::Alert);
                }
            }
            Err(_) if sale.form.field(1).is_empty() => {
                ink::words(ui, room, &known.t("caja-issue-help"), label(17.0));
            }
            Err(why) => refused(ui, cut_top(&mut room, 60.0), &why),
        },
        What::Return => match plan::coming_back(sale, known) {
            Ok((seller, cards)) => {
                ink::line(ui, cut_top(&mut room, 34.0), &known.short_name(seller), bold(26.0));
                let back = known.ta("caja-brings-back", &[("cards", &of_series(&cards))]);
                ink::line(ui, cut_top(&mut room, 34.0), &back, text(20.0));
                let count = block::cards_words(known, block::count(&cards));
                ink::line(ui, cut_top(&mut room, 34.0), &count, text(20.0));
                let keeps = block::held_by(known, seller).saturating_sub(block::count(&cards));
                let (cards, amount) = (block::cards_words(known, keeps), block::amount(known, keeps));
                let words = known.ta("caja-keeps", &[("cards", &cards), ("amount", &amount)]);
                ink::line(ui, cut_top(&mut room, 34.0), &words, bold(20.0));
            }
            Err(_) if sale.form.is_empty() => {
                ink::words(ui, room, &known.t("caja-return-help"), label(17.0));
            }
            Err(why) => refused(ui, cut_top(&mut room, 60.0), &why),
        },
        What::Move => match plan::meant(sale, known) {
            Ok((place, cards)) => {
                let count = block::cards_words(known, block::count(&cards));
                let words = format!("{} · {count}", of_series(&cards));
                ink::line(ui, cut_top(&mut room, 36.0), &words, bold(24.0));
                let from = match &place {
                    Place::Gap(_) => known.t("caja-from-gap"),
                    Place::With(seller, _) => {
                        known.ta("caja-from-seller", &[("name", &known.short_name(*seller))])
                    }
                };
                ink::line(ui, cut_top(&mut room, 30.0), &from, label(17.0));
                if let Some(to) = sale.form.number(2) {
                    let more = block::amount(known, block::count(&cards));
                    let all = block::amount(known, block::held_by(known, to) + block::count(&cards));
                    let words = known.ta("caja-will-bring", &[("more", &more), ("all", &all)]);
                    ink::words(ui, room, &words, label(17.0));
                }
            }
            Err(_) if sale.form.field(0).is_empty() => {
                ink::words(ui, room, &known.t("caja-move-help"), label(17.0));
            }
            Err(why) => refused(ui, cut_top(&mut room, 60.0), &why),
        },
        What::Burn => {
            if let Some(gap) = known.board.gaps.get(sale.gap) {
                let count = block::cards_words(known, block::count(gap));
                let words = format!("{} · {count}", of_series(gap));
                ink::line(ui, cut_top(&mut room, 36.0), &words, bold(24.0));
            }
            ink::words(ui, room, &known.t("caja-burn-help"), label(17.0));
        }
    }
}

/// What a seller had in the game before, and the cards it would be now.
fn offered(sale: &Sale, ui: &mut Ui, mut room: Rect, known: &Known, offer: &Offer) {
    ink::line(ui, cut_top(&mut room, 28.0), &known.t("caja-as-before"), label(17.0));
    let count: u32 = offer.runs.iter().map(block::count).sum();
    let words = format!("{} · {}", known.short_name(offer.seller), block::cards_words(known, count));
    ink::line(ui, cut_top(&mut room, 42.0), &words, bold(28.0));
    ink::line(ui, cut_top(&mut room, 34.0), &block::list(&offer.runs, 2), bold(22.0));
    let left = sale.offers.left(known).to_string();
    ink::words(ui, room, &known.ta("caja-as-before-how", &[("n", &left)]), label(17.0));
}

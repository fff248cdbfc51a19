//! 21 · Prizes at the cashier's: paid against the card, which is scanned or typed first (35.6).

use egui::{Color32, Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::card::code::CardCode;
use hall_core::event::{GameNo, PrizeNo};
use hall_core::request::{Presented, Request};
use hall_look::colour::{self, console};
use hall_look::{ink, sign, words};
use hall_wire::board::{Play, Prize, PrizeState};

use super::{block, is_payable, owes, prizes, sellers};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::{Known, is_due};
use crate::place::Over;
use crate::press::Press;
use crate::value;
use crate::view::form::Form;
use crate::view::mesa::series;
use crate::view::part::{
    self, RADIUS, Tag, bold, cut_top, in_colour, keypad, label, panel, panel_in_focus, text,
};
use crate::view::{Band, View, standing};

/// Prizes, and what else the cashier sees while nothing is on sale.
pub(super) struct Pay {
    form: Form,
    /// The code of a card that was scanned, whole: the desk looks at it.
    code: Option<String>,
    /// Which of the prizes of this card, where it has several.
    pick: usize,
    /// There is something to go back to: the sale, or the refunds.
    behind: bool,
    back: bool,
    /// The sellers are looked at.
    sellers: bool,
    /// The prizes as they were looked at last, so that a payment is seen.
    seen: Vec<Prize>,
    /// What was paid a moment ago, and when, UTC milliseconds.
    paid: Option<(Prize, i64)>,
}

impl Default for Pay {
    fn default() -> Pay {
        Pay {
            form: Form::new(&[Takes::Digits(7)]),
            code: None,
            pick: 0,
            behind: false,
            back: false,
            sellers: false,
            seen: Vec::new(),
            paid: None,
        }
    }
}

/// How long a prize that was paid is told large, in milliseconds.
pub(in crate::view) const PAID_SHOWN_MS: i64 = 6_000;

/// What the card that was shown means.
enum Shown {
    /// None was.
    Nothing,
    /// A number that is not whole yet.
    Half,
    /// It has this prize to be paid.
    Due(Prize),
    /// It has none: why, in words.
    Not(String),
}

impl Pay {
    /// Returns whether the cashier asked to go back, once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.back)
    }

    /// Looks at the board before the view is shown.
    pub(super) fn look(&mut self, known: &Known) {
        use hall_wire::board::Scene;
        self.behind = matches!(known.scene(), Scene::Sale | Scene::Void);
        let all = prizes(known);
        let now = |was: &Prize| all.iter().find(|prize| (prize.game, prize.prize) == (was.game, was.prize));
        // One of an earlier game leaves the board as soon as it is paid.
        let earlier = |was: &Prize| known.game().is_none_or(|game| game.game != was.game);
        let is_paid = |was: &Prize| match now(was) {
            Some(prize) => prize.state == PrizeState::Paid,
            None => earlier(was) && known.public().session.is_some(),
        };
        if let Some(paid) = self.seen.iter().find(|was| is_due(was) && is_paid(was)) {
            let paid = Prize { state: PrizeState::Paid, ..paid.clone() };
            self.paid = Some((paid, known.now_utc_ms));
        }
        self.paid = self.paid.take().filter(|(_, at)| known.now_utc_ms - at < PAID_SHOWN_MS);
        self.seen = all;
    }

    /// Begins with another card: what was seen stays, what was paid is told no longer.
    fn anew(&mut self) {
        let (behind, seen) = (self.behind, std::mem::take(&mut self.seen));
        *self = Pay { behind, seen, ..Pay::default() };
    }

    fn shown(&self, known: &Known) -> Shown {
        let scanned = self.code.as_deref().and_then(block::scanned);
        let (series, card) = match (scanned, self.form.number(0)) {
            (Some((series, card)), _) => (Some(series), card),
            (None, Some(card)) => (None, card),
            (None, None) => return Shown::Nothing,
        };
        let its: Vec<Prize> = prizes(known)
            .into_iter()
            .filter(|prize| prize.card.card == card)
            .filter(|prize| series.as_ref().is_none_or(|series| *series == prize.card.series))
            .collect();
        let due: Vec<&Prize> = its.iter().filter(|prize| is_payable(known, prize)).collect();
        if !due.is_empty() {
            return Shown::Due(due[self.pick % due.len()].clone());
        }
        let half = |prize: &Prize| prize.card.card.to_string().starts_with(self.form.text(0));
        if self.code.is_none()
            && prizes(known).iter().any(|prize| half(prize) && prize.card.card != card)
            && its.is_empty()
        {
            return Shown::Half;
        }
        let id = match its.first().map(|prize| prize.state) {
            None => "pay-no-prize",
            Some(PrizeState::Paid) => "pay-paid-already",
            Some(PrizeState::Withheld) => "pay-withheld",
            Some(PrizeState::Due | PrizeState::Unclaimed) => "pay-not-yet",
        };
        Shown::Not(known.ta(id, &[("card", &card)]))
    }

    fn pay(&self, prize: &Prize, known: &Known) -> Next {
        let amount = words::money(prize.amount_cents);
        let label = known.ta("pay-do", &[("amount", &amount)]);
        let card = match &self.code {
            Some(code) => CardCode::parse(code).map(Presented::Scanned),
            None => value::keyed(&prize.card.series, prize.card.card),
        };
        let Some(card) = card else { return Next::Wait(String::new()) };
        let pay = Request::PayPrize { game: GameNo(prize.game), prize: PrizeNo(prize.prize), card };
        let sub = format!("{} · {} · {}", play(prize, known), series(&prize.card.series), prize.card.card);
        let card = prize.card.card.to_string();
        let press =
            Press::ask(&label, pay).done(known.ta("pay-done", &[("amount", &amount), ("card", &card)]));
        Next::Do(NextAct::new(&label, press).sub(sub))
    }
}

fn play(prize: &Prize, known: &Known) -> String {
    known.t(match prize.play {
        Play::Line => "pay-line",
        Play::Bingo => "pay-bingo",
    })
}

/// Returns `BINGO 2 de 2`; a prize that nobody shares has no count.
fn title(prize: &Prize, known: &Known) -> String {
    let all = prizes(known);
    let same: Vec<u32> = all
        .iter()
        .filter(|one| one.game == prize.game && one.play == prize.play)
        .map(|one| one.prize)
        .collect();
    let play = play(prize, known);
    let place = same.iter().position(|number| *number == prize.prize).map_or(0, |place| place + 1);
    if same.len() < 2 {
        return play;
    }
    known.ta("pay-of", &[("play", &play), ("n", &place.to_string()), ("all", &same.len().to_string())])
}

impl View for Pay {
    fn bar(&self, known: &Known) -> Bar {
        let mut bar = if owes(known) {
            let (prompt, next) = match self.shown(known) {
                Shown::Due(prize) => ("pay-look-at-it", self.pay(&prize, known)),
                Shown::Nothing => {
                    let what = known.t("pay-missing-card");
                    ("pay-scan", Next::Missing { label: known.t("pay-verb"), what })
                }
                Shown::Half => {
                    let what = known.t("pay-missing-digits");
                    ("pay-scan", Next::Missing { label: known.t("pay-verb"), what })
                }
                Shown::Not(_) => {
                    let what = known.t("pay-not-this");
                    ("pay-scan", Next::Missing { label: known.t("pay-verb"), what })
                }
            };
            Bar::new(Lead::Now, known.t(prompt), next)
        } else {
            Bar::new(Lead::Wait, known.t("pay-nothing-due"), Next::Wait(waiting(known)))
        };
        let trouble = KeyButton::new(Key::Trouble, known.t("trouble"), Press::Open(Over::Trouble));
        bar = bar.with(trouble.sub(known.t("pay-trouble-sub")));
        if !self.form.is_empty() {
            bar = bar.with(KeyButton::new(Key::Back, known.t("pay-other-card"), Press::Typed));
        }
        if owes(known) && self.form.is_empty() && !known.board.sellers.is_empty() {
            let sellers = KeyButton::new(Key::F5, known.t("pay-sellers"), Press::Typed);
            bar = bar.with(sellers.chosen(self.sellers));
        }
        if self.behind {
            bar = bar.with(KeyButton::new(Key::More, known.t("pay-behind"), Press::Typed));
        }
        bar
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let split = room.left() + 760.0;
        let left = Rect::from_min_max(room.min, pos2(split, room.bottom()));
        let right = Rect::from_min_max(pos2(split + 12.0, room.top()), room.max);
        let mut left = left;
        list(ui, panel(ui, right), known, &self.shown(known));
        if let Some((prize, _)) = &self.paid {
            paid(ui, cut_top(&mut left, 76.0), known, prize);
            left.min.y += 10.0;
        }
        if !owes(known) && known.board.sellers.is_empty() {
            facts(ui, panel(ui, left), known);
            return None;
        }
        if !owes(known) || (self.sellers && self.form.is_empty()) {
            sellers::settled(ui, panel(ui, left), known);
            return None;
        }
        match self.shown(known) {
            Shown::Due(prize) => {
                self.due(ui, panel(ui, left), known, &prize);
                None
            }
            shown @ (Shown::Nothing | Shown::Half | Shown::Not(_)) => {
                let inner = panel_in_focus(ui, left);
                self.ask_card(ui, inner, known, &shown)
            }
        }
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if !owes(known) {
            return matches!(typed, Typed::Scan(_)).then_some(Press::Refuse("lectura-fuera-de-lugar"));
        }
        match typed {
            Typed::Scan(code) => {
                let Some((_, card)) = block::scanned(code) else {
                    return Some(Press::Refuse("lectura-ilegible"));
                };
                (self.sellers, self.paid) = (false, None);
                self.form.put(0, &card.to_string());
                self.code = Some(code.clone());
                self.pick = 0;
            }
            Typed::Char(_) | Typed::Erase => {
                if !self.form.typed(typed) {
                    return None;
                }
                (self.sellers, self.paid) = (false, None);
                self.code = None;
                self.pick = 0;
            }
            Typed::Up | Typed::Down => self.pick = self.pick.wrapping_add(1) % 90,
            Typed::Next | Typed::Press(_) | Typed::Released => return None,
        }
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::More {
            self.back = true;
        } else if key == Key::F5 {
            self.sellers = !self.sellers;
        } else if key == Key::Back {
            self.anew();
        }
    }

    fn granted(&mut self) {
        self.anew();
    }
}

/// Whom the cashier waits for.
fn waiting(known: &Known) -> String {
    use hall_wire::board::Scene;
    known.t(match known.scene() {
        Scene::Closed => "pay-wait-session",
        Scene::Idle | Scene::Winners | Scene::NotHeld => "pay-wait-sale",
        Scene::Sale
        | Scene::Totals
        | Scene::Draw
        | Scene::Check
        | Scene::Question
        | Scene::Hold
        | Scene::Suspended
        | Scene::Void => "pay-wait-end",
    })
}

impl Pay {
    /// The field for the card.
    fn ask_card(&mut self, ui: &mut Ui, mut room: Rect, known: &Known, shown: &Shown) -> Option<Press> {
        ink::line(ui, cut_top(&mut room, 40.0), &known.t("pay-ask"), bold(26.0));
        cut_top(&mut room, 8.0);
        let pad = Rect::from_min_max(
            pos2(room.right() - 250.0, room.top() + 10.0),
            pos2(room.right(), room.top() + 270.0),
        );
        let field = Rect::from_min_size(room.min, vec2(300.0, 122.0));
        self.form.paint(ui, field, 0, &known.t("pay-card"));
        let below = Rect::from_min_max(
            pos2(room.left(), field.bottom() + 18.0),
            pos2(pad.left() - 20.0, room.bottom()),
        );
        match shown {
            Shown::Not(why) => {
                let mark = Rect::from_min_size(below.min + vec2(0.0, 4.0), vec2(22.0, 22.0));
                sign::cross(ui.painter(), mark, console::REFUSE);
                let spot = Rect::from_min_max(pos2(mark.right() + 12.0, below.top()), below.max);
                ink::words(ui, spot, why, in_colour(bold(20.0), console::REFUSE));
            }
            Shown::Nothing | Shown::Half | Shown::Due(_) => {
                ink::words(ui, below, &known.t("pay-ask-help"), label(18.0));
            }
        }
        keypad(ui, pad, &known.t("key-erase"))
    }

    /// The prize that is paid now: amount, words, and what to look at.
    fn due(&self, ui: &mut Ui, mut room: Rect, known: &Known, prize: &Prize) {
        ink::line(ui, cut_top(&mut room, 22.0), &known.t("pay-now"), label(17.0));
        let card = format!("{} · {}", series(&prize.card.series), prize.card.card);
        let head = known.ta("pay-title", &[("prize", &title(prize, known)), ("card", &card)]);
        ink::line(ui, cut_top(&mut room, 50.0), &head, bold(32.0));
        let steps = [
            (
                true,
                known.t("pay-step-read"),
                known.t(if self.code.is_some() { "pay-by-scan" } else { "pay-by-hand" }),
            ),
            (true, known.ta("pay-step-checked", &[("game", &prize.game.to_string())]), String::new()),
            (false, known.t("pay-step-whole"), known.t("pay-step-whole-do")),
        ];
        let height = 52.0 * 3.0 + 16.0;
        let below = Rect::from_min_max(pos2(room.left(), room.bottom() - height), room.max);
        room.max.y = below.top() - 10.0;
        let spoken = Rect::from_min_max(pos2(room.left(), room.bottom() - 40.0), room.max);
        let big = Rect::from_min_max(room.min, pos2(room.right(), spoken.top()));
        let size = (big.height() * 0.9).min(120.0);
        ink::line(ui, big, &words::money(prize.amount_cents), bold(size));
        ink::line(
            ui,
            spoken,
            &words::spanish_money(prize.amount_cents),
            in_colour(text(22.0), colour::TEXT2),
        );
        for (row, (done, words, how)) in part::rows(below, [1.0; 3], 8.0).into_iter().zip(steps) {
            step(ui, row, done, &words, &how);
        }
    }
}

fn step(ui: &mut Ui, row: Rect, done: bool, words: &str, how: &str) {
    let fill = if done { colour::RAISED } else { Color32::from_rgb(0x12, 0x33, 0x4C) };
    let frame = if done { Stroke::new(2.0, colour::RULE) } else { Stroke::new(3.0, console::NEXT) };
    ui.painter().rect_filled(row, RADIUS, fill);
    ui.painter().rect_stroke(row, RADIUS, frame, StrokeKind::Inside);
    let inner = row.shrink2(vec2(14.0, 2.0));
    let mark = Rect::from_center_size(pos2(inner.left() + 10.0, inner.center().y), vec2(20.0, 20.0));
    if done {
        sign::tick(ui.painter(), mark, colour::OK);
    } else {
        sign::arrow(ui.painter(), mark.shrink(3.0), console::NEXT);
    }
    let mut rest = Rect::from_min_max(pos2(mark.right() + 16.0, inner.top()), inner.max);
    if !how.is_empty() {
        let covered = ink::line(ui, rest, how, label(17.0).right());
        rest.max.x = covered.left() - 14.0;
    }
    ink::line(ui, rest, words, text(18.0));
}

/// A prize that was paid a moment ago, large.
fn paid(ui: &mut Ui, room: Rect, known: &Known, prize: &Prize) {
    ui.painter().rect_filled(room, RADIUS, colour::OK);
    let mark = Rect::from_center_size(pos2(room.left() + 40.0, room.center().y), vec2(38.0, 38.0));
    sign::tick(ui.painter(), mark, console::OK_INK);
    let inner = Rect::from_min_max(pos2(mark.right() + 18.0, room.top()), room.max - vec2(20.0, 0.0));
    let word = ink::line(ui, inner, &known.t("pay-tag-paid"), in_colour(bold(32.0), console::OK_INK));
    let rest = Rect::from_min_max(pos2(word.right() + 20.0, inner.top()), inner.max);
    let (top, bottom) = rest.shrink2(vec2(0.0, 8.0)).split_top_bottom_at_fraction(0.55);
    let amount = words::money(prize.amount_cents);
    ink::line(ui, top, &amount, in_colour(bold(26.0), console::OK_INK).right());
    let card = format!("{} · {}", series(&prize.card.series), prize.card.card);
    let words = known.ta("pay-title", &[("prize", &title(prize, known)), ("card", &card)]);
    ink::line(ui, bottom, &words, in_colour(text(17.0), console::OK_INK).right());
}

/// The prizes at the right, with what is still to be paid.
fn list(ui: &mut Ui, mut room: Rect, known: &Known, shown: &Shown) {
    let all = prizes(known);
    let due: Vec<&Prize> = all.iter().filter(|prize| is_payable(known, prize)).collect();
    ink::line(ui, cut_top(&mut room, 26.0), &known.t("pay-list"), label(17.0));
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - 34.0), room.max);
    room.max.y = foot.top() - 6.0;
    let sum: u64 = due.iter().map(|prize| prize.amount_cents).sum();
    let words = known.ta("pay-sum", &[("n", &due.len()), ("amount", &words::money(sum))]);
    ink::line(ui, foot, &words, bold(18.0));
    if all.is_empty() {
        ink::line(ui, cut_top(&mut room, 44.0), &known.t("pay-none"), text(18.0));
        return;
    }
    let fit = ((room.height() / 54.0).floor().max(1.0)) as usize;
    // What is still to be paid comes first where not all find room.
    let mut order: Vec<&Prize> = all.iter().collect();
    if order.len() > fit {
        order.sort_by_key(|prize| prize.state == PrizeState::Paid);
    }
    let page = part::page(ui, "prizes", order.len(), fit, fit.saturating_sub(1), None);
    for prize in &order[page.clone()] {
        let row = cut_top(&mut room, 54.0);
        ui.painter().hline(row.x_range(), row.bottom() - 1.0, Stroke::new(1.0, colour::RULE));
        let now = matches!(shown, Shown::Due(due) if (due.game, due.prize) == (prize.game, prize.prize));
        let (id, kind) = match prize.state {
            PrizeState::Paid => ("pay-tag-paid", Tag::Ok),
            PrizeState::Withheld => ("pay-tag-withheld", Tag::Alert),
            PrizeState::Due | PrizeState::Unclaimed if now => ("pay-tag-now", Tag::Plain),
            PrizeState::Due | PrizeState::Unclaimed if is_payable(known, prize) => {
                ("pay-tag-due", Tag::Dashed)
            }
            PrizeState::Due | PrizeState::Unclaimed => ("pay-tag-later", Tag::Dashed),
        };
        let covered = part::tag(ui, row, &known.t(id), kind);
        let rest = Rect::from_min_max(row.min, pos2(covered.left() - 14.0, row.bottom()));
        let money = ink::line(ui, rest, &words::money(prize.amount_cents), bold(18.0).right());
        let names = Rect::from_min_max(rest.min, pos2(money.left() - 10.0, rest.bottom() - 3.0));
        let (top, bottom) = names.split_top_bottom_at_fraction(0.52);
        ink::line(ui, top, &title(prize, known), bold(17.0));
        let game = prize.game.to_string();
        let card = format!("{} · {}", series(&prize.card.series), prize.card.card);
        ink::line(ui, bottom, &known.ta("pay-of-game", &[("game", &game), ("card", &card)]), label(15.0));
    }
    if page.len() < order.len() {
        let more = known.ta("more-rows", &[("n", &(order.len() - page.len()).to_string())]);
        ink::line(ui, room, &more, label(16.0));
    }
}

/// What the cashier should know while there is nothing to pay: the figures of the game.
fn facts(ui: &mut Ui, mut room: Rect, known: &Known) {
    let Some(game) = known.game() else {
        ink::words(ui, room, &known.t("pay-no-game"), text(20.0));
        return;
    };
    let number = game.game.to_string();
    ink::line(ui, cut_top(&mut room, 26.0), &known.ta("strip-game", &[("game", &number)]), label(17.0));
    let mut rows = vec![
        (known.t("fact-cards"), words::count(u64::from(game.cards))),
        (known.t("fact-takings"), words::money(game.takings_cents)),
        (known.t("pay-line"), words::money(game.line_cents)),
        (known.t("pay-bingo"), words::money(game.bingo_cents)),
    ];
    if known.public().rest_cents > 0 {
        rows.push((known.t("fact-rest"), words::money(known.public().rest_cents)));
    }
    for (name, value) in rows {
        let row = cut_top(&mut room, 48.0);
        ui.painter().hline(row.x_range(), row.bottom(), Stroke::new(1.0, colour::RULE));
        let covered = ink::line(ui, row, &value, bold(24.0).right());
        let rest = Rect::from_min_max(row.min, pos2(covered.left() - 12.0, row.bottom()));
        ink::line(ui, rest, &name, text(18.0));
    }
    cut_top(&mut room, 14.0);
    let cards = block::paged(ui, "segments", &game.segments, 3);
    ink::words(ui, room, &cards, label(18.0));
}

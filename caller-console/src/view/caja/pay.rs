//! 21 · Prizes at the cashier's: paid against the card, which is scanned or typed first (35.6).

use egui::{Color32, Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::card::code::CardCode;
use hall_core::event::{GameNo, PrizeNo};
use hall_core::request::{Presented as CardShown, Request};
use hall_look::colour::{self, console};
use hall_look::{ink, sign, words};
use hall_wire::board::{Play, Prize, PrizeState, Scene};

use super::{CajaView, block, is_payable, owes, payable, prizes, sellers};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::{Known, date, is_due};
use crate::place::Over;
use crate::press::{Paper, Press};
use crate::value;
use crate::view::form::Form;
use crate::view::help::Topic;
use crate::view::mesa::{reading, series};
use crate::view::part::{
    self, RADIUS, Tag, bold, cut_top, in_colour, keypad, label, panel, panel_in_focus, text,
};
use crate::view::{Band, View, paper, standing};

/// Prizes, and what the cashier sees while nothing is on sale.
pub(super) struct Pay {
    form: Form,
    /// The whole code of a scanned card, which the desk checks.
    code: Option<String>,
    /// Which prize of the card, if it has several.
    pick: usize,
    turns: bool,
    /// The table of sellers is shown.
    sellers: bool,
    /// The prizes at the last look, so that a payment is noticed.
    seen: Vec<Prize>,
    /// The prize paid last, and when, UTC milliseconds.
    paid: Option<(Prize, i64)>,
    /// The one whose receipt can be printed: the last that was paid.
    receipt: Option<Prize>,
}

impl Default for Pay {
    fn default() -> Pay {
        Pay {
            form: Form::new(&[Takes::Digits(7)]),
            code: None,
            pick: 0,
            turns: false,
            sellers: false,
            seen: Vec::new(),
            paid: None,
            receipt: None,
        }
    }
}

/// How long a prize that was paid is shown large, in milliseconds.
const PAID_SHOWN_MS: i64 = 6_000;

/// What the card means that was typed or scanned.
enum Presented {
    Nothing,
    /// A number that is not complete yet.
    Half,
    /// It has this prize to be paid.
    Due(Prize),
    /// It has none: why, in words.
    NoPrize(String),
}

impl Pay {
    /// Whether the cashier asked to go on to sale or refunds; asked once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.turns)
    }

    pub(super) fn look(&mut self, known: &Known) {
        let all = prizes(known);
        let now = |was: &Prize| all.iter().find(|prize| (prize.game, prize.prize) == (was.game, was.prize));
        // One of an earlier game leaves the board as soon as it is paid.
        let earlier = |was: &Prize| known.game().is_none_or(|game| game.game != was.game);
        let is_void = |game: u32| known.board.to_refund.iter().any(|void| void.game == game);
        let is_paid = |was: &Prize| match now(was) {
            Some(prize) => prize.state == PrizeState::Paid,
            // A board without a hall is none; a game that was made void owes no prize.
            None => earlier(was) && !known.public().hall.is_empty() && !is_void(was.game),
        };
        if let Some(paid) = self.seen.iter().find(|was| is_due(was) && is_paid(was)) {
            let paid = Prize { state: PrizeState::Paid, ..paid.clone() };
            self.receipt = Some(paid.clone());
            self.paid = Some((paid, known.now_utc_ms));
        }
        self.paid = self.paid.take().filter(|(_, at)| known.now_utc_ms - at < PAID_SHOWN_MS);
        self.seen = all;
    }

    fn anew(&mut self) {
        let (seen, receipt) = (std::mem::take(&mut self.seen), self.receipt.take());
        *self = Pay { seen, receipt, ..Pay::default() };
    }

    fn shown(&self, known: &Known) -> Presented {
        let scanned = self.code.as_deref().and_then(|code| block::scanned(known, code));
        let (series, card) = match (scanned, self.form.number(0)) {
            (Some((series, card)), _) => (series, card),
            (None, Some(card)) => (None, card),
            (None, None) => return Presented::Nothing,
        };
        let all = prizes(known);
        let has = |prize: &&Prize| {
            prize.card.card == card && series.as_ref().is_none_or(|series| *series == prize.card.series)
        };
        let due: Vec<&Prize> = all.iter().filter(has).filter(|prize| is_payable(known, prize)).collect();
        if !due.is_empty() {
            return Presented::Due(due[self.pick % due.len()].clone());
        }
        let first = all.iter().find(has);
        let begins = |prize: &Prize| prize.card.card.to_string().starts_with(self.form.text(0));
        let half = |prize: &Prize| prize.card.card != card && begins(prize);
        if first.is_none() && self.code.is_none() && all.iter().any(half) {
            return Presented::Half;
        }
        let id = match first.map(|prize| prize.state) {
            None => "pay-no-prize",
            Some(PrizeState::Paid) => "pay-paid-already",
            Some(PrizeState::Withheld) => "pay-withheld",
            Some(PrizeState::Due | PrizeState::Unclaimed) => "pay-not-yet",
        };
        Presented::NoPrize(known.ta(id, &[("card", &card)]))
    }

    fn pay(&self, prize: &Prize, known: &Known) -> Next {
        let amount = words::money(prize.amount_cents);
        let label = known.ta("pay-do", &[("amount", &amount)]);
        let card = match &self.code {
            // A maker's code proves no more than a number that was typed.
            Some(code) if CardCode::parse(code).is_some() => CardCode::parse(code).map(CardShown::Scanned),
            Some(_) | None => value::keyed(&prize.card.series, prize.card.card),
        };
        let Some(card) = card else { return Next::Wait(String::new()) };
        let pay = Request::PayPrize { game: GameNo(prize.game), prize: PrizeNo(prize.prize), card };
        let sub = format!("{} · {}", play(prize, known), self::card(prize));
        let done = known.ta("pay-done", &[("amount", &amount), ("card", &prize.card.card)]);
        Next::Do(NextAct::new(&label, Press::ask(&label, pay).done(done)).sub(sub))
    }
}

/// `A 17 · 301`.
fn card(prize: &Prize) -> String {
    format!("{} · {}", series(&prize.card.series), prize.card.card)
}

/// The receipt of a prize, with the code that leads to its game's proof.
fn receipt(prize: &Prize, known: &Known) -> Paper {
    let (game, number) = (prize.game, prize.prize);
    let path = format!("/api/games/{game}/prizes/{number}/receipt.pdf");
    let title = known.ta("pay-receipt", &[("card", &card(prize))]);
    Paper::new(path, format!("justificante-{game}-{number}.pdf"), title)
}

fn play(prize: &Prize, known: &Known) -> String {
    known.t(match prize.play {
        Play::Line => "pay-line",
        Play::Bingo => "pay-bingo",
    })
}

/// A game by its number, and one of an earlier session with that session's day.
pub(super) fn game_words(known: &Known, game: u32) -> String {
    let session = known.public().session.as_ref().map(|session| session.session);
    let of = known.lists.games.iter().find(|row| row.game == game).map(|row| row.session);
    let day = known.lists.sessions.iter().find(|row| Some(row.session) == of && of != session);
    day.map_or_else(
        || game.to_string(),
        |row| known.ta("pay-game-of", &[("game", &game), ("date", &date(&row.date))]),
    )
}

/// `BINGO 2 de 2`; a prize that is not shared has no count.
fn title(prize: &Prize, known: &Known) -> String {
    let same = prizes(known).into_iter().filter(|one| (one.game, one.play) == (prize.game, prize.play));
    let same: Vec<u32> = same.map(|one| one.prize).collect();
    let play = play(prize, known);
    let place = same.iter().position(|number| *number == prize.prize).map_or(0, |place| place + 1);
    if same.len() < 2 {
        return play;
    }
    known.ta("pay-of", &[("play", &play), ("n", &place), ("all", &same.len())])
}

impl View for Pay {
    fn bar(&self, known: &Known) -> Bar {
        let mut bar = if owes(known) {
            let missing = |what| Next::Missing { label: known.t("pay-verb"), what: known.t(what) };
            let (prompt, next) = match self.shown(known) {
                Presented::Due(prize) => ("pay-look-at-it", self.pay(&prize, known)),
                Presented::Nothing => ("pay-scan", missing("pay-missing-card")),
                Presented::Half => ("pay-scan", missing("pay-missing-digits")),
                Presented::NoPrize(_) => ("pay-scan", missing("pay-not-this")),
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
        if let Some(prize) = self.receipt.as_ref().filter(|_| self.form.is_empty()) {
            bar = bar.with_all(paper::keys(known, &[receipt(prize, known)]));
        }
        if self.form.is_empty() {
            bar = bar.with_all(reading::key(known));
        }
        bar.with_all(super::turn(known, CajaView::Prizes))
    }

    fn topic(&self) -> Topic {
        Topic::Payment
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let split = room.left() + 760.0;
        let mut left = Rect::from_min_max(room.min, pos2(split, room.bottom()));
        let right = Rect::from_min_max(pos2(split + 12.0, room.top()), room.max);
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
            Presented::Due(prize) => {
                self.due(ui, panel(ui, left), known, &prize);
                None
            }
            shown @ (Presented::Nothing | Presented::Half | Presented::NoPrize(_)) => {
                let inner = panel_in_focus(ui, left);
                self.ask_card(ui, inner, known, &shown)
            }
        }
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if !owes(known) {
            return None;
        }
        self.code = match typed {
            Typed::Scan(code) => {
                let Some((_, card)) = block::scanned(known, code) else {
                    return Some(Press::Refuse("lectura-ilegible"));
                };
                self.form.put(0, &card.to_string());
                Some(code.clone())
            }
            Typed::Char(_) | Typed::Erase if self.form.typed(typed) => None,
            Typed::Up | Typed::Down => {
                self.pick = (self.pick + 1) % 90;
                return Some(Press::Typed);
            }
            Typed::Char(_) | Typed::Erase | Typed::Next => return None,
            Typed::Left | Typed::Right | Typed::Press(_) | Typed::Released => return None,
        };
        (self.sellers, self.paid, self.pick) = (false, None, 0);
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::More {
            self.turns = true;
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

fn waiting(known: &Known) -> String {
    known.t(match known.scene() {
        Scene::Closed => "pay-wait-session",
        Scene::Idle | Scene::Winners | Scene::NotHeld => "pay-wait-sale",
        Scene::Sale | Scene::Totals | Scene::Draw | Scene::Check | Scene::Question => "pay-wait-end",
        Scene::Hold | Scene::Suspended | Scene::Void => "pay-wait-end",
    })
}

impl Pay {
    fn ask_card(&mut self, ui: &mut Ui, mut room: Rect, known: &Known, shown: &Presented) -> Option<Press> {
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
            Presented::NoPrize(why) => {
                let mark = Rect::from_min_size(below.min + vec2(0.0, 4.0), vec2(22.0, 22.0));
                sign::cross(ui.painter(), mark, console::REFUSE);
                let spot = Rect::from_min_max(pos2(mark.right() + 12.0, below.top()), below.max);
                ink::words(ui, spot, why, in_colour(bold(20.0), console::REFUSE));
            }
            Presented::Nothing | Presented::Half | Presented::Due(_) => {
                ink::words(ui, below, &known.t("pay-ask-help"), label(18.0));
            }
        }
        keypad(ui, pad, &known.t("key-erase"))
    }

    /// The prize to pay: its amount in figures and words, and what to check.
    fn due(&self, ui: &mut Ui, mut room: Rect, known: &Known, prize: &Prize) {
        ink::line(ui, cut_top(&mut room, 22.0), &known.t("pay-now"), label(17.0));
        let head = known.ta("pay-title", &[("prize", &title(prize, known)), ("card", &card(prize))]);
        ink::line(ui, cut_top(&mut room, 50.0), &head, bold(32.0));
        let read = known.t(if self.code.is_some() { "pay-by-scan" } else { "pay-by-hand" });
        let steps = [
            (true, known.t("pay-step-read"), read),
            (true, known.ta("pay-step-checked", &[("game", &prize.game)]), String::new()),
            (false, known.t("pay-step-whole"), known.t("pay-step-whole-do")),
        ];
        let height = 52.0 * 3.0 + 16.0;
        let below = Rect::from_min_max(pos2(room.left(), room.bottom() - height), room.max);
        room.max.y = below.top() - 10.0;
        let spoken = Rect::from_min_max(pos2(room.left(), room.bottom() - 40.0), room.max);
        let big = Rect::from_min_max(room.min, pos2(room.right(), spoken.top()));
        let size = (big.height() * 0.9).min(120.0);
        ink::line(ui, big, &words::money(prize.amount_cents), bold(size));
        ink::line(ui, spoken, &words::spanish_money(prize.amount_cents), label(22.0));
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

/// The prize paid last, large.
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
    let words = known.ta("pay-title", &[("prize", &title(prize, known)), ("card", &card(prize))]);
    ink::line(ui, bottom, &words, in_colour(text(17.0), console::OK_INK).right());
}

fn list(ui: &mut Ui, mut room: Rect, known: &Known, shown: &Presented) {
    let all = prizes(known);
    let due = payable(known);
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
    // Prizes to pay come first where not all find room.
    let mut order: Vec<&Prize> = all.iter().collect();
    if order.len() > fit {
        order.sort_by_key(|prize| prize.state == PrizeState::Paid);
    }
    let page = part::page(ui, "prizes", order.len(), fit, fit.saturating_sub(1), None);
    for prize in &order[page.clone()] {
        let row = cut_top(&mut room, 54.0);
        ui.painter().hline(row.x_range(), row.bottom() - 1.0, Stroke::new(1.0, colour::RULE));
        let now = matches!(shown, Presented::Due(due) if (due.game, due.prize) == (prize.game, prize.prize));
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
        let of = known.ta("pay-of-game", &[("game", &game_words(known, prize.game)), ("card", &card(prize))]);
        ink::line(ui, bottom, &of, label(15.0));
    }
    if page.len() < order.len() {
        ink::line(ui, room, &part::more_rows(known, order.len() - page.len()), label(16.0));
    }
}

/// The figures of the game, while there is nothing to pay.
fn facts(ui: &mut Ui, mut room: Rect, known: &Known) {
    let Some(game) = known.game() else {
        ink::words(ui, room, &known.t("pay-no-game"), text(20.0));
        return;
    };
    ink::line(ui, cut_top(&mut room, 26.0), &known.ta("strip-game", &[("game", &game.game)]), label(17.0));
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

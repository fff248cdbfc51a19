//! 18 · Void (DECISIONS 17): the jefe de mesa asks, the jefe de sala confirms, the number of the
//! game is typed, and Intro is held. And the place that follows: the cashier refunds.

use egui::{Rect, Ui, pos2, vec2};
use hall_core::request::{Request, RequestKind};
use hall_look::{ink, words};
use hall_wire::board::PrizeState;
use hall_wire::command::Command;

use super::common::{Reasons, alert};
use super::form::{Blank, Facts, Filling, Opt, Step, paint_facts};
use crate::bar::{Bar, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::value;
use crate::view::caja::paint_still_out;
use crate::view::help::Topic;
use crate::view::mesa::{close_session, close_session_act, last_was_announced, trouble};
use crate::view::part::{bold, columns, cut_top, headed, label, panel, text};
use crate::view::{Band, View};

const CAUSE: Reasons = Reasons::new(
    "vo-cause",
    &[
        "Error sustancial al anunciar un número",
        "Avería o accidente sin solución",
        "No se puede seguir a mano con las bolas que quedan",
        "Orden de la autoridad",
    ],
);

pub static VOID: Blank = Blank {
    id: "vo",
    waits_for: |_, known| {
        let may = known.may(RequestKind::AskVoid) || i_confirm(known);
        (!may).then(|| known.t("wait-mesa"))
    },
    object: |known| format!("{} {:?}", value::game(known).0, asked(known)),
    steps,
    second: |form| (!i_confirm(form.known)).then_some(RequestKind::ConfirmVoid),
    facts: what_it_costs,
    asks: |form| {
        let game = value::game(form.known);
        let Some((cause, _)) = asked(form.known) else {
            let cause = CAUSE.given(form);
            let ask = Request::AskVoid { game, cause: cause.clone() };
            return Some([ask, Request::ConfirmVoid { game, cause }].map(Command::from).into());
        };
        super::common::ask(Request::ConfirmVoid { game, cause: cause.to_string() })
    },
    hold_s: 2.0,
    leaves_at_once: true,
    band: |blank, form| alert((blank.label)(blank, form), form.t("vo-band"), ""),
    ..Blank::PLAIN
};

/// The cause that was asked for, with who asked.
fn asked(known: &Known) -> Option<(&str, u32)> {
    known.board.void_asked.as_ref().map(|asked| (asked.cause.as_str(), asked.by))
}

/// Whether who sits here confirms what another asked for.
fn i_confirm(known: &Known) -> bool {
    let me = known.person();
    known.may(RequestKind::ConfirmVoid) && asked(known).is_some_and(|(_, by)| Some(by) != me)
}

fn steps(form: Filling<'_>) -> Vec<Step> {
    let mut steps = match asked(form.known) {
        Some((cause, _)) => vec![form.choice("vo-cause", vec![Opt::new(cause, cause)]).start(cause)],
        None => CAUSE.steps(form),
    };
    let other = form.get("vo-number") != value::game(form.known).0.to_string();
    steps.push(form.entry("vo-number", Takes::Digits(6), other.then_some("vo-number-missing")));
    steps
}

fn what_it_costs(form: Filling<'_>) -> Facts {
    let known = form.known;
    let Some(game) = known.game() else { return Vec::new() };
    let sum = words::money(u64::from(game.cards) * game.face_value_cents);
    let (count, price) = (words::count(u64::from(game.cards)), words::money(game.face_value_cents));
    let due = known.public().prizes.iter().any(|prize| prize.state == PrizeState::Due);
    let asked = asked(known).map(|(_, by)| known.ta("vo-asked", &[("name", &known.short_name(by))]));
    let mut facts = Vec::from_iter(asked.map(|words| (words, String::new())));
    facts.push((known.ta("vo-back", &[("cards", &count), ("price", &price)]), sum));
    facts.push((form.t("vo-prizes"), form.t(if due { "vo-prizes-due" } else { "vo-prizes-none" })));
    facts.extend(form.facts(&["vo-game", "vo-last"]));
    facts
}

/// The place: the game is void, and its cards are refunded at the caja, each once.
#[derive(Debug, Default)]
pub struct Voided;

impl View for Voided {
    fn bar(&self, known: &Known) -> Bar {
        let next = if last_was_announced(known) {
            close_session_act(known)
        } else {
            NextAct::new(known.t("vo-next"), Press::Open(Over::OpenSale)).sub(known.t("vo-next-sub"))
        };
        let may = known.may(RequestKind::OpenSale);
        let next = if may { Next::Do(next) } else { Next::Wait(known.t("wait-mesa")) };
        let may_close = known.may(RequestKind::CloseSession);
        Bar::new(Lead::May, known.t("vo-prompt"), next)
            .with(trouble(known))
            .with(close_session(known).on_if(may_close, known.t("tr-not-yours")))
    }

    fn topic(&self) -> Topic {
        Topic::Voided
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let game = known.game()?;
        let [left, right] = columns(room, [1.0, 1.0], 12.0);
        let [left, right] =
            [left, right].map(|side| Rect::from_min_size(side.min, vec2(side.width(), 250.0)));
        let mut inner = headed(ui, left, 26.0, &known.t("vo-refunded"), label(17.0));
        let (done, all) = (u64::from(known.public().refunded), u64::from(game.cards));
        let big = known.ta("vo-of", &[("done", &words::count(done)), ("all", &words::count(all))]);
        ink::line(ui, cut_top(&mut inner, 110.0), &big, bold(72.0));
        let facts = [
            (known.t("vo-refunded-sum"), words::money(done * game.face_value_cents)),
            (known.t("vo-left-sum"), words::money(all.saturating_sub(done) * game.face_value_cents)),
        ];
        paint_facts(ui, inner, &facts, 38.0);
        let mut inner = headed(ui, right, 26.0, &known.t("vo-how"), label(17.0));
        inner.min.y += 6.0;
        ink::words(ui, inner, &known.t("vo-how-is"), text(20.0));
        if let Some(void) = known.board.to_refund.iter().find(|void| void.game == game.game) {
            let below = Rect::from_min_max(pos2(room.left(), left.bottom() + 10.0), room.max);
            paint_still_out(ui, panel(ui, below), known, void);
        }
        None
    }

    fn band(&self, known: &Known) -> Option<Band> {
        let word = known.ta("vo-word", &[("game", &value::game(known).0)]);
        alert(word, known.t("vo-band"), "")
    }
}

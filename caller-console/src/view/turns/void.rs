//! 18 · Void (DECISIONS 17): the jefe de mesa asks, the jefe de sala confirms, the number of the
//! game is typed, and Intro is held. And the place that follows: the cashier refunds.

use egui::{Rect, Ui, vec2};
use hall_core::request::{Request, RequestKind};
use hall_look::{ink, words};
use hall_wire::board::PrizeState;

use super::common::{alert, may, reason, reason_steps, second, second_steps};
use super::form::{Blank, Filled, Step, paint_facts};
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::known::Known;
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::value;
use crate::view::part::{bold, columns, cut_top, label, panel, text};
use crate::view::{Band, View};

/// The usual causes, as the record keeps them.
const CAUSES: [&str; 4] = [
    "Error sustancial al anunciar un número",
    "Avería o accidente sin solución",
    "No se puede seguir a mano con las bolas que quedan",
    "Orden de la autoridad",
];

/// The void.
#[derive(Debug, Default)]
pub struct Void;

/// Returns the cause that was asked for, with who asked.
fn asked(known: &Known) -> Option<(&str, u32)> {
    known.board.void_asked.as_ref().map(|asked| (asked.cause.as_str(), asked.by))
}

/// Returns whether who sits here confirms what another asked for.
fn i_confirm(known: &Known) -> bool {
    let me = known.me.as_ref().map(|me| me.person);
    may(known, RequestKind::ConfirmVoid) && asked(known).is_some_and(|(_, by)| Some(by) != me)
}

impl Blank for Void {
    fn title(&self, known: &Known) -> String {
        known.t("vo-title")
    }

    fn label(&self, known: &Known) -> String {
        known.ta("vo-do", &[("game", &value::game(known).0.to_string())])
    }

    fn sub(&self, known: &Known) -> String {
        known.t("vo-sub")
    }

    fn object(&self, known: &Known) -> String {
        format!("{} {:?}", value::game(known).0, asked(known))
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        let good = may(known, RequestKind::AskVoid) || i_confirm(known);
        (!good).then(|| known.t("wait-mesa"))
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let mut steps = match asked(known) {
            Some((cause, _)) => {
                let options = vec![super::form::Opt::new(cause, cause)];
                vec![Step::choice(known, filled, "reason", "vo-cause", options).start(known, filled, cause)]
            }
            None => reason_steps(known, filled, "vo-cause", &CAUSES, ""),
        };
        let game = value::game(known).0.to_string();
        let missing = (filled.get("game") != game).then(|| known.ta("vo-number-missing", &[("game", &game)]));
        steps.push(
            Step::entry(known, "game", "vo-number", Takes::Digits(6), missing)
                .note(known.t("vo-number-note")),
        );
        if !i_confirm(known) {
            steps.extend(second_steps(known, filled, RequestKind::ConfirmVoid));
        }
        steps
    }

    fn facts(&self, known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        let Some(game) = known.game() else { return Vec::new() };
        let sum = words::money(u64::from(game.cards) * game.face_value_cents);
        let count = words::count(u64::from(game.cards));
        let price = words::money(game.face_value_cents);
        let line = known.public().prizes.iter().any(|prize| prize.state == PrizeState::Due);
        let mut facts = Vec::new();
        if let Some((_, by)) = asked(known) {
            facts.push((known.ta("vo-asked", &[("name", &known.short_name(by))]), String::new()));
        }
        facts.extend([
            (known.ta("vo-back", &[("cards", &count), ("price", &price)]), sum),
            (known.t("vo-prizes"), known.t(if line { "vo-prizes-due" } else { "vo-prizes-none" })),
            (known.ta("vo-game", &[("game", &game.game)]), known.t("vo-game-is")),
            (known.t("vo-last"), String::new()),
        ]);
        facts
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let label = self.label(known);
        let cause = asked(known).map_or_else(|| reason(filled, ""), |(cause, _)| cause.to_string());
        let game = value::game(known);
        let (ask, confirm) =
            (Request::AskVoid { game, cause: cause.clone() }, Request::ConfirmVoid { game, cause });
        if i_confirm(known) {
            return Some(Press::ask(label, confirm));
        }
        if asked(known).is_some() {
            return Some(Press::ask(label, confirm).by_second(second(filled)));
        }
        Some(Press::asks(label, [ask, confirm]).by_second(second(filled)))
    }

    fn guard(&self) -> (Arming, f64) {
        (Arming::Usual, 2.0)
    }

    fn leave(&self, known: &Known) -> Option<String> {
        Some(known.t("vo-leave"))
    }

    fn leaves_at_once(&self) -> bool {
        true
    }

    fn band(&self, known: &Known) -> Option<Band> {
        alert(self.label(known), known.t("vo-band"), "")
    }
}

/// The place: the game is void, and its cards are refunded at the caja, each once.
#[derive(Debug, Default)]
pub struct Voided;

impl View for Voided {
    fn bar(&self, known: &Known) -> Bar {
        let next = if known.public().session.as_ref().is_some_and(|session| session.last_game) {
            NextAct::new(known.t("close-session-do"), Press::Open(Over::Turn(Turn::CloseSession)))
        } else {
            NextAct::new(known.t("vo-next"), Press::Open(Over::OpenSale)).sub(known.t("vo-next-sub"))
        };
        let next =
            if may(known, RequestKind::OpenSale) { Next::Do(next) } else { Next::Wait(known.t("wait-mesa")) };
        Bar::new(Lead::May, known.t("vo-prompt"), next).with(crate::view::mesa::trouble(known)).with(
            KeyButton::new(
                crate::keys::Key::F7,
                known.t("close-session"),
                Press::Open(Over::Turn(Turn::CloseSession)),
            )
            .on_if(may(known, RequestKind::CloseSession), known.t("tr-not-yours")),
        )
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let game = known.game()?;
        let [left, right] = columns(room, [1.0, 1.0], 12.0);
        let mut inner = panel(ui, Rect::from_min_size(left.min, vec2(left.width(), 250.0)));
        ink::line(ui, cut_top(&mut inner, 26.0), &known.t("vo-refunded"), label(17.0));
        let (done, all) = (u64::from(known.public().refunded), u64::from(game.cards));
        let (of, whole) = (words::count(done), words::count(all));
        let big = known.ta("vo-of", &[("done", &of), ("all", &whole)]);
        ink::line(ui, cut_top(&mut inner, 110.0), &big, bold(72.0));
        let left_cents = (all - done.min(all)) * game.face_value_cents;
        let facts = vec![
            (known.t("vo-refunded-sum"), words::money(done * game.face_value_cents)),
            (known.t("vo-left-sum"), words::money(left_cents)),
        ];
        paint_facts(ui, inner, &facts, 38.0);
        let mut inner = panel(ui, Rect::from_min_size(right.min, vec2(right.width(), 250.0)));
        ink::line(ui, cut_top(&mut inner, 26.0), &known.t("vo-how"), label(17.0));
        inner.min.y += 6.0;
        ink::words(ui, inner, &known.t("vo-how-is"), text(20.0));
        None
    }

    fn band(&self, known: &Known) -> Option<Band> {
        let game = value::game(known).0.to_string();
        alert(known.ta("vo-word", &[("game", &game)]), known.t("vo-band"), "")
    }
}

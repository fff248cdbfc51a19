//! 05 · Totals and prizes: the exact formula, filled in, to read aloud (M13); then the draw.

use egui::{Rect, Ui};
use hall_look::colour;
use hall_look::ink;
use hall_look::words;
use serde_json::json;

use super::{for_mesa, series, trouble};
use crate::bar::{Arming, Bar, Lead, Next, NextAct};
use crate::known::Known;
use crate::press::Press;
use crate::view::part::{self, bold, camera, columns, cut_top, in_colour, label, panel, say, text};
use crate::view::{View, machine};

/// How long the words take to read: Intro is deaf until then.
const READING_S: f64 = 5.0;

/// Totals and prizes.
#[derive(Default)]
pub(super) struct Totals;

impl View for Totals {
    fn bar(&self, known: &Known) -> Bar {
        let Some(game) = known.game() else { return Bar::new(Lead::Wait, "", Next::Wait(String::new())) };
        let press = Press::ask(known.t("start-draw-do"), "start-draw", json!({"game": game.game}));
        let next = NextAct::new(known.t("start-draw-do"), press)
            .sub(known.ta("start-draw-sub", &[("game", &game.game.to_string())]))
            .armed(Arming::Reading(READING_S));
        Bar::new(Lead::Say, known.t("totals-prompt"), for_mesa(known, Next::Do(next))).with(trouble(known))
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let game = known.game()?;
        let [left, mut right] = columns(room, [0.62, 0.38], 12.0);
        machine::foot(ui, &mut right, known);
        let [first, second] = part::rows(left, [0.52, 0.48], 12.0);
        say(ui, first, &known.t("read-first"), &format!("«{}.»", game.formula), 30.0);
        let prizes = format!(
            "«Premio de línea: {}. Premio de bingo: {}. Comienza la partida.»",
            words::spanish_money(game.line_cents),
            words::spanish_money(game.bingo_cents),
        );
        say(ui, second, &known.t("read-then"), &prizes, 30.0);
        let [top, bottom] = part::rows(right, [0.56, 0.44], 12.0);
        let mut inner = panel(ui, top);
        let mut row = |ui: &mut Ui, name: &str, value: &str, size: f32| {
            let mut line = cut_top(&mut inner, size + 20.0);
            ink::line(ui, line, name, label(17.0));
            line.min.x += 150.0;
            ink::line(ui, line, value, bold(size).right());
        };
        row(ui, &known.t("tile-cards"), &words::count(u64::from(game.cards)), 24.0);
        row(ui, &known.t("tile-takings"), &words::money(game.takings_cents), 24.0);
        row(ui, &known.t("tile-line"), &words::money(game.line_cents), 30.0);
        row(ui, &known.t("tile-bingo"), &words::money(game.bingo_cents), 30.0);
        for cards in &game.segments {
            if inner.height() < 28.0 {
                break;
            }
            let line = format!("{} · {}–{}", series(&cards.series), cards.first, cards.last);
            ink::line(ui, cut_top(&mut inner, 28.0), &line, in_colour(text(17.0), colour::TEXT2).right());
        }
        camera(ui, bottom, known);
        None
    }
}

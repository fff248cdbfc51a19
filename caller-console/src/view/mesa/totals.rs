//! 05 · Totals and prizes: the exact formula, filled in, to read aloud (M13); then the draw.

use egui::{Rect, Ui};
use hall_core::event::GameNo;
use hall_core::request::Request;
use hall_look::{colour, ink, sign, words};
use hall_wire::board::Game;

use super::{for_mesa, trouble};
use crate::bar::{Arming, Bar, Lead, Next, NextAct};
use crate::known::Known;
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::view::help::Topic;
use crate::view::part::{self, List, bold, camera, columns, cut_top, in_colour, label, panel, say, text};
use crate::view::turns::camera::band as camera_band;
use crate::view::{Band, View, machine};

/// How long the words take to read, in seconds: Intro does nothing until then.
const READING_S: f64 = 5.0;

#[derive(Default)]
pub(super) struct Totals;

impl View for Totals {
    fn bar(&self, known: &Known) -> Bar {
        let Some(game) = known.game() else { return Bar::new(Lead::Wait, "", Next::Wait(String::new())) };
        let next = match known.board.exit_unseen {
            None => {
                let start = Request::StartDraw { game: GameNo(game.game) };
                let next = NextAct::ask(known.t("start-draw-do"), start)
                    .sub(known.ta("start-draw-sub", &[("game", &game.game)]))
                    .armed(Arming::Reading(READING_S));
                Next::Do(next)
            }
            Some(unseen) if unseen.may_be_waived => {
                let open = Press::Open(Over::Turn(Turn::WithoutCamera));
                Next::Do(NextAct::new(known.t("wc-open"), open).sub(known.t("wc-open-sub")))
            }
            Some(_) => Next::Missing { label: known.t("start-draw-do"), what: known.t("wc-missing") },
        };
        let prompt = if known.board.exit_unseen.is_some() { "totals-prompt-unseen" } else { "totals-prompt" };
        Bar::new(Lead::Say, known.t(prompt), for_mesa(known, next)).with(trouble(known))
    }

    fn topic(&self) -> Topic {
        Topic::Totals
    }

    fn band(&self, known: &Known) -> Option<Band> {
        camera_band(known)
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let game = known.game()?;
        let [left, mut right] = columns(room, [0.62, 0.38], 12.0);
        machine::foot(ui, &mut right, known);
        let [first, second] = part::rows(left, [0.52, 0.48], 12.0);
        say(ui, first, &known.t("read-first"), &format!("«{}.»", part::filled_in(&game.formula)), 30.0);
        let prizes = format!(
            "«Premio de línea: {{{}}}. Premio de bingo: {{{}}}. Comienza la partida.»",
            words::spanish_money(game.line_cents),
            words::spanish_money(game.bingo_cents),
        );
        say(ui, second, &known.t("read-then"), &prizes, 30.0);
        let [top, bottom] = part::rows(right, [0.62, 0.38], 10.0);
        figures(ui, panel(ui, top), known, game);
        let [written, picture] = part::rows(bottom, [86.0, bottom.height() - 96.0], 10.0);
        row_of_acta(ui, written, known, game);
        camera(ui, picture, known);
        None
    }
}

/// A percentage as it is said: `9 %`, `57,5 %`.
fn percent(hundredths: u32) -> String {
    let fraction = format!("{:02}", hundredths % 100);
    match fraction.trim_end_matches('0') {
        "" => format!("{} %", hundredths / 100),
        fraction => format!("{},{fraction} %", hundredths / 100),
    }
}

/// Cards, takings and prizes with their percentages, and the cards sold from–to.
fn figures(ui: &mut Ui, mut inner: Rect, known: &Known, game: &Game) {
    let named = |id: &str, share: Option<u32>| match share {
        Some(share) => format!("{} · {}", known.t(id), percent(share)),
        None => known.t(id),
    };
    let shares = known.board.shares;
    let price = words::money(game.face_value_cents);
    let cards = known.ta("totals-cards", &[("price", &price)]);
    let rows = [
        (cards, words::count(u64::from(game.cards)), 22.0),
        (known.t("tile-takings"), words::money(game.takings_cents), 22.0),
        (named("tile-line", shares.map(|of| of.line)), words::money(game.line_cents), 28.0),
        (named("tile-bingo", shares.map(|of| of.bingo)), words::money(game.bingo_cents), 28.0),
    ];
    for (name, value, size) in rows {
        let line = cut_top(&mut inner, size + 16.0);
        let value = ink::line(ui, line, &value, bold(size).right());
        let rest = Rect::from_min_max(line.min, egui::pos2(value.left() - 10.0, line.bottom()));
        ink::line(ui, rest, &name, label(17.0));
    }
    // What nobody sang so far: it is on the table of no game, and is not to be announced.
    let carried = known.board.carried;
    for (id, cents) in
        [("totals-carried-line", carried.line_cents), ("totals-carried-bingo", carried.bingo_cents)]
    {
        if cents > 0 {
            let line = cut_top(&mut inner, 26.0);
            ink::line(ui, line, &words::money(cents), bold(16.0).right());
            ink::line(ui, line, &known.t(id), label(15.0));
        }
    }
    let sold = List { name: "totals", height: 28.0, more: label(16.0).right() };
    sold.paint(ui, &mut inner, known, &game.segments, |ui, row, cards| {
        let line = crate::view::caja::block::list(std::slice::from_ref(cards), 1);
        ink::line(ui, row, &line, in_colour(text(17.0), colour::TEXT2).right());
    });
}

/// The game's row in the acta: that it is written, when, and which one (G6).
fn row_of_acta(ui: &mut Ui, room: Rect, known: &Known, game: &Game) {
    let mut inner = panel(ui, room).expand2(egui::vec2(0.0, 6.0));
    ink::line(ui, cut_top(&mut inner, 22.0), &known.t("totals-acta"), label(16.0));
    let mut line = cut_top(&mut inner, 32.0);
    let mark =
        Rect::from_center_size(egui::pos2(line.left() + 10.0, line.center().y), egui::vec2(20.0, 20.0));
    sign::tick(ui.painter(), mark, colour::OK);
    line.min.x = mark.right() + 10.0;
    let at = known.board.sale_closed_utc_ms.map_or_else(String::new, |at| known.time(at));
    ink::line(ui, line, &known.ta("totals-written", &[("time", &at)]), bold(20.0));
    let session = known.public().session.as_ref().map_or(0, |session| session.session);
    let words = known.ta("totals-row", &[("session", &session), ("row", &game.in_session)]);
    ink::line(ui, inner, &words, text(16.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_said_without_noughts() {
        for (hundredths, said) in [(900, "9 %"), (5_900, "59 %"), (5_750, "57,5 %"), (1_005, "10,05 %")] {
            assert_eq!(percent(hundredths), said);
        }
    }
}

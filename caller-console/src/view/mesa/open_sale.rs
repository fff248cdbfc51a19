//! 03 · The next sale: series, number of cards and price are announced, then it opens (M12, G2).

use egui::{Rect, Ui};
use hall_core::money::Cents;
use hall_core::request::Request;
use hall_core::series::SeriesId;
use hall_look::{ink, words};
use hall_wire::board::PrizeState;
use hall_wire::message::SeriesRow;

use super::{close_session, close_session_act, for_mesa, last_game, last_was_announced, series, trouble};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::help::Topic;
use crate::view::part::{self, Column, bold, columns, cut_top, headed, label, panel, say, table, text};
use crate::view::sala::past::state_id;
use crate::view::{View, balls, machine};

#[derive(Default)]
pub(super) struct OpenSale {
    chosen: usize,
    over: bool,
}

impl OpenSale {
    /// It lies over another view, and `−` takes it away.
    pub(super) fn lies_over(&mut self) {
        self.over = true;
    }

    /// The series that still have cards.
    fn stock(known: &Known) -> Vec<&SeriesRow> {
        known.lists.series.iter().filter(|row| row.next_card.is_some()).collect()
    }

    fn row<'a>(&self, known: &'a Known) -> Option<&'a SeriesRow> {
        let stock = Self::stock(known);
        stock.get(self.chosen.min(stock.len().saturating_sub(1))).copied()
    }
}

/// The words that open a sale; what they must contain is law (33.3), the wording ours.
fn formula(row: &SeriesRow) -> String {
    format!(
        "«Se ponen a la venta cartones de la serie {{{}}}, de {{{}}} cartones, a partir del número {{{}}}, al \
         precio de {{{}}}.»",
        series(&row.series),
        words::count(u64::from(row.size)),
        row.next_card.unwrap_or(1),
        words::spanish_money(row.face_value_cents),
    )
}

/// How the last game went.
fn last_game_words(known: &Known) -> String {
    let last = known.lists.games.iter().max_by_key(|game| game.game);
    let Some(game) = last else { return known.t("open-sale-first") };
    let (state, cards) = (known.t(state_id(game.state)), words::count(u64::from(game.cards)));
    let takings = words::money(game.takings_cents);
    known.ta(
        "open-sale-last-game",
        &[("game", &game.game), ("state", &state), ("cards", &cards), ("takings", &takings)],
    )
}

impl View for OpenSale {
    fn bar(&self, known: &Known) -> Bar {
        let label = known.ta("open-sale-do", &[("game", &known.lists.next_game)]);
        let last_is_over = last_was_announced(known) && known.game().is_some();
        let next = match self.row(known) {
            _ if last_is_over => Next::Do(close_session_act(known)),
            None => Next::Missing { label, what: known.t("open-sale-no-series") },
            Some(row) => {
                let Some(series_id) = SeriesId::parse(&row.series) else {
                    return Bar::new(Lead::Wait, "", Next::Wait(label));
                };
                let open = Request::OpenSale {
                    series: series_id,
                    size: row.size,
                    face_value: Cents(row.face_value_cents),
                };
                let (series, price) = (series(&row.series), words::money(row.face_value_cents));
                let sub = known.ta("open-sale-sub", &[("series", &series), ("price", &price)]);
                Next::Do(NextAct::ask(label, open).sub(sub))
            }
        };
        let (lead, prompt) =
            if last_is_over { (Lead::Now, "close-session-now") } else { (Lead::Say, "open-sale-prompt") };
        let bar = Bar::new(lead, known.t(prompt), for_mesa(known, next)).with(trouble(known));
        if self.over {
            return bar.with(KeyButton::new(Key::Back, known.t("back"), Press::Close));
        }
        bar.with(last_game(known)).with(close_session(known)).with_all(balls::key(known))
    }

    fn topic(&self) -> Topic {
        Topic::OpenSale
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, mut right] = columns(room, [0.44, 0.56], 12.0);
        machine::foot(ui, &mut right, known);
        let mut inner = headed(ui, left, 28.0, &known.t("open-sale-stock"), label(17.0));
        let stock = Self::stock(known);
        let head = [
            Column::left("col-series", 1.2),
            Column::right("col-next", 1.2),
            Column::right("col-of", 1.0),
            Column::right("col-price", 1.2),
        ];
        let rows: Vec<Vec<String>> = stock
            .iter()
            .map(|row| {
                vec![
                    series(&row.series),
                    row.next_card.map_or_else(String::new, |card| card.to_string()),
                    words::count(u64::from(row.size)),
                    words::money(row.face_value_cents),
                ]
            })
            .collect();
        let chosen = (!stock.is_empty()).then(|| self.chosen.min(stock.len() - 1));
        let touched = table(ui, inner, known, &head, &rows, chosen);
        if stock.is_empty() {
            inner.min.y += 44.0;
            ink::words(ui, inner, &known.t("open-sale-no-series-do"), text(18.0));
        }
        let [top, bottom] = part::rows(right, [0.6, 0.4], 12.0);
        match self.row(known) {
            Some(row) => say(ui, top, &known.t("read-aloud"), &formula(row), 30.0),
            None => {
                panel(ui, top);
            }
        }
        let mut inner = headed(ui, bottom, 28.0, &known.t("open-sale-last"), label(17.0));
        ink::line(ui, cut_top(&mut inner, 36.0), &last_game_words(known), bold(19.0));
        let owed = known.board.owed.len()
            + known.public().prizes.iter().filter(|p| p.state == PrizeState::Due).count();
        if owed > 0 {
            let line = known.ta("open-sale-owed", &[("n", &owed)]);
            ink::words(ui, inner, &line, text(18.0));
        }
        touched.map(|row| {
            self.chosen = row;
            Press::Typed
        })
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        self.chosen = typed.row(self.chosen, Self::stock(known).len())?;
        Some(Press::Typed)
    }
}

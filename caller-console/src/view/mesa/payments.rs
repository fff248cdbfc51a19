//! 13 · The game has ended: prizes wait for the cashier; the next sale may open meanwhile (DECISIONS 20).

use egui::{Rect, Ui};
use hall_look::{ink, words};
use hall_wire::board::{Prize, PrizeState};

use super::{close_session, for_mesa, last_game, only_mesa, series, sung, trouble};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::Key;
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::view::View;
use crate::view::help::Topic;
use crate::view::part::{
    self, Column, Tag, bold, camera, columns, cut_top, headed, label, table_tagged, text,
};

#[derive(Default)]
pub(super) struct Payments;

fn due(known: &Known) -> usize {
    known.public().prizes.iter().filter(|prize| prize.state == PrizeState::Due).count()
}

impl View for Payments {
    fn bar(&self, known: &Known) -> Bar {
        let count = due(known);
        let next = if count > 0 {
            Next::Wait(known.ta("wait-payments", &[("n", &count)]))
        } else {
            // The last one was paid a moment ago: shown for six seconds, or until Intro.
            let act = NextAct::new(known.t("payments-paid-do"), Press::Open(Over::OpenSale));
            for_mesa(known, Next::Do(act.sub(known.t("payments-paid-sub"))))
        };
        let prompt = known.t(if count > 0 { "payments-prompt" } else { "payments-paid-prompt" });
        // Once all is paid Intro leads to the next sale, and the session may be closed.
        let other = if count > 0 {
            let words = known.ta("prepare-next", &[("game", &known.lists.next_game)]);
            let open = KeyButton::new(Key::More, words, Press::Open(Over::OpenSale));
            only_mesa(known, open.sub(known.t("prepare-next-sub")))
        } else {
            close_session(known)
        };
        Bar::new(Lead::May, prompt, next).with(trouble(known)).with(other).with(last_game(known))
    }

    fn topic(&self) -> Topic {
        Topic::Payments
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let game = known.game()?;
        let [left, right] = columns(room, [0.64, 0.36], 12.0);
        let head = known.ta("payments-head", &[("game", &game.game)]);
        let inner = headed(ui, left, 32.0, &head, bold(20.0));
        let columns_of = [
            Column::left("col-play", 0.8),
            Column::left("col-card", 1.3),
            Column::right("col-amount", 1.1),
            Column::right("col-state", 1.0),
        ];
        let rows: Vec<Vec<String>> = known
            .public()
            .prizes
            .iter()
            .map(|prize| {
                vec![
                    sung::play_words(known, prize.play),
                    format!("{} · {}", series(&prize.card.series), prize.card.card),
                    words::money(prize.amount_cents),
                    known.t(&format!("prize-{}", prize.state.name())).to_uppercase(),
                ]
            })
            .collect();
        let tag = |prize: &Prize| match prize.state {
            PrizeState::Paid => Some(Tag::Ok),
            PrizeState::Withheld => Some(Tag::Alert),
            PrizeState::Due | PrizeState::Unclaimed => Some(Tag::Dashed),
        };
        let tags: Vec<Option<Tag>> = known.public().prizes.iter().map(tag).collect();
        table_tagged(ui, inner, known, &columns_of, &rows, &tags, None);
        let [top, bottom] = part::rows(right, [0.46, 0.54], 12.0);
        let mut inner = headed(ui, top, 28.0, &known.t("payments-account"), label(17.0));
        let rest = known.public().rest_cents;
        let lines = [
            ("tile-takings", game.takings_cents),
            ("tile-line", game.line_cents),
            ("tile-bingo", game.bingo_cents),
        ];
        for (id, cents) in lines {
            let mut row = cut_top(&mut inner, 34.0);
            ink::line(ui, row, &known.t(id), text(18.0));
            row.min.x += 120.0;
            ink::line(ui, row, &words::money(cents), bold(20.0).right());
        }
        if rest > 0 {
            // A remainder is named, with where it goes (4.4).
            let words = known.ta("payments-rest", &[("rest", &words::money(rest))]);
            ink::words(ui, inner, &words, text(17.0));
        }
        camera(ui, bottom, known);
        None
    }
}

//! 13 · The game has ended: prizes wait for the cashier; the next sale may open meanwhile (DECISIONS 20).

use egui::{Rect, Ui};
use hall_core::people::Role;
use hall_look::ink;
use hall_look::words;
use hall_wire::board::{Prize, PrizeState};

use super::{for_mesa, series, sung, trouble};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::view::View;
use crate::view::part::{
    self, Column, Tag, bold, camera, columns, cut_top, label, panel, table_tagged, text,
};

/// The prizes of a game.
#[derive(Default)]
pub(super) struct Payments;

/// Returns how many prizes of this game are due.
fn due(known: &Known) -> usize {
    known.public().prizes.iter().filter(|prize| prize.state == PrizeState::Due).count()
}

impl View for Payments {
    fn bar(&self, known: &Known) -> Bar {
        let count = due(known);
        let next = if count > 0 {
            Next::Wait(known.ta("wait-payments", &[("n", &count)]))
        } else {
            // The last one was paid a moment ago: this stays for that long, or until somebody goes on.
            let act = NextAct::new(known.t("payments-paid-do"), Press::Open(Over::OpenSale));
            for_mesa(known, Next::Do(act.sub(known.t("payments-paid-sub"))))
        };
        let game = known.lists.next_game.to_string();
        let open = KeyButton::new(
            Key::More,
            known.ta("prepare-next", &[("game", &game)]),
            Press::Open(Over::OpenSale),
        )
        .sub(known.t("prepare-next-sub"))
        .on_if(known.has_role(Role::JefeDeMesa), known.t("only-mesa"));
        let prompt = known.t(if count > 0 { "payments-prompt" } else { "payments-paid-prompt" });
        // Once all is paid Intro leads to the next sale, and the session may be closed.
        let other = if count > 0 {
            open
        } else {
            KeyButton::new(Key::F7, known.t("close-session"), Press::Open(Over::Turn(Turn::CloseSession)))
        };
        Bar::new(Lead::May, prompt, next).with(trouble(known)).with(other).with(
            KeyButton::new(Key::F11, known.t("last-game"), Press::Open(Over::Turn(Turn::LastGame))).on_if(
                !known.public().session.as_ref().is_some_and(|session| session.last_game),
                known.t("last-game-said"),
            ),
        )
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let game = known.game()?;
        let [left, right] = columns(room, [0.64, 0.36], 12.0);
        let mut inner = panel(ui, left);
        let head = known.ta("payments-head", &[("game", &game.game)]);
        ink::line(ui, cut_top(&mut inner, 32.0), &head, bold(20.0));
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
        let mut inner = panel(ui, top);
        ink::line(ui, cut_top(&mut inner, 28.0), &known.t("payments-account"), label(17.0));
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

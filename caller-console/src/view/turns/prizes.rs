//! `/` 5 · A prize withheld, or its retention lifted (39.2.g, 35.4).

use std::fmt::Display;

use hall_core::event::{GameNo, PrizeNo};
use hall_core::request::{Request, RequestKind};
use hall_look::words;
use hall_wire::board::{Play, Prize, PrizeState};

use super::common::{may, reason, reason_steps, second, second_steps, trouble_band, waits_for};
use super::form::{Blank, Filled, Opt, Step};
use crate::known::{Known, is_due};
use crate::press::Press;
use crate::view::Band;

/// The usual reasons, as the record keeps them.
const REASONS: [&str; 3] =
    ["Dos personas reclaman el cartón", "Reclamación pendiente", "El cartón tiene que comprobarse"];
const RELEASED: [&str; 2] = ["Se identifica a la persona titular", "Reclamación resuelta"];

/// The form.
#[derive(Debug, Default)]
pub struct Withhold;

fn open_prizes(known: &Known) -> Vec<&Prize> {
    let board = &known.board;
    let all = board.public.prizes.iter().chain(&board.owed);
    all.filter(|prize| is_due(prize) || prize.state == PrizeState::Withheld).collect()
}

fn value(prize: &Prize) -> String {
    format!("{}-{}", prize.game, prize.prize)
}

fn chosen<'a>(known: &'a Known, filled: &Filled) -> Option<&'a Prize> {
    open_prizes(known).into_iter().find(|prize| value(prize) == filled.get("prize"))
}

fn is_release(known: &Known, filled: &Filled) -> bool {
    chosen(known, filled).is_some_and(|prize| prize.state == PrizeState::Withheld)
}

impl Blank for Withhold {
    fn title(&self, known: &Known) -> String {
        known.t("pr-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("pr-do")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::WithholdPrize)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let opt = |prize: &Prize| {
            let play = known.t(if prize.play == Play::Line { "play-line" } else { "play-bingo" });
            let sum = words::money(prize.amount_cents);
            let args: [(&str, &dyn Display); 4] =
                [("game", &prize.game), ("play", &play), ("card", &prize.card.card), ("sum", &sum)];
            let id = if prize.state == PrizeState::Withheld { "pr-is-withheld" } else { "pr-is-due" };
            Opt::new(value(prize), known.ta(id, &args))
        };
        let options = open_prizes(known).into_iter().map(opt).collect();
        let mut steps = vec![Step::choice(known, filled, "prize", "pr-which", options)];
        if is_release(known, filled) {
            steps.extend(reason_steps(known, filled, "pr-why-release", &RELEASED, ""));
            if !may(known, RequestKind::ReleasePrize) {
                steps.extend(second_steps(known, filled, RequestKind::ReleasePrize));
            }
        } else {
            steps.extend(reason_steps(known, filled, "pr-why", &REASONS, ""));
        }
        steps
    }

    fn facts(&self, known: &Known, filled: &Filled) -> Vec<(String, String)> {
        if is_release(known, filled) {
            return vec![(known.t("pr-fact-release"), known.t("pr-fact-release-is"))];
        }
        vec![
            (known.t("pr-fact-pay"), known.t("pr-fact-pay-is")),
            (known.t("pr-fact-release"), known.t("pr-fact-sala")),
        ]
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let prize = chosen(known, filled)?;
        let (game, no, reason) = (GameNo(prize.game), PrizeNo(prize.prize), reason(filled, ""));
        if prize.state != PrizeState::Withheld {
            let withhold = Request::WithholdPrize { game, prize: no, reason };
            return Some(Press::ask(self.label(known), withhold));
        }
        let press = Press::ask(self.label(known), Request::ReleasePrize { game, prize: no, reason });
        Some(if may(known, RequestKind::ReleasePrize) { press } else { press.by_second(second(filled)) })
    }

    fn band(&self, known: &Known) -> Option<Band> {
        trouble_band(known, "pr-band")
    }
}

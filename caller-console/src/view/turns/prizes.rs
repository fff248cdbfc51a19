//! `/` 5 · A prize withheld, or its retention lifted (39.2.g, 35.4).

use hall_core::event::{GameNo, PrizeNo};
use hall_core::request::{Request, RequestKind};
use hall_look::words;
use hall_wire::board::{Play, Prize, PrizeState};

use super::common::{Reasons, ask, unless_mine};
use super::form::{Blank, Filling, Opt, Step};
use crate::known::{Known, is_due};

const WHY: Reasons = Reasons::new(
    "pr-why",
    &["Dos personas reclaman el cartón", "Reclamación pendiente", "El cartón tiene que comprobarse"],
);
const WHY_RELEASE: Reasons =
    Reasons::new("pr-why-release", &["Se identifica a la persona titular", "Reclamación resuelta"]);

pub static WITHHOLD: Blank = Blank {
    id: "pr",
    power: Some(RequestKind::WithholdPrize),
    steps,
    second: |form| unless_mine(form.known, RequestKind::ReleasePrize).filter(|_| is_release(form)),
    facts: |form| {
        if is_release(form) {
            return form.facts(&["pr-fact-release"]);
        }
        let mut facts = form.facts(&["pr-fact-pay"]);
        facts.push((form.t("pr-fact-release"), form.t("pr-fact-sala")));
        facts
    },
    asks: |form| {
        let prize = chosen(form)?;
        let (game, no) = (GameNo(prize.game), PrizeNo(prize.prize));
        ask(if is_release(form) {
            Request::ReleasePrize { game, prize: no, reason: WHY_RELEASE.given(form) }
        } else {
            Request::WithholdPrize { game, prize: no, reason: WHY.given(form) }
        })
    },
    ..Blank::PLAIN
};

fn open_prizes(known: &Known) -> impl Iterator<Item = &Prize> {
    let all = known.board.public.prizes.iter().chain(&known.board.owed);
    all.filter(|prize| is_due(prize) || prize.state == PrizeState::Withheld)
}

fn value(prize: &Prize) -> String {
    format!("{}-{}", prize.game, prize.prize)
}

fn chosen(form: Filling<'_>) -> Option<&Prize> {
    open_prizes(form.known).find(|prize| value(prize) == form.get("pr-which"))
}

fn is_release(form: Filling<'_>) -> bool {
    chosen(form).is_some_and(|prize| prize.state == PrizeState::Withheld)
}

fn steps(form: Filling<'_>) -> Vec<Step> {
    let opt = |prize: &Prize| {
        let play = form.t(if prize.play == Play::Line { "play-line" } else { "play-bingo" });
        let sum = words::money(prize.amount_cents);
        let id = if prize.state == PrizeState::Withheld { "pr-is-withheld" } else { "pr-is-due" };
        let words = form
            .known
            .ta(id, &[("game", &prize.game), ("play", &play), ("card", &prize.card.card), ("sum", &sum)]);
        Opt::new(value(prize), words)
    };
    let mut steps = vec![form.choice("pr-which", open_prizes(form.known).map(opt).collect())];
    steps.extend(if is_release(form) { WHY_RELEASE.steps(form) } else { WHY.steps(form) });
    steps
}

//! What the form of the sale asks for: a command in full, the next field, or what is missing.

use hall_core::event::{GameNo, Segment};
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_wire::board::{Cards, Game};

use super::super::block::{self, Place};
use super::{Sale, What};
use crate::bar::NextAct;
use crate::known::Known;
use crate::press::{Press, Second};
use crate::value;

/// What Intro would do: an act, the next field where there is one, or why it cannot.
pub(super) type Plan = Result<Option<NextAct>, String>;

/// A PIN has at least six digits (DECISIONS 5).
const PIN_MIN: usize = 6;

/// Returns what Intro does in a form.
pub(super) fn of(sale: &Sale, what: What, known: &Known) -> Plan {
    match what {
        What::Issue => issue(sale, known),
        What::Return => give_back(sale, known),
        What::Move => hand_over(sale, known),
        What::Burn => burn(sale, known),
        What::Close => Ok(None),
    }
}

/// Returns the seller in a field.
pub(super) fn seller(sale: &Sale, field: usize, known: &Known) -> Result<u32, String> {
    let Some(person) = sale.form.number(field) else { return Err(known.t("caja-missing-seller")) };
    if !block::sells(known, person) {
        return Err(known.ta("caja-no-seller", &[("n", &person.to_string())]));
    }
    Ok(person)
}

/// Returns the cards to hand out.
pub(super) fn to_issue(sale: &Sale, known: &Known) -> Result<Vec<Cards>, String> {
    let quantity = sale.form.number(1).filter(|quantity| *quantity > 0);
    let Some(quantity) = quantity else { return Err(known.t("caja-missing-count")) };
    block::next(known, quantity).map_err(|left| known.ta("caja-only-left", &[("n", &left.to_string())]))
}

fn issue(sale: &Sale, known: &Known) -> Plan {
    if let (true, Some(offer)) = (sale.form.is_empty(), sale.offers.next(known)) {
        return hand_out(offer.seller, &offer.runs, known);
    }
    let person = seller(sale, 0, known)?;
    if sale.form.at() == 0 && sale.form.field(1).is_empty() {
        return Ok(None);
    }
    hand_out(person, &to_issue(sale, known)?, known)
}

/// Returns the act that hands these cards to a seller.
fn hand_out(person: u32, runs: &[Cards], known: &Known) -> Plan {
    let Some(game) = known.game() else { return Err(known.t("no-session")) };
    let name = block::on_button(&known.short_name(person));
    let count: u32 = runs.iter().map(block::count).sum();
    let label = known.ta("caja-issue-do", &[("n", &count.to_string()), ("name", &name)]);
    let runs_out = runs.iter().filter_map(value::cards);
    let asks: Vec<Request> = runs_out.map(|cards| block_to(game, cards, person)).collect();
    let cards = block::list(runs, 2);
    let press = Press::asks(&label, asks).done(told(known, "caja-issue-done", count, person, &cards));
    Ok(Some(NextAct::new(&label, press).sub(cards)))
}

/// Returns what hands cards to a seller at their face value.
fn block_to(game: &Game, cards: Segment, seller: u32) -> Request {
    let (price, seller) = (Cents(game.face_value_cents), PersonId(seller));
    Request::IssueBlock { game: GameNo(game.game), cards, price, seller }
}

/// Returns the cards as the desk takes them.
fn segment(cards: &Cards, known: &Known) -> Result<Segment, String> {
    value::cards(cards).ok_or_else(|| known.t("caja-missing-first"))
}

/// Returns which cards are meant, and where they are: from the one typed to the end of its run,
/// or to the last one typed.
fn meant(sale: &Sale, known: &Known) -> Result<(Place, Cards), String> {
    let Some(first) = sale.form.number(0) else { return Err(known.t("caja-missing-first")) };
    let place = block::find(known, sale.series.as_deref(), first)
        .ok_or_else(|| known.ta("caja-nobody-has", &[("card", &first.to_string())]))?;
    let run = match &place {
        Place::Gap(run) | Place::With(_, run) => run,
    };
    let cards = Cards { series: run.series.clone(), first, last: sale.form.number(1).unwrap_or(run.last) };
    if cards.last < cards.first {
        return Err(known.t("caja-backwards"));
    }
    if cards.last > run.last {
        return Err(known.ta("caja-run-ends", &[("card", &run.last.to_string())]));
    }
    Ok((place, cards))
}

/// Returns the seller whose cards come back, and the cards.
pub(super) fn coming_back(sale: &Sale, known: &Known) -> Result<(u32, Cards), String> {
    let (place, cards) = meant(sale, known)?;
    match place {
        Place::Gap(_) => Err(known.ta("caja-is-back", &[("card", &cards.first.to_string())])),
        Place::With(seller, _) => Ok((seller, cards)),
    }
}

fn give_back(sale: &Sale, known: &Known) -> Plan {
    let (seller, cards) = coming_back(sale, known)?;
    let Some(game) = known.game() else { return Err(known.t("no-session")) };
    let name = block::on_button(&known.short_name(seller));
    let count = block::count(&cards);
    let label = known.ta("caja-return-do", &[("n", &count), ("name", &name)]);
    let back = Request::ReturnCards {
        game: GameNo(game.game),
        cards: segment(&cards, known)?,
        seller: PersonId(seller),
    };
    let sub = block::list(&[cards], 1);
    let press = Press::ask(&label, back).done(told(known, "caja-return-done", count, seller, &sub));
    Ok(Some(NextAct::new(label, press).sub(sub)))
}

/// Returns where the cards are that change hands, and the cards.
pub(super) fn changing_hands(sale: &Sale, known: &Known) -> Result<(Place, Cards), String> {
    meant(sale, known)
}

fn hand_over(sale: &Sale, known: &Known) -> Plan {
    let (place, cards) = changing_hands(sale, known)?;
    if sale.form.field(2).is_empty() && !sale.form.is_at_last() {
        return Ok(None);
    }
    let to = seller(sale, 2, known)?;
    let Some(game) = known.game() else { return Err(known.t("no-session")) };
    let name = block::on_button(&known.short_name(to));
    let count = block::count(&cards);
    let label = known.ta("caja-move-do", &[("n", &count), ("name", &name)]);
    let press = match place {
        // Cards that came back are nobody's: they go out again.
        Place::Gap(_) => Press::ask(&label, block_to(game, segment(&cards, known)?, to)),
        Place::With(from, _) if from == to => {
            return Err(known.ta("caja-has-already", &[("name", &known.short_name(to))]));
        }
        Place::With(from, _) => {
            let (game, cards) = (GameNo(game.game), segment(&cards, known)?);
            Press::ask(&label, Request::TransferCards { game, cards, from: PersonId(from), to: PersonId(to) })
        }
    };
    let sub = block::list(&[cards], 1);
    let press = press.done(told(known, "caja-move-done", count, to, &sub));
    Ok(Some(NextAct::new(label, press).sub(sub)))
}

/// Returns what is told once it is recorded.
fn told(known: &Known, id: &str, count: u32, person: u32, cards: &str) -> String {
    known.ta(id, &[("n", &count), ("name", &known.short_name(person)), ("cards", &cards)])
}

/// Cards that are not to be found are burned by two people of group b, with a diligencia (DECISIONS 13).
fn burn(sale: &Sale, known: &Known) -> Plan {
    let (Some(gap), Some(game)) = (known.board.gaps.get(sale.gap), known.game()) else {
        return Err(known.t("caja-no-gap"));
    };
    let Some(second) = sale.form.number(0) else { return Err(known.t("caja-missing-second")) };
    if known.me.as_ref().is_some_and(|me| me.person == second) {
        return Err(known.t("caja-second-same"));
    }
    if sale.form.at() == 0 && sale.form.field(1).is_empty() {
        return Ok(None);
    }
    if sale.form.text(1).len() < PIN_MIN {
        return Err(known.t("login-missing-pin"));
    }
    let cards = block::range(gap);
    let label = known.ta("caja-burn-do", &[("cards", &cards)]);
    let (game, gap) = (GameNo(game.game), segment(gap, known)?);
    let halves = [Request::AskBurnGap { game, cards: gap }, Request::ConfirmBurnGap { game, cards: gap }];
    let press = Press::asks(&label, halves)
        .by_second(Second { user: second.to_string(), pin: sale.form.text(1).to_string() })
        .done(known.ta("caja-burn-done", &[("cards", &cards)]));
    let sub = known.ta("caja-burn-sub", &[("name", &known.short_name(second))]);
    Ok(Some(NextAct::new(label, press).sub(sub).held(1.0)))
}

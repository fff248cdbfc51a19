//! What Intro does in a form of the sale.

use hall_core::event::{GameNo, Segment};
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_wire::board::{Cards, Game};

use super::super::block::{self, Place};
use super::{Sale, What};
use crate::bar::NextAct;
use crate::entry::PIN_MIN;
use crate::known::Known;
use crate::press::{Part, Press, Second};
use crate::value;

/// An act, the next field (`None`), or what is missing.
pub(super) type Plan = Result<Option<NextAct>, String>;

pub(super) fn of(sale: &Sale, what: What, known: &Known) -> Plan {
    match what {
        What::Issue => issue(sale, known),
        What::Return => give_back(sale, known),
        What::Move => hand_over(sale, known),
        What::Burn => burn(sale, known),
        What::Close => Ok(None),
    }
}

/// The seller in a field.
pub(super) fn seller(sale: &Sale, field: usize, known: &Known) -> Result<u32, String> {
    let Some(person) = sale.form.number(field) else { return Err(known.t("caja-missing-seller")) };
    if !block::sells(known, person) {
        return Err(known.ta("caja-no-seller", &[("n", &person)]));
    }
    Ok(person)
}

/// The cards to hand out.
pub(super) fn to_issue(sale: &Sale, known: &Known) -> Result<Vec<Cards>, String> {
    let quantity = sale.form.number(1).filter(|quantity| *quantity > 0);
    let Some(quantity) = quantity else { return Err(known.t("caja-missing-count")) };
    block::next(known, quantity).map_err(|left| known.ta("caja-only-left", &[("n", &left)]))
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

fn hand_out(person: u32, runs: &[Cards], known: &Known) -> Plan {
    let game = game(known)?;
    let asks = runs.iter().filter_map(value::cards).map(|cards| block_to(game, cards, person)).collect();
    Ok(Some(act(known, ["caja-issue-do", "caja-issue-done"], person, runs, asks)))
}

/// The act that moves cards: its label and what is shown once it is recorded, for this person.
fn act(known: &Known, [label, done]: [&str; 2], person: u32, runs: &[Cards], asks: Vec<Request>) -> NextAct {
    let count = runs.iter().map(block::count).sum::<u32>().to_string();
    let (name, cards) = (known.short_name(person), block::list(runs, 2));
    let label = known.ta(label, &[("n", &count), ("name", &block::on_button(&name))]);
    let done = known.ta(done, &[("n", &count), ("name", &name), ("cards", &cards)]);
    NextAct::new(&label, Press::asks(&label, asks).done(done)).sub(cards)
}

fn game(known: &Known) -> Result<&Game, String> {
    known.game().ok_or_else(|| known.t("no-session"))
}

/// Hands cards to a seller at their face value.
fn block_to(game: &Game, cards: Segment, seller: u32) -> Request {
    let (price, seller) = (Cents(game.face_value_cents), PersonId(seller));
    Request::IssueBlock { game: GameNo(game.game), cards, price, seller }
}

fn segment(cards: &Cards, known: &Known) -> Result<Segment, String> {
    value::cards(cards).ok_or_else(|| known.t("caja-missing-first"))
}

/// The cards that were typed, and where they are: from the first to the last one typed, or to the end of its run.
pub(super) fn meant(sale: &Sale, known: &Known) -> Result<(Place, Cards), String> {
    let Some(first) = sale.form.number(0) else { return Err(known.t("caja-missing-first")) };
    let place = block::find(known, sale.series.as_deref(), first)
        .ok_or_else(|| known.ta("caja-nobody-has", &[("card", &first)]))?;
    let run = match &place {
        Place::Gap(run) | Place::With(_, run) => run,
    };
    let cards = Cards { series: run.series.clone(), first, last: sale.form.number(1).unwrap_or(run.last) };
    if cards.last < cards.first {
        return Err(known.t("caja-backwards"));
    }
    if cards.last > run.last {
        return Err(known.ta("caja-run-ends", &[("card", &run.last)]));
    }
    Ok((place, cards))
}

/// The seller who returns cards, and the cards.
pub(super) fn coming_back(sale: &Sale, known: &Known) -> Result<(u32, Cards), String> {
    let (place, cards) = meant(sale, known)?;
    match place {
        Place::Gap(_) => Err(known.ta("caja-is-back", &[("card", &cards.first)])),
        Place::With(seller, _) => Ok((seller, cards)),
    }
}

fn give_back(sale: &Sale, known: &Known) -> Plan {
    let (seller, cards) = coming_back(sale, known)?;
    let game = GameNo(game(known)?.game);
    let back = Request::ReturnCards { game, cards: segment(&cards, known)?, seller: PersonId(seller) };
    Ok(Some(act(known, ["caja-return-do", "caja-return-done"], seller, &[cards], vec![back])))
}

fn hand_over(sale: &Sale, known: &Known) -> Plan {
    let (place, run) = meant(sale, known)?;
    if sale.form.field(2).is_empty() && !sale.form.is_at_last() {
        return Ok(None);
    }
    let to = seller(sale, 2, known)?;
    let (game, cards) = (game(known)?, segment(&run, known)?);
    let ask = match place {
        // Returned cards are issued again.
        Place::Gap(_) => block_to(game, cards, to),
        Place::With(from, _) if from == to => {
            return Err(known.ta("caja-has-already", &[("name", &known.short_name(to))]));
        }
        Place::With(from, _) => {
            let (from, to) = (PersonId(from), PersonId(to));
            Request::TransferCards { game: GameNo(game.game), cards, from, to }
        }
    };
    Ok(Some(act(known, ["caja-move-do", "caja-move-done"], to, &[run], vec![ask])))
}

/// Two people of group b burn cards that cannot be found, with a diligencia (DECISIONS 13).
fn burn(sale: &Sale, known: &Known) -> Plan {
    let (Some(gap), Some(game)) = (known.board.gaps.get(sale.gap), known.game()) else {
        return Err(known.t("caja-no-gap"));
    };
    let Some(second) = sale.form.number(0) else { return Err(known.t("caja-missing-second")) };
    if known.person() == Some(second) {
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
        .by_second(Second { user: second.to_string(), pin: sale.form.text(1).to_string(), part: Part::Last })
        .done(known.ta("caja-burn-done", &[("cards", &cards)]));
    let sub = known.ta("caja-burn-sub", &[("name", &known.short_name(second))]);
    Ok(Some(NextAct::new(label, press).sub(sub).held(1.0)))
}

//! The cashier: cards out and back, prizes and refunds.

use hall_core::event::{GameNo, PrizeNo, Segment};
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_core::series::CardNo;
use hall_server::desk::View;
use hall_wire::board::Scene;

use super::{Move, burn_gap, duty, leave_hold, plain, raise_hold, trouble};
use crate::console::Wish;
use crate::eyes::{Eyes, Memory, card_of, cards_of, due, game_of, segment_of};
use crate::template::{LOCUTOR, SIZE, VENDEDOR, series};

pub const CAJERO: &[Move] = &[
    trouble(2, raise_hold),
    trouble(60, give_back),
    trouble(60, resell),
    duty(150, leave_hold),
    duty(100, burn_gap),
    duty(600, pay),
    duty(500, refund),
    duty(250, close_sale),
    duty(700, issue),
];

fn issue(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let shown = view.public.game.as_ref().filter(|_| view.public.scene == Scene::Sale)?;
    let (game, price) = (GameNo(shown.game), Cents(shown.face_value_cents));
    let seller = eyes.dice.pick(&[LOCUTOR, VENDEDOR]);
    // Cards that came back go out first, or there is a gap.
    if let Some(cards) = view.mesa.gaps.first().map(segment_of) {
        return plain(Request::IssueBlock { game, cards, price, seller });
    }
    let next = card_of(view.mesa.next_card.as_ref()?);
    let used_up = view
        .mesa
        .holdings
        .iter()
        .flat_map(|held| cards_of(&segment_of(&held.cards)))
        .any(|card| card == next);
    let (series, first) =
        if used_up { (series(next.series.number() + 1), CardNo(1)) } else { (next.series, next.number) };
    let last = CardNo((first.0 + eyes.dice.number(0, 9)).min(SIZE));
    let price = if eyes.dice.permille(10) { Cents(1) } else { price };
    plain(Request::IssueBlock { game, cards: Segment { series, first, last }, price, seller })
}

/// Some of the cards of a block.
fn some_cards(eyes: &mut Eyes<'_>, view: &View) -> Option<(PersonId, Segment)> {
    let held = view.mesa.holdings.get(eyes.dice.below(view.mesa.holdings.len()))?;
    let first = eyes.dice.number(held.cards.first, held.cards.last);
    let last = eyes.dice.number(first, held.cards.last);
    let cards = Segment { first: CardNo(first), last: CardNo(last), ..segment_of(&held.cards) };
    Some((PersonId(held.seller), cards))
}

fn give_back(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| view.public.scene == Scene::Sale)?;
    let (seller, cards) = some_cards(eyes, view)?;
    plain(Request::ReturnCards { game, cards, seller })
}

fn resell(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| view.public.scene == Scene::Sale)?;
    let (from, cards) = some_cards(eyes, view)?;
    let to = if from == LOCUTOR { VENDEDOR } else { LOCUTOR };
    plain(Request::TransferCards { game, cards, from, to })
}

/// When most of the series is out; now and then with few, or with none.
pub fn close_sale(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = view.public.game.as_ref().filter(|_| view.public.scene == Scene::Sale)?;
    let enough = game.cards >= 14 || eyes.dice.permille(40);
    enough.then_some((Request::CloseSale { game: GameNo(game.game) }, Vec::new()))
}

fn pay(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let prize = due(&view.mesa).next()?;
    let (game, prize, card) = (GameNo(prize.game), PrizeNo(prize.prize), card_of(&prize.card));
    plain(Request::PayPrize { game, prize, card: eyes.present(card) })
}

/// People bring the cards of a void game back, a few at a time.
fn refund(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    if let Some(void) = view.public.game.as_ref().filter(|_| view.public.scene == Scene::Void)
        && memory.refunding != Some(GameNo(void.game))
    {
        let game = GameNo(void.game);
        memory.refunding = Some(game);
        for sold in void.segments.iter().map(segment_of) {
            let mut first = sold.first.0;
            while first <= sold.last.0 {
                let last = eyes.dice.number(first, sold.last.0);
                let cards = Segment { series: sold.series, first: CardNo(first), last: CardNo(last) };
                memory.to_refund.push((game, cards));
                first = last + 1;
            }
        }
    }
    let (game, cards) = *memory.to_refund.first()?;
    plain(Request::RefundCards { game, cards })
}

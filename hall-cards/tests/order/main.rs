//! The order of all cards, computed with tables in `card/rank.rs`, against the same order by counting (`plain.rs`).

use hall_cards::card::{CARD_COUNT, Card, CardId};

mod plain;
mod word;

#[test]
fn a_million_places_scattered_over_the_order_are_as_counted() {
    let count = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    for i in 0..count {
        // Multiples of the golden ratio are evenly spread over the order, without repetition.
        let fraction = 11_400_714_819_323_198_485_u64.wrapping_mul(i);
        check(((u128::from(CARD_COUNT) * u128::from(fraction)) >> 64) as u64);
    }
}

#[test]
fn the_places_around_every_border_are_as_counted() {
    for class in &plain::CLASSES {
        let (end, around) = (class.base + class.cards(), 200);
        (class.base.saturating_sub(around)..class.base + around).for_each(check);
        (end - around..CARD_COUNT.min(end + around)).for_each(check);
        // The first and the last card of each layout, or of one in seven.
        let step = if cfg!(debug_assertions) { 7 } else { 1 };
        for shape in (0..class.cards() / class.fillings).step_by(step) {
            let first = class.base + shape * class.fillings;
            check(first);
            check(first + class.fillings - 1);
        }
    }
}

fn check(place: u64) {
    let grid = plain::unrank(place);
    assert_eq!(CardId::new(place).unwrap().card().grid(), grid, "place {place}");
    let card = Card::from_grid(&grid).unwrap();
    assert_eq!((card.id().rank(), plain::rank(&grid)), (place, place));
}

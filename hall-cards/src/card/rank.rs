//! The order of all cards: the place of a card, and the card at a place.
//!
//! The order is frozen: records hold places, and a printed series is a list of them.
//! A column's *type* is its count of numbers less one. A place is made of, from the most
//! to the least significant:
//!
//! 1. the class: the types of the first and the last column, and how many of the seven
//!    between have type 2; everything that follows has a size that depends on it alone;
//! 2. the arrangement: the types of the seven columns between, in lexicographic order;
//! 3. the layout: for each column of two its empty row, then for each column of one its
//!    row, in lexicographic order;
//! 4. the filling: for each column, from the left, its set of numbers in colexicographic
//!    order.
//!
//! Every card has one place and every place one card, so a card drawn by drawing a place is
//! exactly uniform: there is nothing to prove about it but that this order leaves none out and
//! has none twice. Integers only: no rounding can move a card.
//!
//! What the tables do here, `rank/plain.rs` does by counting, step by step as written above,
//! and the tests compare the two.

use super::column::{self, SETS};
use super::layout::{self, Word};
use class::Class;

mod class;
#[cfg(test)]
mod plain;

/// The cells of a card, column by column, each from the top; 0 is an empty cell.
pub(super) type Columns = [[u8; 3]; 9];

/// Returns the place of a card in the list of all cards. The columns must be a card's.
pub(super) fn rank(columns: &Columns) -> u64 {
    let (mut types, mut threes, mut filling) = (0, 0, 0);
    let mut layout = Word::EMPTY;
    for (column, cells) in columns.iter().enumerate() {
        let (kind, set) = column::read(*cells);
        let column_type = kind >> 2;
        types = types * 3 + column_type;
        threes += column_type >> 1;
        filling = filling * SETS[column][column_type & 3] + set;
        layout.push(kind);
    }
    let (class, arrangement) = Class::of(types, threes);
    class.base + (arrangement * class.layouts + layout.place()) * class.fillings + filling
}

/// Returns the card at a place below [`super::CARD_COUNT`].
///
/// A division by the fillings of a layout gives the number of the shape and, as a fraction of one,
/// what is left of the place. It is a multiplication by 2¹⁰⁴ / fillings, which is rounded up: the
/// quotient, in units of 2⁻⁴⁵, is too large by less than one before it is cut to a whole number, and one
/// more makes it too large by less than two and never too small. Two units are less than 1 / fillings, the
/// distance between two cards, so neither the shape's number nor any set's place can come out wrong:
/// each is the whole part of the fraction times its count.
pub(super) fn unrank(rank: u64) -> Columns {
    let class = Class::at(rank);
    let quotient = high((rank - class.base) << 5, class.per_filling);
    let shape = quotient >> 45;
    let mut fraction = (quotient + 1) << 19;

    // The same again, with numbers so small that plain words will do.
    let arrangement = (shape * class.per_layout) >> 36;
    let layout = layout::bits(class.threes, (shape - arrangement * class.layouts) as usize);
    let types = class.types(arrangement);

    core::array::from_fn(|column| {
        let of_column = types >> (7 * column);
        let column_type = (of_column & 3) as usize;
        let row = (layout >> (of_column >> 2 & 31) & 3) as usize;
        let sets = SETS[column][column_type];
        let set = high(fraction, sets);
        fraction = fraction.wrapping_mul(sets);
        column::cells(column, column_type << 2 | row, set as usize)
    })
}

/// Returns a × b / 2⁶⁴, rounded down.
#[inline]
fn high(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::CARD_COUNT;

    #[test]
    fn a_million_places_scattered_over_the_order_are_as_counted() {
        let count = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
        for i in 0..count {
            // Steps of a golden section: they fall everywhere and nowhere twice.
            check(high(CARD_COUNT, 11_400_714_819_323_198_485_u64.wrapping_mul(i)));
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
        let columns = core::array::from_fn(|column| grid.map(|row| row[column]));
        assert_eq!(unrank(place), columns, "place {place}");
        assert_eq!((rank(&columns), plain::rank(&grid)), (place, place));
    }
}

//! The order of all cards: the rank of a card, and the card of a rank.
//!
//! The order is frozen: records hold ranks, and a printed series is a list of them. A column's *type* is its count of
//! numbers less one. Cards are ordered by, in this sequence:
//!
//! 1. class: the types of the first and the last column, and how many of the seven middle columns have type 2. The
//!    numbers of arrangements, layouts and fillings depend on it alone;
//! 2. arrangement: the types of the seven middle columns, lexicographically;
//! 3. layout: the empty row of each column of two, then the row of each column of one, lexicographically;
//! 4. filling: the set of numbers of each column, from the left, each colexicographically.
//!
//! Ranks and cards correspond one to one, so the card of a uniform rank is uniform. All arithmetic is exact, in
//! integers.
//!
//! `tests/order` has the same order by counting, without tables, and compares the two.

use super::column::{self, SETS};
use super::layout::{self, LayoutWords};
use class::Class;

mod class;

/// The cells of a card, column by column, each from the top; 0 is an empty cell.
pub(super) type Columns = [[u8; 3]; 9];

/// The rank of a card. The columns must be a card's.
pub(super) fn rank(columns: &Columns) -> u64 {
    let (mut types, mut threes, mut filling) = (0, 0, 0);
    let mut layout = LayoutWords::EMPTY;
    for (column, cells) in columns.iter().enumerate() {
        let (kind, set) = column::read(*cells);
        let column_type = kind >> 2;
        types = types * 3 + column_type;
        threes += column_type >> 1;
        filling = filling * SETS[column][column_type & 3] + set;
        layout.push(kind);
    }
    let (class, arrangement) = Class::of(types, threes);
    class.base + (arrangement * class.layouts + layout.rank()) * class.fillings + filling
}

/// The card of a rank below [`super::CARD_COUNT`].
///
/// Dividing by the number of fillings gives arrangement and layout as the integer part and the filling as the fraction.
/// The division is a multiplication by 2¹⁰⁴ / fillings, rounded up: in units of 2⁻⁴⁵ the quotient is too large by less
/// than one before it is truncated, so truncated plus one it is too large by more than zero and less than two. Two units
/// are less than 1 / fillings, the distance between two cards, so the integer part and the rank of each set, which is
/// the integer part of the fraction times the number of sets, are exact.
pub(super) fn unrank(rank: u64) -> Columns {
    let class = Class::at(rank);
    let quotient = high((rank - class.base) << 5, class.per_filling);
    let shape = quotient >> 45;
    let mut fraction = (quotient + 1) << 19;

    // The same division in 64 bits, as `shape` is below 2¹⁸.
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

/// ⌊a b / 2⁶⁴⌋.
#[inline]
fn high(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

//! The shuffle of one column, all orders equally likely.
//!
//! A column of ten numbers has 10! = 252 × 120 × 120 orders: which five of the ten places the numbers 0 to 4
//! get, in which order they stand there, and in which order the numbers 5 to 9 stand in the others. A random
//! number of 52 bits, taken as a fraction of one, is multiplied by the three counts, and each time the whole
//! part is one choice and the fraction goes on. As 2⁵² is no multiple of 10! some fractions are left over at
//! the end; with those it is drawn again, and then every order is equally likely. Columns of nine and of
//! eleven are shuffled alike, in parts of four and five, and of five and six.

use super::words::Words;

/// The numbers of a column in random order, counted from its smallest.
///
/// At each place it has the set of all numbers before it, one bit each: what two places differ by was
/// dealt between them.
pub(super) struct Deck([u16; 16]);

impl Deck {
    /// Returns the numbers of a column in the order that the words give.
    pub(super) fn shuffled(words: &Words<'_>, column: usize) -> Deck {
        let pack = match column {
            0 => &NINE,
            8 => &ELEVEN,
            _ => &TEN,
        };
        let mut tries = 0;
        loop {
            if let Some(choices) = pack.choices(words.shuffle(column, tries)) {
                return pack.order(choices);
            }
            tries += 1;
        }
    }

    /// Returns the set of the numbers that are dealt after so many, one to three.
    pub(super) fn next(&self, dealt: usize, count: usize) -> u16 {
        self.0[dealt & 15] ^ self.0[(dealt + count) & 15]
    }
}

/// How a column of one size is shuffled.
struct Pack {
    size: u64,
    /// The places that the lower numbers can get, one bit each, in colexicographic order.
    places: &'static [u16],
    /// The orders of the lower numbers, four bits each, the first one lowest; lexicographic.
    lower: &'static [u32],
    /// The orders of the upper numbers, counted from the first of them.
    upper: &'static [u32],
    /// The first upper number, in each four bits.
    first_upper: u32,
    /// 2⁵² mod size!
    left_over: u64,
}

static NINE: Pack = pack(9, &PLACES_4_OF_9, &ORDERS_4, &ORDERS_5, 0x4_4444);
static TEN: Pack = pack(10, &PLACES_5_OF_10, &ORDERS_5, &ORDERS_5, 0x5_5555);
static ELEVEN: Pack = pack(11, &PLACES_5_OF_11, &ORDERS_5, &ORDERS_6, 0x55_5555);

impl Pack {
    /// Returns places, lower order and upper order, or `None` for a number that is left over.
    fn choices(&self, random: u64) -> Option<[usize; 3]> {
        let mut fraction = random;
        let choices = [self.places.len(), self.lower.len(), self.upper.len()].map(|count| {
            let product = fraction * count as u64;
            fraction = product & ((1 << 52) - 1);
            (product >> 52) as usize
        });
        (fraction >= self.left_over).then_some(choices)
    }

    fn order(&self, [places, lower, upper]: [usize; 3]) -> Deck {
        let (places, mut lower) = (self.places[places], self.lower[lower]);
        let mut upper = self.upper[upper] + self.first_upper;
        let mut dealt = [0; 16];
        let mut before = 0;
        for place in 0..self.size as usize {
            let next = if places >> place & 1 == 1 { &mut lower } else { &mut upper };
            before |= 1 << (*next & 15);
            *next >>= 4;
            dealt[place + 1] = before;
        }
        Deck(dealt)
    }
}

static PLACES_4_OF_9: [u16; 126] = places(4);
static PLACES_5_OF_10: [u16; 252] = places(5);
static PLACES_5_OF_11: [u16; 462] = places(5);
static ORDERS_4: [u32; 24] = orders(4);
static ORDERS_5: [u32; 120] = orders(5);
static ORDERS_6: [u32; 720] = orders(6);

const fn pack(
    size: u64,
    places: &'static [u16],
    lower: &'static [u32],
    upper: &'static [u32],
    first_upper: u32,
) -> Pack {
    let orders = (places.len() * lower.len() * upper.len()) as u64;
    let (mut factorial, mut n) = (1, 1);
    while n < size {
        n += 1;
        factorial *= n;
    }
    assert!(orders == factorial);
    Pack { size, places, lower, upper, first_upper, left_over: (1 << 52) % orders }
}

/// Returns the first sets of `count` places, in colexicographic order.
const fn places<const SETS: usize>(count: u32) -> [u16; SETS] {
    let mut list = [0; SETS];
    let (mut at, mut set) = (0, 0_u16);
    while at < SETS {
        if set.count_ones() == count {
            list[at] = set;
            at += 1;
        }
        set += 1;
    }
    list
}

/// Returns the orders of 0 to `count` − 1, in lexicographic order.
const fn orders<const ORDERS: usize>(count: usize) -> [u32; ORDERS] {
    let mut list = [0; ORDERS];
    let mut at = 0;
    while at < ORDERS {
        // The digits of the place to falling bases say which of the numbers left comes next.
        let (mut rest, mut base, mut left) = (at, ORDERS, 0x7654_3210_u32);
        let mut place = 0;
        while place < count {
            base /= count - place;
            let next = 4 * (rest / base) as u32;
            rest %= base;
            list[at] |= (left >> next & 15) << (4 * place);
            left = left & ((1 << next) - 1) | left >> 4 >> next << next;
            place += 1;
        }
        at += 1;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::vec::Vec;

    #[test]
    fn every_order_is_there_once() {
        for pack in [&NINE, &TEN] {
            let mut orders = HashSet::new();
            let counts = [pack.places.len(), pack.lower.len(), pack.upper.len()];
            let steps = if pack.size == 9 { 1 } else { 7 };
            for places in (0..counts[0]).step_by(steps) {
                for lower in 0..counts[1] {
                    for upper in 0..counts[2] {
                        let Deck(dealt) = pack.order([places, lower, upper]);
                        assert_eq!(dealt[pack.size as usize], (1 << pack.size) - 1);
                        assert!(orders.insert(dealt));
                    }
                }
            }
            assert_eq!(orders.len(), counts[0].div_ceil(steps) * counts[1] * counts[2]);
        }
    }

    #[test]
    fn orders_are_lexicographic_and_places_colexicographic() {
        for (count, orders) in [(4, &ORDERS_4[..]), (5, &ORDERS_5), (6, &ORDERS_6)] {
            let words: Vec<Vec<u32>> =
                orders.iter().map(|order| (0..count).map(|i| order >> (4 * i) & 15).collect()).collect();
            assert!(words.is_sorted_by(|a, b| a < b));
        }
        assert_eq!((PLACES_4_OF_9[125], PLACES_5_OF_10[251], PLACES_5_OF_11[461]), (0x1E0, 0x3E0, 0x7C0));
    }

    /// A fraction below 1 / 10! of 2⁵² is the first order, and which ones are left over is known exactly.
    #[test]
    fn what_is_left_over_is_drawn_again() {
        for pack in [&NINE, &TEN, &ELEVEN] {
            let orders: u64 = (1..=pack.size).product();
            assert_eq!(pack.left_over, (1 << 52) % orders);
            // The order of a number r is r × orders / 2⁵²; it is left over if the fraction's rest is too small.
            for random in
                (0..2_000).chain((1 << 52) - 2_000..1 << 52).chain((1 << 51) - 2_000..(1 << 51) + 2_000)
            {
                let product = u128::from(random) * u128::from(orders);
                let wanted = (product & ((1 << 52) - 1) >= u128::from(pack.left_over))
                    .then_some((product >> 52) as usize);
                let got = pack.choices(random).map(|[places, lower, upper]| {
                    (places * pack.lower.len() + lower) * pack.upper.len() + upper
                });
                assert_eq!(got, wanted, "{random}");
            }
        }
    }
}

//! The uniform shuffle of one column.
//!
//! A column of ten numbers has 10! = 252 × 120 × 120 orders: the set of places of the numbers 0 to 4, their order there,
//! and the order of the numbers 5 to 9 in the other places. A 52-bit random number, as a fraction of 1, is multiplied by
//! each of the three counts in turn: the integer part is the choice, the fraction goes on to the next. As 2⁵² is not a
//! multiple of 10!, the 2⁵² mod 10! lowest final fractions are rejected, which makes all orders equally likely. Columns
//! of nine and eleven are split into four and five, and into five and six.

use super::words::Words;

/// A shuffled column, its numbers counted from the smallest: for each place the set of the numbers before it, one bit
/// each.
pub(super) struct Deck([u16; 16]);

impl Deck {
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

    /// The next `count` numbers, one to three, after `dealt`.
    pub(super) fn next(&self, dealt: usize, count: usize) -> u16 {
        self.0[dealt & 15] ^ self.0[(dealt + count) & 15]
    }
}

/// The orders of a column of one size.
struct Pack {
    size: u64,
    /// The sets of places of the lower numbers, one bit each, colexicographic.
    places: &'static [u16],
    /// The orders of the lower numbers, four bits each, the first lowest; lexicographic.
    lower: &'static [u32],
    /// The orders of the upper numbers, counted from the smallest of them.
    upper: &'static [u32],
    /// The smallest upper number in each four bits.
    first_upper: u32,
    /// 2⁵² mod size!
    left_over: u64,
}

static NINE: Pack = pack(9, &PLACES_4_OF_9, &ORDERS_4, &ORDERS_5, 0x4_4444);
static TEN: Pack = pack(10, &PLACES_5_OF_10, &ORDERS_5, &ORDERS_5, 0x5_5555);
static ELEVEN: Pack = pack(11, &PLACES_5_OF_11, &ORDERS_5, &ORDERS_6, 0x55_5555);

impl Pack {
    /// The indices of places, lower and upper order; `None` for a rejected number.
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

/// The first sets of `count` places, colexicographic.
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

/// The orders of 0 to `count` − 1, lexicographic.
const fn orders<const ORDERS: usize>(count: usize) -> [u32; ORDERS] {
    let mut list = [0; ORDERS];
    let mut at = 0;
    while at < ORDERS {
        // The digits of the rank in the factorial number system select among the numbers left.
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
mod tests;

//! Classes of cards, and the arrangements of their columns (`rank.rs`).

use super::super::CARD_COUNT;
use super::super::column::SETS;
use super::super::layout::{EMPTIES, LAYOUTS, NOTHING};

/// Cards with the same types of the first and the last column and as many middle columns of type 2.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// The rank of its first card.
    pub(super) base: u64,
    /// Columns of three numbers, 0 to 3. Then 6 − 2 × threes have two, and 3 + threes have one.
    pub(super) threes: usize,
    /// Of each arrangement.
    pub(super) layouts: u64,
    /// Of each layout.
    pub(super) fillings: u64,
    /// 2¹⁰⁴ / fillings, rounded up.
    pub(super) per_filling: u64,
    /// 2³⁶ / layouts, rounded up.
    pub(super) per_layout: u64,
    /// The index of its first arrangement in [`TYPES`].
    types: usize,
}

impl Class {
    /// The class of the card of a rank below [`CARD_COUNT`].
    #[inline]
    pub(super) fn at(rank: u64) -> &'static Class {
        let near = usize::from(NEAR[(rank >> NEAR_BITS) as usize]);
        // At most one class begins between two entries.
        &CLASSES[near + usize::from(rank >= BASES[near + 1])]
    }

    /// The class of a card, and the rank of its arrangement. `types` are those of its columns in base three, of which
    /// `threes` are 2.
    #[inline]
    pub(super) fn of(types: usize, threes: usize) -> (&'static Class, u64) {
        let (first, middle, last) = (types / 6561, types / 3 % 2187, types % 3);
        let twos = threes - first / 2 - last / 2;
        (&CLASSES[usize::from(WITH_ENDS[first * 3 + last]) + twos], u64::from(ARRANGEMENT[middle]))
    }

    /// The columns of an arrangement, seven bits each, the first lowest: two for the type, five for the bit of a layout
    /// at which the row is (`layout.rs`).
    #[inline]
    pub(super) fn types(&self, arrangement: u64) -> u64 {
        TYPES[self.types + arrangement as usize]
    }
}

const COUNT: usize = 25;

/// Ordered by the type of the first column, of the last, and the number of middle columns of type 2.
static CLASSES: [Class; COUNT] = classes();

/// The rank of the first card of each class, and [`CARD_COUNT`].
static BASES: [u64; COUNT + 1] = {
    let mut bases = [CARD_COUNT; COUNT + 1];
    let mut class = 0;
    while class < COUNT {
        bases[class] = CLASSES[class].base;
        class += 1;
    }
    bases
};

/// The first class with these types of the first and the last column, by first × 3 + last.
static WITH_ENDS: [u8; 9] = [0, 4, 7, 10, 13, 16, 18, 21, 23];

const NEAR_BITS: u32 = 51;

/// The class of each 2⁵¹th card.
static NEAR: [u8; (CARD_COUNT >> NEAR_BITS) as usize + 1] = {
    let mut table = [0; (CARD_COUNT >> NEAR_BITS) as usize + 1];
    let (mut at, mut class) = (0, 0);
    while at < table.len() {
        let before = class;
        while BASES[class + 1] <= (at as u64) << NEAR_BITS {
            class += 1;
        }
        assert!(class <= before + 1, "Class::at looks one class further only");
        table[at] = class as u8;
        at += 1;
    }
    table
};

/// See [`Class::types`]. All classes together have 1,554 arrangements.
static TYPES: [u64; 1554] = {
    let mut table = [0; 1554];
    let (mut middle, mut filled) = (0, 0);
    while middle < 2187 {
        let [_, ones, twos] = counts(middle);
        let mut ends = 0;
        while ends < 9 {
            let (first, last) = (ends / 3, ends % 3);
            if first + last + ones + 2 * twos == 6 {
                let class = &CLASSES[WITH_ENDS[ends] as usize + twos];
                let at = class.types + ARRANGEMENT[middle] as usize;
                table[at] = with_rows(first * 6561 + middle * 3 + last);
                filled += 1;
            }
            ends += 1;
        }
        middle += 1;
    }
    assert!(filled == table.len());
    table
};

/// The rank of seven types, in base three, among the permutations of them.
static ARRANGEMENT: [u16; 2187] = {
    let mut table = [0; 2187];
    let mut found = [[0; 8]; 8];
    let mut middle = 0;
    while middle < 2187 {
        let [_, ones, twos] = counts(middle);
        table[middle] = found[ones][twos];
        found[ones][twos] += 1;
        middle += 1;
    }
    table
};

const fn classes() -> [Class; COUNT] {
    let none = Class { base: 0, threes: 0, layouts: 0, fillings: 0, per_filling: 0, per_layout: 0, types: 0 };
    let mut all = [none; COUNT];
    let (mut at, mut base, mut types) = (0, 0, 0);
    let mut ends = 0;
    while ends < 9 {
        let (first, last) = (ends / 3, ends % 3);
        let mut twos = 0;
        while 2 * twos <= 6 - first - last {
            let ones = 6 - first - last - 2 * twos;
            let threes = twos + first / 2 + last / 2;
            let layouts = LAYOUTS[threes];
            let middle = SETS[1][0].pow((7 - ones - twos) as u32) * SETS[1][1].pow(ones as u32);
            let fillings = SETS[0][first] * SETS[8][last] * middle * SETS[1][2].pow(twos as u32);
            // What the reciprocals of `rank.rs` are exact for.
            assert!(fillings > 1 << 40 && fillings < 1 << 44);
            let per_filling = ((1_u128 << 104) / fillings as u128 + 1) as u64;
            let per_layout = (1 << 36) / layouts + 1;
            all[at] = Class { base, threes, layouts, fillings, per_filling, per_layout, types };
            let arrangements = words(7, ones, twos);
            assert!(arrangements * layouts * fillings < 1 << 59 && arrangements * layouts < 1 << 18);
            base += arrangements * layouts * fillings;
            types += arrangements as usize;
            at += 1;
            twos += 1;
        }
        ends += 1;
    }
    assert!(base == CARD_COUNT);
    all
}

/// The number of words of this length with so many ones and twos.
const fn words(length: usize, ones: usize, twos: usize) -> u64 {
    let (mut words, mut letter) = (1, 0);
    while letter < ones + twos {
        words = words * (length - letter) as u64
            / if letter < ones { letter + 1 } else { letter - ones + 1 } as u64;
        letter += 1;
    }
    words
}

/// The number of each letter in a word of seven.
const fn counts(mut word: usize) -> [usize; 3] {
    let mut counts = [0; 3];
    let mut letter = 0;
    while letter < 7 {
        counts[word % 3] += 1;
        word /= 3;
        letter += 1;
    }
    counts
}

/// See [`Class::types`], for nine types in base three.
const fn with_rows(mut types: usize) -> u64 {
    let (mut bits, mut base) = (0, 6561);
    let mut next = [0, EMPTIES as u64, NOTHING as u64];
    let mut column = 0;
    while column < 9 {
        let column_type = types / base;
        bits |= (column_type as u64 | next[column_type] << 2) << (7 * column);
        if column_type < 2 {
            next[column_type] += 2;
        }
        types %= base;
        base /= 3;
        column += 1;
    }
    bits
}

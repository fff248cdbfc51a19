//! Rank and unrank by counting, step by step as `card/rank.rs` defines the order. Slow.

use std::array;

use hall_cards::card::CARD_COUNT;
use serde_json::Value;

use crate::word::{Counts, Word, choose, word_at, word_place, words};

/// Rows of nine cells; 0 is an empty cell.
type Grid = [[u8; 9]; 3];

/// The rank of a card. The grid must be a card's.
pub fn rank(grid: &Grid) -> u64 {
    let mut types = [0; 9];
    let mut empty_rows = Word::EMPTY;
    let mut single_rows = Word::EMPTY;
    let mut filling = 0;
    for column in 0..9 {
        let cells = grid.map(|row| row[column]);
        let count = cells.iter().filter(|n| **n != 0).count();
        types[column] = count - 1;
        let row_where = |empty| cells.iter().position(|n| (*n == 0) == empty);
        match count {
            1 => single_rows.push(row_where(false).expect("one cell has the number")),
            2 => empty_rows.push(row_where(true).expect("one cell is empty")),
            _ => {}
        }
        filling = filling * SETS[column][count] + set_place(column, cells);
    }

    let class = class_of(&types);
    let arrangement = word_place(&types[1..8], |used| words(class.middle, used));
    let layout = word_place(empty_rows.letters(), |used| class.layouts_from(used))
        + word_place(single_rows.letters(), |used| words(class.singles(empty_rows.counts()), used));
    class.base + (arrangement * class.layouts + layout) * class.fillings + filling
}

/// The grid of the card with a rank below [`CARD_COUNT`].
pub fn unrank(rank: u64) -> Grid {
    let class = &CLASSES[CLASSES.partition_point(|class| class.base <= rank) - 1];
    let (shape, mut filling) = div_rem(rank - class.base, class.fillings);
    let (arrangement, layout) = div_rem(shape, class.layouts);

    let (middle, _) = word_at(arrangement, 7, |used| words(class.middle, used));
    let (empty_rows, layout) = word_at(layout, 6 - 2 * class.threes, |used| class.layouts_from(used));
    let singles = class.singles(empty_rows.counts());
    let (single_rows, _) = word_at(layout, 3 + class.threes, |used| words(singles, used));

    let mut types = [class.first, 0, 0, 0, 0, 0, 0, 0, class.last];
    types[1..8].copy_from_slice(middle.letters());
    let mut sets = [0; 9];
    for column in (0..9).rev() {
        (filling, sets[column]) = div_rem(filling, SETS[column][types[column] + 1]);
    }

    let mut grid = [[0; 9]; 3];
    let mut empty_rows = empty_rows.letters().iter();
    let mut single_rows = single_rows.letters().iter();
    for column in 0..9 {
        let holds: [bool; 3] = match types[column] {
            0 => {
                let single = single_rows.next().expect("a row for each column of one");
                array::from_fn(|row| row == *single)
            }
            1 => {
                let empty = empty_rows.next().expect("a row for each column of two");
                array::from_fn(|row| row != *empty)
            }
            _ => [true; 3],
        };
        let numbers = set_at(column, types[column] + 1, sets[column]);
        let rows = (0..3).filter(|row| holds[*row]);
        for (row, number) in rows.zip(numbers) {
            grid[row][column] = number;
        }
    }
    grid
}

/// Cards for which the order has the same number of layouts and of fillings.
pub struct Class {
    /// The rank of its first card.
    pub base: u64,
    /// The type of the first column.
    first: usize,
    /// The type of the last column.
    last: usize,
    /// How many of the seven middle columns have type 0, 1 and 2.
    middle: Counts,
    /// Columns of three numbers, 0 to 3. Then 6 − 2 × threes have two, and 3 + threes have one.
    threes: usize,
    /// Of each arrangement.
    pub layouts: u64,
    /// Of each layout.
    pub fillings: u64,
}

impl Class {
    pub const fn cards(&self) -> u64 {
        words(self.middle, [0; 3]) * self.layouts * self.fillings
    }

    /// Layouts whose word of empty rows begins with these letters, in any order.
    fn layouts_from(&self, used: Counts) -> u64 {
        LAYOUTS[self.threes][used[0]][used[1]][used[2]]
    }

    /// For each row, the columns of one number that have it there, given the columns of two that leave it empty.
    fn singles(&self, empty: Counts) -> Counts {
        empty.map(|columns| columns + self.threes - 1)
    }
}

/// All classes, in order of the first type, the last, and the middle columns of type 2.
pub static CLASSES: [Class; 25] = classes();
const _: () = assert!(CLASSES[24].base + CLASSES[24].cards() == CARD_COUNT);

/// See [`Class::layouts_from`]: `[columns of three][row 0][row 1][row 2]`.
static LAYOUTS: [[[[u64; 7]; 7]; 7]; 4] = layouts();

/// The number of sets of numbers: `[column][size]`. The first column has nine numbers, the last eleven.
static SETS: [[u64; 4]; 9] = {
    let mut sets = [[1, 10, 45, 120]; 9];
    sets[0] = [1, 9, 36, 84];
    sets[8] = [1, 11, 55, 165];
    sets
};

fn class_of(types: &[usize; 9]) -> &'static Class {
    let twos = types[1..8].iter().filter(|t| **t == 2).count();
    CLASSES
        .iter()
        .find(|class| (class.first, class.last, class.middle[2]) == (types[0], types[8], twos))
        .expect("fifteen numbers on nine columns are of one of the classes")
}

const fn classes() -> [Class; 25] {
    let mut all =
        [const { Class { base: 0, first: 0, last: 0, middle: [0; 3], threes: 0, layouts: 0, fillings: 0 } };
            25];
    let (mut at, mut base) = (0, 0);
    let mut ends = 0;
    while ends < 9 {
        let (first, last) = (ends / 3, ends % 3);
        let sum = 6 - first - last;
        let mut twos = 0;
        while 2 * twos <= sum {
            let ones = sum - 2 * twos;
            let middle = [7 - twos - ones, ones, twos];
            let threes = twos + (first == 2) as usize + (last == 2) as usize;
            let layouts = LAYOUTS[threes][0][0][0];
            let mut fillings = SETS[0][first + 1] * SETS[8][last + 1];
            let mut kind = 0;
            while kind < 3 {
                fillings *= SETS[1][kind + 1].pow(middle[kind] as u32);
                kind += 1;
            }
            all[at] = Class { base, first, last, middle, threes, layouts, fillings };
            base += all[at].cards();
            at += 1;
            twos += 1;
        }
        ends += 1;
    }
    all
}

const fn layouts() -> [[[[u64; 7]; 7]; 7]; 4] {
    let mut table = [[[[0; 7]; 7]; 7]; 4];
    let mut threes = 0;
    while threes < 4 {
        let columns = 6 - 2 * threes;
        // Longer beginnings first: a shorter one is the sum of its three continuations.
        let mut length = columns + 1;
        while length > 0 {
            length -= 1;
            let mut x = 0;
            while x <= length {
                let mut y = 0;
                while x + y <= length {
                    let z = length - x - y;
                    let t = &table[threes];
                    let count = if length < columns {
                        t[x + 1][y][z] + t[x][y + 1][z] + t[x][y][z + 1]
                    } else if x + threes > 0 && y + threes > 0 && z + threes > 0 {
                        words([x + threes - 1, y + threes - 1, z + threes - 1], [0; 3])
                    } else {
                        0 // A row would have six numbers.
                    };
                    table[threes][x][y][z] = count;
                    y += 1;
                }
                x += 1;
            }
        }
        threes += 1;
    }
    table
}

/// The colexicographic rank of a column's numbers among the sets of their size:
/// C(x, 1) + C(y, 2) + C(z, 3) for numbers x < y < z counted from the column's smallest.
fn set_place(column: usize, cells: [u8; 3]) -> u64 {
    let numbers = cells.into_iter().filter(|n| *n != 0);
    (1..).zip(numbers).map(|(k, n)| choose(usize::from(n - smallest(column)), k)).sum()
}

/// The numbers of the set of this rank, ascending; the cells beyond `count` are 0.
fn set_at(column: usize, count: usize, mut place: u64) -> [u8; 3] {
    let mut numbers = [0; 3];
    for k in (1..=count).rev() {
        // 0 to 10: the last column has eleven numbers.
        let n = (1..11).take_while(|n| choose(usize::from(*n), k) <= place).last().unwrap_or(0);
        place -= choose(usize::from(n), k);
        numbers[k - 1] = n + smallest(column);
    }
    numbers
}

fn smallest(column: usize) -> u8 {
    [1, 10, 20, 30, 40, 50, 60, 70, 80][column]
}

fn div_rem(dividend: u64, divisor: u64) -> (u64, u64) {
    (dividend / divisor, dividend % divisor)
}

#[test]
fn the_classes_are_those_of_the_research() {
    let file = include_str!("../vectors/vectors.json");
    let vectors: Value = serde_json::from_str(file).unwrap();
    let number = |v: &Value| match v.as_str() {
        Some(text) => text.parse().unwrap(),
        None => v.as_u64().unwrap(),
    };
    let keys = ["base", "e1", "e9", "amid", "a", "w", "arrangements", "layouts"];
    let wanted = vectors["superclasses"].as_array().unwrap();
    let wanted: Vec<[u64; 8]> = wanted.iter().map(|v| keys.map(|k| number(&v[k]))).collect();

    let ours = CLASSES.iter().map(|class| {
        let arrangements = words(class.middle, [0; 3]);
        let small = [class.first, class.last, class.middle[2], class.threes];
        let [first, last, twos, threes] = small.map(|n| u64::try_from(n).unwrap());
        [class.base, first, last, twos, threes, class.fillings, arrangements, class.layouts]
    });
    assert_eq!(ours.collect::<Vec<_>>(), wanted);
}

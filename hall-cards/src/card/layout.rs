//! Layouts: which cells of a card have its numbers, given how many each column has.
//!
//! A layout is a pair of words of rows: for each column of two numbers, from the left, the row that is empty; for each
//! column of one number, the row it is in. The pairs that give every row five numbers are ranked lexicographically. Their
//! number depends only on the number of columns of three, as columns of a type can be exchanged.

/// The number of layouts of a card with none, one, two and three columns of three numbers.
pub(crate) const LAYOUTS: [u64; 4] = [1710, 639, 240, 90];

/// Where the layouts for each number of columns of three begin in [`TABLES`], and where the last end.
const START: [usize; 5] = [0, 1710, 2349, 2589, 2679];

/// The bit of a layout at which the empty rows of the columns of two begin.
pub(crate) const EMPTIES: u32 = 12;

/// A bit of a layout where the row reads as 0, for columns of three.
pub(crate) const NOTHING: u32 = 24;

/// The layout of this rank with so many columns of three: the rows of the columns of one, two bits each, the first lowest,
/// and from [`EMPTIES`] on the empty rows of the columns of two.
#[inline]
pub(crate) fn bits(threes: usize, rank: usize) -> u32 {
    TABLES.bits[START[threes] + rank]
}

/// A layout read column by column, from the left: for each type of column the remaining rows.
pub(crate) struct Rows([u32; 4]);

impl Rows {
    /// The layout of this rank with so many columns of three.
    pub(crate) fn of(threes: usize, rank: usize) -> Rows {
        let bits = bits(threes, rank);
        Rows([bits, bits >> EMPTIES, 0, 0])
    }

    /// The kind (`column.rs`) of the next column, which is of this type.
    pub(crate) fn next(&mut self, column_type: usize) -> usize {
        let rows = &mut self.0[column_type & 3];
        let row = (*rows & 3) as usize;
        *rows >>= 2;
        column_type << 2 | row
    }
}

/// A layout built column by column, from the left: its two words in base three, each with a leading 1, so that words of
/// different lengths differ.
pub(crate) struct LayoutWords {
    singles: usize,
    empties: usize,
}

impl LayoutWords {
    pub(crate) const EMPTY: LayoutWords = LayoutWords { singles: 1, empties: 1 };

    /// Appends a column of this kind (`column.rs`).
    #[inline]
    pub(crate) fn push(&mut self, kind: usize) {
        let (longer_singles, longer_empties) = (3 * self.singles + kind, 3 * self.empties + (kind & 3));
        self.singles = if kind >> 2 == 0 { longer_singles } else { self.singles };
        self.empties = if kind >> 2 == 1 { longer_empties } else { self.empties };
    }

    /// The rank of the layout.
    #[inline]
    pub(crate) fn rank(&self) -> u64 {
        u64::from(TABLES.begins_at[self.empties]) + u64::from(TABLES.after[self.singles])
    }
}

/// Words have at most six letters.
const WORDS: usize = 2 * 3_usize.pow(6);

struct Tables {
    /// Each layout; see [`bits`].
    bits: [u32; START[4]],
    /// The rank of the first layout with this word of empty rows.
    begins_at: [u16; WORDS],
    /// The rank of a word of rows of the columns of one among the permutations of its letters, which are what can follow
    /// one word of empty rows.
    after: [u16; WORDS],
}

static TABLES: Tables = {
    let mut tables = Tables { bits: [0; START[4]], begins_at: [0; WORDS], after: [0; WORDS] };
    let mut threes = 0;
    let mut at = 0;
    while threes < 4 {
        let (ones, twos) = (3 + threes as u32, 6 - 2 * threes as u32);
        let mut empties = 3_usize.pow(twos);
        while empties < 2 * 3_usize.pow(twos) {
            let begins_at = at - START[threes];
            tables.begins_at[empties] = begins_at as u16;
            // Four bits per row: a row has a number in each column of three, in each column of two that does not
            // leave it empty, and the rest of its five in columns of one.
            let filled = 0x111 * (6 - threes as u32);
            let needed = 0x555 + LETTERS[empties] as u32;
            let mut singles = 3_usize.pow(ones);
            while singles < 2 * 3_usize.pow(ones) {
                if filled + LETTERS[singles] as u32 == needed {
                    tables.bits[at] = packed(singles, ones) | packed(empties, twos) << EMPTIES;
                    tables.after[singles] = (at - START[threes] - begins_at) as u16;
                    at += 1;
                }
                singles += 1;
            }
            empties += 1;
        }
        threes += 1;
        assert!(at == START[threes] && LAYOUTS[threes - 1] as usize == START[threes] - START[threes - 1]);
    }
    tables
};

/// The number of each letter in a word: four bits a letter, that of 0 lowest.
static LETTERS: [u16; WORDS] = {
    let mut table = [0; WORDS];
    let mut word = 3;
    while word < WORDS {
        table[word] = table[word / 3] + (1 << (4 * (word % 3)));
        word += 1;
    }
    table
};

/// The letters of a word with two bits each, the first lowest.
const fn packed(mut word: usize, len: u32) -> u32 {
    let mut bits = 0;
    let mut letter = 0;
    while letter < len {
        bits = bits << 2 | (word % 3) as u32;
        word /= 3;
        letter += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_has_its_rank() {
        for (threes, count) in (0..).zip(LAYOUTS) {
            for rank in 0..count {
                let mut rows = Rows::of(threes, rank as usize);
                let mut words = LayoutWords::EMPTY;
                let mut filled = [threes; 3];
                for _ in 0..6 - 2 * threes {
                    let kind = rows.next(1);
                    (0..3).filter(|row| *row != kind & 3).for_each(|row| filled[row] += 1);
                    words.push(kind);
                }
                for _ in 0..3 + threes {
                    let kind = rows.next(0);
                    filled[kind & 3] += 1;
                    words.push(kind);
                }
                assert_eq!((filled, words.rank()), ([5; 3], rank));
            }
        }
    }
}

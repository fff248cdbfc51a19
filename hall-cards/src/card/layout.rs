//! Layouts: in which cells a card has its numbers, when it is known how many each column has.
//!
//! A layout is two words of rows. The first one has, for each column of two numbers from the left, the row
//! that is empty; the second, for each column of one number, the row it is in. All pairs that leave every
//! row with five numbers are listed in lexicographic order. How many there are depends only on how many
//! columns have three numbers: columns of the same type can be exchanged.

/// How many layouts a card has that has none, one, two or three columns of three numbers.
pub(crate) const LAYOUTS: [u64; 4] = [1710, 639, 240, 90];

/// Where the list for each number of columns of three begins in [`TABLES`], and its end.
const START: [usize; 5] = [0, 1710, 2349, 2589, 2679];

/// Where the empty rows of the columns of two begin in the bits of a layout.
pub(crate) const EMPTIES: u32 = 12;

/// Where there are no more rows in the bits of a layout: what a column of three takes.
pub(crate) const NOTHING: u32 = 24;

/// Returns the layout at a place of the list for so many columns of three numbers: the rows of the columns of
/// one, two bits each, the first one lowest, and from [`EMPTIES`] on the empty rows of the columns of two.
#[inline]
pub(crate) fn bits(threes: usize, place: usize) -> u32 {
    TABLES.bits[START[threes] + place]
}

/// A layout being dealt out to the columns, from the left. For each type of column it has the rows that
/// are still to come.
pub(crate) struct Rows([u32; 4]);

impl Rows {
    /// Returns the layout at a place of the list for so many columns of three numbers.
    pub(crate) fn at(threes: usize, place: usize) -> Rows {
        let bits = bits(threes, place);
        Rows([bits, bits >> EMPTIES, 0, 0])
    }

    /// Returns the kind (`column.rs`) of the next column, which is of this type.
    pub(crate) fn next(&mut self, column_type: usize) -> usize {
        let rows = &mut self.0[column_type & 3];
        let row = (*rows & 3) as usize;
        *rows >>= 2;
        column_type << 2 | row
    }
}

/// A layout being read off the columns, from the left: two words of rows, each as a 1 and then the rows, one
/// number to the base of three. The 1 makes words of different lengths different numbers.
pub(crate) struct Word {
    singles: usize,
    empties: usize,
}

impl Word {
    /// The word of no columns.
    pub(crate) const EMPTY: Word = Word { singles: 1, empties: 1 };

    /// Appends a column of this kind (`column.rs`).
    #[inline]
    pub(crate) fn push(&mut self, kind: usize) {
        let (longer_singles, longer_empties) = (3 * self.singles + kind, 3 * self.empties + (kind & 3));
        self.singles = if kind >> 2 == 0 { longer_singles } else { self.singles };
        self.empties = if kind >> 2 == 1 { longer_empties } else { self.empties };
    }

    /// Returns the place of the layout in its list.
    #[inline]
    pub(crate) fn place(&self) -> u64 {
        u64::from(TABLES.begins_at[self.empties]) + u64::from(TABLES.after[self.singles])
    }
}

/// Six letters at most: 1 and six digits are below this.
const WORDS: usize = 2 * 3_usize.pow(6);

struct Tables {
    /// Each layout; see [`bits`].
    bits: [u32; START[4]],
    /// The place of the first layout with these empty rows.
    begins_at: [u16; WORDS],
    /// How many places behind that one the layout with these rows in its columns of one is. What words can
    /// stand there is known from the word itself: those of the same letters.
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
            // A row has the columns of three and all columns of two but those that leave it empty. What it
            // needs for five it has from the columns of one.
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

/// How often each letter comes in a word: four bits a letter, that of 0 lowest.
static LETTERS: [u16; WORDS] = {
    let mut table = [0; WORDS];
    let mut word = 3;
    while word < WORDS {
        table[word] = table[word / 3] + (1 << (4 * (word % 3)));
        word += 1;
    }
    table
};

/// Returns the letters of a word with two bits each, the first one lowest.
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
    fn every_layout_is_found_at_its_place() {
        for (threes, count) in (0..).zip(LAYOUTS) {
            for place in 0..count {
                let mut rows = Rows::at(threes, place as usize);
                let mut word = Word::EMPTY;
                let mut filled = [threes; 3];
                for _ in 0..6 - 2 * threes {
                    let kind = rows.next(1);
                    (0..3).filter(|row| *row != kind & 3).for_each(|row| filled[row] += 1);
                    word.push(kind);
                }
                for _ in 0..3 + threes {
                    let kind = rows.next(0);
                    filled[kind & 3] += 1;
                    word.push(kind);
                }
                assert_eq!((filled, word.place()), ([5; 3], place));
            }
        }
    }
}

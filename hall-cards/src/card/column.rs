//! One column of a card: its set of numbers, and the cells they are in.
//!
//! Counted from the column's smallest number, the set is one to three of 0 to 10. Sets of a size are ranked
//! colexicographically, that is as binary numbers with a bit for each member. The rank does not depend on how many
//! numbers the column has, so one table serves all nine.
//!
//! The *type* of a column is its count of numbers less one. Its *kind* is four times the type plus a row: that of the
//! number if there is one, the empty one if there are two, and 0 if there are three.

/// The number of sets of a column of each type: `[column][type]`; there is no type 3. The first column has nine numbers,
/// the last eleven.
pub(crate) static SETS: [[u64; 4]; 9] = {
    let mut sets = [[10, 45, 120, 0]; 9];
    sets[0] = [9, 36, 84, 0];
    sets[8] = [11, 55, 165, 0];
    sets
};

/// The cells, from the top, of a column of this kind with the set of this rank.
#[inline]
pub(crate) fn cells(column: usize, kind: usize, rank: usize) -> [u8; 3] {
    // The masks spare bounds checks: kinds are below 12, ranks below 165.
    let kind = kind & 15;
    let [top, middle, bottom, _] =
        (CELLS[kind][rank & 0xFF] + OCCUPIED[kind] * u32::from(BELOW[column])).to_le_bytes();
    [top, middle, bottom]
}

/// The kind of a column with these cells, and the rank of its set.
#[inline]
pub(crate) fn read(cells: [u8; 3]) -> (usize, u64) {
    let [top, middle, bottom] = cells.map(|number| usize::from(FROM_ONE[usize::from(number & 127)]));
    let [kind, rank] = READ[(top | middle << 4 | bottom << 8) & 0xFFF];
    (usize::from(kind), u64::from(rank))
}

/// The rank of a set, given as one bit for each number, among those of its size.
#[inline]
pub(crate) fn rank_of(set: u16) -> usize {
    usize::from(RANKS[usize::from(set) & 0x7FF])
}

/// Each column's smallest number less one.
static BELOW: [u8; 9] = [0, 9, 19, 29, 39, 49, 59, 69, 79];

/// By number: its position in its column, from 1; 0 for the empty cell.
static FROM_ONE: [u8; 128] = {
    let mut table = [0; 128];
    let (mut number, mut column) = (1, 0);
    while number <= 90 {
        if column < 8 && number > BELOW[column + 1] {
            column += 1;
        }
        table[number as usize] = number - BELOW[column];
        number += 1;
    }
    table
};

/// The cells of a column whose smallest number is 1, one byte each from the top: `[kind][rank]`.
static CELLS: [[u32; 256]; 16] = {
    let mut table = [[0; 256]; 16];
    let mut kind = 0;
    while kind < 12 {
        let (numbers, row) = (kind / 4 + 1, kind % 4);
        let (mut set, mut rank) = (0_u32, 0);
        while set < 1 << 11 && row < 3 && (numbers < 3 || row == 0) {
            if set.count_ones() as usize == numbers {
                table[kind][rank] = in_cells(set, numbers, row);
                rank += 1;
            }
            set += 1;
        }
        kind += 1;
    }
    table
};

/// By kind: 1 in each byte whose cell has a number.
static OCCUPIED: [u32; 16] = {
    let mut table = [0; 16];
    let mut kind = 0;
    while kind < 16 {
        let [top, middle, bottom, _] = CELLS[kind][0].to_le_bytes();
        table[kind] = (top > 0) as u32 | ((middle > 0) as u32) << 8 | ((bottom > 0) as u32) << 16;
        kind += 1;
    }
    table
};

/// Kind and rank of a column whose smallest number is 1, by its cells with four bits each.
static READ: [[u8; 2]; 1 << 12] = {
    let mut table = [[0; 2]; 1 << 12];
    let mut kind = 0;
    while kind < 12 {
        let mut rank = 0;
        while rank < 256 && CELLS[kind][rank] > 0 {
            let [top, middle, bottom, _] = CELLS[kind][rank].to_le_bytes();
            table[top as usize | (middle as usize) << 4 | (bottom as usize) << 8] = [kind as u8, rank as u8];
            rank += 1;
        }
        kind += 1;
    }
    table
};

/// The rank of each set of one to three numbers among those of its size.
static RANKS: [u8; 1 << 11] = {
    let mut table = [0; 1 << 11];
    let (mut set, mut found) = (0_usize, [0; 12]);
    while set < 1 << 11 {
        let size = set.count_ones() as usize;
        if 1 <= size && size <= 3 {
            table[set] = found[size];
            found[size] += 1;
        }
        set += 1;
    }
    table
};

/// The cells with a set's numbers, counted from 1.
const fn in_cells(set: u32, numbers: usize, row: usize) -> u32 {
    let (mut rest, mut cells, mut cell) = (set, 0, 0);
    while cell < 3 {
        let occupied = match numbers {
            1 => cell == row,
            2 => cell != row,
            _ => true,
        };
        if occupied {
            cells |= (rest.trailing_zeros() + 1) << (8 * cell);
            rest &= rest - 1;
        }
        cell += 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_read_as_it_was_written() {
        for column in 0..9 {
            for kind in [0, 1, 2, 4, 5, 6, 8] {
                let mut earlier = 0;
                for rank in 0..SETS[column][kind / 4] {
                    let cells = cells(column, kind, rank as usize);
                    assert_eq!(read(cells), (kind, rank), "{cells:?}");

                    let numbers = cells.iter().filter(|n| **n != 0);
                    let set: u16 = numbers.map(|n| 1 << (n - BELOW[column] - 1)).sum();
                    assert_eq!(rank_of(set), rank as usize);
                    assert!(set > earlier, "colexicographic order");
                    earlier = set;
                }
            }
        }
    }
}

//! One column of a card: its numbers as a place in a list, and the cells they stand in.
//!
//! Counted from the column's smallest, the numbers are a set of one, two or three out of 0 to 10. Sets of
//! one size are listed in colexicographic order, which is the order of the binary numbers that have a bit
//! for each member. Where a set stands in its list does not depend on how many numbers the column has:
//! one table serves all nine columns.
//!
//! The *type* of a column is its count of numbers less one. Its *kind* says which of its cells they are in:
//! four times the type, and a row. With one number that is the row it stands in; with two, the row that is
//! empty; with three, 0.

/// How many sets of numbers a column of each type has: `[column][type]`; there is no type 3. The first
/// column has nine numbers, the last one eleven.
pub(crate) static SETS: [[u64; 4]; 9] = {
    let mut sets = [[10, 45, 120, 0]; 9];
    sets[0] = [9, 36, 84, 0];
    sets[8] = [11, 55, 165, 0];
    sets
};

/// Returns the cells of a column, from the top, that is of this kind and has this set of numbers.
#[inline]
pub(crate) fn cells(column: usize, kind: usize, place: usize) -> [u8; 3] {
    // The masks cost nothing and spare a check: kinds are below 12, places below 165.
    let kind = kind & 15;
    let [top, middle, bottom, _] =
        (CELLS[kind][place & 0xFF] + OCCUPIED[kind] * u32::from(BELOW[column])).to_le_bytes();
    [top, middle, bottom]
}

/// Returns the kind of a column with these cells, and the place of its set of numbers.
#[inline]
pub(crate) fn read(cells: [u8; 3]) -> (usize, u64) {
    let [top, middle, bottom] = cells.map(|number| usize::from(FROM_ONE[usize::from(number & 127)]));
    let [kind, place] = READ[(top | middle << 4 | bottom << 8) & 0xFFF];
    (usize::from(kind), u64::from(place))
}

/// Returns the place of a set of numbers, given as one bit for each, in the list of its size.
#[inline]
pub(crate) fn place_of(set: u16) -> usize {
    usize::from(PLACES[usize::from(set) & 0x7FF])
}

/// The number before the smallest one of each column.
static BELOW: [u8; 9] = [0, 9, 19, 29, 39, 49, 59, 69, 79];

/// Each number, counted from 1 in its column; the empty cell is 0.
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

/// The cells of a column whose smallest number is 1, one byte each from the top: `[kind][place]`.
static CELLS: [[u32; 256]; 16] = {
    let mut table = [[0; 256]; 16];
    let mut kind = 0;
    while kind < 12 {
        let (numbers, row) = (kind / 4 + 1, kind % 4);
        let (mut set, mut place) = (0_u32, 0);
        while set < 1 << 11 && row < 3 && (numbers < 3 || row == 0) {
            if set.count_ones() as usize == numbers {
                table[kind][place] = in_cells(set, numbers, row);
                place += 1;
            }
            set += 1;
        }
        kind += 1;
    }
    table
};

/// A 1 in each byte whose cell has a number: `[kind]`.
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

/// The kind and the place of a column whose smallest number is 1, its cells written with four bits each.
static READ: [[u8; 2]; 1 << 12] = {
    let mut table = [[0; 2]; 1 << 12];
    let mut kind = 0;
    while kind < 12 {
        let mut place = 0;
        while place < 256 && CELLS[kind][place] > 0 {
            let [top, middle, bottom, _] = CELLS[kind][place].to_le_bytes();
            table[top as usize | (middle as usize) << 4 | (bottom as usize) << 8] = [kind as u8, place as u8];
            place += 1;
        }
        kind += 1;
    }
    table
};

/// The place of each set of one to three numbers in the list of its size.
static PLACES: [u8; 1 << 11] = {
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

/// Writes the numbers of a set, from 1 and ascending downwards, into the cells that a row stands for.
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
                for place in 0..SETS[column][kind / 4] {
                    let cells = cells(column, kind, place as usize);
                    assert_eq!(read(cells), (kind, place), "{cells:?}");

                    let numbers = cells.iter().filter(|n| **n != 0);
                    let set: u16 = numbers.map(|n| 1 << (n - BELOW[column] - 1)).sum();
                    assert_eq!(place_of(set), place as usize);
                    assert!(set > earlier, "colexicographic order");
                    earlier = set;
                }
            }
        }
    }
}

//! Lines: the five numbers of a row, and their rank among all possible rows.

use super::column::SETS;

/// The number of lines: five of the nine columns, and one number of each.
pub const LINE_COUNT: u32 = 12_565_000;

/// The rank of a line in the list of all lines: 0 to [`LINE_COUNT`] − 1.
///
/// The list is ordered by the set of columns, as a binary number with the first column lowest, then by the numbers from
/// the left.
///
/// ```
/// use hall_cards::card::CardId;
///
/// let [top, middle, bottom] = CardId::new(0).unwrap().card().lines();
/// assert_eq!(top.rank(), 10_970_000);
/// assert!(top != middle && middle != bottom);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(u32);

impl LineId {
    /// From 0.
    pub const fn rank(self) -> u32 {
        self.0
    }

    /// The line of a row of these columns.
    pub(super) fn of(columns: &[[u8; 3]; 9], row: usize) -> LineId {
        let (mut used, mut rank) = (0, 0);
        for (column, cells) in columns.iter().enumerate() {
            let number = u32::from(cells[row]);
            let has_one = number > 0;
            used |= usize::from(has_one) << column;
            let count = if has_one { SETS[column][0] as u32 } else { 1 };
            rank = rank * count + number.saturating_sub(SMALLEST[column]);
        }
        LineId(FIRST[used] + rank)
    }
}

static SMALLEST: [u32; 9] = [1, 10, 20, 30, 40, 50, 60, 70, 80];

/// The rank of the first line of each set of columns.
static FIRST: [u32; 512] = {
    let mut table = [0; 512];
    let (mut used, mut lines) = (0_usize, 0);
    while used < 512 {
        if used.count_ones() == 5 {
            table[used] = lines;
            let (mut column, mut here) = (0, 1);
            while column < 9 {
                if used >> column & 1 == 1 {
                    here *= SETS[column][0] as u32;
                }
                column += 1;
            }
            lines += here;
        }
        used += 1;
    }
    assert!(lines == LINE_COUNT);
    table
};

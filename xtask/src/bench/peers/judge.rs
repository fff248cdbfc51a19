//! What is to be said of a generator: whether its cards are cards, and whether some are likelier than others.

use std::collections::HashSet;

use hall_core::card::Card;

/// Three rows of nine, 0 where a cell is empty.
pub type Grid = [[u8; 9]; 3];

/// What was seen of some cards.
#[derive(Debug, Default)]
pub struct Judgement {
    cards: usize,
    /// That Bombo would take as cards.
    valid: usize,
    /// With no column of three, with one, two, three.
    columns_of_three: [usize; 4],
    /// Different ways to fill cells, of the 735,210 that a card may have.
    layouts: usize,
    /// How often 40 was in the top row, the middle one, the bottom one.
    forty: [usize; 3],
}

impl Judgement {
    /// Looks at some cards.
    pub fn of(cards: &[Grid]) -> Judgement {
        let mut seen = Judgement { cards: cards.len(), ..Judgement::default() };
        let mut layouts = HashSet::new();
        for card in cards {
            seen.valid += usize::from(Card::from_grid(card).is_ok());
            let columns: Vec<usize> =
                (0..9).map(|column| card.iter().filter(|row| row[column] != 0).count()).collect();
            let threes = columns.iter().filter(|count| **count == 3).count();
            if let Some(count) = seen.columns_of_three.get_mut(threes) {
                *count += 1;
            }
            let five = |row: &[u8; 9]| row.iter().filter(|number| **number != 0).count() == 5;
            if card.iter().all(five) && columns.iter().all(|count| *count > 0) {
                let cells = card.as_flattened().iter();
                layouts.insert(cells.fold(0_u32, |bits, number| bits << 1 | u32::from(*number != 0)));
            }
            for (count, row) in seen.forty.iter_mut().zip(card) {
                *count += usize::from(row.contains(&40));
            }
        }
        seen.layouts = layouts.len();
        seen
    }

    /// Returns the cells of the table: valid, columns of three, layouts, where 40 is.
    pub fn cells(&self) -> [String; 4] {
        let shares = |counts: &[usize], all: usize| -> String {
            if all == 0 {
                return "never".to_owned();
            }
            let share = |count: &usize| format!("{:.1}", 100.0 * *count as f64 / all as f64);
            counts.iter().map(share).collect::<Vec<_>>().join(" / ")
        };
        [
            format!("{:.2} %", 100.0 * self.valid as f64 / self.cards as f64),
            shares(&self.columns_of_three, self.cards),
            self.layouts.to_string(),
            shares(&self.forty, self.forty.iter().sum()),
        ]
    }
}

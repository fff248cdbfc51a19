//! A card: fifteen numbers in three rows and nine columns, and its rank among all cards.
//!
//! A card is stored as its [`CardId`]. Its series and the number printed on it are in [`crate::series`], the card of
//! each number in [`crate::matrix`], the code on the paper in [`code`].

use core::array;

use crate::ball::{Ball, BallSet};
use line::LineId;

pub mod check_key;
pub mod code;
pub(crate) mod column;
pub(crate) mod layout;
pub mod line;
mod rank;

/// The number of cards that follow the rules of [`Card::from_grid`].
pub const CARD_COUNT: u64 = 3_669_688_706_217_187_500;

/// The rank of a card in the list of all cards: 0 to [`CARD_COUNT`] − 1.
///
/// The order of the list is frozen (`card/rank.rs`): records and printed series depend on it.
///
/// ```
/// use hall_cards::card::{CARD_COUNT, CardId};
///
/// let id = CardId::new(1_114_055_898_568_112_900).unwrap();
/// assert_eq!(id.card().id(), id);
/// assert!(CardId::new(CARD_COUNT).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(u64);

impl CardId {
    /// `None` from [`CARD_COUNT`] on.
    pub const fn new(rank: u64) -> Option<CardId> {
        if rank < CARD_COUNT { Some(CardId(rank)) } else { None }
    }

    /// From 0.
    pub const fn rank(self) -> u64 {
        self.0
    }

    /// The card of this rank.
    pub fn card(self) -> Card {
        Card { columns: rank::unrank(self.0) }
    }
}

/// A card that follows the rules (Catálogo 1979, 10.I): three rows of five numbers, nine columns of one to three, each
/// number in the column of its tens, ascending downwards.
///
/// ```
/// use hall_cards::card::{Card, CardError};
///
/// let mut grid = [
///     [0, 15, 20, 35, 0, 0, 0, 72, 80],
///     [0, 19, 0, 0, 44, 51, 63, 75, 0],
///     [2, 0, 0, 0, 0, 56, 65, 77, 86],
/// ];
/// let card = Card::from_grid(&grid).unwrap();
/// assert_eq!(card.grid(), grid);
/// assert_eq!(card.id().rank(), 1_114_055_898_568_112_900);
///
/// grid[0][1] = 20;
/// assert_eq!(Card::from_grid(&grid), Err(CardError::WrongColumn { column: 2, number: 20 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card {
    columns: rank::Columns,
}

impl Card {
    /// The card with these rows of nine cells, from the top; 0 is an empty cell.
    ///
    /// # Errors
    /// The first of [`Card::errors`].
    pub fn from_grid(grid: &[[u8; 9]; 3]) -> Result<Card, CardError> {
        match Card::errors(grid).next() {
            Some(error) => Err(error),
            None => Ok(Card { columns: array::from_fn(|column| grid.map(|row| row[column])) }),
        }
    }

    /// The rules a grid breaks: at most one per column from the left, in the order of [`CardError`], then one per row
    /// from the top. Empty for a card.
    pub fn errors(grid: &[[u8; 9]; 3]) -> impl Iterator<Item = CardError> {
        let of_columns = (1..=9)
            .filter_map(|column| check_column(column, grid.map(|row| row[usize::from(column) - 1])).err());
        let counts = (1..).zip(grid).map(|(row, cells)| (row, cells.iter().filter(|n| **n != 0).count()));
        let of_rows = counts.filter(|(_, count)| *count != 5);
        of_columns.chain(of_rows.map(|(row, count)| CardError::RowNotFive { row, count }))
    }

    /// The columns must be a card's.
    pub(crate) fn of_columns(columns: [[u8; 3]; 9]) -> Card {
        let card = Card { columns };
        debug_assert_eq!(Card::from_grid(&card.grid()), Ok(card));
        card
    }

    /// The rows of nine cells, from the top; 0 is an empty cell.
    pub fn grid(self) -> [[u8; 9]; 3] {
        array::from_fn(|row| self.columns.map(|column| column[row]))
    }

    /// The five balls of each row, from the top.
    pub fn rows(self) -> [BallSet; 3] {
        self.grid().map(|row| row.into_iter().filter_map(Ball::new).collect())
    }

    /// The line of each row, from the top.
    pub fn lines(self) -> [LineId; 3] {
        array::from_fn(|row| LineId::of(&self.columns, row))
    }

    /// The fifteen numbers, column by column.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        self.columns.into_iter().flatten().filter(|number| *number != 0)
    }

    /// The fifteen balls.
    pub fn balls(self) -> BallSet {
        self.numbers().filter_map(Ball::new).collect()
    }

    /// The card's rank.
    pub fn id(self) -> CardId {
        CardId(rank::rank(&self.columns))
    }
}

/// The rule of [`Card`] that a grid breaks. Columns are counted from 1 at the left, rows from 1 at the top.
#[expect(missing_docs, reason = "the message of each says it")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    #[error("column {column}: {number} is not one of 1 to 90")]
    NoSuchBall { column: u8, number: u8 },
    #[error("column {column}: {number} does not belong there")]
    WrongColumn { column: u8, number: u8 },
    #[error("column {column}: {number} comes twice")]
    Repeated { column: u8, number: u8 },
    /// `number` is the lower of the two cells.
    #[error("column {column}: {number} stands below a larger number")]
    NotAscending { column: u8, number: u8 },
    #[error("column {column} is empty")]
    EmptyColumn { column: u8 },
    #[error("row {row} has {count} numbers instead of five")]
    RowNotFive { row: u8, count: usize },
}

fn check_column(column: u8, cells: [u8; 3]) -> Result<(), CardError> {
    let numbers = || cells.into_iter().filter(|n| *n != 0);
    if let Some(number) = numbers().find(|n| *n > Ball::COUNT) {
        return Err(CardError::NoSuchBall { column, number });
    }
    if let Some(number) = numbers().find(|n| column_of(*n) != column) {
        return Err(CardError::WrongColumn { column, number });
    }
    let pairs = [(0, 1), (0, 2), (1, 2)].map(|(upper, lower)| (cells[upper], cells[lower]));
    let pairs = || pairs.into_iter().filter(|(upper, lower)| *upper != 0 && *lower != 0);
    if let Some((number, _)) = pairs().find(|(upper, lower)| upper == lower) {
        return Err(CardError::Repeated { column, number });
    }
    if let Some((_, number)) = pairs().find(|(upper, lower)| upper > lower) {
        return Err(CardError::NotAscending { column, number });
    }
    if numbers().next().is_none() {
        return Err(CardError::EmptyColumn { column });
    }
    Ok(())
}

/// The column, 1 to 9, of a number from 1 to 90. The last has eleven numbers, 80 to 90.
pub const fn column_of(number: u8) -> u8 {
    if number >= 80 { 9 } else { number / 10 + 1 }
}

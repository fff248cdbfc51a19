//! The series the hall has, and how far each has been sold.

use alloc::collections::BTreeMap;

use crate::event::{GameNo, Segment};
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::series::{CardRef, SeriesId};

/// A series in stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockItem {
    /// The matrix it was printed from.
    pub matrix: MatrixNo,
    /// How many cards it has.
    pub size: u32,
    /// The price of a card.
    pub face_value: Cents,
    /// The next card to sell: the sale pointer (3.5.2). One past the size when used up.
    pub next: u32,
    /// Which cards were sold in which game, by their first number.
    games: BTreeMap<u32, (u32, GameNo)>,
}

impl StockItem {
    /// Returns whether some of it was sold and some not.
    pub fn is_begun(&self) -> bool {
        self.next > 1 && self.next <= self.size
    }
}

/// All series in stock.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stock {
    series: BTreeMap<SeriesId, StockItem>,
}

impl Stock {
    /// Returns a series.
    pub fn get(&self, series: SeriesId) -> Option<&StockItem> {
        self.series.get(&series)
    }

    /// Returns all series, by name.
    pub fn iter(&self) -> impl Iterator<Item = (SeriesId, &StockItem)> {
        self.series.iter().map(|(id, item)| (*id, item))
    }

    /// Takes a series in.
    pub fn receive(&mut self, series: SeriesId, matrix: MatrixNo, size: u32, face_value: Cents) {
        let item = StockItem { matrix, size, face_value, next: 1, games: BTreeMap::new() };
        self.series.insert(series, item);
    }

    /// Notes that cards were sold in a game, void or not: the pointer never goes back (3.5.5).
    pub fn sold(&mut self, cards: &Segment, game: GameNo) {
        let item = self.series.get_mut(&cards.series).expect("what is sold was in stock");
        item.games.insert(cards.first.0, (cards.last.0, game));
        item.next = item.next.max(cards.last.0 + 1);
    }

    /// Notes that cards were burned: they are never sold.
    pub fn burned(&mut self, cards: &Segment) {
        let item = self.series.get_mut(&cards.series).expect("what is burned was in stock");
        item.next = item.next.max(cards.last.0 + 1);
    }

    /// Returns the game in which a card was sold.
    pub fn game_of(&self, card: CardRef) -> Option<GameNo> {
        let item = self.series.get(&card.series)?;
        let (_, (last, game)) = item.games.range(..=card.number.0).next_back()?;
        (*last >= card.number.0).then_some(*game)
    }

    /// Returns another series of this price that is begun and not used up, if there is one.
    pub fn begun(&self, face_value: Cents, not: SeriesId) -> Option<SeriesId> {
        let begun = |(id, item): &(&SeriesId, &StockItem)| {
            **id != not && item.face_value == face_value && item.is_begun()
        };
        self.series.iter().find(begun).map(|(id, _)| *id)
    }
}

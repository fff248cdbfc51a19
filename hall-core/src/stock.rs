//! The series the hall has, and how far each has been sold.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::event::{GameNo, PrintingNo, Segment};
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::series::{CardNo, CardRef, SeriesId};

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
    /// Its matrix is retired: it is not sold or printed.
    pub retired: bool,
    /// What of it was printed, or is being printed.
    pub(crate) prints: Vec<Print>,
    /// Which cards were sold in which game, by their first number.
    pub(crate) games: BTreeMap<u32, (u32, GameNo)>,
}

/// Cards that were printed at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Print {
    pub(crate) printing: PrintingNo,
    pub(crate) first: CardNo,
    pub(crate) last: CardNo,
    pub(crate) copy: u32,
}

impl StockItem {
    /// Which copy the next print of these cards is, from 1.
    ///
    /// # Errors
    /// Some were printed more often than others: the first run of equal ones.
    pub fn next_copy(&self, cards: &Segment) -> Result<u32, Segment> {
        let mut bounds: Vec<u32> = self.prints.iter().flat_map(|p| [p.first.0, p.last.0 + 1]).collect();
        bounds.retain(|bound| (cards.first.0 + 1..=cards.last.0).contains(bound));
        bounds.push(cards.first.0);
        bounds.sort_unstable();
        bounds.dedup();
        let papers = |card: u32| {
            let of_it = self.prints.iter().filter(|p| (p.first.0..=p.last.0).contains(&card));
            of_it.map(|p| p.copy).max().unwrap_or(0)
        };
        let copy = papers(cards.first.0);
        match bounds.iter().find(|bound| papers(**bound) != copy) {
            None => Ok(copy + 1),
            Some(other) => Err(Segment { last: CardNo(other - 1), ..*cards }),
        }
    }

    /// Whether some of it was sold and some not.
    pub fn is_begun(&self) -> bool {
        self.next > 1 && self.next <= self.size
    }
}

/// All series in stock.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stock {
    pub(crate) series: BTreeMap<SeriesId, StockItem>,
}

impl Stock {
    /// A series.
    pub fn get(&self, series: SeriesId) -> Option<&StockItem> {
        self.series.get(&series)
    }

    /// All series, by name.
    pub fn iter(&self) -> impl Iterator<Item = (SeriesId, &StockItem)> {
        self.series.iter().map(|(id, item)| (*id, item))
    }

    /// Takes a series in.
    pub fn receive(&mut self, series: SeriesId, matrix: MatrixNo, size: u32, face_value: Cents) {
        let item = StockItem {
            matrix,
            size,
            face_value,
            next: 1,
            retired: false,
            prints: Vec::new(),
            games: BTreeMap::new(),
        };
        self.series.insert(series, item);
    }

    /// Notes that a matrix is retired.
    pub fn retire(&mut self, matrix: MatrixNo) {
        self.series.values_mut().filter(|item| item.matrix == matrix).for_each(|item| item.retired = true);
    }

    /// Notes that cards are printed.
    pub fn print(&mut self, printing: PrintingNo, cards: &Segment, copy: u32) {
        let item = self.series.get_mut(&cards.series).expect("what is printed is in stock");
        item.prints.push(Print { printing, first: cards.first, last: cards.last, copy });
    }

    /// Notes that there are no pages of a printing.
    pub fn unprint(&mut self, printing: PrintingNo, series: SeriesId) {
        let item = self.series.get_mut(&series).expect("what was to be printed is in stock");
        item.prints.retain(|print| print.printing != printing);
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

    /// Notes that the papers say that a series was sold up to a card, in games that are not in the record.
    pub fn sold_to(&mut self, series: SeriesId, card: CardNo) {
        let item = self.series.get_mut(&series).expect("what was sold was in stock");
        item.next = item.next.max(card.0 + 1);
    }

    /// The game in which a card was sold.
    pub fn game_of(&self, card: CardRef) -> Option<GameNo> {
        let item = self.series.get(&card.series)?;
        let (_, (last, game)) = item.games.range(..=card.number.0).next_back()?;
        (*last >= card.number.0).then_some(*game)
    }

    /// Another series of this price that is begun, not used up and not retired, if there is one.
    pub fn begun(&self, face_value: Cents, not: SeriesId) -> Option<SeriesId> {
        let begun = |(id, item): &(&SeriesId, &StockItem)| {
            **id != not && item.face_value == face_value && item.is_begun() && !item.retired
        };
        self.series.iter().find(begun).map(|(id, _)| *id)
    }
}

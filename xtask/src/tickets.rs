//! Players' cards, from the CSV that anybody may read, and what a player does: cross out.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

/// One printed card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// The series.
    pub series: String,
    /// Its number.
    pub number: u32,
    /// Its rows, top to bottom.
    pub rows: [[u8; 5]; 3],
    /// Its 2-D code.
    pub code: String,
}

impl Ticket {
    /// Returns whether a row is full.
    pub fn has_line(&self, called: &[u8]) -> bool {
        self.rows.iter().any(|row| row.iter().all(|number| called.contains(number)))
    }

    /// Returns whether the whole card is full.
    pub fn has_bingo(&self, called: &[u8]) -> bool {
        self.rows.iter().flatten().all(|number| called.contains(number))
    }
}

/// The cards of several series, by series and number.
#[derive(Debug, Clone, Default)]
pub struct Tickets {
    cards: BTreeMap<(String, u32), Ticket>,
}

impl Tickets {
    /// Reads the CSV of a series.
    ///
    /// # Errors
    /// The line that is not a card.
    pub fn read(&mut self, series: &str, csv: &str) -> Result<()> {
        for line in csv.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            ensure!(fields.len() == 17, "a card has a number, fifteen numbers and a code: {line}");
            let number = |index: usize| fields[index].parse::<u32>().with_context(|| format!("in {line}"));
            let mut rows = [[0; 5]; 3];
            for (place, cell) in rows.iter_mut().flatten().enumerate() {
                *cell = u8::try_from(number(place + 1)?)?;
            }
            let (card, code) = (number(0)?, fields[16].to_owned());
            self.cards.insert(
                (series.to_owned(), card),
                Ticket { series: series.to_owned(), number: card, rows, code },
            );
        }
        Ok(())
    }

    /// Returns a card.
    ///
    /// # Panics
    /// When there is no such card.
    pub fn get(&self, series: &str, number: u32) -> &Ticket {
        self.cards.get(&(series.to_owned(), number)).expect("a card that was printed")
    }

    /// Returns the cards of a range.
    pub fn range(&self, series: &str, first: u32, last: u32) -> impl Iterator<Item = &Ticket> {
        self.cards.range((series.to_owned(), first)..=(series.to_owned(), last)).map(|(_, ticket)| ticket)
    }
}

//! The empty cells of a row, as stamps: there are 126 ways to leave four of nine cells empty, and
//! thousands of rows.

use hall_wire::paper::SheetCard;

use super::plan::Plan;
use crate::frame::Stamp;
use crate::page::{Fill, Ink, Page, Tenths};

/// Which of the nine cells of a row are empty.
type Row = [bool; 9];

/// The stamps for the rows of some cards.
pub(super) struct EmptyCells {
    /// Each way that some row has, sorted.
    rows: Vec<Row>,
    /// Where the stamp of the first is in the frame.
    first: usize,
}

impl EmptyCells {
    /// Returns the stamps that cards need, to be put in the frame from this place on.
    pub(super) fn of(cards: &[SheetCard], first: usize) -> EmptyCells {
        let mut rows: Vec<Row> = cards.iter().flat_map(|card| card.rows.map(empty)).collect();
        rows.sort_unstable();
        rows.dedup();
        EmptyCells { rows, first }
    }

    /// Returns the stamps, each from the top left corner of its row.
    pub(super) fn stamps(&self, plan: &Plan, ink: Ink) -> impl Iterator<Item = Stamp> {
        self.rows.iter().map(move |row| Stamp {
            width: plan.grid_width(),
            height: plan.cell_height,
            drawing: Page { fills: fills(row, plan, ink), ..Page::default() },
        })
    }

    /// Returns the place in the frame of a row's stamp.
    ///
    /// # Panics
    /// When it is the row of another card.
    pub(super) fn stamp(&self, numbers: &[u8; 9]) -> usize {
        let found = self.rows.binary_search(&empty(*numbers));
        self.first + found.expect("the row is of one of the cards")
    }
}

fn empty(numbers: [u8; 9]) -> Row {
    numbers.map(|number| number == 0)
}

/// One rectangle for cells side by side, so that no hair of white is left between them.
fn fills(row: &Row, plan: &Plan, ink: Ink) -> Vec<Fill> {
    let (mut fills, mut x) = (Vec::new(), 0);
    for alike in row.chunk_by(|one, next| one == next) {
        let width = alike.len() as Tenths * plan.cell_width;
        if alike[0] {
            fills.push(Fill { x, y: 0, width, height: plan.cell_height, ink });
        }
        x += width;
    }
    fills
}

//! The empty cells of a row as stamps: 126 patterns serve thousands of rows.

use hall_wire::paper::SheetCard;

use super::plan::Plan;
use crate::job::Stamp;
use crate::page::{Fill, Ink, Page, Tenths};

type Row = [bool; 9];

/// The stamps for the rows of a series.
pub(super) struct EmptyCells {
    /// Every pattern that occurs, sorted.
    rows: Vec<Row>,
    /// Index of the first stamp in the job.
    first: usize,
}

impl EmptyCells {
    /// `first` is the index of the first stamp in the job.
    pub(super) fn of(cards: &[SheetCard], first: usize) -> EmptyCells {
        let mut rows: Vec<Row> = cards.iter().flat_map(|card| card.rows.map(empty)).collect();
        rows.sort_unstable();
        rows.dedup();
        EmptyCells { rows, first }
    }

    /// The stamps, drawn from the top left corner of the row.
    pub(super) fn stamps(&self, plan: &Plan, ink: Ink) -> impl Iterator<Item = Stamp> {
        self.rows.iter().map(move |row| Stamp {
            width: plan.grid_width(),
            height: plan.cell_height,
            drawing: Page { fills: fills(row, plan, ink), ..Page::default() },
        })
    }

    /// The index in the job of a row's stamp.
    ///
    /// # Panics
    /// When no card of the series has such a row.
    pub(super) fn stamp(&self, numbers: &[u8; 9]) -> usize {
        let found = self.rows.binary_search(&empty(*numbers));
        self.first + found.expect("the row is of one of the cards")
    }
}

fn empty(numbers: [u8; 9]) -> Row {
    numbers.map(|number| number == 0)
}

/// One rectangle for adjacent cells, so that no white hairline is left between them.
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

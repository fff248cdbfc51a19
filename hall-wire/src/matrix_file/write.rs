//! Cards written for others, one after the other: nothing is kept in memory but the card at hand.

use std::io::{self, Write};

use hall_core::card::CardId;
use hall_core::matrix::MatrixNo;
use serde::Serialize;

use crate::paper::SheetCard;

/// Writes cards 1, 2, 3 … as CSV.
///
/// # Errors
/// What the writer says.
pub fn write_csv<W>(to: &mut W, faces: impl IntoIterator<Item = CardId>) -> io::Result<()>
where
    W: Write + ?Sized,
{
    csv_head(to, false)?;
    for (number, face) in (1..).zip(faces) {
        csv_card(to, number, &face.card().grid(), None)?;
    }
    Ok(())
}

/// Writes cards of a series as CSV, with their numbers and with one column more, for what their 2-D codes say.
///
/// # Errors
/// What the writer says.
pub fn write_sheet_csv<W: Write + ?Sized>(to: &mut W, cards: &[SheetCard]) -> io::Result<()> {
    csv_head(to, true)?;
    cards.iter().try_for_each(|card| csv_card(to, card.number, &card.rows, Some(&card.code)))
}

fn csv_head<W: Write + ?Sized>(to: &mut W, code: bool) -> io::Result<()> {
    write!(to, "number")?;
    (1..=15).try_for_each(|place| write!(to, ",n{place}"))?;
    writeln!(to, "{}", if code { ",code" } else { "" })
}

fn csv_card<W>(to: &mut W, number: u32, rows: &[[u8; 9]; 3], code: Option<&str>) -> io::Result<()>
where
    W: Write + ?Sized,
{
    write!(to, "{number}")?;
    for cell in rows.as_flattened().iter().filter(|cell| **cell != 0) {
        write!(to, ",{cell}")?;
    }
    match code {
        Some(code) => writeln!(to, ",{code}"),
        None => writeln!(to),
    }
}

/// Writes cards 1, 2, 3 … as JSON, a line for each: an object with the matrix's number, where there is one,
/// the size, and the list.
///
/// # Panics
/// When there are not `size` cards: the file would say what is not so.
///
/// # Errors
/// What the writer says.
pub fn write_json<W>(
    to: &mut W,
    matrix: Option<MatrixNo>,
    size: u32,
    faces: impl IntoIterator<Item = CardId>,
) -> io::Result<()>
where
    W: Write + ?Sized,
{
    write!(to, "{{")?;
    if let Some(matrix) = matrix {
        write!(to, "\"matrix\":{matrix},")?;
    }
    write!(to, "\"size\":{size},\"cards\":[")?;
    let mut written = 0;
    for (number, face) in (1..).zip(faces) {
        writeln!(to, "{}", if number == 1 { "" } else { "," })?;
        serde_json::to_writer(&mut *to, &JsonCard { number, rows: face.card().grid() })?;
        written = number;
    }
    assert_eq!(written, size, "the cards are as many as the file says");
    writeln!(to, "\n]}}")
}

#[derive(Serialize)]
struct JsonCard {
    number: u32,
    rows: [[u8; 9]; 3],
}

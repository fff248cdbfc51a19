//! Tables as CSV. No cell is a formula, and none turns the direction of writing.

use std::fmt::Write;

use jiff::Timestamp;

use crate::journal::Cell;

/// How numbers and cells are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decimals {
    /// 12.34, cells parted by commas.
    #[default]
    Point,
    /// 12,34, cells parted by semicolons, as a Spanish spreadsheet reads them.
    Comma,
}

impl Decimals {
    pub(super) fn name(self) -> &'static str {
        match self {
            Decimals::Point => "punto",
            Decimals::Comma => "coma",
        }
    }
}

/// What a table begins with, so that a spreadsheet takes it for UTF-8.
pub(super) const MARK: &str = "\u{feff}";

/// The row of the columns' names.
pub(super) fn head(columns: &[String], decimals: Decimals) -> String {
    row(columns.iter().map(|name| named(name)), decimals)
}

/// A row of a table with these columns.
pub(super) fn cells(columns: &[String], cells: &[Cell], decimals: Decimals) -> String {
    row(columns.iter().zip(cells).map(|(column, cell)| written(column, cell, decimals)), decimals)
}

fn row(cells: impl Iterator<Item = String>, decimals: Decimals) -> String {
    let between = match decimals {
        Decimals::Point => ",",
        Decimals::Comma => ";",
    };
    let cells: Vec<String> = cells.collect();
    format!("{}\r\n", cells.join(between))
}

/// The column's name, with the unit that its cells have here.
fn named(column: &str) -> String {
    match (column.strip_suffix("_at_utc_ms"), column.strip_suffix("_cents")) {
        (Some(what), _) => format!("{what}_at_utc"),
        (_, Some(what)) => format!("{what}_eur"),
        _ if column == "at_utc_ms" => "at_utc".to_owned(),
        _ => column.to_owned(),
    }
}

fn written(column: &str, cell: &Cell, decimals: Decimals) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Integer(cents) if column.ends_with("_cents") => {
            let point = match decimals {
                Decimals::Point => '.',
                Decimals::Comma => ',',
            };
            let sign = if *cents < 0 { "-" } else { "" };
            format!("{sign}{}{point}{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
        }
        Cell::Integer(ms) if column.ends_with("at_utc_ms") => {
            Timestamp::from_millisecond(*ms).map_or_else(|_| ms.to_string(), |at| format!("{at:.3}"))
        }
        Cell::Integer(number) => number.to_string(),
        Cell::Bytes(bytes) => hex::encode(bytes),
        Cell::Text(text) => quoted(text),
    }
}

/// A text in quotation marks that no spreadsheet takes for a formula.
pub(super) fn quoted(text: &str) -> String {
    let shown = inert(text);
    let begins = shown.trim_start().chars().next();
    let formula = begins.is_some_and(|first| "=+-@＝＋－＠".contains(first));
    let apostrophe = if formula { "'" } else { "" };
    format!("\"{apostrophe}{}\"", shown.replace('"', "\"\""))
}

/// The text with what is no letter to be seen written out: control characters, and those that turn the direction of
/// writing.
pub(super) fn inert(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if hall_core::words::is_hidden(c) {
            write!(shown, "⟨U+{:04X}⟩", u32::from(c)).expect("a String takes all text");
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        let evil = ["=1+1", "+1", "-1", "@SUM(A1)", "  =1", "\t=1", "＝1", "\u{feff}=1", "\u{202e}=1"];
        for text in evil {
            let cell = quoted(text);
            let seen = cell.trim_start_matches('"');
            assert!(seen.starts_with('\'') || seen.starts_with('⟨'), "{text:?} became {cell}");
        }
        assert_eq!(quoted("Bola 7 \"golpeada\""), "\"Bola 7 \"\"golpeada\"\"\"");
        assert_eq!(quoted("a\nb"), "\"a⟨U+000A⟩b\"");
    }

    #[test]
    fn money_and_hours_have_their_units_in_the_name() {
        let columns = ["seq", "amount_cents", "paid_at_utc_ms", "at_utc_ms", "note"].map(str::to_owned);
        assert_eq!(head(&columns, Decimals::Point), "seq,amount_eur,paid_at_utc,at_utc,note\r\n");
        let row = [
            Cell::Integer(7),
            Cell::Integer(-1_205),
            Cell::Null,
            Cell::Integer(1_795_291_200_123),
            Cell::Text("=A1".into()),
        ];
        assert_eq!(cells(&columns, &row, Decimals::Comma), "7;-12,05;;2026-11-21T20:00:00.123Z;\"'=A1\"\r\n");
    }
}

//! A plain second reader, and writers of every harmless difference. Nothing here uses ours: the rules of a card
//! are written once more, the text is cut with `split`, and JSON is read whole by `serde_json::Value`.

use std::collections::BTreeSet;

use hall_core::card::CardId;
use proptest::prelude::*;
use serde_json::Value;

pub(crate) type Grid = [[u8; 9]; 3];

/// A card's number, and its face.
pub(crate) type Numbered = (u64, Grid);

pub(crate) fn grids(faces: &[CardId]) -> Vec<Numbered> {
    (1..).zip(faces).map(|(number, face)| (number, face.card().grid())).collect()
}

/// Different cards in any order.
pub(crate) fn faces(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<CardId>> {
    prop::collection::btree_set(0..hall_core::card::CARD_COUNT, count)
        .prop_map(|ranks| ranks.into_iter().map(|rank| CardId::new(rank).unwrap()).collect::<Vec<_>>())
        .prop_shuffle()
}

/// Whether a grid is a card (Catálogo 1979, 10.I).
pub(crate) fn is_card(grid: &Grid) -> bool {
    let five = |row: &[u8; 9]| row.iter().filter(|cell| **cell > 0).count() == 5;
    grid.iter().all(five)
        && (0..9).all(|column| {
            let numbers: Vec<u8> = grid.iter().map(|row| row[column]).filter(|cell| *cell > 0).collect();
            let last = if column == 8 { 90 } else { column as u8 * 10 + 9 };
            !numbers.is_empty()
                && numbers.iter().all(|number| (column as u8 * 10..=last).contains(number))
                && numbers.windows(2).all(|pair| pair[0] < pair[1])
        })
}

/// Fifteen numbers as they stand in a line → the card, if they are one.
pub(crate) fn face(numbers: &[u64]) -> Option<Grid> {
    let mut grid = Grid::default();
    for (row, five) in numbers.chunks(5).enumerate() {
        if !five.windows(2).all(|pair| pair[0] < pair[1]) {
            return None;
        }
        for number in five {
            let column = if *number == 90 { 8 } else { *number as usize / 10 };
            let cell = grid[row].get_mut(column)?;
            if *cell > 0 || *number == 0 {
                return None;
            }
            *cell = *number as u8;
        }
    }
    is_card(&grid).then_some(grid)
}

/// The lines whose card breaks a rule by itself or is equal to one before.
pub(crate) fn bad_faces(cards: &[(u64, Option<Grid>)]) -> BTreeSet<u64> {
    let mut seen = BTreeSet::new();
    cards
        .iter()
        .filter(|(_, grid)| !grid.is_some_and(|grid| seen.insert(grid)))
        .map(|(line, _)| *line)
        .collect()
}

fn in_order(cards: Vec<Numbered>) -> Option<Vec<Grid>> {
    let mut seen = BTreeSet::new();
    let good = |(place, (number, grid)): (u64, &Numbered)| {
        *number == place && *number <= 1_000_000 && is_card(grid) && seen.insert(*grid)
    };
    let all = !cards.is_empty() && (1..).zip(&cards).all(good);
    all.then(|| cards.into_iter().map(|(_, grid)| grid).collect())
}

/// Reads a CSV as `matrix_file.rs` says it is, or finds that it is none.
pub(crate) fn csv(bytes: &[u8]) -> Option<Vec<Grid>> {
    let text = std::str::from_utf8(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).ok()?;
    let ends = |line| str::strip_suffix(line, '\r').unwrap_or(line);
    let mut lines: Vec<&str> = text.split('\n').map(ends).collect();
    if lines.iter().any(|line| line.len() > 1_000) {
        return None;
    }
    while lines.last().is_some_and(|line| line.chars().all(|sign| sign == ' ' || sign == '\t')) {
        lines.pop();
    }
    let separator = lines.first()?.chars().find(|sign| ",;\t".contains(*sign))?;
    let rows: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.split(separator).map(|field| field.trim_matches(' ')).collect())
        .collect();
    let head = ["number n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n11 n12 n13 n14 n15", " code"].concat();
    let head: Vec<&str> = head.split(' ').collect();
    let (skip, fields) = match &rows[0] {
        row if *row == head => (1, 17),
        row if *row == head[..16] => (1, 16),
        _ => (0, 16),
    };
    let mut cards = Vec::new();
    for row in &rows[skip..] {
        let digits = |field: &&str| !field.is_empty() && field.chars().all(|sign| sign.is_ascii_digit());
        if row.len() != fields || !row[..16].iter().all(digits) {
            return None;
        }
        let numbers: Vec<u64> = row[..16].iter().map(|field| field.parse().ok()).collect::<Option<_>>()?;
        cards.push((numbers[0], face(&numbers[1..])?));
    }
    in_order(cards)
}

/// Reads JSON. Which of two equal fields counts cannot be seen here, and unknown ones are not.
pub(crate) fn json(bytes: &[u8]) -> Option<Vec<Grid>> {
    let value: Value = serde_json::from_slice(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).ok()?;
    let cards = value.as_array().or_else(|| value["cards"].as_array())?;
    if !value["size"].is_null() && value["size"] != cards.len() {
        return None;
    }
    let card = |card: &Value| -> Option<Numbered> {
        Some((card["number"].as_u64()?, serde_json::from_value(card["rows"].clone()).ok()?))
    };
    in_order(cards.iter().map(card).collect::<Option<_>>()?)
}

/// How a CSV may differ from ours.
#[derive(Debug, Clone)]
pub(crate) struct CsvStyle {
    pub(crate) mark: bool,
    pub(crate) head: bool,
    pub(crate) code: bool,
    pub(crate) separator: char,
    pub(crate) end: &'static str,
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) zeros: bool,
    pub(crate) blanks: usize,
    pub(crate) last_end: bool,
}

impl CsvStyle {
    pub(crate) const OURS: CsvStyle = CsvStyle {
        mark: false,
        head: true,
        code: false,
        separator: ',',
        end: "\n",
        before: 0,
        after: 0,
        zeros: false,
        blanks: 0,
        last_end: true,
    };

    pub(crate) fn any() -> impl Strategy<Value = CsvStyle> {
        let spaces = || 0..3_usize;
        let flags = (any::<bool>(), 0..3, any::<bool>(), any::<bool>());
        (flags, prop::sample::select(vec![',', ';', '\t']), any::<bool>(), spaces(), spaces(), spaces())
            .prop_map(|((mark, head, zeros, last_end), separator, crlf, before, after, blanks)| CsvStyle {
                mark,
                // A code must have its name: without a head it would be a number too many.
                head: head > 0,
                code: head == 2,
                separator,
                end: if crlf { "\r\n" } else { "\n" },
                before,
                after,
                zeros,
                blanks,
                last_end: last_end || blanks > 0,
            })
    }

    /// Returns the lines of a file: the head, if there is one, then one for each card.
    pub(crate) fn lines(&self, cards: &[Numbered]) -> Vec<String> {
        let wide = |field: String| format!("{0:1$}{field}{0:2$}", "", self.before, self.after);
        let glue = |fields: Vec<String>| {
            fields.into_iter().map(wide).collect::<Vec<_>>().join(&self.separator.to_string())
        };
        let mut lines = Vec::new();
        if self.head {
            let mut names = vec!["number".to_owned()];
            names.extend((1..=15).map(|place| format!("n{place}")));
            names.extend(self.code.then(|| "code".to_owned()));
            lines.push(glue(names));
        }
        for (number, grid) in cards {
            let cells = grid.as_flattened().iter().filter(|cell| **cell > 0);
            let mut fields = vec![number.to_string()];
            fields.extend(cells.map(|cell| if self.zeros { format!("{cell:02}") } else { cell.to_string() }));
            fields.extend(self.code.then(|| format!("B1:A17:{number}:ñ")));
            lines.push(glue(fields));
        }
        lines
    }

    pub(crate) fn file(&self, lines: &[String]) -> Vec<u8> {
        let mut text = if self.mark { "\u{FEFF}".to_owned() } else { String::new() };
        text.push_str(&lines.join(self.end));
        if self.last_end {
            text.push_str(self.end);
        }
        text.push_str(&format!("  {}", self.end).repeat(self.blanks));
        text.into_bytes()
    }
}

/// How JSON may differ from ours.
#[derive(Debug, Clone)]
pub(crate) struct JsonStyle {
    pub(crate) mark: bool,
    /// The list without anything around it.
    pub(crate) bare: bool,
    pub(crate) size_first: bool,
    pub(crate) rows_first: bool,
    /// What stands around each sign.
    pub(crate) blank: &'static str,
}

impl JsonStyle {
    pub(crate) const BARE: JsonStyle =
        JsonStyle { mark: false, bare: true, size_first: true, rows_first: false, blank: "" };

    pub(crate) fn any() -> impl Strategy<Value = JsonStyle> {
        let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
        (flags, prop::sample::select(vec!["", " ", "\n", "\r\n\t", "\n\n  "])).prop_map(
            |((mark, bare, size_first, rows_first), blank)| JsonStyle {
                mark,
                bare,
                size_first,
                rows_first,
                blank,
            },
        )
    }

    /// Returns the file, and the line on which each card begins.
    pub(crate) fn file(&self, cards: &[Numbered]) -> (Vec<u8>, Vec<u64>) {
        let blank = self.blank;
        let size = format!("\"size\"{blank}:{}", cards.len());
        let mut text = if self.mark { "\u{FEFF}".to_owned() } else { String::new() };
        text.push_str(blank);
        if !self.bare {
            text.push_str("{\"matrix\":7,");
            if self.size_first {
                text.push_str(&format!("{size},"));
            }
            text.push_str("\"cards\":");
        }
        text.push('[');
        let mut lines = Vec::new();
        for (place, (number, grid)) in cards.iter().enumerate() {
            text.push_str(if place > 0 { "," } else { "" });
            text.push_str(blank);
            lines.push(text.matches('\n').count() as u64 + 1);
            let number = format!("\"number\"{blank}:{blank}{number}");
            let cells = |row: &[u8; 9]| row.map(|cell| format!("{blank}{cell}{blank}")).join(",");
            let rows = grid.each_ref().map(|row| format!("[{}]", cells(row))).join(&format!("{blank},"));
            let rows = format!("\"rows\":[{rows}{blank}]{blank}");
            let fields = if self.rows_first { [rows, number] } else { [number, rows] };
            text.push_str(&format!("{{{blank}{}}}", fields.join(&format!("{blank},{blank}"))));
        }
        text.push_str(blank);
        text.push(']');
        if !self.bare {
            if !self.size_first {
                text.push_str(&format!(",{size}"));
            }
            text.push('}');
        }
        text.push_str(blank);
        (text.into_bytes(), lines)
    }
}

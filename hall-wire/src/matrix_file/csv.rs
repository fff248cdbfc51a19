//! Cards in lines of fields.

use std::io::{self, BufRead, Read};
use std::str;

use hall_core::card::column_of;

use super::FaultKind;
use super::intake::{Found, Intake};

/// The most bytes of a line: one of ours has 65, with a code 100.
pub(super) const LINE_MAX: usize = 1_000;

/// The most blank lines in a run, and the most blanks in front of everything.
pub(super) const BLANKS_MAX: usize = 1_000;

/// A card's number and its fifteen.
const FIELDS: usize = 16;

/// The most signs of a text that a fault shows.
const SHOWN: usize = 20;

/// How a file of UTF-16 begins: it gets one fault, not one a line.
const UTF_16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// How the lines are written, as the first one shows.
struct Layout {
    separator: char,
    /// 16, or 17 with the code.
    fields: usize,
}

/// A line that is not blank.
struct TextLine<'a> {
    /// From 1.
    number: u64,
    /// Without its end. What is not UTF-8 in it is mended, so that the card's number may still be read.
    text: &'a str,
    is_utf8: bool,
}

/// Reads the cards of a file into the intake.
pub(super) fn read(mut from: impl BufRead, intake: &mut Intake) -> io::Result<()> {
    let (mut layout, mut bytes) = (None, Vec::new());
    let mut blanks = 0;
    for line in 1.. {
        bytes.clear();
        let whole = from.by_ref().take(LINE_MAX as u64 + 2).read_until(b'\n', &mut bytes)?;
        if whole == 0 || intake.is_stopped() {
            break;
        }
        if UTF_16_MARKS.iter().any(|mark| line == 1 && bytes.starts_with(mark)) {
            intake.stop(line, FaultKind::NotUtf8);
            break;
        }
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.len() > LINE_MAX {
            intake.stop(line, FaultKind::TooLong { max: LINE_MAX });
            break;
        }
        if text.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
            blanks += 1;
            if blanks > BLANKS_MAX as u64 {
                intake.stop(line, FaultKind::TooManyBlanks { max: BLANKS_MAX });
                break;
            }
            continue;
        }
        if blanks > 0 {
            intake.fault(line - blanks, None, FaultKind::Blank);
            blanks = 0;
        }
        let is_utf8 = str::from_utf8(text).is_ok();
        let line = TextLine { number: line, text: &String::from_utf8_lossy(text), is_utf8 };
        match &layout {
            Some(layout) => intake.card(card(&line, layout)),
            None => layout = Some(first(&line, intake)),
        }
    }
    Ok(())
}

/// Reads the first line, which is the head or already a card.
fn first(line: &TextLine<'_>, intake: &mut Intake) -> Layout {
    let separator = line.text.chars().find(|sign| [',', ';', '\t'].contains(sign)).unwrap_or(',');
    let mut layout = Layout { separator, fields: FIELDS };
    let names: Vec<&str> = fields(line.text, separator).collect();
    if number(names[0]).is_ok() {
        intake.card(card(line, &layout));
        return layout;
    }
    let ours = ["number".to_owned()].into_iter().chain((1..FIELDS).map(|place| format!("n{place}")));
    let code = names.len() == FIELDS + 1 && names[FIELDS] == "code";
    // What a last field beside the cards' is called is the head's fault, and not each card's.
    layout.fields += usize::from(names.len() == FIELDS + 1);
    if !line.is_utf8 {
        intake.fault(line.number, None, FaultKind::NotUtf8);
    } else if !ours.eq(names.iter().take(names.len() - usize::from(code)).copied()) {
        intake.fault(line.number, None, FaultKind::Head);
    }
    layout
}

/// Reads a card. The place in the line gives the row, the number the column.
fn card(line: &TextLine<'_>, layout: &Layout) -> Found {
    let fields: Vec<&str> = fields(line.text, layout.separator).collect();
    let card_number = Some(number(fields[0]));
    let mut found = Found { line: line.number, number: card_number, faults: Vec::new(), grid: None };
    if !line.is_utf8 {
        found.faults.push(FaultKind::NotUtf8);
    } else if fields.len() != layout.fields {
        found.faults.push(FaultKind::Fields { count: fields.len(), wanted: layout.fields });
    } else {
        let mut face = [0; FIELDS - 1];
        for (place, text) in fields[1..FIELDS].iter().enumerate() {
            let row = place / 5 + 1;
            match number(text) {
                Ok(ball @ 1..=90) => face[place] = ball as u8,
                _ if is_digits(text) => found.faults.push(FaultKind::NoSuchBall { row, text: shown(text) }),
                _ => found.faults.push(FaultKind::NotANumber { row, text: shown(text) }),
            }
        }
        if found.faults.is_empty() {
            found.faults = misplaced(&face);
        }
        found.grid = found.faults.is_empty().then(|| grid(&face));
    }
    found
}

/// What keeps the numbers from having each a cell of its own, in order.
fn misplaced(face: &[u8; FIELDS - 1]) -> Vec<FaultKind> {
    let mut faults = Vec::new();
    for (place, number) in face.iter().enumerate() {
        if face[..place].iter().filter(|before| *before == number).count() == 1 {
            faults.push(FaultKind::Repeated { number: *number });
        }
    }
    for (row, numbers) in (1..).zip(face.chunks(5)) {
        for pair in numbers.windows(2) {
            let pair = [pair[0], pair[1]];
            if pair[0] > pair[1] {
                faults.push(FaultKind::RowNotAscending { row, pair });
            } else if pair[0] < pair[1] && column_of(pair[0]) == column_of(pair[1]) {
                faults.push(FaultKind::SameColumn { row, pair });
            }
        }
    }
    faults
}

fn grid(face: &[u8; FIELDS - 1]) -> [[u8; 9]; 3] {
    let mut grid = [[0; 9]; 3];
    for (place, number) in face.iter().enumerate() {
        grid[place / 5][usize::from(column_of(*number)) - 1] = *number;
    }
    grid
}

fn fields(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).map(|field| field.trim_matches(' '))
}

/// Reads digits, or returns what is there instead.
fn number(text: &str) -> Result<u64, String> {
    if is_digits(text) { text.parse().map_err(|_| shown(text)) } else { Err(shown(text)) }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The beginning of a text, without signs that would spoil a line.
pub(super) fn shown(text: &str) -> String {
    let clean = |sign: char| if sign.is_control() { '\u{FFFD}' } else { sign };
    let mut shown: String = text.chars().take(SHOWN).map(clean).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

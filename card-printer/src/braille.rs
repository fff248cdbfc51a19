//! Cards as a BRF file for a Braille embosser: 40 cells on a line, 25 lines on a page.
//!
//! Each byte is a cell in North American ASCII Braille; the text is Spanish Braille: a number is the sign ⠼ (`#`) and
//! the letters a to j, an accented letter has its own cell. Three cards to a page, seven lines each:
//!
//! ```text
//! .BINGO LAS PALMERAS
//! .SERIE .A#AG .N #CJA
//! .CLAVE #EDAF-#DD #B EUROS
//! --  --  #BE --  --  #EJ #FB #GH #HC
//! ```
//!
//! Nine columns of four cells; `--` is an empty one.

use std::io::{self, Write};

use hall_core::card::check_key::CheckKey;
use hall_core::card::code::CardCode;
use hall_wire::paper::{SeriesSheet, SheetCard};

const CELLS: usize = 40;
const LINES: usize = 25;

/// With the empty line after the card.
const CARD_LINES: usize = 8;

/// Writes cards of a sheet already checked by [`crate::check::cards`].
///
/// # Errors
/// When writing fails.
pub fn write(out: &mut dyn Write, sheet: &SeriesSheet, cards: &[&SheetCard], copy: u32) -> io::Result<()> {
    for page in cards.chunks(LINES / CARD_LINES) {
        for card in page {
            for line in lines(sheet, card, copy) {
                // A name may be cut; numbers always fit.
                out.write_all(&line.as_bytes()[..line.len().min(CELLS)])?;
                out.write_all(b"\r\n")?;
            }
        }
        out.write_all(b"\x0C")?;
    }
    Ok(())
}

fn lines(sheet: &SeriesSheet, card: &SheetCard, copy: u32) -> [String; CARD_LINES] {
    let key = CheckKey::of(&CardCode::parse(&card.code).expect("the check let it through"));
    let cents = sheet.face_value_cents;
    let value = match cents % 100 {
        0 => (cents / 100).to_string(),
        rest => format!("{},{rest:02}", cents / 100),
    };
    let mark = match (sheet.draft, copy) {
        (false, 0 | 1) => String::new(),
        (true, 0 | 1) => " Borrador".to_owned(),
        (draft, _) => format!("{} Copia {copy}", if draft { " Borrador" } else { "" }),
    };
    let [top, middle, bottom] = card.rows.map(|row| row.map(cell).concat().trim_end().to_owned());
    [
        cells(&sheet.hall),
        cells(&format!("Serie {} N {}", sheet.series, card.number)),
        cells(&format!("Clave {key} {value} euros{mark}")),
        top,
        middle,
        bottom,
        cells(&format!("Serie de {} cartones", sheet.series_size)),
        String::new(),
    ]
}

/// A number of the card in four cells, the last one free.
fn cell(number: u8) -> String {
    let text = if number == 0 { "--".to_owned() } else { cells(&number.to_string()) };
    format!("{text:<4}")
}

/// A text in Spanish Braille, without the characters it has no cells for.
pub fn cells(text: &str) -> String {
    let mut cells = String::new();
    let mut in_number = false;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            if !in_number {
                cells.push('#');
            }
            // 1 to 9 and 0 are the letters a to j.
            cells.push(char::from(b"JABCDEFGHI"[digit as usize]));
            in_number = true;
            continue;
        }
        // Within a number, comma and point belong to it; a small letter after them would read as a digit.
        in_number = in_number && matches!(c, ',' | '.');
        if c.is_uppercase() {
            cells.push('.');
        }
        let small = c.to_lowercase().next().unwrap_or(c);
        match small {
            'a'..='z' => cells.push(small.to_ascii_uppercase()),
            'á' | 'à' => cells.push('('),
            'é' | 'è' => cells.push('!'),
            'í' | 'ï' => cells.push('/'),
            'ó' | 'ò' => cells.push('+'),
            'ú' => cells.push(')'),
            'ü' => cells.push('\\'),
            'ñ' => cells.push(']'),
            'ç' => cells.push('&'),
            ',' => cells.push('1'),
            '.' => cells.push('\''),
            '-' | '–' => cells.push('-'),
            _ if small.is_whitespace() => cells.push(' '),
            _ => {}
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_spanish_braille() {
        assert_eq!(cells("Ñandú 90"), ".]AND) #IJ");
        assert_eq!(cells("1,50 euros"), "#A1EJ EUROS");
        assert_eq!(cells("5416-44"), "#EDAF-#DD");
        assert_eq!(cells("Serie A17"), ".SERIE .A#AG");
    }

    #[test]
    fn a_cell_of_the_grid_is_four_wide() {
        assert_eq!([0, 7, 90].map(cell).concat(), "--  #G  #IJ ");
    }
}

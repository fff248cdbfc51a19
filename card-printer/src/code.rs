//! 2-D codes as runs of dark modules.

pub mod same_size;

use qrcode::{EcLevel, QrCode};

/// The blank modules that a reader needs on each side of a code (ISO/IEC 18004).
pub const QUIET: u16 = 4;

/// A QR code, as horizontal runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    modules: u16,
    runs: Vec<Run>,
    text: String,
}

/// Dark modules side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The first module's column, from 0, without the quiet zone.
    pub x: u16,
    /// The row, from the top.
    pub y: u16,
    /// How many there are.
    pub length: u16,
}

/// How much of a code may be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// About 30 %: a card, on which a player's marker goes where it likes.
    High,
    /// About 15 %: a folio, which is kept in a book.
    Medium,
}

impl Strength {
    const fn level(self) -> EcLevel {
        match self {
            Strength::High => EcLevel::H,
            Strength::Medium => EcLevel::M,
        }
    }
}

/// The text is longer than a code can hold.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("el texto del código tiene {0} bytes: no cabe en un código de este tamaño")]
pub struct TooLong(usize);

impl Code {
    /// The most bytes a code may say: more would have modules too small for this paper.
    const LIMIT: usize = 400;

    /// Returns the code that says this, as small as it can be. For thousands of codes see [`same_size`].
    pub fn new(text: &str, strength: Strength) -> Result<Code, TooLong> {
        if text.len() > Code::LIMIT {
            return Err(TooLong(text.len()));
        }
        let qr = QrCode::with_error_correction_level(text, strength.level());
        Code::of(qr.map_err(|_| TooLong(text.len()))?, text)
    }

    fn of(qr: QrCode, text: &str) -> Result<Code, TooLong> {
        let width = qr.width();
        let modules = u16::try_from(width).map_err(|_| TooLong(text.len()))?;
        let colours = qr.into_colors();
        let mut runs = Vec::new();
        for (y, row) in (0..modules).zip(colours.chunks(width)) {
            let mut x = 0;
            for same in row.chunk_by(|a, b| a == b) {
                let length = same.len() as u16;
                if same[0] == qrcode::Color::Dark {
                    runs.push(Run { x, y, length });
                }
                x += length;
            }
        }
        Ok(Code { modules, runs, text: text.to_owned() })
    }

    /// Returns how many modules each side has, without the quiet zone.
    pub fn modules(&self) -> u16 {
        self.modules
    }

    /// Returns the runs, row by row.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns what the code says.
    pub fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_modules() {
        let code = Code::new("B1:A17:9000:FFFFFFFFFFFFFFFF", Strength::High).unwrap();
        assert_eq!(code.modules(), 29);
        // The top row starts and ends with the seven modules of a finder pattern.
        assert_eq!(code.runs()[0], Run { x: 0, y: 0, length: 7 });
        let top = code.runs().iter().rfind(|run| run.y == 0).unwrap();
        assert_eq!(*top, Run { x: 22, y: 0, length: 7 });
    }

    #[test]
    fn too_much_text_is_refused() {
        assert_eq!(Code::new(&"x".repeat(401), Strength::Medium), Err(TooLong(401)));
    }
}

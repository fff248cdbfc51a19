//! 2-D codes as runs of dark modules.

pub(crate) mod same_size;

use qrcode::{EcLevel, QrCode};

/// Blank modules required on each side (ISO/IEC 18004).
pub const QUIET: u16 = 4;

/// A QR code as horizontal runs of dark modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    modules: u16,
    runs: Vec<Run>,
    text: String,
}

/// Adjacent dark modules in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// First column, from 0, without the quiet zone.
    pub x: u16,
    /// Row, from the top.
    pub y: u16,
    /// Number of modules.
    pub length: u16,
}

/// Error correction: how much of a code may be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// About 30 %: a card, which players write on.
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

/// The text's length in bytes, more than a code can hold.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("el texto del código tiene {0} bytes: no cabe en un código de este tamaño")]
pub struct TooLong(usize);

impl Code {
    /// Most bytes of a text; more would make the modules too small to print.
    const LIMIT: usize = 400;

    /// The smallest code for a text. For thousands of codes see `same_size`.
    pub fn new(text: &str, strength: Strength) -> Result<Code, TooLong> {
        if text.len() > Code::LIMIT {
            return Err(TooLong(text.len()));
        }
        let qr = QrCode::with_error_correction_level(text, strength.level());
        let qr = qr.map_err(|_| TooLong(text.len()))?;
        let (width, colours) = (qr.width(), qr.into_colors());
        let mut runs = Vec::new();
        for (y, row) in (0..).zip(colours.chunks(width)) {
            let mut x = 0;
            for same in row.chunk_by(|a, b| a == b) {
                let length = same.len() as u16;
                if same[0] == qrcode::Color::Dark {
                    runs.push(Run { x, y, length });
                }
                x += length;
            }
        }
        Ok(Code { modules: width as u16, runs, text: text.to_owned() })
    }

    /// Modules per side, without the quiet zone.
    pub fn modules(&self) -> u16 {
        self.modules
    }

    /// The runs, row by row.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The encoded text.
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

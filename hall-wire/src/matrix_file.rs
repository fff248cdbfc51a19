//! Matrices as files: cards that others made, read and checked, and cards of ours written for others.
//!
//! **CSV**: a head, `number,n1,…,n15`, then a line for each card: its number and its fifteen numbers, the top
//! row's five, the middle's, the bottom's, each row ascending. Where files of the trade differ and no harm is in
//! it, they are read all the same: a byte order mark, lines that end in CR LF, `;` or a tab between the fields,
//! spaces around a number and zeros before it, a last column `code` (ignored), blank lines at the
//! end, no head.
//!
//! **JSON**: `{"matrix":7,"size":2,"cards":[{"number":1,"rows":[[…],[…],[…]]},…]}`, three rows of nine cells from
//! the top, 0 for an empty one; `matrix` and `size` may be left out, and so may everything around the list.
//!
//! Cards are numbered from 1, in order and without gaps, and no two are equal. What breaks a rule is a [`Fault`]
//! with its line, and all are gathered, so that its maker can mend the file in one go. A file with a
//! fault gives no cards at all. It is read as a stream: in memory are the card at hand, the ranks and lines of
//! those before it and at most [`Limits::faults`] faults, however long or broken the file is.

use std::io::{self, BufRead, Cursor, Read};

use hall_core::card::CardId;
use hall_core::card::line::LineId;
use hall_core::matrix::{self, MatrixNo, SIZE_MAX};
use intake::Intake;

pub use fault::{Fault, FaultKind, Faults};
pub use write::{write_csv, write_json, write_sheet_csv};

mod fault;
mod intake;
mod csv;
mod json;
mod write;

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Whichever it looks like: JSON if its first sign is `{` or `[`.
    Auto,
    /// Lines of fields.
    Csv,
    /// One object, or the bare list of cards.
    Json,
}

/// How much is read at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most cards, faulty ones too; at most [`SIZE_MAX`] counts. With one more, reading stops.
    pub cards: u32,
    /// How many faults are listed; those after them are counted only.
    pub faults: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { cards: SIZE_MAX, faults: 100 }
    }
}

/// The cards of a file without a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// The cards, 1 to [`SIZE_MAX`] of them: card n is `cards[n - 1]`. No two are equal.
    pub cards: Vec<CardId>,
    /// The matrix's number in the file; a CSV has none.
    pub matrix: Option<MatrixNo>,
}

impl Foreign {
    /// How many lines (rows) an earlier card of the file has as well. In a clean matrix there is none;
    /// 20,000 cards drawn at random have about 184. They are no fault.
    pub fn equal_lines(&self) -> usize {
        let mut lines: Vec<LineId> = self.cards.iter().flat_map(|face| face.card().lines()).collect();
        lines.sort_unstable();
        lines.windows(2).filter(|pair| pair[0] == pair[1]).count()
    }

    /// The SHA-256 that a matrix of these cards has in the record ([`matrix::faces_sha256`]).
    pub fn faces_sha256(&self) -> [u8; 32] {
        matrix::faces_sha256(self.cards.iter().copied())
    }
}

/// Why a file gives no cards.
#[derive(Debug, thiserror::Error)]
pub enum Rejected {
    /// It is not what it should be.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// It could not be read to its end.
    #[error("No se puede leer el fichero hasta el final. Compruebe el disco o pídalo otra vez.")]
    Read(#[from] io::Error),
}

/// Reads the cards of a file and checks every rule.
///
/// ```
/// use hall_wire::matrix_file::{Format, Limits, Rejected, read};
///
/// let csv = "number,n1,n2,n3,n4,n5,n6,n7,n8,n9,n10,n11,n12,n13,n14,n15\n\
///            1,15,20,35,72,80,19,44,51,63,75,2,56,65,77,86\n";
/// let foreign = read(csv.as_bytes(), Format::Auto, Limits::default()).unwrap();
/// assert_eq!(foreign.cards[0].rank(), 1_114_055_898_568_112_900);
///
/// let Err(Rejected::Faults(faults)) = read(&b"1,15,20,35,72,80"[..], Format::Auto, Limits::default()) else {
///     panic!("ten numbers are missing");
/// };
/// assert_eq!(faults.listed()[0].line, 1);
/// ```
///
/// # Errors
/// [`Rejected::Faults`] with all that is wrong with the file; [`Rejected::Read`] if the reader fails.
pub fn read(from: impl BufRead, format: Format, limits: Limits) -> Result<Foreign, Rejected> {
    let (looks, from) = open(from)?;
    let mut intake = Intake::new(limits);
    match (looks, format) {
        (Looks::Empty, _) => (),
        (Looks::Json, Format::Auto) | (_, Format::Json) => json::read(from, &mut intake)?,
        (Looks::Csv, Format::Auto) | (_, Format::Csv) => csv::read(from, &mut intake)?,
    }
    Ok(intake.finish()?)
}

/// What a file looks like from its first sign.
enum Looks {
    Empty,
    Json,
    Csv,
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Looks for the first byte that is not blank, and gives back the whole file without its byte order mark. It stops
/// looking after more blanks than the reader of lines takes.
fn open(mut from: impl BufRead) -> io::Result<(Looks, impl BufRead)> {
    let mut head = Vec::new();
    while let Some(byte) = peek(&mut from)?
        && BYTE_ORDER_MARK.get(head.len()) == Some(&byte)
    {
        from.consume(1);
        head.push(byte);
    }
    if head == BYTE_ORDER_MARK {
        head.clear();
    }
    let looks = loop {
        match peek(&mut from)? {
            None if head.iter().all(u8::is_ascii_whitespace) => break Looks::Empty,
            Some(blank) if blank.is_ascii_whitespace() && head.len() < csv::BLANKS_MAX => {
                from.consume(1);
                head.push(blank);
            }
            Some(b'{' | b'[') => break Looks::Json,
            Some(_) | None => break Looks::Csv,
        }
    };
    Ok((looks, Cursor::new(head).chain(from)))
}

/// The next byte and leaves it there; none only at the end.
fn peek(from: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match from.fill_buf() {
            Ok(bytes) => return Ok(bytes.first().copied()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
}

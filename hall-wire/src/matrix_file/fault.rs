//! What can be wrong with a file of cards; in the words of whoever has to mend it, in `fault/words.rs`.

use std::fmt;

use hall_core::card::CardError;
use words::counted_in_words;

mod words;

/// One thing that is wrong, and where. `Display` says it in Spanish, the line first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line of the file, from 1. Of a card in JSON, the line it begins on.
    pub line: u64,
    /// The card's number, where the file tells it.
    pub card: Option<u32>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What can be wrong. Rows count from 1 at the top; texts are what the file has, cut where they are long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// There are no cards.
    Empty,
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// It stops being JSON. Nothing behind it was read.
    NotJson {
        /// The byte of the line, from 1; 0 stands for the end of the line before.
        column: usize,
    },
    /// A line, or a card in JSON, that does not end. Nothing behind it was read.
    TooLong {
        /// The most bytes it may have.
        max: usize,
    },
    /// More cards than may be. Nothing behind them was read.
    TooManyCards {
        /// The most there may be.
        max: u32,
    },
    /// Blank lines in front of others.
    Blank,
    /// Blank lines without end. Nothing behind them was read.
    TooManyBlanks {
        /// The most there may be.
        max: usize,
    },
    /// A first line that is neither the head nor a card.
    Head,
    /// A field nobody knows.
    UnknownField(String),
    /// A field that is there twice.
    FieldTwice(&'static str),
    /// A field that is missing.
    NoField(&'static str),
    /// A part of the JSON is not what it must be.
    Shape {
        /// The part.
        part: &'static str,
        /// What it must be.
        must: &'static str,
    },
    /// The file says another number of cards than it has.
    Size {
        /// What it says.
        said: String,
        /// What it has.
        counted: u32,
    },
    /// Not the number of a matrix.
    MatrixNumber(String),
    /// The line has too many fields or too few.
    Fields {
        /// What it has.
        count: usize,
        /// What it must have: 16, or 17 with the code.
        wanted: usize,
    },
    /// The card has too many rows or too few.
    Rows {
        /// What it has.
        count: usize,
    },
    /// The row has too many cells or too few.
    Cells {
        /// 1 to 3.
        row: usize,
        /// What it has.
        count: usize,
    },
    /// Not the number of a card.
    CardNumber(String),
    /// The card's number was there before.
    NumberTwice {
        /// Where.
        line: u64,
    },
    /// Numbers are missing in front of this one.
    Gap {
        /// What should come.
        expected: u32,
        /// What comes, larger.
        found: u32,
    },
    /// A number that should have come before.
    OutOfOrder {
        /// What should come.
        expected: u32,
    },
    /// Not a number of a card's face.
    NotANumber {
        /// 1 to 3.
        row: usize,
        /// What is there.
        text: String,
    },
    /// No ball has this number.
    NoSuchBall {
        /// 1 to 3.
        row: usize,
        /// What is there.
        text: String,
    },
    /// The card has the number twice.
    Repeated {
        /// 1 to 90.
        number: u8,
    },
    /// A number stands behind a larger one of its row.
    RowNotAscending {
        /// 1 to 3.
        row: usize,
        /// The larger one and the one behind it.
        pair: [u8; 2],
    },
    /// Two numbers of a row belong to the same column.
    SameColumn {
        /// 1 to 3.
        row: usize,
        /// The two, ascending.
        pair: [u8; 2],
    },
    /// The face breaks a rule of the game.
    Face(CardError),
    /// The same face was there before.
    Equal {
        /// Where.
        line: u64,
    },
}

/// All that is wrong with a file. `Display` has a line for each fault that is listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    listed: Vec<Fault>,
    more: u64,
}

impl Faults {
    /// Returns the faults, in the order they were found, as many as are listed.
    pub fn listed(&self) -> &[Fault] {
        &self.listed
    }

    /// Returns how many there are, listed or not.
    pub fn count(&self) -> u64 {
        self.listed.len() as u64 + self.more
    }

    /// Takes one more in; behind the first `max` it is counted only.
    pub(super) fn push(&mut self, fault: Fault, max: usize) {
        if self.listed.len() < max { self.listed.push(fault) } else { self.more += 1 }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.listed.iter().enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nY {} más.", counted_in_words(more, "error", "errores")),
        }
    }
}

impl std::error::Error for Faults {}

//! What can be wrong with a file of cards, each with its sentence: what is wrong, and what to do where that is not
//! plain.

use std::fmt;

use hall_core::card::{CardError, column_of};
use hall_core::matrix::SIZE_MAX;

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

/// What can be wrong. Rows count from 1 at the top; texts are what the file has, cut where they are long. The sentence
/// of a fault of a card goes on from the card's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// There are no cards.
    #[error("el fichero no tiene ningún cartón. Pida el fichero entero.")]
    Empty,
    /// Bytes that are no UTF-8.
    #[error("hay letras que no son UTF-8. Guarde el fichero como texto UTF-8.")]
    NotUtf8,
    /// It stops being JSON. Nothing behind it was read.
    #[error("el JSON está mal escrito o cortado en la columna {column}. No se ha seguido leyendo.")]
    NotJson {
        /// The byte of the line, from 1; 0 stands for the end of the line before.
        column: usize,
    },
    /// A line, or a card in JSON, that does not end. Nothing behind it was read.
    #[error("pasa de {max} bytes sin que acabe un cartón. No se ha seguido leyendo.")]
    TooLong {
        /// The most bytes it may have.
        max: usize,
    },
    /// More cards than may be. Nothing behind them was read.
    #[error("hay más de {max} cartones. Divídalos en varias matrices. No se ha seguido leyendo.")]
    TooManyCards {
        /// The most there may be.
        max: u32,
    },
    /// Blank lines in front of others.
    #[error("está en blanco, y en blanco sólo puede estar el final. Quítela.")]
    Blank,
    /// Blank lines without end. Nothing behind them was read.
    #[error("hay más de {max} líneas en blanco seguidas. Quítelas. No se ha seguido leyendo.")]
    TooManyBlanks {
        /// The most there may be.
        max: usize,
    },
    /// A first line that is neither the head nor a card.
    #[error(
        "la cabecera ha de ser «number,n1,n2,…,n15», y detrás, si acaso, «code». También puede no haberla."
    )]
    Head,
    /// An unknown field.
    #[error("sobra el campo «{0}». Quítelo.")]
    UnknownField(String),
    /// A field that is there twice.
    #[error("el campo «{0}» está dos veces. Deje uno.")]
    FieldTwice(&'static str),
    /// A field that is missing.
    #[error("falta el campo «{0}».")]
    NoField(&'static str),
    /// A part of the JSON is not what it must be.
    #[error("{part} ha de ser {must}.")]
    Shape {
        /// The part.
        part: &'static str,
        /// What it must be.
        must: &'static str,
    },
    /// The file says another number of cards than it has.
    #[error(
        "«size» dice «{said}» y en el fichero hay {}. Compruebe que está entero.",
        plural((*counted).into(), "cartón", "cartones")
    )]
    Size {
        /// What it says.
        said: String,
        /// What it has.
        counted: u32,
    },
    /// Not the number of a matrix.
    #[error("el número de la matriz es «{0}», y los números de matriz van del 1 al 4294967295.")]
    MatrixNumber(String),
    /// The line has too many fields or too few.
    #[error(
        "tiene {} y han de ser {wanted}: su número{} y los quince del cartón.",
        plural(*count as u64, "campo", "campos"),
        if *wanted == 16 { "" } else { ", el código" }
    )]
    Fields {
        /// What it has.
        count: usize,
        /// What it must have: 16, or 17 with the code.
        wanted: usize,
    },
    /// The card has too many rows or too few.
    #[error("tiene {}, y han de ser 3.", plural(*count as u64, "fila", "filas"))]
    Rows {
        /// What it has.
        count: usize,
    },
    /// The row has too many cells or too few.
    #[error(
        "tiene {} en la fila {row}, y han de ser 9, con 0 en las vacías.",
        plural(*count as u64, "casilla", "casillas")
    )]
    Cells {
        /// 1 to 3.
        row: usize,
        /// What it has.
        count: usize,
    },
    /// Not the number of a card.
    #[error("{}", not_a_card(.0))]
    CardNumber(String),
    /// The card's number was there before.
    #[error("ya está en la línea {line}. Cada número ha de estar una vez.")]
    NumberTwice {
        /// Where.
        line: u64,
    },
    /// Numbers are missing in front of this one.
    #[error("{}", gap(*expected, *found))]
    Gap {
        /// What should come.
        expected: u32,
        /// What comes, larger.
        found: u32,
    },
    /// A number that should have come before.
    #[error("está fuera de su sitio: aquí va el {expected}.")]
    OutOfOrder {
        /// What should come.
        expected: u32,
    },
    /// Not a number of a card's face.
    #[error(
        "lleva {} en la fila {row}, y ahí va un número.",
        if text.is_empty() { "un campo vacío".to_owned() } else { format!("«{text}»") }
    )]
    NotANumber {
        /// 1 to 3.
        row: usize,
        /// What is there.
        text: String,
    },
    /// No ball has this number.
    #[error("lleva el {text} en la fila {row}, y los números van del 1 al 90.")]
    NoSuchBall {
        /// 1 to 3.
        row: usize,
        /// What is there.
        text: String,
    },
    /// The card has the number twice.
    #[error("lleva dos veces el {number}.")]
    Repeated {
        /// 1 to 90.
        number: u8,
    },
    /// A number stands behind a larger one of its row.
    #[error("lleva en la fila {row} el {} detrás del {}. Cada fila va de menor a mayor.", pair[1], pair[0])]
    RowNotAscending {
        /// 1 to 3.
        row: usize,
        /// The larger one and the one behind it.
        pair: [u8; 2],
    },
    /// Two numbers of a row belong to the same column.
    #[error("lleva en la fila {row} el {} y el {}, que son de la misma columna.", pair[0], pair[1])]
    SameColumn {
        /// 1 to 3.
        row: usize,
        /// The two, ascending.
        pair: [u8; 2],
    },
    /// The face breaks a rule of the game.
    #[error("{}", face(*.0))]
    Face(CardError),
    /// The same face was there before.
    #[error("es igual al de la línea {line}. No puede haber dos cartones iguales.")]
    Equal {
        /// Where.
        line: u64,
    },
}

impl FaultKind {
    /// Whether the sentence goes on from the card's name.
    fn is_of_card(&self) -> bool {
        matches!(
            self,
            FaultKind::Fields { .. }
                | FaultKind::Rows { .. }
                | FaultKind::Cells { .. }
                | FaultKind::NumberTwice { .. }
                | FaultKind::Gap { expected: 2.., .. }
                | FaultKind::OutOfOrder { .. }
                | FaultKind::NotANumber { .. }
                | FaultKind::NoSuchBall { .. }
                | FaultKind::Repeated { .. }
                | FaultKind::RowNotAscending { .. }
                | FaultKind::SameColumn { .. }
                | FaultKind::Face(_)
                | FaultKind::Equal { .. }
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Línea {}: ", self.line)?;
        match self.card {
            _ if !self.kind.is_of_card() => (),
            Some(number) => write!(f, "el cartón {number} ")?,
            None => write!(f, "el cartón ")?,
        }
        write!(f, "{}", self.kind)
    }
}

fn not_a_card(text: &str) -> String {
    match text {
        "" => "falta el número del cartón.".to_owned(),
        _ => {
            format!("el número del cartón es «{text}», y los números de cartón van del 1 al {SIZE_MAX}.")
        }
    }
}

fn gap(expected: u32, found: u32) -> String {
    let before = expected - 1;
    match (before, found - expected) {
        (0, _) => format!("la numeración ha de empezar por el 1, y empieza por el {found}."),
        (_, 1) => format!("viene detrás del {before}, y falta el {expected}."),
        _ => format!("viene detrás del {before}, y faltan del {expected} al {}.", found - 1),
    }
}

fn face(error: CardError) -> String {
    match error {
        CardError::NoSuchBall { column, number } => {
            format!("lleva el {number} en la columna {column}, y los números van del 1 al 90.")
        }
        CardError::WrongColumn { column, number } => {
            let own = column_of(number);
            format!("lleva el {number} en la columna {column}, y el {number} va en la {own}.")
        }
        CardError::Repeated { number, .. } => format!("lleva dos veces el {number}."),
        CardError::NotAscending { column, number } => format!(
            "lleva en la columna {column} el {number} debajo de otro mayor. Cada columna va de menor a mayor."
        ),
        CardError::EmptyColumn { column } => {
            format!("no lleva ningún número en la columna {column}, y han de ser de uno a tres.")
        }
        CardError::RowNotFive { row, count } => {
            let count = plural(count as u64, "número", "números");
            format!("lleva {count} en la fila {row}, y han de ser 5.")
        }
    }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// All that is wrong with a file. `Display` has a line for each fault that is listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    listed: Vec<Fault>,
    more: u64,
}

impl Faults {
    /// The faults, in the order they were found, as many as are listed.
    pub fn listed(&self) -> &[Fault] {
        &self.listed
    }

    /// How many there are, listed or not.
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
        let mut lines: Vec<String> = self.listed.iter().map(Fault::to_string).collect();
        if self.more > 0 {
            lines.push(format!("Y {} más.", plural(self.more, "error", "errores")));
        }
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Faults {}

//! The sentences: what is wrong, and what to do where that is not plain.

use std::fmt;

use hall_core::card::{CardError, column_of};
use hall_core::matrix::SIZE_MAX;

use super::{Fault, FaultKind};

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Línea {}: ", self.line)?;
        match self.card {
            Some(number) => self.kind.tell(f, &format!("el cartón {number}")),
            None => self.kind.tell(f, "el cartón"),
        }
    }
}

impl FaultKind {
    /// Writes the sentence; `card` is what the card is called in it.
    fn tell(&self, f: &mut fmt::Formatter<'_>, card: &str) -> fmt::Result {
        match self {
            FaultKind::Empty => write!(f, "el fichero no tiene ningún cartón. Pida el fichero entero."),
            FaultKind::NotUtf8 => {
                write!(f, "hay letras que no son UTF-8. Guarde el fichero como texto UTF-8.")
            }
            FaultKind::NotJson { column } => {
                write!(
                    f,
                    "el JSON está mal escrito o cortado en la columna {column}. No se ha seguido leyendo."
                )
            }
            FaultKind::TooLong { max } => {
                write!(f, "pasa de {max} bytes sin que acabe un cartón. No se ha seguido leyendo.")
            }
            FaultKind::TooManyCards { max } => {
                write!(
                    f,
                    "hay más de {max} cartones. Divídalos en varias matrices. No se ha seguido leyendo."
                )
            }
            FaultKind::Blank => {
                write!(f, "está en blanco, y en blanco sólo puede estar el final. Quítela.")
            }
            FaultKind::TooManyBlanks { max } => {
                write!(f, "hay más de {max} líneas en blanco seguidas. Quítelas. No se ha seguido leyendo.")
            }
            FaultKind::Head => write!(
                f,
                "la cabecera ha de ser «number,n1,n2,…,n15», y detrás, si acaso, «code». También puede no haberla."
            ),
            FaultKind::UnknownField(name) => write!(f, "sobra el campo «{name}». Quítelo."),
            FaultKind::FieldTwice(name) => write!(f, "el campo «{name}» está dos veces. Deje uno."),
            FaultKind::NoField(name) => write!(f, "falta el campo «{name}»."),
            FaultKind::Shape { part, must } => write!(f, "{part} ha de ser {must}."),
            FaultKind::Size { said, counted } => write!(
                f,
                "«size» dice «{said}» y en el fichero hay {}. Compruebe que está entero.",
                counted_in_words(u64::from(*counted), "cartón", "cartones")
            ),
            FaultKind::MatrixNumber(text) => {
                write!(
                    f,
                    "el número de la matriz es «{text}», y los números de matriz van del 1 al 4294967295."
                )
            }
            FaultKind::Fields { count, wanted } => write!(
                f,
                "{card} tiene {} y han de ser {wanted}: su número{} y los quince del cartón.",
                counted_in_words(*count as u64, "campo", "campos"),
                if *wanted == 16 { "" } else { ", el código" },
            ),
            FaultKind::Rows { count } => {
                write!(
                    f,
                    "{card} tiene {}, y han de ser 3.",
                    counted_in_words(*count as u64, "fila", "filas")
                )
            }
            FaultKind::Cells { row, count } => write!(
                f,
                "{card} tiene {} en la fila {row}, y han de ser 9, con 0 en las vacías.",
                counted_in_words(*count as u64, "casilla", "casillas")
            ),
            FaultKind::CardNumber(text) if text.is_empty() => write!(f, "falta el número del cartón."),
            FaultKind::CardNumber(text) => {
                write!(
                    f,
                    "el número del cartón es «{text}», y los números de cartón van del 1 al {SIZE_MAX}."
                )
            }
            FaultKind::NumberTwice { line } => {
                write!(f, "{card} ya está en la línea {line}. Cada número ha de estar una vez.")
            }
            FaultKind::Gap { expected: 1, found } => {
                write!(f, "la numeración ha de empezar por el 1, y empieza por el {found}.")
            }
            FaultKind::Gap { expected, found } => {
                write!(f, "{card} viene detrás del {}, y ", expected - 1)?;
                match found - expected {
                    1 => write!(f, "falta el {expected}."),
                    _ => write!(f, "faltan del {expected} al {}.", found - 1),
                }
            }
            FaultKind::OutOfOrder { expected } => {
                write!(f, "{card} está fuera de su sitio: aquí va el {expected}.")
            }
            FaultKind::NotANumber { row, text } if text.is_empty() => {
                write!(f, "{card} lleva un campo vacío en la fila {row}, y ahí va un número.")
            }
            FaultKind::NotANumber { row, text } => {
                write!(f, "{card} lleva «{text}» en la fila {row}, y ahí va un número.")
            }
            FaultKind::NoSuchBall { row, text } => {
                write!(f, "{card} lleva el {text} en la fila {row}, y los números van del 1 al 90.")
            }
            FaultKind::Repeated { number } => write!(f, "{card} lleva dos veces el {number}."),
            FaultKind::RowNotAscending { row, pair: [larger, number] } => write!(
                f,
                "{card} lleva en la fila {row} el {number} detrás del {larger}. Cada fila va de menor a mayor."
            ),
            FaultKind::SameColumn { row, pair: [one, other] } => {
                write!(f, "{card} lleva en la fila {row} el {one} y el {other}, que son de la misma columna.")
            }
            FaultKind::Face(error) => face(f, card, *error),
            FaultKind::Equal { line } => {
                write!(f, "{card} es igual al de la línea {line}. No puede haber dos cartones iguales.")
            }
        }
    }
}

fn face(f: &mut fmt::Formatter<'_>, card: &str, error: CardError) -> fmt::Result {
    match error {
        CardError::NoSuchBall { column, number } => {
            write!(f, "{card} lleva el {number} en la columna {column}, y los números van del 1 al 90.")
        }
        CardError::WrongColumn { column, number } => {
            let own = column_of(number);
            write!(f, "{card} lleva el {number} en la columna {column}, y el {number} va en la {own}.")
        }
        CardError::Repeated { number, .. } => write!(f, "{card} lleva dos veces el {number}."),
        CardError::NotAscending { column, number } => write!(
            f,
            "{card} lleva en la columna {column} el {number} debajo de otro mayor. Cada columna va de menor a mayor."
        ),
        CardError::EmptyColumn { column } => {
            write!(f, "{card} no lleva ningún número en la columna {column}, y han de ser de uno a tres.")
        }
        CardError::RowNotFive { row, count } => {
            let count = counted_in_words(count as u64, "número", "números");
            write!(f, "{card} lleva {count} en la fila {row}, y han de ser 5.")
        }
    }
}

pub(super) fn counted_in_words(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

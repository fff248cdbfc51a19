//! What an input must be before anything is laid out.
//!
//! The server has checked it all already. It is checked again because paper is for ever.

use std::collections::BTreeSet;

use hall_core::card::code::{CardCode, TEXT_MAX};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::matrix_file::Faults;
use hall_wire::paper::{ActaSheet, GameSheet, SeriesSheet, SheetCard};

use crate::code::TooLong;
use crate::template::TemplateError;

/// The most cards of one input: the largest series there is.
pub const MAX_CARDS: usize = 96_000;

/// Why an input is not printed. The words are for the person who runs the program.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BadInput {
    /// Not JSON at all.
    #[error("la entrada no es JSON (línea {line}, columna {column})")]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// JSON of another shape.
    #[error(
        "la entrada es JSON pero no tiene la forma de {wanted} (línea {line}, columna {column}): {detail}"
    )]
    WrongShape {
        /// What was expected.
        wanted: &'static str,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser says, in English.
        detail: String,
    },
    /// More than anything that is printed here.
    #[error("la entrada pasa de {0} MiB")]
    TooBig(u64),
    /// No cards.
    #[error("la hoja no tiene ningún cartón")]
    NoCards,
    /// No card of the sheet was asked for.
    #[error("la hoja no tiene ningún cartón de los que se piden")]
    NothingChosen,
    /// What is asked for cannot be.
    #[error("{0}")]
    Choice(&'static str),
    /// A template that cannot be used.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// Too many cards.
    #[error("la hoja tiene {0} cartones y el máximo es {MAX_CARDS}: imprímala por partes")]
    TooManyCards(usize),
    /// Not the name of a series.
    #[error("«{0}» no es una serie: se espera una letra y un número, como A17")]
    Series(String),
    /// No face value.
    #[error("el valor facial es cero")]
    FaceValue,
    /// A number outside the series.
    #[error("el cartón n.º {number} no existe en una serie de {size} cartones")]
    Number {
        /// The card's number.
        number: u32,
        /// The cards of the series.
        size: u32,
    },
    /// A card twice.
    #[error("el cartón n.º {0} está dos veces")]
    Twice(u32),
    /// Not a matrix's number.
    #[error("los números de matriz van de 1 a 4294967295")]
    MatrixNumber,
    /// Not a size such a matrix can have.
    #[error("una matriz así no puede tener {size} cartones: {must}")]
    MatrixSize {
        /// What was asked for.
        size: u32,
        /// What it can be.
        must: String,
    },
    /// Not a SHA-256.
    #[error("{0}: un SHA-256 son 64 cifras hexadecimales")]
    Hash(&'static str),
    /// Not the place of a card.
    #[error("el cartón n.º {number} no es un cartón de bingo: «{rank}» no es un lugar de la lista de todos")]
    Rank {
        /// The card's number.
        number: usize,
        /// What the input has.
        rank: String,
    },
    /// More or fewer cards than the matrix has.
    #[error("la matriz tiene {size} cartones y la entrada trae {faces}")]
    Faces {
        /// The cards of the matrix.
        size: u32,
        /// The cards of the input.
        faces: usize,
    },
    /// What the certificate says of the matrix is not so.
    #[error("no se certifica la matriz: {0}")]
    Untrue(String),
    /// Not a matrix's key.
    #[error("la clave de una matriz son 32 cifras hexadecimales")]
    Key,
    /// A file of cards with faults.
    #[error("el fichero no vale como matriz y no se toma ningún cartón de él:\n{0}")]
    Foreign(Faults),
    /// Not a bingo card.
    #[error("el cartón n.º {number} no es un cartón de bingo: {why}")]
    Card {
        /// The card's number.
        number: u32,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A ball that does not exist.
    #[error("partida n.º {game}: no hay bola con el número {ball}")]
    Ball {
        /// The game's number in the session.
        game: u32,
        /// The ball's number.
        ball: u8,
    },
    /// The balls out and the balls left are not the ninety.
    #[error(
        "partida n.º {0}: las bolas que han salido y las que quedan no son las noventa, una vez cada una"
    )]
    Ninety(u32),
    /// A ball was announced after one that was not.
    #[error("partida n.º {0}: hay una bola anunciada detrás de otra sin anunciar")]
    OutOfTurn(u32),
    /// A code that cannot be made.
    #[error("{what}: {source}")]
    Code {
        /// Whose code.
        what: String,
        /// Why.
        source: TooLong,
    },
    /// Not the code of this card.
    #[error("cartón n.º {number}: «{code}» no es el código de este cartón")]
    OtherCode {
        /// The card's number.
        number: u32,
        /// What the input has.
        code: String,
    },
    /// A code without a text.
    #[error("{0}: el texto del código está vacío")]
    NoCode(String),
}

/// Checks a sheet of cards.
pub fn cards(sheet: &SeriesSheet) -> Result<(), BadInput> {
    if sheet.cards.is_empty() {
        return Err(BadInput::NoCards);
    }
    if sheet.cards.len() > MAX_CARDS {
        return Err(BadInput::TooManyCards(sheet.cards.len()));
    }
    let series = SeriesId::parse(&sheet.series).ok_or_else(|| BadInput::Series(sheet.series.clone()))?;
    if sheet.face_value_cents == 0 {
        return Err(BadInput::FaceValue);
    }
    let mut seen = BTreeSet::new();
    for card in &sheet.cards {
        let number = card.number;
        if !(1..=sheet.series_size).contains(&number) {
            return Err(BadInput::Number { number, size: sheet.series_size });
        }
        if !seen.insert(number) {
            return Err(BadInput::Twice(number));
        }
        face(card).map_err(|why| BadInput::Card { number, why })?;
        let own = CardRef { series, number: CardNo(number) };
        if CardCode::parse(&card.code).is_none_or(|code| code.card() != own) {
            return Err(BadInput::OtherCode { number, code: card.code.chars().take(TEXT_MAX).collect() });
        }
    }
    Ok(())
}

/// Checks an acta.
pub fn acta(acta: &ActaSheet) -> Result<(), BadInput> {
    if acta.integrity.checkpoint.is_empty() {
        return Err(BadInput::NoCode("el acta".to_owned()));
    }
    for game in &acta.games {
        // What was set aside is a reading, not a ball: a machine may have read 00 or 91.
        if let Some(ball) = game.balls.iter().map(|b| b.number).find(|number| !(1..=90).contains(number)) {
            return Err(BadInput::Ball { game: game.number, ball });
        }
    }
    Ok(())
}

/// Checks the sheet of a game: whoever goes on by hand trusts it with which balls are left.
pub fn game(sheet: &GameSheet) -> Result<(), BadInput> {
    let out = sheet.balls.iter().map(|ball| ball.number);
    let mut all: Vec<u8> = out.chain(sheet.remaining.iter().copied()).collect();
    if let Some(&ball) = all.iter().find(|number| !(1..=90).contains(*number)) {
        return Err(BadInput::Ball { game: sheet.number, ball });
    }
    all.sort_unstable();
    let whole = all.iter().copied().eq(1..=90) && sheet.remaining.is_sorted();
    if !whole {
        return Err(BadInput::Ninety(sheet.number));
    }
    let in_turn = sheet.balls.windows(2).all(|two| two[0].announced || !two[1].announced);
    if in_turn { Ok(()) } else { Err(BadInput::OutOfTurn(sheet.number)) }
}

/// Fifteen numbers, five in each row, each in the column of its ten, ascending in a column.
fn face(card: &SheetCard) -> Result<(), &'static str> {
    for row in &card.rows {
        if row.iter().filter(|&&number| number != 0).count() != 5 {
            return Err("cada fila ha de tener cinco números");
        }
    }
    for column in 0..9 {
        let numbers: Vec<u8> =
            card.rows.iter().map(|row| row[column]).filter(|&number| number != 0).collect();
        if numbers.is_empty() {
            return Err("hay una columna sin ningún número");
        }
        if numbers.iter().any(|&number| number > 90 || usize::from(number / 10).min(8) != column) {
            return Err("hay un número fuera de su columna");
        }
        if !numbers.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err("hay una columna sin ordenar o con un número repetido");
        }
    }
    Ok(())
}

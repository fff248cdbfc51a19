//! Checks an input before anything is laid out.
//!
//! The server has checked it already; paper cannot be corrected.

use std::collections::BTreeSet;

use hall_core::card::code::{CardCode, TEXT_MAX};
use hall_core::card::{Card, CardError};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::matrix_file::Faults;
use hall_wire::paper::{ActaSheet, GameSheet, SeriesSheet, SheetCard};

use crate::code::TooLong;
use crate::template;

/// The largest series.
pub const MAX_CARDS: usize = 96_000;

/// Why an input is not printed, in Spanish.
#[expect(missing_docs, reason = "the message of each says it")]
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BadInput {
    #[error("la entrada no es JSON (línea {line}, columna {column})")]
    NotJson { line: usize, column: usize },
    #[error(
        "la entrada es JSON pero no tiene la forma de {wanted} (línea {line}, columna {column}): {detail}"
    )]
    WrongShape { wanted: &'static str, line: usize, column: usize, detail: String },
    #[error("la entrada pasa de {0} MiB")]
    TooBig(u64),
    #[error("la hoja no tiene ningún cartón")]
    NoCards,
    #[error("la hoja no tiene ningún cartón de los que se piden")]
    NothingChosen,
    #[error("{0}")]
    Choice(&'static str),
    #[error("{}", template::in_words(.0))]
    Template(settings_file::Faults),
    #[error("la hoja tiene {0} cartones y el máximo es {MAX_CARDS}: imprímala por partes")]
    TooManyCards(usize),
    #[error("«{0}» no es una serie: se espera una letra y un número, como A17")]
    Series(String),
    #[error("el valor facial es cero")]
    FaceValue,
    #[error("el cartón n.º {number} no existe en una serie de {size} cartones")]
    Number { number: u32, size: u32 },
    #[error("el cartón n.º {0} está dos veces")]
    Twice(u32),
    #[error("los números de matriz van de 1 a 4294967295")]
    MatrixNumber,
    #[error("una matriz así no puede tener {size} cartones: {must}")]
    MatrixSize { size: u32, must: String },
    #[error("{0}: un SHA-256 son 64 cifras hexadecimales")]
    Hash(&'static str),
    #[error("ningún código admite una dirección tan larga: «{0}»")]
    Address(String),
    #[error("el cartón n.º {number} no es un cartón de bingo: «{rank}» no es un lugar de la lista de todos")]
    Rank { number: usize, rank: String },
    #[error("la matriz tiene {size} cartones y la entrada trae {faces}")]
    Faces { size: u32, faces: usize },
    #[error("no se certifica la matriz: {0}")]
    Untrue(String),
    #[error("la clave de una matriz son 32 cifras hexadecimales")]
    Key,
    #[error("el fichero no vale como matriz y no se toma ningún cartón de él:\n{0}")]
    Foreign(Faults),
    #[error("el cartón n.º {number} no es un cartón de bingo: {why}")]
    Card { number: u32, why: &'static str },
    #[error("partida n.º {game}: no hay bola con el número {ball}")]
    Ball { game: u32, ball: u8 },
    #[error(
        "partida n.º {0}: las bolas que han salido y las que quedan no son las noventa, una vez cada una"
    )]
    Ninety(u32),
    #[error("partida n.º {0}: hay una bola anunciada detrás de otra sin anunciar")]
    OutOfTurn(u32),
    #[error("{what}: {source}")]
    Code { what: String, source: TooLong },
    #[error("cartón n.º {number}: «{code}» no es el código de este cartón")]
    OtherCode { number: u32, code: String },
    #[error("{0}: el texto del código está vacío")]
    NoCode(String),
    #[error("las hojas del libro encuadernado no pueden medir {0}x{1} mm: van de 150x212 a 210x297")]
    Leaf(u32, u32),
    #[error("el fichero no es el acta que se dice: su SHA-256 es otro")]
    OtherActa,
    #[error("el fichero no es un acta de las que se escriben aquí: no se puede sacar una copia")]
    NotAnActa,
    #[error("«{0}» no es un día y una hora con su desfase, como 2026-10-17 21:04:09 +02:00")]
    Time(String),
}

/// Checks a sheet of cards against its series.
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

/// Checks the numbers of the balls.
pub fn acta(acta: &ActaSheet) -> Result<(), BadInput> {
    if acta.checkpoint.is_empty() {
        return Err(BadInput::NoCode("el acta".to_owned()));
    }
    if let Some(leaf) = acta.book.leaf.filter(|leaf| !leaf.is_possible()) {
        return Err(BadInput::Leaf(leaf.width_mm, leaf.height_mm));
    }
    for game in &acta.games {
        // A ball set aside is a reading: a machine may have read 00 or 91.
        if let Some(ball) = game.balls.iter().map(|b| b.number).find(|number| !(1..=90).contains(number)) {
            return Err(BadInput::Ball { game: game.number, ball });
        }
    }
    Ok(())
}

/// Checks the sheet of a game: a game finished by hand relies on its list of remaining balls.
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

/// Why a face is not a card's; of several faults one of a row comes first.
fn face(card: &SheetCard) -> Result<(), &'static str> {
    let mut errors = Card::errors(&card.rows).peekable();
    let Some(&first) = errors.peek() else { return Ok(()) };
    let of_row = errors.find(|error| matches!(error, CardError::RowNotFive { .. }));
    Err(match of_row.unwrap_or(first) {
        CardError::RowNotFive { .. } => "cada fila ha de tener cinco números",
        CardError::EmptyColumn { .. } => "hay una columna sin ningún número",
        CardError::NoSuchBall { .. } | CardError::WrongColumn { .. } => "hay un número fuera de su columna",
        CardError::Repeated { .. } | CardError::NotAscending { .. } => {
            "hay una columna sin ordenar o con un número repetido"
        }
    })
}

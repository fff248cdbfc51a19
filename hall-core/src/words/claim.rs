//! A card that was sung, in words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Lang;
use crate::event::{RejectReason, Verdict};

/// A verdict, as on monitor and acta.
pub fn verdict(lang: Lang, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Good { completed_at, .. } => {
            let good = lang.of("Correcto: completo en la bola", "Good: complete at ball");
            format!("{good} {}", completed_at.0)
        }
        Verdict::UnknownSeries => {
            lang.of("La sala no tiene esa serie", "The hall has no such series").to_string()
        }
        Verdict::NoSuchCard => {
            lang.of("La serie no tiene ese cartón", "The series has no such card").to_string()
        }
        Verdict::Forged => {
            let es = "El código del cartón no es de esta sala";
            lang.of(es, "The card's code is not of this hall").to_string()
        }
        Verdict::NotSold { sold_in: None } => lang.of("Cartón no vendido", "Card not sold").to_string(),
        Verdict::NotSold { sold_in: Some(game) } => {
            format!("{} {}", lang.of("Cartón de otra partida: la", "Card of another game:"), game.0)
        }
        Verdict::Returned => lang.of("Cartón devuelto sin vender", "Card returned unsold").to_string(),
        Verdict::PlayClosed => lang.of("La jugada está cerrada", "That play is closed").to_string(),
        Verdict::Repeated { of } => {
            format!("{} {}", lang.of("Ya se cantó: canto", "Already sung: claim"), of.0)
        }
        Verdict::Incomplete { missing } => {
            let numbers: Vec<String> = missing.iter().map(ToString::to_string).collect();
            let (one, many, and, none) = match lang {
                Lang::Es => ("Falta el número", "Faltan los números", "y", "No falta ningún número"),
                Lang::En => ("Number missing:", "Numbers missing:", "and", "No number is missing"),
            };
            match numbers.split_last() {
                Some((last, [])) => format!("{one} {last}"),
                Some((last, before)) => format!("{many} {} {and} {last}", before.join(", ")),
                None => none.to_string(),
            }
        }
    }
}

/// Why a card was rejected, in the acta's words.
pub const fn reject_words(reason: RejectReason) -> &'static str {
    match reason {
        RejectReason::Manipulated => "cartón manipulado",
        RejectReason::Illegible => "cartón ilegible",
        RejectReason::NotOriginal => "no es el cartón original",
    }
}

/// The words of the question (G12).
pub const fn question(line: bool, bingo: bool) -> &'static str {
    match (line, bingo) {
        (true, true) => "«¿Alguna línea más? ¿Algún bingo más?»",
        (false, true) => "«¿Algún bingo más?»",
        (true, false) | (false, false) => "«¿Alguna línea más?»",
    }
}

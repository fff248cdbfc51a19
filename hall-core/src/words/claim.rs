//! A card that was sung, in words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Lang;
use crate::ball::Ball;
use crate::event::{Play, RejectReason, Verdict};

/// A verdict in words, for the acta and the console's small print.
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

/// A claim, with what its sentences need of its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sung<'a> {
    /// Line or bingo.
    pub play: Play,
    /// The system's judgement.
    pub verdict: &'a Verdict,
    /// What the jefe de mesa said of a good one.
    pub accepted: Option<bool>,
    /// The ball that completed it.
    pub completed_with: Option<Ball>,
    /// Once the question is asked: for lines, for bingos.
    pub asked: Option<(bool, bool)>,
    /// The line of this game has a prize.
    pub line_won: bool,
}

/// A claim as screens show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SungWords {
    /// Headline at the desk, in capitals.
    pub desk_head: String,
    /// Headline for the hall, in capitals.
    pub hall_head: String,
    /// The sentences under the hall's headline, one a line.
    pub hall_body: String,
}

/// Says a claim to the desk and to the hall.
///
/// The two differ on purpose. The desk sees the exact judgement, so that the jefe de mesa can act on it. The hall
/// hears that a card is good once the jefe de mesa has accepted it (33.8, DECISIONS 3), and of a bad one what it
/// means for the player.
pub fn sung(lang: Lang, claim: &Sung<'_>) -> SungWords {
    // In Spanish and in English, first at the desk and then in the hall.
    let heads = |desk: (&str, &str), hall: (&str, &str), body: String| SungWords {
        desk_head: lang.of(desk.0, desk.1).to_string(),
        hall_head: lang.of(hall.0, hall.1).to_string(),
        hall_body: body,
    };
    let goes_on = lang.of("El juego continúa.", "The game goes on.");
    let bad = |desk, hall| heads(desk, hall, goes_on.to_string());
    let line = claim.play == Play::Line;
    let good = if line { ("LÍNEA CORRECTA", "LINE IS GOOD") } else { ("BINGO CORRECTO", "BINGO IS GOOD") };
    let not_sold_here = ("NO VENDIDO EN ESTA PARTIDA", "NOT SOLD IN THIS GAME");
    match (claim.verdict, claim.accepted) {
        (_, Some(false)) => {
            let body = lang.of("El cartón no se da por bueno.", "The card is not accepted.");
            let hall = ("LO DECIDE LA MESA", "THE DESK DECIDES");
            heads(("CARTÓN RECHAZADO", "CARD REJECTED"), hall, format!("{body}\n{goes_on}"))
        }
        (Verdict::Good { rows, .. }, Some(true)) => heads(good, good, completed(lang, claim, *rows)),
        (Verdict::Good { .. }, None) => {
            let wait = lang.of("Un momento: lo comprueba la mesa.", "One moment: the desk is checking it.");
            heads(good, ("COMPROBANDO", "CHECKING"), wait.to_string())
        }
        (Verdict::Incomplete { missing }, _) => {
            let (desk, es, en) = if line {
                (("NO ES LÍNEA", "NO LINE"), "línea", "line")
            } else {
                (("NO ES BINGO", "NO BINGO"), "bingo", "bingo")
            };
            let body = match lang {
                Lang::Es => format!("No hay {es}. {goes_on}\nGuarde su cartón."),
                Lang::En => format!("No {en}. {goes_on}\nKeep your card."),
            };
            SungWords { hall_head: missing_head(lang, missing), ..heads(desk, desk, body) }
        }
        (Verdict::NotSold { sold_in: Some(_) }, _) => {
            let other = ("CARTÓN DE OTRA PARTIDA", "CARD OF ANOTHER GAME");
            bad(other, other)
        }
        (Verdict::NotSold { sold_in: None }, _) => bad(("CARTÓN NO VENDIDO", "CARD NOT SOLD"), not_sold_here),
        (Verdict::Returned, _) => bad(("CARTÓN DEVUELTO SIN VENDER", "CARD RETURNED UNSOLD"), not_sold_here),
        (Verdict::PlayClosed, _) if line && claim.line_won => {
            bad(("LÍNEA YA CERRADA", "LINE ALREADY CLOSED"), ("LÍNEA YA PREMIADA", "LINE ALREADY WON"))
        }
        (Verdict::PlayClosed, _) => {
            let desk = if line {
                ("LÍNEA YA CERRADA", "LINE ALREADY CLOSED")
            } else {
                ("BINGO YA CERRADO", "BINGO ALREADY CLOSED")
            };
            bad(desk, ("RECLAMACIÓN FUERA DE TIEMPO", "CLAIM OUT OF TIME"))
        }
        (Verdict::Repeated { .. }, _) => {
            bad(("YA SE HA CANTADO", "ALREADY CALLED"), ("CARTÓN YA COMPROBADO", "CARD ALREADY CHECKED"))
        }
        (Verdict::UnknownSeries | Verdict::NoSuchCard, _) => {
            bad(("NO HAY TAL CARTÓN", "THERE IS NO SUCH CARD"), ("CARTÓN NO ENCONTRADO", "CARD NOT FOUND"))
        }
        (Verdict::Forged, _) => {
            bad(("CÓDIGO NO VÁLIDO", "CODE NOT VALID"), ("CARTÓN NO VÁLIDO", "CARD NOT VALID"))
        }
    }
}

/// What completed a good card, and what is asked after it: once the question is asked, the plays it names.
fn completed(lang: Lang, claim: &Sung<'_>, rows: u8) -> String {
    let ball = claim.completed_with.map_or_else(String::new, |ball| match lang {
        Lang::Es => format!(" con el {ball}"),
        Lang::En => format!(" with {ball}"),
    });
    let what = match (claim.play, rows.trailing_zeros()) {
        (Play::Bingo, _) => lang.of("Cartón completo", "Card complete"),
        (Play::Line, 0) => lang.of("Primera fila completa", "First row complete"),
        (Play::Line, 1) => lang.of("Segunda fila completa", "Second row complete"),
        (Play::Line, 2) => lang.of("Tercera fila completa", "Third row complete"),
        (Play::Line, _) => lang.of("Fila completa", "Row complete"),
    };
    let next = match (claim.play, claim.asked) {
        (_, Some((true, true))) => {
            lang.of("¿Alguna línea o algún bingo más? Cante ahora.", "Any more lines or bingos? Call now.")
        }
        (_, Some((true, false))) => lang.of("¿Alguna línea más? Cante ahora.", "Any more lines? Call now."),
        (_, Some((false, _))) => lang.of("¿Algún bingo más? Cante ahora.", "Any more bingos? Call now."),
        (Play::Line, None) => lang.of("Ahora: ¿alguna línea más?", "Now: any more lines?"),
        (Play::Bingo, None) => lang.of("Ahora: ¿algún bingo más?", "Now: any more bingos?"),
    };
    format!("{what}{ball}.\n{next}")
}

/// By name up to two.
fn missing_head(lang: Lang, missing: &[Ball]) -> String {
    match (lang, missing) {
        (_, []) => lang.of("INCOMPLETO", "INCOMPLETE").to_string(),
        (Lang::Es, [one]) => format!("FALTA EL {one}"),
        (Lang::Es, [one, two]) => format!("FALTAN EL {one} Y EL {two}"),
        (Lang::Es, more) => format!("FALTAN {} NÚMEROS", more.len()),
        (Lang::En, [one]) => format!("{one} IS MISSING"),
        (Lang::En, [one, two]) => format!("{one} AND {two} ARE MISSING"),
        (Lang::En, more) => format!("{} NUMBERS ARE MISSING", more.len()),
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

//! What happened to a set of balls, in words for the acta, the desk and refusals. The acta and the table of
//! diligencias say the same.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{BALLS, BallsEvent, ForeignBall, off_weight};

/// Returns what the acta says of an event; `None` for what it does not mention. Who confirmed and who had
/// asked is not in the words.
pub fn ball_words(event: &BallsEvent) -> Option<String> {
    Some(match event {
        BallsEvent::EnrolmentAsked { .. }
        | BallsEvent::InspectionAsked { .. }
        | BallsEvent::CountBegun { .. }
        | BallsEvent::Counted { .. } => return None,
        BallsEvent::Enrolled { set, balls, table_sha256, .. } => {
            let hash: String = table_sha256.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("Tabla de etiquetas del juego de bolas {set}: {balls} bolas, SHA-256 {hash}")
        }
        BallsEvent::Inspected { set, found, .. } => {
            let result = if found.passed { "apto" } else { "no apto" };
            let before = if found.seals_whole { "intactos" } else { "rotos" };
            let note = found.note.as_ref().map_or_else(String::new, |note| format!(". {note}"));
            format!(
                "Inspección del juego de bolas {set}: {result}. Precintos anteriores {before}; quedan puestos: {}{note}",
                found.seals
            )
        }
        BallsEvent::Weighed { set, weights_mg, low_mg, high_mg } => {
            let off = off_weight(weights_mg, *low_mg, *high_mg);
            let each = |ball: &Ball| format!("{ball} ({} mg)", weights_mg[usize::from(ball.number()) - 1]);
            let off: Vec<String> = off.iter().map(each).collect();
            let result = if off.is_empty() {
                "todas están dentro".to_string()
            } else {
                named(("está fuera la bola", "están fuera las bolas"), &off)
            };
            format!("Se pesan las bolas del juego {set}, con límites de {low_mg} a {high_mg} mg: {result}")
        }
        BallsEvent::Withdrawn { set, games, reason, reserve_set } => {
            let reserve = reserve_set
                .map_or_else(String::new, |reserve| format!("; queda de reserva el juego {reserve}"));
            let word = if *games == 1 { "partida" } else { "partidas" };
            format!("Se retira el juego de bolas {set}, con {games} {word}: {reason}{reserve}")
        }
        BallsEvent::CountEnded { count, set, balls, missing, doubled, unsure, foreign } => {
            let found = match count_words(missing, doubled, unsure, foreign) {
                Some(wrong) => format!("{balls} bolas; {wrong}"),
                None => format!("{balls} bolas, numeración completa"),
            };
            format!("Recuento {} por el lector, juego de bolas {set}: {found}", count.0)
        }
        BallsEvent::CountCancelled { count, reason } => {
            format!("El recuento {} por el lector queda sin efecto: {reason}", count.0)
        }
        BallsEvent::CountSigned { set, balls } => {
            format!("El jefe de sala firma el recuento del juego de bolas {set}: {balls} bolas (art. 34.1)")
        }
        BallsEvent::CountTaken { count, set, balls, .. } => format!(
            "Vale como recuento de las bolas el {} por el lector, juego {set}: {balls} bolas",
            count.0
        ),
    })
}

/// Returns what a count found wrong, each ball by its number; `None` when nothing is.
pub fn count_words(
    missing: &[Ball],
    doubled: &[Ball],
    unsure: &[Ball],
    foreign: &[ForeignBall],
) -> Option<String> {
    let list = |balls: &[Ball]| balls.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut parts = Vec::new();
    if missing.len() == usize::from(BALLS) {
        parts.push("no ha pasado ninguna bola".to_string());
    } else if !missing.is_empty() {
        parts.push(named(("falta la bola", "faltan las bolas"), &list(missing)));
    }
    if !doubled.is_empty() {
        parts.push(named(("está repetida la bola", "están repetidas las bolas"), &list(doubled)));
    }
    if !unsure.is_empty() {
        parts.push(named(
            ("se ha leído mal la bola", "una misma bola se ha leído con varios números:"),
            &list(unsure),
        ));
    }
    if !foreign.is_empty() {
        let each = |ball: &ForeignBall| format!("{} del juego {}", ball.number, ball.set);
        let foreign: Vec<String> = foreign.iter().map(each).collect();
        parts.push(named(("es ajena la bola", "son ajenas las bolas"), &foreign));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// One thing or several, with *y* before the last.
fn named((one, several): (&str, &str), things: &[String]) -> String {
    match things {
        [only] => format!("{one} {only}"),
        [before @ .., last] => format!("{several} {} y {last}", before.join(", ")),
        [] => String::new(),
    }
}

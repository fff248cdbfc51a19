//! Texts of the wall.

use hall_wire::board::{Claim, Game, Play, Prize, PublicBoard};

pub use hall_look::words::series;

/// The series of a game: «Series A 17 y A 18»: the announced one and those of its blocks.
pub fn series_of(game: &Game) -> String {
    let mut names = vec![series(&game.series)];
    for cards in &game.segments {
        let name = series(&cards.series);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [one] => format!("Serie {one}"),
        [one, two] => format!("Series {one} y {two}"),
        more => format!("{} series", more.len()),
    }
}

/// In capitals.
pub const fn play(play: Play) -> &'static str {
    match play {
        Play::Line => "LÍNEA",
        Play::Bingo => "BINGO",
    }
}

/// Who won a play: «Cartones 62 y 305», or how many if more than two.
pub fn winners(prizes: &[Prize], play: Play) -> String {
    let cards: Vec<String> =
        prizes.iter().filter(|prize| prize.play == play).map(|prize| prize.card.card.to_string()).collect();
    match cards.as_slice() {
        [] => "No cantado".to_owned(),
        [one] => format!("Cartón {one}"),
        [one, two] => format!("Cartones {one} y {two}"),
        more => format!("{} cartones", more.len()),
    }
}

/// Time left as `2:35`.
pub fn countdown(left_ms: i64) -> String {
    let seconds = (left_ms.max(0) + 999) / 1_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Whether this game was announced as the last one (G19).
pub fn is_last(board: &PublicBoard) -> bool {
    let last = board.session.as_ref().and_then(|session| session.last_in_session);
    last.zip(board.game.as_ref()).is_some_and(|(last, game)| game.in_session >= last)
}

/// A number of cards: «1 cartón».
pub fn cards(many: usize) -> String {
    if many == 1 { "1 cartón".to_owned() } else { format!("{many} cartones") }
}

/// Appearance of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// No verdict yet.
    Running,
    /// Correct.
    Good,
    /// Not correct.
    Bad,
    /// A complete card, rejected by the mesa.
    Decided,
}

/// A verdict in words for the hall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub mood: Mood,
    /// In capitals.
    pub head: String,
    /// Sentences.
    pub body: String,
}

/// What the wall says about a claim. The desk has judged it; a complete card waits for the jefe de mesa to accept it
/// (DECISIONS 3).
pub fn verdict(board: &PublicBoard, claim: &Claim) -> Verdict {
    let the_play = match claim.play {
        Play::Line => "línea",
        Play::Bingo => "bingo",
    };
    let goes_on = format!("No hay {the_play}. El juego continúa.\nGuarde su cartón.");
    let bad = |head: &str| Verdict {
        mood: Mood::Bad,
        head: head.to_owned(),
        body: "El juego continúa.".to_owned(),
    };
    match (claim.verdict.as_str(), claim.accepted) {
        ("correcto", Some(true)) => good(board, claim),
        ("correcto", Some(false)) => Verdict {
            mood: Mood::Decided,
            head: "LO DECIDE LA MESA".to_owned(),
            body: "El cartón no se da por bueno.\nEl juego continúa.".to_owned(),
        },
        ("correcto", None) => Verdict {
            mood: Mood::Running,
            head: "COMPROBANDO".to_owned(),
            body: "Un momento: lo comprueba la mesa.".to_owned(),
        },
        ("faltan-numeros", _) => Verdict { mood: Mood::Bad, head: missing(&claim.missing), body: goes_on },
        ("no-vendido" | "devuelto", _) => bad("NO VENDIDO EN ESTA PARTIDA"),
        ("de-otra-partida", _) => bad("CARTÓN DE OTRA PARTIDA"),
        ("jugada-cerrada", _) => match claim.play {
            Play::Line if board.prizes.iter().any(|prize| prize.play == Play::Line) => {
                bad("LÍNEA YA PREMIADA")
            }
            Play::Line | Play::Bingo => bad("RECLAMACIÓN FUERA DE TIEMPO"),
        },
        ("repetido", _) => bad("CARTÓN YA COMPROBADO"),
        ("serie-desconocida" | "carton-inexistente", _) => bad("CARTÓN NO ENCONTRADO"),
        ("codigo-falso", _) => bad("CARTÓN NO VÁLIDO"),
        // An unknown verdict, from a newer desk: in its own words.
        (_, _) => bad(&claim.words.to_uppercase()),
    }
}

fn good(board: &PublicBoard, claim: &Claim) -> Verdict {
    let ball = claim
        .completed_at
        .and_then(|place| board.announced.get(usize::from(place).checked_sub(1)?))
        .map_or_else(String::new, |ball| format!(" con el {ball}"));
    let what = match claim.play {
        Play::Line => format!("{} completa{ball}.", row(claim.rows)),
        Play::Bingo => format!("Cartón completo{ball}."),
    };
    // Once the question is asked, it names the plays asked for.
    let asked = board.stop.as_ref().filter(|stop| stop.asked_at_utc_ms.is_some());
    let next = match (claim.play, asked.map(|stop| (stop.asked_line, stop.asked_bingo))) {
        (_, Some((true, true))) => "¿Alguna línea o algún bingo más? Cante ahora.",
        (_, Some((true, false))) => "¿Alguna línea más? Cante ahora.",
        (_, Some((false, _))) => "¿Algún bingo más? Cante ahora.",
        (Play::Line, None) => "Ahora: ¿alguna línea más?",
        (Play::Bingo, None) => "Ahora: ¿algún bingo más?",
    };
    let head = match claim.play {
        Play::Line => "LÍNEA CORRECTA",
        Play::Bingo => "BINGO CORRECTO",
    };
    Verdict { mood: Mood::Good, head: head.to_owned(), body: format!("{what}\n{next}") }
}

fn row(rows: u8) -> &'static str {
    match rows.trailing_zeros() {
        0 => "Primera fila",
        1 => "Segunda fila",
        2 => "Tercera fila",
        _ => "Fila",
    }
}

fn missing(missing: &[u8]) -> String {
    match missing {
        [] => "INCOMPLETO".to_owned(),
        [one] => format!("FALTA EL {one}"),
        [one, two] => format!("FALTAN EL {one} Y EL {two}"),
        more => format!("FALTAN {} NÚMEROS", more.len()),
    }
}

/// Local time of day: `21:47`.
pub fn hour(utc_ms: i64, utc_offset_minutes: i32) -> String {
    let minutes = (utc_ms / 60_000 + i64::from(utc_offset_minutes)).rem_euclid(24 * 60);
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

/// Local time of day: `21:47:12`.
pub fn hour_with_seconds(utc_ms: i64, utc_offset_minutes: i32) -> String {
    format!("{}:{:02}", hour(utc_ms, utc_offset_minutes), (utc_ms / 1_000).rem_euclid(60))
}

/// The sentences of a notice, with their full stops.
pub fn sentences(notice: &str) -> Vec<String> {
    let stop = |part: &str| {
        let part = part.trim().trim_end_matches('.');
        let mut letters = part.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        format!("{first}{}.", letters.as_str())
    };
    notice.split(". ").filter(|part| !part.trim().is_empty()).map(stop).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_said_with_its_letter_apart() {
        assert_eq!(series("A17"), "A 17");
        assert_eq!(series("B000128"), "B 000128");
        assert_eq!(series("17"), "17");
    }

    #[test]
    fn the_clock_is_the_hall_s() {
        let night = 1_795_386_432_000; // 2026-11-22T22:27:12Z
        assert_eq!(hour_with_seconds(night, 60), "22:27:12".replace("22:", "23:"));
        assert_eq!(hour(night, 120), "0:27");
    }

    #[test]
    fn what_is_missing_is_told_by_name_up_to_two() {
        assert_eq!(missing(&[47]), "FALTA EL 47");
        assert_eq!(missing(&[8, 47]), "FALTAN EL 8 Y EL 47");
        assert_eq!(missing(&[8, 47, 50, 51]), "FALTAN 4 NÚMEROS");
    }
}

//! Texts of the wall.

use hall_wire::board::{Game, Play, Prize, PublicBoard};

pub use hall_look::words::series;

use hall_look::words::count;

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

/// «Partida 37»; empty without a game.
pub fn game(board: &PublicBoard) -> String {
    board.game.as_ref().map_or_else(String::new, |game| format!("Partida {}", game.game))
}

/// Numbers in their order: «3, 12».
pub fn numbers(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
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

/// A number of cards: «1.800 cartones».
pub fn cards(many: u32) -> String {
    format!("{} {}", count(many.into()), if many == 1 { "cartón" } else { "cartones" })
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
}

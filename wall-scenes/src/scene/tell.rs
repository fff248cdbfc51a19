//! What several scenes say of games, series, cards and times.

use hall_look::words::series as spelt;
use hall_wire::board::{Game, Play, Prize, PublicBoard};

use crate::words::Words;

/// A series: «Series A 17».
pub fn series(words: &Words, series: &str) -> String {
    words.ta("series-one", &[("series", &spelt(series))])
}

/// A card by its number: «Card 417».
pub fn card(words: &Words, card: u32) -> String {
    words.ta("card-one", &[("card", &card)])
}

/// The series of a game: «Series A 17 and A 18»: the announced one and those of its blocks.
pub fn series_of(words: &Words, game: &Game) -> String {
    let mut names = vec![spelt(&game.series)];
    for cards in &game.segments {
        let name = spelt(&cards.series);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [one] => words.ta("series-one", &[("series", one)]),
        [one, two] => words.ta("series-two", &[("first", one), ("second", two)]),
        more => words.ta("series-many", &[("n", &more.len())]),
    }
}

/// «Game 37»; empty without a game.
pub fn game(words: &Words, board: &PublicBoard) -> String {
    board.game.as_ref().map_or_else(String::new, |game| words.ta("game", &[("game", &game.game)]))
}

/// Numbers in their order: «3, 12».
pub fn numbers(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// In capitals.
pub fn play(words: &Words, play: Play) -> String {
    words.t(match play {
        Play::Line => "line-capitals",
        Play::Bingo => "bingo-capitals",
    })
}

/// Who won a play: «Cards 62 and 305», or how many if more than two.
pub fn winners(words: &Words, prizes: &[Prize], play: Play) -> String {
    let cards: Vec<u32> =
        prizes.iter().filter(|prize| prize.play == play).map(|prize| prize.card.card).collect();
    match cards.as_slice() {
        [] => words.t("nobody-won"),
        [one] => card(words, *one),
        [one, two] => words.ta("cards-two", &[("first", one), ("second", two)]),
        more => words.ta("cards", &[("n", &more.len()), ("count", &more.len())]),
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

/// A number of cards: «1,800 cards».
pub fn cards(words: &Words, many: u32) -> String {
    words.ta("cards", &[("n", &many), ("count", &words.count(many.into()))])
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
    use hall_look::text::Lang;

    use super::*;

    #[test]
    fn a_series_is_said_with_its_letter_apart() {
        for (series_id, told) in [("A17", "Serie A 17"), ("B000128", "Serie B 000128"), ("17", "Serie 17")] {
            assert_eq!(series(Words::of(Lang::Es), series_id), told);
        }
    }

    #[test]
    fn the_clock_is_the_hall_s() {
        let night = 1_795_386_432_000; // 2026-11-22T22:27:12Z
        assert_eq!(hour_with_seconds(night, 60), "22:27:12".replace("22:", "23:"));
        assert_eq!(hour(night, 120), "0:27");
    }
}

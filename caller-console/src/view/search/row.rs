//! Hits in a line each.

use hall_core::event::{Play, Sought};
use hall_look::words::{self, series};
use hall_wire::message::{GameFound, Place, PrizeStands, SearchHit, Told, ToldWhat};

use crate::known::{Known, date};
use crate::view::sala::past::state_id;

/// The id of a kind's name.
pub const fn kind(sought: Sought) -> &'static str {
    match sought {
        Sought::Card => "find-card",
        Sought::Game => "find-game",
        Sought::Ball => "find-ball",
        Sought::BallSet => "find-set",
        Sought::Person => "find-person",
        Sought::Amount => "find-amount",
        Sought::Hour => "find-hour",
        Sought::Words => "find-words",
    }
}

/// What finds a game: the server's word, in every language.
pub fn game_text(game: u32) -> String {
    format!("partida {game}")
}

/// A hit in a line.
pub fn words(known: &Known, hit: &SearchHit) -> String {
    match hit {
        SearchHit::Card(card) => {
            known.ta("look-card", &[("series", &series(&card.series)), ("card", &card.card)])
        }
        SearchHit::Game(game) => {
            let state = known.t(state_id(game.state));
            known.ta("find-game-row", &[("game", &of_game(known, &game.place)), ("state", &state)])
        }
        SearchHit::Person(person) => {
            let number = person.person.to_string();
            known.ta("find-person-row", &[("name", &person.name), ("n", &number)])
        }
        SearchHit::BallSet(set) => known.ta("find-set-row", &[("set", &set.row.set), ("n", &set.row.games)]),
        SearchHit::Told(told) => {
            let game = told.place.game.map_or_else(String::new, |_| of_game(known, &told.place));
            let said = sentence(known, told);
            if game.is_empty() { said } else { format!("{game}: {said}") }
        }
    }
}

/// A game by its number, and by its place in its session: `37 (5.ª)`.
pub fn of_game(known: &Known, place: &Place) -> String {
    match (place.game, place.in_session) {
        (Some(game), Some(nth)) => {
            known.ta("find-of-game", &[("game", &game.to_string()), ("nth", &nth.to_string())])
        }
        (Some(game), None) => game.to_string(),
        (None, _) => String::new(),
    }
}

/// Session and date: `Sesión 12, 28-11-2026`.
pub fn of_session(known: &Known, place: &Place) -> String {
    let Some(session) = place.session else { return String::new() };
    let on = place.date.as_deref().map(date).unwrap_or_default();
    known.ta("find-of-session", &[("n", &session.to_string()), ("date", &on)])
}

/// Where it stands in the acta.
pub fn of_acta(known: &Known, place: &Place) -> String {
    match &place.folios {
        Some(folios) => known.ta("find-folios", &[("folios", folios)]),
        None => known.t("find-no-folios"),
    }
}

/// What is told, in a sentence.
pub fn sentence(known: &Known, told: &Told) -> String {
    let card = match (&told.series, told.card) {
        (Some(of), Some(card)) => format!("{} {card}", series(of)),
        (_, _) => String::new(),
    };
    let play = told.play.map(|of| known.t(of_play(of))).unwrap_or_default();
    let amount = told.amount_cents.map(words::money).unwrap_or_default();
    match told.what {
        ToldWhat::Claim => {
            let id = if told.good == Some(true) { "find-claim-good" } else { "find-claim-bad" };
            known.ta(id, &[("play", &play), ("card", &card)])
        }
        ToldWhat::PrizeOfCard | ToldWhat::Prize => {
            let state = told.state.map(|of| known.t(stands(of))).unwrap_or_default();
            known
                .ta("find-prize", &[("play", &play), ("card", &card), ("amount", &amount), ("state", &state)])
        }
        ToldWhat::Ball => {
            let (ball, nth) = (told.ball.unwrap_or_default(), told.ordinal.unwrap_or_default());
            known.ta("find-ball-row", &[("ball", &ball), ("nth", &nth)])
        }
        ToldWhat::Sale => known.ta("find-sale", &[("amount", &amount)]),
        ToldWhat::Correction => known.ta("find-correction", &[("amount", &amount)]),
        ToldWhat::Refund => known.ta("find-refund", &[("amount", &amount)]),
        ToldWhat::LineTotal => known.ta("find-line-total", &[("amount", &amount)]),
        ToldWhat::BingoTotal => known.ta("find-bingo-total", &[("amount", &amount)]),
        ToldWhat::Diligencia | ToldWhat::Line => told.text.clone().unwrap_or_default(),
    }
}

/// The id of a play.
pub const fn of_play(play: Play) -> &'static str {
    match play {
        Play::Line => "find-line",
        Play::Bingo => "find-bingo",
    }
}

/// The id of how a prize stands.
pub const fn stands(state: PrizeStands) -> &'static str {
    match state {
        PrizeStands::Awarded => "find-awarded",
        PrizeStands::Due => "find-due",
        PrizeStands::Paid => "find-paid",
        PrizeStands::Withheld => "find-withheld",
        PrizeStands::Unclaimed => "find-unclaimed",
        PrizeStands::Void => "find-void",
    }
}

/// Cards sold, and what they brought.
pub fn sale(known: &Known, game: &GameFound) -> String {
    let cards = words::count(u64::from(game.cards));
    known.ta(
        "find-sold",
        &[
            ("series", &series(&game.series)),
            ("cards", &cards),
            ("price", &words::money(game.face_value_cents)),
            ("takings", &words::money(game.takings_cents)),
        ],
    )
}

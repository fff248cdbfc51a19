//! Values of requests, from boards, lists and fields.

use hall_core::ball::Ball;
use hall_core::event::{GameNo, Segment};
use hall_core::request::Presented;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::board::Cards;

use crate::known::Known;

/// The number of the present game; 0, which no game has, without one.
pub fn game(known: &Known) -> GameNo {
    GameNo(known.game().map_or(0, |game| game.game))
}

pub fn announced(known: &Known) -> u8 {
    u8::try_from(known.public().announced.len()).unwrap_or(90)
}

pub fn ball(number: u32) -> Option<Ball> {
    Ball::new(u8::try_from(number).ok()?)
}

pub fn cards(cards: &Cards) -> Option<Segment> {
    let series = SeriesId::parse(&cards.series)?;
    Some(Segment { series, first: CardNo(cards.first), last: CardNo(cards.last) })
}

pub fn keyed(series: &str, card: u32) -> Option<Presented> {
    Some(Presented::Keyed(CardRef { series: SeriesId::parse(series)?, number: CardNo(card) }))
}

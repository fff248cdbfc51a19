//! The judgement of a card against the announced balls.

use crate::ball::{Ball, BallSet};
use crate::card::Card;
use crate::event::{Ordinal, Play, Verdict};

/// [`Verdict::Good`] or [`Verdict::Incomplete`], by the announced balls in their order.
///
/// Only announced numbers count (G8); the last ball need not be on the card (G13). Any of the
/// three rows makes a line (Catálogo I).
pub fn judge(card: &Card, play: Play, announced: &[Ball]) -> Verdict {
    let called: BallSet = announced.iter().copied().collect();
    let [top, middle, bottom] = card.rows();
    let (lines, bingo) = ([(0b001, top), (0b010, middle), (0b100, bottom)], [(0b111, card.balls())]);
    let combinations: &[(u8, BallSet)] = match play {
        Play::Line => &lines,
        Play::Bingo => &bingo,
    };
    let complete = combinations.iter().filter(|(_, balls)| called.covers(*balls));
    let good = complete.map(|(rows, balls)| (*rows, completed_at(*balls, announced)));
    if let Some((rows, completed_at)) = good.reduce(|(rows, at), (row, then)| (rows | row, at.min(then))) {
        return Verdict::Good { rows, completed_at };
    }
    let missing = combinations.iter().map(|(_, balls)| balls.without(called));
    let fewest = missing.min_by_key(|missing| missing.len()).expect("a play has a combination");
    Verdict::Incomplete { missing: fewest.iter().collect() }
}

/// The place of the announced ball that completed the combination.
fn completed_at(combination: BallSet, announced: &[Ball]) -> Ordinal {
    let last = announced.iter().rposition(|ball| combination.contains(*ball));
    let place = last.map_or(0, |index| index + 1);
    Ordinal(u8::try_from(place).expect("at most 90 balls are announced"))
}

//! The judgement of a card against the announced balls.

use alloc::vec::Vec;

use crate::ball::{Ball, BallSet};
use crate::card::Card;
use crate::event::{Ordinal, Play, Verdict};

/// [`Verdict::Good`] or [`Verdict::Incomplete`], by the announced balls in their order.
///
/// Only announced numbers count (G8); the last ball need not be on the card (G13). Any of the
/// three rows makes a line (Catálogo I).
pub fn judge(card: &Card, play: Play, announced: &[Ball]) -> Verdict {
    let called: BallSet = announced.iter().copied().collect();
    match play {
        Play::Line => judge_line(card, called, announced),
        Play::Bingo => {
            let missing = card.balls().without(called);
            if missing.is_empty() {
                Verdict::Good { rows: 0b111, completed_at: completed_at(card.balls(), announced) }
            } else {
                Verdict::Incomplete { missing: missing.iter().collect() }
            }
        }
    }
}

fn judge_line(card: &Card, called: BallSet, announced: &[Ball]) -> Verdict {
    let rows = card.rows();
    let complete: Vec<usize> = (0..3).filter(|&r| called.covers(rows[r])).collect();
    if complete.is_empty() {
        let nearest = rows.iter().map(|row| row.without(called)).min_by_key(|missing| missing.len());
        let missing = nearest.expect("a card has three rows");
        return Verdict::Incomplete { missing: missing.iter().collect() };
    }
    let mask = complete.iter().fold(0u8, |mask, &r| mask | 1 << r);
    let first = complete.iter().map(|&r| completed_at(rows[r], announced)).min();
    Verdict::Good { rows: mask, completed_at: first.expect("one row is complete") }
}

/// The place of the announced ball that completed the combination.
fn completed_at(combination: BallSet, announced: &[Ball]) -> Ordinal {
    let last = announced.iter().rposition(|ball| combination.contains(*ball));
    let place = last.map_or(0, |index| index + 1);
    Ordinal(u8::try_from(place).expect("at most 90 balls are announced"))
}

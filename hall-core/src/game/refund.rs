//! Refunds of a void game: each card once, and which are still out (DECISIONS 17).

use alloc::vec::Vec;

use crate::event::Segment;
use crate::game::{Game, Phase};
use crate::series::{CardNo, CardRef};

impl Game {
    /// Whether the card was refunded.
    pub fn is_refunded(&self, card: CardRef) -> bool {
        let before = self.refunded.range(..=(card.series, card.number.0)).next_back();
        before.is_some_and(|((series, _), last)| *series == card.series && *last >= card.number.0)
    }

    /// How many cards were refunded.
    pub fn refunded_count(&self) -> u32 {
        self.refunded.iter().map(|((_, first), last)| last - first + 1).sum()
    }

    /// The cards of a void game that nobody has handed in yet, in the order they were sold; none of another game.
    pub fn still_out(&self) -> Vec<Segment> {
        let sold = if self.phase == Phase::Voided { self.segments.as_slice() } else { &[] };
        sold.iter().flat_map(|segment| self.not_refunded(segment)).collect()
    }

    fn not_refunded(&self, sold: &Segment) -> Vec<Segment> {
        let key = |number: CardNo| (sold.series, number.0);
        // A refund that began before these cards may reach into them.
        let reaches = self.refunded.range(..key(sold.first)).next_back();
        let reaches = reaches.filter(|((series, _), _)| *series == sold.series).map_or(0, |(_, last)| *last);
        let mut next = sold.first.0.max(reaches + 1);
        let mut out = Vec::new();
        for ((_, first), last) in self.refunded.range(key(sold.first)..=key(sold.last)) {
            if next < *first {
                out.push(Segment { first: CardNo(next), last: CardNo(*first - 1), ..*sold });
            }
            next = *last + 1;
        }
        if next <= sold.last.0 {
            out.push(Segment { first: CardNo(next), ..*sold });
        }
        out
    }
}

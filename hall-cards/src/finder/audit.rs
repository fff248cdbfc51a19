//! The audit of a finished game: after which ball each line and each card was complete.
//!
//! It knows the whole order of the balls and looks at one card at a time: where in the order a number came
//! is written down once, a line is complete with the latest of its five, and a card with the latest of its
//! fifteen. Nothing is counted and nothing is shared with the winner finder, of which it is the check.
//! Like the finder's, its output stays inside (DECISIONS 5).

use alloc::vec::Vec;

use crate::ball::{Ball, BallSet};
use crate::card::Card;

/// After how many balls a card's lines, from the top, and the whole card were complete; `None` if the game
/// ended before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completed {
    /// Each line, from the top.
    pub lines: [Option<u8>; 3],
    /// The whole card.
    pub bingo: Option<u8>,
}

impl Completed {
    /// Returns after how many balls the card had its first line.
    pub fn first_line(self) -> Option<u8> {
        self.lines.into_iter().flatten().min()
    }
}

/// Returns when each card was complete if the balls came in this order. A ball that comes again counts
/// where it came first.
///
/// ```
/// use hall_cards::ball::Ball;
/// use hall_cards::card::CardId;
/// use hall_cards::finder::audit::audit;
///
/// let card = CardId::new(0).unwrap().card();
/// let order: Vec<Ball> = Ball::all().collect();
/// let completed = audit(&order, [card])[0];
/// assert_eq!(completed.lines, [Some(80), Some(71), Some(61)]);
/// assert_eq!((completed.first_line(), completed.bingo), (Some(61), Some(80)));
/// assert_eq!(audit(&order[..70], [card])[0].bingo, None);
/// ```
pub fn audit(order: &[Ball], cards: impl IntoIterator<Item = Card>) -> Vec<Completed> {
    let mut came = [NEVER; Ball::COUNT as usize + 1];
    let mut seen = BallSet::EMPTY;
    for ball in order {
        if seen.insert(*ball) {
            came[usize::from(ball.number())] = seen.len() as u8;
        }
    }
    // Where there is no number there is nothing to wait for.
    came[0] = 0;
    cards.into_iter().map(|card| of_card(&came, card)).collect()
}

/// When a ball came that never came: after every other.
const NEVER: u8 = u8::MAX;

fn of_card(came: &[u8; Ball::COUNT as usize + 1], card: Card) -> Completed {
    let latest = |row: [u8; 9]| row.into_iter().map(|number| came[usize::from(number)]).fold(0, u8::max);
    let lines = card.grid().map(latest);
    let bingo = lines.into_iter().fold(0, u8::max);
    let after = |balls: u8| (balls != NEVER).then_some(balls);
    Completed { lines: lines.map(after), bingo: after(bingo) }
}

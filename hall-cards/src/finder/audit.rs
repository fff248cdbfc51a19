//! The audit of a finished game: after which ball each line and each card was complete.
//!
//! A line is complete with the latest of its five balls in the order of the draw, a card with the latest of its fifteen.
//! The code shares nothing with the winner finder, which it checks. Its results are internal too (DECISIONS 5).

use alloc::vec::Vec;

use crate::ball::{Ball, BallSet};
use crate::card::Card;

/// The number of balls after which lines and card were complete; `None` if the game ended before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completed {
    /// Each line, from the top.
    pub lines: [Option<u8>; 3],
    /// The whole card.
    pub bingo: Option<u8>,
}

impl Completed {
    /// The number of balls after which the card had its first line.
    pub fn first_line(self) -> Option<u8> {
        self.lines.into_iter().flatten().min()
    }
}

/// When each card was complete, for balls in this order. Of a repeated ball the first occurrence counts.
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
    // An empty cell.
    came[0] = 0;
    cards.into_iter().map(|card| of_card(&came, card)).collect()
}

/// For a ball that was not drawn.
const NEVER: u8 = u8::MAX;

fn of_card(came: &[u8; Ball::COUNT as usize + 1], card: Card) -> Completed {
    let latest = |row: [u8; 9]| row.into_iter().map(|number| came[usize::from(number)]).fold(0, u8::max);
    let lines = card.grid().map(latest);
    let bingo = lines.into_iter().fold(0, u8::max);
    let after = |balls: u8| (balls != NEVER).then_some(balls);
    Completed { lines: lines.map(after), bingo: after(bingo) }
}

//! Ball sets, games and seeded random numbers for the tests.

use hall_core::ball::{Ball, BallSet};
use hall_core::matrix::{Matrix, MatrixKey, MatrixNo};
use hall_statistics::draw::Draw;

/// SplitMix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A set with one ball of another weight.
#[derive(Clone, Copy)]
pub struct Balls {
    /// The odd ball, 1 to 90.
    pub odd: u8,
    /// Its weight; 1 for a fair set.
    pub weight: f64,
}

/// A set without an odd ball.
pub const FAIR: Balls = Balls { odd: 1, weight: 1.0 };

impl Balls {
    /// All ninety balls in order of exit: the odd one is next with probability w/(n − 1 + w).
    pub fn order(self, dice: &mut Dice) -> Vec<Ball> {
        let mut rest: Vec<u8> = (1..=90).filter(|ball| *ball != self.odd).collect();
        let (mut order, mut waits) = (Vec::with_capacity(90), true);
        while order.len() < 90 {
            let odds = self.weight / (rest.len() as f64 + self.weight);
            if waits && (rest.is_empty() || dice.unit() < odds) {
                order.push(self.odd);
                waits = false;
            } else {
                order.push(rest.swap_remove(dice.below(rest.len())));
            }
        }
        order.into_iter().filter_map(Ball::new).collect()
    }

    /// A game of 50 to 72 balls, like bingos of a few hundred cards.
    pub fn game(self, dice: &mut Dice) -> Draw {
        let length = 50 + (dice.below(12) + dice.below(12));
        let mut order = self.order(dice);
        order.truncate(length);
        Draw::new(order).expect("different balls")
    }
}

/// Sold cards, as the places of their numbers.
pub fn cards(count: u32) -> Vec<[u8; 15]> {
    let (key, no) = (MatrixKey::from_bytes([7; 16]), MatrixNo::new(1).expect("a number"));
    let matrix = Matrix::new(no, count, &key).expect("a matrix");
    let numbers = |balls: BallSet| -> Vec<u8> { balls.iter().map(Ball::number).collect() };
    matrix.faces().map(|face| numbers(face.card().balls()).try_into().expect("fifteen")).collect()
}

/// Ends a game with the ball that completes one of these cards.
pub fn to_bingo(mut order: Vec<Ball>, sold: &[[u8; 15]]) -> Draw {
    let mut place = [0_usize; 91];
    for (at, ball) in (1..).zip(&order) {
        place[usize::from(ball.number())] = at;
    }
    let full = |card: &[u8; 15]| card.iter().map(|number| place[usize::from(*number)]).max().unwrap_or(90);
    order.truncate(sold.iter().map(full).min().unwrap_or(90));
    Draw::new(order).expect("different balls")
}

/// Size of a test: `usual`, times `BOMBO_TIMES` if set.
pub fn size(usual: usize) -> usize {
    usual * variable("BOMBO_TIMES", 1)
}

/// Added to every seed: 0, unless a torture run chose another.
pub fn seed() -> u64 {
    variable("BOMBO_SEED", 0) as u64
}

fn variable(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

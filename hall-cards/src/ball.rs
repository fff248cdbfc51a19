//! The ninety balls, and sets of balls.

use core::fmt;

/// A ball, numbered 1 to 90.
///
/// ```
/// use hall_cards::ball::Ball;
///
/// assert_eq!(Ball::new(90).unwrap().number(), 90);
/// assert!(Ball::new(0).is_none());
/// assert!(Ball::new(91).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ball(u8);

impl Ball {
    /// How many balls a set has (Catálogo 1979, 10.II).
    pub const COUNT: u8 = 90;

    /// `None` unless the number is 1 to 90.
    pub const fn new(number: u8) -> Option<Ball> {
        if number >= 1 && number <= Ball::COUNT { Some(Ball(number)) } else { None }
    }

    /// 1 to 90.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All ninety, ascending.
    pub fn all() -> impl Iterator<Item = Ball> {
        (1..=Ball::COUNT).map(Ball)
    }
}

impl fmt::Display for Ball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of balls. Bit `n` is ball `n`.
///
/// ```
/// use hall_cards::ball::{Ball, BallSet};
///
/// let called: BallSet = [7, 16, 90].into_iter().filter_map(Ball::new).collect();
/// assert!(called.contains(Ball::new(16).unwrap()));
/// assert_eq!(called.len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct BallSet(u128);

impl BallSet {
    /// The empty set.
    pub const EMPTY: BallSet = BallSet(0);

    /// Adds a ball. False if the set had it already.
    pub fn insert(&mut self, ball: Ball) -> bool {
        let had = self.contains(ball);
        self.0 |= 1 << ball.number();
        !had
    }

    /// Whether the ball is in the set.
    pub const fn contains(self, ball: Ball) -> bool {
        self.0 >> ball.number() & 1 == 1
    }

    /// Whether `other` is a subset.
    pub const fn covers(self, other: BallSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set difference.
    #[must_use]
    pub const fn without(self, other: BallSet) -> BallSet {
        BallSet(self.0 & !other.0)
    }

    /// Number of balls.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it is the empty set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = Ball> {
        Ball::all().filter(move |b| self.contains(*b))
    }
}

impl FromIterator<Ball> for BallSet {
    fn from_iter<I: IntoIterator<Item = Ball>>(balls: I) -> BallSet {
        balls.into_iter().fold(BallSet::EMPTY, |set, ball| BallSet(set.0 | 1 << ball.number()))
    }
}

impl fmt::Debug for BallSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Ball::number)).finish()
    }
}

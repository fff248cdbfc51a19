//! The games of one set of balls, counted.
//!
//! The counts, places and gaps are for people to look at. Whether something is wrong is said by [`alarm`] alone, which may be
//! asked after every game. The chi-square and the p of each ball are for one look: who looks after each game and acts on the first
//! small p is wrong far more often than p says.

use std::sync::LazyLock;

use hall_core::ball::Ball;

use crate::chance::{chi_square_tail, holm, normal_tails};
use crate::draw::Draw;

pub mod alarm;

use alarm::{Alarm, Verdict};

/// How many standard deviations from its mean the count of a ball is at most, for all ninety in 99 of 100 fair sets at one look:
/// the point that a normal variable exceeds on either side with probability 0.01/90.
pub const BAND_DEVIATIONS: f64 = 3.866;

/// A chi-square is told from this many expected exits of each ball.
const LEAST_EXPECTED: f64 = 5.0;

/// A set of balls under observation: game after game goes in, in order.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    games: u32,
    /// The sum over games of L/90 and of L/90 (1 − L/90), for L balls drawn.
    expected: f64,
    variance: f64,
    /// The product over games of 1 − L/90.
    never: Option<f64>,
    balls: Vec<Row>,
    alarm: Alarm,
}

/// One ball's counts.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    drawn: u32,
    first: u32,
    /// The sums of its places, and of those of the middle of each game it came out in.
    places: u64,
    middles: f64,
    /// The game, from 1, in which it last came out.
    last: u32,
    longest_gap: u32,
    score: f64,
    variation: f64,
}

/// What a set has done so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// The games.
    pub games: u32,
    /// The balls that came out in all of them.
    pub drawn: u32,
    /// How often each ball of a fair set is expected to have come out.
    pub expected: f64,
    /// The standard deviation of that.
    pub deviation: f64,
    /// How likely a ball of a fair set is never drawn in all these games, 0 to 1; for any of the ninety it is at most ninety times that.
    pub never: f64,
    /// How far the counts are from equal; none while there are too few games.
    pub chi_square: Option<ChiSquare>,
    /// What is to be thought of the set.
    pub verdict: Verdict,
    /// The ninety balls.
    pub balls: Vec<BallFigures>,
}

/// A chi-square with 89 degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChiSquare {
    /// Its value.
    pub value: f64,
    /// How likely a fair set has one as large or larger at this one look, 0 to 1.
    pub p: f64,
}

/// Degrees of freedom of the ninety counts: their sum is given.
pub const DEGREES: u32 = 89;

/// What one ball has done so far.
#[derive(Debug, Clone, PartialEq)]
pub struct BallFigures {
    /// The ball.
    pub ball: Ball,
    /// In how many games it came out.
    pub drawn: u32,
    /// In how many it was the first.
    pub first: u32,
    /// Its mean place in the games it came out in, 1 the first; none where it never did.
    pub mean_place: Option<f64>,
    /// What that is for a fair set: the mean of the middles of these games.
    pub middle_place: Option<f64>,
    /// The games since it last came out, 0 if it did in the last one; none where it never did.
    pub since: Option<u32>,
    /// The most games in a row without it, those since it last came out too.
    pub longest_gap: u32,
    /// By how many standard deviations it comes out sooner and more often (above 0), or later and less often, than it should.
    pub z: f64,
    /// Holm's corrected p of that at this one look, 0 to 1.
    pub p: f64,
    /// What the alarm thinks of it: how many times likelier the draws are if it is heavier or lighter, the ninety chances taken off.
    pub evidence: f64,
}

/// What a ball is owed once so many have come out, and the variance of that: while n balls are in the drum, each is the
/// next with probability 1/n.
static OWED: LazyLock<[(f64, f64); Ball::COUNT as usize + 1]> = LazyLock::new(|| {
    let mut owed = [(0.0, 0.0); Ball::COUNT as usize + 1];
    for out in 0..usize::from(Ball::COUNT) {
        let (left, (sum, variation)) = (f64::from(Ball::COUNT) - out as f64, owed[out]);
        owed[out + 1] = (sum + 1.0 / left, variation + (1.0 - 1.0 / left) / left);
    }
    owed
});

impl Tally {
    /// Adds the next game.
    pub fn add(&mut self, draw: &Draw) {
        self.balls.resize(usize::from(Ball::COUNT), Row::default());
        let (places, length) = (draw.places(), draw.balls().len());
        let share = length as f64 / f64::from(Ball::COUNT);
        self.games += 1;
        self.expected += share;
        self.variance += share * (1.0 - share);
        self.never = Some(self.never.unwrap_or(1.0) * (1.0 - share));
        for (row, place) in self.balls.iter_mut().zip(places) {
            let (sum, variation) = OWED[place.map_or(length, usize::from)];
            row.score += f64::from(u8::from(place.is_some())) - sum;
            row.variation += variation;
            let Some(place) = place else { continue };
            row.drawn += 1;
            row.first += u32::from(place == 1);
            row.places += u64::from(place);
            row.middles += (length as f64 + 1.0) / 2.0;
            row.longest_gap = row.longest_gap.max(self.games - row.last - 1);
            row.last = self.games;
        }
        self.alarm.add(&places, length, self.games);
    }

    /// Returns what the set has done so far.
    pub fn statistics(&self) -> Statistics {
        let rows: Vec<Row> =
            if self.balls.is_empty() { vec![Row::default(); 90] } else { self.balls.clone() };
        let z: Vec<f64> = rows
            .iter()
            .map(|row| if row.variation > 0.0 { row.score / row.variation.sqrt() } else { 0.0 })
            .collect();
        let p = holm(&z.iter().map(|z| normal_tails(*z)).collect::<Vec<_>>());
        let evidence = self.alarm.evidence();
        let figures = |(at, ball): (usize, Ball)| {
            let row = rows[at];
            let of_games = |sum: f64| (row.drawn > 0).then(|| sum / f64::from(row.drawn));
            let since = self.games - row.last;
            BallFigures {
                ball,
                drawn: row.drawn,
                first: row.first,
                mean_place: of_games(row.places as f64),
                middle_place: of_games(row.middles),
                since: (row.drawn > 0).then_some(since),
                longest_gap: row.longest_gap.max(since),
                z: z[at],
                p: p[at],
                evidence: evidence[at],
            }
        };
        Statistics {
            games: self.games,
            drawn: rows.iter().map(|row| row.drawn).sum(),
            expected: self.expected,
            deviation: self.variance.sqrt(),
            never: self.never.unwrap_or(1.0),
            chi_square: self.chi_square(&rows),
            verdict: self.verdict(),
            balls: Ball::all().enumerate().map(figures).collect(),
        }
    }

    /// Returns what is to be thought of the set.
    pub fn verdict(&self) -> Verdict {
        self.alarm.verdict(self.games)
    }

    /// In a game of L balls each ball is out with probability p = L/90, and two of them have the covariance −p(1 − p)/89, as L balls
    /// are out whatever happens: summed over games, the squares of the distances from the mean, over Σ p(1 − p) · 90/89, are a
    /// chi-square with 89 degrees of freedom.
    fn chi_square(&self, rows: &[Row]) -> Option<ChiSquare> {
        if self.expected < LEAST_EXPECTED || self.variance <= 0.0 {
            return None;
        }
        let squares: f64 = rows.iter().map(|row| (f64::from(row.drawn) - self.expected).powi(2)).sum();
        let value = squares / self.variance * f64::from(DEGREES) / f64::from(Ball::COUNT);
        Some(ChiSquare { value, p: chi_square_tail(value, DEGREES) })
    }
}

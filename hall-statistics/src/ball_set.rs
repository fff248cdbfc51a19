//! Counts over the games of one set of balls.
//!
//! Counts, places and gaps are for display. Only [`alarm`] gives a verdict, and may be asked after every game. The
//! chi-square and the p of each ball hold for a single look: acting on the first small p over many looks is wrong far
//! more often than p says.

use std::sync::LazyLock;

use hall_core::ball::Ball;

use crate::chance::{chi_square_tail, holm, normal_tails};
use crate::draw::Draw;

pub mod alarm;

use alarm::{Alarm, AlarmVerdict};

/// In 99 of 100 fair sets no ball's count is further from its mean than so many standard deviations, at one look: the
/// two-sided normal quantile for 0.01/90.
pub const BAND_DEVIATIONS: f64 = 3.866;

/// The chi-square needs this many expected exits of each ball.
const LEAST_EXPECTED: f64 = 5.0;

/// A set of balls under observation. Games must be added in order.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    games: u32,
    /// Sums over games of L/90 and of L/90 (1 − L/90), for L balls drawn.
    expected: f64,
    variance: f64,
    /// Product over games of 1 − L/90.
    never: Option<f64>,
    balls: Vec<Row>,
    alarm: Alarm,
}

#[derive(Debug, Clone, Copy, Default)]
struct Row {
    drawn: u32,
    first: u32,
    /// Sums of its places, and of the middle places of the games it came out in.
    places: u64,
    middles: f64,
    /// The last game, from 1, in which it came out.
    last: u32,
    longest_gap: u32,
    score: f64,
    variation: f64,
}

/// The figures of a set so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// Number of games.
    pub games: u32,
    /// Balls drawn in all games.
    pub drawn: u32,
    /// Expected count of each ball.
    pub expected: f64,
    /// Standard deviation of that count.
    pub deviation: f64,
    /// Probability that a given fair ball is never drawn in these games; for any of the ninety at most 90 times
    /// that.
    pub never: f64,
    /// Distance of the counts from uniform; `None` with too few games.
    pub chi_square: Option<ChiSquare>,
    /// Of the alarm.
    pub verdict: AlarmVerdict,
    /// All ninety.
    pub balls: Vec<BallFigures>,
}

/// A chi-square statistic with [`DEGREES`] degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChiSquare {
    /// Sum over the ninety balls.
    pub value: f64,
    /// Probability of a value at least as large in a fair set, at one look.
    pub p: f64,
}

/// Degrees of freedom of the ninety counts, whose sum is given.
pub const DEGREES: u32 = 89;

/// The figures of one ball so far.
#[derive(Debug, Clone, PartialEq)]
pub struct BallFigures {
    /// From 1 to 90.
    pub ball: Ball,
    /// Games in which it came out.
    pub drawn: u32,
    /// Games in which it was the first.
    pub first: u32,
    /// Mean place in the games it came out in, from 1; `None` if it never did.
    pub mean_place: Option<f64>,
    /// Expectation of that for a fair set: the mean of the middle places of these games.
    pub middle_place: Option<f64>,
    /// Games since it last came out, 0 if it did in the last one; `None` if it never did.
    pub since: Option<u32>,
    /// Most games in a row without it, the current gap included.
    pub longest_gap: u32,
    /// Standard deviations by which it comes out sooner and more often (positive) or later and less often than
    /// expected.
    pub z: f64,
    /// Holm-adjusted p of `z` at one look.
    pub p: f64,
    /// The alarm's evidence against it: the likelihood ratio of it being heavier or lighter, divided by the ninety
    /// candidates.
    pub evidence: f64,
}

/// By balls out: the exits a ball is owed, and their variance: with n balls in the drum each is the next with
/// probability 1/n.
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

    /// The figures so far.
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

    /// The alarm's verdict so far.
    pub fn verdict(&self) -> AlarmVerdict {
        self.alarm.verdict(self.games)
    }

    /// In a game of L balls each is out with probability p = L/90, and two have covariance −p(1 − p)/89, as exactly
    /// L balls are out: the squared distances from the mean, summed over games and divided by Σ p(1 − p) · 90/89,
    /// are chi-square with 89 degrees of freedom.
    fn chi_square(&self, rows: &[Row]) -> Option<ChiSquare> {
        if self.expected < LEAST_EXPECTED || self.variance <= 0.0 {
            return None;
        }
        let squares: f64 = rows.iter().map(|row| (f64::from(row.drawn) - self.expected).powi(2)).sum();
        let value = squares / self.variance * f64::from(DEGREES) / f64::from(Ball::COUNT);
        Some(ChiSquare { value, p: chi_square_tail(value, DEGREES) })
    }
}

//! The alarm: a sequential test of a ball set that may be looked at after every game.
//!
//! A ball of weight w among n in the drum, the others of weight 1, is the next with probability w/(n − 1 + w); in a
//! fair set all weights are 1. The likelihood ratio of w against 1 has mean 1 in a fair set after any number of draws
//! and under any stopping rule that does not see the next ball: it is the capital of a bet at fair odds. So is the
//! mean of such bets over weights and over the ninety balls, which ever reaches 1/α in at most a share α of fair sets
//! (Ville's inequality). No normal approximation, no penalty for looking often.
//!
//! The bets use the place of exit, not just whether a ball came out: each draw that passes a ball by counts slightly
//! against it, the later the more. Against weights near 1 no test of these ranks is stronger.

use std::sync::LazyLock;

use hall_core::ball::Ball;

/// Evidence from which a set is watched: reached by at most 5 of 100 fair sets.
pub const WATCH: f64 = 20.0;

/// Evidence from which a set is withdrawn and weighed: reached by at most 1 of 100 fair sets.
pub const WITHDRAW: f64 = 100.0;

/// No verdict before so many games: only a ball that never comes out is found sooner.
pub const FEW_GAMES: u32 = 50;

/// The weights bet on, with their shares of the stake. A fifth lighter or heavier takes the most games to find and
/// gets most; a ball that never comes out, or half or twice as often, is found within tens of games.
const WEIGHTS: [(f64, f64); 5] = [(0.0, 0.04), (0.5, 0.06), (0.83, 0.45), (1.2, 0.35), (2.0, 0.10)];

/// Cap on the logarithm of the evidence: f64 ends at 709.
const LOG_MAX: f64 = 600.0;

/// Bets whose logarithm is lower vanish in a sum of f64.
const LOG_LEAST: f64 = -60.0;

/// What to do with a set, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlarmVerdict {
    /// The highest reached so far.
    pub state: AlarmState,
    /// Highest evidence so far.
    pub evidence: f64,
    /// Game, from 1, at which the evidence sufficed for `state`; `None` if it never did.
    pub since: Option<u32>,
    /// The ball with most of the evidence at that game.
    pub ball: Option<(Ball, Lean)>,
}

/// What to do with a set. Later games never lower it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AlarmState {
    /// Too few games.
    Few,
    /// Compatible with chance.
    Normal,
    /// Reached by at most 5 of 100 fair sets.
    Watch,
    /// Reached by at most 1 of 100 fair sets.
    Withdraw,
}

/// Which way a ball deviates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lean {
    /// It comes out less often, and later.
    Less,
    /// It comes out more often, and sooner.
    More,
}

/// The game at which a bound was first reached, and the ball with most of the evidence.
type Reached = Option<(u32, Ball, Lean)>;

/// The bets on a set.
#[derive(Debug, Clone, Default)]
pub struct Alarm {
    /// Logarithm of each bet's capital, by ball and weight.
    bets: Vec<[f64; WEIGHTS.len()]>,
    highest: f64,
    watch: Reached,
    withdraw: Reached,
}

impl Alarm {
    /// Adds a game: each ball's place of exit, from 1, and the number of balls drawn.
    pub(super) fn add(&mut self, places: &[Option<u8>; 90], length: usize, game: u32) {
        self.bets.resize(places.len(), [0.0; WEIGHTS.len()]);
        for (bets, place) in self.bets.iter_mut().zip(places) {
            for (bet, odds) in bets.iter_mut().zip(ODDS.iter()) {
                *bet += odds.of_place(*place, length);
            }
        }
        let evidence: f64 = self.bets.iter().map(stake).sum();
        self.highest = self.highest.max(evidence);
        for (bound, reached) in [(WATCH, &mut self.watch), (WITHDRAW, &mut self.withdraw)] {
            if evidence >= bound && reached.is_none() {
                let (ball, lean) = standing_out(&self.bets);
                *reached = Some((game, ball, lean));
            }
        }
    }

    /// Capital of the bets on each ball, with a stake of 1/90 each. Their sum is the evidence against the set.
    pub(super) fn evidence(&self) -> Vec<f64> {
        if self.bets.is_empty() {
            return vec![1.0 / f64::from(Ball::COUNT); usize::from(Ball::COUNT)];
        }
        self.bets.iter().map(stake).collect()
    }

    pub(super) fn verdict(&self, games: u32) -> AlarmVerdict {
        let (state, reached) = match (self.withdraw, self.watch) {
            (Some(reached), _) => (AlarmState::Withdraw, Some(reached)),
            (None, Some(reached)) => (AlarmState::Watch, Some(reached)),
            (None, None) if games < FEW_GAMES => (AlarmState::Few, None),
            (None, None) => (AlarmState::Normal, None),
        };
        AlarmVerdict {
            state,
            evidence: self.highest,
            since: reached.map(|(game, _, _)| game),
            ball: reached.map(|(_, ball, lean)| (ball, lean)),
        }
    }
}

/// The ball with most of the evidence.
fn standing_out(bets: &[[f64; WEIGHTS.len()]]) -> (Ball, Lean) {
    let all = |bets: &[f64; WEIGHTS.len()]| worth(bets, |_| true);
    let most = Ball::all().zip(bets).max_by(|(_, a), (_, b)| all(a).total_cmp(&all(b)));
    let (ball, bets) = most.expect("a set has ninety balls");
    let less = worth(bets, |weight| weight < 1.0) >= worth(bets, |weight| weight > 1.0);
    (ball, if less { Lean::Less } else { Lean::More })
}

/// Capital of a ball's bets, with a stake of 1/90.
fn stake(bets: &[f64; WEIGHTS.len()]) -> f64 {
    worth(bets, |_| true) / f64::from(Ball::COUNT)
}

/// Capital of a ball's bets on some of the weights.
fn worth(bets: &[f64; WEIGHTS.len()], on: impl Fn(f64) -> bool) -> f64 {
    let worth = |((weight, stake), log): (&(f64, f64), &f64)| {
        if on(*weight) && *log > LOG_LEAST { stake * log.min(LOG_MAX).exp() } else { 0.0 }
    };
    WEIGHTS.iter().zip(bets).map(worth).sum()
}

/// The odds of each weight.
static ODDS: LazyLock<[Odds; WEIGHTS.len()]> = LazyLock::new(|| WEIGHTS.map(|(weight, _)| Odds::of(weight)));

/// Logarithms of the odds of bets on one weight.
struct Odds {
    /// By number of draws that passed the ball by.
    passed: [f64; BALLS + 1],
    /// By number of draws before the ball's own.
    drawn: [f64; BALLS],
}

impl Odds {
    fn of(weight: f64) -> Odds {
        let (mut passed, mut drawn) = ([0.0; BALLS + 1], [0.0; BALLS]);
        for before in 0..BALLS {
            let left = left_at(before);
            // The last ball in the drum comes out whatever its weight.
            let last = left <= 1.0;
            let step = if last { 0.0 } else { (left / (left - 1.0 + weight)).ln() };
            let exit = if last { 0.0 } else { (weight * left / (left - 1.0 + weight)).ln() };
            passed[before + 1] = passed[before] + step;
            drawn[before] = passed[before] + exit;
        }
        Odds { passed, drawn }
    }

    /// Logarithm of a bet's gain in a game of `length` balls.
    fn of_place(&self, place: Option<u8>, length: usize) -> f64 {
        place.map_or(self.passed[length], |place| self.drawn[usize::from(place) - 1])
    }
}

const BALLS: usize = Ball::COUNT as usize;

/// Balls left in the drum.
fn left_at(out: usize) -> f64 {
    f64::from(Ball::COUNT) - out as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Averaged over the places of a fair ball, a bet gains nothing.
    #[test]
    fn a_bet_on_a_fair_set_is_fair() {
        for (weight, _) in WEIGHTS {
            for length in [1_u8, 17, 62, 89, 90] {
                let (odds, balls) = (Odds::of(weight), usize::from(length));
                let drawn: f64 =
                    (1..=length).map(|place| odds.of_place(Some(place), balls).exp() / 90.0).sum();
                let kept = odds.of_place(None, balls).exp() * f64::from(90 - length) / 90.0;
                assert!(
                    (drawn + kept - 1.0).abs() < 1e-12,
                    "weight {weight}, {length} balls: {}",
                    drawn + kept
                );
            }
        }
        assert!((WEIGHTS.iter().map(|(_, stake)| stake).sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

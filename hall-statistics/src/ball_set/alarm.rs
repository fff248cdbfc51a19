//! When chance is no explanation any more: a bet against each ball that may be looked at after every game.
//!
//! A ball of weight w among n in the drum, the others of weight 1, is the next with probability w/(n − 1 + w); in a fair set all
//! weights are 1. The probability of all that happened with weight w, over that in a fair set, is worth 1 on average in a fair set
//! after any number of draws, whoever decides when a game ends and by whatever, as long as nobody knows the next ball: what is won by
//! betting at fair odds. So is the mean of such bets over weights and over the ninety balls, and it ever reaches 1/α in at most the share
//! α of fair sets (Ville's inequality). No normal law is assumed, and no look costs anything.
//!
//! The place of exit counts, and not only whether a ball came out: each draw that passes a ball by is a small sign against it, the
//! later the larger. No test of these ranks is stronger against a weight that is near 1.

use std::sync::LazyLock;

use hall_core::ball::Ball;

/// From this evidence on a set is watched: at most 5 of 100 fair sets ever get so far.
pub const WATCH: f64 = 20.0;

/// From this evidence on a set is to be withdrawn and weighed: at most 1 of 100 fair sets ever gets so far.
pub const WITHDRAW: f64 = 100.0;

/// Before so many games no verdict is given other than that it is too early: only a ball that never comes out is found so soon.
pub const FEW_GAMES: u32 = 50;

/// The weights that are bet on, and what part of the stake is on each. A fifth lighter or heavier takes the most games to find, so
/// most is on these; a ball that does not come out at all, or half as often, or twice, is found within tens of games.
const WEIGHTS: [(f64, f64); 5] = [(0.0, 0.04), (0.5, 0.06), (0.83, 0.45), (1.2, 0.35), (2.0, 0.10)];

/// The logarithm beyond which evidence is as good as certainty; more could not be written down.
const LOG_MAX: f64 = 600.0;

/// The logarithm under which a bet is worth nothing beside the others: all of them together are below the last digit of a sum.
const LOG_LEAST: f64 = -60.0;

/// What is to be thought of a set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// What is to be done.
    pub state: State,
    /// The evidence against the set at its highest.
    pub evidence: f64,
    /// The game, from 1, at which it was first high enough for `state`; none where it never was.
    pub since: Option<u32>,
    /// The ball that most of it was against then; none where it never was high enough.
    pub ball: Option<(Ball, Lean)>,
}

/// What is to be done with a set. Once a set is to be watched or withdrawn, no later games clear it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Nothing can be said yet.
    Few,
    /// Chance explains all.
    Normal,
    /// Chance explains it in at most 5 of 100 sets.
    Watch,
    /// Chance explains it in at most 1 of 100 sets.
    Withdraw,
}

/// What a ball does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lean {
    /// It comes out less often, and later.
    Less,
    /// It comes out more often, and sooner.
    More,
}

/// When a bound was first reached, and which ball stood out.
type Reached = Option<(u32, Ball, Lean)>;

/// The bets of a set.
#[derive(Debug, Clone, Default)]
pub struct Alarm {
    /// The logarithm of what each bet is worth, by ball and weight.
    bets: Vec<[f64; WEIGHTS.len()]>,
    highest: f64,
    watch: Reached,
    withdraw: Reached,
}

impl Alarm {
    /// Takes the next game: each ball's place of exit, from 1, and how many came out.
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

    /// Returns what the bets on each ball are worth, the stake of each being 1/90. Their sum is the evidence against the set.
    pub(super) fn evidence(&self) -> Vec<f64> {
        if self.bets.is_empty() {
            return vec![1.0 / f64::from(Ball::COUNT); usize::from(Ball::COUNT)];
        }
        self.bets.iter().map(stake).collect()
    }

    pub(super) fn verdict(&self, games: u32) -> Verdict {
        let (state, reached) = match (self.withdraw, self.watch) {
            (Some(reached), _) => (State::Withdraw, Some(reached)),
            (None, Some(reached)) => (State::Watch, Some(reached)),
            (None, None) if games < FEW_GAMES => (State::Few, None),
            (None, None) => (State::Normal, None),
        };
        Verdict {
            state,
            evidence: self.highest,
            since: reached.map(|(game, _, _)| game),
            ball: reached.map(|(_, ball, lean)| (ball, lean)),
        }
    }
}

/// Returns the ball that most of the evidence is against.
fn standing_out(bets: &[[f64; WEIGHTS.len()]]) -> (Ball, Lean) {
    let all = |bets: &[f64; WEIGHTS.len()]| worth(bets, |_| true);
    let most = Ball::all().zip(bets).max_by(|(_, a), (_, b)| all(a).total_cmp(&all(b)));
    let (ball, bets) = most.expect("a set has ninety balls");
    let less = worth(bets, |weight| weight < 1.0) >= worth(bets, |weight| weight > 1.0);
    (ball, if less { Lean::Less } else { Lean::More })
}

/// Returns what a ball's bets are worth, the stake of all of them being 1/90.
fn stake(bets: &[f64; WEIGHTS.len()]) -> f64 {
    worth(bets, |_| true) / f64::from(Ball::COUNT)
}

/// Returns what a ball's bets on some of the weights are worth.
fn worth(bets: &[f64; WEIGHTS.len()], on: impl Fn(f64) -> bool) -> f64 {
    let worth = |((weight, stake), log): (&(f64, f64), &f64)| {
        if on(*weight) && *log > LOG_LEAST { stake * log.min(LOG_MAX).exp() } else { 0.0 }
    };
    WEIGHTS.iter().zip(bets).map(worth).sum()
}

/// What bets on each of the weights win and lose.
static ODDS: LazyLock<[Odds; WEIGHTS.len()]> = LazyLock::new(|| WEIGHTS.map(|(weight, _)| Odds::of(weight)));

/// What bets on one weight win and lose in a game.
struct Odds {
    /// By how many draws passed the ball by.
    passed: [f64; BALLS + 1],
    /// By how many draws passed the ball by before its own.
    drawn: [f64; BALLS],
}

impl Odds {
    fn of(weight: f64) -> Odds {
        let (mut passed, mut drawn) = ([0.0; BALLS + 1], [0.0; BALLS]);
        for before in 0..BALLS {
            let left = left_at(before);
            // The last ball in the drum is never passed by, and comes out whatever its weight.
            let last = left <= 1.0;
            let step = if last { 0.0 } else { (left / (left - 1.0 + weight)).ln() };
            let exit = if last { 0.0 } else { (weight * left / (left - 1.0 + weight)).ln() };
            passed[before + 1] = passed[before] + step;
            drawn[before] = passed[before] + exit;
        }
        Odds { passed, drawn }
    }

    /// Returns the logarithm of what a bet wins in a game of `length` balls.
    fn of_place(&self, place: Option<u8>, length: usize) -> f64 {
        place.map_or(self.passed[length], |place| self.drawn[usize::from(place) - 1])
    }
}

const BALLS: usize = Ball::COUNT as usize;

/// Returns how many balls are in the drum after so many came out.
fn left_at(out: usize) -> f64 {
    f64::from(Ball::COUNT) - out as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all places a ball can have in a game, each as likely as in a fair set, a bet is worth 1 on average.
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

//! The statistics of a set of balls, from the tables for people; only games that are over count.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use hall_core::ball::Ball;
use hall_core::machine::SetId;
use hall_statistics::ball_set::alarm::{AlarmState, Lean};
use hall_statistics::ball_set::{BAND_DEVIATIONS, DEGREES, Statistics, Tally};
use hall_statistics::draw::Draw;
use hall_wire::message::{BallLean, BallSetStatistics, BallStatistics, ChiSquare, SetState, SetVerdict};

use crate::journal::{JournalError, RecordReader};

/// Larger evidence is cut to this: JSON has no infinity.
const EVIDENCE_MAX: f64 = 1e9;

/// What a set has done in all games that are over; `None` if the hall has no such set.
pub fn statistics(reader: &RecordReader, set: SetId) -> Result<Option<BallSetStatistics>, JournalError> {
    let Some(games) = reader.draws_of(set)? else { return Ok(None) };
    let (mut tally, mut counted, mut left_out) = (Tally::default(), Vec::new(), Vec::new());
    for (game, balls) in games {
        let balls: Option<Vec<Ball>> = balls.into_iter().map(Ball::new).collect();
        match balls.and_then(Draw::new) {
            Some(draw) => {
                tally.add(&draw);
                counted.push(game);
            }
            None => left_out.push(game),
        }
    }
    Ok(Some(told(set, &tally.statistics(), &counted, left_out)))
}

fn told(set: SetId, all: &Statistics, counted: &[u32], left_out: Vec<u32>) -> BallSetStatistics {
    let band = BAND_DEVIATIONS * all.deviation;
    let verdict = &all.verdict;
    // The alarm counts the set's games from 1; people know them by their numbers.
    let number = |nth: u32| counted.get(nth.saturating_sub(1) as usize).copied();
    BallSetStatistics {
        set: set.as_str().to_owned(),
        games: all.games,
        left_out,
        last_game: counted.last().copied(),
        drawn: all.drawn,
        expected: all.expected,
        least: (all.expected - band).max(0.0),
        most: (all.expected + band).min(f64::from(all.games)),
        never: all.never,
        chi_square: all.chi_square.map(|trial| ChiSquare {
            value: trial.value,
            degrees: DEGREES,
            p: trial.p,
        }),
        verdict: SetVerdict {
            state: state(verdict.state),
            evidence: verdict.evidence.min(EVIDENCE_MAX),
            since_game: verdict.since.and_then(number),
            ball: verdict.ball.map(|(ball, _)| ball.number()),
            lean: verdict.ball.map(|(_, lean)| match lean {
                Lean::Less => BallLean::Less,
                Lean::More => BallLean::More,
            }),
        },
        balls: all
            .balls
            .iter()
            .map(|ball| BallStatistics {
                ball: ball.ball.number(),
                drawn: ball.drawn,
                first: ball.first,
                mean_place: ball.mean_place,
                fair_place: ball.middle_place,
                since: ball.since,
                longest_gap: ball.longest_gap,
                z: ball.z,
                p: ball.p,
                evidence: ball.evidence.min(EVIDENCE_MAX),
            })
            .collect(),
    }
}

/// What the statistics of each set last asked for, and of which games. The lists of the hall are read at every sale; the
/// statistics change with each game.
#[derive(Debug, Default)]
pub struct Verdicts(Mutex<BTreeMap<SetId, (GamesOver, Option<SetState>)>>);

/// How many games are over, and the last one.
type GamesOver = (u32, u32);

impl Verdicts {
    /// `Watch` or `Withdraw` where the statistics of a set ask for it.
    pub fn of(&self, reader: &RecordReader, set: SetId) -> Result<Option<SetState>, JournalError> {
        let over = reader.games_over(set)?;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&set).copied();
        if let Some((_, verdict)) = known.filter(|(then, _)| *then == over) {
            return Ok(verdict);
        }
        let state = statistics(reader, set)?.map(|of| of.verdict.state);
        let verdict = state.filter(|state| matches!(state, SetState::Watch | SetState::Withdraw));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(set, (over, verdict));
        Ok(verdict)
    }
}

const fn state(state: AlarmState) -> SetState {
    match state {
        AlarmState::Few => SetState::Few,
        AlarmState::Normal => SetState::Normal,
        AlarmState::Watch => SetState::Watch,
        AlarmState::Withdraw => SetState::Withdraw,
    }
}

/// The ninety balls as CSV with a header; an absent value is empty.
pub fn csv(of: &BallSetStatistics) -> String {
    let mut csv = String::from(
        "set,games,ball,drawn,expected,first,mean_place,fair_place,since,longest_gap,z,p_holm,evidence,\
         set_chi_square,set_degrees,set_p,set_verdict,set_evidence\n",
    );
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.3}"));
    // On every line what is judged of the whole set: sheets are filtered, and a line is read alone.
    let trial = of.chi_square.as_ref().map_or_else(
        || ",,".to_owned(),
        |trial| format!("{:.3},{},{:.6}", trial.value, trial.degrees, trial.p),
    );
    let judged = format!("{trial},{},{:.6}", of.verdict.state.name(), of.verdict.evidence);
    for ball in &of.balls {
        let since = ball.since.map_or_else(String::new, |games| games.to_string());
        let counts =
            format!("{},{},{},{},{:.3},{}", of.set, of.games, ball.ball, ball.drawn, of.expected, ball.first);
        let places = format!("{},{}", number(ball.mean_place), number(ball.fair_place));
        let rest = format!("{since},{},{:.3},{:.6},{:.6}", ball.longest_gap, ball.z, ball.p, ball.evidence);
        writeln!(csv, "{counts},{places},{rest},{judged}").expect("text can be written");
    }
    csv
}

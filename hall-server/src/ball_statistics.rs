//! The statistics of a set of balls, from the tables for people: beside the desk, and of games that are over only.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use hall_core::ball::Ball;
use hall_core::machine::SetId;
use hall_statistics::ball_set::alarm::{Lean, State};
use hall_statistics::ball_set::{BAND_DEVIATIONS, DEGREES, Statistics, Tally};
use hall_statistics::draw::Draw;
use hall_wire::message::{BallSetStatistics, BallStatistics, ChiSquare, SetVerdict};

use crate::journal::{JournalError, RecordReader};

/// More evidence than this is told as this much: JSON has no infinity.
const EVIDENCE_MAX: f64 = 1e9;

/// Returns what a set has done in all games that are over, or `None` where the hall has no such set.
///
/// # Errors
/// When SQLite cannot read.
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
            state: word(verdict.state).to_owned(),
            evidence: verdict.evidence.min(EVIDENCE_MAX),
            since_game: verdict.since.and_then(number),
            ball: verdict.ball.map(|(ball, _)| ball.number()),
            lean: verdict.ball.map(|(_, lean)| lean_word(lean).to_owned()),
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

/// What the statistics of each set last asked for, and how many of its games were over then: the lists of the
/// hall are read at every sale, the statistics change with each game.
#[derive(Debug, Default)]
pub struct Verdicts(Mutex<BTreeMap<SetId, Known>>);

/// Games that are over, the last one, and what they ask for.
type Known = ((u32, u32), Option<String>);

impl Verdicts {
    /// Returns `watch` or `withdraw` where the statistics of a set ask for it.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn of(&self, reader: &RecordReader, set: SetId) -> Result<Option<String>, JournalError> {
        let over = reader.games_over(set)?;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&set).cloned();
        if let Some((_, verdict)) = known.filter(|(then, _)| *then == over) {
            return Ok(verdict);
        }
        let state = statistics(reader, set)?.map(|of| of.verdict.state);
        let verdict =
            state.filter(|state| [State::Watch, State::Withdraw].map(word).contains(&state.as_str()));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(set, (over, verdict.clone()));
        Ok(verdict)
    }
}

const fn word(state: State) -> &'static str {
    match state {
        State::Few => "few",
        State::Normal => "normal",
        State::Watch => "watch",
        State::Withdraw => "withdraw",
    }
}

const fn lean_word(lean: Lean) -> &'static str {
    match lean {
        Lean::Less => "less",
        Lean::More => "more",
    }
}

/// Returns the ninety balls as CSV, the names of the columns first; what is none is empty.
pub fn csv(of: &BallSetStatistics) -> String {
    let mut csv = String::from(
        "set,games,ball,drawn,expected,first,mean_place,fair_place,since,longest_gap,z,p_holm,evidence,\
         set_chi_square,set_degrees,set_p,set_verdict,set_evidence\n",
    );
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.3}"));
    // Each line says what is judged of the whole set: a line is read alone, and sheets are filtered.
    let trial = of.chi_square.as_ref().map_or_else(
        || ",,".to_owned(),
        |trial| format!("{:.3},{},{:.6}", trial.value, trial.degrees, trial.p),
    );
    let judged = format!("{trial},{},{:.6}", of.verdict.state, of.verdict.evidence);
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

//! The time from one ball to the next, as a histogram for the machine's technician.

use hall_core::event::SessionNo;
use hall_wire::message::{Intervals, LongInterval, Spread};

use crate::journal::Interval;

/// Intervals longer than so many medians share the last bin.
const MEDIANS: u64 = 4;

/// Intervals longer than so many medians are slow.
const SLOW_MEDIANS: u64 = 3;

/// Least number of bins per median.
const BINS_IN_A_MEDIAN: u64 = 5;

/// The histograms of a session and of its last game. `intervals` must be in order.
pub fn intervals(session: SessionNo, intervals: &[Interval]) -> Intervals {
    let game = intervals.last().map(|interval| interval.game);
    let of_game: Vec<Interval> =
        intervals.iter().copied().filter(|interval| Some(interval.game) == game).collect();
    let typical_ms = median(&counted(intervals)).unwrap_or(0);
    let width_ms = width(typical_ms);
    // The same axis for both, so that they can be compared.
    let bins = (MEDIANS * typical_ms).div_ceil(width_ms) as usize;
    Intervals {
        session: Some(session.0),
        game,
        width_ms,
        of_game: spread(&of_game, width_ms, bins),
        of_session: spread(intervals, width_ms, bins),
    }
}

fn counted(intervals: &[Interval]) -> Vec<u64> {
    let mut all: Vec<u64> =
        intervals.iter().filter(|interval| !interval.apart).map(|interval| interval.ms).collect();
    all.sort_unstable();
    all
}

fn median(sorted: &[u64]) -> Option<u64> {
    sorted.get(sorted.len().saturating_sub(1) / 2).copied()
}

/// Bin width: 1, 2 or 5 times a power of ten, at most a fifth of the median.
fn width(median_ms: u64) -> u64 {
    let most = (median_ms / BINS_IN_A_MEDIAN).max(1);
    let power = 10_u64.pow(most.ilog10());
    [5, 2, 1].into_iter().map(|times| times * power).find(|width| *width <= most).unwrap_or(1)
}

fn spread(intervals: &[Interval], width_ms: u64, bins: usize) -> Spread {
    let sorted = counted(intervals);
    let median_ms = median(&sorted);
    let mut counts = vec![0; if sorted.is_empty() { 0 } else { bins + 1 }];
    for ms in &sorted {
        let bin = usize::try_from(ms / width_ms).unwrap_or(bins).min(bins);
        counts[bin] += 1;
    }
    let slow_ms = median_ms.map_or(u64::MAX, |median_ms| median_ms.saturating_mul(SLOW_MEDIANS));
    // The first, if several are equally long.
    let longest =
        intervals.iter().rev().filter(|interval| !interval.apart).max_by_key(|interval| interval.ms);
    Spread {
        intervals: sorted.len() as u32,
        apart: (intervals.len() - sorted.len()) as u32,
        bins: counts,
        median_ms,
        longest: longest.map(|interval| LongInterval {
            ms: interval.ms,
            game: interval.game,
            ordinal: interval.ordinal,
        }),
        slow: sorted.iter().filter(|ms| **ms > slow_ms).count() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(game: u32, all_ms: &[u64]) -> Vec<Interval> {
        let at =
            |(place, ms): (usize, &u64)| Interval { game, ordinal: place as u8 + 2, ms: *ms, apart: false };
        all_ms.iter().enumerate().map(at).collect()
    }

    #[test]
    fn the_last_game_stands_beside_its_session_on_one_axis() {
        let mut all = game(3, &[2_000, 2_100, 1_900, 9_000]);
        all.extend(game(4, &[2_000, 6_300, 6_400, 2_050]));
        all[1].apart = true;
        let seen = intervals(SessionNo(2), &all);
        assert_eq!((seen.session, seen.game, seen.width_ms), (Some(2), Some(4), 200));
        let Spread { intervals, apart, median_ms, slow, .. } = seen.of_session;
        // 1900 2000 2000 2050 6300 6400 9000: the fourth.
        assert_eq!((intervals, apart, median_ms, slow), (7, 1, Some(2_050), 3));
        assert_eq!(seen.of_session.longest, Some(LongInterval { ms: 9_000, game: 3, ordinal: 5 }));
        // Four medians are 8.2 s: 41 bins of 0.2 s, and one for longer intervals.
        assert_eq!(seen.of_session.bins.len(), 42);
        let filled = |bins: &[u32]| -> Vec<(usize, u32)> {
            bins.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect()
        };
        assert_eq!(filled(&seen.of_session.bins), [(9, 1), (10, 3), (31, 1), (32, 1), (41, 1)]);
        assert_eq!(seen.of_game.intervals, 4);
        assert_eq!((seen.of_game.median_ms, seen.of_game.slow), (Some(2_050), 2));
        assert_eq!(filled(&seen.of_game.bins), [(10, 2), (31, 1), (32, 1)]);
        assert_eq!(seen.of_game.longest.map(|longest| (longest.ms, longest.ordinal)), Some((6_400, 4)));
    }

    #[test]
    fn a_session_without_intervals_has_empty_histograms() {
        let none = intervals(SessionNo(1), &[]);
        assert_eq!((none.game, none.of_session), (None, Spread::default()));
        let mut stood = game(1, &[60_000]);
        stood[0].apart = true;
        let seen = intervals(SessionNo(1), &stood);
        assert_eq!((seen.of_game.intervals, seen.of_game.apart, seen.of_game.median_ms), (0, 1, None));
        assert!(seen.of_game.bins.is_empty() && seen.of_game.longest.is_none());
    }

    #[test]
    fn a_bin_is_a_round_width_and_at_most_a_fifth_of_the_median() {
        let widths = [(0, 1), (4, 1), (24, 2), (49, 5), (600, 100), (2_000, 200), (2_499, 200), (2_500, 500)];
        for (median_ms, expected) in widths {
            assert_eq!(width(median_ms), expected, "{median_ms}");
        }
        // Intervals below a millisecond.
        let quick = intervals(SessionNo(1), &game(1, &[0, 0, 7]));
        assert_eq!((quick.width_ms, quick.of_game.bins), (1, vec![3]));
    }
}

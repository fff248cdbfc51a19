//! Counts, places and gaps against figures computed by hand.

use hall_core::ball::Ball;
use hall_statistics::ball_set::alarm::AlarmState;
use hall_statistics::ball_set::{BAND_DEVIATIONS, Tally};
use hall_statistics::chance::normal_tails;
use hall_statistics::draw::Draw;

fn draw(numbers: impl IntoIterator<Item = u8>) -> Draw {
    Draw::new(numbers.into_iter().filter_map(Ball::new).collect()).expect("different balls")
}

#[test]
fn three_games_are_counted_as_on_paper() {
    let mut tally = Tally::default();
    tally.add(&draw([7, 3, 5]));
    tally.add(&draw([5, 7, 9, 11, 13]));
    tally.add(&draw([90]));
    let all = tally.statistics();
    assert_eq!((all.games, all.drawn), (3, 9));
    assert!((all.expected - 0.1).abs() < 1e-12, "9 exits over 90 balls: {}", all.expected);
    assert!((all.never - 87.0 / 90.0 * 85.0 / 90.0 * 89.0 / 90.0).abs() < 1e-12);
    assert_eq!(all.chi_square, None, "a tenth of an exit is too few");
    assert_eq!(all.verdict.state, AlarmState::Few);

    let five = &all.balls[4];
    assert_eq!((five.drawn, five.first, five.since, five.longest_gap), (2, 1, Some(1), 1));
    // Third of three and first of five: 2 on average, where the middles 2 and 3 are 2.5.
    assert_eq!((five.mean_place, five.middle_place), (Some(2.0), Some(2.5)));
    let ninety = &all.balls[89];
    assert_eq!((ninety.drawn, ninety.first, ninety.since, ninety.longest_gap), (1, 1, Some(0), 2));
    let one = &all.balls[0];
    assert_eq!((one.drawn, one.mean_place, one.since, one.longest_gap), (0, None, None, 3));
    // Ball 7: first, then second, then passed by once. It was owed 1/90, then 1/90 + 1/89, then 1/90.
    let owed = 3.0 / 90.0 + 1.0 / 89.0;
    let variation = 3.0 / 90.0 * 89.0 / 90.0 + 1.0 / 89.0 * 88.0 / 89.0;
    let z = (2.0 - owed) / f64::sqrt(variation);
    assert!((all.balls[6].z - z).abs() < 1e-9, "{} {z}", all.balls[6].z);
}

#[test]
fn a_game_of_all_ninety_balls_says_nothing_of_their_counts_and_breaks_nothing() {
    let mut tally = Tally::default();
    for _ in 0..100 {
        tally.add(&draw(1..=90));
    }
    let all = tally.statistics();
    assert_eq!((all.never, all.chi_square), (0.0, None));
    assert!(all.balls.iter().all(|ball| ball.z.is_finite() && ball.evidence.is_finite()));
    assert_eq!(all.verdict.state, AlarmState::Withdraw, "always in the same order");
}

#[test]
fn a_draw_without_balls_or_with_one_twice_is_none() {
    let ball = |number| Ball::new(number).expect("a ball");
    assert_eq!(Draw::new(Vec::new()), None);
    assert_eq!(Draw::new(vec![ball(4), ball(9), ball(4)]), None);
}

#[test]
fn the_band_is_the_one_that_all_ninety_stay_in_99_times_of_100() {
    let outside = 90.0 * normal_tails(BAND_DEVIATIONS);
    assert!((outside / 0.01 - 1.0).abs() < 0.01, "{outside}");
}

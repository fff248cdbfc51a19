//! The law of the chi-square, and what ending games at a bingo does to it.

use hall_statistics::ball_set::{DEGREES, Tally};

use crate::kit::{Dice, FAIR, cards, seed, size, to_bingo};

/// Mean and variance of values, with their errors for a chi-square.
fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0))
}

/// Five thousand fair sets of 50 games: mean 89 and variance 178 (1 − 1/50), each within four standard errors, and
/// uniform p. The statistic of a single game is always 89, as exactly L balls are out.
#[test]
fn the_counts_of_fair_sets_are_a_chi_square_with_89_degrees() {
    const GAMES: u32 = 50;
    let sets = size(5_000);
    let mut dice = Dice::new(1979 + seed());
    let looks: Vec<(f64, f64)> = (0..sets)
        .map(|_| {
            let mut tally = Tally::default();
            (0..GAMES).for_each(|_| tally.add(&FAIR.game(&mut dice)));
            let got = tally.statistics().chi_square.expect("34 exits of each ball are enough");
            (got.value, got.p)
        })
        .collect();
    let (mean, variance) = moments(&looks.iter().map(|look| look.0).collect::<Vec<_>>());
    let (degrees, count) = (f64::from(DEGREES), sets as f64);
    let right = 2.0 * degrees * (1.0 - 1.0 / f64::from(GAMES));
    // The variance of the estimate of a chi-square's variance is (2d)² (2 + 12/d)/n.
    let errors = ((right / count).sqrt(), right * ((2.0 + 12.0 / degrees) / count).sqrt());
    println!("mean {mean:.2} ± {:.2}, variance {variance:.1} ± {:.1} of {right:.1}", errors.0, errors.1);
    assert!((mean - degrees).abs() < 4.0 * errors.0, "mean {mean}");
    assert!((variance - right).abs() < 4.0 * errors.1, "variance {variance}");
    let mut tenths = [0.0; 10];
    looks.iter().for_each(|(_, p)| tenths[((p * 10.0) as usize).min(9)] += 1.0);
    let spread: f64 = tenths.iter().map(|n: &f64| (n - count / 10.0).powi(2) / (count / 10.0)).sum();
    assert!(spread < 33.72, "p is not evenly spread, {spread} with 9 degrees: {tenths:?}");
}

/// When games end with the bingo of one of 300 sold cards, the counts depend slightly on those cards. After 1,000
/// games the chi-square does not show it, with new cards in each game or the same in all.
#[test]
fn a_bingo_ends_the_game_and_the_chi_square_does_not_notice() {
    const GAMES: usize = 1000;
    const SOLD: usize = 300;
    let (sets, all) = (size(100), cards(6000));
    for same in [false, true] {
        let mut dice = Dice::new(1979 + seed());
        let (mut values, mut balls) = (Vec::new(), 0);
        for _ in 0..sets {
            let mut tally = Tally::default();
            for _ in 0..GAMES {
                let from = if same { 0 } else { dice.below(all.len() - SOLD) };
                tally.add(&to_bingo(FAIR.order(&mut dice), &all[from..from + SOLD]));
            }
            let statistics = tally.statistics();
            balls += statistics.drawn;
            values.push(statistics.chi_square.expect("enough games").value);
        }
        let ((mean, variance), error) = (moments(&values), (2.0 * f64::from(DEGREES) / sets as f64).sqrt());
        let length = f64::from(balls) / (sets * GAMES) as f64;
        println!(
            "same cards {same}: {length:.1} balls a game, mean {mean:.1} ± {error:.1}, variance {variance:.0}"
        );
        // A shift of two would move the single-look p by less than a twentieth.
        assert!((mean - f64::from(DEGREES)).abs() < 2.0 + 4.0 * error, "same cards {same}: mean {mean}");
    }
}

//! The tables of cards.md 6, as they are printed there: means, standard deviations, probabilities and ties.

/// How one play of so many cards goes.
pub struct Law {
    pub mean: f64,
    pub sd: f64,
    /// The probability of at most so many balls.
    pub at_most: &'static [(usize, f64)],
    /// The probability that two cards or more share it.
    pub tie: Option<f64>,
}

/// Single cards: how many, and the line and the bingo.
pub const ROWS: [(u64, [Law; 2]); 3] = [
    (
        6,
        [
            law(47.443, 10.01, &[(10, 0.00010), (15, 0.00123), (20, 0.00633), (25, 0.02155)], 0.0424),
            law(78.2585, 5.47, &[(45, 0.00005), (50, 0.00029), (55, 0.00156), (60, 0.00695)], 0.0946),
        ],
    ),
    (
        100,
        [
            law(28.387, 5.92, &[(10, 0.00172), (15, 0.02027), (20, 0.10016), (25, 0.30302)], 0.0831),
            law(66.5377, 4.80, &[(45, 0.00075), (50, 0.00490), (55, 0.02564), (60, 0.10959)], 0.1135),
        ],
    ),
    (
        1_000,
        [
            law(18.956, 3.80, &[(10, 0.01701), (15, 0.18317), (20, 0.64140), (25, 0.96715)], 0.1341),
            law(58.2268, 4.15, &[(45, 0.00750), (50, 0.04790), (55, 0.22792), (60, 0.68232)], 0.1322),
        ],
    ),
];

/// Cards sold as strips: means of two million simulated games. Their deviations are those of as many single cards.
pub const STRIPS: [(u64, [Law; 2]); 2] = [
    (96, [simulated(28.518, 5.92), simulated(66.618, 4.80)]),
    (996, [simulated(18.955, 3.80), simulated(58.231, 4.15)]),
];

const fn law(mean: f64, sd: f64, at_most: &'static [(usize, f64)], tie: f64) -> Law {
    Law { mean, sd, at_most, tie: Some(tie) }
}

const fn simulated(mean: f64, sd: f64) -> Law {
    Law { mean, sd, at_most: &[], tie: None }
}

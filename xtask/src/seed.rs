//! Draws for the demonstration: made from a number, and the tool that finds a good number.

use hall_core::ball::Ball;
use hall_core::claim::judge;
use hall_core::event::{Play, Verdict};
use hall_core::matrix::Matrix;
use hall_core::series::CardNo;
use hall_server::found::demo_matrix;

/// The number the demonstration is made from; `cargo xtask find-seed` found it.
pub const SEED: u64 = 34;

/// Cards of a series in the demonstration: those of the default profile.
pub const SERIES_SIZE: u32 = 420;

/// The cards sold in each game, by their number in the matrix.
pub const SOLD: [&[(u32, u32)]; 5] =
    [&[(1, 240)], &[(241, 420), (1, 120)], &[(121, 420)], &[(1, 240)], &[(241, 420)]];

/// In the second game a wrong line is sung after this ball, and the inspector comes after that one.
pub const WRONG_LINE_AT: usize = 8;
/// See [`WRONG_LINE_AT`].
pub const INSPECTED_AT: usize = 15;
/// The hall's voice has been heard enough after this one.
pub const HUSHED_AT: usize = 3;
/// The third game is void after this ball.
pub const VOID_AT: usize = 6;
/// In the fourth game the machine jams at this ball, and one drawn by hand is keyed as two numbers.
pub const JAM_AT: usize = 10;
/// See [`JAM_AT`].
pub const DIFFERS_AT: usize = 13;
/// In the fifth game the power goes when this ball was read and not announced.
pub const CUT_AT: usize = 9;

/// Returns the draw of a game (from 1): a shuffle of the ninety balls.
pub fn draw(seed: u64, game: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(1_000_003).wrapping_add(game);
    // splitmix64: enough for a demonstration, and known to anybody who wants to check.
    let mut next = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    let mut balls: Vec<u8> = (1..=90).collect();
    for last in (1..balls.len()).rev() {
        let pick = usize::try_from(next() % (last as u64 + 1)).expect("less than ninety");
        balls.swap(last, pick);
    }
    balls
}

/// Who wins a game, and when.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The ball that completes the first line.
    pub line_at: usize,
    /// The cards that have it then.
    pub lines: Vec<u32>,
    /// The ball that completes the first bingo.
    pub bingo_at: usize,
    /// The cards that have it then.
    pub bingos: Vec<u32>,
}

/// Plays a game on paper.
pub fn outcome(matrix: &Matrix, sold: &[(u32, u32)], draw: &[u8]) -> Outcome {
    let balls: Vec<Ball> = draw.iter().filter_map(|number| Ball::new(*number)).collect();
    let first = |play: Play| {
        (5..=90).find_map(|count| {
            let cards = sold.iter().flat_map(|(first, last)| *first..=*last);
            let winners: Vec<u32> = cards
                .filter(|number| {
                    let face = matrix.face(CardNo(*number)).expect("a card of the matrix").card();
                    matches!(judge(&face, play, &balls[..count]), Verdict::Good { .. })
                })
                .collect();
            (!winners.is_empty()).then_some((count, winners))
        })
    };
    let (line_at, lines) = first(Play::Line).expect("with all balls every card has a line");
    let (bingo_at, bingos) = first(Play::Bingo).expect("with all balls every card is full");
    Outcome { line_at, lines, bingo_at, bingos }
}

/// Looks for a number whose games go as the demonstration tells: one winner of everything, but two
/// of the line in the second game; and nobody wins before what is to happen has happened.
pub fn find() -> u64 {
    (1..)
        .find(|seed| {
            let matrix = demo_matrix(*seed, SERIES_SIZE);
            let goes = |game: usize, lines: usize, after: usize| {
                let outcome = outcome(&matrix, SOLD[game - 1], &draw(*seed, game as u64));
                outcome.lines.len() == lines && outcome.bingos.len() == 1 && outcome.line_at > after
            };
            let void = |after: usize| outcome(&matrix, SOLD[2], &draw(*seed, 3)).line_at > after;
            goes(1, 1, 0)
                && goes(2, 2, INSPECTED_AT + 1)
                && void(VOID_AT + 2)
                && goes(4, 1, DIFFERS_AT + 1)
                && goes(5, 1, CUT_AT + 2)
        })
        .expect("there are many")
}

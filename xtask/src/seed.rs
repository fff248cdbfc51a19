//! Draws for the demonstration: made from a number, and the tool that finds a good number.

use hall_core::ball::Ball;
use hall_core::claim::judge;
use hall_core::event::{Play, Verdict};
use hall_core::matrix::{Matrix, MatrixNo};
use hall_core::series::CardNo;
use hall_server::found::demo_matrix_key;

/// The number the demonstration is made from; `cargo xtask find-seed` found it.
pub const SEED: u64 = 34;

/// Cards of a series in the demonstration: those of the default profile.
pub const SERIES_SIZE: u32 = 420;

/// The cards sold in each game, by their number in the matrix.
pub const SOLD: [&[(u32, u32)]; 3] = [&[(1, 240)], &[(241, 420), (1, 120)], &[(121, 420)]];

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

/// Looks for a number whose first game is plain and whose second has two winners of the line.
pub fn find() -> u64 {
    (1..)
        .find(|seed| {
            let number = MatrixNo::new(1).expect("1 is a number");
            let matrix = Matrix::new(number, SERIES_SIZE, &demo_matrix_key(*seed)).expect("a good size");
            let one = outcome(&matrix, SOLD[0], &draw(*seed, 1));
            if one.lines.len() != 1 || one.bingos.len() != 1 {
                return false;
            }
            let two = outcome(&matrix, SOLD[1], &draw(*seed, 2));
            // The wrong claim is sung at ball 8, and the third game is void after ball 6.
            two.lines.len() == 2
                && two.bingos.len() == 1
                && two.line_at > 10
                && outcome(&matrix, SOLD[2], &draw(*seed, 3)).line_at > 8
        })
        .expect("there are many")
}

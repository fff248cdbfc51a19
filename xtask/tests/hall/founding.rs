//! How a hall of the kit is founded: its profile, its keys and its cards.

use std::path::Path;

use hall_core::series::CardNo;
use xtask::programs::found;

/// What a demonstration hall's keys are made from.
pub const SEED: u64 = 7;

/// Cards of a series in these halls.
pub const SERIES_SIZE: u32 = 60;

/// Returns the test profile: the default one, with a question that needs no waiting and small
/// series.
pub fn profile() -> String {
    profile_of(SERIES_SIZE)
}

/// The same, with so many cards in a series.
pub fn profile_of(series_size: u32) -> String {
    let text = hall_server::profile::ESTATAL_2002;
    let quick = text.replace("question_min_secs = { value = 5", "question_min_secs = { value = 0");
    let small =
        quick.replace("series_size = { value = 420", &format!("series_size = {{ value = {series_size}"));
    assert!(quick != text && small != quick, "the default profile has these two values");
    small
}

/// Founds a hall for demonstration in a folder and returns the manager's PIN.
pub fn found_in(dir: &Path) -> xtask::programs::Founded {
    found_with(dir, &profile())
}

/// Founds a hall with a profile.
pub fn found_with(dir: &Path, profile: &str) -> xtask::programs::Founded {
    let file = dir.with_extension("toml");
    std::fs::write(&file, profile).expect("the temporary folder can be written");
    let seed = SEED.to_string();
    let options = ["--demo-seed", &seed, "--profile", file.to_str().expect("a plain path")];
    found(dir, &options).expect("a new hall")
}

/// Returns the numbers of a card of matrix 1, row by row.
pub fn numbers_of(card: u32) -> Vec<u8> {
    let matrix = hall_server::found::demo_matrix(SEED, SERIES_SIZE);
    let face = matrix.face(CardNo(card)).expect("a card of the matrix").card();
    face.grid().iter().flatten().copied().filter(|number| *number != 0).collect()
}

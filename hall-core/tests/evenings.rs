//! Evenings in the trade's own words, with what is expected of each line below it.
//!
//! A line behind `>` is somebody's, or the machine's, and is read by `Script::line`; what stands below it is checked whole.
//! `UPDATE_EXPECT=1 cargo test -p hall-core --test evenings` writes the answers anew.

mod asking;
mod support;
mod words;

use std::fs;
use std::path::Path;

use expect_test::expect_file;
use words::Script;

#[test]
fn every_evening_goes_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/evenings");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ext| ext == "evening"));
    names.sort();
    assert!(names.len() >= 20, "the evenings are in {}", folder.display());
    for path in names {
        let text = fs::read_to_string(&path).unwrap();
        let transcript = Script::play(&text);
        expect_file![path].assert_eq(&transcript);
    }
}

/// Each row of DECISIONS 1 has an evening whose name begins with its number.
#[test]
fn every_decision_has_its_evening() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/evenings");
    let names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".evening"))
        .collect();
    let missing: Vec<u8> =
        (1..=35).filter(|row| !names.iter().any(|name| name.starts_with(&format!("{row:02}-")))).collect();
    assert!(missing.is_empty(), "no evening for the rows {missing:?}");
}

//! The canaries of `canaries.toml` have not lost their places: what they break stands there, their tests exist,
//! and no row of the ball machine's faults (reliability.md E 19 to 36) is without one.

use std::collections::BTreeSet;

use xtask::canaries::{Canary, TABLE, table};

use crate::reading::{Files, assert_none, assert_one, files, texts};

#[test]
fn every_canary_has_its_place_and_every_row_its_canary() {
    let canaries = table(TABLE).expect("a table");
    assert_none(lost(&canaries, &texts()));
    let rows: BTreeSet<u32> = canaries.iter().flat_map(|canary| canary.rows.clone()).collect();
    let lacking: Vec<u32> = (19..=36).filter(|row| !rows.contains(row)).collect();
    assert!(lacking.is_empty(), "rows of the ball machine without a canary: {lacking:?}");
    let names: BTreeSet<&str> = canaries.iter().map(|canary| canary.name.as_str()).collect();
    assert_eq!(names.len(), canaries.len(), "a name each");
}

#[test]
fn canary_a_canary_that_lost_its_place_is_found() {
    let of = |find: &str, test: &str| {
        let text = format!(
            "[[canary]]\nname = \"a\"\nrows = [19]\nbreaks = \"b\"\nfile = \"c.rs\"\nfind = \"{find}\"\nreplace = \"e\"\n\
             [[canary.red]]\ntest = [\"-p=c\"]\nnames = [\"{test}\"]\n"
        );
        lost(&table(&text).expect("a table"), &files(&[("c.rs", "//! c\nlet one = 1;\nfn a_test() {}\n")]))
    };
    assert_none(of("one = 1", "a_test"));
    assert_one(of("one = 2", "a_test"), "0 veces");
    assert_one(of("e", "a_test"), "veces");
    assert_one(of("one = 1", "no_test"), "no_test");
}

/// Returns canaries whose place or tests are gone.
fn lost(canaries: &[Canary], sources: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for canary in canaries {
        match sources.get(&canary.file) {
            Some(source) => faults.extend(canary.break_in(source).err().map(|error| error.to_string())),
            None => faults.push(format!("{}: there is no {}", canary.name, canary.file)),
        }
        for name in canary.red.iter().flat_map(|red| &red.names) {
            let head = format!("fn {name}(");
            if !sources.iter().any(|(path, source)| path.ends_with(".rs") && source.contains(&head)) {
                faults.push(format!("{}: there is no test {name}", canary.name));
            }
        }
        if canary.red.iter().all(|red| red.names.is_empty()) {
            faults.push(format!("{}: nothing has to notice it", canary.name));
        }
    }
    faults
}

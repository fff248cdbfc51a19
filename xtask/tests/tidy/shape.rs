//! Files: titled, not too long, and without a trace of the machine they were written on; and scripts whose pipes fail by no chance.

use crate::reading::{Files, assert_none, assert_one, files, sources, texts};
use crate::rules::{LINES_MAX, LONG, PLACES, REGISTRIES};

#[test]
fn every_source_says_what_it_is_for_and_none_is_too_long() {
    let sources = sources();
    assert_none(shape_faults(&sources));
    for (path, _) in LONG {
        assert!(sources.contains_key(*path), "{path} has an exception and is gone");
        assert!(sources[*path].lines().count() > LINES_MAX, "{path} needs its exception no longer");
    }
}

#[test]
fn canary_a_long_or_untitled_source_is_found() {
    let long = format!("//! x\n{}", "\n".repeat(LINES_MAX));
    assert_one(shape_faults(&files(&[("a/src/long.rs", &long)])), "601 lines");
    assert_one(shape_faults(&files(&[("a/src/b.rs", "use std::fmt;\n")])), "a/src/b.rs");
    let pair = files(&[("a/src/b.rs", "//! x\n"), ("a/src/b_tests.rs", "use super::*;\n")]);
    assert_none(shape_faults(&pair));
    assert_one(shape_faults(&files(&[("a/src/b_tests.rs", "use super::*;\n")])), "a/src/b_tests.rs");
}

fn shape_faults(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files {
        let lines = text.lines().count();
        if lines > LINES_MAX && !LONG.iter().any(|(long, _)| long == path) {
            faults.push(format!(
                "{path} has {lines} lines: divide it, or say in tidy/rules.rs why it is one file"
            ));
        }
        // The tests of b.rs may stand in b_tests.rs; b.rs says what both are for.
        let half =
            path.strip_suffix("_tests.rs").is_some_and(|stem| files.contains_key(&format!("{stem}.rs")));
        if !half && !text.starts_with("//!") {
            faults.push(format!("{path} does not open with //! and what it is for"));
        }
    }
    faults
}

#[test]
fn no_script_writes_to_a_reader_that_leaves() {
    let texts = texts();
    assert!(texts.contains_key("bombo"), "the scripts are looked at");
    assert_none(leaving(&texts));
}

#[test]
fn canary_a_reader_that_leaves_is_found() {
    let script =
        |line: &str| leaving(&files(&[("a.sh", &format!("#!/bin/bash\nset -euo pipefail\n{line}\n"))]));
    assert_one(script("if xwininfo -tree | grep -q Bombo; then"), "a.sh:3");
    assert_none(script("if grep -q Bombo <<< \"$(xwininfo -tree)\"; then"));
}

/// `grep -q` is done with the first line that it likes; with `pipefail`, who still writes to it fails, now and then.
fn leaving(files: &Files) -> Vec<String> {
    let scripts = files.iter().filter(|(_, text)| text.starts_with("#!") && text.contains("pipefail"));
    let lines =
        scripts.flat_map(|(path, text)| (1..).zip(text.lines()).map(move |(at, line)| (path, at, line)));
    lines
        .filter(|(_, _, line)| line.contains("| grep -q"))
        .map(|(path, at, line)| format!("{path}:{at}: give grep a string, and not a pipe: {}", line.trim()))
        .collect()
}

#[test]
fn no_file_names_a_machine_or_a_registry() {
    let texts = texts();
    assert!(texts.len() > 100, "the whole house is looked at");
    assert_none(betrayals(&texts));
}

#[test]
fn canary_a_path_of_a_machine_is_found() {
    let home = PLACES[1];
    assert_one(betrayals(&files(&[("docs/a.md", &format!("see {home}ana/sala"))])), "docs/a.md:1");
    assert_one(betrayals(&files(&[(".ci/run", &format!("\ncd {}main", PLACES[0]))])), ".ci/run:2");
    assert_one(
        betrayals(&files(&[(".cargo/config.toml", &format!("registry = \"{}https://x\"", REGISTRIES[0]))])),
        "config.toml:1",
    );
    let relative = format!("docs{home}page.md and ../..{}x", PLACES[0]);
    assert_none(betrayals(&files(&[("a.md", &relative), ("Cargo.lock", REGISTRIES[1])])));
}

fn betrayals(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("Cargo.lock")) {
        for (number, line) in (1..).zip(text.lines()) {
            for place in PLACES {
                // Behind a name or a dot it is part of a relative path.
                let absolute =
                    |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == '_');
                if line.match_indices(place).any(|(at, _)| absolute(at)) {
                    faults.push(format!("{path}:{number}: {place}"));
                }
            }
            faults.extend(
                REGISTRIES
                    .iter()
                    .filter(|name| line.contains(**name))
                    .map(|name| format!("{path}:{number}: {name}")),
            );
        }
    }
    faults
}

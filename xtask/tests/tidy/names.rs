//! What has one home, and who may move the hall.

use crate::reading::{Files, assert_none, assert_one, files, lines_with, programs, sources};
use crate::rules::{CALLS, HOMES, Home};

#[test]
fn the_core_is_no_std_and_serialises_nothing() {
    assert_none(core_faults(&sources()));
}

#[test]
fn canary_a_derive_in_the_core_is_found() {
    let cards = ("hall-cards/src/lib.rs", "//! x\n#![no_std]\n");
    let core = ("hall-core/src/lib.rs", "//! x\n#![no_std]\n");
    let good = ("hall-core/src/a.rs", "//! x\n// Serialize\nstruct A;");
    assert_none(core_faults(&files(&[cards, core, good])));
    for path in ["hall-cards/src/a.rs", "hall-core/src/a.rs"] {
        let bad = files(&[cards, core, (path, "//! x\n#[derive(Serialize)]\nstruct A;")]);
        assert_one(core_faults(&bad), path);
    }
    assert_one(core_faults(&files(&[cards, ("hall-core/src/lib.rs", "//! x\n")])), "no_std");
    assert_one(core_faults(&files(&[core])), "hall-cards/src/lib.rs does not say #![no_std]");
}

/// Where choices get the names they have in messages; the record is written by hand (ADR 12).
const NAMES: &str = "src/names.rs";

fn core_faults(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for room in ["hall-cards/", "hall-core/"] {
        let lib = files.get(&format!("{room}src/lib.rs")).map_or("", String::as_str);
        if !lib.lines().any(|line| line.trim() == "#![no_std]") {
            faults.push(format!("{room}src/lib.rs does not say #![no_std]"));
        }
        let names = format!("{room}{NAMES}");
        let of_room = |path: &str| path.starts_with(&format!("{room}src/")) && path != names;
        for (path, text) in files.iter().filter(|(path, _)| of_room(path)) {
            for word in ["Serialize", "Deserialize"] {
                faults.extend(lines_with(text, word).map(|line| {
                    format!("{path}:{line}: {word}; choices get their names in {names}, what travels is in hall-wire")
                }));
            }
        }
    }
    faults
}

#[test]
fn what_has_one_home_is_named_nowhere_else() {
    let sources = sources();
    assert_none(homeless(&sources, HOMES));
    for home in HOMES.iter().take(5) {
        assert!(
            sources.values().any(|text| lines_with(text, home.name).next().is_some()),
            "{} is used at all",
            home.name
        );
    }
}

#[test]
fn canary_a_name_away_from_home_is_found() {
    let good = ("hall-server/src/journal/open.rs", "//! x\nuse rusqlite::Connection;");
    assert_none(homeless(
        &files(&[
            good,
            ("hall-server/src/desk.rs", "//! x\n// rusqlite is elsewhere\nlet not_rusqlite_at_all = 1;"),
        ]),
        HOMES,
    ));
    let bad = files(&[good, ("hall-server/src/desk.rs", "//! x\n\nuse rusqlite::Row;")]);
    assert_one(homeless(&bad, HOMES), "hall-server/src/desk.rs:3: rusqlite");
    let clock = files(&[("hall-server/src/desk.rs", "//! x\nlet now = jiff::Timestamp::now();")]);
    assert_one(homeless(&clock, HOMES), "Timestamp::now");
    let rest =
        files(&[("hall-core/src/game.rs", "//! x\n#[allow(clippy::wildcard_enum_match_arm)]\nfn a() {}")]);
    assert_one(homeless(&rest, HOMES), "hall-core/src/game.rs:2: wildcard_enum_match_arm");
}

#[test]
fn only_the_desk_moves_the_hall_and_writes_the_record() {
    let sources = programs();
    assert_none(homeless(&sources, CALLS));
    for call in ["hall.apply(", "journal.append("] {
        let desk = &sources["hall-server/src/desk.rs"];
        assert!(
            lines_with(desk, call).next().is_some(),
            "the desk itself calls {call}…): is the rule still about it?"
        );
    }
}

#[test]
fn canary_a_second_writer_is_found() {
    let bad = files(&[("hall-server/src/web/command.rs", "//! x\nself.journal.append(&batch)?;")]);
    assert_one(homeless(&bad, CALLS), "hall-server/src/web/command.rs:2");
    let bad = files(&[("hall-server/src/panels.rs", "//! x\nhall.apply(1, 2);")]);
    assert_one(homeless(&bad, CALLS), "hall-server/src/panels.rs:2");
    let bad = files(&[("hall-server/src/papers.rs", "//! x\nlet (journal, _) = Journal::open(dir)?;")]);
    assert_one(homeless(&bad, CALLS), "papers.rs:2");
}

fn homeless(files: &Files, homes: &[Home]) -> Vec<String> {
    let mut faults = Vec::new();
    for Home { name, places } in homes {
        let at_home = |path: &str| {
            places.iter().any(|place| path == *place || (place.ends_with('/') && path.starts_with(place)))
        };
        for (path, text) in files.iter().filter(|(path, _)| !at_home(path)) {
            faults.extend(
                lines_with(text, name).map(|line| format!("{path}:{line}: {name} belongs in {places:?}")),
            );
        }
    }
    faults
}

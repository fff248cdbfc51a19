//! Evenings in the trade's own words, with what is expected of each line below it.
//!
//! A line behind `>` is somebody's, or the machine's, and is read by `Script::line`; what stands below it is checked whole.
//! `UPDATE_EXPECT=1 cargo test -p hall-core --test evenings` writes the answers anew.

mod asking;
mod support;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use hall_core::event::Event;
use hall_core::people::Actor;
use hall_core::record::{decode, encode, kinds};
use hall_core::request::Request;
use hall_core::series::CardNo;
use support::phases;
use words::Script;

/// The scripts, by name.
fn evenings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/evenings");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ext| ext == "evening"));
    names.sort();
    assert!(names.len() >= 20, "the evenings are in {}", folder.display());
    names
}

#[test]
fn every_evening_goes_as_expected() {
    for path in evenings() {
        let text = fs::read_to_string(&path).unwrap();
        let transcript = Script::play(&text);
        expect_file![path].assert_eq(&transcript);
    }
}

/// A start from a snapshot at any line of any evening goes on as if the hall had never stopped (ADR 36).
#[test]
fn a_hall_that_is_written_down_at_any_line_goes_on_as_it_was() {
    let played = evenings().into_iter().map(|path| Script::recorded(&fs::read_to_string(path).unwrap()));
    let met = phases::phases().into_iter().map(|(_, bench)| bench);
    // What the desk, the printer and a second reader do besides.
    let (mut desk, mut readers) = (phases::printing(), phases::drawing());
    let rest = Request::PrintCards {
        series: support::series("A17"),
        first: Some(CardNo(8)),
        last: None,
        template: "a4-6".into(),
    };
    desk.ask(support::SALA, rest).unwrap();
    desk.log_in("mesa-1", support::SALA);
    desk.ask(support::SALA, Request::LogOut).unwrap();
    for kind in [
        "login_refused",
        "matrix_imported",
        "series_printed",
        "printing_done",
        "printing_stopped",
        "acta_issued",
        "time_stamped",
        "book_opened",
        "book_kept_for",
        "folios_taken",
        "book_closed",
        "acta_copied",
        "record_archived",
        "deletion_set",
        "values_deleted",
        "requests_digested",
        "film_kept",
        "sound_kept",
        "film_deleted",
    ] {
        desk.commit(Actor::System, "servidor", golden(kind));
    }
    for kind in ["second_reader_identified", "second_reader_saw", "ball_candidate", "second_reader_lost"] {
        readers.commit(Actor::Machine, "maquina", golden(kind));
    }
    let mut happened = BTreeSet::new();
    for bench in played.chain(met).chain([desk, readers]) {
        bench.replayed_by_snapshots();
        happened.extend(bench.record.iter().map(|line| encode(&line.event).kind));
    }
    let missing: Vec<_> = kinds().filter(|kind| !happened.contains(kind)).collect();
    assert_eq!(missing, [""; 0], "kinds of event after which no hall was written down");
}

/// The first of the golden examples of a kind.
fn golden(kind: &str) -> Vec<Event> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/v1/{kind}.json"));
    let text = fs::read_to_string(golden).unwrap();
    vec![decode(kind, 1, text.lines().next().unwrap()).unwrap()]
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

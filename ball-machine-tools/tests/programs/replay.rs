//! `replay`, and the recordings that are kept.

use std::fs;
use std::path::Path;

use expect_test::expect_file;

use crate::{Running, path, text, tool};

const HEAD: &str = "{\"ball-machine\":1,\"driver\":\"stx-simple\",\"line\":\"9600 8N1\"}\n";

fn replayed(recording: &str) -> std::process::Output {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("heard");
    fs::write(&file, recording).unwrap();
    tool(&["replay", path(&file)]).output().unwrap()
}

/// Two files make a test of what was heard in a hall: see `recordings/README.md`.
#[test]
fn every_recording_still_means_what_it_meant() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/recordings"));
    let mut recordings: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    recordings.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    assert!(recordings.len() >= 2, "{recordings:?}");
    for recording in recordings {
        let mut arguments = vec!["replay".to_owned(), "--meanings".to_owned(), path(&recording).to_owned()];
        for (ending, option) in [("toml", "--driver"), ("csv", "--tags")] {
            let file = recording.with_extension(ending);
            if file.exists() {
                arguments.extend([option.to_owned(), path(&file).to_owned()]);
            }
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let replayed = tool(&arguments).output().unwrap();
        assert!(replayed.status.success(), "{}", text(&replayed));
        expect_file![recording.with_extension("txt")].assert_eq(&text(&replayed));
    }
}

#[test]
fn the_first_answer_of_contacts_counts_and_all_that_happened_is_shown() {
    let head = HEAD.replace("stx-simple", "contactos");
    // Three answers, as the driver asks for: without the first the door is never open.
    let answers: String =
        [5, 55, 105].iter().map(|ms| format!("{{\"ms\":{ms},\"in\":\"01 02 01 04 A0 4B\"}}\n")).collect();
    let unasked = replayed(&format!("{head}{{\"ms\":1,\"port\":\"open\"}}\n{answers}"));
    assert!(
        text(&unasked).contains("door-open") && text(&unasked).contains("malas: 0"),
        "{}",
        text(&unasked)
    );
    let asked: String = [(2, 5), (52, 55), (102, 105)]
        .iter()
        .map(|(out, came)| {
            format!(
                "{{\"ms\":{out},\"out\":\"01 02 00 00 00 08 79 CC\"}}\n{{\"ms\":{came},\"in\":\"01 02 01 04 A0 4B\"}}\n"
            )
        })
        .collect();
    let again =
        replayed(&format!("{head}{{\"ms\":1,\"port\":\"open\"}}\n{asked}{{\"ms\":110,\"port\":\"lost\"}}\n"));
    let said = text(&again);
    for part in ["puerto abierto", "→ 01 02 00 00", "door-open", "cable fuera", "malas: 0"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_line_that_a_power_failure_cut_is_left_out() {
    let ball = "{\"ms\":5,\"in\":\"02 44 30 37 03 40\"}\n";
    let cut = replayed(&format!("{HEAD}{ball}{{\"ms\":6,\"in\":\"02 4"));
    assert!(cut.status.success() && text(&cut).contains("bola 7"), "{}", text(&cut));
    assert!(text(&cut).contains("La última línea está a medias"), "{}", text(&cut));
    let within = replayed(&format!("{HEAD}{{\"ms\":6,\"in\":\"02 4\n{ball}"));
    assert_eq!(within.status.code(), Some(1), "{}", text(&within));
    assert!(text(&within).contains(":2: no es una línea de grabación: «{"), "{}", text(&within));
    assert!(!text(&within).contains("column"), "{}", text(&within));
}

#[test]
fn times_that_are_far_are_refused_or_jumped_to() {
    let far = replayed(&format!("{HEAD}{{\"ms\":{},\"in\":\"02\"}}\n", u64::MAX));
    assert_eq!(far.status.code(), Some(1), "{}", text(&far));
    assert!(text(&far).contains(":2: «ms» es más de un año"), "{}", text(&far));
    let year: u64 = 365 * 24 * 3_600 * 1_000;
    let long = replayed(&format!(
        "{HEAD}{{\"ms\":1,\"in\":\"02 44 30 37 03 40\"}}\n{{\"ms\":{year},\"in\":\"02 44 30 37 03 40\"}}\n"
    ));
    assert!(long.status.success() && text(&long).contains("tramas buenas: 2"), "{}", text(&long));
}

#[test]
fn ctrl_c_ends_a_replay_over_a_terminal_with_its_total() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("heard");
    fs::write(&file, HEAD).unwrap();
    let mut replay = Running::start(tool(&["replay", path(&file), "--pty"]));
    replay.until("pty");
    replay.interrupt();
    replay.until("Bytes dichos: 0.");
    assert_eq!(replay.ended(), Some(0));
}

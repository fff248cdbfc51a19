//! Cards that others made, from outside: what is said of a good file, and of one with faults.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn program(words: &[&str], files: &[(&str, &Path)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_card-printer"));
    command.args(words);
    for (option, file) in files {
        command.arg(option).arg(file);
    }
    command.output().unwrap()
}

/// Six thousand cards of our own as CSV and JSON, and what was said of them.
fn made(csv: &Path, json: &Path) -> serde_json::Value {
    let words = ["matrix", "--key", "000102030405060708090a0b0c0d0e0f", "--number", "7", "--kind", "single"];
    let run = program(&[&words[..], &["--size", "6000"]].concat(), &[("--csv", csv), ("--json", json)]);
    assert!(run.status.success(), "{run:?}");
    serde_json::from_slice(&run.stdout).unwrap()
}

#[test]
fn a_matrix_goes_out_and_comes_in_again_in_both_formats() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (csv, json) = (file("a.csv"), file("a.json"));
    let hash = made(&csv, &json)["faces_sha256"].as_str().unwrap().to_owned();
    let text = fs::read_to_string(&csv).unwrap();
    let numbers = |line: &str| line.split(',').skip(1).map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = text
        .lines()
        .skip(1)
        .flat_map(|line| numbers(line).chunks(5).map(<[_]>::to_vec).collect::<Vec<_>>())
        .collect();
    let repeated = rows.len() - rows.iter().collect::<BTreeSet<_>>().len();
    assert!(rows.len() == 18_000 && repeated > 0);
    let of_cards = format!(
        "Cartones: 6000, numerados desde el 1, sin errores\nFilas repetidas: {repeated}, iguales a la de un cartón anterior\nSHA-256 de los cartones: {hash}\n"
    );
    for (from, said) in [(&csv, of_cards.clone()), (&json, format!("Matriz: 7\n{of_cards}"))] {
        let (to_csv, to_json) = (file("b.csv"), file("b.json"));
        let run = program(&["check-matrix"], &[("--in", from), ("--csv", &to_csv), ("--json", &to_json)]);
        assert_eq!((run.status.code(), String::from_utf8(run.stdout).unwrap()), (Some(0), said), "{from:?}");
        assert!(fs::read(to_csv).unwrap() == fs::read(&csv).unwrap(), "the same bytes as ours");
        let (ours, theirs) = (fs::read_to_string(&json).unwrap(), fs::read_to_string(to_json).unwrap());
        let theirs = if from == &csv { theirs.replacen('{', "{\"matrix\":7,", 1) } else { theirs };
        assert!(ours == theirs, "a CSV has no number of a matrix, and nothing else is missing");
    }
}

#[test]
fn a_file_with_faults_is_told_line_by_line_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (csv, json, out) = (file("a.csv"), file("a.json"), file("out.csv"));
    made(&csv, &json);
    let text = fs::read_to_string(&csv).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let (seventh, ninth) = (lines[7].replacen(',', ",x", 1), format!("{},91", lines[9]));
    (lines[7], lines[9]) = (&seventh, &ninth);
    lines.remove(20);
    fs::write(&csv, lines.join("\n")).unwrap();
    let run = program(&["check-matrix"], &[("--in", &csv), ("--csv", &out)]);
    assert_eq!((run.status.code(), &run.stdout[..]), (Some(2), &b""[..]));
    let said = String::from_utf8(run.stderr).unwrap();
    let told: Vec<&str> = said.lines().map(|line| line.split(" lleva «x").next().unwrap()).collect();
    assert_eq!(
        told,
        [
            "card-printer: el fichero no vale como matriz y no se toma ningún cartón de él:",
            "Línea 8: el cartón 7",
            "Línea 10: el cartón 9 tiene 17 campos y han de ser 16: su número y los quince del cartón.",
            "Línea 21: el cartón 21 viene detrás del 19, y falta el 20.",
        ]
    );
    assert!(!out.exists(), "nothing is written");
}

#[test]
fn a_file_that_is_not_there_is_another_failure_and_a_matrix_must_go_somewhere() {
    let folder = TempDir::new().unwrap();
    let run = program(&["check-matrix"], &[("--in", &folder.path().join("no.csv"))]);
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8(run.stderr).unwrap().contains("no se puede leer"));
    let run = program(&["check-matrix"], &[("--in", folder.path())]);
    assert_eq!(run.status.code(), Some(1), "a folder is opened and cannot be read");
    let words = ["matrix", "--key", "00", "--number", "7", "--kind", "single", "--size", "6"];
    let run = program(&words, &[]);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8(run.stderr).unwrap().contains("--csv"), "one of the two");
}

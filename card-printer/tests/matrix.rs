//! A matrix from its key, from outside: two programs in two languages that share nothing must write the
//! same cards, and what cannot be is refused with a word about what can.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const KEY: &str = "000102030405060708090a0b0c0d0e0f";

/// A size that strips allow, with some skipped cards where it is clean.
const SIZE: &str = "3000";

fn ours(words: &[&str], csv: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_card-printer");
    Command::new(program).arg("matrix").args(words).arg("--csv").arg(csv).output().unwrap()
}

/// The independent one, of `docs/`.
fn theirs(words: &[&str], csv: &Path) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rebuild_matrix.py");
    let output = Command::new("python3").arg(script).args(words).arg("--csv").arg(csv).output();
    output.expect("python3 is missing: ./bombo test installs it")
}

#[test]
fn an_independent_program_rebuilds_the_same_matrix() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (folder.path().join("a.csv"), folder.path().join("b.csv"));
    for kind in ["single", "strip"] {
        for clean in [&["--clean"][..], &[]] {
            let words =
                [&["--key", KEY, "--number", "4294967295", "--kind", kind, "--size", SIZE], clean].concat();
            let (one, other) = (ours(&words, &a), theirs(&words, &b));
            assert!(one.status.success() && other.status.success(), "{one:?} {other:?}");
            assert!(fs::read(&a).unwrap() == fs::read(&b).unwrap(), "{words:?}: other cards");
            assert_eq!(fs::read_to_string(&a).unwrap().lines().count(), 3001);
            let report: Value = serde_json::from_slice(&one.stdout).unwrap();
            let said = String::from_utf8(other.stdout).unwrap();
            for hash in ["key_sha256", "faces_sha256"] {
                assert!(said.contains(report[hash].as_str().unwrap()), "{words:?}: another {hash}");
            }
        }
    }
}

#[test]
fn a_clean_matrix_is_another_one_and_has_no_two_equal_lines() {
    let folder = TempDir::new().unwrap();
    let csv = folder.path().join("a.csv");
    let equal_lines = |clean: &[&str]| {
        let words = ["--key", KEY, "--number", "1", "--kind", "single", "--size", "6000"];
        assert!(ours(&[&words[..], clean].concat(), &csv).status.success());
        let text = fs::read_to_string(&csv).unwrap();
        let mut lines: Vec<Vec<u8>> = Vec::new();
        for row in text.lines().skip(1) {
            let numbers: Vec<u8> = row.split(',').skip(1).map(|number| number.parse().unwrap()).collect();
            lines.extend(numbers.chunks(5).map(<[u8]>::to_vec));
        }
        let all = lines.len();
        lines.sort();
        lines.dedup();
        all - lines.len()
    };
    assert!(equal_lines(&[]) > 0, "the canary: 6,000 plain cards have sixteen or so");
    assert_eq!(equal_lines(&["--clean"]), 0);
}

#[test]
fn a_key_in_groups_is_the_same_key_and_what_cannot_be_is_refused() {
    let folder = TempDir::new().unwrap();
    let csv = folder.path().join("a.csv");
    let with = |key: &str, number: &str, kind: &str, size: &str| {
        ours(&["--key", key, "--number", number, "--kind", kind, "--size", size], &csv)
    };
    let grouped = with("00010203 04050607 08090A0B 0C0D0E0F", "1", "single", "12");
    assert_eq!(grouped.stdout, with(KEY, "1", "single", "12").stdout);
    fs::remove_file(&csv).unwrap();
    for (run, words) in [
        (with("0001", "1", "single", "12"), "32 cifras hexadecimales"),
        (with(&KEY.replace("0f", "0g"), "1", "single", "12"), "32 cifras hexadecimales"),
        (with(KEY, "0", "single", "12"), "de 1 a 4294967295"),
        (with(KEY, "1", "single", "0"), "de 1 a 1000000 cartones"),
        (with(KEY, "1", "strip", "100"), "múltiplo de 6"),
    ] {
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(said.contains(words), "«{said}»");
        assert!(!csv.exists(), "nothing is written");
    }
}

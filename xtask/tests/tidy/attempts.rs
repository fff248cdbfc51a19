//! Each attempt of `docs/attempts.md` is shown by tests that there are.

use crate::reading::{Files, assert_none, assert_one, files, spans, texts};

const PAGE: &str = "docs/attempts.md";

/// The attempts of the trials, by their number in the page.
const NUMBERED: usize = 17;

#[test]
fn each_attempt_is_shown_by_tests_that_there_are() {
    let texts = texts();
    assert_none(unshown(&texts[PAGE], &texts));
}

#[test]
fn canary_an_attempt_that_nothing_shows_is_found() {
    let tests =
        files(&[("a/tests/b.rs", "//! x\n#[test]\nfn it_is_refused() {}\n/// y\nfn it_is_no_test() {}\n")]);
    let page = |shown: &str| {
        let rows = (1..=NUMBERED).map(|number| format!("| {number} | a | b | `c` | {shown} |\n"));
        rows.collect::<String>()
    };
    assert_none(unshown(&page("`it_is_refused`"), &tests));
    assert_one(unshown(&page("`it_is_refused`").replace("| 9 |", "| 19 |"), &tests), "row 9");
    for (shown, said) in
        [("", "nothing"), ("`it_is_gone`", "it_is_gone"), ("`it_is_no_test`", "it_is_no_test")]
    {
        let faults = unshown(&page("`it_is_refused`").replacen("`it_is_refused`", shown, 1), &tests);
        assert_one(faults, said);
    }
}

/// Returns the rows of the page without a test, and those that are missing.
fn unshown(page: &str, sources: &Files) -> Vec<String> {
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.contains("shown by"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let mut faults = Vec::new();
    for number in 1..=NUMBERED {
        if !rows.iter().any(|row| row[0] == number.to_string()) {
            faults.push(format!("{PAGE}: row {number} is missing"));
        }
    }
    for row in &rows {
        let (_, names) = spans(row[row.len() - 1]);
        if names.is_empty() {
            faults.push(format!("{PAGE}: nothing shows «{}»", row.join(" | ")));
        }
        let is_test = |name: &String| {
            let heads = ["fn ", "    fn "].map(|head| format!("#[test]\n{head}{name}("));
            let has = |(path, text): (&String, &String)| {
                path.ends_with(".rs") && heads.iter().any(|head| text.contains(head))
            };
            sources.iter().any(has)
        };
        faults.extend(
            names.iter().filter(|name| !is_test(name)).map(|name| format!("{PAGE}: {name} is no test")),
        );
    }
    faults
}

//! What the pages link to and name exists.

use std::path::Path;

use crate::reading::{Files, assert_none, assert_one, files, house, links, spans, texts, without_dots};

#[test]
fn every_link_leads_somewhere() {
    let pages: Files = texts().into_iter().filter(|(path, _)| path.ends_with(".md")).collect();
    assert!(pages.contains_key("README.md") && pages.contains_key("ARCHITECTURE.md"));
    assert_none(dead_links(&pages, &|path| house().join(path).exists()));
}

#[test]
fn canary_a_dead_link_is_found() {
    let there = |path: &Path| path == Path::new("docs/adr/0001-x.md") || path == Path::new("README.md");
    let good = "[a](adr/0001-x.md#context) [b](../README.md) [c](https://example.org) [d](#here) `[e](f)`\n```\n[g](h)\n```";
    assert_none(dead_links(&files(&[("docs/a.md", good)]), &there));
    assert_one(
        dead_links(&files(&[("docs/a.md", "![a](pictures/none.png)")]), &there),
        "docs/a.md: pictures/none.png",
    );
}

fn dead_links(pages: &Files, exists: &dyn Fn(&Path) -> bool) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in pages {
        for target in links(text) {
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let folder = Path::new(path).parent().unwrap_or(Path::new(""));
            if !exists(&without_dots(&folder.join(file))) {
                faults.push(format!("{path}: {target} leads nowhere"));
            }
        }
    }
    faults
}

#[test]
fn what_the_pages_name_exists() {
    let texts = texts();
    let prose = |path: &str| {
        ["ARCHITECTURE.md", "README.md", "ball-machine/README.md"].contains(&path)
            || path.starts_with("docs/")
    };
    let pages: Files = texts
        .iter()
        .filter(|(path, _)| prose(path) && path.ends_with(".md"))
        .map(|(a, b)| (a.clone(), b.clone()))
        .collect();
    assert_none(strangers(&pages, &texts));
}

#[test]
fn canary_a_test_or_file_that_is_gone_is_found() {
    let texts = files(&[("a/src/b.rs", "//! x\n#[test]\nfn a_ball_is_a_ball() {}")]);
    let named = |page: &str| strangers(&files(&[("ARCHITECTURE.md", page)]), &texts);
    assert_none(named(
        "`a_ball_is_a_ball` in `a/src/b.rs`, or `src/b.rs`, or `b.rs`; `two_words`; `a/b` `x.rs y`",
    ));
    assert_one(named("`a_ball_is_no_ball`"), "a_ball_is_no_ball");
    assert_one(named("`a/src/c.rs`"), "a/src/c.rs");
    assert_one(named("`a_ball_is`"), "a_ball_is");
}

/// Returns what pages cite and nobody has: tests and functions with two `_` or more, and files.
fn strangers(pages: &Files, texts: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    let sources: Vec<&String> =
        texts.iter().filter(|(path, _)| path.ends_with(".rs")).map(|(_, text)| text).collect();
    for (page, text) in pages {
        for name in spans(text).1 {
            let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            let is_function =
                name.chars().all(word) && name.matches('_').count() >= 2 && !name.contains("__");
            let known = || {
                let whole = |text: &&String| {
                    text.match_indices(&name).any(|(at, _)| {
                        !text[at + name.len()..].starts_with(word) && !text[..at].ends_with(word)
                    })
                };
                sources.iter().any(whole)
            };
            if is_function && !known() {
                faults.push(format!("{page}: there is no {name}"));
            }
            let file = [".rs", ".md", ".sql", ".toml", ".ttf"].iter().any(|end| name.ends_with(end))
                && !name.contains([' ', '*', '<']);
            let base = name.rsplit('/').next().unwrap_or_default();
            // What a program writes stands in its source, as "sala.toml" does.
            let there = || texts.keys().any(|path| *path == name || path.ends_with(&format!("/{name}")));
            let made = || sources.iter().any(|text| text.contains(&format!("\"{base}\"")));
            if file && !there() && !made() {
                faults.push(format!("{page}: there is no {name}"));
            }
        }
    }
    faults
}

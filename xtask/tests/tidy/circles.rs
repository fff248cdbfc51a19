//! No two modules of a crate use each other: what belongs below moves below.

use std::collections::{BTreeMap, BTreeSet};

use crate::reading::{Files, assert_none, assert_one, files, programs};
use crate::rules::CIRCLES;

#[test]
fn no_two_modules_of_a_crate_use_each_other() {
    let programs = programs();
    let of_core: usize = uses(&programs)["hall-core"].values().map(BTreeSet::len).sum();
    assert!(of_core > 50, "the core's modules use each other: {of_core}");
    assert_none(circles(&programs, CIRCLES));
}

#[test]
fn canary_a_circle_is_found() {
    let web = ("a/src/web/read.rs", "//! x\nuse crate::papers::Papers;\n");
    let good = ("a/src/papers.rs", "//! x\n// crate::web\nuse super::web_of_spiders;\n");
    assert_none(circles(&files(&[web, good, ("b/src/papers.rs", "//! x\nuse crate::web::Web;\n")]), &[]));
    let bad = files(&[web, ("a/src/papers/acta.rs", "//! x\nuse crate::{clock, web::House};\n")]);
    assert_one(circles(&bad, &[]), "a: papers, web use each other");
    assert_none(circles(&bad, &[("a", &["papers", "web"], "for a reason")]));
    assert_one(circles(&files(&[web]), &[("a", &["papers", "web"], "for a reason")]), "strike them");
    let tests = ("a/src/papers.rs", "//! x\n#[cfg(test)]\nmod tests { use crate::web::Web; }\n");
    assert_none(circles(&files(&[web, tests]), &[]));
    let chain =
        [web, ("a/src/papers.rs", "use crate::clock::Clock;"), ("a/src/clock.rs", "use crate::web::Web;")];
    assert_one(circles(&files(&chain), &[]), "a: clock, papers, web use each other");
}

/// Of each crate, what each module at its root uses of the others.
type Uses<'a> = BTreeMap<&'a str, BTreeMap<&'a str, BTreeSet<String>>>;

fn uses(files: &Files) -> Uses<'_> {
    let mut uses = Uses::new();
    for (path, text) in files {
        let Some((room, rest)) = path.split_once("/src/") else { continue };
        let Some(module) = module(rest) else { continue };
        let others = named(text).filter(|name| name != module);
        uses.entry(room).or_default().entry(module).or_default().extend(others);
    }
    uses
}

/// Modules that use themselves through others, and rows of `known` that are out of date.
fn circles(files: &Files, known: &[(&str, &[&str], &str)]) -> Vec<String> {
    let mut found: BTreeSet<(&str, Vec<&str>)> = BTreeSet::new();
    for (room, mut reach) in uses(files) {
        let modules: Vec<&str> = reach.keys().copied().collect();
        // A module reaches what the modules it uses reach: each in turn taken as the one between (Warshall).
        for between in &modules {
            let further = reach[between].clone();
            for used in reach.values_mut().filter(|used| used.contains(*between)) {
                used.extend(further.clone());
            }
        }
        for module in &modules {
            let round = |other: &&str| reach[module].contains(*other) && reach[other].contains(*module);
            let circle: Vec<&str> = modules.iter().copied().filter(round).collect();
            if !circle.is_empty() {
                found.insert((room, circle));
            }
        }
    }
    let known: BTreeSet<(&str, Vec<&str>)> =
        known.iter().map(|(room, circle, _)| (*room, circle.to_vec())).collect();
    let new = found.difference(&known).map(|(room, circle)| {
        format!("{room}: {} use each other: something of one goes below the others", circle.join(", "))
    });
    let old = known
        .difference(&found)
        .map(|(room, circle)| format!("{room}: {} are no circle: strike them", circle.join(", ")));
    new.chain(old).collect()
}

/// Returns the module at the root of the crate that a file belongs to; programs, roots and tests have none.
fn module(path: &str) -> Option<&str> {
    let module = path.split('/').next().expect("split gives one").trim_end_matches(".rs");
    let test = path.ends_with("_tests.rs") || path.ends_with("/tests.rs") || path.contains("/tests/");
    (!test && !["bin", "lib", "main"].contains(&module)).then_some(module)
}

/// Returns the modules at the root of its crate that a text names, its tests left out.
fn named(text: &str) -> impl Iterator<Item = String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let mut names = Vec::new();
    let first =
        |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    for (at, found) in code.match_indices("crate::") {
        let rest = &code[at + found.len()..];
        if rest.starts_with('{') {
            // The first word at each comma of the outermost braces.
            let mut depth = 0;
            for (at, sign) in rest.char_indices() {
                match sign {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => (),
                }
                if depth == 1 && (sign == '{' || sign == ',') {
                    names.push(first(rest[at + 1..].trim_start()));
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            names.push(first(rest));
        }
    }
    names.into_iter().filter(|name| !name.is_empty())
}

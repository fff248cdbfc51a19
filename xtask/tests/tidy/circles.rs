//! No two modules of a crate use each other: what belongs below moves below.

use std::collections::{BTreeMap, BTreeSet};

use crate::reading::{Files, assert_none, assert_one, files, programs};
use crate::rules::CIRCLES;

#[test]
fn no_two_modules_of_a_crate_use_each_other() {
    assert_none(circles(&programs(), CIRCLES));
}

#[test]
fn canary_a_circle_is_found() {
    let web = ("a/src/web/read.rs", "//! x\nuse crate::papers::Papers;\n");
    let good = ("a/src/papers.rs", "//! x\n// crate::web\nuse super::web_of_spiders;\n");
    assert_none(circles(&files(&[web, good, ("b/src/papers.rs", "//! x\nuse crate::web::Web;\n")]), &[]));
    let bad = files(&[web, ("a/src/papers/acta.rs", "//! x\nuse crate::{clock, web::House};\n")]);
    assert_one(circles(&bad, &[]), "a: papers and web use each other");
    assert_none(circles(&bad, &[("a", "papers", "web", "for a reason")]));
    assert_one(circles(&files(&[web]), &[("a", "papers", "web", "for a reason")]), "no longer");
    let tests = ("a/src/papers.rs", "//! x\n#[cfg(test)]\nmod tests { use crate::web::Web; }\n");
    assert_none(circles(&files(&[web, tests]), &[]));
}

fn circles(files: &Files, known: &[(&str, &str, &str, &str)]) -> Vec<String> {
    let mut uses: BTreeMap<&str, BTreeSet<(&str, String)>> = BTreeMap::new();
    for (path, text) in files {
        let Some((room, (module, text))) =
            path.split_once("/src/").and_then(|(room, rest)| Some((room, (module(rest)?, text))))
        else {
            continue;
        };
        let of_room = uses.entry(room).or_default();
        of_room.extend(named(text).filter(|name| name != module).map(|name| (module, name)));
    }
    let mut faults = Vec::new();
    for (room, uses) in &uses {
        let both =
            uses.iter().filter(|(a, b)| *a < b.as_str() && uses.contains(&(b.as_str(), (*a).to_owned())));
        let found: BTreeSet<(&str, &str)> = both.map(|(a, b)| (*a, b.as_str())).collect();
        let of_room: BTreeSet<(&str, &str)> =
            known.iter().filter(|(of, ..)| of == room).map(|(_, a, b, _)| (*a, *b)).collect();
        faults.extend(
            found
                .difference(&of_room)
                .map(|(a, b)| format!("{room}: {a} and {b} use each other: one goes below")),
        );
        faults.extend(
            of_room
                .difference(&found)
                .map(|(a, b)| format!("{room}: {a} and {b} use each other no longer: strike them")),
        );
    }
    faults
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

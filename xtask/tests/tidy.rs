//! What the compiler cannot say about the house: who may use whom, what is named in one place
//! only, and that the pages tell of things that exist.
//!
//! Each rule is a function over data (a dependency graph, or files by name), with a test that
//! gives it the real workspace and one that gives it something bad. Comments are not code here:
//! whatever stands behind `//` is not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use serde_json::Value;

// ---- the rules as data -----------------------------------------------------------------------

/// One of our crates: which of ours it may use, and what it must never pull in, at any depth.
/// Only dependencies of the programs count, not those of tests.
struct Row {
    name: &'static str,
    ours: &'static [&'static str],
    never: &'static [&'static str],
}

const SCREENS: &[&str] = &["eframe", "egui", "gstreamer"];

/// Who may draw, and with what of [`SCREENS`]. GStreamer is the wall's, and only where it films and shows.
const DRAW: &[(&str, &[&str])] = &[
    ("hall-look", &["egui"]),
    ("caller-console", &["eframe", "egui"]),
    ("display-wall", &["eframe", "egui", "gstreamer"]),
];

const TABLE: &[Row] = &[
    Row {
        name: "hall-core",
        ours: &[],
        never: &["getrandom", "jiff", "rand", "rusqlite", "tokio", "tracing"],
    },
    Row {
        name: "hall-wire",
        ours: &["hall-core"],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    Row { name: "ball-machine", ours: &["hall-core"], never: &["axum", "printpdf", "rusqlite", "tokio"] },
    Row {
        name: "card-printer",
        ours: &["hall-core", "hall-wire"],
        never: &["axum", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "hall-server",
        ours: &["ball-machine", "hall-core", "hall-wire"],
        never: &["printpdf", "qrcode"],
    },
    Row {
        name: "hall-look",
        ours: &["hall-core"],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "caller-console",
        ours: &["hall-core", "hall-look", "hall-wire"],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "display-wall",
        ours: &["hall-core", "hall-look", "hall-wire"],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    // The benches measure the desk from inside; the demo's evening knows the wire only.
    Row { name: "xtask", ours: &["hall-core", "hall-server", "hall-wire"], never: &["printpdf", "qrcode"] },
];

/// All that the core may use, each without its default features.
const CORE_MAY_USE: &[&str] = &["aes", "hmac", "serde_json", "sha2", "thiserror"];

/// A name and the only places where it may stand: a file, or all files that begin so.
struct Home {
    name: &'static str,
    places: &'static [&'static str],
}

const HOMES: &[Home] = &[
    // The tests of the record damage databases on purpose.
    Home {
        name: "rusqlite",
        places: &["hall-server/src/journal.rs", "hall-server/src/journal/", "hall-server/tests/journal/"],
    },
    Home { name: "serialport", places: &["ball-machine/src/port.rs"] },
    Home { name: "printpdf", places: &["card-printer/src/pdf.rs"] },
    Home {
        name: "gstreamer",
        places: &[
            "display-wall/src/pipeline.rs",
            "display-wall/src/camera/pipeline.rs",
            "display-wall/src/camera/rtsp.rs",
            "display-wall/src/video/pipeline.rs",
            // The test that a wall without video has none of it.
            "display-wall/tests/no_video.rs",
        ],
    },
    Home { name: "SystemTime", places: &["hall-server/src/clock.rs"] },
    Home { name: "Timestamp::now", places: &["hall-server/src/clock.rs"] },
    Home { name: "Zoned::now", places: &["hall-server/src/clock.rs"] },
];

/// Calls that move the live hall or write the record, and who may make them.
const CALLS: &[Home] = &[
    // papers.rs replays a record into a hall of its own, through a reader that cannot write;
    // transcribe.rs plays a sheet on a copy, to find out what it comes to.
    Home {
        name: "hall.apply(",
        places: &["hall-core/src/hall/transcribe.rs", "hall-server/src/desk.rs", "hall-server/src/papers.rs"],
    },
    Home { name: "Hall::apply(", places: &[] },
    // found.rs writes the first lines of a new hall, before there is a desk.
    Home { name: "journal.append(", places: &["hall-server/src/desk.rs", "hall-server/src/found.rs"] },
    Home { name: "Journal::append(", places: &[] },
    // Who has no journal has nothing to append to.
    Home { name: "Journal::open(", places: &["hall-server/src/serve.rs"] },
    Home { name: "Journal::create(", places: &["hall-server/src/found.rs"] },
];

/// The longest file nobody has to explain.
const LINES_MAX: usize = 600;

/// Longer files, and why they are still one.
const LONG: &[(&str, &str)] = &[
    ("hall-wire/src/paper.rs", "one vocabulary: every field of a paper, and nothing that acts"),
    ("hall-core/src/event.rs", "one list of all that can become true; half of it is documentation of fields"),
];

/// Files that open with something else than `//!`, and why.
const UNTITLED: &[(&str, &str)] = &[("card-printer/src/font/glyphs.rs", "written by fonts/subset.py")];

/// What betrays the machine somebody worked on. In two pieces, so that this file has none.
const PLACES: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/")];

/// What names a place where crates are downloaded from: for a user's own settings, not ours.
const REGISTRIES: &[&str] = &[
    concat!("spar", "se+"),
    concat!("regist", "ry+"),
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("replace", "-with"),
];

/// Pages whose commands must exist.
const PAGES_WITH_COMMANDS: &[&str] = &["README.md", "docs/procedures.md", "ball-machine/README.md"];

// ---- dependencies ----------------------------------------------------------------------------

#[test]
fn dependencies_point_one_way() {
    assert_none(Graph::of_workspace().faults());
}

#[test]
fn canary_a_dependency_that_points_back_is_found() {
    let graph = |core: &[&str], server: &[&str]| {
        let list = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), false)).collect::<Vec<_>>();
        let mut graph = Graph::default();
        for row in TABLE {
            let uses = match row.name {
                "hall-core" => list(core),
                "hall-server" => list(server),
                _ => vec![],
            };
            graph.ours.insert(row.name.to_owned());
            graph.direct.insert(row.name.to_owned(), uses);
        }
        graph.direct.insert("middle".to_owned(), list(&["printpdf"]));
        graph
    };
    assert_none(graph(&["sha2"], &["hall-core"]).faults());
    assert_one(graph(&["hall-wire"], &[]).faults(), "hall-core uses hall-wire");
    assert_one(graph(&["rayon"], &[]).faults(), "not on its list");
    assert_one(graph(&[], &["card-printer"]).faults(), "hall-server uses card-printer");
    assert_one(graph(&[], &["middle"]).faults(), "hall-server pulls in printpdf");
    let mut defaults = graph(&["sha2"], &[]);
    defaults.direct.insert("hall-core".into(), vec![("sha2".into(), true)]);
    assert_one(defaults.faults(), "default features");
    let mut stranger = graph(&[], &[]);
    stranger.ours.insert("hall-common".into());
    assert_one(stranger.faults(), "hall-common is not in the table");
}

/// Which crate uses which, leaving tests and build scripts out.
#[derive(Default)]
struct Graph {
    ours: BTreeSet<String>,
    /// For each crate those it uses, and whether with default features (told for ours only).
    direct: BTreeMap<String, Vec<(String, bool)>>,
}

impl Graph {
    fn of_workspace() -> Graph {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let host = output(Command::new(&cargo).arg("-vV"));
        let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo tells its host");
        let mut metadata = Command::new(&cargo);
        metadata
            .args(["metadata", "--format-version", "1", "--frozen", "--filter-platform", host])
            .current_dir(house());
        let metadata: Value =
            serde_json::from_str(&output(&mut metadata)).expect("cargo metadata gives JSON");
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let packages = list(&metadata["packages"]);
        let members: BTreeSet<String> = list(&metadata["workspace_members"]).iter().map(text).collect();
        let names: BTreeMap<String, String> =
            packages.iter().map(|p| (text(&p["id"]), text(&p["name"]))).collect();
        let mut graph = Graph::default();
        for id in &members {
            graph.ours.insert(names[id].clone());
        }
        for node in list(&metadata["resolve"]["nodes"]) {
            let normal = |dep: &&Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let uses = list(&node["deps"])
                .iter()
                .filter(normal)
                .map(|dep| (names[&text(&dep["pkg"])].clone(), false))
                .collect::<Vec<_>>();
            graph.direct.entry(names[&text(&node["id"])].clone()).or_default().extend(uses);
        }
        for package in packages.iter().filter(|package| members.contains(&text(&package["id"]))) {
            for wanted in list(&package["dependencies"]).iter().filter(|wanted| wanted["kind"].is_null()) {
                let uses = graph.direct.get_mut(&text(&package["name"])).expect("a member is in the graph");
                for (_, defaults) in uses.iter_mut().filter(|(name, _)| *name == text(&wanted["name"])) {
                    *defaults = wanted["uses_default_features"] == Value::Bool(true);
                }
            }
        }
        graph
    }

    fn uses(&self, name: &str) -> &[(String, bool)] {
        self.direct.get(name).map_or(&[], Vec::as_slice)
    }

    fn all_of(&self, name: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open = vec![name];
        while let Some(next) = open.pop() {
            for (used, _) in self.uses(next) {
                if found.insert(used.as_str()) {
                    open.push(used);
                }
            }
        }
        found
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for name in self.ours.iter().filter(|name| !TABLE.iter().any(|row| row.name == name.as_str())) {
            faults.push(format!(
                "{name} is not in the table of xtask/tests/tidy.rs: which of ours may it use?"
            ));
        }
        for row in TABLE {
            if !self.ours.contains(row.name) {
                faults.push(format!("{} is in the table and not in the workspace", row.name));
            }
            for (used, _) in self.uses(row.name).iter().filter(|(used, _)| self.ours.contains(used)) {
                if !row.ours.contains(&used.as_str()) {
                    faults.push(format!("{} uses {used}, which the table does not allow", row.name));
                }
            }
            let all = self.all_of(row.name);
            let draws = DRAW.iter().find(|(name, _)| *name == row.name).map_or(&[][..], |(_, with)| with);
            let screens = SCREENS.iter().filter(|never| !draws.contains(never));
            for never in row.never.iter().chain(screens).filter(|never| all.contains(**never)) {
                faults.push(format!("{} pulls in {never}", row.name));
            }
        }
        for (used, defaults) in self.uses("hall-core").iter().filter(|(used, _)| !self.ours.contains(used)) {
            if !CORE_MAY_USE.contains(&used.as_str()) {
                faults.push(format!("hall-core uses {used}, which is not on its list"));
            }
            if *defaults {
                faults.push(format!("hall-core uses {used} with its default features"));
            }
        }
        faults
    }
}

// ---- names and calls -------------------------------------------------------------------------

#[test]
fn the_core_is_no_std_and_serialises_nothing() {
    assert_none(core_faults(&sources()));
}

#[test]
fn canary_a_derive_in_the_core_is_found() {
    let lib = ("hall-core/src/lib.rs", "//! x\n#![no_std]\n");
    assert_none(core_faults(&files(&[lib, ("hall-core/src/a.rs", "//! x\n// Serialize\nstruct A;")])));
    let bad = files(&[lib, ("hall-core/src/a.rs", "//! x\n#[derive(Serialize)]\nstruct A;")]);
    assert_one(core_faults(&bad), "hall-core/src/a.rs");
    assert_one(core_faults(&files(&[("hall-core/src/lib.rs", "//! x\n")])), "no_std");
}

fn core_faults(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    let lib = files.get("hall-core/src/lib.rs").map_or("", String::as_str);
    if !lib.lines().any(|line| line.trim() == "#![no_std]") {
        faults.push("hall-core/src/lib.rs does not say #![no_std]".to_owned());
    }
    for (path, text) in files.iter().filter(|(path, _)| path.starts_with("hall-core/src/")) {
        for word in ["Serialize", "Deserialize"] {
            faults.extend(
                lines_with(text, word)
                    .map(|line| format!("{path}:{line}: {word}; twins that serialise are in hall-wire")),
            );
        }
    }
    faults
}

#[test]
fn what_has_one_home_is_named_nowhere_else() {
    let sources = sources();
    assert_none(homeless(&sources, HOMES));
    for home in HOMES.iter().take(4) {
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

// ---- files -----------------------------------------------------------------------------------

#[test]
fn every_source_says_what_it_is_for_and_none_is_too_long() {
    let sources = sources();
    assert_none(shape_faults(&sources));
    for (path, _) in LONG.iter().chain(UNTITLED) {
        assert!(sources.contains_key(*path), "{path} has an exception and is gone");
    }
    for (path, _) in LONG {
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
            faults.push(format!("{path} has {lines} lines: divide it, or say in tidy.rs why it is one file"));
        }
        // The tests of b.rs may stand in b_tests.rs; b.rs says what both are for.
        let half =
            path.strip_suffix("_tests.rs").is_some_and(|stem| files.contains_key(&format!("{stem}.rs")));
        let excused = half || UNTITLED.iter().any(|(untitled, _)| untitled == path);
        if !excused && !text.starts_with("//!") {
            faults.push(format!("{path} does not open with //! and what it is for"));
        }
    }
    faults
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

// ---- pages -----------------------------------------------------------------------------------

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

#[test]
fn every_command_on_the_pages_exists() {
    let house = House::read();
    let mut seen = 0;
    for page in PAGES_WITH_COMMANDS {
        let commands = commands(&read(page));
        seen += commands.len();
        assert_none(
            commands
                .iter()
                .flat_map(|words| house.faults(words))
                .map(|fault| format!("{page}: {fault}"))
                .collect(),
        );
    }
    assert!(seen > 20, "the pages have commands: {seen}");
}

#[test]
fn every_order_on_the_pages_is_read_by_the_server() {
    let mut seen = 0;
    for page in PAGES_WITH_COMMANDS {
        let (orders, faults) = orders(&read(page));
        seen += orders;
        assert_none(faults.into_iter().map(|fault| format!("{page}: {fault}")).collect());
    }
    assert!(seen > 10, "the pages have orders: {seen}");
}

#[test]
fn canary_a_command_that_does_not_exist_is_found() {
    let house = House::read();
    let faults = |page: &str| commands(page).iter().flat_map(|words| house.faults(words)).collect::<Vec<_>>();
    assert_none(faults("`hall-server check --dir sala --head 1:ab` and hall-server dance in a sentence"));
    assert_none(faults("```sh\ntarget/release/hall-server serve \\\n  --dir sala --listen 127.0.0.1:0\n```"));
    assert_one(faults("`hall-server dance`"), "hall-server dance");
    assert_one(faults("`hall-server serve --loudly`"), "--loudly");
    assert_one(faults("`./bombo dance`"), "./bombo dance");
    assert_one(faults("`cargo run -p hall-stand`"), "hall-stand");
    assert_one(faults("`curl $SALA/api/dance`"), "/api/dance");
    assert_eq!(orders("```sh\norden \"$MESA\" close-sale '{\"game\":1}'\n```").1, Vec::<String>::new());
    assert_one(orders("```sh\norden \"$MESA\" close-sale '{\"gane\":1}'\n```").1, "gane");
    assert_one(orders("```sh\norden \"$MESA\" dance '{}'\n```").1, "dance");
}

/// What the pages may call.
struct House {
    bombo: String,
    server: (Vec<String>, String),
    printer: (Vec<String>, String),
    simulator: String,
    routes: String,
    crates: BTreeSet<String>,
    xtask: String,
}

impl House {
    fn read() -> House {
        let (server, printer) = (read("hall-server/src/main.rs"), read("card-printer/src/main.rs"));
        let xtask = programs()
            .into_iter()
            .filter(|(path, _)| path.starts_with("xtask/src/"))
            .map(|(_, text)| text)
            .collect();
        House {
            bombo: fs::read_to_string(house().join("bombo")).unwrap_or_default(),
            server: (variants(&server, "enum Command {"), server),
            printer: (variants(&printer, "enum Order {"), printer),
            simulator: read("ball-machine/src/bin/ball-machine-sim.rs"),
            routes: read("hall-server/src/web/route.rs"),
            crates: TABLE.iter().map(|row| row.name.to_owned()).collect(),
            xtask,
        }
    }

    /// Returns what is wrong with one command line.
    fn faults(&self, words: &[String]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut options: Option<&str> = None;
        for (index, word) in words.iter().enumerate() {
            let mut rest = words[index + 1..].iter().map(String::as_str).skip_while(|word| *word == "--");
            let next = rest.next().filter(|next| next.starts_with(|c: char| c.is_ascii_lowercase()));
            let program = word.rsplit('/').next().unwrap_or_default();
            let after_p = index > 0 && words[index - 1] == "-p";
            if after_p && !self.crates.contains(word.as_str()) {
                faults.push(format!("-p {word}: there is no such crate"));
            }
            // `cargo build -p hall-server -p card-printer` names crates, `cargo run -p hall-server -- serve` a program.
            let runs = !after_p || words.get(index + 1).is_some_and(|word| word == "--");
            match program {
                "bombo" if word == "./bombo" => {
                    let known = |next: &str| words_of(&self.bombo).any(|word| word == next);
                    faults.extend(
                        next.filter(|next| !known(next))
                            .map(|next| format!("./bombo {next}: the script has no such word")),
                    );
                }
                "hall-server" | "card-printer" if runs => {
                    let (known, text) = if program == "hall-server" { &self.server } else { &self.printer };
                    options = Some(text);
                    let unknown = next.filter(|next| !known.iter().any(|known| known == next));
                    faults.extend(unknown.map(|next| format!("{program} {next}: there is no such command")));
                }
                "ball-machine-sim" => options = Some(&self.simulator),
                "xtask" if index > 0 && words[index - 1] == "cargo" => {
                    let unknown =
                        next.filter(|next| !words_of(&self.xtask.to_lowercase()).any(|word| word == *next));
                    faults.extend(unknown.map(|next| format!("cargo xtask {next}: there is no such word")));
                }
                _ => {}
            }
            if let (Some(text), Some(option)) =
                (options, word.strip_prefix("--").filter(|option| !option.is_empty()))
            {
                let field = option.split('=').next().unwrap_or_default().replace('-', "_");
                let known =
                    text.contains(&format!(" {field}:")) || text.contains(&format!("long = \"{option}\""));
                if !known && option != "help" && option != "version" {
                    faults.push(format!("--{option}: there is no such option"));
                }
            }
            let path = word
                .find("/api/")
                .map(|at| &word[at..])
                .map(|path| path.trim_end_matches(['"', '\'', '`', ')', '.', ',']));
            faults.extend(
                path.filter(|path| !self.has_route(path))
                    .map(|path| format!("{path}: there is no such route")),
            );
        }
        faults
    }

    fn has_route(&self, path: &str) -> bool {
        if let Some(name) = path.strip_prefix("/api/commands/") {
            return name.starts_with(['$', '{', '<', 'N', '…'])
                || hall_wire::command::command(name).is_some();
        }
        let path = path.split('?').next().unwrap_or_default();
        let same = |route: &str| {
            let (mut theirs, mut ours) = (route.split('/'), path.split('/'));
            loop {
                match (theirs.next(), ours.next()) {
                    (None, None) => return true,
                    (Some(a), Some(b)) if a == b || (a.starts_with('{') && !b.is_empty()) => {}
                    (Some(a), Some(b))
                        if a.split_once('}')
                            .is_some_and(|(_, end)| a.starts_with('{') && b.ends_with(end)) => {}
                    _ => return false,
                }
            }
        };
        self.routes.split('"').filter(|text| text.starts_with("/api/")).any(same)
    }
}

/// Reads the bodies of lines such as `orden "$MESA" close-sale '{"game":1}'`. Returns how many
/// there are and what is wrong with them.
fn orders(page: &str) -> (usize, Vec<String>) {
    let (mut seen, mut faults) = (0, Vec::new());
    for line in fenced(page) {
        let Some(rest) = line.trim().strip_prefix("orden ") else { continue };
        seen += 1;
        let name = rest.split_whitespace().nth(1).unwrap_or_default();
        let body = rest.split('\'').nth(1).unwrap_or_default();
        match hall_wire::command::command(name) {
            None => faults.push(format!("{name}: there is no such command")),
            Some(spec) => faults
                .extend((spec.parse)(body.as_bytes()).err().map(|error| format!("{name} {body}: {error}"))),
        }
    }
    (seen, faults)
}

/// Returns the variants of an enum as clap names them.
fn variants(text: &str, start: &str) -> Vec<String> {
    let body = text.split_once(start).expect("the commands of the program").1;
    let body = body.split_once("\n}").expect("the enum ends").0;
    let lines = body
        .lines()
        .filter(|line| line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_ascii_uppercase()));
    lines.map(|line| line.trim().split(['(', ' ', ',']).next().unwrap_or_default().to_lowercase()).collect()
}

// ---- reading ---------------------------------------------------------------------------------

/// Texts by their path from the root, with `/`.
type Files = BTreeMap<String, String>;

fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

fn house() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the house").to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(house().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns every text of the house that is not made by building or running it.
fn texts() -> Files {
    let root = house();
    let mut found = Files::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            let name =
                path.strip_prefix(&root).expect("it is in the house").to_string_lossy().replace('\\', "/");
            if path.is_symlink() || [".git", "target", "demo"].contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                found.insert(name, text);
            }
        }
    }
    found
}

/// Returns every Rust source but this one, which names what it looks for.
fn sources() -> Files {
    let own = "xtask/tests/tidy.rs";
    texts().into_iter().filter(|(path, _)| path.ends_with(".rs") && path != own).collect()
}

/// Returns the sources of the programs a hall runs, without tests; nor is the record's own
/// folder asked who may write it. xtask makes and measures records of its own.
fn programs() -> Files {
    let of_a_program = |path: &str| {
        path.contains("/src/") && !path.starts_with("hall-server/src/journal") && !path.starts_with("xtask/")
    };
    sources().into_iter().filter(|(path, _)| of_a_program(path)).collect()
}

/// Returns the numbers of the lines whose code has the name as a word of its own.
fn lines_with<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let has = move |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        code.match_indices(name).any(|(at, _)| {
            let open = name.ends_with(part) && code[at + name.len()..].starts_with(part);
            !open && !code[..at].ends_with(part)
        })
    };
    (1..).zip(text.lines()).filter(move |(_, line)| has(line)).map(|(number, _)| number)
}

/// Returns the lines of a page's code blocks, those that go on joined.
fn fenced(page: &str) -> Vec<String> {
    let (mut inside, mut lines) = (false, Vec::<String>::new());
    let mut goes_on = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if inside {
            let (text, more) = line.strip_suffix('\\').map_or((line, false), |text| (text, true));
            match lines.last_mut().filter(|_| goes_on) {
                Some(last) => last.push_str(text),
                None => lines.push(text.to_owned()),
            }
            goes_on = more;
        }
    }
    lines
}

/// Returns the page without its code blocks, and the code within its sentences apart.
fn spans(page: &str) -> (String, Vec<String>) {
    let mut inside = false;
    let mut prose = String::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    let parts: Vec<&str> = prose.split('`').collect();
    let even = parts.iter().step_by(2).copied().collect::<Vec<_>>().join(" ");
    (even, parts.iter().skip(1).step_by(2).map(|part| (*part).to_owned()).collect())
}

fn commands(page: &str) -> Vec<Vec<String>> {
    let lines = fenced(page).into_iter().map(|line| line.split(" # ").next().unwrap_or_default().to_owned());
    let lines = lines.filter(|line| !line.trim_start().starts_with('#')).chain(spans(page).1);
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

fn links(page: &str) -> Vec<String> {
    let (prose, _) = spans(page);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|target| target.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-')
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => plain.push(part),
        }
    }
    plain
}

fn output(command: &mut Command) -> String {
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

#[track_caller]
fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[track_caller]
fn assert_one(faults: Vec<String>, words: &str) {
    assert!(
        faults.len() == 1 && faults[0].contains(words),
        "one fault with «{words}» was expected: {faults:#?}"
    );
}

//! Reading the house: its files by path, and what stands in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Texts by their path from the root, with `/`.
pub(crate) type Files = BTreeMap<String, String>;

pub(crate) fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

pub(crate) fn house() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the house").to_owned()
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(house().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns every text of the house that is not made by building or running it.
pub(crate) fn texts() -> Files {
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

/// Returns every Rust source but these, which name what they look for.
pub(crate) fn sources() -> Files {
    let own = "xtask/tests/tidy/";
    texts().into_iter().filter(|(path, _)| path.ends_with(".rs") && !path.starts_with(own)).collect()
}

/// Returns the sources of the programs a hall runs, without tests; nor is the record's own
/// folder asked who may write it. xtask makes and measures records of its own.
pub(crate) fn programs() -> Files {
    let of_a_program = |path: &str| {
        path.contains("/src/") && !path.starts_with("hall-server/src/journal") && !path.starts_with("xtask/")
    };
    sources().into_iter().filter(|(path, _)| of_a_program(path)).collect()
}

/// Returns the numbers of the lines whose code has the name as a word of its own.
pub(crate) fn lines_with<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
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
pub(crate) fn fenced(page: &str) -> Vec<String> {
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
pub(crate) fn spans(page: &str) -> (String, Vec<String>) {
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

pub(crate) fn commands(page: &str) -> Vec<Vec<String>> {
    let lines = fenced(page).into_iter().map(|line| line.split(" # ").next().unwrap_or_default().to_owned());
    let lines = lines.filter(|line| !line.trim_start().starts_with('#')).chain(spans(page).1);
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

pub(crate) fn links(page: &str) -> Vec<String> {
    let (prose, _) = spans(page);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|target| target.split(' ').next().unwrap_or_default().to_owned()).collect()
}

pub(crate) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-')
}

pub(crate) fn without_dots(path: &Path) -> PathBuf {
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

pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

#[track_caller]
pub(crate) fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[track_caller]
pub(crate) fn assert_one(faults: Vec<String>, words: &str) {
    assert!(
        faults.len() == 1 && faults[0].contains(words),
        "one fault with «{words}» was expected: {faults:#?}"
    );
}

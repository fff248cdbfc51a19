//! Texts: the same ids and the same arguments in both languages, and every id that the sources name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use caller_console::text::Texts;
use hall_core::words::Lang;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Each message of a language with the arguments it names.
fn arguments(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let own = std::fs::read_dir(here("locales").join(language)).expect("the folder is there");
    let values = here("../profiles").join(language).with_extension("ftl");
    for file in own.map(|file| file.expect("a file").path()).chain([values]) {
        let text = std::fs::read_to_string(file).expect("a text");
        let mut id = String::new();
        for line in text.lines() {
            let starts = line.starts_with(|c: char| c.is_ascii_lowercase());
            if let Some((name, _)) = line.split_once(" =").filter(|_| starts) {
                id = name.to_string();
                messages.entry(id.clone()).or_default();
            }
            for part in line.split('$').skip(1) {
                let name: String =
                    part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                messages.get_mut(&id).expect("an argument stands in a message").insert(name);
            }
        }
    }
    messages
}

#[test]
fn both_languages_say_the_same_with_the_same_arguments() {
    let (spanish, english) = (arguments("es"), arguments("en"));
    for (id, named) in &spanish {
        let Some(other) = english.get(id) else { panic!("«{id}» is not there in English") };
        // A refusal brings the desk's own Spanish words: in English there are others for them.
        if !id.starts_with("refusal-") {
            assert_eq!(named, other, "«{id}»: the arguments differ");
        }
    }
    for id in english.keys().filter(|id| !id.starts_with("refusal-")) {
        assert!(spanish.contains_key(id), "«{id}» is not there in Spanish");
    }
}

#[test]
fn no_text_is_empty_or_says_its_own_id() {
    for (language, folder) in [(Lang::Es, "es"), (Lang::En, "en")] {
        let texts = Texts::new(language);
        for id in arguments(folder).into_keys() {
            assert!(texts.has(&id), "{id}");
        }
    }
}

fn sources(folder: &Path, all: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            all.push((path, text));
        }
    }
}

#[test]
fn every_id_that_a_source_names_is_there_in_both_languages() {
    let mut all = Vec::new();
    sources(&here("src"), &mut all);
    let (spanish, english) = (Texts::new(Lang::Es), Texts::new(Lang::En));
    let mut named = 0;
    for (path, text) in &all {
        // A long call stands on several lines.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
        for call in [".t(\"", ".ta(\"", "Column::left(\"", "Column::right(\""] {
            for part in text.split(call).skip(1) {
                let id = part.split('"').next().expect("split gives one at least");
                named += 1;
                assert!(spanish.has(id), "{}: «{id}» in Spanish", path.display());
                assert!(english.has(id), "{}: «{id}» in English", path.display());
            }
        }
    }
    assert!(named > 200, "the sources name their texts: {named}");
}

/// A name of egui's memory: no text.
const NO_TEXTS: [&str; 1] = ["camera-shown"];

#[test]
fn every_name_with_hyphens_in_a_view_is_a_text_or_a_refusal() {
    let mut all = Vec::new();
    sources(&here("src/view"), &mut all);
    let texts = Texts::new(Lang::Es);
    let is_name = |word: &&str| {
        let parts: Vec<&str> = word.split('-').collect();
        let plain = |part: &&str| part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        parts.len() > 1 && parts.iter().all(|part| !part.is_empty() && plain(part))
    };
    let mut named = 0;
    for (path, text) in &all {
        let code = text.split("#[cfg(test)]").next().expect("split gives one at least");
        let quoted = code.lines().map(|line| line.split("//").next().unwrap_or_default());
        for word in quoted.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(is_name) {
            named += 1;
            // A form has the text of its act.
            let ids = [word.to_string(), format!("refusal-{word}"), format!("{word}-do")];
            let known = ids.iter().any(|id| texts.has(id)) || NO_TEXTS.contains(&word);
            assert!(known, "{}: «{word}» is no text and no refusal", path.display());
        }
    }
    assert!(named > 500, "the views name their texts: {named}");
}

/// The forms name their texts by rule: a form, a step or a reason has all that it needs.
#[test]
fn every_form_and_every_step_has_its_texts() {
    let mut all = Vec::new();
    sources(&here("src/view/turns"), &mut all);
    let texts = Texts::new(Lang::Es);
    let rules: [(&[&str], &[&str]); 3] = [
        (&["id: \""], &["-do"]),
        (&[".choice(\"", ".choice_of(\"", ".entry(\"", ".text(\"", "Reasons::new(\""], &["", "-do"]),
        (&[".yes_no(\""], &["", "-do", "-yes", "-no"]),
    ];
    let mut named = 0;
    for (path, text) in &all {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
        for (calls, parts) in rules {
            let ids = calls.iter().flat_map(|call| text.split(call).skip(1));
            let ids = ids.map(|rest| rest.split('"').next().expect("split gives one at least"));
            for id in ids.filter(|id| !id.is_empty()) {
                named += 1;
                for part in parts {
                    assert!(texts.has(&format!("{id}{part}")), "{}: «{id}{part}»", path.display());
                }
            }
        }
    }
    assert!(named > 50, "the forms have steps: {named}");
}

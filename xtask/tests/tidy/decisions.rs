//! What programs decide on: values, never words that people read.

use crate::reading::{Files, assert_none, assert_one, files, programs, texts};
use crate::rules::{DECIDED_ON_WORDS, SPANISH};

/// What decides when a text stands behind it.
const DECIDES: [&str; 15] = [
    "== ",
    "!= ",
    "=== ",
    "!== ",
    "strip_prefix(",
    "strip_suffix(",
    "starts_with(",
    "ends_with(",
    "contains(",
    "split_once(",
    "startsWith(",
    "endsWith(",
    "includes(",
    "replace(",
    "case ",
];

#[test]
fn nobody_decides_on_a_spanish_word() {
    let mut sources = programs();
    let scripts = |path: &str| path.starts_with("hall-server/src/web/tv/") && path.ends_with(".js");
    sources.extend(texts().into_iter().filter(|(path, _)| scripts(path)));
    assert!(sources.keys().any(|path| path.ends_with("endings.js")), "the page's scripts are looked at");
    assert_none(deciding(&sources));
    for (path, word) in DECIDED_ON_WORDS {
        let stands = sources.get(*path).is_some_and(|text| text.contains(&format!("\"{word}\"")));
        assert!(stands, "{path} has no «{word}» any more: the exception goes");
    }
}

#[test]
fn canary_a_sentence_that_is_taken_apart_is_found() {
    let good = "//! x\nlet a = hold.kind == HoldKind::LeftOut;\nlet b = state == \"due\";\n// == \"pendiente\"\n\
                let c = known.t(\"La bola \");\n#[cfg(test)]\nmod tests { assert!(a == \"pendiente\"); }\n";
    assert_none(deciding(&files(&[("caller-console/src/a.rs", good)])));
    for bad in [
        "let ball = hold.why.strip_prefix(\"La bola \")?;",
        "let (ball, place) = words.split_once(\", que era la \")?;",
        "let rest = notice.strip_prefix(\"Partida anulada: \").unwrap_or(notice);",
        "let due = prize.state == \"pendiente\";",
        "    \"bola-repetida\"",
        "    (\"correcto\", Some(true)) => good(board, claim),",
        "    (_, \"faltan-numeros\") => 1,",
        "    | \"segundo-lector-sin-enlace\" => Some(Doubt::Misread),",
        "if (claim.verdict === \"faltan-numeros\") {",
        "sentence(said.replace(\"Partida anulada: se\", \"Se\"));",
    ] {
        let text = format!("//! x\nmatch of {{\n{bad}\n    | \"x\" => 1,\n}}\n");
        assert_one(deciding(&files(&[("caller-console/src/a.rs", &text)])), "caller-console/src/a.rs:3");
    }
}

/// Returns the places where something is decided on a Spanish word.
fn deciding(sources: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in sources {
        if path.ends_with("tests.rs") || path == "hall-core/src/names.rs" {
            continue;
        }
        let code: Vec<&str> = text.lines().take_while(|line| line.trim() != "#[cfg(test)]").collect();
        for (number, line) in code.iter().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            let next = code.get(number + 1).map_or("", |line| line.trim_start());
            for (before, word) in literals(line) {
                let excepted = DECIDED_ON_WORDS.iter().any(|(file, known)| file == path && *known == word);
                if decides(line, before, next) && is_spanish(word) && !excepted {
                    faults.push(format!("{path}:{}: decides on «{word}»: read the kind", number + 1));
                    break;
                }
            }
        }
    }
    faults
}

/// Returns each text in quotes with what stands before it in its line.
fn literals(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let quotes: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    quotes
        .chunks(2)
        .filter_map(|pair| Some((&line[..*pair.first()?], &line[pair.first()? + 1..*pair.get(1)?])))
        .collect::<Vec<_>>()
        .into_iter()
}

/// A comparison, or a pattern of a match.
fn decides(line: &str, before: &str, next: &str) -> bool {
    let arm = line[before.len()..].contains("=>");
    let of_a_list = ["", "|"].contains(&before.trim()) && next.starts_with("| \"");
    arm || of_a_list || DECIDES.iter().any(|word| before.ends_with(word))
}

/// A letter that English has not, or a stem of the hall's Spanish.
fn is_spanish(word: &str) -> bool {
    let low = word.to_lowercase();
    let letter = low.chars().any(|letter| "áéíóúüñ¿¡«»".contains(letter));
    // A short word is meant whole: «la» is none of «language».
    let is = |part: &str, stem: &str| part == stem || stem.len() > 3 && part.starts_with(stem);
    letter || low.split(|c: char| !c.is_alphabetic()).any(|part| SPANISH.iter().any(|stem| is(part, stem)))
}

//! What programs decide on: values, never words that people read.

use std::collections::BTreeSet;

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
    let field = "//! x\nstruct A {\n    #[cfg(test)]\n    b: bool,\n}\nlet c = d == \"pendiente\";\n";
    assert_one(deciding(&files(&[("caller-console/src/a.rs", field)])), "caller-console/src/a.rs:6");
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
        "let crashed = lock.found.contains(\"abierta\");",
        "    read: filled.get(\"read\") == \"si\",",
        "    goes_on: filled.get(\"goes\") == \"sigue\",",
    ] {
        let text = format!("//! x\nmatch of {{\n{bad}\n    | \"x\" => 1,\n}}\n");
        assert_one(deciding(&files(&[("caller-console/src/a.rs", &text)])), "caller-console/src/a.rs:3");
    }
}

#[test]
fn no_screen_and_no_server_decides_on_the_name_of_a_choice() {
    let sources = programs();
    let names = names(&sources);
    assert!(["withdraw", "by_hand", "imported"].iter().all(|name| names.contains(*name)), "{names:?}");
    assert_none(deciding_on(&sources, &names));
}

#[test]
fn canary_a_choice_known_by_its_name_is_found() {
    let list = ("hall-wire/src/message/choices.rs", "//! x\nnames! { A { Done => \"done\" } }\n");
    let good = "//! x\nlet a = row.state == PrintingState::Done;\nlet b = Opt::new(\"done\", words);\n";
    let all = files(&[list, ("caller-console/src/a.rs", good)]);
    assert_none(deciding_on(&all, &names(&all)));
    for bad in ["let done = row.state == \"done\";", "    (\"done\", _) => 1,"] {
        let text = format!("//! x\n{bad}\n");
        let all = files(&[list, ("caller-console/src/a.rs", &text)]);
        assert_one(deciding_on(&all, &names(&all)), "caller-console/src/a.rs:2");
    }
}

/// Where choices get their names.
const NAMES: [&str; 3] =
    ["hall-cards/src/names.rs", "hall-core/src/names.rs", "hall-wire/src/message/choices.rs"];

/// Returns the name of every choice.
fn names(sources: &Files) -> BTreeSet<String> {
    let lists = NAMES.iter().filter_map(|path| sources.get(*path));
    let names = lists.flat_map(|text| text.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next()));
    names.map(str::to_owned).collect()
}

/// Returns the places in the screens and the server where something is decided on one of these names.
fn deciding_on(sources: &Files, names: &BTreeSet<String>) -> Vec<String> {
    let rooms = [
        "caller-console/src/",
        "display-wall/src/",
        "hall-look/src/",
        "hall-server/src/",
        "wall-scenes/src/",
    ];
    let asked = |path: &str| rooms.iter().any(|room| path.starts_with(room));
    faults(sources, asked, |_, word| names.contains(word).then(|| format!("the name «{word}»")))
}

/// Returns the places where something is decided on a Spanish word.
fn deciding(sources: &Files) -> Vec<String> {
    faults(
        sources,
        |_| true,
        |path, word| {
            let excepted = DECIDED_ON_WORDS.iter().any(|(file, known)| *file == path && *known == word);
            (is_spanish(word) && !excepted).then(|| format!("«{word}»"))
        },
    )
}

/// Returns the places where something is decided on a text that `fault` does not let stand.
fn faults(
    sources: &Files,
    asked: impl Fn(&str) -> bool,
    fault: impl Fn(&str, &str) -> Option<String>,
) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in sources {
        if path.ends_with("tests.rs") || NAMES.contains(&path.as_str()) || !asked(path) {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        // A single line may be for tests only: the code ends where their module begins.
        let tests = lines.windows(2).position(|two| two[0] == "#[cfg(test)]" && two[1].starts_with("mod "));
        let code = &lines[..tests.unwrap_or(lines.len())];
        for (number, line) in code.iter().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            let next = code.get(number + 1).map_or("", |line| line.trim_start());
            for (before, word) in literals(line) {
                if decides(line, before, next)
                    && let Some(fault) = fault(path, word)
                {
                    faults.push(format!("{path}:{}: decides on {fault}: read the kind", number + 1));
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

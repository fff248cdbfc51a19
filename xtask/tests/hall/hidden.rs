//! What nobody sees has no place in any text that comes in: on a screen, an acta or a sheet it would read as another than it is.

use std::collections::BTreeSet;

use hall_wire::link::Client;
use serde_json::Value;
use xtask::staff::code;

use crate::kit::{Hall, Setup};

/// One of each sort: it turns the direction, joins, parts, is written as nothing, changes the sign before it, is a tag.
const HIDDEN: [char; 10] = [
    '\u{202A}',
    '\u{202E}',
    '\u{2066}',
    '\u{2069}',
    '\u{200F}',
    '\u{61C}',
    '\u{200B}',
    '\u{3164}',
    '\u{FE0F}',
    '\u{E0041}',
];

/// How a text is refused for what is in it.
const TEXT: [&str; 2] = ["texto-no-valido", "valor-no-valido"];

/// Texts that nobody looks at in this hall: what they are about is not there, and is looked for first.
const REFUSED_BEFORE: &[(&str, &str)] = &[
    ("ask-rules", "/reason"),
    ("change-pin", "/old"),
    ("confirm-ball-inspection", "/seals"),
    ("confirm-void", "/cause"),
    ("copy-acta", "/reason"),
    ("dismiss-person", "/reason"),
    ("end-log-in", "/device"),
    ("give-up-key-draw", "/reason"),
    ("print-cards", "/template"),
    ("register-ball-set", "/homologation"),
    ("register-ball-set", "/maker"),
    ("register-ball-set", "/reference"),
    ("suspend-game", "/cause"),
    ("write-diligencia", "/text"),
];

/// Every text in a body: where it is, as a JSON pointer.
fn texts(at: &str, value: &Value) -> Vec<String> {
    match value {
        Value::String(_) => vec![at.to_owned()],
        Value::Array(items) => {
            let of = |(index, item): (usize, &Value)| texts(&format!("{at}/{index}"), item);
            items.iter().enumerate().flat_map(of).collect()
        }
        Value::Object(fields) => {
            fields.iter().flat_map(|(name, item)| texts(&format!("{at}/{name}"), item)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

fn with(example: &Value, place: &str, hidden: char) -> Value {
    let mut body = example.clone();
    let text = body.pointer_mut(place).expect("it was found there");
    let mut letters: Vec<char> = text.as_str().expect("a text").chars().collect();
    letters.insert(letters.len() / 2, hidden);
    *text = Value::String(letters.into_iter().collect());
    body
}

#[test]
fn no_text_of_any_command_is_taken_with_what_nobody_sees() {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let staff: [&Client; 4] = [&hall.staff.sala, &hall.staff.mesa, &hall.staff.cajero, &hall.staff.locutor];
    let (lines, mut before) = (hall.asked_lines(), BTreeSet::new());
    for spec in hall_wire::command::commands() {
        let name = spec.kind.name();
        let example: Value = serde_json::from_str(spec.kind.example().expect("a command")).expect("JSON");
        for place in texts("", &example) {
            for hidden in HIDDEN {
                let body = with(&example, &place, hidden);
                let told = staff.map(|who| match hall.ask(who, name, &body) {
                    Ok(_) => panic!("{name} takes U+{:04X} at {place}", u32::from(hidden)),
                    Err(told) => code(&told).to_owned(),
                });
                if !told.iter().any(|told| TEXT.contains(&told.as_str())) {
                    before.insert((name, place.clone()));
                }
            }
        }
    }
    assert_eq!(hall.asked_lines(), lines, "nothing came into the record");
    let before: Vec<(&str, &str)> = before.iter().map(|(name, place)| (*name, place.as_str())).collect();
    assert_eq!(before, REFUSED_BEFORE);
    hall.finish();
}

//! `drivers/schema.json`, which editors read, has the very keys that this program reads.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;

const SCHEMA: &str = include_str!("../../drivers/schema.json");
const WORDS: [&str; 4] = ["stx", "tag", "contacts", "keypad"];

/// Returns the paths of all keys that the reader asks for in files of one kind: of those that are embedded, and of
/// some that have besides what none of them has.
fn asked(kind: &str) -> BTreeSet<String> {
    let frames = "kind = \"stx\"\n[frame]\n[presence]\n";
    let coils = "kind = \"contacts\"\n[modbus]\n[orders]\nquery = [{}]\nrelease = [{}]\nself-test = [{}]\n";
    let texts = EMBEDDED.iter().map(|(_, text)| *text).chain([frames, coils]);
    let mut paths = BTreeSet::new();
    for text in texts.filter(|text| text.contains(&format!("kind = \"{kind}\""))) {
        paths.extend(settings_file::keys_asked(text, |root| parts::driver("f", root)));
    }
    paths
}

/// Returns the paths of all keys that a part of the schema has.
fn described(schema: &Value, part: &Value, before: &str, paths: &mut BTreeSet<String>) {
    let part = match part["$ref"].as_str() {
        Some(name) => schema.pointer(name.trim_start_matches('#')).expect("it is defined"),
        None => part,
    };
    if let Some(items) = part.get("items") {
        described(schema, items, before, paths);
    }
    for (key, value) in part["properties"].as_object().into_iter().flatten() {
        paths.insert(format!("{before}{key}"));
        described(schema, value, &format!("{before}{key}."), paths);
    }
}

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("it is JSON")
}

#[test]
fn the_schema_has_every_key_that_is_read_and_no_other() {
    let schema = schema();
    for kind in WORDS {
        let mut paths = BTreeSet::new();
        described(&schema, &schema["$defs"][kind], "", &mut paths);
        let asked = asked(kind);
        let missing: Vec<_> = asked.difference(&paths).collect();
        let unread: Vec<_> = paths.difference(&asked).collect();
        assert!(
            missing.is_empty() && unread.is_empty(),
            "{kind}: not there {missing:?}, not read {unread:?}"
        );
        assert!(asked.len() > 12, "{kind}: the canary, {}", asked.len());
    }
}

/// A file that ends early is told its misspelt tables by these lists, which have what the schema has.
#[test]
fn the_keys_of_a_file_that_cannot_be_read_whole_are_those_of_the_schema() {
    let schema = schema();
    let of = |pointer: &str| -> BTreeSet<String> {
        schema.pointer(pointer).and_then(Value::as_object).expect("a table").keys().cloned().collect()
    };
    let all = |keys: &[&str]| -> BTreeSet<String> {
        parts::ALL_KINDS.iter().chain(keys).map(ToString::to_string).collect()
    };
    assert_eq!(all(&parts::STX_KEYS), of("/$defs/stx/properties"));
    assert_eq!(all(&parts::TAG_KEYS), of("/$defs/tag/properties"));
    assert_eq!(all(&parts::CONTACTS_KEYS), of("/$defs/contacts/properties"));
    let message: BTreeSet<String> = stx::MESSAGE_KEYS.iter().map(ToString::to_string).collect();
    assert_eq!(message, of("/$defs/stx/properties/message/items/properties"));
}

#[test]
fn every_embedded_file_names_the_schema_and_its_format_at_its_head() {
    for (name, text) in EMBEDDED {
        assert_eq!(text.lines().next(), Some("#:schema schema.json"), "{name}");
        assert!(text.contains("\nformat = 1\nkind = "), "{name}");
    }
}

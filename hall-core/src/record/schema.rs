//! JSON Schemas of what is written down, for whoever reads the record without this program.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::value::Value;

pub(super) const ANYTHING: &str = "{}";
pub(super) const BOOLEAN: &str = r#"{"type":"boolean"}"#;
pub(super) const TEXT: &str = r#"{"type":"string"}"#;
pub(super) const WHOLE: &str = r#"{"type":"integer","minimum":0}"#;

/// A field: its name, its schema, what it is.
pub(super) type Field<'a> = (&'a str, String, &'a str);

/// Whole numbers, both ends included.
pub(super) fn between(least: u32, most: u32) -> String {
    format!(r#"{{"type":"integer","minimum":{least},"maximum":{most}}}"#)
}

/// Texts that fit a regular expression as a whole.
pub(super) fn text(pattern: &str) -> String {
    format!(r#"{{"type":"string","pattern":"^({pattern})$"}}"#)
}

/// One of these words.
pub(super) fn one_of(words: impl IntoIterator<Item = &'static str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("\"{word}\"")).collect();
    format!(r#"{{"enum":[{}]}}"#, words.join(","))
}

/// One of these.
pub(super) fn any_of(schemas: &[String]) -> String {
    format!(r#"{{"oneOf":[{}]}}"#, schemas.join(","))
}

pub(super) fn or_null(schema: &str) -> String {
    format!(r#"{{"oneOf":[{schema},{{"type":"null"}}]}}"#)
}

pub(super) fn list(schema: &str) -> String {
    format!(r#"{{"type":"array","items":{schema}}}"#)
}

/// An object with these fields and no others.
pub(super) fn object(fields: &[Field<'_>]) -> String {
    with_optional(fields, "", "")
}

/// The same with a last field that may be missing, if it has a name.
pub(super) fn with_optional(fields: &[Field<'_>], optional: &str, schema: &str) -> String {
    let mut properties: Vec<String> = fields.iter().map(property).collect();
    let names: Vec<String> = fields.iter().map(|(name, ..)| format!("\"{name}\"")).collect();
    if !optional.is_empty() {
        properties.push(format!("\"{optional}\":{schema}"));
    }
    format!(
        r#"{{"type":"object","properties":{{{}}},"required":[{}],"additionalProperties":false}}"#,
        properties.join(","),
        names.join(",")
    )
}

fn property((name, schema, about): &Field<'_>) -> String {
    if about.is_empty() {
        return format!("\"{name}\":{schema}");
    }
    let rest = schema.strip_prefix('{').expect("a schema is an object");
    let comma = if rest == "}" { "" } else { "," };
    format!("\"{name}\":{{\"description\":{}{comma}{rest}", quoted(about))
}

/// The member of the schema of all events for one kind.
pub(super) fn of_event(kind: &str, version: u32, about: &str, fields: &[Field<'_>]) -> String {
    let fields = object(fields);
    let fields = fields.strip_prefix('{').expect("a schema is an object");
    format!("\"{kind}\":{{\"description\":{},\"version\":{version},{fields}", quoted(about.trim()))
}

fn quoted(words: &str) -> String {
    let mut text = String::from("\"");
    for c in words.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\0'..='\x1f' => write!(text, "\\u{:04x}", u32::from(c)).expect("a String takes all text"),
            _ => text.push(c),
        }
    }
    text.push('"');
    text
}

/// The schema of a field, by the way to it.
pub(super) fn of_field<T, V: Value>(_: fn(&T) -> &V) -> String {
    V::schema()
}

/// The schema of what a choice carries under a name.
pub(super) fn of_choice<T, V: Value>(_: fn(T) -> Option<V>) -> String {
    V::schema()
}

/// The fields of what a choice carries without names.
pub(super) fn of_tuple<T, V: Carried, const N: usize>(
    names: [&'static str; N],
    _: fn(T) -> Option<V>,
) -> impl Iterator<Item = Field<'static>> {
    names.into_iter().zip(V::schemas()).map(|(name, schema)| (name, schema, ""))
}

/// What a choice carries.
pub(super) trait Carried {
    fn schemas() -> Vec<String>;
}

impl<A: Value> Carried for (A,) {
    fn schemas() -> Vec<String> {
        Vec::from([A::schema()])
    }
}

impl<A: Value, B: Value> Carried for (A, B) {
    fn schemas() -> Vec<String> {
        Vec::from([A::schema(), B::schema()])
    }
}

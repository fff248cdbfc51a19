//! How long texts in bodies may be, and of what: one set of bounds for the server, which checks them, and for the schemas, which
//! tell programs of them.

use hall_core::hall::{ARTICLE_36_MAX, TEXT_MAX};
use hall_core::request::RequestKind;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::pin;

/// Largest body of a command in bytes; real ones have a few hundred.
pub const BODY_MAX: usize = 64 * 1024;

/// Longest name of a user, device or panel.
pub const NAME_MAX: usize = 40;

/// Longest name of a person, in characters.
pub const PERSON_NAME_MAX: usize = 120;

/// Longest number of an identity document, in characters.
pub const DOCUMENT_MAX: usize = 40;

/// Digits of a code that lets a device or an inspector in.
pub const CODE_DIGITS: usize = 8;

/// Whether a text can be the name of a user, device or panel.
pub fn is_name(name: &str) -> bool {
    let good = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    (1..=NAME_MAX).contains(&name.len()) && name.bytes().all(good)
}

/// The schema of such a name.
pub fn name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string", "minLength": 1, "maxLength": NAME_MAX, "pattern": format!("^[A-Za-z0-9._-]{{1,{NAME_MAX}}}$"),
    })
}

/// The schema of a PIN.
pub fn pin(_: &mut SchemaGenerator) -> Schema {
    let (least, most) = (pin::DIGITS.start(), pin::DIGITS.end());
    json_schema!({
        "type": "string", "minLength": least, "maxLength": most, "pattern": format!("^[0-9]{{{least},{most}}}$"),
    })
}

/// The schema of a code that lets a device or an inspector in.
pub fn code(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": format!("^ *([0-9] *){{{CODE_DIGITS}}}$") })
}

/// The schema of bytes in hexadecimal digits, of either case.
pub fn hex(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": "^([0-9a-fA-F]{2})+$" })
}

/// The schema of `N` bytes in hexadecimal digits, of either case.
pub fn bytes<const N: usize>(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": format!("^[0-9a-fA-F]{{{}}}$", 2 * N) })
}

/// A text that people read: something in it is seen.
fn words(most: usize) -> Schema {
    json_schema!({ "type": "string", "minLength": 1, "maxLength": most, "pattern": "\\S" })
}

/// The bounds of a text in the body of a request, by its field.
fn of(request: RequestKind, field: &str) -> Schema {
    let generator = &mut SchemaGenerator::default();
    // Values of a profile have a field `name` too.
    let of_rules = matches!(request, RequestKind::AskRules | RequestKind::AdoptRules);
    match field {
        "user" | "device" => name(generator),
        "pin" | "old" => pin(generator),
        "document" => words(DOCUMENT_MAX),
        "profile" | "value" => words(BODY_MAX),
        "name" if !of_rules => words(PERSON_NAME_MAX),
        "text" if request == RequestKind::GiveArticle36 => words(ARTICLE_36_MAX),
        _ => words(TEXT_MAX),
    }
}

/// Adds to each text of a body its bounds, unless its type has some.
pub(super) fn bounded(request: RequestKind, body: Schema) -> Schema {
    let mut body = body.to_value();
    bound(request, "", &mut body);
    Schema::try_from(body).expect("it was one")
}

fn bound(request: RequestKind, field: &str, schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    let is_bare = map.get("type").is_some_and(|is| is == "string")
        && ["pattern", "enum", "const", "format"].iter().all(|has| !map.contains_key(*has));
    if is_bare {
        for (key, value) in of(request, field).to_value().as_object().expect("it says what").clone() {
            map.insert(key, value);
        }
    }
    if let Some(Value::Object(fields)) = map.get_mut("properties") {
        fields.iter_mut().for_each(|(field, schema)| bound(request, field, schema));
    }
    if let Some(Value::Array(ways)) = map.get_mut("anyOf") {
        ways.iter_mut().for_each(|way| bound(request, field, way));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{command, commands};

    fn text_of(kind: RequestKind, field: &str) -> Value {
        let spec = command(kind.name()).expect("it has an address");
        let body = (spec.schema)(&mut SchemaGenerator::default()).to_value();
        let found = body["properties"][field].clone();
        found["anyOf"].get(0).cloned().unwrap_or(found)
    }

    /// The schemas of texts anywhere within this one.
    fn texts_in(schema: &Value) -> Vec<&Value> {
        let within: Vec<&Value> = match schema {
            Value::Object(map) => map.values().collect(),
            Value::Array(list) => list.iter().collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        };
        let is_text = schema["type"] == "string" || schema["type"][0] == "string";
        is_text.then_some(schema).into_iter().chain(within.into_iter().flat_map(texts_in)).collect()
    }

    #[test]
    fn every_text_of_a_body_has_bounds_and_those_that_are_checked() {
        let mut texts = 0;
        for spec in commands() {
            let body = (spec.schema)(&mut SchemaGenerator::default()).to_value();
            for text in texts_in(&body) {
                texts += 1;
                let bounds = ["pattern", "enum", "const", "format"];
                let bounded = bounds.iter().any(|bound| text.get(bound).is_some());
                assert!(bounded, "{}: {text}", spec.kind.name());
            }
        }
        assert!(texts > 60, "{texts}");
        let most = |kind, field| text_of(kind, field)["maxLength"].as_u64().expect("bounded");
        assert_eq!(most(RequestKind::AddPerson, "pin"), 12);
        assert_eq!(most(RequestKind::AddPerson, "user"), 40);
        assert_eq!(most(RequestKind::AddPerson, "name"), 120);
        assert_eq!(most(RequestKind::AddPerson, "document"), 40);
        assert_eq!(most(RequestKind::WriteNote, "text"), 500);
        assert_eq!(most(RequestKind::GiveArticle36, "text"), 12_000);
        assert_eq!(most(RequestKind::AskRules, "name"), 500);
        assert_eq!(text_of(RequestKind::ChangePin, "old")["pattern"], "^[0-9]{6,12}$");
        assert!(is_name(&"a".repeat(NAME_MAX)) && !is_name(&"a".repeat(NAME_MAX + 1)));
    }
}

//! The schemas as a generator of clients wants them: every alternative with a name, and the field that tells which it is.

use serde_json::{Map, Value, json};

use super::events;

/// The schemas of the document, from those that the types have.
pub(super) fn finished(mut schemas: Map<String, Value>) -> Map<String, Value> {
    events::add(&mut schemas);
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        name_the_ways(&name, &mut schemas);
    }
    schemas
}

/// Gives each alternative of a tagged choice a name of its own.
fn name_the_ways(name: &str, schemas: &mut Map<String, Value>) {
    let Some(Value::Array(ways)) = schemas[name].get("oneOf").cloned() else { return };
    let Some(tag) = tag_of(&ways) else { return name_the_objects(name, &ways, schemas) };
    let mut mapping = Map::new();
    for mut way in ways {
        let is = way["properties"][&tag]["const"].as_str().expect("it is the tag").to_owned();
        // What stands beside a reference is added to it.
        if let Some(of) = way.as_object_mut().and_then(|way| way.remove("$ref")) {
            let about = way["description"].take();
            way = json!({ "description": about, "allOf": [{ "$ref": of }, way] });
            let own = way["allOf"][1].as_object_mut().expect("an object");
            own.remove("description");
        }
        let own = format!("{name}{}", pascal(&is));
        mapping.insert(is, format!("#/components/schemas/{own}").into());
        assert!(schemas.insert(own, way).is_none(), "no other schema has the name");
    }
    let refs: Vec<Value> = mapping.values().map(|of| json!({ "$ref": of })).collect();
    schemas[name]["oneOf"] = refs.into();
    schemas[name]["discriminator"] = json!({ "propertyName": tag, "mapping": mapping });
}

/// The same where an alternative is told by the one field that it has.
fn name_the_objects(name: &str, ways: &[Value], schemas: &mut Map<String, Value>) {
    for (place, way) in ways.iter().enumerate() {
        let only = way["required"].as_array().filter(|fields| fields.len() == 1).map(|fields| &fields[0]);
        if let Some(field) = only.and_then(Value::as_str) {
            let own = format!("{name}{}", pascal(field));
            schemas[name]["oneOf"][place] = json!({ "$ref": format!("#/components/schemas/{own}") });
            assert!(schemas.insert(own, way.clone()).is_none(), "no other schema has the name");
        }
    }
}

/// The field that has a word of its own in each alternative.
fn tag_of(ways: &[Value]) -> Option<String> {
    let fields = ways.first()?.get("properties")?.as_object()?;
    let is_tag = |field: &&String| ways.iter().all(|way| way["properties"][*field]["const"].is_string());
    fields.keys().find(is_tag).cloned()
}

/// Says of each number how large it can be.
pub(super) fn bound_numbers(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            let most = map.get("format").and_then(Value::as_str).and_then(|format| match format {
                "uint8" => Some(u64::from(u8::MAX)),
                "uint16" => Some(u64::from(u16::MAX)),
                "uint32" => Some(u64::from(u32::MAX)),
                // What every program that reads JSON can hold.
                "uint64" | "uint" => Some((1 << 53) - 1),
                _ => None,
            });
            if let Some(most) = most {
                map.entry("maximum").or_insert(most.into());
            }
            map.values_mut().for_each(bound_numbers);
        }
        Value::Array(list) => list.iter_mut().for_each(bound_numbers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A name in the way of types: `game_ended` becomes `GameEnded`.
pub(super) fn pascal(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    name.split(['_', '-']).filter_map(capital).collect()
}

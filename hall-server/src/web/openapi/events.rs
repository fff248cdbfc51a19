//! The lines of the record that an answer brings, each kind with the schema of its body.

use serde_json::{Map, Value, json};

use super::schemas::pascal;

/// The schema of one line by its kind, and of all as one of them.
pub(super) fn add(schemas: &mut Map<String, Value>) {
    let kinds: Map<String, Value> =
        serde_json::from_str(&hall_core::record::schemas()).expect("the core writes JSON");
    let line = schemas.get("Line").expect("an answer has lines").clone();
    let mut mapping = Map::new();
    for (kind, mut body) in kinds {
        let fields = body.as_object_mut().expect("a schema is an object");
        let version = fields.remove("version").expect("each kind has one");
        let about = fields.remove("description").expect("each kind says what it is");
        let mut of_kind = line.clone();
        of_kind["description"] = about;
        of_kind["properties"]["kind"] = json!({ "type": "string", "const": kind });
        of_kind["properties"]["version"] = json!({ "type": "integer", "const": version });
        of_kind["properties"]["body"] = body;
        let name = format!("Line{}", pascal(&kind));
        mapping.insert(kind, format!("#/components/schemas/{name}").into());
        assert!(schemas.insert(name, of_kind).is_none(), "one of each");
    }
    let one_of: Vec<Value> = mapping.values().map(|name| json!({ "$ref": name })).collect();
    let about = line["description"].clone();
    let discriminator = json!({ "propertyName": "kind", "mapping": mapping });
    schemas.insert(
        "Line".into(),
        json!({ "description": about, "oneOf": one_of, "discriminator": discriminator }),
    );
}

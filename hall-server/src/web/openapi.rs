//! The OpenAPI 3.1 document, made from the table of routes when the server starts.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::response::Response;
use hall_core::refusal::Refusal;
use hall_wire::message::PROTOCOL;
use hall_wire::problem::{NOT_YOUR_POWER, Problem};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::answer;
use super::route::{Gives, Route, Who};

/// The document, made once.
#[derive(Clone)]
pub(super) struct Document(pub(super) Arc<Vec<u8>>);

pub(super) async fn get(Extension(Document(document)): Extension<Document>) -> Response {
    answer::bytes("application/json", document.as_ref().clone())
}

pub(super) fn document(table: &[Route]) -> Vec<u8> {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut schemas = settings.into_generator();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in table {
        let operation = operation(route, &mut schemas);
        paths.entry(&route.path).or_default().insert(route.method.to_string(), operation);
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bombo",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "La mesa de una sala de bingo. Las órdenes son POST con la cabecera Request-Id: \
                repetida con el mismo identificador, una orden se hace una sola vez y tiene la misma respuesta. \
                El socket sólo envía. Los importes van en céntimos. Con un Host que no es de este servidor se responde 421 \
                (nombre-ajeno); con el Origin de la página de otro, 403 (pagina-ajena).",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "camara": {
                    "type": "apiKey", "in": "header", "name": "Authorization",
                    "description": "«Camera» y la clave que hay en camara.clave, en la carpeta de la sala.",
                },
                "voz": {
                    "type": "apiKey", "in": "header", "name": "Authorization",
                    "description": "«Voice» y la clave que hay en voz.clave, en la carpeta de la sala.",
                },
            },
            "schemas": schemas.take_definitions(true),
        },
    });
    serde_json::to_vec(&document).expect("the document is JSON")
}

fn operation(route: &Route, schemas: &mut SchemaGenerator) -> Value {
    let mut operation = json!({
        "operationId": route.name,
        "summary": route.title,
        "parameters": parameters(route),
        "responses": responses(route, schemas),
        "security": [],
    });
    match route.who {
        // By its certificate.
        Who::Everybody | Who::Wall | Who::Device => {}
        Who::Camera => {
            operation["security"] = json!([{ "camara": [] }]);
            operation["description"] = "Para hall-camera, con la clave de camara.clave.".into();
        }
        Who::Voice => {
            operation["security"] = json!([{ "voz": [] }]);
            operation["description"] = "Para hall-voice, con la clave de voz.clave.".into();
        }
        Who::Staff => operation["security"] = json!([{ "token": [] }]),
        Who::Roles(roles) => {
            operation["security"] = json!([{ "token": [] }]);
            let roles: Vec<&str> = roles.iter().map(|role| role.name()).collect();
            operation["description"] = format!("Para: {}.", roles.join(", ")).into();
        }
    }
    if let Some(media) = route.takes_media {
        let content = json!({ media: { "schema": { "type": "string", "format": "binary" } } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    if let Some(takes) = &route.takes {
        let example: Value = serde_json::from_str(takes.example).expect("the examples are tested");
        let body = json!({ "schema": (takes.schema)(schemas), "example": example });
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": body } });
    }
    operation
}

fn parameters(route: &Route) -> Vec<Value> {
    let in_path = route.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let in_path = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let in_query = route.query.iter().map(|param| {
        let (name, about) = (param.name, param.about.replace("{protocol}", &PROTOCOL.to_string()));
        json!({ "name": name, "in": "query", "required": param.required, "description": about, "schema": { "type": "string" } })
    });
    let id = route.request_id.then(|| {
        json!({
            "name": "Request-Id", "in": "header", "required": true,
            "description": "Un UUID nuevo para cada orden; el mismo al repetirla.",
            "schema": { "type": "string", "format": "uuid" },
        })
    });
    in_path.chain(in_query).chain(id).collect()
}

fn responses(route: &Route, schemas: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    match &route.gives {
        Gives::Json(schema) => {
            let content = json!({ "application/json": { "schema": schema(schemas) } });
            responses.insert("200".into(), json!({ "description": "Hecho", "content": content }));
        }
        Gives::Media(media) => {
            responses.insert("200".into(), json!({ "description": "Hecho", "content": { *media: {} } }));
        }
        Gives::Socket(carried) => {
            let messages: Vec<_> = carried.iter().map(|schema| schema(schemas)).collect();
            let about = "Conexión WebSocket; cada trama de texto es uno de x-messages";
            responses.insert("101".into(), json!({ "description": about, "x-messages": messages }));
        }
    }
    let mut codes: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for kind in route.all_problems() {
        codes.entry(kind.status).or_default().push(kind.code);
    }
    if route.refusals {
        let (power, others): (Vec<&str>, Vec<&str>) =
            Refusal::CODES.iter().partition(|code| **code == NOT_YOUR_POWER.code);
        codes.entry(403).or_default().extend(power);
        codes.entry(409).or_default().extend(others);
    }
    for (status, mut codes) in codes {
        codes.sort_unstable();
        codes.dedup();
        let problem = schemas.subschema_for::<Problem>();
        let schema = json!({ "allOf": [problem, { "properties": { "code": { "enum": codes } } }] });
        let content = json!({ "application/problem+json": { "schema": schema } });
        responses.insert(status.to_string(), json!({ "description": codes.join(", "), "content": content }));
    }
    Value::Object(responses)
}

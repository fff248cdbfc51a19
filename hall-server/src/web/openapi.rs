//! The OpenAPI 3.1 document, made from the table of routes when the server starts.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::response::Response;
use hall_core::people::Role;
use hall_wire::message::PROTOCOL;
use hall_wire::problem::{self, NOT_YOUR_POWER, Problem, ProblemKind, REFUSED};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::answer;
use super::route::{Gives, Is, Route, Who};

mod events;
mod game;
mod schemas;
mod socket;

/// The document, made once.
#[derive(Clone)]
pub(super) struct Document(pub(super) Arc<Vec<u8>>);

pub(super) async fn get(Extension(Document(document)): Extension<Document>) -> Response {
    answer::bytes("application/json", document.as_ref().clone())
}

/// What is asked of every request before its route is looked for.
const EVERYWHERE: [ProblemKind; 2] = [problem::ANOTHER_PAGE, problem::ANOTHER_NAME];

/// A UUID, as programs write it. As a pattern: what some generators make of the format is no text, and no header.
const UUID: &str = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";

/// What is so of the whole interface.
const ABOUT: &str = "La mesa de una sala de bingo. Los importes van en céntimos y las horas en milisegundos UTC. Un cartón es \
    siempre `series` y `card`, su serie y su número; sólo en `events[].body`, que es el registro palabra por palabra, su número \
    se llama `number`.\n\n\
    Las órdenes son POST a /api/commands con la cabecera Request-Id. El identificador es de la persona: repetida por ella, en \
    el mismo puesto o en otro, la orden se hace una sola vez y tiene la misma respuesta, también después de un arranque. A quien ya no \
    tiene la facultad no se le repite. Una orden que se niega no cambia nada. De una orden hecha antes de actualizar el programa, \
    la respuesta repetida puede traer líneas de una versión anterior.\n\n\
    **Desde otro equipo** se entra por TLS en el mismo puerto; sin cifrar se responde 403 (sin-cifrar) a casi todo. El certificado \
    del servidor lo firma la autoridad de la sala, que ningún navegador conoce: se baja una vez en /confianza, y se compara su huella. \
    Un aparato de la sala se da de alta una vez con el código de ocho cifras que da el jefe de sala: con `device-meet` y `device-join` \
    se prueba que se sabe, sin enviarlo (SPAKE2), y se recibe un certificado de cliente (`certificado`), que se renueva cada día con \
    `device-renew`. Dado de baja, se le responde 403 (puesto-de-baja) y sus sockets se cierran en 2 s. Donde hay puestos de alta, \
    las personas entran sólo en uno de ellos, y su entrada vale sólo con el certificado de ese puesto. Cada dirección tiene un número \
    de conexiones y de sockets; los aparatos de la sala no cuentan en él.\n\n\
    Con un Host que no es de este servidor se responde 421 (nombre-ajeno); con el Origin de la página de otro, 403 (pagina-ajena).";

pub(super) fn document(table: &[Route]) -> Vec<u8> {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut schemas = settings.into_generator();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in table {
        let operation = operation(route, &mut schemas);
        paths.entry(&route.path).or_default().insert(route.method.to_string(), operation);
    }
    let definitions = schemas::finished(schemas.take_definitions(true));
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bombo",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("{ABOUT}\n\n{}\n\n{}", game::order(), socket::rules()),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "certificado": {
                    "type": "mutualTLS",
                    "description": "El certificado de un aparato dado de alta en la sala (device-meet, device-join).",
                },
                "camara": {
                    "type": "apiKey", "in": "header", "name": "Authorization",
                    "description": "«Camera» y la clave que hay en camara.clave, en la carpeta de la sala.",
                },
                "voz": {
                    "type": "apiKey", "in": "header", "name": "Authorization",
                    "description": "«Voice» y la clave que hay en voz.clave, en la carpeta de la sala.",
                },
            },
            "schemas": definitions,
        },
    });
    schemas::bound_numbers(&mut document);
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
    let mut about = Vec::new();
    let mut told = |secured: Value, words: String| {
        operation["security"] = secured;
        about.push(words);
    };
    let device = |key: &str| json!([{ "certificado": [] }, { key: [] }]);
    match route.who {
        Who::Everybody => {}
        Who::Wall => {
            let words = "Para un panel dado de alta, con su certificado; o desde el propio equipo del servidor, sin él.";
            told(json!([{ "certificado": [] }, {}]), words.into());
        }
        Who::Device => {
            told(json!([{ "certificado": [] }]), "Para un aparato dado de alta, con su certificado.".into());
        }
        Who::Camera => {
            let words = "Para hall-camera, con el certificado de una cámara dada de alta o con la clave de camara.clave.";
            told(device("camara"), words.into());
        }
        Who::Voice => {
            let words =
                "Para hall-voice, con el certificado de una voz dada de alta o con la clave de voz.clave.";
            told(device("voz"), words.into());
        }
        Who::Staff => told(json!([{ "token": [] }]), "Para quien ha entrado.".into()),
        Who::Roles(roles) => told(json!([{ "token": [] }]), for_roles(roles)),
    }
    if let Some(roles) = route.roles() {
        operation["x-roles"] = json!(roles.iter().map(|role| role.name()).collect::<Vec<_>>());
    }
    if matches!(route.gives, Gives::Socket(_)) {
        about.push(socket::rules());
    }
    about.extend(game::part_of(route.name));
    if !about.is_empty() {
        operation["description"] = about.join("\n\n").into();
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

fn for_roles(roles: &[Role]) -> String {
    let roles: Vec<&str> = roles.iter().map(|role| role.name()).collect();
    format!("Para: {}.", roles.join(", "))
}

fn parameters(route: &Route) -> Vec<Value> {
    let in_path = route.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let in_path = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let in_query = route.query.iter().map(|param| {
        let (name, about) = (param.name, param.about.replace("{protocol}", &PROTOCOL.to_string()));
        json!({ "name": name, "in": "query", "required": param.required, "description": about, "schema": schema_of(param.is) })
    });
    let id = route.request_id.then(|| {
        json!({
            "name": "Request-Id", "in": "header", "required": true,
            "description": "Un UUID nuevo para cada orden; el mismo al repetirla.",
            "schema": { "type": "string", "pattern": UUID },
        })
    });
    in_path.chain(in_query).chain(id).collect()
}

fn schema_of(parameter: Is) -> Value {
    match parameter {
        Is::Text => json!({ "type": "string" }),
        Is::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Is::Flag => json!({ "type": "boolean" }),
        Is::OneOf(words) => json!({ "type": "string", "enum": words }),
    }
}

fn responses(route: &Route, schemas: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    match &route.gives {
        Gives::Json(schema) => {
            let content = json!({ "application/json": { "schema": schema(schemas) } });
            let mut done = json!({ "description": "Hecho", "content": content });
            let links = game::links(route.name);
            if !links.is_empty() {
                done["links"] = links.into();
            }
            responses.insert("200".into(), done);
        }
        Gives::Media(media) => {
            let schema = match *media {
                "application/json" => json!({ "type": "object" }),
                media if media.starts_with("text/") => json!({ "type": "string" }),
                _ => json!({ "type": "string", "format": "binary" }),
            };
            let content = json!({ *media: { "schema": schema } });
            responses.insert("200".into(), json!({ "description": "Hecho", "content": content }));
        }
        Gives::Socket(carried) => {
            let messages: Vec<_> = carried.iter().map(|schema| schema(schemas)).collect();
            let about = "Conexión WebSocket; cada trama de texto es uno de x-messages";
            responses.insert("101".into(), json!({ "description": about, "x-messages": messages }));
        }
    }
    let mut codes: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for kind in route.all_problems().into_iter().chain(EVERYWHERE) {
        codes.entry(kind.status).or_default().push(kind.code);
    }
    for code in route.refusals() {
        let status = if code == NOT_YOUR_POWER.code { NOT_YOUR_POWER.status } else { REFUSED.status };
        codes.entry(status).or_default().push(code);
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

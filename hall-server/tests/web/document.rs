//! The document as a stranger reads it: who may ask for each order and how it may be refused, what texts may be, what follows on what, and
//! how messages and lines are told apart (ADR 88).

use std::collections::BTreeSet;

use hall_core::request::RequestKind;
use hall_wire::command::commands;
use hall_wire::command::texts::NAME_MAX;
use hall_wire::message::{PING_EVERY, SILENCE_MAX};
use serde_json::Value;

use crate::hall::Hall;

fn document() -> Value {
    let (status, document) = Hall::open().asker().get("/api/openapi.json");
    assert_eq!(status, 200);
    document
}

fn order(document: &Value, kind: RequestKind) -> &Value {
    &document["paths"][format!("/api/commands/{}", kind.name())]["post"]
}

fn codes(operation: &Value, status: &str) -> BTreeSet<String> {
    let schema = &operation["responses"][status]["content"]["application/problem+json"]["schema"];
    let codes = schema["allOf"][1]["properties"]["code"]["enum"].as_array().cloned().unwrap_or_default();
    codes.iter().map(|code| code.as_str().expect("a code").to_owned()).collect()
}

/// The operations of the document, by their names.
fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let paths = document["paths"].as_object().expect("paths").values();
    paths.flat_map(|path| path.as_object().expect("operations").values())
}

#[test]
fn each_order_tells_its_roles_and_its_own_refusals() {
    let document = document();
    for kind in commands().map(|spec| spec.kind) {
        let told = order(&document, kind);
        let roles: Vec<Value> = kind.roles().iter().map(|role| role.name().into()).collect();
        assert_eq!(told["x-roles"], Value::from(roles), "{}", kind.name());
        let refused = codes(told, "409");
        let own: BTreeSet<String> = kind.refusals().iter().map(|code| (*code).to_owned()).collect();
        assert!(own.is_subset(&refused), "{}: {own:?} {refused:?}", kind.name());
        assert!(codes(told, "403").contains("sin-facultad"), "{}", kind.name());
        for other in hall_core::refusal::Refusal::CODES {
            let may = kind.may_be_refused_with(other) && *other != "sin-facultad";
            assert_eq!(refused.contains(*other), may, "{} {other}", kind.name());
        }
    }
    let most = commands().map(|spec| codes(order(&document, spec.kind), "409").len()).max();
    assert!(most < Some(40), "{most:?}");
}

#[test]
fn texts_and_numbers_tell_their_bounds() {
    let document = document();
    let log_in = &document["components"]["schemas"]["LogIn"]["properties"];
    assert_eq!(log_in["pin"]["pattern"], "^[0-9]{6,12}$");
    for name in ["user", "device"] {
        assert_eq!(log_in[name]["pattern"], "^[A-Za-z0-9._-]{1,40}$");
        assert_eq!(log_in[name]["maxLength"], NAME_MAX);
        assert!(log_in[name]["description"].as_str().is_some_and(|about| about.len() > 10), "{log_in}");
    }
    let joins = order(&document, RequestKind::AddPerson);
    let joins = &joins["requestBody"]["content"]["application/json"]["schema"]["properties"];
    assert_eq!((&joins["pin"]["maxLength"], &joins["name"]["maxLength"]), (&12.into(), &120.into()));
    let game = order(&document, RequestKind::CloseSale);
    let game = &game["requestBody"]["content"]["application/json"]["schema"]["properties"]["game"];
    assert_eq!(game["maximum"], u32::MAX);
}

#[test]
fn each_answer_of_a_game_leads_to_what_may_be_asked_next() {
    let document = document();
    let known: BTreeSet<&str> =
        operations(&document).map(|operation| operation["operationId"].as_str().expect("a name")).collect();
    let links = |name: &str| -> Vec<String> {
        let kind = RequestKind::from_name(name).expect("an order");
        let links = order(&document, kind)["responses"]["200"]["links"].as_object().cloned();
        links
            .expect("it leads on")
            .values()
            .map(|link| link["operationId"].as_str().unwrap().to_owned())
            .collect()
    };
    let (mut met, mut next) = (BTreeSet::new(), vec!["sign-count".to_owned()]);
    while let Some(name) = next.pop() {
        assert!(known.contains(name.as_str()), "{name}");
        if met.insert(name.clone()) {
            next.extend(links(&name));
        }
    }
    for step in
        ["open-session", "announce", "claim", "end-game", "pay-prize", "refund-cards", "close-session"]
    {
        assert!(met.contains(step), "nothing leads to {step}");
    }
    let about = document["info"]["description"].as_str().expect("prose");
    assert!(met.iter().all(|step| about.contains(&format!("`{step}`"))), "{about}");
}

#[test]
fn messages_and_lines_are_told_apart_by_a_field() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let check = |name: &str, field: &str| -> BTreeSet<String> {
        let schema = &schemas[name];
        assert_eq!(schema["discriminator"]["propertyName"], field, "{name}");
        let mapping = schema["discriminator"]["mapping"].as_object().expect("each has a name");
        assert_eq!(schema["oneOf"].as_array().map(Vec::len), Some(mapping.len()));
        for (word, way) in mapping {
            let way = document.pointer(way.as_str().unwrap().trim_start_matches('#')).expect("it is there");
            let own = way.get("allOf").map_or(way, |parts| &parts[1]);
            assert_eq!(own["properties"][field]["const"], **word, "{name}");
        }
        mapping.keys().cloned().collect()
    };
    let kinds = check("Line", "kind");
    assert_eq!(kinds, hall_core::record::kinds().map(str::to_owned).collect());
    let ended = &schemas["LineGameEnded"]["properties"];
    assert_eq!(ended["body"]["required"], serde_json::json!(["game"]));
    assert_eq!(ended["version"]["const"], 1);
    for name in ["MessageWithUpdate", "MessageWithMesaUpdate"] {
        let messages = check(name, "type");
        assert!(
            ["hello", "whole", "changed", "ping"].iter().all(|one| messages.contains(*one)),
            "{messages:?}"
        );
    }
    check("Update", "section");
    check("DeskSection", "section");
    let socket = document["paths"]["/api/ws"]["get"]["description"].as_str().expect("its rules");
    let said = |seconds: u64| format!(" {seconds} s");
    assert!(
        socket.contains(&said(PING_EVERY.as_secs())) && socket.contains(&said(SILENCE_MAX.as_secs())),
        "{socket}"
    );
}

#[test]
fn somebody_at_another_computer_is_told_what_lets_a_device_in_and_what_ends_its_socket() {
    let document = document();
    let scheme = &document["components"]["securitySchemes"]["certificado"];
    assert_eq!(scheme["type"], "mutualTLS");
    let asked = |path: &str| document["paths"][path]["post"]["security"].clone();
    let certificate = || serde_json::json!({ "certificado": [] });
    assert_eq!(asked("/api/devices/renew"), Value::from(vec![certificate()]));
    assert_eq!(asked("/api/panel/shown"), Value::from(vec![certificate(), serde_json::json!({})]));
    for path in ["/api/camera", "/api/voice"] {
        let asked = asked(path);
        let ways = asked.as_array().map(Vec::as_slice).unwrap_or_default();
        assert!(ways.len() == 2 && ways[0] == certificate(), "{path}: {asked}");
    }
    let about = document["info"]["description"].as_str().expect("prose");
    for word in
        ["TLS", "/confianza", "`device-join`", "puesto-de-baja", "`demasiado-ruido`", "`lenta`", "4096 bytes"]
    {
        assert!(about.contains(word), "{word}");
    }
}

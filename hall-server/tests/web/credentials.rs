//! Who comes with nothing, with what nobody was given, or with what is no longer good, gets nothing at any address, and it
//! is told (E 54). There are no certificates here: a token or a key is what there is.

use serde_json::Value;

use crate::hall::{Asker, Hall};

/// A made-up address for each path with places in it.
fn real(path: &str) -> String {
    let mut real = path.to_owned();
    while let Some((before, rest)) = real.split_once('{') {
        let after = rest.split_once('}').unwrap().1;
        real = format!("{before}1{after}");
    }
    real
}

/// The scheme of a device's key, and the code of what is wrong without it.
type Device = (&'static str, &'static str);

/// Devices with a key of their own.
const DEVICES: [Device; 2] = [("Camera", "clave-de-camara"), ("Voice", "clave-de-voz")];

/// Every address that somebody must be somebody for: method, path, and what is asked for.
fn guarded(document: &Value) -> Vec<(String, String, Option<Device>)> {
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let unknown = &operation["responses"]["401"];
            if unknown.is_object() && path != "/api/login" {
                let device = DEVICES.iter().find(|(_, code)| unknown.to_string().contains(code));
                found.push((method.clone(), path.clone(), device.copied()));
            }
        }
    }
    found
}

fn turned_away(hall: &Hall) -> u64 {
    let (_, metrics) = hall.asker().get("/metrics");
    let metrics = metrics.as_str().unwrap();
    let value = metrics.lines().find_map(|line| line.strip_prefix("bombo_turned_away_total "));
    value.expect("it is counted").parse().unwrap()
}

#[test]
fn nothing_opens_to_whoever_has_no_good_credentials_and_it_is_counted() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let guarded = guarded(&document);
    let commands = hall_wire::command::commands().count();
    assert!(
        guarded.len() > commands
            && DEVICES.iter().all(|one| guarded.iter().any(|(_, _, device)| device == &Some(*one))),
        "{}",
        guarded.len()
    );
    // Of somebody who has left this desk since.
    let left = hall.logged_in("sala");
    left.post("/api/logout", "{}");
    let gone = left.token.clone().unwrap();
    let here = hall.logged_in("sala").token.unwrap();
    let decided = hall.seen.lock().unwrap().decided.len();
    let mut told = turned_away(&hall);
    assert_eq!(told, 0);
    let tokens = [
        None,
        Some(String::new()),
        Some("00".repeat(32)),
        Some(gone),
        Some(here[..63].to_owned()),
        Some(format!("{here}0")),
    ];
    for token in tokens {
        for (method, path, device) in &guarded {
            let asker = Asker {
                token: token.clone().filter(|_| device.is_none()),
                device: device.and_then(|(scheme, _)| Some((scheme, token.clone()?))),
                request_id: Some(uuid::Uuid::new_v4().to_string()),
                ..hall.asker()
            };
            let path = real(path);
            let (status, answer) = match method.as_str() {
                "get" if path == "/api/ws" => asker.get("/api/ws?protocol=3&board=mesa"),
                "get" => asker.get(&path),
                _ => asker.post(&path, "{}"),
            };
            let code = device.map_or("sin-identificar", |(_, code)| code);
            assert_eq!(
                (status, answer["code"].as_str()),
                (401, Some(code)),
                "{method} {path} {token:?}: {answer}"
            );
        }
        let now = turned_away(&hall);
        assert_eq!(now, told + guarded.len() as u64, "{token:?}");
        told = now;
    }
    // A camera's key is nobody's token, and a token no camera's key.
    let camera = Asker { token: Some(crate::hall::CAMERA_KEY.to_owned()), ..hall.asker() };
    assert_eq!(camera.get("/api/me").0, 401);
    let person = Asker { device: Some(("Camera", here.clone())), media: "image/jpeg", ..hall.asker() };
    let sent = guarded.iter().find(|(_, _, device)| device == &Some(DEVICES[0])).unwrap();
    assert_eq!(person.post(&sent.1, "{}").0, 401);
    assert_eq!(hall.seen.lock().unwrap().decided.len(), decided, "nothing came to the desk");
    // And who is somebody still is.
    assert_eq!(Asker { token: Some(here), ..hall.asker() }.get("/api/me").0, 200);
}

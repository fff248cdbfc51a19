//! Every name that the board and the alerts use is really served.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use hall_log::{Cosigner, SecretKey};
use serde_json::Value;

use crate::kit::{Hall, hall_server, words};
use crate::process::serve;

fn support(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../debian/soporte").join(name);
    fs::read_to_string(path).unwrap()
}

/// Every text under a key, at any depth.
fn texts(value: &Value, key: &str, found: &mut Vec<String>) {
    if let Some(object) = value.as_object() {
        for (name, value) in object {
            if name == key {
                found.extend(value.as_str().map(str::to_owned));
            }
            texts(value, key, found);
        }
    }
    for value in value.as_array().into_iter().flatten() {
        texts(value, key, found);
    }
}

/// The names of ours in an expression; one that goes on in a pattern is the beginning of some.
fn names(expression: &str) -> Vec<(String, bool)> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = expression;
    while let Some(at) = rest.find("bombo_") {
        let end = rest[at..].find(|c| !word(c)).map_or(rest.len(), |end| at + end);
        found.push((rest[at..end].to_owned(), rest[end..].starts_with(".+")));
        rest = &rest[end..];
    }
    found
}

/// A hall that has everything that has counters of its own.
fn served() -> BTreeSet<String> {
    let hall = Hall::new();
    let key = hall.beside("clave");
    let made = hall_server(&["mirror-key", "--to", key.to_str().unwrap()]);
    let said = words(&made);
    let recipient =
        said.lines().find_map(|line| line.trim().strip_prefix("recipient = ")).expect("a public key");
    for folder in ["copia", "copias"] {
        fs::create_dir(hall.beside(folder)).unwrap();
    }
    let place = |name| hall.beside(name).display().to_string();
    hall.add("[machine]\nport = \"/dev/no-hay\"\n[second_reader]\nport = \"/dev/no-hay-otro\"");
    hall.add(&format!(
        "[mirror]\nfolders = [\"{}\"]\nrecipient = {recipient}\nsame_disk = true",
        place("copia")
    ));
    hall.add(&format!("[backup]\nfolder = \"{}\"\nsame_disk = true", place("copias")));
    let verifier = Cosigner::of("testigo-1", SecretKey::of_seed(&[1; 32])).unwrap().verifier().to_string();
    hall.add(&format!("[[witness]]\nname = \"r\"\nurl = \"http://127.0.0.1:9\"\nkey = \"{verifier}\""));
    let (mut server, url) = serve(&hall.dir, "127.0.0.1:0", Stdio::null());
    let mut answer = ureq::get(format!("{url}/metrics")).call().unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_board_and_the_alerts_use_what_is_served() {
    let served = served();
    let (mut expressions, mut of_alerts) = (Vec::new(), Vec::new());
    let board: Value = serde_json::from_str(&support("bombo-grafana.json")).expect("the board is JSON");
    texts(&board, "expr", &mut expressions);
    let alerts: Value =
        serde_json::from_str(&support("bombo-alertas.json")).expect("the alerts are JSON, which is YAML");
    texts(&alerts, "expr", &mut of_alerts);
    assert!(expressions.len() > 30 && of_alerts.len() > 20, "all of them are looked at");
    for rule in alerts["groups"][0]["rules"].as_array().unwrap() {
        let told = |key: &str| rule["annotations"][key].as_str().is_some_and(|text| !text.is_empty());
        assert!(rule["alert"].is_string() && told("summary") && told("description"), "{rule}");
        assert!(["critical", "warning"].contains(&rule["labels"]["severity"].as_str().unwrap()), "{rule}");
    }
    let mut used = BTreeSet::new();
    for expression in expressions.iter().chain(&of_alerts) {
        let found = names(expression);
        assert!(!found.is_empty(), "{expression} asks for nothing of ours");
        for (name, begins) in found {
            let is_served =
                if begins { served.iter().any(|is| is.starts_with(&name)) } else { served.contains(&name) };
            assert!(is_served, "{name}, in {expression}, is not served");
            used.insert(name);
        }
    }
    for needed in ["bombo_disk_free_bytes", "bombo_session_open", "bombo_open_files", "bombo_resident_bytes"]
    {
        assert!(used.contains(needed), "nobody looks at {needed}");
    }
    // What would tell a winner, or who works, is no counter.
    let told = ["card", "seller", "person", "pin", "ball"];
    let telling =
        served.iter().find(|name| told.iter().any(|word| name.split('_').any(|part| part == *word)));
    assert_eq!(telling, None);
}

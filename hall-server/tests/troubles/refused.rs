//! One person who signs twice is refused, and the refusal stands in the server's log (E 46, 36.1).

use std::fs::{self, File};

use serde_json::json;

use crate::kit::{BERTA_PIN, Place, Server, ana_pin};
use crate::process::serve;

#[test]
fn one_person_who_signs_twice_is_refused_and_the_log_says_who_and_what() {
    let place = Place::new();
    let log = place.root.path().join("servidor.log");
    let (child, url) = serve(&place.dir, "127.0.0.1:0", File::create(&log).unwrap().into());
    let mut server = Server { child, url, token: String::new() };
    server.log_in("ana", ana_pin());
    server.enter("J1");
    let found = json!({"set": "J1", "seals": "P-1", "seals_whole": true, "passed": true});
    server.ask("ask-ball-inspection", &found);
    let before = place.head();
    // The same person, at this desk and at another: two log-ins are no two people.
    for device in ["despacho", "mesa-1"] {
        let login = json!({"user": "ana", "pin": ana_pin(), "device": device});
        server.token = server.post("/api/login", &login).1["token"].as_str().unwrap().to_owned();
        let (status, problem) = server.post("/api/commands/confirm-ball-inspection", &found);
        assert_eq!((status, problem["code"].as_str()), (409, Some("otra-persona")), "{problem}");
        let log = fs::read_to_string(&log).unwrap();
        let told = log.lines().rfind(|line| line.contains("a request was refused")).unwrap();
        for part in ["code=\"otra-persona\"", "request=\"confirm-ball-inspection\"", "person=1 ", device] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(!log.contains("Ana") && !log.contains(ana_pin()), "no name and no PIN is in the log: {log}");
    }
    // Two log-ins are new in the record, and one line of both refusals (ADR 76).
    assert_eq!(place.head().seq, before.seq + 3);
    server.log_in("berta", BERTA_PIN);
    server.ask("confirm-ball-inspection", &found);
}

//! The spare rehearses: what it shows, what is found out before the day on which it is needed, and what the record says of it
//! (DECISIONS 41, E14).

use std::fs;
use std::path::Path;

use hall_core::event::Event;
use hall_server::journal::RecordReader;
use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::kit::{Server, ana_pin, until};
use crate::spare::{Two, signal};

fn rehearsal(server: &Server) -> Value {
    let agent = ureq::Agent::new_with_defaults();
    let asked = agent.get(format!("{}/api/board/mesa", server.url));
    let mut answer = asked.header("authorization", format!("Bearer {}", server.token)).call().unwrap();
    answer.body_mut().read_json::<Value>().unwrap()["board"]["rehearsal"].clone()
}

/// Has the spare rehearse, and waits for how it ended.
fn rehearses(two: &Two, server: &Server) -> Event {
    let asked = server.ask("rehearse-spare", &json!({}))["seq"].as_u64().unwrap();
    until(|| rehearsal(server)["under_way"] == false);
    ended(two, asked)
}

/// How the rehearsal ended that was asked for in this line.
fn ended(two: &Two, asked: u64) -> Event {
    let record = RecordReader::open(&two.place.dir).unwrap();
    let lines = record.lines(asked + 1, u64::from(u32::MAX)).unwrap();
    let ends = |event: &Event| matches!(event, Event::RehearsalPassed { .. } | Event::RehearsalFailed { .. });
    lines.into_iter().map(|(_, event)| event).find(ends).expect("it has ended")
}

fn why(event: &Event) -> &str {
    let Event::RehearsalFailed { words, .. } = event else { panic!("it was passed: {event:?}") };
    words
}

/// Changes these bytes wherever they stand in a file.
fn changed(file: &Path, from: &[u8], to: &[u8]) {
    let mut bytes = fs::read(file).unwrap();
    let places = (0..bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from));
    let places: Vec<usize> = places.collect();
    assert!(!places.is_empty(), "they are not in {}", file.display());
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
    fs::write(file, bytes).unwrap();
}

#[test]
fn a_spare_that_follows_passes_its_rehearsal_and_goes_on_following() {
    let two = Two::new("all");
    let server = two.server();
    let spare = two.spare();
    two.follows(&server);
    server.enter("J1");
    assert_eq!(rehearsal(&server), json!({"under_way": false, "passed_utc_ms": null, "failed": null}));
    let Event::RehearsalPassed { rehearsal: 1, spare: at, seq, hash, hall_sha256, .. } =
        rehearses(&two, &server)
    else {
        panic!("{}", rehearsal(&server))
    };
    assert_eq!(at, two.spare_at);
    assert_ne!(hall_sha256, [0; 32]);
    let head = RecordReader::open(&two.dir).unwrap().head_at(seq).unwrap().expect("the spare has the line");
    assert_eq!(head.hash.0, hash, "the line that the record names is the spare's");
    let board = rehearsal(&server);
    assert!(board["passed_utc_ms"].is_i64() && board["failed"].is_null(), "{board}");
    // The hall moves on, and so does the spare; the next one compares another hall.
    server.enter("J2");
    let Event::RehearsalPassed { rehearsal: 2, hall_sha256: later, .. } = rehearses(&two, &server) else {
        panic!("{}", rehearsal(&server))
    };
    assert_ne!(later, hall_sha256);
    two.follows(&server);
    spare.stop();
    server.stop();
}

#[test]
fn what_would_be_missing_on_the_day_is_found_in_a_rehearsal() {
    let two = Two::new("money");
    let server = two.server();
    // Nobody is there.
    assert!(why(&rehearses(&two, &server)).starts_with("no contesta"));
    let spare = two.spare();
    two.follows(&server);
    // Without this it could not tell the old server, once it is promoted.
    let settings = two.dir.join("sala.toml");
    let whole = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, &whole[..whole.rfind("\n[spare]").expect("it has it")]).unwrap();
    let found = rehearses(&two, &server);
    assert!(why(&found).contains("[spare]"), "{found:?}");
    fs::write(&settings, &whole).unwrap();
    // A table for people that is not what the record gives: no start looks at it.
    server.enter("J1");
    two.follows(&server);
    spare.stop();
    changed(&two.dir.join("sala.db"), b"pneumaticH-1", b"pneumaticH-2");
    let spare = two.spare();
    two.follows(&server);
    let found = rehearses(&two, &server);
    assert!(why(&found).contains("ball_set"), "{found:?}");
    assert!(rehearsal(&server)["failed"].as_str().unwrap().contains("ball_set"));
    assert!(rehearsal(&server)["passed_utc_ms"].is_null(), "none was passed");
    spare.stop();
    server.stop();
}

#[test]
fn in_a_hall_without_a_spare_a_rehearsal_says_that_there_is_none() {
    let two = Two::new("never");
    let settings = two.place.dir.join("sala.toml");
    let text = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, text.split("[spare]\nat = \"127").next().unwrap()).unwrap();
    let server = two.server();
    assert!(why(&rehearses(&two, &server)).contains("no hay [spare]"));
    server.stop();
}

/// Stopped in good order beside a spare that says nothing, the server ends; after its start the rehearsal is made.
#[test]
fn a_rehearsal_that_a_stop_interrupts_is_made_after_the_start() {
    let two = Two::new("never");
    let server = two.server();
    let spare = two.spare();
    two.follows(&server);
    signal(&spare.child, Signal::SIGSTOP);
    let asked = server.ask("rehearse-spare", &json!({}))["seq"].as_u64().unwrap();
    let (status, answer) = server.post("/api/commands/rehearse-spare", &json!({}));
    assert_eq!((status, answer["code"].as_str()), (409, Some("ensayo-en-curso")), "{answer}");
    server.stop();
    signal(&spare.child, Signal::SIGCONT);
    let mut server = two.server();
    server.log_in("ana", ana_pin());
    until(|| rehearsal(&server)["under_way"] == false);
    let end = ended(&two, asked);
    assert!(matches!(end, Event::RehearsalPassed { rehearsal: 1, .. }), "{end:?}");
    spare.stop();
    server.stop();
}

/// Without the key nobody has the spare read its record, and an old question is none.
#[test]
fn nobody_else_has_the_spare_rehearse() {
    let two = Two::new("never");
    let server = two.server();
    let spare = two.spare();
    two.follows(&server);
    let agent = ureq::Agent::from(ureq::Agent::config_builder().http_status_as_error(false).build());
    let post = || agent.post(format!("http://{}/api/spare/rehearsal", two.spare_at));
    assert_eq!(post().send("nonce 1:").unwrap().status(), 403);
    assert_eq!(post().header("Spare-Code", "0a".repeat(32)).send("nonce 1:").unwrap().status(), 403);
    spare.stop();
    server.stop();
}

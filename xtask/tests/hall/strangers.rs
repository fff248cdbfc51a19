//! The interface as a stranger has it: the document alone. A client that a common generator makes of it plays a session, and a program
//! that asks what the document allows, and what it forbids, gets nothing that the document has not (ADR 88).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hall_core::request::RequestKind;
use hall_wire::board::Person;
use hall_wire::link::Client;
use hall_wire::problem::KINDS;
use serde_json::{Value, json};
use xtask::programs::program;
use xtask::staff::key_of;

use crate::kit::{Hall, Setup, said};
use crate::people::come_in;

/// The PIN of somebody who may do everything.
const PIN: &str = "620435";

/// What asks nothing of anybody who goes on asking: its own log-in would end, its own powers be taken away, or it would wait for pictures.
const LEFT_OUT: [&str; 7] = [
    "logout",
    "end-log-in",
    "change-person",
    "dismiss-person",
    "revoke-device",
    "camera-mjpeg",
    "camera-jpg",
];

/// A program that `./bombo test` installs from `xtask/api.txt`.
fn tool(name: &str) -> PathBuf {
    let server = program("hall-server");
    let tool = server.ancestors().nth(2).expect("target").join("api/bin").join(name);
    assert!(
        tool.is_file(),
        "{} no está: lo instala ./bombo test, y la primera vez hace falta un registro de paquetes de Python",
        tool.display()
    );
    tool
}

/// A code with which an order was refused: the interface tells of it.
#[track_caller]
pub fn told_of(command: &str, code: &str) -> String {
    let of_the_desk = RequestKind::from_name(command).is_some_and(|kind| kind.may_be_refused_with(code));
    let of_the_web = KINDS.iter().any(|kind| kind.code == code);
    assert!(of_the_desk || of_the_web, "{code} is no refusal of {command}");
    code.to_owned()
}

fn good(output: &Output, what: &str) -> String {
    let said = said(output);
    assert!(output.status.success(), "{what}: {said}");
    said
}

/// The document, in a file.
fn document(hall: &Hall, folder: &Path) -> PathBuf {
    let file = folder.join("openapi.json");
    let document: Value = Client::new(&hall.url()).get("/api/openapi.json").expect("anybody may read it");
    fs::write(&file, document.to_string()).expect("the folder can be written");
    file
}

fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hall/strangers").join(name)
}

#[test]
fn a_client_that_a_common_generator_made_plays_a_session() {
    let hall = Hall::closed(&Setup { first_out: &[1], ..Setup::default() });
    let folder = tempfile::tempdir().expect("a temporary folder");
    let document = document(&hall, folder.path());
    let mut generate = Command::new(tool("openapi-python-client"));
    generate.args(["generate", "--meta", "none", "--path"]).arg(&document);
    generate.arg("--output-path").arg(folder.path().join("bombo_client"));
    generate.arg("--config").arg(here("generator.yml"));
    let generated = good(&generate.output().expect("it runs"), "the client");
    // What it cannot make something of it leaves out, and says so.
    assert!(!["WARNING", "Unable"].iter().any(|word| generated.contains(word)), "{generated}");
    let user = |role: &str| {
        let (user, pin) = key_of(role);
        json!([user, pin])
    };
    let who = json!({
        "sala": ["lucia", hall.pin], "mesa": user("jefe_de_mesa"), "caja": user("cajero"),
        "locucion": user("vendedor_locutor"), "vende": ["ignacio"],
    });
    let mut play = Command::new(tool("python"));
    play.arg(here("play.py")).arg(hall.url()).arg(&document).arg(who.to_string());
    play.env("PYTHONPATH", folder.path()).env("PYTHONDONTWRITEBYTECODE", "1");
    let played = good(&play.output().expect("it runs"), "the session");
    assert!(played.contains("played"), "{played}");
    let evidence = hall.finish();
    assert_eq!(evidence.of("prize_paid").count(), 2);
    assert_eq!((evidence.of("game_ended").count(), evidence.of("session_closed").count()), (1, 1));
}

#[test]
fn what_the_document_allows_and_forbids_is_answered_as_it_says() {
    let hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let all = ["jefe_de_sala", "jefe_de_mesa", "cajero", "vendedor_locutor"];
    hall.must(
        &hall.staff.sala,
        "add-person",
        &json!({"user": "todo", "name": "Quien todo puede", "pin": "864213", "roles": all}),
    );
    let first = come_in(&hall, "todo", "864213", "ajeno").expect("the first PIN");
    hall.must(&first, "change-pin", &json!({"old": "864213", "pin": PIN}));
    // A game that was played, and one in which a card was sung.
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.to_the_end(game);
    let game = hall.sell(&[("A17", 7, 12)]);
    hall.start(game);
    hall.balls(game, 3);
    hall.must(&hall.staff.mesa, "claim", &json!({"game": game, "play": "line", "series": "A17", "card": 7}));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut ask = Command::new(tool("schemathesis"));
    ask.arg("--config-file").arg(here("schemathesis.toml")).arg("run").arg(document(&hall, folder.path()));
    ask.args(["--url", &hall.url(), "--seed", "20261130", "--max-examples", "3", "--no-shrink"]);
    ask.args(["--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all"]);
    ask.args(["--header", &format!("Authorization: Bearer {}", first.token().expect("logged in"))]);
    for operation in LEFT_OUT {
        ask.args(["--exclude-operation-id", operation]);
    }
    ask.current_dir(folder.path()).env("SCHEMATHESIS_HOOKS", "hooks").env("PYTHONPATH", here(""));
    ask.env("PYTHONDONTWRITEBYTECODE", "1");
    let found = ask.output().expect("it runs");
    let words = said(&found);
    assert!(found.status.success(), "{}", words.chars().take(20_000).collect::<String>());
    // It did not ask as nobody.
    let people: Vec<Person> = now(&hall, &first).get("/api/people").expect("its log-in is good still");
    assert!(people.len() > 7, "nobody was taken on by what it asked: {}", people.len());
    assert!(hall.lines_of("note_written").len() > 1, "what it asked was granted at times");
}

fn now(hall: &Hall, who: &Client) -> Client {
    Client::new(&hall.url()).with_token(who.token().map(str::to_owned))
}

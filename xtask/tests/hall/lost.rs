//! A record that lost its end (DECISIONS 40, 41; reliability.md E12, E59): no start below the witness, the missing file put
//! back, and a loss that two people accept. What was acknowledged is lost on purpose here, so these halls have no proof of
//! NL1 at their end.

use std::path::Path;
use std::process::Output;

use hall_wire::link::Client;
use serde_json::json;
use xtask::programs::Server;
use xtask::staff::{code, key_of, log_in};

use crate::kit::{Hall, Setup, said, tool};
use crate::terminal::answered;

/// Another chief: user, PIN.
const SECOND: (&str, &str) = ("teresa", "662607");

/// A hall that sold some cards and was killed, with its last commits in the `-wal`.
fn killed() -> Hall {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let (user, pin) = SECOND;
    hall.must(
        &hall.staff.sala,
        "add-person",
        &json!({"user": user, "name": "Teresa Gil", "pin": pin, "roles": ["jefe_de_sala", "jefe_de_mesa"]}),
    );
    hall.sell(&[("A17", 1, 6), ("A17", 7, 12), ("A17", 13, 18)]);
    hall.kill();
    hall
}

/// Answers `accept-loss` with these lines.
fn accept(dir: &Path, lines: &[&str]) -> Output {
    answered(&["accept-loss"], dir, lines)
}

fn refusal(dir: &Path) -> String {
    Server::start(dir, None).err().expect("no start below the witness").to_string()
}

#[test]
fn a_record_that_lost_its_end_does_not_start_and_goes_on_with_the_file_put_back() {
    let mut hall = killed();
    let wal = hall.dir().join("sala.db-wal");
    let good = std::fs::read(&wal).expect("the last commits");
    let witness = std::fs::read_to_string(hall.dir().join("sala.db.testigo")).expect("the witness");
    let last: u64 = witness.split(':').nth(1).expect("epoch:line:hash").parse().expect("a number");
    let mut flipped = good.clone();
    let at = good.len() / 2;
    flipped[at] ^= 1;
    for (what, bytes) in [
        ("one bit flipped", flipped),
        ("its tail cut", good[..at].to_vec()),
        ("emptied", vec![0; good.len()]),
    ] {
        std::fs::write(&wal, &bytes).expect("a folder of ours");
        let words = refusal(&hall.dir());
        assert!(words.contains(&format!("llegó a ver la {last}")), "{what}: {words}");
        assert!(words.contains("accept-loss") && words.contains("restore"), "the ways out: {words}");
        let check = said(&tool(&["check"], &hall.dir()));
        assert!(!check.contains("Todo está en orden"), "{what}: {check}");
        assert!(check.contains(&last.to_string()), "{what}: {check}");
        let head = tool(&["head"], &hall.dir());
        assert!(!head.status.success() && said(&head).contains(&last.to_string()), "{}", said(&head));
        assert_eq!(std::fs::read(&wal).expect("still there"), bytes, "{what}: it was touched");
    }
    std::fs::write(&wal, &good).expect("a folder of ours");
    hall.begin();
    hall.finish();
}

#[test]
fn two_people_accept_a_loss_and_no_number_is_given_twice() {
    let hall = killed();
    let wal = hall.dir().join("sala.db-wal");
    let good = std::fs::read(&wal).expect("the last commits");
    // The last commits only: people and session are there.
    std::fs::write(&wal, &good[..good.len() * 19 / 20]).expect("a folder of ours");
    let (one, pin) = key_of("jefe_de_mesa");
    let (other, other_pin) = SECOND;
    let (cashier, cashier_pin) = key_of("cajero");

    // Nobody says yes, a wrong PIN, twice the same person, one who is no chief: nothing is written.
    for lines in [
        vec!["no"],
        vec!["ACEPTO", one, "999999", other, other_pin],
        vec!["ACEPTO", one, pin, one, pin],
        vec!["ACEPTO", one, pin, cashier, cashier_pin],
    ] {
        let output = accept(&hall.dir(), &lines);
        assert!(!output.status.success(), "{lines:?}: {}", said(&output));
        refusal(&hall.dir());
    }
    let output = accept(&hall.dir(), &["ACEPTO", one, pin, other, other_pin]);
    assert!(output.status.success(), "{}", said(&output));
    let again = accept(&hall.dir(), &["ACEPTO", one, pin, other, other_pin]);
    assert!(said(&again).contains("no hay pérdida que aceptar"), "{}", said(&again));
    let check = said(&tool(&["check"], &hall.dir()));
    assert!(check.contains("Todo está en orden"), "{check}");

    // The old tokens are worth nothing.
    let server = Server::start(&hall.dir(), None).expect("a new epoch starts");
    let before = Client::new(&server.url).with_token(hall.staff.mesa.token().map(str::to_owned));
    let refused = before.get::<serde_json::Value>("/api/people").expect_err("a token of before");
    assert_eq!(code(&refused), "entrada-terminada");

    // Nothing is sold until two people have read the last numbers from the paper.
    let mesa = log_in(&server.url, one, "mesa").expect("a PIN stays");
    let mut second = Client::new(&server.url);
    second.login(other, other_pin, "sala").expect("a PIN stays");
    let post = |who: &Client, command: &str, body: &serde_json::Value| {
        who.post(command, body, uuid::Uuid::new_v4()).map_err(|error| code(&error).to_owned())
    };
    let sale = json!({"series": "A17", "series_size": crate::founding::SERIES_SIZE, "face_value_cents": crate::kit::PRICE});
    assert_eq!(post(&mesa, "open-sale", &sale).expect_err("not yet"), "numeracion-por-confirmar");
    // Teresa was taken on that evening and never came in.
    post(&second, "change-pin", &json!({"old": other_pin, "pin": "135702"})).expect("a PIN of her own");
    let numbering =
        json!({"game": 7, "session": 1, "diligencia": 0, "sold": [{"series": "A17", "card": 48}]});
    post(&mesa, "ask-numbering", &numbering).expect("read from the paper");
    post(&second, "confirm-numbering", &numbering).expect("the same paper");
    // The game that was on sale was played on paper.
    let void = json!({"game": 1, "cause": "Se jugó en papel"});
    post(&mesa, "ask-void", &void).expect("it is on sale");
    post(&second, "confirm-void", &void).expect("another person");
    let opened = post(&mesa, "open-sale", &sale).expect("the numbering is known");
    let text = serde_json::to_string(&opened).expect("JSON");
    assert!(text.contains("\"game\":8") && text.contains("\"first\":49"), "{text}");
    server.stop().expect("in order");
    let check = said(&tool(&["check"], &hall.dir()));
    assert!(check.contains("Todo está en orden"), "{check}");
}

/// A copy behind each acta, by itself; and one that a restart finds due is made then.
#[test]
fn a_backup_is_made_behind_the_acta_of_each_session() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let copies = tempfile::tempdir().expect("a temporary folder");
    hall.stop();
    let path = hall.dir().join("sala.toml");
    let settings = std::fs::read_to_string(&path).expect("the settings");
    let part = format!("[backup]\nfolder = \"{}\"\nsame_disk = true\n", copies.path().display());
    std::fs::write(&path, format!("{settings}\n{part}")).expect("a folder of ours");
    hall.begin();
    assert_eq!(std::fs::read_dir(copies.path()).expect("it is there").count(), 0, "no session was closed");
    hall.close_session();
    let copy = crate::kit::until("a copy of the closed session", || {
        let entries = std::fs::read_dir(copies.path()).expect("it is there");
        entries
            .map(|entry| entry.expect("an entry").path())
            .find(|path| path.extension().is_some_and(|end| end == "db"))
    });
    let told = crate::kit::until("its text", || std::fs::read_to_string(copy.with_extension("txt")).ok());
    assert!(told.contains("Todo está en orden"), "{told}");
    let check = said(&tool(&["check"], &copy));
    assert!(check.contains("Todo está en orden"), "{check}");
    assert!(
        crate::kit::record_of(&copy).iter().any(|row| row.line.kind == "acta_issued"),
        "the acta is in it"
    );
    hall.finish();
}

//! What is sent to a technician far away (issue 22, point 8; ADR 87): a hall that is playing makes its report, somebody with nothing but
//! that file has the moment again, and nothing in it names anybody or opens anything.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use hall_core::people::Sealed;
use hall_server::journal::RecordReader;
use serde_json::{Value, json};
use xtask::programs::program;
use xtask::staff::people;

use crate::kit::{Hall, Setup, said, tool};

/// Every file of a report, as bytes; and the report's own.
fn opened(zip: &Path, into: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let unpacked = Command::new("python3").args(["-m", "zipfile", "-e"]).arg(zip).arg(into).status();
    assert!(unpacked.expect("Python runs").success(), "it is a .zip");
    let (mut files, mut folders) = (BTreeMap::new(), vec![into.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                files.insert(entry.clone(), std::fs::read(&entry).expect("a file"));
            }
        }
    }
    files.insert(zip.to_owned(), std::fs::read(zip).expect("the report"));
    files
}

/// The sealed values that a line cites.
fn sealed_in(body: &Value, found: &mut Vec<Sealed>) {
    if let (Some(id), Some(sha256)) = (body["id"].as_u64(), body["sha256"].as_str()) {
        let hash = hex::decode(sha256).expect("a hash").try_into().expect("thirty-two bytes");
        found.push(Sealed { id, hash });
    }
    let parts = body.as_object().into_iter().flat_map(|object| object.values());
    parts.chain(body.as_array().into_iter().flatten()).for_each(|part| sealed_in(part, found));
}

/// What must not leave the hall: what is sealed, as it is and in hexadecimal, what people type, their log-ins, and the files of keys.
fn secrets(hall: &Hall) -> Vec<Vec<u8>> {
    let mut secrets: Vec<Vec<u8>> = Vec::new();
    let reader = RecordReader::open(&hall.dir()).expect("the record");
    let mut cited = Vec::new();
    hall.record().iter().for_each(|row| sealed_in(&row.body, &mut cited));
    for sealed in cited {
        let value = reader.unseal(&sealed).expect("it is the one that is cited").unwrap_or_default();
        secrets.extend([hex::encode(&value).into_bytes(), value]);
    }
    for (user, name, pin, _) in people() {
        secrets.extend([user, name, pin].map(|text| text.as_bytes().to_vec()));
        // The parts of a name too.
        secrets.extend(name.split(' ').filter(|part| part.len() > 4).map(|part| part.as_bytes().to_vec()));
    }
    secrets.push(hall.pin.clone().into_bytes());
    for client in [&hall.staff.sala, &hall.staff.mesa, &hall.staff.cajero, &hall.staff.locutor] {
        secrets.push(client.token().expect("it is logged in").as_bytes().to_vec());
    }
    for entry in std::fs::read_dir(hall.dir()).expect("the hall").map(|entry| entry.expect("an entry").path())
    {
        let is_key =
            entry.extension().is_some_and(|ending| ["clave", "pem", "key"].iter().any(|key| ending == *key));
        let text = if is_key { std::fs::read_to_string(&entry).unwrap_or_default() } else { String::new() };
        secrets.extend(
            text.lines()
                .filter(|line| line.len() >= 32 && !line.contains("---"))
                .map(|line| line.as_bytes().to_vec()),
        );
    }
    secrets.retain(|secret| secret.len() >= 5);
    secrets.sort();
    secrets.dedup();
    assert!(secrets.len() > 40, "a hall has secrets to be found");
    secrets
}

/// Whether this stands there as a word: six digits in the middle of a hash are nobody's PIN.
fn has(bytes: &[u8], secret: &[u8]) -> bool {
    let is_word = |at: Option<&u8>| at.is_some_and(u8::is_ascii_alphanumeric);
    let mut found = bytes.windows(secret.len()).enumerate().filter(|(_, window)| *window == secret);
    found.any(|(at, _)| {
        !(is_word(at.checked_sub(1).and_then(|at| bytes.get(at))) || is_word(bytes.get(at + secret.len())))
    })
}

/// The hall of the report, as another computer makes it again.
fn replayed(report: &Path, more: &[&str]) -> Value {
    let mut order = Command::new(program("hall-server"));
    let output = order.args(["replay", "--from"]).arg(report).args(more).output().expect("it is built");
    assert!(output.status.success(), "{}", said(&output));
    serde_json::from_slice(&output.stdout).expect("a board")
}

fn report_of(hall: &Hall, more: &[&str]) -> PathBuf {
    let zip = hall.dir().with_file_name(format!("informe-{}.zip", more.len()));
    let (out, log) = (zip.display().to_string(), hall.dir().join("servidor.log").display().to_string());
    let begun = Instant::now();
    let made = tool(&[&["report", "--out", &out, "--log", &log], more].concat(), &hall.dir());
    assert!(made.status.success(), "{}", said(&made));
    assert!(said(&made).contains("Informe hecho"), "{}", said(&made));
    let bytes = std::fs::metadata(&zip).expect("it is there").len();
    let lines = hall.record().len();
    eprintln!("a report of {lines} lines: {} KiB in {} ms", bytes / 1024, begun.elapsed().as_millis());
    zip
}

#[test]
fn a_technician_far_away_has_the_moment_and_nobody_s_name() {
    let mut hall = Hall::open(&Setup::default());
    for (blocks, balls) in [([("A17", 1, 6), ("A17", 7, 10)], 12), ([("A17", 11, 15), ("A17", 16, 20)], 7)] {
        let game = hall.sell(&blocks);
        hall.start(game);
        if balls == 12 {
            hall.to_the_end(game);
        } else {
            hall.balls(game, balls);
        }
    }
    hall.at_rest();
    // A secret that somebody has put where it does not belong, and one in an address, after the server had read its settings.
    let settings = hall.dir().join("sala.toml");
    let text = std::fs::read_to_string(&settings).expect("the settings");
    let more = "# canario-uno\n[mail]\nhost = \"smtp.example\"\npassword = \"canario-dos\"\n[time_stamp]\nurl = \"http://sala:canario-tres@tsa.example/\"\n";
    std::fs::write(&settings, format!("{text}\n{more}")).expect("written");

    let at = hall.url().trim_start_matches("http://").to_owned();
    let zip = report_of(&hall, &["--server", &at]);
    let shown = hall.staff.sala.get::<Value>("/api/board").expect("the board");
    let far = tempfile::tempdir().expect("a temporary folder");
    let files = opened(&zip, far.path());
    let file = |name: &str| String::from_utf8_lossy(&files[&far.path().join(name)]).into_owned();

    // The moment: what the server showed then, from the lines alone; and each moment before.
    let again = replayed(far.path(), &[]);
    assert_eq!(again["seq"], shown["seq"], "nothing happens meanwhile");
    assert_eq!(again["board"], shown["board"]);
    let state: Value = serde_json::from_str(&file("estado.json")).expect("JSON");
    assert_eq!(state["tablero"], shown["board"]);
    let mut announced = Vec::new();
    for line in file("registro.jsonl").lines() {
        let line: Value = serde_json::from_str(line).expect("a line");
        if line["kind"] == "ball_announced" {
            announced.push(line["seq"].as_u64().expect("a number"));
        }
    }
    let third = announced[announced.len() - 5].to_string();
    let then = replayed(far.path(), &["--to", &third]);
    let called = |board: &Value| board["board"]["announced"].as_array().expect("balls").clone();
    assert_eq!(called(&then), called(&again)[..3], "the third ball of the second game");
    assert_eq!(replayed(far.path(), &["--desk"])["board"]["public"], shown["board"]);

    // What a technician asks first.
    assert!(file("salud.json").contains("\"server_version\""));
    assert!(
        file("metricas.txt").contains("bombo_machine_frames_total")
            && file("metricas.txt").contains("bombo_session_open 1")
    );
    assert!(file("comprobaciones.txt").contains("llega al disco en"), "{}", file("comprobaciones.txt"));
    assert!(file("LEEME.txt").contains("hall-server replay --from informe --to"), "{}", file("LEEME.txt"));
    assert!(
        file("diarios/fichero-1.txt").contains("hall_server") || file("diarios/fichero-1.txt").is_empty()
    );

    let canaries = ["canario-uno", "canario-dos", "canario-tres"].map(|text| text.as_bytes().to_vec());
    let secrets: Vec<Vec<u8>> = secrets(&hall).into_iter().chain(canaries).collect();
    for (path, bytes) in &files {
        for secret in &secrets {
            assert!(!has(bytes, secret), "«{}» is in {}", String::from_utf8_lossy(secret), path.display());
        }
    }

    // Stopped, the report has the same lines, and those of the orderly end.
    hall.stop();
    let still = tempfile::tempdir().expect("a temporary folder");
    opened(&report_of(&hall, &[]), still.path());
    let then = replayed(still.path(), &["--to", &shown["seq"].to_string()]);
    assert_eq!(then["board"], shown["board"]);
}

#[test]
fn only_the_last_sessions_go_along_and_are_the_hall_all_the_same() {
    let mut hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.to_the_end(game);
    hall.close_session();
    hall.stop();
    let (one, all) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    opened(&report_of(&hall, &["--sessions", "1"]), one.path());
    opened(&report_of(&hall, &["--sessions", "9", "--server", "127.0.0.1:1"]), all.path());
    let lines = |folder: &Path| {
        std::fs::read_to_string(folder.join("registro.jsonl")).expect("lines").lines().count()
    };
    assert!(lines(one.path()) < lines(all.path()), "what was before the session stays behind");
    let (begins, whole) = (replayed(one.path(), &["--desk"]), replayed(all.path(), &["--desk"]));
    assert_eq!(begins, whole);
    assert_eq!(whole["board"]["public"]["session"], json!(null));
}

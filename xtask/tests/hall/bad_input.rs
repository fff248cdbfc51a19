//! Bad input: each thing that is not as it should be gets its own sentence and changes nothing.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;
use xtask::programs::{Machine, Server};

use crate::founding::{found_in, profile};
use crate::kit::{Hall, PATIENCE, Setup, said, tool, until};

/// Returns the sentence with which a server does not start.
fn refusal(dir: &Path) -> String {
    Server::start(dir, None).err().expect("it must not start").to_string()
}

// ---- the machine's device --------------------------------------------------------------------

#[test]
fn without_its_serial_device_the_server_starts_says_so_and_draws_nothing() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.stop();
    let missing = hall.dir().join("no-hay");
    let server = Server::start(&hall.dir(), Some(&missing)).expect("it starts all the same");
    hall.resume(server);
    let log = std::fs::read_to_string(hall.dir().join("servidor.log")).expect("the log");
    assert!(log.contains("Aviso: no existe el puerto") && log.contains("no-hay"), "{log}");
    assert!(!hall.board(|_| true).machine.linked);
    assert!(metric(&hall, "bombo_machine_linked 0"));
    let start = json!({"game": game});
    assert_eq!(hall.refused(&hall.staff.mesa, "start-draw", &start), "maquina-no-preparada");

    // The canary: once the device is there, the same server draws.
    let orders = hall.dir().join("extracciones.txt");
    std::fs::write(&orders, "").expect("the folder can be written");
    let mut machine = Machine::start(&hall.dir(), &["--interval-ms", "24"]).expect("a machine");
    std::os::unix::fs::symlink(std::fs::read_link(&machine.port).expect("a link"), &missing).expect("a link");
    hall.start(game);
    hall.ball(game);
    assert!(metric(&hall, "bombo_machine_linked 1"));
    machine.tell("quiet").expect("it runs");
    hall.machine = Some(machine);
    hall.void(game);
    hall.finish();
}

fn metric(hall: &Hall, line: &str) -> bool {
    let text = hall.staff.sala.get_bytes("/metrics").expect("figures");
    String::from_utf8(text).expect("text").lines().any(|found| found == line)
}

#[test]
fn a_device_that_another_program_has_is_not_shared() {
    let first = Hall::open(&Setup::default());
    first.board(|(_, board)| board.machine.linked);
    let port = first.machine.as_ref().expect("a machine").port.clone();
    let mut second = Hall::open(&Setup { machine: false, ..Setup::default() });
    let game = second.sell(&[("A17", 1, 6)]);
    second.stop();
    let server = Server::start(&second.dir(), Some(&port)).expect("it starts all the same");
    second.resume(server);
    let log = std::fs::read_to_string(second.dir().join("servidor.log")).expect("the log");
    assert!(log.contains("está ocupado: otro programa lo tiene abierto"), "{log}");
    assert_eq!(
        second.refused(&second.staff.mesa, "start-draw", &json!({"game": game})),
        "maquina-no-preparada"
    );
    // The first one keeps its machine.
    let game = first.sell(&[("A17", 1, 6)]);
    first.start(game);
    first.to_the_end(game);
    first.finish();
    // And when it has gone the second one's turn comes; the machine is gone with it here.
    second.finish();
}

#[test]
fn a_machine_with_another_set_than_the_sessions_does_not_draw() {
    let hall = Hall::closed(&Setup::default());
    let check = json!({
        "sala": hall.staff.sala_no, "balls_counted": 90, "set": "J2", "reserve_set": "J1",
        "seals_whole": true, "installations_work": true, "public_witness": false, "reserve_machine": true,
    });
    hall.sign_count("J2", 90);
    hall.must(&hall.staff.mesa, "open-session", &check);
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.board(|(_, board)| board.machine.linked);
    for _ in 0..2 {
        let answer = hall.ask(&hall.staff.mesa, "start-draw", &json!({"game": game})).expect_err("refused");
        assert!(answer.to_string().contains("el juego de bolas cargado no es el de la sesión"), "{answer}");
    }
    hall.void(game);
    hall.finish();
}

// ---- the database ----------------------------------------------------------------------------

/// A founded hall that nobody serves, and its database.
fn founded() -> (TempDir, std::path::PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("sala");
    found_in(&dir);
    let bytes = std::fs::read(dir.join("sala.db")).expect("the database");
    (folder, dir, bytes)
}

#[test]
fn a_database_that_cannot_be_stood_for_is_refused_and_not_touched() {
    let (_folder, dir, good) = founded();
    let file = dir.join("sala.db");
    let with = |place: usize, bytes: &[u8]| {
        let mut changed = good.clone();
        changed[place..place + bytes.len()].copy_from_slice(bytes);
        changed
    };
    let table: [(&str, Vec<u8>, &str); 5] = [
        // user_version is at byte 60 of every SQLite file.
        ("a newer schema", with(60, &99_u32.to_be_bytes()), "la versión 99 del esquema"),
        ("half a file", good[..good.len() / 2].to_vec(), "está dañada"),
        ("no database", b"Esto es una carta, no una base de datos. ".repeat(200), "no es la base de datos"),
        ("nothing", Vec::new(), "no es la base de datos"),
        ("another program's", with(68, b"\0\0\0\0"), "no es la base de datos"),
    ];
    for (what, bytes, words) in table {
        std::fs::write(&file, &bytes).expect("it can be written");
        let said = refusal(&dir);
        assert!(said.contains(words), "{what}: {said}");
        assert!(std::fs::read(&file).expect("it is there") == bytes, "{what}: the file was touched");
        let checked = tool(&["check"], &dir);
        assert!(!checked.status.success(), "{what}: {}", crate::kit::said(&checked));
    }
    std::fs::remove_file(&file).expect("it was there");
    assert!(refusal(&dir).contains("No existe la base de datos"));
    assert!(!file.exists(), "none is made by looking for it");
    // The canary: the hall as it was starts.
    std::fs::write(&file, &good).expect("it can be written");
    Server::start(&dir, None).expect("it starts").stop().expect("it stops");
}

#[test]
fn a_port_in_use_is_named() {
    let (_folder, dir, _) = founded();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("it is bound").to_string();
    let said = Server::start_on(&dir, None, &address).err().expect("refused").to_string();
    assert!(said.contains(&format!("No se puede escuchar en {address}")), "{said}");
    drop(taken);
    Server::start_on(&dir, None, &address).expect("the canary: free it serves").stop().expect("it stops");
}

#[test]
fn init_refuses_a_profile_that_says_what_nobody_understands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (dir, file) = (folder.path().join("sala"), folder.path().join("perfil.toml"));
    let init = |text: &str| {
        std::fs::write(&file, text).expect("it can be written");
        let words = ["init", "--name", "Sala", "--manager", "Ana", "--user", "ana", "--profile"];
        tool(&[&words[..], &[file.to_str().expect("a plain path")]].concat(), &dir)
    };
    let text = profile();
    let bad = [
        (text.replace("value = \"down\"", "value = \"sideways\""), "sideways"),
        (text.replace("line_pct  =", "linea_pct ="), "linea_pct"),
        (text.replace("value = \"9\"", "value = \"nueve\""), "nueve"),
        (text.replace("series_size = { value = 60", "series_size = { value = -1"), "series_size"),
        (text.replace("[prizes]", "[prizes"), "perfil.toml:21: no es TOML: falta el corchete que cierra"),
    ];
    for (text, word) in bad {
        let output = init(&text);
        assert!(!output.status.success() && said(&output).contains(word), "{word}: {}", said(&output));
        assert!(!dir.join("sala.db").exists(), "{word}: nothing was made");
    }
    let good = init(&profile());
    assert!(good.status.success(), "the canary: {}", said(&good));
}

#[test]
fn settings_that_are_wrong_are_all_named_with_their_lines_and_nothing_starts() {
    let (_folder, dir, good) = founded();
    let path = dir.join("sala.toml");
    let settings = std::fs::read_to_string(&path).expect("the settings");
    let bad = settings.replace("[server]", "[server]\nlisen = 7878").replace("book = \"1\"", "book = 1");
    std::fs::write(&path, &bad).expect("the folder can be written");
    let output = tool(&["serve"], &dir);
    let said = said(&output);
    let line = |of: &str| bad.lines().position(|line| line == of).expect("it was put in") + 1;
    let lisen = format!(
        "sala.toml:{}: no se conoce «lisen» en [server]; ahí puede haber board_code, listen",
        line("lisen = 7878")
    );
    let book = format!(
        "sala.toml:{}: «book» es el libro de actas, entre comillas; aquí hay el número 1",
        line("book = 1")
    );
    assert!(!output.status.success());
    assert!(said.contains(&lisen) && said.contains(&book), "{said}");
    assert!(std::fs::read(dir.join("sala.db")).expect("it is there") == good, "the record is as it was");
    std::fs::write(&path, settings).expect("the folder can be written");
    assert!(Server::start(&dir, None).is_ok(), "the canary");
}

#[test]
fn init_does_not_write_over_a_hall() {
    let (_folder, dir, good) = founded();
    let settings = std::fs::read(dir.join("sala.toml")).expect("the settings");
    let again = tool(&["init", "--name", "Otra", "--manager", "Ana", "--user", "ana"], &dir);
    assert!(!again.status.success() && said(&again).contains("Ya existe"), "{}", said(&again));
    assert!(!said(&again).contains("PIN: "), "no PIN that opens nothing");
    assert!(std::fs::read(dir.join("sala.db")).expect("it is there") == good);
    assert!(std::fs::read(dir.join("sala.toml")).expect("it is there") == settings);
}

// ---- over HTTP: the rest is in hall-server/tests ---------------------------------------------

/// Posts bytes and returns status and problem code.
fn post(hall: &Hall, path: &str, body: &[u8]) -> (u16, String) {
    let address = hall.url().trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
    let token = hall.staff.mesa.token().expect("logged in");
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nRequest-Id: {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        Uuid::new_v4(),
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    // A body that is too large may be cut off before its end.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    let problem: Value = serde_json::from_str(body).unwrap_or_default();
    (status, problem["code"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn what_is_no_command_is_refused_and_leaves_no_trace() {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let (lines, board) = (hall.record().len(), hall.public());
    let sale = "/api/commands/open-sale";
    let large = " ".repeat(10_000_000);
    let table: [(&str, &[u8], u16, &str); 6] = [
        (sale, large.as_bytes(), 413, "cuerpo-demasiado-grande"),
        (sale, br#"{"series":"A17","#, 400, "json-no-valido"),
        (sale, br#"{"series":"A17","face_value_cents":200,"regalo":1}"#, 400, "campo-desconocido"),
        (sale, br#"{"series":"A17","face_value_cents":-200}"#, 400, "valor-no-valido"),
        ("/api/commands/open-casino", b"{}", 404, "ruta-desconocida"),
        ("/nada", b"{}", 404, "ruta-desconocida"),
    ];
    for (path, body, status, code) in table {
        let seen = post(&hall, path, body);
        assert_eq!(
            seen,
            (status, code.to_owned()),
            "{path} {}",
            String::from_utf8_lossy(&body[..body.len().min(60)])
        );
    }
    assert_eq!((hall.record().len(), hall.public()), (lines, board));
    // The canary: what is a command leaves a line.
    let good = post(&hall, sale, br#"{"series":"A17","series_size":60,"face_value_cents":200}"#);
    assert_eq!(good.0, 200);
    until("the line of the sale", || (hall.record().len() == lines + 1).then_some(()));
    hall.finish();
}

//! Matrices from outside: made by others and played with, certified, retired, and rebuilt from the key that
//! is then revealed.

use std::io::Write;
use std::net::TcpStream;
use std::process::Command;

use hall_core::event::Event;
use hall_core::matrix::{Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions};
use hall_core::people::{Actor, PersonId};
use hall_core::time::{Date, Moment};
use hall_server::found::demo_matrix;
use hall_server::journal::{Batch, BatchEntry, Journal};
use hall_wire::link::Client;
use hall_wire::matrix_file;
use hall_wire::message::{HallLists, MatrixRow, MatrixRowKind};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;
use xtask::programs::program;

use crate::founding::{SEED, SERIES_SIZE};
use crate::game_sheet::words_of;
use crate::kit::{Hall, PRICE, Setup};

/// Sends a file of cards; returns the answer's status and body.
fn import(sala: &Client, url: &str, maker: &str, file: &[u8], id: Uuid) -> (u16, Value) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = agent
        .post(format!("{url}/api/matrices?maker={maker}"))
        .header("Authorization", format!("Bearer {}", sala.token().expect("logged in")))
        .header("Request-Id", id.to_string())
        .header("Content-Type", "text/csv")
        .send(file)
        .expect("an answer");
    let text = answer.body_mut().read_to_string().expect("text");
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::Null))
}

fn matrices(client: &Client) -> Vec<MatrixRow> {
    client.get("/api/matrices").expect("everybody may see them")
}

/// The cards of matrix 1 in the opposite order: card 60 has the numbers that come out first.
fn file_of_others() -> Vec<u8> {
    let matrix = demo_matrix(SEED, SERIES_SIZE);
    let mut faces: Vec<_> = matrix.faces().collect();
    faces.reverse();
    let mut file = Vec::new();
    matrix_file::write_csv(&mut file, faces).expect("memory takes it");
    file
}

#[test]
fn a_matrix_of_others_is_checked_taken_in_and_played_with() {
    let mut hall = Hall::open(&Setup::default());
    let (sala, url, file) = (hall.staff.sala.clone(), hall.url(), file_of_others());
    let before = matrices(&sala);

    // One number of card 7 in another column, and card 9 twice: both are named, and nothing is kept.
    let text = String::from_utf8(file.clone()).expect("text");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let fields: Vec<&str> = lines[7].split(',').collect();
    lines[7] = lines[7].replacen(&format!(",{}", fields[1]), ",91", 1);
    lines[12] = lines[12].replacen("12,", "9,", 1);
    let broken = lines.join("\n");
    let (status, problem) = import(&sala, &url, "FNMT", broken.as_bytes(), Uuid::new_v4());
    assert_eq!((status, problem["code"].as_str()), (422, Some("matriz-con-errores")), "{problem}");
    let detail = problem["detail"].as_str().expect("words");
    assert!(detail.contains("Línea 8:") && detail.contains("Línea 13:"), "{detail}");
    assert_eq!(matrices(&sala), before, "a matrix with a fault is not stored");
    assert_eq!(hall.lines_of("matrix_imported").len(), 0);
    // The hall has them: two cards alike in one game would win together. Once their matrix is retired they are others' again.
    let (status, problem) = import(&sala, &url, "FNMT", &file, Uuid::new_v4());
    assert_eq!((status, problem["code"].as_str()), (422, Some("matriz-con-errores")), "{problem}");
    let detail = problem["detail"].as_str().expect("words");
    assert!(detail.contains("Cartón 1: es el 60 de la matriz 1, que la sala ya tiene."), "{detail}");
    hall.must(&sala, "retire-matrix", &json!({"matrix": 1, "reason": "Se devuelven al fabricante"}));

    // Whose cards they are has to be said, and who may not make matrices may not bring them.
    assert_eq!(import(&sala, &url, "", &file, Uuid::new_v4()).1["code"], "texto-no-valido");
    assert_eq!(import(&hall.staff.mesa, &url, "FNMT", &file, Uuid::new_v4()).0, 403);

    let id = Uuid::new_v4();
    let (status, first) = import(&sala, &url, "FNMT-RCM", &file, id);
    assert_eq!(status, 200, "{first}");
    let again = import(&sala, &url, "FNMT-RCM", &file, Uuid::new_v4());
    assert_eq!(again.1["code"], "cartones-repetidos", "a file is taken in once");
    assert_eq!(import(&sala, &url, "FNMT-RCM", &file, id), (200, first), "the same id, the same answer");
    assert_eq!(import(&sala, &url, "Otro", &file, id).1["code"], "id-reutilizado");
    let rows = matrices(&sala);
    let row = rows.last().expect("the new one");
    assert_eq!((rows.len(), row.matrix, row.size), (before.len() + 1, 2, SERIES_SIZE));
    assert_eq!((row.kind, row.maker.as_deref()), (MatrixRowKind::Imported, Some("FNMT-RCM")));
    // What is exported is what came in.
    let exported = sala.get_bytes("/api/matrices/2/cards.csv").expect("the cards");
    assert_eq!(exported, file);
    let json: Value = sala.get("/api/matrices/2/cards.json").expect("the cards");
    assert_eq!(json["cards"].as_array().map(Vec::len), Some(SERIES_SIZE as usize));

    let series = json!({"series": "F1", "matrix": 2, "face_value_cents": PRICE});
    hall.must(&sala, "receive-series", &series);
    let csv = sala.get_bytes("/api/series/F1/cards.csv").expect("the cards");
    hall.tickets.read("F1", &String::from_utf8(csv).expect("text")).expect("cards");
    // A series of its first twelve: it has no thirteenth, whatever the matrix has.
    let part = json!({"series": "F2", "matrix": 2, "face_value_cents": PRICE, "cards": 12});
    hall.must(&sala, "receive-series", &part);
    let csv = sala.get_bytes("/api/series/F2/cards.csv").expect("the cards");
    let csv = String::from_utf8(csv).expect("text");
    assert_eq!(
        csv.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(),
        12,
        "{csv}"
    );
    let lists: HallLists = sala.get("/api/hall").expect("the lists");
    assert_eq!(lists.series.iter().find(|row| row.series == "F2").map(|row| row.size), Some(12));
    let more = json!({"series": "F3", "matrix": 2, "face_value_cents": PRICE, "cards": SERIES_SIZE + 1});
    assert_eq!(hall.refused(&sala, "receive-series", &more), "mas-que-la-matriz");
    let game = hall.sell(&[("F1", 1, SERIES_SIZE)]);
    // Nobody takes a matrix away from under a game.
    let retire = json!({"matrix": 2, "reason": "prueba"});
    assert_eq!(hall.refused(&sala, "retire-matrix", &retire), "matriz-en-juego");
    hall.start(game);
    hall.to_the_end(game);
    let evidence = hall.finish();
    let won: Vec<u64> = evidence
        .of("play_awarded")
        .flat_map(|row| row.body["winners"].as_array().unwrap().clone())
        .map(|winner| winner["card"]["number"].as_u64().unwrap())
        .collect();
    assert_eq!(won, [60, 60], "card 60 of theirs is card 1 of ours");
}

/// Sends the head of an import and so much of its file, and waits for nothing.
fn begin_import(sala: &Client, url: &str, file: &[u8], sent: usize, id: Uuid) -> TcpStream {
    let address = url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let head = format!(
        "POST /api/matrices?maker=FNMT HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\n\
         Request-Id: {id}\r\nContent-Type: text/csv\r\nContent-Length: {}\r\n\r\n",
        sala.token().expect("logged in"),
        file.len()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    stream.write_all(&file[..sent]).expect("the server reads");
    stream
}

/// The stick is pulled out, the cable or the power goes: a matrix has all its cards, or the hall has none of them, and the same
/// request sent again takes it in once.
#[test]
fn cards_that_were_coming_in_when_the_server_was_killed_are_all_there_or_none() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let before = matrices(&hall.staff.sala).len();
    for (taken, seed) in (1..).zip([SEED + 1, SEED + 2]) {
        let mut file = Vec::new();
        matrix_file::write_csv(&mut file, demo_matrix(seed, 9_000).faces()).expect("memory takes it");
        // The first is cut in its middle, the second is killed at its end.
        let cut = taken == 1;
        let sent = if cut { file.len() / 2 } else { file.len() };
        let id = Uuid::new_v4();
        let line = begin_import(&hall.staff.sala, &hall.url(), &file, sent, id);
        hall.kill();
        drop(line);
        hall.begin();
        let there = matrices(&hall.staff.sala);
        let whole = there.iter().all(|row| [SERIES_SIZE, 9_000].contains(&row.size));
        assert!(whole && there.len() < before + taken + usize::from(!cut), "{there:?}");
        assert_eq!(import(&hall.staff.sala, &hall.url(), "FNMT", &file, id).0, 200);
        assert_eq!(matrices(&hall.staff.sala).len(), before + taken, "once");
    }
    let evidence = hall.finish();
    assert_eq!(evidence.of("matrix_imported").count(), 2);
}

#[test]
fn a_matrix_is_held_to_what_was_published_before_its_first_card_was_sold() {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let sala = hall.staff.sala.clone();
    let make = json!({"size": 66, "kind": "strip", "clean": true, "mixed": " Dados 4 1 6 2 2 5 "});
    hall.must(&sala, "make-matrix", &make);
    let published = matrices(&hall.staff.mesa).pop().expect("the new one");
    assert_eq!((published.kind, published.clean), (MatrixRowKind::Strip, true));
    assert_eq!((published.key.as_deref(), published.seed.as_deref()), (None, None));
    assert_eq!(published.mixed.as_deref(), Some("Dados 4 1 6 2 2 5"));
    let cards = sala.get_bytes("/api/matrices/2/cards.csv").expect("the cards");
    // The public board has the hashes of what is on sale.
    let game = hall.open_sale("A17");
    let shown = hall.public().game.expect("a game").matrix.expect("its matrix");
    let of_one = matrices(&sala).remove(0);
    assert_eq!((shown.key_sha256, shown.faces_sha256), (of_one.key_sha256, of_one.faces_sha256));
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));

    // What hangs in the hall: anybody may have it, and it has what a card can still be sold of, and no more.
    let hung = Client::new(&hall.url());
    let notice = hung.get_bytes("/api/matrices/notice.pdf").expect("anybody may have it");
    if let Some(said) = words_of(&notice, &hall.dir()) {
        let said: String = said.split_whitespace().collect();
        let one = matrices(&sala).remove(0);
        let key = one.key_sha256.expect("it was made here");
        for told in [one.faces_sha256.as_str(), &key, "A17,de60cartonesa2,00€", "/tv/pruebas"] {
            assert!(said.contains(told), "{told}: {said}");
        }
        assert!(!said.contains(&published.faces_sha256), "no card of matrix 2 can be bought");
    }

    let retire = json!({"matrix": 2, "reason": "Cartones gastados"});
    assert_eq!(hall.refused(&hall.staff.mesa, "retire-matrix", &retire), "sin-facultad");
    let said = words_of(&certificate(&sala, 2), &hall.dir());
    hall.must(&sala, "retire-matrix", &retire);
    assert_eq!(hall.refused(&sala, "retire-matrix", &retire), "matriz-retirada");
    let revealed = matrices(&sala).pop().expect("it");
    let (key, seed) = (revealed.key.clone().expect("its key"), revealed.seed.clone().expect("its seed"));
    assert_eq!(
        MatrixRow { key: None, seed: None, retired_at_utc_ms: None, reason: None, ..revealed },
        published
    );

    // A stranger with the printer's program, the key and what was published.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let csv = folder.path().join("rehecha.csv");
    let rebuilt = Command::new(program("card-printer"))
        .args([
            "matrix", "--key", &key, "--number", "2", "--kind", "strip", "--clean", "--size", "66", "--csv",
        ])
        .arg(&csv)
        .output()
        .expect("it runs");
    let report: Value = serde_json::from_slice(&rebuilt.stdout).expect("JSON");
    assert_eq!(report["key_sha256"].as_str(), published.key_sha256.as_deref());
    assert_eq!(report["faces_sha256"], published.faces_sha256);
    assert_eq!(std::fs::read(csv).expect("the cards"), cards);
    // The words that were thrown in with the dice are in the key.
    let bytes = |text: &str| hex::decode(text).expect("hexadecimal");
    let seed: [u8; 32] = bytes(&seed).try_into().expect("32 bytes");
    assert_eq!(MatrixKey::mixed(&seed, "Dados 4 1 6 2 2 5").bytes().to_vec(), bytes(&key));
    // The canary: another key gives others.
    let options = MatrixOptions { kind: MatrixKind::Strip, clean: true };
    let other =
        Matrix::with(MatrixNo::new(2).unwrap(), 66, options, &MatrixKey::from_bytes([7; 16])).unwrap();
    assert_ne!(hex::encode(other.faces_sha256()), published.faces_sha256);

    if let (Some(before), Some(after)) = (said, words_of(&certificate(&sala, 2), &hall.dir())) {
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let (before, after) = (plain(&before), plain(&after));
        assert!(
            before.contains(&published.faces_sha256) && after.contains(&published.faces_sha256),
            "{after}"
        );
        assert!(after.contains(&key) && !before.contains(&key), "the key is on the second only");
        let (dice, seed) = ("«Dados416225»", hex::encode(seed));
        assert!(before.contains(dice) && after.contains(dice), "what was thrown in is on both");
        assert!(after.contains(&seed) && !before.contains(&seed), "the system's part on the second only");
    }
    assert_eq!(
        sala.get_bytes("/api/matrices/3/certificate.pdf")
            .map_err(|error| xtask::staff::code(&error).to_owned()),
        Err("matriz-desconocida".to_owned())
    );
    hall.finish();
}

/// A draw is announced, seen by players, given up or taken on its day; the matrix is then held to it (ADR 55).
#[test]
fn an_announced_draw_makes_the_next_matrix_and_no_other_comes_before() {
    let mut hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let (sala, url) = (hall.staff.sala.clone(), hall.url());
    let page = |hall: &Hall| {
        let read = Client::new(&hall.url()).get_bytes("/tv/pruebas").expect("anybody may see it");
        String::from_utf8(read).expect("text")
    };
    hall.must(
        &sala,
        "require-key-draws",
        &json!({"required": true, "reason": "A petición de los jugadores"}),
    );
    let make = json!({"size": 60, "kind": "single", "clean": false});
    assert_eq!(hall.refused(&sala, "make-matrix", &make), "sorteo-obligatorio");
    let draw = |date: Date| json!({"size": 60, "kind": "single", "clean": true, "draw": "ONCE, las cinco cifras", "date": date.to_string()});
    let days = |days: i64| {
        let utc_ms = hall_server::clock::utc_ms() + days * 86_400_000;
        Moment { utc_ms, offset_minutes: 60, change: None }.date()
    };
    for day in [days(-1), days(70)] {
        assert_eq!(hall.refused(&sala, "announce-key-draw", &draw(day)), "fecha-de-sorteo");
    }
    hall.must(&sala, "announce-key-draw", &draw(days(2)));
    let mut file = Vec::new();
    matrix_file::write_csv(&mut file, demo_matrix(SEED + 1, SERIES_SIZE).faces()).expect("memory takes it");
    assert_eq!(import(&sala, &url, "FNMT", &file, Uuid::new_v4()).1["code"], "sorteo-pendiente");
    assert_eq!(hall.refused(&sala, "make-matrix", &make), "sorteo-obligatorio");
    let take = json!({"matrix": 2, "outcome": "07324"});
    assert_eq!(hall.refused(&sala, "take-key-draw", &take), "sorteo-por-celebrar");
    let seen = page(&hall);
    for told in [
        "Matriz 2, anunciada",
        "ONCE, las cinco cifras",
        "Huella del azar del sistema",
        "toda matriz que se hace",
    ] {
        assert!(seen.contains(told), "{told}: {seen}");
    }
    hall.must(&sala, "give-up-key-draw", &json!({"matrix": 2, "reason": "Se aplazó"}));

    // One of yesterday, as the record has it today.
    hall.stop();
    let seed = [0x5e; 32];
    let row = hall_server::journal::seal(&seed);
    let announced = Event::KeyDrawAnnounced {
        matrix: MatrixNo::new(2).unwrap(),
        size: 60,
        options: MatrixOptions { kind: MatrixKind::Single, clean: true },
        draw: "ONCE, las cinco cifras".to_owned(),
        date: days(0),
        seed: row.sealed,
        seed_sha256: Sha256::digest(seed).into(),
    };
    let entry = BatchEntry {
        sealed: vec![row],
        ..BatchEntry::unasked(Actor::Person(PersonId(1)), "sala-1", vec![announced])
    };
    let (mut journal, _) = Journal::open(&hall.dir()).expect("it is stopped");
    journal.append(&Batch { at_utc_ms: hall_server::clock::utc_ms(), entries: vec![entry] }).expect("a line");
    drop(journal);
    hall.begin();
    let sala = hall.staff.sala.clone();
    hall.must(&sala, "take-key-draw", &take);
    assert_eq!(hall.refused(&sala, "take-key-draw", &take), "sin-sorteo-anunciado");
    let made = matrices(&hall.staff.mesa).pop().expect("the new one");
    let of = made.announced.expect("its draw");
    assert_eq!(
        (made.mixed.as_deref(), of.given_up, of.seed_sha256),
        (Some("07324"), 1, hex::encode(Sha256::digest(seed)))
    );
    // The key is the documented one, of the part that was announced.
    let key = MatrixKey::mixed(&seed, "07324");
    assert_eq!(made.key_sha256, Some(hex::encode(hall_core::matrix::key_sha256(&key))));
    if let Some(said) = words_of(&certificate(&sala, 2), &hall.dir()) {
        let said: String = said.split_whitespace().collect();
        for told in
            ["«ONCE,lascincocifras»", "«07324»", "quedósinefectootro", "todamatrizsaledeunsorteoanunciado"]
        {
            assert!(said.contains(told), "{told}: {said}");
        }
    }
    hall.must(&sala, "retire-matrix", &json!({"matrix": 2, "reason": "Cartones gastados"}));
    let revealed = matrices(&sala).pop().expect("it");
    assert_eq!((revealed.key, revealed.seed), (Some(hex::encode(key.bytes())), Some(hex::encode(seed))));
    hall.finish();
}

fn certificate(sala: &Client, matrix: u32) -> Vec<u8> {
    sala.get_bytes(&format!("/api/matrices/{matrix}/certificate.pdf")).expect("a certificate")
}

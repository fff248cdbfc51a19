//! What a witness's address may answer to a hall: nothing, anything, or another's signature. The hall says which, goes on, and keeps
//! nothing of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use hall_log::exchange::AddCheckpoint;
use hall_log::key::Verifier;
use hall_log::note::NoteSignature;
use hall_log::{Checkpoint, Cosigner, SecretKey};
use hall_wire::message::WitnessTrouble;

use crate::kit::{Hall, tool, until};

/// Under which name the witness of these tests signs.
const NAME: &str = "regulador.ejemplo";

/// How the address answers.
#[derive(Clone)]
enum Answers {
    Raw(Vec<u8>),
    /// As a witness with this key that takes everything.
    With(u8),
    /// Never, while the connection is open.
    Silence,
}

struct Address {
    url: String,
    answers: Arc<Mutex<Answers>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Address {
    fn new() -> Address {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/de/todos", listener.local_addr().unwrap());
        let (answers, asked) = (Arc::new(Mutex::new(Answers::Silence)), Arc::<Mutex<Vec<String>>>::default());
        let (how, heard) = (answers.clone(), asked.clone());
        thread::spawn(move || {
            let mut open = Vec::new();
            for stream in listener.incoming() {
                let how = how.lock().unwrap().clone();
                // Whoever asked may be gone.
                open.extend(stream.and_then(|stream| answer(stream, &how, &heard)).ok().flatten());
            }
        });
        Address { url, answers, asked }
    }

    fn now(&self, answers: Answers) {
        *self.answers.lock().unwrap() = answers;
    }
}

fn answer(
    stream: TcpStream,
    how: &Answers,
    heard: &Mutex<Vec<String>>,
) -> std::io::Result<Option<TcpStream>> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut head, mut length) = (String::new(), String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        head.push_str(&std::mem::take(&mut line));
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).unwrap();
    heard.lock().unwrap().push(format!("{head}\r\n{body}"));
    let bytes = match how {
        Answers::Silence => return Ok(Some(reader.into_inner())),
        Answers::Raw(bytes) => bytes.clone(),
        Answers::With(number) => {
            let asked = AddCheckpoint::parse(&body).unwrap();
            let by = NoteSignature::cosign(asked.note.text(), 1_795_000_000, NAME, &key(*number));
            raw("200 OK", "text/plain", &format!("{by}\n"))
        }
    };
    reader.into_inner().write_all(&bytes)?;
    Ok(None)
}

fn raw(status: &str, media: &str, body: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

fn key(number: u8) -> SecretKey {
    SecretKey::of_seed(&[number; 32])
}

fn witness(name: &str, number: u8) -> Verifier {
    Cosigner::of(name, key(number)).unwrap().verifier()
}

#[test]
fn whatever_a_witnesses_address_answers_the_hall_goes_on_and_keeps_only_what_is_signed() {
    let address = Address::new();
    let by = witness(NAME, 7);
    let mut hall = Hall::open();
    hall.stop();
    hall.names("regulador", &address.url, &by);
    hall.start();
    // An address that says nothing holds up no request, and no end of the server.
    until("a question", || (!address.asked.lock().unwrap().is_empty()).then_some(()));
    hall.signs();
    hall.stop();
    let first = address.asked.lock().unwrap()[0].clone();
    assert!(
        first.starts_with("POST /de/todos/add-checkpoint HTTP/1.1\r\n")
            && first.contains("\r\nold 0\n\nbombo-"),
        "{first}"
    );
    address.now(Answers::Raw(b"\x00\x01\x02".to_vec()));
    hall.start();

    let size = |text: &str| raw("409 Conflict", "text/x.tlog.size", text);
    let many = "x".repeat(1 << 20);
    let not_theirs = "— regulador.ejemplo AAAA\n— otro AAAAAAAAAAAA\n";
    for (what, answers, trouble) in [
        ("no HTTP", b"hola\r\n\r\n".to_vec(), WitnessTrouble::NoAnswer),
        ("a page", raw("200 OK", "text/html", "<html>Bienvenido</html>"), WitnessTrouble::BadSignature),
        ("nothing", raw("200 OK", "text/plain", ""), WitnessTrouble::BadSignature),
        ("signatures of others", raw("200 OK", "text/plain", not_theirs), WitnessTrouble::BadSignature),
        ("too much", raw("200 OK", "text/plain", &many), WitnessTrouble::NoAnswer),
        (
            "a page elsewhere",
            raw("302 Found\r\nLocation: http://127.0.0.1:1/", "text/plain", ""),
            WitnessTrouble::NotUnderstood,
        ),
        ("it is ill", raw("500 Internal Server Error", "text/plain", "disco"), WitnessTrouble::NotUnderstood),
        ("it knows no such hall", raw("404 Not Found", "text/plain", ""), WitnessTrouble::HallUnknown),
        ("it knows no such key", raw("403 Forbidden", "text/plain", ""), WitnessTrouble::KeyUnknown),
        ("a size of another type", raw("409 Conflict", "text/plain", "3\n"), WitnessTrouble::NotUnderstood),
        ("no size", size("tres\n"), WitnessTrouble::NotUnderstood),
        ("always the same size", size("3\n"), WitnessTrouble::NotUnderstood),
        ("it saw more", size("99999\n"), WitnessTrouble::Behind),
        ("no proof is good", raw("422 Unprocessable Entity", "text/plain", ""), WitnessTrouble::Rewritten),
        ("that epoch ended", raw("410 Gone", "text/plain", ""), WitnessTrouble::OlderEpoch),
    ] {
        address.now(Answers::Raw(answers));
        until(what, || {
            hall.signs();
            (hall.witness().trouble == Some(trouble)).then_some(())
        });
    }
    // 404 and 403 say which key has to be added there.
    let record_key = hall.record_key();
    assert_eq!(hall.log().matches(record_key.as_str()).count(), 2, "{}", hall.log());
    address.now(Answers::With(8));
    until("another key under its name", || {
        hall.signs();
        (hall.witness().trouble == Some(WitnessTrouble::BadSignature)).then_some(())
    });
    assert_eq!(hall.cosigned(&by), [0; 0]);
    address.now(Answers::With(7));
    let signed = until("a good signature", || {
        hall.signs();
        Some(hall.cosigned(&by)).filter(|signed| !signed.is_empty())
    });
    assert!(!signed.is_empty());
    hall.stop();
    let (good, said) = tool(&["check"], &hall.dir);
    assert!(good, "{said}");
}

/// Screens are believed under the name that they give; not under that of somebody outside.
#[test]
fn no_screen_signs_in_the_name_of_a_witness_outside() {
    let mut hall = Hall::open();
    hall.stop();
    hall.names("regulador", "http://127.0.0.1:1", &witness(NAME, 7));
    hall.start();
    let note = hall.newest();
    let now = Checkpoint::parse(note.text()).unwrap();
    let sent = |name: &str, number: u8| {
        let line = NoteSignature::cosign(note.text(), 1_795_000_000, name, &key(number));
        let body = serde_json::json!({
            "verifier": witness(name, number).to_string(), "origin": now.origin, "size": now.size, "line": line.to_string(),
        });
        let agent = hall_wire::link::agent(std::time::Duration::from_secs(10));
        let sent = agent.post(format!("{}/api/log/cosignature", hall.url)).content_type("application/json");
        sent.send(body.to_string()).unwrap().status().as_u16()
    };
    assert_eq!(sent(NAME, 8), 400);
    assert_eq!(sent("pared-1", 8), 200);
    assert_eq!(sent(NAME, 7), 200, "whoever brings it, it is signed with the key of the settings");
}

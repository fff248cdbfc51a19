//! Time stamps of another house on the close of each session (RFC 3161, ADR 50): with an authority that `openssl ts` is, behind an
//! address that answers, does not, or answers wrongly. What OpenSSL says of a stamp counts, not only what we do.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::kit::{Hall, Setup, said, tool, until};

#[path = "../../../time-stamp/tests/authority/mod.rs"]
mod authority;

use authority::Authority;

const P256: [&str; 3] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];

/// How the address answers.
enum Answers {
    /// The connection ends.
    Not,
    /// As a page that is not found.
    NotFound,
    /// With bytes that are no stamp.
    Rubbish,
    /// With a stamp of an authority.
    Of(Arc<Authority>),
    /// With the last stamp once more, whatever is asked.
    Again(Vec<u8>),
}

/// An address on this computer at which an authority answers, as it is told.
struct Address {
    url: String,
    answers: Arc<Mutex<Answers>>,
    last: Arc<Mutex<Vec<u8>>>,
}

impl Address {
    fn new() -> Address {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/tsr", listener.local_addr().unwrap());
        let (answers, last) = (Arc::new(Mutex::new(Answers::Not)), Arc::new(Mutex::new(Vec::new())));
        let (how, kept) = (answers.clone(), last.clone());
        thread::spawn(move || {
            for stream in listener.incoming() {
                // Whoever asked may be gone.
                let _ = stream.and_then(|stream| answer(stream, &how.lock().unwrap(), &kept));
            }
        });
        Address { url, answers, last }
    }

    fn now(&self, answers: Answers) {
        *self.answers.lock().unwrap() = answers;
    }
}

fn answer(stream: TcpStream, how: &Answers, kept: &Mutex<Vec<u8>>) -> std::io::Result<()> {
    if let Answers::Not = how {
        return Ok(());
    }
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        line.clear();
    }
    let mut query = vec![0; length];
    reader.read_exact(&mut query)?;
    let (status, body) = match how {
        Answers::Not | Answers::NotFound => ("404 Not Found", Vec::new()),
        Answers::Rubbish => ("200 OK", b"<html>El sello va aparte</html>".to_vec()),
        Answers::Of(authority) => ("200 OK", authority.answers(&query)),
        Answers::Again(stamp) => ("200 OK", stamp.clone()),
    };
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    if let Answers::Of(_) = how {
        kept.lock().unwrap().clone_from(&body);
    }
    let mut stream = reader.into_inner();
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body))
}

/// The sessions that have a stamp, in the order of the stamps.
fn stamped(hall: &Hall) -> Vec<u64> {
    hall.lines_of("time_stamped").iter().map(|row| row.number("session")).collect()
}

fn close(hall: &Hall) {
    hall.staff.close_session().expect("the session closes");
}

fn health(hall: &Hall) -> String {
    ureq::get(format!("{}/healthz", hall.url())).call().unwrap().body_mut().read_to_string().unwrap()
}

#[test]
fn each_session_is_stamped_when_there_is_somebody_to_stamp_it_and_only_by_who_is_trusted() {
    let address = Address::new();
    let (tsa, other) = (Arc::new(Authority::new(&P256, "sha256")), Arc::new(Authority::new(&P256, "sha256")));
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    hall.stop();
    let settings = hall.dir().join("sala.toml");
    let before = fs::read_to_string(&settings).unwrap();
    let with = |ca: &Authority| {
        format!("{before}\n[time_stamp]\nurl = \"{}\"\nauthority = \"{}\"\n", address.url, ca.ca().display())
    };
    fs::write(&settings, with(&tsa)).unwrap();
    hall.begin();

    // Without a network the hall closes, and its session waits; a second one is told.
    close(&hall);
    hall.next_session();
    assert!(!health(&hall).contains("sello-pendiente"));
    address.now(Answers::NotFound);
    close(&hall);
    until("that stamps do not come", || health(&hall).contains("sello-pendiente").then_some(()));
    assert_eq!(stamped(&hall), [0; 0]);

    // Who answers anything else than a stamp of theirs has not stamped.
    for wrong in [Answers::Rubbish, Answers::Of(other.clone())] {
        address.now(wrong);
        hall.stop();
        hall.begin();
        hall.next_session();
        close(&hall);
        until("that stamps do not come", || health(&hall).contains("sello-pendiente").then_some(()));
        assert_eq!(stamped(&hall), [0; 0]);
    }

    address.now(Answers::Of(tsa.clone()));
    hall.stop();
    hall.begin();
    until("all four", || (stamped(&hall) == [1, 2, 3, 4]).then_some(()));
    until("that nothing waits", || (!health(&hall).contains("sello-pendiente")).then_some(()));
    // In its order, while the hall serves.
    hall.next_session();
    close(&hall);
    until("the fifth", || (stamped(&hall).len() == 5).then_some(()));
    // One that was sent before is no stamp of another close.
    let old = address.last.lock().unwrap().clone();
    address.now(Answers::Again(old));
    for _ in 0..2 {
        hall.next_session();
        close(&hall);
    }
    until("that stamps do not come", || health(&hall).contains("sello-pendiente").then_some(()));
    assert_eq!(stamped(&hall).len(), 5);
    address.now(Answers::Of(tsa.clone()));
    hall.stop();
    hall.begin();
    until("all seven", || (stamped(&hall) == [1, 2, 3, 4, 5, 6, 7]).then_some(()));

    // OpenSSL agrees, on the two files as they lie there; and the note is a checkpoint that covers the close.
    for row in hall.lines_of("time_stamped") {
        let stamp = hall.dir().join(row.body["file"].as_str().unwrap());
        let note = stamp.with_extension("nota");
        assert!(tsa.verifies(&stamp, &note) && !other.verifies(&stamp, &note), "{stamp:?}");
        let text = fs::read_to_string(note).unwrap();
        let size: u64 = text.lines().nth(1).unwrap().parse().unwrap();
        assert_eq!(size, row.number("size"));
        assert!(row.body["authority"].as_str().unwrap().contains("CN=TSA de prueba"));
    }
    let dir = hall.dir();
    let check = || tool(&["check"], &dir);
    hall.stop();
    assert!(check().status.success(), "{}", said(&check()));

    // A file that changed, and one in another's place; and an authority that nobody trusts any more.
    let (first, second) = (dir.join("sellos/sesion-1.tsr"), dir.join("sellos/sesion-2.tsr"));
    let good = fs::read(&first).unwrap();
    fs::copy(&second, &first).unwrap();
    let words = said(&check());
    assert!(
        words.contains("sellos/sesion-1.tsr") && words.contains("no es de lo que dice la línea"),
        "{words}"
    );
    fs::remove_file(&first).unwrap();
    assert!(said(&check()).contains("ya no está"), "{}", said(&check()));
    fs::write(&first, &good).unwrap();
    fs::write(&settings, with(&other)).unwrap();
    let words = said(&check());
    assert!(words.contains("ninguna autoridad de confianza responde"), "{words}");
    fs::write(&settings, before).unwrap();
    assert!(check().status.success(), "{}", said(&check()));
    hall.begin();
    hall.finish();
}

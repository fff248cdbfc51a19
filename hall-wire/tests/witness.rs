//! A screen that saw more of the record than a server has (DECISIONS 40), against servers that go back.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hall_core::record::Hash;
use hall_log::exchange::AddCheckpoint;
use hall_log::tree::leaf;
use hall_log::{Checkpoint, Frontier, SecretKey};
use hall_wire::board::{Board, PublicBoard};
use hall_wire::link::{Client, Link, Witness};
use hall_wire::message::{ClockReading, Hello, Message, PROTOCOL};
use hall_wire::sighting::{Head, RecordEnd, Seen, Sighting, Verdict};

const SOON: Duration = Duration::from_secs(10);

fn end(epoch: u32, seq: u64) -> Sighting {
    Sighting { epoch, head: Head { seq, hash: Hash([u8::try_from(seq % 200).expect("small"); 32]) } }
}

/// What the server is, and what it was asked.
#[derive(Default)]
struct Story {
    /// Its hall, the end of its record, and what it says to a sighting of that hall; none does not know the question.
    record: Option<(u8, Sighting, Verdict)>,
    /// What its hello says of its record, where that is something else.
    hello: Option<Sighting>,
    /// What it shows of its log, where it signs it.
    log: Option<String>,
    /// What was posted to it.
    posted: Vec<String>,
    asked: Vec<String>,
    sockets: Vec<TcpStream>,
    opened: usize,
}

struct Server {
    url: String,
    story: Arc<Mutex<Story>>,
}

impl Server {
    fn start(hall: u8, ends: Sighting) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let record = Some((hall, ends, Verdict::Agrees));
        let story = Arc::new(Mutex::new(Story { record, ..Story::default() }));
        let theirs = Arc::clone(&story);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut begin = [0; 15];
                while stream.peek(&mut begin).is_ok_and(|read| read > 0 && read < begin.len()) {}
                match &begin {
                    b"GET /api/record" => answer(stream, &theirs),
                    b"GET /api/log/ch" | b"POST /api/log/c" => log(stream, &theirs),
                    _ => socket(stream, &theirs),
                }
            }
        });
        Server { url, story }
    }

    /// Another server stands in its place: whoever was connected is cut off.
    fn becomes(&self, record: Option<(u8, Sighting, Verdict)>) {
        let mut story = self.story.lock().expect("whole");
        story.record = record;
        story.sockets.drain(..).for_each(|socket| drop(socket.shutdown(Shutdown::Both)));
    }

    fn opened(&self) -> usize {
        self.story.lock().expect("whole").opened
    }
}

fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read == 1) {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).into_owned()
}

fn log(mut stream: TcpStream, story: &Mutex<Story>) {
    let head = head(&mut stream);
    let mut story = story.lock().expect("whole");
    if head.starts_with("POST") {
        story.posted.push(head);
    }
    let (status, text) = match &story.log {
        Some(log) => ("200 OK", log.clone()),
        None => ("404 Not Found", "{}".to_string()),
    };
    drop(story);
    let length = text.len();
    let key = Checkpoint { origin: ORIGIN.into(), size: 0, root: [0; 32] }.signer(log_key().public());
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nRecord-Key: {key}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    );
}

fn answer(mut stream: TcpStream, story: &Mutex<Story>) {
    let head = head(&mut stream);
    let mut story = story.lock().expect("whole");
    let (status, text) = match story.record {
        None => ("404 Not Found", "{}".to_string()),
        Some((hall, end, verdict)) => {
            let hall = Hash([hall; 32]).to_string();
            let seen = head.contains(&format!("hall={hall}")).then_some(verdict);
            ("200 OK", serde_json::to_string(&RecordEnd { hall, end, seen }).expect("JSON"))
        }
    };
    story.asked.push(head);
    drop(story);
    let length = text.len();
    let _ =
        write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}");
}

fn socket(stream: TcpStream, story: &Mutex<Story>) {
    let kept = stream.try_clone().expect("a copy");
    let Ok(mut socket) = tungstenite::accept(stream) else { return };
    let mut story = story.lock().expect("whole");
    story.opened += 1;
    story.sockets.push(kept);
    let record = story.record.map(|(hall, end, _)| {
        let hall = Hash([hall; 32]).to_string();
        RecordEnd { hall, end: story.hello.unwrap_or(end), seen: None }
    });
    drop(story);
    let end = record.as_ref().map(|record| record.end);
    let seq = end.map_or(1, |end| end.head.seq);
    let board = PublicBoard { hall: format!("línea {seq}"), ..PublicBoard::default() };
    let hello = Message::Hello(Hello {
        protocol: PROTOCOL,
        server_version: "0".into(),
        board: "publico".into(),
        clock: ClockReading::default(),
        record,
        spare: false,
        players: None,
        board_code: None,
    });
    for message in [hello, Message::Whole { seq, end, updates: board.replicate() }] {
        let _ = socket.send(tungstenite::Message::text(serde_json::to_string(&message).expect("JSON")));
    }
    // It stays open, silent.
}

/// A witness with a file of its own.
struct Kept(PathBuf);

impl Kept {
    fn new() -> Kept {
        Kept(std::env::temp_dir().join(format!("kept-{}.testigo", uuid::Uuid::new_v4())))
    }

    fn open(&self) -> Arc<Witness> {
        Witness::open(&self.0, "mesa-1", |trouble| panic!("{trouble}"))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        for suffix in ["", ".clave", ".puntos"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.0.display()));
        }
    }
}

fn watch(server: &Server, witness: &Arc<Witness>) -> Link<PublicBoard> {
    Link::watch(&server.url, "p", None, Arc::clone(witness))
}

const ORIGIN: &str = "bombo-0101010101010101/epoca-1";

fn log_key() -> SecretKey {
    SecretKey::of_seed(&[9; 32])
}

/// A log of two lines, or one that goes on from it or from another, as a witness of two lines is shown it.
fn log_of(first: u8, lines: u64) -> String {
    let leaves = [leaf(&[first]), leaf(&[2]), leaf(&[3])];
    let mut frontier = Frontier::EMPTY;
    leaves[..usize::try_from(lines).expect("few")].iter().for_each(|leaf| frontier.push(*leaf, |_, _| ()));
    let note = Checkpoint { origin: ORIGIN.into(), size: lines, root: frontier.root() }.sign(&log_key());
    let (old, proof) = if lines == 3 { (2, vec![leaves[2]]) } else { (0, Vec::new()) };
    AddCheckpoint { old, proof, note }.to_string()
}

/// E 60: a server that says that all is well, and cannot show it.
#[test]
fn a_server_that_lies_about_its_record_is_found_out_by_its_own_signature() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = Witness::open(&kept.0, "mesa-1", |_| ());
    server.story.lock().expect("whole").log = Some(log_of(1, 2));
    let link = watch(&server, &witness);
    link.wait(|seen| seen.connected, SOON).expect("nothing was seen before");
    assert_eq!(server.story.lock().expect("whole").posted.len(), 1, "it signed what it saw");
    server.story.lock().expect("whole").log = Some(log_of(7, 3));
    server.becomes(Some((1, end(1, 5_001), Verdict::Agrees)));
    let behind = link.wait(|seen| seen.behind.is_some(), SOON).expect("refused").behind.expect("it is");
    assert_eq!((behind.verdict, behind.saw.head.seq, behind.ends.head.seq), (Verdict::Rewritten, 2, 3));
    assert_eq!(server.opened(), 1, "it does not even open a socket");
    server.story.lock().expect("whole").log = Some(log_of(1, 3));
    link.wait(|seen| seen.connected, SOON).expect("by itself, once it shows it");
    assert_eq!(server.story.lock().expect("whole").posted.len(), 2);
    for suffix in [".clave", ".puntos", ".puntos.contradiccion-2-3.txt"] {
        std::fs::remove_file(format!("{}{suffix}", kept.0.display())).expect("it is there");
    }
}

/// E 59.
#[test]
fn a_screen_does_not_follow_a_server_that_goes_back_and_follows_it_again_once_it_has_the_lines() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = kept.open();
    let link = watch(&server, &witness);
    link.wait(|seen| seen.connected, SOON).expect("nothing was seen before");
    for verdict in [Verdict::Behind, Verdict::Rewritten, Verdict::OlderEpoch] {
        server.becomes(Some((1, end(1, 4_890), verdict)));
        let seen =
            link.wait(|seen| seen.behind.is_some_and(|is| is.verdict == verdict), SOON).expect("refused");
        let behind = seen.behind.expect("it is");
        assert_eq!((behind.saw, behind.ends), (end(1, 5_000), end(1, 4_890)));
        assert!(!seen.connected && seen.board.hall == "línea 5000", "nothing of that server is shown");
    }
    assert_eq!(server.opened(), 1, "it does not even open a socket");
    server.becomes(Some((1, end(1, 5_003), Verdict::Agrees)));
    let seen = link.wait(|seen| seen.connected, SOON).expect("by itself");
    assert_eq!((seen.behind, &*seen.board.hall), (None, "línea 5003"));
}

#[test]
fn a_screen_that_was_restarted_still_knows() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = kept.open();
    watch(&server, &witness).wait(|seen| seen.connected, SOON).expect("the first time");
    drop(witness);
    server.becomes(Some((1, end(1, 4_890), Verdict::Behind)));
    let seen = watch(&server, &kept.open()).wait(|seen| seen.behind.is_some(), SOON).expect("refused");
    assert_eq!((seen.wholes, &*seen.board.hall), (0, ""), "no board of it was shown");
}

/// DECISIONS 40: two people accepted the loss.
#[test]
fn a_newer_epoch_that_accepts_the_loss_is_followed() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = kept.open();
    let link = watch(&server, &witness);
    link.wait(|seen| seen.connected, SOON).expect("the first time");
    server.becomes(Some((1, end(2, 4_891), Verdict::Agrees)));
    link.wait(|seen| seen.connected && seen.wholes == 2, SOON).expect("it is followed");
    assert_eq!(witness.last().map(|seen| seen.end), Some(end(2, 4_891)));
}

#[test]
fn another_hall_is_no_rollback_and_each_is_remembered() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = kept.open();
    let link = watch(&server, &witness);
    link.wait(|seen| seen.connected, SOON).expect("the first hall");
    server.becomes(Some((2, end(1, 7), Verdict::Agrees)));
    link.wait(|seen| seen.connected && seen.wholes == 2, SOON).expect("the second hall");
    let of = |hall: u8| witness.of(Hash([hall; 32])).map(|seen| seen.end);
    assert_eq!((of(1), of(2)), (Some(end(1, 5_000)), Some(end(1, 7))));
    // Back at the first, which has lost lines meanwhile: it is asked about that hall.
    server.becomes(Some((1, end(1, 4_890), Verdict::Behind)));
    let seen = link.wait(|seen| seen.behind.is_some(), SOON).expect("refused");
    assert_eq!(seen.behind.map(|behind| behind.saw), Some(end(1, 5_000)));
}

#[test]
fn a_server_that_changes_between_the_question_and_the_socket_is_not_shown() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = kept.open();
    let link = watch(&server, &witness);
    link.wait(|seen| seen.connected, SOON).expect("the first time");
    server.story.lock().expect("whole").hello = Some(end(1, 4_890));
    server.becomes(Some((1, end(1, 5_000), Verdict::Agrees)));
    let deadline = std::time::Instant::now() + SOON;
    while server.opened() < 3 && std::time::Instant::now() < deadline {
        std::thread::yield_now();
    }
    let seen = link.board();
    assert!(server.opened() >= 3 && seen.wholes == 1 && !seen.connected, "{}", server.opened());
}

#[test]
fn a_server_too_old_for_the_question_is_followed() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = kept.open();
    let link = watch(&server, &witness);
    link.wait(|seen| seen.connected, SOON).expect("the first time");
    server.becomes(None);
    link.wait(|seen| seen.connected && seen.wholes == 2, SOON).expect("it is followed");
    assert_eq!(witness.last().map(|seen| seen.end), Some(end(1, 5_000)), "what was seen stays");
}

#[test]
fn a_command_carries_what_its_screen_saw() {
    let (kept, server) = (Kept::new(), Server::start(1, end(1, 5_000)));
    let witness = kept.open();
    watch(&server, &witness).wait(|seen| seen.connected, SOON).expect("the first time");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("bound"));
    let heard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let mut head = vec![0; 4_096];
        let read = stream.read(&mut head).expect("a request");
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
        String::from_utf8_lossy(&head[..read]).to_lowercase()
    });
    let client = Client::new(&url).with_witness(Some(witness));
    let _ = client.send::<serde_json::Value>("/api/x", &serde_json::json!({}), uuid::Uuid::new_v4());
    let seen = Seen { hall: Hash([1; 32]), end: end(1, 5_000) };
    let heard = heard.join().expect("heard");
    assert!(heard.contains(&format!("record-seen: {seen}")), "{heard}");
}

//! Small servers that are what a test says.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use hall_core::record::Hash;
use hall_wire::board::{Board, PublicBoard};
use hall_wire::message::{ClockReading, Hello, Message, PROTOCOL};
use hall_wire::sighting::{Head, RecordEnd, Sighting, Verdict};

pub fn end(epoch: u32, seq: u64) -> Sighting {
    Sighting { epoch, head: Head { seq, hash: Hash([u8::try_from(seq).expect("small"); 32]) } }
}

#[derive(Clone, Copy)]
pub enum Kind {
    /// Its record ends there, and it has what each screen saw.
    Good(Sighting),
    /// Its record ends there, in an epoch that is over.
    Older(Sighting),
    /// It answers everything with 503.
    Spare,
}

struct Story {
    kind: Kind,
    sockets: Vec<TcpStream>,
    ids: Vec<String>,
    asked: usize,
}

pub struct Server {
    pub url: String,
    story: Arc<Mutex<Story>>,
}

impl Server {
    pub fn start(kind: Kind) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let story = Arc::new(Mutex::new(Story { kind, sockets: Vec::new(), ids: Vec::new(), asked: 0 }));
        let (theirs, name) = (Arc::clone(&story), url.clone());
        std::thread::spawn(move || {
            listener.incoming().flatten().for_each(|stream| serve(stream, &name, &theirs))
        });
        Server { url, story }
    }

    /// Whoever was connected is cut off.
    pub fn becomes(&self, kind: Kind) {
        let mut story = self.story.lock().expect("whole");
        story.kind = kind;
        story.sockets.drain(..).for_each(|socket| drop(socket.shutdown(Shutdown::Both)));
    }

    /// The ids of the commands that came, each once: one whose answer was late comes again with the same id.
    pub fn ids(&self) -> Vec<String> {
        self.story.lock().expect("whole").ids.clone()
    }

    pub fn asked(&self) -> usize {
        self.story.lock().expect("whole").asked
    }
}

fn serve(mut stream: TcpStream, name: &str, story: &Mutex<Story>) {
    let mut begin = [0; 11];
    while stream.peek(&mut begin).is_ok_and(|read| read > 0 && read < begin.len()) {}
    let kind = {
        let mut story = story.lock().expect("whole");
        story.asked += 1;
        story.kind
    };
    let (ends, verdict) = match kind {
        Kind::Good(ends) => (ends, Verdict::Agrees),
        Kind::Older(ends) => (ends, Verdict::OlderEpoch),
        Kind::Spare => {
            head(&mut stream);
            let problem = hall_wire::problem::DESK_STOPPED.saying("Este servidor es el de reserva.");
            let problem = serde_json::to_string(&problem).expect("JSON");
            return answer(&mut stream, "503 Service Unavailable", &problem);
        }
    };
    let hall = Hash([1; 32]).to_string();
    match &begin {
        b"GET /api/ws" => socket(stream, name, RecordEnd { hall, end: ends, seen: None }, story),
        b"GET /api/re" => {
            head(&mut stream);
            let record = RecordEnd { hall, end: ends, seen: Some(verdict) };
            answer(&mut stream, "200 OK", &serde_json::to_string(&record).expect("JSON"));
        }
        // It signs nothing.
        b"GET /api/lo" => {
            head(&mut stream);
            answer(&mut stream, "404 Not Found", "{}");
        }
        _ => {
            let head = head(&mut stream).to_lowercase();
            let id = head.lines().find_map(|line| line.strip_prefix("request-id: ").map(str::to_string));
            let ids = &mut story.lock().expect("whole").ids;
            ids.extend(id.filter(|id| !ids.contains(id)));
            answer(&mut stream, "200 OK", r#"{"seq":9,"events":[]}"#);
        }
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

fn answer(stream: &mut TcpStream, status: &str, text: &str) {
    let length = text.len();
    let _ =
        write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}");
}

/// A hello and a whole board that names the server; it stays open, silent.
fn socket(stream: TcpStream, name: &str, record: RecordEnd, story: &Mutex<Story>) {
    let kept = stream.try_clone().expect("a copy");
    let Ok(mut socket) = tungstenite::accept(stream) else { return };
    story.lock().expect("whole").sockets.push(kept);
    let end = record.end;
    let board = PublicBoard { hall: name.to_string(), ..PublicBoard::default() };
    let hello = Message::Hello(Hello {
        protocol: PROTOCOL,
        server_version: "0".into(),
        board: "publico".into(),
        clock: ClockReading::default(),
        record: Some(record),
        spare: false,
        players: None,
        board_code: None,
    });
    for message in [hello, Message::Whole { seq: end.head.seq, end: Some(end), updates: board.replicate() }] {
        let _ = socket.send(tungstenite::Message::text(serde_json::to_string(&message).expect("JSON")));
    }
}

/// An address where connecting gets no answer: its queue is full.
pub struct Deaf {
    pub url: String,
    _listener: TcpListener,
    _queue: Vec<TcpStream>,
}

impl Deaf {
    pub fn start() -> Deaf {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound");
        let mut queue = Vec::new();
        // Until one gets no answer: the queue of a listener is a few thousand at most.
        let short = std::time::Duration::from_millis(300);
        while let Ok(stream) = TcpStream::connect_timeout(&address, short) {
            queue.push(stream);
        }
        Deaf { url: format!("http://{address}"), _listener: listener, _queue: queue }
    }
}

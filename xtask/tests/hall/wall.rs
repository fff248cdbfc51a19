//! A screen in the hall that keeps everything it was ever sent.

use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use hall_server::journal::RecordReader;
use hall_wire::board::{Board, PublicBoard};
use hall_wire::message::{Message, PROTOCOL};
use tungstenite::Message as Frame;

use crate::kit::PATIENCE;

/// What a screen showed after a message.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The line of the record that the message names.
    pub seq: u64,
    /// The last line that was on disk when the message had come, for a reader beside the server.
    pub on_disk: u64,
    /// The whole board then.
    pub board: PublicBoard,
    /// The message as it came.
    pub text: String,
}

/// A public screen. It ends when its server does.
pub struct Wall {
    shown: Arc<Mutex<Vec<Shown>>>,
    thread: JoinHandle<()>,
}

impl Wall {
    /// Connects to the server at `url`, whose hall is in `dir`, and keeps what comes.
    pub fn open(url: &str, dir: &Path) -> Wall {
        let address = url.strip_prefix("http://").expect("the server has an address").to_owned();
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (kept, dir) = (Arc::clone(&shown), dir.to_owned());
        let stream = TcpStream::connect(&address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket has time-outs");
        let query = format!("ws://{address}/api/ws?protocol={PROTOCOL}&board=publico&device=pared-1");
        let (mut socket, _) =
            tungstenite::client(query, stream).expect("anybody may look at the public board");
        let thread = std::thread::spawn(move || {
            let mut board = PublicBoard::default();
            while let Ok(frame) = socket.read() {
                let Frame::Text(text) = frame else { continue };
                let message: Message<<PublicBoard as Board>::Update> =
                    serde_json::from_str(&text).expect("the server speaks our protocol");
                let (seq, updates) = match message {
                    Message::Whole { seq, updates, .. } | Message::Changed { seq, updates, .. } => {
                        (seq, updates)
                    }
                    Message::Hello(_) | Message::Ping { .. } => continue,
                };
                let head = RecordReader::open(&dir).and_then(|reader| reader.head());
                let on_disk = head.expect("the record can be read").seq;
                for update in &updates {
                    board.apply(update).expect("updates follow one another");
                }
                let text = text.as_str().to_owned();
                kept.lock().expect("nobody panics with it").push(Shown {
                    seq,
                    on_disk,
                    board: board.clone(),
                    text,
                });
            }
        });
        Wall { shown, thread }
    }

    /// Returns everything that was shown. The server must have ended.
    pub fn close(self) -> Vec<Shown> {
        self.thread.join().expect("the screen understood everything");
        std::mem::take(&mut self.shown.lock().expect("nobody panics with it"))
    }
}

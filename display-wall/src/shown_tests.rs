use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use hall_wire::board::Scene;
use hall_wire::message::BallShown;
use wall_scenes::scene::{Contact, Slot};

use super::*;

fn painted(monitor: usize, game: u32, ordinal: u8) -> Painted {
    let sight = Sight {
        scene: Scene::Draw,
        contact: Contact::Live,
        camera: Slot::Off,
        game,
        ordinal,
        ball: Some(80),
        claims: 0,
        replays: false,
    };
    Painted { monitor, seq: 1, sight, noticed_ns: 0, painted_ns: 1, desk_utc_ms: None, frames_late: 0 }
}

/// A server that accepts everything and passes on what it gets.
fn server() -> (String, Receiver<BallShown>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let url = format!("http://{}", listener.local_addr().expect("it is bound"));
    let (send, receive) = sync_channel(256);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut reader = BufReader::new(stream.expect("a connection"));
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).expect("a header");
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a number");
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).expect("a body");
            let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
            reader.get_mut().write_all(answer.as_bytes()).expect("it listens");
            if send.send(serde_json::from_slice(&body).expect("what the desk takes")).is_err() {
                return;
            }
        }
    });
    (url, receive)
}

/// DECISIONS 27: this panel reports each ball once, from its first monitor, and starts anew with the next game.
#[test]
fn each_painted_ball_is_told_once() {
    let (url, told) = server();
    let teller = Teller::new(Some(&Servers::new(&url)), "panel-1", None).expect("no log to open");
    for frame in [painted(0, 7, 2), painted(1, 7, 2), painted(1, 7, 3), painted(0, 7, 3), painted(0, 8, 1)] {
        teller.tell(&frame);
    }
    let patience = Duration::from_secs(30);
    let all: Vec<(u32, u8)> = (0..4)
        .map(|_| told.recv_timeout(patience).map(|shown| (shown.game, shown.ordinal)).expect("it is told"))
        .collect();
    assert_eq!(all, [(7, 1), (7, 2), (7, 3), (8, 1)]);
    assert!(told.try_recv().is_err(), "nothing twice");
}

/// A server that is away delays nothing; balls beyond the queue are reported later.
#[test]
fn nobody_who_listens_holds_nothing_up() {
    let teller =
        Teller::new(Some(&Servers::new("http://127.0.0.1:9")), "panel-1", None).expect("no log to open");
    for game in 1..20 {
        teller.tell(&painted(0, game, 90));
    }
}

#[test]
fn the_log_has_a_line_for_each_painted_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("visto.jsonl");
    let teller = Teller::new(None, "panel-1", Some(&file)).expect("it can be written");
    teller.tell(&painted(0, 7, 1));
    teller.tell(&painted(1, 7, 1));
    let text = std::fs::read_to_string(&file).expect("it is there");
    assert_eq!(text.lines().count(), 2);
    let frame: serde_json::Value =
        text.lines().next().and_then(|line| serde_json::from_str(line).ok()).expect("a JSON line");
    assert_eq!(
        (&frame["scene"], &frame["contact"], &frame["camera"]),
        (&"draw".into(), &"live".into(), &"off".into())
    );
    assert_eq!((&frame["ordinal"], &frame["ball"], &frame["painted_ns"]), (&1.into(), &80.into(), &1.into()));
    assert!(Teller::new(None, "panel-1", Some(folder.path())).is_err(), "a folder is no file");
}

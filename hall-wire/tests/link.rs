//! The screens' end, against servers that misbehave.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hall_wire::board::{Board, PublicBoard};
use hall_wire::link::{Client, ClientError, Link};
use hall_wire::message::{ClockReading, Hello, Message, PROTOCOL};

const SOON: Duration = Duration::from_secs(10);

/// How many calls of a link are kept: more than the test's messages.
const CALLS_MAX: usize = 64;

fn board(balls: &[u8]) -> PublicBoard {
    PublicBoard { hall: "Sala".to_string(), announced: balls.to_vec(), ..PublicBoard::default() }
}

/// Serves sockets: the n-th connection gets the n-th script, further ones the last.
fn serve(scripts: Vec<Vec<Message<<PublicBoard as Board>::Update>>>, stay: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for (nth, stream) in listener.incoming().enumerate() {
            let Ok(mut socket) = tungstenite::accept(stream.unwrap()) else { continue };
            let hello = Message::Hello(Hello {
                protocol: PROTOCOL,
                server_version: "0".into(),
                board: "publico".into(),
                clock: ClockReading { at_utc_ms: 1_795_302_000_000, utc_offset_minutes: 60 },
                record: None,
                spare: false,
                players: None,
                board_code: None,
            });
            let script = &scripts[nth.min(scripts.len() - 1)];
            for message in std::iter::once(&hello).chain(script) {
                if socket.send(tungstenite::Message::text(serde_json::to_string(message).unwrap())).is_err() {
                    break;
                }
            }
            let last = nth + 1 >= scripts.len();
            if stay && last {
                // Silent, and the connection stays open until the link gives up.
                let _ = socket.read();
            }
        }
    });
    url
}

fn whole(seq: u64, board: &PublicBoard) -> Message<<PublicBoard as Board>::Update> {
    Message::Whole { seq, end: None, updates: board.replicate() }
}

#[test]
fn silence_is_noticed_within_three_seconds() {
    let link = Link::<PublicBoard>::open(&serve(vec![vec![whole(5, &board(&[7]))]], true), "p", None);
    assert!(link.wait(|seen| seen.connected, SOON).is_some());
    let began = Instant::now();
    let seen = link.wait(|seen| !seen.connected, SOON).expect("silence is noticed");
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    assert_eq!((seen.seq, &seen.board.announced[..]), (5, &[7][..]), "the last board stays, marked");
}

fn ping(seq: u64, at_utc_ms: i64) -> Message<<PublicBoard as Board>::Update> {
    Message::Ping { seq, end: None, clock: ClockReading { at_utc_ms, utc_offset_minutes: 120 } }
}

#[test]
fn the_desks_clock_is_counted_on_from_when_it_was_heard() {
    let scripts = vec![vec![whole(5, &board(&[7])), ping(5, 1_000_000)]];
    let link = Link::<PublicBoard>::open(&serve(scripts, true), "p", None);
    assert!(link.board().heard_ago.is_none() || link.board().clock.is_some());
    let told = |seen: &hall_wire::link::Seen<PublicBoard>| {
        seen.clock.is_some_and(|clock| clock.utc_offset_minutes == 120)
    };
    let clock = link.wait(told, SOON).expect("a ping tells the clock").clock.unwrap();
    let (first, second) = (clock.now_utc_ms(), clock.now_utc_ms());
    assert!(first >= 1_000_000 && second >= first, "{first} {second}");
    // It goes on while the server is silent, as the desk's does.
    let later = link.wait(|seen| seen.clock.is_some_and(|clock| clock.now_utc_ms() >= 1_000_200), SOON);
    assert!(later.is_some_and(|seen| seen.heard_ago.is_some()));
}

#[test]
fn what_changes_is_called_out_and_a_sign_of_life_is_not() {
    let mut script = vec![whole(5, &board(&[7]))];
    script.extend((0..20).map(|_| ping(5, 1_000_000)));
    let change = PublicBoard::diff(&board(&[7]), &board(&[7, 8]));
    script.push(Message::Changed { after: 5, seq: 6, end: None, updates: change });
    let link = Link::<PublicBoard>::open(&serve(vec![script], true), "p", None);
    let (tell, told) = std::sync::mpsc::sync_channel(CALLS_MAX);
    link.on_change(move || {
        let _ = tell.try_send(());
    });
    assert!(link.wait(|seen| seen.board.announced.len() == 2, SOON).is_some());
    drop(link);
    // Hello, the whole board, the clock that the first ping set, the change, the end.
    let calls = told.iter().count();
    assert!((1..=5).contains(&calls), "{calls} calls");
}

#[test]
fn silence_is_called_out_too() {
    let link = Link::<PublicBoard>::open(&serve(vec![vec![whole(5, &board(&[7]))]], true), "p", None);
    assert!(link.wait(|seen| seen.connected, SOON).is_some());
    let (tell, told) = std::sync::mpsc::sync_channel(CALLS_MAX);
    link.on_change(move || {
        let _ = tell.try_send(());
    });
    // The board that it connected with may be called out after it was seen.
    while link.board().connected {
        told.recv_timeout(SOON).expect("silence is a change");
    }
}

#[test]
fn a_missed_change_brings_the_whole_board_again() {
    let after_a_gap = Message::Changed {
        after: 6,
        seq: 7,
        end: None,
        updates: PublicBoard::diff(&board(&[7]), &board(&[7, 8])),
    };
    let scripts = vec![vec![whole(5, &board(&[7])), after_a_gap], vec![whole(9, &board(&[7, 9, 8]))]];
    let link = Link::<PublicBoard>::open(&serve(scripts, true), "p", None);
    let seen = link.wait(|seen| seen.wholes == 2, SOON).unwrap();
    assert_eq!((seen.seq, &seen.board.announced[..]), (9, &[7, 9, 8][..]));
}

#[test]
fn a_change_before_the_whole_board_is_not_shown() {
    let early = Message::Changed {
        after: 0,
        seq: 7,
        end: None,
        updates: PublicBoard::diff(&board(&[]), &board(&[8])),
    };
    let scripts = vec![vec![early], vec![whole(9, &board(&[7]))]];
    let link = Link::<PublicBoard>::open(&serve(scripts, true), "p", None);
    let seen = link.wait(|seen| !seen.board.announced.is_empty(), SOON).unwrap();
    assert_eq!((seen.seq, &seen.board.announced[..]), (9, &[7][..]));
}

#[test]
fn a_link_without_a_server_is_not_connected_and_can_be_dropped() {
    let link = Link::<PublicBoard>::open("http://127.0.0.1:9", "p", None);
    assert!(link.wait(|seen| seen.connected, Duration::from_millis(300)).is_none());
    let began = Instant::now();
    drop(link);
    drop(Link::<PublicBoard>::open("rubbish", "p", None));
    assert!(began.elapsed() < Duration::from_secs(2));
}

/// An HTTP server that reads a request whole, and cuts the first `cuts` connections without
/// an answer, half of them in the middle of one.
fn cutting_server(cuts: usize) -> (String, Arc<AtomicUsize>, Arc<std::sync::Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (tries, ids) = (Arc::new(AtomicUsize::new(0)), Arc::new(std::sync::Mutex::new(Vec::new())));
    let (their_tries, their_ids) = (Arc::clone(&tries), Arc::clone(&ids));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let Some(head) = request(&mut stream) else { continue };
            let id = head
                .lines()
                .find_map(|line| line.to_lowercase().strip_prefix("request-id: ").map(str::to_string));
            their_ids.lock().unwrap().extend(id);
            let nth = their_tries.fetch_add(1, Ordering::SeqCst);
            let answer = r#"{"seq":9,"events":[]}"#;
            let text = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{answer}",
                answer.len()
            );
            let sent = if nth >= cuts { text.len() } else { text.len() / 2 * (nth % 2) };
            let _ = stream.write_all(&text.as_bytes()[..sent]);
        }
    });
    (url, tries, ids)
}

fn request(stream: &mut TcpStream) -> Option<String> {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        text.extend_from_slice(&buffer[..read]);
        let all = String::from_utf8_lossy(&text).into_owned();
        if let Some((head, body)) = all.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return Some(head.to_string());
            }
        }
    }
}

#[test]
fn a_lost_answer_is_asked_for_again_with_the_same_id() {
    let (url, tries, ids) = cutting_server(4);
    let id = uuid::Uuid::new_v4();
    let accepted = Client::new(&url).post("announce", &serde_json::json!({}), id).unwrap();
    assert_eq!((accepted.seq, tries.load(Ordering::SeqCst)), (9, 5));
    assert!(ids.lock().unwrap().iter().all(|seen| *seen == id.to_string()));
    assert_eq!(ids.lock().unwrap().len(), 5);
}

#[test]
fn patience_ends() {
    let (url, tries, _) = cutting_server(usize::MAX);
    let client = Client::new(&url).with_patience(Duration::from_millis(500));
    let error = client.post("announce", &serde_json::json!({}), uuid::Uuid::new_v4()).unwrap_err();
    assert!(matches!(error, ClientError::NoAnswer { .. }), "{error}");
    assert!((2..=6).contains(&tries.load(Ordering::SeqCst)));
}

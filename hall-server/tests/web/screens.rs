//! Screens: refused, served, cut off, come back whole.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use hall_core::request::Notice;
use hall_wire::board::{MesaBoard, PublicBoard, Scene};
use hall_wire::link::{Client, ClientError, Link};
use tungstenite::{Message as Frame, WebSocket};

use crate::hall::{Hall, PIN};

#[path = "phones.rs"]
mod phones;

const SOON: Duration = Duration::from_secs(10);

fn socket(hall: &Hall, query: &str) -> Result<WebSocket<TcpStream>, (u16, serde_json::Value)> {
    let stream = TcpStream::connect(hall.address()).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    match tungstenite::client(format!("ws://{}/api/ws?{query}", hall.address()), stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            let problem = serde_json::from_slice(answer.body().as_ref().unwrap()).unwrap();
            Err((answer.status().as_u16(), problem))
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn another_protocol_is_refused_naming_both() {
    let hall = Hall::open();
    for (theirs, named) in
        [("protocol=2", "versión 2"), ("protocol=uno", "versión uno"), ("board=publico", "ninguna")]
    {
        let (status, problem) = socket(&hall, theirs).unwrap_err();
        assert_eq!((status, problem["code"].as_str()), (400, Some("protocolo-desconocido")));
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(named) && detail.contains("la 3."), "{detail}");
    }
}

#[test]
fn the_mesa_board_is_for_those_who_logged_in_and_while_they_are() {
    let hall = Hall::open();
    for query in ["protocol=3&board=mesa", "protocol=3&board=mesa&token=00ff", "protocol=3&board=mesa&token="]
    {
        let (status, problem) = socket(&hall, query).unwrap_err();
        assert_eq!((status, problem["code"].as_str()), (401, Some("sin-identificar")));
    }
    let ana = hall.logged_in("ana");
    let token = ana.token.clone().unwrap();
    let mut by_query = socket(&hall, &format!("protocol=3&board=mesa&token={token}")).unwrap();
    assert!(by_query.read().unwrap().to_text().unwrap().contains(r#""board":"mesa""#));
    let link = Link::<MesaBoard>::open(&hall.url, "mesa-1", Some(token));
    let seen = link.wait(|seen| seen.connected, SOON).unwrap();
    assert_eq!(seen.board.pending[0].ball, 77);
    ana.post("/api/logout", "{}");
    let gone = link.wait(|seen| !seen.connected && seen.refused.is_some(), SOON).unwrap();
    assert_eq!(gone.refused.unwrap().code, "sin-identificar");
    let closed = (0..20).find_map(|_| match by_query.read() {
        Ok(Frame::Close(Some(frame))) => Some(frame.reason.to_string()),
        Ok(_) => None,
        Err(error) => panic!("{error}"),
    });
    assert_eq!(closed.as_deref(), Some("sin-identificar"));
}

#[test]
fn the_public_board_never_has_pending_balls_or_people() {
    let hall = Hall::open();
    let mut screen = socket(&hall, "protocol=3&board=publico&device=panel-1").unwrap();
    let mut heard = Vec::new();
    for _ in 0..2 {
        heard.push(screen.read().unwrap().to_text().unwrap().to_string());
    }
    hall.show(|view| view.public.announced.push(44));
    heard.push(loop {
        let text = screen.read().unwrap().to_text().unwrap().to_string();
        if text.contains("changed") {
            break text;
        }
    });
    heard.push(hall.asker().get("/api/board").1.to_string());
    assert!(
        heard[1].contains(r#"{"section":"ball_announced","value":{"ordinal":3,"ball":33}}"#),
        "{}",
        heard[1]
    );
    assert_eq!(
        heard[2],
        r#"{"type":"changed","after":100,"seq":101,"updates":[{"section":"ball_announced","value":{"ordinal":4,"ball":44}}]}"#
    );
    for text in &heard {
        // The hello ends with the desk's clock, whose digits are whatever they are.
        let (text, _clock) = text.split_once(r#","clock":"#).unwrap_or((text, ""));
        for secret in ["77", "pending", "1002", "1001", "Ana", "jefe_de_mesa", "mesa-1", "people", "holdings"]
        {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
}

#[test]
fn a_link_follows_the_board_and_says_what_it_shows() {
    let hall = Hall::open();
    let link = Link::<PublicBoard>::open(&hall.url, "panel-1", None);
    assert!(link.wait(|seen| seen.connected && seen.seq == 100, SOON).is_some());
    for number in [44, 55, 66] {
        let seq = hall.show(|view| view.public.announced.push(number));
        let seen = link.wait(|seen| seen.seq >= seq, SOON).unwrap();
        assert_eq!(seen.board.announced.last(), Some(&number));
    }
    let seq = hall.show(|view| view.mesa.pending.clear());
    // How soon is for the bench; that it comes, with nothing on it, is for here.
    let seen = link.wait(|seen| seen.seq == seq, SOON).expect("told, though nothing of it is for the hall");
    assert_eq!((seen.board.announced.len(), seen.wholes), (6, 1));
    let (status, _) = hall.asker().post("/api/panel/shown", r#"{"panel":"panel-1","game":7,"ordinal":6}"#);
    assert_eq!(status, 200);
    let until = Instant::now() + SOON;
    while hall.seen.lock().unwrap().notices.is_empty() && Instant::now() < until {
        std::thread::yield_now();
    }
    let seen = hall.seen.lock().unwrap();
    assert!(matches!(&seen.notices[..], [Notice::Shown { panel, .. }] if panel == "panel-1"));
}

#[test]
fn a_slow_screen_is_cut_off_and_comes_back_whole() {
    let hall = Hall::open();
    let mut slow = socket(&hall, "protocol=3&device=lenta").unwrap();
    let quick = Link::<PublicBoard>::open(&hall.url, "rapida", None);
    assert!(quick.wait(|seen| seen.connected, SOON).is_some());
    // Nobody reads `slow` while far more than the network can hold is sent.
    let until = Instant::now() + Duration::from_secs(30);
    let mut round = 0;
    let cut = || {
        let metrics = hall.asker().get("/metrics").1;
        metrics.as_str().unwrap().contains("bombo_screens_cut_total 1\n")
    };
    while !cut() {
        assert!(Instant::now() < until, "the slow screen was never cut off");
        for _ in 0..10 {
            round += 1;
            let seq = hall.show(|view| view.public.hall = format!("{round} {}", "x".repeat(200_000)));
            assert!(quick.wait(|seen| seen.seq >= seq, SOON).is_some(), "the others go on");
        }
    }
    assert_eq!(quick.board().wholes, 1, "the quick one was never cut off");
    let seq = hall.show(|view| view.public.notice = None);
    // What it had not read ends, with the reason where there was room for it.
    let mut reason = None;
    while let Ok(frame) = slow.read() {
        if let Frame::Close(Some(close)) = frame {
            reason = Some(close.reason.to_string());
        }
    }
    assert!(reason.is_none_or(|reason| reason == "lenta"));
    let back = Link::<PublicBoard>::open(&hall.url, "lenta", None);
    let seen = back.wait(|seen| seen.seq >= seq && seen.connected, SOON).unwrap();
    assert_eq!(seen.board.announced, [11, 22, 33]);
    assert_eq!((seen.board.scene, &seen.board.notice), (Scene::Draw, &None));
}

#[test]
fn fifty_screens_end_up_with_the_same_board() {
    let hall = Hall::open();
    let links: Vec<_> =
        (0..50).map(|n| Link::<PublicBoard>::open(&hall.url, &format!("panel-{n}"), None)).collect();
    for number in (1..=90).filter(|n| ![11, 22, 33].contains(n)) {
        hall.show(|view| view.public.announced.push(number));
    }
    let seq = hall.show(|view| view.public.scene = Scene::Question);
    let boards: Vec<_> =
        links.iter().map(|link| link.wait(|seen| seen.seq >= seq, SOON).unwrap().board).collect();
    assert!(boards.iter().all(|board| board == &boards[0] && board.announced.len() == 90));
}

#[test]
fn a_screen_that_talks_is_not_listened_to() {
    let hall = Hall::open();
    let mut screen = socket(&hall, "protocol=3").unwrap();
    screen.send(Frame::text(r#"{"type":"announce","ball":77}"#)).unwrap();
    screen.send(Frame::binary(vec![1, 2, 3])).unwrap();
    for _ in 0..3 {
        assert!(matches!(screen.read().unwrap(), Frame::Text(_)));
    }
    screen.send(Frame::text("x".repeat(100_000))).unwrap();
    assert!((0..10).any(|_| screen.read().is_err()), "whoever sends that much is cut off");
    assert!(hall.seen.lock().unwrap().decided.is_empty());
    assert_eq!(hall.asker().get("/healthz").0, 200);
}

#[test]
fn a_client_logs_in_and_is_told_why_not() {
    let hall = Hall::open();
    let mut client = Client::new(&hall.url).with_patience(Duration::from_millis(400));
    let refused = client.login("ana", "000001", "mesa-1").map(|_| ()).unwrap_err();
    assert!(
        matches!(&refused, ClientError::Refused(problem) if problem.code == "pin-incorrecto"),
        "{refused}"
    );
    client.login("vera", PIN, "mesa-2").unwrap();
    let me: hall_wire::message::Me = client.get("/api/me").unwrap();
    assert_eq!(me.user, "vera");
    let id = uuid::Uuid::new_v4();
    let body = serde_json::json!({ "game": 7, "ordinal": 4, "ball": 77 });
    let first = client.post("announce", &body, id).unwrap();
    assert_eq!(client.post("announce", &body, id).unwrap(), first);
    let error =
        client.post("go-on", &serde_json::json!({ "game": 7, "stop": 1 }), uuid::Uuid::new_v4()).unwrap_err();
    assert!(matches!(&error, ClientError::Refused(problem) if problem.code == "ya-no-es-asi"));
    client.logout().unwrap();
    assert!(client.get::<serde_json::Value>("/api/me").is_err());
}

/// Three sockets that do nothing but ask are put out, and whoever has a place keeps it.
#[test]
fn who_only_makes_noise_is_put_out() {
    let hall = Hall::open();
    let link = Link::<PublicBoard>::open(&hall.url, "panel-1", None);
    assert!(link.wait(|seen| seen.connected, SOON).is_some());
    for noise in [Frame::Ping("x".into()), Frame::Text("hola".into()), Frame::Binary("x".into())] {
        let mut noisy = socket(&hall, "protocol=3&device=ruido").expect("it has a place");
        // The server may be gone before all is sent.
        let _ = (0..200).try_for_each(|_| noisy.send(noise.clone()));
        let mut beats = 0;
        loop {
            match noisy.read() {
                Ok(Frame::Close(Some(frame))) => break assert_eq!(frame.reason.as_str(), "demasiado-ruido"),
                Ok(Frame::Text(text)) => beats += u32::from(text.contains(r#""type":"ping""#)),
                Ok(
                    Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_) | Frame::Close(None) | Frame::Frame(_),
                ) => {}
                // What it sent after the end resets the connection, and the reason may be lost with it.
                Err(_) => break,
            }
            assert!(beats < 5, "it is served still: {noise:?}");
        }
    }
    let seq = hall.show(|view| view.public.announced.push(44));
    assert!(link.wait(|seen| seen.seq >= seq, SOON).is_some_and(|seen| seen.wholes == 1));
}

/// A browser's answers to what the server asks, and a few words of its own, are no noise.
#[test]
fn a_screen_that_answers_keeps_its_place() {
    let hall = Hall::open();
    let mut screen = socket(&hall, "protocol=3&device=panel-2").expect("it has a place");
    for number in 40..52 {
        let _ = hall.show(|view| view.public.announced.push(number));
        let _ = screen.send(Frame::Pong("".into()));
        if number % 2 == 0 {
            // Read to the beat, so that time passes for the server too.
            while !screen.read().expect("it is served").to_text().expect("text").contains("\"ping\"") {}
        }
    }
}

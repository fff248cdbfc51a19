//! Players' phones at the port: what they are sent, and that they take nothing of the hall's screens.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use hall_server::web::{PHONES_MAX, SCREENS_MAX};
use hall_wire::board::PublicBoard;
use hall_wire::link::Link;
use tungstenite::WebSocket;

use crate::hall::{Hall, expect};

const SOON: Duration = Duration::from_secs(20);

fn phone(hall: &Hall) -> Result<WebSocket<TcpStream>, (u16, serde_json::Value)> {
    let stream = TcpStream::connect(hall.address()).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    match tungstenite::client(format!("ws://{}/tv/seguir/tablero?protocol=3", hall.address()), stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            Err((answer.status().as_u16(), serde_json::from_slice(answer.body().as_ref().unwrap()).unwrap()))
        }
        Err(error) => panic!("{error}"),
    }
}

fn heard(phone: &mut WebSocket<TcpStream>) -> String {
    phone.read().unwrap().to_text().unwrap().to_string()
}

#[test]
fn a_phone_gets_the_public_board_and_nothing_else() {
    let hall = Hall::open();
    let mut phone = phone(&hall).unwrap();
    let mut all = vec![heard(&mut phone), heard(&mut phone)];
    hall.show(|view| view.public.announced.push(44));
    all.push(loop {
        let text = heard(&mut phone);
        if text.contains("changed") {
            break text;
        }
    });
    assert!(all[0].contains(r#""board":"publico""#), "{}", all[0]);
    assert_eq!(
        all[2],
        r#"{"type":"changed","after":100,"seq":101,"updates":[{"section":"ball_announced","value":{"ordinal":4,"ball":44}}]}"#
    );
    for text in &all {
        let (text, _clock) = text.split_once(r#","clock":"#).unwrap_or((text, ""));
        for secret in ["77", "pending", "1002", "Ana", "jefe_de_mesa", "mesa-1", "people", "holdings"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    // Whatever it says is not listened to.
    phone.send(tungstenite::Message::text(r#"{"type":"announce","ball":77}"#)).unwrap();
    hall.show(|view| view.public.announced.push(45));
    while !heard(&mut phone).contains(r#""ball":45"#) {}
    assert!(hall.seen.lock().unwrap().decided.is_empty());
}

#[test]
fn a_room_full_of_phones_keeps_no_screen_out() {
    let hall = Hall::open();
    let count = |name: &str| {
        let metrics = hall.asker().get("/metrics").1.as_str().unwrap().to_owned();
        let line =
            metrics.lines().find_map(|line| line.strip_prefix(&format!("bombo_{name} ")).map(str::to_owned));
        line.expect(name).parse::<usize>().unwrap()
    };
    let mut phones: Vec<_> = (0..PHONES_MAX).map(|_| phone(&hall).unwrap()).collect();
    assert_eq!((count("phones"), count("screens")), (PHONES_MAX, 0));
    assert!(count("phones") > SCREENS_MAX, "more than there are places for screens");
    let (_, document) = hall.asker().get("/api/openapi.json");
    let path = "/tv/seguir/tablero";
    expect(&document, "get", path, phone(&hall).unwrap_err(), 503, "demasiados-moviles");
    // The page asks the same without a socket, to say why.
    let asked = hall.asker().get(&format!("{path}?protocol=3"));
    expect(&document, "get", path, asked, 503, "demasiados-moviles");

    let screen = Link::<PublicBoard>::open(&hall.url, "panel-1", None);
    assert!(screen.wait(|seen| seen.connected, SOON).is_some(), "a monitor comes in");
    let seq = hall.show(|view| view.public.announced.push(44));
    assert!(screen.wait(|seen| seen.seq == seq, SOON).is_some());
    for phone in &mut phones {
        while !heard(phone).contains(r#""ball":44"#) {}
    }
    // Who leaves makes room.
    phones.truncate(PHONES_MAX - 1);
    let until = Instant::now() + SOON;
    while phone(&hall).is_err() {
        assert!(Instant::now() < until, "no place came back");
    }
    let asked = hall.asker().get(&format!("{path}?protocol=2"));
    expect(&document, "get", path, asked, 400, "protocolo-desconocido");
    expect(&document, "get", path, hall.asker().get(path), 400, "protocolo-desconocido");
}

/// The address on the receipts is the one that the wall shows.
#[test]
fn screens_are_told_where_players_reach_the_server() {
    let told = |hall: &Hall| {
        let link = Link::<PublicBoard>::open(&hall.url, "panel-1", None);
        link.wait(|seen| seen.connected, SOON).expect("it connects").players.as_deref().map(str::to_owned)
    };
    assert_eq!(told(&Hall::open()), None);
    let players = "http://192.168.1.10:7878".to_owned();
    assert_eq!(told(&Hall::open_for(Some(players.clone()))), Some(players));
}

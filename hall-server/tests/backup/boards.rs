//! The boards that a spare shows of its own record, before it is promoted: the public one, to whoever asks for a spare's.

use std::net::TcpStream;

use serde_json::Value;
use tungstenite::{Message as Frame, WebSocket};

use crate::kit::{PATIENCE, until};
use crate::spare::Two;

fn get(at: &str, path: &str) -> (u16, String) {
    let agent = ureq::Agent::from(ureq::Agent::config_builder().http_status_as_error(false).build());
    let mut answer = agent.get(format!("http://{at}{path}")).call().unwrap();
    let text = answer.body_mut().read_to_vec().unwrap();
    (answer.status().as_u16(), String::from_utf8_lossy(&text).into_owned())
}

fn board(at: &str) -> Option<Value> {
    let (status, text) = get(at, "/api/board");
    (status == 200).then(|| serde_json::from_str(&text).unwrap())
}

/// A screen at this address; its status where it is refused.
fn screen(at: &str, wish: &str) -> Result<WebSocket<TcpStream>, u16> {
    let stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    match tungstenite::client(format!("ws://{at}/api/ws?protocol=3&{wish}"), stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            Err(answer.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

fn next(socket: &mut WebSocket<TcpStream>) -> Value {
    loop {
        if let Frame::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[test]
fn a_spare_shows_the_public_board_as_its_own_and_takes_nothing() {
    let two = Two::new("all");
    let server = two.server();
    let spare = two.spare();
    // Before it has a line it shows nothing.
    two.follows(&server);
    server.enter("J1");
    let seq = two.follows(&server);
    until(|| board(&two.spare_at).is_some_and(|shown| shown["seq"] == seq));
    let (theirs, ours) = (board(&two.spare_at).unwrap(), board(&two.at).unwrap());
    assert_eq!(theirs["board"], ours["board"]);
    assert_eq!(theirs["board"]["hall"], "Bingo de la Copia");
    // A television that takes a spare's board, and is told that it is one.
    let mut television = screen(&two.spare_at, "board=publico&spare=1&device=tv").unwrap();
    let hello = next(&mut television);
    assert_eq!((hello["type"].as_str(), &hello["spare"]), (Some("hello"), &Value::Bool(true)), "{hello}");
    assert_eq!(next(&mut television)["type"], "whole");
    server.enter("J2");
    let seq = two.follows(&server);
    until(|| next(&mut television)["seq"] == seq);
    // The hall's server says nothing of the sort to the same question.
    let hello = next(&mut screen(&two.at, "board=publico&spare=1&device=tv").unwrap());
    assert!(hello["spare"].is_null(), "{hello}");
    // A wall or a desk that knows both, and anybody's mesa: not here.
    for wish in
        ["board=publico&device=pared-1", "board=mesa&device=mesa-1", "board=mesa&spare=1&device=mesa-1"]
    {
        assert_eq!(screen(&two.spare_at, wish).err(), Some(503), "{wish}");
    }
    let token = format!("board=mesa&spare=1&device=mesa-1&token={}", server.token);
    assert_eq!(screen(&two.spare_at, &token).err(), Some(503));
    let agent = ureq::Agent::from(ureq::Agent::config_builder().http_status_as_error(false).build());
    for path in ["/api/login", "/api/commands/register-ball-set", "/api/panel/shown"] {
        let answer = agent.post(format!("http://{}{path}", two.spare_at)).send("{}").unwrap();
        assert_eq!(answer.status(), 503, "{path}");
    }
    for path in ["/api/board/mesa", "/api/hall", "/api/people"] {
        assert_eq!(get(&two.spare_at, path).0, 503, "{path}");
    }
    let (status, page) = get(&two.spare_at, "/tv");
    assert!(status == 200 && page.contains("EQUIPO DE RESERVA"));
    assert_eq!(get(&two.spare_at, "/tv/fonts/bold.woff2").0, 200);
    // Stopped beside a screen, its database is closed in good order; started again, it shows all of it.
    spare.stop();
    assert!(!two.dir.join("sala.db-wal").exists(), "a reader was left behind");
    let spare = two.spare();
    until(|| board(&two.spare_at).is_some_and(|shown| shown["seq"] == seq));
    spare.stop();
    server.stop();
}

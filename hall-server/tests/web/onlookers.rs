//! Telephones and televisions of a hall that asks for the code of its screens (ADR 93).

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use hall_core::event::CameraPost;
use hall_server::clock::Clock;
use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::Link;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};
use ureq::http::{Response, StatusCode};

use crate::camera::picture;
use crate::hall::{CAMERA_KEY, Hall, VOICE_KEY, agent};

const SOON: Duration = Duration::from_secs(20);

/// Of the network.
const STRANGER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 7));

/// Before the hour of the hall of these tests, and later.
const NOW: i64 = 1_795_302_000_000;
const MINUTE: i64 = 60_000;

/// A hall that asks for the code, and what its clock says.
struct Asking {
    hall: Hall,
    clock: Arc<AtomicI64>,
}

impl Asking {
    /// Who comes is a stranger, or at the server's own computer.
    fn open(stranger: bool) -> Asking {
        let settings = |web: &hall_server::web::Web| {
            web.shows_the_board_in_the_clear();
            web.asks_for_the_board_code(b"a secret");
        };
        let here = IpAddr::from([127, 0, 0, 1]);
        let hall = Hall::open_to(if stranger { STRANGER } else { here }, settings);
        let clock = Arc::new(AtomicI64::new(NOW));
        let (theirs, steady) = (Arc::clone(&clock), Arc::new(|| 0));
        let source = Arc::new(move || theirs.load(Ordering::Relaxed));
        let hall_clock = Clock::new("Europe/Madrid").unwrap().with_sources(source, steady);
        hall.show(|view| view.clock = hall_clock);
        Asking { hall, clock }
    }

    /// The code that the hall's screens show, as its own are told: of a hall with the same secret and hour.
    fn code(&self) -> String {
        let other = Asking::open(false);
        other.clock.store(self.clock.load(Ordering::Relaxed), Ordering::Relaxed);
        let screen = Link::<PublicBoard>::open(&other.hall.url, "panel-1", None);
        let shown = Asking::code_of(&screen);
        assert_eq!(shown.len(), 6);
        shown
    }

    /// What this screen shows.
    fn code_of(screen: &Link<PublicBoard>) -> String {
        let seen = screen.wait(|seen| seen.connected && seen.board_code.is_some(), SOON);
        seen.and_then(|seen| seen.board_code).expect("it is told").to_string()
    }

    fn after(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    fn asks(&self, path: &str, cookie: Option<&str>) -> Response<ureq::Body> {
        self.asks_for(path, cookie, "*/*")
    }

    fn asks_for(&self, path: &str, cookie: Option<&str>, accept: &str) -> Response<ureq::Body> {
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
        let agent = config.build().new_agent();
        let mut request = agent.get(format!("{}{path}", self.hall.url)).header("Accept", accept);
        if let Some(cookie) = cookie {
            request = request.header("Cookie", cookie);
        }
        request.call().unwrap()
    }

    /// The status and the code of what is wrong.
    fn said(&self, path: &str, cookie: Option<&str>) -> (u16, String) {
        let mut answer = self.asks(path, cookie);
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        let told = serde_json::from_str::<serde_json::Value>(&text).unwrap_or_default();
        (answer.status().as_u16(), told["code"].as_str().unwrap_or_default().to_owned())
    }

    /// What a browser gets for a code.
    fn let_in(&self, code: &str) -> String {
        let answer = self.asks(&format!("/tv?c={code}"), None);
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        assert_eq!(answer.headers()["location"], "/tv");
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        for part in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Max-Age=43200"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        cookie.split(';').next().unwrap().to_owned()
    }

    /// A socket, or the status with which it was refused.
    fn socket(&self, path: &str, cookie: Option<&str>) -> Result<WebSocket<TcpStream>, u16> {
        let address = self.hall.address();
        let stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
        if let Some(cookie) = cookie {
            request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// What a page of the public board asks for.
const ASKED: [&str; 8] = [
    "/tv",
    "/tv/seguir",
    "/tv/pruebas",
    "/tv/avisos",
    "/api/board",
    "/api/matrices",
    "/api/camera.jpg",
    "/api/camera.mjpeg",
];
const SOCKETS: [&str; 2] = ["/api/ws?protocol=3&board=publico", "/tv/seguir/tablero?protocol=3"];

const REFUSED: (u16, &str) = (403, "sin-codigo-de-pantalla");

#[test]
fn a_stranger_sees_the_public_board_with_the_code_and_not_without() {
    let at = Asking::open(true);
    for path in ASKED {
        let (status, code) = at.said(path, None);
        assert_eq!((status, code.as_str()), REFUSED, "{path}");
    }
    for path in SOCKETS {
        assert_eq!(at.socket(path, None).err(), Some(403), "{path}");
    }
    // Neither what looks like a pass nor a key that nobody has is one.
    for cookie in ["panel=", "panel=1-00", "panel=9795302000000-5eed", "otro=1"] {
        assert_eq!(at.said("/api/board", Some(cookie)).0, 403, "{cookie}");
    }
    let cookie = at.let_in(&at.code());
    for path in ASKED {
        let (_, code) = at.said(path, Some(&format!("otro=1; {cookie}")));
        assert_ne!(code, REFUSED.1, "{path}");
    }
    assert_eq!((at.said("/tv", Some(&cookie)).0, at.said("/api/board", Some(&cookie)).0), (200, 200));
    for path in SOCKETS {
        let mut socket = at.socket(path, Some(&cookie)).expect(path);
        let hello = socket.read().unwrap().into_text().unwrap();
        assert!(
            hello.contains("hello") && !hello.contains("board_code"),
            "he would let himself in for ever: {hello}"
        );
    }
    // It opens the public board and nothing else.
    assert_eq!(at.said("/api/hall", Some(&cookie)).0, 403, "unencrypted");
}

#[test]
fn whoever_is_of_the_hall_needs_no_code() {
    let at = Asking::open(false);
    let screen = Link::<PublicBoard>::open(&at.hall.url, "panel-1", None);
    let first = Asking::code_of(&screen);
    assert!(at.said("/tv", None).0 == 200 && at.said("/api/board", None).0 == 200);
    let token = at.hall.logged_in("ana").token;
    let desk = Link::<MesaBoard>::open(&at.hall.url, "mesa-1", token.clone());
    let told = desk.wait(|seen| seen.board_code.is_some(), SOON).expect("a desk shows the hall's board too");
    assert_eq!(told.board_code.as_deref(), Some(first.as_str()));
    // The screens have another one as soon as it changes.
    at.after(5 * MINUTE);
    let other = |seen: &hall_wire::link::Seen<PublicBoard>| {
        seen.board_code.as_deref().is_some_and(|code| code != first) && seen.wholes == 1
    };
    assert!(screen.wait(other, SOON).is_some(), "on the same connection");
    // From the network, the hall's voice by its key; not the camera, which looks at nothing, nor a log-in of another hall.
    let away = Asking::open(true);
    let with = |token: &str| {
        let request = agent().get(format!("{}/api/board", away.hall.url));
        request.header("Authorization", format!("Bearer {token}")).call().unwrap().status().as_u16()
    };
    assert_eq!((with(VOICE_KEY), with(CAMERA_KEY), with(&token.unwrap())), (200, 403, 403));
}

#[test]
fn an_old_code_lets_nobody_in_and_a_pass_ends() {
    let at = Asking::open(true);
    let code = at.code();
    // Whoever reads it as it changes has as long again.
    at.after(5 * MINUTE);
    let cookie = at.let_in(&code);
    at.after(5 * MINUTE);
    let (status, told) = at.said(&format!("/tv?c={code}"), None);
    assert_eq!((status, told.as_str()), REFUSED);
    let mut sockets = SOCKETS.map(|path| at.socket(path, Some(&cookie)).unwrap());
    at.after(12 * 60 * MINUTE - 5 * MINUTE);
    assert_eq!(at.said("/api/board", Some(&cookie)).0, 200, "twelve hours");
    at.after(1);
    assert_eq!(at.said("/api/board", Some(&cookie)).0, 403);
    sockets.iter_mut().for_each(ends);
    // The close of the session ends it sooner.
    let other = at.let_in(&at.code());
    let mut sockets = SOCKETS.map(|path| at.socket(path, Some(&other)).unwrap());
    at.hall.show(|view| view.facts.closed = Some(100));
    assert_eq!(at.said("/api/board", Some(&other)).0, 403);
    sockets.iter_mut().for_each(ends);
}

/// A stream of pictures is one answer: it is not judged at its beginning alone.
#[test]
fn whoever_watches_the_camera_does_so_no_longer_than_he_may() {
    let at = Asking::open(true);
    let filmed = || at.hall.cameras.at(CameraPost::Exit).take(picture(500, 1).into()).unwrap();
    filmed();
    let cookie = at.let_in(&at.code());
    let mut stream = TcpStream::connect(at.hall.address()).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    write!(stream, "GET /api/camera.mjpeg HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n").unwrap();
    let mut seen = Vec::new();
    let mut reads = |until: &dyn Fn(&str) -> bool| {
        while !until(&String::from_utf8_lossy(&seen)) {
            let mut buffer = [0; 4_096];
            let read = stream.read(&mut buffer).expect("something comes");
            assert!(read > 0, "it ended");
            seen.extend_from_slice(&buffer[..read]);
        }
    };
    reads(&|seen| seen.contains("Camera-Seq: 1\r\n"));
    filmed();
    reads(&|seen| seen.contains("Camera-Seq: 2\r\n"));
    at.hall.show(|view| view.facts.closed = Some(100));
    filmed();
    // The end of an answer that comes in pieces.
    reads(&|seen| seen.ends_with("\r\n0\r\n\r\n"));
    assert!(!String::from_utf8_lossy(&seen).contains("Camera-Seq: 3\r\n"));
}

/// Reads until the server hangs up, and knows why.
fn ends(socket: &mut WebSocket<TcpStream>) {
    let until = Instant::now() + SOON;
    while Instant::now() < until {
        match socket.read().expect("it says why") {
            Message::Close(why) => {
                assert_eq!(why.expect("a reason").code, 1008.into());
                return;
            }
            Message::Text(_)
            | Message::Binary(_)
            | Message::Ping(_)
            | Message::Pong(_)
            | Message::Frame(_) => {}
        }
    }
    panic!("the board goes on");
}

#[test]
fn guesses_wait_as_wrong_pins_do() {
    let at = Asking::open(true);
    let code = at.code();
    let wrong = if code == "000000" { "000001" } else { "000000" };
    assert_eq!(at.said(&format!("/tv?c={wrong}"), None), (403, REFUSED.1.to_owned()));
    // A good one too: otherwise nobody who guesses would wait.
    assert_eq!(at.said(&format!("/api/board?c={code}"), None), (429, "espere".to_owned()));
    // Whoever is in already guesses nothing.
    let other = Asking::open(true);
    let cookie = other.let_in(&code);
    assert_eq!(other.said(&format!("/tv?c={wrong}"), Some(&cookie)).0, 200);
    assert_eq!(other.said("/api/board", Some(&cookie)).0, 200);
}

#[test]
fn a_television_types_the_code_on_a_page() {
    let at = Asking::open(true);
    let page = |path: &str| {
        let mut answer = at.asks_for(path, None, "text/html,application/xhtml+xml");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"), "{policy}");
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    };
    let (status, text) = page("/tv?video=off&device=tele-1&x=%22%3E%3Cb");
    assert_eq!(status, 403);
    assert!(text.contains("Escanee el código de la pantalla") && text.len() < 60_000);
    assert!(text.contains(r#"action="/tv""#) && text.contains(r#"name="video" value="off""#), "{text}");
    assert!(!text.contains("%22") && !text.contains("{{"), "{text}");
    let (_, text) = page("/tv/pruebas/%22%3E%3Cscript%3E");
    assert!(!text.contains("<script"), "{text}");
    let (status, text) = page("/tv?c=123");
    assert!(status == 403 && text.contains("no es el de ahora"), "{text}");
    assert_eq!(page("/tv?c=123").0, 429);
    // As it types them, and what stood in the address besides stays.
    let other = Asking::open(true);
    let code = other.code();
    let typed = format!("/tv?video=off&c={}+{}&device=tele-1", &code[..3], &code[3..]);
    let answer = other.asks_for(&typed, None, "text/html");
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["location"]),
        (303, &"/tv?video=off&device=tele-1".parse().unwrap())
    );
}

#[test]
fn a_hall_that_asks_for_no_code_shows_its_board() {
    let hall = Hall::open_to(STRANGER, hall_server::web::Web::shows_the_board_in_the_clear);
    let asker = hall.asker();
    assert_eq!((asker.get("/tv").0, asker.get("/api/board").0, asker.get("/tv?c=123456").0), (200, 200, 200));
}

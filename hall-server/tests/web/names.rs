//! What a browser of the hall may be led to do by somebody else's page: DNS rebinding, and requests across.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::hall::Hall;

/// What a browser sends for each way in: the first line, and a body.
const ASKED: [(&str, &str); 5] = [
    ("GET /api/board", ""),
    ("GET /tv", ""),
    ("GET /api/ws?protocol=3&board=publico", ""),
    ("POST /api/login", r#"{"user":"ana","pin":"000001","device":"mesa-1"}"#),
    ("POST /api/commands/announce", r#"{"game":7,"ordinal":4,"ball":77}"#),
];

/// The status, and the whole answer.
fn ask(hall: &Hall, (line, body): (&str, &str), headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(hall.address()).expect("it listens");
    let length = body.len();
    let text = format!(
        "{line} HTTP/1.1\r\n{headers}Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).expect("it reads");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("{line} with {headers:?}: {answer}")), answer)
}

#[test]
fn under_another_name_nothing_is_answered() {
    let hall = Hall::open();
    for asked in ASKED {
        let (status, answer) =
            ask(&hall, asked, "Host: malo.example:7878\r\nOrigin: http://malo.example:7878\r\n");
        assert_eq!(status, 421, "{asked:?}: {answer}");
        assert!(answer.contains("nombre-ajeno") && answer.contains("[server] de sala.toml"), "{answer}");
    }
    let seen = hall.seen.lock().expect("whole");
    assert!(seen.decided.is_empty() && seen.notices.is_empty(), "nothing came to the desk");
}

#[test]
fn from_somebody_else_s_page_nothing_is_done() {
    let hall = Hall::open();
    let own = format!("Host: {}\r\n", hall.address());
    for asked in ASKED {
        for page in ["http://malo.example", "http://127.0.0.1:1", "null"] {
            let (status, answer) = ask(&hall, asked, &format!("{own}Origin: {page}\r\n"));
            assert_eq!(status, 403, "{asked:?} from {page}: {answer}");
            assert!(answer.contains("pagina-ajena"), "{answer}");
        }
        // Its own pages, and programs, which are no page.
        for page in [format!("Origin: http://{}\r\n", hall.address()), String::new()] {
            let (status, answer) = ask(&hall, asked, &format!("{own}{page}"));
            assert!(status != 403 && status != 421, "{asked:?} with {page:?}: {answer}");
        }
    }
}

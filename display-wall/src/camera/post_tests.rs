use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};

use super::*;

const SOON: Duration = Duration::from_secs(30);

/// A request: its head in lower case, and its body.
fn read_request(reader: &mut BufReader<TcpStream>) -> Option<(String, Vec<u8>)> {
    let mut head = String::new();
    while reader.read_line(&mut head).ok().filter(|read| *read > 0)? > 2 {}
    let head = head.to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length?.trim().parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some((head, body))
}

/// Serves HTTP; reports each request and answers with `status`.
fn serve(
    listener: TcpListener,
    status: impl Fn(usize) -> u16 + Send + 'static,
) -> Receiver<(String, Vec<u8>)> {
    let (tell, told) = sync_channel(100);
    std::thread::spawn(move || {
        let mut seen = 0;
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            while let Some(request) = read_request(&mut reader) {
                let answer = status(seen);
                seen += 1;
                if tell.send(request).is_err() {
                    return;
                }
                if write!(stream, "HTTP/1.1 {answer} X\r\ncontent-length: 0\r\n\r\n").is_err() {
                    break;
                }
            }
        }
    });
    told
}

struct Hall {
    dir: tempfile::TempDir,
    servers: Servers,
    key_file: PathBuf,
}

fn hall(server: String) -> Hall {
    let dir = tempfile::tempdir().unwrap();
    let key_file = dir.path().join("camara.clave");
    Hall { dir, servers: Servers::new(&server), key_file }
}

impl Hall {
    fn pictures(&self) -> Post {
        Post::pictures(&self.servers, Some(&self.key_file), CameraPost::Exit)
    }

    fn key(&self, key: &str) {
        std::fs::write(self.dir.path().join("camara.clave"), format!("{key}\n")).unwrap();
    }
}

fn bind() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    (listener, url)
}

#[test]
fn a_picture_goes_with_the_key_as_the_server_wants_it() {
    let (listener, url) = bind();
    let hall = hall(url);
    hall.key("00ffab");
    let told = serve(listener, |_| 204);
    let post = hall.pictures();
    post.put(vec![0xff, 0xd8, 7]);
    let (head, body) = told.recv_timeout(SOON).unwrap();
    assert!(head.starts_with("post /api/camera/picture?camera=exit http/1.1\r\n"), "{head}");
    assert!(head.contains("\r\nauthorization: camera 00ffab\r\n"), "{head}");
    assert!(head.contains("\r\ncontent-type: image/jpeg\r\n"), "{head}");
    assert_eq!(body, [0xff, 0xd8, 7]);
}

#[test]
fn a_slow_server_gets_the_newest_picture_and_none_in_between() {
    let (listener, url) = bind();
    let hall = hall(url);
    hall.key("00");
    // The server answers the first request when the test says so.
    let (go, wait) = sync_channel::<()>(1);
    let told = serve(listener, move |nth| {
        if nth == 0 {
            wait.recv().unwrap();
        }
        204
    });
    let post = hall.pictures();
    post.put(vec![0]);
    while post.shared.lock().body.is_some() {
        std::thread::yield_now();
    }
    for picture in 1..=9 {
        post.put(vec![picture]);
    }
    go.send(()).unwrap();
    assert_eq!(told.recv_timeout(SOON).unwrap().1, [0]);
    assert_eq!(told.recv_timeout(SOON).unwrap().1, [9]);
    assert!(post.shared.lock().body.is_none(), "nothing is kept behind it");
}

#[test]
fn a_key_that_comes_late_or_changes_is_read_again() {
    let (listener, url) = bind();
    let hall = hall(url);
    let told = serve(listener, |nth| if nth == 0 { 401 } else { 204 });
    let post = hall.pictures();
    let keep_filming = |key: &str| {
        hall.key(key);
        loop {
            post.put(vec![1]);
            if let Ok((head, _)) = told.recv_timeout(Duration::from_millis(100)) {
                return head;
            }
        }
    };
    // First no key file, then an invalid one: nothing is sent.
    post.put(vec![1]);
    hall.key("no es una clave");
    post.put(vec![1]);
    assert!(keep_filming("aa").contains("authorization: camera aa\r\n"), "the first answer is 401");
    assert!(keep_filming("bb").contains("authorization: camera bb\r\n"));
}

#[test]
fn a_server_that_is_away_is_tried_again_and_does_not_stop_the_film() {
    let (listener, url) = bind();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let hall = hall(url);
    hall.key("00");
    let post = hall.pictures();
    post.put(vec![1]);
    while post.shared.lock().body.is_some() {
        std::thread::yield_now();
    }
    for picture in 2..=200 {
        post.put(vec![picture]);
    }
    let told = serve(TcpListener::bind(address).unwrap(), |_| 204);
    // The first picture may be in a retry when the server appears; the rest are outdated.
    let came: Vec<u8> = std::iter::from_fn(|| told.recv_timeout(SOON).ok())
        .map(|(_, body)| body[0])
        .take_while(|picture| *picture != 200)
        .collect();
    assert!(came.is_empty() || came == [1], "{came:?}");
    // Ends in mid-pause.
    drop(told);
    post.put(vec![3]);
    drop(post);
}

/// The hall went on at its spare: the pictures go there, and come back with the hall.
#[test]
fn the_pictures_go_to_whichever_of_two_servers_takes_them() {
    let ((listener, old), (other, spare)) = (bind(), bind());
    let hall = hall(format!("{old},{spare}"));
    hall.key("00");
    // The old server takes one and is the hall's no more; the spare takes three.
    let of_old = serve(listener, |nth| if nth == 0 || nth >= 2 { 204 } else { 503 });
    let of_spare = serve(other, |nth| if nth < 3 { 204 } else { 503 });
    let post = hall.pictures();
    let films_until = |told: &Receiver<(String, Vec<u8>)>| {
        let end = std::time::Instant::now() + SOON;
        while told.recv_timeout(Duration::from_millis(20)).is_err() {
            assert!(std::time::Instant::now() < end, "no picture came");
            post.put(vec![1]);
        }
    };
    films_until(&of_old);
    (0..3).for_each(|_| films_until(&of_spare));
    // One that was refused there, or two, and then the old one has them again.
    (0..3).for_each(|_| films_until(&of_old));
}

#[test]
fn the_last_report_is_sent_again_and_again_and_a_newer_one_in_its_place() {
    let (listener, url) = bind();
    let hall = hall(url);
    hall.key("00");
    let told = serve(listener, |_| 200);
    let post = Post::reports(&hall.servers, Some(&hall.key_file));
    post.put(b"{1}".to_vec());
    for _ in 0..3 {
        let (head, body) = told.recv_timeout(SOON).unwrap();
        assert!(head.starts_with("post /api/camera http/1.1\r\n"), "{head}");
        assert!(head.contains("\r\ncontent-type: application/json\r\n"), "{head}");
        assert_eq!(body, b"{1}");
    }
    post.put(b"{2}".to_vec());
    while told.recv_timeout(SOON).unwrap().1 != b"{2}" {}
    assert_eq!(told.recv_timeout(SOON).unwrap().1, b"{2}");
}

//! The camera's picture over a real port: who may send, what is a picture, and who sees it how long.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::hall::expect;
use crate::hall::{Asker, CAMERA_KEY, Hall, agent};

/// A time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

const PATH: &str = "/api/camera/picture";

/// A picture of so many bytes, as far as anybody here looks at it.
pub fn picture(size: usize, filling: u8) -> Vec<u8> {
    picture_of(16, size, filling)
}

/// The same with sides that it says are so long.
fn picture_of(side: u16, size: usize, filling: u8) -> Vec<u8> {
    let [high, low] = side.to_be_bytes();
    let frame = [0xFF, 0xC0, 0, 11, 8, high, low, high, low, 1, 1, 0x11, 0];
    let head = [&[0xFF, 0xD8][..], &frame, &[0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]].concat();
    let mut bytes = vec![filling; size];
    bytes[..head.len()].copy_from_slice(&head);
    bytes[size - 2..].copy_from_slice(&[0xFF, 0xD9]);
    bytes
}

fn camera(hall: &Hall) -> Asker {
    Asker { device: Some(("Camera", CAMERA_KEY.to_string())), media: "image/jpeg", ..hall.asker() }
}

/// Gets a picture: its number and its bytes, or the problem's code.
fn look(hall: &Hall, query: &str) -> Result<(u64, Vec<u8>), String> {
    let mut answer = agent().get(format!("{}/api/camera.jpg{query}", hall.url)).call().unwrap();
    if answer.status() != 200 {
        let problem: Value = serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
        return Err(problem["code"].as_str().unwrap().to_string());
    }
    assert_eq!(answer.headers()["content-type"], "image/jpeg");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let seq = answer.headers()["camera-seq"].to_str().unwrap().parse().unwrap();
    Ok((seq, answer.body_mut().read_to_vec().unwrap()))
}

#[test]
fn only_the_camera_sends_and_only_pictures() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let good = picture(1000, 7);
    let check = |asker: &Asker, body: &[u8], status: u16, code: &str| {
        expect(&document, "post", PATH, asker.post_bytes(PATH, body), status, code);
    };
    let camera = camera(&hall);
    let with = |key: &str| Asker { device: Some(("Camera", key.to_string())), ..camera.clone() };
    let large = picture(512 * 1024, 7);
    check(&Asker { device: None, ..camera.clone() }, &good, 401, "clave-de-camara");
    check(&Asker { media: "image/jpeg", ..hall.logged_in("sala") }, &good, 401, "clave-de-camara");
    check(&with(&"00".repeat(32)), &good, 401, "clave-de-camara");
    check(&with(""), &large, 401, "clave-de-camara");
    check(&camera, b"", 400, "no-es-jpeg");
    check(&camera, b"not a picture at all", 400, "no-es-jpeg");
    check(&camera, &good[..good.len() - 1], 400, "no-es-jpeg");
    check(&camera, &good[1..], 400, "no-es-jpeg");
    check(&Asker { media: "image/png", ..camera.clone() }, &good, 415, "tipo-no-admitido");
    check(&camera, &picture_of(30_000, 1000, 7), 413, "cuerpo-demasiado-grande");
    check(&camera, &picture(512 * 1024 + 1, 7), 413, "cuerpo-demasiado-grande");
    check(&camera, &picture(3 * 1024 * 1024, 7), 413, "cuerpo-demasiado-grande");
    assert_eq!(look(&hall, "").unwrap_err(), "sin-imagen", "none of that is shown to anybody");
    assert_eq!(camera.post_bytes(PATH, &large).1["seq"], 1);
    assert_eq!(look(&hall, "").unwrap(), (1, large));
    // Its key opens nothing else.
    let with_token = Asker { token: Some(CAMERA_KEY.to_string()), ..hall.asker() };
    assert_eq!(with_token.get("/api/me").0, 401);
}

#[test]
fn each_camera_has_its_own_picture_and_says_what_it_shows() {
    let hall = Hall::open();
    let camera = camera(&hall);
    let (_, document) = hall.asker().get("/api/openapi.json");
    let desk = format!("{PATH}?camera=desk");
    assert_eq!(camera.post_bytes(&desk, &picture(500, 1)).0, 200);
    assert_eq!(camera.post_bytes(PATH, &picture(500, 2)).0, 200);
    assert_eq!(look(&hall, "?camera=desk").unwrap(), (1, picture(500, 1)));
    assert_eq!(look(&hall, "?camera=exit").unwrap(), (1, picture(500, 2)));
    assert_eq!(look(&hall, "").unwrap(), (1, picture(500, 2)), "the exit where none is named");
    assert_eq!(look(&hall, "?camera=hall").unwrap_err(), "sin-imagen");
    assert_eq!(look(&hall, "?camera=street").unwrap_err(), "valor-no-valido");
    let (status, problem) = camera.post_bytes(&format!("{PATH}?camera=street"), &picture(500, 1));
    assert_eq!((status, &problem["code"]), (400, &"valor-no-valido".into()));

    let reports = Asker { media: "application/json", ..camera.clone() };
    let good = br#"{"camera":"desk","sight":"black"}"#;
    assert_eq!(reports.post_bytes("/api/camera", good).0, 200);
    let key = Asker { device: Some(("Camera", "00".repeat(32))), ..reports.clone() };
    expect(&document, "post", "/api/camera", key.post_bytes("/api/camera", good), 401, "clave-de-camara");
    for bad in
        [&b""[..], b"{}", br#"{"camera":"street","sight":"sees"}"#, br#"{"camera":"exit","sight":"fine"}"#]
    {
        let (status, problem) = reports.post_bytes("/api/camera", bad);
        assert!((400..500).contains(&status), "{problem}");
    }
}

#[test]
fn the_latest_picture_is_shown_and_an_old_one_is_not() {
    let hall = Hall::open();
    let camera = camera(&hall);
    assert_eq!(look(&hall, "").unwrap_err(), "sin-imagen");
    for filling in [1, 2, 3] {
        assert_eq!(camera.post_bytes(PATH, &picture(500, filling)).0, 200);
    }
    assert_eq!(look(&hall, "").unwrap(), (3, picture(500, 3)));
    hall.steady.store(2_999, Ordering::Relaxed);
    assert_eq!(look(&hall, "").unwrap().0, 3);
    hall.steady.store(3_000, Ordering::Relaxed);
    assert_eq!(look(&hall, "").unwrap_err(), "sin-imagen");
    assert_eq!(look(&hall, "?after=x").unwrap_err(), "valor-no-valido");
    assert_eq!(camera.post_bytes(PATH, &picture(500, 4)).0, 200);
    assert_eq!(look(&hall, "").unwrap().0, 4);
}

#[test]
fn who_has_seen_a_picture_waits_for_another() {
    let hall = Hall::open();
    let camera = camera(&hall);
    camera.post_bytes(PATH, &picture(500, 1));
    // Whoever was here before a restart has a higher number, and gets what there is.
    assert_eq!(look(&hall, "?after=90").unwrap().0, 1);
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| look(&hall, "?after=1").unwrap());
        while !waits.is_finished() {
            camera.post_bytes(PATH, &picture(500, 2));
        }
        assert!(waits.join().unwrap().0 > 1);
    });
    let last = look(&hall, "").unwrap();
    assert_eq!(look(&hall, &format!("?after={}", last.0)).unwrap(), last, "nothing new, and not old yet");
}

/// Begins to watch, and reads as far as the first picture.
fn watch(hall: &Hall) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(hall.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(b"GET /api/camera.mjpeg HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut seen = String::new();
    read_until(&mut stream, &mut seen, "\r\n--imagen\r\n");
    (stream, seen)
}

/// Whether there is a place to watch from.
fn may_watch(hall: &Hall) -> bool {
    let mut stream = TcpStream::connect(hall.address()).unwrap();
    stream.write_all(b"GET /api/camera.mjpeg HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    status.ends_with(b"200")
}

#[track_caller]
fn read_until(stream: &mut TcpStream, seen: &mut String, wanted: &str) {
    let mut buffer = [0; 64 * 1024];
    while !seen.contains(wanted) {
        let read = stream.read(&mut buffer).unwrap();
        assert!(read > 0, "it ended before {wanted:?}: {seen}");
        seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
}

#[test]
fn a_stream_shows_each_new_picture_and_ends_with_them() {
    let hall = Hall::open();
    let camera = camera(&hall);
    assert_eq!(hall.asker().get("/api/camera.mjpeg").1["code"], "sin-imagen");
    camera.post_bytes(PATH, &picture(500, b'a'));
    let (mut stream, mut seen) = watch(&hall);
    assert!(seen.contains("multipart/x-mixed-replace; boundary=imagen"), "{seen}");
    assert!(
        seen.contains("--imagen\r\nContent-Type: image/jpeg\r\nContent-Length: 500\r\nCamera-Seq: 1\r\n")
    );
    assert!(!seen.contains('b'.to_string().repeat(400).as_str()));
    camera.post_bytes(PATH, &picture(500, b'b'));
    read_until(&mut stream, &mut seen, &"b".repeat(400));
    // The camera falls silent: what was seen last must not look as if it were now.
    read_until(&mut stream, &mut seen, "\r\n0\r\n\r\n");
}

/// A camera whose pictures come every 40 ms, by the hall's clock.
struct Filming<'h> {
    hall: &'h Hall,
    camera: Asker,
    ms: i64,
}

impl Filming<'_> {
    /// Films for a second; returns the picture that the hall sees then, and the one that the desk sees.
    fn second(&mut self) -> (u64, u64) {
        for _ in 0..25 {
            self.ms += 40;
            self.hall.steady.store(self.ms, Ordering::Relaxed);
            self.camera.post_bytes(PATH, &picture(500, 1));
        }
        (look(self.hall, "").unwrap().0, look(self.hall, "?at_once=true").unwrap().0)
    }

    fn until(&mut self, what: &str, mut good: impl FnMut((u64, u64), (u64, u64)) -> bool) -> (u64, u64) {
        let begun = Instant::now();
        let mut before = self.second();
        loop {
            assert!(begun.elapsed() < PATIENCE, "never {what}");
            let now = self.second();
            if good(before, now) {
                return now;
            }
            before = now;
        }
    }
}

#[test]
fn the_hall_sees_no_ball_before_its_light_where_the_rules_hold_its_picture_back() {
    let hall = Hall::open();
    let mut filming = Filming { hall: &hall, camera: camera(&hall), ms: 0 };
    let (seen, newest) = filming.second();
    assert_eq!(seen, newest, "no rule says so");
    hall.show(|view| view.public.picture_held = true);
    filming.until("late", |_, (seen, newest)| newest - seen == 15);
    hall.show(|view| view.public.uncalled = Some(5));
    let stands = filming.until("held", |before, now| before.0 == now.0);
    let (mut stream, mut text) = watch(&hall);
    assert!(text.contains(&format!("Camera-Seq: {}\r\n", stands.0)), "{text}");
    let after_it = filming.until("far behind", |_, (seen, newest)| newest - seen > 100);
    assert_eq!(after_it.0, stands.0);
    text.clear();
    hall.show(|view| view.public.uncalled = None);
    filming.until("on", |_, (seen, newest)| seen > stands.0 && newest - seen <= 15);
    // Whoever watches all the time goes on too.
    read_until(&mut stream, &mut text, "Camera-Seq");
}

#[test]
fn who_takes_nothing_is_cut_off_and_the_others_go_on() {
    let hall = Hall::open();
    let camera = camera(&hall);
    let large = picture(400 * 1024, b'x');
    camera.post_bytes(PATH, &large);
    let (mut slow, mut seen) = watch(&hall);
    let (mut quick, _) = watch(&hall);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut buffer = [0; 256 * 1024];
            while quick.read(&mut buffer).is_ok_and(|read| read > 0) {}
        });
        let begun = Instant::now();
        let metric = |name: &str| {
            let (_, metrics) = hall.asker().get("/metrics");
            let line = metrics.as_str().unwrap().lines().find_map(|line| line.strip_prefix(name));
            line.unwrap().trim().parse::<u64>().unwrap()
        };
        while metric("bombo_camera_viewers_cut_total ") == 0 {
            assert!(begun.elapsed() < PATIENCE, "the slow one is never cut off");
            camera.post_bytes(PATH, &large);
        }
        // Its place is free again, and its connection is gone.
        while metric("bombo_camera_viewers ") > 1 {
            assert!(begun.elapsed() < PATIENCE);
        }
        assert_eq!(metric("bombo_camera_viewers_cut_total "), 1);
    });
    let mut rest = Vec::new();
    let end = slow.read_to_end(&mut rest);
    seen.push_str(&String::from_utf8_lossy(&rest));
    assert!(end.is_err() || !seen.ends_with("0\r\n\r\n"), "it was cut, not ended in order");
}

#[test]
fn only_so_many_watch_at_a_time() {
    let hall = Hall::open();
    camera(&hall).post_bytes(PATH, &picture(500, 1));
    let streams: Vec<TcpStream> = (0..64).map(|_| watch(&hall).0).collect();
    assert_eq!(hall.asker().get("/api/camera.mjpeg").1["code"], "demasiadas-pantallas");
    assert_eq!(look(&hall, "").unwrap().0, 1, "one picture at a time is for everybody");
    drop(streams);
    let begun = Instant::now();
    while !may_watch(&hall) {
        assert!(begun.elapsed() < PATIENCE, "places that were left are never free");
    }
}

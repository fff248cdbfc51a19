//! Camera and wall with real GStreamer: `hall-camera` as a process, over loopback, with a test picture. Every wait is
//! for an event.
#![cfg(feature = "video")]

mod kit;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use display_wall::video::SourceState;
use kit::{Camera, SOON, Watched};
use nix::sys::signal::Signal;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

#[test]
fn the_wall_shows_what_the_camera_films_and_it_moves() {
    let camera = Camera::start(&["--listen", "127.0.0.1:0"]);
    let wall = Watched::open(&camera.url);
    let frame = wall.moves();
    assert_eq!(frame.size, [640, 360]);
    assert_eq!(frame.rgba.len(), 640 * 360 * 4);
    // A white ball on black, by videotestsrc: checks the colours.
    assert!(frame.rgba.as_chunks::<4>().0.iter().all(|pixel| pixel[3] == 255), "opaque");
    let dark = frame.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[..3].iter().all(|part| *part < 16));
    assert!(dark.count() > 640 * 360 / 2, "black is black");
    // A second wall on the same encode.
    Watched::open(&camera.url).moves();
    wall.moves();
}

#[test]
fn a_camera_that_is_killed_and_comes_back_is_live_again_by_itself() {
    let camera = Camera::start(&["--listen", "127.0.0.1:0"]);
    let wall = Watched::open(&camera.url);
    let before = wall.moves().serial;
    let listen = format!("127.0.0.1:{}", camera.port());
    camera.signal(Signal::SIGKILL);
    wall.wait("retrying", |state| matches!(state, SourceState::Retrying { .. }));
    assert!(wall.video.latest().is_none(), "an old picture never looks fresh");
    drop(camera);
    let again = Camera::start(&["--listen", &listen]);
    assert!(again.url.contains(&listen), "{}", again.url);
    assert!(wall.moves().serial > before);
}

/// Answers every connection with noise, and counts them.
fn noise() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("rtsp://{}/ruido", listener.local_addr().expect("it is bound"));
    let count = Arc::<AtomicUsize>::default();
    let theirs = Arc::clone(&count);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut stream: TcpStream = stream;
            theirs.fetch_add(1, Ordering::SeqCst);
            let mut asked = [0; 512];
            let _ = stream.read(&mut asked);
            let garbage: Vec<u8> =
                (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
            let _ = stream.write_all(&garbage);
        }
    });
    (url, count)
}

#[test]
fn a_source_of_noise_is_tried_again_quietly_and_breaks_nothing() {
    let (url, connections) = noise();
    let begun = Instant::now();
    let wall = Watched::open(&url);
    let of = |wanted| move |state: &SourceState| matches!(state, SourceState::Retrying { attempt, .. } if *attempt >= wanted);
    wall.wait("a fourth attempt", of(4));
    // 0.25 + 0.5 + 1 s of pauses: no busy loop.
    assert!(begun.elapsed() >= Duration::from_millis(1750), "{:?}", begun.elapsed());
    let seen = connections.load(Ordering::SeqCst);
    assert!((4..=12).contains(&seen), "a try or two for each attempt: {seen}");
    assert!(wall.video.latest().is_none());

    let camera = Camera::start(&["--listen", "127.0.0.1:0", "--source", &url]);
    camera.says("sin imagen de rtsp://");
    camera.says("intento 3, se sigue intentando");
    // An invalid address is reported once.
    let never = Watched::open("cámara");
    never.wait(
        "refused",
        |state| matches!(state, SourceState::Retrying { because, .. } if because.to_string().contains("no es una fuente")),
    );
}

#[test]
fn a_camera_that_was_away_is_filmed_as_soon_as_it_is_there() {
    let free =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let source = format!("rtsp://{free}/salida");
    let relay = Camera::start(&["--listen", "127.0.0.1:0", "--source", &source]);
    assert!(relay.says("sin imagen").contains("no se puede abrir"));
    let wall = Watched::open(&relay.url);
    let device = Camera::start(&["--listen", &free.to_string(), "--path", "/salida"]);
    relay.says("hay imagen de rtsp://");
    wall.moves();
    // Frozen: no more data.
    device.signal(Signal::SIGSTOP);
    assert!(relay.says("sin imagen").contains("imagen parada"));
    wall.wait("retrying", |state| matches!(state, SourceState::Retrying { .. }));
    device.signal(Signal::SIGCONT);
    relay.says("hay imagen de rtsp://");
    wall.moves();
}

#[test]
fn a_device_that_is_missing_is_said_and_tried_again() {
    let camera = Camera::start(&["--listen", "127.0.0.1:0", "--source", "v4l2:/dev/no-hay-camara"]);
    let line = camera.says("sin imagen de v4l2:/dev/no-hay-camara");
    assert!(line.contains("no se puede abrir"), "{line}");
    camera.says("intento 2, se sigue intentando");
}

#[test]
fn every_encoder_that_is_there_reaches_the_wall() {
    for encoder in ["openh264enc", "x264enc", "vp8enc"] {
        let camera = Camera::start(&["--listen", "127.0.0.1:0", "--encoder", encoder]);
        let chosen = camera.says("codificador: ");
        if !chosen.contains(&format!("codificador: {encoder} (el pedido)")) {
            assert!(chosen.contains(&format!("porque {encoder} ")), "a missing one is named: {chosen}");
        }
        Watched::open(&camera.url).moves();
    }
}

/// A post: key and picture.
type Posted = (String, Vec<u8>);

/// A server that accepts pictures.
fn server() -> (String, Receiver<Posted>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("it is bound"));
    let (tell, told) = sync_channel(1);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut reader = BufReader::new(stream);
            while let Some(posted) = take(&mut reader) {
                // The test reads some; the others are dropped.
                if let Some(posted) = posted {
                    let _ = tell.try_send(posted);
                }
                if reader.get_mut().write_all(b"HTTP/1.1 204 No Content\r\n\r\n").is_err() {
                    break;
                }
            }
        }
    });
    (url, told)
}

/// The next picture, or the next report without any.
fn take(reader: &mut BufReader<TcpStream>) -> Option<Option<Posted>> {
    let mut head = String::new();
    while reader.read_line(&mut head).ok().filter(|read| *read > 0)? > 2 {}
    let reports = head.starts_with("POST /api/camera HTTP/1.1\r\n");
    assert!(reports || head.starts_with("POST /api/camera/picture?camera=exit HTTP/1.1\r\n"), "{head}");
    let field = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    };
    let media = if reports { "application/json" } else { "image/jpeg" };
    assert_eq!(field("content-type").as_deref(), Some(media));
    let mut jpeg = vec![0; field("content-length")?.parse().ok()?];
    reader.read_exact(&mut jpeg).ok()?;
    Some((!reports).then_some((field("authorization")?, jpeg)))
}

/// Captures `source` for a server; returns the camera and its pictures.
fn posting(source: &str) -> (Camera, Receiver<Posted>, tempfile::TempDir) {
    let (url, posted) = server();
    let hall = tempfile::tempdir().expect("a folder");
    let key = hall.path().join("camara.clave");
    std::fs::write(&key, "c0ffee\n").expect("the folder can be written");
    let key = key.to_str().expect("a plain path").to_owned();
    let options = ["--listen", "127.0.0.1:0", "--source", source, "--server", &url, "--key-file", &key];
    (Camera::start(&options), posted, hall)
}

/// Width, height and the colour of the middle pixel.
fn decode(jpeg: &[u8]) -> (usize, usize, [u8; 3]) {
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    let rgb = decoder.decode().expect("it is a JPEG");
    let (width, height) = decoder.dimensions().expect("it was decoded");
    let at = (height / 2 * width + width / 2) * 3;
    (width, height, [rgb[at], rgb[at + 1], rgb[at + 2]])
}

#[test]
fn pictures_reach_the_server_with_the_key_and_the_right_colours() {
    let near = |seen: [u8; 3], wanted: [u8; 3]| {
        assert!(seen.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 4), "{seen:?} for {wanted:?}");
    };
    let colours =
        [("black", [0, 0, 0]), ("white", [255, 255, 255]), ("red", [255, 0, 0]), ("blue", [0, 0, 255])];
    for (pattern, wanted) in colours {
        let (camera, posted, _hall) = posting(&format!("test:{pattern}"));
        let (authorization, jpeg) = posted.recv_timeout(SOON).expect("a picture comes");
        assert_eq!(authorization, "Camera c0ffee");
        let (width, height, seen) = decode(&jpeg);
        assert_eq!((width, height), (640, 360));
        near(seen, wanted);
        if pattern == "black" {
            camera.says("la imagen está negra");
        }
    }
}

/// The capture's clock started long before the screen's: a frame is due now, not when the screen has run as long as
/// the capture.
#[test]
fn a_wall_that_joins_a_film_that_runs_for_long_shows_it_at_once() {
    let (camera, posted, _hall) = posting("test:ball");
    // Ten per second: longer than a wall waits for its first frame (watch::OPENING).
    for _ in 0..100 {
        posted.recv_timeout(SOON).expect("a picture comes");
    }
    Watched::open(&camera.url).moves();
}

#[test]
fn a_picture_full_of_noise_is_made_smaller() {
    let (_camera, posted, _hall) = posting("test:snow");
    // Noise compresses worst; pictures of real cameras are below the limit.
    let (_, first) = posted.recv_timeout(SOON).expect("a picture comes");
    let mut rest = std::iter::from_fn(|| posted.recv_timeout(SOON).ok()).map(|(_, jpeg)| jpeg.len());
    assert!(rest.by_ref().take(200).any(|size| size < first.len() / 2), "it began with {}", first.len());
}

#[test]
fn an_address_that_is_taken_is_said_and_ends_the_program() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let listen = taken.local_addr().expect("it is bound").to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_hall-camera"))
        .args(["--listen", &listen])
        .output()
        .expect("hall-camera is built");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(&format!("no se puede servir en {listen}")), "{said}");
}

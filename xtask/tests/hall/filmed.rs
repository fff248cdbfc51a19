//! The camera beside a draw: killed while wall and console show it, and one that sends garbage with
//! the hall's own key. Balls are announced and lit all the same, and the picture comes back.

use std::io::{Read, Write};
use std::net::TcpStream;

use hall_wire::message::CAMERA_KEY_FILE;
use serde_json::Value;
use xtask::screens::{Display, Filming};

use crate::browser::Browser;
use crate::kit::{Hall, PATIENCE, Setup, until};
use crate::mesa::{Mesa, Panel};
use crate::television::{PICTURE, hex};

#[test]
fn a_camera_that_is_killed_in_the_draw_stops_neither_wall_nor_console() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let camera = Filming::start(&hall.dir(), &hall.url()).expect("the camera starts");
    let mesa = Mesa::open(&hall, &display);
    let wall = Panel::start(&hall, &display, "pared.jsonl", &["--video", &camera.address]);
    let picture = |is: &'static str| move |shown: &Value| shown["camera"] == is;
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    mesa.balls(2);
    wall.shows("a picture", picture("live"));
    mesa.shows("a picture", picture("live"));

    let address = camera.address.clone();
    drop(camera);
    wall.shows("that there is none", picture("lost"));
    mesa.shows("that there is none", picture("lost"));
    mesa.balls(4);
    wall.lights(&hall.called());

    let listen = address.strip_prefix("rtsp://").and_then(|rest| rest.split('/').next());
    let listen = listen.expect("an address has a port");
    let camera = Filming::start_on(&hall.dir(), &hall.url(), listen).expect("it starts again");
    wall.shows("a picture again", picture("live"));
    mesa.shows("a picture again", picture("live"));
    mesa.balls(5);
    wall.lights(&hall.called());
    drop((camera, mesa, wall));
    hall.to_the_end(game);
    hall.finish();
}

/// A picture whose head says that its sides are so long.
fn claiming(side: u16) -> Vec<u8> {
    let mut jpeg = hex(PICTURE);
    let frame = jpeg.windows(2).position(|two| two == [0xff, 0xc0]).expect("a baseline picture");
    for at in [frame + 5, frame + 7] {
        jpeg[at..at + 2].copy_from_slice(&side.to_be_bytes());
    }
    jpeg
}

/// A picture with a good head and nothing that anybody could decode behind it.
fn hollow() -> Vec<u8> {
    let frame = [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 16, 1, 1, 0x11, 0];
    let scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
    [&[0xff, 0xd8][..], &frame, &scan, &[0x5a; 4000], &[0xff, 0xd9]].concat()
}

/// Posts a picture as the camera does; returns the answer's status.
fn post(hall: &Hall, key: &str, jpeg: &[u8]) -> u16 {
    let answer = ureq::post(format!("{}/api/camera/picture", hall.url()))
        .config()
        .http_status_as_error(false)
        .build()
        .header("Authorization", format!("Camera {key}"))
        .content_type("image/jpeg")
        .send(jpeg);
    answer.expect("the server answers").status().as_u16()
}

/// Begins a body that never ends; returns how much of it the server took before it had enough.
fn endless(hall: &Hall, key: &str) -> usize {
    let address = hall.url().strip_prefix("http://").expect("a plain address").to_owned();
    let mut stream = TcpStream::connect(&address).expect("it listens");
    stream.set_write_timeout(Some(PATIENCE)).expect("a socket has time-outs");
    let head = format!(
        "POST /api/camera/picture HTTP/1.1\r\nHost: {address}\r\nAuthorization: Camera {key}\r\n\
         Content-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("it listens");
    let chunk = [b"10000\r\n\xff\xd8".as_slice(), &[7; 0xfffe], b"\r\n"].concat();
    let mut sent = 0;
    while sent < 256 * 1024 * 1024 && stream.write_all(&chunk).is_ok() {
        sent += chunk.len();
    }
    // What it said, if that was not lost with the connection, is no yes.
    let mut said = [0; 64];
    let read = stream.read(&mut said).unwrap_or(0);
    assert!(!said[..read].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&said));
    sent
}

#[test]
fn a_camera_that_sends_garbage_harms_neither_console_nor_television() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let key = std::fs::read_to_string(hall.dir().join(CAMERA_KEY_FILE)).expect("init makes the key");
    let mesa = Mesa::open(&hall, &display);
    let mut tele = Browser::open(&format!("{}/tv", hall.url()), 1280, 720);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    mesa.balls(1);
    let good = hex(PICTURE);
    let is = |camera: &'static str| move |shown: &Value| shown["camera"] == camera;
    let seen = "document.body.getAttribute('data-video') === 'yes' \
        && document.getElementById('camera').naturalWidth === 16";
    let comes = |tele: &mut Browser| {
        until("the picture on both", || {
            assert_eq!(post(&hall, &key, &good), 200);
            let console = mesa.showed().pop().is_some_and(|shown| is("live")(&shown));
            (console && tele.eval(seen) == true).then_some(())
        });
    };
    let lit = |tele: &mut Browser, many: usize| {
        mesa.balls(many);
        tele.until(&format!("document.body.getAttribute('data-lit') === '{many}'"));
    };
    comes(&mut tele);

    let noise: Vec<u8> = (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let half = &good[..good.len() / 2];
    let closed = [half, &[0xff, 0xd9]].concat();
    let refused = [noise.as_slice(), half, &closed, b"", &claiming(0)].map(|bad| post(&hall, &key, bad));
    assert_eq!(refused, [400; 5]);
    assert_eq!([claiming(30_000), vec![0xff; 600 * 1024]].map(|bad| post(&hall, &key, &bad)), [413; 2]);
    assert!(endless(&hall, &key) < 64 * 1024 * 1024, "somebody has enough at some time");
    lit(&mut tele, 2);

    // Garbage behind a good head is relayed: the console decodes it, and shows nothing old for it.
    let alone = || mesa.showed().pop().is_some_and(|shown| is("lost")(&shown)).then_some(());
    until("garbage on the console", || {
        assert_eq!(post(&hall, &key, &hollow()), 200);
        alone()
    });
    lit(&mut tele, 3);
    comes(&mut tele);
    lit(&mut tele, 4);
    drop((mesa, tele));
    hall.to_the_end(game);
    hall.finish();
}

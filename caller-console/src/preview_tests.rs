use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::*;

const RED: &[u8] = include_bytes!("../tests/media/red.jpg");
const BLUE: &[u8] = include_bytes!("../tests/media/blue.jpg");
const SOON: Duration = Duration::from_secs(20);

#[test]
fn a_picture_is_decoded_and_garbage_is_none() {
    let image = decode(RED).expect("a picture");
    assert_eq!(image.size, [16, 8]);
    assert!(image.pixels.iter().all(|pixel| pixel.r() > 240 && pixel.g() < 20));
    assert_eq!(decode(b"\xff\xd8 no picture \xff\xd9"), None);
    assert_eq!(decode(&RED[..RED.len() / 4]), None, "half a picture");
    let frame = RED.windows(2).position(|two| two == [0xFF, 0xC0]).expect("a baseline picture");
    let mut huge = RED.to_vec();
    for side in [frame + 5, frame + 7] {
        huge[side..side + 2].copy_from_slice(&30_000_u16.to_be_bytes());
    }
    assert_eq!(decode(&huge), None, "2.7 GB of points behind a few bytes");
}

/// Answers each request with the next picture, then with 404.
fn relay(pictures: Vec<&'static [u8]>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("it is bound"));
    std::thread::spawn(move || {
        let mut pictures = pictures.into_iter().zip(1u64..);
        for stream in listener.incoming() {
            let Ok(stream) = stream else { return };
            serve(stream, &mut pictures);
        }
    });
    url
}

fn serve(mut stream: TcpStream, pictures: &mut impl Iterator<Item = (&'static [u8], u64)>) {
    let Ok(reading) = stream.try_clone() else { return };
    let mut lines = BufReader::new(reading).lines();
    loop {
        // A request ends with an empty line.
        if !lines.by_ref().map_while(Result::ok).any(|line| line.is_empty()) {
            return;
        }
        let answer = match pictures.next() {
            Some((jpeg, seq)) => {
                let mut answer =
                    format!("HTTP/1.1 200 OK\r\nCamera-Seq: {seq}\r\ncontent-length: {}\r\n\r\n", jpeg.len())
                        .into_bytes();
                answer.extend_from_slice(jpeg);
                answer
            }
            None => b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec(),
        };
        if stream.write_all(&answer).is_err() {
            return;
        }
    }
}

/// A preview, and a receiver of its wake-ups.
fn preview(pictures: Vec<&'static [u8]>) -> (Preview, Receiver<()>) {
    // More than two pictures and their losses cause.
    let (tell, told) = sync_channel(64);
    let wake = move || {
        // The receiver is gone once the test is over.
        let _ = tell.try_send(());
    };
    (Preview::follow(&relay(pictures), wake), told)
}

#[test]
fn a_preview_is_live_then_lost_and_its_texture_is_set_once_for_each_picture() {
    let ctx = egui::Context::default();
    let (mut preview, told) = preview(vec![RED, BLUE]);
    assert_eq!(preview.camera(&ctx), Camera::None);
    while preview.camera(&ctx) == Camera::None {
        told.recv_timeout(SOON).expect("a picture is told");
    }
    let Camera::Live(texture, aspect) = preview.camera(&ctx) else { panic!("no picture") };
    assert!((aspect - 2.0).abs() < 0.01);
    assert!(lock(&preview.decoded).fresh.is_none(), "it was taken");
    while preview.camera(&ctx) != Camera::Lost {
        told.recv_timeout(SOON).expect("the loss is told");
    }
    assert_eq!(
        preview.texture.as_ref().map(TextureHandle::id),
        Some(texture),
        "the same texture all the time"
    );
}

#[test]
fn a_camera_that_sends_garbage_is_lost_and_not_the_picture_before() {
    let ctx = egui::Context::default();
    let (mut preview, told) = preview(vec![RED, b"garbage", b"garbage too"]);
    while preview.camera(&ctx) != Camera::Lost {
        told.recv_timeout(SOON).expect("something is told");
    }
    assert!(lock(&preview.decoded).broken);
}

#[test]
fn nothing_is_painted_for_a_picture_that_no_view_shows() {
    let ctx = egui::Context::default();
    let (mut preview, told) = preview(vec![RED, BLUE]);
    preview.watch(false);
    while preview.camera(&ctx) != Camera::Lost || preview.texture.is_none() {
        std::thread::yield_now();
    }
    assert!(told.try_recv().is_err(), "pictures came, and nobody was woken");
}

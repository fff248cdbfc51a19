//! The console's preview of the camera, against servers of every kind (DECISIONS 6).

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use hall_wire::link::{Camera, CameraState};

const SOON: Duration = Duration::from_secs(30);

/// Reads one request and returns its first line, or `None` when the asker has gone.
fn request(reader: &mut BufReader<TcpStream>) -> Option<String> {
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|read| *read > 0)?;
    let mut line = String::new();
    while reader.read_line(&mut line).ok().filter(|read| *read > 0)? > 2 {
        line.clear();
    }
    Some(first.trim().to_string())
}

/// Serves each request with what `answer` writes; returns the address.
fn serve(answer: impl Fn(&str, &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, answer) = (stream.unwrap(), Arc::clone(&answer));
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                while let Some(asked) = request(&mut reader) {
                    if answer(&asked, &mut stream).is_err() {
                        return;
                    }
                }
            });
        }
    });
    url
}

fn picture(out: &mut TcpStream, seq: u64, bytes: &[u8]) -> std::io::Result<()> {
    write!(
        out,
        "HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\nCamera-Seq: {seq}\r\ncontent-length: {}\r\n\r\n",
        bytes.len()
    )?;
    out.write_all(bytes)
}

fn none(out: &mut TcpStream) -> std::io::Result<()> {
    out.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")
}

#[test]
fn each_new_picture_is_kept_and_told_and_asked_for_by_its_number() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let theirs = Arc::clone(&asked);
    let url = serve(move |first, out| {
        let mut asked = theirs.lock().unwrap();
        asked.push(first.to_string());
        let seq = asked.len() as u64 + 40;
        drop(asked);
        picture(out, seq, format!("picture {seq}").as_bytes())
    });
    let camera = Camera::open(&url);
    let (tell, told) = mpsc::sync_channel(100);
    camera.on_change(move || {
        let _ = tell.try_send(());
    });
    for _ in 0..3 {
        told.recv_timeout(SOON).expect("a new picture is told");
    }
    let newest = camera.picture().unwrap();
    assert_eq!(&*newest.jpeg, format!("picture {}", newest.seq).as_bytes());
    assert_eq!(camera.state(), CameraState::Live);
    let asked = asked.lock().unwrap();
    assert_eq!(asked[0], "GET /api/camera.jpg?at_once=true&after=0 HTTP/1.1");
    assert_eq!(asked[1], "GET /api/camera.jpg?at_once=true&after=41 HTTP/1.1");
    assert_eq!(asked[2], "GET /api/camera.jpg?at_once=true&after=42 HTTP/1.1");
}

#[test]
fn a_server_without_a_camera_is_asked_quietly() {
    let times = Arc::new(Mutex::new(Vec::new()));
    let theirs = Arc::clone(&times);
    let (tell, told) = mpsc::sync_channel(100);
    let url = serve(move |_, out| {
        theirs.lock().unwrap().push(Instant::now());
        let _ = tell.try_send(());
        none(out)
    });
    let camera = Camera::open(&url);
    for _ in 0..4 {
        told.recv_timeout(SOON).unwrap();
    }
    assert_eq!((camera.state(), camera.picture()), (CameraState::None, None));
    let times = times.lock().unwrap();
    // 250, 500 and 1,000 ms at least; a busy machine makes them longer only.
    assert!(times[3] - times[0] >= Duration::from_millis(1700), "{:?}", times[3] - times[0]);
}

#[test]
fn a_server_that_answers_at_once_is_asked_eight_times_a_second_at_most() {
    let times = Arc::new(Mutex::new(Vec::new()));
    let theirs = Arc::clone(&times);
    let url = serve(move |_, out| {
        let mut times = theirs.lock().unwrap();
        times.push(Instant::now());
        let seq = times.len() as u64;
        drop(times);
        picture(out, seq, &seq.to_be_bytes())
    });
    let camera = Camera::open(&url);
    let (tell, told) = mpsc::sync_channel(100);
    camera.on_change(move || {
        let _ = tell.try_send(());
    });
    for _ in 0..9 {
        told.recv_timeout(SOON).unwrap();
    }
    let times = times.lock().unwrap();
    assert!(times[8] - times[0] >= Duration::from_millis(900), "{:?}", times[8] - times[0]);
}

#[test]
fn a_picture_that_stays_the_newest_too_long_is_lost_and_a_new_one_is_live_again() {
    let again = Arc::new(AtomicBool::new(false));
    let theirs = Arc::clone(&again);
    let url = serve(move |first, out| {
        if theirs.load(Ordering::SeqCst) {
            picture(out, 8, b"two")
        } else if first.contains("after=7 ") {
            none(out)
        } else {
            picture(out, 7, b"one")
        }
    });
    let camera = Camera::open(&url);
    assert!(camera.wait(CameraState::Live, SOON));
    assert!(camera.wait(CameraState::Lost, SOON), "the same picture again is no sign of life");
    assert_eq!(&*camera.picture().unwrap().jpeg, b"one");
    again.store(true, Ordering::SeqCst);
    assert!(camera.wait(CameraState::Live, SOON));
    assert_eq!(&*camera.picture().unwrap().jpeg, b"two");
}

#[test]
fn a_server_that_begins_again_counts_from_one_and_is_believed() {
    let restarted = Arc::new(AtomicBool::new(false));
    let theirs = Arc::clone(&restarted);
    let url = serve(move |first, out| {
        if !theirs.load(Ordering::SeqCst) {
            picture(out, 900, b"before")
        } else if first.contains("after=0 ") {
            picture(out, 1, b"after")
        } else {
            // What a server without newer pictures says, once the one it had is old.
            none(out)
        }
    });
    let camera = Camera::open(&url);
    assert!(camera.wait(CameraState::Live, SOON));
    let (tell, told) = mpsc::sync_channel(100);
    camera.on_change(move || {
        let _ = tell.try_send(());
    });
    restarted.store(true, Ordering::SeqCst);
    while camera.picture().unwrap().seq != 1 {
        told.recv_timeout(SOON).expect("the new count is taken");
    }
}

#[test]
fn nonsense_is_no_picture_and_is_asked_for_quietly() {
    let count = Arc::new(AtomicUsize::new(0));
    let theirs = Arc::clone(&count);
    let (tell, told) = mpsc::sync_channel(100);
    let url = serve(move |_, out| {
        let _ = tell.try_send(());
        match theirs.fetch_add(1, Ordering::SeqCst) {
            0 => out.write_all(b"\x00\xff\x13 noise, not HTTP\r\n\r\n")?,
            1 => out.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc")?,
            2 => out.write_all(b"HTTP/1.1 200 OK\r\nCamera-Seq: many\r\ncontent-length: 3\r\n\r\nabc")?,
            _ => {
                // More than a picture may have.
                write!(out, "HTTP/1.1 200 OK\r\nCamera-Seq: 5\r\ncontent-length: 600000\r\n\r\n")?;
                out.write_all(&vec![7; 600_000])?;
            }
        }
        Err(std::io::ErrorKind::ConnectionReset.into())
    });
    let camera = Camera::open(&url);
    for _ in 0..5 {
        told.recv_timeout(SOON).unwrap();
    }
    assert_eq!((camera.state(), camera.picture()), (CameraState::None, None));
}

#[test]
fn a_preview_that_is_dropped_ends_at_once_though_the_server_holds_the_answer() {
    let (tell, told) = mpsc::sync_channel(1);
    let (release, held) = mpsc::sync_channel::<()>(1);
    let held = Mutex::new(held);
    let url = serve(move |_, _| {
        let _ = tell.try_send(());
        // Until the test is over.
        let _ = held.lock().unwrap().recv();
        Err(std::io::ErrorKind::ConnectionReset.into())
    });
    let camera = Camera::open(&url);
    told.recv_timeout(SOON).unwrap();
    let (done, ended) = mpsc::sync_channel(1);
    std::thread::spawn(move || {
        drop(camera);
        done.send(()).unwrap();
    });
    // Less than what the question itself may take: it was cut, not waited for.
    ended.recv_timeout(Duration::from_secs(4)).expect("the thread ends");
    drop(release);
    drop(Camera::open("rubbish"));
    drop(Camera::open("http://127.0.0.1:9"));
}

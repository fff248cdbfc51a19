//! The camera's picture from `hall-camera` through the server to a console, all as processes
//! (DECISIONS 6). It is beside the record: no evening is played here, and nothing to prove of one.

use hall_wire::link::{Camera, CameraState, Client, ClientError};
use xtask::programs::{Server, found};
use xtask::screens::Filming;

use crate::kit::PATIENCE;

/// Returns what the server says to somebody who looks once.
fn look(server: &str) -> Result<Vec<u8>, String> {
    Client::new(server).get_bytes("/api/camera.jpg").map_err(|error| match error {
        ClientError::Refused(problem) => problem.code,
        ClientError::NoAnswer { .. } | ClientError::NotUnderstood { .. } => error.to_string(),
    })
}

#[test]
fn the_cameras_picture_reaches_the_console_and_comes_back_whoever_fails() {
    let dir = tempfile::tempdir().expect("a folder");
    let hall = found(&dir.path().join("sala"), &["--demo-seed", "7"]).expect("a hall").dir;
    let server = Server::start(&hall, None).expect("the server starts");
    let url = server.url.clone();
    let preview = Camera::open(&url);
    assert_eq!(look(&url).expect_err("nobody films yet"), "sin-imagen");

    let filming = Filming::start(&hall, &url).expect("the camera starts");
    assert!(preview.wait(CameraState::Live, PATIENCE), "the key in the hall's folder opens the door");
    let picture = preview.picture().expect("it is live");
    assert!(picture.jpeg.starts_with(&[0xff, 0xd8]) && picture.jpeg.len() < 60_000);
    assert!(look(&url).expect("anybody may look").starts_with(&[0xff, 0xd8]));

    // The camera's power goes. An old picture must not look fresh, on the console or the server.
    drop(filming);
    assert!(preview.wait(CameraState::Lost, PATIENCE));
    assert_eq!(look(&url).expect_err("three seconds are over"), "sin-imagen");
    let filming = Filming::start(&hall, &url).expect("the camera starts again");
    assert!(preview.wait(CameraState::Live, PATIENCE));

    // The server's goes: pictures are lost meanwhile and nothing else, and numbers begin again.
    let address = url.strip_prefix("http://").expect("a plain address").to_owned();
    server.kill().expect("it can be killed");
    assert!(preview.wait(CameraState::Lost, PATIENCE));
    let server = Server::start_on(&hall, None, &address).expect("the server starts again");
    assert!(preview.wait(CameraState::Live, PATIENCE));
    drop((filming, server));
}

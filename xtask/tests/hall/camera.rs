//! The camera's picture from `hall-camera` through the server to a console, all as processes
//! (DECISIONS 6), and what the mesa and the record are told of it (DECISIONS 43, `reliability.md` E 64).

use hall_wire::board::{CameraPost, Sight};
use hall_wire::link::{Camera, CameraState, Client, ClientError};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use xtask::programs::{Server, found};
use xtask::screens::{Display, Filming};

use crate::bad_nights::acta_says;
use crate::kit::{Hall, PATIENCE, Setup, until};
use crate::mesa::Panel;

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

/// A camera of the hall with these options.
fn camera(hall: &Hall, options: &[&str]) -> Filming {
    Filming::of(&hall.dir(), &hall.url(), &[options, &["--size", "320x180"]].concat()).expect("it starts")
}

/// Waits until the mesa is told that a camera shows this.
#[track_caller]
pub fn comes_to(hall: &Hall, camera: CameraPost, sight: Sight) {
    hall.board(|(_, board)| board.cameras.iter().any(|now| now.camera == camera && now.sight == sight));
}

/// What the record says of a camera, in order.
fn recorded(hall: &Hall, camera: &str) -> Vec<Value> {
    let rows = hall.lines_of("camera_changed").into_iter().map(|row| row.body);
    rows.filter(|body| body["camera"] == camera).map(|body| body["sight"].clone()).collect()
}

#[test]
fn a_picture_that_is_black_covered_frozen_or_gone_is_told_and_that_it_is_back() {
    let hall = Hall::open(&Setup::default());
    assert!(hall.now().cameras.is_empty(), "a hall without cameras hears nothing of them");
    let mut told = Vec::new();
    let mut comes = |sight: Sight| {
        comes_to(&hall, CameraPost::Exit, sight);
        told.push(sight.name());
    };
    let good = camera(&hall, &["--source", "test"]);
    comes(Sight::Sees);
    drop(good);
    comes(Sight::Lost);
    // A cap, a cloth, and a device that repeats the last picture for ever.
    for (source, sight) in
        [("test:black", Sight::Black), ("test:white", Sight::Covered), ("test:smpte75", Sight::Frozen)]
    {
        let wrong = camera(&hall, &["--source", source]);
        comes(sight);
        drop(wrong);
        comes(Sight::Lost);
    }
    // A network camera whose line is there and brings nothing.
    let far = camera(&hall, &["--source", "test", "--post", "sala"]);
    comes_to(&hall, CameraPost::Hall, Sight::Sees);
    let near = camera(&hall, &["--source", &far.address]);
    comes(Sight::Sees);
    let process = Pid::from_raw(i32::try_from(far.pid()).expect("small"));
    kill(process, Signal::SIGSTOP).expect("it is running");
    comes(Sight::Lost);
    comes_to(&hall, CameraPost::Hall, Sight::Lost);
    kill(process, Signal::SIGCONT).expect("it is there");
    comes(Sight::Sees);
    assert_eq!(recorded(&hall, "exit"), told);
    drop((near, far));
    hall.finish();
}

#[test]
fn a_draw_begins_without_its_camera_by_the_word_of_two_and_that_is_in_the_acta() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let (mesa, sala) = (&hall.staff.mesa, &hall.staff.sala);
    let exit = camera(&hall, &["--source", "test"]);
    comes_to(&hall, CameraPost::Exit, Sight::Sees);
    let game = hall.sell(&[("A17", 1, 6)]);
    let body = json!({"game": game});
    drop(exit);
    comes_to(&hall, CameraPost::Exit, Sight::Lost);
    let unseen = hall.now().exit_unseen.expect("the mesa is told why it cannot begin");
    assert!(unseen.may_be_waived && unseen.asked_by.is_none());
    // The machine may still be waking: the camera is asked about first.
    assert_eq!(hall.refused(mesa, "start-draw", &body), "salida-sin-imagen");
    hall.must(mesa, "ask-without-camera", &body);
    assert!(hall.now().exit_unseen.expect("not yet").asked_by.is_some());
    assert_eq!(hall.refused(mesa, "confirm-without-camera", &body), "otra-persona");
    hall.must(sala, "confirm-without-camera", &body);
    assert!(hall.now().exit_unseen.is_none());
    hall.start(game);

    hall.balls(game, 2);
    let exit = camera(&hall, &["--source", "test"]);
    comes_to(&hall, CameraPost::Exit, Sight::Sees);
    drop(exit);
    comes_to(&hall, CameraPost::Exit, Sight::Lost);
    // The law leaves it to the mesa: nothing stops by itself.
    hall.balls(game, 4);
    hall.to_the_end(game);
    let acta = ["empieza sin imagen de la salida de bolas", "vuelve a dar imagen", "deja de dar imagen"];
    acta_says(&hall, &acta, &[]);
    let evidence = hall.finish();
    let in_the_draw = evidence.of("camera_changed").filter(|row| row.body["game"] == game);
    let shown: Vec<&Value> = in_the_draw.map(|row| &row.body["sight"]).collect();
    assert_eq!(shown, ["sees", "lost"]);
}

/// How many pictures the hall's camera has sent, by the number of the newest.
fn filmed(hall: &Hall) -> u64 {
    let newest = Client::new(&hall.url()).get_bytes("/metrics").expect("they can be read");
    let text = String::from_utf8(newest).expect("text");
    let count = text.lines().find_map(|line| line.strip_prefix("bombo_camera_pictures_total "));
    count.expect("it is counted").parse().expect("a number")
}

/// G8: players who see a ball before it counts sing too early. Where the hall holds its picture back, a wall stands still while
/// one waits, and shows it with its light.
#[test]
fn a_picture_that_is_held_back_stands_on_the_wall_until_its_ball_is_announced() {
    let hall = Hall::open(&Setup { words: &[("picture", "held")], ..Setup::default() });
    let display = Display::virtual_one(1_280, 720).expect("Xvfb and openbox are installed");
    let filming = camera(&hall, &[]);
    let pictures = hall.dir().join("imagenes.jsonl");
    let log = pictures.to_str().expect("a plain path");
    let more = ["--video", &filming.address, "--log-pictures", log, "--size", "640x360"];
    let wall = Panel::start(&hall, &display, "pared.jsonl", &more);
    let painted = || std::fs::read_to_string(&pictures).unwrap_or_default().lines().count();
    comes_to(&hall, CameraPost::Exit, Sight::Sees);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    // A wall that begins while a ball waits has no picture from before it, and shows none: the first may be such a one.
    for _ in 1..=4 {
        hall.next_ball();
        // Twenty pictures of the camera, and the wall has none of them.
        let stands = until("a picture that stands", || {
            let (before, sent) = (painted(), filmed(&hall));
            until("more pictures of the camera", || (filmed(&hall) > sent + 20).then_some(()));
            (painted() == before).then_some(before)
        });
        // The machine may have drawn on meanwhile: the picture comes when all that is out is announced.
        until("the picture of the ball", || {
            let board = hall.now();
            let called = hall.balls(game, board.public.announced.len() + board.pending.len());
            wall.lights(&called);
            (painted() > stands).then_some(())
        });
    }
    drop(wall);
    hall.to_the_end(game);
    hall.finish();
}

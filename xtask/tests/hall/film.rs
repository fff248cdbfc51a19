//! What the cameras filmed: the picture of each ball, the film of each game, their hashes in the record, and a game that does not
//! mind when none of it can be kept. `reliability.md` C-3, E 64; DECISIONS 6.

use std::fs;
use std::process::Command;

use hall_wire::board::{CameraPost, Sight};
use hall_wire::link::Client;
use hall_wire::message::{FilmOfGame, FilmReel, PICTURE_AT};
use serde_json::Value;
use sha2::{Digest, Sha256};
use xtask::screens::{Display, Filming};
use xtask::staff::code;

use crate::disk::Disk;
use crate::kit::{Hall, Setup, said, tool, until};
use crate::mesa::Mesa;

const SHOWN: &str = "320x180";

/// A camera at a post, whose picture the server has.
fn camera(hall: &Hall, post: &str, camera: CameraPost) -> Filming {
    let options = ["--source", "test", "--post", post, "--size", SHOWN];
    let filming = Filming::of(&hall.dir(), &hall.url(), &options).expect("it starts");
    hall.board(|(_, board)| board.cameras.iter().any(|now| now.camera == camera && now.sight == Sight::Sees));
    filming
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash in a line, as text.
fn sha256(body: &Value) -> String {
    body["sha256"].as_str().expect("a hash").to_owned()
}

fn film(who: &Client, game: u32) -> FilmOfGame {
    who.get(&format!("/api/film?game={game}")).expect("the film")
}

/// The first `count` balls of `game` have their pictures: each is kept only once the desk has gone on.
fn pictured(hall: &Hall, game: u32, count: usize) {
    until("the pictures of the balls", || {
        let balls = film(&hall.staff.mesa, game).balls;
        (balls.len() >= count && balls[..count].iter().all(|ball| ball.pictured)).then_some(())
    });
}

#[test]
fn each_ball_has_its_picture_and_each_game_its_films_and_the_record_their_hashes() {
    let hall = Hall::open(&Setup { interval_ms: 150, ..Setup::default() });
    let mesa = &hall.staff.mesa;
    assert_eq!(code(&mesa.get::<Value>("/api/film").expect_err("nothing yet")), "sin-pelicula");
    let (exit, desk) = (camera(&hall, "salida", CameraPost::Exit), camera(&hall, "mesa", CameraPost::Desk));
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 4);
    // In the draw, of the balls that are out.
    pictured(&hall, game, 4);
    hall.to_the_end(game);
    until("the films of the game", || (hall.lines_of("film_kept").len() == 2).then_some(()));

    let kept = film(mesa, game);
    let pictured = hall.lines_of("ball_pictured");
    assert_eq!((kept.game, kept.games.as_slice()), (game, &[game][..]));
    assert_eq!(kept.balls.len(), hall.lines_of("ball_extracted").len());
    assert_eq!(pictured.len(), kept.balls.len(), "one line for each ball");
    for (ball, line) in kept.balls.iter().zip(&pictured) {
        assert_eq!(u64::from(ball.ordinal), line.body["ordinal"], "in their order");
        let jpeg = mesa.get_bytes(&format!("/api/film/ball?game={game}&ordinal={}", ball.ordinal));
        let jpeg = jpeg.expect("the picture of a ball");
        assert_eq!(hex(&jpeg), sha256(&line.body));
        assert!(String::from_utf8_lossy(&jpeg[..80]).contains(&format!("cámara salida, partida {game}, ")));
    }
    // The moment of a ball, a picture on, and the other camera.
    let third = &kept.balls[2];
    let moment = |camera: &str, step: i32| {
        let at = third.at_utc_ms;
        let path = format!("/api/film/picture?game={game}&camera={camera}&at={at}&step={step}");
        let (jpeg, at) = mesa.get_picture(&path).expect("the picture of a moment");
        assert!(jpeg.starts_with(&[0xff, 0xd8]) && jpeg.ends_with(&[0xff, 0xd9]));
        at.unwrap_or_else(|| panic!("{PICTURE_AT}")) - third.at_utc_ms
    };
    let (then, next) = (moment("exit", 0), moment("exit", 1));
    assert!((-1_000..=0).contains(&then) && next > 0, "{then} {next}");
    assert!((-1_000..=0).contains(&moment("desk", 0)));
    for row in hall.lines_of("film_kept") {
        let name = if row.body["camera"] == "exit" { "salida" } else { "mesa" };
        let path = hall.dir().join(format!("pelicula/{game:06}/{name}.mjpeg"));
        let film = fs::read(&path).expect("a film");
        assert_eq!(hex(&film), sha256(&row.body));
        let begins = film.windows(4).filter(|four| *four == [0xff, 0xd8, 0xff, 0xfe]).count() as u64;
        assert_eq!(row.body["pictures"], begins, "{name}");
    }
    // What a dispute needs, in one file that says of itself whether it is whole.
    let zip = mesa.get_bytes(&format!("/api/film/dispute.zip?game={game}&ordinal=3")).expect("a dispute");
    let taken = tempfile::tempdir().expect("a folder");
    fs::write(taken.path().join("bola.zip"), zip).expect("it can be written");
    let script = "python3 -m zipfile -e bola.zip . && tr -d '\r' < huellas.txt | sha256sum -c --quiet && ls fotos peliculas && cat registro.jsonl";
    let shell = Command::new("sh").args(["-c", script]).current_dir(taken.path()).output().expect("sh");
    let words = said(&shell);
    assert!(shell.status.success(), "{words}");
    for has in [format!("03-bola-{:02}-linea-", third.ball), "salida.avi".into(), "mesa.avi".into()] {
        assert!(words.contains(&has), "«{has}»: {words}");
    }
    for kind in ["draw_started", "ball_pictured", "claim_made", "game_ended"] {
        assert!(words.contains(&format!("\"kind\":\"{kind}\"")), "{kind}");
    }
    // A player that is not ours shows each picture of the cut.
    let shown = Command::new("gst-launch-1.0")
        .args([
            "-q",
            "filesrc",
            "location=peliculas/salida.avi",
            "!",
            "avidemux",
            "!",
            "jpegdec",
            "!",
            "jpegenc",
        ])
        .args(["!", "multifilesink", "location=imagen-%05d.jpg"])
        .current_dir(taken.path())
        .output()
        .expect("GStreamer's own player");
    let names =
        fs::read_dir(taken.path()).expect("the folder").map(|entry| entry.expect("a name").file_name());
    let pictures = names.filter(|name| name.to_string_lossy().starts_with("imagen-")).count();
    let of_exit = |reel: &&FilmReel| reel.camera == CameraPost::Exit;
    let filmed = kept.reels.iter().find(of_exit).expect("the exit's").pictures as usize;
    assert!(
        shown.status.success() && (10..=filmed).contains(&pictures),
        "{pictures} of {filmed}: {}",
        said(&shown)
    );
    // There are people in it.
    for who in [&hall.staff.locutor, &hall.staff.cajero] {
        assert_eq!(code(&who.get::<Value>("/api/film").expect_err("no")), "sin-facultad");
    }
    let none = mesa.get_bytes(&format!("/api/film/ball?game={game}&ordinal=90")).expect_err("no such ball");
    assert_eq!(code(&none), "sin-pelicula");
    drop((exit, desk));

    // The check at the table notices what was changed or taken away.
    let dir = hall.dir();
    let (evidence, folder) = hall.finish_but_keep();
    assert!(tool(&["check"], &dir).status.success());
    let line = evidence.of("ball_extracted").nth(2).expect("a third ball").line.seq;
    let still = dir.join(format!("pelicula/{game:06}/fotos/{line:09}-03.jpg"));
    let mut jpeg = fs::read(&still).expect("its picture, by the ball's line");
    jpeg[100] ^= 1;
    fs::write(&still, jpeg).expect("it can be changed");
    fs::remove_file(dir.join(format!("pelicula/{game:06}/mesa.mjpeg"))).expect("it can be taken away");
    let checked = tool(&["check"], &dir);
    let words = said(&checked);
    assert!(!checked.status.success());
    for told in
        ["La foto de la 3.ª bola de la partida 1 no es lo que consta", "cámara «mesa» en la partida 1 falta"]
    {
        assert!(words.contains(told), "«{told}»: {words}");
    }
    drop(folder);
}

#[test]
fn a_film_goes_on_after_a_power_cut_in_the_draw() {
    let mut hall = Hall::open(&Setup { interval_ms: 150, ..Setup::default() });
    let exit = camera(&hall, "salida", CameraPost::Exit);
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 3);
    let before = film(&hall.staff.mesa, game).reels[0].pictures;
    drop(exit);
    hall.kill();
    hall.begin();
    let exit = camera(&hall, "salida", CameraPost::Exit);
    hall.go_on(game);
    hall.balls(game, 5);
    hall.to_the_end(game);
    until("the film of the game", || (hall.lines_of("film_kept").len() == 1).then_some(()));
    let kept = film(&hall.staff.mesa, game);
    assert!(kept.reels[0].pictures > before && before > 0);
    let bytes = fs::read(hall.dir().join(format!("pelicula/{game:06}/salida.mjpeg"))).expect("a film");
    assert_eq!(hex(&bytes), sha256(&hall.lines_of("film_kept")[0].body));
    drop(exit);
    hall.finish();
}

/// Waits until the mesa is told that nothing is filmed, or no longer is.
fn told(hall: &Hall, is: bool) {
    until("what the mesa is told of the film", || {
        let health: Value = hall.staff.mesa.get("/healthz").expect("it answers");
        let troubles = health["troubles"].as_array().expect("a list");
        (troubles.iter().any(|code| code == "no-se-filma") == is).then_some(())
    });
}

#[test]
fn a_disk_that_is_full_ends_the_film_where_it_is_and_not_the_game() {
    let hall = Hall::open(&Setup { interval_ms: 150, ..Setup::default() });
    let exit = camera(&hall, "salida", CameraPost::Exit);
    let game = hall.sell(&[("A17", 1, 6)]);
    let path = hall.dir().join(format!("pelicula/{game:06}/salida.mjpeg"));
    let server = hall.server.as_ref().expect("it runs").pid();
    let Some(disk) = Disk::full(server, &path, 21) else { return };
    hall.start(game);
    hall.balls(game, 2);
    told(&hall, true);
    hall.balls(game, 4);
    // What was there before stands alone; there is room again, and the film goes on behind it.
    let before = film(&hall.staff.mesa, game).reels[0].pictures;
    assert_eq!(before, 20);
    assert!(disk.detach() > 0, "the canary: no write found the disk full");
    told(&hall, false);
    until("more of the film", || (film(&hall.staff.mesa, game).reels[0].pictures > before).then_some(()));
    hall.to_the_end(game);
    until("the film of the game", || (hall.lines_of("film_kept").len() == 1).then_some(()));
    let bytes = fs::read(&path).expect("a film");
    assert_eq!(hex(&bytes), sha256(&hall.lines_of("film_kept")[0].body), "whole, with nothing torn in it");
    drop(exit);
    hall.finish();
}

#[test]
fn a_game_goes_on_where_nothing_can_be_filmed_and_the_mesa_is_told() {
    let hall = Hall::open(&Setup { interval_ms: 150, ..Setup::default() });
    let exit = camera(&hall, "salida", CameraPost::Exit);
    let told = |is: bool| told(&hall, is);
    let first = hall.sell(&[("A17", 1, 6)]);
    hall.start(first);
    hall.balls(first, 2);
    // The disk of the films is gone, and something else stands in its place.
    let (folder, away) = (hall.dir().join("pelicula"), hall.dir().join("pelicula-aparte"));
    fs::rename(&folder, &away).expect("it can be moved");
    fs::write(&folder, "").expect("it can be written");
    hall.balls(first, 4);
    told(true);
    hall.to_the_end(first);
    // It is there again: the next game is filmed.
    fs::remove_file(&folder).expect("it is there");
    fs::rename(&away, &folder).expect("it can be put back");
    told(false);
    let second = hall.sell(&[("A17", 7, 12)]);
    hall.start(second);
    hall.balls(second, 3);
    pictured(&hall, second, 3);
    hall.to_the_end(second);
    drop(exit);
    hall.finish();
}

#[test]
fn a_hall_that_keeps_no_film_has_none() {
    let mut hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    hall.stop();
    let settings = hall.dir().join("sala.toml");
    let text = fs::read_to_string(&settings).expect("the settings");
    let (before, rest) = text.split_once("[film]").expect("it is on where nobody says otherwise");
    let after = &rest[rest.find("\n\n").expect("a part ends")..];
    fs::write(&settings, format!("{before}{after}")).expect("they can be changed");
    hall.begin();
    let exit = camera(&hall, "salida", CameraPost::Exit);
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 3);
    let none = hall.staff.mesa.get::<Value>("/api/film").expect_err("none is kept");
    assert_eq!(code(&none), "sin-pelicula");
    hall.to_the_end(game);
    drop(exit);
    let dir = hall.dir();
    let evidence = hall.finish();
    assert_eq!(evidence.of("ball_pictured").count() + evidence.of("film_kept").count(), 0);
    assert!(!dir.join("pelicula").exists());
}

#[test]
fn the_moviola_is_one_key_away_in_a_real_window_and_the_game_stands_as_it_was_behind_it() {
    let hall = Hall::open(&Setup { interval_ms: 400, ..Setup::default() });
    let display = Display::virtual_one(1300, 740).expect("Xvfb and openbox are installed");
    let options = ["--source", "test", "--size", "1280x720"];
    let exit = Filming::of(&hall.dir(), &hall.url(), &options).expect("it starts");
    hall.board(|(_, board)| board.cameras.iter().any(|now| now.sight == Sight::Sees));
    let mesa = Mesa::open(&hall, &display);
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    mesa.balls(4);
    mesa.press("KP_Multiply", |board| board.public.stop.is_some());
    let keys = |keys: &[&str]| mesa.screen().press(keys).expect("keys go in");
    mesa.shows("the stop", |shown| shown["scene"] == "check");
    keys(&["F8"]);
    mesa.offers("VERLA MOVERSE");
    // As hurried people do: up, three pictures back, and running.
    keys(&["Up", "Left", "Left", "Left", "Return"]);
    mesa.offers("PARAR");
    // Ten seconds later it has come to its end.
    mesa.offers("VERLA MOVERSE");
    keys(&["Escape"]);
    let back = mesa.shows("the stop again", |shown| shown["over"].is_null() && shown["scene"] == "check");
    assert!(back["refused"].is_null(), "{back}");
    assert_eq!(hall.lines_of("claim_made").len(), 0);
    hall.go_on(game);
    drop((exit, mesa));
    hall.to_the_end(game);
    hall.finish();
}

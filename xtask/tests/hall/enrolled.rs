//! Camera, voice, lamps and a till at other computers of the hall's network (ADR 83): each is let in with a code by its own program, does
//! its work over TLS with its certificate and no key of the hall's folder, and is cut off when it is revoked.

use std::time::Instant;

use hall_panel_tools::sacn::Receiver;
use hall_panel_tools::stand::Stand;
use hall_wire::board::{CameraPost, MesaBoard, Sight, VoiceState};
use hall_wire::link::{Camera, CameraState, Client, Link};
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::room::{Ear, RATE_HZ, Room, Speaking};
use xtask::screens::{Display, Filming, Log, Screen};
use xtask::staff::key_of;

use crate::camera::comes_to;
use crate::hardware::{HERE, Showing, lit, log_of};
use crate::kit::{Hall, PATIENCE, Setup, until};
use crate::let_in::{CUT_OFF_MAX, code_for, enrolled, folder, let_in, problem, revoke};
use crate::voice::{LIBRARY, seat};

/// What a log of the devices' folder says.
fn says(hall: &Hall, log: &str, words: &str) {
    let path = folder(hall).join(log);
    until(words, || std::fs::read_to_string(&path).unwrap_or_default().contains(words).then_some(()));
}

/// The hall's camera, at another computer: what would be its key is not there.
fn camera(hall: &Hall) -> Filming {
    let identity = let_in(hall, "camara-1", ("hall-camera", &[]));
    let options = ["--source", "test", "--size", "320x180", "--identity", &identity];
    Filming::of(&folder(hall), &hall.encrypted(), &options).expect("it starts")
}

/// The hall's lamps, at another computer.
fn panel(hall: &Hall, lamps: &Stand<Receiver>) -> Showing {
    let to = lamps.to();
    let driver = ["--driver", "lamparas-sacn", "--to", &to];
    let identity = let_in(hall, "lamparas-1", ("hall-panel", &driver));
    let options = [&driver[..], &["--identity", &identity]].concat();
    Showing::start_at(hall, &hall.encrypted(), "lamparas-1", &options)
}

#[test]
fn camera_voice_and_lamps_are_let_in_by_their_own_programs_and_work_over_tls() {
    let _seat = seat();
    std::sync::LazyLock::force(&LIBRARY);
    let setup = Setup { network: true, interval_ms: 60, words: &[("light", "ends")], ..Setup::default() };
    let hall = Hall::open(&setup);
    let sounds = tempfile::tempdir().expect("a folder");
    let room = Room::open(sounds.path()).expect("a sound server");
    let ear = Ear::open(&room).expect("a recorder");
    // Something was heard since this sample, and then nothing for half a second: whoever still speaks is late for a ball.
    let quiet = |from: usize| {
        until("the end of what is said", || {
            let spoke = ear.since(from).iter().any(|sample| sample.unsigned_abs() > 1_000);
            (spoke && ear.is_still(RATE_HZ as usize / 2)).then_some(())
        });
    };
    let lamps = Stand::on_udp(Receiver::new(1), HERE.into(), None).expect("a port");

    let filming = camera(&hall);
    let showing = panel(&hall, &lamps);
    let identity = let_in(&hall, "voz-1", ("hall-voice", &[]));
    let options = ["--identity", &identity];
    let voice = Speaking::start(&room, &folder(&hall), &hall.encrypted(), &options).expect("it starts");
    let wall = enrolled(&hall, "panel-2", "panel");
    let picture = Camera::open(&wall);
    assert!(picture.wait(CameraState::Live, PATIENCE), "a wall of the hall has the film, over TLS too");
    comes_to(&hall, CameraPost::Exit, Sight::Sees);
    hall.board(|(_, board)| board.voice.state == VoiceState::Speaks);

    let game = hall.sell(&[("A17", 1, 6)]);
    quiet(0);
    let begun = ear.many();
    hall.start(game);
    quiet(begun);
    for many in 1..=3 {
        // The lamps wait for the voice's word, and a word that never came would be in the record.
        let from = ear.many();
        let called = hall.balls(game, many);
        let shows = |lamps: &Receiver, now_ms| lit(lamps.levels(now_ms), &called).then_some(());
        lamps.until("the ball", shows).unwrap();
        quiet(from);
    }
    assert_eq!(hall.lines_of("voice_failed").len(), 0, "each was said, and the server heard so");
    until("the balls that were shown", || {
        let rows = hall.lines_of("ball_shown");
        assert!(rows.iter().all(|row| row.body["panel"] == "lamparas-1"), "{rows:?}");
        (rows.len() >= 2).then_some(())
    });

    for name in ["camara-1", "voz-1", "lamparas-1"] {
        revoke(&hall, name);
    }
    let out =
        |name: &str| format!("El equipo «{name}» está dado de baja. Si ha de volver a la sala, pida un");
    comes_to(&hall, CameraPost::Exit, Sight::Lost);
    says(&hall, "camara.log", &out("camara-1"));
    hall.board(|(_, board)| board.voice.state == VoiceState::Gone);
    let said = sounds.path().join("voz.log");
    let words = out("voz-1");
    until(&words, || std::fs::read_to_string(&said).unwrap_or_default().contains(&words).then_some(()));
    let words = out("lamparas-1");
    until(&words, || log_of(&hall, "lamparas-1").contains(&words).then_some(()));
    // The revoked voice runs, and its room is listened to for a second after the ball: it says nothing more.
    let from = ear.many();
    hall.balls(game, 4);
    until("a second of the room", || (ear.many() >= from + RATE_HZ as usize).then_some(()));
    assert!(
        ear.since(from).iter().all(|sample| sample.unsigned_abs() <= 1_000),
        "a revoked voice says balls"
    );
    // Lamps show no old ball as if it were new.
    let dim = |lamps: &Receiver, now_ms| {
        lamps.levels(now_ms).is_some_and(|levels| levels[..90].iter().all(|level| *level < 190)).then_some(())
    };
    lamps.until("dim lamps", dim).unwrap();

    // As the words say.
    drop((filming, voice, showing));
    let filming = camera(&hall);
    comes_to(&hall, CameraPost::Exit, Sight::Sees);
    let showing = panel(&hall, &lamps);
    let called = hall.balls(game, 5);
    lamps.until("the ball", |lamps, now_ms| lit(lamps.levels(now_ms), &called).then_some(())).unwrap();
    drop((filming, showing, picture));
    hall.to_the_end(game);
    hall.finish();
}

/// The caller's desk is revoked with a ball before it: it announces no more, and the game goes on at another (DECISIONS 46).
#[test]
fn a_caller_whose_desk_is_revoked_with_a_ball_to_announce_is_out_and_another_desk_ends_the_game() {
    let mut hall = Hall::open(&Setup { network: true, interval_ms: 60, ..Setup::default() });
    hall.close_session();
    let token = |who: &Client| who.token().map(str::to_owned);
    hall.staff.sala = Client::new(enrolled(&hall, "despacho", "puesto")).with_token(token(&hall.staff.sala));
    let sits = |hall: &Hall, role: &str, name: &str| {
        let (servers, (user, pin)) = (enrolled(hall, name, "puesto"), key_of(role));
        let mut who = Client::new(&servers);
        who.login(user, pin, name).expect("at a desk of the hall");
        (who, servers)
    };
    // Whoever was in before the last session ended is out when the next one opens.
    let pin = hall.pin.clone();
    hall.staff.sala.login("lucia", &pin, "despacho").expect("at the manager's desk");
    let (mesa, at_mesa) = sits(&hall, "jefe_de_mesa", "mesa");
    hall.desk = Link::open(&at_mesa, "mesa", token(&mesa));
    hall.staff.mesa = mesa;
    hall.staff.cajero = sits(&hall, "cajero", "caja").0;
    let (caller, at_locucion) = sits(&hall, "vendedor_locutor", "locucion");
    hall.staff.locutor = caller;
    hall.keep(&hall.staff.open_session().expect("the session opens"));
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 2);
    let screen: Link<MesaBoard> = Link::open(&at_locucion, "locucion", token(&hall.staff.locutor));
    until("the caller's board", || screen.board().connected.then_some(()));
    let board = hall.board(|(_, board)| !board.pending.is_empty());
    let next = &board.pending[0];

    let begun = Instant::now();
    revoke(&hall, "locucion");
    let why = until("a screen that is cut off", || screen.board().refused);
    assert!(begun.elapsed() < CUT_OFF_MAX, "the caller's desk was cut off after {:?}", begun.elapsed());
    assert_eq!(why.code, "puesto-de-baja");
    let ball = json!({"game": game, "ordinal": next.ordinal, "ball": next.ball});
    let told = hall.staff.locutor.post("announce", &ball, Uuid::new_v4()).expect_err("it is out");
    assert!(problem(told).starts_with("puesto-de-baja"));
    assert_eq!(hall.called().len(), 2, "and nothing was announced");

    hall.staff.locutor = sits(&hall, "vendedor_locutor", "locucion-2").0;
    hall.to_the_end(game);
    hall.finish();
}

/// A till's console at another computer, by its keys: the code at its log-in, user and PIN, and what stands there once it is revoked.
#[test]
fn a_console_is_let_in_by_its_keys_and_says_that_it_was_revoked() {
    let mut hall = Hall::open(&Setup { machine: false, network: true, ..Setup::default() });
    hall.close_session();
    // The manager's own is the first, and lets in the others.
    let token = hall.staff.sala.token().map(str::to_owned);
    hall.staff.sala = Client::new(enrolled(&hall, "despacho", "puesto")).with_token(token);
    let display = Display::virtual_one(1_400, 800).expect("Xvfb and openbox are installed");
    let in_folder = |name: &str| folder(&hall).join(name).to_str().expect("a plain path").to_owned();
    let (state, shown, said) = (in_folder("caja-2.json"), in_folder("caja-2.jsonl"), in_folder("caja-2.log"));
    let server = hall.encrypted();
    let mut args = vec!["--server", &server, "--device", "caja-2", "--position", "0,0"];
    args.extend(["--state", &state, "--log-shown", &shown]);
    let console =
        Screen::start(&display, "caller-console", &args, "caja-2", said.as_ref()).expect("a window");
    console.focus().expect("the window manager gives the keyboard");
    let log = Log::at(shown.into());
    let shows = |what: &str, so: &dyn Fn(&Value) -> bool| log.until(what, so).expect("it is shown");
    let is_out =
        |shown: &Value| shown["band"] == "ESTE PUESTO NO PUEDE ENTRAR" && shown["connected"] == false;
    let keys = |keys: &[&str]| console.press(keys).expect("keys go in");
    let words = |words: &str| console.type_words(words).expect("keys go in");

    shows("that it is not let in", &is_out);
    keys(&["F6"]);
    shows("what is missing", &|shown| shown["missing"] == "faltan cifras del código");
    words(&code_for(&hall, "caja-2"));
    shows("a whole code", &|shown| shown["acts"] == true && shown["live"] == true);
    keys(&["Return"]);
    shows("the log-in", &|shown| shown["connected"] == true && shown["user"].is_null());
    let (user, pin) = key_of("cajero");
    words(user);
    keys(&["Tab"]);
    words(pin);
    keys(&["Return"]);
    shows("who is there", &|shown| shown["user"] == user && shown["connected"] == true);
    revoke(&hall, "caja-2");
    shows("that it is out", &is_out);
    drop(console);
    hall.finish();
}

//! The hall's network while the hall is served (ADR 83): devices that come in with a code over TLS, what a certificate is good for and
//! what it is not, and that whoever only makes noise at the port keeps nobody out.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Instant;

use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::{Client, JoinError, Link, Servers, come_as, join, new_key};
use hall_wire::message::{DeviceCode, HallLists, Me};
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::staff::code;
use xtask::strangers::Idle;

use crate::kit::{Hall, Setup, said, until};
use crate::let_in::{CUT_OFF_MAX, code_for, enrolled, file, problem, revoke};
use crate::terminal::answered;

fn hall() -> Hall {
    Hall::open(&Setup { machine: false, ..Setup::default() })
}

fn encrypted(hall: &Hall) -> Servers {
    Servers::new(&hall.encrypted())
}

#[test]
fn a_panel_comes_in_with_a_code_shows_the_board_and_is_cut_off_when_it_is_revoked() {
    let hall = hall();
    let begun = Instant::now();
    let servers = enrolled(&hall, "panel-1", "panel");
    eprintln!("a panel was let in after {} ms, the typing left out", begun.elapsed().as_millis());
    let screen: Link<PublicBoard> = Link::open(&servers, "panel-1", None);
    until("its board", || screen.board().connected.then_some(()));
    // After a restart of its program it is the same, and its certificate is a new one.
    let before = std::fs::read(file(&hall, "panel-1")).expect("it is kept");
    let again = encrypted(&hall);
    come_as(&again, &file(&hall, "panel-1")).expect("a good file").expect("there is one");
    let client = Client::new(&again);
    client.get::<Value>("/api/board").expect("the board");
    until("a certificate that was renewed", || {
        (std::fs::read(file(&hall, "panel-1")).ok()? != before).then_some(())
    });
    // It lets nobody log in: people sit at desks.
    let refused = Client::new(&again).login("carmen", "349157", "panel-1").map(drop);
    assert_eq!(code(&refused.expect_err("a panel is no desk")), "puesto-sin-alta");
    let begun = Instant::now();
    revoke(&hall, "panel-1");
    let why = until("a screen that is cut off", || screen.board().refused);
    assert!(begun.elapsed() < CUT_OFF_MAX, "a revoked panel was cut off after {:?}", begun.elapsed());
    assert_eq!(why.code, "puesto-de-baja");
    assert!(why.detail.contains("«panel-1»"), "{}", why.detail);
    let told = problem(client.get::<Value>("/api/board").expect_err("it is out"));
    assert!(told.starts_with("puesto-de-baja"), "{told}");
    hall.finish();
}

#[test]
fn the_first_desk_is_let_in_from_the_servers_own_terminal() {
    let mut hall = hall();
    hall.close_session();
    let at = hall.url().replace("http://", "");
    let asked = |name: &str, pin: &str| {
        said(&answered(&["device-code", "--name", name, "--at", &at], &hall.dir(), &["lucia", pin]))
    };
    let wrong = asked("despacho", "000000");
    assert!(wrong.contains("Usuario o PIN incorrecto"), "{wrong}");
    let words = until("a try that has not to wait", || {
        let words = asked("despacho", &hall.pin);
        (!words.contains("Demasiado pronto")).then_some(words)
    });
    let given = words.lines().find_map(|line| line.split_once("Código para despacho: ")).expect(&words).1;
    let servers = encrypted(&hall);
    join(&servers, given, "puesto", &file(&hall, "despacho")).expect("the code is good");
    let mut lucia = Client::new(&servers);
    lucia.login("lucia", &hall.pin, "despacho").expect("at her desk");
    // From now on codes are given there.
    let later = asked("caja-2", &hall.pin);
    assert!(later.contains("Sala, pestaña Puestos"), "{later}");
    hall.staff.sala = lucia;
    hall.kill();
    let words = said(&answered(&["device-code", "--name", "caja-2", "--at", &at], &hall.dir(), &[]));
    assert!(words.contains("Póngalo en marcha"), "{words}");
    hall.finish();
}

#[test]
fn a_token_is_good_at_its_own_desk_alone() {
    let mut hall = hall();
    hall.close_session();
    let despacho = {
        let (servers, at) = (encrypted(&hall), file(&hall, "despacho"));
        join(&servers, &code_for(&hall, "despacho"), "puesto", &at).expect("the manager's own");
        servers
    };
    let token = hall.staff.sala.token().map(str::to_owned);
    hall.staff.sala = Client::new(&despacho).with_token(token);
    let mut caja = Client::new(enrolled_by(&hall, &despacho, "caja-2"));
    caja.login("carmen", "349157", "lo-que-diga").expect("her PIN");
    let token = caja.token().expect("she is in").to_owned();
    assert_eq!(caja.get::<Me>("/api/me").expect("here").device, "caja-2");
    let stolen = |servers: &Servers| Client::new(servers).with_token(Some(token.clone()));
    // At another desk of the hall, and at this computer without any.
    for elsewhere in [&despacho, &Servers::new(&hall.url())] {
        let told = problem(stolen(elsewhere).get::<Me>("/api/me").expect_err("elsewhere"));
        assert!(told.starts_with("sin-identificar") && told.contains("otro puesto"), "{told}");
        let screen: Link<MesaBoard> = Link::open(elsewhere, "caja-2", Some(token.clone()));
        until("a screen that is refused", || screen.board().refused.map(|why| assert_eq!(why.status, 401)));
    }
    hall.finish();
}

/// A desk that is let in by the manager at his own.
fn enrolled_by(hall: &Hall, despacho: &Servers, name: &str) -> Servers {
    let sala = Client::new(despacho).with_token(hall.staff.sala.token().map(str::to_owned));
    let given: DeviceCode =
        sala.send("/api/devices/code", &json!({"name": name}), Uuid::new_v4()).expect("a code");
    let servers = encrypted(hall);
    join(&servers, &given.code, "puesto", &file(hall, name)).expect("the code is good");
    servers
}

#[test]
fn a_code_that_was_used_guessed_or_is_another_hall_s_lets_nobody_in() {
    let (hall, other) = (hall(), hall());
    let given = code_for(&hall, "panel-1");
    join(&encrypted(&hall), &given, "panel", &file(&hall, "panel-1")).expect("good");
    let again = join(&encrypted(&hall), &given, "panel", &file(&hall, "ladron")).expect_err("once");
    assert!(again.to_string().contains("código") || again.to_string().contains("Espere"), "{again}");
    assert_eq!(hall.lines_of("device_enrolled").len(), 1);
    // Another code with the same first digit: the server's proof shows that it is not the hall's.
    let given = code_for(&other, "panel-1");
    let guess = format!("{}{}", &given[..1], if &given[1..] == "0000000" { "0000001" } else { "0000000" });
    let wrong = join(&encrypted(&other), &guess, "panel", &file(&other, "panel-1")).expect_err("a guess");
    assert!(matches!(wrong, JoinError::NoMatch(_)), "{wrong}");
    for bad in ["", "1234567", "123456789", "1234567x"] {
        let bad = join(&encrypted(&other), bad, "panel", &file(&other, "panel-1")).expect_err("no code");
        assert!(matches!(bad, JoinError::NoCode), "{bad}");
    }
    assert!(other.lines_of("device_enrolled").is_empty());
    // A device of one hall on the network of the other: both keys are told.
    let wall = encrypted(&other);
    come_as(&wall, &file(&hall, "panel-1")).expect("a good file").expect("there is one");
    let told = problem(Client::new(&wall).get::<Value>("/api/board").expect_err("another hall"));
    assert!(told.starts_with("otra-sala") && told.contains("su clave es"), "{told}");
    let screen: Link<PublicBoard> = Link::open(&wall, "panel-1", None);
    until("a wall that says why", || screen.board().refused.map(|why| assert_eq!(why.code, "otra-sala")));
    // One that was never let in says what to do.
    let told = problem(Client::new(encrypted(&other)).get::<Value>("/api/board").expect_err("nobody"));
    assert!(told.starts_with("sin-certificado") && told.contains("código"), "{told}");
    hall.finish();
    other.finish();
}

#[test]
fn noise_at_the_port_and_half_handshakes_keep_nobody_out() {
    let hall = hall();
    let address = hall.url().replace("http://", "");
    let servers = enrolled(&hall, "panel-1", "panel");
    let screen: Link<PublicBoard> = Link::open(&servers, "panel-1", None);
    until("its board", || screen.board().connected.then_some(()));
    // The beginning of a handshake, and no more: a thousand times.
    let begin = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    let half: Vec<TcpStream> = (0..1_000)
        .filter_map(|_| {
            let mut stream = TcpStream::connect(&address).ok()?;
            stream.write_all(&begin).ok()?;
            Some(stream)
        })
        .collect();
    assert!(half.len() > 500, "there is something to bear");
    for noise in
        [&b"\x16\x03\x01\x00\x02\xff\xff"[..], &[0x16; 4_096], b"\x16\x03\x04\x40\x01", b"\x80\x2e\x01"]
    {
        let mut stream = TcpStream::connect(&address).expect("the port is open");
        stream.write_all(noise).expect("it is taken in");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 2"), "{answer:?}");
    }
    Client::new(&servers).get::<Value>("/api/board").expect("a device of the hall is answered");
    hall.staff.mesa.get::<Me>("/api/me").expect("and so is the mesa");
    assert!(screen.board().connected, "nobody was put out");
    drop(half);
    hall.finish();
}

/// Guesses at a code end it, and the manager is told.
#[test]
fn a_code_that_is_guessed_at_is_told() {
    let hall = Hall::open(&Setup { machine: false, network: true, ..Setup::default() });
    let code = code_for(&hall, "caja-2");
    let lists = || -> HallLists { hall.staff.sala.get("/api/hall").expect("the lists") };
    // Programs at the server's own computer, each with an address of its own, so that none waits for another's guesses.
    let wrong = format!("{}{}", &code[..7], u8::from(code.ends_with('0')));
    let body = json!({"code": wrong, "key": new_key()}).to_string();
    let guess = format!(
        "POST /api/devices/enrol HTTP/1.1
Host: 127.0.0.1
Content-Type: application/json
Content-Length: {}

{body}",
        body.len()
    );
    let guess: &'static [&'static [u8]] = vec![&*guess.into_bytes().leak()].leak();
    let at = hall.url().replace("http://", "").parse().expect("an address");
    let from = (2..=20).map(|last| Ipv4Addr::new(127, 0, 0, last)).collect();
    let guessing = Idle::begin(at, 19, from, guess);
    until("a code that is told to be dead", || (lists().guessed_codes == ["caja-2"]).then_some(()));
    drop(guessing);
    let dead = Client::new(&hall.url()).enrol(&code, &new_key()).map(drop);
    assert!(problem(dead.expect_err("it is good no more")).starts_with("codigo-incorrecto"));
    enrolled(&hall, "caja-2", "panel");
    assert_eq!(lists().guessed_codes, [""; 0], "another is given, and is good");
    hall.finish();
}

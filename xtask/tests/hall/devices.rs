//! The hall's devices while it is served: a code lets one in, a stranger tries no PIN, who sits at one that is revoked is cut off
//! within two seconds, and a hall that has lost them all is opened at the server (ADR 69, DECISIONS 46).

use std::time::Instant;

use hall_wire::board::MesaBoard;
use hall_wire::link::{Client, Link, Servers, new_key};
use hall_wire::message::{DeviceCode, HallLists, Me};
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::programs::Server;
use xtask::staff::{code, log_in, post};

use crate::game_sheet::words_of;
use crate::kit::{Hall, Setup, said, tool, until};
use crate::let_in::CUT_OFF_MAX;

fn closed_hall() -> Hall {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    hall.close_session();
    hall
}

fn code_for(who: &Client, name: &str) -> DeviceCode {
    who.send("/api/devices/code", &json!({"name": name}), Uuid::new_v4()).expect("a code")
}

/// A new device with this name.
fn enrolled(hall: &Hall, by: &Client, name: &str) -> Client {
    Client::new(enrolled_at(hall, by, name))
}

/// The manager's own desk is the first, and he goes on there.
fn despacho(hall: &mut Hall) {
    let servers = enrolled_at(hall, &hall.staff.sala, "despacho");
    let token = hall.staff.sala.token().map(str::to_owned);
    hall.staff.sala = Client::new(&servers).with_token(token);
}

/// The hall's server as a new device with this name asks it.
fn enrolled_at(hall: &Hall, by: &Client, name: &str) -> Servers {
    let servers = Servers::new(&hall.url());
    let (device, key) = (Client::new(&servers), new_key());
    assert_eq!(device.enrol(&code_for(by, name).code, &key).expect("the code is good").name, name);
    servers.show_key(Some(key));
    servers
}

/// Logs in once the delay of the tries before is over; returns the name of the device.
fn at_last(at: &mut Client, user: &str, pin: &str, device: &str) -> String {
    until("a try that has not to wait", || match at.login(user, pin, device) {
        Err(error) if code(&error) == "espere" => None,
        answer => Some(answer.expect("the PIN is right").device),
    })
}

fn out(who: &Client) -> bool {
    who.get::<Me>("/api/me").is_err_and(|error| code(&error) == "entrada-terminada")
}

#[test]
fn from_the_first_device_on_a_code_lets_each_in_and_a_stranger_tries_no_pin() {
    let mut hall = closed_hall();
    let sala = &hall.staff.sala;
    let refused = sala.send::<Value>("/api/devices/code", &json!({"name": "la caja"}), Uuid::new_v4());
    assert_eq!(code(&refused.expect_err("a space")), "valor-no-valido");
    let refused = hall.staff.mesa.send::<Value>("/api/devices/code", &json!({"name": "x"}), Uuid::new_v4());
    assert_eq!(code(&refused.expect_err("the mesa gives none")), "sin-facultad");
    // The first is the manager's own.
    let elsewhere = Client::new(&hall.url()).enrol(&code_for(sala, "mesa").code, &new_key());
    assert_eq!(code(&elsewhere.expect_err("he is at despacho")), "primer-puesto");
    despacho(&mut hall);
    let sala = &hall.staff.sala;
    for who in [&hall.staff.mesa, &hall.staff.cajero, &hall.staff.locutor] {
        assert!(out(who));
    }
    assert!(!out(sala), "who enrolled it goes on");
    // A stranger is not even told whether the PIN is right, and a name is no key.
    let mut stranger = Client::new(&hall.url());
    for (pin, told) in [("349157", "puesto-sin-alta"), ("000001", "espere"), ("349157", "espere")] {
        assert_eq!(code(&stranger.login("carmen", pin, "despacho").err().expect("out")), told);
    }
    assert_eq!(code(&stranger.enrol("12345678", &new_key()).expect_err("no code")), "codigo-incorrecto");
    // The name is the one that it was given, whatever it says.
    let mut caja = until("a try that has not to wait", || {
        let (servers, key) = (Servers::new(&hall.url()), new_key());
        let device = Client::new(&servers);
        match device.enrol(&code_for(sala, "caja-2").code, &key) {
            Err(error) if code(&error) == "espere" => None,
            answer => {
                answer.expect("the code is good");
                servers.show_key(Some(key));
                Some(device)
            }
        }
    });
    assert_eq!(at_last(&mut caja, "carmen", "349157", "despacho"), "caja-2");
    let lists: HallLists = sala.get("/api/hall").unwrap();
    let names: Vec<&str> = lists.devices.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["despacho", "caja-2"]);
    // Who only inspects comes in anywhere (37.5).
    let inspects = stranger.login("gonzalo", "577215", "caja-2").expect("the inspection is not kept waiting");
    assert_eq!(inspects.device, "inspeccion", "and sits at nobody's device by its name");
    hall.finish();
}

#[test]
fn a_code_is_good_once_and_an_answer_that_was_lost_is_given_again() {
    let mut hall = closed_hall();
    despacho(&mut hall);
    let sala = &hall.staff.sala;
    let given = code_for(sala, "caja-2");
    let body = json!({"code": given.code, "key": "ab".repeat(32)});
    let ask =
        |body: &Value| Client::new(&hall.url()).send::<Value>("/api/devices/enrol", body, Uuid::new_v4());
    let first = ask(&body).expect("good");
    assert_eq!(ask(&body).expect("the same key: the answer again"), first);
    let another = json!({"code": given.code, "key": "cd".repeat(32)});
    assert_eq!(code(&ask(&another).expect_err("once")), "codigo-incorrecto");
    let short = json!({"code": given.code, "key": "cd"});
    assert_eq!(code(&ask(&short).expect_err("no key")), "valor-no-valido");
    let taken = sala.send::<Value>("/api/devices/code", &json!({"name": "caja-2"}), Uuid::new_v4());
    assert_eq!(code(&taken.expect_err("taken")), "puesto-ya-existe");
    assert_eq!(hall.lines_of("device_enrolled").len(), 2);
    let record = hall.record();
    let tells = |secret: &str| record.iter().any(|row| row.line.body.contains(secret));
    assert!(!tells(&given.code) && !tells(&"ab".repeat(32)), "neither code nor key is in the record");
    hall.finish();
}

/// T12: cut off within two seconds, the screens as well as what is asked.
#[test]
fn who_sits_at_a_revoked_device_is_cut_off_and_a_new_code_lets_it_in_again() {
    let mut hall = closed_hall();
    despacho(&mut hall);
    let sala = &hall.staff.sala;
    let at_caja = enrolled_at(&hall, sala, "caja-2");
    let mut caja = Client::new(&at_caja);
    caja.login("carmen", "349157", "caja-2").expect("her PIN");
    let screen: Link<MesaBoard> = Link::open(&at_caja, "caja-2", caja.token().map(str::to_owned));
    until("the board", || screen.board().connected.then_some(()));
    let number = |name: &str| {
        let lists: HallLists = sala.get("/api/hall").expect("the lists");
        lists.devices.iter().find(|row| row.name == name).expect("enrolled").device
    };
    let revoke = |name: &str| post(sala, "revoke-device", &json!({"device": number(name)}));
    assert_eq!(code(&revoke("despacho").expect_err("he is there")), "puesto-propio");
    let begun = Instant::now();
    revoke("caja-2").expect("from another");
    assert!(out(&caja), "at once");
    until("a screen that is cut off", || screen.board().refused.map(|why| assert_eq!(why.status, 401)));
    assert!(begun.elapsed() < CUT_OFF_MAX, "a screen at a revoked device goes after {:?}", begun.elapsed());
    assert_eq!(code(&caja.login("carmen", "349157", "caja-2").err().expect("out")), "puesto-sin-alta");
    let mut again = enrolled(&hall, sala, "caja-2");
    at_last(&mut again, "carmen", "349157", "caja-2");
    hall.finish();
}

#[test]
fn a_hall_that_lost_its_devices_is_opened_at_the_server_and_the_acta_says_so() {
    let mut hall = closed_hall();
    let words = said(&tool(&["release-devices"], &hall.dir()));
    assert!(words.contains("está en marcha (pid "), "{words}");
    despacho(&mut hall);
    hall.kill();
    let words = said(&tool(&["release-devices"], &hall.dir()));
    assert!(words.contains("Puestos dados de baja: 1."), "{words}");
    let words = said(&tool(&["release-devices"], &hall.dir()));
    assert!(words.contains("no tiene puestos de alta"), "{words}");
    // Everybody comes in again with user and PIN, wherever they are.
    let server = Server::start(&hall.dir(), None).expect("the server starts again");
    let mut lucia = Client::new(&server.url);
    lucia.login("lucia", &hall.pin, "despacho").expect("her PIN");
    hall.staff.sala = lucia;
    let [mesa, cajero, locutor] = [("rafael", "mesa"), ("carmen", "caja"), ("nuria", "locucion")]
        .map(|(user, device)| log_in(&server.url, user, device).expect("no device is asked for"));
    (hall.staff.mesa, hall.staff.cajero, hall.staff.locutor) = (mesa, cajero, locutor);
    hall.resume(server);
    hall.staff.open_session().expect("the next evening");
    hall.staff.close_session().expect("the session closes");
    until("its acta", || (hall.lines_of("acta_issued").len() == 2).then_some(()));
    let acta = hall.staff.sala.get_bytes("/api/sessions/2/acta.pdf").expect("the acta");
    if let Some(text) = words_of(&acta, &hall.dir()) {
        assert!(text.contains("En el propio equipo del servidor se da de baja el puesto n.º 1"), "{text}");
    }
    hall.finish();
}

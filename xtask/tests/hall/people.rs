//! What becomes of people while the hall is served: PINs that are given and changed, log-ins that end, a manager who has lost
//! the PIN and nobody to ask for another (ADR 68).

use std::time::Instant;

use hall_wire::board::{MesaBoard, Person};
use hall_wire::link::{Client, ClientError, Link};
use hall_wire::message::{HallLists, Me};
use serde_json::{Value, json};
use xtask::staff::code;

use crate::bad_nights::acta_says;
use crate::kit::{Hall, Setup, said, tool, until};
use crate::let_in::CUT_OFF_MAX;

/// Comes in; or the code of the refusal.
pub fn come_in(hall: &Hall, user: &str, pin: &str, device: &str) -> Result<Client, String> {
    let mut client = Client::new(&hall.url());
    client.login(user, pin, device).map(|_| client).map_err(|error| code(&error).to_owned())
}

/// Comes in, once the wait after a wrong PIN is over.
pub fn come_in_at_last(hall: &Hall, user: &str, pin: &str, device: &str) -> Client {
    until("a try that has not to wait", || match come_in(hall, user, pin, device) {
        Err(code) if code == "espere" => None,
        answer => Some(answer.expect("the PIN is right")),
    })
}

fn me(who: &Client) -> Result<Me, ClientError> {
    who.get("/api/me")
}

/// Somebody of the staff.
pub fn of(hall: &Hall, user: &str) -> Person {
    let people: Vec<Person> = hall.staff.sala.get("/api/people").expect("the staff");
    people.into_iter().find(|person| person.user == user).expect("one of the staff")
}

fn quiet() -> Hall {
    Hall::open(&Setup { machine: false, ..Setup::default() })
}

const NOTE: &str = "write-diligencia";

fn note() -> Value {
    json!({"about": "incidencia", "text": "Visita de mantenimiento"})
}

#[test]
fn a_newcomer_does_nothing_before_the_first_pin_is_changed() {
    let hall = quiet();
    let joins = json!({"user": "elena", "name": "Elena Mora", "document": "12345678Z", "card_until": "2028-05-31",
        "pin": "246813", "roles": ["jefe_de_mesa"]});
    hall.must(&hall.staff.sala, "add-person", &joins);
    let elena = come_in(&hall, "elena", "246813", "caja-2").expect("the PIN that was given");
    assert!(me(&elena).unwrap().first_pin);
    assert_eq!(hall.refused(&elena, NOTE, &note()), "pin-por-cambiar");
    assert_eq!(
        hall.refused(&elena, "change-pin", &json!({"old": "999998", "pin": "975312"})),
        "pin-incorrecto"
    );
    // The wrong one is counted as at the log-in.
    assert_eq!(hall.refused(&elena, "change-pin", &json!({"old": "246813", "pin": "975312"})), "espere");
    let same = json!({"old": "246813", "pin": "246813"});
    assert_eq!(hall.refused(&elena, "change-pin", &same), "valor-no-valido");
    until("a try that has not to wait", || {
        match hall.ask(&elena, "change-pin", &json!({"old": "246813", "pin": "975312"})) {
            Err(error) if code(&error) == "espere" => None,
            answer => Some(answer.expect("the PIN that was given")),
        }
    });
    assert!(!me(&elena).unwrap().first_pin, "the log-in that changed it goes on");
    hall.must(&elena, NOTE, &note());
    assert!(come_in(&hall, "elena", "246813", "caja-3").is_err());
    // What is personal is for the manager, and none of it is in the record.
    assert_eq!(of(&hall, "elena").document.as_deref(), Some("12345678Z"));
    let seen: Vec<Person> = hall.staff.cajero.get("/api/people").expect("names");
    assert!(seen.iter().all(|person| person.document.is_none()));
    let record = hall.record();
    let tells = |secret: &str| record.iter().any(|row| row.line.body.contains(secret));
    assert!(!tells("12345678Z") && !tells("Elena") && !tells("975312") && tells("2028-05-31"));
    hall.finish();
}

#[test]
fn roles_that_change_and_a_pin_that_is_reset_hold_at_once_wherever_one_is_logged_in() {
    let hall = quiet();
    let carmen = of(&hall, "carmen").person;
    let (here, there) = (&hall.staff.cajero, come_in(&hall, "carmen", "349157", "caja-9").unwrap());
    let sale = json!({"series": "A17", "series_size": 60, "face_value_cents": 200});
    assert_eq!(hall.refused(here, "open-sale", &sale), "sin-facultad");
    let both = json!({"person": carmen, "name": "Carmen Peña Gil", "roles": ["cajero", "jefe_de_mesa"]});
    hall.must(&hall.staff.sala, "change-person", &both);
    hall.must(here, "open-sale", &sale);
    hall.must(&hall.staff.sala, "reset-pin", &json!({"person": carmen, "pin": "864213"}));
    for out in [here, &there] {
        assert_eq!(code(&me(out).expect_err("her log-ins have ended")), "entrada-terminada");
    }
    let own = json!({"person": of(&hall, "lucia").person, "pin": "864213"});
    assert_eq!(hall.refused(&hall.staff.sala, "reset-pin", &own), "pin-propio");
    hall.finish();
}

#[test]
fn who_is_dismissed_stays_a_name_and_comes_back_with_another_pin() {
    let hall = quiet();
    let rafael = of(&hall, "rafael").person;
    let gone = json!({"person": of(&hall, "nuria").person, "reason": "Fin de contrato"});
    hall.must(&hall.staff.sala, "dismiss-person", &gone);
    assert_eq!(code(&me(&hall.staff.locutor).expect_err("out")), "entrada-terminada");
    assert_eq!(come_in(&hall, "nuria", "161803", "locucion").err().as_deref(), Some("pin-incorrecto"));
    let nuria = of(&hall, "nuria");
    assert!(nuria.left && nuria.roles.is_empty() && nuria.name.contains("Nuria"));
    let taken = json!({"user": "nuria", "name": "Otra Nuria", "pin": "246813", "roles": ["auxiliar"]});
    assert_eq!(hall.refused(&hall.staff.sala, "add-person", &taken), "usuario-existente");
    let mesa = json!({"person": rafael, "reason": "Se va"});
    assert_eq!(hall.refused(&hall.staff.sala, "dismiss-person", &mesa), "ocupa-un-puesto");
    hall.must(&hall.staff.sala, "take-back-person", &json!({"person": nuria.person, "pin": "246813"}));
    let back = come_in_at_last(&hall, "nuria", "246813", "otra");
    hall.must(&back, "change-pin", &json!({"old": "246813", "pin": "161803"}));
    assert!(of(&hall, "nuria").roles.len() == 1);
    let lucia = json!({"person": of(&hall, "lucia").person, "reason": "Me voy"});
    assert_eq!(hall.refused(&hall.staff.sala, "dismiss-person", &lucia), "ultimo-jefe-de-sala");
    hall.finish();
}

#[test]
fn a_log_in_that_the_manager_ends_is_cut_off_at_once_with_its_screens_and_told_why() {
    let hall = quiet();
    let carmen = of(&hall, "carmen").person;
    let there = come_in(&hall, "carmen", "349157", "caja-9").unwrap();
    let screen: Link<MesaBoard> = Link::open(&hall.url(), "caja-9", there.token().map(str::to_owned));
    until("the board", || screen.board().connected.then_some(()));
    let lists: HallLists = hall.staff.sala.get("/api/hall").unwrap();
    assert!(lists.log_ins.iter().any(|row| (row.person, row.device.as_str()) == (carmen, "caja-9")));
    let lists: HallLists = hall.staff.cajero.get("/api/hall").unwrap();
    assert!(lists.log_ins.is_empty(), "who is where is for who may end it");
    let end = json!({"person": carmen, "device": "caja-9"});
    assert_eq!(hall.refused(&hall.staff.mesa, "end-log-in", &end), "sin-facultad");
    let begun = Instant::now();
    hall.must(&hall.staff.sala, "end-log-in", &end);
    let over = me(&there).expect_err("at once");
    assert_eq!(code(&over), "entrada-terminada");
    assert!(over.to_string().contains("El jefe de sala ha terminado su entrada"), "{over}");
    until("a screen that is cut off", || {
        screen.board().refused.map(|why| assert_eq!(why.code, "entrada-terminada"))
    });
    assert!(
        begun.elapsed() < CUT_OFF_MAX,
        "a screen whose log-in was ended goes after {:?}",
        begun.elapsed()
    );
    me(&hall.staff.cajero).expect("her other desk goes on");
    assert_eq!(hall.refused(&hall.staff.sala, "end-log-in", &end), "entrada-terminada-ya");
    hall.finish();
}

#[test]
fn a_manager_who_lost_the_pin_gets_one_at_the_server_and_the_acta_says_so() {
    let mut hall = quiet();
    let words = said(&tool(&["reset-pin", "--user", "lucia"], &hall.dir()));
    assert!(words.contains("está en marcha (pid "), "{words}");
    hall.kill();
    let words = said(&tool(&["reset-pin", "--user", "lucía"], &hall.dir()));
    assert!(words.contains("Los jefes de sala son: lucia."), "{words}");
    let words = said(&tool(&["reset-pin", "--user", "carmen"], &hall.dir()));
    assert!(words.contains("no es jefe de sala"), "{words}");
    let words = said(&tool(&["reset-pin", "--user", "lucia"], &hall.dir()));
    let pin = words.split("(usuario lucia): ").nth(1).and_then(|rest| rest.lines().next()).expect("a PIN");
    // The others' log-ins go on; the jefe de mesa asks in her place until she is in again.
    let token = |who: &Client| who.token().map(str::to_owned);
    let (hers, another) = (token(&hall.staff.sala), token(&hall.staff.mesa));
    hall.staff.sala = Client::new("").with_token(another);
    hall.begin();
    let before = Client::new(&hall.url()).with_token(hers);
    assert_eq!(code(&me(&before).expect_err("her log-in has ended")), "entrada-terminada");
    assert_eq!(come_in(&hall, "lucia", &hall.pin, "despacho").err().as_deref(), Some("pin-incorrecto"));
    let lucia = come_in_at_last(&hall, "lucia", pin, "despacho");
    let roles = json!({"person": of_as(&lucia, "carmen"), "name": "Carmen", "roles": ["cajero"]});
    assert_eq!(hall.refused(&lucia, "change-person", &roles), "pin-por-cambiar");
    hall.must(&lucia, "change-pin", &json!({"old": pin, "pin": "424243"}));
    hall.must(&lucia, "change-person", &roles);
    hall.staff.sala = lucia;
    acta_says(&hall, &["En el propio equipo del servidor se da un PIN nuevo"], &[pin, "424243"]);
    hall.finish();
}

fn of_as(who: &Client, user: &str) -> u32 {
    let people: Vec<Person> = who.get("/api/people").expect("the staff");
    people.into_iter().find(|person| person.user == user).expect("one of the staff").person
}

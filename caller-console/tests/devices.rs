//! 22 · The hall's devices: the first, codes for the others, and one that is shut out; and a new device at its log-in (ADR 69).

mod kit;

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::device::{DeviceAct, DeviceNews, Enrolled};
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::press::Press;
use hall_wire::board::{Duty, MesaBoard};
use hall_wire::message::{DeviceCode, DeviceRow, HallLists};
use kit::{Console, asked_one, boards};
use serde_json::json;

/// The manager at the tab of the devices; the hall has these.
fn tab(board: MesaBoard, devices: &[&str]) -> Console {
    let known = boards::seated(boards::known(board), 1);
    let row = |(device, name): (u32, &&str)| DeviceRow {
        device,
        name: (*name).into(),
        post: "puesto".into(),
        since_utc_ms: known.now_utc_ms - 86_400_000,
    };
    let devices = (1..).zip(devices).map(row).collect();
    let lists = Arc::new(HallLists { devices, ..(*known.lists).clone() });
    let mut console = Console::of(Known { lists, device: "despacho".into(), ..known });
    console.type_in("7");
    console
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

fn code_for(known: &Known, name: &str) -> DeviceCode {
    let until_utc_ms = known.now_utc_ms + 600_000;
    DeviceCode { code: "49381705".into(), name: name.into(), until_utc_ms, until: "21:05:30".into() }
}

#[test]
fn a_hall_without_devices_says_so_and_its_first_is_this_one() {
    let mut board = boards::closed();
    let at = |person, device: &str| Duty { person, roles: vec![], device: device.into() };
    board.people = vec![at(1, "despacho"), at(2, "tableta")];
    let mut console = tab(board, &[]);
    console.must_say("Se entra desde cualquier aparato");
    console.must_say("tableta");
    console.lawful();
    console.press(Key::F5);
    console.must_say("Desde este momento sólo se entra en los puestos dados de alta");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(pressed, [Press::Device(DeviceAct::Here("despacho".into()))]);
    let device = Enrolled { name: "despacho".into(), key: "ab".repeat(32) };
    console.told_of_device(&DeviceNews::Enrolled(device));
    assert!(console.known().enrolled && console.note().contains("Puesto dado de alta: despacho"));
    assert!(!console.is_on("DAR DE ALTA despacho"), "the form is closed");
}

#[test]
fn the_first_is_not_enrolled_in_the_middle_of_an_evening() {
    let mut console = tab(boards::idle(), &[]);
    console.press(Key::F5);
    assert_eq!(missing(&mut console), "no se hace con la sesión abierta");
}

#[test]
fn a_code_for_a_new_device_is_shown_until_the_device_is_there() {
    let mut console = tab(boards::idle(), &["despacho", "caja-2"]);
    console.must_say("Sólo entran los puestos de alta");
    assert!(matches!(console.bar().next, Next::Wait(what) if what == "F5: OTRO PUESTO, CÁMARA O PANTALLA"));
    console.lawful();
    console.press(Key::F5);
    for (name, what) in [("caja 3", "letras"), ("caja-2", "ya hay un puesto con ese nombre")] {
        console.type_in(name);
        let said = missing(&mut console);
        assert!(said.contains(what), "{said}");
        for _ in 0..name.len() {
            console.raw(egui::Key::Backspace);
        }
    }
    console.type_in("caja-3");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [Press::Device(DeviceAct::Code("caja-3".into()))]);
    let code = code_for(console.known(), "caja-3");
    console.told_of_device(&DeviceNews::Code(code));
    for words in ["Código para caja-3", "4938 1705", "hasta las 21:05:30", "F6, estas ocho cifras e Intro"] {
        console.must_say(words);
    }
    console.lawful();
    console.learn(|known| {
        let mut lists = (*known.lists).clone();
        lists.devices.push(DeviceRow {
            device: 3,
            name: "caja-3".into(),
            post: "puesto".into(),
            since_utc_ms: known.now_utc_ms,
        });
        known.lists = Arc::new(lists);
    });
    assert!(!console.says("4938 1705"), "it was used");
}

#[test]
fn a_code_that_was_guessed_at_too_often_is_shown_as_good_no_more() {
    let mut console = tab(boards::idle(), &["despacho"]);
    let code = code_for(console.known(), "caja-3");
    console.told_of_device(&DeviceNews::Code(code));
    console.must_say("4938 1705");
    console.learn(|known| {
        let guessed_codes = vec!["caja-3".into()];
        known.lists = Arc::new(HallLists { guessed_codes, ..(*known.lists).clone() });
    });
    console.must_say("Ese código ya no vale");
    console.lawful();
    assert!(!console.says("4938 1705"), "nobody is told to type it");
}

#[test]
fn a_code_that_is_too_old_is_shown_no_more() {
    let mut console = tab(boards::idle(), &["despacho"]);
    let code = code_for(console.known(), "caja-3");
    console.told_of_device(&DeviceNews::Code(code));
    console.learn(|known| known.now_utc_ms += 600_000);
    assert!(!console.says("4938 1705"));
}

#[test]
fn a_device_is_revoked_from_another() {
    let mut console = tab(boards::idle(), &["despacho", "caja-2"]);
    console.must_say("este puesto");
    console.press(Key::F8);
    assert_eq!(missing(&mut console), "es este puesto: delo de baja desde otro");
    console.press(Key::Back);
    console.raw(egui::Key::ArrowDown);
    console.press(Key::F8);
    console.must_say("Para un aparato perdido, robado");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("revoke-device", json!({"device": 2}))]);
}

#[test]
fn a_new_device_brings_its_code_before_anybody_logs_in() {
    let mut console = Console::of(Known { me: None, ..boards::known(boards::closed()) });
    console.refuse("puesto-sin-alta", "Este puesto no está dado de alta", "Pida un código.");
    console.press(Key::F6);
    console.must_say("Código del puesto");
    console.lawful();
    console.type_in("4938170");
    assert_eq!(missing(&mut console), "faltan cifras del código");
    console.type_in("5");
    assert_eq!(console.press_armed(Key::Intro), [Press::Device(DeviceAct::Enrol("49381705".into()))]);
    console.refuse("codigo-incorrecto", "Código incorrecto", "Pida otro.");
    console.must_say("CÓDIGO EQUIVOCADO");
    console.type_in("49381706");
    console.press_armed(Key::Intro);
    let device = Enrolled { name: "caja-3".into(), key: "ab".repeat(32) };
    console.told_of_device(&DeviceNews::Enrolled(device));
    console.must_say("Identifíquese");
    assert!(!console.is_on("Alta del puesto"), "it has its key");
    console.lawful();
}

#[test]
fn a_new_device_whose_board_is_refused_brings_its_code_all_the_same() {
    let mut console = Console::of(Known { me: None, ..boards::known(boards::closed()) });
    console.learn(|known| {
        known.link.connected = false;
        known.link.refused = Some(hall_wire::problem::NO_CERTIFICATE.problem());
    });
    console.must_say("ESTE PUESTO NO PUEDE ENTRAR");
    console.press(Key::F6);
    console.type_in("49381705");
    assert_eq!(console.press_armed(Key::Intro), [Press::Device(DeviceAct::Enrol("49381705".into()))]);
    // With nobody at the other end there is nobody to ask.
    let mut console = Console::of(Known { me: None, ..boards::known(boards::closed()) });
    console.learn(|known| known.link.connected = false);
    console.press(Key::F6);
    console.type_in("49381705");
    assert_eq!(console.press_armed(Key::Intro), []);
}

#[test]
fn a_device_that_was_revoked_can_bring_a_new_code_also_after_a_wrong_one() {
    let known = Known { me: None, enrolled: true, ..boards::known(boards::closed()) };
    let mut console = Console::of(known);
    assert!(!console.is_on("Alta del puesto"), "it has its key");
    console.refuse("puesto-sin-alta", "Este puesto no está dado de alta", "Pida un código.");
    console.press(Key::F6);
    console.type_in("49381706");
    console.press_armed(Key::Intro);
    console.refuse("codigo-incorrecto", "Código incorrecto", "Pida otro.");
    console.press(Key::Back);
    assert!(console.is_on("Alta del puesto"));
}

#[test]
fn a_console_that_is_the_hall_s_no_more_can_bring_a_code_a_locked_one_too() {
    use hall_wire::problem::{
        ANOTHER_HALL, CERTIFICATE_EXPIRED, DEVICE_REVOKED, FOREIGN_CERTIFICATE, LOG_IN_OVER,
    };
    for locked in [false, true] {
        let known = Known { enrolled: true, ..boards::known(boards::closed()) };
        let known = if locked { known } else { Known { me: None, ..known } };
        let mut console = Console::of(known);
        if locked {
            console.press(Key::F12);
        }
        for kind in [DEVICE_REVOKED, CERTIFICATE_EXPIRED, FOREIGN_CERTIFICATE, ANOTHER_HALL] {
            console.learn(|known| known.link.refused = Some(kind.problem()));
            assert!(console.is_on("Alta del puesto"), "{}, locked {locked}", kind.code);
        }
        console.press(Key::F6);
        console.must_say("Código del puesto");
        console.lawful();
        console.press(Key::Back);
        console.learn(|known| known.link.refused = Some(LOG_IN_OVER.problem()));
        assert!(!console.is_on("Alta del puesto"), "it has its key, locked {locked}");
    }
}

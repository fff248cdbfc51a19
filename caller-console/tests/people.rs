//! 22 · People: what is known of them, their PINs, who leaves and comes back; and a person's own PIN (ADR 68).

mod kit;

use std::collections::BTreeMap;
use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::device::{DeviceAct, DeviceNews};
use caller_console::keys::Key;
use caller_console::known::{Known, Member};
use caller_console::place::Over;
use caller_console::press::Press;
use hall_core::people::Role;
use hall_core::time::Date;
use hall_wire::board::InHall;
use hall_wire::message::{InspectionCode, LogInRow};
use hall_wire::pin::PinFault;
use kit::{Console, asked_one, boards};
use serde_json::json;

/// The manager at the tab of the people, with something known of each.
fn tab(of: impl Fn(u32, &mut Member)) -> Console {
    let known = boards::seated(boards::known(boards::idle()), 1);
    let mut people: BTreeMap<u32, Member> = (*known.people).clone();
    people.iter_mut().for_each(|(number, member)| of(*number, member));
    let mut console = Console::of(Known { people: Arc::new(people), ..known });
    console.type_in("3");
    console
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

/// Goes down to a person.
fn go_to(console: &mut Console, number: u32) {
    for _ in 1..number {
        console.raw(egui::Key::ArrowDown);
    }
}

fn type_pin(console: &mut Console, pin: &str) {
    console.type_in(pin);
    console.press_armed(Key::Intro);
}

#[test]
fn what_is_known_of_the_chosen_person_stands_beside_the_list() {
    let mut console = tab(|number, member| {
        if number == 2 {
            member.document = Some("12345678Z".into());
            member.card_until = Date::parse("2028-05-31");
            member.first_pin = true;
        }
    });
    go_to(&mut console, 2);
    console.lawful();
    for words in ["n.º 2 · usuario ramon", "Documento 12345678Z", "Carné profesional hasta 31-05-2028"] {
        console.must_say(words);
    }
    console.must_say("Aún no ha cambiado el PIN que se le dio");
}

#[test]
fn an_inspector_is_given_a_code_which_stands_there_until_he_has_come_in_or_its_time_is_over() {
    let mut console = tab(|_, _| ());
    go_to(&mut console, 9);
    console.must_say("CÓDIGO PARA P. SANZ");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(pressed, [Press::Device(DeviceAct::InspectorCode(9))]);
    let until_utc_ms = console.known().now_utc_ms + 600_000;
    let code = |person| {
        let (code, until) = ("49381705".into(), "21:05:30".into());
        DeviceNews::InspectorCode(InspectionCode { code, person, until_utc_ms, until })
    };
    console.told_of_device(&code(9));
    for words in ["Código para Pedro Sanz", "4938 1705", "hasta las 21:05:30", "acabada en /inspeccion"] {
        console.must_say(words);
    }
    console.must_say("el de antes deja de valer");
    console.lawful();
    // It is his alone, and of this log-in.
    console.raw(egui::Key::ArrowUp);
    assert!(!console.says("4938 1705"));
    console.raw(egui::Key::ArrowDown);
    console.must_say("4938 1705");
    console.learn(|known| known.now_utc_ms = until_utc_ms);
    assert!(!console.says("4938 1705"), "ten minutes");
    console.learn(|known| known.now_utc_ms = until_utc_ms - 1);
    let came_in = |since_utc_ms| {
        move |known: &mut Known| {
            let mut lists = (*known.lists).clone();
            lists.log_ins = vec![LogInRow { person: 9, device: "inspeccion".into(), since_utc_ms }];
            known.lists = Arc::new(lists);
        }
    };
    console.learn(came_in(until_utc_ms - 600_001));
    console.must_say("4938 1705");
    console.learn(came_in(until_utc_ms - 599_000));
    assert!(!console.says("4938 1705"), "it was used");
    // Nobody else has one, and who was dismissed has none.
    let mut console = tab(|number, member| member.left = number == 9);
    for number in 1..=9 {
        assert!(!console.says("CÓDIGO PARA"), "{number}");
        console.raw(egui::Key::ArrowDown);
    }
}

#[test]
fn a_card_is_warned_of_a_month_before_it_expires() {
    // Today is the 21st of November of 2026.
    for (until, row, about) in [
        ("2026-12-22", None, "Carné profesional hasta 22-12-2026"),
        ("2026-12-21", Some("carné: quedan 30 días"), "Carné profesional hasta 21-12-2026: quedan 30 días"),
        ("2026-11-22", Some("carné: queda 1 día"), "Carné profesional hasta 22-11-2026: queda 1 día"),
        ("2026-11-21", Some("el carné caduca hoy"), "Carné profesional: caduca hoy, 21-11-2026"),
        ("2026-11-20", Some("carné caducado"), "Carné profesional caducado el 20-11-2026"),
    ] {
        let mut console = tab(|number, member| {
            member.card_until = Date::parse(until).filter(|_| number == 1);
        });
        console.lawful();
        console.must_say(about);
        row.into_iter().for_each(|row| console.must_say(row));
        console.type_in("1");
        let today = console.says("carné de M. Ortega");
        assert_eq!(today, row.is_some(), "{until}");
    }
}

#[test]
fn a_form_begins_with_what_is_known_and_says_all_of_it_again() {
    let mut console = tab(|number, member| {
        if number == 5 {
            member.document = Some("12345678Z".into());
            // He stands in for the jefe de mesa tonight, and keeps nothing of it.
            member.roles.push(Role::JefeDeMesa);
        }
    });
    go_to(&mut console, 5);
    console.press(Key::F6);
    console.lawful();
    console.must_say("Blas Gil");
    for _ in 0..3 {
        console.press_armed(Key::Intro);
    }
    assert_eq!(missing(&mut console), "no ha cambiado nada");
    // Cashier he is; now also jefe de mesa.
    console.type_in("2");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    let body = json!({"person": 5, "name": "Blas Gil", "document": "12345678Z", "roles": ["jefe_de_mesa", "cajero"]});
    assert_eq!(asked_one(&pressed), [("change-person", body)]);
    console.grant();
    console.must_say("De servicio");
}

#[test]
fn a_new_pin_is_typed_twice_and_none_that_is_tried_first() {
    let mut console = tab(|_, _| ());
    go_to(&mut console, 5);
    console.press(Key::F7);
    console.lawful();
    type_pin(&mut console, "123456");
    assert_eq!(missing(&mut console), "no cifras seguidas: ése es fácil");
    console.raw(egui::Key::ArrowUp);
    for _ in 0..6 {
        console.raw(egui::Key::Backspace);
    }
    type_pin(&mut console, "864213");
    console.type_in("864213");
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("reset-pin", json!({"person": 5, "pin": "864213"}))]);
    // One's own is changed with the present one.
    let mut console = tab(|_, _| ());
    assert!(console.press(Key::F7).is_empty());
    console.must_say("el suyo: F1 y +");
}

#[test]
fn who_is_dismissed_is_taken_back_with_the_same_key() {
    let mut console = tab(|number, member| {
        if number == 6 {
            (member.left, member.roles) = (true, Vec::new());
        }
    });
    go_to(&mut console, 5);
    console.press(Key::F8);
    console.lawful();
    assert_eq!(missing(&mut console), "falta el motivo");
    console.type_in("Fin de contrato");
    let pressed = console.press_armed(Key::Intro);
    let body = json!({"person": 5, "reason": "Fin de contrato"});
    assert_eq!(asked_one(&pressed), [("dismiss-person", body)]);
    console.grant();
    console.raw(egui::Key::ArrowDown);
    console.lawful();
    console.must_say("Readmitir");
    assert!(console.press(Key::F6).is_empty(), "there is nothing to change");
    console.press(Key::F8);
    type_pin(&mut console, "864213");
    console.type_in("864213");
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("take-back-person", json!({"person": 6, "pin": "864213"}))]);
}

#[test]
fn the_jefe_de_sala_sees_who_is_logged_in_where_and_ends_it_with_a_key() {
    let known = boards::seated(boards::known(boards::idle()), 1);
    let mut lists = (*known.lists).clone();
    let row = |person, device: &str| LogInRow {
        person,
        device: device.into(),
        since_utc_ms: boards::NOW - 3_600_000,
    };
    lists.log_ins = vec![row(1, &known.device), row(5, "caja-1"), row(5, "caja-2")];
    let known = Known { lists: Arc::new(lists), ..known };
    let at_people = || {
        let mut console = Console::of(known.clone());
        console.type_in("3");
        console.lawful();
        console
    };
    let mut console = at_people();
    console.press(Key::F8);
    console.lawful();
    assert!(console.press(Key::F7).is_empty(), "one's own log-in here is ended by going out");
    console.must_say("no está en otro puesto");
    let mut console = at_people();
    go_to(&mut console, 5);
    console.lawful();
    console.must_say("Está en caja-1 desde las");
    console.must_say("Está en caja-2 desde las");
    console.press(Key::F8);
    console.lawful();
    console.slow_desk();
    let pressed = console.press(Key::F7);
    let end = |device: &str| ("end-log-in", json!({"person": 5, "device": device}));
    assert_eq!(asked_one(&pressed), [end("caja-1"), end("caja-2")]);
    console.grant();
    console.must_say("ya no está en ningún puesto");
}

#[test]
fn a_log_in_that_ended_asks_for_the_pin_and_loses_nothing_that_was_typed() {
    let mut console = tab(|_, _| ());
    console.press(Key::F5);
    console.type_in("nadia");
    let why = "Su entrada ha durado doce horas, que es lo más que dura. Entre otra vez con su PIN.";
    console.log_in_is_over(why);
    console.must_say("SU ENTRADA HA TERMINADO.");
    console.must_say(why);
    console.must_say("Teclee su PIN");
    console.comes_in(1);
    console.must_say("nadia");
    // Another person finds nothing of it.
    console.log_in_is_over(why);
    console.comes_in(5);
    assert!(!console.says("nadia"));
}

#[test]
fn a_pin_of_before_that_breaks_a_rule_opens_and_its_page_can_be_left() {
    let mut console = tab(|_, _| ());
    console.advises_own_pin(PinFault::Day);
    console.lawful();
    console.must_say("SU PIN ES FÁCIL DE ADIVINAR.");
    console.must_say("ése es una fecha");
    assert_eq!(console.press(Key::Back), [Press::Close]);
}

/// Somebody who came in with a PIN that another chose.
fn newcomer() -> Console {
    let mut known = boards::seated(boards::known(boards::idle()), 5);
    known.me.as_mut().expect("somebody").first_pin = true;
    Console::of(known)
}

#[test]
fn a_first_pin_opens_nothing_but_its_own_change() {
    let mut console = newcomer();
    console.lawful();
    console.must_say("Antes de nada, ponga un PIN suyo");
    for key in [Key::F2, Key::F4, Key::DeskAfter, Key::Back] {
        console.press(key);
        console.must_say("Su PIN");
        console.must_say("lo conoce otra persona");
    }
    type_pin(&mut console, "246813");
    type_pin(&mut console, "246813");
    assert_eq!(missing(&mut console), "el PIN nuevo es el de ahora");
    for _ in 0..6 {
        console.raw(egui::Key::Backspace);
    }
    type_pin(&mut console, "975312");
    console.type_in("975313");
    assert_eq!(missing(&mut console), "los dos PIN no son iguales");
    console.raw(egui::Key::Backspace);
    console.type_in("2");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("change-pin", json!({"old": "246813", "pin": "975312"}))]);
    console.refuse("pin-incorrecto", "Usuario o PIN incorrecto", "Compruebe el PIN y repita.");
    assert_eq!(missing(&mut console), "falta el PIN de ahora", "what was typed is forgotten");
    type_pin(&mut console, "246813");
    type_pin(&mut console, "975312");
    console.type_in("975312");
    console.slow_desk();
    console.press_armed(Key::Intro);
    console.grant();
    assert!(!console.says("lo conoce otra persona"));
    console.must_say("PIN cambiado");
}

#[test]
fn ones_own_pin_is_a_page_behind_the_help() {
    let known = boards::seated(boards::known(boards::idle()), 5);
    let mut console = Console::of(known);
    assert_eq!(console.press(Key::F1), [Press::Help]);
    console.lawful();
    assert_eq!(console.press(Key::More), [Press::Open(Over::OwnPin)]);
    console.lawful();
    console.must_say("Teclee el PIN de ahora y el nuevo");
    assert_eq!(console.press(Key::Back), [Press::Close]);
}

/// From the first screen of the jefe de sala to a seller who can be given a block: ten keys beside user, name and PIN.
#[test]
fn a_new_seller_takes_ten_keys() {
    let known = boards::seated(boards::known(boards::idle()), 1);
    let mut console = Console::of(known);
    let mut keys = 0;
    let mut key = |console: &mut Console, key: Key| {
        keys += 1;
        console.press_armed(key)
    };
    console.type_in("3");
    key(&mut console, Key::F5);
    for words in ["nadia", "Nadia Rey Cano", "864213", "864213"] {
        console.type_in(words);
        key(&mut console, Key::Intro);
    }
    // Neither document nor card: they can be noted later.
    key(&mut console, Key::Intro);
    key(&mut console, Key::Intro);
    console.type_in("4");
    let pressed = key(&mut console, Key::Intro);
    let body =
        json!({"user": "nadia", "name": "Nadia Rey Cano", "pin": "864213", "roles": ["vendedor_locutor"]});
    assert_eq!(asked_one(&pressed), [("add-person", body)]);
    // With the digits of the tab and of the role.
    assert_eq!(keys + 2, 10);
}

#[test]
fn intro_notes_who_comes_and_who_goes_and_the_list_says_since_when() {
    let mut board = boards::idle();
    board.in_hall = vec![
        InHall { person: 1, since_utc_ms: None },
        InHall { person: 3, since_utc_ms: Some(boards::NOW - 3_600_000) },
    ];
    let mut console = Console::of(boards::seated(boards::known(board), 1));
    console.type_in("3");
    console.lawful();
    console.must_say("En la sala: responde de la sesión");
    // The second row comes.
    go_to(&mut console, 2);
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("begin-shift", json!({"person": 2}))]);
    // The third is there, and goes.
    console.raw(egui::Key::ArrowDown);
    console.must_say("En la sala desde las");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("end-shift", json!({"person": 3}))]);
}

#[test]
fn who_left_the_staff_has_no_shift_and_who_inspects_has_a_code_instead() {
    let mut console = tab(|number, member| {
        member.left = number == 1;
        if number == 2 {
            member.roles = vec![Role::Inspector];
        }
    });
    assert!(matches!(console.bar().next, Next::Wait(_)), "{:?}", console.bar().next);
    console.raw(egui::Key::ArrowDown);
    let Next::Do(code) = console.bar().next else { panic!("{:?}", console.bar().next) };
    assert_eq!(code.press, Press::Device(DeviceAct::InspectorCode(2)));
    console.raw(egui::Key::ArrowDown);
    assert!(matches!(console.bar().next, Next::Do(_)), "the third may come");
}

//! Sessions are taken away: which, with which personal data, and what came of it (DECISIONS 44, ADR 53).

mod kit;

use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use hall_wire::board::{Exports, MesaBoard};
use hall_wire::message::{Exporting, HallLists, SessionRow};
use kit::{Console, asked_one, boards};
use serde_json::json;

/// The jefe de sala, four sessions, and what the server says of an export.
fn known(exports: Exports) -> Known {
    let of = |session: u32| SessionRow {
        session,
        date: format!("2026-11-{}", 17 + session),
        opened_at_utc_ms: boards::NOW - 6 * 3_600_000,
        closed_at_utc_ms: (session < 4).then_some(boards::NOW),
        acta: session < 4,
        copies: 0,
    };
    let lists = HallLists { sessions: (1..=4).rev().map(of).collect(), ..boards::lists() };
    let known = boards::known(MesaBoard { exports, ..boards::idle() });
    Known { lists: Arc::new(lists), ..boards::seated(known, 1) }
}

fn page(exports: Exports) -> Console {
    Console::over(known(exports), Over::Export)
}

fn asked(pressed: &[Press]) -> serde_json::Value {
    let [(name, body)] = &asked_one(pressed)[..] else { panic!("{pressed:?}") };
    assert_eq!(*name, "make-export");
    body.clone()
}

#[test]
fn it_is_opened_from_the_actas_by_the_sala_and_the_inspection_alone() {
    for (person, may) in [(1, true), (2, false), (3, false), (5, false), (9, true)] {
        let known = boards::seated(boards::known(boards::idle()), person);
        let mut console = Console::over(known, Over::Look(Look::Acta));
        assert_eq!(console.bar().button(Key::F8).is_some(), may, "person {person}");
        if may {
            console.press(Key::F8);
            assert_eq!(console.lies_over(), Some(Over::Export));
        }
    }
}

/// The hall is played meanwhile. At the sala the keys of a draw are those of the draw.
#[test]
fn the_inspection_opens_it_in_a_draw_too() {
    for (person, may) in [(1, false), (9, true)] {
        let known = boards::seated(boards::known(boards::ball_on_table(20)), person);
        let mut console = Console::over(known, Over::Look(Look::Acta));
        assert_eq!(console.bar().button(Key::F8).is_some(), may, "person {person}");
        console.lawful();
    }
}

#[test]
fn the_session_that_is_open_goes_without_personal_data_unless_somebody_chooses() {
    let mut console = page(Exports::default());
    console.lawful();
    console.must_say("Sesión 4 · 21-11-2026 · abierta");
    console.must_say("Las personas van como número y función.");
    console.must_say("Ponga un lápiz USB en el ordenador del servidor");
    let without = json!({"first": 4, "last": 4, "names": false, "documents": false, "signatures": false});
    assert_eq!(asked(&console.press_armed(Key::Intro)), without);
}

#[test]
fn several_sessions_and_each_kind_of_personal_data_are_chosen_and_said() {
    let mut console = page(Exports::default());
    console.raw(egui::Key::ArrowDown);
    console.press(Key::F5);
    console.raw(egui::Key::ArrowDown);
    console.press_char('2');
    console.must_say("Saldrán de la sala datos personales.");
    console.must_say("Sesiones 2 a 3, con nombres y documentos de reclamantes");
    // By a key too many nothing goes: it is held.
    assert!(console.press_armed(Key::Intro).is_empty());
    let held = console.hold(Key::Intro, 1.2);
    let with = json!({"first": 2, "last": 3, "names": false, "documents": true, "signatures": false});
    assert_eq!(asked(&held), with);
    // The next one begins without.
    console.grant();
    console.must_say("Sesiones 2 a 3, sin datos personales");
    console.press(Key::F5);
    console.must_say("Sesión 2, sin datos personales");
}

#[test]
fn it_says_how_far_it_is_where_it_is_and_why_there_is_none() {
    let mut console = page(Exports { no: 7, under_way: Some([4, 4]), ..Exports::default() });
    console.must_say("Buscando el lápiz…");
    console.must_say("Se está exportando la sesión 4.");
    assert!(console.press_armed(Key::Intro).is_empty(), "one at a time");
    console.learn(|known| {
        let exporting = Some(Exporting { words: "Escribiendo el registro".into(), part: 40 });
        known.lists = Arc::new(HallLists { exporting, ..(*known.lists).clone() });
    });
    console.must_say("Escribiendo el registro…");
    let made = page(Exports { no: 7, place: Some("/media/sala/LLAVE/x".into()), ..Exports::default() });
    made.must_say("Exportación 7: ya puede quitar el lápiz");
    made.must_say("/media/sala/LLAVE/x");
    let failed = Some("El lápiz está lleno. Deje sitio en él, o ponga otro, y repita.".into());
    let failed = page(Exports { no: 8, failed, ..Exports::default() });
    failed.must_say("Exportación 8: no se ha hecho");
    failed.must_say("El lápiz está lleno.");
}

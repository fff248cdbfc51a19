//! Books of actas, and copies of an acta: the jefe de sala's second tab.

mod kit;

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::papers::Way;
use caller_console::press::{Paper, Press};
use hall_wire::message::SessionRow;
use kit::{Console, asked_one, boards};
use serde_json::json;

fn manager() -> Known {
    boards::seated(boards::known(boards::idle()), 1)
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

/// A reprint is a COPIA (37.1, ADR 54): of the chosen session, and then the first of the papers that go out.
#[test]
fn an_acta_is_copied_and_its_copy_is_what_goes_out() {
    let with_copies = |copies: u32| {
        let mut known = manager();
        let mut lists = (*known.lists).clone();
        let row = SessionRow {
            session: 3,
            date: "2026-11-20".to_string(),
            opened_at_utc_ms: boards::NOW - 90_000_000,
            closed_at_utc_ms: Some(boards::NOW - 70_000_000),
            acta: true,
            copies,
        };
        lists.sessions.push(row);
        known.lists = Arc::new(lists);
        known
    };
    let mut console = Console::of(with_copies(0));
    console.type_in("2");
    console.press(Key::F7);
    assert_eq!(missing(&mut console), "falta la sesión", "today's has no acta yet");
    console.press(Key::Back);
    console.raw(egui::Key::ArrowDown);
    console.press(Key::F7);
    assert_eq!(missing(&mut console), "falta para quién o por qué");
    console.lawful();
    console.type_in("La pide la Delegación");
    console.must_say("SACAR UNA COPIA DEL ACTA 3");
    console.lawful();
    let body = json!({ "session": 3, "reason": "La pide la Delegación" });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("copy-acta", body)]);
    console.grant();
    let mut console = Console::of(with_copies(2));
    console.type_in("2");
    console.raw(egui::Key::ArrowDown);
    let presses = console.press(Key::Usb);
    let copy = Paper::new(
        "/api/sessions/3/copies/2/acta.pdf",
        "acta-3-copia-2.pdf",
        "COPIA n.º 2 del acta de la sesión 3",
    );
    assert!(
        matches!(&presses[..], [Press::Out(Way::Usb, papers)] if papers[0] == copy && papers.len() == 2),
        "{presses:?}"
    );
}

#[test]
fn a_book_of_actas_is_opened_and_closed() {
    let mut console = Console::of(manager());
    console.type_in("2");
    console.press(Key::F5);
    for typed in ["12/2026", "2/11/26x", "Delegación del Gobierno en Ceuta", "", "41"] {
        console.type_in(typed);
        console.press_armed(Key::Intro);
    }
    console.type_in("200");
    assert_eq!(missing(&mut console), "el día se escribe como 2/11/2026");
    for _ in 0..4 {
        console.raw(egui::Key::ArrowUp);
    }
    for _ in 0..3 {
        console.raw(egui::Key::Backspace);
    }
    console.type_in("2026");
    for _ in 0..4 {
        console.press_armed(Key::Intro);
    }
    console.must_say("folios 41 a 200");
    console.lawful();
    let body = json!({
        "book": "12/2026", "authority": "Delegación del Gobierno en Ceuta", "date": "2026-11-02", "first": 41,
        "last": 200,
    });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("open-book", body)]);
    console.grant();
    console.press(Key::F5);
    console.press(Key::F6);
    console.type_in("12/2026");
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "falta el motivo");
    console.type_in("Mojado");
    console.must_say("CERRAR EL LIBRO 12/2026");
    console.lawful();
}

/// Books by face value, where they are authorised (37.7).
#[test]
fn a_book_may_be_kept_for_cards_of_one_price() {
    let mut console = Console::of(manager());
    console.type_in("2");
    console.press(Key::F5);
    for typed in ["3/2026", "2/11/2026", "Delegación del Gobierno en Ceuta", "3,00", "1"] {
        console.type_in(typed);
        console.press_armed(Key::Intro);
    }
    console.type_in("200");
    console.must_say("folios 1 a 200, de cartones de 3,00 €");
    console.lawful();
    let body = json!({
        "book": "3/2026", "authority": "Delegación del Gobierno en Ceuta", "date": "2026-11-02", "first": 1,
        "last": 200, "face_value_cents": 300,
    });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("open-book", body)]);
}

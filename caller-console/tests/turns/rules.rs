//! A value of the hall is changed: chosen, typed, its reason, a second person (DECISIONS 39, ADR 73).

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::place::{Over, Turn};
use caller_console::profile_file::{Profile, ProfileFile};
use serde_json::json;

use crate::kit::{Console, asked, asked_one, boards};
use crate::{next, second, sign};

/// The jefe de sala at the form, with no session.
fn form() -> Console {
    Console::over(boards::seated(boards::known(boards::closed()), 1), Over::Turn(Turn::Rules))
}

/// Chooses the option of this place in the list.
fn choose(console: &mut Console, place: char) {
    console.type_in(&place.to_string());
    next(console);
}

/// Gives the first reason, has the second person sign, and holds Intro. Returns what was asked.
fn agree(console: &mut Console) -> Vec<(&'static str, serde_json::Value)> {
    choose(console, '1');
    sign(console, "2");
    let pressed = console.hold(Key::Intro, 2.0);
    let orders = asked(&pressed);
    assert_eq!(orders.len(), 1, "{pressed:?}");
    assert_eq!(orders[0].second, second("2"));
    asked_one(&pressed)
}

#[test]
fn a_number_is_typed_and_both_people_say_the_same() {
    let mut console = form();
    console.lawful();
    console.must_say("Los premios");
    // The third part, and its one value.
    choose(&mut console, '3');
    console.must_say("Segundos de la pregunta: 5");
    console.lawful();
    choose(&mut console, '1');
    // The value it has is none that it becomes.
    console.type_in("5");
    assert!(matches!(console.bar().next, Next::Missing { ref what, .. } if what == "es el que ya tiene"));
    console.raw(egui::Key::Backspace);
    console.type_in("8");
    console.lawful();
    next(&mut console);
    let value = json!({"name": "question_min_secs", "value": "8"});
    let mut asks = value.clone();
    asks["reason"] = json!("Lo dice el permiso de la sala");
    assert_eq!(agree(&mut console), [("ask-rules", asks), ("adopt-rules", value)]);
}

#[test]
fn a_choice_is_offered_in_words_without_the_one_that_is() {
    let mut console = form();
    choose(&mut console, '1');
    console.must_say("Redondeo de premios: a la baja, a 0,01 €");
    assert!(!console.says("Reparto"), "what has one choice is not offered");
    assert!(!console.says("Premio de línea"), "nor what the law says");
    choose(&mut console, '1');
    console.must_say("al más próximo, a 0,05 €");
    console.lawful();
    choose(&mut console, '1');
    let asked = agree(&mut console);
    assert_eq!(asked[1].1["value"], json!("\"half_up\", unit = \"0.05\""));
}

#[test]
fn prices_are_typed_as_people_write_them() {
    let mut console = form();
    choose(&mut console, '2');
    console.must_say("Precios del cartón: cualquiera");
    choose(&mut console, '1');
    console.type_in("2 3,50");
    next(&mut console);
    let asked = agree(&mut console);
    assert_eq!(asked[1].1["value"], json!("[\"2\", \"3.50\"]"));
}

/// A file of the desk's folder; `None` is one that is no regulation.
fn file(name: &str, text: Option<&str>) -> ProfileFile {
    ProfileFile {
        path: format!("/media/STICK/{name}").into(),
        place: "STICK".into(),
        profile: text.map(|text| Profile::of(text.to_owned()).expect("a profile")),
    }
}

#[test]
fn a_whole_regulation_comes_from_a_file() {
    let text = include_str!("../../../profiles/estatal-2002.toml");
    let mut console = form();
    choose(&mut console, '5');
    console.must_say("Buscando…");
    console.lawful();
    console.learn(|known| known.intake.profiles = Some(Vec::new()));
    console.must_say("Meta el lápiz USB con el fichero");
    console.lawful();
    let files = vec![file("notas.toml", None), file("estatal.toml", Some(text))];
    console.learn(|known| known.intake.profiles = Some(files.clone()));
    console.type_in("1");
    assert!(matches!(console.bar().next, Next::Missing { ref what, .. } if what == "no es un reglamento"));
    console.lawful();
    console.type_in("2");
    console.must_say("Reglamento del Juego del Bingo (Orden de 9-1-1979)");
    console.must_say("01-10-2002");
    console.lawful();
    next(&mut console);
    let value = json!({"profile": text});
    let mut asks = value.clone();
    asks["reason"] = json!("Lo dice el permiso de la sala");
    // The stick is pulled out: nothing is adopted from memory.
    console.learn(|known| known.intake.profiles = Some(Vec::new()));
    console.must_say("Fichero del reglamento");
    console.learn(|known| known.intake.profiles = Some(files));
    assert_eq!(agree(&mut console), [("ask-rules", asks), ("adopt-rules", value)]);
}

#[test]
fn in_a_session_nothing_is_changed_and_it_says_so() {
    let over = Over::Turn(Turn::Rules);
    let mut console = Console::over(boards::seated(boards::known(boards::idle()), 1), over);
    console.must_say("La sesión abierta se juega con el reglamento con que empezó");
    assert!(matches!(console.bar().next, Next::Missing { .. }));
    // Who may not propose waits for who may.
    let mut console = Console::over(boards::seated(boards::known(boards::closed()), 2), over);
    assert!(matches!(console.bar().next, Next::Wait(_)));
    // The way there, while no session is open.
    let mut console = Console::of(boards::seated(boards::known(boards::closed()), 1));
    console.lawful();
    console.press(Key::F6);
    assert_eq!(console.lies_over(), Some(over));
}

//! The matrices of the jefe de sala: made, looked at, retired.

mod kit;

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use hall_wire::message::MatrixRow;
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

/// The tab of the series, with these matrices.
fn tab(matrices: Vec<MatrixRow>) -> Console {
    let mut known = boards::seated(boards::known(boards::idle()), 1);
    let mut lists = (*known.lists).clone();
    lists.matrices.extend(matrices);
    known.lists = Arc::new(lists);
    let mut console = Console::of(known);
    console.type_in("4");
    console
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

fn sub(console: &mut Console) -> String {
    match console.bar().next {
        Next::Do(act) => act.sub,
        other @ (Next::Missing { .. } | Next::Wait(_)) => panic!("nothing to do: {other:?}"),
    }
}

#[test]
fn a_matrix_is_of_single_cards_without_equal_rows_unless_somebody_says_otherwise() {
    let mut console = tab(vec![]);
    console.press(Key::F6);
    console.type_in("1800");
    console.press_armed(Key::Intro);
    console.lawful();
    // Nothing was added to the chance: Intro goes on.
    console.press_armed(Key::Intro);
    assert_eq!(console.next(), "HACER MATRIZ DE 1.800");
    assert_eq!(sub(&mut console), "sueltos · sin filas iguales");
    console.lawful();
    let body = json!({ "size": 1800, "kind": "single", "clean": true });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("make-matrix", body)]);
}

#[test]
fn strips_and_added_chance_are_asked_for_with_digits_and_words() {
    let mut console = tab(vec![]);
    console.press(Key::F6);
    console.type_in("1998");
    console.press_armed(Key::Intro);
    console.type_in("Dados: 4 1 6, ONCE 48.213");
    console.press_armed(Key::Intro);
    console.type_in("23");
    console.lawful();
    assert_eq!(sub(&mut console), "tiras de seis · con azar añadido");
    let body = json!({ "size": 1998, "kind": "strip", "clean": false, "mixed": "Dados: 4 1 6, ONCE 48.213" });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("make-matrix", body)]);
    console.type_in("1");
    assert_eq!(sub(&mut console), "sueltos · con azar añadido", "cards are single or in strips, never both");
}

#[test]
fn what_no_matrix_can_be_is_said_before_it_is_asked_for() {
    let rows = [
        ("0", "1", "una matriz tiene de 1 a 1.000.000 cartones"),
        ("1000001", "1", "una matriz tiene de 1 a 1.000.000 cartones"),
        ("2000", "2", "tiras enteras de seis: 1.998 o 2.004"),
        ("5", "2", "una tira son seis cartones"),
        ("600006", "2", "en tiras sin filas iguales, 600.000 como mucho"),
    ];
    for (size, kind, why) in rows {
        let mut console = tab(vec![]);
        console.press(Key::F6);
        console.type_in(size);
        console.press_armed(Key::Intro);
        console.press_armed(Key::Intro);
        console.type_in(kind);
        assert_eq!(missing(&mut console), why, "{size}");
        console.lawful();
        assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "{size}");
    }
}

#[test]
fn a_matrix_is_retired_by_holding_the_key_after_what_it_means_was_said() {
    let mut console = tab(vec![]);
    console.press(Key::F7);
    console.must_say("dejan de venderse e imprimirse para siempre y la clave se publica");
    assert_eq!(missing(&mut console), "falta el motivo");
    console.type_in("Cartones gastados, destruidos ante testigos");
    console.lawful();
    assert_eq!(console.next(), "RETIRAR LA MATRIZ 1", "the one of the chosen series");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "a press retires nothing");
    console.wait(2.0);
    let body = json!({ "matrix": 1, "reason": "Cartones gastados, destruidos ante testigos" });
    assert_eq!(asked_one(&console.hold(Key::Intro, 2.3)), [("retire-matrix", body)]);
}

#[test]
fn what_is_known_of_a_matrix_stands_beside_it_and_the_key_once_it_is_retired() {
    let mut console = tab(vec![boards::retired(2, "Cartones gastados")]);
    let hash = boards::hashes().faces_sha256;
    console.must_say(&hash);
    console.must_say("por M. Ortega");
    console.must_say("La clave es secreta mientras la matriz está en uso");
    assert!(!console.says("card-printer matrix"));
    // Two series, then the matrices, the last made first.
    console.raw(egui::Key::ArrowDown);
    console.raw(egui::Key::ArrowDown);
    console.must_say("Azar añadido: Dados: 4 1 6 2 2 5");
    console.must_say("Retirada el");
    console.must_say(
        "card-printer matrix --key 000102030405060708090a0b0c0d0e0f --number 2 --kind strip --clean \
         --size 1800 --csv cartones.csv",
    );
    console.lawful();
    console.press(Key::F7);
    assert_eq!(missing(&mut console), "la matriz 2 ya está retirada");
}

/// The tab of the series, where a draw is awaited or required.
fn with_draws(awaited: bool, required: bool) -> Console {
    let mut known = boards::seated(boards::known(boards::idle()), 1);
    let mut lists = (*known.lists).clone();
    lists.key_draw = awaited.then(|| boards::key_draw(2));
    lists.key_draws_required = required;
    known.lists = Arc::new(lists);
    let mut console = Console::of(known);
    console.type_in("4");
    console
}

#[test]
fn a_draw_is_announced_with_its_cards_its_day_and_its_name() {
    let mut console = tab(vec![]);
    console.press(Key::F6);
    console.press(Key::F7);
    console.must_say("Así nadie puede hacer matrices hasta dar con una");
    console.lawful();
    console.type_in("1800");
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "falta el día del sorteo");
    console.type_in("28/11/2026");
    console.press_armed(Key::Intro);
    console.type_in("Sorteo de la ONCE, las cinco cifras");
    console.press_armed(Key::Intro);
    assert_eq!(console.next(), "ANUNCIAR EL SORTEO DEL 28-11-2026");
    assert_eq!(sub(&mut console), "1.800 · sueltos · sin filas iguales");
    console.lawful();
    let body = json!({
        "size": 1800, "kind": "single", "clean": true, "draw": "Sorteo de la ONCE, las cinco cifras", "date": "2026-11-28"
    });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("announce-key-draw", body)]);
}

#[test]
fn while_a_draw_is_awaited_its_result_is_typed_in_or_it_is_given_up() {
    let mut console = with_draws(true, false);
    console.must_say("para la matriz 2");
    console.press(Key::F6);
    console.lawful();
    console.type_in("07324");
    console.press_armed(Key::Intro);
    assert_eq!(console.next(), "MATRIZ 2 CON «07324»");
    console.lawful();
    console.wait(2.0);
    let body = json!({ "matrix": 2, "outcome": "07324" });
    assert_eq!(asked_one(&console.hold(Key::Intro, 2.3)), [("take-key-draw", body)]);

    let mut console = with_draws(true, false);
    console.press(Key::F6);
    console.press_armed(Key::Intro);
    console.type_in("Se aplazó sin fecha");
    assert_eq!(console.next(), "DEJAR SIN EFECTO EL SORTEO DE LA MATRIZ 2");
    console.wait(2.0);
    let body = json!({ "matrix": 2, "reason": "Se aplazó sin fecha" });
    assert_eq!(asked_one(&console.hold(Key::Intro, 2.3)), [("give-up-key-draw", body)]);
}

#[test]
fn a_hall_binds_itself_to_announced_draws_and_then_makes_no_other_matrix() {
    let mut console = tab(vec![]);
    console.press(Key::F6);
    console.press(Key::F8);
    console.type_in("A petición de los jugadores");
    assert_eq!(console.next(), "EXIGIR SORTEO ANUNCIADO");
    console.lawful();
    console.wait(2.0);
    let body = json!({ "required": true, "reason": "A petición de los jugadores" });
    assert_eq!(asked_one(&console.hold(Key::Intro, 2.3)), [("require-key-draws", body)]);

    let mut console = with_draws(false, true);
    assert!(!console.says("Hacer matriz"));
    console.press(Key::F6);
    console.press(Key::F8);
    console.type_in("Cartones de la FNMT desde enero");
    assert_eq!(console.next(), "DEJAR DE EXIGIR SORTEO");
}

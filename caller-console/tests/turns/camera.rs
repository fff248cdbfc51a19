//! The camera of the ball exit gives no picture before the draw: two people have it begin all the same (DECISIONS 43).

use caller_console::keys::Key;
use caller_console::known::{Desk, Known};
use caller_console::place::{Over, Turn};
use caller_console::press::Press;
use hall_core::words::Lang;
use hall_wire::board::{CameraNow, CameraPost, ExitUnseen, MesaBoard, Sight};
use serde_json::json;

use super::{asked, asked_one, boards, next, second, sign};
use crate::kit::Console;

/// Totals while the exit's camera is so.
fn totals(sight: Sight, may_be_waived: bool, asked_by: Option<u32>) -> MesaBoard {
    let mut board = boards::totals();
    board.cameras = vec![CameraNow { camera: CameraPost::Exit, sight, since_utc_ms: boards::NOW - 9_000 }];
    board.exit_unseen = Some(ExitUnseen { sight, may_be_waived, asked_by });
    board
}

#[test]
fn the_order_to_draw_gives_way_to_two_people_and_comes_back_with_the_picture() {
    let known = boards::known(totals(Sight::Covered, true, None));
    let mut console = Console::of(known.clone());
    console.must_say("La cámara de la salida de bolas está tapada.");
    console.must_say("CÁMARA TAPADA");
    console.lawful();
    let over = Over::Turn(Turn::WithoutCamera);
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(over)], "no ball is drawn by this");
    console.speak(Lang::En);
    console.lawful();

    let mut console = Console::over(known, over);
    console.lawful();
    sign(&mut console, "1");
    let pressed = console.press_armed(Key::Intro);
    let body = json!({"game": 37});
    assert_eq!(asked_one(&pressed), [("ask-without-camera", body.clone()), ("confirm-without-camera", body)]);
    assert_eq!(asked(&pressed)[0].second, second("1"));

    // The picture is back while the form is still open.
    console.show(boards::known(boards::totals()), Some(over));
    console.must_say("La cámara ya da imagen");
    assert!(console.press_armed(Key::Intro).is_empty());
    console.lawful();
    let mut console = Console::of(boards::known(boards::totals()));
    console.wait(6.0);
    assert_eq!(asked_one(&console.press(Key::Intro)), [("start-draw", json!({"game": 37}))]);
}

#[test]
fn what_one_person_asked_for_another_confirms_alone() {
    let board = totals(Sight::Lost, true, Some(2));
    let known = Known { desk: Desk::Mesa, ..boards::seated(boards::known(board.clone()), 1) };
    let mut console = Console::over(known, Over::Turn(Turn::WithoutCamera));
    console.must_say("R. Ortega lo ha pedido");
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("confirm-without-camera", json!({"game": 37}))]);
    assert_eq!(asked(&pressed)[0].second, None);

    // At the desk of the sala it is among what waits.
    let known = Known { desk: Desk::Sala, ..boards::seated(boards::known(board), 1) };
    let mut console = Console::of(known);
    console.must_say("R. Ortega pide empezar la partida 37 sin cámara");
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("confirm-without-camera", json!({"game": 37}))]);
    console.lawful();
}

#[test]
fn where_the_profile_wants_the_picture_nobody_is_offered_to_go_without() {
    let mut console = Console::of(boards::known(totals(Sight::Frozen, false, None)));
    console.must_say("En esta sala no se extrae sin ella");
    assert!(console.press_armed(Key::Intro).is_empty());
    console.lawful();
    console.speak(Lang::En);
    console.lawful();
}

#[test]
fn a_second_person_who_hurries_is_not_taken_for_the_first() {
    let mut console =
        Console::over(boards::known(totals(Sight::Black, true, None)), Over::Turn(Turn::WithoutCamera));
    console.type_in("2");
    console.must_say("otra persona");
    assert!(console.press_armed(Key::Intro).is_empty());
    console.raw(egui::Key::Backspace);
    console.type_in("1");
    next(&mut console);
    console.lawful();
}

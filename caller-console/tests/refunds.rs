//! Refunds at the cashier's desk where several games are void (DECISIONS 17).

mod kit;

use caller_console::keys::Key;
use hall_wire::board::{MesaBoard, ToRefund};
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

fn at(board: MesaBoard) -> Console {
    Console::of(boards::seated(boards::known(board), 5))
}

/// The same number in two void games, at two prices: nobody is paid the wrong one for a habit of the hand.
#[test]
fn a_number_that_two_void_games_have_is_asked_about() {
    let mut board = boards::idle();
    let dear = ToRefund { face_value_cents: 300, ..boards::to_refund(12, 1, 20, &[(10, 20)]) };
    board.to_refund = vec![boards::to_refund(11, 1, 20, &[(10, 20)]), dear];
    let mut console = at(board);
    console.press(Key::More);
    console.type_in("15");
    console.must_say("¿De qué partida es el 15?");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.lawful();
    console.raw(egui::Key::ArrowDown);
    let body = json!({ "game": 11, "series": "A17", "first": 15, "last": 15 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("refund-cards", body)]);
    // One that came back of the chosen game is told, and not paid of the other.
    console.grant();
    console.type_in("5");
    console.must_say("ya se devolvió");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
}

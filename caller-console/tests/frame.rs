//! The frame round every view: the log-in, the lock, the end of the link, a refusal.

mod kit;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::press::Press;
use kit::{Console, boards};

fn nobody() -> Known {
    Known { me: None, ..boards::known(boards::closed()) }
}

#[test]
fn a_person_comes_in_with_number_and_pin() {
    let mut console = Console::of(nobody());
    console.lawful();
    assert!(console.press(Key::Intro).is_empty(), "nothing was typed");
    console.type_in("2");
    console.press_armed(Key::Intro);
    console.type_in("49381");
    assert!(console.press_armed(Key::Intro).is_empty(), "a digit is missing");
    console.type_in("7");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(pressed, [Press::LogIn { user: "2".to_string(), pin: "493817".to_string() }]);
}

#[test]
fn a_refusal_says_why_and_what_to_do_and_goes_with_back() {
    let mut console = Console::of(nobody());
    console.refuse("credenciales", "Usuario o PIN equivocados", "Tecléelos otra vez.");
    console.must_say("Usuario o PIN equivocados");
    console.must_say("Tecléelos otra vez.");
    console.lawful();
}

#[test]
fn silence_says_so_and_nothing_can_be_asked() {
    let mut console = Console::of(nobody());
    console.lost(4);
    console.must_say("SIN CONEXIÓN");
    console.must_say("desde hace 4 s.");
    console.lawful();
}

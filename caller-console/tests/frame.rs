//! The frame round every view: the log-in, the lock, the end of the link, a refusal.

mod kit;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::press::Press;
use hall_core::record::Hash;
use hall_core::words::Lang;
use hall_wire::link::Behind;
use hall_wire::sighting::{Head, Sighting, Verdict};
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

fn behind(verdict: Verdict) -> Behind {
    let end = |epoch, seq| Sighting { epoch, head: Head { seq, hash: Hash([7; 32]) } };
    Behind { verdict, saw: end(2, 5_000), ends: end(1, 4_890) }
}

/// DECISIONS 40: nothing of a server that goes back is shown, and nothing is sent to it.
#[test]
fn a_server_that_goes_back_takes_the_whole_screen_and_gets_nothing() {
    for known in [nobody(), boards::known(boards::draw(20)), boards::known(boards::sale())] {
        let mut console = Console::of(known);
        console.learn(|known| {
            known.link.connected = false;
            known.link.behind = Some(behind(Verdict::Behind));
        });
        console.must_say("ESTE SERVIDOR VA POR DETRÁS");
        console.must_say("Su registro acaba en la línea 4.890 y este puesto vio la 5.000.");
        console.must_say("No siga la partida. Avise al técnico.");
        console.lawful();
        for key in [Key::Intro, Key::Stop, Key::F2, Key::F12, Key::Trouble, Key::Back] {
            assert!(console.press(key).is_empty(), "{key:?}");
        }
        console.must_say("El servidor va por detrás: no se envía nada.");
        console.speak(Lang::En);
        console.must_say("THIS SERVER IS BEHIND");
        console.lawful();
        // By itself, once the server has the lines.
        console.learn(|known| {
            known.link.connected = true;
            known.link.behind = None;
        });
        assert!(!console.says("THIS SERVER IS BEHIND"));
    }
}

#[test]
fn it_says_which_way_the_record_is_not_what_was_seen() {
    for (verdict, words) in [
        (Verdict::Rewritten, "La línea 5.000 de su registro no es la que vio este puesto."),
        (
            Verdict::OlderEpoch,
            "Su registro es de la época 1 y este puesto vio la 2: la sala siguió en otro equipo o en otra copia.",
        ),
    ] {
        let mut console = Console::of(nobody());
        console.learn(|known| known.link.behind = Some(behind(verdict)));
        console.must_say(words);
        console.lawful();
    }
}

//! PARADA from any view (G10, ADR 74): who has the power of it stops with Pausa or the pedal, whatever is open and whatever is being
//! written; nothing is written by it, nothing that was written is lost, and one press acts once.

mod kit;

use caller_console::keys::Key;
use caller_console::known::{Desk, Known};
use caller_console::pedal::Pedal;
use caller_console::place::{Look, Over, Turn};
use caller_console::press::Press;
use hall_core::request::RequestKind;
use hall_wire::board::{MesaBoard, StopCall};
use hall_wire::link::DeskHour;
use kit::overlays::OVERLAYS;
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

/// Who may stop, and where they sit: jefe de mesa, jefe de sala, cashier.
const STOPPERS: [(u32, Desk); 3] = [(2, Desk::Mesa), (1, Desk::Sala), (5, Desk::Caja)];

fn at(person: u32, board: MesaBoard) -> Known {
    boards::seated(boards::known(board), person)
}

fn stops(pressed: &[Press]) -> usize {
    asked(pressed).iter().filter(|orders| orders.has(&[RequestKind::Stop])).count()
}

#[test]
fn pausa_stops_in_every_view_and_over_whatever_is_open() {
    let mut console = Console::of(boards::known(boards::draw(9)));
    for (person, desk) in STOPPERS {
        for over in [None].into_iter().chain(OVERLAYS.map(Some)) {
            for help in [false, true] {
                console.show(at(person, boards::draw(9)), over);
                assert_eq!(console.known().desk, desk);
                if help {
                    console.press(Key::F1);
                }
                let pressed = console.press(Key::Pause);
                assert_eq!(stops(&pressed), 1, "{desk:?}, {over:?}, help: {help}");
                assert_eq!(asked_one(&pressed)[0].1, json!({"game": 37, "announced": 9}));
            }
        }
    }
}

#[test]
fn the_key_of_the_stop_is_on_the_screen_wherever_it_acts() {
    for (person, desk) in STOPPERS {
        let mut console = Console::of(at(person, boards::draw(9)));
        assert!(console.is_on("PARADA"), "{desk:?}");
        assert_eq!(stops(&console.touch("PARADA")), 1, "{desk:?}");
        console.press(Key::F1);
        console.must_say("Pausa");
        let console = Console::of(at(person, boards::idle()));
        assert!(!console.is_on("PARADA"), "{desk:?}: no ball comes");
    }
    // Who looks only, and who is not there, stop nothing.
    let mut console = Console::of(at(9, boards::draw(9)));
    assert!(!console.is_on("PARADA"));
    assert_eq!(console.press(Key::Pause), []);
    let mut console = Console::of(Known { me: None, ..boards::known(boards::draw(9)) });
    assert_eq!(console.press(Key::Pause), []);
}

#[test]
fn a_form_keeps_what_was_typed_and_gets_no_sign_of_the_stop() {
    // At the sala a diligencia is being written.
    let diligencia = Over::Turn(Turn::Diligencia);
    let mut console = Console::over(at(1, boards::draw(9)), diligencia);
    console.slow_desk();
    console.type_in("1");
    console.press_armed(Key::Intro);
    console.type_in("Se cae un monitor");
    assert_eq!(stops(&console.press(Key::Pause)), 1);
    console.grant();
    console.wait(0.7);
    assert_eq!(console.lies_over(), Some(diligencia), "who checks no cards goes on");
    console.type_in(" del fondo");
    console.must_say("Se cae un monitor del fondo");
    // At the mesa the check has to be seen; the form is as it was when it is opened again.
    let mut console = Console::over(boards::known(boards::draw(9)), diligencia);
    console.type_in("1");
    console.press_armed(Key::Intro);
    console.type_in("Se cae un monitor");
    assert_eq!(stops(&console.press(Key::Pause)), 1);
    assert_eq!(console.lies_over(), None);
    console.open(diligencia);
    console.must_say("Se cae un monitor");
}

#[test]
fn who_stops_over_a_form_hears_the_answer_in_words() {
    let mut console = Console::over(at(1, boards::draw(9)), Over::Turn(Turn::Diligencia));
    console.slow_desk();
    console.press(Key::Pause);
    let mut board = boards::check(Vec::new());
    let words = "Paró el puesto sala-1 80 ms después de anunciarse la 34: cuenta.";
    board.stop_call = Some(StopCall {
        device: "sala-1".into(),
        after_ms: Some(80),
        within_ms: 3,
        counts: true,
        words: boards::said(words),
    });
    console.granted_with(board.into());
    console.step();
    assert_eq!(console.note(), words);
}

#[test]
fn a_cashier_who_searches_writes_blanks_and_stops_with_pausa() {
    let mut console = Console::over(at(5, boards::draw(9)), Over::Look(Look::Search));
    console.type_in("ana");
    assert_eq!(stops(&console.raw(egui::Key::Space)), 0);
    console.type_in("ruiz");
    console.must_say("ana ruiz");
    assert_eq!(stops(&console.press(Key::Pause)), 1);
    console.must_say("ana ruiz");
    // Outside a text an asterisk says which key it is here.
    let mut console = Console::of(at(5, boards::draw(9)));
    assert_eq!(console.press(Key::Stop), []);
    console.must_say("Pausa");
}

#[test]
fn a_held_key_and_a_bouncing_button_stop_once() {
    let mut console = Console::of(at(5, boards::draw(9)));
    console.slow_desk();
    assert_eq!(stops(&console.hold(Key::Pause, 2.0)), 1);
    console.release(Key::Pause);
    for _ in 0..4 {
        console.press(Key::Pause);
    }
    console.learn(|known| known.board = boards::check(Vec::new()).into());
    console.grant();
    console.wait(0.5);
    let sent = console.outside();
    assert_eq!(stops(&sent), 1, "{sent:?}");
}

#[test]
fn the_pedal_is_pausa_whatever_it_sends_and_only_what_writes_nothing() {
    let f13 = |console: &mut Console| console.raw(egui::Key::F13);
    let mut console = Console::over(at(5, boards::draw(9)), Over::Look(Look::Search));
    console.type_in("ana");
    assert_eq!(stops(&f13(&mut console)), 1);
    console.must_say("ana");
    let mut known = at(5, boards::draw(9));
    known.settings.pedal = Some("Ctrl+Alt+P".to_string());
    let mut console = Console::of(known);
    assert_eq!(stops(&f13(&mut console)), 0);
    assert_eq!(
        stops(
            &console
                .raw_with(egui::Key::P, egui::Modifiers { ctrl: true, alt: true, ..egui::Modifiers::NONE })
        ),
        1
    );
}

#[test]
fn the_page_of_the_pedal_says_what_came_and_takes_what_can_be() {
    let mut console = Console::over(at(5, boards::idle()), Over::Look(Look::Pedal));
    console.must_say("Pulse el botón o el pedal");
    console.raw(egui::Key::F13);
    console.must_say("es el pulsador de este puesto, y funciona");
    console.raw(egui::Key::B);
    console.must_say("que se escribiría en los formularios");
    console.raw(egui::Key::F15);
    console.must_say("Ha llegado F15");
    let taken = console.press_armed(Key::Intro);
    assert_eq!(taken, [Press::Pedal(Pedal::parse("F15").unwrap())]);
    console.raw(egui::Key::F15);
    console.must_say("En este puesto para F15");
}

#[test]
fn a_press_goes_with_the_hour_that_this_device_saw() {
    let mut console = Console::of(at(5, boards::draw(9)));
    console.learn(|known| known.hour = Some(DeskHour { at_utc_ms: 1_795_302_000_120, within_ms: 3 }));
    let pressed = console.press(Key::Pause);
    let body = json!({
        "game": 37, "announced": 9, "pressed_at_utc_ms": 1_795_302_000_120_u64, "pressed_within_ms": 3
    });
    assert_eq!(asked_one(&pressed)[0].1, body);
}

#[test]
fn a_press_during_a_request_keeps_its_hour_and_is_judged_by_what_was_seen() {
    let waiting = |then: fn(&mut Known)| {
        let mut console = Console::of(at(5, boards::draw(9)));
        console.slow_desk();
        console.sending("ENTREGAR", 0);
        console.learn(|known| known.hour = Some(DeskHour { at_utc_ms: 500, within_ms: 3 }));
        console.press(Key::Pause);
        console.learn(|known| known.hour = Some(DeskHour { at_utc_ms: 900, within_ms: 3 }));
        console.learn(then);
        console.learn(|known| known.sending = None);
        console.step();
        console
    };
    let mut console = waiting(|_| ());
    let sent = console.outside();
    assert_eq!(stops(&sent), 1);
    assert_eq!(asked_one(&sent)[0].1["pressed_at_utc_ms"], 500);
    let mut console = waiting(|known| known.board = boards::draw(11).into());
    assert_eq!(stops(&console.outside()), 0, "two balls later it is not what was meant");
    console.must_say("La pantalla ha cambiado");
}

#[test]
fn who_stopped_and_by_how_much_is_told_at_every_desk() {
    let mut board = boards::check(Vec::new());
    let words = "Paró el puesto caja-1 80 ms antes de anunciarse la 34: no cuenta en esta parada.";
    board.stop_call = Some(StopCall {
        device: "caja-1".into(),
        after_ms: Some(-80),
        within_ms: 3,
        counts: false,
        words: boards::said(words),
    });
    for (person, desk) in STOPPERS {
        let mut console = Console::of(at(person, board.clone()));
        assert!(console.says(words), "{desk:?}");
        console.lawful();
    }
}

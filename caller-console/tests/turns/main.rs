//! The turns a game can take, through the screen's labels and the keyboard: opening and closing,
//! incidencias, ALTO, suspension, balls by hand, void (DECISIONS 15, 17, 18, 21 to 24, 29, 30, 33).

mod alto;
mod camera;
mod clock;
mod hurried;
#[path = "../kit/mod.rs"]
mod kit;
mod nights;
mod numbering;
mod reading;
mod rules;
mod session;
mod transcription;
mod whole_game;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::{Desk, Known};
use caller_console::place::{Mesa, Over, Turn, mesa};
use caller_console::press::{Part, Press, Second};
use hall_core::words::Lang;
use hall_wire::board::HoldKind;
use hall_wire::board::PrizeState;
use hall_wire::board::{MesaBoard, Pending};
use kit::overlays::OVERLAYS;
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

/// Goes on to the next step.
fn next(console: &mut Console) {
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(pressed, [Press::Typed], "a step forward");
}

/// The second person types number and PIN.
fn sign(console: &mut Console, person: &str) {
    console.type_in(person);
    next(console);
    console.type_in("493817");
}

fn second(person: &str) -> Option<Second> {
    Some(Second { user: person.to_string(), pin: "493817".to_string(), part: Part::Last })
}

fn is_turn(place: Mesa) -> bool {
    matches!(place, Mesa::Aside(_))
}

#[test]
fn every_turn_has_one_next_action_and_nothing_is_cut() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (name, board) in boards::every() {
        let known = boards::known(board);
        if !is_turn(mesa(&known)) {
            continue;
        }
        for person in [1, 2, 3] {
            let seated = Known { desk: Desk::Mesa, ..boards::seated(known.clone(), person) };
            for known in [seated.clone(), boards::longest(seated)] {
                println!("{name}, person {person}");
                console.show(known, None);
                console.lawful();
                console.speak(Lang::En);
                console.lawful();
            }
        }
    }
}

#[test]
fn everything_that_lies_over_the_game_is_lawful_in_every_state() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (name, board) in boards::every() {
        for over in OVERLAYS.into_iter().filter(|over| matches!(over, Over::Trouble | Over::Turn(_))) {
            let known = boards::longest(boards::known(board.clone()));
            println!("{over:?} over {name}");
            console.show(known, Some(over));
            console.lawful();
            console.refuse("sin-alto", "No hay ningún alto", "Mire la pantalla: la partida ya sigue.");
            console.speak(Lang::En);
            console.lawful();
        }
    }
}

#[test]
fn an_item_that_fails_stops_the_opening() {
    let mut console = Console::of(boards::known(boards::closed()));
    console.type_in("1");
    next(&mut console);
    console.must_say("Funciona · Lee el locutor");
    console.type_in("3");
    console.must_say("una instalación no funciona");
    assert!(console.press_armed(Key::Intro).is_empty());
}

#[test]
fn without_two_sets_of_balls_the_list_says_who_registers_them() {
    let mut known = boards::known(boards::closed());
    let mut lists = (*known.lists).clone();
    lists.ball_sets.clear();
    known.lists = std::sync::Arc::new(lists);
    let mut console = Console::of(known);
    console.must_say("los da de alta el jefe de sala");
    console.lawful();
}

#[test]
fn incidencias_are_nine_and_each_opens_by_its_number() {
    let table = [
        (boards::ball_on_table(20), '1', Over::OtherBall),
        (boards::draw(20), '2', Over::Turn(Turn::RaiseHold)),
        (boards::draw(20), '3', Over::Turn(Turn::RectifyBall)),
        (boards::sale(), '4', Over::Turn(Turn::Suspend)),
        (boards::winners(), '5', Over::Turn(Turn::Withhold)),
        (boards::idle(), '6', Over::Turn(Turn::Diligencia)),
        (boards::totals(), '7', Over::Turn(Turn::RectifySale)),
        (boards::draw(20), '8', Over::Turn(Turn::Material)),
        (boards::draw(20), '9', Over::Turn(Turn::Void)),
    ];
    for (board, digit, over) in table {
        let mut console = Console::over(boards::known(board), Over::Trouble);
        assert_eq!(console.type_in(&digit.to_string()), [Press::Open(over)], "{digit}");
    }
}

#[test]
fn an_incidencia_that_cannot_be_now_says_why_and_does_not_open() {
    let table = [
        (boards::draw(20), '1', "no hay ninguna bola sin anunciar"),
        (boards::idle(), '2', "no hay extracción"),
        (boards::draw_for_bingo(20), '7', "ya se ha dado la línea"),
        (boards::draw(20), '5', "no hay premio por pagar"),
        (boards::idle(), '9', "no hay partida en marcha"),
    ];
    for (board, digit, why) in table {
        let mut console = Console::over(boards::known(board), Over::Trouble);
        assert!(console.type_in(&digit.to_string()).is_empty(), "{digit}");
        console.must_say(why);
        assert_eq!(console.lies_over(), Some(Over::Trouble));
    }
}

#[test]
fn a_pin_does_not_survive_a_refusal_but_the_choice_does() {
    let mut console =
        Console::of(boards::known(boards::held(HoldKind::Fault, "Avería de la máquina: atasco")));
    console.type_in("1");
    next(&mut console);
    sign(&mut console, "1");
    console.press_armed(Key::Intro);
    console.refuse("credenciales", "Usuario o PIN equivocados", "Tecléelos otra vez.");
    assert!(matches!(console.bar().next, Next::Missing { .. }), "the PIN is gone");
    console.type_in("493817");
    assert_eq!(asked_one(&console.press_armed(Key::Intro)).len(), 2);
}

#[test]
fn the_fifteen_minutes_run_by_the_desks_clock() {
    let mut console = Console::of(boards::known(boards::suspended()));
    console.must_say("10:00");
    console.learn(|known| known.now_utc_ms += 599_000);
    console.must_say("00:01");
    console.learn(|known| known.now_utc_ms += 60_000);
    console.must_say("00:00");
}

#[test]
fn a_suspension_is_read_first_then_lifted_in_time() {
    let mut console = Console::of(boards::known(boards::suspended()));
    assert_eq!(console.next(), "PÁRRAFO LEÍDO");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("read-paragraph", nights::in_short("36.1"))]);
    let mut board = boards::suspended();
    board.suspension.as_mut().unwrap().read = true;
    console.show(boards::known(board), None);
    console.type_in("2");
    console.must_say("se devuelve al acabar el plazo");
    assert!(console.press_armed(Key::Intro).is_empty(), "no refund before the time is over (36.1)");
    console.type_in("1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("lift-suspension", json!({"game": 37}))]);
}

#[test]
fn after_the_time_only_the_refund_is_open_with_two_people() {
    let mut board = boards::suspended();
    board.suspension.as_mut().unwrap().read = true;
    let known = boards::later(boards::known(board), std::time::Duration::from_secs(700));
    let mut console = Console::of(known);
    console.type_in("1");
    console.must_say("el plazo ha terminado");
    console.type_in("2");
    next(&mut console);
    sign(&mut console, "1");
    let pressed = console.press_armed(Key::Intro);
    let names: Vec<&str> = asked_one(&pressed).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["ask-void", "confirm-void"]);
    assert_eq!(asked(&pressed)[0].second, second("1"));
}

#[test]
fn the_agents_decision_is_recorded_by_the_jefe_de_sala() {
    let mut console = Console::of(boards::known(boards::authority_called()));
    console.must_say("La bola 80 está repetida");
    console.type_in("PN12345");
    next(&mut console);
    console.type_in("1");
    next(&mut console);
    sign(&mut console, "1");
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("record-authority", json!({"agent": "PN12345", "goes_on": true}))]);
    assert_eq!(asked(&pressed)[0].second, second("1"));
}

/// The agent is told of all that is in doubt (34.4), and the desk that the game is held afterwards.
#[test]
fn what_else_is_in_doubt_stands_beside_the_agents_decision() {
    let console = Console::of(boards::known(boards::authority_called_and_held()));
    console.must_say("La bola 80 está repetida");
    console.must_say("Bolas fuera: 21 según la máquina y 20 según la partida");
    console.must_say("la partida queda en ALTO, y de él la sacan dos personas");
    let alone = Console::of(boards::known(boards::authority_called()));
    alone.must_say("la partida va donde estaba");
}

#[test]
fn by_hand_two_people_key_the_ball_blind_and_the_caller_announces_it() {
    let left = boards::by_hand().by_hand.unwrap().remaining[7];
    let mut console = Console::of(boards::known(boards::by_hand()));
    console.type_in(&boards::BALLS[3].to_string());
    console.must_say("ya salió");
    console.raw(egui::Key::Backspace);
    console.raw(egui::Key::Backspace);
    console.type_in(&left.to_string());
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("key-ball", json!({"game": 37, "ordinal": 42, "ball": left, "again": false}))]);
    // One of the two has keyed: the other one's desk asks for it, wherever it is, and never shows it.
    let mut board = boards::by_hand();
    board.by_hand.as_mut().unwrap().keyed_by = Some(2);
    console.show(boards::known(board.clone()), None);
    assert_eq!(console.next(), "ESPERANDO A M. ORTEGA");
    let sala = boards::seated(boards::known(board.clone()), 1);
    assert_eq!(sala.desk, Desk::Sala);
    console.show(sala, None);
    console.must_say("Ya la ha tecleado");
    assert!(matches!(console.bar().next, Next::Missing { .. }));
    // Equal: it waits to be announced.
    board.pending = vec![Pending { ordinal: 42, ball: left }];
    console.show(boards::known(board.clone()), None);
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("announce", json!({"game": 37, "ordinal": 42, "ball": left, "typed": false}))]);
    console.show(boards::seated(boards::known(board), 1), None);
    assert_eq!(console.next(), "ESPERANDO A R. ORTEGA");
    // PARADA is alive all the time.
    assert_eq!(asked_one(&console.press(Key::Stop)), [("stop", json!({"game": 37, "announced": 41}))]);
}

#[test]
fn a_void_takes_its_number_two_people_and_two_seconds() {
    let mut console = Console::over(boards::known(boards::draw(20)), Over::Turn(Turn::Void));
    console.type_in("1");
    next(&mut console);
    console.type_in("36");
    console.must_say("escriba 37");
    console.raw(egui::Key::Backspace);
    console.type_in("7");
    next(&mut console);
    sign(&mut console, "1");
    console.lawful();
    console.wait(2.0);
    assert!(console.press(Key::Intro).is_empty(), "a press is no hold");
    console.wait(2.0);
    assert!(console.hold(Key::Intro, 1.5).is_empty());
    assert!(console.release(Key::Intro).is_empty(), "let go too early");
    console.wait(2.0);
    let mut pressed = console.hold(Key::Intro, 2.3);
    pressed.extend(console.release(Key::Intro));
    let body = json!({"game": 37, "cause": "Error sustancial al anunciar un número"});
    assert_eq!(asked_one(&pressed), [("ask-void", body.clone()), ("confirm-void", body)]);
    assert_eq!(asked(&pressed)[0].second, second("1"));
}

#[test]
fn a_void_that_was_asked_for_is_confirmed_by_the_jefe_de_sala_with_its_cause() {
    let known = Known { desk: Desk::Mesa, ..boards::seated(boards::known(boards::void_asked(2)), 1) };
    let mut console = Console::over(known, Over::Turn(Turn::Void));
    console.must_say("La pide R. Ortega.");
    console.type_in("37");
    console.wait(2.0);
    let pressed = console.hold(Key::Intro, 2.3);
    let body = json!({"game": 37, "cause": "Bola mal cantada y advertida tarde"});
    assert_eq!(asked_one(&pressed), [("confirm-void", body)]);
    assert_eq!(asked(&pressed)[0].second, None);
}

#[test]
fn after_a_void_the_mesa_counts_the_refunds_and_goes_on() {
    let mut console = Console::of(boards::known(boards::voided()));
    console.must_say("12 de 501");
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::OpenSale)]);
}

#[test]
fn a_number_said_wrong_is_rectified_and_read_aloud() {
    let mut console = Console::over(boards::known(boards::draw(20)), Over::Turn(Turn::RectifyBall));
    let ball = boards::BALLS[19];
    console.type_in(&ball.to_string());
    console.must_say("ése es el número bueno");
    console.raw(egui::Key::Backspace);
    console.raw(egui::Key::Backspace);
    console.type_in("5");
    console.must_say("Rectificación: la bola anterior no es el 5");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("rectify-announcement", json!({"game": 37, "ordinal": 20, "said": 5}))]);
}

fn withheld() -> MesaBoard {
    let mut board = boards::winners();
    board.public.prizes[0].state = PrizeState::Withheld;
    board
}

#[test]
fn a_prize_is_withheld_by_the_mesa_and_released_by_the_jefe_de_sala() {
    let mut console = Console::over(boards::known(withheld()), Over::Turn(Turn::Withhold));
    console.type_in("2");
    next(&mut console);
    console.type_in("1");
    let asked_for = asked_one(&console.press_armed(Key::Intro));
    let body = json!({"game": 37, "prize": 2, "reason": "Dos personas reclaman el cartón"});
    assert_eq!(asked_for, [("withhold-prize", body)]);
    console.show(boards::known(withheld()), Some(Over::Turn(Turn::Withhold)));
    console.type_in("1");
    next(&mut console);
    console.type_in("1");
    next(&mut console);
    sign(&mut console, "1");
    let pressed = console.press_armed(Key::Intro);
    let body = json!({"game": 37, "prize": 1, "reason": "Se identifica a la persona titular"});
    assert_eq!(asked_one(&pressed), [("release-prize", body)]);
    assert_eq!(asked(&pressed)[0].second, second("1"));
}

#[test]
fn a_players_claim_is_written_with_name_document_and_signature() {
    let mut console = Console::over(boards::known(boards::draw(20)), Over::Turn(Turn::Diligencia));
    console.type_in("2");
    next(&mut console);
    console.step();
    assert!(console.writes(), "letters go into the text, not to the keys");
    assert!(console.type_in("No se oyó la bola 42 / fila 3").is_empty(), "no key acts while one writes");
    next(&mut console);
    console.step();
    console.type_in("Eva Gil");
    next(&mut console);
    console.type_in("12345678Z");
    next(&mut console);
    console.type_in("1");
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body = json!({
        "about": "reclamacion", "game": 37, "text": "No se oyó la bola 42 / fila 3",
        "claimant": {"name": "Eva Gil", "document": "12345678Z"}, "signed": true,
    });
    assert_eq!(asked, [("write-diligencia", body)]);
}

#[test]
fn the_jefe_de_sala_writes_a_note_and_the_mesa_is_not_offered_one() {
    let board = || MesaBoard { notes: 2, ..boards::idle() };
    let diligencia = Over::Turn(Turn::Diligencia);
    let mesa = Console::over(boards::known(board()), diligencia);
    assert!(!mesa.says("Nota de la sala, sin número ni más firmas"));
    let mut sala = Console::over(boards::seated(boards::known(board()), 1), diligencia);
    sala.must_say("Nota de la sala, sin número ni más firmas");
    sala.type_in("3");
    sala.must_say("no lleva: firma quien la escribe");
    assert!(
        sala.nodes().windows(2).any(|pair| pair[0].label == "2" && pair[1].label == "Notas en esta sesión")
    );
    next(&mut sala);
    sala.step();
    sala.type_in("Visita de mantenimiento, de 19:30 a 20:15");
    sala.lawful();
    let asked = asked_one(&sala.press_armed(Key::Intro));
    assert_eq!(asked, [("write-note", json!({ "text": "Visita de mantenimiento, de 19:30 a 20:15" }))]);
}

#[test]
fn the_count_of_sold_cards_is_rectified_until_the_line_is_given() {
    let mut console = Console::over(boards::known(boards::totals()), Over::Turn(Turn::RectifySale));
    console.type_in("2");
    next(&mut console);
    console.type_in("1");
    next(&mut console);
    console.type_in("1781");
    next(&mut console);
    console.type_in("1790");
    console.must_say("491");
    next(&mut console);
    console.type_in("1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body =
        json!({"game": 37, "series": "A17", "first": 1781, "last": 1790, "seller": 3, "found": "unsold"});
    assert_eq!(asked, [("rectify-sale", body)]);
    console.show(boards::known(boards::draw_for_bingo(30)), Some(Over::Turn(Turn::RectifySale)));
    assert!(matches!(console.bar().next, Next::Missing { .. }));
    console.must_say("ya se ha dado la línea");
}

#[test]
fn authority_ball_set_and_substitution_each_send_their_command() {
    let mut console = Console::over(boards::known(boards::draw(20)), Over::Turn(Turn::Material));
    console.type_in("1");
    next(&mut console);
    console.type_in("1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("call-authority", json!({"cause": "Bola repetida"}))]);
    console.show(boards::known(boards::idle()), Some(Over::Turn(Turn::Material)));
    for answer in ["2", "2", "1", "1", "90"] {
        console.type_in(answer);
        next(&mut console);
    }
    console.type_in("1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body = json!({
        "set": "J2", "reserve_set": "J1", "balls_counted": 90, "seals_whole": true, "reason": "Bola golpeada",
    });
    assert_eq!(asked, [("change-ball-set", body)]);
    console.show(boards::known(boards::idle()), Some(Over::Turn(Turn::Material)));
    for answer in ["3", "3", "1", "1"] {
        console.type_in(answer);
        next(&mut console);
    }
    console.type_in("2");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body = json!({"post": "cajero", "person": 5, "stand_in": 1, "reason": "Indisposición"});
    assert_eq!(asked, [("substitute", body)]);
    // The reserve machine, which has no line: the caller reads its balls.
    let mut board = boards::idle();
    board.machines = boards::machines();
    console.show(boards::known(board), Some(Over::Turn(Turn::Material)));
    console.type_in("4");
    next(&mut console);
    console.must_say("Máquina 2, Bombo · Lee el locutor");
    console.type_in("4");
    console.lawful();
    next(&mut console);
    console.type_in("1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body = json!({"machine": 2, "read": "by_caller", "reason": "La máquina está averiada"});
    assert_eq!(asked, [("change-machine", body)]);
}

#[test]
fn a_failure_before_the_first_ball_suspends_and_after_it_holds_and_reads() {
    let mut console = Console::over(boards::known(boards::totals()), Over::Turn(Turn::Suspend));
    console.type_in("3");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("suspend-game", json!({"game": 37, "cause": "No hay sonido en la sala"}))]);
    console.show(boards::known(boards::draw(20)), Some(Over::Turn(Turn::Suspend)));
    console.type_in("1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let reason = json!({"game": 37, "reason": "Avería del extractor"});
    assert_eq!(asked, [("raise-hold", reason), ("read-paragraph", nights::in_short("36.2"))]);
}

#[test]
fn a_form_that_is_opened_again_begins_anew() {
    let mut console = Console::over(boards::known(boards::draw(20)), Over::Turn(Turn::Void));
    console.type_in("1");
    next(&mut console);
    console.type_in("37");
    console.give_up();
    assert_eq!(console.lies_over(), None);
    console.step();
    console.open(Over::Turn(Turn::Void));
    assert!(matches!(console.bar().next, Next::Missing { .. }), "nothing typed before stands there");
    assert!(console.says("Elija la causa."));
}

//! The keyboard: a key has one meaning everywhere, a held key acts once, Intro is deaf for a moment
//! when the next action changes, and a scan acts only where a card is expected.

mod kit;

use std::collections::BTreeMap;

use caller_console::bar::{Bar, Next};
use caller_console::keys::Key;
use caller_console::known::{Desk, Known};
use caller_console::papers::Way;
use caller_console::place::{Look, Over, Turn};
use caller_console::press::Press;
use caller_console::recorder::Act;
use hall_core::request::RequestKind;
use hall_core::words::Lang;
use kit::overlays::OVERLAYS;
use kit::{Console, asked, boards};

/// Every state at every desk, and with everything that may lie over it.
fn everywhere() -> Vec<(String, Known, Option<Over>)> {
    let mut all = Vec::new();
    for (name, board) in boards::every() {
        for person in [1, 2, 3, 5, 9] {
            let seated = boards::seated(boards::known(board.clone()), person);
            let at = format!("{name}, {:?}", seated.desk);
            all.push((at.clone(), seated.clone(), None));
            if person == 2 {
                all.extend(OVERLAYS.map(|over| (format!("{at}, {over:?}"), seated.clone(), Some(over))));
            }
        }
    }
    all
}

/// What a key that is the same everywhere may do, where a bar shows it.
fn contradicts(key: Key, press: &Press) -> bool {
    let opens = |over: Over| *press != Press::Open(over);
    match key {
        Key::F1 => *press != Press::Help,
        Key::F2 => opens(Over::Look(Look::Search)),
        Key::F3 => opens(Over::Look(Look::Order)),
        // The acta as it stands, or the paper of one.
        Key::F4 => opens(Over::Look(Look::Acta)) && !matches!(press, Press::Paper(_)),
        Key::F10 => opens(Over::Look(Look::Cables)),
        Key::F11 => opens(Over::Turn(Turn::LastGame)),
        Key::Trouble => opens(Over::Trouble),
        Key::Stop | Key::Pause => !matches!(press, Press::Ask(orders) if orders.has(&[RequestKind::Stop])),
        // Never undoes a fact: it closes, goes a step back, or says no to a card or a stop.
        Key::Back => {
            let says_no = [RequestKind::GoOn, RequestKind::RejectClaim];
            let stays = matches!(press, Press::Close | Press::Typed | Press::Understood)
                // «No» to the ball the machine read.
                || *press == Press::Open(Over::OtherBall)
                // «No» to the ball the caller read: a form, which has an act of its own.
                || *press == Press::Open(Over::Turn(Turn::RectifyBall))
                // From one's own key to the papers that it signs.
                || *press == Press::Open(Over::Sign)
                // From the recorder to the voice, and a take that is let be.
                || *press == Press::Open(Over::Look(Look::Voice))
                || *press == Press::Record(Act::Drop);
            !stays && !matches!(press, Press::Ask(orders) if orders.has(&says_no))
        }
        Key::Print => !matches!(press, Press::Out(Way::Print, papers) if !papers.is_empty()),
        Key::Usb => !matches!(press, Press::Out(Way::Usb, papers) if !papers.is_empty()),
        Key::Intro | Key::F12 | Key::DeskBefore | Key::DeskAfter | Key::NextPage => true,
        Key::More | Key::F5 | Key::F6 | Key::F7 | Key::F8 => false,
    }
}

fn keys(bar: &Bar) -> Vec<(Key, &Press)> {
    let buttons = bar.buttons.iter().chain(&bar.stop);
    buttons.filter_map(|button| Some((button.key, button.press.as_ref()?))).collect()
}

#[test]
fn no_key_has_two_meanings_in_any_view_or_state() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, known, over) in everywhere() {
        console.show(known, over);
        let bar = console.bar();
        let mut seen: BTreeMap<Key, &Press> = BTreeMap::new();
        for (key, press) in keys(&bar) {
            assert!(!contradicts(key, press), "{at}: {} does {press:?}", key.cap());
            assert!(seen.insert(key, press).is_none(), "{at}: {} twice", key.cap());
        }
    }
}

#[test]
fn no_digit_asks_the_desk_for_anything() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, known, over) in everywhere() {
        console.show(known, over);
        for c in ['1', '9'] {
            let pressed = console.press_char(c);
            assert!(asked(&pressed).is_empty(), "{at}: «{c}» asks for {pressed:?}");
        }
    }
}

#[test]
fn a_held_intro_is_one_press_in_every_view() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, known, over) in everywhere() {
        if over.is_some() {
            continue;
        }
        console.show(known, over);
        console.wait(1.6);
        let held = matches!(console.bar().next, Next::Do(act) if act.hold_s > 0.0);
        let pressed = console.hold(Key::Intro, 0.6);
        console.release(Key::Intro);
        assert!(asked(&pressed).len() <= usize::from(!held), "{at}: {pressed:?}");
    }
}

#[test]
fn an_early_intro_waits_until_the_act_is_armed_and_a_second_one_asks_nothing() {
    // DECISIONS 37.
    let mut console = Console::of(boards::known(boards::draw(20)));
    console.show(boards::known(boards::draw(20)), Some(Over::Turn(Turn::RaiseHold)));
    assert!(console.press(Key::Intro).is_empty(), "0,6 s are not over");
    console.outside();
    console.wait(0.7);
    assert!(matches!(&console.outside()[..], [Press::Ask(_)]), "it waited, and acted when it could");
    assert!(console.press(Key::Intro).is_empty(), "double Enter");
    assert!(console.note().contains("sólo ha contado una vez"), "{}", console.note());
}

#[test]
fn an_intro_far_too_early_is_refused_aloud_and_never_acts_by_itself() {
    let mut console = Console::of(boards::known(boards::totals()));
    console.show(boards::known(boards::totals()), None);
    assert!(console.press(Key::Intro).is_empty());
    assert!(console.note().starts_with("Todavía no"), "{}", console.note());
    console.wait(6.0);
    assert!(console.outside().is_empty(), "five seconds later somebody may be doing something else");
}

#[test]
fn an_intro_pressed_while_the_board_changed_does_not_do_what_it_did_not_show() {
    // DECISIONS 37: it is judged by what the person saw.
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.wait(1.0);
    let other = std::sync::Arc::new(boards::ball_on_table(22));
    let pressed = console.press_as(Key::Intro, |known| known.board = other);
    assert_eq!(pressed, [], "21 was on the screen");
    assert!(console.note().contains("ha cambiado"), "{}", console.note());
    console.wait(1.0);
    assert_eq!(asked(&console.press(Key::Intro)).len(), 1, "what it shows now may be done");
}

#[test]
fn no_key_is_dropped_in_silence() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, known, over) in everywhere() {
        for key in [Key::Intro, Key::Back, Key::More, Key::F5, Key::F6, Key::F7, Key::F8, Key::F11] {
            console.show(known.clone(), over);
            let pressed = console.press(key);
            let noted = console.known().note.is_some();
            if noted || !pressed.is_empty() {
                continue;
            }
            // An early one acts a moment later.
            console.wait(0.7);
            let acted = console.known().note.is_some() || !console.pressed_since().is_empty();
            assert!(acted, "{at}: {} does nothing and says nothing", key.cap());
        }
    }
}

#[test]
fn a_hold_that_is_let_go_early_asks_nothing_and_begins_anew() {
    let mut console = Console::over(boards::known(boards::idle()), Over::Turn(Turn::CloseSession));
    console.type_in("90");
    console.press_armed(Key::Intro);
    console.type_in("1");
    console.press_armed(Key::Intro);
    console.type_in("493817");
    console.wait(2.0);
    for _ in 0..3 {
        assert!(console.hold(Key::Intro, 0.6).is_empty(), "1 s, not the sum of shorter ones");
        assert!(console.release(Key::Intro).is_empty());
    }
    assert_eq!(asked(&console.hold(Key::Intro, 1.2)).len(), 1);
}

#[test]
fn a_scan_where_no_card_is_expected_changes_nothing_and_says_so() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, known, over) in everywhere() {
        console.show(known, over);
        let before = console.next();
        let pressed = console.scan("B1:A17:1506:0123456789ABCDEF");
        let refused = pressed.iter().any(|press| matches!(press, Press::Refuse(_)));
        for request in asked(&pressed) {
            let commands: Vec<&str> = request.asks.iter().map(|ask| ask.kind().name()).collect();
            assert!(commands.contains(&"claim"), "{at}: a scan asks for {commands:?}");
        }
        if refused {
            assert!(asked(&pressed).is_empty(), "{at}: refused and asked");
            assert_eq!(console.next(), before, "{at}: a refused scan changes nothing");
        }
        assert!(!pressed.is_empty(), "{at}: a scan is never silent");
    }
}

#[test]
fn nothing_is_asked_while_something_is_being_recorded_but_a_stop() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, known, over) in everywhere() {
        console.show(known, over);
        console.sending("ANUNCIAR", 700);
        console.wait(0.7);
        for key in [Key::Intro, Key::F5, Key::F6, Key::Back] {
            let pressed = console.press(key);
            assert!(asked(&pressed).is_empty(), "{at}: {} asks {pressed:?}", key.cap());
        }
    }
}

#[test]
fn digits_never_choose_from_a_list_while_a_field_has_them() {
    let mut console = Console::of(boards::known(boards::closed()));
    console.speak(Lang::Es);
    let known = Known { desk: Desk::Mesa, ..boards::known(boards::draw(20)) };
    console.show(known, Some(Over::Turn(Turn::Void)));
    console.type_in("1");
    console.press_armed(Key::Intro);
    console.type_in("2");
    console.must_say("Error sustancial al anunciar un número");
    console.must_say("escriba 37");
}

#[test]
fn a_stop_is_one_key_away_whatever_lies_over_the_draw_and_takes_it_off() {
    for over in OVERLAYS {
        let mut console = Console::over(boards::known(boards::draw(20)), over);
        console.lawful();
        assert!(console.is_on("PARADA"), "{over:?}");
        let pressed = console.press(Key::Stop);
        if console.writes() {
            // The asterisk belongs to what is being written: a finger stops.
            assert!(asked(&pressed).is_empty(), "{over:?}");
            assert_eq!(asked(&console.touch("PARADA")).len(), 1, "{over:?}");
        } else {
            assert_eq!(asked(&pressed).len(), 1, "{over:?}");
        }
        assert_eq!(console.lies_over(), None, "{over:?} hides the card that was sung");
    }
}

#[test]
fn nobody_stops_a_draw_from_the_lock_nor_where_no_ball_comes_nor_by_an_asterisk_at_the_cash_desk() {
    let mut console = Console::of(boards::known(boards::draw(20)));
    assert!(console.is_on("PARADA"), "the canary");
    console.press(Key::F12);
    assert!(!console.is_on("PARADA") && console.press(Key::Stop).is_empty());
    assert!(console.press(Key::Pause).is_empty());
    console.show(boards::seated(boards::known(boards::draw(20)), 5), None);
    assert!(console.is_on("PARADA") && console.press(Key::Stop).is_empty(), "the cash desk has Pausa");
    console.show(boards::known(boards::totals()), Some(Over::Trouble));
    assert!(!console.is_on("PARADA"), "no ball comes");
}

#[test]
fn a_stop_pressed_while_a_ball_is_recorded_is_asked_next_as_the_board_is_then() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.slow_desk();
    console.press_armed(Key::Intro);
    assert_eq!(console.outside().len(), 1, "the ball");
    console.press(Key::Stop);
    assert!(console.outside().is_empty(), "one thing at a time");
    console.learn(|known| known.board = std::sync::Arc::new(boards::draw(22)));
    console.grant();
    let [Press::Ask(request)] = &console.outside()[..] else { panic!("the stop was forgotten") };
    assert_eq!(request.asks[0].body()["announced"], 22, "with the ball that was announced meanwhile");
    console.grant();
    assert!(console.outside().is_empty(), "once");
}

#[test]
fn a_stop_that_somebody_else_made_meanwhile_is_not_asked_again() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.slow_desk();
    console.press_armed(Key::Intro);
    console.press(Key::Stop);
    console.outside();
    console.learn(|known| known.board = std::sync::Arc::new(boards::check(Vec::new())));
    console.grant();
    assert!(console.outside().is_empty());
}

#[test]
fn what_was_written_survives_a_stop_and_a_pin_does_not() {
    let mut console = Console::over(boards::known(boards::draw(20)), Over::Turn(Turn::Void));
    console.type_in("1");
    console.press_armed(Key::Intro);
    let step = console.bar().prompt;
    console.press(Key::Stop);
    assert_eq!(console.lies_over(), None);
    // Another stop, from the draw and from something looked at, takes nothing more away.
    for over in [None, Some(Over::Look(Look::Order))] {
        over.into_iter().for_each(|over| console.open(over));
        console.wait(1.0);
        assert_eq!(asked(&console.press(Key::Stop)).len(), 1, "a key that was let go, not a held one");
    }
    console.open(Over::Turn(Turn::Void));
    assert_eq!(console.bar().prompt, step, "it goes on where it was");
    console.give_up();
    assert_eq!(console.lies_over(), None);
    console.step();
    console.open(Over::Turn(Turn::Void));
    assert_ne!(console.bar().prompt, step, "once closed it begins anew");
}

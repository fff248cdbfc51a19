//! A key of one's own: made, enrolled, signed with, given another PIN and retired on the console (ADR 57). What its file does is in
//! `own_key_file.rs`.

mod kit;

use std::sync::Arc;
use std::time::Duration;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::own_key::{KeyAct, KeyDone, KeyHere, KeyNews, KeyTrouble, Owner, Pin};
use caller_console::place::Over;
use caller_console::press::Press;
use hall_core::event::{SessionNo, SignedPaper, SignerRole, hex};
use hall_wire::message::{PersonKeyRow, Signatures};
use kit::boards::KEY;
use kit::{Console, asked_one, boards};
use serde_json::json;

const PIN: &str = "493817";
const PROOF: [u8; 64] = [0x77; 64];

/// The jefe de mesa, with this on the console and that in the record.
fn known(here: Option<KeyHere>, signatures: Signatures) -> Known {
    let of = boards::seated(boards::known(boards::idle()), 2);
    Known { signatures: Some(Arc::new(signatures)), own_key: here, ..of }
}

fn whole(wait_s: u64) -> KeyHere {
    KeyHere::Whole { key: KEY, proof: PROOF, wait: Duration::from_secs(wait_s) }
}

fn page(here: KeyHere, signatures: Signatures) -> Console {
    Console::over(known(Some(here), signatures), Over::OwnKey)
}

/// Signing, with a key that the record knows.
fn signing() -> Console {
    Console::over(known(Some(whole(0)), boards::papers_to_sign_with_keys()), Over::Sign)
}

fn news(here: KeyHere, done: KeyDone) -> KeyNews {
    KeyNews { owner: Owner { hall: "Bingo El Ancla".to_string(), person: 2 }, here, done }
}

/// Types a PIN as fast as people do.
fn quickly(console: &mut Console, digits: &str) {
    for (at, digit) in digits.chars().enumerate() {
        console.hurry(digit, [0.03, 0.15, 0.06][at % 3], &mut |_| {});
    }
    console.hurry_on(0.2, &mut |_| {});
}

#[test]
fn it_is_opened_from_the_signatures_by_who_may_sign_and_leads_back_there() {
    let mut nothing_to_sign = boards::papers_to_sign_with_keys();
    nothing_to_sign.papers.clear();
    for (person, may) in [(1, true), (2, true), (5, true), (9, false)] {
        let known = boards::seated(known(None, nothing_to_sign.clone()), person);
        let mut console = Console::over(known, Over::Sign);
        assert_eq!(console.bar().button(Key::F5).is_some(), may, "person {person}");
    }
    let mut console = signing();
    console.press(Key::F5);
    console.press(Key::F5);
    assert_eq!(console.lies_over(), Some(Over::OwnKey));
    console.press(Key::Back);
    assert_eq!(console.lies_over(), Some(Over::Sign));
}

#[test]
fn a_key_is_made_under_a_pin_that_is_typed_twice_and_then_enrolled() {
    let mut console = page(KeyHere::None, boards::papers_to_sign());
    console.lawful();
    console.must_say("En este puesto no tiene llave");
    assert_eq!(console.next(), "HACER LA LLAVE");
    // What anybody tries first, it does not take.
    quickly(&mut console, "123456");
    console.must_say("Ese PIN es de los primeros que se prueban");
    assert!(console.press_armed(Key::Intro).is_empty());
    for _ in 0..6 {
        console.raw(egui::Key::Backspace);
    }
    quickly(&mut console, PIN);
    assert!(!console.says(PIN), "a PIN is not shown");
    console.press(Key::Intro);
    quickly(&mut console, "493818");
    assert!(console.press_armed(Key::Intro).is_empty(), "the two differ");
    console.raw(egui::Key::Backspace);
    quickly(&mut console, "7");
    console.slow_desk();
    let make = Press::OwnKey(KeyAct::Make { pin: Pin::new(PIN), instead_of: None });
    assert_eq!(console.press(Key::Intro), [make]);
    console.wait(0.3);
    assert_eq!(console.known().sending.as_ref().map(|it| it.what.clone()).unwrap(), "Abriendo la llave…");
    // It is on disk: only now it is enrolled.
    let asks = console.told_of_key(news(whole(0), KeyDone::Made)).expect("it is enrolled");
    let [(name, body)] = &asked_one(&[asks])[..] else { panic!("one request") };
    assert_eq!(*name, "enrol-key");
    assert_eq!((&body["key"], &body["proof"]), (&hex(&KEY).into(), &hex(&PROOF).into()));
}

#[test]
fn a_key_whose_enrolment_was_refused_is_told_tried_again_or_deleted() {
    let mut console = page(whole(0), boards::papers_to_sign());
    console.lawful();
    console.must_say("falta darla de alta");
    console.must_say("en el registro no consta");
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed)[0].0, "enrol-key");
    console.refuse("firma-no-valida", "No se puede firmar así", "esa persona ya tiene cuatro claves");
    console.must_say("falta darla de alta");
    console.press(Key::F7);
    console.must_say("Se borra la llave de este puesto");
    assert!(console.press_armed(Key::Intro).is_empty(), "it is held");
    assert_eq!(console.hold(Key::Intro, 1.2), [Press::OwnKey(KeyAct::Forget)]);
    assert_eq!(console.told_of_key(news(KeyHere::None, KeyDone::Forgotten)), None);
    console.must_say("En este puesto no tiene llave");
    // One does not sign with it meanwhile.
    let mut console = Console::over(known(Some(whole(0)), boards::papers_to_sign()), Over::Sign);
    assert_eq!(console.bar().button(Key::F5).unwrap().sub, "sin dar de alta");
    assert_eq!(console.press(Key::F5), [Press::Open(Over::OwnKey)]);
}

#[test]
fn a_paper_is_signed_with_exactly_the_hash_that_was_shown() {
    let mut console = signing();
    console.press(Key::F5);
    console.lawful();
    console.must_say("Con su llave 5353 5353 5353 5353");
    assert_eq!(console.next(), "FIRMAR CON LLAVE");
    assert!(console.press_armed(Key::Intro).is_empty(), "without a PIN");
    console.wait(1.0);
    quickly(&mut console, PIN);
    let papers = boards::papers_to_sign();
    let shown = hall_wire::command::field::hash(&papers.papers[0].sha256).unwrap();
    let (paper, role) = (SignedPaper::Acta(SessionNo(11)), SignerRole::JefeDeMesa);
    console.slow_desk();
    let sign = KeyAct::Sign { paper, sha256: shown, role, pin: Pin::new(PIN) };
    assert_eq!(console.press(Key::Intro), [Press::OwnKey(sign)]);
    let signed = KeyDone::Signed { paper, sha256: shown, role, key: KEY, signature: [0x66; 64] };
    let asks = console.told_of_key(news(whole(0), signed)).expect("it goes to the desk");
    let [(name, body)] = &asked_one(&[asks])[..] else { panic!("one request") };
    assert_eq!(*name, "sign-with-key");
    assert_eq!(body["sha256"], papers.papers[0].sha256);
    assert_eq!((&body["key"], &body["signature"]), (&hex(&KEY).into(), &hex(&[0x66; 64]).into()));
    // Each signature has its PIN.
    console.grant();
    assert_eq!(console.next(), "FIRMAR CON LLAVE");
    assert!(console.press_armed(Key::Intro).is_empty(), "the PIN is asked for again");
    console.press(Key::Back);
    assert_eq!(console.next(), "FIRMAR");
}

#[test]
fn after_wrong_pins_it_says_how_long_to_wait_and_takes_none_meanwhile() {
    let mut console = signing();
    console.press(Key::F5);
    let wrong = |wait| news(whole(wait), KeyDone::Failed(KeyTrouble::WrongPin));
    quickly(&mut console, "620435");
    console.press(Key::Intro);
    assert_eq!(console.told_of_key(wrong(0)), None);
    console.must_say("ESE NO ES EL PIN DE LA LLAVE.");
    console.must_say("Tras tres errores seguidos hay que esperar");
    console.wait(1.0);
    assert!(console.press_armed(Key::Intro).is_empty(), "the wrong PIN is gone");
    quickly(&mut console, "620435");
    console.press(Key::Intro);
    console.told_of_key(wrong(300));
    console.must_say("Espere 5 min 0 s");
    console.wait(108.0);
    assert_eq!(console.next(), "Espere 3 min 12 s");
    console.must_say("Cerrar el programa no acorta la espera.");
    console.wait(192.0);
    assert_eq!(console.next(), "FIRMAR CON LLAVE");
    quickly(&mut console, PIN);
    assert_eq!(console.press(Key::Intro).len(), 1);
}

#[test]
fn who_has_no_key_that_is_good_here_signs_on_the_pad() {
    let mut ended = boards::papers_to_sign_with_keys();
    ended.keys[0].ended_at_utc_ms = Some(boards::NOW);
    let keys = boards::papers_to_sign_with_keys;
    for (here, papers) in [(KeyHere::None, keys()), (KeyHere::Damaged, keys()), (whole(0), ended)] {
        let mut console = Console::over(known(Some(here), papers), Over::Sign);
        assert_eq!(console.next(), "FIRMAR");
        assert_eq!(console.bar().button(Key::F5).unwrap().sub, "hacer una");
        assert_eq!(console.press(Key::F5), [Press::Open(Over::OwnKey)]);
    }
    // A claimant has no key: choosing them leaves it.
    let mut console = signing();
    console.press(Key::F5);
    console.raw(egui::Key::ArrowDown);
    assert_eq!(console.next(), "FIRMAR CON LLAVE");
    console.press(Key::F6);
    assert_eq!(console.next(), "FIRMAR");
    let button = console.bar().button(Key::F5).cloned().expect("it says why not");
    assert_eq!((button.press, button.sub.as_str()), (None, "sólo el personal"));
}

#[test]
fn the_keys_are_listed_and_the_chosen_one_is_retired_with_a_reason() {
    let mut console = page(whole(0), boards::papers_to_sign_with_keys());
    console.lawful();
    for words in [
        "5353 5353 5353 5353",
        "en este puesto",
        "9a9a 9a9a 9a9a 9a9a",
        "hecha en caja-1",
        "c4c4 c4c4 c4c4 c4c4",
        "Retirada el ",
    ] {
        console.must_say(words);
    }
    console.raw(egui::Key::ArrowDown);
    console.press(Key::F6);
    console.lawful();
    console.press_char('2');
    assert!(console.press_armed(Key::Intro).is_empty(), "it is held");
    let held = console.hold(Key::Intro, 1.2);
    let [(name, body)] = &asked_one(&held)[..] else { panic!("{held:?}") };
    assert_eq!(*name, "end-key");
    assert_eq!(body["key"], "9a".repeat(32));
    assert_eq!(body["reason"], "se perdió el aparato en que estaba");
    console.release(Key::Intro);
    console.grant();
    // One that has ended is not retired again.
    console.raw(egui::Key::ArrowDown);
    assert!(console.bar().press_of(Key::F6).is_none());
}

/// Whoever has left the hall does not come to retire a key.
#[test]
fn the_jefe_de_sala_retires_the_key_of_somebody_else_by_name() {
    let mut signatures = boards::papers_to_sign_with_keys();
    let other = PersonKeyRow {
        key: "e1".repeat(32),
        person: Some(3),
        enrolled_at_utc_ms: boards::NOW,
        device: "caja-1".to_owned(),
        ended_at_utc_ms: None,
    };
    signatures.keys.push(other);
    let mut console = page(whole(0), signatures);
    for _ in 0..3 {
        console.raw(egui::Key::ArrowDown);
    }
    console.lawful();
    console.must_say("e1e1 e1e1 e1e1 e1e1");
    console.must_say(", hecha en caja-1");
    console.press(Key::F6);
    console.must_say("Retirar la llave e1e1 e1e1 e1e1 e1e1, de ");
    console.lawful();
    console.press_char('3');
    assert!(console.press_armed(Key::Intro).is_empty(), "it is held");
    let held = console.hold(Key::Intro, 1.2);
    let [(name, body)] = &asked_one(&held)[..] else { panic!("{held:?}") };
    assert_eq!((*name, &body["key"]), ("end-key", &json!("e1".repeat(32))));
}

/// Others' keys take no place among one's own four.
#[test]
fn keys_of_others_do_not_keep_one_from_making_a_key() {
    let mut signatures = boards::papers_to_sign_with_keys();
    signatures.keys.clear();
    for byte in 1..=4 {
        signatures.keys.push(PersonKeyRow {
            key: format!("{byte:02x}").repeat(32),
            person: Some(3),
            enrolled_at_utc_ms: boards::NOW,
            device: "caja-1".to_owned(),
            ended_at_utc_ms: None,
        });
    }
    let mut console = page(KeyHere::None, signatures);
    console.must_say("PIN de la llave");
    console.lawful();
}

#[test]
fn the_pin_is_changed_with_the_present_one_and_a_new_one_twice() {
    let mut console = page(whole(0), boards::papers_to_sign_with_keys());
    console.press(Key::F5);
    console.lawful();
    quickly(&mut console, PIN);
    console.press(Key::Intro);
    quickly(&mut console, PIN);
    assert!(console.press_armed(Key::Intro).is_empty(), "it is the same");
    for _ in 0..6 {
        console.raw(egui::Key::Backspace);
    }
    quickly(&mut console, "551903");
    console.press(Key::Intro);
    quickly(&mut console, "551903");
    let change = KeyAct::ChangePin { old: Pin::new(PIN), new: Pin::new("551903") };
    assert_eq!(console.press(Key::Intro), [Press::OwnKey(change)]);
    console.told_of_key(news(whole(0), KeyDone::Failed(KeyTrouble::WrongPin)));
    console.must_say("ESE NO ES EL PIN DE LA LLAVE.");
    console.wait(1.0);
    assert_eq!(console.next(), "CAMBIAR EL PIN");
    assert!(console.press_armed(Key::Intro).is_empty(), "every field is empty");
    console.told_of_key(news(whole(0), KeyDone::PinChanged));
    assert_eq!(console.note(), "PIN cambiado");
    assert_eq!(console.next(), "VOLVER A LAS FIRMAS");
}

#[test]
fn another_key_takes_the_place_of_one_that_ended_or_is_damaged_unless_there_are_four() {
    let mut papers = boards::papers_to_sign_with_keys();
    papers.keys[0].ended_at_utc_ms = Some(boards::NOW);
    for (here, instead_of, words) in [
        (whole(0), Some(KEY), "retirada"),
        (KeyHere::Damaged, None, "La llave de este puesto está estropeada"),
    ] {
        let mut console = page(here, papers.clone());
        console.must_say(words);
        quickly(&mut console, PIN);
        console.press(Key::Intro);
        quickly(&mut console, PIN);
        let make = Press::OwnKey(KeyAct::Make { pin: Pin::new(PIN), instead_of });
        assert_eq!(console.press(Key::Intro), [make]);
    }
    let one = papers.keys[1].clone();
    papers.keys = vec![one; 4];
    let mut console = page(KeyHere::None, papers);
    console.must_say("Ya tiene cuatro llaves");
    assert_eq!(console.next(), "VOLVER A LAS FIRMAS");
}

#[test]
fn news_of_another_persons_key_are_not_shown() {
    let mut console = page(KeyHere::None, boards::papers_to_sign());
    let owner = Owner { hall: "Bingo El Ancla".to_string(), person: 1 };
    assert_eq!(console.told_of_key(KeyNews { owner, here: whole(0), done: KeyDone::Made }), None);
    console.must_say("En este puesto no tiene llave");
}

#[test]
fn both_languages_find_room_in_every_state() {
    let mut ended = boards::papers_to_sign_with_keys();
    ended.keys[0].ended_at_utc_ms = Some(boards::NOW);
    let mut full = boards::papers_to_sign_with_keys();
    full.keys = vec![full.keys[1].clone(); 4];
    let with = boards::papers_to_sign_with_keys;
    let states = [
        (KeyHere::None, boards::papers_to_sign()),
        (KeyHere::None, full),
        (KeyHere::Damaged, with()),
        (whole(0), boards::papers_to_sign()),
        (whole(0), with()),
        (whole(900), with()),
        (whole(0), ended),
    ];
    for (here, papers) in states {
        for english in [false, true] {
            for keys in [&[][..], &[Key::F5], &[Key::F6], &[Key::F7]] {
                let console = page(here.clone(), papers.clone());
                let mut console = if english { console.in_english() } else { console };
                for key in keys {
                    console.press(*key);
                    console.wait(4.0);
                }
                console.lawful();
            }
            let console = Console::over(known(Some(here.clone()), papers.clone()), Over::Sign);
            let mut console = if english { console.in_english() } else { console };
            console.press(Key::F5);
            console.wait(4.0);
            console.lawful();
        }
    }
}

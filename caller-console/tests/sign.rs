//! Papers are signed on the screen: what one signs is there with its hash, and what is drawn goes to the server (ADR 52).

mod kit;

use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::{Paper, Press};
use hall_core::people::Role;
use kit::{Console, asked_one, boards};

fn known() -> Known {
    let signatures = Some(Arc::new(boards::papers_to_sign()));
    Known { signatures, ..boards::seated(boards::known(boards::idle()), 2) }
}

fn signing() -> Console {
    Console::over(known(), Over::Sign)
}

const PAD: &str = "Recuadro para firmar";

#[test]
fn it_is_opened_from_the_actas_and_asks_once_until_something_is_granted() {
    let mut console = Console::over(boards::seated(boards::known(boards::idle()), 2), Over::Look(Look::Acta));
    assert_eq!(console.press(Key::F5), [Press::Open(Over::Sign), Press::Signatures]);
    assert_eq!(console.lies_over(), Some(Over::Sign));
    console.outside();
    let asked = |console: &mut Console| {
        console.step();
        console.outside().iter().filter(|press| **press == Press::Signatures).count()
    };
    assert_eq!(asked(&mut console), 0, "not in each frame");
    console.must_say("Pidiendo los papeles…");
    console.learn(|known| known.signatures = Some(Arc::default()));
    assert_eq!(asked(&mut console), 0);
    console.must_say("No hay papeles que firmar: el acta se firma cuando está emitida.");
    console.learn(|known| known.signatures = None);
    assert_eq!(asked(&mut console), 1);
    for (person, may) in [(1, true), (3, false), (5, true), (9, true)] {
        let known = boards::seated(boards::known(boards::idle()), person);
        let seller = known.me.as_ref().unwrap().roles.contains(&Role::VendedorLocutor);
        assert_ne!(seller, may);
        let mut console = Console::over(known, Over::Look(Look::Acta));
        assert_eq!(console.bar().button(Key::F5).is_some(), may, "person {person}");
    }
}

#[test]
fn what_is_signed_stands_above_the_pad_with_its_hash_and_nothing_goes_without_a_stroke() {
    let mut console = signing();
    console.lawful();
    console.must_say("Acta de la sesión 11");
    console.must_say("Huella de lo que se firma: 9f86d081884c7d659a2feaa0c55ad015");
    console.must_say("Jefe de Sala, Marta Ortega: en la pantalla, 23:40");
    assert_eq!(console.next(), "FIRMAR");
    assert!(console.press_armed(Key::Intro).is_empty(), "nothing is drawn");
    // A touch is no signature.
    console.draw(PAD, &[(0.5, 0.5)]);
    assert!(console.press_armed(Key::Intro).is_empty());
    console.press(Key::F5);
    console.draw(PAD, &[(0.1, 0.2), (0.1, 0.8), (0.3, 0.8)]);
    console.draw(PAD, &[(0.5, 0.2), (0.9, 0.4)]);
    let pressed = console.press_armed(Key::Intro);
    let [(name, body)] = &asked_one(&pressed)[..] else { panic!("{pressed:?}") };
    assert_eq!(*name, "sign-paper");
    let papers = boards::papers_to_sign();
    assert_eq!((&body["paper"], &body["role"]), (&"acta-11".into(), &"jefe_de_mesa".into()));
    assert_eq!(body["sha256"], papers.papers[0].sha256);
    let strokes = body["strokes"].as_array().unwrap();
    assert_eq!(strokes.len(), 2, "{strokes:?}");
    let first: Vec<[i64; 2]> = serde_json::from_value(strokes[0].clone()).unwrap();
    for ([x, y], (right, down)) in first.iter().zip([(300, 200), (300, 800), (900, 800)]) {
        assert!((x - right).abs() < 20 && (y - down).abs() < 20, "{first:?}");
    }
    // The answer clears the pad.
    console.grant();
    assert!(console.press_armed(Key::Intro).is_empty(), "nothing is drawn any more");
}

#[test]
fn one_begins_again_chooses_who_signs_and_another_paper_has_a_clean_pad() {
    let mut console = signing();
    console.draw(PAD, &[(0.1, 0.2), (0.9, 0.8)]);
    assert!(console.is_on("Repetir"));
    console.press(Key::F5);
    assert!(!console.is_on("Repetir"));
    console.draw(PAD, &[(0.1, 0.2), (0.9, 0.8)]);
    console.raw(egui::Key::ArrowDown);
    console.must_say("Reclama: Eva Gil");
    assert!(!console.is_on("Repetir"), "a clean pad");
    console.press(Key::F6);
    console.draw(PAD, &[(0.1, 0.2), (0.9, 0.8)]);
    let pressed = console.press_armed(Key::Intro);
    let asked = asked_one(&pressed);
    assert_eq!(asked[0].1["role"], "claimant", "{asked:?}");
    // The acta opens as it was issued; its sheet of signatures goes to the printer.
    let mut console = signing();
    let acta = Paper::new("/api/sessions/11/acta.pdf", "acta-11.pdf", "Acta de la sesión 11");
    assert_eq!(console.press(Key::F7), [Press::Paper(acta)]);
}

#[test]
fn both_languages_find_room() {
    for paper in 0..2 {
        for english in [false, true] {
            let mut known = known();
            let mut papers = boards::papers_to_sign();
            papers.papers.rotate_left(paper);
            known.signatures = Some(Arc::new(papers));
            let console = Console::over(known, Over::Sign);
            let mut console = if english { console.in_english() } else { console };
            console.lawful();
            assert_eq!(console.cut(), [""; 0]);
        }
    }
}

//! What the mesa does with no session open, article 36 on its page, and what the opening answers (ADR 77, 78).

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Over, Turn};
use hall_core::event::Paragraph;
use hall_core::hall::LawText;
use hall_core::words::paragraph_summary;
use hall_wire::message::RulesNow;
use serde_json::json;

use crate::kit::{Console, asked_one, boards};
use crate::next;

/// A text as long as that of the law, of no law.
fn article() -> String {
    let paragraph = |n: u8| {
        let words: Vec<String> = (1..=60).map(|word| format!("palabra{n}x{word}")).collect();
        format!("{n}. {}", words.join(" "))
    };
    let paragraphs: Vec<String> = (1..=4).map(paragraph).collect();
    format!("Artículo 36. De prueba.\n{}", paragraphs.join("\n"))
}

/// The body of a reading of a paragraph, of which the hall has no text.
pub fn in_short(paragraph: &str) -> serde_json::Value {
    let of = Paragraph::from_name(paragraph).expect("a paragraph");
    json!({"game": 37, "paragraph": paragraph, "text_sha256": hex(&LawText::sha256_of(paragraph_summary(of)))})
}

fn with_rules(known: Known, change: impl FnOnce(&mut RulesNow)) -> Known {
    let mut lists = (*known.lists).clone();
    change(&mut lists.rules);
    Known { lists: Arc::new(lists), ..known }
}

fn with_article(known: Known) -> Known {
    with_rules(known, |rules| rules.article_36 = Some(article()))
}

#[test]
fn with_no_session_a_claim_is_written_for_the_next_acta() {
    for (person, open) in [(2, "mesa"), (1, "sala")] {
        let mut console = Console::of(boards::seated(boards::known(boards::closed()), person));
        console.lawful();
        console.press(Key::Trouble);
        assert_eq!(console.lies_over(), Some(Over::Trouble), "{open}");
        console.type_in("6");
        assert_eq!(console.lies_over(), Some(Over::Turn(Turn::Diligencia)), "{open}");
        assert!(!console.says("Nota de la sala, sin número ni más firmas"), "a note is a session's");
        console.type_in("2");
        next(&mut console);
        console.must_say("La última partida de la sala es la 36.");
        console.type_in("37");
        assert!(
            matches!(console.bar().next, Next::Missing { ref what, .. } if what == "la sala no ha jugado esa partida")
        );
        console.raw(egui::Key::Backspace);
        console.type_in("6");
        console.must_say("en el acta de la próxima sesión");
        console.lawful();
        next(&mut console);
        console.step();
        console.type_in("No me pagaron la línea");
        next(&mut console);
        console.step();
        console.type_in("Eva Gil");
        next(&mut console);
        console.type_in("0");
        next(&mut console);
        console.type_in("1");
        console.lawful();
        let asked = asked_one(&console.press_armed(Key::Intro));
        let body = json!({
            "about": "reclamacion", "game": 36, "text": "No me pagaron la línea",
            "claimant": {"name": "Eva Gil"}, "signed": true,
        });
        assert_eq!(asked, [("write-diligencia", body)], "{open}");
    }
}

#[test]
fn an_incident_of_no_game_is_of_the_closed_hall() {
    let mut console = Console::over(boards::known(boards::closed()), Over::Turn(Turn::Diligencia));
    console.type_in("1");
    next(&mut console);
    assert!(matches!(console.bar().next, Next::Missing { .. }), "nobody guesses the game");
    console.type_in("0");
    console.must_say("la sala cerrada");
    next(&mut console);
    console.step();
    console.type_in("Se rompe un monitor");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body = json!({"about": "incidencia", "text": "Se rompe un monitor", "signed": false});
    assert_eq!(asked, [("write-diligencia", body)]);
}

#[test]
fn what_is_missing_at_the_opening_is_said_and_the_hall_opens() {
    for (key, staff, rules) in
        [("1", true, true), ("2", false, true), ("3", true, false), ("4", false, false)]
    {
        let mut console = Console::of(boards::known(boards::closed()));
        console.must_say("Lo que falte consta en el acta con su firma; la sala abre igual.");
        console.type_in(key);
        next(&mut console);
        for step in 1..7 {
            if !matches!(step, 2 | 3) {
                console.type_in("1");
            }
            next(&mut console);
        }
        console.type_in("90");
        next(&mut console);
        console.type_in("1");
        next(&mut console);
        console.type_in("10300");
        next(&mut console);
        console.type_in("493817");
        let asked = asked_one(&console.press_armed(Key::Intro));
        let [(_, _), (name, body)] = asked.as_slice() else { panic!("{asked:?}") };
        assert_eq!(
            (*name, &body["staff_complete"], &body["rules_shown"]),
            ("open-session", &json!(staff), &json!(rules))
        );
    }
}

#[test]
fn without_its_text_the_summary_is_said_to_be_one_and_recorded() {
    let mut console = Console::of(boards::known(boards::suspended()));
    console.must_say("ESTO ES UN RESUMEN");
    console.must_say("Resumen del apartado 1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("read-paragraph", in_short("36.1"))]);
}

#[test]
fn the_hall_s_text_is_read_page_by_page_from_the_paragraph_that_applies() {
    let mut console = Console::of(with_article(boards::known(boards::suspended())));
    console.lawful();
    assert!(!console.says("RESUMEN"));
    console.must_say("palabra1x1 ");
    // No page has it all; turned, they come round to the first.
    let mut seen = String::new();
    let first = console.labels().join("\n");
    let mut turned = 0;
    loop {
        seen += &console.labels().join("\n");
        console.raw(egui::Key::Insert);
        console.step();
        console.lawful();
        turned += 1;
        if console.labels().join("\n") == first || turned > 12 {
            break;
        }
    }
    assert!((2..=12).contains(&turned), "{turned} pages");
    for n in 1..=4 {
        for word in 1..=60 {
            assert!(seen.contains(&format!("palabra{n}x{word}")), "paragraph {n}, word {word}");
        }
    }
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body = json!({"game": 37, "paragraph": "36.1", "text_sha256": hex(&LawText::sha256_of(&article()))});
    assert_eq!(asked, [("read-paragraph", body)]);

    // With balls out it begins at the second.
    let mut console = Console::over(with_article(boards::known(boards::draw(20))), Over::Turn(Turn::Suspend));
    console.type_in("1");
    console.step();
    console.must_say("palabra2x1 ");
    console.lawful();
}

#[test]
fn the_text_is_given_from_the_file_or_typed_in_lines() {
    let manager = || boards::seated(boards::known(boards::closed()), 1);
    // From the regulation, which has the key.
    let mut console = Console::over(manager(), Over::Turn(Turn::Rules));
    console.press(Key::F7);
    assert_eq!(console.lies_over(), Some(Over::Turn(Turn::Article36)));
    console.lawful();
    console.must_say("un resumen");
    console.step();
    console.type_in("Artículo 36.");
    console.new_line();
    console.type_in("1. Así.");
    console.must_say("20 de 12.000 caracteres como mucho");
    next(&mut console);
    console.type_in("2");
    assert!(matches!(console.bar().next, Next::Missing { ref what, .. } if what == "falta cotejarlo"));
    console.type_in("1");
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("give-article-36", json!({"text": "Artículo 36.\n1. Así."}))]);

    // What lies in the hall's folder stands there already.
    let offered = with_rules(manager(), |rules| rules.article_36_file = Some(article()));
    let mut console = Console::over(offered, Over::Turn(Turn::Article36));
    console.must_say("articulo-36.txt");
    console.lawful();
    assert!(console.writes(), "it is looked at before anybody says that it is right");
    next(&mut console);
    console.type_in("1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("give-article-36", json!({"text": article()}))]);

    // Who does not manage the hall gives it no law.
    let mesa = Console::over(boards::known(boards::closed()), Over::Turn(Turn::Article36)).bar().next;
    assert!(matches!(mesa, Next::Wait(_)), "{mesa:?}");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

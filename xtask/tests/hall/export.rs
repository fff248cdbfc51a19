//! An evening is taken away and checked by somebody who has nothing of ours: the export's own page in a browser, its own
//! Python, and the acta on paper (issue 19, point 6; ADR 47 and 48).

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::game_sheet::words_of;
use crate::inspection::base64;
use crate::kit::{Hall, Setup, said, tool};
use crate::player_proof::witness;

/// Saves what is seen, for whoever wants to look at it.
fn picture_of(browser: &mut Browser, name: &str) {
    if let Some(folder) = std::env::var_os("BOMBO_PICTURES") {
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), base64(&browser.picture())).unwrap();
    }
}

/// The number and the hash at the foot of the acta's first folio.
fn printed_head(text: &str) -> String {
    let after =
        |what: &str| text.split_once(what).expect("it is printed").1.split(' ').next().expect("a word");
    format!("{} {}", after("Registro n.º "), after("Huella "))
}

/// What Python says of an export: how it ends, and its words.
pub fn python(export: &Path, head: Option<&str>) -> (i32, String) {
    let folder = if export.is_dir() { export.to_owned() } else { export.with_extension("") };
    let mut order = Command::new("python3");
    order.arg("verify_acta.py").arg(export).current_dir(folder);
    if let Some(head) = head {
        order.args(["--cabeza", &head.replace(' ', ":")]);
    }
    let output = order.output().expect("Python runs");
    (output.status.code().expect("it ends by itself"), said(&output))
}

/// The page that came with an export.
pub fn page_of(export: &Path) -> Browser {
    let page = export.join("verificador.html");
    let mut browser = Browser::open(&format!("file://{}", page.display()), 1366, 768);
    browser.until("document.readyState === 'complete' && typeof begin === 'function'");
    browser
}

/// Gives it an export, and returns how it ends and all that it says.
pub fn checked(browser: &mut Browser, export: &Path) -> (String, String) {
    browser.eval("document.body.dataset.state = ''; 0");
    browser.choose(if export.is_dir() { "#folder" } else { "#zip" }, export);
    browser.until("['good', 'found', 'refused', 'failed'].includes(document.body.dataset.state)");
    let text = |value: Value| value.as_str().expect("text").to_owned();
    (text(browser.eval("document.body.dataset.state")), text(browser.eval("at('result').innerText")))
}

#[test]
fn an_evening_is_checked_on_another_computer_without_the_hall() {
    let mut hall = Hall::open(&Setup::default());
    witness(&hall, "pared-1");
    let mut called = Vec::new();
    for blocks in [[("A17", 1, 6), ("A17", 7, 10)], [("A17", 11, 15), ("A17", 16, 20)]] {
        let game = hall.sell(&blocks);
        hall.start(game);
        hall.to_the_end(game);
        called = hall.called();
        witness(&hall, "pared-1");
    }
    let acta = std::fs::read(hall.close_session()).expect("the acta");
    let head = words_of(&acta, &hall.dir()).map(|text| printed_head(&text));

    // The hall serves meanwhile.
    let away = tempfile::tempdir().expect("a temporary folder");
    let export = away.path().join("bombo-sesion-1");
    let zip = away.path().join("bombo-sesion-1.zip");
    for out in [&export, &zip] {
        let made = tool(&["export", "--session", "1", "--out", &out.display().to_string()], &hall.dir());
        assert!(made.status.success(), "{}", said(&made));
        assert!(said(&made).contains("Sin datos personales"), "{}", said(&made));
    }
    hall.stop();

    for from in [&export, &zip] {
        let (status, words) = python(from, head.as_deref());
        assert_eq!(status, 0, "{words}");
        for what in ["2 partidas", "TODO EN ORDEN", "el acta, que es la que se emitió"] {
            assert!(words.contains(what), "no «{what}» in «{words}»");
        }
        assert_eq!(words.contains("que está impresa en el papel"), head.is_some(), "{words}");
    }

    let mut browser = page_of(&export);
    picture_of(&mut browser, "verificador-vacio");
    browser.eval(&format!("at('heads').value = '{}'; 0", head.as_deref().unwrap_or("")));
    for from in [&zip, &export] {
        let (state, text) = checked(&mut browser, from);
        assert_eq!(state, "good", "{text}");
        for what in ["Todo en orden", "2 partidas", "El acta, que es la que se emitió", "de la sala y "] {
            assert!(text.contains(what), "no «{what}» in «{text}»");
        }
        assert!(!text.contains("y 0 de testigos"), "a screen saw it: {text}");
        assert_eq!(text.contains("que está impresa en el papel"), head.is_some(), "{text}");
    }
    picture_of(&mut browser, "verificador-en-orden");

    // The last game again, from its first ball to its last.
    browser.until("replay && replay.scenes.length > 5");
    browser.eval("at('games').selectedIndex = at('games').length - 1; choose(); 0");
    browser.until("replay && replay.scenes.length > 5");
    let walk = "(function () {
        var seen = [], before = '';
        for (go(0); ; go(replay.now + 1)) {
            if (at('ball').textContent !== before) seen.push(Number(before = at('ball').textContent));
            if (replay.now === replay.scenes.length - 1) return seen;
        }
    })()";
    let seen: Vec<u8> = serde_json::from_value(browser.eval(walk)).expect("numbers");
    assert_eq!(seen, called, "as the hall saw it");
    browser.eval("go(Math.floor(replay.scenes.length / 2)); at('replay').scrollIntoView(); 0");
    picture_of(&mut browser, "verificador-partida");

    // Somebody puts a prize up, in the copy.
    let record = export.join("registro.jsonl");
    let text = std::fs::read_to_string(&record).unwrap();
    let paid = text.lines().find(|line| line.contains("\"prize_paid\"")).expect("a prize was paid");
    let more = paid.replacen("\\\"amount_cents\\\":", "\\\"amount_cents\\\":9", 1);
    assert_ne!(more, paid);
    std::fs::write(&record, text.replace(paid, &more)).unwrap();
    let line: Value = serde_json::from_str(paid).unwrap();
    let place = format!("línea {}", line["seq"]);
    let (status, words) = python(&export, None);
    assert_eq!(status, 1);
    let (state, told) = checked(&mut browser, &export);
    assert_eq!(state, "found", "{told}");
    for words in [words, told] {
        assert!(words.contains(&place) && words.contains("registro.jsonl"), "no {place} in {words}");
    }
    browser.eval("at('verdict').scrollIntoView(); 0");
    picture_of(&mut browser, "verificador-hallazgos");
    hall.finish();
}

/// A name or a note that would read on the acta as another than it is.
#[test]
fn what_nobody_sees_comes_into_no_name_and_no_note() {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    for hidden in ["\u{202e}", "\u{200b}", "\u{2066}", "\u{feff}", "\u{7}"] {
        let text = format!("Avería{hidden} del bombo");
        let note = json!({"about": "incidencia", "text": text});
        assert_eq!(
            hall.refused(&hall.staff.mesa, "write-diligencia", &note),
            "texto-no-valido",
            "{hidden:?}"
        );
        let person = json!({"user": "nueva", "name": text, "pin": "4821", "roles": ["cajero"]});
        assert_eq!(hall.refused(&hall.staff.sala, "add-person", &person), "valor-no-valido", "{hidden:?}");
    }
    let note = json!({"about": "incidencia", "text": "Íñigo d'Aça-Núñez, 3.ª fila: «cartón roto»"});
    hall.must(&hall.staff.mesa, "write-diligencia", &note);
    hall.finish();
}

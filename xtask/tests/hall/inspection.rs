//! The inspection in a browser: a code of the jefe de sala, good once; what is seen at once, and that each look is a line; what was
//! put right, side by side; who is who by number alone (37.5, RD 2221/1984 art. 12, DECISIONS 35, 44, 46).

use hall_wire::link::Client;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::kit::{Hall, Setup, until};

/// Asks with JSON, as anybody may; returns the status and the answer.
fn post(hall: &Hall, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut ask = agent.post(format!("{}{path}", hall.url())).content_type("application/json");
    if let Some(token) = token {
        ask = ask.header("Authorization", format!("Bearer {token}"));
    }
    let mut answer = ask.send(body.to_string()).expect("the server answers");
    let text = answer.body_mut().read_to_string().expect("an answer is text");
    (answer.status().as_u16(), serde_json::from_str(&text).expect("JSON"))
}

fn of_the_staff(hall: &Hall, user: &str) -> u32 {
    let people: Value = hall.staff.sala.get("/api/people").expect("the jefe de sala may know");
    let one = people.as_array().unwrap().iter().find(|one| one["user"] == user).expect("on the staff");
    one["person"].as_u64().unwrap().try_into().unwrap()
}

fn code_for(hall: &Hall, who: &Client, person: u32) -> (u16, Value) {
    post(hall, "/api/inspection-codes", who.token(), &json!({"person": person}))
}

/// Types a code and presses the key.
fn comes_in(browser: &mut Browser, code: &str) {
    browser.eval(&format!(
        "(function () {{ var form = document.getElementById('by-code'); form.code.value = '{code}'; form.requestSubmit(); }})()"
    ));
}

/// Presses a key, and waits until the part is there.
fn part(browser: &mut Browser, key: u8, name: &str) -> String {
    browser.eval(&format!(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))"
    ));
    browser.until(&format!("document.getElementById('part').getAttribute('data-part') === '{name}'"));
    let text = browser.eval("document.getElementById('part').innerText");
    text.as_str().unwrap().replace('\u{a0}', " ")
}

/// Where pictures go, for whoever wants to look at them.
fn picture(browser: &mut Browser, name: &str) {
    let Some(folder) = std::env::var_os("BOMBO_PICTURES") else { return };
    let bytes = base64(&browser.picture());
    std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
}

pub fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| {
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        alphabet.iter().position(|letter| *letter == byte).map(|at| at as u32)
    };
    let digits: Vec<u32> = text.bytes().filter_map(digit).collect();
    let group = |group: &[u32]| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

/// What a screen reader needs: one heading of the part, tables with a caption, headers with their scope.
const READABLE: &str = "(function () {
    var part = document.getElementById('part'), all = part.querySelectorAll('table'), i, j, heads;
    if (part.querySelectorAll('h2').length !== 1) return 'headings';
    for (i = 0; i < all.length; i++) {
        if (!all[i].caption || !all[i].caption.textContent) return 'caption';
        heads = all[i].querySelectorAll('th');
        for (j = 0; j < heads.length; j++) if (!heads[j].getAttribute('scope')) return 'scope';
    }
    if (document.activeElement !== part) return 'focus';
    if (document.documentElement.lang !== 'es') return 'lang';
    return '';
})()";

#[test]
fn an_inspector_comes_in_once_with_a_code_and_sees_everything_and_changes_nothing() {
    let hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let (inspector, seller) = (of_the_staff(&hall, "gonzalo"), hall.staff.sellers[0]);
    // Only the jefe de sala gives codes, and only to an inspector.
    assert_eq!(code_for(&hall, &hall.staff.mesa, inspector).1["code"], "sin-facultad");
    assert_eq!(code_for(&hall, &hall.staff.sala, seller).1["code"], "no-es-inspector");
    let game = hall.sell(&[("A17", 1, 6), ("A17", 7, 10)]);
    hall.start(game);
    hall.balls(game, 4);
    let (status, given) = code_for(&hall, &hall.staff.sala, inspector);
    let code = given["code"].as_str().expect("a code").to_owned();
    assert_eq!((status, code.len(), &given["person"]), (200, 8, &json!(inspector)));
    assert_eq!(hall.lines_of("inspection_code_given").len(), 1);
    assert!(!hall.record().iter().any(|row| row.body.to_string().contains(&code)), "a code is in no record");

    let mut browser = Browser::open(&format!("{}/inspeccion", hall.url()), 1280, 800);
    browser.until("document.querySelector('#by-code input') !== null");
    picture(&mut browser, "inspeccion-entrar");
    // Somebody guesses: it is told, and costs him a second.
    let wrong = if code == "00000000" { "00000001" } else { "00000000" };
    comes_in(&mut browser, wrong);
    browser.until("document.getElementById('alert').textContent.indexOf('código no vale') > 0");
    comes_in(&mut browser, &code);
    browser.until("document.getElementById('alert').textContent.indexOf('Espere') > 0");
    // The desk is told, and nobody waits until it has written it.
    until("the line of the wrong code", || (hall.lines_of("login_refused").len() == 1).then_some(()));
    browser.until(
        "(function () { var form = document.getElementById('by-code'); if (!form.hidden && document.getElementById('part').hidden) \
         form.requestSubmit(); return !document.getElementById('part').hidden; })()",
    );
    browser.until("document.getElementById('part').getAttribute('data-part') === 'game'");
    // At once: series, first to last, value, count, amount; and that was a line (DECISIONS 35).
    let text = browser.eval("document.getElementById('part').innerText");
    let text = text.as_str().unwrap().replace('\u{a0}', " ");
    for what in
        ["Partida en curso", "A17", "2,00 €", "20,00 €", "Bolas anunciadas, en orden: 4", "queda anotada"]
    {
        assert!(text.contains(what), "no «{what}» in «{text}»");
    }
    assert_eq!(browser.eval(READABLE), "");
    picture(&mut browser, "inspeccion-partida");
    let looks = hall.lines_of("inspection_made");
    assert_eq!(looks.len(), 1);
    assert_eq!(
        (&looks[0].body["game"], looks[0].line.actor.to_string().as_str()),
        (&json!(game), format!("p{inspector}").as_str())
    );
    // The code is good once. Where the form was sent once too often, that was a wrong code, and there is a wait.
    let again = until("an answer about the code", || {
        let again = post(&hall, "/api/inspeccion/entrar", None, &json!({"code": code}));
        (again.0 != 429).then_some(again)
    });
    assert_eq!((again.0, &again.1["code"]), (403, &json!("codigo-incorrecto")));

    // What is put right is shown side by side: old, new, who, why.
    let mesa = &hall.staff.mesa;
    let cause = "una bola en el suelo <img src=x onerror=\"document.title='mal'\">";
    hall.must(mesa, "ask-void", &json!({"game": game, "cause": cause}));
    // The word of somebody who has not the power leaves a line, for the inspection.
    assert_eq!(hall.refused(mesa, "confirm-void", &json!({"game": game, "cause": cause})), "sin-facultad");
    hall.must(&hall.staff.sala, "confirm-void", &json!({"game": game, "cause": cause}));
    let text = part(&mut browser, 5, "corrections");
    for what in
        ["Partida", "En juego", "Anulada: se devuelven 20,00 € por 10 cartones", cause, "jefe de mesa"]
    {
        assert!(text.contains(what), "no «{what}» in «{text}»");
    }
    assert_eq!(browser.eval(READABLE), "");
    picture(&mut browser, "inspeccion-correcciones");
    let parts: [(u8, &str, &[&str]); 3] = [
        (2, "acta", &["Partidas", "anulada", "Sumas y cuentas", "Línea no cantada"]),
        (3, "stock", &["Almacén de series", "A17", "Juegos de bolas", "J1", "Matrices"]),
        (
            4,
            "staff",
            &[
                "Identificados ahora",
                "jefe de mesa",
                "inspeccion",
                "Negativas que constan",
                "Confirmar la anulación de la partida",
                "no es de su función",
            ],
        ),
    ];
    let names: Value = hall.staff.sala.get("/api/people").expect("the staff");
    for (key, name, has) in parts {
        let text = part(&mut browser, key, name);
        for what in has {
            assert!(text.contains(what), "{name}: no «{what}» in «{text}»");
        }
        // Persons are role and number (DECISIONS 44).
        for person in names.as_array().unwrap() {
            let full = person["name"].as_str().unwrap();
            assert!(!text.contains(full), "{name} says who {full} is");
        }
        assert_eq!(browser.eval(READABLE), "", "{name}");
        picture(&mut browser, &format!("inspeccion-{name}"));
    }
    // A card, a ball, a person, an amount, a game: one field for all; each search is a line with its kind.
    part(&mut browser, 6, "search");
    let called = hall.called()[0];
    let searches = [
        ("A17 8".to_owned(), "A17 8", "card"),
        (format!("bola {called}"), "1.ª bola", "ball"),
        (format!("p{inspector}"), "inspector", "person"),
        ("20,00".to_owned(), "Recaudado 20,00 €", "amount"),
        (format!("partida {game}"), "anulada: una bola en el suelo", "game"),
        ("bola suelo".to_owned(), "bola en el suelo", "words"),
    ];
    for (what, has, _) in &searches {
        browser.eval(&format!(
            "(function () {{ var form = document.getElementById('search'); form.text.value = '{what}'; form.requestSubmit(); }})()"
        ));
        browser.until(&format!(
            "document.getElementById('search').text.value === '{what}' && document.querySelector('#part table') !== null \
             && document.querySelector('#part caption').textContent.indexOf('«{what}»') > 0"
        ));
        let text = browser
            .eval("document.getElementById('part').innerText")
            .as_str()
            .unwrap()
            .replace('\u{a0}', " ");
        assert!(text.contains(has), "{what}: {text}");
        assert_eq!(browser.eval(READABLE), "", "{what}");
        // Persons are role and number (DECISIONS 44).
        for person in names.as_array().unwrap() {
            let full = person["name"].as_str().unwrap();
            assert!(!text.contains(full), "{what} says who {full} is");
        }
    }
    picture(&mut browser, "inspeccion-buscar");
    let recorded = hall.lines_of("search_made");
    let kinds: Vec<&str> = recorded.iter().filter_map(|row| row.body["sought"].as_str()).collect();
    assert_eq!(kinds, searches.each_ref().map(|(.., kind)| *kind));
    assert!(recorded.iter().all(|row| row.line.actor.to_string() == format!("p{inspector}")));
    // What people typed is text, and nothing else.
    assert_eq!(browser.eval("document.images.length + document.title"), "0Inspección");
    // The jefe de sala gives a code on the page too.
    let mut chief = Browser::open(&format!("{}/inspeccion", hall.url()), 1280, 800);
    chief.until("document.querySelector('#by-pin input') !== null");
    chief.eval(&format!(
        "(function () {{ var form = document.getElementById('by-pin'); form.user.value = 'lucia'; form.pin.value = '{}'; form.requestSubmit(); }})()",
        hall.pin
    ));
    chief.until("document.getElementById('part').getAttribute('data-part') === 'game'");
    part(&mut chief, 7, "code");
    chief.eval("document.getElementById('code').requestSubmit()");
    chief.until("/^[0-9]{4} [0-9]{4}$/.test(document.querySelector('.code').textContent)");
    assert_eq!(chief.eval(READABLE), "");
    picture(&mut chief, "inspeccion-codigo");
    assert_eq!(hall.lines_of("inspection_code_given").len(), 2);
    assert_eq!(
        browser.eval("document.querySelector('[data-part=code]').hidden"),
        true,
        "an inspector gives none"
    );
    // He sees all and changes nothing.
    let token =
        post(&hall, "/api/login", None, &json!({"user": "gonzalo", "pin": "577215", "device": "inspeccion"}));
    let mut client = Client::new(&hall.url());
    client = client.with_token(token.1["token"].as_str().map(str::to_owned));
    assert_eq!(
        hall.refused(
            &client,
            "open-sale",
            &json!({"series": "A17", "series_size": 1, "face_value_cents": 1})
        ),
        "sin-facultad"
    );
    // A log-in anew at the same place ended that of the browser, which says so.
    browser.eval("document.getElementById('again').click()");
    browser.until(
        "!document.getElementById('enter').hidden && document.getElementById('part').textContent === ''",
    );
}

//! The web layer over a real port: what is refused, what is told to whom, and the document.

#[path = "web/balls.rs"]
mod balls;
#[path = "web/camera.rs"]
mod camera;
#[path = "web/credentials.rs"]
mod credentials;
#[path = "web/document.rs"]
mod document;
#[path = "web/guessing.rs"]
mod guessing;
#[path = "web/hall.rs"]
mod hall;
#[path = "web/inspector.rs"]
mod inspector;
#[path = "web/mangled.rs"]
mod mangled;
#[path = "web/names.rs"]
mod names;
#[path = "web/neighbour.rs"]
mod neighbour;
#[path = "web/onlookers.rs"]
mod onlookers;
#[path = "web/record.rs"]
mod record;
#[path = "web/screens.rs"]
mod screens;
#[path = "web/search.rs"]
mod search;
#[path = "web/signatures.rs"]
mod signatures;
#[path = "web/voice.rs"]
mod voice;
#[path = "web/witness.rs"]
mod witness;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use hall::{Asker, Hall, PIN, expect};
use hall_core::event::Segment;
use hall_core::request::Notice;
use hall_core::series::{CardNo, SeriesId};
use hall_wire::board::{Holding, Scene};
use serde_json::Value;

#[test]
fn bad_input_gets_its_own_problem() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let ana = hall.logged_in("ana");
    let nobody = hall.asker();
    let with_id = Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), ..ana.clone() };
    let announce = "/api/commands/announce";
    let good = r#"{"game":7,"ordinal":4,"ball":77}"#;
    let check = |asker: &Asker, path: &str, body: &[u8], status: u16, code: &str| {
        expect(&document, "post", path, asker.post_bytes(path, body), status, code);
    };
    check(&nobody, announce, good.as_bytes(), 401, "sin-identificar");
    check(
        &Asker { token: Some("00".repeat(32)), ..with_id.clone() },
        announce,
        good.as_bytes(),
        401,
        "sin-identificar",
    );
    check(&ana, announce, good.as_bytes(), 400, "sin-request-id");
    check(
        &Asker { request_id: Some("7".into()), ..ana.clone() },
        announce,
        good.as_bytes(),
        400,
        "sin-request-id",
    );
    check(
        &Asker { media: "text/plain", ..with_id.clone() },
        announce,
        good.as_bytes(),
        415,
        "tipo-no-admitido",
    );
    check(&with_id, announce, b"", 400, "json-no-valido");
    check(&with_id, announce, b"{\"game\":7,\n oops}", 400, "json-no-valido");
    check(&with_id, announce, b"{\"game\":7,\"\xff\xfe\":1}", 400, "json-no-valido");
    check(&with_id, announce, "[".repeat(60_000).as_bytes(), 400, "json-no-valido");
    check(&with_id, announce, br#"{"game":7,"ordinal":4,"ball":91}"#, 400, "valor-no-valido");
    check(&with_id, announce, br#"{"game":7,"ordinal":4}"#, 400, "falta-campo");
    check(&with_id, announce, br#"{"game":7,"ordinal":4,"ball":77,"bola":1}"#, 400, "campo-desconocido");
    check(&with_id, announce, &vec![b' '; 65 * 1024], 413, "cuerpo-demasiado-grande");
    check(&with_id, announce, &vec![b'['; 10_000_000], 413, "cuerpo-demasiado-grande");
    check(&with_id, "/api/commands/close-session", br#"{"balls_counted":90}"#, 409, "sin-sesion");
    check(&with_id, "/api/commands/go-on", br#"{"game":7,"stop":1}"#, 409, "ya-no-es-asi");
    let open = hall_wire::command::command("open-session").unwrap().kind.example().unwrap();
    check(&with_id, "/api/commands/open-session", open.as_bytes(), 403, "sin-facultad");
    check(&with_id, "/api/commands/end-game", br#"{"game":7,"stop":1}"#, 503, "mesa-parada");
    check(&with_id, "/api/commands/dance", b"{}", 404, "ruta-desconocida");
    // Whether a PIN has digits of somebody's document is told to nobody who may not give it.
    check(&with_id, "/api/commands/reset-pin", br#"{"person":1001,"pin":"123456"}"#, 403, "sin-facultad");
    let sala = Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), ..hall.logged_in("sala") };
    check(&sala, "/api/commands/reset-pin", br#"{"person":1001,"pin":"123456"}"#, 400, "valor-no-valido");
    check(&sala, "/api/commands/make-matrix", br#"{"size":0}"#, 409, "tamano-de-matriz");
    check(&sala, "/api/commands/make-matrix", br#"{"size":1000001}"#, 409, "tamano-de-matriz");
    check(&nobody, "/api/login", br#"{"user":"ana","pin":"493817"}"#, 400, "falta-campo");
    check(&nobody, "/api/login", br#"{"user":"ana","pin":"493817","device":"a b"}"#, 400, "valor-no-valido");
    check(&nobody, "/api/logout", b"{}", 401, "sin-identificar");
    check(&nobody, "/api/panel/shown", br#"{"panel":"p","game":7,"ordinal":4}"#, 409, "bola-no-anunciada");
    check(&nobody, "/api/panel/shown", br#"{"panel":"p","game":7,"ordinal":0}"#, 409, "bola-no-anunciada");
    check(&nobody, "/api/panel/shown", br#"{"panel":"p","game":6,"ordinal":1}"#, 409, "bola-no-anunciada");
    check(&nobody, "/api/panel/shown", br#"{"panel":"a/b","game":7,"ordinal":1}"#, 400, "valor-no-valido");

    let call = |asker: &Asker, method: &str, path: &str, status: u16, code: &str| {
        expect(&document, &method.to_lowercase(), path, asker.call(method, path), status, code);
    };
    call(&nobody, "GET", "/", 404, "ruta-desconocida");
    call(&nobody, "GET", "/api/board/../../etc/passwd", 404, "ruta-desconocida");
    call(&nobody, "GET", announce, 405, "metodo-no-admitido");
    call(&nobody, "DELETE", "/api/board", 405, "metodo-no-admitido");
    call(&nobody, "BREW", "/api/board", 405, "metodo-no-admitido");
    call(&nobody, "GET", "/api/board/mesa", 401, "sin-identificar");
    call(&nobody, "GET", "/api/people", 401, "sin-identificar");
    call(&nobody, "GET", "/api/me", 401, "sin-identificar");
    call(&nobody, "GET", "/api/ws?protocol=3&board=otro", 400, "tablero-desconocido");
    call(&nobody, "GET", "/api/ws?protocol=3", 400, "no-es-websocket");
    call(&nobody, "GET", "/api/ws?protocol=%FF", 400, "protocolo-desconocido");
    assert_eq!(hall.seen.lock().unwrap().decided, ["log-in", "log-in"], "nothing bad came to be decided");
}

#[test]
fn broken_json_is_located() {
    let hall = Hall::open();
    let (status, problem) = hall.logged_in("ana").command("go-on", "{\n  \"game\": 1,\n  oops\n}");
    assert_eq!((status, problem["line"].as_u64(), problem["column"].as_u64()), (400, Some(3), Some(3)));
}

#[test]
fn the_document_and_the_router_are_one_table() {
    let hall = Hall::open();
    let sala = hall.logged_in("sala");
    let (status, document) = hall.asker().get("/api/openapi.json");
    assert_eq!((status, document["openapi"].as_str()), (200, Some("3.1.0")));
    let mut ids = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            assert!(
                ids.insert(operation["operationId"].as_str().unwrap().to_string()),
                "{path} has another's name"
            );
            let real = path
                .replace("{series}", "A17")
                .replace("{set}", "J1")
                .replace("{n}", "1")
                .replace("{matrix}", "1")
                .replace("{cards}", "cards.csv")
                .replace("{game}", "7")
                .replace("{prize}", "1")
                .replace("{seq}", "1")
                .replace("{paper}", "acta-1")
                .replace("{file}", "bold.woff2");
            let (status, answer) = match method.as_str() {
                "get" => sala.get(&real),
                _ if path == "/api/logout" => hall.asker().post(&real, "{}"),
                _ => sala.post(&real, "{}"),
            };
            let nothing_there = [
                "sin-imagen",
                "sin-prueba",
                "sin-pelicula",
                "papel-desconocido",
                "premio-sin-pagar",
                "copia-de-acta-desconocida",
            ]
            .contains(&answer["code"].as_str().unwrap_or_default());
            assert!(
                ![404, 405, 500].contains(&status) || nothing_there,
                "{method} {path}: {status} {answer}"
            );
            let responses = operation["responses"].as_object().unwrap();
            assert!(
                responses.contains_key(&status.to_string()),
                "{method} {path} does not document {status}"
            );
            let in_path = operation["parameters"].as_array().unwrap().iter().filter(|p| p["in"] == "path");
            assert_eq!(in_path.count(), path.matches('{').count());
        }
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let unclear = schemas.keys().find(|name| name.ends_with(|c: char| c.is_ascii_digit()));
    assert_eq!(unclear, None, "two schemas have the same name");
    let mut references = 0;
    visit(&document, &mut |value| {
        if let Some(reference) = value.get("$ref") {
            let pointer =
                reference.as_str().unwrap().strip_prefix('#').expect("references stay in the document");
            assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
            references += 1;
        }
    });
    assert!(references > 100 && schemas.contains_key("Problem"), "{references}");
}

fn visit(value: &Value, look: &mut impl FnMut(&Value)) {
    look(value);
    match value {
        Value::Array(all) => all.iter().for_each(|value| visit(value, look)),
        Value::Object(all) => all.values().for_each(|value| visit(value, look)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn a_command_sent_again_acts_once_and_has_the_same_answer() {
    let hall = Hall::open();
    let ana = hall.logged_in("ana");
    let ana = Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), ..ana };
    let body = r#"{"game":7,"ordinal":4,"ball":77}"#;
    let first = ana.post("/api/commands/announce", body);
    assert_eq!(first.0, 200);
    assert_eq!(first.1["seq"], first.1["events"][0]["seq"]);
    assert_eq!(first.1["events"][0]["body"]["game"], 7);
    for _ in 0..100 {
        assert_eq!(ana.post("/api/commands/announce", body), first);
    }
    let other = ana.post("/api/commands/announce", r#"{"game":7,"ordinal":4,"ball":78}"#);
    assert_eq!((other.0, other.1["code"].as_str()), (422, Some("id-reutilizado")));
    let other = ana.post("/api/commands/stop", r#"{"game":7,"announced":3}"#);
    assert_eq!(other.0, 422);
    assert_eq!(hall.seen.lock().unwrap().decided, ["log-in", "announce"]);
}

#[test]
fn coming_in_takes_user_and_pin() {
    let hall = Hall::open();
    let nobody = hall.asker();
    let login = |user: &str, pin: &str| {
        nobody.post("/api/login", &format!(r#"{{"user":"{user}","pin":"{pin}","device":"caja"}}"#))
    };
    let wrong = login("ana", "111112");
    assert_eq!((wrong.0, wrong.1["code"].as_str()), (401, Some("pin-incorrecto")));
    let soon = login("ana", PIN);
    assert_eq!(
        (soon.0, soon.1["code"].as_str(), soon.1["retry_after_secs"].as_u64()),
        (429, Some("espere"), Some(1))
    );
    let stranger = login("nadie", PIN);
    assert_eq!(stranger.1["detail"], wrong.1["detail"], "the answer does not tell who is on the staff");
    assert_eq!(login("nadie", PIN).0, 429, "and waits as if there were such a person");
    let begun = Instant::now();
    let (status, answer) = loop {
        let (status, answer) = login("ana", PIN);
        if status != 429 {
            break (status, answer);
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "the wait never ends: {answer}");
        std::thread::yield_now();
    };
    assert_eq!(status, 200);
    let token = answer["token"].as_str().unwrap().to_string();
    assert_eq!(
        (token.len(), answer["person"].as_u64(), answer["roles"][0].as_str()),
        (64, Some(1002), Some("jefe_de_mesa"))
    );

    let ana = Asker { token: Some(token.clone()), ..hall.asker() };
    let (_, me) = ana.get("/api/me");
    assert_eq!((me["name"].as_str(), me["device"].as_str()), (Some("Ana Mesa"), Some("caja")));
    let (_, people) = ana.get("/api/people");
    assert_eq!(people.as_array().unwrap().len(), 5);
    assert!(!people.to_string().contains("argon2"));
    assert_eq!(hall.logged_in("vera").get("/api/people").0, 200, "who sells sees whom blocks go to");
    assert_eq!(ana.post("/api/logout", "{}").0, 200);
    assert_eq!(ana.get("/api/me").0, 401);

    let seen = hall.seen.lock().unwrap();
    assert!(matches!(
        seen.notices[..],
        [Notice::LoginRefused { tries: 1 }, Notice::LoginRefused { tries: 1 }]
    ));
    let sealed = seen.sealed.iter().map(|value| String::from_utf8_lossy(value).into_owned());
    assert!(sealed.into_iter().all(|value| value != token), "a token is kept as its hash only");
}

#[test]
fn a_new_person_comes_in_with_the_pin_and_the_pin_stays_outside() {
    let hall = Hall::open();
    let sala = hall.logged_in("sala");
    let person =
        |pin: &str| format!(r#"{{"user":"luis","name":"Luis Nuevo","pin":"{pin}","roles":["cajero"]}}"#);
    for bad in ["12345", "999999", "12345x", ""] {
        let (status, problem) = sala.command("add-person", &person(bad));
        assert_eq!((status, problem["field"].as_str()), (400, Some("pin")), "{bad}");
    }
    let again = Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), ..sala.clone() };
    let first = again.post("/api/commands/add-person", &person(PIN));
    assert_eq!(first.0, 200, "{}", first.1);
    assert_eq!(
        again.post("/api/commands/add-person", &person(PIN)),
        first,
        "the same answer, though the user exists"
    );
    let (status, problem) = sala.command("add-person", &person(PIN));
    assert_eq!((status, problem["code"].as_str()), (409, Some("usuario-existente")));
    hall.logged_in("luis");
    let seen = hall.seen.lock().unwrap();
    assert!(seen.sealed.iter().any(|value| value.starts_with(b"$argon2id$")));
    assert!(seen.sealed.iter().all(|value| !value.windows(PIN.len()).any(|part| part == PIN.as_bytes())));
    use sha2::Digest;
    let body = [b"add-person\0", person(PIN).as_bytes()].concat();
    let guess: [u8; 32] = sha2::Sha256::digest(&body).into();
    assert!(!seen.fingerprints.contains(&guess), "no PIN can be guessed from a fingerprint");
}

#[test]
fn a_claimant_is_sealed_and_cannot_be_guessed() {
    let hall = Hall::open();
    let sala = hall.logged_in("sala");
    let body = |name: &str, document: &str| {
        format!(
            r#"{{"about":"reclamacion","game":7,"text":"No se oyó la bola","claimant":{{"name":"{name}","document":"{document}"}},"signed":true}}"#
        )
    };
    for (name, document, field) in [(" ", "12345678Z", "claimant.name"), ("Eva Gil", "", "claimant.document")]
    {
        let (status, problem) = sala.command("write-diligencia", &body(name, document));
        assert_eq!((status, problem["field"].as_str()), (400, Some(field)));
    }
    let again = Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), ..sala.clone() };
    let claim = body("Eva Gil", "12345678Z");
    let first = again.post("/api/commands/write-diligencia", &claim);
    assert_eq!(first.0, 200, "{}", first.1);
    assert_eq!(again.post("/api/commands/write-diligencia", &claim), first);
    assert_eq!(sala.command("write-diligencia", r#"{"about":"incidencia","text":"Monitor nuevo"}"#).0, 200);
    assert_eq!(sala.command("announce-last-game", "{}").0, 200);

    let seen = hall.seen.lock().unwrap();
    assert_eq!(seen.decided, ["log-in", "write-diligencia", "write-diligencia", "announce-last-game"]);
    let sealed = String::from_utf8(seen.sealed.last().unwrap().clone()).unwrap();
    assert_eq!(sealed, r#"{"name":"Eva Gil","document":"12345678Z"}"#);
    use sha2::Digest;
    let whole = [b"write-diligencia\0", claim.as_bytes()].concat();
    let guess: [u8; 32] = sha2::Sha256::digest(&whole).into();
    assert!(!seen.fingerprints.contains(&guess), "no document can be guessed from a fingerprint");
    drop(seen);
    let board = hall.asker().get("/api/board").1.to_string();
    assert!(!board.contains("Eva") && !board.contains("12345678Z"), "{board}");
}

#[test]
fn an_inspector_sees_the_game_at_once_and_the_look_is_recorded() {
    let hall = Hall::open();
    let path = "/api/inspeccion";
    let (_, document) = hall.asker().get("/api/openapi.json");
    let operation = &document["paths"][path]["get"];
    assert_eq!(operation["description"], "Para: inspector, jefe_de_sala.");
    expect(&document, "get", path, hall.asker().get(path), 401, "sin-identificar");
    for user in ["ana", "vera"] {
        expect(&document, "get", path, hall.logged_in(user).get(path), 403, "sin-facultad");
    }
    let ines = hall.logged_in("ines");
    assert!(!hall.seen.lock().unwrap().decided.contains(&"inspect"), "who may not look has not looked");

    let cards = |first, last| Segment {
        series: SeriesId::parse("A17").unwrap(),
        first: CardNo(first),
        last: CardNo(last),
    };
    hall.show(|view| {
        let game = view.public.game.as_mut().unwrap();
        game.segments = vec![cards(301, 420).into()];
        game.formula = "Cartones vendidos 120".to_string();
    });
    let (status, drawn) = ines.get(path);
    assert_eq!(status, 200, "{drawn}");
    let now = hall.view.borrow().clone();
    assert_eq!(
        drawn,
        serde_json::json!({
            "seq": now.seq, "at_utc_ms": now.at_utc_ms, "scene": "draw", "game": 7, "in_session": 2,
            "series": "A17", "segments": [{"series": "A17", "first": 301, "last": 420}],
            "segments_whole": true, "face_value_cents": 200, "cards": 120, "takings_cents": 24_000,
            "line_cents": 2_400, "bingo_cents": 12_000, "formula": "Cartones vendidos 120",
        })
    );

    hall.show(|view| {
        view.public.scene = Scene::Sale;
        let game = view.public.game.as_mut().unwrap();
        (game.cards, game.segments) = (30, Vec::new());
        game.formula.clear();
        let held = |seller, first, last| Holding { seller, cards: cards(first, last).into() };
        view.mesa.holdings = vec![held(4, 301, 310), held(5, 311, 320), held(4, 331, 340)];
    });
    let (_, on_sale) = hall.logged_in("sala").get(path);
    assert_eq!(on_sale["takings_cents"], 6_000);
    assert_eq!((&on_sale["line_cents"], &on_sale["segments_whole"]), (&Value::Null, &Value::Bool(true)));
    assert_eq!(
        on_sale["segments"],
        serde_json::json!([
            {"series": "A17", "first": 301, "last": 320}, {"series": "A17", "first": 331, "last": 340},
        ])
    );

    hall.show(|view| view.public.scene = Scene::Winners);
    let (status, over) = ines.get(path);
    assert_eq!((status, &over["game"], over.get("cards")), (200, &Value::Null, None));
    let looks = hall.seen.lock().unwrap().decided.iter().filter(|name| **name == "inspect").count();
    assert_eq!(looks, 3);
}

#[test]
fn the_house_makes_papers_for_those_who_may_have_them() {
    let hall = Hall::open();
    let (sala, ana, vera) = (hall.logged_in("sala"), hall.logged_in("ana"), hall.logged_in("vera"));
    assert!(sala.get("/api/series/A17/cards.csv").1.as_str().unwrap().starts_with("number,"));
    assert_eq!(ana.get("/api/series/A17/cards.csv").1["code"], "sin-facultad");
    assert_eq!(sala.get("/api/series/A18/cards.csv").1["code"], "serie-desconocida");
    assert_eq!(sala.get("/api/series/a17/cards.csv").1["code"], "serie-desconocida");
    let (status, broken) = sala.get("/api/series/A66/cards.csv");
    assert_eq!((status, broken["code"].as_str()), (500, Some("fallo-interno")));
    assert!(!broken.to_string().contains("clave"), "what failed goes to the log only");
    assert_eq!(ana.get("/api/sessions/1/acta.pdf").0, 200);
    assert_eq!(ana.get("/api/sessions/2/acta.pdf").1["code"], "sesion-desconocida");
    assert_eq!(ana.get("/api/sessions/x/acta.pdf").1["code"], "sesion-desconocida");
    assert_eq!(vera.get("/api/sessions/1/acta.pdf").0, 403);
    for asker in [&sala, &ana, &vera] {
        assert_eq!(asker.get("/api/partidas/7/hoja").0, 200);
        assert_eq!(asker.get("/api/partidas/8/hoja").1["code"], "partida-sin-extraccion");
        assert_eq!(asker.get("/api/partidas/x/hoja").1["code"], "partida-sin-extraccion");
    }
    // It shows what is out and not announced.
    assert_eq!(hall.asker().get("/api/partidas/7/hoja").1["code"], "sin-identificar");
    let (status, made) = sala.command("make-matrix", r#"{"size":600}"#);
    assert_eq!(status, 200, "{made}");
}

#[test]
fn cards_are_printed_with_a_template_that_there_is_and_their_pages_are_for_whoever_may_print() {
    let hall = Hall::open();
    let (sala, ana) = (hall.logged_in("sala"), hall.logged_in("ana"));
    let (status, rows) = sala.get("/api/templates");
    assert_eq!((status, rows[0]["template"].as_str()), (200, Some("a4-6")));
    assert_eq!(ana.get("/api/templates").1["code"], "sin-facultad");
    assert_eq!(sala.command("print-cards", r#"{"series":"A17"}"#).0, 200);
    assert_eq!(sala.get("/api/printings/1/file.pdf").0, 200);
    assert_eq!(ana.get("/api/printings/1/file.pdf").1["code"], "sin-facultad");
    let (status, lost) = sala.get("/api/printings/2/file.pdf");
    assert_eq!((status, lost["code"].as_str()), (410, Some("paginas-perdidas")));
    assert!(lost["detail"].as_str().unwrap().contains("Imprima otra vez"), "{lost}");
    for number in ["3", "x", "-1"] {
        let (status, none) = sala.get(&format!("/api/printings/{number}/file.pdf"));
        assert_eq!((status, none["code"].as_str()), (404, Some("impresion-sin-paginas")));
    }
}

#[test]
fn the_machine_is_looked_at_by_those_who_work_with_it_and_tells_no_ball() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let ana = hall.logged_in("ana");
    for who in ["sala", "ana", "vera", "ines"] {
        let asker = hall.logged_in(who);
        let (status, now) = asker.get("/api/machine");
        assert_eq!((status, now["line"]["driver"].as_str()), (200, Some("blp1")), "{now}");
        assert!(now["line"]["heard_ms"].is_null() && now["power_up"].is_null(), "nothing was heard: {now}");
        assert_eq!(now["second"]["driver"].as_str(), Some("stx-simple"), "{now}");
        // 77 is out and not announced (DECISIONS 5).
        let told = [&now["line"], &now["second"], &now["machine"]].map(ToString::to_string).concat();
        assert!(!told.contains("77"), "{now}");
        assert_eq!(asker.get("/api/machine/intervals").1["session"], 1);
    }
    let carla = hall.logged_in("carla");
    for path in ["/api/machine", "/api/machine/intervals"] {
        assert_eq!(hall.asker().get(path).1["code"], "sin-identificar");
        let answer = carla.get(path);
        expect(&document, "get", path, answer, 403, "sin-facultad");
    }
    let rows = [
        ("session=2", 404, "sesion-desconocida"),
        ("session=x", 404, "sesion-desconocida"),
        ("session=-1", 404, "sesion-desconocida"),
        ("game=7", 400, "valor-no-valido"),
    ];
    for (query, status, code) in rows {
        let answer = ana.get(&format!("/api/machine/intervals?{query}"));
        expect(&document, "get", "/api/machine/intervals", answer, status, code);
    }
}

#[test]
fn watchers_see_health_and_counters() {
    let hall = Hall::open();
    let (status, health) = hall.asker().get("/healthz");
    assert_eq!((status, health["status"].as_str(), health["seq"].as_u64()), (200, Some("bien"), Some(100)));
    let (_, metrics) = hall.asker().get("/metrics");
    let metrics = metrics.as_str().unwrap();
    assert!(metrics.contains("\nbombo_desk_up 1\n") || metrics.contains("bombo_desk_up 1\n"), "{metrics}");
    assert!(metrics.contains("\nbombo_machine_bad_frames_total 0\n"), "{metrics}");
    // What the computer says of itself has whatever digits it has: a clock that ends in 77 tells no ball.
    let of_the_computer =
        ["disk_", "record_bytes", "record_wal_", "resident_", "open_files", "clock_", "uptime_"];
    let of_the_hall =
        |line: &&str| !of_the_computer.iter().any(|name| line.starts_with(&format!("bombo_{name}")));
    for line in metrics.lines().filter(of_the_hall) {
        for secret in ["77", "1002", "ana", "Sala"] {
            assert!(!line.contains(secret), "{line}");
        }
    }
    assert!(metrics.contains("\nbombo_trouble_disco_lento 0\n"), "{metrics}");
    // Something is wrong, and the hall goes on.
    let mut next = hall_server::desk::View::clone(&hall.view.borrow());
    next.facts.troubles = vec!["disco-lento"];
    hall.view.send_replace(std::sync::Arc::new(next));
    let (status, health) = hall.asker().get("/healthz");
    assert_eq!((status, health["status"].as_str()), (200, Some("degradada")));
    assert_eq!(health["troubles"], serde_json::json!(["disco-lento"]));
    let (_, metrics) = hall.asker().get("/metrics");
    assert!(metrics.as_str().unwrap().contains("\nbombo_trouble_disco_lento 1\n"));
}

#[test]
fn rubbish_on_the_port_hurts_nobody() {
    let hall = Hall::open();
    let huge_header = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "a".repeat(100_000));
    let cases: [&[u8]; 6] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
        huge_header.as_bytes(),
        b"GET /api/ws?protocol=3 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    ];
    for bytes in cases {
        let mut stream = TcpStream::connect(hall.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        // It may be cut off while it still speaks.
        let _ = stream.write_all(bytes);
        let mut answer = [0; 64];
        if let Ok(read @ 1..) = stream.read(&mut answer) {
            assert!(
                answer[..read].starts_with(b"HTTP/1.1 4"),
                "{}",
                String::from_utf8_lossy(&answer[..read])
            );
        }
    }
    assert_eq!(hall.asker().get("/healthz").0, 200);
}

/// The time-outs are ten seconds long and are waited for all at the same time.
#[test]
fn whoever_dawdles_is_cut_off() {
    let hall = Hall::open();
    let head = "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n";
    let half_a_body = format!("{head}{{");
    let cases = [
        ("", ""),
        ("P", ""),
        ("GET /healthz HTTP/1.1\r\nHos", ""),
        ("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200"),
        (&half_a_body, "HTTP/1.1 408"),
    ];
    let streams = cases.map(|(text, _)| {
        let mut stream = TcpStream::connect(hall.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    });
    for (mut stream, (text, start)) in streams.into_iter().zip(cases) {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap_or_else(|error| panic!("{text:?} is not cut off: {error}"));
        assert!(answer.starts_with(start) && answer.is_empty() == start.is_empty(), "{text:?} {answer}");
    }
}

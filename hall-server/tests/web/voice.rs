//! The hall's voice over a real port: who may report, what is refused, and what panels see while they wait for it.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hall_core::event::{GameNo, Ordinal, VoiceFault};
use hall_core::request::Notice;
use hall_core::rules::Light;
use hall_wire::board::PublicBoard;
use hall_wire::link::Link;
use serde_json::{Value, json};

use crate::hall::{Asker, CAMERA_KEY, Hall, VOICE_KEY, expect};

const PATH: &str = "/api/voice";
const WISHES: &str = "/api/voice/wishes";
const PATIENCE: Duration = Duration::from_secs(20);

fn voice(hall: &Hall) -> Asker {
    Asker { device: Some(("Voice", VOICE_KEY.to_string())), ..hall.asker() }
}

fn report(told: &Value) -> Value {
    json!({"start": 7, "speaks": true, "volume": 80, "language": "Español", "output": "pulse:sala", "trouble": null,
        "recorded": 12, "synthesised": 180, "missing": [], "bad": [], "told": told})
}

fn told(ordinal: u8, how: &str) -> Value {
    json!([{"what": {"ball": {"game": 7, "ordinal": ordinal}}, "how": how, "after_ms": 60}])
}

#[test]
fn only_the_voice_reports_and_only_what_is_short_and_plain() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let good = report(&json!([]));
    let check = |asker: &Asker, body: &Value, status: u16, code: &str| {
        expect(&document, "post", PATH, asker.post(PATH, &body.to_string()), status, code);
    };
    let with = |scheme, key: &str| Asker { device: Some((scheme, key.to_string())), ..hall.asker() };
    check(&hall.asker(), &good, 401, "clave-de-voz");
    check(&with("Voice", CAMERA_KEY), &good, 401, "clave-de-voz");
    check(&with("Camera", VOICE_KEY), &good, 401, "clave-de-voz");
    check(&hall.logged_in("sala"), &good, 401, "clave-de-voz");
    let voice = voice(&hall);
    let put = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    check(&voice, &put("volume", json!(101)), 400, "valor-no-valido");
    check(&voice, &put("output", json!("x".repeat(301))), 400, "valor-no-valido");
    check(&voice, &put("trouble", json!("una\u{202e}\u{7}")), 400, "valor-no-valido");
    check(&voice, &put("missing", json!(vec!["x"; 65])), 400, "valor-no-valido");
    check(&voice, &put("nombre", json!(1)), 400, "campo-desconocido");
    assert_eq!(
        voice.post(PATH, &good.to_string()),
        (200, json!({"speaks": null, "volume": null, "trials": 0}))
    );
}

#[test]
fn the_desk_wishes_and_the_voice_is_told() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let (ana, voice) = (hall.logged_in("ana"), voice(&hall));
    let check = |asker: &Asker, body: &str, status: u16, code: &str| {
        expect(&document, "post", WISHES, asker.post(WISHES, body), status, code);
    };
    check(&hall.asker(), "{}", 401, "sin-identificar");
    check(&hall.logged_in("carla"), "{}", 403, "sin-facultad");
    check(&ana, r#"{"volume":101}"#, 400, "valor-no-valido");
    assert_eq!(ana.post(WISHES, r#"{"volume":50,"trial":true}"#).0, 200);
    assert_eq!(ana.post(WISHES, r#"{"speaks":false}"#).0, 200);
    let (_, wishes) = voice.post(PATH, &report(&json!([])).to_string());
    assert_eq!(wishes, json!({"speaks": false, "volume": 50, "trials": 1}));
}

/// Heard, then shown (G8). The voice itself does not wait.
#[test]
fn panels_wait_for_the_voice_and_the_voice_does_not() {
    let hall = Hall::open();
    let voice = voice(&hall);
    let report = |told: &Value| assert_eq!(voice.post(PATH, &report(told).to_string()).0, 200);
    report(&json!([]));
    let panel = Link::<PublicBoard>::open(&hall.url, "panel", None);
    let speaker = Link::<PublicBoard>::open(&hall.url, "voz", Some(VOICE_KEY.to_owned()));
    let announced = |link: &Link<PublicBoard>, balls: &[u8]| {
        let came = link.wait(|seen| seen.connected && seen.board.announced == balls, PATIENCE);
        assert!(came.is_some(), "{balls:?} never came: {:?}", link.board().board.announced);
    };
    let before = panel.wait(|seen| seen.connected, PATIENCE).expect("a board").board.announced.clone();
    announced(&speaker, &before);
    let after = [&before[..], &[77]].concat();
    let place = u8::try_from(after.len()).unwrap();
    hall.show(|view| {
        view.facts.light = Light::Ends;
        view.public.announced.push(77);
    });
    announced(&speaker, &after);
    report(&told(place, "starts"));
    assert_eq!(panel.board().board.announced, before, "it has not said it yet");
    let board = |what: &str| hall.asker().get("/api/board").1["board"][what].clone();
    assert_eq!(board("announced"), json!(before), "and whoever asks sees what panels see");
    report(&told(place, "said"));
    announced(&panel, &after);
    assert_eq!(board("announced"), json!(after));
}

/// Whoever has no key is a panel like any other.
#[test]
fn a_panel_with_a_wrong_key_waits_as_panels_do() {
    let hall = Hall::open();
    let voice = voice(&hall);
    assert_eq!(voice.post(PATH, &report(&json!([])).to_string()).0, 200);
    let stranger = Link::<PublicBoard>::open(&hall.url, "voz", Some(CAMERA_KEY.to_owned()));
    let before = stranger.wait(|seen| seen.connected, PATIENCE).expect("a board").board.announced.clone();
    let seq = hall.show(|view| {
        view.facts.light = Light::Ends;
        view.public.announced.push(77);
    });
    let seen = stranger.wait(|seen| seen.seq >= seq, PATIENCE).expect("the line, without the ball");
    assert_eq!(seen.board.announced, before);
}

#[test]
fn a_ball_that_was_not_said_is_a_line_and_a_panel_does_not_wait_for_it() {
    let hall = Hall::open();
    let voice = voice(&hall);
    let (panel, place) = (Link::<PublicBoard>::open(&hall.url, "panel", None), 4);
    panel.wait(|seen| seen.connected, PATIENCE).expect("a board");
    assert_eq!(voice.post(PATH, &report(&json!([])).to_string()).0, 200);
    hall.show(|view| {
        view.facts.light = Light::Ends;
        view.public.announced = vec![1, 2, 3, 77];
    });
    assert_eq!(voice.post(PATH, &report(&told(place, "late")).to_string()).0, 200);
    let failed = Notice::VoiceFailed { game: GameNo(7), ordinal: Ordinal(place), why: VoiceFault::Late };
    let until = Instant::now() + PATIENCE;
    while !hall.seen.lock().unwrap().notices.contains(&failed) {
        assert!(Instant::now() < until, "no line for the ball that was not said");
        std::thread::yield_now();
    }
    assert!(panel.wait(|seen| seen.board.announced == [1, 2, 3, 77], PATIENCE).is_some());
    // A voice that was not heard of for three seconds is not waited for either.
    hall.steady.store(3_000, Ordering::Relaxed);
    hall.show(|view| view.public.announced.push(5));
    assert!(panel.wait(|seen| seen.board.announced == [1, 2, 3, 77, 5], PATIENCE).is_some());
}

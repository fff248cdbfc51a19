//! Commands are read strictly, and each error names its field.

use hall_core::event::{HoldExit, Ordinal};
use hall_core::request::{Presented, Request, RequestKind};
use hall_wire::command::{Command, CommandError, command, commands};
use hall_wire::problem::{KINDS, Problem};
use serde_json::Value;

#[test]
fn every_example_is_read_as_the_request_of_its_name_and_written_the_same() {
    for spec in commands() {
        let example = spec.kind.example().unwrap();
        let command = (spec.parse)(example.as_bytes()).unwrap_or_else(|e| panic!("{:?}: {e}", spec.kind));
        assert_eq!(command.kind(), spec.kind);
        let body: Value = serde_json::from_str(example).unwrap();
        let written = command.body();
        for (field, value) in body.as_object().unwrap() {
            assert_eq!(written[field], *value, "{:?} {field}", spec.kind);
        }
        assert_eq!((spec.parse)(written.to_string().as_bytes()).unwrap(), command);
    }
}

#[test]
fn every_request_without_its_own_address_has_a_command() {
    let ours: Vec<RequestKind> = commands().map(|spec| spec.kind).collect();
    let others: Vec<&RequestKind> = RequestKind::ALL.iter().filter(|kind| !ours.contains(kind)).collect();
    use RequestKind::{
        AddSignedPage, EnrolDevice, GiveInspectionCode, ImportMatrix, Inspect, LogIn, LogOut, Search,
    };
    let wanted =
        [LogIn, EnrolDevice, LogOut, ImportMatrix, AddSignedPage, Inspect, Search, GiveInspectionCode];
    assert_eq!(others, wanted.each_ref());
}

const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/// A signature of these strokes.
fn drawn(paper: &str, strokes: &str) -> String {
    format!(r#"{{"paper":"{paper}","sha256":"{HASH}","role":"claimant","strokes":{strokes}}}"#)
}

/// A list of the same thing so many times.
fn many(item: &str, times: usize) -> String {
    format!("[{}]", vec![item; times].join(","))
}

#[test]
fn as_many_strokes_and_points_as_a_signature_may_have() {
    let parse = command("sign-paper").unwrap().parse;
    let (most, longest) = (many("[[0,0],[3000,1000]]", 200), format!("[{}]", many("[3000,1000]", 3999)));
    let longest = longest.replacen("[3000,1000]", "[0,0],[3000,1000]", 1);
    for strokes in [most, longest] {
        parse(drawn("acta-3", &strokes).as_bytes()).unwrap();
    }
}

/// As JSON Schema has it: programs that know one sort of number alone write both alike.
#[test]
fn a_whole_number_may_have_a_point() {
    let parse = command("announce").unwrap().parse;
    let plain = parse(br#"{"game":1,"ordinal":1,"ball":9}"#).unwrap();
    assert_eq!(parse(br#"{"game":1.0,"ordinal":1e0,"ball":9.0}"#).unwrap(), plain);
    for game in ["1.5", "-1.0", "4294967296.0", "1e300", "1e400"] {
        let body = format!(r#"{{"game":{game},"ordinal":1,"ball":9}}"#);
        assert!(parse(body.as_bytes()).is_err(), "{game}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let cases: &[(&str, &str, &str, Option<&str>)] = &[
        ("announce", r#"{"game":1,"ordinal":1,"ball":91}"#, "valor-no-valido", Some("ball")),
        ("announce", r#"{"game":1,"ordinal":1,"ball":0}"#, "valor-no-valido", Some("ball")),
        ("announce", r#"{"game":1,"ordinal":91,"ball":9}"#, "valor-no-valido", Some("ordinal")),
        ("announce", r#"{"game":-1,"ordinal":1,"ball":9}"#, "valor-no-valido", Some("game")),
        ("announce", r#"{"game":1.5,"ordinal":1,"ball":9}"#, "valor-no-valido", Some("game")),
        ("announce", r#"{"game":"1","ordinal":1,"ball":9}"#, "valor-no-valido", Some("game")),
        ("announce", r#"{"game":1,"ordinal":1}"#, "falta-campo", Some("ball")),
        ("announce", r#"{"game":1,"ordinal":1,"ball":9,"bola":9}"#, "campo-desconocido", Some("bola")),
        ("announce", r#"{"game":1,"game":1,"ordinal":1,"ball":9}"#, "valor-no-valido", Some("cuerpo")),
        ("announce", "{", "json-no-valido", None),
        ("announce", "", "json-no-valido", None),
        ("announce", "{}x", "falta-campo", Some("game")),
        ("close-sale", r#"{"game":1}{"game":1}"#, "json-no-valido", None),
        ("close-sale", r#"[1]"#, "valor-no-valido", Some("cuerpo")),
        (
            "open-sale",
            r#"{"series":"A0","series_size":420,"face_value_cents":200}"#,
            "valor-no-valido",
            Some("series"),
        ),
        (
            "open-sale",
            r#"{"series":"A1","series_size":420,"face_value_cents":18446744073709551615}"#,
            "valor-no-valido",
            Some("face_value_cents"),
        ),
        ("claim", r#"{"game":1,"play":"linea","series":"A17","card":1}"#, "valor-no-valido", Some("play")),
        ("claim", r#"{"game":1,"play":"line","series":"A17"}"#, "falta-campo", Some("card")),
        ("claim", r#"{"game":1,"play":"line"}"#, "falta-campo", Some("code")),
        (
            "claim",
            r#"{"game":1,"play":"line","card":1,"code":"B1:A17:301:0123456789ABCDEF"}"#,
            "valor-no-valido",
            Some("code"),
        ),
        (
            "claim",
            r#"{"game":1,"play":"line","code":"B1:A17:301:0123456789abcdef"}"#,
            "valor-no-valido",
            Some("code"),
        ),
        (
            "register-ball-set",
            r#"{"set":"j1","extractor":"drum","homologation":"H"}"#,
            "valor-no-valido",
            Some("set"),
        ),
        (
            "add-person",
            r#"{"user":"a","name":"A","pin":"123456","roles":["jefe"]}"#,
            "valor-no-valido",
            Some("roles[0]"),
        ),
        ("announce-last-game", r#"{"game":1}"#, "campo-desconocido", Some("game")),
        ("announce-last-game", "", "json-no-valido", None),
        ("announce-last-game", "[]", "valor-no-valido", Some("cuerpo")),
        ("ask-burn-gap", r#"{"game":1,"series":"A17","first":0,"last":5}"#, "valor-no-valido", Some("first")),
        ("confirm-burn-gap", r#"{"game":1,"series":"A17","first":1}"#, "falta-campo", Some("last")),
        (
            "rectify-sale",
            r#"{"game":1,"series":"A17","first":1,"last":5,"seller":4,"found":"lost"}"#,
            "valor-no-valido",
            Some("found"),
        ),
        (
            "rectify-sale",
            r#"{"game":1,"series":"A17","first":1,"last":5,"found":"sold"}"#,
            "falta-campo",
            Some("seller"),
        ),
        ("rectify-announcement", r#"{"game":1,"ordinal":3,"said":91}"#, "valor-no-valido", Some("said")),
        ("write-diligencia", r#"{"about":"queja","text":"x"}"#, "valor-no-valido", Some("about")),
        ("write-diligencia", r#"{"about":"incidencia"}"#, "falta-campo", Some("text")),
        (
            "write-diligencia",
            r#"{"about":"reclamacion","text":"x","claimant":{"document":"1"}}"#,
            "falta-campo",
            Some("name"),
        ),
        (
            "write-diligencia",
            r#"{"about":"reclamacion","text":"x","claimant":{"name":"Eva","document":"1","dni":"1"}}"#,
            "campo-desconocido",
            Some("dni"),
        ),
        ("ask-hold-exit", r#"{"game":1,"hold":1,"exit":"misread","ordinal":1}"#, "falta-campo", Some("ball")),
        (
            "ask-hold-exit",
            r#"{"game":1,"hold":1,"exit":"repaired","ball":1}"#,
            "valor-no-valido",
            Some("exit"),
        ),
        (
            "register-ball-set",
            r#"{"set":"J1","extractor":1,"homologation":"H"}"#,
            "valor-no-valido",
            Some("extractor"),
        ),
        (
            "ask-transcription",
            r#"{"game":1,"lines":[{"is":"end"},{"is":"ball","ball":0}]}"#,
            "valor-no-valido",
            Some("lines[1].ball"),
        ),
        (
            "ask-transcription",
            r#"{"game":1,"lines":[{"is":"end","ball":1}]}"#,
            "campo-desconocido",
            Some("ball"),
        ),
        ("ask-transcription", r#"{"game":1,"lines":[{"is":"sun"}]}"#, "valor-no-valido", Some("lines[0].is")),
        ("end-key", r#"{"key":"d75a","reason":"x"}"#, "valor-no-valido", Some("key")),
        ("enrol-key", &format!(r#"{{"key":"{HASH}","proof":"{HASH}"}}"#), "valor-no-valido", Some("proof")),
        ("sign-paper", &drawn("acta-03", "[[[1,1],[9,9]]]"), "valor-no-valido", Some("paper")),
        ("sign-paper", &drawn("acta-3", "[]"), "valor-no-valido", Some("strokes")),
        ("sign-paper", &drawn("acta-3", "[[]]"), "valor-no-valido", Some("strokes")),
        ("sign-paper", &drawn("acta-3", "[[[1,1]],[[9,9]]]"), "valor-no-valido", Some("strokes")),
        ("sign-paper", &drawn("acta-3", "[[[1,1],[3001,9]]]"), "valor-no-valido", Some("strokes")),
        ("sign-paper", &drawn("acta-3", "[[[1,1],[9,1001]]]"), "valor-no-valido", Some("strokes")),
        ("sign-paper", &drawn("acta-3", "[[[1,1],[9,-1]]]"), "valor-no-valido", Some("strokes[0][1][1]")),
        ("sign-paper", &drawn("acta-3", "[[[1,1],[9]]]"), "valor-no-valido", Some("strokes[0][1]")),
        ("sign-paper", &drawn("acta-3", &many("[[1,1],[9,9]]", 201)), "valor-no-valido", Some("strokes")),
        (
            "sign-paper",
            &drawn("acta-3", &format!("[{}]", many("[1,1]", 4001))),
            "valor-no-valido",
            Some("strokes"),
        ),
    ];
    for (name, body, code, field) in cases {
        let error = (command(name).unwrap().parse)(body.as_bytes())
            .err()
            .unwrap_or_else(|| panic!("{name} {body} was read"));
        let problem = Problem::from(error);
        assert_eq!(
            (problem.code.as_str(), problem.field.as_deref()),
            (*code, *field),
            "{name} {body}: {problem}"
        );
    }
}

#[test]
fn broken_json_has_its_place() {
    let error = (command("go-on").unwrap().parse)(b"{\n  \"game\": 1,\n  oops\n}").err().unwrap();
    assert_eq!(error, CommandError::BadJson { line: 3, column: 3 });
    let deep = "[".repeat(100_000);
    assert!((command("go-on").unwrap().parse)(deep.as_bytes()).is_err());
    assert!((command("go-on").unwrap().parse)(b"{\"game\":1,\"stop\":1,\"\xff\":2}").is_err());
}

#[test]
fn a_card_is_keyed_or_scanned() {
    let claim = |body: &str| (command("claim").unwrap().parse)(body.as_bytes()).unwrap();
    let keyed = claim(r#"{"game":1,"play":"bingo","series":"A17","card":301}"#);
    let scanned = claim(r#"{"game":1,"play":"bingo","code":"B1:A17:301:0123456789ABCDEF"}"#);
    let Command::Ask(Request::Claim { card: keyed @ Presented::Keyed(_), .. }) = keyed else {
        panic!("keyed")
    };
    let Command::Ask(Request::Claim { card: scanned @ Presented::Scanned(_), .. }) = scanned else {
        panic!("scanned")
    };
    assert_eq!(keyed.card(), scanned.card());
}

#[test]
fn a_misread_ball_comes_with_its_place() {
    let spec = command("confirm-hold-exit").unwrap();
    let body = r#"{"game":1,"hold":2,"exit":"misread","ordinal":12,"ball":34}"#;
    let Ok(Command::Ask(Request::ConfirmHoldExit { exit, .. })) = (spec.parse)(body.as_bytes()) else {
        panic!("read")
    };
    assert!(matches!(exit, HoldExit::Misread { ordinal: Ordinal(12), ball } if ball.number() == 34));
}

#[test]
fn problem_codes_are_spelt_alike_and_once() {
    let mut codes: Vec<&str> = KINDS.iter().map(|kind| kind.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), KINDS.len());
    for kind in KINDS {
        assert!(kind.code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", kind.code);
        assert!(kind.detail.ends_with('.') && (400..=503).contains(&kind.status));
    }
}

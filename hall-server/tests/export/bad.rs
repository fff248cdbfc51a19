//! Everything that somebody can change in an export, and which code says so. The page and Python say the same of each.

use std::fs;

use hall_core::event::Mixed;
use hall_core::matrix::{MatrixNo, MatrixOptions};
use hall_core::request::Request;
use hall_core::time::Date;
use serde_json::Value;

use crate::good::{three_sessions, whole};
use crate::made::{FIELDS, Forged, again, change, drop_line, read_json};
use crate::support::{SALA, SIZE, phases, sealed};
use crate::verifiers::{Said, Verifiers};

/// One way of forging: what it is called, what it does, and the codes that tell.
type Forgery = (&'static str, Change, &'static [&'static str]);

type Change = fn(&mut Forged);

/// Changes after which every hash is made again, as whoever has the hall's program can. What is left wrong is what the
/// rules say; where nothing is, only a head on paper tells, or a witness.
const REHASHED: &[Forgery] = &[
    ("an hour", |f| f.lines[50]["at_utc_ms"] = 5.into(), &[]),
    ("who did it", |f| f.lines[50]["actor"] = "p9".into(), &[]),
    ("another ball announced", |f| other_ball(f, "ball_announced"), &["bolas"]),
    ("another ball extracted", |f| other_ball(f, "ball_extracted"), &["bolas"]),
    ("a ball that never came out", |f| drop_line(f, "ball_extracted", "\"ordinal\":2,"), &["bolas"]),
    (
        "balls that count in a stop",
        |f| change(f, "draw_stopped", "\"counting\":", "\"counting\":1"),
        &["bolas"],
    ),
    ("fewer cards sold", |f| change(f, "sale_closed", "\"sold\":40", "\"sold\":39"), &["venta"]),
    ("a block that was not issued", |f| drop_line(f, "block_issued", "\"first\":21"), &["venta"]),
    (
        "takings",
        |f| change(f, "sale_closed", "\"takings_cents\":8000", "\"takings_cents\":7000"),
        &["dinero"],
    ),
    ("the line's part", |f| change(f, "sale_closed", "\"line_cents\":", "\"line_cents\":1"), &["dinero"]),
    (
        "a good card made bad",
        |f| change(f, "claim_made", "\"is\":\"good\"", "\"is\":\"good_\""),
        &["veredicto"],
    ),
    (
        "the ball that completed it",
        |f| change(f, "claim_made", "\"completed_at\":", "\"completed_at\":1"),
        &["veredicto"],
    ),
    ("another card's numbers", |f| change(f, "claim_made", "\"face\":\"", "\"face\":\"1"), &["veredicto"]),
    ("a claim nobody accepted", |f| drop_line(f, "claim_accepted", ""), &["veredicto"]),
    ("another winner", |f| change(f, "play_awarded", "\"number\":", "\"number\":1"), &["veredicto"]),
    ("a larger share", |f| change(f, "play_awarded", "\"amount_cents\":", "\"amount_cents\":1"), &["dinero"]),
    ("a prize paid twice", |f| again(f, "prize_paid"), &["dinero"]),
    ("more paid", |f| change(f, "prize_paid", "\"amount_cents\":", "\"amount_cents\":1"), &["dinero"]),
    (
        "a session left out",
        |f| change(f, "session_opened", "\"session\":1", "\"session\":2"),
        &["numeracion"],
    ),
    (
        "a game left out",
        |f| change(f, "sale_opened", "\"in_session\":1", "\"in_session\":2"),
        &["numeracion"],
    ),
    ("a card sold before", |f| change(f, "sale_opened", "\"first\":1,", "\"first\":3,"), &["venta"]),
    (
        "another price",
        |f| change(f, "sale_opened", "\"face_value_cents\":200", "\"face_value_cents\":300"),
        &["dinero", "venta"],
    ),
    ("a body without its field", |f| change(f, "ball_announced", "\"ordinal\":1,", ""), &["formato"]),
    (
        "a body with a fraction",
        |f| change(f, "ball_announced", "\"ordinal\":1,", "\"ordinal\":1.0,"),
        &["formato"],
    ),
    (
        "a body with blanks",
        |f| change(f, "ball_announced", "\"ordinal\":1,", "\"ordinal\": 1,"),
        &["formato"],
    ),
    (
        "a field twice",
        |f| change(f, "ball_announced", "\"ordinal\":1,", "\"ordinal\":1,\"ordinal\":1,"),
        &["formato"],
    ),
];

/// Changes of a matrix that comes from an announced draw, in a hall that makes no others.
const DRAWN: &[Forgery] = &[
    (
        "announced on the day of the draw",
        |f| change(f, "key_draw_announced", "\"date\":\"2026-11-22\"", "\"date\":\"2026-11-21\""),
        &["carton"],
    ),
    (
        "more cards than were announced",
        |f| change(f, "key_draw_announced", "\"size\":420", "\"size\":421"),
        &["carton"],
    ),
    (
        "another matrix than was announced",
        |f| change(f, "key_draw_announced", "\"matrix\":2", "\"matrix\":3"),
        &["carton"],
    ),
    ("never announced", |f| drop_line(f, "key_draw_announced", ""), &["carton"]),
    (
        "announced, and made of nothing",
        |f| change(f, "matrix_made", ",\"mixed\":{\"words\":\"07324\"", ",\"mixed_\":{\"words\":\"07324\""),
        &["carton"],
    ),
    (
        "a day that is none",
        |f| change(f, "key_draw_announced", "\"date\":\"2026-11-22\"", "\"date\":\"22-11-2026\""),
        &["formato"],
    ),
];

fn other_ball(forged: &mut Forged, kind: &str) {
    let place = forged.find(kind, "\"ordinal\":1,");
    let mut body: Value = serde_json::from_str(forged.lines[place]["body"].as_str().unwrap()).unwrap();
    let ball = body["ball"].as_u64().unwrap();
    let from = format!("\"ball\":{ball},");
    body["ball"] = 89.into();
    forged.replace(place, &from, "\"ball\":89,");
}

#[track_caller]
fn has(said: &Said, name: &str, codes: &[&str]) {
    let status = i32::from(!codes.is_empty());
    assert_eq!(said.status, status, "{name}: {:?}", said.findings);
    for code in codes {
        assert!(said.codes().contains(code), "{name}: {code} is not among {:?}", said.findings);
    }
}

#[test]
fn a_matrix_that_is_not_of_its_announced_draw_is_told() {
    let mut bench = phases::draws_required();
    let draw = Request::AnnounceKeyDraw {
        size: SIZE,
        options: MatrixOptions::PLAIN,
        draw: "Sorteo de la ONCE, las cinco cifras".to_owned(),
        date: Date::parse("2026-11-22").unwrap(),
        seed: sealed(12),
        seed_sha256: [0x5e; 32],
    };
    bench.ask(SALA, draw).unwrap();
    bench.now_ms += 86_400_000;
    let taken = Request::TakeKeyDraw {
        matrix: MatrixNo::new(2).unwrap(),
        outcome: Mixed { words: "07324".to_owned(), seed: sealed(13) },
        key: sealed(14),
        key_sha256: [1; 32],
        faces_sha256: [2; 32],
    };
    bench.ask(SALA, taken).unwrap();
    let (_folder, export) = whole(&bench);
    let mut verifiers = Verifiers::new();
    let said = verifiers.both(&export);
    assert_eq!(said.status, 0, "{:?}", said.findings);
    let checked = verifiers.eval("at('checked').textContent").as_str().unwrap().to_owned();
    assert!(checked.contains("1 matriz que sale de un sorteo que se anunció antes"), "{checked}");
    for (name, forge, codes) in DRAWN {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        has(&verifiers.both(&forged.path), name, codes);
    }
}

#[test]
fn what_is_rehashed_with_the_halls_own_program_breaks_its_own_rules() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let mut verifiers = Verifiers::new();
    let true_one = Forged::of(&export);
    let (place, head) = (true_one.lines.len() - 1, true_one.head(true_one.lines.len() - 1));
    assert_eq!(verifiers.both_with(&export, &head).status, 0);
    for (name, forge, codes) in REHASHED {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        has(&said, name, codes);
        assert!(!said.codes().iter().any(|code| ["cadena", "fichero"].contains(code)), "{name}: {said:?}");
        // The head that was printed tells of each; one that is the last line may lie behind the end now.
        let said = verifiers.both_with(&forged.path, &head);
        let there = forged.lines.len() > place;
        assert_eq!(said.codes().contains(&"cabeza"), there, "{name}: {said:?}");
    }
}

#[test]
fn what_is_changed_in_a_line_is_told_of_that_line() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let mut verifiers = Verifiers::new();
    let lines = Forged::of(&export).lines.len();
    for place in [0, lines / 2, lines - 1] {
        for name in FIELDS {
            let mut forged = Forged::of(&export);
            let value = &mut forged.lines[place][name];
            *value = match (name, &*value) {
                ("hash", _) => "0".repeat(64).into(),
                ("actor", _) => "p77".into(),
                ("body", Value::String(body)) => body.replacen(':', ":9", 1).into(),
                (_, Value::Number(number)) => (number.as_i64().unwrap() + 1).into(),
                (_, value) => format!("{}x", value.as_str().unwrap()).into(),
            };
            forged.save();
            let said = verifiers.both(&forged.path);
            assert!(
                said.codes().iter().any(|code| ["cadena", "formato"].contains(code)),
                "{name} of {place}: {said:?}"
            );
            assert_eq!(said.status, 1);
        }
    }
}

#[test]
fn lines_that_are_missing_doubled_or_elsewhere_are_told() {
    let (_folder, export) = whole(&three_sessions());
    let mut verifiers = Verifiers::new();
    let forgeries: [(&str, Change); 7] = [
        ("the first is gone", |f| drop(f.lines.remove(0))),
        ("one in the middle is gone", |f| drop(f.lines.remove(40))),
        ("one is there twice", |f| f.lines.insert(40, f.lines[40].clone())),
        ("two have changed places", |f| f.lines.swap(40, 41)),
        ("one is from elsewhere", |f| f.lines[40] = f.lines[20].clone()),
        ("none is left", |f| f.lines.clear()),
        ("the numbers go on, the chain does not", |f| {
            f.lines.remove(40);
            for (seq, line) in (1u64..).zip(&mut f.lines) {
                line["seq"] = seq.into();
            }
        }),
    ];
    for (name, forge) in forgeries {
        let mut forged = Forged::of(&export);
        let manifest = fs::read(forged.path.join("manifiesto.json")).unwrap();
        forge(&mut forged);
        forged.save();
        // The range is what was asked.
        fs::write(forged.path.join("manifiesto.json"), manifest).unwrap();
        forged.sum();
        let said = verifiers.both(&forged.path);
        has(&said, name, &["cadena"]);
    }
    // Cut at the end, and the manifest says so: a sound record that ends earlier. Paper tells.
    let mut forged = Forged::of(&export);
    let head = forged.head(forged.lines.len() - 1);
    forged.lines.truncate(60);
    forged.save();
    let said = verifiers.both_with(&forged.path, &head);
    has(&said, "cut", &[]);
    let left = verifiers.eval("at('left').textContent");
    assert!(left.as_str().unwrap().contains("esa línea no está en la exportación"), "{left}");
}

#[test]
fn a_file_that_is_another_is_named() {
    let (_folder, export) = whole(&three_sessions());
    let mut verifiers = Verifiers::new();
    let manifest = read_json(&export.join("manifiesto.json"));
    for file in manifest["ficheros"].as_array().unwrap() {
        let name = file["nombre"].as_str().unwrap();
        for what in ["changed", "gone"] {
            let forged = Forged::of(&export);
            let path = forged.path.join(name);
            match what {
                "gone" => fs::remove_file(&path).unwrap(),
                _ => {
                    let mut bytes = fs::read(&path).unwrap();
                    bytes.push(b'\n');
                    fs::write(&path, bytes).unwrap();
                }
            }
            let said = verifiers.both(&forged.path);
            assert!(said.findings.contains(&("fichero".into(), name.into())), "{name} {what}: {said:?}");
        }
    }
    // An acta that is another, in a manifest that is made again for it.
    let forged = Forged::of(&export);
    fs::write(forged.path.join("actas/acta-1.pdf"), "%PDF-1.7 otra").unwrap();
    forged.sum();
    has(&verifiers.both(&forged.path), "another acta", &["acta"]);
    let more = Forged::of(&export);
    fs::write(more.path.join("nota.txt"), "de más").unwrap();
    assert!(verifiers.both(&more.path).findings.contains(&("fichero".into(), "nota.txt".into())));
}

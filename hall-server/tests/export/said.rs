//! Who signed for the count of the balls, which ball was confirmed after a restart, what the agent decided about, whom refusals
//! name (ADR 75, 76): both verifiers find what somebody forged there.

use std::fs;
use std::path::Path;
use std::process::Command;

use hall_core::refusal::Refusal;
use hall_core::request::RequestKind;
use hall_server::export::{REBUILD_PY, VERIFIER_PY};
use serde_json::{Value, json};

use crate::good::{three_sessions, whole};
use crate::made::{Forged, again, change, drop_line};
use crate::support::Bench;
use crate::verifiers::Verifiers;
use crate::words::Script;

/// What is done, how, and the code and the words of what is found.
type Forgery = (&'static str, fn(&mut Forged), &'static str, &'static str);

/// The record of an evening.
fn evening(name: &str) -> Bench {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/evenings");
    Script::recorded(&fs::read_to_string(folder.join(format!("{name}.evening"))).unwrap())
}

/// Sound as it is, and says that so much was checked; each forgery is found by both, with these words.
#[track_caller]
fn found_by_both(bench: &Bench, checked: &str, forgeries: &[Forgery]) {
    let (_folder, export) = whole(bench);
    let mut verifiers = Verifiers::new();
    let said = verifiers.both(&export);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(verifiers.text("checked").contains(checked), "{}", verifiers.text("checked"));
    for (what, forge, code, words) in forgeries {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        assert!(said.codes().contains(code), "{what}: {said:?}");
        let found = verifiers.text("findings");
        assert!(found.contains(words), "{what}: {found}");
    }
}

/// The place of a line of a kind, by its order among them.
fn of_kind(forged: &Forged, kind: &str, order: usize) -> usize {
    let mut places = (0..forged.lines.len()).filter(|place| forged.lines[*place]["kind"] == kind);
    places.nth(order).unwrap()
}

fn remove(forged: &mut Forged, kind: &str, order: usize) {
    let place = of_kind(forged, kind, order);
    forged.lines.remove(place);
}

fn sign_as(forged: &mut Forged, order: usize, who: &str) {
    let place = of_kind(forged, "ball_count_signed", order);
    forged.lines[place]["actor"] = who.into();
}

/// Three sessions. What was signed before the first opening are the lines 0 and 1, in it 2; then one for each close and opening.
const COUNTS: &[Forgery] = &[
    (
        "an opening nobody signed",
        |f| remove(f, "ball_count_signed", 4),
        "recuento",
        "la sesión 2 se abre sin la firma",
    ),
    (
        "a close nobody signed",
        |f| remove(f, "ball_count_signed", 5),
        "recuento",
        "la sesión 2 se cierra sin la firma",
    ),
    (
        "another count",
        |f| {
            let place = of_kind(f, "ball_count_signed", 1);
            f.replace(place, "\"balls\":90", "\"balls\":89");
        },
        "recuento",
        "la sesión 1 se abre sin la firma",
    ),
    (
        "of another set",
        |f| {
            let place = of_kind(f, "ball_count_signed", 3);
            f.replace(place, "\"set\":\"J1\"", "\"set\":\"J2\"");
        },
        "recuento",
        "la sesión 1 se cierra sin la firma",
    ),
    ("signed by who opens", |f| sign_as(f, 1, "p2"), "recuento", "la sesión 1 se abre sin la firma"),
    ("signed by a seller", |f| sign_as(f, 3, "p4"), "recuento", "la sesión 1 se cierra sin la firma"),
    (
        "closed by who signed",
        |f| {
            let place = of_kind(f, "session_closed", 0);
            f.lines[place]["actor"] = "p1".into();
        },
        "recuento",
        "la sesión 1 se cierra sin la firma",
    ),
    (
        "five hours before",
        |f| {
            let place = of_kind(f, "ball_count_signed", 6);
            let at = f.lines[place]["at_utc_ms"].as_i64().unwrap();
            f.lines[place]["at_utc_ms"] = (at - 5 * 3_600_000).into();
        },
        "recuento",
        "la sesión 3 se abre sin la firma",
    ),
    (
        "opened with fewer balls",
        |f| change(f, "session_opened", "\"balls_counted\":90", "\"balls_counted\":88"),
        "recuento",
        "la sesión 1 se abre con 88 bolas",
    ),
];

#[test]
fn a_count_that_nobody_signed_for_is_found() {
    found_by_both(&three_sessions(), "6 recuentos de bolas firmados", COUNTS);
}

const RESTARTS: &[Forgery] = &[
    (
        "nobody said it",
        |f| drop_line(f, "last_ball_confirmed", ""),
        "bolas",
        "sin que nadie confirme por su número",
    ),
    (
        "another ball",
        |f| change(f, "last_ball_confirmed", "\"ball\":3", "\"ball\":2"),
        "bolas",
        "la bola 2 en el lugar 3, que no era la última",
    ),
    (
        "another place",
        |f| change(f, "last_ball_confirmed", "\"ordinal\":3", "\"ordinal\":2"),
        "bolas",
        "la bola 3 en el lugar 2, que no era la última",
    ),
    (
        "another stop",
        |f| change(f, "last_ball_confirmed", "\"stop\":1", "\"stop\":2"),
        "bolas",
        "que no era la última",
    ),
];

#[test]
fn a_draw_that_goes_on_after_a_restart_unconfirmed_is_found() {
    let bench = evening("25-server-restart-in-a-draw");
    found_by_both(&bench, "2 reinicios tras los que se confirmó", RESTARTS);
}

/// Called four times: for a ball, for the light, and twice for 89 balls.
const AGENTS: &[Forgery] = &[
    (
        "of another count",
        |f| change(f, "authority_decided", "\"balls\":89", "\"balls\":88"),
        "autoridad",
        "no es sobre la duda por la que se le avisó",
    ),
    (
        "closed without a word",
        |f| remove(f, "authority_decided", 3),
        "autoridad",
        "se cierra sin la decisión del agente",
    ),
    (
        "a word nobody asked for",
        |f| remove(f, "authority_called", 3),
        "autoridad",
        "un agente a quien nadie había avisado",
    ),
    (
        "never called for it",
        |f| {
            remove(f, "authority_called", 3);
            remove(f, "authority_decided", 3);
        },
        "autoridad",
        "se cierra con 89 bolas, de las que el agente nada decidió",
    ),
    (
        "fewer balls than he saw",
        |f| {
            change(f, "ball_count_signed", "\"balls\":89", "\"balls\":87");
            change(f, "session_closed", "\"balls_counted\":89", "\"balls_counted\":87");
        },
        "autoridad",
        "se cierra con 87 bolas, de las que el agente nada decidió",
    ),
    (
        "sold while he is awaited",
        |f| remove(f, "authority_decided", 0),
        "autoridad",
        "la venta de la partida 1 sin esperar",
    ),
    (
        "sold after he ended the session",
        |f| change(f, "authority_decided", "\"goes_on\":true", "\"goes_on\":false"),
        "autoridad",
        "el agente había terminado la sesión",
    ),
];

#[test]
fn what_the_agent_never_decided_is_found() {
    found_by_both(&evening("30c-a-count-needs-a-call-of-its-own"), "4 decisiones del agente", AGENTS);
    let held: &[Forgery] = &[(
        "of a hold that was not",
        |f| change(f, "authority_called", "\"is\":\"hold\",\"hold\":1", "\"is\":\"hold\",\"hold\":9"),
        "autoridad",
        "por el ALTO 9, que no consta",
    )];
    found_by_both(&evening("23f-the-agent-is-told-of-the-count"), "1 decisión del agente", held);
}

/// The cashier and a seller want to accept a card.
const REFUSALS: &[Forgery] = &[
    (
        "of somebody unknown",
        |f| change(f, "refusal_noted", "\"person\":3", "\"person\":99"),
        "negativa",
        "una negativa a p99 que no pudo ser",
    ),
    (
        "of who has the power",
        |f| change(f, "refusal_noted", "\"person\":3", "\"person\":2"),
        "negativa",
        "pidió sin facultad «accept-claim», y la tenía",
    ),
    (
        "of what leaves no line",
        |f| change(f, "refusal_noted", "accept-claim", "open-sale"),
        "negativa",
        "la negativa de «open-sale» por lo que no se niega",
    ),
    (
        "of what nobody sells",
        |f| {
            change(
                f,
                "refusal_noted",
                "accept-claim\",\"why\":\"beyond_powers",
                "end-game\",\"why\":\"own_sale",
            )
        },
        "negativa",
        "la negativa de «end-game» por lo que no se niega",
    ),
    ("twice in a minute", |f| again(f, "refusal_noted"), "negativa", "dos veces en un minuto"),
    (
        "written by a person",
        |f| {
            let place = f.find("refusal_noted", "");
            f.lines[place]["actor"] = "p3".into();
        },
        "negativa",
        "una negativa a p3 que no pudo ser",
    ),
    (
        "for no reason",
        |f| change(f, "refusal_noted", "beyond_powers", "because"),
        "formato",
        "no hay tal negativa",
    ),
];

#[test]
fn a_refusal_that_was_none_is_found() {
    found_by_both(&evening("03-who-gives-the-verdict"), "2 negativas que constan", REFUSALS);
}

/// Both have the powers written out that a refusal is held to.
#[test]
fn the_powers_of_both_are_those_of_the_core() {
    let refusal = |request| Refusal::NotYourPower { request };
    let leaves_a_line = RequestKind::ALL.iter().filter(|kind| refusal(**kind).noted(**kind).is_some());
    let expected: Value = leaves_a_line
        .map(|kind| {
            let mut roles: Vec<&str> = kind.roles().iter().map(|role| role.name()).collect();
            roles.sort_unstable();
            (kind.name().to_owned(), json!(roles))
        })
        .collect::<serde_json::Map<_, _>>()
        .into();
    assert!(expected.as_object().unwrap().len() > 10, "{expected}");
    let sorted = |powers: Value| {
        let Value::Object(rows) = powers else { panic!("no table: {powers}") };
        let sort = |(name, roles): (String, Value)| {
            let mut roles: Vec<String> = serde_json::from_value(roles).unwrap();
            roles.sort_unstable();
            (name, json!(roles))
        };
        Value::Object(rows.into_iter().map(sort).collect())
    };
    let mut verifiers = Verifiers::new();
    let program = verifiers.eval("at('worker').textContent");
    let in_page = verifiers.eval(&format!("(() => {{ {}; return POWERS; }})()", program.as_str().unwrap()));
    assert_eq!(sorted(in_page), expected);
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("verify_acta.py", VERIFIER_PY), ("rebuild_matrix.py", REBUILD_PY)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let program = "import json, verify_acta; print(json.dumps(verify_acta.POWERS))";
    let output = Command::new("python3")
        .args(["-c", program])
        .current_dir(folder.path())
        .output()
        .expect("python3 runs");
    assert_eq!(sorted(serde_json::from_slice(&output.stdout).unwrap()), expected);
}

//! Every kind of request in every phase, by everybody, with numbers from the edges: what is
//! refused changes nothing, what is granted leaves a sound hall, nothing panics
//! (reliability.md E38).

mod asking;
mod support;
#[allow(dead_code, reason = "the evenings are played here for what they refuse alone")]
mod words;

use std::collections::{BTreeMap, BTreeSet};

use hall_core::card::code::{CardCode, CardKey};
use hall_core::event::{ClaimNo, Event, GameNo, Ordinal, Play, Verdict};
use hall_core::game::{Phase, Stop};
use hall_core::hall::Asked;
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::record::{decode, encode};
use hall_core::refusal::Refusal;
use hall_core::request::{Presented, Request, RequestKind};
use hall_core::time::Moment;
use support::phases::*;
use support::{
    Bench, CAJERO, Dice, INSPECTOR, MESA, MESA_QUE_VENDE, OTRO_VENDEDOR, SALA, VENDEDOR, card, series,
};

/// How often each kind of request is made in each phase by each person.
const TRIES: u32 = 150;
/// An auxiliar and somebody of the door, whom the phases add to the bench.
const AUXILIAR: PersonId = PersonId(9);
const ADMISION: PersonId = PersonId(10);
const PEOPLE: [PersonId; 12] = [
    SALA,
    MESA,
    CAJERO,
    VENDEDOR,
    OTRO_VENDEDOR,
    INSPECTOR,
    MESA_QUE_VENDE,
    SALA_Y_MESA,
    AUXILIAR,
    ADMISION,
    GONE,
    PersonId(99),
];

/// Codes nobody can be refused with here, and why.
const NOT_HERE: [(&str, &str); 11] = [
    ("tamano-no-valido", "a law of another hall: cards_of_the_hall.rs"),
    ("no-es-jefe-de-sala", "a PIN is given at the server's computer, not by a request: evenings/49"),
    ("sin-puestos", "devices are released at the server's computer, not by a request: devices.rs"),
    ("pin-por-cambiar", "nobody here has a PIN that somebody else chose: evenings/49"),
    ("ultimo-jefe-de-sala", "these halls have two: evenings/49"),
    ("no-es-jefe", "an epoch is begun outside the hall, not by a request: desk.rs"),
    ("reglamento-el-mismo", "nobody has adopted these: regulation.rs"),
    ("reglamento-sin-vigor", "a rule of another hall: shifts.rs"),
    ("teclee-el-numero", "a rule of another hall: evenings/26b"),
    ("sin-espacio", "no phase has a full disk: desk.rs"),
    ("usuario-ocupado", "the server compares user names, which are sealed and never in the core"),
];

/// Refusals of a request that neither the run nor an evening is sure to meet, and where they are.
const MET_ELSEWHERE: &[(RequestKind, &str, &str)] = &[
    (RequestKind::AddPerson, "usuario-ocupado", "the server compares user names"),
    (RequestKind::OpenSale, "matriz-retirada", "cards_of_the_hall.rs"),
    (RequestKind::PrintCards, "matriz-retirada", "cards_of_the_hall.rs"),
    (RequestKind::ReceiveSeries, "tamano-no-valido", "cards_of_the_hall.rs"),
    (RequestKind::OpenSale, "sin-espacio", "desk.rs"),
    (RequestKind::OpenSale, "recuento-en-curso", "the storms of hall-server"),
    (
        RequestKind::ChangeMachine,
        "recuento-en-curso",
        "read in by_caller.rs: a reader counts, and its machine is to be changed",
    ),
    (RequestKind::CloseSession, "otra-persona", "desk.rs"),
    (RequestKind::IssueBlock, "serie-desconocida", "dice: one in ten thousand"),
    (RequestKind::WithdrawBallSet, "reserva-de-otro-extractor", "dice"),
    (RequestKind::OpenSession, "reserva-de-otro-extractor", "dice; foreign_set.rs"),
    (RequestKind::ChangeBallSet, "reserva-de-otro-extractor", "dice"),
    (RequestKind::OpenSession, "tabla-de-etiquetas", "dice; tables.rs"),
    (RequestKind::OpenSession, "reglamento-sin-vigor", "shifts.rs"),
    (RequestKind::StartDraw, "tabla-de-etiquetas", "tables.rs"),
    (RequestKind::GoOn, "tabla-de-etiquetas", "tables.rs"),
    (RequestKind::GoOnAfterRestart, "tabla-de-etiquetas", "read in decide.rs: as go-on"),
    (RequestKind::GoOn, "maquina-no-preparada", "the model of hall-wire"),
    (RequestKind::GoOnAfterRestart, "cantos-pendientes", "the model of hall-wire"),
    (RequestKind::GoOnAfterRestart, "plazo-prudencial", "the model of hall-wire"),
    (RequestKind::GoOnAfterRestart, "autoridad-avisada", "the storms of hall-server"),
    (RequestKind::ConfirmBurnGap, "no-es-un-hueco", "the storms of hall-server: sold since it was asked for"),
    (RequestKind::RectifySale, "nada-que-rectificar", "the storms of hall-server: put right already"),
    (RequestKind::StartDraw, "autoridad-avisada", "the model of hall-wire"),
    (RequestKind::SuspendGame, "autoridad-avisada", "the model of hall-wire"),
    (RequestKind::ConfirmTranscription, "en-alto", "the model of hall-wire"),
    (RequestKind::ConfirmTranscription, "hoja-no-valida", "the model of hall-wire"),
    (RequestKind::ConfirmTranscription, "sin-interrupcion", "the model of hall-wire"),
    (RequestKind::ChangeBallSet, "tabla-de-etiquetas", "dice; tables.rs"),
];

/// What the whole run came by.
#[derive(Default)]
struct Seen {
    refused: BTreeSet<&'static str>,
    asked: BTreeMap<(&'static str, RequestKind), u32>,
    granted: BTreeSet<RequestKind>,
}

fn try_everything(name: &'static str, bench: &Bench, dice: &mut Dice, seen: &mut Seen) {
    let before = bench.hall.clone();
    for &kind in RequestKind::ALL {
        for by in PEOPLE {
            for _ in 0..tries() {
                let request = asking::at_the_edge(kind, bench, dice);
                assert_eq!(request.kind(), kind);
                let utc_ms =
                    bench.now_ms + dice.pick(&[0, 4_999, 5_000, 60_000, -60_000, 900_000, 28_800_000]);
                let now = Moment { utc_ms, offset_minutes: 60, change: None };
                let device = dice.pick(&["mesa-1", "caja-2"]);
                let answer = bench.hall.decide(&Asked { now, by, device, request: &request }, &bench.vault);
                *seen.asked.entry((name, kind)).or_default() += 1;
                match answer {
                    Err(refusal) => {
                        assert!(!refusal.to_string().contains("  "), "the sentence is whole: {refusal}");
                        support::listed(kind, &refusal);
                        seen.refused.insert(refusal.code());
                    }
                    Ok(events) => {
                        seen.granted.insert(kind);
                        assert!(!events.is_empty(), "what is granted is recorded: {request:?}");
                        grant(bench, utc_ms, by, device, &events);
                    }
                }
            }
        }
        assert!(bench.hall == before, "{kind:?} changed something while it was only asked, in {name}");
    }
}

/// A grant leaves a sound hall, and can be written down and read again.
fn grant(bench: &Bench, at: i64, by: PersonId, device: &str, events: &[Event]) {
    let mut hall = bench.hall.clone();
    for (seq, event) in (bench.record.len() as u64 + 1..).zip(events) {
        let text = encode(event);
        let read = decode(text.kind, text.version, &text.body).unwrap();
        assert_eq!(read, *event);
        hall.apply(seq, at, Actor::Person(by), device, &read);
    }
    support::invariants::of_hall(&hall);
    // What is not a rule of the boards is looked at in hall-wire's tests.
    assert!(!format!("{:?}", hall.standstill()).contains("PersonId"));
    let _ = (hall.scene(), hall.warnings(), hall.wanted());
}

/// A number from the environment: ./bombo torture tries oftener, with other dice.
fn from_outside(name: &str, number: u64) -> u64 {
    std::env::var(name).map_or(number, |text| text.parse().unwrap())
}

fn tries() -> u32 {
    u32::try_from(from_outside("BOMBO_TRIES", TRIES.into())).unwrap()
}

#[test]
fn nothing_that_is_refused_changes_anything() {
    let (mut dice, mut seen) = (Dice(from_outside("BOMBO_SEED", 20_261_121)), Seen::default());
    let phases = phases();
    for (name, bench) in &phases {
        assert_eq!(bench.replayed(), bench.hall, "{name}");
        try_everything(name, bench, &mut dice, &mut seen);
    }
    assert_eq!(seen.asked.len(), phases.len() * RequestKind::ALL.len(), "each kind of request in each phase");
    assert!(seen.asked.values().all(|count| *count == tries() * PEOPLE.len() as u32));
    let ungranted: Vec<&RequestKind> =
        RequestKind::ALL.iter().filter(|kind| !seen.granted.contains(kind)).collect();
    assert!(ungranted.is_empty(), "never granted, so hardly tried: {ungranted:?}");
    let codes: BTreeSet<&str> = Refusal::CODES.iter().copied().collect();
    let not_here: BTreeSet<&str> = NOT_HERE.iter().map(|(code, _)| *code).collect();
    let missed: Vec<&str> = codes
        .iter()
        .copied()
        .filter(|code| !seen.refused.contains(code) && !not_here.contains(code))
        .collect();
    assert!(missed.is_empty(), "no request was refused with {missed:?}");
    assert!(
        not_here.is_subset(&codes) && not_here.is_disjoint(&seen.refused),
        "the list of codes not reached is old"
    );
    for evening in evenings() {
        words::Script::play(&evening);
    }
    let met = support::refused();
    let elsewhere: BTreeSet<_> = MET_ELSEWHERE.iter().map(|(kind, code, _)| (*kind, *code)).collect();
    for kind in RequestKind::ALL {
        for code in kind.refusals() {
            assert!(codes.contains(code), "{code} is no refusal");
            let known = met.contains(&(*kind, *code)) || elsewhere.contains(&(*kind, *code));
            assert!(known, "nobody was refused {} with {code} (request/refusals.rs)", kind.name());
        }
    }
    let unlisted = |(kind, code): &&(RequestKind, &str)| !kind.refusals().contains(code);
    assert_eq!(elsewhere.iter().find(unlisted), None, "met elsewhere, and not listed");
}

/// The evenings, as they are written down.
fn evenings() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/evenings");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let evenings: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|ext| ext == "evening"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    assert!(evenings.len() >= 20);
    evenings
}

/// The benches above are in the phases their names say.
#[test]
fn the_phases_are_all_there() {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for (_, bench) in phases() {
        let phase = match bench.hall.game.as_ref().map(|game| &game.phase) {
            None if bench.hall.session.is_none() => "no session".to_owned(),
            None => "no game".to_owned(),
            Some(Phase::Stopped(_, Stop { question, .. })) => {
                format!("stopped, asked: {}", question.is_some())
            }
            Some(phase) => {
                let whole = format!("{phase:?}");
                whole.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
            }
        };
        let held = bench.hall.game.as_ref().is_some_and(|game| !game.holds().is_empty());
        found.insert(if held { format!("{phase}, held") } else { phase });
    }
    let expected = [
        "Announced",
        "Drawing",
        "Drawing, held",
        "Ended",
        "NotHeld",
        "Selling",
        "Voided",
        "no game",
        "no session",
        "stopped, asked: false",
        "stopped, asked: false, held",
        "stopped, asked: true",
    ];
    assert_eq!(found, expected.map(str::to_owned).into());
}

/// Asking through the bench, as a desk would: a refusal leaves no line.
#[test]
fn a_refusal_leaves_no_line() {
    for (name, mut bench) in phases() {
        let (mut dice, mut refused) = (Dice(7), 0);
        for &kind in RequestKind::ALL {
            let request = asking::at_the_edge(kind, &bench, &mut dice);
            let (hall, lines) = (bench.hall.clone(), bench.record.len());
            if bench.ask(INSPECTOR, request.clone()).is_err() {
                refused += 1;
                assert!(bench.hall == hall && bench.record.len() == lines, "{kind:?} in {name}");
            }
        }
        assert!(refused >= 37, "an inspector changes nothing");
    }
}

/// reliability.md E41: each card that cannot win is refused for its own reason.
#[test]
fn a_card_that_cannot_win_is_told_why() {
    let mut bench = open();
    sale(&mut bench, "A17", &[(1, 10, VENDEDOR)]);
    burn(&mut bench);
    bench.close_session();
    bench.open_session();
    sale(&mut bench, "A17", &[(11, 40, VENDEDOR)]);
    let game = game_of(&bench);
    bench.ask(CAJERO, Request::ReturnCards { game, cards: cards("A17", 21, 40), seller: VENDEDOR }).unwrap();
    bench.ask(MESA, Request::CloseSale { game }).unwrap();
    bench.ask(MESA, Request::StartDraw { game }).unwrap();
    for number in 1..=90 {
        draw_and_say(&mut bench, number);
    }
    let forged =
        |number| Presented::Scanned(CardCode::sign(&CardKey::from_bytes([4; 32]), card("A17", number)));
    let keyed = |name, number| Presented::Keyed(card(name, number));
    let table = [
        ("of a void game of another session", keyed("A17", 5), Verdict::NotSold { sold_in: Some(GameNo(1)) }),
        ("returned at the end of the sale", keyed("A17", 25), Verdict::Returned),
        ("of a later game", keyed("A17", 300), Verdict::NotSold { sold_in: None }),
        ("of a series not on sale", keyed("A18", 15), Verdict::NotSold { sold_in: None }),
        ("of another hall", keyed("C9", 15), Verdict::UnknownSeries),
        ("past the end", keyed("A17", 421), Verdict::NoSuchCard),
        ("number 0", keyed("A17", 0), Verdict::NoSuchCard),
        ("forged", forged(15), Verdict::Forged),
        (
            "the true one, after the forged one",
            keyed("A17", 15),
            Verdict::Good { rows: 0b111, completed_at: Ordinal(0) },
        ),
        ("the true one again", keyed("A17", 15), Verdict::Repeated { of: ClaimNo(9) }),
    ];
    for (what, card, expected) in table {
        let events = bench.ask(MESA, Request::Claim { game, play: Play::Bingo, card }).unwrap();
        let Some(Event::ClaimMade { verdict, .. }) = events.last() else {
            panic!("a claim is always taken in")
        };
        match (verdict, &expected) {
            (Verdict::Good { .. }, Verdict::Good { .. }) => (),
            _ => assert_eq!(*verdict, expected, "{what}"),
        }
    }
}

/// A price that would not let a game's money be counted never comes into the stock.
#[test]
fn a_price_no_hall_has_is_refused() {
    let mut bench = open();
    let matrix = MatrixNo::new(1).unwrap();
    for (name, price) in [("D1", u64::MAX), ("D1", u64::MAX / 400), ("D1", 1_000_001)] {
        let answer = bench.ask(
            SALA,
            Request::ReceiveSeries { series: series(name), matrix, face_value: Cents(price), cards: None },
        );
        assert_eq!(answer, Err(Refusal::PriceNotAllowed(Cents(price))));
    }
    bench
        .ask(
            SALA,
            Request::ReceiveSeries {
                series: series("D1"),
                matrix,
                face_value: Cents(1_000_000),
                cards: None,
            },
        )
        .unwrap();
}

#[test]
fn who_is_nobody_is_told_so_first() {
    let bench = drawing();
    let now = Moment { utc_ms: bench.now_ms, offset_minutes: 60, change: None };
    let request = Request::stop(GameNo(9), 77);
    let answer = bench
        .hall
        .decide(&Asked { now, by: PersonId(99), device: "mesa-1", request: &request }, &bench.vault);
    assert_eq!(answer, Err(Refusal::UnknownPerson(PersonId(99))));
    let answer =
        bench.hall.decide(&Asked { now, by: INSPECTOR, device: "mesa-1", request: &request }, &bench.vault);
    assert_eq!(
        answer,
        Err(Refusal::NotYourPower { request: RequestKind::Stop }),
        "powers before everything else"
    );
}

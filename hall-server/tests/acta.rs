//! The sheet of an acta, from the record of a bench.

#[path = "../../hall-core/tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;

use hall_core::event::{Extractor, Inspection, SessionNo};
use hall_core::hall::Hall;
use hall_core::machine::SetId;
use hall_core::people::{PersonId, Sealed};
use hall_core::request::Request;
use hall_server::clock::Clock;
use hall_server::config::Paper;
use hall_server::journal::Head;
use hall_server::papers::acta::{self, Span, Story};
use hall_server::papers::scribe::{People, Scribe};
use hall_wire::paper::ActaSheet;
use support::{Bench, MESA, SALA, set};

struct Numbers;

impl People for Numbers {
    fn name(&self, person: PersonId) -> String {
        person.to_string()
    }

    fn claimant(&self, _: Sealed) -> Option<(String, String)> {
        None
    }
}

/// The acta of a session, of a record that ends after it or in it.
fn acta(bench: &Bench, session: u32) -> ActaSheet {
    let mut span = Span::of(SessionNo(session));
    let mut hall = Hall::default();
    let mut lines = Vec::new();
    for line in &bench.record {
        if span.take(line.seq, &line.event) {
            hall.apply(line.seq, line.at, line.actor, &line.device, &line.event);
            lines.push(line);
        }
    }
    lines.retain(|line| line.seq >= span.first().expect("the session was opened"));
    let lines: Vec<acta::Entry<'_>> = lines.iter().map(|line| (line.at, line.actor, &line.event)).collect();
    let story = Story { lines: &lines, hall: &hall, sets_before: &BTreeMap::new(), head: Head::EMPTY };
    let clock = Clock::new("Europe/Madrid").unwrap();
    acta::sheet(&story, &Paper::default(), Scribe { clock: &clock, people: &Numbers })
}

fn close(bench: &mut Bench) {
    bench.ask(MESA, Request::CloseSession { balls_counted: 90, public_witness: false }).unwrap();
}

fn register(bench: &mut Bench, set: SetId, extractor: Extractor) {
    let (homologation, reference) = ("H-9/2026".to_owned(), Some("F-118".to_owned()));
    let register = Request::RegisterBallSet { set, extractor, homologation, maker: None, reference };
    bench.ask(SALA, register).unwrap();
}

fn notes(acta: &ActaSheet) -> Vec<&str> {
    acta.notes.iter().map(|note| note.text.as_str()).collect()
}

/// What is done to the sets between two sessions stands in the acta of the next one, and in no other (M9, art. 34.1, 37;
/// Cat. II).
#[test]
fn what_is_done_to_the_sets_while_the_hall_is_closed_is_in_the_next_acta() {
    let mut bench = Bench::new();
    bench.open_session();
    close(&mut bench);
    let (old, new) = (set("J2"), set("J3"));
    register(&mut bench, new, Extractor::Pneumatic);
    let found = Inspection { seals: "P-7".into(), seals_whole: true, passed: true, note: None };
    let ask = Request::AskBallInspection { set: new, found: found.clone() };
    bench.ask(MESA, ask).unwrap();
    bench.ask(SALA, Request::ConfirmBallInspection { set: new, found }).unwrap();
    let withdraw = Request::WithdrawBallSet { set: old, reason: "golpeadas".into(), reserve_set: None };
    bench.ask(SALA, withdraw).unwrap();
    let mut check = Bench::opening();
    check.reserve_set = new;
    bench.ask(MESA, Bench::opening_of(SALA, check)).unwrap();
    register(&mut bench, set("J4"), Extractor::Drum);
    close(&mut bench);
    bench.ask(MESA, Bench::opening_of(SALA, check)).unwrap();

    let first = "Alta del juego de bolas J1: homologación H-1/2020, fabricante Bolas de prueba. Lo anotó p1.";
    assert_eq!(notes(&acta(&bench, 1))[0], first);
    let second = acta(&bench, 2);
    assert_eq!(
        notes(&second),
        [
            "Alta del juego de bolas J3: homologación H-9/2026, referencia F-118. Lo anotó p1.",
            "Inspección del juego de bolas J3: apto. Precintos anteriores intactos; quedan puestos: P-7. Lo anotó p2 y \
             lo confirmó p1.",
            "Se retira el juego de bolas J2, con 0 partidas: golpeadas. Lo anotó p1.",
            "Alta del juego de bolas J4: homologación H-9/2026, referencia F-118. Lo anotó p1.",
        ]
    );
    let reserves = second.totals.ball_sets.iter().filter(|set| set.reserve);
    assert_eq!(reserves.map(|set| set.set.as_str()).collect::<Vec<_>>(), ["J3"]);
    assert_eq!(notes(&acta(&bench, 3)), Vec::<&str>::new());
}

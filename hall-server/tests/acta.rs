//! The sheet of an acta, from the record of a bench.

#[path = "../../hall-core/tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;

use hall_core::event::{Extractor, GameNo, Inspection, PrizeNo, SessionNo};
use hall_core::hall::Hall;
use hall_core::machine::SetId;
use hall_core::people::{PersonId, Sealed};
use hall_core::request::{Presented, Request};
use hall_server::clock::Clock;
use hall_server::config::Paper;
use hall_server::journal::Head;
use hall_server::papers::acta::{self, Span, Story};
use hall_server::papers::scribe::{People, Scribe};
use hall_wire::paper::ActaSheet;
use support::phases::{ended, voided, withheld};
use support::{Bench, CAJERO, MESA, SALA, set};

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
    let mut hall = Hall::default();
    let mut span = Span::of(SessionNo(session), &hall);
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
    bench.close_session();
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
    bench.sign_count(90);
    bench.ask(MESA, Bench::opening_of(SALA, check)).unwrap();
    register(&mut bench, set("J4"), Extractor::Drum);
    close(&mut bench);
    bench.sign_count(90);
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

/// DECISIONS 19, 39.2.g: why a prize was withheld stands in the acta at the hour it was, whatever became of the prize.
#[test]
fn a_prize_that_was_withheld_says_so_at_its_hour_after_it_was_released_and_paid() {
    let withholding = |bench: &Bench| -> Vec<(String, String)> {
        let all = acta(bench, 1).diligencias.into_iter();
        let of_it = all.filter(|one| one.text.contains("se retiene el premio"));
        of_it.map(|one| (one.at, one.text)).collect()
    };
    let mut bench = withheld();
    let written = withholding(&bench);
    assert!(
        matches!(written.as_slice(), [(_, text)] if text.ends_with("al cartón A 17 n.º 10: dos lo reclaman.")),
        "{written:?}"
    );
    let game = GameNo(bench.hall.games);
    let (prize, card) = (PrizeNo(1), bench.hall.game.as_ref().unwrap().prizes[0].card);
    bench.now_ms += 600_000;
    bench.ask(SALA, Request::ReleasePrize { game, prize, reason: "se aclara".into() }).unwrap();
    assert_eq!(withholding(&bench), written, "released");
    bench.now_ms += 600_000;
    bench.ask(CAJERO, Request::PayPrize { game, prize, card: Presented::Keyed(card) }).unwrap();
    assert_eq!(withholding(&bench), written, "paid");
}

/// What was owed of an earlier session may be withheld in this one: its acta says so.
#[test]
fn a_prize_of_another_session_that_is_withheld_stands_in_the_acta_of_the_day() {
    let mut bench = ended();
    let game = GameNo(bench.hall.games);
    close(&mut bench);
    bench.open_session();
    let reason = "lo reclaman dos".to_owned();
    bench.ask(MESA, Request::WithholdPrize { game, prize: PrizeNo(1), reason }).unwrap();
    let texts: Vec<String> = acta(&bench, 2).diligencias.into_iter().map(|one| one.text).collect();
    assert_eq!(texts, ["Se retiene el premio 1: lo reclaman dos (partida 1, de otra sesión)."]);
}

/// DECISIONS 17, 19: a prize paid and a card refunded while the hall is closed stand in the acta of the session that follows, with who
/// did it, and in no other.
#[test]
fn what_is_paid_and_refunded_with_no_session_open_is_in_the_next_acta() {
    let mut bench = ended();
    let game = GameNo(bench.hall.games);
    let card = bench.hall.game.as_ref().unwrap().prizes[0].card;
    close(&mut bench);
    let before = acta(&bench, 1);
    let pay = Request::PayPrize { game, prize: PrizeNo(1), card: Presented::Keyed(card) };
    bench.ask(CAJERO, pay).unwrap();
    bench.open_session();
    let second = acta(&bench, 2);
    let paid: Vec<&str> = notes(&second).into_iter().filter(|text| text.starts_with("Pagado")).collect();
    assert_eq!(paid.len(), 1, "{:?}", notes(&second));
    assert!(paid[0].starts_with("Pagado el premio 1 de la partida 1, de otra sesión: "), "{paid:?}");
    assert!(paid[0].contains(". Lo anotó p"), "{paid:?}");
    assert_eq!(notes(&acta(&bench, 1)), notes(&before), "the acta of the first is as it was issued");

    let mut bench = voided();
    let (game, cards) = {
        let void = bench.hall.game.as_ref().unwrap();
        (void.no, void.still_out()[0])
    };
    close(&mut bench);
    assert!(bench.hall.game_no(game).is_some(), "its cards are still out");
    bench.ask(CAJERO, Request::RefundCards { game, cards }).unwrap();
    bench.open_session();
    let texts: Vec<String> = acta(&bench, 2).diligencias.into_iter().map(|one| one.text).collect();
    assert!(
        matches!(texts.as_slice(), [text] if text.starts_with("Devueltos los cartones A17 del ") && text.contains(". Lo anotó p")),
        "{texts:?}"
    );
}

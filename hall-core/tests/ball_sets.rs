//! Sets of balls: the thousand games of the law, and what the acta says of what is done while the hall is closed
//! (M9, art. 34.1, 37; Cat. II).

mod support;

use hall_core::acta::Acta;
use hall_core::event::{Extractor, Inspection, SessionNo};
use hall_core::machine::SetId;
use hall_core::request::Request;
use support::{Bench, MESA, SALA, set};

fn inspection() -> Inspection {
    Inspection { seals: "P-7".into(), seals_whole: true, passed: true, note: None }
}

fn close(bench: &mut Bench) {
    bench.ask(MESA, Request::CloseSession { balls_counted: 90, public_witness: false }).unwrap();
}

fn register(bench: &mut Bench, set: SetId, extractor: Extractor) {
    let (homologation, reference) = ("H-9/2026".to_owned(), Some("F-118".to_owned()));
    let register = Request::RegisterBallSet { set, extractor, homologation, maker: None, reference };
    bench.ask(SALA, register).unwrap();
}

fn acta(bench: &Bench, session: u32) -> Acta {
    let lines = bench.record.iter().map(|line| (line.seq, line.at, line.actor, &line.event));
    Acta::of(SessionNo(session), lines).expect("the session is in the record")
}

fn notes(acta: &Acta) -> Vec<String> {
    acta.notes.iter().map(|note| format!("{}: {}", note.kind, note.text)).collect()
}

/// What is done to the sets between two sessions stands in the acta of the next one, and in no other.
#[test]
fn what_is_done_to_the_sets_while_the_hall_is_closed_is_in_the_next_acta() {
    let mut bench = Bench::new();
    bench.open_session();
    close(&mut bench);
    let (old, new) = (set("J2"), set("J3"));
    register(&mut bench, new, Extractor::Pneumatic);
    let found = inspection();
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

    let first =
        "alta de bolas: Alta del juego de bolas J1: homologación H-1/2020, fabricante Bolas de prueba";
    assert_eq!(notes(&acta(&bench, 1))[0], first);
    let second = acta(&bench, 2);
    assert_eq!(
        notes(&second),
        [
            "alta de bolas: Alta del juego de bolas J3: homologación H-9/2026, referencia F-118",
            "inspección de bolas: Inspección del juego de bolas J3: apto. Precintos anteriores intactos; quedan \
             puestos: P-7",
            "retirada de bolas: Se retira el juego de bolas J2, con 0 partidas: golpeadas",
            "alta de bolas: Alta del juego de bolas J4: homologación H-9/2026, referencia F-118",
        ]
    );
    assert!(second.notes[1].with.is_some(), "it took two people");
    assert_eq!(second.reserves.iter().copied().collect::<Vec<_>>(), [new]);
    assert_eq!(notes(&acta(&bench, 3)), Vec::<String>::new());
}

/// M9: warned from 950, the thousandth is played, the next is not sold; a drum's sets have no limit.
#[test]
fn a_set_serves_a_thousand_games_and_warns_fifty_before() {
    for (games, warning, sold) in [
        (0, "", true),
        (949, "", true),
        (950, "lleva 950 partidas y le quedan 50", true),
        (998, "lleva 998 partidas y le quedan 2", true),
        (999, "le queda 1 partida", true),
        (1000, "ha servido 1000 partidas, su máximo", false),
        (1001, "ha servido 1001 partidas, su máximo", false),
    ] {
        let mut bench = Bench::new();
        bench.open_session();
        bench.hall.ball_sets.get_mut(&set("J1")).expect("it is entered").games = games;
        let warnings = bench.hall.mesa_board().warnings;
        let of_set: Vec<&String> =
            warnings.iter().filter(|words| words.contains("juego de bolas J1")).collect();
        assert_eq!(of_set.len(), usize::from(!warning.is_empty()), "{games}: {warnings:?}");
        assert!(of_set.iter().all(|words| words.contains(warning)), "{games}: {warnings:?}");
        let sale = bench.ask(MESA, Bench::sale_of("A17", hall_core::money::Cents(200)));
        assert_eq!(sale.is_ok(), sold, "{games}: {sale:?}");
    }
    let mut bench = Bench::new();
    let drum = set("B1");
    register(&mut bench, drum, Extractor::Drum);
    let item = bench.hall.ball_sets.get_mut(&drum).expect("it is entered");
    item.games = 5_000;
    let rules = support::rules();
    assert_eq!((item.games_left(&rules), item.is_warned_of(&rules)), (None, false));
}

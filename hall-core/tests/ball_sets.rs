//! Sets of balls: the thousand games of the law (M9; Cat. II).

mod support;

use hall_core::event::Extractor;
use hall_core::machine::SetId;
use hall_core::request::Request;
use support::{Bench, MESA, SALA, set};

fn register(bench: &mut Bench, set: SetId, extractor: Extractor) {
    let (homologation, reference) = ("H-9/2026".to_owned(), Some("F-118".to_owned()));
    let register = Request::RegisterBallSet { set, extractor, homologation, maker: None, reference };
    bench.ask(SALA, register).unwrap();
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
        let warnings = bench.warnings();
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

//! Halls whose record was cut or restored (DECISIONS 40, 41).

use hall_core::event::{EpochCause, Numbering};
use hall_core::people::Actor;
use hall_core::request::Request;

use super::{announced, hall, open};
use crate::support::{Bench, MESA, SALA};

/// Lines were lost, and one person has read the last numbers from the paper (DECISIONS 40, 41).
pub fn numbering_asked() -> Bench {
    numbering_asked_in(announced())
}

fn numbering_asked_in(mut bench: Bench) -> Bench {
    let begun = bench.hall.begin_epoch(EpochCause::LossAccepted, 1, Some(9_000), [SALA, MESA]).unwrap();
    bench.commit(Actor::Person(SALA), "servidor", begun);
    let hall = &bench.hall;
    let (game, session, diligencia) = (hall.games, hall.sessions, hall.diligencias);
    let numbering = Numbering { game, session, diligencia, sold: vec![] };
    bench.ask(SALA, Request::AskNumbering { numbering }).unwrap();
    bench
}

/// The same without a session.
pub fn numbering_asked_without_session() -> Bench {
    numbering_asked_in(hall())
}

/// The same before anybody has read the paper.
pub fn numbering_due() -> Bench {
    let mut bench = open();
    let begun = bench.hall.begin_epoch(EpochCause::Restored, 1, None, [SALA, MESA]).unwrap();
    bench.commit(Actor::Person(SALA), "servidor", begun);
    bench
}

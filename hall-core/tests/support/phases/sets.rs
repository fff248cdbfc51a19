//! Halls with sets of balls that are proposed, counted, bad, or known by another table.

use hall_core::event::{Extractor, Inspection};
use hall_core::machine::{BallReader, LoadedTable, Report};
use hall_core::request::Request;
use hall_core::time::Date;

use super::{hall, open};
use crate::support::{Bench, MESA, MESA_QUE_VENDE, SALA, set};

/// The table of tags that is proposed for set J2.
pub const TABLE: [u8; 32] = [0x2a; 32];

/// The inspection of set J2 that is written down.
pub fn found() -> Inspection {
    Inspection { seals: "P-1".into(), seals_whole: true, passed: true, note: None }
}

/// A set J3 besides the bench's two, and table and inspection of J2 proposed by somebody who is asked
/// for nothing else. A book of actas is open.
pub fn with_more_sets() -> Bench {
    let mut bench = hall();
    let (extractor, homologation) = (Extractor::Pneumatic, "H-1/2020".to_owned());
    let (maker, reference) = (Some("Bolas de prueba".to_owned()), Some("F-1".to_owned()));
    let register = Request::RegisterBallSet { set: set("J3"), extractor, homologation, maker, reference };
    bench.ask(SALA, register).unwrap();
    let (book, authority) = ("12/2026".to_owned(), "Delegación del Gobierno".to_owned());
    let date = Date::parse("2026-11-02").unwrap();
    bench
        .ask(SALA, Request::OpenBook { book, authority, date, first: 1, last: 200, face_value: None })
        .unwrap();
    let proposed = [
        Request::AskBallEnrolment { set: set("J2"), balls: 90, table_sha256: TABLE },
        Request::AskBallInspection { set: set("J2"), found: found() },
    ];
    for request in proposed {
        bench.ask(MESA_QUE_VENDE, request).unwrap();
    }
    bench
}

/// The balls of J1 pass the reader: three of its own.
pub fn counting() -> Bench {
    let mut bench = with_more_sets();
    bench.ask(MESA, Request::BeginBallCount { set: set("J1") }).unwrap();
    for number in [3, 41, 90] {
        bench.out(number);
    }
    bench
}

/// The count of J1 has ended without 87 of its balls.
pub fn counted_in_part() -> Bench {
    let mut bench = counting();
    let count = bench.hall.count.as_ref().unwrap().no;
    bench.ask(MESA, Request::EndBallCount { count }).unwrap();
    bench
}

/// J2 failed its inspection, J3 was withdrawn.
pub fn with_bad_sets() -> Bench {
    let mut bench = with_more_sets();
    let failed = Inspection { passed: false, note: Some("bola 7 rajada".into()), ..found() };
    let bad = [
        (MESA, Request::AskBallInspection { set: set("J2"), found: failed.clone() }),
        (SALA, Request::ConfirmBallInspection { set: set("J2"), found: failed }),
        (SALA, Request::WithdrawBallSet { set: set("J3"), reason: "gastadas".into(), reserve_set: None }),
    ];
    for (by, request) in bad {
        bench.ask(by, request).unwrap();
    }
    bench
}

/// The machine reads tags by a table of J1 that nobody agreed on, between games; besides, there is a set J4 for a drum.
pub fn with_another_table() -> Bench {
    let mut bench = open();
    let (extractor, homologation) = (Extractor::Drum, "H-2/2020".to_owned());
    let register =
        Request::RegisterBallSet { set: set("J4"), extractor, homologation, maker: None, reference: None };
    bench.ask(SALA, register).unwrap();
    bench.report(&Report::Table(LoadedTable { reader: BallReader::Machine, set: set("J1"), sha256: TABLE }));
    bench
}

/// The same before the session.
pub fn with_another_table_and_no_session() -> Bench {
    let mut bench = with_another_table();
    bench.close_session();
    bench
}

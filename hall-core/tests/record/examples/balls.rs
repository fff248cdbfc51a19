//! Examples of what becomes true of the hall's sets of balls.

use hall_core::event::*;
use hall_core::machine::BootId;
use hall_core::money::{Cents, Rounding};
use hall_core::people::PersonId;
use hall_core::rules::{Basis, EvidencePolicy, Sourced};
use hall_core::time::Date;

use super::{ball, rules, set};

/// What the hall's sets of balls brought; from here on a set, the hall's founding and a session's opening
/// are written in version 2.
pub fn ball_sets() -> Vec<Event> {
    let (count, boot) = (CountNo(3), BootId(0x5F3A_91C2));
    let found = |seals_whole, passed, note: Option<&str>| Inspection {
        seals: "P-0231 y P-0232".into(),
        seals_whole,
        passed,
        note: note.map(str::to_owned),
    };
    let registered = |maker: Option<&str>, reference: Option<&str>| Event::BallSetRegistered {
        set: set("J5"),
        extractor: Extractor::Pneumatic,
        homologation: "B/12-345".into(),
        maker: maker.map(str::to_owned),
        reference: reference.map(str::to_owned),
    };
    let mut rules = rules(Rounding::HalfUp { unit: Cents(5) }, vec![Cents(200)]);
    rules.ball_set_warning_games = Sourced { value: 900, basis: Basis::Law("circular 3".into()) };
    rules.evidence = Sourced { value: EvidencePolicy::SecondReader, basis: Basis::Hall };
    let founded = Event::HallFounded {
        name: "Bingo Tívoli".into(),
        zone: "Europe/Madrid".into(),
        profile_sha256: [15; 32],
        rules: rules.clone(),
    };
    let opened = Event::SessionOpened {
        session: SessionNo(2),
        date: Date { year: 2026, month: 11, day: 22 },
        mesa: PersonId(1),
        sala: PersonId(2),
        check: OpeningCheck {
            balls_counted: 90,
            set: set("J2"),
            reserve_set: set("J3"),
            seals_whole: true,
            installations_work: true,
            public_witness: true,
        },
        rules,
        profile_sha256: [15; 32],
    };
    let asked_by = PersonId(2);
    let counted = |number, again| BallsEvent::Counted {
        count,
        number,
        set: set("J5"),
        confidence: 97,
        again,
        boot,
        seq: 41,
    };
    let ended = |missing: &[u8], doubled: &[u8], unsure: &[u8], foreign: Vec<ForeignBall>| {
        let balls = |numbers: &[u8]| numbers.iter().map(|number| ball(*number)).collect::<Vec<_>>();
        let (missing, doubled, unsure) = (balls(missing), balls(doubled), balls(unsure));
        BallsEvent::CountEnded { count, set: set("J5"), balls: 90, missing, doubled, unsure, foreign }
    };
    let foreign = vec![ForeignBall { set: set("J9"), number: 7 }, ForeignBall { set: set("J9"), number: 99 }];
    let weights_mg: Vec<u32> = (1..=90).map(|number| 2_480 + number).collect();
    let balls = [
        BallsEvent::EnrolmentAsked { set: set("J5"), balls: 90, table_sha256: [9; 32] },
        BallsEvent::Enrolled { set: set("J5"), balls: 90, table_sha256: [9; 32], asked_by },
        BallsEvent::InspectionAsked { set: set("J5"), found: found(true, true, None) },
        BallsEvent::InspectionAsked { set: set("J5"), found: found(false, false, Some("bola 7 rajada")) },
        BallsEvent::Inspected { set: set("J5"), found: found(true, true, None), asked_by },
        BallsEvent::Inspected { set: set("J5"), found: found(false, false, Some("bola 7 rajada")), asked_by },
        BallsEvent::Weighed { set: set("J5"), weights_mg, low_mg: 2_450, high_mg: 2_610 },
        BallsEvent::Withdrawn { set: set("J5"), games: 998, reason: "golpeadas".into(), reserve_set: None },
        BallsEvent::Withdrawn {
            set: set("J5"),
            games: 0,
            reason: "rotas".into(),
            reserve_set: Some(set("J6")),
        },
        BallsEvent::CountBegun { count, set: set("J5"), load: true },
        BallsEvent::CountBegun { count, set: set("J5"), load: false },
        counted(7, false),
        counted(99, true),
        ended(&[], &[], &[], vec![]),
        ended(&[61], &[16], &[6, 9], foreign),
        BallsEvent::CountCancelled { count, reason: "lector sucio".into() },
        BallsEvent::CountTaken { session: SessionNo(2), count, set: set("J5"), balls: 90 },
    ];
    let mut events = vec![
        registered(Some("Bolas del Sur, S. L."), Some("F-2026/118")),
        registered(None, None),
        founded,
        opened,
    ];
    events.extend(balls.map(Event::Balls));
    events
}

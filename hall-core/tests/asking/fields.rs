//! How each type of a request's field is made: a sensible one, and one from the edges.
#![allow(clippy::wildcard_enum_match_arm, reason = "a new request takes what its types give")]

use hall_core::game::PrizeState;
use hall_core::matrix::MatrixKind;

use super::edge::whole_second_series;
use super::screen::{NEW_SERIES, unsold};
use super::*;
use crate::support::phases::{DEVICE_KEY, GONE, KEY, SALA_Y_MESA, TABLE, found, other_rules};
use crate::support::{
    CAJERO, INSPECTOR, MESA, MESA_QUE_VENDE, OTRO_VENDEDOR, SALA, SIZE, VENDEDOR, ball, rules, sealed,
    series, set,
};
use RequestKind as Kind;

/// `Type: sensible, from the edge;`
macro_rules! fields {
    ($($type:ty: |$screen:pat_param, $of:pat_param| $sensible:expr, |$edge:pat_param, $at:pat_param| $any:expr;)+) => {$(
        impl Field for $type {
            fn sensible($screen: &Screen, $of: Of) -> $type {
                $sensible
            }

            fn at_the_edge($edge: &mut Edge, $at: Of) -> $type {
                $any
            }
        }
    )+};
}

fields! {
    // Numbers of what there is already, or is about to be.
    GameNo: |screen, _| screen.game_no(), |edge, _| edge.game_no;
    StopNo: |screen, _| screen.stop(), |edge, _| StopNo(edge.dice.number(edge.game.map_or(0, |game| game.stops)));
    ClaimNo: |screen, _| screen.claim(), |edge, _| ClaimNo(edge.dice.number(1));
    HoldNo: |screen, _| screen.hold().0, |edge, _| HoldNo(edge.dice.number(edge.hall.holds));
    PrintingNo: |_, _| PrintingNo(1), |edge, _| PrintingNo(edge.dice.pick(&[0, 1, 2, u32::MAX]));
    DeviceNo: |_, _| DeviceNo(2), |edge, _| DeviceNo(edge.dice.pick(&[0, 1, 2, 3, u32::MAX]));
    DevicePost: |_, _| DevicePost::Desk, |edge, _| edge.dice.pick(&DevicePost::ALL);
    CountNo: |_, _| CountNo(1), |edge, _| CountNo(edge.dice.number(edge.hall.counts));
    PrizeNo:
        |screen, (kind, _)| {
            let state = if kind == Kind::ReleasePrize { PrizeState::Withheld } else { PrizeState::Due };
            screen.prize(state).0
        },
        |edge, _| PrizeNo(edge.dice.pick(&[0, 1, 1, 1, 1, 2, 3, u32::MAX]));
    MatrixNo:
        |screen, (kind, _)| {
            if let Some(draw) = &screen.hall.key_draws.awaited {
                return draw.matrix;
            }
            let made = matches!(kind, Kind::RetireMatrix | Kind::ReceiveSeries);
            MatrixNo::new(if made { 1 } else { screen.hall.next_matrix() }).unwrap()
        },
        |edge, _| MatrixNo::new(edge.dice.pick(&[1, 1, 2, 3, u32::MAX])).unwrap();

    Numbering:
        |screen, (kind, _)| {
            let asked = screen.hall.epoch.numbering_asked.clone().filter(|_| kind == Kind::ConfirmNumbering);
            asked.map_or_else(|| numbering_of(screen.hall), |(read, _)| read)
        },
        |edge, (kind, _)| {
            let asked = edge.hall.epoch.numbering_asked.clone().filter(|_| kind == Kind::ConfirmNumbering);
            if let Some((read, _)) = asked.filter(|_| !edge.dice.one_in(3)) {
                return read;
            }
            let of = numbering_of(edge.hall);
            let game = edge.dice.pick(&[of.game, of.game, of.game + 3, 0]);
            let card = CardNo(edge.dice.pick(&[0, 1, 60, 400, 420, 421, u32::MAX]));
            let sold = LastSold { series: series(edge.dice.pick(&["A17", "A17", "Z9"])), card };
            Numbering { game, sold: if edge.dice.one_in(2) { vec![sold] } else { vec![] }, ..of }
        };

    // Cards.
    SeriesId:
        |_, (kind, _)| series(match kind == Kind::ReceiveSeries {
            true => NEW_SERIES,
            false if kind == Kind::OpenSale => "B1",
            false => "A17",
        }),
        |edge, (kind, _)| match kind == Kind::OpenSale {
            true => edge.cards.series,
            false => series(edge.dice.pick(&["A17", "A18", "D4", "Z999999999"])),
        };
    CardNo: |_, _| CardNo(1), |edge, _| CardNo(edge.dice.pick(&[0, 1, 7, 60, u32::MAX]));
    Segment:
        |screen, (kind, _)| match kind {
            Kind::IssueBlock => screen.next_card(),
            Kind::AskBurnGap | Kind::ConfirmBurnGap => screen.gap(),
            Kind::RefundCards => screen.refundable(),
            _ => screen.held().1,
        },
        |edge, (kind, _)| {
            let asked = edge.game.and_then(|game| game.selling()?.burns_asked.first()).map(|(cards, _)| *cards);
            match kind {
                Kind::ConfirmBurnGap if edge.dice.one_in(2) => asked.unwrap_or(edge.cards),
                Kind::IssueBlock if edge.dice.one_in(4) => whole_second_series(),
                _ => edge.cards,
            }
        };
    Presented:
        |screen, (kind, _)| {
            let winner = screen.prize(PrizeState::Due).1;
            Presented::Keyed(if kind == Kind::PayPrize { winner } else { unsold() })
        },
        |edge, _| edge.presented();
    Cents:
        |screen, (kind, _)| match kind {
            Kind::OpenSale => Cents(600),
            _ => screen.game.map_or(Cents(200), |game| game.sale.face_value),
        },
        |edge, _| Cents(edge.dice.pick(&[200, 200, 200, 200, 200, 600, 199, 0, 1, u64::MAX]));
    MatrixOptions:
        |_, _| MatrixOptions::PLAIN,
        |edge, _| {
            let kind = edge.dice.pick(&[MatrixKind::Single, MatrixKind::Strip]);
            MatrixOptions { kind, clean: edge.dice.one_in(2) }
        };

    // Balls, and sets of them.
    Ordinal:
        |screen, (kind, _)| match kind {
            Kind::RectifyAnnouncement => Ordinal(screen.game.map_or(0, |game| game.announced).max(1)),
            _ => screen.waiting().0,
        },
        |edge, (kind, _)| match kind {
            Kind::KeyBall => {
                Ordinal(edge.dice.small(edge.game.map_or(1, |game| game.extracted.len() as u8 + 1)))
            }
            _ => edge.place(),
        };
    Ball:
        |screen, (kind, _)| match kind {
            Kind::RectifyAnnouncement | Kind::RectifyReading => screen.still_in(),
            Kind::KeyBall => screen.game.and_then(|game| game.keyed()).map_or(screen.waiting().1, |keyed| keyed.ball),
            _ => screen.waiting().1,
        },
        |edge, (kind, _)| {
            let pending = edge.game.and_then(|game| game.pending().next()).map_or(ball(1), |(_, ball)| ball);
            let any = edge.dice.pick(&[pending, pending, ball(1), ball(7), ball(60), ball(90)]);
            match kind {
                Kind::KeyBall => edge.dice.pick(&[ball(88), ball(88), ball(88), ball(87), any]),
                _ => any,
            }
        };
    SetId:
        |_, of| set(match of {
            (Kind::RegisterBallSet, _) => "J9",
            (Kind::WithdrawBallSet, _) => "J3",
            (Kind::BeginBallCount, _) | (Kind::ChangeBallSet, "reserve_set") => "J1",
            _ => "J2",
        }),
        |edge, (_, field)| set(match field {
            "reserve_set" => edge.dice.pick(&["J1", "J1", "J2", "J3", "J4", "J9"]),
            _ => edge.dice.pick(&["J1", "J1", "J2", "J2", "J3", "J9", "ZZZZZZZZ"]),
        });
    MachineNo:
        |screen, _| screen.hall.machines.keys().next().copied().unwrap_or(MachineNo(1)),
        |edge, _| MachineNo(edge.dice.pick(&[1, 1, 2, u32::MAX]));
    HowRead:
        |screen, (kind, _)| match kind {
            // Another than now: something has to change.
            Kind::ChangeMachine => HowRead::ByCaller,
            _ => screen.hall.session.as_ref().map_or(HowRead::Connected, |session| session.read),
        },
        |edge, _| edge.dice.pick(&[HowRead::Connected, HowRead::Connected, HowRead::ByCaller]);
    Extractor: |_, _| Extractor::Drum, |edge, _| edge.dice.pick(&[Extractor::Drum, Extractor::Pneumatic]);
    Inspection:
        |_, _| found(),
        |edge, _| {
            let note = edge.dice.one_in(3).then(|| edge.dice.text());
            let (seals, seals_whole, passed) = (edge.dice.text(), edge.dice.one_in(2), edge.dice.one_in(2));
            let other = Inspection { seals, seals_whole, passed, note };
            if edge.dice.one_in(3) { other } else { found() }
        };
    Vec<u32>:
        |_, _| vec![2_500; 90],
        |edge, _| vec![edge.dice.pick(&[2_500, 2_500, 2_500, 0, u32::MAX]); edge.dice.pick(&[90, 90, 90, 0, 91])];

    // The session and its people.
    OpeningCheck:
        |_, _| Bench::opening(),
        |edge, _| OpeningCheck {
            balls_counted: edge.dice.pick(&[90, 90, 90, 89, 0, 255]),
            set: set(edge.dice.pick(&["J1", "J1", "J2", "J9"])),
            reserve_set: set(edge.dice.pick(&["J2", "J2", "J1", "J4", "J9"])),
            seals_whole: !edge.dice.one_in(5),
            installations_work: !edge.dice.one_in(5),
            ..Bench::opening()
        };
    PersonId:
        |screen, of| match of {
            (Kind::OpenSession, _) => SALA,
            (Kind::Substitute, "person") => CAJERO,
            (Kind::GiveInspectionCode, "person") => INSPECTOR,
            (Kind::Substitute | Kind::IssueBlock, _) => OTRO_VENDEDOR,
            (Kind::ChangePerson | Kind::ResetPin | Kind::DismissPerson, _) => PersonId(9),
            (Kind::TakeBackPerson, _) => GONE,
            (Kind::EndLogIn, _) => screen.hall.log_ins.keys().next().map_or(MESA, |(_, who)| *who),
            (Kind::BeginShift, _) => MESA_QUE_VENDE,
            (Kind::EndShift, _) => OTRO_VENDEDOR,
            (_, "to") if screen.held().0 != VENDEDOR => VENDEDOR,
            (_, "to") => OTRO_VENDEDOR,
            _ => screen.held().0,
        },
        |edge, of| match of {
            (Kind::OpenSession, _) => edge.dice.pick(&[SALA, SALA, MESA, SALA_Y_MESA, PersonId(99)]),
            (Kind::GiveInspectionCode, _) => edge.dice.pick(&[INSPECTOR, SALA, PersonId(99)]),
            (Kind::EndLogIn, _) => edge.dice.pick(&[MESA, MESA, SALA, PersonId(99)]),
            (Kind::ChangePerson | Kind::ResetPin | Kind::DismissPerson | Kind::TakeBackPerson, _) => {
                PersonId(edge.dice.pick(&[1, 2, 4, 5, 8, 9, 11, 99]))
            }
            (Kind::Substitute | Kind::BeginShift | Kind::EndShift, _) => PersonId(edge.dice.pick(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99])),
            _ => edge.seller(),
        };
    Role: |_, _| Role::Cajero, |edge, _| edge.dice.pick(&Role::ALL);
    Box<Rules>: |_, _| Box::new(rules()), |_, _| Box::new(rules());
    Vec<Role>:
        |_, _| vec![Role::Auxiliar],
        |edge, _| edge.dice.pick(&[vec![], vec![Role::Cajero], Role::ALL.to_vec()]);
    DiligenciaKind:
        |_, _| DiligenciaKind::Incidencia,
        |edge, _| edge.dice.pick(&[DiligenciaKind::Incidencia, DiligenciaKind::Reclamacion]);
    Sought:
        |_, _| Sought::Game,
        |edge, _| edge.dice.pick(&[Sought::Card, Sought::Person, Sought::Words]);

    // Papers that are signed.
    SignedPaper:
        |screen, _| screen.to_sign().map_or(SignedPaper::Diligencia(1), |(paper, ..)| paper),
        |edge, _| edge.dice.pick(&[
            SignedPaper::Diligencia(1), SignedPaper::Diligencia(2), SignedPaper::Diligencia(0),
            SignedPaper::Acta(SessionNo(1)), SignedPaper::Acta(SessionNo(u32::MAX)),
        ]);
    SessionNo:
        |screen, _| SessionNo(screen.hall.sessions.max(1)),
        |edge, _| SessionNo(edge.dice.pick(&[0, 1, 2, u32::MAX]));
    SignerRole:
        |screen, _| screen.to_sign().map_or(SignerRole::JefeDeSala, |(.., role)| role),
        |edge, _| {
            let any = edge.dice.pick(&SignerRole::ALL);
            edge.dice.pick(&[SignerRole::JefeDeSala, any])
        };
    Vec<SignerRole>:
        |screen, of| vec![SignerRole::sensible(screen, of)],
        |edge, _| edge.dice.pick(&[
            vec![], vec![SignerRole::JefeDeSala], vec![SignerRole::JefeDeSala, SignerRole::Claimant],
            vec![SignerRole::Agent, SignerRole::Agent], SignerRole::ALL.to_vec(),
        ]);
    [u8; 64]: |_, _| [7; 64], |edge, _| [edge.dice.pick(&[0, 7, 7, 7]); 64];

    // The game.
    Play: |_, _| Play::Line, |edge, _| edge.dice.pick(&[Play::Line, Play::Bingo]);
    Found: |_, _| Found::Unsold, |edge, _| edge.dice.pick(&[Found::Unsold, Found::Sold]);
    RejectReason:
        |_, _| RejectReason::Illegible,
        |edge, _| {
            edge.dice.pick(&[RejectReason::Manipulated, RejectReason::Illegible, RejectReason::NotOriginal])
        };
    Paragraph:
        |screen, _| match screen.game.and_then(|game| game.suspension()) {
            Some(_) => Paragraph::BeforeExtraction,
            None => Paragraph::AfterExtraction,
        },
        |edge, _| edge.dice.pick(&[Paragraph::BeforeExtraction, Paragraph::AfterExtraction]);
    HoldExit:
        |screen, (kind, _)| if kind == Kind::ConfirmHoldExit { screen.hold().1 } else { HoldExit::Authority },
        |edge, _| {
            if edge.dice.one_in(3) {
                let (caller, second) = (edge.seller(), edge.dice.pick(&[MESA, CAJERO, VENDEDOR]));
                return edge.dice.pick(&[
                    HoldExit::Repaired,
                    HoldExit::Authority,
                    HoldExit::ByHand { caller, second },
                ]);
            }
            let places = [edge.place(), Ordinal(4), Ordinal(5), Ordinal(0), Ordinal(91), Ordinal(255)];
            let ball = Ball::at_the_edge(edge, (Kind::AskHoldExit, "ball"));
            HoldExit::Misread { ordinal: edge.dice.pick(&places), ball }
        };
    Vec<PaperLine>:
        |screen, (kind, _)| {
            let typed = screen.sheet().filter(|_| kind == Kind::ConfirmTranscription);
            typed.unwrap_or_else(|| vec![PaperLine::Ball(screen.waiting().1)])
        },
        |edge, (kind, _)| {
            let again = kind == Kind::ConfirmTranscription && !edge.dice.one_in(3);
            let typed = edge.game.filter(|_| again).and_then(|game| game.draw()?.sheet.clone());
            typed.map_or_else(|| edge.sheet(), |(lines, _)| lines)
        };

    // Plain values.
    String:
        |screen, (kind, field)| {
            if let (Kind::CloseBook, "book", Some(book)) = (kind, field, screen.hall.books.first()) {
                return book.name.clone();
            }
            if kind == Kind::EnrolDevice {
                return "caja-9".into();
            }
            if kind == Kind::EndLogIn {
                return screen.hall.log_ins.keys().next().map_or("mesa-1", |(device, _)| device).into();
            }
            let asked = screen.void_asked().filter(|_| kind == Kind::ConfirmVoid);
            asked.unwrap_or_else(|| screen.text.to_owned())
        },
        |edge, (kind, field)| {
            let book = edge.hall.books.first().filter(|_| field == "book" && edge.dice.one_in(2));
            if let Some(book) = book {
                return book.name.clone();
            }
            if kind == Kind::EndLogIn && !edge.dice.one_in(3) {
                return edge.dice.pick(&["mesa-1", "mesa-1", "caja-2"]).into();
            }
            if kind == Kind::EnrolDevice && edge.dice.one_in(2) {
                return edge.dice.pick(&["mesa-1", "caja-2", "mesa-7"]).into();
            }
            let again = kind == Kind::ConfirmVoid && !edge.dice.one_in(3);
            let asked = edge.game.filter(|_| again).and_then(|game| game.void_asked());
            asked.map_or_else(|| edge.dice.text(), |(_, cause)| cause.to_string())
        };
    bool:
        |screen, (_, field)| match field {
            "required" => !screen.hall.key_draws.required,
            _ => matches!(field, "seals_whole" | "reserve_machine" | "goes_on"),
        },
        |edge, (_, field)| match field {
            "seals_whole" | "reserve_machine" => !edge.dice.one_in(5),
            _ => edge.dice.one_in(2),
        };
    u8:
        |screen, (_, field)| if field == "announced" { screen.game.map_or(0, |game| game.announced) } else { 90 },
        |edge, (_, field)| match field {
            "announced" => edge.dice.small(edge.game.map_or(0, |game| game.announced)),
            _ => edge.dice.pick(&[90, 90, 90, 89, 91, 0, 1, 255]),
        };
    u32:
        |_, (_, field)| match field {
            "low_mg" => 2_400,
            "high_mg" => 2_600,
            _ => SIZE,
        },
        |edge, (_, field)| match field {
            "low_mg" | "high_mg" => edge.dice.pick(&[2_400, 2_600, 2_600, 0, u32::MAX]),
            "pressed_within_ms" => edge.dice.pick(&[0, 1, 3, 2_000, u32::MAX]),
            _ => edge.dice.pick(&[SIZE, SIZE, SIZE, SIZE, 419, 421, 0, 1, 1_000_000, 1_000_001, u32::MAX]),
        };
    u64:
        |_, _| 0,
        |edge, _| {
            let last = u64::try_from(edge.hall.last_utc_ms.unwrap_or_default()).unwrap_or_default();
            edge.dice.pick(&[last, last.saturating_sub(1), last + 1_000, last.saturating_sub(1_999), 0, u64::MAX])
        };
    [u8; 32]:
        |screen, (kind, field)| match kind {
            Kind::AskRules | Kind::AdoptRules => other_rules(),
            Kind::ConfirmBallEnrolment => TABLE,
            Kind::LogIn => DEVICE_KEY,
            Kind::AskBallEnrolment => [2; 32],
            Kind::SignPaper | Kind::SignWithKey | Kind::AddSignedPage if field == "sha256" => {
                screen.to_sign().map_or([0; 32], |(_, sha256, _)| sha256)
            }
            _ => screen.hall.signing.keys.keys().next().copied().unwrap_or(KEY),
        },
        |edge, (kind, field)| {
            if kind == Kind::AdoptRules {
                return edge.dice.pick(&[other_rules(), other_rules(), [0; 32]]);
            }
            let papers = edge.hall.signing.papers.values();
            let shown = papers.map(|paper| paper.sha256).next_back().filter(|_| field == "sha256");
            let known = shown.unwrap_or(KEY);
            edge.dice.pick(&[TABLE, TABLE, [0; 32], known, known, known, known])
        };
    Sealed:
        |_, _| sealed(1),
        |edge, _| Sealed { id: edge.dice.pick(&[0, 1, 5, u64::MAX]), hash: [1; 32] };
    Mixed:
        |screen, _| Mixed { words: screen.text.to_owned(), seed: sealed(1) },
        |edge, _| Mixed { words: edge.dice.text(), seed: sealed(1) };
}

/// The numbers as the record has them.
fn numbering_of(hall: &Hall) -> Numbering {
    Numbering { game: hall.games, session: hall.sessions, diligencia: hall.diligencias, sold: vec![] }
}

/// The hall's clock, by its last line: in these tests no time passes between two.
fn now(screen: &Screen) -> LocalTime {
    Moment { utc_ms: screen.hall.last_utc_ms.unwrap_or(0), offset_minutes: 60, change: None }.local()
}

impl Field for Date {
    fn sensible(screen: &Screen, (kind, _): Of) -> Date {
        let days = i64::from(kind == Kind::AnnounceKeyDraw);
        let utc_ms = screen.hall.last_utc_ms.unwrap_or(0) + days * 86_400_000;
        Moment { utc_ms, offset_minutes: 60, change: None }.date()
    }

    fn at_the_edge(edge: &mut Edge, _: Of) -> Date {
        let now = Moment { utc_ms: edge.hall.last_utc_ms.unwrap_or(0), offset_minutes: 60, change: None };
        if edge.dice.one_in(2) {
            return now.date();
        }
        Date::parse(edge.dice.pick(&["2026-11-21", "2026-11-22", "1970-01-01", "9999-12-31"])).unwrap()
    }
}

/// Every session needs an hour to close.
impl Field for HourOfDay {
    fn sensible(screen: &Screen, (kind, _): Of) -> HourOfDay {
        match kind == Kind::OpenSession {
            true => HourOfDay::parse("04:00").unwrap(),
            false => now(screen).hour,
        }
    }

    fn if_needed(screen: &Screen, of: Of) -> Option<HourOfDay> {
        Some(HourOfDay::sensible(screen, of))
    }

    fn at_the_edge(edge: &mut Edge, _: Of) -> HourOfDay {
        let now = Moment { utc_ms: edge.hall.last_utc_ms.unwrap_or(0), offset_minutes: 60, change: None };
        if edge.dice.one_in(2) {
            return now.local().hour;
        }
        HourOfDay::parse(edge.dice.pick(&["00:00", "20:00", "23:59"])).unwrap()
    }
}

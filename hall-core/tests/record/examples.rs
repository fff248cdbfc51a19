//! One event of each kind, and more where a field has choices: each choice at least once.

use hall_core::ball::Ball;
use hall_core::card::CardId;
use hall_core::event::*;
use hall_core::machine::{BootId, Fault, LinkLoss, Mode, SetId, Stored};
use hall_core::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use hall_core::money::{Cents, Percent, Rounding};
use hall_core::people::{PersonId, Role, Sealed};
use hall_core::rules::{
    Announcing, Basis, CallerError, Destination, Division, EvidencePolicy, Light, Picture, Rules, SecondWord,
    Sourced, SplitUnit, StaffCount, WithoutCamera,
};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::time::{Date, HourOfDay, LocalTime};

mod balls;
mod books;
mod cameras;
mod deletions;
mod epochs;
mod exports;
mod generations;
mod key_draws;
mod keys;
mod law;
mod machines;
mod nights;
mod people;
mod presses;
mod reader;
mod rehearsals;
mod signatures;
mod voice;

pub use generations::GENERATIONS;

/// All examples: those of the first day in the order of `Event`, then what came later.
pub fn all() -> Vec<Event> {
    let mut events = first();
    events.extend(every_turn());
    events.extend(cards());
    events.extend(balls::ball_sets());
    events.extend([reader::second_reader(), reader::left_out()].concat());
    events.push(Event::NoteWritten { text: "Visita de mantenimiento, de 19:30 a 20:15".into() });
    events.extend([epochs::epochs(), epochs::clock(), vec![epochs::archived()]].concat());
    events.extend([rehearsals::rehearsals(), deletions::deletions(), keys::keys()].concat());
    events.extend([books::books(), vec![keys::stamped()], signatures::signatures()].concat());
    events.extend([exports::exports(), key_draws::key_draws(sealed(11))].concat());
    events.extend([books::copies(), books::split()].concat());
    let plain = rules(Rounding::Down { unit: Cents(1) }, vec![Cents(300)]);
    events.extend([voice::voice(), voice::rules_of_version_3(&plain), cameras::cameras()].concat());
    events.extend([voice::rules_of_version_4(&plain), machines::machines(&plain)].concat());
    events.extend([people::people(sealed(12), sealed(13)), people::devices()].concat());
    events.extend([people::shifts(&plain), people::sought()].concat());
    events.extend([vec![key_draws::series_of(420)], nights::nights()].concat());
    events.extend([law::law(), law::refusals(), presses::presses().to_vec()].concat());
    events.extend([people::ended(), people::posts()].concat());
    events
}

/// What the hall's own cards brought; from here on a matrix is written in version 2.
fn cards() -> Vec<Event> {
    let matrix = |number| MatrixNo::new(number).unwrap();
    let made = |number, kind, clean, mixed| Event::MatrixMade {
        matrix: matrix(number),
        size: 1800,
        options: MatrixOptions { kind, clean },
        generator: 1,
        mixed,
        key: sealed(6),
        key_sha256: [3; 32],
        faces_sha256: [4; 32],
    };
    let mixed = Mixed { words: "Dados 4 1 6 · ONCE 21-11: 07324".into(), seed: sealed(7) };
    vec![
        made(2, MatrixKind::Single, true, Some(mixed)),
        made(3, MatrixKind::Strip, false, None),
        Event::MatrixImported {
            matrix: matrix(4),
            size: 96_000,
            maker: "FNMT-RCM".into(),
            file_sha256: [5; 32],
            faces: sealed(8),
            faces_sha256: [6; 32],
        },
        Event::MatrixRetired { matrix: matrix(2), reason: "Cartones gastados".into() },
        Event::PrintingOrdered {
            printing: PrintingNo(1),
            cards: segment("A17", 301, 420),
            template: "a4-6".into(),
            copy: 2,
        },
        Event::PrintingDone {
            printing: PrintingNo(1),
            file: "cartones/A17-301-420-copia-2.pdf".into(),
            pages: 20,
            sha256: [7; 32],
        },
        Event::PrintingStopped { printing: PrintingNo(2), why: PrintingStop::Cancelled(PersonId(3)) },
        Event::PrintingStopped {
            printing: PrintingNo(3),
            why: PrintingStop::Failed("no queda sitio en el disco".into()),
        },
    ]
}

fn first() -> Vec<Event> {
    let mut events = hall();
    events.extend(session());
    events.extend(sale());
    events.extend(draw());
    events.extend(claims());
    events.extend(money());
    events.extend(holds());
    events.extend(machine());
    events
}

fn ball(number: u8) -> Ball {
    Ball::new(number).unwrap()
}

fn set(name: &str) -> SetId {
    SetId::parse(name).unwrap()
}

fn card(number: u32) -> CardRef {
    CardRef { series: series("A17"), number: CardNo(number) }
}

fn series(name: &str) -> SeriesId {
    SeriesId::parse(name).unwrap()
}

fn segment(name: &str, first: u32, last: u32) -> Segment {
    Segment { series: series(name), first: CardNo(first), last: CardNo(last) }
}

fn sealed(id: u64) -> Sealed {
    Sealed { id, hash: [0xa5; 32] }
}

fn law<T>(value: T) -> Sourced<T> {
    Sourced { value, basis: Basis::Law("art. 35.2".into()) }
}

fn own<T>(value: T) -> Sourced<T> {
    Sourced { value, basis: Basis::Hall }
}

fn rules(rounding: Rounding, face_values: Vec<Cents>) -> Rules {
    Rules {
        id: "estatal-2002".into(),
        title: "Reglamento \"estatal\" del juego del bingo".into(),
        line: law(Percent::from_hundredths(1000).unwrap()),
        bingo: law(Percent::from_hundredths(5750).unwrap()),
        face_values: law(face_values),
        series_size: own(9000),
        rounding: own(rounding),
        resto_to: own(Destination::House),
        unsung_line_to: own(Destination::Carried),
        unsung_bingo_to: Sourced { value: Destination::House, basis: Basis::Unknown },
        question_min_secs: own(5),
        ball_set_max_games: law(1000),
        ball_set_warning_games: own(950),
        pre_extraction_wait_min: law(15),
        caller_error: own(if rounding.unit().0 == 1 { CallerError::Annul } else { CallerError::Correct }),
        split_unit: own(SplitUnit::Card),
        announcing: own(Announcing::Typed),
        evidence: own(EvidencePolicy::Caller),
        light: own(Light::AtOnce),
        without_camera: own(WithoutCamera::Free),
        picture: own(Picture::Marked),
        second_word: own(SecondWord::SecondPerson),
        least_staff: own(StaffCount::default()),
        valid_from: None,
    }
}

fn hall() -> Vec<Event> {
    vec![
        Event::HallFounded {
            name: "Bingo Tívoli \\ Málaga".into(),
            zone: "Europe/Madrid".into(),
            profile_sha256: [0x0f; 32],
            rules: rules(Rounding::Down { unit: Cents(1) }, vec![Cents(150), Cents(200)]),
        },
        Event::ServerStarted { version: "0.1.0".into() },
        Event::CardKeyMade { key: sealed(1) },
        people::first(sealed(2), sealed(9_007_199_254_740_991)),
        Event::LoggedIn { person: PersonId(3), token: sealed(4) },
        Event::LoggedOut { person: PersonId(3) },
        Event::LoginRefused { tries: 2 },
        Event::MatrixMade {
            matrix: MatrixNo::new(4_294_967_295).unwrap(),
            size: 9000,
            options: MatrixOptions::PLAIN,
            generator: 1,
            mixed: None,
            key: sealed(5),
            key_sha256: [1; 32],
            faces_sha256: [254; 32],
        },
        Event::SeriesReceived {
            series: series("A17"),
            matrix: MatrixNo::new(4_294_967_295).unwrap(),
            face_value: Cents(200),
            cards: None,
        },
        Event::SeriesPrinted { series: series("A17"), pages: 1500, sha256: [2; 32] },
        Event::BallSetRegistered {
            set: set("J2"),
            extractor: Extractor::Pneumatic,
            homologation: "B/12-345".into(),
            maker: None,
            reference: None,
        },
        Event::BallSetRegistered {
            set: set("BOMBO123"),
            extractor: Extractor::Drum,
            homologation: String::new(),
            maker: None,
            reference: None,
        },
    ]
}

fn session() -> Vec<Event> {
    vec![
        Event::SessionOpened {
            session: SessionNo(1),
            date: Date { year: 2026, month: 11, day: 21 },
            mesa: PersonId(1),
            sala: PersonId(2),
            check: OpeningCheck {
                balls_counted: 90,
                set: set("J2"),
                reserve_set: set("J3"),
                seals_whole: true,
                installations_work: true,
                public_witness: false,
            },
            rules: rules(Rounding::HalfUp { unit: Cents(5) }, vec![]),
            profile_sha256: [0x0f; 32],
        },
        Event::SessionClosed {
            session: SessionNo(1),
            balls_counted: 90,
            public_witness: true,
            prizes_pending: 1,
            amount_pending: Cents(51750),
        },
        Event::SaleRectified {
            game: GameNo(7),
            cards: segment("A17", 31, 40),
            found: Found::Unsold,
            seller: PersonId(4),
            sold_before: 40,
            segments: vec![segment("A17", 1, 30)],
            sold: 30,
            division: Division {
                takings: Cents(6000),
                line: Cents(540),
                bingo: Cents(3540),
                house: Cents(1920),
                resto: Cents(0),
            },
            formula: "Cartones vendidos 30, de la serie A 17 del número 1 al 30".into(),
        },
        Event::SaleRectified {
            game: GameNo(7),
            cards: segment("A17", 31, 31),
            found: Found::Sold,
            seller: PersonId(4),
            sold_before: 30,
            segments: vec![segment("A17", 1, 31)],
            sold: 31,
            division: Division {
                takings: Cents(6200),
                line: Cents(558),
                bingo: Cents(3658),
                house: Cents(1984),
                resto: Cents(0),
            },
            formula: "Cartones vendidos 31, de la serie A 17 del número 1 al 31".into(),
        },
        Event::AnnouncementRectified { game: GameNo(7), ordinal: Ordinal(3), ball: ball(16), said: ball(61) },
        Event::LastGameAnnounced { session: SessionNo(1) },
        Event::DiligenciaWritten {
            diligencia: 1,
            about: DiligenciaKind::Reclamacion,
            game: Some(GameNo(7)),
            text: "No se oyó la bola 42".into(),
            claimant: Some(Sealed { id: 99, hash: [9; 32] }),
            document: true,
            signed: true,
        },
        Event::DiligenciaWritten {
            diligencia: 2,
            about: DiligenciaKind::Incidencia,
            game: None,
            text: "Se repone un monitor".into(),
            claimant: None,
            document: false,
            signed: false,
        },
        Event::InspectionMade { game: Some(GameNo(7)) },
        Event::InspectionMade { game: None },
        Event::GapBurnAsked { game: GameNo(7), cards: segment("A17", 11, 15) },
        Event::GapBurned { game: GameNo(7), cards: segment("A17", 11, 15), asked_by: PersonId(3) },
        Event::ActaIssued {
            session: SessionNo(1),
            file: "actas/2026-11-21-1.pdf".into(),
            sha256: [3; 32],
            covers_seq: 9_007_199_254_740_992,
        },
    ]
}

fn sale() -> Vec<Event> {
    vec![
        Event::SaleOpened {
            game: GameNo(1),
            in_session: 1,
            series: series("A17"),
            first: CardNo(301),
            face_value: Cents(200),
        },
        Event::BlockIssued { game: GameNo(1), cards: segment("A17", 301, 420), seller: PersonId(4) },
        Event::CardsReturned { game: GameNo(1), cards: segment("A17", 401, 420), seller: PersonId(4) },
        Event::CardsTransferred {
            game: GameNo(1),
            cards: segment("A17", 301, 310),
            from: PersonId(4),
            to: PersonId(5),
        },
        Event::SaleClosed {
            game: GameNo(1),
            segments: vec![segment("A17", 301, 420), segment("A18", 1, 130)],
            sold: 250,
            division: Division {
                takings: Cents(50000),
                line: Cents(5000),
                bingo: Cents(28750),
                house: Cents(16250),
                resto: Cents(0),
            },
            formula: "Cartones vendidos 250, de la serie A 17 del número 301 al 420 y de la \
                      serie A 18 del número 1 al 130"
                .into(),
        },
        Event::GameNotHeld { game: GameNo(2) },
    ]
}

fn draw() -> Vec<Event> {
    let machine = Evidence::Machine { boot: BootId(0x2a), seq: 999_999, confidence: 100 };
    vec![
        Event::DrawStarted { game: GameNo(1), set: set("J2"), boot: BootId(0xdead_beef) },
        Event::BallExtracted {
            game: GameNo(1),
            ordinal: Ordinal(1),
            ball: ball(90),
            evidence: vec![machine, Evidence::CallerKey, Evidence::CallerTyped],
        },
        Event::BallExtracted { game: GameNo(1), ordinal: Ordinal(2), ball: ball(1), evidence: vec![] },
        Event::BallSetAside { number: 99, why: SetAside::NotDrawing, boot: BootId(0), seq: 1 },
        Event::ReadingNotCounted { number: 0, set: set("X"), confidence: 50, boot: BootId(1), seq: 2 },
        Event::BallAnnounced {
            game: GameNo(1),
            ordinal: Ordinal(1),
            ball: ball(90),
            evidence: Evidence::CallerKey,
        },
        Event::BallShown { game: GameNo(1), ordinal: Ordinal(1), panel: "muro-1".into() },
        presses::stopped(1, StopCause::Called),
        presses::stopped(2, StopCause::Claim),
        presses::stopped(3, StopCause::Restart),
    ]
}

fn claims() -> Vec<Event> {
    let verdicts = [
        Verdict::Good { rows: 5, completed_at: Ordinal(44) },
        Verdict::UnknownSeries,
        Verdict::NoSuchCard,
        Verdict::Forged,
        Verdict::NotSold { sold_in: None },
        Verdict::NotSold { sold_in: Some(GameNo(9)) },
        Verdict::Returned,
        Verdict::PlayClosed,
        Verdict::Repeated { of: ClaimNo(1) },
        Verdict::Incomplete { missing: vec![ball(7), ball(61)] },
    ];
    let mut events: Vec<Event> = (1..)
        .zip(verdicts)
        .map(|(claim, verdict)| Event::ClaimMade {
            game: GameNo(1),
            stop: StopNo(1),
            claim: ClaimNo(claim),
            play: if claim % 2 == 1 { Play::Line } else { Play::Bingo },
            card: card(claim + 300),
            face: CardId::new(3_669_688_706_217_187_499).filter(|_| claim != 2),
            verdict,
        })
        .collect();
    events.push(Event::ClaimAccepted { game: GameNo(1), claim: ClaimNo(1) });
    for reason in [RejectReason::Manipulated, RejectReason::Illegible, RejectReason::NotOriginal] {
        events.push(Event::ClaimRejected { game: GameNo(1), claim: ClaimNo(1), reason });
    }
    events.push(Event::QuestionAsked { game: GameNo(1), stop: StopNo(1), line: true, bingo: false });
    events.push(Event::DrawResumed { game: GameNo(1), stop: StopNo(1) });
    events.push(Event::PlayAwarded {
        game: GameNo(1),
        play: Play::Line,
        winners: vec![
            PrizeShare { prize: PrizeNo(1), claim: ClaimNo(1), card: card(301), amount: Cents(2500) },
            PrizeShare { prize: PrizeNo(2), claim: ClaimNo(3), card: card(303), amount: Cents(2500) },
        ],
        remainder: Cents(1),
    });
    events.push(Event::PlayUnsung { game: GameNo(1), play: Play::Bingo, amount: Cents(28750) });
    events.push(Event::GameEnded { game: GameNo(1) });
    events
}

fn money() -> Vec<Event> {
    vec![
        Event::PrizePaid { game: GameNo(1), prize: PrizeNo(1), amount: Cents(2500) },
        Event::PrizeReleased {
            game: GameNo(7),
            prize: PrizeNo(1),
            reason: "se identifica al titular".into(),
        },
        Event::PrizeWithheld {
            game: GameNo(1), prize: PrizeNo(2), reason: "reclamación\n\u{1}€🎱".into()
        },
        Event::VoidAsked { game: GameNo(1), cause: "avería".into() },
        Event::GameVoided {
            game: GameNo(1),
            asked_by: PersonId(1),
            cause: "avería".into(),
            segments: vec![segment("A17", 301, 420), segment("A18", 1, 130)],
            cards: 250,
            amount: Cents(50000),
        },
        Event::CardsRefunded { game: GameNo(1), cards: segment("A17", 301, 302), amount: Cents(400) },
    ]
}

fn holds() -> Vec<Event> {
    let whys = [
        HoldWhy::Repeated(ball(7)),
        HoldWhy::OutOfRange(91),
        HoldWhy::ForeignSet(set("J3")),
        HoldWhy::NoRead,
        HoldWhy::Fault(Fault::Jam),
        HoldWhy::DoorOpen,
        HoldWhy::LinkLost(LinkLoss::HungUp),
        HoldWhy::Rebooted(BootId(7)),
        HoldWhy::FramesMissing,
        HoldWhy::CountDiffers { machine: 15, game: 14 },
        HoldWhy::CallerDiffers { ordinal: Ordinal(14), machine: ball(16), caller: ball(61) },
        HoldWhy::Called("dos bolas\tjuntas".into()),
    ];
    let mut events: Vec<Event> = (1..)
        .zip(whys)
        .map(|(hold, why)| Event::HoldRaised { game: GameNo(1), hold: HoldNo(hold), why })
        .collect();
    let misread = HoldExit::Misread { ordinal: Ordinal(14), ball: ball(61) };
    for exit in [misread, HoldExit::Repaired] {
        events.push(Event::HoldExitAsked { game: GameNo(1), hold: HoldNo(1), exit });
        events.push(Event::HoldLeft { game: GameNo(1), hold: HoldNo(1), exit, asked_by: PersonId(1) });
    }
    for from in [Some(ball(16)), None] {
        events.push(Event::BallCorrected { game: GameNo(1), ordinal: Ordinal(14), from, to: ball(61) });
    }
    events
}

fn machine() -> Vec<Event> {
    let mut events = vec![Event::MachineIdentified { boot: BootId(0x2a), balls: 90, set: set("J2") }];
    for why in [LinkLoss::HungUp, LinkLoss::Silent, LinkLoss::PortError] {
        events.push(Event::LinkLost { why });
    }
    for mode in [Mode::Stop, Mode::Run, Mode::Hold, Mode::Load, Mode::Fault] {
        events.push(Event::MachineMode { mode, out: 14 });
    }
    let faults = [Fault::Jam, Fault::Multiple, Fault::Returned, Fault::Blower, Fault::Sensor, Fault::Power];
    let seen = [
        Stored::Present,
        Stored::Read { number: 16, set: set("J2"), confidence: 97 },
        Stored::NoRead,
        Stored::Gone,
        Stored::FaultCleared(Fault::Jam),
        Stored::DoorOpened,
        Stored::DoorClosed,
        Stored::Loaded,
    ];
    let seen = seen.into_iter().chain(faults.map(Stored::FaultRaised));
    for (seq, what) in (1..).zip(seen) {
        events.push(Event::MachineSaw { boot: BootId(0x2a), seq, what });
    }
    events.push(Event::FramesMissing { boot: BootId(0x2a), expected: 15, got: 18 });
    events.push(Event::BadFrames { count: 2, bytes: 40, first: vec![0, 255, 16] });
    events.push(Event::BadFrames { count: 1, bytes: 0, first: vec![] });
    events
}

/// Suspension, going on by hand, the sheet, substitutions, the authority, the clock.
fn every_turn() -> Vec<Event> {
    let (game, session, hold) = (GameNo(1), SessionNo(1), HoldNo(13));
    let closes =
        LocalTime { date: Date { year: 2026, month: 11, day: 22 }, hour: HourOfDay::parse("04:00").unwrap() };
    let mut events = vec![
        Event::ServerStopped { power_failing: true },
        Event::ServerStopped { power_failing: false },
        Event::ClockStepped { back: true, by_ms: 3_600_000 },
        Event::ClockStepped { back: false, by_ms: 2_500 },
        Event::OpeningCompleted {
            session,
            reserve_machine: true,
            closes: Some(closes),
            closes_at_utc_ms: None,
        },
        Event::OpeningCompleted { session, reserve_machine: false, closes: None, closes_at_utc_ms: None },
        Event::SubstitutionMade {
            session,
            post: Role::JefeDeMesa,
            person: PersonId(2),
            stand_in: PersonId(3),
            reason: "indisposición".into(),
        },
        Event::BallSetChanged {
            session,
            from: set("J2"),
            to: set("J3"),
            reserve_set: set("J4"),
            balls_counted: 90,
            reason: "bola 7 golpeada".into(),
        },
        Event::AuthorityCalled { session, game: Some(game), cause: "dos bolas 7".into(), about: None },
        Event::AuthorityCalled { session, game: None, cause: "faltan bolas al cierre".into(), about: None },
        Event::AuthorityDecided {
            session,
            game: Some(game),
            agent: "PN 12.345".into(),
            goes_on: true,
            about: None,
        },
        Event::AuthorityDecided {
            session,
            game: None,
            agent: "PN 12.345".into(),
            goes_on: false,
            about: None,
        },
        Event::GameSuspended { game, cause: "no hay sonido".into() },
        Event::SuspensionLifted { game },
        nights::read(Paragraph::BeforeExtraction, None, false),
        nights::read(Paragraph::AfterExtraction, None, false),
        Event::BallKeyed { game, ordinal: Ordinal(42), ball: ball(16) },
        Event::BallExtracted {
            game,
            ordinal: Ordinal(42),
            ball: ball(16),
            evidence: vec![Evidence::Keyed { by: PersonId(4) }, Evidence::Keyed { by: PersonId(2) }],
        },
        Event::BallExtracted { game, ordinal: Ordinal(43), ball: ball(61), evidence: vec![Evidence::Paper] },
        Event::BallAnnounced { game, ordinal: Ordinal(43), ball: ball(61), evidence: Evidence::Paper },
        Event::HoldRaised {
            game,
            hold,
            why: HoldWhy::KeyedDiffers { ordinal: Ordinal(44), first: ball(6), second: ball(9) },
        },
    ];
    for exit in [HoldExit::ByHand { caller: PersonId(4), second: PersonId(2) }, HoldExit::Authority] {
        events.push(Event::HoldExitAsked { game, hold, exit });
        events.push(Event::HoldLeft { game, hold, exit, asked_by: PersonId(1) });
    }
    let reasons = [RejectReason::Manipulated, RejectReason::Illegible, RejectReason::NotOriginal];
    let answers = [PaperAnswer::Good, PaperAnswer::NotGood].into_iter();
    let sung = answers.chain(reasons.map(PaperAnswer::Rejected)).map(|answer| PaperLine::Sung {
        play: Play::Bingo,
        card: card(301),
        answer,
    });
    let rest = [PaperLine::End, PaperLine::Paid { play: Play::Line, card: card(302) }];
    let sheet: Vec<PaperLine> = [PaperLine::Ball(ball(16))].into_iter().chain(sung).chain(rest).collect();
    for line in sheet.clone() {
        events.push(Event::TranscriptionAsked { game, lines: vec![line] });
    }
    events.push(Event::Transcribed { game, asked_by: PersonId(2), lines: 8 });
    events
}

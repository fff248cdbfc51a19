//! Every kind of request in every phase, by everybody, with numbers from the edges: what is
//! refused changes nothing, what is granted leaves a sound hall, nothing panics
//! (reliability.md E38).

#[path = "illegal/balls.rs"]
mod balls;
#[path = "illegal/kinds.rs"]
mod kinds;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use hall_core::card::code::{CardCode, CardKey};
use hall_core::event::{
    ClaimNo, DiligenciaKind, Event, Extractor, Found, GameNo, HoldExit, HoldNo, Mixed, OpeningCheck, Ordinal,
    PaperAnswer, PaperLine, Paragraph, Play, PrintingNo, PrizeNo, RejectReason, Segment, StopNo, Verdict,
};
use hall_core::game::{Phase, Stop};
use hall_core::hall::Asked;
use hall_core::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::record::{decode, encode};
use hall_core::refusal::Refusal;
use hall_core::request::{Presented, Request};
use hall_core::series::{CardNo, CardRef};
use hall_core::time::{HourOfDay, Moment};
use kinds::KINDS;
use support::phases::*;
use support::{
    Bench, CAJERO, Dice, INSPECTOR, MESA, MESA_QUE_VENDE, OTRO_VENDEDOR, SALA, SIZE, VENDEDOR, ball, card,
    series, set,
};

/// How often each kind of request is made in each phase by each person.
const TRIES: u32 = 150;
/// An auxiliar and somebody of the door, whom the phases add to the bench.
const AUXILIAR: PersonId = PersonId(9);
const ADMISION: PersonId = PersonId(10);
const PEOPLE: [PersonId; 11] = [
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
    PersonId(99),
];

/// Codes nobody can be refused with here, and why.
const NOT_HERE: [(&str, &str); 3] = [
    ("teclee-el-numero", "a rule of another hall: evenings/26b"),
    ("sin-espacio", "the desk refuses when the disk is full; the core knows no disk"),
    ("usuario-ocupado", "the server compares user names, which are sealed and never in the core"),
];

// ---- the requests -------------------------------------------------------------------------

impl Dice {
    fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }

    /// About `near`, or anywhere at the edges.
    fn number(&mut self, near: u32) -> u32 {
        if !self.one_in(3) {
            return near;
        }
        self.pick(&[near + 1, near.saturating_sub(1), 0, 1, 2, 90, 420, 421, u32::MAX])
    }

    fn small(&mut self, near: u8) -> u8 {
        self.pick(&[near, near, near, near.saturating_add(1), near.saturating_sub(1), 0, 1, 90, 91, 255])
    }

    /// A sheet of no, one or a few lines, sensible ones and others.
    fn sheet(&mut self, shown: CardRef) -> Vec<PaperLine> {
        let count = self.pick(&[0, 1, 1, 2, 3]);
        let mut lines = Vec::new();
        for at in 0..count {
            let play = self.pick(&[Play::Line, Play::Bingo]);
            let rejected = PaperAnswer::Rejected(RejectReason::Illegible);
            let answer = self.pick(&[PaperAnswer::NotGood, PaperAnswer::Good, rejected]);
            lines.push(self.pick(&[
                PaperLine::Ball(ball(80 + at)),
                PaperLine::Ball(ball(1)),
                PaperLine::Sung { play, card: shown, answer },
                PaperLine::Paid { play, card: shown },
                PaperLine::End,
            ]));
        }
        lines
    }

    fn text(&mut self) -> String {
        let texts =
            ["en disputa", "x", "", "   ", "dos\nlíneas", "\u{1b}[31m", "'; drop table event;--", "ñandú €"];
        let long = ["a".repeat(500), "a".repeat(501)];
        if self.one_in(8) { self.pick(&long) } else { self.pick(&texts).to_owned() }
    }
}

fn request(dice: &mut Dice, kind: &str, bench: &Bench) -> Request {
    let hall = &bench.hall;
    let core = hall.game.as_ref();
    let game = GameNo(dice.number(hall.games));
    let sealed = Sealed { id: dice.pick(&[0, 1, u64::MAX]), hash: [1; 32] };
    let name = dice.pick(&["A17", "A17", "A17", "A18", "B1", "Z999999999"]);
    let name =
        core.filter(|_| dice.one_in(2)).map_or(name.to_owned(), |g| g.sale.next_card().series.to_string());
    let next = core.map_or(1, |g| g.sale.next_card().number.0);
    let first = dice.pick(&[1, 3, 5, 6, 10, 21, 35, next, next, next, 0, 420, 421, u32::MAX - 1, u32::MAX]);
    let last = dice.pick(&[
        first,
        first,
        first.saturating_add(1),
        first.saturating_add(9),
        first.saturating_sub(1),
        400,
        420,
        421,
        u32::MAX,
    ]);
    let segment = Segment { series: series(&name), first: CardNo(first), last: CardNo(last) };
    let person = |dice: &mut Dice| {
        dice.pick(&[
            VENDEDOR,
            VENDEDOR,
            OTRO_VENDEDOR,
            MESA_QUE_VENDE,
            MESA,
            PersonId(0),
            PersonId(99),
            PersonId(u32::MAX),
        ])
    };
    let price = Cents(dice.pick(&[200, 200, 200, 200, 200, 600, 199, 0, 1, u64::MAX]));
    let stop = StopNo(dice.number(core.map_or(0, |g| g.stops)));
    let claim = ClaimNo(dice.number(1));
    let prize = PrizeNo(dice.pick(&[0, 1, 1, 1, 1, 2, 3, u32::MAX]));
    let hold = HoldNo(dice.number(hall.holds));
    let place = Ordinal(dice.small(core.map_or(0, |g| g.announced + 1)));
    let pending = core.and_then(|g| g.pending().next()).map_or(ball(1), |(_, ball)| ball);
    let any_ball = dice.pick(&[pending, pending, ball(1), ball(7), ball(60), ball(90)]);
    let number = dice.pick(&[10, 10, 10, 11, 35, 35, 35, 5, 300, 0, 420, 421, u32::MAX]);
    let shown = card(&name, number);
    let key = CardKey::from_bytes([dice.pick(&[3, 3, 4]); 32]);
    let presented = if dice.one_in(3) {
        Presented::Scanned(CardCode::sign(&key, shown))
    } else {
        Presented::Keyed(shown)
    };
    let exit = if dice.one_in(3) {
        let (caller, second) = (person(dice), dice.pick(&[MESA, CAJERO, VENDEDOR]));
        dice.pick(&[HoldExit::Repaired, HoldExit::Authority, HoldExit::ByHand { caller, second }])
    } else {
        let places = [place, Ordinal(4), Ordinal(5), Ordinal(0), Ordinal(91), Ordinal(255)];
        HoldExit::Misread { ordinal: dice.pick(&places), ball: any_ball }
    };
    let matrix = MatrixNo::new(dice.pick(&[1, 1, 2, 3, u32::MAX])).unwrap();
    match kind {
        "add-person" => Request::AddPerson {
            roles: dice.pick(&[vec![], vec![Role::Cajero], Role::ALL.to_vec()]),
            identity: sealed,
            pin: sealed,
        },
        "log-in" => Request::LogIn { token: sealed },
        "log-out" => Request::LogOut,
        "make-matrix" => {
            let size = dice.pick(&[0, 1, 420, 1_000_000, 1_000_001, u32::MAX]);
            let kind = dice.pick(&[MatrixKind::Single, MatrixKind::Strip]);
            let options = MatrixOptions { kind, clean: dice.one_in(2) };
            let mixed = dice.one_in(3).then(|| Mixed { words: dice.text(), seed: sealed });
            let (key, key_sha256, faces_sha256) = (sealed, [0; 32], [0; 32]);
            Request::MakeMatrix { size, options, mixed, key, key_sha256, faces_sha256, matrix }
        }
        "import-matrix" => {
            let size = dice.pick(&[0, 1, 421, 1_000_000, 1_000_001, u32::MAX]);
            let (maker, faces) = (dice.text(), sealed);
            Request::ImportMatrix { size, maker, file_sha256: [0; 32], faces, faces_sha256: [0; 32], matrix }
        }
        "retire-matrix" => Request::RetireMatrix { matrix, reason: dice.text() },
        "print-cards" => Request::PrintCards {
            series: series(dice.pick(&["A17", "A18", "D4"])),
            first: dice.one_in(2).then(|| CardNo(dice.pick(&[0, 1, 7, 60, u32::MAX]))),
            last: dice.one_in(2).then(|| CardNo(dice.pick(&[0, 1, 7, 60, u32::MAX]))),
            template: dice.text(),
        },
        "cancel-printing" => {
            Request::CancelPrinting { printing: PrintingNo(dice.pick(&[0, 1, 2, u32::MAX])) }
        }
        "receive-series" => Request::ReceiveSeries {
            series: series(dice.pick(&["A17", "D4", "Z999999999"])),
            matrix,
            face_value: price,
        },
        "register-ball-set" => {
            let (set, extractor) = (
                set(dice.pick(&["J1", "J3", "ZZZZZZZZ"])),
                dice.pick(&[Extractor::Drum, Extractor::Pneumatic]),
            );
            let maker = dice.one_in(2).then(|| dice.text());
            let reference = dice.one_in(2).then(|| dice.text());
            Request::RegisterBallSet { set, extractor, homologation: dice.text(), maker, reference }
        }
        "ask-ball-enrolment"
        | "confirm-ball-enrolment"
        | "ask-ball-inspection"
        | "confirm-ball-inspection"
        | "weigh-ball-set"
        | "withdraw-ball-set"
        | "begin-ball-count"
        | "end-ball-count"
        | "cancel-ball-count" => Request::Balls(balls::request(dice, kind, bench)),
        "open-session" => {
            let mut check =
                OpeningCheck { balls_counted: dice.pick(&[90, 90, 90, 89, 0, 255]), ..Bench::opening() };
            check.set = set(dice.pick(&["J1", "J1", "J2", "J9"]));
            check.reserve_set = set(dice.pick(&["J2", "J2", "J1", "J4", "J9"]));
            check.seals_whole = !dice.one_in(5);
            check.installations_work = !dice.one_in(5);
            Request::OpenSession {
                sala: dice.pick(&[SALA, SALA, MESA, SALA_Y_MESA, PersonId(99)]),
                check,
                reserve_machine: !dice.one_in(5),
                closing_hour: HourOfDay::from_minutes(dice.pick(&[0, 1439, 1440])),
            }
        }
        "substitute" => Request::Substitute {
            post: dice.pick(&Role::ALL),
            person: dice.pick(&PEOPLE),
            stand_in: dice.pick(&PEOPLE),
            reason: dice.text(),
        },
        "change-ball-set" => Request::ChangeBallSet {
            set: set(dice.pick(&["J2", "J2", "J1", "J9"])),
            reserve_set: set(dice.pick(&["J1", "J1", "J2", "J4", "J9"])),
            balls_counted: dice.pick(&[90, 90, 90, 89, 0, 255]),
            seals_whole: !dice.one_in(5),
            reason: dice.text(),
        },
        "call-authority" => Request::CallAuthority { cause: dice.text() },
        "record-authority" => Request::RecordAuthority { agent: dice.text(), goes_on: dice.one_in(2) },
        "close-session" => Request::CloseSession { balls_counted: dice.small(90), public_witness: false },
        "announce-last-game" => Request::AnnounceLastGame,
        "write-diligencia" => Request::WriteDiligencia {
            about: dice.pick(&[DiligenciaKind::Incidencia, DiligenciaKind::Reclamacion]),
            game: dice.pick(&[None, Some(game)]),
            text: dice.text(),
            claimant: dice.pick(&[None, Some(Sealed { id: 5, hash: [5; 32] })]),
            signed: dice.one_in(2),
        },
        "inspect" => Request::Inspect,
        "ask-burn-gap" => Request::AskBurnGap { game, cards: segment },
        "confirm-burn-gap" => {
            let asked = core.and_then(|game| game.burns_asked.first()).map(|(cards, _)| *cards);
            Request::ConfirmBurnGap {
                game,
                cards: if dice.one_in(2) { asked.unwrap_or(segment) } else { segment },
            }
        }
        "open-sale" => Request::OpenSale {
            series: series(&name),
            size: dice.pick(&[SIZE, SIZE, SIZE, SIZE, 419]),
            face_value: price,
        },
        "issue-block" => {
            // Now and then all the rest of a second series, which never fits.
            let whole = cards("A18", 11, SIZE);
            let cards = if dice.one_in(4) { whole } else { segment };
            Request::IssueBlock { game, cards, price, seller: person(dice) }
        }
        "return-cards" => Request::ReturnCards { game, cards: segment, seller: person(dice) },
        "transfer-cards" => {
            Request::TransferCards { game, cards: segment, from: person(dice), to: person(dice) }
        }
        "close-sale" => Request::CloseSale { game },
        "rectify-sale" => {
            let found = dice.pick(&[Found::Unsold, Found::Sold]);
            Request::RectifySale { game, cards: segment, found, seller: person(dice) }
        }
        "rectify-announcement" => Request::RectifyAnnouncement { game, ordinal: place, said: any_ball },
        "start-draw" => Request::StartDraw { game },
        "announce" => Request::Announce { game, ordinal: place, ball: any_ball, typed: dice.one_in(3) },
        "stop" => Request::Stop { game, announced: dice.small(core.map_or(0, |g| g.announced)) },
        "claim" => Request::Claim { game, play: dice.pick(&[Play::Line, Play::Bingo]), card: presented },
        "accept-claim" => Request::AcceptClaim { game, claim },
        "reject-claim" => {
            let reason =
                dice.pick(&[RejectReason::Manipulated, RejectReason::Illegible, RejectReason::NotOriginal]);
            Request::RejectClaim { game, claim, reason }
        }
        "ask-question" => Request::AskQuestion { game, stop },
        "go-on" => Request::GoOn { game, stop },
        "end-game" => Request::EndGame { game, stop },
        "pay-prize" => Request::PayPrize { game, prize, card: presented },
        "withhold-prize" => Request::WithholdPrize { game, prize, reason: dice.text() },
        "release-prize" => Request::ReleasePrize { game, prize, reason: dice.text() },
        "ask-void" => Request::AskVoid { game, cause: dice.text() },
        "confirm-void" => {
            let asked = core.and_then(|game| game.void_asked.clone()).map(|(_, cause)| cause);
            let cause = if dice.one_in(3) { dice.text() } else { asked.unwrap_or_else(|| dice.text()) };
            Request::ConfirmVoid { game, cause }
        }
        "refund-cards" => Request::RefundCards { game, cards: segment },
        "suspend-game" => Request::SuspendGame { game, cause: dice.text() },
        "lift-suspension" => Request::LiftSuspension { game },
        "read-paragraph" => {
            let paragraphs = [Paragraph::BeforeExtraction, Paragraph::AfterExtraction];
            Request::ReadParagraph { game, paragraph: dice.pick(&paragraphs) }
        }
        "key-ball" => {
            let next = core.map_or(1, |game| game.extracted.len() as u8 + 1);
            let ball = dice.pick(&[ball(88), ball(88), ball(88), ball(87), any_ball]);
            Request::KeyBall { game, ordinal: Ordinal(dice.small(next)), ball }
        }
        "ask-transcription" => Request::AskTranscription { game, lines: dice.sheet(shown) },
        "confirm-transcription" => {
            let typed = core.and_then(|game| game.sheet.clone()).map(|(lines, _)| lines);
            let lines = typed.filter(|_| !dice.one_in(3)).unwrap_or_else(|| dice.sheet(shown));
            Request::ConfirmTranscription { game, lines }
        }
        "raise-hold" => Request::RaiseHold { game, reason: dice.text() },
        "ask-hold-exit" => Request::AskHoldExit { game, hold, exit },
        "confirm-hold-exit" => Request::ConfirmHoldExit { game, hold, exit },
        other => panic!("no request is called {other}"),
    }
}

// ---- the tests ----------------------------------------------------------------------------

/// What the whole run came by.
#[derive(Default)]
struct Seen {
    refused: BTreeSet<&'static str>,
    asked: BTreeMap<(&'static str, &'static str), u32>,
    granted: BTreeSet<&'static str>,
}

fn try_everything(name: &'static str, bench: &Bench, dice: &mut Dice, seen: &mut Seen) {
    let before = bench.hall.clone();
    for kind in KINDS {
        for by in PEOPLE {
            for _ in 0..tries() {
                let request = request(dice, kind, bench);
                assert_eq!(request.name(), kind);
                let utc_ms =
                    bench.now_ms + dice.pick(&[0, 4_999, 5_000, 60_000, -60_000, 900_000, 28_800_000]);
                let now = Moment { utc_ms, offset_minutes: 60 };
                let device = dice.pick(&["mesa-1", "caja-2"]);
                let answer = bench.hall.decide(&Asked { now, by, device, request: &request }, &bench.vault);
                *seen.asked.entry((name, kind)).or_default() += 1;
                match answer {
                    Err(refusal) => {
                        assert!(!refusal.line().contains("  "), "the sentence is whole: {}", refusal.line());
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
        assert!(bench.hall == before, "{kind} changed something while it was only asked, in {name}");
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
    hall.verify_invariants();
    // What is not a rule of the boards is looked at in hall-wire's tests.
    assert!(!format!("{:?}", hall.standstill()).contains("PersonId"));
    let _made = (hall.scene(), hall.warnings(), hall.wanted());
}

/// Every code that the core's source names.
/// A number from the environment: ./bombo torture tries oftener, with other dice.
fn from_outside(name: &str, number: u64) -> u64 {
    std::env::var(name).map_or(number, |text| text.parse().unwrap())
}

fn tries() -> u32 {
    u32::try_from(from_outside("BOMBO_TRIES", TRIES.into())).unwrap()
}

fn all_codes() -> BTreeSet<&'static str> {
    let source = include_str!("../src/refusal.rs");
    let (_, code) = source.split_once("pub fn code(&self)").unwrap();
    let (code, _) = code.split_once("impl fmt::Display").unwrap();
    code.lines()
        .filter_map(|line| line.split_once("=> \""))
        .map(|(_, rest)| rest.split_once('"').unwrap().0)
        .collect()
}

#[test]
fn nothing_that_is_refused_changes_anything() {
    let (mut dice, mut seen) = (Dice(from_outside("BOMBO_SEED", 20_261_121)), Seen::default());
    let phases = phases();
    for (name, bench) in &phases {
        assert_eq!(bench.replayed(), bench.hall, "{name}");
        try_everything(name, bench, &mut dice, &mut seen);
    }
    assert_eq!(seen.asked.len(), phases.len() * KINDS.len(), "each kind of request in each phase");
    assert!(seen.asked.values().all(|count| *count == tries() * PEOPLE.len() as u32));
    let ungranted: Vec<&str> = KINDS.into_iter().filter(|kind| !seen.granted.contains(kind)).collect();
    assert!(ungranted.is_empty(), "never granted, so hardly tried: {ungranted:?}");
    let codes = all_codes();
    assert!(codes.len() > 50, "the codes are in src/refusal.rs");
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
}

/// The benches above are in the phases their names say.
#[test]
fn the_phases_are_all_there() {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for (_, bench) in phases() {
        let phase = match bench.hall.game.as_ref().map(|game| &game.phase) {
            None if bench.hall.session.is_none() => "no session".to_owned(),
            None => "no game".to_owned(),
            Some(Phase::Stopped(Stop { question, .. })) => format!("stopped, asked: {}", question.is_some()),
            Some(phase) => format!("{phase:?}"),
        };
        let held = bench.hall.game.as_ref().is_some_and(|game| !game.holds.is_empty());
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
        for kind in KINDS {
            let request = request(&mut dice, kind, &bench);
            let (hall, lines) = (bench.hall.clone(), bench.record.len());
            if bench.ask(INSPECTOR, request.clone()).is_err() {
                refused += 1;
                assert!(bench.hall == hall && bench.record.len() == lines, "{kind} in {name}");
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
    bench.ask(MESA, Request::CloseSession { balls_counted: 90, public_witness: false }).unwrap();
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
        let answer = bench
            .ask(SALA, Request::ReceiveSeries { series: series(name), matrix, face_value: Cents(price) });
        assert_eq!(answer, Err(Refusal::PriceNotAllowed(Cents(price))));
    }
    bench
        .ask(SALA, Request::ReceiveSeries { series: series("D1"), matrix, face_value: Cents(1_000_000) })
        .unwrap();
}

#[test]
fn who_is_nobody_is_told_so_first() {
    let bench = drawing();
    let now = Moment { utc_ms: bench.now_ms, offset_minutes: 60 };
    let request = Request::Stop { game: GameNo(9), announced: 77 };
    let answer = bench
        .hall
        .decide(&Asked { now, by: PersonId(99), device: "mesa-1", request: &request }, &bench.vault);
    assert_eq!(answer, Err(Refusal::UnknownPerson(PersonId(99))));
    let answer =
        bench.hall.decide(&Asked { now, by: INSPECTOR, device: "mesa-1", request: &request }, &bench.vault);
    assert_eq!(answer, Err(Refusal::NotYourPower { request: "stop" }), "powers before everything else");
}

//! A hall to test with: people, stock and a machine, and everything recorded as it will be.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod invariants;
pub mod opening;
pub mod phases;
pub mod profile;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use hall_core::ball::Ball;
use hall_core::card::Card;
use hall_core::event::{Event, Extractor, OpeningCheck, Segment};
use hall_core::hall::{Asked, Hall};
use hall_core::machine::{BootId, Mode, Report, SetId, Stored};
use hall_core::matrix::{Matrix, MatrixIndex, MatrixKey, MatrixNo, key_sha256};
use hall_core::money::{Cents, Percent, Rounding};
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::record::{decode, encode, read_hall, write_hall};
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request, RequestKind};
use hall_core::rules::{
    Announcing, Basis, CallerError, Destination, EvidencePolicy, Light, Picture, Rules, SecondWord, Sourced,
    SplitUnit, StaffCount, WithoutCamera,
};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::time::{Date, HourOfDay, Moment, OffsetChange};
use hall_core::vault::Vault;
use hall_core::words::{self, Lang};
use sha2::{Digest, Sha256};

pub const SALA: PersonId = PersonId(1);
pub const MESA: PersonId = PersonId(2);
pub const CAJERO: PersonId = PersonId(3);
pub const VENDEDOR: PersonId = PersonId(4);
pub const OTRO_VENDEDOR: PersonId = PersonId(5);
pub const INSPECTOR: PersonId = PersonId(6);
/// Jefe de mesa and seller at once: for R30.
pub const MESA_QUE_VENDE: PersonId = PersonId(7);

pub const BOOT: BootId = BootId(0x5F3A_91C2);
/// Cards of a series.
pub const SIZE: u32 = 420;

pub fn law<T>(value: T, article: &str) -> Sourced<T> {
    Sourced { value, basis: Basis::Law(article.into()) }
}

pub fn hall_value<T>(value: T) -> Sourced<T> {
    Sourced { value, basis: Basis::Hall }
}

/// `estatal-2002` with a hall's own values.
pub fn rules() -> Rules {
    Rules {
        id: "estatal-2002".into(),
        title: "Reglamento estatal, 2002".into(),
        line: law(Percent::from_hundredths(900).unwrap(), "35.2"),
        bingo: law(Percent::from_hundredths(5900).unwrap(), "35.2"),
        face_values: hall_value(vec![]),
        series_size: hall_value(SIZE),
        rounding: hall_value(Rounding::Down { unit: Cents(1) }),
        resto_to: hall_value(Destination::House),
        unsung_line_to: hall_value(Destination::Carried),
        unsung_bingo_to: hall_value(Destination::Carried),
        question_min_secs: hall_value(5),
        ball_set_max_games: law(1000, "Cat. II"),
        ball_set_warning_games: hall_value(950),
        pre_extraction_wait_min: law(15, "36.1"),
        caller_error: law(CallerError::Annul, "Cat. V"),
        split_unit: hall_value(SplitUnit::Card),
        announcing: hall_value(Announcing::Key),
        evidence: hall_value(EvidencePolicy::Caller),
        light: hall_value(Light::AtOnce),
        without_camera: hall_value(WithoutCamera::TwoPeople),
        picture: hall_value(Picture::Marked),
        second_word: hall_value(SecondWord::SecondPerson),
        least_staff: hall_value(StaffCount::default()),
        valid_from: Date::parse("2002-10-01"),
    }
}

/// The salt and the value that are sealed under an id.
pub fn value_of(id: u64) -> ([u8; 32], Vec<u8>) {
    ([u8::try_from(id % 251).unwrap(); 32], id.to_be_bytes().to_vec())
}

/// Somebody joins with a PIN of his own.
pub fn person_added(person: PersonId, roles: Vec<Role>, identity: Sealed, pin: Sealed) -> Event {
    Event::PersonAdded { person, roles, identity, pin, card_until: None, first_pin: false }
}

/// Somebody who joined, and left.
pub fn person_gone(person: PersonId) -> Vec<Event> {
    let joined = person_added(person, vec![Role::Auxiliar], sealed(211), sealed(311));
    vec![joined, Event::PersonDismissed { person, reason: "Fin de contrato".into() }]
}

pub fn sealed(id: u64) -> Sealed {
    let (salt, value) = value_of(id);
    Sealed { id, hash: Sha256::new().chain_update(salt).chain_update(value).finalize().into() }
}

pub fn set(name: &str) -> SetId {
    SetId::parse(name).unwrap()
}

pub fn series(name: &str) -> SeriesId {
    SeriesId::parse(name).unwrap()
}

pub fn card(series_name: &str, number: u32) -> CardRef {
    CardRef { series: series(series_name), number: CardNo(number) }
}

pub fn cards(name: &str, first: u32, last: u32) -> Segment {
    Segment { series: series(name), first: CardNo(first), last: CardNo(last) }
}

pub fn ball(number: u8) -> Ball {
    Ball::new(number).unwrap()
}

/// What was refused in this program, and why.
static REFUSED: Mutex<BTreeSet<(RequestKind, &str)>> = Mutex::new(BTreeSet::new());

/// A request was refused, with what its row of refusals has.
#[track_caller]
pub fn listed(kind: RequestKind, refusal: &Refusal) {
    let code = refusal.code();
    assert!(kind.may_be_refused_with(code), "{code} is no refusal of {} (request/refusals.rs)", kind.name());
    REFUSED.lock().unwrap_or_else(PoisonError::into_inner).insert((kind, code));
}

/// What was refused in this program till now, and why.
pub fn refused() -> BTreeSet<(RequestKind, &'static str)> {
    REFUSED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// One line of the record, decoded.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub seq: u64,
    pub at: i64,
    pub actor: Actor,
    pub device: String,
    pub event: Event,
}

/// The hall under test, with a set clock and a machine that obeys.
pub struct Bench {
    pub hall: Hall,
    pub vault: Vault,
    pub record: Vec<Recorded>,
    pub now_ms: i64,
    pub boot: BootId,
    pub frame: u32,
    pub out: u8,
    pub mode: Mode,
    /// The set of balls in the machine.
    pub set: SetId,
    /// The wall clock is to be put forward or back.
    pub change: Option<OffsetChange>,
}

impl Bench {
    /// What the desk is warned of, in Spanish.
    pub fn warnings(&self) -> Vec<String> {
        self.hall.warnings().iter().map(|one| words::warning(Lang::Es, one)).collect()
    }

    /// A hall as `hall-server init` and its first day leave it: seven people, the series A17
    /// and A18 at 2,00 €, the ball sets J1 and J2, the machine in line with J1.
    pub fn new() -> Bench {
        Bench::under(rules())
    }

    /// The same under other rules.
    pub fn under(rules: Rules) -> Bench {
        let key = MatrixKey::from_bytes([9; 16]);
        let matrix = Matrix::new(MatrixNo::new(1).unwrap(), SIZE, &key).unwrap();
        Bench::with_cards(rules, matrix, &key)
    }

    /// The same with other cards: a matrix with its key, of the size that the rules have.
    pub fn with_cards(rules: Rules, matrix: Matrix, key: &MatrixKey) -> Bench {
        let mut bench = Bench {
            hall: Hall::default(),
            vault: Vault::default(),
            record: vec![],
            // 2026-11-21 20:00 in Madrid.
            now_ms: 1_795_287_600_000,
            boot: BOOT,
            frame: 0,
            out: 0,
            mode: Mode::Stop,
            set: set("J1"),
            change: None,
        };
        let founded = Event::HallFounded {
            name: "Bingo de prueba".into(),
            zone: "Europe/Madrid".into(),
            profile_sha256: [7; 32],
            rules,
        };
        bench.commit(Actor::System, "servidor", vec![founded, Event::CardKeyMade { key: sealed(900) }]);
        let roles: [&[Role]; 7] = [
            &[Role::JefeDeSala],
            &[Role::JefeDeMesa],
            &[Role::Cajero],
            &[Role::VendedorLocutor],
            &[Role::VendedorLocutor],
            &[Role::Inspector],
            &[Role::JefeDeMesa, Role::VendedorLocutor, Role::Cajero],
        ];
        for (number, roles) in (1u32..).zip(roles) {
            let person = PersonId(number);
            let (identity, pin) = (sealed(u64::from(number)), sealed(u64::from(number) + 100));
            let added = person_added(person, roles.to_vec(), identity, pin);
            bench.commit(Actor::System, "servidor", vec![added]);
        }
        bench.stock(matrix, key);
        bench.notice(&Notice::Started { version: "0.1.0".into() });
        bench.identity();
        bench.beat();
        bench
    }

    fn stock(&mut self, matrix: Matrix, key: &MatrixKey) {
        let number = matrix.number();
        let made = Request::MakeMatrix {
            size: matrix.size(),
            options: matrix.options(),
            mixed: None,
            key: sealed(901),
            key_sha256: key_sha256(key),
            faces_sha256: matrix.faces_sha256(),
            matrix: number,
        };
        self.vault.add_matrix(number, MatrixIndex::new(&matrix));
        self.ask(SALA, made).unwrap();
        for (name, price) in [("A17", 200), ("A18", 200), ("B1", 600)] {
            let (series, face_value) = (series(name), Cents(price));
            self.ask(SALA, Request::ReceiveSeries { series, matrix: number, face_value, cards: None })
                .unwrap();
        }
        for name in ["J1", "J2"] {
            let (set, homologation) = (set(name), "H-1/2020".to_owned());
            let (extractor, maker) = (Extractor::Pneumatic, Some("Bolas de prueba".to_owned()));
            let register = Request::RegisterBallSet { set, extractor, homologation, maker, reference: None };
            self.ask(SALA, register).unwrap();
        }
    }

    pub fn opening() -> OpeningCheck {
        opening::nothing_amiss()
    }

    /// The opening of an evening whose permit ends at four in the morning.
    pub fn opening_of(sala: PersonId, check: OpeningCheck) -> Request {
        opening::opening_of(sala, check, HourOfDay::parse("04:00"))
    }

    pub fn open_session(&mut self) {
        self.sign_count(90);
        self.ask(MESA, Bench::opening_of(SALA, Bench::opening())).unwrap();
    }

    /// The jefe de sala signs for the balls of the session's set, or of J1.
    pub fn sign_count(&mut self, balls_counted: u8) {
        let set = self.hall.session.as_ref().map_or(set("J1"), |session| session.check.set);
        self.ask(SALA, Request::SignCount { set, balls_counted }).unwrap();
    }

    /// The session ends with ninety balls, which the jefe de sala has counted.
    pub fn close_session(&mut self) {
        self.sign_count(90);
        self.ask(MESA, Request::CloseSession { balls_counted: 90, public_witness: false }).unwrap();
    }

    /// The announcement of a series of the usual size.
    pub fn sale_of(name: &str, face_value: Cents) -> Request {
        Request::OpenSale { series: series(name), size: SIZE, face_value }
    }

    /// Asks the hall; what it grants is recorded and applied.
    pub fn ask(&mut self, by: PersonId, request: Request) -> Result<Vec<Event>, Refusal> {
        self.ask_at("mesa-1", by, request)
    }

    /// Asks at a device.
    pub fn ask_at(&mut self, device: &str, by: PersonId, request: Request) -> Result<Vec<Event>, Refusal> {
        self.now_ms += 10;
        let now = self.now();
        let asked = Asked { now, by, device, request: &request };
        let decided = self.hall.decide(&asked, &self.vault);
        let events = decided.inspect_err(|refusal| listed(request.kind(), refusal))?;
        self.commit(Actor::Person(by), device, events.clone());
        Ok(events)
    }

    /// The hall's clock.
    pub fn now(&self) -> Moment {
        let utc_ms = self.now_ms;
        match self.change {
            Some(change) if utc_ms >= change.at_utc_ms => {
                Moment { utc_ms, offset_minutes: change.offset_minutes, change: None }
            }
            change => Moment { utc_ms, offset_minutes: 60, change },
        }
    }

    /// Somebody logs in.
    pub fn log_in(&mut self, device: &str, by: PersonId) {
        self.ask_at(device, by, Request::LogIn { token: sealed(950), pin: None, device_key_sha256: None })
            .unwrap();
    }

    pub fn report(&mut self, report: &Report) -> Vec<Event> {
        self.now_ms += 10;
        self.hall.hear(report);
        let events = self.hall.observe(report);
        self.commit(Actor::Machine, "maquina", events.clone());
        events
    }

    pub fn notice(&mut self, notice: &Notice) -> Vec<Event> {
        let events = self.hall.notice(notice);
        self.commit(Actor::System, "servidor", events.clone());
        events
    }

    /// Records events as the journal would: through their frozen encoding and back.
    pub fn commit(&mut self, actor: Actor, device: &str, events: Vec<Event>) {
        // Most events are these, and none of them is of a game that is over: what they do to one shows with the next event.
        let of_the_draw = |event: &Event| {
            matches!(
                event,
                Event::MachineSaw { .. } | Event::BallExtracted { .. } | Event::BallAnnounced { .. }
            )
        };
        let all_games = !events.iter().all(of_the_draw);
        for event in events {
            let text = encode(&event);
            let read = decode(text.kind, text.version, &text.body).unwrap();
            assert_eq!(read, event, "the encoding keeps everything");
            let seq = self.record.len() as u64 + 1;
            self.hall.apply(seq, self.now_ms, actor, device, &read);
            self.record.push(Recorded { seq, at: self.now_ms, actor, device: device.into(), event: read });
        }
        if all_games {
            invariants::of_hall(&self.hall);
        } else if let Some(game) = &self.hall.game {
            invariants::of_game(game);
        }
        self.follow_wanted();
    }

    /// Replays the record into a new hall.
    pub fn replayed(&self) -> Hall {
        let mut hall = Hall::default();
        for line in &self.record {
            hall.apply(line.seq, line.at, line.actor, &line.device, &line.event);
        }
        (hall.beat, hall.tables) = (self.hall.beat, self.hall.tables.clone());
        hall.counted_at_line = self.hall.counted_at_line;
        hall
    }

    /// Replays the record into two halls: one that never stops, and one that after each line is written down, forgotten
    /// and read again. They are the same after each line (ADR 36).
    pub fn replayed_by_snapshots(&self) {
        let (mut hall, mut read) = (Hall::default(), Hall::default());
        for Recorded { seq, at, actor, device, event } in &self.record {
            hall.apply(*seq, *at, *actor, device, event);
            read.apply(*seq, *at, *actor, device, event);
            let text = write_hall(&read);
            read = read_hall(&text).unwrap_or_else(|error| panic!("line {seq}, {event:?}: {error}"));
            assert_eq!(read, hall, "line {seq}, {event:?}");
            assert_eq!(write_hall(&hall), text, "line {seq}: one text for a hall");
        }
    }

    pub fn frame(&mut self, what: Stored) -> Vec<Event> {
        self.frame += 1;
        let (boot, seq) = (self.boot, self.frame);
        self.report(&Report::Stored { boot, seq, what })
    }

    /// A ball comes out: at the reader, read, into the rack.
    pub fn out(&mut self, number: u8) -> Vec<Event> {
        self.out += 1;
        self.frame(Stored::Present);
        let mut events = self.frame(Stored::Read { number, set: self.set, confidence: 98 });
        events.extend(self.frame(Stored::Gone));
        events.extend(self.beat());
        events
    }

    pub fn identity(&mut self) -> Vec<Event> {
        let (boot, set) = (self.boot, self.set);
        self.report(&Report::Identity { boot, balls: 90, set })
    }

    pub fn beat(&mut self) -> Vec<Event> {
        let (boot, seq, mode, out) = (self.boot, self.frame, self.mode, self.out);
        self.report(&Report::Beat { boot, seq, mode, out })
    }

    /// The machine does what it should: it brings the balls back before a draw.
    fn follow_wanted(&mut self) {
        if self.hall.wanted() == Mode::Load && self.out > 0 && self.hall.beat.is_some() {
            self.out = 0;
            self.frame(Stored::Loaded);
            self.beat();
        }
    }

    /// Returns the face of a card of the test matrix.
    pub fn face(&self, number: u32) -> Card {
        self.vault.face(MatrixNo::new(1).unwrap(), CardNo(number)).unwrap().card()
    }
}

/// SplitMix64: a seed is the same evening, for ever.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.next() as usize % things.len()].clone()
    }
}

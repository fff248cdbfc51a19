//! A year in a moment: games decided by the real rules, without people or machines.

use hall_core::event::{Event, Extractor, HowRead, OpeningCheck, Ordinal, Segment};
use hall_core::hall::{Asked, Hall};
use hall_core::machine::{BootId, Mode, Report, SetId, Stored};
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::request::{Notice, Request};
use hall_core::series::{CardNo, SeriesId};
use hall_core::time::Moment;
use hall_core::vault::Vault;
use hall_server::journal::SealedRow;
use sha2::{Digest, Sha256};

use crate::seed;

const MESA: PersonId = PersonId(2);
const CAJERO: PersonId = PersonId(3);
const LOCUTOR: PersonId = PersonId(4);
/// Cards sold in each game.
const SOLD: u32 = 60;
/// Games of a session.
const GAMES: u32 = 60;
/// From the close of a session to the next opening, in milliseconds.
const CLOSED_MS: i64 = 16 * 3_600_000;

/// What an acta of such a session has on disk.
pub const ACTA: &[u8] = b"%PDF";

/// A hall whose games follow one another.
pub struct History {
    hall: Hall,
    vault: Vault,
    seq: u64,
    now_ms: i64,
    frame: u32,
    series: u32,
    batch: Vec<(Actor, Vec<Event>)>,
}

impl History {
    /// Begins with a hall that was founded for demonstration (one manager, matrix 1), after the last line of its record.
    pub fn new(hall: Hall, seq: u64) -> History {
        let (vault, batch) = (Vault::default(), Vec::new());
        History { hall, vault, seq, now_ms: 1_767_290_400_000, frame: 0, series: 0, batch }
    }

    /// The moment the last game ended, UTC milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// Returns what happened in the next game; the first time, in what comes before it too.
    pub fn next_game(&mut self) -> Vec<(Actor, Vec<Event>)> {
        self.open();
        self.play(90);
        let session = self.hall.session.as_ref().expect("a game has a session");
        if session.games == GAMES {
            self.close();
        }
        std::mem::take(&mut self.batch)
    }

    /// The sessions so far, each with its acta but the one that is open.
    pub fn sessions(&self) -> u32 {
        self.hall.sessions
    }

    /// A session is open.
    pub fn is_in_a_session(&self) -> bool {
        self.hall.session.is_some()
    }

    /// The file of a session's acta, within the hall's folder.
    pub fn acta_of(session: u32) -> String {
        format!("actas/acta-{session}.pdf")
    }

    /// Returns what happened in a game that has so many balls and is in its draw.
    pub fn half_a_game(&mut self, balls: u8) -> Vec<(Actor, Vec<Event>)> {
        self.open();
        self.play(balls);
        std::mem::take(&mut self.batch)
    }

    fn commit(&mut self, actor: Actor, events: Vec<Event>) {
        for event in &events {
            self.seq += 1;
            self.hall.apply(self.seq, self.now_ms, actor, "mesa", event);
        }
        if !events.is_empty() {
            self.batch.push((actor, events));
        }
    }

    fn ask(&mut self, by: PersonId, request: &Request) {
        self.now_ms += 700;
        let now = Moment { utc_ms: self.now_ms, offset_minutes: 60, change: None };
        let asked = Asked { now, by, device: "mesa", request };
        let events =
            self.hall.decide(&asked, &self.vault).unwrap_or_else(|refusal| panic!("{request:?}: {refusal}"));
        self.commit(Actor::Person(by), events);
    }

    fn report(&mut self, report: &Report) {
        self.hall.hear(report);
        let events = self.hall.observe(report);
        self.commit(Actor::Machine, events);
    }

    fn frame(&mut self, what: Stored) {
        self.frame += 1;
        self.report(&Report::Stored { boot: BootId(1), seq: self.frame, what });
    }

    fn beat(&mut self, mode: Mode, out: u8) {
        self.report(&Report::Beat { boot: BootId(1), seq: self.frame, mode, out });
    }

    fn prepare(&mut self) {
        let roles = [Role::JefeDeMesa, Role::Cajero, Role::VendedorLocutor];
        for (number, role) in (2..).zip(roles) {
            let person = PersonId(number);
            let sealed = secret_of(person).sealed;
            self.commit(
                Actor::System,
                vec![Event::PersonAdded {
                    person,
                    roles: vec![role],
                    identity: sealed,
                    pin: sealed,
                    card_until: None,
                    first_pin: false,
                }],
            );
        }
        for set in [set("J1"), set("J2")] {
            let event = Event::BallSetRegistered {
                set,
                extractor: Extractor::Drum,
                homologation: "H-1".into(),
                maker: None,
                reference: None,
            };
            self.commit(Actor::System, vec![event]);
        }
    }

    fn open(&mut self) {
        if self.series == 0 && self.hall.sessions == 0 {
            self.prepare();
        }
        if self.hall.session.is_some() {
            return;
        }
        let check = OpeningCheck {
            balls_counted: 90,
            set: set("J1"),
            reserve_set: set("J2"),
            seals_whole: true,
            installations_work: true,
            public_witness: false,
        };
        self.ask(PersonId(1), &Request::SignCount { set: check.set, balls_counted: 90 });
        self.ask(
            MESA,
            &Request::OpenSession {
                sala: PersonId(1),
                check,
                reserve_machine: true,
                machine: None,
                read: HowRead::Connected,
                staff_complete: None,
                rules_shown: None,
                closing_hour: None,
            },
        );
        self.report(&Report::Identity { boot: BootId(1), balls: 90, set: set("J1") });
    }

    fn close(&mut self) {
        self.ask(PersonId(1), &Request::SignCount { set: set("J1"), balls_counted: 90 });
        self.ask(MESA, &Request::CloseSession { balls_counted: 90, public_witness: false });
        let (session, covers_seq) = self.hall.closed.expect("it was closed");
        let issued = Notice::ActaIssued {
            session,
            file: History::acta_of(session.0),
            sha256: Sha256::digest(ACTA).into(),
            covers_seq,
            folios: Vec::new(),
        };
        let events = self.hall.notice(&issued);
        self.commit(Actor::System, events);
        self.now_ms += CLOSED_MS;
    }

    fn play(&mut self, balls: u8) {
        let series = self.series();
        let face_value = Cents(200);
        self.beat(Mode::Stop, 0);
        let size = self.hall.stock.get(series).expect("the series is in stock").size;
        self.ask(MESA, &Request::OpenSale { series, size, face_value });
        let game = self.hall.game.as_ref().expect("a sale is open").no;
        let first = self.hall.stock.get(series).expect("the series is in stock").next;
        let cards = Segment { series, first: CardNo(first), last: CardNo(first + SOLD - 1) };
        self.ask(CAJERO, &Request::IssueBlock { game, cards, price: face_value, seller: LOCUTOR });
        self.ask(CAJERO, &Request::CloseSale { game });
        self.ask(MESA, &Request::StartDraw { game });
        for (place, number) in (1..=balls).zip(seed::draw(3, u64::from(game.0))) {
            self.frame(Stored::Present);
            self.frame(Stored::Read { number, set: set("J1"), confidence: 98 });
            self.frame(Stored::Gone);
            self.beat(Mode::Run, place);
            let ball = self
                .hall
                .game
                .as_ref()
                .and_then(|game| game.extracted.last().copied())
                .expect("a ball came out");
            self.ask(LOCUTOR, &Request::Announce { game, ordinal: Ordinal(place), ball, typed: false });
        }
        if balls < 90 {
            return;
        }
        self.ask(MESA, &Request::stop(game, 90));
        let stop = hall_core::event::StopNo(1);
        self.ask(MESA, &Request::AskQuestion { game, stop });
        self.ask(MESA, &Request::EndGame { game, stop });
        self.frame(Stored::Loaded);
    }

    /// Returns a series with enough cards left, taking in a new one where there is none.
    fn series(&mut self) -> SeriesId {
        let present = SeriesId::new('A', self.series.max(1)).expect("a series");
        let left = self.hall.stock.get(present).is_some_and(|item| item.next + SOLD <= item.size + 1);
        if left {
            return present;
        }
        self.series += 1;
        let series = SeriesId::new('A', self.series).expect("a series");
        let matrix = MatrixNo::new(1).expect("1 is a number");
        self.ask(
            PersonId(1),
            &Request::ReceiveSeries { series, matrix, face_value: Cents(200), cards: None },
        );
        series
    }
}

/// What is sealed of a person: the number.
pub fn secret_of(person: PersonId) -> SealedRow {
    let (salt, value) = ([1; 32], person.to_string().into_bytes());
    let hash = Sha256::new().chain_update(salt).chain_update(&value).finalize().into();
    SealedRow { sealed: Sealed { id: u64::from(person.0), hash }, salt, value, delete_after: None }
}

fn set(name: &str) -> SetId {
    SetId::parse(name).expect("a set")
}

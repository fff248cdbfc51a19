//! The hall: people, stock, session and games behind one decide / observe / apply.
//!
//! Requests come from people and may be refused; reports come from machines and may not.
//! Both only return events; [`Hall::apply`] alone changes anything, live and in replay.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::arbiter::Arbiter;
use crate::event::{GameNo, HoldNo, Mixed, PrintingNo, Segment, SessionNo};
use crate::extractor::{Beat, Extractor};
use crate::game::{Draw, Game, Hand, Phase};
use crate::machine::{LoadedTable, Mode, Reader, Report, SetId};
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::money::Cents;
use crate::people::{PersonId, Role, Sealed};
use crate::refusal::Refusal;
use crate::request::RequestKind;
use crate::rules::Rules;
use crate::stock::Stock;

mod apply;
mod arbitrate;
mod balls;
mod cards;
mod decide;
mod hold;
mod machine;
mod observe;
mod session;
mod tables;
mod transcribe;

pub use crate::session::{Authority, Session, Substitution};
pub use balls::{BallSetItem, Count, Counted};
pub use decide::Asked;
pub use hold::SaidOut;

/// What the name of a hall for demonstration ends with: the record has no other mark of it.
pub const DEMO: &str = " · DEMOSTRACIÓN";

/// A person on the staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// What the person may do.
    pub roles: Vec<Role>,
    /// User and name, sealed.
    pub identity: Sealed,
    /// The PIN's hash, sealed.
    pub pin: Sealed,
}

/// Somebody at a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogIn {
    /// Who.
    pub person: PersonId,
    /// The token's hash, sealed.
    pub token: Sealed,
}

/// A matrix the hall has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixItem {
    /// How many cards.
    pub size: u32,
    /// Where its cards come from.
    pub origin: Origin,
    /// SHA-256 of all its faces.
    pub faces_sha256: [u8; 32],
    /// No card of it is sold any more.
    pub retired: bool,
}

/// Where the cards of a matrix come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// From a key.
    Key {
        /// What cards they are.
        options: MatrixOptions,
        /// What people added to the key's randomness.
        mixed: Option<Mixed>,
        /// The key, sealed.
        key: Sealed,
        /// SHA-256 of the key.
        key_sha256: [u8; 32],
    },
    /// From a file of others.
    File {
        /// Who made it.
        maker: String,
        /// Its SHA-256.
        file_sha256: [u8; 32],
        /// The faces, sealed.
        faces: Sealed,
    },
}

/// Cards to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintOrder {
    /// The cards.
    pub cards: Segment,
    /// The template, by its name.
    pub template: String,
    /// Which paper of these cards it is; from 2 on the pages are marked COPIA.
    pub copy: u32,
}

/// How long things last as a rule, in minutes. Nothing hangs on it: players are told by when the hall
/// means to go on. 0 is not told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rhythm {
    /// From the opening of a sale to its close.
    pub sale_minutes: u32,
    /// From the end of a game to the next sale.
    pub pause_minutes: u32,
}

/// The whole hall, as the record has it, and the machine's last heartbeat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hall {
    /// Its name; empty before `init`.
    pub name: String,
    /// The IANA zone of its clock.
    pub zone: String,
    /// The rules signed at `init`, and the profile's SHA-256.
    pub rules: Option<(Rules, [u8; 32])>,
    /// The staff.
    pub people: BTreeMap<PersonId, Person>,
    /// Who is where: a person has one log-in on each device, and takes nobody else's.
    pub log_ins: BTreeMap<(String, PersonId), LogIn>,
    /// How often it has changed who may come in, or which doors are whose: substitutions end with their
    /// session (26.2.b).
    pub doors: u32,
    /// Matrices.
    pub matrices: BTreeMap<MatrixNo, MatrixItem>,
    /// The key of the 2-D codes, sealed.
    pub card_key: Option<Sealed>,
    /// Series.
    pub stock: Stock,
    /// Sets of balls.
    pub ball_sets: BTreeMap<SetId, BallSetItem>,
    /// How many counts of balls there have been at the reader.
    pub counts: u32,
    /// The one under way.
    pub count: Option<Count>,
    /// The open session.
    pub session: Option<Session>,
    /// How many sessions there have been.
    pub sessions: u32,
    /// The last session's number whose acta is on disk, and up to which line.
    pub acta: Option<(SessionNo, u64)>,
    /// The last session that was closed, and the line that closed it.
    pub closed: Option<(SessionNo, u64)>,
    /// The number of the last game.
    pub games: u32,
    /// The present game, or the last one.
    pub game: Option<Game>,
    /// Earlier games with something still to pay, and all of this session.
    pub past: BTreeMap<GameNo, Game>,
    /// How many holds there have been.
    pub holds: u32,
    /// How many diligencias have been written by people.
    pub diligencias: u32,
    /// How many times cards have been ordered to be printed.
    pub printings: u32,
    /// The printings whose pages are not on disk yet.
    pub printing: BTreeMap<PrintingNo, PrintOrder>,
    /// The machine, as the record has it.
    pub machine: Extractor,
    /// The ball that waits, and the second reader where there is one.
    pub arbiter: Arbiter,
    /// Its last heartbeat: link state, not in the record.
    pub beat: Option<Beat>,
    /// The machine does not count its balls, the end of its line does: link state as well, told by
    /// [`Hall::hears_a_machine_without_count`].
    pub counted_at_line: bool,
    /// How long sales and pauses last as a rule: a setting of the hall, told to the players and to
    /// nobody else. Not in the record.
    pub rhythm: Rhythm,
    /// The disk has no room for what may go wrong: the running game can be finished, and no sale opens. Not
    /// in the record.
    pub no_room: bool,
    /// The tables of tags that the readers were started with: link state too.
    pub tables: BTreeMap<Reader, LoadedTable>,
}

impl Hall {
    /// Notes a heartbeat or its end, and what a reader of tags was started with. Only this is not in the
    /// record; what matters of it becomes an event through [`Hall::observe`].
    pub fn hear(&mut self, report: &Report) {
        match report {
            Report::Beat { boot, seq, mode, out } => {
                self.beat = Some(Beat { boot: *boot, seq: *seq, mode: *mode, out: *out });
            }
            // What was heard before the loss says nothing of the balls after it.
            Report::LinkLost(_) | Report::Gap { .. } => self.beat = None,
            Report::Identity { boot, .. } if self.beat.is_some_and(|beat| beat.boot != *boot) => {
                self.beat = None
            }
            Report::Identity { .. }
            | Report::Stored { .. }
            | Report::BadFrames { .. }
            | Report::Second(_) => (),
            Report::Table(table) => drop(self.tables.insert(table.reader, *table)),
        }
    }

    /// Returns a game, present or past.
    pub fn game_no(&self, no: GameNo) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.no == no).or_else(|| self.past.get(&no))
    }

    /// Returns the running game, if there is one.
    pub fn running(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.is_running())
    }

    /// Returns the session and the game that are under way.
    pub fn under_way(&self) -> (Option<SessionNo>, Option<GameNo>) {
        (self.session.as_ref().map(|session| session.no), self.running().map(|game| game.no))
    }

    /// Returns the closed session that must get an acta, because none covers its close, and the line that
    /// closed it (style.md P12).
    pub fn acta_due(&self) -> Option<(SessionNo, u64)> {
        let (session, closed_at) = self.closed?;
        let has = self.acta.is_some_and(|(done, covers)| done == session && covers >= closed_at);
        (!has).then_some((session, closed_at))
    }

    /// Returns what the machine should be doing: sent again and again, so that an order that
    /// is lost is no order lost (style.md P12).
    pub fn wanted(&self) -> Mode {
        if let Some(count) = &self.count {
            return self.wanted_for(count);
        }
        let Some(game) = &self.game else { return Mode::Stop };
        match &game.phase {
            Phase::Drawing(Draw { hand: Hand::Pair { .. }, .. }) => Mode::Hold,
            Phase::Selling(_) | Phase::Announced { .. } => match self.beat {
                Some(beat) if beat.out != 0 => Mode::Load,
                Some(_) | None => Mode::Stop,
            },
            Phase::Drawing(draw)
                if self.beat.is_some()
                    && draw.holds.is_empty()
                    && game.pending().count() < 2
                    && game.extracted.len() < 90 =>
            {
                Mode::Run
            }
            Phase::Drawing(_) | Phase::Stopped(..) => Mode::Hold,
            Phase::Ended | Phase::NotHeld | Phase::Voided => Mode::Stop,
        }
    }

    /// Returns the shortest time between question and order, in seconds.
    pub fn question_min_secs(&self) -> u32 {
        self.session.as_ref().map_or(0, |session| session.rules.question_min_secs.value)
    }

    /// Returns the minutes that a suspended game waits before its cards are refunded, by the profile (36.1).
    pub fn suspension_minutes(&self) -> u32 {
        self.session.as_ref().map_or(0, |session| session.rules.pre_extraction_wait_min.value)
    }

    /// Returns the same time in milliseconds.
    pub fn suspension_ms(&self) -> u64 {
        u64::from(self.suspension_minutes()) * 60_000
    }

    /// Returns what a person may do now: the roles given, and the posts taken or left by
    /// substitution in this session (26.2.b).
    pub fn roles_of(&self, person: PersonId) -> Vec<Role> {
        let mut roles = self.people.get(&person).map_or_else(Vec::new, |item| item.roles.clone());
        for change in self.session.iter().flat_map(|session| &session.substitutions) {
            if change.person == person {
                roles.retain(|role| *role != change.post);
            }
            if change.stand_in == person && !roles.contains(&change.post) {
                roles.push(change.post);
            }
        }
        roles
    }

    /// Returns whether a person may make this sort of request now. To log in and out nobody
    /// needs a post: who has left his only one still does.
    pub(crate) fn may(&self, person: PersonId, request: RequestKind) -> bool {
        matches!(request, RequestKind::LogIn | RequestKind::LogOut) || request.is_for(&self.roles_of(person))
    }

    /// Returns whether the two are logged in, each at a device of their own.
    pub(crate) fn are_at_two_devices(&self, one: PersonId, other: PersonId) -> bool {
        let of = |person: PersonId| {
            self.log_ins.keys().filter(move |(_, who)| *who == person).map(|(device, _)| device)
        };
        of(one).any(|first| of(other).any(|second| first != second))
    }

    /// The agent of the authority was not called, or has let the session go on (34.4).
    pub(crate) fn authority_is_silent(&self) -> Result<(), Refusal> {
        self.session.as_ref().map_or(Ok(()), Session::authority_is_silent)
    }

    /// Returns the session of the game on the table, which is always in one.
    fn game_session(&self) -> &Session {
        self.session.as_ref().expect("a game has a session")
    }

    /// Returns the number the next hold will have.
    pub(crate) fn next_hold(&self) -> HoldNo {
        HoldNo(self.holds + 1)
    }

    /// Returns whether the hall was founded for demonstration.
    pub fn is_demo(&self) -> bool {
        self.name.ends_with(DEMO)
    }

    /// Returns what is still due or withheld in all games: how many prizes and how much.
    pub fn prizes_pending(&self) -> (u32, Cents) {
        let games = self.past.values().chain(self.game.as_ref());
        games
            .flat_map(Game::owed)
            .fold((0, Cents::ZERO), |(count, sum), prize| (count + 1, sum.plus(prize.amount)))
    }

    /// Checks what the types cannot say; tests call it after every step.
    ///
    /// # Panics
    /// When the hall contradicts itself.
    pub fn verify_invariants(&self) {
        for game in self.past.values().chain(self.game.as_ref()) {
            game.verify_invariants();
        }
        assert!(
            self.past.values().all(|game| !game.is_running()),
            "at most one game on sale or in play (G4)"
        );
        assert!(self.session.is_some() || self.running().is_none(), "a game runs within a session");
        assert!(self.count.is_none() || self.running().is_none(), "balls are counted between games");
    }
}

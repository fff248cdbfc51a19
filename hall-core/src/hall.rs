//! The hall: people, stock, session and games behind one decide / observe / apply.
//!
//! A request may be refused, a machine's report may not. Both give events; only [`Hall::apply`] changes anything,
//! live and in replay.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::arbiter::Arbiter;
use crate::event::{Extractor, GameNo, HoldNo, MachineNo, Mixed, PrintingNo, RefusedWhy, Segment, SessionNo};
use crate::extractor::{Beat, RecordedMachine};
use crate::game::{Draw, Game, Hand, Phase};
use crate::machine::{BallReader, LoadedTable, Mode, Report, SetId};
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::money::Cents;
use crate::people::{PersonId, Role, Sealed};
use crate::refusal::Refusal;
use crate::request::RequestKind;
use crate::stock::Stock;
use crate::words::Trouble;

mod accounts;
mod apply;
mod article36;
mod arbitrate;
mod balls;
mod book;
mod by_caller;
mod cameras;
mod cards;
mod clock;
mod decide;
mod deletion;
mod devices;
mod epoch;
mod hold;
mod machine;
mod observe;
mod key_draw;
mod log_ins;
mod keys;
mod exports;
mod people;
mod refusals;
mod regulation;
mod rehearsal;
mod session;
mod shifts;
mod signing;
mod tables;
mod transcribe;

pub use crate::game::Carried;
pub use crate::session::{Authority, Session, Substitution};
pub use article36::{ARTICLE_36_MAX, LawText};
pub use balls::{BallSetItem, Count, Counted, SignedCount};
pub use book::{Book, FOLIOS_FEW, PagesFor};
pub use cameras::{Cameras, ExitUnseen, Waiver};
pub use clock::ClockDoubt;
pub use decide::{Asked, TEXT_MAX};
pub use deletion::Passing;
pub use devices::{Device, Devices};
pub use epoch::Epoch;
pub use exports::{ExportOrder, Exports};
pub use hold::BallsOut;
pub use key_draw::{KeyDraw, KeyDraws};
pub use keys::{Keys, WITNESSES_MAX};
pub use log_ins::{EndedLogIn, LOG_IN_MAX_MS, LogIn, LogInOver};
pub use people::Person;
pub use regulation::{Profile, Regulation, RulesAsked};
pub use rehearsal::{REHEARSAL_DAYS, Rehearsal};
pub use signing::{KEYS_MAX, LineAt, Paper, PersonKey, Posts, SIGNED_SESSIONS, Signature, Signing};

/// What the name of a hall for demonstration ends with: the record has no other mark of it.
pub const DEMO: &str = " · DEMOSTRACIÓN";

/// A matrix the hall has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixItem {
    /// How many cards.
    pub size: u32,
    /// Where its cards come from.
    pub origin: Origin,
    /// SHA-256 of all its faces.
    pub faces_sha256: [u8; 32],
    /// Out of use: none of its cards is sold.
    pub retired: bool,
}

/// A machine that draws balls: a drum, or one of air (Catálogo II).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MachineItem {
    /// What sort it is.
    pub extractor: Extractor,
    /// The reference of its homologation.
    pub homologation: String,
    /// Who made it.
    pub maker: Option<String>,
    /// Its serial number.
    pub reference: Option<String>,
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

/// How long things usually last, in minutes, so that screens can say when the hall goes on; 0 says nothing. No rule
/// depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rhythm {
    /// From the opening of a sale to its close.
    pub sale_minutes: u32,
    /// From the end of a game to the next sale.
    pub pause_minutes: u32,
}

/// Stamps of another house that are waited for at most: some six weeks of evenings without a network.
pub const UNSTAMPED_MAX: usize = 45;

/// The whole hall, as the record has it, and the machine's last heartbeat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hall {
    /// Its name; empty before `init`.
    pub name: String,
    /// The IANA zone of its clock.
    pub zone: String,
    /// Where the record stands after a cut, a restore or a move.
    pub epoch: Epoch,
    /// The regulation in force, and those that come.
    pub regulation: Regulation,
    /// The staff.
    pub people: BTreeMap<PersonId, Person>,
    /// Log-ins, one for each person and device.
    pub log_ins: BTreeMap<(String, PersonId), LogIn>,
    /// The latest that are over, the oldest first.
    pub log_ins_over: Vec<EndedLogIn>,
    /// Who was noted as in the hall, and since when, UTC milliseconds; the chiefs of the session are in it besides.
    pub shifts: BTreeMap<PersonId, i64>,
    /// The devices at which people log in.
    pub devices: Devices,
    /// Sealed values that the hall will not keep for ever.
    pub passing: Passing,
    /// The last line up to which what was asked has its hash in the record.
    pub digested: u64,
    /// Changes so far of who may log in, and of roles: also at a session's close, with which substitutions end
    /// (26.2.b).
    pub access_changes: u32,
    /// Matrices.
    pub matrices: BTreeMap<MatrixNo, MatrixItem>,
    /// Public draws that make keys.
    pub key_draws: KeyDraws,
    /// The key of the 2-D codes, sealed.
    pub card_key: Option<Sealed>,
    /// Series.
    pub stock: Stock,
    /// Sets of balls.
    pub ball_sets: BTreeMap<SetId, BallSetItem>,
    /// The machines that draw them.
    pub machines: BTreeMap<MachineNo, MachineItem>,
    /// Counts of balls at the reader so far.
    pub counts: u32,
    /// The count under way.
    pub count: Option<Count>,
    /// The open session.
    pub session: Option<Session>,
    /// Sessions so far.
    pub sessions: u32,
    /// The last session with an acta on disk, and the last line that it covers.
    pub acta: Option<(SessionNo, u64)>,
    /// The last closed session, and the line that closed it.
    pub closed: Option<(SessionNo, u64)>,
    /// The closed sessions whose close no acta covers, and the lines that closed them, in their order: one with a certificate that
    /// expired waits for the next night if it must, and is not forgotten (39.2.f).
    pub actas_due: Vec<(SessionNo, u64)>,
    /// The last closed sessions whose checkpoint has no stamp of another house, [`UNSTAMPED_MAX`] at most, and the lines that closed
    /// them: all of them where no authority is set.
    pub unstamped: Vec<(SessionNo, u64)>,
    /// The books of actas, in the order in which they are used.
    pub books: Vec<Book>,
    /// The sessions whose acta was issued, each with the copies of it so far.
    pub acta_copies: BTreeMap<SessionNo, u32>,
    /// The number of the last game.
    pub games: u32,
    /// The present game, or the last one.
    pub game: Option<Game>,
    /// Earlier games with something still to pay, and all of this session.
    pub past: BTreeMap<GameNo, Game>,
    /// What nobody sang and is carried.
    pub carried: Carried,
    /// Who was refused what within the last minute, as far as it left a line, and when, UTC milliseconds.
    pub refused: BTreeMap<(PersonId, RefusedWhy), i64>,
    /// Holds so far.
    pub holds: u32,
    /// Diligencias written by people so far.
    pub diligencias: u32,
    /// Printings ordered so far.
    pub printings: u32,
    /// The printings whose pages are not on disk yet.
    pub printing: BTreeMap<PrintingNo, PrintOrder>,
    /// Sessions that people take away.
    pub exports: Exports,
    /// Rehearsals of the spare.
    pub rehearsal: Rehearsal,
    /// Who signs checkpoints of the record, and who signs that they saw them.
    pub keys: Keys,
    /// Papers that are signed, by whom, and with which keys.
    pub signing: Signing,
    /// The machine, as the record has it.
    pub machine: RecordedMachine,
    /// The ball that waits, and the second reader where there is one.
    pub arbiter: Arbiter,
    /// The cameras.
    pub cameras: Cameras,
    /// When the last line was written, UTC milliseconds.
    pub last_utc_ms: Option<i64>,
    /// The server's clock is in doubt.
    pub clock_doubt: Option<ClockDoubt>,
    /// The last start was so many days after the line before it, 30 at least, and no session has opened since.
    pub clock_ahead_days: Option<u32>,
    /// The machine's last heartbeat. Not in the record, like all that follows.
    pub beat: Option<Beat>,
    /// The machine's protocol has no count of balls: the end of its line counts those it saw, and those that people
    /// put in.
    pub counted_at_line: bool,
    /// A setting of the hall, for the screens.
    pub rhythm: Rhythm,
    /// The disk is nearly full: the running game can be finished, and no sale opens.
    pub no_room: bool,
    /// What is wrong with the server itself, as its desk sees it.
    pub troubles: Vec<Trouble>,
    /// The tables of tags that the readers were started with.
    pub tables: BTreeMap<BallReader, LoadedTable>,
}

impl Hall {
    /// Notes what is not in the record: a heartbeat or its end, and the table a reader of tags was started with.
    /// What matters of it becomes an event through [`Hall::observe`].
    pub fn hear(&mut self, report: &Report) {
        match report {
            Report::Beat { boot, seq, mode, out } => {
                self.beat = Some(Beat { boot: *boot, seq: *seq, mode: *mode, out: *out });
            }
            // What was heard before the loss says nothing of the balls after it.
            Report::LinkLost(_) | Report::Gap { .. } => self.beat = None,
            Report::Identity { boot, .. } => self.beat = self.beat.filter(|beat| beat.boot == *boot),
            Report::Stored { .. } | Report::BadFrames { .. } | Report::Second(_) => (),
            Report::Table(table) => drop(self.tables.insert(table.reader, *table)),
        }
    }

    /// A game, present or past.
    pub fn game_no(&self, no: GameNo) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.no == no).or_else(|| self.past.get(&no))
    }

    /// The running game, if there is one.
    pub fn running(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.is_running())
    }

    /// The session and the game that are under way.
    pub fn under_way(&self) -> (Option<SessionNo>, Option<GameNo>) {
        (self.session.as_ref().map(|session| session.no), self.running().map(|game| game.no))
    }

    /// The first closed session whose close no acta covers, and the line that closed it (style.md P12).
    pub fn acta_due(&self) -> Option<(SessionNo, u64)> {
        self.actas_due.first().copied()
    }

    /// The mode the machine should be in. It is sent again and again, so that a lost order does no harm
    /// (style.md P12).
    pub fn wanted(&self) -> Mode {
        if let Some(count) = &self.count {
            return self.wanted_for(count);
        }
        let Some(game) = &self.game else { return Mode::Stop };
        // Whatever still has a line draws no ball of this session.
        if self.reads_by_caller() {
            return Mode::Stop;
        }
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

    /// The shortest time between question and order, in seconds.
    pub fn question_min_secs(&self) -> u32 {
        self.session.as_ref().map_or(0, |session| session.rules.question_min_secs.value)
    }

    /// The minutes that a suspended game waits before its cards are refunded, by the profile (36.1).
    pub fn suspension_minutes(&self) -> u32 {
        self.session.as_ref().map_or(0, |session| session.rules.pre_extraction_wait_min.value)
    }

    /// A person's roles now, with the posts taken or left by substitution in this session (26.2.b).
    pub fn roles_of(&self, person: PersonId) -> Vec<Role> {
        self.on_staff(person)
            .map_or_else(|_| Vec::new(), |found| self.with_posts(person, found.roles.clone()))
    }

    /// Roles with the posts that a person took or left by substitution in this session.
    fn with_posts(&self, person: PersonId, mut roles: Vec<Role>) -> Vec<Role> {
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

    /// Whether a person may make this sort of request now. Logging in and out and one's own PIN take no post, since a
    /// person may have been replaced in the only one.
    pub(crate) fn may(&self, person: PersonId, request: RequestKind) -> bool {
        request.is_for_all() || request.is_for(&self.roles_of(person))
    }

    /// Whether a person may ask for something of this sort at this device, whatever the hall is doing. A request sent again is
    /// answered only to who may still ask for it.
    ///
    /// # Errors
    /// [`Refusal::UnknownPerson`], [`Refusal::NotYourPower`], [`Refusal::ChangePinFirst`] or [`Refusal::DeviceNotEnrolled`].
    pub fn may_ask(&self, by: PersonId, device: &str, kind: RequestKind) -> Result<(), Refusal> {
        let person = self.on_staff(by)?;
        ensure!(self.may(by, kind), Refusal::NotYourPower { request: kind });
        ensure!(!person.must_change_pin() || kind.is_for_all(), Refusal::ChangePinFirst);
        ensure!(self.may_ask_at(by, device, kind), Refusal::DeviceNotEnrolled);
        Ok(())
    }

    /// Whether the two are logged in, each at a device of their own.
    pub(crate) fn are_at_two_devices(&self, one: PersonId, other: PersonId) -> bool {
        let of = |person: PersonId| {
            self.log_ins.keys().filter(move |(_, who)| *who == person).map(|(device, _)| device)
        };
        of(one).any(|first| of(other).any(|second| first != second))
    }

    /// See [`Session::authority_is_silent`].
    pub(crate) fn authority_is_silent(&self) -> Result<(), Refusal> {
        self.session.as_ref().map_or(Ok(()), Session::authority_is_silent)
    }

    /// The session of the game on the table: there is always one.
    fn game_session(&self) -> &Session {
        self.session.as_ref().expect("a game has a session")
    }

    pub(crate) fn next_hold(&self) -> HoldNo {
        HoldNo(self.holds + 1)
    }

    /// Whether the hall was founded for demonstration.
    pub fn is_demo(&self) -> bool {
        self.name.ends_with(DEMO)
    }

    /// What is still due or withheld in all games: how many prizes and how much.
    pub fn prizes_pending(&self) -> (u32, Cents) {
        let games = self.past.values().chain(self.game.as_ref());
        games
            .flat_map(Game::owed)
            .fold((0, Cents::ZERO), |(count, sum), prize| (count + 1, sum.plus(prize.amount)))
    }
}

//! The hall: people, stock, session and games behind one decide / observe / apply.
//!
//! Requests come from people and may be refused; reports come from machines and may not.
//! Both only return events; [`Hall::apply`] alone changes anything, live and in replay.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::arbiter::Arbiter;
use crate::event::{
    Event, Found, GameNo, HoldNo, Mixed, OpeningCheck, Ordinal, PrintingNo, Segment, SessionNo,
};
use crate::extractor::{Beat, Extractor};
use crate::game::{Game, Phase, PrizeState};
use crate::machine::{LoadedTable, Mode, Reader, Report, SetId, Stored};
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::money::Cents;
use crate::people::{Actor, PersonId, Role, Sealed};
use crate::powers;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::sale::Sale;
use crate::stock::Stock;
use crate::time::{Date, LocalTime};

mod arbitrate;
mod balls;
mod cards;
mod decide;
mod machine;
mod observe;
mod session;
mod tables;
mod transcribe;
pub mod views;

pub use crate::words::{ball_words, count_words};
pub(crate) use balls::BALLS;
pub use balls::{BallSetItem, Count, Counted, off_weight};
pub use decide::Asked;

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

/// An open session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its number.
    pub no: SessionNo,
    /// Its date.
    pub date: Date,
    /// The rules of the day.
    pub rules: Rules,
    /// What was checked at its opening.
    pub check: OpeningCheck,
    /// The jefe de mesa who opened it.
    pub mesa: PersonId,
    /// The jefe de sala who counted.
    pub sala: PersonId,
    /// Games so far.
    pub games: u32,
    /// The order in the session of the game that was announced as the last (G19).
    pub last_game: Option<u32>,
    /// When the hall has to close, where the permit says it (32.3).
    pub closes: Option<LocalTime>,
    /// Who stands in for whom at which post, in order (26.2.b).
    pub substitutions: Vec<Substitution>,
    /// What stands at present between the hall and the authority (34.4).
    pub authority: Authority,
    /// The agent let it go on between two games, and none has begun since: what is missing then,
    /// he has seen.
    pub agent_saw_balls: bool,
}

/// Somebody in another's post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Substitution {
    /// The post.
    pub post: Role,
    /// Who left it.
    pub person: PersonId,
    /// Who took it.
    pub stand_in: PersonId,
}

/// The agent of the authority, in a session (34.4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Authority {
    /// Nobody had to call him.
    #[default]
    NotCalled,
    /// He was called and has not decided: nothing is sold or drawn.
    Called {
        /// Why.
        cause: String,
    },
    /// He let the session go on.
    GoesOn,
    /// He ended it: it can only be closed.
    Ended,
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

    /// Moves the hall on by one recorded event. `seq` and `at_utc_ms` are the line's own.
    ///
    /// # Panics
    /// When the event cannot follow from what came before: the record contradicts itself.
    #[allow(clippy::wildcard_enum_match_arm, reason = "what concerns one game alone is the game's to apply")]
    pub fn apply(&mut self, seq: u64, at_utc_ms: i64, actor: Actor, device: &str, event: &Event) {
        self.machine.apply(event);
        self.arbiter.apply(event);
        match event {
            Event::HallFounded { name, zone, profile_sha256, rules } => {
                self.name.clone_from(name);
                self.zone.clone_from(zone);
                self.rules = Some((rules.clone(), *profile_sha256));
            }
            Event::CardKeyMade { key } => self.card_key = Some(*key),
            Event::PersonAdded { person, roles, identity, pin } => {
                let (roles, identity, pin) = (roles.clone(), *identity, *pin);
                self.people.insert(*person, Person { roles, identity, pin });
            }
            Event::LoggedIn { person, token } => {
                self.log_ins.insert((device.into(), *person), LogIn { person: *person, token: *token });
            }
            Event::LoggedOut { person } => {
                self.log_ins.remove(&(device.into(), *person));
            }
            Event::MatrixMade { matrix, size, options, mixed, key, key_sha256, faces_sha256, .. } => {
                let (options, key, key_sha256) = (*options, *key, *key_sha256);
                let origin = Origin::Key { options, mixed: mixed.clone(), key, key_sha256 };
                let (size, faces_sha256) = (*size, *faces_sha256);
                self.matrices.insert(*matrix, MatrixItem { size, origin, faces_sha256, retired: false });
            }
            Event::MatrixImported { matrix, size, maker, file_sha256, faces, faces_sha256 } => {
                let (size, faces_sha256) = (*size, *faces_sha256);
                let origin = Origin::File { maker: maker.clone(), file_sha256: *file_sha256, faces: *faces };
                self.matrices.insert(*matrix, MatrixItem { size, origin, faces_sha256, retired: false });
            }
            Event::MatrixRetired { matrix, .. } => {
                self.matrices.get_mut(matrix).expect("what is retired was made").retired = true;
                self.stock.retire(*matrix);
            }
            Event::PrintingOrdered { printing, cards, template, copy } => {
                self.printings = printing.0;
                let order = PrintOrder { cards: *cards, template: template.clone(), copy: *copy };
                self.printing.insert(*printing, order);
                self.stock.print(*printing, cards, *copy);
            }
            Event::PrintingDone { printing, .. } => {
                self.printing.remove(printing);
            }
            Event::PrintingStopped { printing, .. } => {
                let order = self.printing.remove(printing).expect("what is stopped was begun");
                self.stock.unprint(*printing, order.cards.series);
            }
            Event::SeriesReceived { series, matrix, face_value } => {
                let size = self.matrices.get(matrix).expect("a series has a matrix").size;
                self.stock.receive(*series, *matrix, size, *face_value);
            }
            Event::BallSetRegistered { set, extractor, homologation, maker, reference } => {
                let (maker, reference) = (maker.clone(), reference.clone());
                let item = BallSetItem::new(*extractor, homologation.clone(), maker, reference);
                self.ball_sets.insert(*set, item);
            }
            Event::Balls(event) => self.apply_balls(at_utc_ms, actor, event),
            Event::MachineSaw { what: Stored::Loaded, .. } => {
                if let Some(count) = &mut self.count {
                    count.loading = false;
                }
            }
            Event::SessionOpened { session, date, mesa, sala, check, rules, .. } => {
                self.sessions = session.0;
                let (no, date, mesa, sala, check) = (*session, *date, *mesa, *sala, *check);
                self.session = Some(Session {
                    no,
                    date,
                    rules: rules.clone(),
                    check,
                    mesa,
                    sala,
                    games: 0,
                    last_game: None,
                    closes: None,
                    substitutions: Vec::new(),
                    authority: Authority::NotCalled,
                    agent_saw_balls: false,
                });
            }
            Event::OpeningCompleted { closes, .. } => self.session_mut().closes = *closes,
            Event::SubstitutionMade { post, person, stand_in, .. } => {
                self.session_mut().substitute(*post, *person, *stand_in);
            }
            Event::BallSetChanged { to, reserve_set, .. } => {
                let check = &mut self.session_mut().check;
                (check.set, check.reserve_set) = (*to, *reserve_set);
            }
            Event::AuthorityCalled { cause, .. } => {
                self.session_mut().authority = Authority::Called { cause: cause.clone() };
            }
            Event::AuthorityDecided { goes_on, game, .. } => {
                let session = self.session_mut();
                session.authority = if *goes_on { Authority::GoesOn } else { Authority::Ended };
                session.agent_saw_balls = *goes_on && game.is_none();
            }
            Event::ClockStepped { back, by_ms } => {
                if let Some(game) = &mut self.game {
                    game.step_clock(*back, *by_ms);
                }
            }
            Event::SessionClosed { session, .. } => self.close_session(*session, seq),
            Event::ActaIssued { session, covers_seq, .. } => self.acta = Some((*session, *covers_seq)),
            Event::SaleOpened { game, in_session, series, first, face_value } => {
                if let Some(before) = self.game.take() {
                    self.past.insert(before.no, before);
                }
                let session = self.session.as_mut().expect("a sale opens in a session");
                session.games = *in_session;
                session.agent_saw_balls = false;
                self.games = game.0;
                let item = self.stock.get(*series).expect("what is sold is in stock");
                let sale = Sale::new(*series, *first, item.size, *face_value);
                let mut new = Game::new(*game, *in_session, session.no, sale, item.matrix, item.size);
                new.opened_at_utc_ms = Some(at_utc_ms);
                self.game = Some(new);
            }
            Event::SaleClosed { game, segments, .. } | Event::GameVoided { game, segments, .. } => {
                for segment in segments {
                    self.stock.sold(segment, *game);
                }
            }
            // A first ball that could not be read comes in as a correction (DECISIONS 31).
            Event::BallExtracted { ordinal: Ordinal(1), .. }
            | Event::BallCorrected { ordinal: Ordinal(1), from: None, .. } => {
                let set = self.session.as_ref().expect("a game has a session").check.set;
                self.set_has_played(set);
            }
            Event::HoldRaised { hold, .. } => self.holds = hold.0,
            Event::SaleRectified { game, cards, found: Found::Sold, .. } => self.stock.sold(cards, *game),
            Event::GapBurned { cards, .. } => self.stock.burned(cards),
            Event::LastGameAnnounced { .. } => {
                let session = self.session_mut();
                session.last_game = Some(session.games + 1);
            }
            Event::DiligenciaWritten { diligencia, .. } => self.diligencias = *diligencia,
            _ => (),
        }
        // What belongs to a game is also the game's; its first line has just made it.
        if let Some(game) = event.game().filter(|_| !matches!(event, Event::SaleOpened { .. })) {
            self.game_mut(game).apply(at_utc_ms, actor, device, event);
        }
    }

    fn session_mut(&mut self) -> &mut Session {
        self.session.as_mut().expect("it happened within a session")
    }

    fn game_mut(&mut self, no: GameNo) -> &mut Game {
        let present = self.game.as_mut().filter(|game| game.no == no);
        present.or_else(|| self.past.get_mut(&no)).expect("the record names games that are")
    }

    /// Keeps of the session's games only what is still owed.
    fn close_session(&mut self, session: SessionNo, seq: u64) {
        self.session = None;
        self.closed = Some((session, seq));
        if let Some(game) = self.game.take() {
            self.past.insert(game.no, game);
        }
        for prize in self.past.values_mut().flat_map(|game| &mut game.prizes) {
            if prize.state == PrizeState::Due {
                prize.state = PrizeState::Unclaimed;
            }
        }
        self.past.retain(|_, game| {
            game.owed().next().is_some()
                || (game.phase == Phase::Voided && game.refunded_count() < game.sale.count())
        });
    }

    /// Returns a game, present or past.
    pub fn game_no(&self, no: GameNo) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.no == no).or_else(|| self.past.get(&no))
    }

    /// Returns the running game, if there is one.
    pub fn running(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.is_running())
    }

    /// Returns what the machine should be doing: sent again and again, so that an order that
    /// is lost is no order lost (style.md P12).
    pub fn wanted(&self) -> Mode {
        if let Some(count) = &self.count {
            return self.wanted_for(count);
        }
        let Some(game) = &self.game else { return Mode::Stop };
        match &game.phase {
            Phase::Drawing if game.by_hand.is_some() => Mode::Hold,
            Phase::Selling | Phase::Announced => match self.beat {
                Some(beat) if beat.out != 0 => Mode::Load,
                Some(_) | None => Mode::Stop,
            },
            Phase::Drawing
                if self.beat.is_some()
                    && game.holds.is_empty()
                    && game.pending().count() < 2
                    && game.extracted.len() < 90 =>
            {
                Mode::Run
            }
            Phase::Drawing | Phase::Stopped(_) => Mode::Hold,
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
    pub(crate) fn may(&self, person: PersonId, request: &str) -> bool {
        matches!(request, "log-in" | "log-out") || powers::may(&self.roles_of(person), request)
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
        match self.session.as_ref().map(|session| &session.authority) {
            Some(Authority::Called { .. }) => Err(Refusal::AuthorityCalled),
            Some(Authority::Ended) => Err(Refusal::SessionEnded),
            Some(Authority::NotCalled | Authority::GoesOn) | None => Ok(()),
        }
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

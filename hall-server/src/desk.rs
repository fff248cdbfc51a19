//! The desk: one thread that owns the hall and its record; nothing else may touch them.
//!
//! It takes what is waiting, decides each in turn, writes all of it in one transaction, and
//! only then answers and shows. Nothing is shown, spoken, printed or paid before it is on
//! disk. A COMMIT that fails is in doubt: the desk answers nothing and the process ends.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use ball_machine::orders::{Counted, Orders};
use hall_core::event::Event;
use hall_core::extractor::LinkState;
use hall_core::hall::{Asked, Hall, Rhythm, SaidOut};
use hall_core::machine::{BootId, Report};
use hall_core::people::{Actor, Sealed};
use hall_core::record;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use hall_core::vault::Vault;
use hall_wire::board::{MesaBoard, PublicBoard};
use tokio::sync::{mpsc, oneshot, watch};

use crate::access::{Access, Identity};
use crate::clock::{self, Clock};
use crate::journal::{AppendError, Batch, Entry, Head, Journal, JournalError, SealedRow};
use crate::secrets;

mod handle;
mod line;
mod turn;

pub use handle::{Answer, Ask, Busy, DeskHandle, Disk, Facts, Input, Recorded, View};
pub use line::{LINE_MAX, LineHandle, Place};

/// How many inputs may wait for the desk. It takes well under a millisecond for each, so a
/// full inbox is a tenth of a second; then requests are told to try again. Half of it is people's:
/// a machine's line waits when [`LINE_MAX`] of its reports are here, and its frames in its own store.
pub const INBOX_MAX: usize = 256;

/// How many acknowledgements of panels may wait for a commit: those of a whole draw. Only the
/// first of each ball is kept, so there are no more.
const SHOWN_MAX: usize = 90;

/// The desk cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The record could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system has no descriptors left.
    #[error("El sistema no da más descriptores de fichero. Suba su límite (ulimit -n).")]
    Orders(#[source] std::io::Error),
}

/// The control desk.
pub struct Desk {
    hall: Hall,
    vault: Arc<Vault>,
    access: Arc<Access>,
    journal: Journal,
    clock: Clock,
    orders: Arc<Orders>,
    /// The same for the second reader.
    second_orders: Arc<Orders>,
    inbox: mpsc::Receiver<Input>,
    view: watch::Sender<Arc<View>>,
    facts: Facts,
    /// What panels showed and no commit has carried yet (DECISIONS 27).
    shown: VecDeque<Notice>,
    /// A power-up of the machine whose lost frames nobody has accepted yet.
    gap: Option<BootId>,
    /// What the two clocks said at the last batch.
    read: clock::Reading,
}

/// One input on its way through a batch.
struct Taken {
    entry: Entry,
    reply: Option<(oneshot::Sender<Answer>, Owed)>,
}

/// What an asker is owed once the batch is on disk.
enum Owed {
    /// The lines of this entry.
    Lines,
    /// The lines of an earlier entry of the same batch.
    LinesOf(usize),
    /// An answer that needs no commit.
    Now(Answer),
}

impl Desk {
    /// Replays the record and records that the server has started. Returns the desk, the way
    /// to it, and what it tells the machine.
    ///
    /// # Errors
    /// [`DeskError`]: the record cannot be trusted, or not be written.
    pub fn open(journal: Journal, disk: Disk) -> Result<(Desk, DeskHandle, Arc<Orders>), DeskError> {
        Desk::open_with(journal, disk, |clock| clock)
    }

    /// The same with the time from elsewhere, for tests that play an evening in a moment.
    ///
    /// # Errors
    /// As [`Desk::open`].
    pub fn open_at(
        journal: Journal,
        disk: Disk,
        wall: clock::Source,
        steady: clock::Source,
    ) -> Result<(Desk, DeskHandle, Arc<Orders>), DeskError> {
        Desk::open_with(journal, disk, |clock| clock.with_sources(wall, steady))
    }

    fn open_with(
        journal: Journal,
        disk: Disk,
        time: impl FnOnce(Clock) -> Clock,
    ) -> Result<(Desk, DeskHandle, Arc<Orders>), DeskError> {
        let (mut hall, mut last_utc_ms) = (Hall::default(), i64::MIN);
        journal.replay(|line, event| {
            last_utc_ms = line.at_utc_ms;
            hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event);
        })?;
        hall.no_room = disk == Disk::Full;
        let orders = Orders::new(hall.machine.position).map_err(DeskError::Orders)?;
        let orders = Arc::new(orders.with_out(hall.out()));
        let second_orders = Arc::new(Orders::new(hall.arbiter.position).map_err(DeskError::Orders)?);
        let vault = Arc::new(secrets::vault(&hall, &journal)?);
        let access = Arc::new(secrets::access(&hall, &journal)?);
        let clock = Clock::new(&hall.zone).or_else(|| Clock::new("Europe/Madrid")).expect("compiled in");
        let clock = time(clock);
        let read = clock.reading();
        let (sender, inbox) = mpsc::channel(INBOX_MAX);
        let head = journal.head();
        let facts = Facts { head_hash: head.hash.to_string(), disk_full: hall.no_room, ..Facts::default() };
        let first = View {
            seq: head.seq,
            at_utc_ms: clock.now().utc_ms,
            clock: clock.clone(),
            public: PublicBoard::of(&hall),
            mesa: MesaBoard::of(&hall),
            access: access.clone(),
            vault: vault.clone(),
            next_matrix: hall.next_matrix(),
            facts: facts.clone(),
        };
        let (view, seen) = watch::channel(Arc::new(first));
        let mut desk = Desk {
            hall,
            vault,
            access,
            journal,
            clock,
            orders: orders.clone(),
            second_orders,
            inbox,
            view,
            facts,
            shown: VecDeque::new(),
            gap: None,
            read,
        };
        let stepped = Clock::step_since(last_utc_ms, read).map(|by_ms| Notice::ClockStepped { by_ms });
        let started = Notice::Started { version: env!("CARGO_PKG_VERSION").to_owned() };
        desk.step(stepped.into_iter().chain([started]).map(Input::Noticed).collect())?;
        Ok((desk, DeskHandle::new(sender, seen), orders))
    }

    /// Returns what the second reader's line is told.
    pub fn second_orders(&self) -> Arc<Orders> {
        self.second_orders.clone()
    }

    /// The machine's protocol tells no count: the end of its line counts. Before it runs.
    pub fn hears_a_machine_without_count(&mut self) {
        self.hall.counted_at_line = true;
    }

    /// What players are told of how long sales and pauses last. Before it runs.
    pub fn keeps_time(&mut self, rhythm: Rhythm) {
        self.hall.rhythm = rhythm;
        self.publish(self.clock.now().utc_ms);
    }

    /// Decides, records, applies, shows: in that order, for all that was waiting.
    fn step(&mut self, inputs: Vec<Input>) -> Result<(), DeskError> {
        let now = self.clock.now();
        let mut taken: Vec<Taken> = Vec::with_capacity(inputs.len());
        let mut asked: BTreeMap<(String, String), usize> = BTreeMap::new();
        let first_seq = self.journal.head().seq + 1;
        let mut next_seq = first_seq;
        let (access, before) = (self.hall.access_changes, self.hall.under_way());
        let mut inputs = VecDeque::from(inputs);
        let read = self.clock.reading();
        if let Some(by_ms) = Clock::step_between(self.read, read) {
            tracing::warn!(by_ms, "the clock was set");
            inputs.push_front(Input::Noticed(Notice::ClockStepped { by_ms }));
        }
        self.read = read;
        let mut told_shown = false;
        loop {
            let Some(input) = inputs.pop_front() else {
                // What panels showed goes with whatever else is written, and waits for it.
                if told_shown || next_seq == first_seq {
                    break;
                }
                told_shown = true;
                inputs.extend(self.shown.drain(..).map(Input::Noticed));
                continue;
            };
            let mut item = match input {
                Input::Noticed(notice @ Notice::Shown { .. }) if !told_shown => {
                    self.keep_shown(notice);
                    continue;
                }
                Input::Asked { ask, reply } => self.take_ask(now, *ask, reply, &taken, &mut asked)?,
                Input::Reported(report) => self.take_report(&report),
                Input::Heard { report, place } => {
                    drop(place);
                    self.take_report(&report)
                }
                Input::Noticed(notice) => silent(Actor::System, "servidor", self.hall.notice(&notice)),
            };
            // The state moves on within the batch so that the next is decided after this one;
            // if the commit fails the process ends, and nobody has seen any of it.
            for event in &item.entry.events {
                self.hall.apply(next_seq, now.utc_ms, item.entry.actor, &item.entry.device, event);
                secrets::learn(&mut self.vault, event, &item.entry.sealed);
                next_seq += 1;
            }
            if item.entry.events.is_empty() {
                item.entry.sealed.clear();
                item.entry.request_body = None;
            }
            taken.push(item);
        }
        if next_seq > first_seq {
            self.commit(now.utc_ms, &taken)?;
            // At the end of a game or a session nobody waits for a ball: the time to bring the `-wal` home.
            let (session, game) = self.hall.under_way();
            let ended = before.0.is_some() && before.0 != session || before.1.is_some() && before.1 != game;
            if ended {
                self.journal.checkpoint()?;
            }
        }
        for event in taken.iter().flat_map(|item| &item.entry.events) {
            if let Event::FramesMissing { boot, .. } = event {
                self.gap = Some(*boot);
            }
        }
        let events = || taken.iter().flat_map(|item| &item.entry.events);
        for SaidOut { out, exactly, at } in events().filter_map(|event| self.hall.counted_after(event)) {
            self.orders.counted(Counted { out, exactly, at });
        }
        if self.hall.access_changes != access {
            self.access = Arc::new(secrets::access(&self.hall, &self.journal)?);
        }
        self.publish(now.utc_ms);
        self.answer(taken, first_seq, now.utc_ms);
        Ok(())
    }

    /// Takes in what a machine reports.
    fn take_report(&mut self, report: &Report) -> Taken {
        self.facts.reports += 1;
        self.hall.hear(report);
        silent(Actor::Machine, "maquina", self.hall.observe(report))
    }

    /// Keeps the first acknowledgement of a ball until something else is written.
    fn keep_shown(&mut self, notice: Notice) {
        let Notice::Shown { game, ordinal, .. } = &notice else { return };
        let same = |kept: &Notice| matches!(kept, Notice::Shown { game: g, ordinal: o, .. } if (g, o) == (game, ordinal));
        if !self.shown.iter().any(same)
            && self.shown.len() < SHOWN_MAX
            && !self.hall.notice(&notice).is_empty()
        {
            self.shown.push_back(notice);
        }
    }

    /// Decides one request, or finds the answer it has had.
    fn take_ask(
        &mut self,
        now: hall_core::time::Moment,
        ask: Ask,
        reply: oneshot::Sender<Answer>,
        taken: &[Taken],
        asked: &mut BTreeMap<(String, String), usize>,
    ) -> Result<Taken, DeskError> {
        let key = (ask.device.clone(), ask.request_id.clone());
        let known = match asked.get(&key) {
            Some(index) if taken[*index].entry.request_body == Some(ask.body_sha256) => {
                Some(Owed::LinesOf(*index))
            }
            Some(_) => Some(Owed::Now(Answer::IdReused)),
            None => match self.journal.answer_of(&ask.device, &ask.request_id)? {
                Some(before) if before.body_sha256 == ask.body_sha256 => {
                    let lines = self.journal.lines(before.first_seq, before.last_seq)?;
                    Some(Owed::Now(Answer::Done(lines.into_iter().map(|(line, _)| recorded(line)).collect())))
                }
                Some(_) => Some(Owed::Now(Answer::IdReused)),
                None => None,
            },
        };
        let user_taken = known.is_none() && self.user_is_taken(&ask, taken);
        let owed_without_deciding =
            known.or_else(|| user_taken.then_some(Owed::Now(Answer::Refused(Refusal::UserTaken))));
        if let Some(owed) = owed_without_deciding {
            let mut item = silent(ask.by, &ask.device, vec![]);
            item.reply = Some((reply, owed));
            return Ok(item);
        }
        let Actor::Person(by) = ask.by else { unreachable!("only people ask") };
        let decision =
            self.hall.decide(&Asked { now, by, device: &ask.device, request: &ask.request }, &self.vault);
        let (events, owed) = match decision {
            Ok(events) => {
                asked.insert(key, taken.len());
                (events, Owed::Lines)
            }
            Err(refusal) => {
                self.facts.refusals += 1;
                (vec![], Owed::Now(Answer::Refused(refusal)))
            }
        };
        let entry = Entry {
            request_id: ask.request_id,
            actor: ask.by,
            device: ask.device,
            events,
            sealed: ask.sealed,
            request_body: Some(ask.body_sha256),
        };
        Ok(Taken { entry, reply: Some((reply, owed)) })
    }

    /// User names are sealed, so the rules cannot see them: the desk compares them itself, with
    /// the staff and with what came before in the same batch.
    fn user_is_taken(&self, ask: &Ask, taken: &[Taken]) -> bool {
        let Request::AddPerson { identity, .. } = &ask.request else { return false };
        let user_of = |rows: &[SealedRow], wanted: &Sealed| {
            let row = rows.iter().find(|row| row.sealed == *wanted)?;
            Some(Identity::from_bytes(&row.value)?.user)
        };
        let Some(user) = user_of(&ask.sealed, identity) else { return false };
        let in_batch = |item: &Taken| {
            item.entry.events.iter().any(|event| {
                let Event::PersonAdded { identity, .. } = event else { return false };
                user_of(&item.entry.sealed, identity).as_ref() == Some(&user)
            })
        };
        self.access.user(&user).is_some() || taken.iter().any(in_batch)
    }

    /// Makes a batch true. On a full disk the reserve is given up once; whatever else fails
    /// ends the desk.
    fn commit(&mut self, at_utc_ms: i64, taken: &[Taken]) -> Result<(), DeskError> {
        let entries =
            taken.iter().filter(|item| !item.entry.events.is_empty()).map(|item| item.entry.clone());
        let batch = Batch { at_utc_ms, entries: entries.collect() };
        let started = Instant::now();
        let appended = match self.journal.append(&batch) {
            Err(AppendError::Full { .. }) if self.journal.release_reserve()? => {
                tracing::warn!("the disk is full: the reserve was released; no sale will open");
                self.hall.no_room = true;
                self.journal.append(&batch)
            }
            other => other,
        }?;
        self.facts.last_commit_micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.facts.commits += 1;
        self.facts.events += batch.entries.iter().map(|entry| entry.events.len() as u64).sum::<u64>();
        self.facts.head_hash = appended.head.hash.to_string();
        Ok(())
    }

    /// Shows what is on disk: to the screens, and to the machine what may be forgotten there.
    fn publish(&mut self, at_utc_ms: i64) {
        self.orders.want(self.hall.wanted());
        self.second_orders.want(self.hall.wanted());
        if self.hall.accepts_lost_frames()
            && let Some(boot) = self.gap.take()
        {
            self.orders.accept_gap(boot);
        }
        if let Some((boot, seq)) = self.hall.machine.position {
            self.orders.committed(boot, seq);
        }
        if let Some((boot, seq)) = self.hall.arbiter.position {
            self.second_orders.committed(boot, seq);
        }
        self.facts.machine_linked = self.hall.machine.line == LinkState::Up;
        self.facts.door_open = self.hall.machine.door_open;
        self.facts.power_up = self.hall.machine.boot;
        self.facts.inbox = self.inbox.len();
        self.facts.acta_due = self.hall.acta_due();
        self.facts.disk_full = self.hall.no_room;
        self.facts.printings_due =
            self.hall.printing.iter().map(|(printing, order)| (*printing, order.clone())).collect();
        let Head { seq, .. } = self.journal.head();
        let view = View {
            seq,
            at_utc_ms,
            clock: self.clock.clone(),
            public: PublicBoard::of(&self.hall),
            mesa: MesaBoard::of(&self.hall),
            access: self.access.clone(),
            vault: self.vault.clone(),
            next_matrix: self.hall.next_matrix(),
            facts: self.facts.clone(),
        };
        self.view.send_replace(Arc::new(view));
    }

    fn answer(&self, taken: Vec<Taken>, first_seq: u64, at_utc_ms: i64) {
        let mut next = first_seq;
        let mut lines: Vec<Vec<Recorded>> = Vec::with_capacity(taken.len());
        for item in &taken {
            let mut own = Vec::with_capacity(item.entry.events.len());
            if matches!(item.reply, Some((_, Owed::Lines))) {
                for (seq, event) in (next..).zip(&item.entry.events) {
                    let text = record::encode(event);
                    let (kind, version, body) = (text.kind.to_owned(), text.version, text.body);
                    own.push(Recorded { seq, at_utc_ms, kind, version, body });
                }
            }
            next += item.entry.events.len() as u64;
            lines.push(own);
        }
        for (index, item) in taken.into_iter().enumerate() {
            let Some((reply, owed)) = item.reply else { continue };
            let answer = match owed {
                Owed::Lines => Answer::Done(lines[index].clone()),
                Owed::LinesOf(earlier) => Answer::Done(lines[earlier].clone()),
                Owed::Now(answer) => answer,
            };
            // Whoever hung up asks again with the same id.
            let _ = reply.send(answer);
        }
    }
}

/// An input that nobody waits for.
fn silent(actor: Actor, device: &str, events: Vec<Event>) -> Taken {
    let entry = Entry {
        request_id: String::new(),
        actor,
        device: device.to_owned(),
        events,
        sealed: vec![],
        request_body: None,
    };
    Taken { entry, reply: None }
}

fn recorded(line: record::Line) -> Recorded {
    let record::Line { seq, at_utc_ms, kind, version, body, .. } = line;
    Recorded { seq, at_utc_ms, kind, version, body }
}

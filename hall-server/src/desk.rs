//! The desk: one thread that alone owns the hall and its record.
//!
//! It takes what is waiting, decides each in turn, writes all of it in one transaction, and only then answers and shows:
//! nothing is shown, spoken, printed or paid before it is on disk. After a COMMIT that fails nobody knows what is on disk:
//! the desk answers nothing and the process ends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use ball_machine::orders::{Counted, Orders};
use hall_core::event::{DeletionWhy, Event, GameNo, Ordinal};
use hall_core::extractor::LinkState;
use hall_core::hall::{BallsOut, Hall, Rhythm};
use hall_core::machine::{BootId, Report};
use hall_core::people::Actor;
use hall_core::record::{self, Line};
use hall_core::request::Notice;
use hall_core::rules::Light;
use hall_wire::board::{MesaBoard, PublicBoard, RecordCopy, VoiceNow};
use tokio::sync::{mpsc, oneshot, watch};

use crate::clock::{self, Clock};
use crate::film::{Before, Film};
use crate::journal::{AppendError, Batch, BatchEntry, Journal, JournalError, Moved, Pages};
use crate::mirror::spare::hall_sha256;
use crate::replayed::Replayed;
use crate::secrets;
use crate::snapshot;

mod asked;
mod copies;
mod handle;
mod line;
mod refused;
mod troubles;
mod turn;
mod witnesses;

use asked::AskedNow;
use copies::{Copies, is_money};

pub use handle::{Answer, Ask, Busy, DeskHandle, Disk, ExportDue, Facts, Input, RehearsalDue, View};
pub use line::{LINE_MAX, LineHandle, Place};
pub use troubles::{Contradicted, Writing};

/// Inputs that may wait for the desk: about a tenth of a second of work; then requests are told to try again. Half are
/// people's: a machine's line waits when [`LINE_MAX`] of its reports are here, and its frames in its own store.
pub const INBOX_MAX: usize = 256;

/// Acknowledgements of panels and pictures that may wait for a commit: the first of each ball of a draw.
const LATER_MAX: usize = 2 * 90;

/// The desk cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The record could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The record's files are no longer where they were.
    #[error(transparent)]
    Moved(#[from] Moved),
    /// The system has no descriptors left.
    #[error("El sistema no da más descriptores de fichero. Suba su límite (ulimit -n).")]
    Orders(#[source] std::io::Error),
}

/// The control desk.
pub struct Desk {
    hall: Hall,
    journal: Journal,
    orders: Arc<Orders>,
    second_orders: Arc<Orders>,
    inbox: mpsc::Receiver<Input>,
    /// As shown last; with vault, access and clock.
    view: View,
    shown_to: watch::Sender<Arc<View>>,
    /// What panels showed, pictures that were kept, and no commit has carried yet (DECISIONS 27).
    later: VecDeque<Notice>,
    /// A power-up of the machine whose lost frames nobody has accepted yet.
    gap: Option<BootId>,
    /// Both clocks at the last batch.
    read: clock::Reading,
    /// What it has seen of its disk and its clock.
    seen: troubles::Seen,
    copies: Copies,
    signing: witnesses::Signing,
    /// How they stand, as the mesa is told.
    copies_shown: Vec<RecordCopy>,
    /// How the hall's voice is, as the mesa is told.
    voice_shown: VoiceNow,
    begun: Begun,
    film: Option<Arc<Film>>,
}

/// What was left to be looked at beside the hall when it began.
#[derive(Debug, Default)]
pub struct Begun {
    /// The snapshot from which on the record was read; none if all of it was.
    pub from: Option<Replayed>,
    /// The pages of the database, if it had not been closed.
    pub pages: Pages,
}

/// One input on its way through a batch.
struct Taken {
    entry: BatchEntry,
    reply: Option<(oneshot::Sender<Answer>, Owed)>,
}

/// What an asker is owed once the batch is on disk.
enum Owed {
    /// The lines of this entry of the batch: its own, or an earlier one's with the same id.
    LinesOf(usize),
    /// An answer that needs no commit.
    Now(Answer),
}

impl Desk {
    /// Replays the record, from a snapshot on where there is one, and records that the server has started. Returns the desk, a handle to it, and the orders to
    /// the machine.
    pub fn open(journal: Journal, disk: Disk) -> Result<(Desk, DeskHandle, Arc<Orders>), DeskError> {
        Desk::open_with(journal, disk, |clock| clock)
    }

    /// As [`Desk::open`] with another clock, for tests.
    pub fn open_with(
        mut journal: Journal,
        disk: Disk,
        time: impl FnOnce(Clock) -> Clock,
    ) -> Result<(Desk, DeskHandle, Arc<Orders>), DeskError> {
        let from = snapshot::nearest(&journal, |_| true);
        let begun = Begun { from, pages: journal.pages() };
        if begun.from.is_none() {
            journal.make_sure_of_pages()?;
        }
        if let Some(from) = &begun.from {
            tracing::info!(
                seq = from.head.seq,
                "the hall begins with a snapshot; the whole record is read beside it"
            );
        }
        let mut replayed = begun.from.clone().unwrap_or_default();
        replayed.follow(&journal)?;
        let Replayed { mut hall, at_utc_ms: last_utc_ms, .. } = replayed;
        hall.no_room = disk == Disk::Full;
        let orders = Orders::new(hall.machine.position).map_err(DeskError::Orders)?;
        let orders = Arc::new(orders.with_out(hall.out()));
        let second_orders = Arc::new(Orders::new(hall.arbiter.position).map_err(DeskError::Orders)?);
        let clock = time(Clock::of_zone(&hall.zone));
        let read = clock.reading();
        let (head, founding) = (journal.head(), journal.head_at(1)?);
        let view = View {
            seq: head.seq,
            at_utc_ms: clock.now().utc_ms,
            clock,
            public: PublicBoard::of(&hall),
            mesa: MesaBoard::of(&hall),
            access: Arc::new(secrets::access(&hall, &journal)?),
            vault: Arc::new(secrets::vault_to_serve(&hall, &journal)?),
            next_matrix: hall.next_matrix(),
            key_draws: Arc::new(hall.key_draws.clone()),
            regulation: Arc::new(hall.regulation.clone()),
            facts: Facts {
                head_hash: head.hash.to_string(),
                founding_hash: founding.map(|first| first.hash.to_string()).unwrap_or_default(),
                light: light(&hall),
                disk_full: hall.no_room,
                ..Facts::default()
            },
        };
        let (sender, inbox) = mpsc::channel(INBOX_MAX);
        let (shown_to, seen) = watch::channel(Arc::new(view.clone()));
        let mut desk = Desk {
            hall,
            journal,
            orders: orders.clone(),
            second_orders,
            inbox,
            view,
            shown_to,
            later: VecDeque::new(),
            gap: None,
            read,
            seen: troubles::Seen::default(),
            copies: Copies::default(),
            signing: witnesses::Signing::default(),
            copies_shown: Vec::new(),
            voice_shown: VoiceNow::default(),
            begun,
            film: None,
        };
        let stepped = Clock::step_since(last_utc_ms, read).map(|by_ms| Notice::ClockStepped { by_ms });
        if let Some(Notice::ClockStepped { by_ms }) = stepped {
            desk.seen.clock_set(by_ms, read);
        }
        let started = Notice::Started { version: env!("CARGO_PKG_VERSION").to_owned() };
        let signs = desk.journal.signs_with().map(|key| Notice::SigningKey { key: key.0 });
        desk.step(stepped.into_iter().chain([started]).chain(signs).map(Input::Noticed).collect())?;
        Ok((desk, DeskHandle::new(sender, seen), orders))
    }

    /// What the hall began with, for what is done beside it.
    pub fn begun(&mut self) -> Begun {
        std::mem::take(&mut self.begun)
    }

    /// The orders to the second reader.
    pub fn second_orders(&self) -> Arc<Orders> {
        self.second_orders.clone()
    }

    /// The machine's protocol does not count balls: this end of its line does. Call it before [`Desk::run`].
    pub fn hears_a_machine_without_count(&mut self) {
        self.hall.counted_at_line = true;
    }

    /// What the record says of film.
    pub fn before_film(&self) -> Before {
        let drawn = self.hall.game.as_ref().filter(|game| game.is_in_draw());
        Before { deleted: self.hall.cameras.film_deleted, game: drawn.map(|game| game.no) }
    }

    /// Film is kept: it hears of each line that is on disk. Call it before [`Desk::run`].
    pub fn films(&mut self, film: Arc<Film>) {
        self.film = Some(film);
    }

    /// Sets how long players are told that sales and pauses last. Call it before [`Desk::run`].
    pub fn keeps_time(&mut self, rhythm: Rhythm) {
        self.hall.rhythm = rhythm;
        self.publish(self.view.clock.now().utc_ms);
    }

    /// Decides, records, applies, shows: in that order, for all that was waiting.
    fn step(&mut self, inputs: Vec<Input>) -> Result<(), DeskError> {
        let now = self.view.clock.now();
        let mut taken: Vec<Taken> = Vec::with_capacity(inputs.len());
        let mut asked = AskedNow::new();
        let first_seq = self.journal.head().seq + 1;
        let mut next_seq = first_seq;
        let (access, before) = (self.hall.access_changes, self.hall.under_way());
        let mut inputs = VecDeque::from(inputs);
        // Before whatever those who are logged in ask for.
        if self.hall.log_ins_are_due(now.utc_ms) {
            inputs.push_front(Input::Noticed(Notice::LogInsDue { now_utc_ms: now.utc_ms }));
        }
        if let Some(stepped) = self.clock_step() {
            inputs.push_front(stepped);
        }
        let mut told_later = false;
        // The last line about money that is answered now.
        let mut money = None;
        loop {
            let Some(input) = inputs.pop_front() else {
                // What panels showed goes with whatever else is written, and waits for it.
                if told_later || next_seq == first_seq {
                    break;
                }
                told_later = true;
                inputs.extend(self.later.drain(..).map(Input::Noticed));
                continue;
            };
            let mut item = match input {
                Input::Noticed(notice) if !told_later && of_a_ball(&notice).is_some() => {
                    self.keep_for_later(notice);
                    continue;
                }
                Input::Asked { ask, reply } => {
                    let item = self.take_ask(now, *ask, reply, &taken, &mut asked)?;
                    money = money.max(answered_money(&item));
                    item
                }
                Input::Reported(report) => self.take_report(&report),
                Input::Heard { report, place } => {
                    drop(place);
                    self.take_report(&report)
                }
                Input::Copies(copies) => {
                    self.copies_shown = copies;
                    continue;
                }
                Input::Voice(voice) => {
                    self.voice_shown = voice;
                    continue;
                }
                Input::Cosigned { cosigned, key } => {
                    inputs.extend(self.take_cosigned(cosigned, key));
                    continue;
                }
                Input::Noticed(notice) => unasked(Actor::System, "servidor", self.hall.notice(&notice)),
                Input::Tick | Input::Alive(_) => continue,
            };
            // The state moves on within the batch so that the next is decided after this one; if the commit fails the
            // process ends, and nobody has seen any of it.
            for event in &item.entry.events {
                self.hall.apply(next_seq, now.utc_ms, item.entry.actor, &item.entry.device, event);
                secrets::learn(&mut self.view.vault, event, &item.entry.sealed);
                money = if is_money(event) { Some(next_seq) } else { money };
                next_seq += 1;
            }
            if item.entry.events.is_empty() {
                item.entry.sealed.clear();
                item.entry.request_body = None;
            }
            taken.push(item);
        }
        let mut lines = Vec::new();
        if next_seq > first_seq {
            lines = self.commit(now.utc_ms, &taken)?;
            self.copies.committed(self.journal.head().seq);
            // At the end of a game or a session no ball is waited for: the time to bring the `-wal` home.
            let (session, game) = self.hall.under_way();
            if before.0.is_some() && before.0 != session || before.1.is_some() && before.1 != game {
                self.journal.checkpoint()?;
            }
        } else {
            // Nothing is answered from files that nobody will find again.
            self.journal.is_in_place()?;
        }
        let last = (next_seq > first_seq).then_some(next_seq - 1);
        self.copies.wait(last, money);
        for (seq, event) in (first_seq..).zip(taken.iter().flat_map(|item| &item.entry.events)) {
            if let Some(film) = &self.film {
                film.wrote(seq, now.utc_ms, event);
            }
            if let Event::FramesMissing { boot, .. } = event {
                self.gap = Some(*boot);
            }
            if let Event::ValuesDeleted { values, why } = event {
                tell_of_deletion(values.len(), *why);
            }
            if let Some(BallsOut { out, exactly, at }) = self.hall.counted_after(event) {
                self.orders.counted(Counted { out, exactly, at });
            }
        }
        if self.hall.access_changes != access {
            self.view.access = Arc::new(secrets::access(&self.hall, &self.journal)?);
        }
        self.find_troubles(now);
        self.publish(now.utc_ms);
        for (reply, owed) in taken.into_iter().filter_map(|item| item.reply) {
            let answer = match owed {
                Owed::LinesOf(index) => Answer::Done(lines.get(index).cloned().unwrap_or_default()),
                Owed::Now(answer) => answer,
            };
            // An asker that hung up asks again with the same id.
            let _ = reply.send(answer);
        }
        Ok(())
    }

    /// Reads both clocks; tells if the wall clock was set since the last batch.
    fn clock_step(&mut self) -> Option<Input> {
        let before = std::mem::replace(&mut self.read, self.view.clock.reading());
        let by_ms = Clock::step_between(before, self.read)?;
        tracing::warn!(by_ms, "the clock was set");
        self.seen.clock_set(by_ms, self.read);
        Some(Input::Noticed(Notice::ClockStepped { by_ms }))
    }

    fn take_report(&mut self, report: &Report) -> Taken {
        self.view.facts.reports += 1;
        self.hall.hear(report);
        unasked(Actor::Machine, "maquina", self.hall.observe(report))
    }

    /// Keeps the first of its kind of a ball until something else is written.
    fn keep_for_later(&mut self, notice: Notice) {
        let of = of_a_ball(&notice);
        if !self.later.iter().any(|kept| of_a_ball(kept) == of)
            && self.later.len() < LATER_MAX
            && !self.hall.notice(&notice).is_empty()
        {
            self.later.push_back(notice);
        }
    }

    /// Writes a batch; returns its lines. On a full disk the reserve is released once; any other failure ends the desk.
    fn commit(&mut self, at_utc_ms: i64, taken: &[Taken]) -> Result<Vec<Vec<Line>>, DeskError> {
        let batch = Batch { at_utc_ms, entries: taken.iter().map(|item| item.entry.clone()).collect() };
        let started = Instant::now();
        self.view.facts.writing.set(Some(started));
        let appended = match self.journal.append(&batch) {
            Err(AppendError::Full { .. }) if self.journal.release_reserve()? => {
                tracing::warn!("the disk is full: the reserve was released; no sale will open");
                self.hall.no_room = true;
                self.journal.append(&batch)
            }
            other => other,
        }?;
        self.view.facts.writing.set(None);
        self.seen.committed(started.elapsed(), self.view.clock.reading());
        let facts = &mut self.view.facts;
        facts.last_commit_micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        facts.commits += 1;
        facts.events += appended.lines.iter().map(|lines| lines.len() as u64).sum::<u64>();
        facts.head_hash = appended.head.hash.to_string();
        Ok(appended.lines)
    }

    /// Shows what is on disk: to the screens, and to the machine what it may forget.
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
        let rehearsal_due = self.rehearsal_due();
        let (view, hall) = (&mut self.view, &self.hall);
        view.facts = Facts {
            signed: self.journal.signed(),
            machine_linked: hall.machine.line == LinkState::Up,
            door_open: hall.machine.door_open,
            power_up: hall.machine.boot,
            inbox: self.inbox.len(),
            acta_due: hall.acta_due(),
            stamp_due: hall.unstamped.first().copied(),
            unstamped: hall.unstamped.len(),
            acta: hall.acta.map(|(session, _)| session),
            closed: hall.closed.map(|(_, seq)| seq),
            digested: hall.digested,
            light: light(hall),
            disk_full: hall.no_room,
            troubles: hall.troubles.iter().map(|trouble| trouble.code()).collect(),
            printings_due: hall.printing.iter().map(|(no, order)| (*no, order.clone())).collect(),
            rehearsal_due,
            export_due: hall
                .exports
                .under_way
                .as_ref()
                .map(|order| ExportDue { roles: hall.roles_of(order.by), order: order.clone() }),
            ..std::mem::take(&mut view.facts)
        };
        (view.seq, view.at_utc_ms) = (self.journal.head().seq, at_utc_ms);
        (view.public, view.mesa) = (PublicBoard::of(hall), MesaBoard::of(hall));
        view.mesa.copies.clone_from(&self.copies_shown);
        view.mesa.voice.clone_from(&self.voice_shown);
        view.next_matrix = hall.next_matrix();
        if *view.regulation != hall.regulation {
            view.regulation = Arc::new(hall.regulation.clone());
        }
        if *view.key_draws != hall.key_draws {
            view.key_draws = Arc::new(hall.key_draws.clone());
        }
        self.shown_to.send_replace(Arc::new(view.clone()));
    }

    /// The rehearsal that is due, with this hall as it was when the order for it was written: the spare is compared with the
    /// hall that serves, and not with another reading of the same record.
    fn rehearsal_due(&self) -> Option<RehearsalDue> {
        let rehearsal = self.hall.rehearsal.under_way?;
        let known = self.view.facts.rehearsal_due.as_ref().filter(|due| due.rehearsal == rehearsal);
        Some(known.cloned().unwrap_or_else(|| RehearsalDue {
            rehearsal,
            head: self.journal.head(),
            hall_sha256: hall_sha256(&self.hall),
        }))
    }
}

/// When the hall's screens light a ball, as the session's rules have it.
fn light(hall: &Hall) -> Light {
    hall.session.as_ref().map_or(Light::AtOnce, |session| session.rules.light.value)
}

/// The last line about money of an answer that was given before: it may be that no mirror had it then.
fn answered_money(item: &Taken) -> Option<u64> {
    let Some((_, Owed::Now(Answer::Done(lines)))) = &item.reply else { return None };
    let last = lines.last()?;
    let about_money = |line: &Line| {
        record::decode(&line.kind, line.version, &line.body).is_ok_and(|event| is_money(&event))
    };
    lines.iter().any(about_money).then_some(last.seq)
}

/// For the technician's log: what a deletion does not reach (ADR 45).
fn tell_of_deletion(values: usize, why: DeletionWhy) {
    match why {
        DeletionWhy::LogInEnded => tracing::info!(values, "the hashes of ended log-ins were deleted"),
        DeletionWhy::PinReplaced => tracing::info!(values, "the hashes of replaced PINs were deleted"),
        DeletionWhy::DateReached => {
            tracing::warn!(
                values,
                "data of people were deleted; older mirrors and backups still have them: begin the mirrors anew"
            );
        }
    }
}

/// Which ball it tells of, and of what: what may wait for a commit.
fn of_a_ball(notice: &Notice) -> Option<(GameNo, Ordinal, bool)> {
    if let Notice::Shown { game, ordinal, .. } = notice {
        Some((*game, *ordinal, true))
    } else if let Notice::Pictured { game, ordinal, .. } = notice {
        Some((*game, *ordinal, false))
    } else {
        None
    }
}

/// An input that is not answered.
fn unasked(actor: Actor, device: &str, events: Vec<Event>) -> Taken {
    Taken { entry: BatchEntry::unasked(actor, device, events), reply: None }
}

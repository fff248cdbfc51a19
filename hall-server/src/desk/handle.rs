//! The handle to the desk: what it can be told, what it answers, what it shows.

use std::sync::Arc;
use std::time::Duration;

use hall_core::event::{PrintingNo, SessionNo};
use hall_core::hall::{ExportOrder, KeyDraws, PrintOrder, Regulation};
use hall_core::machine::{BootId, Report};
use hall_core::people::{PersonId, Role};
use hall_core::record::Line;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use hall_core::rules::Light;
use hall_core::vault::Vault;
use hall_wire::board::{MesaBoard, PublicBoard, RecordCopy, VoiceNow};
use hall_wire::message;
use hall_wire::sighting::Head;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

use super::line::{LineHandle, Place};
use super::troubles::Writing;
use crate::access::Access;
use crate::clock::Clock;
use crate::journal::{Cosigned, SealedRow};

/// A notice is told again after so long, where the inbox was full.
const TOLD_AGAIN: Duration = Duration::from_secs(5);

/// Every input of the desk.
pub enum Input {
    /// A person asked.
    Asked {
        /// The request, and who asks.
        ask: Box<Ask>,
        /// Where the answer goes, after the commit.
        reply: oneshot::Sender<Answer>,
    },
    /// A machine reported.
    Reported(Report),
    /// A machine reported over a line, which has places of its own in the inbox.
    Heard {
        /// The report.
        report: Report,
        /// Free again as soon as the desk has taken the report.
        place: Place,
    },
    /// The server itself did something.
    Noticed(Notice),
    /// A witness signed a checkpoint; the signature was looked at.
    Cosigned {
        /// What it signed.
        cosigned: Cosigned,
        /// The public half of its key.
        key: [u8; 32],
    },
    /// Time has passed: the desk looks at what changes without an input.
    Tick,
    /// How the other copies of the record stand has changed.
    Copies(Vec<RecordCopy>),
    /// How the hall's voice is has changed.
    Voice(VoiceNow),
    /// Somebody wants to know whether the desk still answers.
    Alive(oneshot::Sender<()>),
}

/// A request with its id.
pub struct Ask {
    /// The client's UUID.
    pub request_id: String,
    /// The device the id belongs to.
    pub device: String,
    /// Who asks.
    pub by: PersonId,
    /// SHA-256 of the request's body.
    pub body_sha256: [u8; 32],
    /// The request.
    pub request: Request,
    /// The values its events refer to.
    pub sealed: Vec<SealedRow>,
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub enum Answer {
    /// On disk, in these lines.
    Done(Vec<Line>),
    /// Nothing changed.
    Refused(Refusal),
    /// The id was used for another request.
    IdReused,
}

/// What everybody else may look at, made anew after each commit.
#[derive(Clone)]
pub struct View {
    /// The last line on disk.
    pub seq: u64,
    /// When the desk made this.
    pub at_utc_ms: i64,
    /// The desk's clock, for the screens to count by.
    pub clock: Clock,
    /// What the hall may see.
    pub public: PublicBoard,
    /// What the desk sees.
    pub mesa: MesaBoard,
    /// Who may come in.
    pub access: Arc<Access>,
    /// The cards, to look them up. Replaced when the desk learns of a matrix; the cards themselves are shared.
    pub vault: Arc<Vault>,
    /// The number the next matrix must have.
    pub next_matrix: u32,
    /// Public draws that make keys of matrices.
    pub key_draws: Arc<KeyDraws>,
    /// The regulation in force, and those that come.
    pub regulation: Arc<Regulation>,
    /// Figures for `/metrics` and `/healthz`.
    pub facts: Facts,
}

impl View {
    /// The desk's clock now, as it travels.
    pub fn clock_says(&self) -> message::ClockReading {
        let now = self.clock.now();
        message::ClockReading { at_utc_ms: now.utc_ms, utc_offset_minutes: i32::from(now.offset_minutes) }
    }
}

/// Figures of the desk.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The head of the chain, in hex.
    pub head_hash: String,
    /// The hash of the first line, in hex: it tells one hall from another.
    pub founding_hash: String,
    /// How many lines the newest checkpoint covers; 0 without one.
    pub signed: u64,
    /// The machine is in line.
    pub machine_linked: bool,
    /// The machine's door is open.
    pub door_open: bool,
    /// The power-up of the machine that identified itself last.
    pub power_up: Option<BootId>,
    /// Inputs that wait for the desk.
    pub inbox: usize,
    /// Commits since the start.
    pub commits: u64,
    /// Events since the start.
    pub events: u64,
    /// Requests refused since the start.
    pub refusals: u64,
    /// Reports taken in since the start.
    pub reports: u64,
    /// How long the last commit took.
    pub last_commit_micros: u64,
    /// The session whose acta should be on disk and is not, and the line it must cover.
    pub acta_due: Option<(SessionNo, u64)>,
    /// The first session whose close has no stamp of another house, and the line that closed it.
    pub stamp_due: Option<(SessionNo, u64)>,
    /// How many have none, where there is an authority to ask and where there is none.
    pub unstamped: usize,
    /// The last session whose acta is on disk.
    pub acta: Option<SessionNo>,
    /// The line of the last session's close.
    pub closed: Option<u64>,
    /// The last line up to which the requests were taken into the record.
    pub digested: u64,
    /// The printings whose pages should be on disk and are not.
    pub printings_due: Vec<(PrintingNo, PrintOrder)>,
    /// The rehearsal of the spare whose end should be known and is not.
    pub rehearsal_due: Option<RehearsalDue>,
    /// The export whose end should be known and is not.
    pub export_due: Option<ExportDue>,
    /// When panels show a ball that the voice says, in the open session.
    pub light: Light,
    /// The disk is full: the running game can be finished, no sale opens.
    pub disk_full: bool,
    /// What is wrong with the server itself, by code.
    pub troubles: Vec<&'static str>,
    /// Since when the desk writes.
    pub writing: Writing,
}

/// An export that was asked for, and the roles of who asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportDue {
    /// What was asked for.
    pub order: ExportOrder,
    /// Of who asked, when the order was written.
    pub roles: Vec<Role>,
}

/// A rehearsal of the spare that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RehearsalDue {
    /// Its number.
    pub rehearsal: u32,
    /// The line at which this server's hall was looked at.
    pub head: Head,
    /// SHA-256 of the hall then.
    pub hall_sha256: [u8; 32],
}

/// The desk cannot answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Busy {
    /// Its inbox is full: try again.
    Full,
    /// The desk has ended.
    Gone,
}

/// Whether the disk has room for a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disk {
    /// The reserve is there.
    Reserved,
    /// Not even the reserve: the running game can be finished, no sale opens.
    Full,
}

/// A handle to the desk.
#[derive(Clone)]
pub struct DeskHandle {
    inbox: mpsc::Sender<Input>,
    /// The latest view.
    pub view: watch::Receiver<Arc<View>>,
}

impl DeskHandle {
    /// A handle over these ends; for the desk and for tests of the web.
    pub fn new(inbox: mpsc::Sender<Input>, view: watch::Receiver<Arc<View>>) -> DeskHandle {
        DeskHandle { inbox, view }
    }

    /// Asks and waits for the answer, which comes after the commit. After [`Busy::Full`] nothing was decided; after
    /// [`Busy::Gone`] nobody knows.
    pub async fn ask(&self, ask: Ask) -> Result<Answer, Busy> {
        let (reply, answer) = oneshot::channel();
        self.inbox.try_send(Input::Asked { ask: Box::new(ask), reply }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Busy::Full,
            mpsc::error::TrySendError::Closed(_) => Busy::Gone,
        })?;
        answer.await.map_err(|_| Busy::Gone)
    }

    /// Tells the desk something; dropped when the inbox is full, since notices are told or found out again.
    pub fn notice(&self, notice: Notice) {
        if self.inbox.try_send(Input::Noticed(notice)).is_err() {
            tracing::warn!("the desk's inbox is full: a notice was dropped");
        }
    }

    /// Tells the desk something until its view shows that it was heard. Fails when the desk has ended.
    pub async fn notice_until(&self, notice: Notice, is_heard: impl Fn(&View) -> bool) -> Result<(), Busy> {
        let mut view = self.view.clone();
        loop {
            self.notice(notice.clone());
            match timeout(TOLD_AGAIN, view.wait_for(|view| is_heard(view))).await {
                Ok(heard) => return heard.map(drop).map_err(|_| Busy::Gone),
                Err(_) => continue,
            }
        }
    }

    /// Tells the desk that a witness signed; dropped when the inbox is full, since it signs the next one too.
    pub fn cosigned(&self, cosigned: Cosigned, key: [u8; 32]) {
        let _ = self.inbox.try_send(Input::Cosigned { cosigned, key });
    }

    /// Tells the desk that time has passed. One that is busy looks at the same things by itself.
    pub fn tick(&self) {
        let _ = self.inbox.try_send(Input::Tick);
    }

    /// Shows how the other copies of the record stand; returns whether the desk had a place for it.
    pub fn copies(&self, copies: Vec<RecordCopy>) -> bool {
        self.inbox.try_send(Input::Copies(copies)).is_ok()
    }

    /// Shows how the hall's voice is; returns whether the desk had a place for it.
    pub fn voice(&self, voice: VoiceNow) -> bool {
        self.inbox.try_send(Input::Voice(voice)).is_ok()
    }

    /// Waits until the desk has taken this and what came before it, and committed what that made.
    pub async fn answers(&self) -> Result<(), Busy> {
        let (reply, answer) = oneshot::channel();
        self.inbox.try_send(Input::Alive(reply)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Busy::Full,
            mpsc::error::TrySendError::Closed(_) => Busy::Gone,
        })?;
        answer.await.map_err(|_| Busy::Gone)
    }

    /// Tells the desk something that must arrive; waits for a place in the inbox. Fails when the desk has ended.
    pub fn tell(&self, input: Input) -> Result<(), Busy> {
        self.inbox.blocking_send(input).map_err(|_| Busy::Gone)
    }

    /// The handle of one machine's line, with places of its own in the inbox.
    pub fn line(&self) -> LineHandle {
        LineHandle::new(self.clone())
    }
}

//! Sessions that people take away on the stick in the server (ADR 53): asked for at the desk, made by another process at the lowest
//! priority, so that neither the hall nor its files wait for a stick.
//!
//! An order that a power cut or a stop broke off is carried out again after the start.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hall_core::people::{PersonId, Role};
use hall_core::request::Notice;
use hall_wire::message::Exporting;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::desk::{DeskHandle, ExportDue, View};
use crate::export::{self, Decimals, ExportError, Field, Order, Part};
use crate::journal::JournalError;

/// The desk is told again after so long, where its inbox was full.
const AGAIN: Duration = Duration::from_secs(5);

/// How far the export is that is being made.
#[derive(Debug, Default)]
pub struct Doing {
    at: Mutex<Option<Exporting>>,
    run: Mutex<Run>,
}

/// The process that makes an export.
#[derive(Debug, Default)]
enum Run {
    #[default]
    None,
    Begun(Child),
    /// The server ends.
    Stopped,
}

impl Doing {
    /// What is being done, if anything is.
    pub fn at(&self) -> Option<Exporting> {
        lock(&self.at).clone()
    }

    fn stop(&self) {
        let mut run = lock(&self.run);
        if let Run::Begun(child) = &mut *run {
            // One that has ended already cannot be killed, and need not be.
            let _ = child.kill();
        }
        *run = Run::Stopped;
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops the process when the server does.
struct Stopping(Arc<Doing>);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Makes what was asked for, one export at a time. Ends with the desk. `media` is `/` outside tests.
pub async fn serve(desk: DeskHandle, dir: PathBuf, media: PathBuf, doing: Arc<Doing>) {
    let mut view = desk.view.clone();
    let _stopping = Stopping(doing.clone());
    loop {
        let Some(due) = view.borrow_and_update().facts.export_due.clone() else {
            if view.changed().await.is_err() {
                return;
            }
            continue;
        };
        let export = due.order.no;
        let job = Job::of(due, dir.clone(), media.clone());
        let with = doing.clone();
        let made = tokio::task::spawn_blocking(move || carried_out(&job, &with)).await;
        *lock(&doing.at) = None;
        let notice = match made.unwrap_or_else(|error| Err(error.to_string())) {
            Ok(Said::Made { place, first, last, manifest_sha256 }) => {
                tracing::info!(export, place, "an export was made");
                let manifest_sha256 = manifest_sha256.0;
                Notice::ExportMade { export, place, first, last, manifest_sha256 }
            }
            Ok(Said::Failed { words }) | Err(words) => {
                tracing::warn!(export, words, "an export was not made");
                Notice::ExportFailed { export, words }
            }
            Ok(Said::Doing { .. }) => continue,
        };
        let over = |view: &Arc<View>| view.facts.export_due.as_ref().is_none_or(|due| due.order.no != export);
        loop {
            desk.notice(notice.clone());
            match timeout(AGAIN, view.wait_for(over)).await {
                Ok(Ok(_)) => break,
                Ok(Err(_)) => return,
                Err(_) => (),
            }
        }
    }
}

/// What the other process is told.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    dir: PathBuf,
    media: PathBuf,
    export: u32,
    first: u32,
    last: u32,
    names: bool,
    documents: bool,
    signatures: bool,
    person: u32,
    roles: Vec<String>,
    line: u64,
}

/// What it says, line by line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    Doing { words: String, part: u64 },
    Made { place: String, first: u64, last: u64, manifest_sha256: Hex },
    Failed { words: String },
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Hex([u8; 32]);

impl From<Hex> for String {
    fn from(hex: Hex) -> String {
        hex::encode(hex.0)
    }
}

impl TryFrom<String> for Hex {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Hex, hex::FromHexError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map(|()| Hex(bytes))
    }
}

impl Job {
    fn of(due: ExportDue, dir: PathBuf, media: PathBuf) -> Job {
        let ExportDue { order, roles } = due;
        Job {
            dir,
            media,
            export: order.no,
            first: order.first.0,
            last: order.last.0,
            names: order.names,
            documents: order.documents,
            signatures: order.signatures,
            person: order.by.0,
            roles: roles.into_iter().map(|role| role.name().to_owned()).collect(),
            line: order.seq,
        }
    }

    /// Its name on the stick: two of one session do not disturb each other.
    fn name(&self) -> String {
        let Job { export, first, last, .. } = self;
        if first == last {
            format!("bombo-exportacion-{export}-sesion-{first}")
        } else {
            format!("bombo-exportacion-{export}-sesiones-{first}-{last}")
        }
    }
}

/// Runs the other process to its end.
fn carried_out(job: &Job, doing: &Doing) -> Result<Said, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let (ask, answers) =
        begun(&program, doing).map_err(|error| format!("No se ha podido empezar: {error}."))?;
    serde_json::to_writer(ask, job).map_err(|error| error.to_string())?;
    let mut end = None;
    for line in BufReader::new(answers).lines().map_while(Result::ok) {
        match serde_json::from_str(&line) {
            Ok(Said::Doing { words, part }) => {
                *lock(&doing.at) = Some(Exporting { words, part: part.min(100) });
            }
            Ok(said) => end = Some(said),
            Err(error) => tracing::warn!(line, %error, "an export says what is not understood"),
        }
    }
    if let Run::Begun(mut child) = std::mem::take(&mut *lock(&doing.run)) {
        let _ = child.wait();
    }
    end.ok_or_else(|| "El programa que la hacía terminó antes de tiempo.".to_owned())
}

fn begun(program: &Path, doing: &Doing) -> std::io::Result<(ChildStdin, ChildStdout)> {
    let mut run = lock(&doing.run);
    if matches!(*run, Run::Stopped) {
        return Err(std::io::Error::other("el servidor se está parando"));
    }
    let mut child =
        Command::new(program).arg("export-order").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let ends = child.stdin.take().zip(child.stdout.take());
    *run = Run::Begun(child);
    ends.ok_or_else(|| std::io::Error::other("sin entrada ni salida"))
}

/// The other process: reads what it is told and says what comes of it. Ends with the server that began it.
///
/// # Errors
/// When it is told nothing that it understands, or there is nobody to tell.
pub fn carry_out(from: impl Read, mut to: impl Write) -> std::io::Result<()> {
    let job: Job = serde_json::from_reader(from).map_err(std::io::Error::other)?;
    // The hall is played meanwhile. Where the system does not allow it, it is done all the same.
    rustix::process::nice(19).ok();
    let mut told = Ok(());
    let end = made(&job, &mut |words, part| {
        if told.is_ok() {
            told = say(&mut to, &Said::Doing { words: words.to_owned(), part });
        }
        told.is_ok()
    });
    told?;
    say(&mut to, &end)
}

fn say(to: &mut impl Write, said: &Said) -> std::io::Result<()> {
    serde_json::to_writer(&mut *to, said)?;
    to.write_all(b"\n")?;
    to.flush()
}

fn made(job: &Job, tell: &mut dyn FnMut(&str, u64) -> bool) -> Said {
    let stick = match export::drive::only(&job.media) {
        Ok(stick) => stick,
        Err(error) => return Said::Failed { words: words_of(&error) },
    };
    let to = stick.join(job.name());
    let asked =
        [(job.names, Field::Names), (job.documents, Field::Documents), (job.signatures, Field::Signatures)];
    let roles = job.roles.iter().filter_map(|role| Role::from_name(role)).collect();
    let order = Order {
        dir: job.dir.clone(),
        part: Part::Sessions(job.first, job.last),
        to: to.clone(),
        // Whoever asks at a console opens the tables with a spreadsheet in Spanish.
        decimals: Decimals::Comma,
        with: asked.into_iter().filter_map(|(asked, field)| asked.then_some(field)).collect(),
        by: Some((PersonId(job.person), roles, job.line)),
    };
    let mut nobody_listens = false;
    let made = export::export(&order, &mut |words, part| nobody_listens |= !tell(words, part));
    match made {
        Ok(made) => {
            let place = made.to.display().to_string();
            let (first, last) = (*made.lines.start(), *made.lines.end());
            Said::Made { place, first, last, manifest_sha256: Hex(made.manifest_sha256) }
        }
        Err(error) => {
            let is_gone = export::drive::only(&job.media).ok().is_none_or(|found| found != stick);
            // What is on the stick is no export; it takes room from the next try.
            fs::remove_dir_all(to.with_added_extension("incompleto")).ok();
            Said::Failed { words: if is_gone { GONE.to_owned() } else { words_of(&error) } }
        }
    }
}

const GONE: &str = "Se ha quitado el lápiz antes de terminar. Lo que quedó en él no es una exportación: póngalo otra vez y repita.";

/// Why, and for whoever stands at a console: the stick, and not the hall's disk, is full.
fn words_of(error: &ExportError) -> String {
    if let ExportError::Journal(JournalError::Full { .. }) = error {
        "El lápiz está lleno. Deje sitio en él, o ponga otro, y repita.".to_owned()
    } else if let ExportError::NoDrive = error {
        "No hay ningún lápiz USB conectado en el servidor. Conéctelo y repita.".to_owned()
    } else if let ExportError::SeveralDrives(names) = error {
        format!("Hay varios lápices en el servidor: {names}. Deje uno solo y repita.")
    } else {
        error.to_string()
    }
}

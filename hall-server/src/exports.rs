//! Sessions that people take away on the stick in the server (ADR 53): asked for at the desk, made by another process at the lowest
//! priority, so that neither the hall nor its files wait for a stick.
//!
//! An order that a power cut or a stop broke off is carried out again after the start.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use hall_core::people::{PersonId, Role};
use hall_core::record::Hash;
use hall_core::request::Notice;
use hall_wire::message::Exporting;
use rustix::process::{Signal, nice, set_parent_process_death_signal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::child::Stoppable;
use crate::desk::{DeskHandle, ExportDue, View};
use crate::export::{self, Decimals, ExportError, Field, Order, Part};
use crate::journal::{self, Head, JournalError};

/// How far the export is that is being made.
#[derive(Debug, Default)]
pub struct Doing {
    at: Mutex<Option<Exporting>>,
    child: Stoppable,
}

impl Doing {
    /// What is being done, if anything is.
    pub fn at(&self) -> Option<Exporting> {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is(&self, at: Option<Exporting>) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

/// Stops the process when the server does.
struct Stopping(Arc<Doing>);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.child.stop();
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
        doing.is(None);
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
        let is_over = |view: &View| view.facts.export_due.as_ref().is_none_or(|due| due.order.no != export);
        if desk.notice_until(notice, is_over).await.is_err() {
            return;
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
    let mut command = Command::new(program);
    command.arg("export-order").stdin(Stdio::piped()).stdout(Stdio::piped());
    let ends = |child: &mut Child| (child.stdin.take(), child.stdout.take());
    let begun = doing.child.begin(&mut command, ends);
    let begun = begun.map_err(|error| format!("No se ha podido empezar: {error}."))?;
    let Some((Some(ask), Some(answers))) = begun else {
        return Err("El servidor se está parando.".to_owned());
    };
    serde_json::to_writer(ask, job).map_err(|error| error.to_string())?;
    let mut end = None;
    for line in BufReader::new(answers).lines().map_while(Result::ok) {
        match serde_json::from_str(&line) {
            Ok(Said::Doing { words, part }) => {
                doing.is(Some(Exporting { words, part: part.min(100) }));
            }
            Ok(said) => end = Some(said),
            Err(error) => tracing::warn!(line, %error, "an export says what is not understood"),
        }
    }
    doing.child.ended().map_err(|error| error.to_string())?;
    end.ok_or_else(|| "El programa que la hacía terminó antes de tiempo.".to_owned())
}

/// The other process: reads what it is told and says what comes of it. Ends with the server that began it.
///
/// # Errors
/// When it is told nothing that it understands, or there is nobody to tell.
pub fn carry_out(from: impl Read, mut to: impl Write) -> std::io::Result<()> {
    // The next server makes it anew, on the same stick and under the same name.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let job: Job = serde_json::from_reader(from).map_err(std::io::Error::other)?;
    // The hall is played meanwhile. Where the system does not allow it, it is done all the same.
    nice(19).ok();
    let mut tell = |said: &Said| -> std::io::Result<()> {
        serde_json::to_writer(&mut to, said)?;
        to.write_all(b"\n")?;
        to.flush()
    };
    // Where there is no server any more, nothing is begun.
    tell(&Said::Doing { words: "Buscando el lápiz".to_owned(), part: 0 })?;
    let end = made(&job, &mut |words, part| {
        // Nobody misses it: a server that ends takes this process with it.
        let _ = tell(&Said::Doing { words: words.to_owned(), part });
    });
    tell(&end)
}

fn made(job: &Job, progress: &mut dyn FnMut(&str, u64)) -> Said {
    let stick = match export::drive::only(&job.media) {
        Ok(stick) => stick,
        Err(error) => return Said::Failed { words: words_of(&error) },
    };
    // An inspector's stick goes from hall to hall, and each has its first export.
    let again = (2..).map(|n| stick.join(format!("{}-{n}", job.name())));
    let mut names = std::iter::once(stick.join(job.name())).chain(again);
    let to = loop {
        let Some(to) = names.next() else { unreachable!("there is no end of names") };
        if let Some(said) = made_before(job, &to) {
            return said;
        }
        if !to.exists() {
            break to;
        }
    };
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
    match export::export(&order, progress) {
        Ok(made) => {
            let place = made.to.display().to_string();
            let (first, last) = (*made.lines.start(), *made.lines.end());
            Said::Made { place, first, last, manifest_sha256: Hex(made.manifest_sha256) }
        }
        Err(error) => {
            let is_gone = match export::drive::only(&job.media) {
                Ok(found) => found != stick,
                Err(ExportError::SeveralDrives(_)) => false,
                Err(_) => true,
            };
            // What is on the stick is no export; it takes room from the next try.
            fs::remove_dir_all(to.with_added_extension("incompleto")).ok();
            Said::Failed { words: if is_gone { GONE.to_owned() } else { words_of(&error) } }
        }
    }
}

/// What was made before the power went, of which the record does not know yet: it has its name only since it is whole.
fn made_before(job: &Job, to: &Path) -> Option<Said> {
    let manifest = fs::read(to.join("manifiesto.json")).ok()?;
    let says: Value = serde_json::from_slice(&manifest).ok()?;
    let lines = &says["lineas"];
    let (first, last) = (lines["primera"].as_u64()?, lines["ultima"].as_u64()?);
    let head = Head { seq: last, hash: Hash::parse(lines["huella"].as_str()?)? };
    // Another hall's may have the same name.
    let is_ours = says["pedido"]["linea"] == job.line
        && journal::look(&job.dir, |record| record.has(head)).is_ok_and(|has| has);
    let (place, manifest_sha256) = (to.display().to_string(), Hex(Sha256::digest(&manifest).into()));
    is_ours.then_some(Said::Made { place, first, last, manifest_sha256 })
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

//! `hall-server report`: one file for a technician far away (ADR 87). With it he knows what runs here and how it stands, and has the
//! hall of any of its last lines again (`hall-server replay`).
//!
//! What goes in is chosen, and nothing goes in because nobody thought of it: of the settings only the keys of a list, of the record
//! its lines, which hold no name, no PIN and no key (DECISIONS 2). Texts that programs wrote are searched for the names that this hall
//! knows. It only reads, beside a running server or not; what it writes has its name once it is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::clock::{Clock, utc_ms};
use crate::config::Config;
use crate::doctor::{self, Finding, from_here};
use crate::export::{ExportError, Packed, ZipWriter, drive};
use crate::journal::{self, Head, JournalError, RecordReader, beside};

mod lines;
mod logs;
mod readme;
mod settings;
mod struck;
mod versions;

pub(crate) use lines::{BEGINNING, Beginning, LINES};
use struck::Struck;

/// How many sessions' lines go along, when nobody says.
pub const SESSIONS: u32 = 2;

/// What a name ends in until everything is on the disk.
const INCOMPLETE: &str = ".incompleto";

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Order {
    /// The hall's folder.
    pub dir: PathBuf,
    /// A folder in which to make it, a file that ends in `.zip`, or `usb`: the stick that is plugged in.
    pub to: PathBuf,
    /// The lines of how many sessions, back from the last; at least 1.
    pub sessions: u32,
    /// Where the server listens, if not where its settings say.
    pub server: Option<SocketAddr>,
    /// Files into which programs of the hall wrote what they say, where there is no journal.
    pub logs: Vec<PathBuf>,
    /// Where technicians keep the settings of the other programs.
    pub settings: PathBuf,
}

/// What was made.
#[derive(Debug)]
pub struct Made {
    /// The file.
    pub to: PathBuf,
    /// How many files are in it.
    pub files: usize,
    /// Its length.
    pub bytes: u64,
    /// The lines in it; none where the record could not be read.
    pub lines: Option<(u64, Head)>,
    /// What is missing, in Spanish.
    pub warnings: Vec<String>,
}

/// No report was made, and nothing is left of it.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Something has that name.
    #[error("Ya existe {}: no se escribe encima. Diga otro nombre con --out.", .0.display())]
    Exists(PathBuf),
    /// It cannot be a report's name.
    #[error("{} no es una carpeta ni termina en «.zip». Diga con --out una de las dos cosas.", .0.display())]
    Name(PathBuf),
    /// The disk is full.
    #[error("No queda sitio en el disco de {}: no se ha hecho el informe ni queda nada de él. Haga sitio, o diga otro disco con --out (un lápiz: --out usb).", .0.display())]
    Full(PathBuf),
    /// It cannot be written there.
    #[error("No se puede escribir {}: {source}. Diga con --out una carpeta en la que esta cuenta pueda escribir, como /tmp, o un lápiz (--out usb).", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// There is no stick, or more than one.
    #[error(transparent)]
    Drive(#[from] ExportError),
    /// The record could not be read any more, once it had been begun.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Makes a report. `progress` is told what is being done and how much of it, from 0 to 100.
pub fn report(order: &Order, progress: &mut dyn FnMut(&str, u64)) -> Result<Made, ReportError> {
    let to = named(order)?;
    let draft = Draft(beside(&to, INCOMPLETE));
    let findings = doctor::examine(
        &doctor::Order {
            dir: order.dir.clone(),
            server: order.server,
            cameras: Vec::new(),
            settings: order.settings.clone(),
        },
        progress,
    );
    let read =
        journal::look(&order.dir, |reader| match written(order, Ok(reader), &findings, &draft.0, progress) {
            // A look that was disturbed is made again, and then this error is of no interest.
            Err(ReportError::Journal(error)) => Err(error),
            other => Ok(other),
        });
    let mut made = match read {
        Ok(made) => made?,
        // A record that cannot be read is what a technician is called for.
        Err(error) => written(order, Err(&error.to_string()), &findings, &draft.0, progress)?,
    };
    fs::rename(&draft.0, &to).map_err(|error| failed(&to)(error))?;
    made.bytes = fs::metadata(&to).map_or(0, |file| file.len());
    made.to = to;
    Ok(made)
}

/// The name of the report.
fn named(order: &Order) -> Result<PathBuf, ReportError> {
    let to = if order.to == Path::new("usb") { drive::only(Path::new("/"))? } else { order.to.clone() };
    let to = if to.is_dir() {
        let zone =
            journal::look(&order.dir, RecordReader::known).map_or_else(|_| String::new(), |known| known.zone);
        to.join(format!("bombo-informe-{}.zip", Clock::of_zone(&zone).print_name(utc_ms())))
    } else {
        to
    };
    if to.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("zip")) {
        return Err(ReportError::Name(to));
    }
    if to.exists() { Err(ReportError::Exists(to)) } else { Ok(to) }
}

/// A file in the making, of which nothing is left unless it is given its name.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        // It is gone where all went well.
        let _ = fs::remove_file(&self.0);
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> ReportError + Copy + '_ {
    move |source| {
        if matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
            ReportError::Full(path.to_owned())
        } else {
            ReportError::Unwritable { path: path.to_owned(), source }
        }
    }
}

/// The file that is being written.
struct Out {
    zip: ZipWriter<File>,
    path: PathBuf,
    names: Vec<String>,
}

impl Out {
    fn begin(path: &Path) -> Result<Out, ReportError> {
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
        let zip = ZipWriter::new(file.map_err(failed(path))?);
        Ok(Out { zip, path: path.to_owned(), names: Vec::new() })
    }

    /// Writes a file of it, piece by piece.
    fn file(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Broken>,
    ) -> Result<(), ReportError> {
        let broken = |error| match error {
            Broken::Journal(error) => ReportError::Journal(error),
            Broken::File(error) => failed(&self.path)(error),
        };
        let mut into = self.zip.file(name).map_err(failed(&self.path))?;
        write(&mut into).map_err(broken)?;
        Packed::end(into).map_err(failed(&self.path))?;
        self.names.push(name.to_owned());
        Ok(())
    }

    fn text(&mut self, name: &str, text: &str) -> Result<(), ReportError> {
        self.file(name, |into| Ok(into.write_all(text.as_bytes())?))
    }

    fn end(self) -> Result<usize, ReportError> {
        self.zip.end().and_then(|file| file.sync_all()).map_err(failed(&self.path))?;
        Ok(self.names.len())
    }
}

/// What keeps a file of the report from being written.
enum Broken {
    Journal(JournalError),
    File(io::Error),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        Broken::File(error)
    }
}

impl From<JournalError> for Broken {
    fn from(error: JournalError) -> Broken {
        Broken::Journal(error)
    }
}

/// Writes everything under the draft's name.
fn written(
    order: &Order,
    record: Result<&RecordReader, &str>,
    findings: &[Finding],
    draft: &Path,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Made, ReportError> {
    let struck = record.map_or_else(|_| Struck::default(), Struck::of);
    let clean = |text: &str| struck.clean(text);
    let mut warnings = Vec::new();
    let mut out = Out::begin(draft)?;
    progress("Reuniendo ajustes y versiones", 0);
    out.text("ajustes.toml", &clean(&settings::text(&order.dir)))?;
    out.text("versiones.txt", &clean(&versions::text(record.ok())))?;
    let told: String = findings.iter().map(|finding| format!("{finding}\n")).collect();
    out.text("comprobaciones.txt", &clean(&told))?;
    out.text("comprobaciones.json", &clean(&doctor::json(findings)))?;
    progress("Preguntando al servidor", 0);
    for (path, name) in [("/healthz", "salud.json"), ("/metrics", "metricas.txt")] {
        match asked(order, path) {
            Ok(text) => out.text(name, &clean(&text))?,
            Err(why) => warnings.push(format!("Falta {name}: {why}")),
        }
    }
    progress("Recogiendo lo que dicen los programas", 0);
    let logs = logs::all(&order.logs);
    if logs.is_empty() {
        warnings.push("Faltan los diarios: aquí no hay systemd. Si el servidor escribe en un fichero, repita con --log FICHERO.".to_owned());
    }
    for (name, text) in &logs {
        out.text(&format!("diarios/{name}"), &clean(text))?;
    }
    let lines = match record {
        Ok(reader) => Some(lines::write(&mut out, reader, order.sessions, progress)?),
        Err(why) => {
            warnings.push(format!("Falta el registro: {}", clean(why)));
            None
        }
    };
    out.text("LEEME.txt", &readme::text(&out.names, lines.as_ref(), &warnings))?;
    let files = out.end()?;
    let lines = lines.map(|lines| (lines.first, lines.last));
    Ok(Made { to: draft.to_owned(), files, bytes: 0, lines, warnings })
}

/// What the server answers, if one runs.
fn asked(order: &Order, path: &str) -> Result<String, String> {
    if !journal::is_served(&order.dir).unwrap_or(false) {
        return Err("el servidor está parado.".to_owned());
    }
    let at = order.server.or_else(|| Config::read(&order.dir).ok().map(|config| config.listen));
    let at =
        at.filter(|at| at.port() != 0).ok_or("no se sabe dónde escucha el servidor: dígalo con --server.")?;
    let answer = doctor::get(from_here(at), path)
        .map_err(|error| format!("el servidor no contesta en {at}: {error}."))?;
    if answer.status == 200 {
        Ok(answer.body)
    } else {
        Err(format!("el servidor contesta {}.", answer.status))
    }
}

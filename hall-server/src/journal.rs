//! The record on disk: one SQLite file, written by one connection in one process.
//!
//! Only this module knows of SQLite. What a line is and how it is hashed is in [`hall_core::record`]; when something is
//! written is the desk's business. Nothing here reads a clock.
//!
//! 1. [`Journal::open`] refuses a database that cannot be trusted, and says what to do.
//! 2. [`RecordReader::replay`] reads every line and checks the chain.
//! 3. [`Journal::append`] writes a batch of requests in one transaction, tables included. After [`AppendError::InDoubt`]
//!    the process must end: what is on disk is known only after opening again (`request` tells).
//! 4. [`Journal::checkpoint`] at the end of a game, [`check()`] at the end of a session.
//! 5. [`RecordReader::portion`] reads a piece of it for another place, where [`Journal::take_in`] writes it.

use std::io;
use std::path::{Path, PathBuf};

use hall_core::event::Event;
use hall_core::people::{Actor, Sealed};
use hall_core::record::DecodeError;

mod append;
mod archive;
mod asked;
mod check;
mod copy;
mod doubt;
mod cited;
mod extraction;
mod draws;
mod fields;
mod film;
mod follows;
mod game_lines;
mod lists;
mod lock;
mod look;
mod moved;
mod open;
mod portion;
mod read;
mod rebuild;
mod roll;
mod room;
mod seal;
mod search;
mod signatures;
mod signed;
mod stands;
mod tables;
mod taken;
mod tree;
mod trouble;
mod upgrade;
mod whereabouts;
mod witness;

pub use append::{AppendError, Appended};
pub use archive::{ARCHIVES, Archive, archives_of};
pub use asked::AskedDigest;
pub use check::{CheckReport, Finding, check, check_by, check_copy, check_copy_by};
pub use copy::{Known, Pace};
pub(crate) use extraction::Interval;
pub use hall_wire::sighting::{Head, Sighting};
pub(crate) use lists::ActaCopy;
pub use lists::PaidPrize;
pub use look::look;
pub use moved::{Fate, Moved};
pub use open::{Journal, Opened, Pages, database_in, release_reserve};
pub use portion::{Portion, PortionError, PortionLine, PortionRequest, TakeInError};
pub use read::{Answered, Interrupter, RecordReader};
pub use rebuild::rebuild;
pub use roll::RollError;
pub use room::{Room, room_at};
pub use seal::{SealedRow, seal};
pub(crate) use search::Few;
pub use signed::{COSIGNATURES_MAX, Cosigned, Signed, origin};
pub use stands::{Reads, Stands, is_served, stands};
pub(crate) use taken::{Cell, Named, Piece, SessionSpan, TABLES};
pub use upgrade::SCHEMA_VERSION;
pub(crate) use whereabouts::InStock;
pub use witness::witnessed;

/// The whole schema, in the newest version.
pub const SCHEMA: &str = include_str!("../../schema.sql");

/// What is written in one transaction: everything that was waiting at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The desk's clock.
    pub at_utc_ms: i64,
    /// In the order in which they were decided.
    pub entries: Vec<BatchEntry>,
}

/// One request, report or duty, and what followed from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchEntry {
    /// The id its client gave it; empty for what was not asked.
    pub request_id: String,
    /// Who.
    pub actor: Actor,
    /// Where; empty where there is no device.
    pub device: String,
    /// What became true. May be empty only where there is nothing to answer later.
    pub events: Vec<Event>,
    /// The values the events refer to.
    pub sealed: Vec<SealedRow>,
    /// SHA-256 of the request's body; `None` for what was not asked. With it the request is remembered, and
    /// [`RecordReader::answer_of`] finds it.
    pub request_body: Option<[u8; 32]>,
}

impl BatchEntry {
    /// Events without a request, such as a machine's report.
    pub fn unasked(actor: Actor, device: &str, events: Vec<Event>) -> BatchEntry {
        let device = device.to_owned();
        BatchEntry {
            request_id: String::new(),
            actor,
            device,
            events,
            sealed: Vec::new(),
            request_body: None,
        }
    }
}

/// The record could not be opened, read or kept. The server cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// No such file. Opening makes none.
    #[error(
        "No existe la base de datos {}. Compruebe la carpeta y el disco; si la sala es nueva, \
         créela con «hall-server init».", .0.display()
    )]
    Missing(PathBuf),
    /// A database was to be made where there is one.
    #[error("Ya existe {}: no se escribe encima. Elija otra carpeta.", .0.display())]
    Exists(PathBuf),
    /// Another process has it open.
    #[error(
        "Ya hay un servidor (pid {pid}) con esta base de datos ({}). Ciérrelo antes de abrir otro.",
        path.display()
    )]
    Busy {
        /// The file.
        path: PathBuf,
        /// The process's number, "desconocido" if it has not written it yet.
        pid: String,
    },
    /// The file is something else, not a hall's database.
    #[error(
        "{} no es la base de datos de una sala. No la cambie; restaure la última copia con \
         «hall-server restore».", .0.display()
    )]
    NotADatabase(PathBuf),
    /// SQLite finds it damaged.
    #[error(
        "La base de datos {} está dañada: {detail}. Guarde los tres ficheros tal como están y \
         restaure la última copia con «hall-server restore».", path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// The server had not closed it, and the file with the last commits is gone.
    #[error(
        "Falta {}, con lo último que se escribió en {}. Devuélvalo a su sitio. Si otro programa \
         ha abierto y cerrado la base de datos entretanto, no falta nada: borre {} y arranque, que el testigo dirá si \
         falta algo. Si no, restaure la última copia con «hall-server restore», o acepten dos personas la pérdida con \
         «hall-server accept-loss».", wal.display(), path.display(), lock.display()
    )]
    WalMissing {
        /// The file.
        path: PathBuf,
        /// The missing file.
        wal: PathBuf,
        /// The file that says it was open.
        lock: PathBuf,
    },
    /// Servers started and ended while it was being looked at.
    #[error(
        "Un servidor ha empezado a usar {} mientras se miraba, y ha vuelto a terminar, varias veces. \
         Párelo, o espere a que siga en marcha, y repita la orden.", .0.display()
    )]
    Unsteady(PathBuf),
    /// The open files are no longer those of the folder. Answer nothing and end the process.
    #[error(transparent)]
    Moved(#[from] Moved),
    /// The witness beside the database is gone.
    #[error(
        "Falta {}, que dice hasta dónde llegaba el registro. Devuélvalo a su sitio con los demás ficheros. Si \
         la base de datos viene de una copia, restáurela con «hall-server restore»; si el fichero se ha perdido, dos \
         personas pueden aceptar lo que falte con «hall-server accept-loss».", .0.display()
    )]
    WitnessMissing(PathBuf),
    /// The witness beside the database cannot be read.
    #[error(
        "{} está dañado y no dice hasta dónde llegaba el registro: mire el disco. Devuelva el fichero bueno a su \
         sitio, o restaure la última copia con «hall-server restore»; si no hay otro, dos personas pueden aceptar lo que \
         falte con «hall-server accept-loss».", .0.display()
    )]
    WitnessGarbled(PathBuf),
    /// A witness saw more lines than there are.
    #[error(
        "El registro acaba en la línea {} y {} llegó a ver la {}: faltan {} líneas. Devuelva a su sitio el fichero que \
         falte (suele ser sala.db-wal), restaure una copia más larga con «hall-server restore», o acepten dos personas la \
         pérdida con «hall-server accept-loss».", .0.ours.head.seq, .0.who, .0.saw.head.seq, .0.lines()
    )]
    Shorter(Box<Difference>),
    /// A witness saw another line under the same number.
    #[error(
        "La línea {} del registro no es la que vio {}: esta base de datos es otra, o la han reescrito. No la use; \
         restaure la última copia con «hall-server restore» y compárela con la última acta.", .0.saw.head.seq, .0.who
    )]
    Rewritten(Box<Difference>),
    /// A witness saw a later epoch: the hall went on elsewhere.
    #[error(
        "El registro es de la época {} y {} vio la {}: la sala siguió en otro equipo o en otra copia. No arranque ésta; \
         use aquélla.", .0.ours.epoch, .0.who, .0.saw.epoch
    )]
    OlderEpoch(Box<Difference>),
    /// The hall signed more lines than there are.
    #[error(
        "El registro acaba en la línea {ends} y la sala firmó un punto de control de la {signed}: faltan {} líneas. Devuelva \
         a su sitio el fichero que falte (suele ser sala.db-wal), restaure una copia más larga con «hall-server restore», o \
         acepten dos personas la pérdida con «hall-server accept-loss».", signed - ends
    )]
    SignedLonger {
        /// The lines that a checkpoint covers.
        signed: u64,
        /// The lines that there are.
        ends: u64,
    },
    /// The lines are not those that the hall signed.
    #[error(
        "Las líneas hasta la {0} no son las que firmó la sala: han reescrito el registro, o esta base de datos es otra. No la \
         use; restaure la última copia con «hall-server restore» y compárela con la última acta."
    )]
    NotAsSigned(u64),
    /// The file with earlier lines is gone.
    #[error(
        "Falta {}, con las líneas del registro hasta la {last}. Devuélvalo a su sitio; hay otro igual en la carpeta \
         «archivo» de las copias.", file.display()
    )]
    ArchiveMissing {
        /// The file.
        file: PathBuf,
        /// Its last line.
        last: u64,
        /// Its SHA-256.
        sha256: [u8; 32],
    },
    /// The file with earlier lines is not the one that the record names.
    #[error(
        "{} no es el archivo que cita el registro. Ponga en su sitio el bueno; hay otro igual en la carpeta «archivo» de \
         las copias.", .0.display()
    )]
    ArchiveDiffers(PathBuf),
    /// A newer program has written it.
    #[error(
        "La base de datos {} tiene la versión {found} del esquema y este programa conoce hasta \
         la {known}. Use el programa más nuevo.", path.display()
    )]
    NewerSchema {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest known.
        known: u32,
    },
    /// The SQLite in this program can lose commits.
    #[error(
        "Este programa lleva SQLite {found}, que puede perder datos; hace falta {needed} o \
         posterior. Instale el programa publicado."
    )]
    OldSqlite {
        /// Its number, as in 3051002.
        found: i32,
        /// The least number.
        needed: i32,
    },
    /// A setting on which durability rests was not taken.
    #[error(
        "SQLite no acepta {name} = {wanted} en {} (dice {found}). La carpeta debe estar en un \
         disco local.", path.display()
    )]
    Setting {
        /// The file.
        path: PathBuf,
        /// The pragma.
        name: &'static str,
        /// What it should be.
        wanted: String,
        /// What it is.
        found: String,
    },
    /// Somebody put a trigger into the database, or changed one.
    #[error(
        "La base de datos {} tiene un disparador que no es de este programa ({name}, en la tabla {table}) y que puede \
         cambiar lo que se escribe. No se arranca con él. Guarde la carpeta tal como está y restaure la última copia con \
         «hall-server restore»; «hall-server check» dice qué más se ha tocado.", path.display()
    )]
    ForeignTrigger {
        /// The file.
        path: PathBuf,
        /// Its name.
        name: String,
        /// The table that it is on.
        table: String,
    },
    /// A secret without which no card can be judged is not there.
    #[error(
        "Falta {what}, valor reservado {} de {}: sin ello no se puede comprobar ningún cartón suyo. No se arranca así. \
         Guarde la carpeta tal como está y restaure la última copia con «hall-server restore»; «hall-server check» dice qué \
         más falta.", sealed.id, path.display()
    )]
    SecretMissing {
        /// What, as in "la clave de la matriz 3".
        what: String,
        /// Its reference.
        sealed: Sealed,
        /// The database.
        path: PathBuf,
    },
    /// The record is a spare's.
    #[error(
        "{} es la reserva de {server} y nadie la ha puesto en marcha. Si aquel servidor se ha roto, dos personas la ponen en \
         marcha con «hall-server promote --dir {}».", path.display(), path.display()
    )]
    Follows {
        /// Its folder.
        path: PathBuf,
        /// The server that it follows.
        server: String,
    },
    /// The first line that is missing.
    #[error(
        "Falta la línea {0} del registro: alguien la ha quitado. Restaure la última copia con «hall-server restore» y \
         compárela con la última acta."
    )]
    Gap(u64),
    /// The first line that is not what was written, or does not follow from the one before.
    #[error(
        "La línea {0} del registro no es la que se escribió. Restaure la última copia con «hall-server restore» y \
         compárela con la última acta."
    )]
    Broken(u64),
    /// A line whose columns cannot be read.
    #[error(
        "La línea {seq} del registro no se puede leer. Restaure la última copia con «hall-server restore»."
    )]
    Malformed {
        /// The line.
        seq: u64,
        /// What was wrong with it.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A line this program does not understand.
    #[error(
        "La línea {seq} del registro no se entiende: quizá la escribió un programa más nuevo. \
         Use el programa más nuevo."
    )]
    Unreadable {
        /// The line.
        seq: u64,
        /// What was wrong with it.
        #[source]
        source: DecodeError,
    },
    /// A sealed value is not the one the record refers to.
    #[error("El valor reservado {} no es el que cita el registro. Restaure la última copia con «hall-server restore».", .0.id)]
    SealedDiffers(Sealed),
    /// No room on the disk.
    #[error(
        "El disco de {} está lleno: no se ha podido {doing}. Deje espacio libre en él, sin borrar nada de la \
         carpeta de la sala, y repita la orden. Lo que ya estaba escrito sigue en su sitio.", path.display()
    )]
    Full {
        /// What, as in "leer el registro".
        doing: &'static str,
        /// The file, or the folder of temporary files.
        path: PathBuf,
        /// What SQLite or the system says.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The disk can only be read.
    #[error(
        "El disco de {} está protegido contra escritura: no se ha podido {doing}. Si lo ha puesto así el \
         sistema por un fallo («dmesg» lo dice), no siga con ese disco. Para mirar la sala bastan «hall-server \
         check» y «hall-server head».", path.display()
    )]
    WriteProtected {
        /// What.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What SQLite or the system says.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file is somebody else's.
    #[error(
        "Este usuario no tiene permiso para {doing} ({}). Use el usuario al que pertenece la carpeta de la \
         sala («ls -l» lo dice), o désela a éste con «chown -R».", path.display()
    )]
    Forbidden {
        /// What.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What SQLite or the system says.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// SQLite failed.
    #[error("No se ha podido {doing} ({}).", path.display())]
    Sqlite {
        /// What, as in "leer el registro".
        doing: &'static str,
        /// The database.
        path: PathBuf,
        /// What SQLite says.
        #[source]
        source: rusqlite::Error,
    },
    /// The system failed.
    #[error("No se ha podido {doing} {}.", path.display())]
    File {
        /// What, as in "escribir".
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
}

/// What somebody saw of a record, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Who saw it, as in "el testigo de la carpeta".
    pub who: String,
    /// What was seen.
    pub saw: Sighting,
    /// What there is; of an earlier epoch, what this record has of it.
    pub ours: Sighting,
}

impl Difference {
    /// How many lines fewer there are.
    pub fn lines(&self) -> u64 {
        self.saw.head.seq.saturating_sub(self.ours.head.seq)
    }
}

impl JournalError {
    /// The line of the record that is wrong, if it is one.
    pub fn seq(&self) -> Option<u64> {
        if let JournalError::Gap(seq)
        | JournalError::Broken(seq)
        | JournalError::Malformed { seq, .. }
        | JournalError::Unreadable { seq, .. } = self
        {
            Some(*seq)
        } else {
            None
        }
    }
}

/// `sala.db` and `-wal` give `sala.db-wal`.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The number for a column. One that is too large, which only a forger writes, must not stop the check: it becomes the
/// largest; the record has it as text.
fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number of a row that is never below zero.
fn uint(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

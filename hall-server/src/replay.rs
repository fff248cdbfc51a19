//! `hall-server replay`: the hall as it was at a line, from the lines of a report (or of an export from the first line on) and nothing
//! else. Whoever looks for a fault far away has the very moment again.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use hall_core::people::Actor;
use hall_core::record::{Hash, Line, decode};
use hall_wire::board::{MesaBoard, PublicBoard};
use serde::Deserialize;

use crate::journal::Head;
use crate::replayed::Replayed;
use crate::report::{BEGINNING, Beginning, LINES};

/// The hall could not be had again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// A file is missing or cannot be read.
    #[error("No se puede leer {}: {source}. Diga con --from la carpeta en que se descomprimió el informe, o un «{LINES}».", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The beginning is of another version of the program.
    #[error("{BEGINNING} es de la versión {0} del programa: use ésa.")]
    Version(String),
    /// A line is not one.
    #[error("La línea {0} del fichero no es una línea del registro.")]
    NoLine(u64),
    /// A line does not follow from the one before.
    #[error("La línea {0} del registro no es la que sigue a la de antes: falta alguna, o se ha cambiado.")]
    Broken(u64),
    /// This program does not know what a line says.
    #[error("Este programa no conoce la línea {seq} ({kind}): use la versión que la escribió.")]
    Unknown {
        /// Its number.
        seq: u64,
        /// Its kind.
        kind: String,
    },
    /// The line that was asked for is not there.
    #[error("No está la línea {wanted}: hay de la {first} a la {last}.")]
    NotThere {
        /// What was asked for.
        wanted: u64,
        /// The first at which the hall can be had.
        first: u64,
        /// The last.
        last: u64,
    },
}

/// A line as it stands in the file.
#[derive(Deserialize)]
struct Written {
    seq: u64,
    at_utc_ms: i64,
    kind: String,
    version: u32,
    request_id: String,
    actor: String,
    device: String,
    body: String,
    hash: String,
}

impl Written {
    fn line(self) -> Option<(Line, Hash)> {
        let Written { seq, at_utc_ms, kind, version, request_id, actor, device, body, hash } = self;
        let actor = Actor::parse(&actor)?;
        Some((Line { seq, at_utc_ms, kind, version, request_id, actor, device, body }, Hash::parse(&hash)?))
    }
}

/// The hall of a folder of lines after a line, or after the last.
pub fn replay(from: &Path, to: Option<u64>) -> Result<Replayed, ReplayError> {
    let (lines, beginning) = if from.is_dir() {
        (from.join(LINES), from.join(BEGINNING))
    } else {
        (from.to_owned(), from.with_file_name(BEGINNING))
    };
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| ReplayError::File { path, source }
    };
    let mut replayed = match fs::read_to_string(&beginning) {
        Ok(text) => {
            let read: Beginning =
                serde_json::from_str(&text).map_err(|_| ReplayError::Version("que lo hizo".to_owned()))?;
            read.replayed().map_err(ReplayError::Version)?
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Replayed::default(),
        Err(error) => return Err(failed(&beginning)(error)),
    };
    let first = replayed.head.seq;
    let file = BufReader::new(File::open(&lines).map_err(failed(&lines))?);
    for (number, text) in (1..).zip(file.lines()) {
        if to.is_some_and(|to| replayed.head.seq >= to) {
            break;
        }
        let text = text.map_err(failed(&lines))?;
        let written: Option<Written> = serde_json::from_str(&text).ok();
        let (line, hash) = written.and_then(Written::line).ok_or(ReplayError::NoLine(number))?;
        if line.seq != replayed.head.seq + 1 || line.hash(&replayed.head.hash) != hash {
            return Err(ReplayError::Broken(line.seq));
        }
        let event = decode(&line.kind, line.version, &line.body)
            .map_err(|_| ReplayError::Unknown { seq: line.seq, kind: line.kind.clone() })?;
        replayed.apply(Head { seq: line.seq, hash }, &line, &event);
    }
    match to {
        Some(wanted) if wanted != replayed.head.seq => {
            Err(ReplayError::NotThere { wanted, first, last: replayed.head.seq })
        }
        Some(_) | None => Ok(replayed),
    }
}

/// A hall as JSON: the board that everybody sees, or that of the desk, in the form in which the server answers them.
///
/// # Panics
/// Never: boards are JSON.
pub fn board(replayed: &Replayed, of_the_desk: bool) -> String {
    let hall = &replayed.hall;
    let board = if of_the_desk {
        serde_json::to_value(MesaBoard::of(hall))
    } else {
        serde_json::to_value(PublicBoard::of(hall))
    };
    let at = serde_json::json!({
        "seq": replayed.head.seq,
        "at_utc_ms": replayed.at_utc_ms,
        "board": board.expect("a board is JSON"),
    });
    serde_json::to_string_pretty(&at).expect("a board is JSON")
}

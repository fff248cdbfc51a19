//! The lines of the last sessions, and the hall as it was before them: together, the hall of any of these lines.

use std::fmt::Write as _;

use hall_core::hall::Hall;
use hall_core::record::{Line, read_hall, schemas, write_hall};
use hall_wire::board::PublicBoard;
use serde::{Deserialize, Serialize};

use super::{Broken, Out, ReportError};
use crate::clock::Clock;
use crate::export::json_line;
use crate::journal::{Head, JournalError, RecordReader, SCHEMA_VERSION};
use crate::replayed::Replayed;

/// The lines, as `hall-server export` writes them.
pub(crate) const LINES: &str = "registro.jsonl";

/// The hall before the first of them.
pub(crate) const BEGINNING: &str = "principio.json";

/// Lines that are read at a time, so that a reader stands in no checkpoint's way.
const AT_A_TIME: u32 = 20_000;

/// How many lines people read.
const READ: u64 = 300;

/// The hall before the first line of a report.
#[derive(Serialize, Deserialize)]
pub(crate) struct Beginning {
    /// The version of the program that wrote it: another one reads it only if its halls are the same.
    programa: String,
    /// The line before the first: number and hash.
    linea: String,
    at_utc_ms: i64,
    /// All that the record has made of the hall, as text.
    sala: String,
}

impl Beginning {
    fn of(replayed: &Replayed) -> Beginning {
        Beginning {
            programa: env!("CARGO_PKG_VERSION").to_owned(),
            linea: replayed.head.to_string(),
            at_utc_ms: replayed.at_utc_ms,
            sala: write_hall(&replayed.hall),
        }
    }

    /// The hall, and the line at which it is so; otherwise the version of the program that can read it.
    pub(crate) fn replayed(&self) -> Result<Replayed, String> {
        let other = || self.programa.clone();
        let head = Head::parse(&self.linea).ok_or_else(other)?;
        let hall: Hall = read_hall(&self.sala).map_err(|_| other())?;
        Ok(Replayed { hall, head, at_utc_ms: self.at_utc_ms, ..Replayed::default() })
    }
}

/// What was written.
pub(super) struct Written {
    pub(super) hall: String,
    pub(super) first: u64,
    pub(super) last: Head,
    pub(super) at: String,
}

/// Writes the lines of so many sessions, back from the last, and what they begin with.
pub(super) fn write(
    out: &mut Out,
    reader: &RecordReader,
    sessions: u32,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Written, ReportError> {
    let end = reader.head()?;
    let mut replayed = before(reader, first_of(reader, sessions)?, progress)?;
    let first = replayed.head.seq + 1;
    out.text(BEGINNING, &serde_json::to_string(&Beginning::of(&replayed)).expect("texts are JSON"))?;
    let (mut last, clock) = (Vec::new(), Clock::of_zone(&reader.known()?.zone));
    out.file(LINES, |into| {
        while replayed.head.seq < end.seq {
            let left = u32::try_from(end.seq - replayed.head.seq).unwrap_or(u32::MAX).min(AT_A_TIME);
            let (from, mut written) = (replayed.head, Ok(()));
            let head = reader.replay_some(from, left, |head, line, event| {
                let text = json_line(line, head.hash);
                if end.seq.saturating_sub(line.seq) < READ {
                    last.push(read(&clock, line));
                }
                if written.is_ok() {
                    written = into.write_all(&text);
                }
                replayed.apply(head, line, event);
            })?;
            written?;
            if head == from {
                return Err(Broken::Journal(JournalError::Gap(from.seq + 1)));
            }
            progress("Escribiendo el registro", (head.seq - first + 1) * 100 / (end.seq - first + 1));
        }
        Ok(())
    })?;
    out.text("registro.esquema.json", &schemas())?;
    out.text("ultimas-lineas.txt", &(last.join("\n") + "\n"))?;
    out.text("estado.json", &state(&replayed))?;
    Ok(Written {
        hall: replayed.hall.name.clone(),
        first,
        last: replayed.head,
        at: clock.print(replayed.at_utc_ms),
    })
}

/// A line for people: number, hour, who, where, what.
fn read(clock: &Clock, line: &Line) -> String {
    let Line { seq, at_utc_ms, kind, actor, device, body, .. } = line;
    let device = if device.is_empty() { "-" } else { device };
    format!("{seq} {} {actor} {device} {kind} {body}", clock.print(*at_utc_ms))
}

/// The line that opened the first of the last sessions; 1 where there are not as many.
fn first_of(reader: &RecordReader, sessions: u32) -> Result<u64, JournalError> {
    // Tables of an older program may not be as they are asked for here: then everything goes along.
    if reader.schema_version()? != SCHEMA_VERSION {
        return Ok(1);
    }
    let spans = reader.sessions()?;
    let place = spans.len().checked_sub(usize::try_from(sessions).unwrap_or(usize::MAX));
    Ok(place.and_then(|place| spans.get(place)).map_or(1, |span| span.opened))
}

/// The hall before a line.
fn before(
    reader: &RecordReader,
    first: u64,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Replayed, JournalError> {
    let mut replayed = Replayed::default();
    while replayed.head.seq + 1 < first {
        let left = u32::try_from(first - 1 - replayed.head.seq).unwrap_or(u32::MAX).min(AT_A_TIME);
        let from = replayed.head;
        reader.replay_some(from, left, |head, line, event| replayed.apply(head, line, event))?;
        if replayed.head == from {
            return Err(JournalError::Gap(from.seq + 1));
        }
        progress("Leyendo el registro", replayed.head.seq * 100 / first);
    }
    Ok(replayed)
}

/// How the hall stands at the last line, as anybody in it sees it.
fn state(replayed: &Replayed) -> String {
    let board = serde_json::to_value(PublicBoard::of(&replayed.hall)).expect("a board is JSON");
    let state = serde_json::json!({
        "linea": replayed.head.seq,
        "huella": replayed.head.hash.to_string(),
        "hora_utc_ms": replayed.at_utc_ms,
        "tablero": board,
    });
    let mut text = serde_json::to_string_pretty(&state).expect("a board is JSON");
    writeln!(text).expect("text grows");
    text
}

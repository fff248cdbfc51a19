//! `hall-server export`: a part of the record to take away, and what anybody checks it with (docs/export.md).
//!
//! It only reads, beside a running server or not. What it writes has its name once it is whole.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use hall_core::record;
use sha2::{Digest, Sha256};

use crate::clock::Clock;
use crate::journal::{self, JournalError, Piece, RecordReader, SCHEMA_VERSION, SessionSpan};
use crate::profile;

mod csv;
pub mod drive;
mod keys;
mod lines;
mod manifest;
mod order;
mod out;
mod papers;
mod points;
mod readme;
mod tables;
mod zip;

pub use csv::Decimals;
use lines::Antecedents;
pub(crate) use lines::json_line;
use manifest::{Hall, Told};
pub use order::{ExportError, Exported, Field, Mark, Order, Part};
use out::Out;
use points::{Growing, Points};
pub(crate) use zip::{Packed, ZipWriter};

/// The verifier that a browser opens: one page, of pieces that are read in this order.
pub const VERIFIER_HTML: &str = concat!(
    include_str!("export/verificador/head.html"),
    include_str!("export/verificador/words.js"),
    include_str!("export/verificador/basics.js"),
    include_str!("export/verificador/hashes.js"),
    include_str!("export/verificador/tree.js"),
    include_str!("export/verificador/source.js"),
    include_str!("export/verificador/cards.js"),
    include_str!("export/verificador/sale.js"),
    include_str!("export/verificador/regulation.js"),
    include_str!("export/verificador/duties.js"),
    include_str!("export/verificador/accounts.js"),
    include_str!("export/verificador/hall.js"),
    include_str!("export/verificador/signers.js"),
    include_str!("export/verificador/papers.js"),
    include_str!("export/verificador/stamps.js"),
    include_str!("export/verificador/verify.js"),
    include_str!("export/verificador/middle.html"),
    include_str!("export/verificador/words.js"),
    include_str!("export/verificador/page.js"),
    include_str!("export/verificador/replay.js"),
    include_str!("export/verificador/foot.html"),
);
/// The verifier in Python.
pub const VERIFIER_PY: &str = include_str!("export/verify_acta.py");

/// What it makes cards with; it serves alone too.
pub const REBUILD_PY: &str = include_str!("../../docs/rebuild_matrix.py");

/// Exports. `progress` is told what is being done and how much of it, from 0 to 100.
pub fn export(order: &Order, progress: &mut dyn FnMut(&str, u64)) -> Result<Exported, ExportError> {
    journal::look(&order.dir, |reader| match from_reader(order, reader, progress) {
        // A look that was disturbed is made again, and then this error is of no interest.
        Err(ExportError::Journal(error)) => Err(error),
        other => Ok(other),
    })?
}

fn from_reader(
    order: &Order,
    reader: &RecordReader,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Exported, ExportError> {
    let (found, known) = (reader.schema_version()?, SCHEMA_VERSION);
    if found < known {
        return Err(ExportError::OlderSchema { found, known });
    }
    let sessions = reader.sessions()?;
    let end = reader.head()?;
    let lines = lines_of(order, reader, &sessions, end.seq)?;
    let before = reader.head_at(lines.start() - 1)?.ok_or(JournalError::Gap(lines.start() - 1))?;
    let within = |span: &&SessionSpan| {
        span.opened <= *lines.end() && span.closed.is_none_or(|closed| closed >= *lines.start())
    };
    let mut of_it = sessions.iter().filter(within).map(|span| span.session);
    let first = of_it.next();
    let sessions_in =
        first.map_or(RangeInclusive::new(1, 0), |first| first..=of_it.next_back().unwrap_or(first));
    let piece = Piece { lines: lines.clone(), games: reader.games_of(&sessions_in)?, sessions: sessions_in };
    let hall = Hall::read(reader)?;
    let open = sessions.iter().rfind(|span| span.opened < *lines.start());
    let open = open.filter(|span| span.closed.is_none_or(|closed| closed >= *lines.start()));

    let points = Points::of(reader, &lines, &sessions)?;
    let mut tree = Growing::after(&points, reader.frontier(before.seq)?);

    let mut out = Out::begin(&named(&order.to, order, &lines))?;
    let mut warnings = Vec::new();
    out.text("verificador.html", VERIFIER_HTML)?;
    out.text("verify_acta.py", VERIFIER_PY)?;
    out.text("rebuild_matrix.py", REBUILD_PY)?;
    out.text("registro.esquema.json", &record::schemas())?;
    if let Some(text) = profile_of_founding(&order.dir, &hall) {
        out.text(profile::FILE, &text)?;
    }
    let (head, cited) = lines::write(&mut out, reader, before, *lines.end(), &mut tree, progress)?;
    if let Some(size) = tree.others.first() {
        warnings.push(format!(
            "Las líneas hasta la {size} no son las que firmó la sala en ese punto de control. Ejecute «hall-server check»."
        ));
    }
    let of = Antecedents { before: before.seq, open, games: &cited.games, points: &points };
    lines::antecedents(&mut out, reader, &of, progress)?;
    out.text("frontera.json", &points.frontier(reader, before, head.seq)?)?;
    points.write(&mut out)?;
    out.text("claves.json", &keys::text(reader, &mut warnings)?)?;
    tables::write(&mut out, reader, &piece, order, progress)?;
    warnings.extend(papers::write(&mut out, reader, reader.actas(&piece.sessions)?, &cited, order)?);
    let clock = Clock::of_zone(&hall.zone);
    let now = clock.now().utc_ms;
    let told = Told { order, hall: &hall, lines: &lines, head, made: clock.print(now), warnings: &warnings };
    out.text("LEEME.txt", &readme::text(&told))?;
    out.files.sort_by(|a, b| a.name.cmp(&b.name));
    let manifest = manifest::text(&told, now, &out.files);
    out.text("manifiesto.json", &manifest)?;
    let manifest_sha256 = Sha256::digest(&manifest).into();
    let files = out.files.len();
    let to = out.end()?;
    Ok(Exported { to, lines, head, files, manifest_sha256, warnings })
}

/// The text of the profile that the hall was founded with, where its folder still has that very text.
fn profile_of_founding(dir: &Path, hall: &Hall) -> Option<String> {
    let text = fs::read_to_string(dir.join(profile::FILE)).ok()?;
    (<[u8; 32]>::from(Sha256::digest(&text)) == hall.profile_sha256).then_some(text)
}

/// The lines that were asked for.
fn lines_of(
    order: &Order,
    reader: &RecordReader,
    sessions: &[SessionSpan],
    end: u64,
) -> Result<RangeInclusive<u64>, ExportError> {
    // A session ends with its papers: its acta, who signed it, its stamp; or before the next one where these came late.
    let ends = |place: usize| -> Result<u64, ExportError> {
        let limit = sessions.get(place + 1).map_or(end, |next| next.opened - 1);
        let Some(closed) = sessions[place].closed else { return Ok(limit) };
        Ok(reader.last_paper(closed..=limit)?.unwrap_or(closed))
    };
    let placed = |number: u32| {
        let place = sessions.iter().position(|span| span.session == number);
        place.ok_or(ExportError::NoSession(number))
    };
    let lines = match &order.part {
        Part::Sessions(first, last) => sessions[placed(*first)?].opened..=ends(placed(*last)?)?,
        Part::Between(from, to) => {
            let first = match from {
                None => 1,
                Some(Mark::Line(line)) => *line,
                Some(Mark::Day(day)) => {
                    let found = sessions.iter().find(|span| span.date >= *day);
                    found.ok_or(ExportError::NoDay)?.opened
                }
            };
            let last = match to {
                None => end,
                Some(Mark::Line(line)) => *line,
                Some(Mark::Day(day)) => {
                    let place = sessions.iter().rposition(|span| span.date <= *day);
                    ends(place.ok_or(ExportError::NoDay)?)?
                }
            };
            if first > last && matches!((from, to), (Some(Mark::Day(_)), _) | (_, Some(Mark::Day(_)))) {
                return Err(ExportError::NoDay);
            }
            first..=last
        }
    };
    if *lines.start() == 0 || lines.is_empty() || *lines.end() > end {
        return Err(ExportError::NoLines(end));
    }
    Ok(lines)
}

/// The name in the end: a folder that is there gets one in it.
fn named(to: &Path, order: &Order, lines: &RangeInclusive<u64>) -> PathBuf {
    if !to.is_dir() {
        return to.to_owned();
    }
    let what = match &order.part {
        Part::Sessions(first, last) if first == last => format!("sesion-{first}"),
        Part::Sessions(first, last) => format!("sesiones-{first}-{last}"),
        Part::Between(..) => format!("lineas-{}-{}", lines.start(), lines.end()),
    };
    to.join(format!("bombo-{what}"))
}

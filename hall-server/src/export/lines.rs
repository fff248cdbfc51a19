//! The lines of the record as JSON lines.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use hall_core::event::{BallsEvent, Event};
use hall_core::record::{Hash, Line};
use serde::Serialize;

use super::ExportError;
use super::out::{Out, put};
use super::papers::Cited;
use super::points::{Growing, Points};
use crate::journal::{Head, JournalError, RecordReader, SessionSpan};

/// Lines that are read at a time, so that a reader stands in no checkpoint's way.
const LINES_AT_A_TIME: u32 = 20_000;

/// What anything in the record rests on, whenever it was.
const FOUNDING: [&str; 29] = [
    "hall_founded",
    "epoch_begun",
    "signing_key_begun",
    "witness_met",
    "person_added",
    "person_changed",
    "person_dismissed",
    "person_taken_back",
    "device_enrolled",
    "device_revoked",
    "rules_asked",
    "rules_adopted",
    "article_36_given",
    "numbering_set",
    "matrix_made",
    "matrix_imported",
    "matrix_retired",
    "key_draw_announced",
    "key_draw_given_up",
    "key_draws_required",
    "series_received",
    "ball_set_registered",
    "machine_registered",
    "card_key_made",
    "person_key_enrolled",
    "person_key_ended",
    "book_opened",
    "book_kept_for",
    "book_closed",
];

/// What a session in which the range begins was opened with, and who took whose post in it.
const OPENING: [&str; 6] = [
    "session_opened",
    "opening_completed",
    "opening_signed",
    "machine_taken",
    "ball_set_changed",
    "substitution_made",
];

/// What a payment or a refund of an earlier game rests on.
const OF_GAMES: [&str; 8] = [
    "sale_opened",
    "play_awarded",
    "game_ended",
    "prize_paid",
    "prize_withheld",
    "prize_released",
    "game_voided",
    "cards_refunded",
];

/// Which earlier lines the range rests on.
pub(super) struct Antecedents<'a> {
    /// The line before the first.
    pub(super) before: u64,
    /// The session in which the range begins.
    pub(super) open: Option<&'a SessionSpan>,
    /// Earlier games that it cites.
    pub(super) games: &'a BTreeSet<u32>,
    /// The checkpoints, to the last of which the proofs lead.
    pub(super) points: &'a Points,
}

/// A line as it stands in the files.
#[derive(Serialize)]
struct Written<'a> {
    seq: u64,
    at_utc_ms: i64,
    kind: &'a str,
    version: u32,
    request_id: &'a str,
    actor: String,
    device: &'a str,
    body: &'a str,
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    camino: Option<Option<Vec<String>>>,
}

impl<'a> Written<'a> {
    fn of(line: &'a Line, hash: Hash) -> Written<'a> {
        Written {
            seq: line.seq,
            at_utc_ms: line.at_utc_ms,
            kind: &line.kind,
            version: line.version,
            request_id: &line.request_id,
            actor: line.actor.to_string(),
            device: &line.device,
            body: &line.body,
            hash: hash.to_string(),
            camino: None,
        }
    }

    fn put(&self, into: &mut dyn Write) -> Result<(), ExportError> {
        put(into, &self.text())
    }

    fn text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(self).expect("texts and numbers are JSON");
        text.push(b'\n');
        text
    }
}

/// A line of the record, with its hash in the chain, as a line of JSON.
pub(crate) fn json_line(line: &Line, hash: Hash) -> Vec<u8> {
    Written::of(line, hash).text()
}

/// Writes the lines after one up to another. Returns the head after them, and what they cite.
pub(super) fn write(
    out: &mut Out,
    reader: &RecordReader,
    before: Head,
    last: u64,
    tree: &mut Growing<'_>,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<(Head, Cited), ExportError> {
    let (mut head, mut opened, mut cited) = (before, BTreeSet::new(), Cited::default());
    out.file("registro.jsonl", |into| {
        while head.seq < last {
            let left = u32::try_from(last - head.seq).unwrap_or(u32::MAX).min(LINES_AT_A_TIME);
            let mut written = Ok(());
            head = reader.replay_some(head, left, |after, line, event| {
                if written.is_ok() {
                    written = Written::of(line, after.hash).put(into);
                }
                tree.push(line);
                if let (Event::SaleOpened { .. }, Some(game)) = (event, event.game()) {
                    opened.insert(game.0);
                } else if let Some(game) = event.game().filter(|game| !opened.contains(&game.0)) {
                    cited.games.insert(game.0);
                }
                cited.take(event);
            })?;
            written?;
            progress("Escribiendo el registro", (head.seq - before.seq) * 100 / (last - before.seq));
        }
        Ok(())
    })?;
    Ok((head, cited))
}

/// Writes the earlier lines that the range rests on.
pub(super) fn antecedents(
    out: &mut Out,
    reader: &RecordReader,
    of: &Antecedents<'_>,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<(), ExportError> {
    progress("Buscando los antecedentes", 0);
    let mut found: Vec<(Line, Hash)> = Vec::new();
    let mut take = |line: &Line, hash: Hash| {
        found.push((line.clone(), hash));
        Ok(())
    };
    reader.lines_of_kinds(1..=of.before, &FOUNDING, &mut take)?;
    if let Some(open) = of.open {
        reader.lines_of_kinds(open.opened..=of.before, &OPENING, &mut take)?;
    }
    // Of each book its last folio alone, and of each set of balls who signed for its count last: there are some every evening.
    let mut latest: BTreeMap<String, (Line, Hash)> = BTreeMap::new();
    reader.lines_of_kinds(1..=of.before, &["folios_taken", "ball_count_signed"], |line, hash| {
        let event = hall_core::record::decode(&line.kind, line.version, &line.body);
        if let Ok(Event::FoliosTaken { book, .. }) = event {
            latest.insert(format!("book {book}"), (line.clone(), hash));
        } else if let Ok(Event::Balls(BallsEvent::CountSigned { set, .. })) = event {
            latest.insert(format!("set {set}"), (line.clone(), hash));
        }
        Ok(())
    })?;
    latest.into_values().try_for_each(|(line, hash)| take(&line, hash))?;
    if let Some(since) = since(reader, of.games)? {
        let of_games = |line: &Line| {
            let event = hall_core::record::decode(&line.kind, line.version, &line.body);
            event.is_ok_and(|event| event.game().is_some_and(|game| of.games.contains(&game.0)))
        };
        reader.lines_of_kinds(since..=of.before, &OF_GAMES, |line, hash| {
            if of_games(line) { take(line, hash) } else { Ok(()) }
        })?;
    }
    found.sort_by_key(|(line, _)| line.seq);
    found.dedup_by_key(|(line, _)| line.seq);
    out.file("antecedentes.jsonl", |into| {
        for (line, hash) in &found {
            let path = of.points.path(reader, line.seq)?;
            Written { camino: Some(path), ..Written::of(line, *hash) }.put(into)?;
        }
        Ok(())
    })?;
    progress("Buscando los antecedentes", 100);
    Ok(())
}

/// The line that opened the session of the earliest of these games.
fn since(reader: &RecordReader, games: &BTreeSet<u32>) -> Result<Option<u64>, JournalError> {
    let Some(first) = games.first() else { return Ok(None) };
    let session = reader.session_of(*first)?;
    let spans = reader.sessions()?;
    Ok(spans.iter().find(|span| Some(span.session) == session).map(|span| span.opened))
}

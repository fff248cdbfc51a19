//! What binds the lines of an export to what the hall and its witnesses signed: checkpoints, the tree before the first line, and the
//! proof between the lines and a checkpoint that stands beside them (ADR 47).

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use hall_core::record::Line;
use hall_log::tree::leaf;
use hall_log::{Frontier, Node};
use serde::Serialize;

use super::ExportError;
use super::out::Out;
use crate::journal::{Head, JournalError, RecordReader, SessionSpan, Signed};

/// The folder of the checkpoints.
const FOLDER: &str = "puntos";

/// The checkpoints of an export.
#[derive(Debug, Default)]
pub(super) struct Points {
    /// By size.
    of: BTreeMap<u64, Signed>,
    /// The one that is of no line within the range, if there is one.
    beside: Option<u64>,
}

impl Points {
    /// Those of some lines. Of one session, or a part of it, all; of more, the last one of each: a year has a hundred thousand. With
    /// them the first one that covers the last line too; where there is none at all, the last one before.
    pub(super) fn of(
        reader: &RecordReader,
        lines: &RangeInclusive<u64>,
        sessions: &[SessionSpan],
    ) -> Result<Points, JournalError> {
        let (before, last) = (lines.start() - 1, *lines.end());
        let openings: Vec<u64> =
            sessions.iter().map(|span| span.opened).filter(|opened| lines.contains(opened)).collect();
        let mut found = Vec::new();
        if openings.len() > 1 {
            // Before each opening ends what was before it: another session, or the days without one.
            let mut from = before;
            for to in openings.iter().map(|opened| opened - 1).chain([last]) {
                found.extend(reader.last_checkpoint(from..=to)?);
                from = to + 1;
            }
        } else {
            found = reader.checkpoints_that_stand(before..=last)?;
        }
        let mut beside = None;
        if found.last().is_none_or(|latest| latest.checkpoint.size < last) {
            beside = reader.first_checkpoint(last + 1..=i64::MAX.unsigned_abs())?;
        }
        if found.is_empty() && beside.is_none() {
            beside = reader.last_checkpoint(0..=before)?;
        }
        let size = beside.as_ref().map(|one| one.checkpoint.size);
        let of = found.into_iter().chain(beside).map(|one| (one.checkpoint.size, one)).collect();
        Ok(Points { of, beside: size })
    }

    /// The one to which the proofs of earlier lines lead.
    pub(super) fn latest(&self) -> Option<u64> {
        self.of.keys().next_back().copied()
    }

    /// The proof of an earlier line, if a checkpoint covers it.
    pub(super) fn path(&self, reader: &RecordReader, seq: u64) -> Result<Option<Vec<String>>, JournalError> {
        let Some(size) = self.latest().filter(|size| *size >= seq) else { return Ok(None) };
        Ok(Some(hexes(&reader.inclusion(seq, size)?)))
    }

    /// Writes them, each into its file.
    pub(super) fn write(&self, out: &mut Out) -> Result<(), ExportError> {
        self.of.iter().try_for_each(|(size, signed)| {
            out.text(&format!("{FOLDER}/{size}.txt"), &signed.note.to_string())
        })
    }

    /// `frontera.json`.
    pub(super) fn frontier(
        &self,
        reader: &RecordReader,
        before: Head,
        last: u64,
    ) -> Result<String, JournalError> {
        #[derive(Serialize)]
        struct Written {
            lineas: u64,
            huella: String,
            subarboles: Vec<String>,
            enlace: Option<Link>,
        }
        #[derive(Serialize)]
        struct Link {
            punto: u64,
            prueba: Vec<String>,
        }
        let link = self.beside.map(|point| {
            let (old, new) = if point > last { (last, point) } else { (point, before.seq) };
            Ok::<Link, JournalError>(Link { punto: point, prueba: hexes(&reader.consistency(old, new)?) })
        });
        let written = Written {
            lineas: before.seq,
            huella: before.hash.to_string(),
            subarboles: hexes(reader.frontier(before.seq)?.peaks()),
            enlace: link.transpose()?,
        };
        Ok(format!("{}\n", serde_json::to_string(&written).expect("texts and numbers are JSON")))
    }
}

fn hexes(nodes: &[Node]) -> Vec<String> {
    nodes.iter().map(hex::encode).collect()
}

/// The tree over the lines while they are written: what was signed of them must be what is exported.
pub(super) struct Growing<'p> {
    points: &'p Points,
    tree: Frontier,
    /// The sizes of checkpoints whose root is not that of the lines.
    pub(super) others: Vec<u64>,
}

impl<'p> Growing<'p> {
    pub(super) fn after(points: &'p Points, tree: Frontier) -> Growing<'p> {
        let mut growing = Growing { points, tree, others: Vec::new() };
        growing.look();
        growing
    }

    pub(super) fn push(&mut self, line: &Line) {
        self.tree.push(leaf(&line.bytes()), |_, _| ());
        self.look();
    }

    fn look(&mut self) {
        let size = self.tree.size();
        let signed = self.points.of.get(&size).map(|signed| signed.checkpoint.root);
        if signed.is_some_and(|root| root != self.tree.root()) {
            self.others.push(size);
        }
    }
}

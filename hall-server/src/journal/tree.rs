//! The Merkle tree over the record's lines (ADR 42): its right edge while lines are written, and any node of it from disk.
//!
//! A leaf is a line's bytes. Of the nodes above, those over 2^8, 2^16 and 2^24 lines have a row in table `subtree`: one row
//! for 256 lines. What lies between is made of at most 256 rows or lines.

use std::path::Path;

use hall_core::event::Event;
use hall_core::record::{Hash, Line};
use hall_log::proof::{self, Subtrees};
use hall_log::tree::{Frontier, Node, Place, join, leaf};
use rusqlite::Connection;

use super::open::damaged;
use super::{Head, JournalError, RecordReader, Sighting, int, read, tables};

/// One height in so many has rows.
const STEP: u8 = 8;

/// The end of a record to which lines are being added.
#[derive(Debug, Clone)]
pub(super) struct End {
    pub(super) sighting: Sighting,
    pub(super) tree: Frontier,
}

impl End {
    /// Writes what a line changes in the tables for people; the record ends with it then.
    pub(super) fn take(
        &mut self,
        conn: &Connection,
        line: &Line,
        event: &Event,
        hash: Hash,
    ) -> rusqlite::Result<()> {
        fold(conn, &mut self.tree, line, event)?;
        let epoch = if let Event::EpochBegun { epoch, .. } = event { *epoch } else { self.sighting.epoch };
        self.sighting = Sighting { epoch, head: Head { seq: line.seq, hash } };
        Ok(())
    }
}

/// Writes into the tables for people what a line changes, and adds it to the tree.
pub(super) fn fold(
    conn: &Connection,
    tree: &mut Frontier,
    line: &Line,
    event: &Event,
) -> rusqlite::Result<()> {
    tables::fold(conn, line, event)?;
    let mut whole = Vec::new();
    tree.push(leaf(&line.bytes()), |place, node| {
        if place.height > 0 && place.height % STEP == 0 {
            whole.push((place, *node));
        }
    });
    whole.iter().try_for_each(|(Place { height, index }, node)| {
        conn.prepare_cached("insert into main.subtree (height, place, hash) values (?, ?, ?)")?
            .execute((height, int(*index), node))
            .map(|_| ())
    })
}

/// The tree as it is on disk. A line or a row that is not there is an error.
pub(super) struct Stored<'c>(pub(super) &'c Connection);

impl Subtrees for Stored<'_> {
    type Error = rusqlite::Error;

    fn subtree(&self, Place { height, index }: Place) -> rusqlite::Result<Node> {
        let kept = height - height % STEP;
        let count = 1_u64 << (height - kept);
        let first = index * count;
        let mut nodes = if kept == 0 { self.leaves(first, count)? } else { self.rows(kept, first, count)? };
        if nodes.len() as u64 != count {
            return Err(rusqlite::Error::QueryReturnedNoRows);
        }
        while nodes.len() > 1 {
            nodes = nodes.chunks_exact(2).map(|pair| join(&pair[0], &pair[1])).collect();
        }
        Ok(nodes[0])
    }
}

impl Stored<'_> {
    fn leaves(&self, first: u64, count: u64) -> rusqlite::Result<Vec<Node>> {
        let sql = format!("select {} from event where seq between ? and ? order by seq", read::COLUMNS);
        let mut select = self.0.prepare_cached(&sql)?;
        let rows = select
            .query_map([int(first + 1), int(first + count)], |row| Ok(leaf(&read::line(row)?.0.bytes())))?;
        rows.collect()
    }

    fn rows(&self, height: u8, first: u64, count: u64) -> rusqlite::Result<Vec<Node>> {
        let sql = "select hash from main.subtree where height = ? and place between ? and ? order by place";
        let mut select = self.0.prepare_cached(sql)?;
        let rows = select.query_map((height, int(first), int(first + count - 1)), |row| row.get(0))?;
        rows.collect()
    }
}

impl RecordReader {
    /// The right edge of the tree over the first `size` lines.
    ///
    /// # Errors
    /// When the record has fewer, or cannot be read.
    pub fn frontier(&self, size: u64) -> Result<Frontier, JournalError> {
        let tree = proof::frontier(&Stored(&self.conn), size);
        tree.map_err(|error| damaged(&self.path, error))
    }

    /// The proof that a line, from 1, is in the tree over the first `size` lines.
    ///
    /// # Errors
    /// When the record has fewer, or cannot be read.
    ///
    /// # Panics
    /// Unless the line is one of those.
    pub fn inclusion(&self, seq: u64, size: u64) -> Result<Vec<Node>, JournalError> {
        proof::inclusion(&Stored(&self.conn), seq - 1, size).map_err(|error| damaged(&self.path, error))
    }

    /// The proof that the tree over the first `size` lines begins with the one over `old`.
    ///
    /// # Errors
    /// When the record has fewer, or cannot be read.
    ///
    /// # Panics
    /// Where `old` is larger.
    pub fn consistency(&self, old: u64, size: u64) -> Result<Vec<Node>, JournalError> {
        proof::consistency(&Stored(&self.conn), old, size).map_err(|error| damaged(&self.path, error))
    }
}

/// The right edge of the tree as the lines have it, whatever the rows say; `each` hears of it after each line.
pub(super) fn from_lines(
    conn: &Connection,
    path: &Path,
    mut each: impl FnMut(&Frontier),
) -> Result<Frontier, JournalError> {
    let mut tree = Frontier::EMPTY;
    each(&tree);
    read::each_line(conn, path, |line, _| {
        tree.push(leaf(&line.bytes()), |_, _| ());
        each(&tree);
        Ok(())
    })?;
    Ok(tree)
}

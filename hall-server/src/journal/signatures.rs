//! The checkpoints of a record, and the signatures below them, against its lines: for the whole check.

use std::collections::{BTreeMap, VecDeque};

use hall_core::event::Event;
use hall_core::record::Hash;
use hall_log::key::{Purpose, Verifier};
use hall_log::note::{NoteSignature, Standing};
use hall_log::{Checkpoint, Frontier, PublicKey, SignedNote};
use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};

use super::signed::origin;
use super::{int, uint};

/// The events that say who signs.
pub(super) const KINDS: [&str; 2] = ["epoch_begun", "signing_key_begun"];

/// Goes along the record, and looks at each checkpoint where its line is.
pub(super) struct Signatures<'c> {
    conn: &'c Connection,
    hall: Option<Hash>,
    epoch: u32,
    keys: Vec<PublicKey>,
    witnesses: BTreeMap<String, Vec<PublicKey>>,
    /// Size and epoch of those not looked at yet.
    awaited: VecDeque<(u64, u32)>,
    /// The line, the table and what is wrong.
    pub(super) found: Vec<(u64, &'static str, String)>,
}

impl<'c> Signatures<'c> {
    /// Those of the lines after one.
    pub(super) fn after_line(conn: &'c Connection, seq: u64) -> rusqlite::Result<Signatures<'c>> {
        let first = conn.query_row("select hash from event where seq = 1", [], |row| row.get(0)).optional();
        let mut awaited = VecDeque::new();
        // A database that is only looked at may be of an older program.
        if conn.table_exists(None, "checkpoint")? {
            let sql = "select size, epoch from checkpoint where size > ? order by size, epoch";
            let mut select = conn.prepare(sql)?;
            let rows = select.query_map([int(seq)], |row| Ok((uint(row, 0)?, row.get(1)?)))?;
            awaited = rows.collect::<Result<_, _>>()?;
        }
        // A witness signs first and is written down then. Whether the table is the record's is looked at with the others.
        let mut witnesses = BTreeMap::<String, Vec<PublicKey>>::new();
        if conn.table_exists(None, "record_witness")? {
            let mut select = conn.prepare("select name, key from record_witness")?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                witnesses.entry(row.get(0)?).or_default().push(PublicKey(row.get(1)?));
            }
        }
        Ok(Signatures {
            conn,
            hall: first.ok().flatten().map(Hash),
            epoch: 1,
            keys: Vec::new(),
            witnesses,
            awaited,
            found: Vec::new(),
        })
    }

    /// Takes note of who signs from here on.
    pub(super) fn learn(&mut self, event: &Event) {
        if let Event::SigningKeyBegun { key, .. } = event {
            self.keys.push(PublicKey(*key));
        } else if let Event::EpochBegun { epoch, .. } = event {
            self.epoch = *epoch;
        }
    }

    /// After a line: the checkpoints that end with it.
    pub(super) fn after(&mut self, event: &Event, edge: &Frontier) -> rusqlite::Result<()> {
        self.learn(event);
        if let Event::TimeStamped { session, size, note_sha256, .. } = event {
            self.stamped(session.0, *size, note_sha256)?;
        }
        while let Some((size, epoch)) = self.awaited.front().copied().filter(|(size, _)| *size <= edge.size())
        {
            self.awaited.pop_front();
            // One of lines that two people accepted as lost is about other lines.
            if epoch == self.epoch && size == edge.size() {
                self.look_at(epoch, edge)?;
            } else if epoch > self.epoch {
                self.is_of_no_epoch(epoch, size);
            }
        }
        Ok(())
    }

    /// A stamp of another house is of the note that is there now: a record that was written again has another.
    fn stamped(&mut self, session: u32, size: u64, note_sha256: &[u8; 32]) -> rusqlite::Result<()> {
        let mut select = self.conn.prepare_cached("select note from checkpoint where size = ?")?;
        let notes = select.query_map([int(size)], |row| row.get::<_, String>(0))?;
        let mut is_there = false;
        for note in notes {
            is_there |= Sha256::digest(note?)[..] == note_sha256[..];
        }
        drop(select);
        if !is_there {
            let words = format!(
                "El sello de tiempo de la sesión {session} es de otro punto de control de la línea {size} que el que hay."
            );
            self.add(size, "checkpoint", words);
        }
        Ok(())
    }

    /// At the end of the record: the checkpoints of lines that are not there.
    pub(super) fn end(mut self, ends: u64) -> rusqlite::Result<Vec<(u64, &'static str, String)>> {
        for (size, epoch) in std::mem::take(&mut self.awaited) {
            if epoch > self.epoch {
                self.is_of_no_epoch(epoch, size);
            } else if epoch == self.epoch {
                let is_so = self.note_of(epoch, size)?.is_some_and(|(_, checkpoint)| checkpoint.size == size);
                let words = format!(
                    "La sala firmó un punto de control de la línea {size}, y el registro acaba antes."
                );
                self.found.push((ends + 1, if is_so { "event" } else { "checkpoint" }, words));
            }
        }
        self.of_nothing()?;
        Ok(self.found)
    }

    /// Cosignatures of checkpoints that are not there; those of an archive were looked at when it was made.
    fn of_nothing(&mut self) -> rusqlite::Result<()> {
        if !self.conn.table_exists(Some("main"), "cosignature")? {
            return Ok(());
        }
        let mut select = self.conn.prepare(
            "select size, name from main.cosignature as seen where not exists (
               select 1 from main.checkpoint where epoch = seen.epoch and size = seen.size)",
        )?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let (size, name) = (uint(row, 0)?, row.get::<_, String>(1)?);
            let words =
                format!("El testigo {name} firma un punto de control de la línea {size} que no está.");
            self.found.push((size, "cosignature", words));
        }
        Ok(())
    }

    fn is_of_no_epoch(&mut self, epoch: u32, size: u64) {
        let words =
            format!("El punto de control de la línea {size} es de la época {epoch}, que no consta entonces.");
        self.add(size, "checkpoint", words);
    }

    fn note_of(&self, epoch: u32, size: u64) -> rusqlite::Result<Option<(SignedNote, Checkpoint)>> {
        let mut select =
            self.conn.prepare_cached("select note from checkpoint where epoch = ? and size = ?")?;
        let text: String = select.query_row((epoch, int(size)), |row| row.get(0))?;
        let note = SignedNote::parse(&text);
        Ok(note.and_then(|note| Checkpoint::parse(note.text()).map(|checkpoint| (note, checkpoint))))
    }

    fn look_at(&mut self, epoch: u32, edge: &Frontier) -> rusqlite::Result<()> {
        let size = edge.size();
        let Some((note, checkpoint)) = self.note_of(epoch, size)? else {
            self.add(size, "checkpoint", format!("El punto de control de la línea {size} no se puede leer."));
            return Ok(());
        };
        let named = self.hall.map(|hall| origin(hall, epoch));
        if checkpoint.size != size || Some(&checkpoint.origin) != named.as_ref() {
            let words = format!("El punto de control de la línea {size} es de otra línea o de otra sala.");
            self.add(size, "checkpoint", words);
        } else if checkpoint.root != edge.root() {
            let words = format!(
                "Las líneas hasta la {size} no son las que firmó la sala en ese punto de control: se han reescrito."
            );
            self.add(size, "checkpoint", words);
        } else if !self.keys.iter().any(|key| is_good(&note, &checkpoint.signer(*key))) {
            let words = format!(
                "El punto de control de la línea {size} no lleva la firma de ninguna clave que conste en el registro."
            );
            self.add(size, "checkpoint", words);
        }
        self.cosignatures(epoch, size, &note)
    }

    fn cosignatures(&mut self, epoch: u32, size: u64, note: &SignedNote) -> rusqlite::Result<()> {
        let sql = "select name, line from cosignature where epoch = ? and size = ?";
        let mut select = self.conn.prepare_cached(sql)?;
        let mut rows = select.query((epoch, int(size)))?;
        while let Some(row) = rows.next()? {
            let (name, line): (String, String) = (row.get(0)?, row.get(1)?);
            let signature = NoteSignature::parse(&line).filter(|signature| signature.name == name);
            let mut seen = note.clone();
            signature.into_iter().for_each(|signature| seen.add(signature));
            let keys = self.witnesses.get(&name).map(Vec::as_slice).unwrap_or_default();
            let is_theirs = keys.iter().any(|key| {
                is_good(&seen, &Verifier { name: name.clone(), purpose: Purpose::Cosignature, key: *key })
            });
            if !is_theirs {
                let words = format!(
                    "La firma del testigo {name} en el punto de control de la línea {size} no es suya."
                );
                self.found.push((size, "cosignature", words));
            }
        }
        Ok(())
    }

    fn add(&mut self, size: u64, table: &'static str, words: String) {
        self.found.push((size, table, words));
    }
}

fn is_good(note: &SignedNote, by: &Verifier) -> bool {
    matches!(note.standing(by), Standing::Good(_))
}

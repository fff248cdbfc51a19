//! What stands beside the record and is no rebuild of it: sealed values, requests, files. The record says of each what it has
//! to be, and since when it may be missing.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use hall_core::event::{DeletionWhy, DeviceNo, Event};
use hall_core::people::{Actor, PersonId};
use hall_core::record::Line;
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::super::cited::{CITING, FILES, file_of, sealed_of, what_is};
use super::super::{Head, JournalError, RecordReader, archive, seal, uint};
use super::CheckReport;
use super::key_draws::{self, KeyDraws};
use crate::file_hash::sha256_of;

/// Findings of one sort that are told one by one.
const TOLD_MAX: usize = 20;

/// What the events refer to outside the record, and what they say became of it.
#[derive(Default)]
pub(super) struct Cited {
    /// By its id: the line that cites it, and its hash.
    sealed: HashMap<u64, (u64, [u8; 32])>,
    /// The day from which on a value is deleted, UTC milliseconds.
    dates: HashMap<u64, i64>,
    /// The line that deleted it.
    deleted: HashMap<u64, u64>,
    /// Deleted by a line that had no right to.
    unlawful: Vec<(u64, u64)>,
    /// The names of the hall's devices.
    devices: HashMap<DeviceNo, String>,
    log_ins: HashMap<(String, PersonId), u64>,
    ended: HashSet<u64>,
    /// The PIN of each person on the staff, and those that open nothing any more.
    pins: HashMap<PersonId, u64>,
    old_pins: HashSet<u64>,
    files: Vec<(u64, String, [u8; 32])>,
    /// Stamps of another house, and the hash of what each is of.
    stamps: Vec<(u64, String, [u8; 32])>,
    digests: Vec<Digested>,
    /// Lines of `sala.db` that somebody asked for.
    asked: u64,
    last_utc_ms: i64,
    draws: KeyDraws,
}

/// What a line says of the requests in some lines.
struct Digested {
    line: u64,
    first: u64,
    last: u64,
    requests: u32,
    sha256: [u8; 32],
}

impl Cited {
    /// The kinds of events that refer to something, or say what became of it.
    pub(super) fn kinds() -> Vec<&'static str> {
        let of_values = [
            "logged_out",
            "log_in_ended",
            "person_dismissed",
            "device_enrolled",
            "device_revoked",
            "epoch_begun",
            "deletion_set",
            "values_deleted",
        ];
        CITING.into_iter().chain(FILES).chain(of_values).chain(key_draws::KINDS).collect()
    }

    /// Takes in a line of `sala.db`.
    pub(super) fn note(&mut self, line: &Line, event: &Event) {
        self.note_archived(line, event);
        self.asked += u64::from(!line.request_id.is_empty());
        if let Event::RequestsDigested { first, last, requests, sha256 } = event {
            let (first, last, requests, sha256) = (*first, *last, *requests, *sha256);
            self.digests.push(Digested { line: line.seq, first, last, requests, sha256 });
        }
    }

    /// Takes in a line of an archive, whose requests are there with it.
    pub(super) fn note_archived(&mut self, line: &Line, event: &Event) {
        self.last_utc_ms = line.at_utc_ms;
        self.draws.note(line, event);
        for value in sealed_of(event) {
            self.sealed.insert(value.id, (line.seq, value.hash));
        }
        self.files.extend(file_of(event).map(|(name, sha256)| (line.seq, name.to_owned(), sha256)));
        if let Event::TimeStamped { file, note_sha256, .. } = event {
            self.stamps.push((line.seq, file.clone(), *note_sha256));
        } else if let Event::LoggedIn { person, token } = event {
            let before = self.log_ins.insert((line.device.clone(), *person), token.id);
            self.ended.extend(before);
        } else if let Event::LoggedOut { person } = event {
            let ended = self.log_ins.remove(&(line.device.clone(), *person));
            self.ended.extend(ended);
        } else if let Event::LogInEnded { person, device, .. } = event {
            self.ended.extend(self.log_ins.remove(&(device.clone(), *person)));
        } else if let Event::PersonAdded { person, pin, .. } | Event::PersonTakenBack { person, pin } = event
        {
            self.pins.insert(*person, pin.id);
        } else if let Event::PinChanged { person, pin } = event {
            self.old_pins.extend(self.pins.insert(*person, pin.id));
            self.end_log_ins(*person, Some(&line.device));
        } else if let Event::PinReset { person, pin, .. } = event {
            self.old_pins.extend(self.pins.insert(*person, pin.id));
            self.end_log_ins(*person, None);
        } else if let Event::PersonDismissed { person, .. } = event {
            self.old_pins.extend(self.pins.remove(person));
            self.end_log_ins(*person, None);
        } else if let Event::DeviceEnrolled { device, name, .. } = event {
            if self.devices.is_empty() {
                self.end_log_ins_where(|at, who| at != name || Actor::Person(who) != line.actor);
            }
            self.devices.insert(*device, name.clone());
        } else if let Event::DeviceRevoked { device, .. } = event {
            if let Some(name) = self.devices.remove(device) {
                self.end_log_ins_where(|at, _| at == name);
            }
        } else if let Event::EpochBegun { .. } = event {
            self.ended.extend(self.log_ins.drain().map(|(_, token)| token));
        } else if let Event::DeletionSet { value, after_utc_ms, .. } = event {
            self.dates.insert(*value, i64::try_from(*after_utc_ms).unwrap_or(i64::MAX));
        } else if let Event::ValuesDeleted { values, why } = event {
            for value in values {
                self.deleted.insert(*value, line.seq);
                let lawful = match why {
                    DeletionWhy::LogInEnded => self.ended.contains(value),
                    DeletionWhy::PinReplaced => self.old_pins.contains(value),
                    DeletionWhy::DateReached => {
                        self.dates.get(value).is_some_and(|after| *after <= line.at_utc_ms)
                    }
                };
                if !lawful && self.sealed.contains_key(value) {
                    self.unlawful.push((line.seq, *value));
                }
            }
        }
    }

    fn end_log_ins(&mut self, person: PersonId, stays: Option<&str>) {
        self.end_log_ins_where(|device, who| who == person && Some(device) != stays);
    }

    fn end_log_ins_where(&mut self, ends: impl Fn(&str, PersonId) -> bool) {
        let ended = self.log_ins.extract_if(|(device, who), _| ends(device, *who));
        self.ended.extend(ended.map(|(_, token)| token));
    }

    /// When a value may be missing: a line deleted it, or its day has come.
    fn may_be_missing(&self, value: u64) -> bool {
        self.deleted.contains_key(&value)
            || self.dates.get(&value).is_some_and(|after| *after <= self.last_utc_ms)
    }

    /// Every sealed value against what the record says of it, and every value that it cites against the table.
    pub(super) fn values(
        &self,
        conn: &Connection,
        reader: &RecordReader,
        report: &mut CheckReport,
    ) -> Result<(), JournalError> {
        let failed = JournalError::looking("comprobar los valores reservados", reader.path());
        let mut found = HashSet::new();
        self.rows(conn, &mut found, report).map_err(&failed)?;
        self.draws.end(reader, report)?;
        let mut missing: Vec<(u64, u64)> = self.sealed.iter().map(|(id, (line, _))| (*line, *id)).collect();
        missing.retain(|(_, id)| !found.contains(id) && !self.may_be_missing(*id));
        missing.sort_unstable();
        for (line, id) in missing.iter().take(TOLD_MAX) {
            let what = what_is(reader, *line, *id)?;
            let words = format!(
                "Falta {what}, valor reservado {id} que cita la línea {line}, y ninguna línea dice que se borrara."
            );
            report.add(None, Some("sealed"), words);
        }
        if let Some(more) = missing.len().checked_sub(TOLD_MAX).filter(|more| *more > 0) {
            report.add(None, Some("sealed"), format!("Y faltan {more} valores reservados más."));
        }
        for (line, id) in self.unlawful.iter().take(TOLD_MAX) {
            let what = what_is(reader, self.sealed[id].0, *id)?;
            let words =
                format!("La línea {line} borró {what}, valor reservado {id}, que no se podía borrar.");
            report.add(Some(*line), Some("sealed"), words);
        }
        Ok(())
    }

    fn rows(
        &self,
        conn: &Connection,
        found: &mut HashSet<u64>,
        report: &mut CheckReport,
    ) -> rusqlite::Result<()> {
        let mut select =
            conn.prepare("select id, salt, value, delete_after_utc_ms from main.sealed order by id")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let id = uint(row, 0)?;
            found.insert(id);
            let hash = seal::hash(row.get_ref(1)?.as_blob()?, row.get_ref(2)?.as_blob()?);
            let after: Option<i64> = row.get(3)?;
            let wanted = self.dates.get(&id).copied();
            let words = match self.sealed.get(&id) {
                None => Some(format!("El registro no cita el valor reservado {id}.")),
                Some((line, cited)) if *cited != hash => {
                    Some(format!("El valor reservado {id} no es el que cita la línea {line}."))
                }
                Some(_) => self
                    .deleted
                    .get(&id)
                    .map(|line| format!("El valor reservado {id}, que borró la línea {line}, sigue ahí.")),
            };
            let date = (after != wanted).then(|| match wanted {
                Some(_) => format!("El valor reservado {id} no tiene la fecha de borrado del registro."),
                None => format!(
                    "El valor reservado {id} tiene fecha de borrado, y el registro no le pone ninguna."
                ),
            });
            for words in words.into_iter().chain(date) {
                report.add(None, Some("sealed"), words);
            }
        }
        Ok(())
    }

    /// Every request against the lines it led to, and every line that somebody asked for against its request. Those of an
    /// archive were compared when it was made.
    pub(super) fn requests(
        &self,
        conn: &Connection,
        archived: u64,
        report: &mut CheckReport,
    ) -> rusqlite::Result<()> {
        let found = report.findings.len();
        misplaced(conn, report)?;
        let covered = "select coalesce(sum(last_seq - first_seq + 1), 0) from main.request";
        let covered: i64 = conn.query_row(covered, [], |row| row.get(0))?;
        // Each row covers its own lines and no other, so the sums are equal only if no row is missing.
        if report.findings.len() > found || u64::try_from(covered) != Ok(self.asked) {
            forgotten(conn, report)?;
        }
        self.bodies(conn, archived, report)
    }

    /// The hash of each body, as far as a line has taken them in.
    fn bodies(&self, conn: &Connection, archived: u64, report: &mut CheckReport) -> rusqlite::Result<()> {
        let of_this_file = |of: &&Digested| of.first > archived;
        let mut due: Vec<(&Digested, u32, Sha256)> =
            self.digests.iter().filter(of_this_file).map(|of| (of, 0, Sha256::new())).collect();
        if due.is_empty() {
            return Ok(());
        }
        due.sort_by_key(|(of, ..)| of.last);
        let mut select =
            conn.prepare("select first_seq, last_seq, body_sha256 from main.request order by first_seq")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let (first, last) = (uint(row, 0)?, uint(row, 1)?);
            let at = due.partition_point(|(of, ..)| of.last < first);
            let Some((of, requests, sha)) = due.get_mut(at) else { break };
            if first >= of.first {
                *requests += 1;
                take_in(sha, first, last, row.get_ref(2)?.as_blob()?);
            }
        }
        for (of, requests, sha) in due {
            if requests != of.requests || <[u8; 32]>::from(sha.finalize()) != of.sha256 {
                let words = format!(
                    "Las peticiones de las líneas {} a {} no son las que recibió el servidor: la línea {} tiene otra huella de ellas.",
                    of.first, of.last, of.line
                );
                report.add(None, Some("request"), words);
            }
        }
        Ok(())
    }

    /// Every file that the record names, with its hash.
    pub(super) fn files(&self, database: &Path, report: &mut CheckReport) {
        let folder = archive::hall_of(database);
        for (line, name, sha256) in &self.files {
            let path = folder.join(name);
            let fault = match sha256_of(&path) {
                Ok((_, found)) if found == *sha256 => continue,
                Ok(_) => "no es el que se emitió.".to_owned(),
                Err(_) if !fs::exists(&path).unwrap_or(true) => "ya no está.".to_owned(),
                Err(error) => format!("no se puede leer: {error}."),
            };
            report.add(None, Some("files"), format!("El fichero {name} de la línea {line} {fault}"));
        }
        for (line, name, note) in &self.stamps {
            // One that is not there, or was changed, is named above.
            let Ok(answer) = fs::read(folder.join(name)) else { continue };
            if time_stamp::hash_in(&answer).is_ok_and(|of| of != *note) {
                let words = format!("El sello de tiempo {name} no es de lo que dice la línea {line}.");
                report.add(None, Some("files"), words);
            }
        }
    }
}

/// One request of a digest.
pub(in super::super) fn take_in(sha: &mut Sha256, first: u64, last: u64, body_sha256: &[u8]) {
    sha.update(first.to_be_bytes());
    sha.update(last.to_be_bytes());
    sha.update(body_sha256);
}

/// Requests that name lines which are not theirs.
fn misplaced(conn: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    let mut select = conn.prepare(
        "select device, request_id, first_seq, last_seq from main.request
         where last_seq - first_seq + 1 <> (
           select count(*) from main.event
           where seq between first_seq and last_seq
             and event.device = request.device and event.request_id = request.request_id)
         order by first_seq limit 20",
    )?;
    let Head { seq: end, .. } = report.head;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (device, id): (String, String) = (row.get(0)?, row.get(1)?);
        // Where the record ends too early, the first line that is not there is the bad one.
        let after = end + 1;
        let (first, last) = (uint(row, 2)?, uint(row, 3)?);
        let seq = if last >= after { first.max(after) } else { first };
        let words = format!("La petición {id} de {device} no es la de la línea {seq}.");
        report.add(Some(seq), Some("request"), words);
    }
    Ok(())
}

/// Lines that were asked for by requests of which the table has nothing.
fn forgotten(conn: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    let mut select = conn.prepare(
        "select min(seq), device, request_id from main.event
         where request_id <> '' and not exists (
           select 1 from main.request
           where request.device = event.device and request.request_id = event.request_id
             and event.seq between request.first_seq and request.last_seq)
         group by device, request_id order by min(seq) limit 20",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (line, device, id): (u64, String, String) = (uint(row, 0)?, row.get(1)?, row.get(2)?);
        let words = format!(
            "Falta la petición {id} de {device}, que dio lugar a la línea {line}: enviada otra vez, se haría dos veces."
        );
        report.add(None, Some("request"), words);
    }
    Ok(())
}

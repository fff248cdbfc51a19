//! The check of a whole mirror: without a key its frames and heads against the record, with the key everything.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use hall_core::record::Hash;

use super::folder::{one_hall, segments};
use super::frame::Kind;
use super::segment::{Frame, Next, Segment, tag};
use super::{Identity, MirrorError};
use crate::journal::{Head, Portion, PortionLine, RecordReader};

/// Findings that are written out; the rest is counted.
const FINDINGS_MAX: usize = 20;

/// What a check of a mirror found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MirrorReport {
    /// Up to where the mirror is whole and the record's own.
    pub head: Head,
    /// The head of the record.
    pub record: Head,
    /// Segments, frames with lines, and bytes.
    pub segments: usize,
    /// Frames with lines.
    pub frames: u64,
    /// The bytes of all segments.
    pub bytes: u64,
    /// It was read with its key.
    pub read: bool,
    /// Values in it that were deleted from the hall by law.
    pub deleted: u64,
    /// The last frame was never finished. That is no fault.
    pub torn: bool,
    /// What is wrong, in Spanish.
    pub findings: Vec<String>,
    /// Findings beyond those.
    pub more: u64,
}

impl MirrorReport {
    /// Nothing is wrong. A mirror may end earlier than the record and be sound.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }

    fn add(&mut self, words: String) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(words);
        } else {
            self.more += 1;
        }
    }
}

impl fmt::Display for MirrorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        if self.more > 0 {
            writeln!(f, "… y {} faltas más.", self.more)?;
        }
        if self.is_sound() {
            let with = if self.read { "leída entera con su clave" } else { "sin clave: tramos y huellas" };
            writeln!(f, "La copia está en orden ({with}).")?;
        }
        if self.torn {
            writeln!(f, "Lo último no acabó de escribirse; el servidor lo completa al volver.")?;
        }
        if self.deleted > 0 {
            writeln!(
                f,
                "Tiene {} valores que la sala ya ha borrado: hágala de nuevo (vacíe la carpeta).",
                self.deleted
            )?;
        }
        let missing = self.record.seq.saturating_sub(self.head.seq);
        if missing > 0 {
            writeln!(f, "Le faltan {missing} líneas para llegar al final del registro.")?;
        }
        write!(
            f,
            "Copia: {} líneas, {}; {} ficheros, {} tramos, {} bytes",
            self.head.seq, self.head.hash, self.segments, self.frames, self.bytes
        )
    }
}

/// Checks every frame of a mirror against the record in a hall's folder; with the key, every line and value too.
///
/// # Errors
/// When the folder has no mirror, or folder or record cannot be read. What is wrong in the mirror is a finding.
pub fn check(
    folder: &Path,
    record: &RecordReader,
    identity: Option<&Identity>,
) -> Result<MirrorReport, MirrorError> {
    let names = segments(folder).map_err(MirrorError::file(folder))?;
    one_hall(folder, &names)?;
    if names.is_empty() {
        return Err(MirrorError::Empty(folder.to_owned()));
    }
    let report = MirrorReport {
        head: Head::EMPTY,
        record: record.head()?,
        segments: names.len(),
        frames: 0,
        bytes: 0,
        read: identity.is_some(),
        deleted: 0,
        torn: false,
        findings: Vec::new(),
        more: 0,
    };
    let hall = record.head_at(1)?.map(|line| line.hash);
    let mut checking = Checking { record, identity, hall, report, at: Head::EMPTY, whole: true };
    let last = names.len() - 1;
    for (place, name) in names.iter().enumerate() {
        let path = folder.join(name.file());
        let failed = MirrorError::file(&path);
        let mut segment = Segment::open(&path).map_err(&failed)?;
        let mut next = segment.next().map_err(&failed)?;
        loop {
            match next {
                Next::End => break,
                Next::Frame(frame) => {
                    checking.report.bytes += frame.head.frame_len();
                    checking.frame(&name.file(), &frame)?;
                }
                Next::NotWhole { at } => {
                    let goes_on = segment.skip().map_err(&failed)?;
                    if place == last && !goes_on {
                        checking.report.torn = true;
                        break;
                    }
                    let words = format!(
                        "{} está dañado en el byte {at}, tras la línea {}.",
                        name.file(),
                        checking.at.seq
                    );
                    checking.wrong(words);
                    if !goes_on {
                        break;
                    }
                }
            }
            next = segment.next().map_err(&failed)?;
        }
    }
    Ok(checking.report)
}

struct Checking<'a> {
    record: &'a RecordReader,
    identity: Option<&'a Identity>,
    hall: Option<Hash>,
    report: MirrorReport,
    /// The head after the last frame, whole mirror or not.
    at: Head,
    /// Nothing was wrong up to here.
    whole: bool,
}

impl Checking<'_> {
    fn wrong(&mut self, words: String) {
        self.report.add(words);
        self.whole = false;
    }

    fn frame(&mut self, file: &str, frame: &Frame) -> Result<(), MirrorError> {
        if let Some(hall) = frame.hall().filter(|hall| Some(*hall) != self.hall) {
            self.wrong(format!("{file} es de otra sala ({}).", tag(hall)));
        }
        let (before, after) = (frame.head.before, frame.head.after);
        if before != self.at {
            let words = if before.seq > self.at.seq {
                format!("Faltan las líneas {} a {} en la copia.", self.at.seq + 1, before.seq)
            } else {
                format!("{file}, byte {}: no sigue a la línea {}.", frame.at, self.at.seq)
            };
            self.wrong(words);
        }
        self.at = after;
        if frame.head.kind == Kind::Begin {
            return Ok(());
        }
        self.report.frames += 1;
        match self.record.head_at(after.seq)? {
            Some(ours) if ours == after => {}
            Some(_) => self.wrong(format!(
                "La línea {} no es la misma en la copia y en el registro: uno de los dos se ha reescrito.",
                after.seq
            )),
            None => self.wrong(format!(
                "La copia llega a la línea {} y el registro acaba en la {}: al registro le faltan líneas.",
                after.seq, self.report.record.seq
            )),
        }
        if let Some(identity) = self.identity {
            self.body(identity, file, frame)?;
        }
        if self.whole {
            self.report.head = after;
        }
        Ok(())
    }

    /// What is in a frame against the record.
    fn body(&mut self, identity: &Identity, file: &str, frame: &Frame) -> Result<(), MirrorError> {
        let place = format!("{file}, byte {}", frame.at);
        let Some(bytes) = identity.decrypt(&frame.body) else {
            self.wrong(format!("{place}: la clave no lo abre."));
            return Ok(());
        };
        let portion = match Portion::from_bytes(&bytes) {
            Ok(portion) => portion,
            Err(error) => {
                self.wrong(format!("{place}: {error}"));
                return Ok(());
            }
        };
        if (portion.before(), portion.after()) != (frame.head.before, frame.head.after) {
            self.wrong(format!("{place}: por dentro no es lo que dice por fuera."));
            return Ok(());
        }
        if self.record.head_at(portion.after().seq)? != Some(portion.after()) {
            return Ok(());
        }
        let ours = self.record.portion(portion.before().seq, portion.lines().len())?;
        for (copied, line) in portion.lines().iter().zip(ours.lines()) {
            self.line(copied, line);
        }
        Ok(())
    }

    fn line(&mut self, copied: &PortionLine, ours: &PortionLine) {
        let seq = ours.line.seq;
        if (&copied.line, copied.head) != (&ours.line, ours.head) {
            self.wrong(format!("La línea {seq} no es la del registro."));
        }
        if copied.request != ours.request {
            self.wrong(format!("La petición de la línea {seq} no es la del registro."));
        }
        let ids: BTreeSet<u64> = ours.sealed.iter().map(|row| row.sealed.id).collect();
        self.report.deleted +=
            copied.sealed.iter().filter(|row| !ids.contains(&row.sealed.id)).count() as u64;
        for row in &ours.sealed {
            let found = copied.sealed.iter().find(|copied| copied.sealed.id == row.sealed.id);
            if found != Some(row) {
                let words =
                    format!("El valor reservado {} de la línea {seq} falta o es otro.", row.sealed.id);
                self.wrong(words);
            }
        }
    }
}

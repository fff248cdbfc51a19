//! Matrices against the public draws that were announced for them (ADR 55): as announced, after the day of the announcement, and
//! from the system's part whose hash was published.

use hall_core::event::{Event, Mixed};
use hall_core::matrix::{MatrixNo, MatrixOptions};
use hall_core::people::Sealed;
use hall_core::record::Line;
use sha2::{Digest, Sha256};

use super::super::{JournalError, RecordReader};
use super::CheckReport;

/// The kinds of events it goes by, besides those that cite sealed values.
pub(super) const KINDS: [&str; 2] = ["key_draw_given_up", "key_draws_required"];

/// Goes along the record.
#[derive(Default)]
pub(super) struct KeyDraws {
    awaited: Option<Awaited>,
    required: bool,
    /// The system's part as announced, and as it went into a matrix.
    parts: Vec<Part>,
    /// The line, and what is wrong.
    found: Vec<(u64, String)>,
}

struct Awaited {
    line: u64,
    matrix: MatrixNo,
    size: u32,
    options: MatrixOptions,
    seed_sha256: [u8; 32],
}

/// A value that must have a hash.
struct Part {
    line: u64,
    announced: u64,
    seed: Sealed,
    sha256: [u8; 32],
}

impl KeyDraws {
    pub(super) fn note(&mut self, line: &Line, event: &Event) {
        if let Event::KeyDrawAnnounced { matrix, size, options, seed, seed_sha256, .. } = event {
            let (matrix, size, options, seed_sha256) = (*matrix, *size, *options, *seed_sha256);
            self.parts.push(Part { line: line.seq, announced: line.seq, seed: *seed, sha256: seed_sha256 });
            self.awaited = Some(Awaited { line: line.seq, matrix, size, options, seed_sha256 });
        } else if let Event::KeyDrawGivenUp { .. } = event {
            self.awaited = None;
        } else if let Event::KeyDrawsRequired { required, .. } = event {
            self.required = *required;
        } else if let Event::MatrixImported { matrix, .. } = event {
            self.not_as_awaited(line, *matrix);
        } else if let Event::MatrixMade { matrix, size, options, mixed, .. } = event {
            self.made(line, *matrix, (*size, *options), mixed.as_ref());
        }
    }

    fn made(&mut self, line: &Line, matrix: MatrixNo, cards: (u32, MatrixOptions), mixed: Option<&Mixed>) {
        let seq = line.seq;
        match (self.awaited.take(), mixed) {
            (Some(draw), Some(mixed)) if (draw.matrix, (draw.size, draw.options)) == (matrix, cards) => {
                let (announced, sha256) = (draw.line, draw.seed_sha256);
                self.parts.push(Part { line: seq, announced, seed: mixed.seed, sha256 });
            }
            (Some(draw), _) => {
                self.tell(seq, matrix, &format!("no es la que se anunció en la línea {}", draw.line))
            }
            (None, _) if self.required => {
                self.tell(seq, matrix, "no sale de un sorteo anunciado, que la sala había hecho obligatorio");
            }
            (None, _) => (),
        }
    }

    /// Cards of others take no draw, but came where one was awaited.
    fn not_as_awaited(&mut self, line: &Line, matrix: MatrixNo) {
        if let Some(draw) = self.awaited.take() {
            self.tell(
                line.seq,
                matrix,
                &format!("entró mientras se esperaba el sorteo de la línea {}", draw.line),
            );
        }
    }

    fn tell(&mut self, seq: u64, matrix: MatrixNo, what: &str) {
        self.found.push((seq, format!("La matriz {matrix}, de la línea {seq}, {what}.")));
    }

    /// Compares the values, as far as they are there: what is missing is told elsewhere.
    pub(super) fn end(&self, reader: &RecordReader, report: &mut CheckReport) -> Result<(), JournalError> {
        for (seq, words) in &self.found {
            report.add(Some(*seq), Some("event"), words.clone());
        }
        for Part { line, announced, seed, sha256 } in &self.parts {
            let value = match reader.unseal(seed) {
                Ok(Some(value)) => value,
                // A value that is another than the line's is told with all values.
                Ok(None) | Err(JournalError::SealedDiffers(_)) => continue,
                Err(error) => return Err(error),
            };
            if <[u8; 32]>::from(Sha256::digest(&value)) != *sha256 {
                let words = format!(
                    "El azar del sistema que cita la línea {line} no es el que se anunció en la línea {announced}."
                );
                report.add(Some(*line), Some("event"), words);
            }
        }
        Ok(())
    }
}

//! A portion as bytes. Frozen: version 1; a changed form is a version 2 beside it.
//!
//! ```text
//! "BNGP", 1                          magic and version, 5 bytes
//! seq, hash                          the head before: number, 32 bytes
//! count                              of lines
//!   for each line:
//!   length                           of what follows of this line, in bytes
//!   at_utc_ms                        8 bytes, big-endian, two's complement
//!   version                          of the encoding of its kind: number
//!   kind, request_id, actor, device, body    five texts
//!   0 | 1, body_sha256, more         the request that begins here: 32 bytes, and how many lines follow of it
//!   count                            of sealed values
//!     id, salt, value                number, 32 bytes, bytes
//!     0 | 1, delete_after_utc_ms     8 bytes
//! hash                               of the last line, 32 bytes
//! sha256                             over all of the above, 32 bytes
//! ```
//!
//! A number is seven bits to a byte, the lowest first, the eighth bit set while more follow (LEB128), in its shortest form.
//! A text or bytes is its length and then that many bytes. What can be worked out is not written: the numbers of the lines,
//! their hashes, and the hashes of the sealed values, which must be the ones the events cite. So there is one writing of a
//! portion, and whatever is read has been checked.

use hall_core::people::{Actor, Sealed};
use hall_core::record::{DecodeError, Hash, Line, decode};
use sha2::{Digest, Sha256};

use super::{Portion, PortionLine, PortionRequest};
use crate::journal::cited::sealed_of;
use crate::journal::{Head, SealedRow, seal};

const MAGIC: &[u8; 4] = b"BNGP";
const VERSION: u8 = 1;

/// Bytes that are not a portion.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PortionError {
    /// They begin in another way.
    #[error("No es una parte de un registro.")]
    NotAPortion,
    /// A newer program has written them.
    #[error(
        "La escribió un programa más nuevo (forma {0}; este conoce la {VERSION}). Use el programa más nuevo."
    )]
    NewerVersion(u8),
    /// They are not what was written: cut, or changed on the way.
    #[error("No es lo que se escribió: está cortada o cambiada.")]
    Changed,
    /// They say what no record can say.
    #[error("No tiene la forma de una parte de un registro (línea {seq}, {what}).")]
    Malformed {
        /// The line; the one before the first where it is about the whole.
        seq: u64,
        /// The field.
        what: &'static str,
    },
    /// A line that does not follow from the one before.
    #[error("Sus líneas no siguen una a otra.")]
    Broken,
    /// A line this program does not understand.
    #[error(
        "La línea {seq} no se entiende: quizá la escribió un programa más nuevo. Use el programa más nuevo."
    )]
    Unreadable {
        /// The line.
        seq: u64,
        /// What was wrong with it.
        #[source]
        source: DecodeError,
    },
}

impl Portion {
    /// The portion as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut all = Vec::with_capacity(256 * (self.lines.len() + 1));
        all.extend(MAGIC);
        all.push(VERSION);
        number(&mut all, self.before.seq);
        all.extend(self.before.hash.0);
        number(&mut all, self.lines.len() as u64);
        let mut one = Vec::new();
        for line in &self.lines {
            one.clear();
            put_line(&mut one, line);
            bytes(&mut all, &one);
        }
        all.extend(self.after.hash.0);
        all.extend(sha256(&all));
        all
    }

    /// Reads a portion and checks it whole: that it is what was written, that each line follows from the one before, and
    /// that each value is the one its line cites. Takes no more memory than a few times the bytes given.
    pub fn from_bytes(bytes: &[u8]) -> Result<Portion, PortionError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(PortionError::NotAPortion)?;
        let version = *rest.first().ok_or(PortionError::Changed)?;
        if version != VERSION {
            return Err(PortionError::NewerVersion(version));
        }
        let (written, sha) = bytes.split_last_chunk::<32>().ok_or(PortionError::Changed)?;
        if sha256(written) != *sha {
            return Err(PortionError::Changed);
        }
        let mut from = Cursor { rest: &written[MAGIC.len() + 1..], seq: 0 };
        let seq = from.number("número")?;
        let before = Head { seq, hash: Hash(from.array("huella")?) };
        from.seq = seq;
        let (mut portion, count) =
            (Portion { before, after: before, lines: Vec::new() }, from.number("cuenta")?);
        for _ in 0..count {
            let seq = portion.after.seq.checked_add(1).filter(|seq| i64::try_from(*seq).is_ok());
            from.seq = seq.ok_or(from.wrong("número"))?;
            let mut one = Cursor { rest: from.bytes("línea")?, seq: from.seq };
            let line = take_line(&mut one, portion.after)?;
            portion.after = line.head;
            portion.lines.push(line);
        }
        let after = Hash(from.array("huella")?);
        from.end()?;
        // An empty portion ends where it begins, with the hash that is given for its beginning.
        if after != portion.after.hash || (before.seq == 0) != (before.hash == Hash::GENESIS) {
            return Err(PortionError::Broken);
        }
        let last = portion.after.seq;
        let cut = portion.lines.iter().find(|line| line.request.is_some_and(|of| of.last_seq > last));
        if let Some(line) = cut {
            return Err(PortionError::Malformed { seq: line.line.seq, what: "petición" });
        }
        Ok(portion)
    }
}

fn put_line(to: &mut Vec<u8>, PortionLine { line, sealed, request, .. }: &PortionLine) {
    to.extend(line.at_utc_ms.to_be_bytes());
    number(to, line.version.into());
    let actor = line.actor.to_string();
    for text in [&line.kind, &line.request_id, &actor, &line.device, &line.body] {
        bytes(to, text.as_bytes());
    }
    match request {
        None => to.push(0),
        Some(PortionRequest { body_sha256, last_seq }) => {
            to.push(1);
            to.extend(body_sha256);
            number(to, last_seq.saturating_sub(line.seq));
        }
    }
    number(to, sealed.len() as u64);
    for row in sealed {
        number(to, row.sealed.id);
        to.extend(row.salt);
        bytes(to, &row.value);
        match row.delete_after {
            None => to.push(0),
            Some(at_utc_ms) => {
                to.push(1);
                to.extend(at_utc_ms.to_be_bytes());
            }
        }
    }
}

fn take_line(from: &mut Cursor<'_>, before: Head) -> Result<PortionLine, PortionError> {
    let seq = from.seq;
    let at_utc_ms = i64::from_be_bytes(from.array("hora")?);
    let version = from.number("versión")?;
    let line = Line {
        seq,
        at_utc_ms,
        version: u32::try_from(version).map_err(|_| from.wrong("versión"))?,
        kind: from.text("clase")?,
        request_id: from.text("petición")?,
        actor: Actor::parse(&from.text("quién")?).ok_or(from.wrong("quién"))?,
        device: from.text("puesto")?,
        body: from.text("cuerpo")?,
    };
    let event = decode(&line.kind, line.version, &line.body)
        .map_err(|source| PortionError::Unreadable { seq, source })?;
    let request = if from.flag("petición")? {
        let body_sha256 = from.array("petición")?;
        let last_seq = seq.checked_add(from.number("petición")?);
        Some(PortionRequest { body_sha256, last_seq: last_seq.ok_or(from.wrong("petición"))? })
    } else {
        None
    };
    let mut cited = sealed_of(&event);
    let mut sealed = Vec::new();
    for _ in 0..from.number("valores")? {
        let row = take_sealed(from)?;
        // In the order in which the event cites them, any of them left out.
        cited.find(|cited| *cited == row.sealed).ok_or(from.wrong("valor reservado"))?;
        sealed.push(row);
    }
    from.end()?;
    let head = Head { seq, hash: line.hash(&before.hash) };
    Ok(PortionLine { line, event, head, sealed, request })
}

fn take_sealed(from: &mut Cursor<'_>) -> Result<SealedRow, PortionError> {
    let id = from.number("valor reservado")?;
    let salt: [u8; 32] = from.array("valor reservado")?;
    let value = from.bytes("valor reservado")?.to_vec();
    let delete_after = if from.flag("valor reservado")? {
        Some(i64::from_be_bytes(from.array("valor reservado")?))
    } else {
        None
    };
    Ok(SealedRow { sealed: Sealed { id, hash: seal::hash(&salt, &value) }, salt, value, delete_after })
}

fn number(to: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        to.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

fn bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    number(to, bytes.len() as u64);
    to.extend(bytes);
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// What is left to read.
struct Cursor<'a> {
    rest: &'a [u8],
    /// The line that is being read, for faults.
    seq: u64,
}

impl<'a> Cursor<'a> {
    fn wrong(&self, what: &'static str) -> PortionError {
        PortionError::Malformed { seq: self.seq, what }
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], PortionError> {
        let (array, rest) = self.rest.split_first_chunk().ok_or(self.wrong(what))?;
        self.rest = rest;
        Ok(*array)
    }

    fn number(&mut self, what: &'static str) -> Result<u64, PortionError> {
        let mut value = 0_u64;
        for place in 0.. {
            let [byte] = self.array(what)?;
            let bits = u64::from(byte & 0x7f);
            let fits = place < 9 || place == 9 && bits <= 1;
            let shortest = byte != 0 || place == 0;
            if !fits || !shortest {
                break;
            }
            value |= bits << (7 * place);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.wrong(what))
    }

    fn bytes(&mut self, what: &'static str) -> Result<&'a [u8], PortionError> {
        let length = self.number(what)?;
        let length = usize::try_from(length).map_err(|_| self.wrong(what))?;
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(self.wrong(what))?;
        self.rest = rest;
        Ok(bytes)
    }

    fn text(&mut self, what: &'static str) -> Result<String, PortionError> {
        let bytes = self.bytes(what)?.to_vec();
        String::from_utf8(bytes).map_err(|_| self.wrong(what))
    }

    fn flag(&mut self, what: &'static str) -> Result<bool, PortionError> {
        match self.array(what)? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(self.wrong(what)),
        }
    }

    fn end(&self) -> Result<(), PortionError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wrong("final")) }
    }
}

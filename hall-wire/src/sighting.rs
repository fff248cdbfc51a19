//! How far a screen saw the record go (DECISIONS 40).
//!
//! Each screen keeps the last line that it was told of. A server whose record has not that line goes back behind what
//! players and staff have seen, and the screen does not follow it.

use std::borrow::Cow;
use std::fmt;

use hall_core::record::Hash;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// The end of the record: the number and the hash of its last line. What an acta prints.
///
/// ```
/// use hall_wire::sighting::Head;
///
/// let text = format!("7:{}", "0a".repeat(32));
/// assert_eq!(Head::parse(&text).unwrap().to_string(), text);
/// assert!(Head::parse("7").is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// 0 while there is no line.
    pub seq: u64,
    /// [`Hash::GENESIS`] while there is no line.
    pub hash: Hash,
}

impl Head {
    /// The head of a record without lines.
    pub const EMPTY: Head = Head { seq: 0, hash: Hash::GENESIS };

    /// Parses `SEQ:HASH`.
    pub fn parse(text: &str) -> Option<Head> {
        let (seq, hash) = text.split_once(':')?;
        Some(Head { seq: seq.parse().ok()?, hash: Hash::parse(hash)? })
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.seq, self.hash)
    }
}

/// The end of a record as somebody saw it. As text `EPOCH:SEQ:HASH`.
///
/// ```
/// use hall_wire::sighting::Sighting;
///
/// let text = format!("2:4890:{}", "0a".repeat(32));
/// let saw = Sighting::parse(&text).unwrap();
/// assert_eq!((saw.epoch, saw.head.seq, saw.to_string()), (2, 4890, text));
/// assert!(Sighting::parse("2:4890").is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sighting {
    /// The epoch of the record then, from 1.
    pub epoch: u32,
    /// Its last line.
    pub head: Head,
}

impl Sighting {
    /// Parses `EPOCH:SEQ:HASH`.
    pub fn parse(text: &str) -> Option<Sighting> {
        let (epoch, head) = text.split_once(':')?;
        let saw = Sighting { epoch: epoch.parse().ok()?, head: Head::parse(head)? };
        // Written again and compared: no sign, no blank, no leading zero.
        (saw.epoch >= 1 && saw.to_string() == text).then_some(saw)
    }

    /// Whether this was seen before the other.
    pub fn is_before(&self, other: &Sighting) -> bool {
        (self.epoch, self.head.seq) < (other.epoch, other.head.seq)
    }
}

impl fmt::Display for Sighting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.epoch, self.head)
    }
}

impl From<Sighting> for String {
    fn from(saw: Sighting) -> String {
        saw.to_string()
    }
}

impl TryFrom<String> for Sighting {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Sighting, &'static str> {
        Sighting::parse(&text).ok_or("no es ÉPOCA:LÍNEA:HUELLA")
    }
}

impl JsonSchema for Sighting {
    fn schema_name() -> Cow<'static, str> {
        "Sighting".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "The end of a record as somebody saw it: EPOCH:SEQ:HASH.",
            "pattern": "^[1-9][0-9]*:[0-9]+:[0-9a-f]{64}$"
        })
    }
}

/// A record and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// The hash of its first line, the founding: it tells one hall from another.
    pub hall: Hash,
    /// Its end.
    pub end: Sighting,
}

impl Seen {
    /// Parses `HALL EPOCH:SEQ:HASH`.
    pub fn parse(text: &str) -> Option<Seen> {
        let (hall, end) = text.split_once(' ')?;
        Some(Seen { hall: Hash::parse(hall)?, end: Sighting::parse(end)? })
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.hall, self.end)
    }
}

/// The header of a screen's command with what it has seen, as [`Seen`] writes it.
pub const HEADER: &str = "Record-Seen";

/// The server's record, for a screen that comes (back) to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordEnd {
    /// The hash of its first line, in hex: it tells one hall from another.
    pub hall: String,
    /// Its end.
    pub end: Sighting,
    /// Whether it has what the screen saw; none where the screen told nothing, or something of another hall.
    #[serde(default)]
    pub seen: Option<Verdict>,
}

/// What a record says to a sighting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It has that line, or two people have accepted its loss.
    Agrees,
    /// It ends before that line.
    Behind,
    /// It has another line there.
    Rewritten,
    /// It is of an earlier epoch: the hall went on elsewhere.
    OlderEpoch,
}

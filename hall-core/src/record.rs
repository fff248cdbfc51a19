//! How events are written down: the bytes of a line, its hash, and the frozen encoding of each kind.
//!
//! An [`Event`] becomes JSON text with its fields in a fixed order and no spaces. There is one text for an event, and
//! [`decode`] accepts no other. The newest encoding of a kind is its row in the list of events (`event/list.rs`), older
//! ones are in `v1` to `v5`. A field renamed in Rust keeps its name on disk behind `as`; golden files hold it.
//!
//! `snapshot` writes a whole hall with the same means. It is not frozen and no part of the record.

mod line;
mod newest;
mod read;
mod schema;
mod snapshot;
mod v1;
mod v2;
mod v3;
mod v4;
mod v5;
mod value;
mod write;

use alloc::string::String;

pub use line::{Hash, Line};
pub use newest::{kinds, schemas};
pub use snapshot::{read_hall, write_hall};

use crate::event::{Event, HoldWhy};

/// The name of a field on disk: the one behind `as`, else its own.
macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident as $disk:literal) => {
        $disk
    };
}
use name;

/// An event as it is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// What happened, as in "ball_extracted".
    pub kind: &'static str,
    /// The version of that kind's encoding, from 1.
    pub version: u32,
    /// A JSON object.
    pub body: String,
}

/// Why a text is not an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// This program does not know the kind.
    #[error("there is no event of kind {kind:?}")]
    UnknownKind {
        /// The kind as written.
        kind: String,
    },
    /// This program does not know that version of the kind.
    #[error("event {kind}: version {version} of its encoding is not known")]
    UnknownVersion {
        /// The kind.
        kind: String,
        /// The version as written.
        version: u32,
    },
    /// A field is missing, unknown, in another place or not of its type.
    #[error("event {kind}: field {field}: {problem}")]
    Field {
        /// The kind.
        kind: String,
        /// The field looked at, as in "check.balls_counted".
        field: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// Writes an event in the newest encoding of its kind.
///
/// ```
/// use hall_core::event::{Event, GameNo};
/// use hall_core::record::{decode, encode};
///
/// let event = Event::GameEnded { game: GameNo(7) };
/// let written = encode(&event);
/// assert_eq!((written.kind, written.version), ("game_ended", 1));
/// assert_eq!(written.body, r#"{"game":7}"#);
/// assert_eq!(decode("game_ended", 1, r#"{"game":7}"#), Ok(event));
/// assert!(decode("game_ended", 1, r#"{"game":7,"why":1}"#).is_err());
/// ```
pub fn encode(event: &Event) -> Encoded {
    event.encode()
}

/// Reads why a game was held, as it stands in its event.
///
/// # Errors
/// When the text is no reason as [`encode`] writes it.
pub fn hold_why(text: &str) -> Result<HoldWhy, DecodeError> {
    let mut reader = read::BodyReader::new(text);
    value::Value::take(&mut reader).map_err(|wrong| wrong.in_event("hold_raised"))
}

/// Reads an event.
///
/// # Errors
/// When the kind or its version is not known, or the body is not, byte for byte, what
/// [`encode`] wrote in that version.
pub fn decode(kind: &str, version: u32, body: &str) -> Result<Event, DecodeError> {
    let superseded = || match version {
        1 => v1::decode(kind, body),
        2 => v2::decode(kind, body),
        3 => v3::decode(kind, body),
        4 => v4::decode(kind, body),
        5 => v5::decode(kind, body),
        _ => None,
    };
    let event = newest::decode(kind, version, body).or_else(superseded);
    event.unwrap_or_else(|| {
        Err(if kinds().any(|known| known == kind) {
            DecodeError::UnknownVersion { kind: kind.into(), version }
        } else {
            DecodeError::UnknownKind { kind: kind.into() }
        })
    })
}

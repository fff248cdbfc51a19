//! How facts are written down: the bytes of a line, its hash, and the frozen encoding of
//! each kind of event.
//!
//! An [`Event`] becomes JSON text with its fields in a fixed order and no space between them.
//! There is exactly one text for an event, and [`decode`] accepts no other: a body that was
//! touched is noticed even before the hash is looked at. The newest encoding of a kind is its row in
//! the list of events (`event/list.rs`), older ones are in `v1`. A field renamed in Rust keeps its name
//! on disk behind `as`, so that last year's games are still read; golden files hold it. Where lines are
//! kept is not decided here.

mod balls;
mod line;
mod newest;
mod read;
mod reader;
mod room;
mod v1;
mod write;

use alloc::string::String;

pub use line::{Hash, Line};

use crate::event::{Event, HoldWhy};

/// The name of every kind of event on disk.
pub const KINDS: &[&str] = &ALL_KINDS;

const ROOMS: [&[&str]; 3] = [newest::KINDS, balls::KINDS, reader::KINDS];

const ALL_KINDS: [&str; ROOMS[0].len() + ROOMS[1].len() + ROOMS[2].len()] = {
    let mut all = [""; ROOMS[0].len() + ROOMS[1].len() + ROOMS[2].len()];
    let (mut at, mut room, mut kind) = (0, 0, 0);
    while at < all.len() {
        if kind == ROOMS[room].len() {
            (room, kind) = (room + 1, 0);
        }
        all[at] = ROOMS[room][kind];
        (at, kind) = (at + 1, kind + 1);
    }
    all
};

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
    /// This program does not know such events.
    #[error("there is no event of kind {kind:?}")]
    UnknownKind {
        /// The kind as written.
        kind: String,
    },
    /// This program does not know that encoding of such events.
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
    if let Event::Balls(event) = event {
        let (kind, body) = balls::encode(event);
        return Encoded { kind, version: 1, body };
    }
    if let Event::Reader(event) = event {
        let (kind, body) = reader::encode(event);
        return Encoded { kind, version: 1, body };
    }
    newest::encode(event).expect("the others have a room of their own")
}

/// Reads why a game was held, as it stands in its event.
///
/// # Errors
/// When the text is no reason as [`encode`] writes it.
pub fn hold_why(text: &str) -> Result<HoldWhy, DecodeError> {
    let mut reader = read::BodyReader::new(text);
    v1::value::Value::take(&mut reader).map_err(|wrong| wrong.in_event("hold_raised"))
}

/// Reads an event.
///
/// # Errors
/// When the kind or its version is not known, or the body is not, byte for byte, what
/// [`encode`] wrote in that version.
pub fn decode(kind: &str, version: u32, body: &str) -> Result<Event, DecodeError> {
    match version {
        1 if balls::KINDS.contains(&kind) => return balls::decode(kind, body),
        1 if reader::KINDS.contains(&kind) => return reader::decode(kind, body),
        _ => {}
    }
    let superseded = || if version == 1 { v1::decode(kind, body) } else { None };
    let event = newest::decode(kind, version, body).or_else(superseded);
    event.unwrap_or_else(|| {
        let known = KINDS.contains(&kind);
        let kind = kind.into();
        Err(if known {
            DecodeError::UnknownVersion { kind, version }
        } else {
            DecodeError::UnknownKind { kind }
        })
    })
}

//! Lines of the record as text, to go with a paper: one JSON object a line, with the very texts that are hashed.

use hall_core::event::Event;
use hall_core::record::Line;
use hall_wire::paper::RecordLines;
use serde::Serialize;

use crate::journal::Head;

/// A line, its fields in the order in which they are hashed, and its own hash.
#[derive(Serialize)]
struct Written<'a> {
    seq: u64,
    at_utc_ms: i64,
    kind: &'a str,
    version: u32,
    request_id: &'a str,
    actor: String,
    device: &'a str,
    body: &'a str,
    hash: String,
}

/// The lines that follow a head.
pub(super) fn lines(before: Head, lines: &[(Line, Event)]) -> RecordLines {
    let (mut text, mut hash) = (String::new(), before.hash);
    for (line, _) in lines {
        hash = line.hash(&hash);
        let Line { seq, at_utc_ms, kind, version, request_id, actor, device, body } = line;
        let written = Written {
            seq: *seq,
            at_utc_ms: *at_utc_ms,
            kind,
            version: *version,
            request_id,
            actor: actor.to_string(),
            device,
            body,
            hash: hash.to_string(),
        };
        text += &serde_json::to_string(&written).expect("texts and numbers are JSON");
        text.push('\n');
    }
    RecordLines { before: before.into(), lines: text }
}

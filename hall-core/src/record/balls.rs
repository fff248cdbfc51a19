//! Version 1 of the events about sets of balls. Frozen, as `v1` is, of which it is a further room.

use alloc::string::String;

use super::DecodeError;
use super::read::{Reader, Wrong};
use super::v1::value::Value;
use super::write::Writer;
use crate::event::{BallsEvent, Event};

macro_rules! events {
    ($($variant:ident => $kind:literal { $($field:ident: $name:literal),* })*) => {
        /// The name of every kind of these events on disk.
        pub(super) const KINDS: &[&str] = &[$($kind),*];

        /// Returns the kind and the body.
        pub(super) fn encode(event: &BallsEvent) -> (&'static str, String) {
            let mut w = Writer::new();
            w.open('{');
            let kind = match event {
                $(BallsEvent::$variant { $($field),* } => {
                    $(w.name($name); $field.put(&mut w);)*
                    $kind
                })*
            };
            w.close('}');
            (kind, w.finish())
        }

        /// Reads a body of this kind.
        pub(super) fn decode(kind: &str, body: &str) -> Result<Event, DecodeError> {
            let mut r = Reader::new(body);
            let event = match kind {
                $($kind => (|| {
                    r.open("{")?;
                    let event = BallsEvent::$variant { $($field: r.field($name, Value::take)?),* };
                    r.close()?;
                    r.end()?;
                    Ok(Event::Balls(event))
                })(),)*
                _ => return Err(DecodeError::UnknownKind { kind: kind.into() }),
            };
            event.map_err(|wrong: Wrong| wrong.in_event(kind))
        }
    };
}

events! {
    EnrolmentAsked => "ball_set_enrolment_asked" { set: "set", balls: "balls", table_sha256: "table_sha256" }
    Enrolled => "ball_set_enrolled" {
        set: "set", balls: "balls", table_sha256: "table_sha256", asked_by: "asked_by"
    }
    InspectionAsked => "ball_set_inspection_asked" { set: "set", found: "found" }
    Inspected => "ball_set_inspected" { set: "set", found: "found", asked_by: "asked_by" }
    Weighed => "ball_set_weighed" { set: "set", weights_mg: "weights_mg", low_mg: "low_mg", high_mg: "high_mg" }
    Withdrawn => "ball_set_withdrawn" {
        set: "set", games: "games", reason: "reason", reserve_set: "reserve_set"
    }
    CountBegun => "ball_count_begun" { count: "count", set: "set", load: "load" }
    Counted => "ball_counted" {
        count: "count", number: "number", set: "set", confidence: "confidence", again: "again",
        boot: "boot", seq: "frame"
    }
    CountEnded => "ball_count_ended" {
        count: "count", set: "set", balls: "balls", missing: "missing", doubled: "doubled",
        unsure: "unsure", foreign: "foreign"
    }
    CountCancelled => "ball_count_cancelled" { count: "count", reason: "reason" }
    CountTaken => "ball_count_taken" { session: "session", count: "count", set: "set", balls: "balls" }
}

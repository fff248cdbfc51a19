//! Version 2 of the kinds that have one. Frozen, as version 1 is; its values are written as there.

use alloc::string::String;

use super::DecodeError;
use super::read::{Reader, Wrong};
use super::v1::value::{Value, put_rules_v2, take_rules_v2};
use super::write::Writer;
use crate::event::Event;

/// A value as in version 1, or the rules, which have their own.
macro_rules! put {
    ($field:ident, $w:expr) => {
        $field.put($w)
    };
    ($field:ident, $w:expr, rules) => {
        put_rules_v2($field, $w)
    };
}

macro_rules! take {
    () => {
        Value::take
    };
    (rules) => {
        take_rules_v2
    };
}

macro_rules! events {
    ($($variant:ident => $kind:literal { $($field:ident: $name:literal $(as $own:tt)?),* })*) => {
        /// Returns the kind and the body, or `None` if version 2 is not the newest of such events.
        pub(super) fn encode(event: &Event) -> Option<(&'static str, String)> {
            $(if let Event::$variant { $($field),* } = event {
                let mut w = Writer::new();
                w.open('{');
                $(w.name($name); put!($field, &mut w $(, $own)?);)*
                w.close('}');
                return Some(($kind, w.finish()));
            })*
            None
        }

        /// Reads a body of this kind.
        pub(super) fn decode(kind: &str, body: &str) -> Result<Event, DecodeError> {
            let mut r = Reader::new(body);
            let event = match kind {
                $($kind => (|| {
                    r.open("{")?;
                    let event = Event::$variant { $($field: r.field($name, take!($($own)?))?),* };
                    r.close()?;
                    r.end()?;
                    Ok(event)
                })(),)*
                _ => return Err(DecodeError::UnknownVersion { kind: kind.into(), version: 2 }),
            };
            event.map_err(|wrong: Wrong| wrong.in_event(kind))
        }
    };
}

events! {
    MatrixMade => "matrix_made" {
        matrix: "matrix", size: "size", options: "cards", generator: "generator", mixed: "mixed",
        key: "key", key_sha256: "key_sha256", faces_sha256: "faces_sha256"
    }
    BallSetRegistered => "ball_set_registered" {
        set: "set", extractor: "extractor", homologation: "homologation", maker: "maker",
        reference: "reference"
    }
    HallFounded => "hall_founded" {
        name: "name", zone: "zone", profile_sha256: "profile_sha256", rules: "rules" as rules
    }
    SessionOpened => "session_opened" {
        session: "session", date: "date", mesa: "mesa", sala: "sala", check: "check",
        rules: "rules" as rules, profile_sha256: "profile_sha256"
    }
}

//! The newest encoding of each kind, from the list of events.

use super::read::{BodyReader, Wrong};
use super::v1::value::{Value, put_rules_v2, take_rules_v2};
use super::write::Writer;
use super::{DecodeError, Encoded};
use crate::event::{Event, list};

/// Writes a field. Rules are those of version 2, in every kind that has them.
macro_rules! put {
    (rules $value:ident, $w:expr) => {
        put_rules_v2($value, $w)
    };
    ($field:ident $value:ident, $w:expr) => {
        Value::put($value, $w)
    };
}

macro_rules! take {
    (rules) => {
        take_rules_v2
    };
    ($field:ident) => {
        Value::take
    };
}

macro_rules! encoding {
    (no_game { $($rows:tt)* } of_a_game { $($game_rows:tt)* }) => {
        encoding! { $($rows)* $($game_rows)* }
    };
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $kind:literal $(in $version:literal)? {
            $($field:ident $(as $disk:literal)? : $type:ty => $about:literal,)*
        }
    )*) => {
        /// The name of every kind of event in the list.
        pub(super) const KINDS: &[&str] = &[$($kind),*];

        /// Writes an event; nothing of those that have rooms of their own.
        pub(super) fn encode(event: &Event) -> Option<Encoded> {
            let mut w = Writer::new();
            w.open('{');
            let (kind, version) = match event {
                Event::Balls(_) | Event::Reader(_) => return None,
                $(Event::$variant { $($field),* } => {
                    $(w.name([$($disk,)? stringify!($field)][0]); put!($field $field, &mut w);)*
                    ($kind, [$($version,)? 1][0])
                })*
            };
            w.close('}');
            Some(Encoded { kind, version, body: w.finish() })
        }

        /// Reads a body of this kind; nothing where its newest version is another.
        pub(super) fn decode(kind: &str, version: u32, body: &str) -> Option<Result<Event, DecodeError>> {
            let mut r = BodyReader::new(body);
            let newest = |of: u32| of == version;
            let event = match kind {
                $($kind if newest([$($version,)? 1][0]) => (|| {
                    r.open("{")?;
                    let event = Event::$variant {
                        $($field: r.field([$($disk,)? stringify!($field)][0], take!($field))?),*
                    };
                    r.close()?;
                    r.end()?;
                    Ok(event)
                })(),)*
                _ => return None,
            };
            Some(event.map_err(|wrong: Wrong| wrong.in_event(kind)))
        }
    };
}

list::events!(encoding);

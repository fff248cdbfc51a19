//! The newest encoding of each kind, from the list of events.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::read::body;
use super::write::Writer;
use super::{DecodeError, Encoded, name, schema};
use crate::event::{BallsEvent, Event, ReaderEvent, list};

/// The name of every kind of event on disk.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    [Event::KINDS, BallsEvent::KINDS, ReaderEvent::KINDS].into_iter().flatten().copied()
}

/// What is in the body of each kind of event, in its newest version: one JSON text, an object with a JSON Schema for each
/// kind. Made of the list of events, for whoever reads the record without this program.
///
/// ```
/// let schemas = hall_core::record::schemas();
/// assert!(schemas.contains(r#""game_ended":{"description":"The closing order"#));
/// ```
pub fn schemas() -> String {
    let all = [Event::schemas(), BallsEvent::schemas(), ReaderEvent::schemas()];
    format!("{{\n{}\n}}\n", all.concat().join(",\n"))
}

/// Reads a body of this kind; nothing where its newest version is another.
pub(super) fn decode(kind: &str, version: u32, text: &str) -> Option<Result<Event, DecodeError>> {
    let of_balls = || Some(BallsEvent::decode(kind, version, text)?.map(Event::Balls));
    let of_reader = || Some(ReaderEvent::decode(kind, version, text)?.map(Event::Reader));
    Event::decode(kind, version, text).or_else(of_balls).or_else(of_reader)
}

macro_rules! encodings {
    (
        no_game { $($row:tt)* }
        of_a_game { $(
            $(#[doc = $doc:literal])+
            $variant:ident = $kind:literal $(in $version:literal)? { $($field:tt)* }
        )* }
        balls { $($balls:tt)* }
        reader { $($reader:tt)* }
    ) => {
        encoding! { Event (Balls Reader):
            $($row)*
            $($(#[doc = $doc])+ $variant = $kind $(in $version)? { game: GameNo => "The game.", $($field)* })*
        }
        encoding! { BallsEvent (): $($balls)* }
        encoding! { ReaderEvent (): $($reader)* }
    };
}

/// The encoding of one enum of events. In brackets are the variants that hold another enum.
macro_rules! encoding {
    ($event:ident ($($other:ident)*): $(
        $(#[doc = $doc:literal])*
        $variant:ident = $kind:literal $(in $version:literal)? {
            $($field:ident $(as $disk:literal)? : $type:ty => $about:literal,)*
        }
    )*) => {
        impl $event {
            const KINDS: &[&str] = &[$($kind),*];

            fn schemas() -> Vec<String> {
                alloc::vec![$(schema::of_event(
                    $kind,
                    [$($version,)? 1][0],
                    concat!($($doc),*),
                    &[$((
                        name!($field $(as $disk)?),
                        schema::of_choice(|all: $event| {
                            if let $event::$variant { $field, .. } = all { Some($field) } else { None }
                        }),
                        $about,
                    )),*],
                )),*]
            }

            pub(super) fn encode(&self) -> Encoded {
                let mut w = Writer::new();
                let (kind, version) = match self {
                    $($event::$other(event) => return event.encode(),)*
                    $($event::$variant { $($field),* } => {
                        w.object(|w| { $(w.field(name!($field $(as $disk)?), $field);)* });
                        ($kind, [$($version,)? 1][0])
                    })*
                };
                Encoded { kind, version, body: w.finish() }
            }

            fn decode(kind: &str, version: u32, text: &str) -> Option<Result<$event, DecodeError>> {
                let newest = |of: u32| of == version;
                Some(match kind {
                    $($kind if newest([$($version,)? 1][0]) => body(kind, text, |r| {
                        Ok($event::$variant { $($field: r.field(name!($field $(as $disk)?))?),* })
                    }),)*
                    _ => return None,
                })
            }
        }
    };
}

list::events!(encodings);

//! How a room of events beside `v1` is written and read: its kinds, each of version 1.

/// A room: the type of its events, what wraps them as [`Event`](crate::event::Event), and its kinds. To the left of
/// each arrow or colon is the name in Rust, which may change; to its right, in quotes, the name on disk, which may not.
macro_rules! room {
    ($type:ident in $wrap:ident: $($variant:ident => $kind:literal { $($field:ident: $name:literal),* })*) => {
        /// The name of every kind of these events on disk.
        pub(super) const KINDS: &[&str] = &[$($kind),*];

        /// Returns the kind and the body.
        pub(super) fn encode(event: &$type) -> (&'static str, alloc::string::String) {
            let mut w = super::write::Writer::new();
            w.open('{');
            let kind = match event {
                $($type::$variant { $($field),* } => {
                    $(w.name($name); super::v1::value::Value::put($field, &mut w);)*
                    $kind
                })*
            };
            w.close('}');
            (kind, w.finish())
        }

        /// Reads a body of this kind.
        pub(super) fn decode(kind: &str, body: &str) -> Result<crate::event::Event, super::DecodeError> {
            let mut r = super::read::BodyReader::new(body);
            let event = match kind {
                $($kind => (|| {
                    r.open("{")?;
                    let event = $type::$variant {
                        $($field: r.field($name, super::v1::value::Value::take)?),*
                    };
                    r.close()?;
                    r.end()?;
                    Ok(crate::event::Event::$wrap(event))
                })(),)*
                _ => return Err(super::DecodeError::UnknownKind { kind: kind.into() }),
            };
            event.map_err(|wrong: super::read::Wrong| wrong.in_event(kind))
        }
    };
}

pub(super) use room;

//! Version 1 of the kinds whose newest version is another. Frozen. What they did not say then is to the right of `with`.
//!
//! To the left of each colon or arrow is the name in Rust, which may change; to its right, in quotes, the name on disk,
//! which may not. How the values themselves are written is in [`value`].

use super::DecodeError;
use super::read::{BodyReader, Wrong};
use crate::event::Event;
use crate::matrix::MatrixOptions;
use value::Value;

pub(super) mod value;

macro_rules! superseded {
    ($($variant:ident => $kind:literal { $($field:ident: $name:literal),* } with { $($later:ident: $then:expr),* })*) => {
        /// Reads a body of this kind, as version 1 wrote it; nothing where that is still the newest.
        pub(super) fn decode(kind: &str, body: &str) -> Option<Result<Event, DecodeError>> {
            let mut r = BodyReader::new(body);
            let event = match kind {
                $($kind => (|| {
                    r.open("{")?;
                    let event = Event::$variant {
                        $($field: r.field($name, Value::take)?,)* $($later: $then),*
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

superseded! {
    MatrixMade => "matrix_made" {
        matrix: "matrix", size: "size", generator: "generator", key: "key",
        key_sha256: "key_sha256", faces_sha256: "faces_sha256"
    } with { options: MatrixOptions::PLAIN, mixed: None }
    BallSetRegistered => "ball_set_registered" {
        set: "set", extractor: "extractor", homologation: "homologation"
    } with { maker: None, reference: None }
    // Their rules are those of version 1, which have no warning (`value`).
    HallFounded => "hall_founded" {
        name: "name", zone: "zone", profile_sha256: "profile_sha256", rules: "rules"
    } with {}
    SessionOpened => "session_opened" {
        session: "session", date: "date", mesa: "mesa", sala: "sala", check: "check",
        rules: "rules", profile_sha256: "profile_sha256"
    } with {}
}

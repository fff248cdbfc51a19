//! Examples of keys that sign the record's checkpoints.

use hall_core::event::{Event, SessionNo};

/// A hall's first key and its next, and a witness.
pub fn keys() -> Vec<Event> {
    vec![
        Event::SigningKeyBegun { key: [0x11; 32], before: None },
        Event::SigningKeyBegun { key: [0x22; 32], before: Some([0x11; 32]) },
        Event::WitnessMet { name: "mesa-1".into(), key: [0x33; 32] },
    ]
}

/// A stamp of another house on a session's close.
pub fn stamped() -> Event {
    Event::TimeStamped {
        session: SessionNo(12),
        size: 4_410,
        note_sha256: [0x44; 32],
        authority: "CN=TSA de prueba,O=Autoridad".into(),
        stamped_at_utc_ms: 1_795_675_642_000,
        file: "sellos/sesion-12.tsr".into(),
        sha256: [0x55; 32],
    }
}

//! Examples of keys that sign the record's checkpoints.

use hall_core::event::Event;

/// A hall's first key and its next, and a witness.
pub fn keys() -> Vec<Event> {
    vec![
        Event::SigningKeyBegun { key: [0x11; 32], before: None },
        Event::SigningKeyBegun { key: [0x22; 32], before: Some([0x11; 32]) },
        Event::WitnessMet { name: "mesa-1".into(), key: [0x33; 32] },
    ]
}

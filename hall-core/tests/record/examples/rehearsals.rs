//! Examples of what the spare shows in a rehearsal.

use hall_core::event::Event;

/// A spare that rehearses.
pub fn rehearsals() -> Vec<Event> {
    vec![
        Event::RehearsalAsked { rehearsal: 3 },
        Event::RehearsalPassed {
            rehearsal: 3,
            spare: "192.168.1.11:8080".into(),
            seq: 41_207,
            hash: [7; 32],
            hall_sha256: [8; 32],
            millis: 2_340,
        },
        Event::RehearsalFailed { rehearsal: 4, words: "no contesta".into() },
    ]
}

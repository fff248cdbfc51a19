//! Examples of what becomes of values and requests that are kept outside the record, and of a code that is in none.

use hall_core::event::{DeletionWhy, Event};
use hall_core::people::PersonId;

/// A day, two deletions, a digest, a code.
pub fn deletions() -> Vec<Event> {
    vec![
        Event::DeletionSet { value: 4_096, days: 1_825, after_utc_ms: 1_953_000_000_000 },
        Event::ValuesDeleted { values: vec![7, 8_191], why: DeletionWhy::LogInEnded },
        Event::ValuesDeleted { values: vec![4_096], why: DeletionWhy::DateReached },
        Event::RequestsDigested { first: 1, last: 41_207, requests: 9_120, sha256: [9; 32] },
        Event::InspectionCodeGiven { person: PersonId(6) },
    ]
}

//! Waiting.

use std::time::{Duration, Instant};

/// How long anything may take before the test gives up.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until something is there.
#[track_caller]
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited too long for: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

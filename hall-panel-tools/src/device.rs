//! What simulated hardware has in common.

/// Hardware at the end of a line.
pub trait Device: Send + 'static {
    /// Bytes arrive; returns what it answers. Without power they arrive nowhere. `now_ms` is any clock that does not go
    /// back, in milliseconds.
    fn receive(&mut self, bytes: &[u8], now_ms: u64) -> Vec<u8>;

    /// Power comes or goes; with it goes what it does not keep.
    fn power(&mut self, on: bool);

    /// What it shows, as JSON; without power, null.
    fn shows(&self, now_ms: u64) -> serde_json::Value;

    /// An order of a test or of the person at the simulator, as in `nak 2`; returns whether it knows it.
    fn obey(&mut self, order: &str) -> bool {
        let _ = order;
        false
    }
}

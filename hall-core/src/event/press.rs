//! When PARADA was pressed, as the device saw it (ADR 74).

/// When a key was pressed: the hour that its device saw, as the desk's clock would have told it (ADR 74).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pressed {
    /// UTC milliseconds.
    pub at_utc_ms: u64,
    /// By how much it may have been earlier or later, in milliseconds.
    pub within_ms: u32,
}

/// How long after its press a stop may come in and still be told by the hour of the press, in milliseconds (ADR 74): longer than a
/// network that sends again, shorter than from one announced ball to the next.
pub const PRESS_LATE_MAX_MS: i64 = 2_000;

impl Pressed {
    /// The press, if it can have been then, for a request that comes in now: not after it came, and not long before.
    pub fn possible(self, now_utc_ms: i64) -> Option<Pressed> {
        let within = i64::from(self.within_ms);
        let ago = now_utc_ms - i64::try_from(self.at_utc_ms).ok()?;
        let can_be = (-within..=PRESS_LATE_MAX_MS).contains(&ago) && within <= PRESS_LATE_MAX_MS;
        let at_utc_ms = self.at_utc_ms.min(u64::try_from(now_utc_ms).ok()?);
        can_be.then_some(Pressed { at_utc_ms, ..self })
    }

    /// The hour, UTC milliseconds.
    pub fn at_utc_ms(self) -> i64 {
        i64::try_from(self.at_utc_ms).unwrap_or(i64::MAX)
    }

    /// Whether it was before that moment, its uncertainty counted.
    pub fn is_before(self, at_utc_ms: i64) -> bool {
        self.at_utc_ms() < at_utc_ms.saturating_sub(i64::from(self.within_ms))
    }
}

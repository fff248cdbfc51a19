//! Why a log-in ended without its person (ADR 84).

/// What ended a log-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogInEnd {
    /// A jefe de sala, from another desk or the same.
    Manager,
    /// It had lasted as long as a log-in may.
    TooLong,
    /// Another session was opened, and it was made before the last one closed.
    NextSession,
}

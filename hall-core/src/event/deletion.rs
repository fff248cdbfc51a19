//! Why a value that is kept outside the record is deleted.

/// Why values were deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeletionWhy {
    /// They are the hashes of tokens of log-ins that had ended: nothing needs them (RGPD 5.1.e).
    LogInEnded,
    /// The day that the record has for them had come.
    DateReached,
    /// They are the hashes of PINs that open nothing any more, and could be guessed for the next ones.
    PinReplaced,
}

//! The name of the log that an epoch of a hall is, as its checkpoints say it (ADR 42).

use std::fmt;

use hall_core::record::Hash;

/// What a hall's name begins with, and what stands between it and the epoch.
const HALL: &str = "bombo-";
const EPOCH: &str = "/epoca-";

/// Digits of a hall's name.
const DIGITS: usize = 16;

/// The name of a log: the hall and the epoch.
///
/// ```
/// use hall_wire::log_name::LogName;
///
/// let name = LogName::parse("bombo-0123456789abcdef/epoca-2").unwrap();
/// assert_eq!((name.hall(), name.epoch), ("bombo-0123456789abcdef", 2));
/// assert_eq!(name.to_string(), "bombo-0123456789abcdef/epoca-2");
/// assert!(LogName::parse("bombo-0123456789abcdef/epoca-02").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogName {
    hall: String,
    /// From 1.
    pub epoch: u32,
}

impl LogName {
    /// Of an epoch of the hall whose record's first line has this hash.
    pub fn of(hall: Hash, epoch: u32) -> LogName {
        LogName { hall: format!("{HALL}{}", &hall.to_string()[..DIGITS]), epoch }
    }

    /// Reads a name; no other writing of it is taken.
    pub fn parse(text: &str) -> Option<LogName> {
        let (hall, epoch) = text.split_once(EPOCH)?;
        let name = LogName { hall: hall.to_owned(), epoch: epoch.parse().ok()? };
        let digits = hall.strip_prefix(HALL)?;
        let are_digits =
            digits.len() == DIGITS && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        // Written again and compared: two writings would be two logs.
        (are_digits && name.epoch >= 1 && name.to_string() == text).then_some(name)
    }

    /// What the names of all the hall's epochs begin with: it tells one hall from another.
    pub fn hall(&self) -> &str {
        &self.hall
    }
}

impl fmt::Display for LogName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{EPOCH}{}", self.hall, self.epoch)
    }
}

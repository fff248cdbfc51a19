//! What people read: each public sentence once, for boards, screens and acta.
//!
//! The acta, the record's tables and refusals are Spanish. What screens show is in both of their languages. Nothing is
//! decided on a sentence: programs read the kind it was made from.

mod balls;
mod claim;
mod hold;
mod machine;
mod notice;

pub use balls::{ball_words, count_words};
pub use claim::{reject_words, verdict};
pub use hold::{exit, hold};
pub use machine::fault;
pub use notice::{Standstill, StandstillKind, Told, told};

/// A language of the screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// Spanish.
    Es,
    /// English.
    En,
}

impl Lang {
    /// Returns the one of the two that is in this language.
    const fn of<T: Copy>(self, es: T, en: T) -> T {
        match self {
            Lang::Es => es,
            Lang::En => en,
        }
    }
}

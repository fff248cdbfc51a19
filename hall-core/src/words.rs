//! What people read: each public sentence once, for boards, screens and acta.
//!
//! The acta, the record's tables and refusals are Spanish. What screens show is in both of their languages. Nothing is
//! decided on a sentence: programs read the kind it was made from.

use alloc::string::String;

use crate::people::Role;

mod article36;
mod balls;
mod camera;
mod claim;
mod diligencia;
mod hold;
mod machine;
mod notice;
mod readings;
mod refused;
mod staff;
mod stop;
mod trouble;
mod warning;

pub use article36::paragraph_summary;
pub use balls::{ball_words, count_words};
pub use camera::sight;
pub use claim::{Sung, SungWords, question, reject_words, sung, verdict};
pub use diligencia::{DiligenciaText, diligencia, doubt_words, fingerprint, stopped};
pub use hold::{exit, hold};
pub use machine::fault;
pub use notice::{NoticeText, Standstill, StandstillKind, notice};
pub use readings::{BallSource, Readings};
pub use refused::{refused_words, request_words};
pub use staff::{opening_words, staff_after, staff_missing};
pub(crate) use stop::apart;
pub use stop::{StopCall, stop_call, stop_in_acta};
pub use trouble::{FilmStop, Trouble, trouble};
pub use warning::{TableFault, Warning, table_fault, warning};

/// A language of the screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// Spanish, where nobody says another.
    #[default]
    Es,
    /// English.
    En,
}

impl Lang {
    /// The one of the two that is in this language.
    const fn of<T: Copy>(self, es: T, en: T) -> T {
        match self {
            Lang::Es => es,
            Lang::En => en,
        }
    }

    /// The one of two made sentences that is in this language.
    fn made(self, es: String, en: String) -> String {
        match self {
            Lang::Es => es,
            Lang::En => en,
        }
    }
}

/// A role, in Spanish.
pub const fn role_words(role: Role) -> &'static str {
    match role {
        Role::JefeDeSala => "jefe de sala",
        Role::JefeDeMesa => "jefe de mesa",
        Role::Cajero => "cajero",
        Role::VendedorLocutor => "vendedor-locutor",
        Role::Auxiliar => "auxiliar de sala",
        Role::Admision => "admisión y control",
        Role::Inspector => "inspector",
    }
}

/// The words with a capital first letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether this is no letter, sign or blank that a person sees: control characters, those that turn the direction of
/// writing, and those that part or join without a trace. A name or a note has none: with them it would read on a screen, an
/// acta or in a spreadsheet as another than it is.
///
/// ```
/// use hall_core::words::is_hidden;
///
/// assert!(is_hidden('\u{202E}') && is_hidden('\u{7}') && is_hidden('\u{200B}') && is_hidden('\u{3164}'));
/// assert!(!"Íñigo d'Aça-Núñez · 3.ª".chars().any(is_hidden));
/// ```
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Parts and joins, and what turns the direction of writing.
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}'
            // Letters that are written as nothing.
            | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}'
            // Another form of the letter before, notes and shorthand, tags.
            | '\u{FE00}'..='\u{FE0F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

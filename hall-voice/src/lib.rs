//! The voice of the hall (M8, G8): each announced ball with its digits, totals and prizes, the question, and what
//! everybody has to know at once.
//!
//! It is a screen of sound: it follows the public board, says only what is recorded as announced, and never speaks late
//! (DECISIONS 42). A voice that falls silent stops no game: the caller's own is the rule.
//!
//! From words to sound: [`due`] finds what is to be said in what changed, a [`sentence`] without a language; a
//! [`language`] puts it into words, all of them of `hall-prompts`; [`library`] puts these into recordings, and [`mixer`]
//! decides what is said now. [`device`] plays it and [`report`] tells the server what became of it.

pub use hall_prompts::{due, language, numeral, phrase, sentence};

pub mod sound;
pub mod decode;
pub mod synthesiser;
pub mod library;
pub mod mixer;
pub mod output;
pub mod pipeline;
pub mod microphone;
pub mod device;
pub mod settings;
pub mod tongue;
pub mod kept;
pub mod report;
pub mod voice;

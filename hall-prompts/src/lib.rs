//! What the hall's voice says, as words and as files: for the voice, which plays them, for the console, where people
//! record them, and for the wall, which writes them. It plays and records nothing itself.
//!
//! [`due`] finds what is to be said in what changed on the board. A [`sentence`] has no language; a [`language`] puts it into [`phrase`]s and numbers ([`numeral`]). Each of its pieces is a
//! [`recording`] with a name of its own; a [`take`] is what a microphone heard of one, and [`wav`] is the file it becomes.

pub mod numeral;
pub mod phrase;
pub mod sentence;
pub mod due;
pub mod language;
pub mod recording;
pub mod take;
pub mod wav;

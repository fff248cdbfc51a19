//! The Spanish of acta and papers, under the names it had before `words`.

use alloc::string::String;

use crate::event::{HoldExit, HoldWhy, Verdict};
use crate::words::{self, Lang};

pub use crate::words::reject_words;

/// Returns a verdict in words, as on monitor and acta.
pub fn verdict_words(verdict: &Verdict) -> String {
    words::verdict(Lang::Es, verdict)
}

/// Returns why a game is held, in words for the desk and the acta.
pub fn hold_words(why: &HoldWhy) -> String {
    words::hold(Lang::Es, why)
}

/// Returns a way out in words.
pub fn exit_words(way: HoldExit) -> String {
    words::exit(Lang::Es, way)
}

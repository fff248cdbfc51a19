//! Why a server will not have a screen, for its log: each reason once.

use super::Seen;
use crate::problem::Problem;

/// Remembers what was said last.
#[derive(Debug, Default)]
pub struct Refusals(Option<Problem>);

impl Refusals {
    /// Why the server does not have this screen, in its words; nothing where that was said already.
    pub fn news<B>(&mut self, seen: &Seen<B>) -> Option<String> {
        let why = seen.refused.clone();
        // Between two tries nothing is known: it is not said again for that.
        if why.is_none() && !seen.connected {
            return None;
        }
        let before = std::mem::replace(&mut self.0, why.clone());
        let before = before.map(|before| before.detail);
        why.map(|why| why.detail).filter(|why| before.as_ref() != Some(why))
    }

    /// Why the server will not have it, until it does.
    pub const fn last(&self) -> Option<&Problem> {
        self.0.as_ref()
    }
}

/// What an answer that refuses says of it; empty where it is no answer of a hall's server.
pub fn words_of(body: &[u8]) -> String {
    serde_json::from_slice(body).map_or_else(|_| String::new(), |problem: Problem| problem.detail)
}

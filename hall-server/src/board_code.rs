//! The hall's code of the moment, by which a telephone or a television is let in to the public board where the hall asks for one, and
//! the pass that it gets for it (ADR 93).
//!
//! Nothing of it is kept: code and pass are made of the hall's secret and the hour, and made again to be compared. So no number of
//! telephones takes memory, and a server that starts again knows those that it had let in.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::desk::View;

/// Digits of a code: a television's remote has them.
pub const DIGITS: usize = 6;

/// For how long walls show a code, in milliseconds. It is good for as long again.
const SHOWN_MS: i64 = 5 * 60 * 1_000;

/// How long a pass is good at most, in milliseconds.
pub const PASS_LASTS_MS: i64 = 12 * 60 * 60 * 1_000;

/// What makes the codes and passes of one hall.
pub struct BoardCode(Hmac<Sha256>);

/// Who was let in with a code, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// The end of its time, UTC milliseconds.
    until_utc_ms: i64,
    /// The line of the last session's close when it was given; the next close ends it.
    closed: Option<u64>,
}

/// How somebody looks at the public board: with a pass, or by being of the hall or where none is asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Looks(pub Option<Pass>);

impl Pass {
    /// Whether it lets in still.
    pub fn is_good(&self, view: &View) -> bool {
        let now = view.clock_says().at_utc_ms;
        // One that is farther away was given before the clock was set back.
        view.facts.closed == self.closed && (now..=now + PASS_LASTS_MS).contains(&self.until_utc_ms)
    }
}

impl BoardCode {
    /// Of this secret, which the hall tells nobody.
    pub fn of(secret: &[u8]) -> BoardCode {
        BoardCode(Hmac::new_from_slice(secret).expect("a key of any length"))
    }

    /// The code that walls show now.
    pub fn now(&self, view: &View) -> String {
        self.code(view.clock_says().at_utc_ms.div_euclid(SHOWN_MS))
    }

    /// Whether this is the code that walls show, or the one before it. Spaces do not count.
    pub fn is_code(&self, typed: &str, view: &View) -> bool {
        let digits: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
        let shown = view.clock_says().at_utc_ms.div_euclid(SHOWN_MS);
        [shown, shown - 1].iter().any(|at| bool::from(self.code(*at).as_bytes().ct_eq(digits.as_bytes())))
    }

    fn code(&self, shown: i64) -> String {
        let made = self.made_of("codigo", &[shown]);
        let number = made[..8].iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        format!("{:0DIGITS$}", number % 1_000_000)
    }

    /// A pass from now on, as the browser keeps it.
    pub fn pass(&self, view: &View) -> String {
        let until_utc_ms = view.clock_says().at_utc_ms + PASS_LASTS_MS;
        self.written(&Pass { until_utc_ms, closed: view.facts.closed })
    }

    fn written(&self, pass: &Pass) -> String {
        let closed = pass.closed.map_or(0, |line| i64::try_from(line).unwrap_or(i64::MAX));
        format!("{}-{}", pass.until_utc_ms, hex::encode(self.made_of("pase", &[pass.until_utc_ms, closed])))
    }

    /// The pass that a browser shows; none that is not of this hall, or not good any more.
    pub fn read(&self, text: &str, view: &View) -> Option<Pass> {
        let until_utc_ms = text.split_once('-')?.0.parse().ok()?;
        let pass = Pass { until_utc_ms, closed: view.facts.closed };
        let is_ours = bool::from(self.written(&pass).as_bytes().ct_eq(text.as_bytes()));
        (is_ours && pass.is_good(view)).then_some(pass)
    }

    fn made_of(&self, what: &str, numbers: &[i64]) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(what.as_bytes());
        numbers.iter().for_each(|number| mac.update(&number.to_be_bytes()));
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests;

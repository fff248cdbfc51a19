//! Codes of eight digits that let somebody or something in: good once and for ten minutes, the last one for each the good one
//! (DECISIONS 46). They are in memory alone, so a restart ends them.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use hall_wire::message::CODE_LIVES;
use hall_wire::problem;
use subtle::ConstantTimeEq;

use super::Web;
use super::answer::Trouble;
use super::login::wait;
use crate::access::Place;
use crate::desk::View;
use crate::whose::whose;

/// Guesses that a code bears: of seven digits, and somebody who types with thick fingers.
const GUESSES_MAX: u32 = 10;

/// Codes that are good at the same time.
const CODES_MAX: usize = 8;

/// The codes that are good now, and for whom or what.
pub(super) struct Codes<T>(Mutex<Vec<Code<T>>>);

struct Code<T> {
    digits: String,
    of: T,
    until: Instant,
    /// How often somebody began to join with its first digit, or brought another that begins so.
    guesses: u32,
}

/// A code that somebody may know.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Guessed {
    pub(super) digits: String,
    /// The guesses before.
    pub(super) before: u32,
}

impl<T> Code<T> {
    fn bears_more(&self) -> bool {
        self.guesses < GUESSES_MAX
    }

    fn begins(&self, first: &str) -> bool {
        self.digits[..1] == *first
    }
}

impl<T> Default for Codes<T> {
    fn default() -> Codes<T> {
        Codes(Mutex::default())
    }
}

impl<T: PartialEq + Clone> Codes<T> {
    /// Makes a code; the oldest goes where there are too many.
    pub(super) fn give(&self, of: T, now: Instant) -> String {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|code| code.until > now && code.of != of);
        if codes.len() >= CODES_MAX {
            codes.remove(0);
        }
        // A device that joins says the first digit alone.
        let is_taken = |digits: &str| codes.iter().any(|code| code.begins(&digits[..1]));
        let digits = loop {
            let digits = eight_digits();
            if !is_taken(&digits) {
                break digits;
            }
        };
        codes.push(Code { digits: digits.clone(), of, until: now + CODE_LIVES, guesses: 0 });
        digits
    }

    /// The good code that begins so. Whoever asks for it guesses the others: after a few guesses it is good no more.
    pub(super) fn guessed(&self, first: &str, now: Instant) -> Option<Guessed> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|code| code.until > now);
        let code = codes.iter_mut().find(|code| code.bears_more() && code.begins(first))?;
        code.guesses += 1;
        Some(Guessed { digits: code.digits.clone(), before: code.guesses - 1 })
    }

    /// For whom or what the codes were that were guessed at too often, until their time is over.
    pub(super) fn ended(&self, now: Instant) -> Vec<T> {
        let codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = codes.iter().filter(|code| code.until > now && !code.bears_more());
        ended.map(|code| code.of.clone()).collect()
    }

    /// Whose code this is, if it is good; it is good no more. Another is a guess at the one that begins as it does. Spaces do not
    /// count.
    pub(super) fn take(&self, typed: &str, now: Instant) -> Option<T> {
        let digits: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|code| code.until > now);
        let same = |code: &Code<T>| bool::from(code.digits.as_bytes().ct_eq(digits.as_bytes()));
        if let Some(at) = codes.iter().position(|code| code.bears_more() && same(code)) {
            return Some(codes.remove(at).of);
        }
        let first = digits.get(..1)?;
        let guessed = codes.iter_mut().find(|code| code.bears_more() && code.begins(first))?;
        guessed.guesses += 1;
        None
    }
}

impl Web {
    /// Takes the code that somebody typed. Wrong ones cost a growing delay, as wrong PINs do: `user` names what they are for, and has
    /// a space, which no user name has.
    pub(super) fn take_code<T: PartialEq + Clone>(
        &self,
        codes: &Codes<T>,
        typed: &str,
        (peer, user, device): (IpAddr, &str, &str),
    ) -> Result<T, Trouble> {
        let (attempts, now) = (&self.shared.attempts, Instant::now());
        // By address: whoever guesses elsewhere keeps nobody from bringing a good code.
        let (what, place) = (counted(peer, user), Place::Other(whose(peer), device.to_owned()));
        attempts.begin(&what, &place, false, now).map_err(wait)?;
        let Some(of) = codes.take(typed, now) else {
            tracing::warn!(%peer, what = user, "a wrong code");
            self.was_wrong(None);
            return Err(problem::WRONG_CODE.into());
        };
        attempts.good_code(&what);
        Ok(of)
    }

    /// Counts a guess at a code as a wrong one, until it is proved that it was none ([`Web::code_was_right`]).
    pub(super) fn guesses(&self, peer: IpAddr, user: &str, device: &str) -> Result<(), Trouble> {
        let (what, place) = (counted(peer, user), Place::Other(whose(peer), device.to_owned()));
        Ok(self.shared.attempts.begin(&what, &place, false, Instant::now()).map_err(wait)?)
    }

    /// The guess was none.
    pub(super) fn code_was_right(&self, peer: IpAddr, user: &str) {
        self.shared.attempts.good_code(&counted(peer, user));
    }
}

/// What wrong codes from this address are counted as.
fn counted(peer: IpAddr, user: &str) -> String {
    format!("{user} {}", whose(peer))
}

/// Until when a code is good that was given now: UTC milliseconds, and as the hall's clock says it.
pub(super) fn good_until(view: &View) -> (i64, String) {
    let lives = i64::try_from(CODE_LIVES.as_millis()).unwrap_or(i64::MAX);
    let until_utc_ms = view.clock_says().at_utc_ms.saturating_add(lives);
    (until_utc_ms, view.clock.print_hour(until_utc_ms))
}

fn eight_digits() -> String {
    let mut random = [0; 8];
    getrandom::fill(&mut random).expect("the system gives random bytes");
    format!("{:08}", u64::from_le_bytes(random) % 100_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_once_and_for_ten_minutes_and_the_last_one_of_a_person_is_the_good_one() {
        let (codes, now) = (Codes::default(), Instant::now());
        let code = codes.give(7, now);
        assert!(code.len() == 8 && code.bytes().all(|b| b.is_ascii_digit()), "{code}");
        assert_eq!(codes.take("1234567", now), None);
        assert_eq!(codes.take(&format!("{} {}", &code[..4], &code[4..]), now), Some(7));
        assert_eq!(codes.take(&code, now), None, "once");
        let late = codes.give(7, now);
        assert_eq!(codes.take(&late, now + CODE_LIVES), None, "ten minutes");
        let (first, second) = (codes.give(7, now), codes.give(7, now));
        assert_eq!((codes.take(&first, now), codes.take(&second, now)), (None, Some(7)));
        for person in 0..50 {
            codes.give(person, now);
        }
        assert_eq!(codes.0.lock().unwrap().len(), CODES_MAX);
        let firsts =
            codes.0.lock().unwrap().iter().map(|code| code.digits[..1].to_owned()).collect::<Vec<_>>();
        assert!(firsts.iter().all(|first| firsts.iter().filter(|other| *other == first).count() == 1));
    }

    #[test]
    fn a_code_bears_a_few_guesses() {
        let (codes, now) = (Codes::default(), Instant::now());
        let code = codes.give(7, now);
        for before in 0..GUESSES_MAX {
            assert!(codes.ended(now).is_empty());
            assert_eq!(codes.guessed(&code[..1], now), Some(Guessed { digits: code.clone(), before }));
        }
        assert_eq!((codes.guessed(&code[..1], now), codes.take(&code, now)), (None, None));
        assert_eq!((codes.ended(now), codes.ended(now + CODE_LIVES)), (vec![7], vec![]));
        let again = codes.give(7, now);
        assert_eq!((codes.ended(now), codes.take(&again, now)), (vec![], Some(7)), "another is good");
        let late = codes.give(7, now);
        assert_eq!(codes.guessed(&late[..1], now + CODE_LIVES), None, "ten minutes");
    }

    #[test]
    fn a_whole_code_that_is_wrong_is_a_guess_too() {
        let (codes, now) = (Codes::default(), Instant::now());
        let code = codes.give(7, now);
        let last = if code.ends_with('0') { "1" } else { "0" };
        for _ in 0..GUESSES_MAX {
            assert_eq!(
                (codes.take(&format!("{}{last}", &code[..7]), now), codes.take("", now)),
                (None, None)
            );
        }
        assert_eq!((codes.take(&code, now), codes.ended(now)), (None, vec![7]));
    }

    #[test]
    fn who_has_a_network_of_ipv6_guesses_from_one_address() {
        let from = |text: &str| counted(text.parse().expect("an address"), "código");
        assert_eq!(from("2001:db8::1"), from("2001:db8::2"));
        assert_ne!(from("2001:db8::1"), from("2001:db8:0:1::1"));
    }
}

//! The 2-D code of a printed card: `B1:<letter><series>:<card>:<16 hex digits>`.
//!
//! Frozen: printed cards are kept for years. The digits are upper case: the first eight bytes of HMAC-SHA-256 under the
//! hall's card key over the ASCII text before the last colon. They prove that this hall printed a card of that number, not
//! that it was sold, nor that the numbers on it are right.

use alloc::format;
use core::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::series::{CardNo, CardRef, SeriesId};

/// Longer texts are refused unread. The longest code has 41 characters; a scanner may send anything.
pub const TEXT_MAX: usize = 64;

/// The version of these rules.
const VERSION: &str = "B1";

/// The hall's secret key of card codes. `Debug` hides its bytes.
#[derive(Clone)]
pub struct CardKey([u8; 32]);

impl CardKey {
    /// The bytes must be random.
    pub const fn from_bytes(bytes: [u8; 32]) -> CardKey {
        CardKey(bytes)
    }

    /// Secret: stored sealed only.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for CardKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CardKey").finish_non_exhaustive()
    }
}

/// The code on a printed card. One that was read may be forged: see [`CardCode::is_genuine`].
///
/// ```
/// use hall_cards::card::code::{CardCode, CardKey};
/// use hall_cards::series::{CardNo, CardRef, SeriesId};
///
/// let key = CardKey::from_bytes([7; 32]);
/// let card = CardRef { series: SeriesId::parse("A17").unwrap(), number: CardNo(301) };
/// let printed = CardCode::sign(&key, card).to_string();
///
/// let scanned = CardCode::parse(&printed).unwrap();
/// assert_eq!(scanned.card(), card);
/// assert!(scanned.is_genuine(&key));
/// assert!(!scanned.is_genuine(&CardKey::from_bytes([8; 32])));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardCode {
    card: CardRef,
    check: [u8; 8],
}

impl CardCode {
    /// The code to print on a card.
    pub fn sign(key: &CardKey, card: CardRef) -> CardCode {
        let mac = mac(key, card).finalize().into_bytes();
        CardCode { card, check: core::array::from_fn(|i| mac[i]) }
    }

    /// Parses a code. `None` unless it is written as [`CardCode`] displays.
    pub fn parse(text: &str) -> Option<CardCode> {
        if text.len() > TEXT_MAX {
            return None;
        }
        let mut parts = text.split(':');
        let (version, series, number, check) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        if version != VERSION || parts.next().is_some() {
            return None;
        }
        let series = SeriesId::parse(series)?;
        let card = CardRef { series, number: parse_number(number)? };
        Some(CardCode { card, check: parse_check(check)? })
    }

    /// The card the code claims to be of.
    pub const fn card(&self) -> CardRef {
        self.card
    }

    /// The HMAC in the code.
    pub(super) const fn mac(&self) -> u64 {
        u64::from_be_bytes(self.check)
    }

    /// Whether the code was made with this key. Takes the same time for all wrong codes of a card.
    pub fn is_genuine(&self, key: &CardKey) -> bool {
        mac(key, self.card).verify_truncated_left(&self.check).is_ok()
    }
}

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CardRef { series, number } = self.card;
        write!(f, "{VERSION}:{series}:{number}:{:016X}", self.mac())
    }
}

fn mac(key: &CardKey, card: CardRef) -> Hmac<Sha256> {
    let mut mac = Hmac::new_from_slice(&key.0).expect("HMAC takes keys of any length");
    mac.update(format!("{VERSION}:{}:{}", card.series, card.number).as_bytes());
    mac
}

/// 1 to 4 294 967 295, without sign or leading zeros.
fn parse_number(text: &str) -> Option<CardNo> {
    let good = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if good { text.parse().ok().map(CardNo) } else { None }
}

/// Sixteen upper-case hex digits.
fn parse_check(text: &str) -> Option<[u8; 8]> {
    let good = text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'A'..=b'F'));
    if good { u64::from_str_radix(text, 16).ok().map(u64::to_be_bytes) } else { None }
}

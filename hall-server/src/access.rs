//! Who may log in: users with the hash of their PIN, and the tokens of open sessions.
//!
//! The desk builds an [`Access`] from the record and its sealed values and publishes it with every view; nothing here
//! is written to disk. PINs are hashed with argon2id, tokens with SHA-256. [`Attempts`] delays after wrong PINs.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use hall_core::event::{DeviceNo, DevicePost};
use hall_core::hall::Device;
use hall_core::people::{PersonId, Role, Sealed};
use hall_core::time::Date;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

mod attempts;

pub use attempts::Attempts;

/// Memory of one hash: OWASP's recommendation for two passes; 19 MiB, about 30 ms here.
const PIN_MEMORY_KIB: u32 = 19 * 1024;

/// Passes of one hash.
const PIN_PASSES: u32 = 2;

/// Digits of a PIN.
const PIN_DIGITS: std::ops::RangeInclusive<usize> = 6..=12;

/// Longest user or device name.
const NAME_MAX: usize = 40;

/// A member of the staff.
#[derive(Clone)]
pub struct Member {
    /// Number in the record.
    pub person: PersonId,
    /// Unsealed.
    pub identity: Identity,
    /// Substitutions of the session included; none for who left.
    pub roles: Vec<Role>,
    /// Those without the session's substitutions.
    pub own_roles: Vec<Role>,
    /// The last day of the professional card.
    pub card_until: Option<Date>,
    /// The row of the PIN's hash.
    pub pin: Sealed,
    /// argon2id, as made by [`hash_pin`]; none for who left, and where it was deleted.
    pub pin_hash: Option<String>,
    /// The PIN opens nothing but its own change.
    pub first_pin: bool,
    /// Looks, and changes nothing: any device will do.
    pub only_inspects: bool,
    /// Dismissed: known by name, and nobody who logs in.
    pub left: bool,
}

/// What is sealed of a person, as JSON.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// User name for the log-in.
    pub user: String,
    /// Full name.
    pub name: String,
    /// Number of the identity document or professional card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
}

impl Identity {
    /// The bytes to seal.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts are JSON")
    }

    /// Parses an unsealed identity.
    pub fn from_bytes(bytes: &[u8]) -> Option<Identity> {
        serde_json::from_slice(bytes).ok()
    }
}

/// What is sealed of a claimant (art. 37.4), as JSON.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Claimant {
    /// Full name.
    pub name: String,
    /// Number of the identity document; empty where it was not given.
    pub document: String,
}

impl Claimant {
    /// The bytes to seal.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("two texts are JSON")
    }
}

/// The holder of a valid token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Who it was issued to.
    pub person: PersonId,
    /// The device it was issued for.
    pub device: String,
    /// Current roles.
    pub roles: Vec<Role>,
}

impl Caller {
    /// Whether the caller has one of these roles.
    pub fn has_any(&self, roles: &[Role]) -> bool {
        self.roles.iter().any(|role| roles.contains(role))
    }
}

/// One of the hall's devices.
#[derive(Debug, Clone)]
pub struct EnrolledAt {
    /// The number of its enrolment.
    pub no: DeviceNo,
    /// What is known of it.
    pub device: Device,
}

/// Staff, devices and open log-ins.
#[derive(Clone, Default)]
pub struct Access {
    members: Vec<Member>,
    devices: Vec<EnrolledAt>,
    /// By SHA-256 of the token.
    tokens: HashMap<[u8; 32], (PersonId, String)>,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Access({} members, {} tokens)", self.members.len(), self.tokens.len())
    }
}

impl Access {
    /// Adds a person. A user name already taken stays with its first owner.
    pub fn add_member(&mut self, member: Member) {
        self.members.push(member);
    }

    /// Adds a device at which people may log in.
    pub fn add_device(&mut self, no: DeviceNo, device: Device) {
        self.devices.push(EnrolledAt { no, device });
    }

    /// The hall's devices.
    pub fn devices(&self) -> &[EnrolledAt] {
        &self.devices
    }

    /// Whether people log in at the hall's own desks alone; where there are none, any will do.
    pub fn has_desks(&self) -> bool {
        self.devices.iter().any(|enrolled| enrolled.device.post == DevicePost::Desk)
    }

    /// The device with this key.
    pub fn device(&self, key_sha256: &[u8; 32]) -> Option<&EnrolledAt> {
        self.devices.iter().find(|enrolled| bool::from(enrolled.device.key_sha256.ct_eq(key_sha256)))
    }

    /// Adds a token by its sealed hash (see [`token_hash`]). Returns whether it is a valid hash.
    pub fn add_token(&mut self, hash: &[u8], person: PersonId, device: &str) -> bool {
        let mut bytes = [0; 32];
        let good = hex::decode_to_slice(hash, &mut bytes).is_ok();
        if good {
            self.tokens.insert(bytes, (person, device.to_string()));
        }
        good
    }

    /// Ends the log-ins of a person on a device.
    pub fn forget(&mut self, person: PersonId, device: &str) {
        self.tokens.retain(|_, (who, place)| (*who, place.as_str()) != (person, device));
    }

    /// The holder of this token.
    pub fn caller(&self, token: &str) -> Option<Caller> {
        let hash = sha256(token);
        let (known, (person, device)) = self.tokens.get_key_value(&hash)?;
        let good: bool = known.ct_eq(&hash).into();
        let member = self.person(*person).filter(|_| good)?;
        Some(Caller { person: *person, device: device.clone(), roles: member.roles.clone() })
    }

    /// By user name.
    pub fn user(&self, user: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.identity.user == user)
    }

    /// By number.
    pub fn person(&self, person: PersonId) -> Option<&Member> {
        self.members.iter().find(|member| member.person == person)
    }

    /// Everyone, in the order they joined.
    pub fn members(&self) -> &[Member] {
        &self.members
    }
}

/// A fresh token: 32 random bytes in hex, shown once and not stored.
///
/// # Panics
/// When the system has no random bytes.
pub fn new_token() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    hex::encode(bytes)
}

/// What is sealed of a token: the SHA-256 of its text, in hex.
pub fn token_hash(token: &str) -> String {
    hex::encode(sha256(token))
}

/// What the record has of a device's key: the SHA-256 of its text.
pub fn device_key_hash(key: &str) -> [u8; 32] {
    sha256(key)
}

/// Whether this is a device's key: 32 bytes in lower hex.
pub fn is_device_key(key: &str) -> bool {
    key.len() == 64 && key.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

fn sha256(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Six to twelve digits, not all equal.
pub fn is_pin(pin: &str) -> bool {
    let digits = pin.as_bytes();
    PIN_DIGITS.contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && digits.iter().any(|d| *d != digits[0])
}

/// Eight random digits that form a valid PIN.
///
/// # Panics
/// When the system has no random bytes.
pub fn new_pin() -> String {
    loop {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        let number = u64::from_le_bytes(bytes) % 100_000_000;
        let pin = format!("{number:08}");
        if is_pin(&pin) {
            return pin;
        }
    }
}

/// Whether this is acceptable as a user or device name.
pub fn is_name(name: &str) -> bool {
    let good = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    (1..=NAME_MAX).contains(&name.len()) && name.bytes().all(good)
}

/// The hash of a PIN, to be sealed. Takes about 30 ms: not for async threads.
///
/// # Panics
/// When the system has no random bytes.
pub fn hash_pin(pin: &str) -> String {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).expect("the system gives random bytes");
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(argon2().params()).expect("the settings are numbers"),
        salt: Some(Salt::new(&salt).expect("sixteen bytes are a salt")),
        hash: Some(Output::new(&digest(pin, &salt)).expect("32 bytes are a hash")),
    };
    hash.to_string()
}

/// Checks a PIN. Takes as long without a hash, so that timing does not reveal who is on the staff.
pub fn verify_pin(known: Option<&str>, pin: &str) -> bool {
    // argon2 would read all of an overlong PIN.
    let pin = pin.get(..64).unwrap_or(pin);
    let known = known.and_then(|known| PasswordHash::new(known).ok());
    let Some((salt, hash)) = known.and_then(|known| Some((known.salt?, known.hash?))) else {
        digest(pin, &[0; 16]);
        return false;
    };
    hash.as_bytes().ct_eq(&digest(pin, &salt)).into()
}

/// argon2id, one at a time and always in the same memory: 19 MiB once, instead of per log-in.
fn digest(pin: &str, salt: &[u8]) -> [u8; 32] {
    static MEMORY: Mutex<Vec<Block>> = Mutex::new(Vec::new());
    let (argon2, mut hash) = (argon2(), [0; 32]);
    let mut memory = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    memory.resize(argon2.params().block_count(), Block::default());
    let made = argon2.hash_password_into_with_memory(pin.as_bytes(), salt, &mut hash, memory.as_mut_slice());
    made.expect("the settings and the salt are within argon2's limits");
    hash
}

fn argon2() -> Argon2<'static> {
    let params =
        Params::new(PIN_MEMORY_KIB, PIN_PASSES, 1, None).expect("the settings are within argon2's limits");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests;

//! Who may log in: users with the hash of their PIN, and the tokens of open sessions.
//!
//! The desk builds an [`Access`] from the record and its sealed values and publishes it with every view; nothing here
//! is written to disk. PINs are hashed with argon2id, tokens with SHA-256. [`Attempts`] delays after wrong PINs.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use hall_core::event::{DeviceNo, DevicePost};
use hall_core::hall::{Device, LogInOver};
use hall_core::people::{PersonId, Role, Sealed};
use hall_core::time::Date;
use hall_wire::pin::{Whose, fault};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

mod attempts;

pub use attempts::{Attempts, Place, Told, Wait};

/// Memory of one hash: OWASP's recommendation for two passes; 19 MiB, about 30 ms here.
const PIN_MEMORY_KIB: u32 = 19 * 1024;

/// Passes of one hash.
const PIN_PASSES: u32 = 2;

/// Dates until then are taken for days of somebody's life in PINs that the machine chooses.
const LAST_YEAR: u16 = 2099;

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
    /// The hall's devices at which the person has logged in.
    pub sat_at: BTreeSet<DeviceNo>,
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

    /// What a PIN of this person must not be made of; a person without a number is new.
    pub fn whose(&self, person: Option<PersonId>, year: u16) -> Whose<'_> {
        let document = self.document.as_deref().unwrap_or_default();
        Whose { person: person.map(|person| person.0), user: &self.user, document, year }
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

/// A log-in that is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLogIn {
    /// Whose.
    pub person: PersonId,
    /// At which device.
    pub device: String,
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
}

/// Staff, devices and open log-ins.
#[derive(Clone, Default)]
pub struct Access {
    members: Vec<Member>,
    devices: Vec<EnrolledAt>,
    /// By SHA-256 of the token.
    tokens: HashMap<[u8; 32], OpenLogIn>,
    /// Those of log-ins that are over, and why.
    over: HashMap<[u8; 32], LogInOver>,
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

    /// Whether people log in where this device of the hall, or none of them, is at the other end: at the hall's own desks alone;
    /// where there are none, anywhere but at its devices of other posts.
    pub fn is_open_at(&self, at: Option<&EnrolledAt>) -> bool {
        let is_desk = |at: &EnrolledAt| at.device.post == DevicePost::Desk;
        at.map_or_else(|| !self.devices.iter().any(is_desk), is_desk)
    }

    /// The device with this key.
    pub fn device(&self, key_sha256: &[u8; 32]) -> Option<&EnrolledAt> {
        self.devices.iter().find(|enrolled| bool::from(enrolled.device.key_sha256.ct_eq(key_sha256)))
    }

    /// Adds a log-in by its token's sealed hash (see [`token_hash`]). Returns whether it is a valid hash.
    pub fn add_log_in(&mut self, hash: &[u8], log_in: OpenLogIn) -> bool {
        let hash = read_hash(hash);
        hash.is_some_and(|hash| self.tokens.insert(hash, log_in).is_none())
    }

    /// Adds a log-in that is over.
    pub fn add_over(&mut self, hash: &[u8], why: LogInOver) {
        self.over.extend(read_hash(hash).map(|hash| (hash, why)));
    }

    /// Why a token is good no more, if it was good lately.
    pub fn over(&self, token: &str) -> Option<LogInOver> {
        self.over.get(&sha256(token)).copied()
    }

    /// Who is logged in where, by person and then by the hour.
    pub fn log_ins(&self) -> Vec<&OpenLogIn> {
        let mut open: Vec<&OpenLogIn> = self.tokens.values().collect();
        open.sort_by_key(|log_in| (log_in.person, log_in.since_utc_ms));
        open
    }

    /// Ends the log-ins of a person on a device.
    pub fn forget(&mut self, person: PersonId, device: &str) {
        self.tokens.retain(|_, log_in| (log_in.person, log_in.device.as_str()) != (person, device));
    }

    /// The holder of this token.
    pub fn caller(&self, token: &str) -> Option<Caller> {
        let hash = sha256(token);
        let (known, log_in) = self.tokens.get_key_value(&hash)?;
        let good: bool = known.ct_eq(&hash).into();
        let member = self.person(log_in.person).filter(|_| good)?;
        Some(Caller { person: log_in.person, device: log_in.device.clone(), roles: member.roles.clone() })
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

/// The hash of a token, as it is sealed.
fn read_hash(hash: &[u8]) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(hash, &mut bytes).ok().map(|()| bytes)
}

/// Eight random digits that are taken as anybody's PIN.
///
/// # Panics
/// When the system has no random bytes.
pub fn new_pin() -> String {
    loop {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        let number = u64::from_le_bytes(bytes) % 100_000_000;
        let pin = format!("{number:08}");
        let anybody = Whose { year: LAST_YEAR, ..Whose::default() };
        if fault(&pin, &anybody).is_none() {
            return pin;
        }
    }
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

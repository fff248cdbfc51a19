//! Who may come in: users with their PIN's hash, and the tokens of those who did.
//!
//! The desk builds an [`Access`] from the record and the sealed values and shows it with
//! every view; nothing here is written anywhere. PINs are hashed with argon2id, tokens are
//! kept as SHA-256 only. What wrong PINs cost is in [`Attempts`].

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use hall_core::people::{PersonId, Role};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

mod attempts;

pub use attempts::Attempts;

/// Memory of one hash: what OWASP asks for with two passes; 19 MiB and about 30 ms here.
const PIN_MEMORY_KIB: u32 = 19 * 1024;

/// Passes of one hash.
const PIN_PASSES: u32 = 2;

/// The digits of a PIN. Twelve are more than anybody remembers.
const PIN_DIGITS: std::ops::RangeInclusive<usize> = 6..=12;

/// The longest user name or device name.
const NAME_MAX: usize = 40;

/// A person of the staff.
#[derive(Clone)]
pub struct Member {
    /// The number.
    pub person: PersonId,
    /// User and name, unsealed.
    pub identity: Identity,
    /// The roles.
    pub roles: Vec<Role>,
    /// The PIN's argon2id hash, as [`hash_pin`] gave it.
    pub pin_hash: String,
}

/// The value that is sealed for a person: JSON with these two fields.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The user name.
    pub user: String,
    /// The person's name.
    pub name: String,
}

impl Identity {
    /// Returns the bytes to seal.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("two texts are JSON")
    }

    /// Returns the identity that was sealed.
    pub fn from_bytes(bytes: &[u8]) -> Option<Identity> {
        serde_json::from_slice(bytes).ok()
    }
}

/// The value that is sealed for a claimant (art. 37.4): JSON with these two fields.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimant {
    /// The person's name.
    pub name: String,
    /// The number of the identity document.
    pub document: String,
}

impl Claimant {
    /// Returns the bytes to seal.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("two texts are JSON")
    }

    /// Returns the claimant that was sealed.
    pub fn from_bytes(bytes: &[u8]) -> Option<Claimant> {
        serde_json::from_slice(bytes).ok()
    }
}

/// Somebody with a good token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Who.
    pub person: PersonId,
    /// Where.
    pub device: String,
    /// With what roles.
    pub roles: Vec<Role>,
}

impl Caller {
    /// Returns whether one of the roles is among these.
    pub fn has_any(&self, roles: &[Role]) -> bool {
        self.roles.iter().any(|role| roles.contains(role))
    }
}

/// Who may come in.
#[derive(Clone, Default)]
pub struct Access {
    members: Vec<Member>,
    /// By the token's SHA-256.
    tokens: HashMap<[u8; 32], (PersonId, String)>,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Access({} members, {} tokens)", self.members.len(), self.tokens.len())
    }
}

impl Access {
    /// Puts a person on the list. A user name that is taken stays with who had it.
    pub fn add_member(&mut self, member: Member) {
        self.members.push(member);
    }

    /// Lets a token in: `hash` is the value that was sealed, [`token_hash`] of the token.
    /// Returns whether it is such a value.
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

    /// Returns who has this token.
    pub fn caller(&self, token: &str) -> Option<Caller> {
        let hash = sha256(token);
        let (known, (person, device)) = self.tokens.get_key_value(&hash)?;
        let good: bool = known.ct_eq(&hash).into();
        let member = self.person(*person).filter(|_| good)?;
        Some(Caller { person: *person, device: device.clone(), roles: member.roles.clone() })
    }

    /// Returns the person with this user name.
    pub fn user(&self, user: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.identity.user == user)
    }

    /// Returns the person with this number.
    pub fn person(&self, person: PersonId) -> Option<&Member> {
        self.members.iter().find(|member| member.person == person)
    }

    /// Returns everybody, in the order they joined.
    pub fn members(&self) -> &[Member] {
        &self.members
    }
}

/// Returns a fresh token: 32 random bytes in hex. It is shown once and kept nowhere.
///
/// # Panics
/// When the system has no random bytes to give: then nobody may come in.
pub fn new_token() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    hex::encode(bytes)
}

/// Returns what is sealed of a token: the SHA-256 of its text, in hex.
pub fn token_hash(token: &str) -> String {
    hex::encode(sha256(token))
}

fn sha256(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Returns whether this may be a PIN: six to twelve digits, and not one digit over and over.
pub fn is_pin(pin: &str) -> bool {
    let digits = pin.as_bytes();
    PIN_DIGITS.contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && digits.iter().any(|d| *d != digits[0])
}

/// Returns whether this may be a user name, or the name of a device.
pub fn is_name(name: &str) -> bool {
    let good = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    (1..=NAME_MAX).contains(&name.len()) && name.bytes().all(good)
}

/// Returns the PIN's hash, to be sealed. Takes some 30 ms: not for an async thread.
///
/// # Panics
/// When the system has no random bytes to give.
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

/// Returns whether this is the PIN of the hash. Without a hash it takes as long and the
/// answer is no, so that time does not tell who is on the staff.
pub fn verify_pin(known: Option<&str>, pin: &str) -> bool {
    // No PIN is that long, and argon2 would read all of it.
    let pin = pin.get(..64).unwrap_or(pin);
    let known = known.and_then(|known| PasswordHash::new(known).ok());
    let Some((salt, hash)) = known.and_then(|known| Some((known.salt?, known.hash?))) else {
        digest(pin, &[0; 16]);
        return false;
    };
    hash.as_bytes().ct_eq(&digest(pin, &salt)).into()
}

/// Returns argon2id of a PIN, made on the one thread that hashes, in memory that it keeps:
/// 19 MiB once, instead of once for each log-in in some corner of the allocator.
fn digest(pin: &str, salt: &[u8]) -> [u8; 32] {
    static HASHER: OnceLock<SyncSender<Job>> = OnceLock::new();
    let hasher = HASHER.get_or_init(|| {
        let (sender, jobs) = sync_channel::<Job>(JOBS_MAX);
        std::thread::Builder::new()
            .name("pins".into())
            .spawn(move || hash_all(jobs))
            .expect("a thread can be started");
        sender
    });
    let (reply, answer) = sync_channel(1);
    hasher
        .send(Job { pin: pin.to_owned(), salt: salt.to_owned(), reply })
        .expect("the hasher runs as long as we do");
    answer.recv().expect("the hasher answers")
}

fn hash_all(jobs: Receiver<Job>) {
    let argon2 = argon2();
    let mut memory = vec![Block::default(); argon2.params().block_count()];
    for job in jobs {
        let mut hash = [0; 32];
        let made =
            argon2.hash_password_into_with_memory(job.pin.as_bytes(), &job.salt, &mut hash, &mut memory);
        made.expect("the settings and the salt are within argon2's limits");
        // Whoever asked may have gone where nobody takes the answer.
        let _ = job.reply.send(hash);
    }
}

struct Job {
    pin: String,
    salt: Vec<u8>,
    reply: SyncSender<[u8; 32]>,
}

/// How many hashes may wait; the web lets no more than two through at a time.
const JOBS_MAX: usize = 8;

fn argon2() -> Argon2<'static> {
    let params =
        Params::new(PIN_MEMORY_KIB, PIN_PASSES, 1, None).expect("the settings are within argon2's limits");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ana() -> Member {
        Member {
            person: PersonId(3),
            identity: Identity { user: "ana".into(), name: "Ana Ruiz".into() },
            roles: vec![Role::JefeDeMesa],
            pin_hash: hash_pin("493817"),
        }
    }

    #[test]
    fn a_pin_is_hashed_with_argon2id_and_its_own_salt() {
        let (one, two) = (hash_pin("493817"), hash_pin("493817"));
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two);
        assert!(verify_pin(Some(&one), "493817") && verify_pin(Some(&two), "493817"));
        assert!(!verify_pin(Some(&one), "493818") && !verify_pin(Some("rubbish"), "493817"));
        assert!(!verify_pin(None, "000001"), "nobody has no PIN");
    }

    #[test]
    fn a_pin_has_six_digits_at_least() {
        assert!(is_pin("493817") && is_pin("123456789012"));
        for bad in ["", "12345", "1234567890123", "12345a", "١٢٣٤٥٦", "111111", "12 456"] {
            assert!(!is_pin(bad), "{bad}");
        }
    }

    #[test]
    fn a_token_lets_its_person_in_until_it_is_forgotten() {
        let token = new_token();
        let mut access = Access::default();
        access.add_member(ana());
        assert!(access.add_token(token_hash(&token).as_bytes(), PersonId(3), "mesa-1"));
        assert!(!access.add_token(b"rubbish", PersonId(3), "mesa-1"));
        let caller = access.caller(&token).unwrap();
        assert_eq!((caller.person, caller.device.as_str()), (PersonId(3), "mesa-1"));
        assert!(access.caller(&token.to_uppercase()).is_none() && access.caller("").is_none());
        access.forget(PersonId(3), "mesa-2");
        assert!(access.caller(&token).is_some());
        access.forget(PersonId(3), "mesa-1");
        assert!(access.caller(&token).is_none());
    }

    #[test]
    fn nothing_secret_is_shown_by_debug() {
        let mut access = Access::default();
        access.add_member(ana());
        assert_eq!(format!("{access:?}"), "Access(1 members, 0 tokens)");
    }
}

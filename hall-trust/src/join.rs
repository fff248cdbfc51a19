//! How a device joins its hall: a code of eight digits is typed at it, and both ends prove to each other that they know it, without
//! telling it (SPAKE2). Whoever stands between them, or listens, learns nothing by which it could be guessed: a guess is a try at the
//! server.
//!
//! The proof holds for the authority that the device saw at the other end of its connection, so that somebody between them who shows
//! another one has proved nothing.
//!
//! The device says the code's first digit, so that the server knows which of its codes is meant, and its hello. The server answers
//! with its own and with its proof; the device, once it believes that, with its key and its proof of that.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use rcgen::{PKCS_ECDSA_P256_SHA256, PublicKeyData, SignatureAlgorithm};
use sha2::Sha256;
use spake2::{Ed25519Group, Identity, Password, Spake2};

use crate::KeyHash;

/// Digits of a code.
pub const CODE_DIGITS: usize = 8;

/// Length of a point of P-256 as it is sent: a byte that says so, and two numbers of 32 bytes.
const POINT_BYTES: usize = 65;

/// Length of a proof.
const PROOF_BYTES: usize = 32;

/// The public key of a device: a point of P-256.
#[derive(Clone, PartialEq, Eq)]
pub struct DeviceKey([u8; POINT_BYTES]);

impl DeviceKey {
    /// Of its bytes in hexadecimal; `None` unless they are a point's.
    pub fn parse(text: &str) -> Option<DeviceKey> {
        let mut bytes = [0; POINT_BYTES];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        DeviceKey::of(&bytes)
    }

    /// Of its bytes.
    pub(crate) fn of(bytes: &[u8]) -> Option<DeviceKey> {
        let bytes: [u8; POINT_BYTES] = bytes.try_into().ok()?;
        (bytes[0] == 4).then_some(DeviceKey(bytes))
    }

    /// Its bytes in hexadecimal.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// By what the hall knows the device.
    pub fn hash(&self) -> KeyHash {
        KeyHash::of(&self.subject_public_key_info())
    }
}

impl fmt::Debug for DeviceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeviceKey({})", self.hash())
    }
}

impl PublicKeyData for DeviceKey {
    fn der_bytes(&self) -> &[u8] {
        &self.0
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &PKCS_ECDSA_P256_SHA256
    }
}

/// The code is not the hall's, or whoever answered is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ni el código ni la sala coinciden")]
pub struct NoMatch;

/// The device's end, from its hello to the server's answer.
pub struct Joining {
    state: Spake2<Ed25519Group>,
    hello: Vec<u8>,
    hall: KeyHash,
}

/// What both ends know once they met.
#[derive(Clone)]
pub struct Met {
    key: [u8; 32],
}

impl Joining {
    /// Begins with the code and the authority that answered.
    pub fn begin(code: &str, hall: KeyHash) -> Joining {
        let (device, server) = ends(hall);
        let (state, hello) = Spake2::start_a(&Password::new(code), &device, &server);
        Joining { state, hello, hall }
    }

    /// What is said first.
    pub fn hello(&self) -> String {
        hex::encode(&self.hello)
    }

    /// Believes the server's answer, or not.
    ///
    /// # Errors
    /// [`NoMatch`]: another code, or somebody between this device and the server.
    pub fn meet(self, answer: &str, proof: &str) -> Result<Met, NoMatch> {
        let answer = hex::decode(answer).map_err(|_| NoMatch)?;
        let key = self.state.finish(&answer).map_err(|_| NoMatch)?;
        let met = Met::of(&key, &self.hello, &answer, self.hall);
        if met.holds("servidor", &[], proof) { Ok(met) } else { Err(NoMatch) }
    }
}

impl Met {
    /// What a server with this code answers to a hello: its own, its proof, and what it then knows.
    ///
    /// # Errors
    /// [`NoMatch`] if it is no hello.
    pub fn answer(code: &str, hall: KeyHash, hello: &str) -> Result<(String, String, Met), NoMatch> {
        let hello = hex::decode(hello).map_err(|_| NoMatch)?;
        let (device, server) = ends(hall);
        let (state, answer) = Spake2::<Ed25519Group>::start_b(&Password::new(code), &device, &server);
        let key = state.finish(&hello).map_err(|_| NoMatch)?;
        let met = Met::of(&key, &hello, &answer, hall);
        let proof = hex::encode(met.mac("servidor", &[]).finalize().into_bytes());
        Ok((hex::encode(answer), proof, met))
    }

    /// The device's proof that this key is its own.
    pub fn proof_of(&self, key: &DeviceKey) -> String {
        hex::encode(self.mac("puesto", &key.0).finalize().into_bytes())
    }

    /// Whether a device has proved that.
    pub fn is_proof_of(&self, key: &DeviceKey, proof: &str) -> bool {
        self.holds("puesto", &key.0, proof)
    }

    fn of(key: &[u8], hello: &[u8], answer: &[u8], hall: KeyHash) -> Met {
        let mut mac = hmac(key);
        for part in [&b"bombo: alta de un puesto, 1"[..], hello, answer, &hall.0] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        Met { key: mac.finalize().into_bytes().into() }
    }

    fn mac(&self, who: &str, what: &[u8]) -> Hmac<Sha256> {
        let mut mac = hmac(&self.key);
        mac.update(who.as_bytes());
        mac.update(&[0]);
        mac.update(what);
        mac
    }

    fn holds(&self, who: &str, what: &[u8], proof: &str) -> bool {
        let mut bytes = [0; PROOF_BYTES];
        hex::decode_to_slice(proof, &mut bytes).is_ok() && self.mac(who, what).verify_slice(&bytes).is_ok()
    }
}

fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("a key of any length")
}

/// What each end is called. The server is the authority that the device saw.
fn ends(hall: KeyHash) -> (Identity, Identity) {
    (Identity::new(b"puesto"), Identity::new(&hall.0))
}

//! The file with a personal key: its secret half encrypted under what argon2id makes of the PIN.
//!
//! Everything else in it is public, and bound to the secret: with another hall, person or key it does not open. A hash over the
//! whole tells a file that the disk has damaged from a wrong PIN.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use argon2::{Algorithm, Argon2, Block, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use hall_core::event::{hex as in_hex, key_proof_message};
use hall_core::people::PersonId;
use hall_log::SecretKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

use super::{KeyTrouble, Owner, Pin};

/// The first words of the file: another form of it has others.
const FORM: &str = "bombo-llave/1";

/// The cipher.
const CIPHER: &str = "xchacha20poly1305";

/// The most memory and passes that a file may ask for: more is damage, and would stop the computer.
const COST_MAX: Cost = Cost { memory_kib: 1 << 20, passes: 64 };

/// What it costs to try a PIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Memory, KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
}

impl Cost {
    /// Of a new key: 64 MiB and three passes, a moment on a small computer, and for each PIN that somebody with a copy of the file
    /// tries out.
    pub const USUAL: Cost = Cost { memory_kib: 64 * 1024, passes: 3 };
}

/// The file, as its JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyFile {
    form: String,
    hall: String,
    person: u32,
    /// The public half, and the proof that is enrolled with it: neither is secret.
    key: String,
    proof: String,
    argon2id: Cost,
    salt: String,
    cipher: String,
    nonce: String,
    /// The seed of the secret half, encrypted.
    secret: String,
    /// SHA-256 of all the rest.
    sha256: String,
}

impl KeyFile {
    /// A new key from the system's randomness.
    pub(super) fn make(owner: &Owner, pin: &Pin, cost: Cost) -> KeyFile {
        let mut seed = Zeroizing::new([0; 32]);
        fill(&mut *seed);
        KeyFile::of(owner, &SecretKey::of_seed(&seed), pin, cost)
    }

    fn of(owner: &Owner, secret: &SecretKey, pin: &Pin, cost: Cost) -> KeyFile {
        let key = secret.public().0;
        let proof = secret.sign(key_proof_message(&owner.hall, PersonId(owner.person), &key).as_bytes());
        let (mut salt, mut nonce) = ([0; 16], [0; 24]);
        fill(&mut salt);
        fill(&mut nonce);
        let mut file = KeyFile {
            form: FORM.to_owned(),
            hall: owner.hall.clone(),
            person: owner.person,
            key: in_hex(&key),
            proof: in_hex(&proof),
            argon2id: cost,
            salt: in_hex(&salt),
            cipher: CIPHER.to_owned(),
            nonce: in_hex(&nonce),
            secret: String::new(),
            sha256: String::new(),
        };
        let seed = Zeroizing::new(secret.seed());
        let cipher = cipher(pin, &salt, cost);
        let bound = file.bound();
        let payload = Payload { msg: &seed[..], aad: bound.as_bytes() };
        let secret = cipher.encrypt(XNonce::from_slice(&nonce), payload);
        file.secret = in_hex(&secret.expect("32 bytes are few enough for the cipher"));
        file.sha256 = file.hash();
        file
    }

    /// What the secret is bound to.
    fn bound(&self) -> String {
        let Cost { memory_kib, passes } = self.argon2id;
        format!(
            "{}\n{}\n{}\n{}\n{}\n{memory_kib} {passes} {}\n{}\n",
            self.form, self.hall, self.person, self.key, self.proof, self.salt, self.cipher
        )
    }

    fn hash(&self) -> String {
        in_hex(&Sha256::digest(format!("{}{}\n{}\n", self.bound(), self.nonce, self.secret)))
    }

    /// The file on disk, if there is one.
    ///
    /// # Errors
    /// When it is damaged or another's, or the disk does not let it be read.
    pub(super) fn on_disk(path: &Path, owner: &Owner) -> Result<Option<KeyFile>, KeyTrouble> {
        let Some(text) = read(path)? else { return Ok(None) };
        let file: KeyFile = serde_json::from_slice(&text).map_err(|_| KeyTrouble::Damaged)?;
        let Cost { memory_kib, passes } = file.argon2id;
        let known = file.form == FORM && file.cipher == CIPHER;
        let bearable = memory_kib <= COST_MAX.memory_kib && passes <= COST_MAX.passes;
        let own = file.hall == owner.hall && file.person == owner.person;
        let whole = file.sha256 == file.hash();
        if known && bearable && own && whole { Ok(Some(file)) } else { Err(KeyTrouble::Damaged) }
    }

    /// Puts it on disk, durably and for its owner's eyes only; an older one stays until this is whole.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub(super) fn keep(&self, path: &Path) -> Result<(), KeyTrouble> {
        put(path, &serde_json::to_vec_pretty(self).expect("numbers and words are JSON"))
    }

    /// The public half.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn key(&self) -> Result<[u8; 32], KeyTrouble> {
        bytes(&self.key)
    }

    /// The proof of the secret half.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn proof(&self) -> Result<[u8; 64], KeyTrouble> {
        bytes(&self.proof)
    }

    /// The secret half, which wipes itself; `None` for a wrong PIN.
    ///
    /// # Errors
    /// When what the PIN opens is not the secret half of this key.
    pub(super) fn open(&self, pin: &Pin) -> Result<Option<SecretKey>, KeyTrouble> {
        let (salt, nonce): ([u8; 16], [u8; 24]) = (bytes(&self.salt)?, bytes(&self.nonce)?);
        let secret = hex::decode(&self.secret).map_err(|_| KeyTrouble::Damaged)?;
        let cipher = cipher(pin, &salt, self.argon2id);
        let bound = self.bound();
        let payload = Payload { msg: &secret, aad: bound.as_bytes() };
        let Ok(opened) = cipher.decrypt(XNonce::from_slice(&nonce), payload) else { return Ok(None) };
        let opened = Zeroizing::new(opened);
        let mut seed = Zeroizing::new([0; 32]);
        if opened.len() != seed.len() {
            return Err(KeyTrouble::Damaged);
        }
        seed.copy_from_slice(&opened);
        let secret = SecretKey::of_seed(&seed);
        if secret.public().0 == self.key()? { Ok(Some(secret)) } else { Err(KeyTrouble::Damaged) }
    }

    /// The same key under another PIN.
    pub(super) fn under(&self, owner: &Owner, secret: &SecretKey, pin: &Pin, cost: Cost) -> KeyFile {
        KeyFile::of(owner, secret, pin, cost)
    }
}

/// The cipher under a PIN: argon2id, in memory that is wiped.
fn cipher(pin: &Pin, salt: &[u8; 16], cost: Cost) -> XChaCha20Poly1305 {
    let params = Params::new(cost.memory_kib, cost.passes, 1, None).unwrap_or(Params::DEFAULT);
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut memory = vec![Block::default(); argon2.params().block_count()];
    let mut key = Zeroizing::new([0; 32]);
    let made = argon2.hash_password_into_with_memory(
        pin.digits().as_bytes(),
        salt,
        &mut *key,
        memory.as_mut_slice(),
    );
    memory.zeroize();
    made.expect("a PIN and a salt are within argon2's limits");
    XChaCha20Poly1305::new(Key::from_slice(&*key))
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system gives random bytes");
}

fn bytes<const N: usize>(text: &str) -> Result<[u8; N], KeyTrouble> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).map(|()| bytes).map_err(|_| KeyTrouble::Damaged)
}

/// Reads a file; `None` where there is none.
///
/// # Errors
/// When the disk does not let it be read.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, KeyTrouble> {
    match fs::read(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(disk(path, &error)),
    }
}

/// Writes a file whole or not at all, on disk when this returns, and readable by its owner only.
///
/// # Errors
/// When the disk does not take it.
pub(super) fn put(path: &Path, text: &[u8]) -> Result<(), KeyTrouble> {
    let new = path.with_added_extension("nuevo");
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        if !folder.is_dir() {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
            File::open(folder.parent().unwrap_or(Path::new(".")))?.sync_all()?;
        }
        gone(&new)?;
        let mut to = OpenOptions::new().create_new(true).write(true).mode(0o600).open(&new)?;
        to.write_all(text)?;
        to.sync_all()?;
        fs::rename(&new, path)?;
        File::open(folder)?.sync_all()
    };
    let written = write();
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&new);
    }
    written.map_err(|error| disk(path, &error))
}

/// Takes a file away, durably.
///
/// # Errors
/// When the disk does not let it go.
pub(super) fn take_away(path: &Path) -> Result<(), KeyTrouble> {
    let away = || -> io::Result<()> {
        gone(path)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        if folder.is_dir() { File::open(folder)?.sync_all() } else { Ok(()) }
    };
    away().map_err(|error| disk(path, &error))
}

fn gone(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn disk(path: &Path, error: &io::Error) -> KeyTrouble {
    KeyTrouble::Disk(format!("{}: {error}", path.display()))
}

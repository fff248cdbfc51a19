//! What a device keeps of its hall: by which key it knows it, and what it shows itself with.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{KeyPair, PublicKeyData as _};
use rustls_pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use serde::{Deserialize, Serialize};

use crate::join::DeviceKey;
use crate::key::KeyHash;

/// The key that a device has made, before its hall has signed it: kept first, so that an answer that is lost costs nothing.
pub struct NewKey(KeyPair);

impl NewKey {
    /// The one beside this file of an identity, made where there is none.
    ///
    /// # Errors
    /// When the disk does not keep it.
    pub fn beside(identity: &Path) -> io::Result<NewKey> {
        let path = pending(identity);
        if let Some(kept) = std::fs::read(&path).ok().and_then(|bytes| KeyPair::try_from(bytes).ok()) {
            return Ok(NewKey(kept));
        }
        let key = KeyPair::generate().map_err(io::Error::other)?;
        keep(&path, key.serialized_der())?;
        Ok(NewKey(key))
    }

    /// Its public half.
    pub fn public(&self) -> DeviceKey {
        DeviceKey::of(self.0.der_bytes()).expect("it was made as a point")
    }

    /// The identity that a hall's signature makes of it; `None` where the certificate is another key's.
    pub fn signed(
        &self,
        hall: KeyHash,
        name: String,
        post: String,
        certificate: Vec<u8>,
    ) -> Option<Identity> {
        let certificate = CertificateDer::from(certificate);
        let of = KeyHash::of(&crate::device::public_key_of(&certificate)?);
        let key = self.0.serialize_der();
        (of == self.public().hash()).then(|| Identity {
            hall,
            name,
            post,
            certificate: certificate.to_vec(),
            key,
        })
    }
}

/// A device of a hall.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The hall's key.
    pub hall: KeyHash,
    /// The device's name.
    pub name: String,
    /// What it is for, as in `panel`.
    pub post: String,
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// The file of an identity. Nobody but its owner can read it: whoever has it is the device.
#[derive(Serialize, Deserialize)]
struct Kept {
    hall: String,
    name: String,
    post: String,
    certificate: String,
    key: String,
}

impl Identity {
    /// What this file keeps; none where there is none yet.
    ///
    /// # Errors
    /// When it cannot be read, or is something else.
    pub fn read(path: &Path) -> io::Result<Option<Identity>> {
        let text = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read?,
        };
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "no es el alta de un puesto");
        let kept: Kept = serde_json::from_slice(&text).map_err(|_| bad())?;
        let bytes = |text: &str| STANDARD.decode(text).map_err(|_| bad());
        let identity = Identity {
            hall: KeyHash::parse(&kept.hall).ok_or_else(bad)?,
            name: kept.name,
            post: kept.post,
            certificate: bytes(&kept.certificate)?,
            key: bytes(&kept.key)?,
        };
        if identity.is_whole() { Ok(Some(identity)) } else { Err(bad()) }
    }

    /// Keeps it in this file, which is whole or the one before; and ends the key that waited for it.
    ///
    /// # Errors
    /// When the disk does not keep it.
    pub fn keep(&self, path: &Path) -> io::Result<()> {
        let kept = Kept {
            hall: self.hall.to_hex(),
            name: self.name.clone(),
            post: self.post.clone(),
            certificate: STANDARD.encode(&self.certificate),
            key: STANDARD.encode(&self.key),
        };
        keep(path, &serde_json::to_vec_pretty(&kept)?)?;
        match std::fs::remove_file(pending(path)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The same device with a certificate that its hall has signed anew; `None` where it is another key's.
    pub fn renewed(&self, certificate: Vec<u8>) -> Option<Identity> {
        let renewed = Identity { certificate, ..self.clone() };
        renewed.is_whole().then_some(renewed)
    }

    /// By what the hall knows it.
    pub fn key_hash(&self) -> Option<KeyHash> {
        Some(KeyHash::of(&crate::device::public_key_of(&self.certificate())?))
    }

    /// Its public key.
    pub fn public_key(&self) -> Option<DeviceKey> {
        DeviceKey::of(KeyPair::try_from(self.key.clone()).ok()?.der_bytes())
    }

    pub(crate) fn certificate(&self) -> CertificateDer<'static> {
        CertificateDer::from(self.certificate.clone())
    }

    pub(crate) fn private_key(&self) -> PrivateKeyDer<'static> {
        PrivatePkcs8KeyDer::from(self.key.clone()).into()
    }

    /// Its certificate is of its key.
    fn is_whole(&self) -> bool {
        let key = KeyPair::try_from(self.key.clone()).ok();
        let ours = key.map(|key| KeyHash::of(&key.subject_public_key_info()));
        ours.is_some() && ours == self.key_hash()
    }
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").field("hall", &self.hall).field("name", &self.name).finish_non_exhaustive()
    }
}

/// Where a key waits to be signed.
fn pending(identity: &Path) -> PathBuf {
    identity.with_extension("clave-nueva")
}

/// Writes a file for its owner alone: whole, or the one before stays.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut new = path.as_os_str().to_owned();
    new.push(".nuevo");
    let new = PathBuf::from(new);
    let mut to = OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(&new)?;
    to.write_all(bytes)?;
    to.sync_all()?;
    std::fs::rename(&new, path)
}

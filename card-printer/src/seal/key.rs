//! Reading keys and certificates.

use std::fs;
use std::path::Path;

use der::{Decode, pem};
use p12_keystore::error::Error;
use p12_keystore::{KeyStore, KeyStoreEntry};
use p256::pkcs8::{DecodePrivateKey as _, EncodePublicKey as _};
use rsa::pkcs8::{DecodePrivateKey as _, EncodePublicKey as _};
use rsa::signature::{SignatureEncoding as _, Signer as _};
use rsa::traits::PublicKeyParts as _;
use sha2::Sha256;
use x509_cert::Certificate;

use super::{BadSeal, SealFiles};

/// Shorter keys of RSA sign nothing that is to last.
const RSA_BITS: u32 = 2048;

/// A key that signs.
#[derive(Debug)]
pub(super) enum Key {
    Rsa(Box<rsa::PrivateKey>),
    P256(p256::SecretKey),
}

impl Key {
    fn of_pkcs8(der: &[u8]) -> Result<Key, BadSeal> {
        if let Ok(key) = rsa::PrivateKey::from_pkcs8_der(der) {
            return if key.n().bit_width() < RSA_BITS {
                Err(BadSeal::Kind)
            } else {
                Ok(Key::Rsa(Box::new(key)))
            };
        }
        p256::SecretKey::from_pkcs8_der(der).map(Key::P256).map_err(|_| BadSeal::Kind)
    }

    /// Its public half, as a certificate has it.
    pub(super) fn public_key(&self) -> Result<Vec<u8>, BadSeal> {
        let failed = |error: &dyn std::fmt::Display| BadSeal::Failed(error.to_string());
        match self {
            Key::Rsa(key) => {
                Ok(key.to_public_key().to_public_key_der().map_err(|error| failed(&error))?.into_vec())
            }
            Key::P256(key) => {
                Ok(key.public_key().to_public_key_der().map_err(|error| failed(&error))?.into_vec())
            }
        }
    }

    /// Signs the SHA-256 of these bytes. The same bytes give the same signature.
    pub(super) fn sign(&self, bytes: &[u8]) -> Result<Vec<u8>, BadSeal> {
        match self {
            Key::Rsa(key) => {
                let key = rsa::pkcs1v15::SigningKey::<Sha256>::new((**key).clone());
                Ok(key.try_sign(bytes).map_err(|error| BadSeal::Failed(error.to_string()))?.to_vec())
            }
            Key::P256(key) => {
                use p256::ecdsa::signature::Signer as _;
                let key = p256::ecdsa::SigningKey::from(key);
                let signature: p256::ecdsa::Signature =
                    key.try_sign(bytes).map_err(|error| BadSeal::Failed(error.to_string()))?;
                Ok(signature.to_der().as_bytes().to_vec())
            }
        }
    }
}

/// Reads a key, and the certificates that come with it.
pub(super) fn read(files: &SealFiles) -> Result<(Key, Vec<Certificate>), BadSeal> {
    let path = &files.certificate;
    let bytes = fs::read(path).map_err(|source| BadSeal::Unreadable { path: path.clone(), source })?;
    if bytes.starts_with(b"-----BEGIN") || bytes.windows(11).any(|part| part == b"-----BEGIN ") {
        return of_pem(files, &bytes);
    }
    secret(path)?;
    let password = match &files.password {
        Some(path) => String::from_utf8(secret(path)?).unwrap_or_default(),
        None => String::new(),
    };
    let password = password.trim_end_matches(['\r', '\n']);
    let store = KeyStore::from_pkcs12(&bytes, password).map_err(|error| {
        // A wrong password shows in the sum over all, or in what it decrypts to.
        if matches!(error, Error::MacError(_) | Error::Pkcs5Error(_) | Error::UnpadError) {
            BadSeal::Password(path.clone())
        } else {
            BadSeal::NotPkcs12 { path: path.clone(), why: error.to_string() }
        }
    })?;
    let chain = store.entries().find_map(|(_, entry)| match entry {
        KeyStoreEntry::PrivateKeyChain(chain) => Some(chain),
        KeyStoreEntry::Certificate(_) | KeyStoreEntry::Secret(_) => None,
    });
    let chain = chain.ok_or_else(|| BadSeal::NoKey(path.clone()))?;
    let certificates = chain.chain().iter().map(|one| certificate(path, one.as_der()));
    Ok((Key::of_pkcs8(chain.key())?, certificates.collect::<Result<_, _>>()?))
}

fn of_pem(files: &SealFiles, bytes: &[u8]) -> Result<(Key, Vec<Certificate>), BadSeal> {
    let path = &files.certificate;
    let chain = blocks(bytes)
        .into_iter()
        .filter(|(label, _)| label == "CERTIFICATE")
        .map(|(_, der)| certificate(path, &der))
        .collect::<Result<Vec<_>, _>>()?;
    if chain.is_empty() {
        return Err(BadSeal::NoCertificate(path.clone()));
    }
    let of_key = files.key.as_ref().unwrap_or(path);
    let keys = blocks(&secret(of_key)?);
    let mut keys = keys.into_iter().filter(|(label, _)| label.ends_with("PRIVATE KEY"));
    match keys.next() {
        Some((label, der)) if label == "PRIVATE KEY" => Ok((Key::of_pkcs8(&der)?, chain)),
        Some(_) => Err(BadSeal::OldKey(of_key.clone())),
        None => Err(BadSeal::NoKey(of_key.clone())),
    }
}

fn certificate(path: &Path, der: &[u8]) -> Result<Certificate, BadSeal> {
    Certificate::from_der(der).map_err(|_| BadSeal::NoCertificate(path.to_owned()))
}

/// The blocks of a PEM that can be read, each with its label.
fn blocks(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let text = String::from_utf8_lossy(bytes).replace('\r', "");
    let mut blocks = Vec::new();
    let mut rest = &*text;
    while let Some(at) = rest.find("-----BEGIN ") {
        rest = &rest[at..];
        let label = rest[11..].split("-----").next().unwrap_or_default().to_owned();
        let end = format!("-----END {label}-----");
        let Some(length) = rest.find(&end) else { break };
        let block = &rest[..length + end.len()];
        match pem::decode_vec(block.as_bytes()) {
            Ok((label, der)) => blocks.push((label.to_owned(), der)),
            // An older key has lines of its own before the data.
            Err(_) => blocks.push((label, Vec::new())),
        }
        rest = &rest[length + end.len()..];
    }
    blocks
}

/// The content of a file that only its owner may read.
fn secret(path: &Path) -> Result<Vec<u8>, BadSeal> {
    use std::os::unix::fs::PermissionsExt;
    let unreadable = |source| BadSeal::Unreadable { path: path.to_owned(), source };
    let mode = fs::metadata(path).map_err(unreadable)?.permissions().mode();
    if mode & 0o007 != 0 {
        return Err(BadSeal::Open(path.to_owned()));
    }
    fs::read(path).map_err(unreadable)
}

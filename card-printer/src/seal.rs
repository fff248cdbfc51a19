//! Signs a paper with the hall's certificate: PAdES B-B (ETSI EN 319 142-1), as an update at the end of the file, so that
//! what was written stays as it was and PDF/A stays PDF/A.
//!
//! The key is read here and nowhere else, from files of the hall; it is in this program's memory while it signs.

mod cms;
mod key;
mod update;

use std::path::PathBuf;

use sha2::{Digest, Sha256};
use x509_cert::Certificate;

use crate::archive::Moment;
use key::Key;

/// Where certificate and key are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealFiles {
    /// A PKCS#12 (`.p12`, `.pfx`) with certificates and key, or the certificates in PEM.
    pub certificate: PathBuf,
    /// The key in PEM, where the certificates are.
    pub key: Option<PathBuf>,
    /// A file with the password of the PKCS#12.
    pub password: Option<PathBuf>,
}

/// A key and its certificates.
#[derive(Debug)]
pub struct Seal {
    key: Key,
    own: Certificate,
    /// Those above it.
    others: Vec<Certificate>,
}

/// Why a paper is not signed, in Spanish.
#[expect(missing_docs, reason = "the message of each says it")]
#[derive(Debug, thiserror::Error)]
pub enum BadSeal {
    #[error("no se puede leer {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("cualquiera del equipo puede leer {}: quite el permiso a los demás (chmod 600)", .0.display())]
    Open(PathBuf),
    #[error("la contraseña de {} no es ésa", .0.display())]
    Password(PathBuf),
    #[error("{} no es un PKCS#12: {why}", path.display())]
    NotPkcs12 { path: PathBuf, why: String },
    #[error("en {} no hay ningún certificado en PEM", .0.display())]
    NoCertificate(PathBuf),
    #[error("en {} no hay ninguna clave", .0.display())]
    NoKey(PathBuf),
    #[error(
        "la clave de {} va cifrada o en un formato antiguo: póngala con su certificado en un fichero .p12, o pásela con «openssl pkcs8 -topk8 -nocrypt»",
        .0.display()
    )]
    OldKey(PathBuf),
    #[error("el certificado es de una clave que no se sabe usar: vale RSA desde 2048 bits, o P-256")]
    Kind,
    #[error("la clave no es la de ningún certificado del fichero")]
    OtherKey,
    #[error("el certificado de {subject} no vale hasta el {from}")]
    NotYet { subject: String, from: String },
    #[error("el certificado de {subject} caducó el {until}: renuévelo y cámbielo en sala.toml")]
    Expired { subject: String, until: String },
    #[error("el certificado de {0} no es para firmar")]
    NotForSigning(String),
    #[error("no se puede firmar: {0}")]
    Failed(String),
}

impl Seal {
    /// Reads certificate and key, and that they belong together.
    pub fn read(files: &SealFiles) -> Result<Seal, BadSeal> {
        let (key, mut chain) = key::read(files)?;
        let spki = key.public_key()?;
        let of_key = |certificate: &Certificate| {
            use der::Encode;
            certificate.tbs_certificate.subject_public_key_info.to_der().is_ok_and(|own| own == spki)
        };
        let own = chain.iter().position(of_key).ok_or(BadSeal::OtherKey)?;
        let own = chain.remove(own);
        Ok(Seal { key, own, others: chain })
    }

    /// Whose it is.
    pub fn subject(&self) -> String {
        self.own.tbs_certificate.subject.to_string()
    }

    /// The last day on which it is good.
    pub fn until(&self) -> String {
        day(self.own.tbs_certificate.validity.not_after)
    }

    /// Checks that it may sign at a moment.
    pub fn check(&self, at: Moment) -> Result<(), BadSeal> {
        let validity = self.own.tbs_certificate.validity;
        let at = at.utc_seconds();
        if at < validity.not_before.to_unix_duration().as_secs() as i64 {
            return Err(BadSeal::NotYet { subject: self.subject(), from: day(validity.not_before) });
        }
        if at > validity.not_after.to_unix_duration().as_secs() as i64 {
            return Err(BadSeal::Expired { subject: self.subject(), until: self.until() });
        }
        if !cms::may_sign(&self.own) {
            return Err(BadSeal::NotForSigning(self.subject()));
        }
        Ok(())
    }

    /// The paper, signed at a moment.
    pub fn sign(&self, pdf: Vec<u8>, at: Moment) -> Result<Vec<u8>, BadSeal> {
        self.check(at)?;
        // What a signature takes does not depend on what is signed, but for some bytes of one on a curve.
        let room = self.signature([0; 32])?.len() + 64;
        let update = update::written(pdf, at, &self.subject(), room).map_err(BadSeal::Failed)?;
        let [before, behind] = update.signed();
        let digest = Sha256::new().chain_update(before).chain_update(behind).finalize().into();
        let signature = self.signature(digest)?;
        update.put(&signature).map_err(BadSeal::Failed)
    }

    fn signature(&self, digest: [u8; 32]) -> Result<Vec<u8>, BadSeal> {
        cms::signed(&self.key, &self.own, &self.others, digest)
    }
}

/// `25/11/2026`.
fn day(time: x509_cert::time::Time) -> String {
    let at = time.to_date_time();
    format!("{:02}/{:02}/{}", at.day(), at.month(), at.year())
}

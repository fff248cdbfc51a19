//! The time at which an authority saw a hash (RFC 3161), asked for and checked. No network: whoever uses it carries the bytes.
//!
//! A [`Query`] is what the authority is sent, and [`Query::accept`] takes what it answers. What it answers is kept as it came, for
//! `openssl ts -verify` reads it too; [`verify`] checks it again, years later. A stamp is good if an authority that the hall trusts
//! ([`Authorities`]) certified whoever signed it, for stamps, at its own time. Nothing is asked of a certificate's state then:
//! there may be no network when it matters.

mod asn1;
mod token;

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, TrustAnchor};

pub use token::BadStamp;

/// What an authority says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// When it saw the hash, by its own clock, UTC milliseconds.
    pub at_utc_ms: i64,
    /// Whose the certificate is, as in "CN=TSA de prueba,O=Autoridad".
    pub authority: String,
    /// The stamp's number, in hex.
    pub serial: String,
}

/// Who is trusted to say who may stamp: certificates of authorities, not of those that stamp.
#[derive(Debug, Clone)]
pub struct Authorities {
    certificates: Vec<CertificateDer<'static>>,
}

impl Authorities {
    /// Reads one certificate or several in PEM.
    ///
    /// # Errors
    /// Where there is none, or one that is no certificate.
    pub fn from_pem(text: &[u8]) -> Result<Authorities, BadStamp> {
        let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(text).collect();
        let certificates = read.ok().filter(|all| !all.is_empty()).ok_or(BadStamp::NoAuthority)?;
        let authorities = Authorities { certificates };
        authorities.anchors().map(|_| ()).ok_or(BadStamp::NoAuthority)?;
        Ok(authorities)
    }

    fn anchors(&self) -> Option<Vec<TrustAnchor<'_>>> {
        self.certificates.iter().map(|one| webpki::anchor_from_trusted_cert(one).ok()).collect()
    }
}

/// A hash for which a stamp is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    sha256: [u8; 32],
    nonce: [u8; 8],
    bytes: Vec<u8>,
}

impl Query {
    /// What the authority is sent is of this type.
    pub const MEDIA_TYPE: &str = "application/timestamp-query";

    /// Asks for a hash. `random` keeps an old answer from being sent once more as a new one.
    pub fn new(sha256: [u8; 32], random: [u8; 8]) -> Query {
        let mut nonce = random;
        // A positive number of eight bytes, whatever came.
        nonce[0] = nonce[0] & 0x3f | 0x40;
        let bytes = asn1::query(sha256, nonce).expect("it has no field of a length that DER does not have");
        Query { sha256, nonce, bytes }
    }

    /// What is sent, in DER.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Takes what the authority answered.
    ///
    /// # Errors
    /// When it refused, answered something else, or is not trusted.
    pub fn accept(&self, answer: &[u8], trusted: &Authorities) -> Result<Stamp, BadStamp> {
        let (stamp, nonce) = token::read(answer, self.sha256, trusted)?;
        if nonce.as_deref() == Some(&self.nonce[..]) { Ok(stamp) } else { Err(BadStamp::OtherQuestion) }
    }
}

/// Checks an answer that was kept, against the hash that it should be of.
///
/// # Errors
/// As [`Query::accept`], but for who asked.
pub fn verify(answer: &[u8], sha256: [u8; 32], trusted: &Authorities) -> Result<Stamp, BadStamp> {
    token::read(answer, sha256, trusted).map(|(stamp, _)| stamp)
}

/// The hash of which an answer says that it is, without a look at who signed it.
///
/// # Errors
/// When it is no answer, or a refusal.
pub fn hash_in(answer: &[u8]) -> Result<[u8; 32], BadStamp> {
    token::hash_in(answer)
}

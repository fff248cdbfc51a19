//! What the certificate says that a device shows.

use der::asn1::{PrintableStringRef, Utf8StringRef};
use der::oid::ObjectIdentifier;
use der::{Decode as _, Encode as _};
use rustls_pki_types::{CertificateDer, UnixTime};
use webpki::{EndEntityCert, KeyUsage, anchor_from_trusted_cert, ring};
use x509_cert::Certificate;

use crate::KeyHash;

const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");
const UNIT: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.11");

/// What came with a connection whose other end has proved that it holds this key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The key.
    pub key: KeyHash,
    /// What the hall's authority signed of it; none where another did.
    pub certified: Option<Certified>,
}

/// What the hall's authority signed of a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certified {
    /// Its name.
    pub name: String,
    /// What it is for, as in `panel`.
    pub post: String,
    /// Until when, in seconds of Unix time.
    pub until: i64,
}

impl Shown {
    /// Reads a certificate; `None` where it is none. When it ends is not looked at: whoever asks says so in words.
    pub fn read(certificate: &CertificateDer<'_>, root: &CertificateDer<'_>) -> Option<Shown> {
        let read = Certificate::from_der(certificate).ok()?;
        let key = KeyHash::of(&public_key_of(certificate)?);
        let validity = read.tbs_certificate.validity;
        let certified = || {
            let subject = |wanted| {
                let all = read.tbs_certificate.subject.0.iter().flat_map(|part| part.0.iter());
                all.filter(|part| part.oid == wanted).find_map(|part| {
                    let utf8 =
                        part.value.decode_as::<Utf8StringRef<'_>>().map(|text| text.as_str().to_owned());
                    let plain = || {
                        part.value.decode_as::<PrintableStringRef<'_>>().map(|text| text.as_str().to_owned())
                    };
                    utf8.or_else(|_| plain()).ok()
                })
            };
            let seconds = |time: x509_cert::time::Time| i64::try_from(time.to_unix_duration().as_secs()).ok();
            Some(Certified {
                name: subject(COMMON_NAME)?,
                post: subject(UNIT)?,
                until: seconds(validity.not_after)?,
            })
        };
        let during = validity.not_before.to_unix_duration();
        let ours = is_signed(certificate, root, KeyUsage::client_auth(), UnixTime::since_unix_epoch(during));
        Some(Shown { key, certified: if ours { certified() } else { None } })
    }
}

/// Whether the authority signed this certificate for this use.
pub(crate) fn is_signed(
    certificate: &CertificateDer<'_>,
    root: &CertificateDer<'_>,
    usage: KeyUsage,
    at: UnixTime,
) -> bool {
    let algorithms = &[ring::ECDSA_P256_SHA256];
    let (Ok(certificate), Ok(anchor)) =
        (EndEntityCert::try_from(certificate), anchor_from_trusted_cert(root))
    else {
        return false;
    };
    certificate.verify_for_usage(algorithms, &[anchor], &[], at, usage, None, None).is_ok()
}

/// The key of a certificate (`SubjectPublicKeyInfo`, DER).
pub(crate) fn public_key_of(certificate: &CertificateDer<'_>) -> Option<Vec<u8>> {
    Certificate::from_der(certificate).ok()?.tbs_certificate.subject_public_key_info.to_der().ok()
}

/// When a certificate begins.
pub(crate) fn beginning_of(certificate: &CertificateDer<'_>) -> Option<UnixTime> {
    let validity = Certificate::from_der(certificate).ok()?.tbs_certificate.validity;
    Some(UnixTime::since_unix_epoch(validity.not_before.to_unix_duration()))
}

//! The structures of RFC 3161, as far as they are read. Times keep their fractions, which `der`'s own type does not take.

use cms::content_info::ContentInfo;
use der::asn1::{BitString, Int, ObjectIdentifier, OctetString, SetOfVec};
use der::{Any, AnyRef, DateTime, Encode, Sequence, Tag, Tagged};
use x509_cert::attr::Attribute;
use x509_cert::ext::Extensions;
use x509_cert::spki::AlgorithmIdentifierOwned;

pub(crate) const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
pub(crate) const SHA_384: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.2");
pub(crate) const SHA_512: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.3");
pub(crate) const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
pub(crate) const TST_INFO: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");
pub(crate) const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
pub(crate) const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
/// `id-kp-timeStamping`, 1.3.6.1.5.5.7.3.8, as the bytes of its value.
pub(crate) const FOR_STAMPS: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x08];

#[derive(Debug, Clone, PartialEq, Eq, Sequence)]
pub(crate) struct MessageImprint {
    pub hash_algorithm: AlgorithmIdentifierOwned,
    pub hashed_message: OctetString,
}

#[derive(Debug, Clone, Sequence)]
struct TimeStampReq {
    version: u8,
    message_imprint: MessageImprint,
    nonce: Int,
    cert_req: bool,
}

#[derive(Debug, Clone, Sequence)]
pub(crate) struct TimeStampResp {
    pub status: PkiStatusInfo,
    #[asn1(optional = "true")]
    pub token: Option<ContentInfo>,
}

#[derive(Debug, Clone, Sequence)]
pub(crate) struct PkiStatusInfo {
    pub status: u8,
    #[asn1(optional = "true")]
    pub words: Option<Vec<String>>,
    #[asn1(optional = "true")]
    pub failure: Option<BitString>,
}

#[derive(Debug, Clone, Sequence)]
pub(crate) struct TstInfo {
    pub version: u8,
    pub policy: ObjectIdentifier,
    pub message_imprint: MessageImprint,
    pub serial_number: Int,
    pub gen_time: Any,
    #[asn1(optional = "true")]
    pub accuracy: Option<Accuracy>,
    #[asn1(default = "Default::default")]
    pub ordering: bool,
    #[asn1(optional = "true")]
    pub nonce: Option<Int>,
    #[asn1(context_specific = "0", tag_mode = "EXPLICIT", optional = "true")]
    pub tsa: Option<Any>,
    #[asn1(context_specific = "1", tag_mode = "IMPLICIT", optional = "true")]
    pub extensions: Option<Extensions>,
}

#[derive(Debug, Clone, Sequence)]
pub(crate) struct Accuracy {
    #[asn1(optional = "true")]
    pub seconds: Option<u64>,
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT", optional = "true")]
    pub millis: Option<u16>,
    #[asn1(context_specific = "1", tag_mode = "IMPLICIT", optional = "true")]
    pub micros: Option<u16>,
}

/// `TimeStampReq` for a SHA-256, with the certificates asked for.
pub(crate) fn query(sha256: [u8; 32], nonce: [u8; 8]) -> der::Result<Vec<u8>> {
    let hash_algorithm = AlgorithmIdentifierOwned { oid: SHA_256, parameters: Some(Any::null()) };
    let message_imprint = MessageImprint { hash_algorithm, hashed_message: OctetString::new(&sha256[..])? };
    TimeStampReq { version: 1, message_imprint, nonce: Int::new(&nonce)?, cert_req: true }.to_der()
}

/// `YYYYMMDDhhmmss[.f…]Z`, as UTC milliseconds; what is beyond is left out.
pub(crate) fn time(value: &Any) -> Option<i64> {
    if value.tag() != Tag::GeneralizedTime {
        return None;
    }
    let text = AnyRef::from(value).value();
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() != 14 || !digits(whole) || !digits(fraction) {
        return None;
    }
    let of = |from: usize| whole[from..from + 2].parse::<u8>().ok();
    let at = DateTime::new(whole[..4].parse().ok()?, of(4)?, of(6)?, of(8)?, of(10)?, of(12)?).ok()?;
    let millis: String = fraction.chars().chain("000".chars()).take(3).collect();
    i64::try_from(at.unix_duration().as_millis()).ok()?.checked_add(millis.parse().ok()?)
}

/// The only value of an attribute.
pub(crate) fn attribute(attributes: &SetOfVec<Attribute>, oid: ObjectIdentifier) -> Option<&Any> {
    let mut found = attributes.iter().filter(|attribute| attribute.oid == oid);
    let (Some(one), None) = (found.next(), found.next()) else { return None };
    one.values.get(0).filter(|_| one.values.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_its_fractions_and_is_in_utc() {
        let read = |text: &str| time(&Any::new(Tag::GeneralizedTime, text.as_bytes()).unwrap());
        assert_eq!(read("19700101000000Z"), Some(0));
        assert_eq!(read("20261126064722Z"), Some(1_795_675_642_000));
        assert_eq!(read("20261126064722.5Z"), Some(1_795_675_642_500));
        assert_eq!(read("20261126064722.1239Z"), Some(1_795_675_642_123));
        for bad in [
            "20261126064722",
            "20261126064722+0100",
            "20261326064722Z",
            "2026112606472Z",
            "20261126064722.x5Z",
            "é",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(time(&Any::new(Tag::UtcTime, b"261126064722Z".as_slice()).unwrap()), None);
    }
}

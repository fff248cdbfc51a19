//! The signature itself: CMS (RFC 5652) with the attributes of CAdES that PAdES B-B asks for, and no others. The time stands
//! in the PDF: PAdES has no `signing-time`.

use cms::cert::{CertificateChoices, IssuerAndSerialNumber};
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo};
use der::asn1::{ObjectIdentifier, OctetString, SetOfVec};
use der::oid::AssociatedOid;
use der::{Any, Decode, Encode, Sequence};
use sha2::{Digest, Sha256};
use x509_cert::Certificate;
use x509_cert::attr::Attribute;
use x509_cert::ext::pkix::{KeyUsage, KeyUsages};
use x509_cert::spki::AlgorithmIdentifierOwned;

use super::BadSeal;
use super::key::Key;

const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_CERTIFICATE_V2: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const ECDSA_SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");

/// Which certificate the signature is of (RFC 5035): by its SHA-256, the algorithm that is meant where none is named.
#[derive(Sequence)]
struct SigningCertificateV2 {
    certs: Vec<EssCertIdV2>,
}

#[derive(Sequence)]
struct EssCertIdV2 {
    hash: OctetString,
}

/// Signs content of a hash, detached.
pub(super) fn signed(
    key: &Key,
    own: &Certificate,
    others: &[Certificate],
    digest: [u8; 32],
) -> Result<Vec<u8>, BadSeal> {
    made(key, own, others, digest)?.map_err(|error| BadSeal::Failed(error.to_string()))
}

/// The outer result is that of the key, the inner that of the encoding.
fn made(
    key: &Key,
    own: &Certificate,
    others: &[Certificate],
    digest: [u8; 32],
) -> Result<der::Result<Vec<u8>>, BadSeal> {
    let attributes = match attributes(own, digest) {
        Ok(attributes) => attributes,
        Err(error) => return Ok(Err(error)),
    };
    let bytes = match attributes.to_der() {
        Ok(bytes) => bytes,
        Err(error) => return Ok(Err(error)),
    };
    let signature = key.sign(&bytes)?;
    Ok(wrapped(key, own, others, attributes, signature))
}

fn attributes(own: &Certificate, digest: [u8; 32]) -> der::Result<SetOfVec<Attribute>> {
    let hash = OctetString::new(Sha256::digest(own.to_der()?).as_slice())?;
    let certificate = SigningCertificateV2 { certs: vec![EssCertIdV2 { hash }] };
    let attribute = |oid, value: Any| -> der::Result<Attribute> {
        Ok(Attribute { oid, values: SetOfVec::try_from(vec![value])? })
    };
    SetOfVec::try_from(vec![
        attribute(CONTENT_TYPE, Any::encode_from(&DATA)?)?,
        attribute(MESSAGE_DIGEST, Any::encode_from(&OctetString::new(&digest[..])?)?)?,
        attribute(SIGNING_CERTIFICATE_V2, Any::encode_from(&certificate)?)?,
    ])
}

fn wrapped(
    key: &Key,
    own: &Certificate,
    others: &[Certificate],
    attributes: SetOfVec<Attribute>,
    signature: Vec<u8>,
) -> der::Result<Vec<u8>> {
    let sha_256 = AlgorithmIdentifierOwned { oid: SHA_256, parameters: None };
    let signature_algorithm = match key {
        Key::Rsa(_) => AlgorithmIdentifierOwned { oid: RSA, parameters: Some(Any::null()) },
        Key::P256(_) => AlgorithmIdentifierOwned { oid: ECDSA_SHA_256, parameters: None },
    };
    let signer = SignerInfo {
        version: CmsVersion::V1,
        sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
            issuer: own.tbs_certificate.issuer.clone(),
            serial_number: own.tbs_certificate.serial_number.clone(),
        }),
        digest_alg: sha_256.clone(),
        signed_attrs: Some(attributes),
        signature_algorithm,
        signature: OctetString::new(signature)?,
        unsigned_attrs: None,
    };
    let certificates: Vec<_> =
        [own].into_iter().chain(others).cloned().map(CertificateChoices::Certificate).collect();
    let signed = SignedData {
        version: CmsVersion::V1,
        digest_algorithms: SetOfVec::try_from(vec![sha_256])?,
        encap_content_info: EncapsulatedContentInfo { econtent_type: DATA, econtent: None },
        certificates: Some(certificates.try_into()?),
        crls: None,
        signer_infos: vec![signer].try_into()?,
    };
    ContentInfo { content_type: SIGNED_DATA, content: Any::encode_from(&signed)? }.to_der()
}

/// Whether a certificate is for signatures, as far as it says what it is for.
pub(super) fn may_sign(certificate: &Certificate) -> bool {
    let extensions = certificate.tbs_certificate.extensions.as_deref().unwrap_or_default();
    let usage = extensions.iter().find(|extension| extension.extn_id == KeyUsage::OID);
    usage.is_none_or(|usage| {
        KeyUsage::from_der(usage.extn_value.as_bytes()).is_ok_and(|usage| {
            usage.0.contains(KeyUsages::DigitalSignature) || usage.0.contains(KeyUsages::NonRepudiation)
        })
    })
}

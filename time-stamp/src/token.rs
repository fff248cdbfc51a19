//! An answer, and what makes it good: the signature of somebody whom a trusted authority certified for it.

use cms::cert::CertificateChoices;
use cms::signed_data::{SignedData, SignerIdentifier, SignerInfo};
use der::asn1::{ObjectIdentifier, OctetString};
use der::{Decode, Encode};
use rustls_pki_types::{CertificateDer, UnixTime};
use sha2::{Digest, Sha256, Sha384, Sha512};
use std::time::Duration;
use webpki::{EndEntityCert, KeyUsage};
use x509_cert::Certificate;
use x509_cert::ext::pkix::SubjectKeyIdentifier;

use super::asn1::{
    CONTENT_TYPE, FOR_STAMPS, MESSAGE_DIGEST, SHA_256, SHA_384, SHA_512, SIGNED_DATA, TST_INFO,
    TimeStampResp, TstInfo, attribute, time,
};
use super::{Authorities, Stamp};

/// Why an answer is no stamp, in Spanish.
#[expect(missing_docs, reason = "the message of each says it")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadStamp {
    #[error("ahí no hay ningún certificado en PEM de una autoridad")]
    NoAuthority,
    #[error("la respuesta no es un sello de tiempo (RFC 3161)")]
    NotAStamp,
    #[error("la autoridad no sella: {0}")]
    Refused(String),
    #[error("el sello es de otro contenido")]
    OtherContent,
    #[error("el sello responde a otra petición")]
    OtherQuestion,
    #[error("el sello no trae el certificado de quien lo firma")]
    NoCertificate,
    #[error("la firma del sello no es buena")]
    Signature,
    #[error("ninguna autoridad de confianza responde del certificado de {who}: {why}")]
    NotTrusted { who: String, why: String },
}

/// A stamp of this hash, and the nonce in it.
pub(crate) fn read(
    answer: &[u8],
    sha256: [u8; 32],
    trusted: &Authorities,
) -> Result<(Stamp, Option<Vec<u8>>), BadStamp> {
    let (signed, info, content) = open(answer)?;
    if imprint(&info)? != sha256 {
        return Err(BadStamp::OtherContent);
    }
    let at_utc_ms = time(&info.gen_time).ok_or(BadStamp::NotAStamp)?;
    let certificates: Vec<&Certificate> = signed
        .certificates
        .iter()
        .flat_map(|all| all.0.iter())
        .filter_map(|one| if let CertificateChoices::Certificate(one) = one { Some(one) } else { None })
        .collect();
    let mut signers = signed.signer_infos.0.iter();
    // RFC 3161, 2.4.2: nobody else's signature stands there.
    let (Some(signer), None) = (signers.next(), signers.next()) else { return Err(BadStamp::NotAStamp) };
    let own = certificates.iter().find(|one| is_of(signer, one)).ok_or(BadStamp::NoCertificate)?;
    let der = |one: &Certificate| one.to_der().map(CertificateDer::from).map_err(|_| BadStamp::NotAStamp);
    let own_der = der(own)?;
    let others = certificates.iter().map(|one| der(one)).collect::<Result<Vec<_>, _>>()?;
    let authority = own.tbs_certificate.subject.to_string();
    let not_trusted =
        |error: webpki::Error| BadStamp::NotTrusted { who: authority.clone(), why: why(&error) };
    let end = EndEntityCert::try_from(&own_der).map_err(not_trusted)?;
    check_signature(signer, &content, &end)?;
    let anchors = trusted.anchors().ok_or(BadStamp::NoAuthority)?;
    let then = u64::try_from(at_utc_ms / 1_000).map_err(|_| BadStamp::NotAStamp)?;
    end.verify_for_usage(
        webpki::ALL_VERIFICATION_ALGS,
        &anchors,
        &others,
        UnixTime::since_unix_epoch(Duration::from_secs(then)),
        KeyUsage::required(FOR_STAMPS),
        None,
        None,
    )
    .map_err(not_trusted)?;
    let serial = hex::encode(info.serial_number.as_bytes());
    let nonce = info.nonce.map(|nonce| nonce.as_bytes().to_vec());
    Ok((Stamp { at_utc_ms, authority, serial }, nonce))
}

/// In words, as far as it is one of those that happen.
fn why(error: &webpki::Error) -> String {
    let words = if let webpki::Error::UnknownIssuer = error {
        "no es de ninguna de ellas"
    } else if let webpki::Error::CertExpired { .. } = error {
        "había caducado"
    } else if let webpki::Error::CertNotValidYet { .. } = error {
        "aún no valía"
    } else if let webpki::Error::RequiredEkuNotFoundContext(_) = error {
        "no es para sellar"
    } else {
        return error.to_string();
    };
    words.to_owned()
}

/// The hash that an answer is of.
pub(crate) fn hash_in(answer: &[u8]) -> Result<[u8; 32], BadStamp> {
    let (_, info, _) = open(answer)?;
    imprint(&info)
}

/// What is signed in an answer: read, and as it came.
fn open(answer: &[u8]) -> Result<(SignedData, TstInfo, Vec<u8>), BadStamp> {
    let answer = TimeStampResp::from_der(answer).map_err(|_| BadStamp::NotAStamp)?;
    // Granted, or granted with changes.
    if answer.status.status > 1 {
        let words = answer.status.words.unwrap_or_default().join("; ");
        let bare = format!("responde {}", answer.status.status);
        return Err(BadStamp::Refused(if words.is_empty() { bare } else { words }));
    }
    let token = answer.token.filter(|token| token.content_type == SIGNED_DATA).ok_or(BadStamp::NotAStamp)?;
    let read = || -> der::Result<(SignedData, TstInfo, Vec<u8>)> {
        let signed: SignedData = token.content.decode_as()?;
        let wrong = || der::Error::from(der::ErrorKind::Failed);
        let content = signed.encap_content_info.econtent.as_ref().ok_or_else(wrong)?;
        let content = content.decode_as::<OctetString>()?.into_bytes();
        let info = TstInfo::from_der(&content)?;
        Ok((signed, info, content))
    };
    let read = read().map_err(|_| BadStamp::NotAStamp)?;
    if read.0.encap_content_info.econtent_type != TST_INFO || read.1.version != 1 {
        return Err(BadStamp::NotAStamp);
    }
    Ok(read)
}

fn imprint(info: &TstInfo) -> Result<[u8; 32], BadStamp> {
    let imprint = &info.message_imprint;
    let hash = imprint.hashed_message.as_bytes().try_into();
    hash.ok().filter(|_| imprint.hash_algorithm.oid == SHA_256).ok_or(BadStamp::OtherContent)
}

/// Whether a certificate is the one that a signer names.
fn is_of(signer: &SignerInfo, certificate: &Certificate) -> bool {
    let of = &certificate.tbs_certificate;
    match &signer.sid {
        SignerIdentifier::IssuerAndSerialNumber(name) => {
            name.issuer == of.issuer && name.serial_number == of.serial_number
        }
        SignerIdentifier::SubjectKeyIdentifier(id) => {
            matches!(of.get::<SubjectKeyIdentifier>(), Ok(Some((_, own))) if own == *id)
        }
    }
}

/// RFC 5652, 5.4: the signature is over the attributes, and one of them is the hash of the content.
fn check_signature(signer: &SignerInfo, content: &[u8], end: &EndEntityCert<'_>) -> Result<(), BadStamp> {
    let attributes = signer.signed_attrs.as_ref().ok_or(BadStamp::Signature)?;
    let is_type =
        attribute(attributes, CONTENT_TYPE).and_then(|value| value.decode_as::<ObjectIdentifier>().ok());
    let digest =
        attribute(attributes, MESSAGE_DIGEST).and_then(|value| value.decode_as::<OctetString>().ok());
    let wanted = match signer.digest_alg.oid {
        SHA_256 => Sha256::digest(content).to_vec(),
        SHA_384 => Sha384::digest(content).to_vec(),
        SHA_512 => Sha512::digest(content).to_vec(),
        _ => return Err(BadStamp::Signature),
    };
    if is_type != Some(TST_INFO) || digest.is_none_or(|digest| digest.as_bytes() != wanted) {
        return Err(BadStamp::Signature);
    }
    // As a SET OF, with its own tag.
    let message = attributes.to_der().map_err(|_| BadStamp::Signature)?;
    let signature = signer.signature.as_bytes();
    // Which of them it is follows from the key and from what verifies: all of them are good enough.
    let good = webpki::ALL_VERIFICATION_ALGS
        .iter()
        .any(|algorithm| end.verify_signature(*algorithm, &message, signature).is_ok());
    good.then_some(()).ok_or(BadStamp::Signature)
}

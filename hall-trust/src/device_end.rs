//! TLS as a device of the hall speaks it: with the server of its hall, and with no other.

use std::error::Error as StdError;
use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::WantsClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::verify_tls13_signature;
use rustls::{
    CertificateError, ClientConfig, ConfigBuilder, DigitallySignedStruct, Error, OtherError,
    PeerIncompatible, SignatureScheme,
};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};
use webpki::KeyUsage;

use crate::device::{beginning_of, is_signed, public_key_of};
use crate::{Identity, KeyHash, provider};

/// Whoever answers is not the server of the device's hall.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotTheHall {
    /// It shows another authority's key.
    #[error("quien contesta no es el servidor de esta sala: su clave es {theirs} y la de la sala {ours}")]
    AnotherKey {
        /// The key that it shows.
        theirs: KeyHash,
        /// The hall's.
        ours: KeyHash,
    },
    /// What it shows was not signed with the key that it names, or is no certificate of a hall.
    #[error("quien contesta no es el servidor de una sala")]
    NoHall,
}

/// How a device speaks with its hall: it shows its certificate, and believes whom the hall's authority signed, under any name, at any
/// address and whatever its own clock says.
pub fn to_hall(identity: &Identity) -> Arc<ClientConfig> {
    let certificate = vec![identity.certificate()];
    let config = builder(Believes { hall: Some(identity.hall), ..Believes::default() })
        .with_client_auth_cert(certificate, identity.private_key())
        .expect("an identity has a key that was tried");
    Arc::new(config)
}

/// How a device speaks with a server before it knows its hall: whoever it is, it is noted which authority answered, and the code
/// proves whether it is the hall's ([`crate::join`]).
pub fn first_contact() -> (Arc<ClientConfig>, FirstSeen) {
    let believes = Believes::default();
    let seen = believes.seen.clone();
    (Arc::new(builder(believes).with_no_client_auth()), seen)
}

/// Why this failure of a connection means that whoever answers is not the hall; none where it is about something else.
pub fn why_not(error: &(dyn StdError + 'static)) -> Option<NotTheHall> {
    let mut at = Some(error);
    while let Some(error) = at {
        if let Some(found) = error.downcast_ref::<NotTheHall>() {
            return Some(found.clone());
        }
        if let Some(Error::InvalidCertificate(CertificateError::Other(OtherError(other)))) =
            error.downcast_ref()
        {
            return other.downcast_ref::<NotTheHall>().cloned();
        }
        // What an `io::Error` carries is not its source.
        if let Some(carried) = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref)
            && let Some(found) = why_not(carried)
        {
            return Some(found);
        }
        at = error.source();
    }
    None
}

fn builder(believes: Believes) -> ConfigBuilder<ClientConfig, WantsClientCert> {
    let builder =
        ClientConfig::builder_with_provider(provider()).with_protocol_versions(&[&rustls::version::TLS13]);
    let builder = builder.expect("ring has TLS 1.3");
    builder.dangerous().with_custom_certificate_verifier(Arc::new(believes))
}

/// The authority that a server's certificates lead to.
fn authority_of(leaf: &CertificateDer<'_>, behind: &[CertificateDer<'_>]) -> Option<KeyHash> {
    let root = behind.first()?;
    // At its own beginning, so that no clock is asked.
    let at = beginning_of(leaf)?;
    is_signed(leaf, root, KeyUsage::server_auth(), at).then_some(())?;
    Some(KeyHash::of(&public_key_of(root)?))
}

fn refused(why: NotTheHall) -> Error {
    Error::InvalidCertificate(CertificateError::Other(OtherError(Arc::new(why))))
}

/// Believes the server of one hall; or anybody, where it is not known yet, and notes who it was.
#[derive(Debug, Default)]
struct Believes {
    hall: Option<KeyHash>,
    seen: FirstSeen,
}

/// Which authority answered at a first contact.
#[derive(Debug, Clone, Default)]
pub struct FirstSeen(Arc<Mutex<Option<KeyHash>>>);

impl FirstSeen {
    /// The authority; none before one answered.
    pub fn authority(&self) -> Option<KeyHash> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerCertVerifier for Believes {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        behind: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let theirs = authority_of(leaf, behind).ok_or_else(|| refused(NotTheHall::NoHall))?;
        if let Some(ours) = self.hall.filter(|ours| *ours != theirs) {
            return Err(refused(NotTheHall::AnotherKey { theirs, ours }));
        }
        *self.seen.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(theirs);
        Ok(ServerCertVerified::assertion())
    }

    /// A device begins with TLS 1.3 alone.
    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(PeerIncompatible::Tls12NotOffered.into())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &provider().signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        provider().signature_verification_algorithms.supported_schemes()
    }
}

//! TLS as the hall's server speaks it.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{ring, verify_tls12_signature, verify_tls13_signature};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{DigitallySignedStruct, DistinguishedName, Error, ServerConfig, SignatureScheme};
use rustls_pki_types::{CertificateDer, UnixTime};

use crate::{Authority, Shown, provider};

/// What the server's port needs: how it shows itself, and what it reads of who comes.
#[derive(Clone)]
pub struct ServerEnd {
    /// How connections are taken in.
    pub config: Arc<ServerConfig>,
    shows: Arc<ShowsItself>,
    root: CertificateDer<'static>,
}

impl ServerEnd {
    /// The end of this hall's server, under these names and addresses. `now` in seconds of Unix time.
    pub fn new(authority: &Authority, names: &[String], addresses: &[IpAddr], now: i64) -> ServerEnd {
        let shows = Arc::new(ShowsItself(RwLock::new(pair(authority, names, addresses, now))));
        let builder = ServerConfig::builder_with_provider(provider()).with_safe_default_protocol_versions();
        let builder = builder.expect("ring has what rustls begins with");
        let mut config =
            builder.with_client_cert_verifier(Arc::new(AnyDevice)).with_cert_resolver(shows.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        ServerEnd { config: Arc::new(config), shows, root: authority.root().clone() }
    }

    /// Shows itself from here on with a new certificate.
    pub fn renew(&self, authority: &Authority, names: &[String], addresses: &[IpAddr], now: i64) {
        *self.shows.0.write().unwrap_or_else(PoisonError::into_inner) =
            pair(authority, names, addresses, now);
    }

    /// Who has come, by the certificates of a connection; none where it showed none.
    pub fn shown(&self, certificates: Option<&[CertificateDer<'_>]>) -> Option<Shown> {
        Shown::read(certificates?.first()?, &self.root)
    }
}

fn pair(authority: &Authority, names: &[String], addresses: &[IpAddr], now: i64) -> Arc<CertifiedKey> {
    let (chain, key) = authority.server_certificate(names, addresses, now);
    let key = ring::sign::any_ecdsa_type(&key).expect("the key was made for this");
    Arc::new(CertifiedKey::new(chain, key))
}

struct ShowsItself(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for ShowsItself {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl fmt::Debug for ShowsItself {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShowsItself")
    }
}

/// Takes whatever certificate comes, as long as whoever shows it has its key: who that is, is asked later, and answered in words. An
/// alert of TLS tells nobody what to do.
#[derive(Debug)]
struct AnyDevice;

impl ClientCertVerifier for AnyDevice {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn client_auth_mandatory(&self) -> bool {
        false
    }

    fn verify_client_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &provider().signature_verification_algorithms)
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

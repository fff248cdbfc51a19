//! The hall's authority: the key that signs who is of the hall.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use der::pem::{LineEnding, decode_vec, encode_string};
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer,
    KeyPair, KeyUsagePurpose, PublicKeyData, SerialNumber,
};
use rustls_pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use sha2::{Digest as _, Sha256};
use time::{Duration, OffsetDateTime};

use crate::KeyHash;
use crate::join::DeviceKey;

/// The file of the authority in the hall's folder: its certificate and its key, for nobody but the server.
pub const FILE: &str = "autoridad.pem";

/// What each of the two is called in the file.
const CERTIFICATE: &str = "CERTIFICATE";
const PRIVATE_KEY: &str = "PRIVATE KEY";

/// How long the authority lasts. Nothing of the hall asks, but browsers do.
const AUTHORITY_LASTS: Duration = Duration::days(30 * 365);

/// How long the server's own certificate lasts. It is made again at each start and each day; iPhones take none of more than 825 days.
const SERVER_LASTS: Duration = Duration::days(90);

/// How long a device's certificate lasts. It has it renewed each day that it is on.
pub(crate) const DEVICE_LASTS: Duration = Duration::days(400);

/// Certificates begin before now: not all clocks go right.
const BEGINS_BEFORE: Duration = Duration::days(2);

/// The file of the authority cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AuthorityError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// There is something else in it.
    #[error("no es el certificado de una sala")]
    NotOne,
}

/// The hall's authority.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    root: CertificateDer<'static>,
    key: KeyHash,
}

impl Authority {
    /// A new one, at this moment in seconds of Unix time.
    ///
    /// # Panics
    /// When the system has no random bytes.
    pub fn make(now: i64) -> Authority {
        let key = KeyPair::generate().expect("the system gives random bytes");
        let params = root(&key, moment(now));
        let root = params.self_signed(&key).expect("the parameters make a certificate").der().clone();
        let hash = KeyHash::of(&key.subject_public_key_info());
        Authority { issuer: Issuer::new(params, key), root, key: hash }
    }

    /// The one of a hall's folder; made where there is none. A file that is there is never written over.
    ///
    /// # Errors
    /// [`AuthorityError`].
    pub fn of_folder(dir: &Path, now: i64) -> Result<Authority, AuthorityError> {
        let path = dir.join(FILE);
        match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let made = Authority::make(now);
                made.write(&path)?;
                Ok(made)
            }
            read => Authority::parse(&read?).ok_or(AuthorityError::NotOne),
        }
    }

    /// The text of its file: whoever has it can be the hall.
    pub fn to_pem(&self) -> String {
        let pem = |label: &str, bytes: &[u8]| {
            encode_string(label, LineEnding::LF, bytes).expect("a label of ours, and bytes")
        };
        pem(CERTIFICATE, &self.root) + &pem(PRIVATE_KEY, self.issuer.key().serialized_der())
    }

    /// What [`Authority::to_pem`] wrote.
    pub fn parse(text: &str) -> Option<Authority> {
        let (first, second) = text.split_at(text.find(&format!("-----BEGIN {PRIVATE_KEY}"))?);
        let (certificate, root) = decode_vec(first.trim().as_bytes()).ok()?;
        let (label, key) = decode_vec(second.trim().as_bytes()).ok()?;
        if (certificate, label) != (CERTIFICATE, PRIVATE_KEY) {
            return None;
        }
        let key = KeyPair::try_from(key).ok()?;
        let hash = KeyHash::of(&key.subject_public_key_info());
        let root = CertificateDer::from(root);
        // Another certificate's key would sign what nobody believes.
        let is_its = crate::device::public_key_of(&root).is_some_and(|public| KeyHash::of(&public) == hash);
        is_its.then(|| Authority { issuer: Issuer::new(named(&key), key), root, key: hash })
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let new = path.with_extension("pem-nuevo");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.write_all(self.to_pem().as_bytes())?;
        file.sync_all()?;
        // Of two that make one at once, one is the hall's.
        std::fs::hard_link(&new, path)?;
        std::fs::remove_file(&new)
    }

    /// Its certificate, which devices and browsers are given.
    pub fn root(&self) -> &CertificateDer<'static> {
        &self.root
    }

    /// Its certificate as text.
    pub fn root_pem(&self) -> String {
        encode_string(CERTIFICATE, LineEnding::CRLF, &self.root).expect("a label of ours, and bytes")
    }

    /// The hash of its certificate (SHA-256) as telephones show it: 32 pairs of digits, as in `1A 2B 3C …`.
    pub fn fingerprint(&self) -> String {
        let hash = Sha256::digest(&self.root);
        hash.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
    }

    /// By what the hall is known.
    pub fn key(&self) -> KeyHash {
        self.key
    }

    /// A certificate for the server under these names and addresses, with its key, made for the occasion; and the authority's behind
    /// it. `now` in seconds of Unix time.
    ///
    /// # Panics
    /// When the system has no random bytes.
    pub fn server_certificate(
        &self,
        names: &[String],
        addresses: &[IpAddr],
        now: i64,
    ) -> (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>) {
        let addresses = addresses.iter().map(IpAddr::to_string);
        // A name that is none in DNS has no place in a certificate: it is left out.
        let all = names
            .iter()
            .cloned()
            .chain(addresses)
            .filter(|name| CertificateParams::new([name.clone()]).is_ok());
        let mut params = CertificateParams::new(all.collect::<Vec<_>>()).expect("each was tried");
        params.distinguished_name = common_name(&format!("Servidor de la sala {}", self.key));
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let key = KeyPair::generate().expect("the system gives random bytes");
        let leaf = self.signed(params, &key, SERVER_LASTS, now);
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        (vec![leaf, self.root.clone()], key.into())
    }

    /// A certificate for a device with this name at this post, as in `panel`. `now` in seconds of Unix time.
    pub fn device_certificate(
        &self,
        key: &DeviceKey,
        name: &str,
        post: &str,
        now: i64,
    ) -> CertificateDer<'static> {
        let mut params = CertificateParams::default();
        params.distinguished_name = common_name(name);
        params.distinguished_name.push(DnType::OrganizationalUnitName, post);
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        self.signed(params, key, DEVICE_LASTS, now)
    }

    fn signed(
        &self,
        mut params: CertificateParams,
        key: &impl PublicKeyData,
        lasts: Duration,
        now: i64,
    ) -> CertificateDer<'static> {
        let now = moment(now);
        (params.not_before, params.not_after) = (now - BEGINS_BEFORE, now + lasts);
        params.serial_number = Some(serial());
        params.use_authority_key_identifier_extension = true;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        let signed = params.signed_by(key, &self.issuer);
        signed.expect("the parameters make a certificate").der().clone()
    }
}

fn root(key: &KeyPair, now: OffsetDateTime) -> CertificateParams {
    let mut params = named(key);
    (params.not_before, params.not_after) = (now - BEGINS_BEFORE, now + AUTHORITY_LASTS);
    params.serial_number = Some(serial());
    params
}

/// What the authority of this key is called and may do: it signs, and lets nobody sign for it.
fn named(key: &KeyPair) -> CertificateParams {
    let mut params = CertificateParams::default();
    let hash = KeyHash::of(&key.subject_public_key_info());
    params.distinguished_name = common_name(&format!("Sala de bingo {hash}"));
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

fn common_name(name: &str) -> DistinguishedName {
    let mut of = DistinguishedName::new();
    of.push(DnType::CommonName, name);
    of
}

/// Sixteen random bytes: no two certificates have the same.
fn serial() -> SerialNumber {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes[0] = bytes[0] & 0x7f | 0x40;
    SerialNumber::from_slice(&bytes)
}

/// The clocks of which certificates are made, in seconds of Unix time: from 2020 to 2200.
const CLOCKS: std::ops::Range<i64> = 1_577_836_800..7_258_118_400;

/// A clock that is out of all bounds is as one that was never set.
fn moment(now: i64) -> OffsetDateTime {
    let now = if CLOCKS.contains(&now) { now } else { CLOCKS.start };
    OffsetDateTime::from_unix_timestamp(now).expect("within two centuries")
}

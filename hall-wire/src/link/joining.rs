//! How a device comes by its place in the hall, and keeps it: with a code once, and then with a certificate that it has renewed each
//! day that it is on (ADR 83).

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hall_trust::join::{CODE_DIGITS, Joining, NoMatch};
use hall_trust::{Identity, NewKey, first_contact};
use uuid::Uuid;

use super::{Client, ClientError, Servers, named};
use crate::message::{CertifiedDevice, DeviceHello, DeviceJoins, DeviceMet, DeviceRenews, Health};

/// How often a device has its certificate renewed, and how soon again where that failed.
const RENEWS_EVERY: Duration = Duration::from_secs(24 * 60 * 60);
const RENEWS_AGAIN: Duration = Duration::from_secs(10 * 60);

/// How long a server is asked.
const PATIENCE: Duration = Duration::from_secs(5);

/// The device is not one of the hall's.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The code is none.
    #[error("el código son ocho cifras")]
    NoCode,
    /// The code is another, or somebody stands between this device and the server.
    #[error("el código no es el de esta sala: tecléelo otra vez, o pida otro al jefe de sala")]
    NoMatch(#[from] NoMatch),
    /// The server says no, or does not answer.
    #[error("{}", in_words(.0))]
    Server(#[from] ClientError),
    /// What is asked has to be encrypted.
    #[error("la dirección del servidor tiene que empezar por https://")]
    NotEncrypted,
    /// The disk keeps nothing: nothing was asked.
    #[error("este aparato no puede guardar su alta en {}: {why}", file.display())]
    Disk {
        /// Where it was to be kept.
        file: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// What the server answered is no certificate of this device's.
    #[error("lo que contesta el servidor no se entiende")]
    NotUnderstood,
}

/// What the server says, as whoever types a code reads it.
fn in_words(error: &ClientError) -> String {
    match error {
        ClientError::Refused(problem) => format!("{}. {}", problem.title, problem.detail),
        ClientError::NoAnswer { .. } | ClientError::NotUnderstood { .. } => error.to_string(),
    }
}

/// Makes this device one of the hall's, with the code that its jefe de sala was given, at a post as in `panel`; what it is from then
/// on is kept in a file. The device's key is on disk before anything is asked: a code that was taken while its answer was lost is
/// no loss.
///
/// # Errors
/// [`JoinError`].
pub fn join(servers: &Servers, code: &str, post: &str, file: &Path) -> Result<Identity, JoinError> {
    let code: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if code.len() != CODE_DIGITS || !code.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(JoinError::NoCode);
    }
    let base = servers.all()[0].clone();
    if !base.starts_with("https://") {
        return Err(JoinError::NotEncrypted);
    }
    let unkept = |why: io::Error| JoinError::Disk { file: file.to_owned(), why };
    let key = NewKey::beside(file).map_err(unkept)?;
    let (config, seen) = first_contact();
    let server = Servers::new(&base);
    server.speak_with(config);
    let client = Client::new(&server).with_patience(PATIENCE);
    let _: Health = client.get("/healthz")?;
    let hall = seen.authority().ok_or(NoMatch)?;
    let joining = Joining::begin(&code, hall);
    let hello = DeviceHello { digit: code[..1].to_owned(), hello: joining.hello() };
    // Asked once: each is a guess at the code.
    let met: DeviceMet =
        client.clone().with_patience(Duration::ZERO).send("/api/devices/meet", &hello, Uuid::new_v4())?;
    let proved = joining.meet(&met.answer, &met.proof)?;
    let public = key.public();
    let joins = DeviceJoins {
        meeting: met.meeting,
        key: public.to_hex(),
        proof: proved.proof_of(&public),
        post: post.to_owned(),
    };
    let joined: CertifiedDevice = client.send("/api/devices/join", &joins, Uuid::new_v4())?;
    // Each connection was with the same hall, or its answer is worth nothing.
    if seen.authority() != Some(hall) {
        return Err(NoMatch.into());
    }
    let certificate = STANDARD.decode(&joined.certificate).map_err(|_| JoinError::NotUnderstood)?;
    let identity = key.signed(hall, joined.name, joined.post, certificate).ok_or(JoinError::NotUnderstood)?;
    identity.keep(file).map_err(unkept)?;
    servers.speak_as(&identity);
    Ok(identity)
}

/// Asks these servers as the device that this file has, and keeps its certificate young; as nobody where there is no file.
///
/// # Errors
/// When the file cannot be read.
pub fn come_as(servers: &Servers, file: &Path) -> io::Result<Option<Identity>> {
    let Some(identity) = Identity::read(file)? else { return Ok(None) };
    servers.speak_as(&identity);
    stay_young(servers, identity.clone(), file.to_owned());
    Ok(Some(identity))
}

/// Renews at once, and then each day, until the program ends.
fn stay_young(servers: &Servers, mut identity: Identity, file: PathBuf) {
    let servers = servers.clone();
    // It ends with its program, and holds nothing that has to be put away.
    drop(named("certificate", move || {
        loop {
            let renewed = renewed(&servers, &identity);
            let pause = if renewed.is_some() { RENEWS_EVERY } else { RENEWS_AGAIN };
            if let Some(renewed) = renewed {
                // Not kept, it is asked for again at the next start.
                let _ = renewed.keep(&file);
                servers.speak_as(&renewed);
                identity = renewed;
            }
            std::thread::sleep(pause);
        }
    }));
}

fn renewed(servers: &Servers, identity: &Identity) -> Option<Identity> {
    let asks = DeviceRenews { key: identity.public_key()?.to_hex() };
    let client = Client::new(servers).with_patience(PATIENCE);
    let signed: CertifiedDevice = client.send("/api/devices/renew", &asks, Uuid::new_v4()).ok()?;
    identity.renewed(STANDARD.decode(signed.certificate).ok()?)
}

//! The spare: a second server that has the record line by line, on another computer, and is promoted by two people when the
//! first has broken (DECISIONS 41, ADR 40).
//!
//! The hall's server sends its spare the frames that a mirror has on disk, one request for each portion, and the spare answers
//! once it has them in its own record with the chain checked. So the spare is one more mirror, with its
//! lag, its trouble and its waiting. Both know one secret key, and each request and each answer carries its code.
//!
//! The server asks its spare's address before it serves and while it serves. Where the spare has begun a newer epoch, it was promoted, and
//! this server ends: two servers never give the same number.

use std::net::SocketAddr;
use std::time::Duration;

mod key;
mod received;
mod rehearsal;
mod remote;
mod standing;
mod superseded;

pub use key::SpareKey;
pub(crate) use key::{About, CODE};
pub(crate) use received::received;
pub(crate) use rehearsal::{REHEARSAL_PATH, Rehearsed, asked, hall_sha256, rehearse};
pub(super) use remote::Remote;
pub use remote::superseded;
pub use standing::{Role, Standing, router};
pub use superseded::Superseded;

/// The path of everything that the two servers say to each other.
pub const PATH: &str = "/api/spare";

/// The longest a server waits for the other: less than people wait at a start, and enough for a sync.
const ANSWER_MAX: Duration = Duration::from_secs(3);

/// The spare, in the hall's settings.
#[derive(Debug, Clone)]
pub struct SpareSettings {
    /// Where it listens.
    pub at: SocketAddr,
    /// The key that both servers have.
    pub key: SpareKey,
    /// What the desk waits for.
    pub wait: super::Wait,
}

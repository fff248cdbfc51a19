//! Who is who on a hall's network (ADR 83; DECISIONS 46).
//!
//! The hall has an authority of its own: a key on the server's disk, and nobody else's. It signs the certificate with which the server
//! shows itself, and those of the hall's devices. A device knows its hall by the hash of that key, so it needs neither a name nor an
//! address that stays, and no clock that goes right; it comes by both, its hall's key and its own certificate, with a code of eight
//! digits that is typed once ([`join`]).
//!
//! What is sent over the network is [`rustls`]'s; what a certificate is, `rcgen`'s and `x509-cert`'s. Here is only who is believed.

mod authority;
mod device;
mod device_end;
mod identity;
pub mod join;
mod key;
mod server_end;
#[cfg(test)]
mod tests;

pub use authority::{Authority, AuthorityError, FILE};
pub use device::{Certified, Shown};
pub use device_end::{FirstSeen, NotTheHall, first_contact, to_hall, why_not};
pub use identity::{Identity, NewKey};
pub use key::KeyHash;
pub use server_end::ServerEnd;

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};

/// The one kind of cryptography that all ends use.
fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

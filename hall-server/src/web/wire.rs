//! What is known of the connection by which a request comes: whether it is encrypted, and which device is at its other end (ADR 83).
//!
//! On the hall's network everything is encrypted but what the whole room may see anyway. Whoever is at this computer needs no wire that
//! could be listened to.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use hall_core::event::DevicePost;
use hall_trust::{Certified, Shown};
use hall_wire::message::DEVICE_KEY;
use hall_wire::problem::{self, Problem};

use super::Web;
use super::answer::Trouble;
use crate::access::{Access, Caller, EnrolledAt, device_key_hash, is_device_key};
use crate::clock::Clock;

/// The connection of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wire {
    encrypted: bool,
    shown: Option<Arc<Shown>>,
}

/// Which of the server's addresses answer to whoever comes unencrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clear {
    /// None: it could be heard, or changed on its way.
    Never,
    /// Those of the public board, where the hall says so.
    Board,
    /// What is signed, or says nothing of the hall.
    Always,
}

impl Wire {
    /// A connection that is encrypted, and what its other end has shown.
    pub(super) fn encrypted(shown: Option<Shown>) -> Wire {
        Wire { encrypted: true, shown: shown.map(Arc::new) }
    }

    /// Whether it is encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// Whether nobody between both ends can listen.
    pub(super) fn is_safe(&self, peer: IpAddr) -> bool {
        self.encrypted || peer.is_loopback()
    }

    /// The hash of the key that the other end has: of its certificate's, or of the one that it says.
    pub(super) fn key(&self, headers: &HeaderMap) -> Option<[u8; 32]> {
        let said = || {
            let key = headers.get(DEVICE_KEY)?.to_str().ok()?;
            is_device_key(key).then(|| device_key_hash(key))
        };
        self.shown.as_ref().map(|shown| shown.key.0).or_else(said)
    }

    /// The device of the hall at the other end, by its certificate.
    pub(super) fn device<'a>(&self, access: &'a Access) -> Option<&'a EnrolledAt> {
        access.device(&self.shown.as_ref()?.key.0)
    }

    /// Why whoever shows this certificate is not believed, in words: an alert of TLS would tell nobody what to do.
    pub(super) fn trouble(&self, access: &Access, clock: &Clock, now_utc_ms: i64) -> Option<Problem> {
        let shown = self.shown.as_ref()?;
        let Some(Certified { name, post, until }) = &shown.certified else {
            return Some(problem::FOREIGN_CERTIFICATE.problem());
        };
        if access.device(&shown.key.0).is_none() {
            let it = if post == DevicePost::Desk.name() { "El puesto" } else { "El equipo" };
            return Some(problem::DEVICE_REVOKED.saying(format!(
                "{it} «{name}» está dado de baja. Si ha de volver a la sala, pida un código al jefe de sala y dele de alta otra vez."
            )));
        }
        (*until < now_utc_ms / 1_000).then(|| {
            problem::CERTIFICATE_EXPIRED.saying(format!(
                "El certificado de «{name}» caducó el {}, y según el reloj del servidor es el {}. Si esa fecha no es la de hoy, ponga \
                 en hora el servidor; si lo es, que el jefe de sala le dé de baja (Sala, Puestos, F8) y otro código.",
                clock.moment(until.saturating_mul(1_000)).date(),
                clock.moment(now_utc_ms).date(),
            ))
        })
    }
}

impl Web {
    /// Whether this connection may ask here.
    pub(super) fn takes(&self, wire: &Wire, peer: IpAddr, clear: Clear) -> Result<(), Trouble> {
        let may = match clear {
            Clear::Never => wire.is_safe(peer),
            Clear::Board => wire.is_safe(peer) || self.shared.plain_board.get().is_some(),
            Clear::Always => true,
        };
        if !may {
            return Err(problem::NOT_ENCRYPTED.into());
        }
        let view = self.view();
        match wire.trouble(&view.access, &view.clock, view.clock_says().at_utc_ms) {
            Some(trouble) => Err(trouble.into()),
            None => Ok(()),
        }
    }

    /// Whether this log-in is good where it is shown: one that was made at a desk of the hall is good with that desk's key alone, so
    /// that a token that was copied opens nothing elsewhere.
    pub(super) fn is_at_its_desk(&self, caller: &Caller, wire: &Wire, headers: &HeaderMap) -> bool {
        let access = self.access();
        let at = access.devices().iter().find(|enrolled| enrolled.device.name == caller.device);
        at.is_none_or(|enrolled| wire.key(headers) == Some(enrolled.device.key_sha256))
    }

    /// Whether a device at this post is at the other end.
    pub(super) fn is_at_post(&self, wire: &Wire, post: DevicePost) -> bool {
        wire.device(&self.access()).is_some_and(|enrolled| enrolled.device.post == post)
    }
}

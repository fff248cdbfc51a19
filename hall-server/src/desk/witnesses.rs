//! Checkpoints that no act brings with it, and what witnesses sign of them (ADR 42).

use hall_core::request::Notice;

use super::{Desk, DeskError, Input};
use crate::clock::Reading;
use crate::journal::{AppendError, Cosigned};

/// How often what was written is signed where no act has it signed.
const SIGN_EVERY_MS: i64 = 5 * 60_000;

/// How long cosignatures wait for lines that carry them, before they have a commit of their own.
const KEEP_AFTER_MS: i64 = 10_000;

/// When, by the steady clock.
#[derive(Debug, Default)]
pub(super) struct Signing {
    signed_ms: i64,
    /// Since when cosignatures wait.
    waiting_ms: Option<i64>,
}

impl Desk {
    /// A witness signed a checkpoint, which was looked at. One that the hall does not know gets a line.
    pub(super) fn take_cosigned(&mut self, cosigned: Cosigned, key: [u8; 32]) -> Option<Input> {
        let name = cosigned.signature.name.clone();
        let met = Notice::WitnessMet { name: name.clone(), key, is_named: cosigned.is_outside };
        let is_new = !self.hall.notice(&met).is_empty();
        // One that is not in the record vouches for nothing.
        if is_new || self.hall.keys.witnesses.get(&name) == Some(&key) {
            self.journal.saw(cosigned);
        } else if cosigned.is_outside {
            tracing::warn!(
                witness = name,
                "the record names as many witnesses as it can: this one's signatures are not kept in it"
            );
        }
        is_new.then_some(Input::Noticed(met))
    }

    /// Signs what was written for a while, and keeps the cosignatures that nothing has carried. A full disk waits.
    pub(super) fn sign_by_time(&mut self, at: Reading) -> Result<bool, DeskError> {
        let now = at.steady_ms();
        let mut written = false;
        if now - self.signing.signed_ms >= SIGN_EVERY_MS {
            self.signing.signed_ms = now;
            written |= unless_full(self.journal.sign_end())?.unwrap_or(false);
        }
        if !self.journal.has_cosignatures() {
            self.signing.waiting_ms = None;
        } else if now - *self.signing.waiting_ms.get_or_insert(now) >= KEEP_AFTER_MS {
            self.signing.waiting_ms = None;
            unless_full(self.journal.keep_cosignatures())?;
        }
        Ok(written)
    }
}

/// What is not a line of the record may wait for room.
fn unless_full<T>(written: Result<T, AppendError>) -> Result<Option<T>, AppendError> {
    match written {
        Err(AppendError::Full { .. }) => Ok(None),
        written => written.map(Some),
    }
}

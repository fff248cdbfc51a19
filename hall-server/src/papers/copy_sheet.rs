//! What a COPIA of an acta says of itself (ADR 54).

use hall_core::event::SessionNo;
use hall_wire::paper::CopySheet;

use super::scribe::Scribe;
use crate::journal::ActaCopy;

/// Returns the sheet of a copy, as the record has it.
pub(super) fn sheet(
    (session, copy): (SessionNo, u32),
    asked: ActaCopy,
    acta_sha256: [u8; 32],
    scribe: Scribe<'_>,
) -> CopySheet {
    CopySheet {
        session: session.0,
        copy,
        reason: asked.reason,
        made_at: scribe.at(asked.made_at_utc_ms),
        made_by: asked.by,
        acta_sha256: hex::encode(acta_sha256),
    }
}

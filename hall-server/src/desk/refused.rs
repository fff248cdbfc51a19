//! Requests that are refused: counted, told to the log, and some of them to the record.

use hall_core::people::Actor;
use hall_core::refusal::Refusal;
use hall_core::request::Notice;
use hall_core::time::Moment;

use super::{Ask, Desk};
use crate::journal::BatchEntry;

impl Desk {
    /// Who tries what is not theirs is for the log. What the law keeps apart leaves a line too (reliability.md E 38, E 46): the
    /// server's and not the request's, which is answered as if it had not been made.
    pub(super) fn refused(&mut self, now: Moment, ask: &Ask, refusal: &Refusal) -> Option<BatchEntry> {
        self.view.facts.refusals += 1;
        let (code, kind) = (refusal.code(), ask.request.kind());
        tracing::info!(
            code,
            request = kind.name(),
            person = ask.by.0,
            device = ask.device,
            "a request was refused"
        );
        let (why, now_utc_ms) = (refusal.noted(kind)?, now.utc_ms);
        let refused = Notice::RequestRefused { person: ask.by, request: kind, why, now_utc_ms };
        let events = self.hall.notice(&refused);
        (!events.is_empty()).then(|| BatchEntry::unasked(Actor::System, &ask.device, events))
    }
}

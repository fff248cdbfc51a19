//! Refusals that leave a line: who tries to be two people, to judge or pay what he sold, or to move money and verdicts without the
//! power (reliability.md E 38, E 46). All others are in the log of the server alone.

use alloc::vec::Vec;

use crate::event::{Event, RefusedWhy};
use crate::hall::Hall;
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::request::RequestKind;

/// How long one line stands for all that a person tries of the same sort, in milliseconds: nobody fills the record.
const NOTED_MS: i64 = 60_000;

impl Refusal {
    /// Why this refusal leaves a line, if it does.
    pub fn noted(&self, request: RequestKind) -> Option<RefusedWhy> {
        if matches!(self, Refusal::NeedsAnother) {
            Some(RefusedWhy::SignsTwice)
        } else if matches!(self, Refusal::SoldByYou(_)) {
            Some(RefusedWhy::OwnSale)
        } else if matches!(self, Refusal::NotYourPower { .. }) && moves_money(request) {
            Some(RefusedWhy::BeyondPowers)
        } else {
            None
        }
    }
}

/// Requests on money, verdicts and the session itself.
fn moves_money(request: RequestKind) -> bool {
    matches!(
        request,
        RequestKind::OpenSession
            | RequestKind::CloseSession
            | RequestKind::SignCount
            | RequestKind::RecordAuthority
            | RequestKind::RectifySale
            | RequestKind::AcceptClaim
            | RequestKind::RejectClaim
            | RequestKind::EndGame
            | RequestKind::PayPrize
            | RequestKind::WithholdPrize
            | RequestKind::ReleasePrize
            | RequestKind::AskVoid
            | RequestKind::ConfirmVoid
            | RequestKind::RefundCards
            | RequestKind::ConfirmHoldExit
            | RequestKind::ConfirmTranscription
            | RequestKind::AdoptRules
    )
}

impl Hall {
    /// The line of a refusal, unless the last minute has one of this person and sort.
    pub(super) fn refusal_noted(
        &self,
        (person, request): (PersonId, RequestKind),
        why: RefusedWhy,
        now_utc_ms: i64,
    ) -> Vec<Event> {
        let last = self.refused.get(&(person, why)).copied();
        // A clock that was set back holds nothing back.
        if last.is_some_and(|at| (0..NOTED_MS).contains(&(now_utc_ms - at))) {
            return Vec::new();
        }
        Vec::from([Event::RefusalNoted { person, request: request.name().into(), why }])
    }

    /// Keeps when it was; what is older than a minute says nothing any more.
    pub(super) fn was_refused(&mut self, at_utc_ms: i64, person: PersonId, why: RefusedWhy) {
        self.refused.retain(|_, at| (0..NOTED_MS).contains(&(at_utc_ms - *at)));
        self.refused.insert((person, why), at_utc_ms);
    }
}

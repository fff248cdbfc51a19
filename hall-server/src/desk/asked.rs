//! A request: whether it was made before, what it was answered then, or what the rules say to it now.

use std::collections::BTreeMap;

use hall_core::event::Event;
use hall_core::hall::Asked;
use hall_core::people::{Actor, PersonId, Sealed};
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_core::time::Moment;
use tokio::sync::oneshot;

use super::{Answer, Ask, Desk, DeskError, Owed, Taken};
use crate::access::Identity;
use crate::journal::{BatchEntry, SealedRow};

/// Requests of the batch by person and id, with their place in it.
pub(super) type AskedNow = BTreeMap<(PersonId, String), usize>;

impl Desk {
    /// Decides one request, or finds the answer it has had. Who may ask for it no more is told so, and not what it led to.
    pub(super) fn take_ask(
        &mut self,
        now: Moment,
        ask: Ask,
        reply: oneshot::Sender<Answer>,
        taken: &[Taken],
        asked: &mut AskedNow,
    ) -> Result<Taken, DeskError> {
        let key = (ask.by, ask.request_id.clone());
        let may = self.hall.may_ask(ask.by, &ask.device, ask.request.kind()).is_ok();
        let mut owed = if may { self.owed_already(&key, &ask, taken, asked)? } else { None };
        if may && owed.is_none() && self.user_is_taken(&ask, taken) {
            owed = Some(Owed::Now(Answer::Refused(Refusal::UserTaken)));
        }
        let mut entry = BatchEntry::unasked(Actor::Person(ask.by), &ask.device, Vec::new());
        if let Some(owed) = owed {
            return Ok(Taken { entry, reply: Some((reply, owed)) });
        }
        let of = Asked { now, by: ask.by, device: &ask.device, request: &ask.request };
        let owed = match self.hall.decide(&of, &self.view.vault) {
            Ok(events) => {
                asked.insert(key, taken.len());
                entry.events = events;
                Owed::LinesOf(taken.len())
            }
            Err(refusal) => {
                let noted = self.refused(now, &ask, &refusal);
                let owed = Owed::Now(Answer::Refused(refusal));
                if let Some(entry) = noted {
                    return Ok(Taken { entry, reply: Some((reply, owed)) });
                }
                owed
            }
        };
        entry.request_id = ask.request_id;
        entry.sealed = ask.sealed;
        entry.request_body = Some(ask.body_sha256);
        Ok(Taken { entry, reply: Some((reply, owed)) })
    }

    /// What a request sent again is owed, in this batch or on disk. An id is its person's, at whatever device (ADR 88); the
    /// record keeps one of each device, so another person's is not taken there either.
    fn owed_already(
        &self,
        key: &(PersonId, String),
        ask: &Ask,
        taken: &[Taken],
        asked: &AskedNow,
    ) -> Result<Option<Owed>, DeskError> {
        if let Some(index) = asked.get(key) {
            let same = taken[*index].entry.request_body == Some(ask.body_sha256);
            return Ok(Some(if same { Owed::LinesOf(*index) } else { Owed::Now(Answer::IdReused) }));
        }
        let Some(before) = self.journal.answer_to(Actor::Person(ask.by), &ask.request_id)? else {
            let in_batch = asked
                .iter()
                .any(|((_, id), index)| *id == ask.request_id && taken[*index].entry.device == ask.device);
            let is_used = in_batch || self.journal.answer_of(&ask.device, &ask.request_id)?.is_some();
            return Ok(is_used.then_some(Owed::Now(Answer::IdReused)));
        };
        if before.body_sha256 != ask.body_sha256 {
            return Ok(Some(Owed::Now(Answer::IdReused)));
        }
        let lines = self.journal.lines(before.first_seq, before.last_seq)?;
        Ok(Some(Owed::Now(Answer::Done(lines.into_iter().map(|(line, _)| line).collect()))))
    }

    /// User names are sealed and unknown to the rules: the desk compares them itself, with the staff and with what came
    /// before in the same batch.
    fn user_is_taken(&self, ask: &Ask, taken: &[Taken]) -> bool {
        let Request::AddPerson { identity, .. } = &ask.request else { return false };
        let user_of = |rows: &[SealedRow], wanted: &Sealed| {
            let row = rows.iter().find(|row| row.sealed == *wanted)?;
            Some(Identity::from_bytes(&row.value)?.user)
        };
        let Some(user) = user_of(&ask.sealed, identity) else { return false };
        let in_batch = |item: &Taken| {
            item.entry.events.iter().any(|event| {
                let Event::PersonAdded { identity, .. } = event else { return false };
                user_of(&item.entry.sealed, identity).as_ref() == Some(&user)
            })
        };
        self.view.access.user(&user).is_some() || taken.iter().any(in_batch)
    }
}

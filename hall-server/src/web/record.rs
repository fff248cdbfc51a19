//! The record as screens ask about it: whether this server's has what they saw of it (DECISIONS 40).
//!
//! Nothing is stopped by what a screen says: it stops itself. A desk with a log-in that saw more is named in the log and
//! in `/healthz`, for the technician.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::record::Hash;
use hall_wire::message::ScreenRefuses;
use hall_wire::problem;
use hall_wire::sighting::{self, Head, RecordEnd, Seen, Sighting, Verdict};

use super::Web;
use super::answer::{Trouble, json};
use super::route::{Param, Params};
use crate::access::Caller;
use crate::desk::View;
use crate::journal::JournalError;

/// Desks that are named at a time: more than a hall has.
const NAMED_MAX: usize = 32;

pub(super) const PARAMS: &[Param] = &[
    Param::optional("hall", "La huella de la primera línea del registro que vio la pantalla"),
    Param::optional("saw", "Lo último que vio de él, como ÉPOCA:LÍNEA:HUELLA"),
];

#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    hall: Option<String>,
    saw: Option<String>,
}

/// The end of the record, and whether it has what the screen saw.
pub(super) async fn end(
    State(web): State<Web>,
    headers: HeaderMap,
    query: Params<Asked>,
) -> Result<Response, Trouble> {
    let unreadable = || {
        let detail =
            "Ponga en hall la huella de la primera línea del registro y en saw ÉPOCA:LÍNEA:HUELLA, o nada.";
        problem::BAD_VALUE.saying(detail).about("saw")
    };
    let Query(asked) = query.map_err(|_| unreadable())?;
    let saw = match (asked.hall, asked.saw) {
        (None, None) => None,
        (Some(hall), Some(saw)) => Some(Seen::parse(&format!("{hall} {saw}")).ok_or_else(unreadable)?),
        (Some(_), None) | (None, Some(_)) => return Err(unreadable().into()),
    };
    let record = web.view().record_end().ok_or(problem::DESK_STOPPED)?;
    let seen = match saw.filter(|saw| saw.hall.to_string() == record.hall) {
        None => None,
        // Nothing was written since.
        Some(saw) if saw.end == record.end => Some(Verdict::Agrees),
        Some(saw) => Some(web.verdict(saw.end).await?),
    };
    if let (Some(verdict), Some(saw), Ok(caller)) = (seen, saw, web.caller(&headers)) {
        web.shared.refusing.heard(&caller, saw.end, verdict, record.end);
    }
    Ok(json(&RecordEnd { seen, ..record }))
}

impl View {
    /// The record and its end; `None` before there is a line.
    pub(crate) fn record_end(&self) -> Option<RecordEnd> {
        Some(RecordEnd {
            hall: Some(&self.facts.founding_hash).filter(|hash| !hash.is_empty())?.clone(),
            end: self.sighting()?,
            seen: None,
        })
    }

    /// Which record it is and its end, as the spare is told.
    pub(crate) fn seen(&self) -> Option<Seen> {
        Some(Seen { hall: Hash::parse(&self.facts.founding_hash)?, end: self.sighting()? })
    }

    /// Its end.
    pub(crate) fn sighting(&self) -> Option<Sighting> {
        let hash = Hash::parse(&self.facts.head_hash)?;
        Some(Sighting { epoch: self.mesa.epoch.max(1), head: Head { seq: self.seq, hash } })
    }
}

impl Web {
    /// What the record on disk says to a sighting, by the rule by which it is opened.
    async fn verdict(&self, saw: Sighting) -> Result<Verdict, Trouble> {
        let contradiction = self.made(&self.shared.looks, move |papers| papers.contradiction(saw)).await?;
        Ok(match contradiction {
            None => Verdict::Agrees,
            Some(JournalError::OlderEpoch(_)) => Verdict::OlderEpoch,
            Some(JournalError::Shorter(_)) => Verdict::Behind,
            Some(_) => Verdict::Rewritten,
        })
    }

    /// Refuses the command of a screen that saw more than this server has. Only what is in memory is looked at: the screen
    /// was told the rest before it showed a board.
    pub(super) fn is_not_behind(&self, headers: &HeaderMap) -> Result<(), Trouble> {
        let Some(text) = headers.get(sighting::HEADER) else { return Ok(()) };
        let saw = text.to_str().ok().and_then(Seen::parse);
        let saw = saw.ok_or_else(|| {
            problem::BAD_VALUE
                .saying("La cabecera Record-Seen lleva HUELLA ÉPOCA:LÍNEA:HUELLA. Corríjala o quítela.")
        })?;
        let Some(record) = self.view().record_end() else { return Ok(()) };
        if saw.hall.to_string() == record.hall && record.end.is_before(&saw.end) {
            if let Ok(caller) = self.caller(headers) {
                self.shared.refusing.heard(&caller, saw.end, Verdict::Behind, record.end);
            }
            let detail = format!(
                "El registro de este servidor acaba en la línea {} y este puesto vio la {}. No siga la partida. \
                 Avise al técnico.",
                record.end.head.seq, saw.end.head.seq
            );
            return Err(problem::SERVER_BEHIND.saying(detail).into());
        }
        Ok(())
    }
}

/// The desks that refuse this server. A mark for the technician, and no more: what it takes is a log-in.
#[derive(Default)]
pub(super) struct Refusing(Mutex<BTreeMap<String, Sighting>>);

impl Refusing {
    fn heard(&self, caller: &Caller, saw: Sighting, verdict: Verdict, ends: Sighting) {
        let mut named = self.lock();
        if verdict == Verdict::Agrees {
            named.remove(&caller.device);
        } else if named.len() < NAMED_MAX && named.insert(caller.device.clone(), saw) != Some(saw) {
            tracing::error!(
                device = %caller.device,
                saw = saw.head.seq,
                ends = ends.head.seq,
                ?verdict,
                "un puesto vio líneas que este registro no tiene y no sigue a este servidor: pare la partida y compruebe \
                 la carpeta de la sala"
            );
        }
    }

    /// For `/healthz`.
    pub(super) fn now(&self) -> Vec<ScreenRefuses> {
        let named = self.lock();
        named.iter().map(|(device, saw)| ScreenRefuses { device: device.clone(), saw: *saw }).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Sighting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

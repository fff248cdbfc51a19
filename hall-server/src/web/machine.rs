//! The ball machine for its technician: its line now, and the time from one ball to the next.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::Response;
use ball_machine::gauge::Gauge;
use hall_core::event::SessionNo;
use hall_wire::message::{MachineLine, MachineNow};
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, json};
use super::route::{Param, Params};

/// A line being served, to be looked at.
#[derive(Debug, Clone)]
pub struct LineWatch {
    /// The driver.
    pub driver: String,
    /// The port.
    pub port: String,
    /// Speed and shape of a byte.
    pub speed: String,
    /// Silence after which the line counts as lost, in milliseconds; `None` where the other end speaks only of balls.
    pub silent_ms: Option<u64>,
    /// Its counters.
    pub gauge: Arc<Gauge>,
}

impl LineWatch {
    pub(super) fn now(&self) -> MachineLine {
        let state = self.gauge.read();
        MachineLine {
            driver: self.driver.clone(),
            port: self.port.clone(),
            speed: self.speed.clone(),
            open: state.open,
            opened: state.opened,
            heard_ms: state.heard.map(|heard| millis(heard.elapsed())),
            silent_ms: self.silent_ms,
            bytes: state.stats.bytes,
            frames: state.stats.frames,
            bad: state.stats.bad,
            discarded: state.stats.discarded,
            gaps: state.stats.gaps,
            duplicates: state.stats.duplicates,
            held_ms: millis(state.held),
            complaint: state.complaint,
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The lines of a hall; `None` where `sala.toml` has none.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    /// The ball machine's.
    pub machine: Option<LineWatch>,
    /// The second reader's.
    pub second: Option<LineWatch>,
}

pub(super) const PARAMS: &[Param] =
    &[Param::optional("session", "El número de la sesión; si no se dice, la última").number()];

#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    session: Option<String>,
}

/// The machine and its lines, now. Waits for neither desk nor disk.
pub(super) async fn now(State(web): State<Web>) -> Response {
    let view = web.view();
    json(&MachineNow {
        at_utc_ms: view.clock_says().at_utc_ms,
        machine: view.mesa.machine.clone(),
        door_open: view.facts.door_open,
        power_up: view.facts.power_up.map(|boot| boot.to_string()),
        line: web.shared.lines.machine.as_ref().map(LineWatch::now),
        second: web.shared.lines.second.as_ref().map(LineWatch::now),
    })
}

/// The time from one ball to the next.
pub(super) async fn intervals(State(web): State<Web>, query: Params<Asked>) -> Result<Response, Trouble> {
    let Query(Asked { session }) = query.map_err(|_| {
        problem::BAD_VALUE.saying("Diga el número de la sesión en session, o nada para la última.")
    })?;
    let session = session.map(|text| text.parse().map(SessionNo)).transpose();
    let session = session.map_err(|_| problem::UNKNOWN_SESSION)?;
    Ok(json(&web.made(&web.shared.looks, move |papers| papers.intervals(session)).await?))
}

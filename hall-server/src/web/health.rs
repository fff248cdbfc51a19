//! How the server is, for programs that watch it. No game, no person, no ball is told here.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use hall_wire::message::Health;

use super::Web;
use super::answer::{bytes, json};
use super::machine::LineWatch;

/// Whether the desk answers: 200, or 503 when it is gone.
pub(super) async fn healthz(State(web): State<Web>) -> Response {
    let alive = web.shared.desk.view.has_changed().is_ok();
    let view = web.view();
    let mut response = json(&Health {
        status: if alive { "bien" } else { "parada" }.to_string(),
        server_version: env!("CARGO_PKG_VERSION").to_string(),
        seq: view.seq,
        head: view.facts.head_hash.clone(),
        machine_linked: view.facts.machine_linked,
        uptime_secs: web.shared.began.elapsed().as_secs(),
    });
    if !alive {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    response
}

/// Counters in the text format of Prometheus.
pub(super) async fn metrics(State(web): State<Web>) -> Response {
    let view = web.view();
    let (facts, panels) = (&view.facts, &web.shared.panels);
    let alive = u64::from(web.shared.desk.view.has_changed().is_ok());
    let mut text = String::new();
    let mut put = |name: &str, kind: &str, help: &str, value: u64| {
        let line =
            writeln!(text, "# HELP bombo_{name} {help}\n# TYPE bombo_{name} {kind}\nbombo_{name} {value}");
        line.expect("text grows");
    };
    put("desk_up", "gauge", "1 while the desk answers", alive);
    put("events_total", "counter", "Lines written to the record since the start", facts.events);
    put("record_seq", "gauge", "The last line of the record", view.seq);
    put("commits_total", "counter", "Commits since the start", facts.commits);
    put("last_commit_microseconds", "gauge", "How long the last commit took", facts.last_commit_micros);
    put("refusals_total", "counter", "Requests refused since the start", facts.refusals);
    put("reports_total", "counter", "Reports of the machine since the start", facts.reports);
    put("disk_full", "gauge", "1 when the disk is full and no sale opens", u64::from(facts.disk_full));
    put(
        "acta_due",
        "gauge",
        "1 while the acta of a closed session is not on disk",
        u64::from(facts.acta_due.is_some()),
    );
    put("machine_linked", "gauge", "1 while the ball machine's line is up", u64::from(facts.machine_linked));
    if let Some(line) = web.shared.line.as_ref().map(LineWatch::now) {
        put("machine_port_open", "gauge", "1 while the ball machine's port is open", u64::from(line.open));
        put("machine_port_opened_total", "counter", "How often its port was opened", line.opened);
        if let Some(heard_ms) = line.heard_ms {
            put("machine_last_byte_milliseconds", "gauge", "How long ago its last byte came", heard_ms);
        }
        put("machine_bytes_total", "counter", "Bytes of the ball machine", line.bytes);
        put("machine_frames_total", "counter", "Its good frames", line.frames);
        put("machine_bad_frames_total", "counter", "Its bad frames", line.bad);
        put("machine_discarded_bytes_total", "counter", "Its bytes that were thrown away", line.discarded);
        put("machine_gaps_total", "counter", "Losses of its frames that were not mended", line.gaps);
        put("machine_duplicates_total", "counter", "Its frames that came twice", line.duplicates);
    }
    if let Some(watch) = &web.shared.line {
        let held = u64::try_from(watch.gauge.read().held.as_millis()).unwrap_or(u64::MAX);
        put("machine_held_back_milliseconds_total", "counter", "For how long a flood was made to wait", held);
    }
    put("inbox", "gauge", "What waited for the desk at its last turn", facts.inbox as u64);
    put("screens", "gauge", "Screens that are connected", panels.open());
    put("screens_cut_total", "counter", "Screens cut off because they did not keep up", panels.cut());
    let camera = &web.shared.camera;
    put("camera_pictures_total", "counter", "Pictures of the camera since the start", camera.taken());
    put("camera_viewers", "gauge", "Who watches the stream of pictures", camera.watching());
    put("camera_viewers_cut_total", "counter", "Viewers cut off because they did not keep up", camera.cut());
    put(
        "uptime_seconds",
        "counter",
        "Seconds since the server began to answer",
        web.shared.began.elapsed().as_secs(),
    );
    bytes("text/plain; version=0.0.4; charset=utf-8", text.into_bytes())
}

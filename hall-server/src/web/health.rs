//! Health and counters for monitoring. No game, person or ball is in them.

use std::fmt::Write as _;
use std::path::Path;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use hall_wire::message::{CopyHealth, Health, WitnessHealth};

use hall_core::words::Trouble;

use super::Web;
use super::answer::{bytes, json};
use super::machine::LineWatch;
use crate::camera::Camera;
use crate::clock::utc_ms;
use crate::journal::{beside, database_in, room_at};
use crate::mirror::CopyStatus;

/// Another copy of the record is in trouble.
const COPY_IN_TROUBLE: &str = "copia-con-problemas";

/// Another copy lacks what was recorded longer ago.
const COPY_BEHIND: &str = "copia-atrasada";
const COPY_BEHIND_MS: u64 = 1_000;
const STAMP_WAITS: &str = "sello-pendiente";

/// A witness outside the hall has not signed for a while.
const WITNESS_BEHIND: &str = "testigo-atrasado";

/// The codes of what is wrong, the disk that stalls at this moment too, and the copies of the record.
fn troubles(web: &Web) -> Vec<&'static str> {
    let facts = &web.view().facts;
    let mut codes = facts.troubles.clone();
    let slow = Trouble::DiskSlow { ms: 0 }.code();
    if facts.writing.stalls() && !codes.contains(&slow) {
        codes.push(slow);
    }
    let copies = copies(web);
    if copies.iter().any(|copy| copy.trouble.is_some()) {
        codes.push(COPY_IN_TROUBLE);
    } else if copies.iter().any(|copy| copy.ms_behind > COPY_BEHIND_MS) {
        codes.push(COPY_BEHIND);
    }
    if web.shared.stamps.get().is_some_and(|stamps| stamps.is_long(&web.view())) {
        codes.push(STAMP_WAITS);
    }
    if web.shared.witnesses.get().is_some_and(|witnesses| witnesses.is_one_late()) {
        codes.push(WITNESS_BEHIND);
    }
    codes
}

/// 200, or 503 when the desk is gone.
pub(super) async fn healthz(State(web): State<Web>) -> Response {
    let alive = web.shared.desk.view.has_changed().is_ok();
    let (view, troubles) = (web.view(), troubles(&web));
    let mut response = json(&Health {
        status: match (alive, troubles.is_empty()) {
            (false, _) => "parada",
            (true, true) => "bien",
            (true, false) => "degradada",
        }
        .to_string(),
        troubles: troubles.into_iter().map(str::to_owned).collect(),
        server_version: env!("CARGO_PKG_VERSION").to_string(),
        seq: view.seq,
        head: view.facts.head_hash.clone(),
        machine_linked: view.facts.machine_linked,
        uptime_secs: web.shared.began.elapsed().as_secs(),
        copies: copies(&web).into_iter().map(copy).collect(),
        refused_by: web.shared.refusing.now(),
        witnesses: witnesses(&web),
    });
    if !alive {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    response
}

fn witnesses(web: &Web) -> Vec<WitnessHealth> {
    let signed = web.view().facts.signed;
    web.shared.witnesses.get().map(|witnesses| witnesses.now(signed)).unwrap_or_default()
}

fn copies(web: &Web) -> Vec<CopyStatus> {
    web.shared.mirrors.as_ref().map(|mirrors| mirrors.now()).unwrap_or_default()
}

fn copy(status: CopyStatus) -> CopyHealth {
    CopyHealth {
        folder: status.name,
        seq: status.head.seq,
        head: status.head.hash.to_string(),
        lines_behind: status.lines_behind,
        ms_behind: status.ms_behind,
        trouble: status.trouble,
    }
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
    let acta_due = u64::from(facts.acta_due.is_some());
    put("acta_due", "gauge", "1 while the acta of a closed session is not on disk", acta_due);
    put("machine_linked", "gauge", "1 while the ball machine's line is up", u64::from(facts.machine_linked));
    let lines = &web.shared.lines;
    for (name, whose, watch) in
        [("machine", "ball machine", &lines.machine), ("second_reader", "second reader", &lines.second)]
    {
        let Some(line) = watch.as_ref().map(LineWatch::now) else { continue };
        let mut put = |what: &str, kind, help: &str, value| {
            put(&format!("{name}_{what}"), kind, &format!("{help}, {whose}"), value);
        };
        put("port_open", "gauge", "1 while the port is open", u64::from(line.open));
        put("port_opened_total", "counter", "How often the port was opened", line.opened);
        if let Some(heard_ms) = line.heard_ms {
            put("last_byte_milliseconds", "gauge", "How long ago the last byte came", heard_ms);
        }
        put("bytes_total", "counter", "Bytes in", line.bytes);
        put("frames_total", "counter", "Good frames in", line.frames);
        put("bad_frames_total", "counter", "Bad frames in", line.bad);
        put("discarded_bytes_total", "counter", "Bytes that were thrown away", line.discarded);
        put("gaps_total", "counter", "Losses of frames that were not mended", line.gaps);
        put("duplicates_total", "counter", "Frames that came twice", line.duplicates);
        put("held_back_milliseconds_total", "counter", "For how long a flood was made to wait", line.held_ms);
    }
    for (number, copy) in (1..).zip(copies(&web)) {
        let mut put = |what: &str, kind, help: &str, value| {
            put(&format!("copy_{number}_{what}"), kind, &format!("{help}, copy {number}"), value);
        };
        put("seq", "gauge", "The last line on its disk", copy.head.seq);
        put("behind_lines", "gauge", "Lines of the record that it has not", copy.lines_behind);
        put("behind_milliseconds", "gauge", "How long ago the oldest of them was written", copy.ms_behind);
        put("in_trouble", "gauge", "1 while nothing can be written to it", u64::from(copy.trouble.is_some()));
        put("troubles_total", "counter", "How often it came into trouble", copy.troubles);
    }
    for (number, witness) in (1..).zip(witnesses(&web)) {
        let mut put = |what: &str, help: &str, value| {
            put(&format!("witness_{number}_{what}"), "gauge", &format!("{help}, witness {number}"), value);
        };
        put("seq", "The last line of the newest checkpoint that it signed since the start", witness.seq);
        put("behind_lines", "Lines that the hall signed and it has not", witness.lines_behind);
        put("behind_milliseconds", "For how long it has not signed what it was sent", witness.ms_behind);
        put("in_trouble", "1 while it does not sign what it is sent", u64::from(witness.trouble.is_some()));
    }
    let now = troubles(&web);
    for code in Trouble::CODES.into_iter().chain([COPY_IN_TROUBLE, COPY_BEHIND, STAMP_WAITS, WITNESS_BEHIND])
    {
        let name = format!("trouble_{}", code.replace('-', "_"));
        put(&name, "gauge", "1 while it lasts; the same as in /healthz", u64::from(now.contains(&code)));
    }
    if let Some(backup) = web.shared.backups.get().map(|backups| backups.now()) {
        put("backup_seq", "gauge", "The last line in the newest backup", backup.seq);
        let made = u64::try_from(backup.made_at_utc_ms / 1000).unwrap_or(0);
        put("backup_made_seconds", "gauge", "When the newest backup was made, Unix time", made);
        let trouble = u64::from(backup.trouble.is_some());
        put("backup_in_trouble", "gauge", "1 while a backup is due and could not be made", trouble);
        put("backups_total", "counter", "Backups that were made since the start", backup.made);
        put("backups_failed_total", "counter", "Backups that failed since the start", backup.failed);
    }
    put("inbox", "gauge", "What waited for the desk at its last turn", facts.inbox as u64);
    put("screens", "gauge", "Screens that are connected", panels.open());
    let followers = &web.shared.followers;
    put("phones", "gauge", "Players' phones that follow the game", followers.open());
    put("phones_cut_total", "counter", "Phones dropped because they did not keep up", followers.cut());
    let refusing = web.shared.refusing.now().len() as u64;
    put("desks_refusing", "gauge", "Desks that saw what this record has not", refusing);
    let strangers = web.shared.turned_away.total();
    put("turned_away_total", "counter", "Requests without good credentials since the start", strangers);
    put("screens_cut_total", "counter", "Screens cut off because they did not keep up", panels.cut());
    let cameras = web.shared.cameras.all();
    let sum = |of: fn(&Camera) -> u64| cameras.iter().map(|camera| of(camera)).sum();
    put("camera_pictures_total", "counter", "Pictures of the cameras since the start", sum(Camera::taken));
    put("camera_viewers", "gauge", "Who watches a stream of pictures", sum(Camera::watching));
    put(
        "camera_viewers_cut_total",
        "counter",
        "Viewers cut off because they did not keep up",
        sum(Camera::cut),
    );
    put("session_open", "gauge", "1 while a session is open", u64::from(view.public.session.is_some()));
    let unstamped = facts.unstamped as u64;
    put("stamps_waiting", "gauge", "Sessions that wait for a time stamp", unstamped);
    for (name, help, value) in of_the_computer(web.shared.papers.dir()) {
        put(name, "gauge", help, value);
    }
    let uptime = web.shared.began.elapsed().as_secs();
    put("uptime_seconds", "counter", "Seconds since the server began to answer", uptime);
    bytes("text/plain; version=0.0.4; charset=utf-8", text.into_bytes())
}

/// What a technician asks of the computer before anything else; what the system does not say is left out.
fn of_the_computer(dir: &Path) -> Vec<(&'static str, &'static str, u64)> {
    let length = |path: &Path| std::fs::metadata(path).ok().map(|file| file.len());
    let database = database_in(dir);
    let files = || Some(std::fs::read_dir("/proc/self/fd").ok()?.count() as u64);
    let memory = || {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    };
    let room = room_at(dir).ok();
    let values = [
        ("disk_free_bytes", "Room on the record's disk", room.map(|(free, _)| free)),
        ("disk_size_bytes", "The size of the record's disk", room.map(|(_, all)| all)),
        ("record_bytes", "The length of the database", length(&database)),
        (
            "record_wal_bytes",
            "The length of what is not in the database's file yet",
            length(&beside(&database, "-wal")),
        ),
        ("resident_bytes", "The server's memory", memory()),
        ("open_files", "Files and connections that the server has open", files()),
        ("clock_seconds", "The server's clock, Unix time", u64::try_from(utc_ms() / 1_000).ok()),
    ];
    values.into_iter().filter_map(|(name, help, value)| Some((name, help, value?))).collect()
}

//! Tables `ball_set`, `ball_set_inspection`, `ball_weighing`, `ball_weight` and `ball_count`.

use hall_core::event::BallsEvent;
use hall_core::record::Line;
use rusqlite::Connection;

use super::{int, machine, run};

/// Writes what an event about a set of balls changes.
pub(super) fn fold(conn: &Connection, line: &Line, event: &BallsEvent) -> rusqlite::Result<()> {
    let (at, by) = (line.at_utc_ms, line.actor.to_string());
    match event {
        BallsEvent::EnrolmentAsked { set, table_sha256, .. } => run(
            conn,
            "update ball_set set enrolment_asked_sha256 = ?, enrolment_asked_by = ? where ball_set = ?",
            (table_sha256, by, set.as_str()),
        ),
        BallsEvent::Enrolled { set, table_sha256, asked_by, .. } => run(
            conn,
            "update ball_set set table_sha256 = ?, enrolled_at_utc_ms = ?, enrolled_by = ?,
               enrolment_asked_sha256 = null, enrolment_asked_by = null where ball_set = ?",
            (table_sha256, at, format!("{asked_by} {by}"), set.as_str()),
        ),
        BallsEvent::InspectionAsked { set, found } => {
            // Who writes it down again means it otherwise.
            run(
                conn,
                "delete from ball_set_inspection where ball_set = ? and confirmed_at_utc_ms is null",
                [set.as_str()],
            )?;
            run(
                conn,
                "insert or replace into ball_set_inspection values (?, ?, ?, ?, ?, ?, ?, ?, null, null)",
                (
                    int(line.seq),
                    set.as_str(),
                    &found.seals,
                    found.seals_whole,
                    found.passed,
                    found.note.as_deref(),
                    at,
                    by,
                ),
            )
        }
        BallsEvent::Inspected { set, .. } => run(
            conn,
            "update ball_set_inspection set confirmed_at_utc_ms = ?, confirmed_by = ?
             where ball_set = ? and confirmed_at_utc_ms is null",
            (at, by, set.as_str()),
        ),
        BallsEvent::Weighed { set, weights_mg, low_mg, high_mg } => {
            run(
                conn,
                "insert or replace into ball_weighing values (?, ?, ?, ?, ?, ?)",
                (int(line.seq), set.as_str(), low_mg, high_mg, at, by),
            )?;
            (1_u8..).zip(weights_mg).try_for_each(|(ball, weight)| {
                let row = (int(line.seq), ball, weight);
                run(conn, "insert or replace into ball_weight values (?, ?, ?)", row)
            })
        }
        BallsEvent::Withdrawn { set, reason, reserve_set, .. } => {
            run(
                conn,
                "update ball_set set withdrawn_at_utc_ms = ?, withdrawn_by = ?, withdrawn_reason = ?,
                   enrolment_asked_sha256 = null, enrolment_asked_by = null where ball_set = ?",
                (at, by, reason, set.as_str()),
            )?;
            run(
                conn,
                "delete from ball_set_inspection where ball_set = ? and confirmed_at_utc_ms is null",
                [set.as_str()],
            )?;
            let Some(reserve) = reserve_set else { return Ok(()) };
            run(conn, "update session set reserve_set = ? where closed_at_utc_ms is null", [reserve.as_str()])
        }
        BallsEvent::CountBegun { count, set, .. } => run(
            conn,
            "insert or replace into ball_count (count, ball_set, state, begun_at_utc_ms, begun_by)
             values (?, ?, 'running', ?, ?)",
            (count.0, set.as_str(), at, by),
        ),
        BallsEvent::Counted { boot, seq, .. } => machine(conn, line, Some(boot.to_string()), Some(*seq)),
        BallsEvent::CountEnded { count, balls, .. } => run(
            conn,
            "update ball_count set state = 'ended', balls = ?2, missing = ?3 ->> '$.missing',
               doubled = ?3 ->> '$.doubled', unsure = ?3 ->> '$.unsure', foreign_balls = ?3 ->> '$.foreign',
               ended_at_utc_ms = ?4, ended_by = ?5 where count = ?1",
            (count.0, balls, &line.body, at, by),
        ),
        BallsEvent::CountCancelled { count, reason } => run(
            conn,
            "update ball_count set state = 'cancelled', reason = ?2,
               ended_at_utc_ms = coalesce(ended_at_utc_ms, ?3), ended_by = coalesce(ended_by, ?4)
             where count = ?1",
            (count.0, reason, at, by),
        ),
        BallsEvent::CountTaken { session, count, .. } => {
            run(conn, "update ball_count set session = ? where count = ?", (session.0, count.0))
        }
    }
}

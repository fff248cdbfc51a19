//! Tables `ball_set`, `ball_set_inspection`, `ball_weighing`, `ball_weight` and `ball_count`.

use hall_core::event::BallsEvent;
use hall_core::machine::SetId;

use super::row::{Cell, NULL, Tables, cells, put, set};

/// Writes what an event about a set of balls changes.
pub(super) fn fold(t: &Tables<'_>, event: &BallsEvent) -> rusqlite::Result<()> {
    let (seq, at, by) = (t.line.seq, t.line.at_utc_ms, t.line.actor);
    match event {
        BallsEvent::EnrolmentAsked { set, table_sha256, .. } => set! { t, ball_set[ball_set: set] {
            enrolment_asked_sha256: table_sha256, enrolment_asked_by: by,
        } },
        BallsEvent::Enrolled { set, table_sha256, asked_by, .. } => set! { t, ball_set[ball_set: set] {
            table_sha256, enrolled_at_utc_ms: at, enrolled_by: format!("{asked_by} {by}"),
            enrolment_asked_sha256: NULL, enrolment_asked_by: NULL,
        } },
        BallsEvent::InspectionAsked { set, found } => {
            // Written down again, it replaces what waits.
            drop_unconfirmed(t, *set)?;
            put! { t, ball_set_inspection {
                inspection: seq, ball_set: set, seals: found.seals, seals_whole: found.seals_whole,
                passed: found.passed, note: found.note, asked_at_utc_ms: at, asked_by: by,
            } }
        }
        BallsEvent::Inspected { set, .. } => t.run(
            "update ball_set_inspection set confirmed_at_utc_ms = ?, confirmed_by = ?
             where ball_set = ? and confirmed_at_utc_ms is null",
            (at, by.to_string(), set.as_str()),
        ),
        BallsEvent::Weighed { set, weights_mg, low_mg, high_mg } => {
            put! { t, ball_weighing { weighing: seq, ball_set: set, low_mg, high_mg, at_utc_ms: at, by } }?;
            (1_u8..).zip(weights_mg).try_for_each(|(ball, weight_mg)| {
                put! { t, ball_weight { weighing: seq, ball, weight_mg } }
            })
        }
        BallsEvent::Withdrawn { set, reason, reserve_set, .. } => {
            set! { t, ball_set[ball_set: set] {
                withdrawn_at_utc_ms: at, withdrawn_by: by, withdrawn_reason: reason,
                enrolment_asked_sha256: NULL, enrolment_asked_by: NULL,
            } }?;
            drop_unconfirmed(t, *set)?;
            let Some(reserve) = reserve_set else { return Ok(()) };
            t.run("update session set reserve_set = ? where closed_at_utc_ms is null", [reserve.as_str()])
        }
        BallsEvent::CountBegun { count, set, .. } => put! { t, ball_count {
            count, ball_set: set, state: "running", begun_at_utc_ms: at, begun_by: by,
        } },
        BallsEvent::Counted { boot, seq, .. } => t.machine(Some(*boot), Some(*seq)),
        BallsEvent::CountEnded { count, balls, .. } => set! { t, ball_count[count] {
            state: "ended", balls, missing: t.json("$.missing")?, doubled: t.json("$.doubled")?,
            unsure: t.json("$.unsure")?, foreign_balls: t.json("$.foreign")?, ended_at_utc_ms: at, ended_by: by,
        } },
        BallsEvent::CountCancelled { count, reason } => t.run(
            "update ball_count set state = 'cancelled', reason = ?2,
               ended_at_utc_ms = coalesce(ended_at_utc_ms, ?3), ended_by = coalesce(ended_by, ?4)
             where count = ?1",
            (count.0, reason, at, by.to_string()),
        ),
        // Who counted stands in `diligencia`.
        BallsEvent::CountSigned { .. } => Ok(()),
        BallsEvent::CountTaken { session, count, .. } => set! { t, ball_count[count] { session } },
    }
}

fn drop_unconfirmed(t: &Tables<'_>, set: SetId) -> rusqlite::Result<()> {
    let sql = "delete from ball_set_inspection where ball_set = ? and confirmed_at_utc_ms is null";
    t.run(sql, [set.as_str()])
}

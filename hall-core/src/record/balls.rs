//! Version 1 of the events about sets of balls. Frozen, as `v1` is, of which it is a further room.

use super::room::room;
use crate::event::BallsEvent;

room! { BallsEvent in Balls:
    EnrolmentAsked => "ball_set_enrolment_asked" { set: "set", balls: "balls", table_sha256: "table_sha256" }
    Enrolled => "ball_set_enrolled" {
        set: "set", balls: "balls", table_sha256: "table_sha256", asked_by: "asked_by"
    }
    InspectionAsked => "ball_set_inspection_asked" { set: "set", found: "found" }
    Inspected => "ball_set_inspected" { set: "set", found: "found", asked_by: "asked_by" }
    Weighed => "ball_set_weighed" { set: "set", weights_mg: "weights_mg", low_mg: "low_mg", high_mg: "high_mg" }
    Withdrawn => "ball_set_withdrawn" {
        set: "set", games: "games", reason: "reason", reserve_set: "reserve_set"
    }
    CountBegun => "ball_count_begun" { count: "count", set: "set", load: "load" }
    Counted => "ball_counted" {
        count: "count", number: "number", set: "set", confidence: "confidence", again: "again",
        boot: "boot", seq: "frame"
    }
    CountEnded => "ball_count_ended" {
        count: "count", set: "set", balls: "balls", missing: "missing", doubled: "doubled",
        unsure: "unsure", foreign: "foreign"
    }
    CountCancelled => "ball_count_cancelled" { count: "count", reason: "reason" }
    CountTaken => "ball_count_taken" { session: "session", count: "count", set: "set", balls: "balls" }
}

//! When what a camera reports becomes a line of the record. `reliability.md` E 64, DECISIONS 43.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::*;

/// The cameras, the clock, and what the record says of the exit.
struct Room {
    sights: Sights,
    now: Arc<AtomicI64>,
    recorded: Option<Sight>,
    lines: Vec<Sight>,
}

impl Room {
    fn new(recorded: Option<Sight>) -> Room {
        let now = Arc::new(AtomicI64::new(0));
        let theirs = Arc::clone(&now);
        let sights = Sights::new(Arc::new(move || theirs.load(Ordering::Relaxed)));
        Room { sights, now, recorded, lines: Vec::new() }
    }

    /// For so long the exit's camera reports this, or nothing, as often as it does; the record is told.
    fn for_ms(&mut self, ms: i64, reports: Option<Sight>) {
        for at in (0..ms).step_by(250) {
            if let Some(sight) = reports.filter(|_| at % 500 == 0) {
                self.sights.take(CameraReport { camera: CameraPost::Exit, sight });
            }
            let recorded = self.recorded;
            let due = self.sights.due(|post| recorded.filter(|_| post == CameraPost::Exit));
            for notice in due {
                let Notice::Camera { camera: CameraPost::Exit, sight } = notice else { panic!("{notice:?}") };
                self.recorded = Some(sight);
                self.lines.push(sight);
            }
            self.now.fetch_add(250, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_hall_whose_camera_was_never_heard_of_has_none() {
    let mut room = Room::new(None);
    room.for_ms(60_000, None);
    assert_eq!(room.lines, []);
    room.for_ms(500, Some(Sight::Sees));
    assert_eq!(room.lines, [Sight::Sees]);
}

#[test]
fn what_a_camera_loses_is_told_at_once_and_that_it_is_back_a_moment_later() {
    let mut room = Room::new(None);
    room.for_ms(2_000, Some(Sight::Sees));
    room.for_ms(500, Some(Sight::Black));
    assert_eq!(room.lines, [Sight::Sees, Sight::Black]);
    room.for_ms(750, Some(Sight::Sees));
    assert_eq!(room.lines, [Sight::Sees, Sight::Black]);
    room.for_ms(750, Some(Sight::Sees));
    assert_eq!(room.lines, [Sight::Sees, Sight::Black, Sight::Sees]);
}

#[test]
fn a_camera_that_falls_silent_is_lost_within_three_seconds() {
    let mut room = Room::new(None);
    room.for_ms(2_000, Some(Sight::Sees));
    room.for_ms(2_500, None);
    assert_eq!(room.lines, [Sight::Sees, Sight::Lost]);
}

#[test]
fn a_camera_on_record_gets_its_time_to_be_heard_of_after_a_start() {
    let mut room = Room::new(Some(Sight::Sees));
    room.for_ms(4_500, None);
    assert_eq!(room.lines, []);
    room.for_ms(1_000, None);
    assert_eq!(room.lines, [Sight::Lost]);
}

#[test]
fn a_loose_plug_does_not_fill_the_record() {
    let mut room = Room::new(None);
    for _ in 0..600 {
        room.for_ms(1_000, Some(Sight::Sees));
        room.for_ms(1_000, Some(Sight::Lost));
    }
    assert!(room.lines.len() < 12, "{:?}", room.lines);
    assert_eq!(room.recorded, Some(Sight::Lost));
    room.for_ms(33_000, Some(Sight::Sees));
    assert_eq!(room.recorded, Some(Sight::Sees), "a minute of a good picture is believed");
}

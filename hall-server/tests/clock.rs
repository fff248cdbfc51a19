//! A clock that jumps: it is found, written down, and what was being waited for is not shortened
//! or stretched by it (R48, reliability.md E57). Both clocks are ours.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use hall_core::event::Event;
use hall_core::request::Notice;
use hall_server::clock::Source;
use hall_server::desk::{Desk, DeskHandle, Disk, Input};
use hall_server::journal::Journal;
use process::new_hall;

#[path = "support/process.rs"]
mod process;

/// 2026-10-25 00:30 UTC: half past two in Madrid for the first time; an hour later it is again.
const HALF_PAST_TWO: i64 = 1_792_888_200_000;

/// A wall clock that is set and a steady one that only counts.
#[derive(Clone, Default)]
struct Clocks {
    wall: Arc<AtomicI64>,
    steady: Arc<AtomicI64>,
}

impl Clocks {
    fn at(utc_ms: i64) -> Clocks {
        let clocks = Clocks::default();
        clocks.wall.store(utc_ms, Ordering::Relaxed);
        clocks
    }

    fn pass(&self, ms: i64) {
        self.wall.fetch_add(ms, Ordering::Relaxed);
        self.steady.fetch_add(ms, Ordering::Relaxed);
    }

    fn set_by(&self, ms: i64) {
        self.wall.fetch_add(ms, Ordering::Relaxed);
    }

    fn open(&self, dir: &Path) -> (Desk, DeskHandle) {
        let source = |clock: &Arc<AtomicI64>| -> Source {
            let clock = clock.clone();
            Arc::new(move || clock.load(Ordering::Relaxed))
        };
        let (journal, _) = Journal::open(dir).unwrap();
        let (desk, handle, _) = Desk::open_with(journal, Disk::Reserved, |clock| {
            clock.with_sources(source(&self.wall), source(&self.steady))
        })
        .unwrap();
        (desk, handle)
    }
}

fn hall(dir: &Path) {
    new_hall(dir, "Bingo del reloj");
}

/// Something that leaves a line, whatever it is.
fn something(desk: &mut Desk, handle: &DeskHandle) {
    handle.tell(Input::Noticed(Notice::LoginRefused { tries: 1 })).unwrap();
    assert!(desk.turn().unwrap());
}

/// The steps in the record, in milliseconds, and whether each is before the line it came with.
fn steps(dir: &Path) -> Vec<i64> {
    let (journal, _) = Journal::open(dir).unwrap();
    let mut steps = Vec::new();
    let mut seq = 0;
    journal
        .replay(|line, event| {
            assert_eq!(line.seq, seq + 1, "the order is the record's");
            seq = line.seq;
            if let Event::ClockStepped { back, by_ms } = event {
                let by = i64::try_from(*by_ms).unwrap();
                steps.push(if *back { -by } else { by });
            }
        })
        .unwrap();
    steps
}

#[test]
fn a_clock_that_is_set_leaves_a_line_and_the_change_of_hour_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("sala");
    hall(&dir);
    let clocks = Clocks::at(hall_server::clock::utc_ms() + 60_000);
    let (mut desk, handle) = clocks.open(&dir);
    clocks.pass(60_000);
    something(&mut desk, &handle);
    clocks.pass(1_000);
    clocks.set_by(1_000);
    something(&mut desk, &handle);
    for (ms, by) in [(1_000, 3_600_000), (2_000, -7_200_000), (0, 31_536_000_000), (5, -31_536_000_000)] {
        clocks.pass(ms);
        clocks.set_by(by);
        something(&mut desk, &handle);
        // And said once only.
        something(&mut desk, &handle);
    }
    // The night the hour comes twice: local time goes back, the clock does not.
    let to_the_change = HALF_PAST_TWO - clocks.wall.load(Ordering::Relaxed);
    clocks.set_by(to_the_change);
    something(&mut desk, &handle);
    clocks.pass(3_600_000);
    something(&mut desk, &handle);
    drop(desk);
    assert_eq!(steps(&dir), [3_600_000, -7_200_000, 31_536_000_000, -31_536_000_000, to_the_change]);
}

#[test]
fn a_start_behind_the_record_is_a_step_and_one_after_a_closed_week_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("sala");
    hall(&dir);
    let evening = hall_server::clock::utc_ms() + 3_600_000;
    drop(Clocks::at(evening).open(&dir));
    drop(Clocks::at(evening + 7 * 86_400_000).open(&dir));
    assert_eq!(steps(&dir), [0i64; 0]);
    // The battery is empty: 1 January 1970; then somebody sets the clock.
    let clocks = Clocks::at(40_000);
    let (mut desk, handle) = clocks.open(&dir);
    clocks.set_by(evening + 8 * 86_400_000 - 40_000);
    something(&mut desk, &handle);
    drop(desk);
    let back = 40_000 - (evening + 7 * 86_400_000);
    assert_eq!(steps(&dir), [back, evening + 8 * 86_400_000 - 40_000]);
}

/// The codes of what the mesa is told, and what `/healthz` lists.
fn troubles(desk: &mut Desk, handle: &DeskHandle) -> Vec<String> {
    handle.tick();
    assert!(desk.turn().unwrap());
    let view = handle.view.borrow().clone();
    let told: Vec<String> = view.mesa.troubles.iter().map(|trouble| trouble.code.clone()).collect();
    assert_eq!(told, view.facts.troubles);
    told.into_iter().filter(|code| !code.starts_with("disco") && !code.contains("reserva")).collect()
}

#[test]
fn a_start_behind_the_record_is_told_until_the_clock_is_right_and_nobody_has_to_ask() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("sala");
    hall(&dir);
    let evening = hall_server::clock::utc_ms() + 3_600_000;
    drop(Clocks::at(evening).open(&dir));
    // The battery is empty.
    let clocks = Clocks::at(40_000);
    let (mut desk, handle) = clocks.open(&dir);
    assert_eq!(troubles(&mut desk, &handle), ["reloj-en-duda"]);
    let doubt = handle.view.borrow().mesa.clock_doubt.clone().unwrap();
    assert_eq!((doubt.recorded_utc_ms, doubt.asked_by), (evening, None));
    drop((desk, handle));
    // Another start changes nothing.
    let clocks = Clocks::at(90_000);
    let (mut desk, handle) = clocks.open(&dir);
    assert_eq!(troubles(&mut desk, &handle), ["reloj-en-duda"]);
    clocks.set_by(evening + 600_000 - 90_000);
    assert_eq!(troubles(&mut desk, &handle), ["reloj-cambiado"]);
    assert_eq!(handle.view.borrow().mesa.clock_doubt, None);
    clocks.pass(599_000);
    assert_eq!(troubles(&mut desk, &handle), ["reloj-cambiado"]);
    clocks.pass(2_000);
    assert!(troubles(&mut desk, &handle).is_empty(), "it goes by itself");
    drop((desk, handle));
    // Long after: it is told, and nothing is in doubt.
    let clocks = Clocks::at(evening + 40 * 86_400_000);
    let (mut desk, handle) = clocks.open(&dir);
    assert_eq!(troubles(&mut desk, &handle), ["reloj-adelantado"]);
    assert_eq!(handle.view.borrow().mesa.clock_doubt, None);
}

#[test]
fn a_clock_that_is_set_while_nobody_asks_leaves_its_line_too() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("sala");
    hall(&dir);
    let clocks = Clocks::at(hall_server::clock::utc_ms() + 60_000);
    let (mut desk, handle) = clocks.open(&dir);
    clocks.pass(1_000);
    clocks.set_by(-3_600_000);
    assert_eq!(troubles(&mut desk, &handle), ["reloj-cambiado"]);
    drop((desk, handle));
    assert_eq!(steps(&dir), [-3_600_000]);
}

#[test]
fn the_zone_says_when_it_changes_next() {
    let clock = hall_server::clock::Clock::new("Europe/Madrid").unwrap();
    let change = clock.moment(HALF_PAST_TWO - 6 * 3_600_000).change.unwrap();
    assert_eq!((change.at_utc_ms, change.offset_minutes), (HALF_PAST_TWO + 1_800_000, 60));
    let evening = clock.moment(HALF_PAST_TWO - 6 * 3_600_000);
    let closes = evening.next(hall_core::time::HourOfDay::parse("02:30").unwrap());
    assert_eq!(evening.instant_of(closes), HALF_PAST_TWO, "the first of the two");
    let spring = clock.moment(1_774_724_400_000);
    assert_eq!(clock.print(1_774_724_400_000), "2026-03-28 20:00:00 +01:00");
    let closes = spring.next(hall_core::time::HourOfDay::parse("02:30").unwrap());
    assert_eq!(clock.print(spring.instant_of(closes)), "2026-03-29 03:00:00 +02:00");
    let later = spring.next(hall_core::time::HourOfDay::parse("04:00").unwrap());
    assert_eq!(clock.print(spring.instant_of(later)), "2026-03-29 04:00:00 +02:00");
}

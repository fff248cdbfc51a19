//! A machine that floods its line (reliability.md E 35): the hall goes on working, nothing grows, and a few holds
//! say what thousands of frames said.

use serde_json::json;
use xtask::flood::{Flood, Says};

use crate::kit::{Hall, Setup, until};

/// Orders given while the flood goes on.
const ORDERS: usize = 40;
/// Holds that one mad machine may make: link, power-up, set, door, count, and some to spare.
const HOLDS_MAX: usize = 12;
/// What the server's memory may grow by, in KiB: a log-in's 19 MiB and buffers, not a queue.
const GROWTH_MAX_KIB: u64 = 32 * 1_024;

/// Returns a figure of `/metrics`.
fn metric(hall: &Hall, name: &str) -> u64 {
    let text = hall.staff.sala.get_bytes("/metrics").expect("anybody may watch");
    let text = String::from_utf8(text).expect("text");
    let prefix = format!("bombo_{name} ");
    let value = text.lines().find_map(|line| line.strip_prefix(&prefix)?.parse().ok());
    value.unwrap_or_else(|| panic!("no {name} in {text}"))
}

fn memory_kib(hall: &Hall) -> u64 {
    xtask::bench::memory_kib(hall.server.as_ref().expect("it runs").pid()).expect("it has memory").0
}

/// A game in its draw, three balls called, whose machine was pulled out.
fn unplugged() -> (Hall, u32) {
    let mut hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 3);
    let machine = hall.machine.as_mut().expect("a machine");
    machine.tell("hangup").expect("it runs");
    until("the cable is out", || (!machine.port.exists()).then_some(()));
    (hall, game)
}

fn plugged_in(hall: &Hall, says: Says) -> Flood {
    Flood::plug_in(&hall.machine.as_ref().expect("a machine").port, says).expect("a pseudo-terminal")
}

/// Pulls it out, and waits until the port has noticed: of a frame in the middle every byte is counted then (NL7).
fn unplug(hall: &Hall, flood: Flood) {
    drop(flood);
    until("a closed port", || (metric(hall, "machine_port_open") == 0).then_some(()));
}

/// A game in its draw whose machine goes mad.
fn mad(says: Says) -> (Hall, u32, Flood) {
    let (hall, game) = unplugged();
    let flood = plugged_in(&hall, says);
    // 2,000 frames taken from the line: some seconds of a real one.
    until("a flood", || (metric(&hall, "machine_frames_total") > 2_000).then_some(()));
    (hall, game, flood)
}

/// People work while it floods; then the machine is unplugged and the game is over.
fn worked_through(hall: Hall, game: u32, flood: Flood) {
    let (before, memory) = (flood.frames(), memory_kib(&hall));
    for order in 0..ORDERS {
        let text = format!("El extractor no calla ({order}).");
        let note = json!({"about": "incidencia", "game": game, "text": text});
        // Neither refused nor told to try again: `must` gives it once.
        hall.must(&hall.staff.mesa, "write-diligencia", &note);
        let waiting = metric(&hall, "inbox");
        assert!(waiting <= 160, "two lines have half of the inbox, people are few: {waiting}");
    }
    until("it still floods", || (flood.frames() > before).then_some(()));
    let grown = memory_kib(&hall).saturating_sub(memory);
    assert!(grown < GROWTH_MAX_KIB, "{grown} KiB more");
    assert!(hall.board(|_| true).holds.len() <= HOLDS_MAX);
    unplug(&hall, flood);
    hall.void(game);
    let evidence = hall.finish();
    let holds = evidence.of("hold_raised").count();
    assert!((1..=HOLDS_MAX).contains(&holds), "{holds} holds");
}

#[test]
fn a_flood_of_the_same_frame_is_one_line_of_the_record_and_people_go_on() {
    let (hall, game, flood) = mad(Says::TheSame);
    until("repeats", || (metric(&hall, "machine_duplicates_total") > 2_000).then_some(()));
    worked_through(hall, game, flood);
}

/// Each frame is a line of the record: the line is made to wait, and none of them is lost.
#[test]
fn a_flood_of_other_frames_waits_on_the_line_and_people_do_not() {
    let (hall, game) = unplugged();
    let flood = plugged_in(&hall, Says::Another);
    until("a line that waits", || (metric(&hall, "machine_held_back_milliseconds_total") > 0).then_some(()));
    let taken = hall.lines_of("machine_saw").len();
    assert!(taken < 4_000, "{taken} lines in no time");
    assert_eq!(metric(&hall, "machine_gaps_total"), 0, "nothing is lost by waiting");
    worked_through(hall, game, flood);
}

#[test]
fn a_flood_of_other_machines_is_held_by_a_few_holds() {
    let (hall, game, flood) = mad(Says::AnotherMachine);
    worked_through(hall, game, flood);
}

/// E 29 in a hall: good frames at another speed are no frames, no ball and no machine; the technician sees bad ones, the game stays held.
#[test]
fn a_line_at_another_speed_is_no_machine_and_the_game_stays_held() {
    let (hall, game) = unplugged();
    let (frames, balls) = (metric(&hall, "machine_frames_total"), hall.lines_of("ball_extracted").len());
    let flood = plugged_in(&hall, Says::AtAnotherSpeed);
    until("bad frames", || (metric(&hall, "machine_bad_frames_total") > 2_000).then_some(()));
    until("a line of the record for them", || (!hall.lines_of("bad_frames").is_empty()).then_some(()));
    assert_eq!(metric(&hall, "machine_frames_total"), frames, "not one is understood");
    assert_eq!((metric(&hall, "machine_linked"), hall.lines_of("machine_identified").len()), (0, 1));
    let hold = hall.board(|(_, board)| !board.holds.is_empty()).holds[0].hold;
    let repaired = json!({"game": game, "hold": hold, "exit": "repaired"});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &repaired), "salida-inadecuada");
    unplug(&hall, flood);
    hall.void(game);
    let evidence = hall.finish();
    assert_eq!(evidence.of("ball_extracted").count(), balls);
    let told = evidence.of("bad_frames").count();
    assert!(told < 200, "{told} lines of the record: at most one a second");
}

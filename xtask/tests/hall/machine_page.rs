//! What the technician sees of the ball machine: its line as it is now, and how long its balls took.
//! Link state is in no record (DECISIONS 2); the intervals are the record's.

use hall_wire::message::{Intervals, MachineNow};

use crate::kit::{Hall, Setup, until};
use crate::proof::Row;

fn in_draw(faults: &[&str]) -> (Hall, u32) {
    let hall = Hall::open(&Setup { faults, waits_in_doubt: false, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    (hall, game)
}

fn now(hall: &Hall) -> MachineNow {
    hall.staff.mesa.get("/api/machine").expect("the jefe de mesa may look")
}

/// Returns a counter of `/metrics`.
fn metric(hall: &Hall, name: &str) -> Option<u64> {
    let text = hall.staff.sala.get_bytes("/metrics").expect("anybody may watch");
    let text = String::from_utf8(text).expect("text");
    let prefix = format!("bombo_{name} ");
    text.lines().find_map(|line| line.strip_prefix(&prefix)?.parse().ok())
}

/// The line of a machine (reliability.md C-4, E 22): one bad frame is one, and an unplugged cable is told with
/// the age of the last byte, which grows.
#[test]
fn a_bad_frame_is_counted_and_an_unplugged_machine_grows_old() {
    let (mut hall, game) = in_draw(&["badsum@2"]);
    hall.balls(game, 4);
    let seen = now(&hall);
    assert!(seen.machine.linked && seen.machine.faults.is_empty() && !seen.door_open, "{seen:?}");
    let line = seen.line.expect("the hall has a machine");
    assert_eq!((line.driver.as_str(), line.speed.as_str()), ("blp1", "9600 8N1"));
    assert_eq!(line.port, hall.machine.as_ref().unwrap().port.display().to_string());
    assert_eq!((line.open, line.opened, line.bad, line.gaps), (true, 1, 1, 0), "{line:?}");
    assert!(line.discarded > 0 && line.frames > 12 && line.bytes > line.discarded, "{line:?}");
    assert!(line.heard_ms.is_some() && line.complaint.is_none(), "{line:?}");
    let boots = hall.lines_of("machine_identified");
    assert_eq!(seen.power_up.as_deref(), boots[0].body["boot"].as_str());
    assert_eq!(metric(&hall, "machine_bad_frames_total"), Some(1));
    assert_eq!(metric(&hall, "machine_port_open"), Some(1));

    hall.machine.as_mut().unwrap().tell("hangup").unwrap();
    let gone = until("a complaint", || {
        let seen = now(&hall);
        let line = seen.line.clone()?;
        let told = line.complaint.is_some_and(|words| words.starts_with("no existe el puerto"));
        (told && !seen.machine.linked).then_some(seen)
    });
    let line = gone.line.unwrap();
    let age_ms = line.heard_ms.expect("it had been heard");
    assert!(!line.open && line.opened == 1 && gone.machine.mode.is_none(), "{line:?}");
    // The age grows while nothing comes.
    until("an older byte", || now(&hall).line.filter(|line| line.heard_ms > Some(age_ms + 200)));
    assert_eq!(metric(&hall, "machine_port_open"), Some(0));
    assert!(metric(&hall, "machine_last_byte_milliseconds") > Some(age_ms));
    hall.finish();
}

#[test]
fn a_jam_and_an_open_door_are_told_and_who_has_no_business_with_it_sees_nothing() {
    let (mut hall, game) = in_draw(&["jam@4"]);
    hall.play_to_a_hold(game);
    hall.machine.as_mut().unwrap().tell("door open").unwrap();
    let seen = until("an open door", || Some(now(&hall)).filter(|seen| seen.door_open));
    assert_eq!(seen.machine.faults, [hall_core::machine::Fault::Jam]);
    for path in ["/api/machine", "/api/machine/intervals"] {
        let refused = hall.staff.cajero.get::<serde_json::Value>(path).expect_err("not the caja's business");
        assert_eq!(xtask::staff::code(&refused), "sin-facultad");
        assert!(hall.staff.locutor.get::<serde_json::Value>(path).is_ok());
    }
    hall.finish();
}

/// Returns the times between balls of a game, as the record has them, and how many are apart: a stop or a
/// HOLD was open for some time between the two balls.
fn recorded(lines: &[Row], game: u32) -> (Vec<u64>, u32) {
    let of = |kinds: [&str; 2]| -> Vec<(i64, bool)> {
        let mine = |row: &&Row| row.body["game"] == game && kinds.contains(&row.line.kind.as_str());
        lines.iter().filter(mine).map(|row| (row.line.at_utc_ms, row.line.kind == kinds[0])).collect()
    };
    // One stop at a time, and here no HOLD.
    let stops: Vec<(i64, i64)> = of(["draw_stopped", "draw_resumed"])
        .chunks(2)
        .map(|stop| (stop[0].0, stop.get(1).map_or(i64::MAX, |resumed| resumed.0)))
        .collect();
    let balls: Vec<i64> = of(["ball_extracted", ""]).into_iter().map(|(at, _)| at).collect();
    let stood = |pair: &&[i64]| stops.iter().any(|(from, to)| *from < pair[1] && *to > pair[0]);
    let (apart, counted): (Vec<&[i64]>, Vec<&[i64]>) = balls.windows(2).partition(stood);
    let mut intervals: Vec<u64> = counted.iter().map(|pair| (pair[1] - pair[0]).unsigned_abs()).collect();
    intervals.sort_unstable();
    (intervals, apart.len() as u32)
}

#[test]
fn the_intervals_between_balls_are_those_of_the_record() {
    let hall = Hall::open(&Setup::default());
    let before: Intervals = hall.staff.mesa.get("/api/machine/intervals").expect("an open session");
    assert_eq!((before.session, before.game, before.of_session.intervals), (Some(1), None, 0));
    let games: Vec<u32> = [(1, 6), (7, 12)]
        .into_iter()
        .map(|(first, last)| {
            let game = hall.sell(&[("A17", first, last)]);
            hall.start(game);
            hall.to_the_end(game);
            game
        })
        .collect();
    let seen: Intervals = hall.staff.mesa.get("/api/machine/intervals?session=1").expect("the intervals");
    let record = hall.record();
    let (first, (own, apart)) = (recorded(&record, games[0]), recorded(&record, games[1]));
    assert!(own.len() > 10 && apart > 0, "balls, and a stop for a line: {own:?}");
    assert_eq!((seen.game, seen.of_game.intervals), (Some(games[1]), own.len() as u32));
    assert_eq!(seen.of_game.apart, apart);
    assert_eq!(seen.of_game.median_ms, Some(own[(own.len() - 1) / 2]));
    assert_eq!(seen.of_game.longest.map(|longest| longest.ms), own.last().copied());
    for (bin, count) in seen.of_game.bins.iter().enumerate() {
        let last = bin + 1 == seen.of_game.bins.len();
        let within = |ms: &&u64| {
            let of = usize::try_from(**ms / seen.width_ms).expect("milliseconds");
            if last { of >= bin } else { of == bin }
        };
        assert_eq!(own.iter().filter(within).count(), *count as usize, "bin {bin}");
    }
    assert_eq!(seen.of_session.intervals as usize, own.len() + first.0.len());
    assert_eq!(seen.of_session.apart, apart + first.1);
    let median_ms = own[(own.len() - 1) / 2];
    assert_eq!(seen.of_game.slow as usize, own.iter().filter(|ms| **ms > 3 * median_ms).count());
    hall.finish();
}

//! No call unheard (ADR 74): presses of PARADA beside the announcement of a ball, from devices whose clocks are their own, over a
//! line that delays as it likes, at the real desk and its record. All clocks are ours.

#[path = "../storm/dice.rs"]
#[allow(dead_code, reason = "storms throw them more often")]
mod dice;
mod hall;
#[path = "../../../hall-core/tests/support/opening.rs"]
mod opening;
#[path = "../storm/template.rs"]
#[allow(dead_code, reason = "storms have more in their hall than this one needs")]
mod template;

use std::time::{Duration, Instant};

use dice::Dice;
use hall::{Hall, MS, Stopped};
use hall_core::refusal::Refusal;
use hall_wire::link::{DeskHour, DeskTime};

/// Presses of the first test.
const PRESSES: u32 = 1_000;

/// A second, in microseconds.
const SECOND: i64 = 1_000 * MS;

/// A device: its steady clock is nobody else's, and goes a little faster or slower.
struct Device {
    name: &'static str,
    begun: Instant,
    ahead: Duration,
    ppm: i64,
    time: DeskTime,
}

impl Device {
    fn new(name: &'static str, ahead: Duration, ppm: i64) -> Device {
        Device { name, begun: Instant::now(), ahead, ppm, time: DeskTime::default() }
    }

    /// Its clock at a moment of the world, in microseconds.
    fn at(&self, us: i64) -> Instant {
        let own = us + us * self.ppm / 1_000_000;
        self.begun + self.ahead + Duration::from_micros(own.try_into().unwrap())
    }

    /// Asks the desk for its clock: the way there and the way back take what they take.
    fn asks(&mut self, hall: &Hall, us: i64, dice: &mut Dice) {
        let mut way = || match dice.below(10) {
            0 => dice.between(5 * MS, 80 * MS),
            1..=3 => dice.between(MS, 5 * MS),
            _ => dice.between(100, 600),
        };
        let (there, back) = (way(), way());
        hall.goes_to(us + there);
        let said = hall.clock_says();
        self.time.exchanged(self.at(us), said, self.at(us + there + back));
    }

    /// The hour of a key that the window hears: at once where it does nothing, at the end of a frame where it paints one. And when it
    /// heard it.
    fn hears(&self, us: i64, dice: &mut Dice) -> (Option<DeskHour>, i64) {
        let (earliest, heard) = if dice.below(4) == 0 {
            let painted = dice.between(0, 16 * MS);
            (us - painted, us + 16 * MS - painted + dice.between(0, MS))
        } else {
            let heard = us + dice.between(0, 3 * MS);
            (heard - 4 * MS, heard)
        };
        (self.time.hour(self.at(earliest), self.at(heard)), heard)
    }
}

/// How long a request is on its way.
fn on_its_way(dice: &mut Dice) -> i64 {
    match dice.below(20) {
        0 => dice.between(300 * MS, 1_500 * MS),
        1..=5 => dice.between(5 * MS, 300 * MS),
        _ => dice.between(200, 5 * MS),
    }
}

#[test]
fn a_thousand_presses_within_100_ms_of_a_ball_come_out_in_their_true_order() {
    let mut dice = Dice::new(74);
    let mut hall = Hall::open();
    let hours = |hours: u64| Duration::from_secs(3_600 * hours);
    let mut devices = [
        Device::new("caja-1", Duration::from_secs(7 * 60), 80),
        Device::new("sala-1", hours(24 * 365 * 9), -120),
        Device::new("mesa-1", hours(0), 40),
    ];
    let (mut early, mut told, mut doubtful, mut worst) = (0, 0, 0, 0);
    for press in 0..PRESSES {
        let device = &mut devices[press as usize % 3];
        if press % 200 == 199 {
            // It slept, or its clock is not what it was.
            device.ahead += Duration::from_secs(90);
        }
        let begin = hall.now_us();
        device.asks(&hall, begin + SECOND, &mut dice);
        device.asks(&hall, begin + 3 * SECOND, &mut dice);
        hall.goes_to(begin + 4 * SECOND);
        let ball = hall.ball_out();
        let announced_at = begin + 4 * SECOND + dice.between(400 * MS, 900 * MS);
        let apart = dice.between(-100 * MS, 100 * MS);
        let pressed_at = announced_at + apart;
        let (hour, heard_at) = device.hears(pressed_at, &mut dice);
        let seen = ball - u8::from(heard_at < announced_at + dice.between(200, 5 * MS));
        let comes_at = heard_at + on_its_way(&mut dice);
        let truly_before = apart < 0;
        let what = format!("press {press} of {}, {apart} µs from the ball", device.name);
        if comes_at < announced_at {
            hall.goes_to(comes_at);
            hall.stop(device.name, seen, hour).unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
            hall.goes_to(announced_at);
            assert!(hall.announce().is_err(), "{what}: nothing is announced in a stop");
            assert!(truly_before, "{what}");
            early += 1;
            hall.go_on();
            hall.announce().unwrap();
            continue;
        }
        hall.goes_to(announced_at);
        let line_utc_ms = hall.announce().unwrap();
        hall.goes_to(comes_at);
        let stop = hall.stop(device.name, seen, hour).unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
        let Stopped { announced, counting, pressed } = stop;
        let pressed = pressed.unwrap_or_else(|| panic!("{what}: its hour is known"));
        let after = pressed.at_utc_ms() - line_utc_ms;
        let within = i64::from(pressed.within_ms);
        worst = worst.max(within);
        assert_eq!(announced, ball, "{what}");
        if after.abs() <= within {
            assert!(apart.abs() <= (2 * within + 1) * MS, "{what}: doubted at {after} ± {within} ms");
            assert_eq!(counting, ball, "{what}: in doubt the ball counts");
            doubtful += 1;
        } else {
            assert_eq!(after < 0, truly_before, "{what}: told at {after} ± {within} ms");
            assert_eq!(counting, ball - u8::from(truly_before), "{what}: told at {after} ± {within} ms");
            told += 1;
        }
        hall.go_on();
    }
    println!(
        "{PRESSES} presses: {early} stopped the draw before the ball was announced, {told} came in later and were told by their hour, \
         {doubtful} were nearer than their doubt, which was {worst} ms at most; none in the wrong order"
    );
    assert!(told > 500 && doubtful < 150 && worst <= 25, "{told} {doubtful} {worst}");
}

/// A hall whose first ball was announced a second ago, and a device that knows its clock.
fn after_a_ball() -> (Hall, Device, i64) {
    let mut hall = Hall::open();
    let mut device = Device::new("caja-1", Duration::from_secs(600), 50);
    let begin = hall.now_us();
    device.time.exchanged(device.at(begin), hall.clock_says(), device.at(begin + MS));
    hall.goes_to(begin + SECOND);
    hall.ball_out();
    hall.announce().unwrap();
    (hall, device, begin + SECOND)
}

impl Device {
    fn hour(&self, us: i64) -> Option<DeskHour> {
        self.time.hour(self.at(us), self.at(us))
    }
}

#[test]
fn of_two_posts_one_stops_and_the_other_is_told_by_how_much() {
    let (mut hall, device, at) = after_a_ball();
    let first = device.hour(at + 30 * MS);
    let second = device.hour(at + 45 * MS);
    hall.goes_to(at + 50 * MS);
    hall.stop("caja-1", 1, first).unwrap();
    let refused = hall.stop("sala-1", 1, second).unwrap_err();
    assert_eq!(refused.code(), "ya-parada");
    assert!(refused.to_string().contains("caja-1, 15 ms antes"), "{refused}");
    // The one that pressed before the ball, and came in after the other, is the one that counts.
    let before = device.hour(at - 20 * MS);
    assert_eq!(hall.stop("mesa-1", 0, before).unwrap().counting, 0);
    assert_eq!(hall.stops(), 1);
    hall.go_on();
}

#[test]
fn a_press_that_travels_for_three_seconds_stops_no_later_ball_and_no_later_game() {
    let (mut hall, device, at) = after_a_ball();
    let hour = device.hour(at + 100 * MS);
    hall.goes_to(at + 2 * SECOND);
    hall.ball_out();
    hall.announce().unwrap();
    hall.goes_to(at + 3 * SECOND + 100 * MS);
    let refused = hall.stop("caja-1", 1, hour).unwrap_err();
    assert!(matches!(refused, Refusal::Stale { .. }), "{refused}");
    // Where nothing happened meanwhile it stops, from when it came in.
    let stop = hall.stop("caja-1", 2, device.hour(at + 100 * MS)).unwrap();
    assert_eq!((stop.counting, stop.pressed), (2, None));
    hall.go_on();
    let game = hall.game();
    hall.next_game();
    let late = hall.stop_of(game, "caja-1", 2, device.hour(at + 3 * SECOND)).unwrap_err();
    assert_eq!(late.code(), Refusal::Stale { now: String::new() }.code(), "{late}");
    assert_eq!(hall.stops(), 0, "of this game");
}

#[test]
fn an_hour_that_cannot_be_stops_all_the_same_and_takes_no_ball_back() {
    let (mut hall, _, at) = after_a_ball();
    hall.goes_to(at + 50 * MS);
    let now = u64::try_from(hall.clock_says()).unwrap();
    let year = 365 * 86_400_000;
    for at_utc_ms in [now - year, now - 2_001, now + 1_000, now + year, 0, u64::MAX] {
        let stop = hall.stop("caja-1", 1, Some(DeskHour { at_utc_ms, within_ms: 2 })).unwrap();
        assert_eq!((stop.counting, stop.pressed), (1, None), "{at_utc_ms}");
        hall.go_on();
    }
    let vague = DeskHour { at_utc_ms: now - 60, within_ms: 2_001 };
    assert_eq!(hall.stop("caja-1", 1, Some(vague)).unwrap().pressed, None);
}

#[test]
fn a_stop_sent_again_after_a_crash_stops_once() {
    let (mut hall, device, at) = after_a_ball();
    hall.goes_to(at + 40 * MS);
    let hour = device.hour(at + 30 * MS);
    let stop = hall.stop_as("one", "caja-1", 1, hour).unwrap();
    let mut hall = hall.killed();
    assert_eq!(hall.stop_as("one", "caja-1", 1, hour).unwrap(), stop, "the same answer");
    assert_eq!(hall.stops(), 1);
    // One that the crash swallowed finds a draw that stands still for the crash.
    hall.go_on();
    let mut hall = hall.killed();
    let refused = hall.stop_as("two", "caja-1", 1, hour).unwrap_err();
    assert_eq!(refused.code(), "fase-inadecuada");
    assert_eq!(hall.stops(), 2, "the first one, and that of the start");
}

//! How times are printed.

use super::*;

const TIME: &str = "2026-10-17 21:04:09 +02:00";

fn clock(common: Option<&str>, day: &str) -> Clock {
    Clock { common: common.map(str::to_owned), day: day.to_owned() }
}

#[test]
fn times_are_shown_as_the_hour_or_as_they_came() {
    let common = clock(Some("+02:00"), "2026-10-17");
    assert_eq!(spoken(TIME), "a las 21:04:09 (+02:00) del 17/10/2026");
    assert_eq!(kept(TIME), "17/10/2026 21:04:09\u{a0}+02:00");
    assert_eq!((common.show(TIME).as_str(), common.hour(TIME).as_str()), ("21:04:09", "21:04:09"));
    assert_eq!(common.dated(TIME), "a las 21:04:09 del 17/10/2026");
    for other in ["a las nueve", "2026-10-17T21:04:09+02:00", "2026-10-17 21:04:09 CEST ", "añóñí-10-17 1 2"]
    {
        for shown in [spoken(other), kept(other), common.show(other), common.told(other)] {
            assert_eq!(shown, other);
        }
    }
}

/// DECISIONS 32.
#[test]
fn another_offset_and_another_day_are_said() {
    let before = clock(Some("+01:00"), "2026-10-17");
    assert_eq!(before.show(TIME), "21:04:09 +02:00");
    assert_eq!(clock(None, "2026-10-17").show(TIME), "21:04:09 +02:00");
    assert_eq!(clock(Some("+02:00"), "2026-10-16").show(TIME), "17/10/2026, 21:04:09");
    assert_eq!(clock(Some("+02:00"), "2026-10-16").hour(TIME), "21:04:09");
}

#[test]
fn a_time_in_a_sentence_is_shown_as_all_others() {
    let common = clock(Some("+02:00"), "2026-10-17");
    let text = format!("Año: apto, {TIME}, y {TIME}");
    assert_eq!(common.told(&text), "Año: apto, 21:04:09, y 21:04:09");
}

#[test]
fn the_zone_is_said_as_people_say_it() {
    let offsets = [("+02:00", "UTC+2"), ("-03:30", "UTC-3:30"), ("+00:00", "UTC+0"), ("+10:00", "UTC+10")];
    for (offset, said) in offsets {
        assert_eq!(utc(offset), said);
    }
    assert_eq!(clock(Some("+01:00"), "").zone(), "Hora oficial, UTC+1");
}

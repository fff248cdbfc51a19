//! Moments, as the desk's clock gives them. The core never reads a clock.

use core::fmt;

const DAY_MS: i64 = 86_400_000;

/// A moment: milliseconds since 1970-01-01 UTC, and the local offset that held in the hall.
///
/// Order comes from the record's `seq`, never from time (DESIGN.md 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moment {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub utc_ms: i64,
    /// Minutes to add to UTC for the hall's wall clock, −720 to 840.
    pub offset_minutes: i16,
    /// The next change of that, as of summer time; none where the zone has no more.
    pub change: Option<OffsetChange>,
}

/// A change of the hall's offset: the wall clock is put forward or back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OffsetChange {
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The offset from then on.
    pub offset_minutes: i16,
}

impl Moment {
    /// The hall's local date.
    ///
    /// ```
    /// use hall_core::time::Moment;
    ///
    /// let late = Moment { utc_ms: 1_795_302_000_000, offset_minutes: 60, change: None };
    /// assert_eq!(late.date().to_string(), "2026-11-22");
    /// ```
    pub fn date(self) -> Date {
        Date::from_days(self.local_ms().div_euclid(DAY_MS))
    }

    fn local_ms(self) -> i64 {
        self.utc_ms + i64::from(self.offset_minutes) * 60_000
    }

    /// The minute of the local day, 0 to 1 439.
    pub fn minute_of_day(self) -> u16 {
        u16::try_from(self.local_ms().rem_euclid(DAY_MS) / 60_000).expect("a day has 1440 minutes")
    }

    /// The hall's wall clock.
    pub fn local(self) -> LocalTime {
        LocalTime { date: self.date(), hour: HourOfDay(self.minute_of_day()) }
    }

    /// When the hall's wall clock next shows this hour: a session that opens at 18:00 and closes at 03:00 closes
    /// tomorrow.
    ///
    /// ```
    /// use hall_core::time::{HourOfDay, Moment};
    ///
    /// let evening = Moment { utc_ms: 1_795_287_600_000, offset_minutes: 60, change: None };
    /// assert_eq!(evening.next(HourOfDay::parse("03:00").unwrap()).to_string(), "2026-11-22 03:00");
    /// assert_eq!(evening.next(HourOfDay::parse("23:30").unwrap()).to_string(), "2026-11-21 23:30");
    /// ```
    pub fn next(self, hour: HourOfDay) -> LocalTime {
        let later_ms = if hour.minutes() > self.minute_of_day() { 0 } else { DAY_MS };
        LocalTime { date: Moment { utc_ms: self.utc_ms + later_ms, ..self }.date(), hour }
    }

    /// The instant at which the wall clock shows a local time after this moment, UTC milliseconds. Where it shows it twice, the
    /// first; where it never does, the moment at which it is put forward past it.
    ///
    /// ```
    /// use hall_core::time::{HourOfDay, Moment, OffsetChange};
    ///
    /// // 24 October 2026, 20:00 in Madrid; in seven hours it is put back from 03:00 to 02:00.
    /// let utc_ms = 1_792_864_800_000;
    /// let change = Some(OffsetChange { at_utc_ms: utc_ms + 7 * 3_600_000, offset_minutes: 60 });
    /// let evening = Moment { utc_ms, offset_minutes: 120, change };
    /// let hours = |hour| (evening.instant_of(evening.next(HourOfDay::parse(hour).unwrap())) - utc_ms) as f64 / 3.6e6;
    /// assert_eq!((hours("01:00"), hours("02:30"), hours("03:00")), (5.0, 6.5, 8.0));
    /// ```
    pub fn instant_of(self, local: LocalTime) -> i64 {
        let local_ms = local.date.days() * DAY_MS + i64::from(local.hour.minutes()) * 60_000;
        let under = |offset_minutes: i16| local_ms - i64::from(offset_minutes) * 60_000;
        let before = under(self.offset_minutes);
        match self.change {
            Some(change) if before >= change.at_utc_ms => under(change.offset_minutes).max(change.at_utc_ms),
            Some(_) | None => before,
        }
    }
}

/// A local hour of the day, to the minute, as in 03:00.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct HourOfDay(u16);

impl HourOfDay {
    /// The minutes after midnight.
    pub fn minutes(self) -> u16 {
        self.0
    }

    /// The hour written as 03:00.
    ///
    /// ```
    /// use hall_core::time::HourOfDay;
    ///
    /// assert_eq!(HourOfDay::parse("03:00").unwrap().minutes(), 180);
    /// assert!(HourOfDay::parse("24:00").is_none() && HourOfDay::parse("3:00").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<HourOfDay> {
        let (hour, minute) = text.split_once(':')?;
        let two_digits = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
        if !two_digits(hour) || !two_digits(minute) {
            return None;
        }
        let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
        (hour < 24 && minute < 60).then_some(HourOfDay(hour * 60 + minute))
    }
}

impl fmt::Display for HourOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// A local date and hour, without an offset, as a permit names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalTime {
    /// The day.
    pub date: Date,
    /// The hour.
    pub hour: HourOfDay,
}

impl LocalTime {
    /// How many minutes the two are apart on the calendar, without a change of offset between them.
    pub fn minutes_from(self, other: LocalTime) -> u64 {
        let minutes = |at: LocalTime| at.date.days() * 1_440 + i64::from(at.hour.minutes());
        minutes(self).abs_diff(minutes(other))
    }
}

impl fmt::Display for LocalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.date, self.hour)
    }
}

/// A day of the civil calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, as in 2026.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl Date {
    /// The date this many days after 1970-01-01.
    fn from_days(days: i64) -> Date {
        // Years are counted from 1 March of year 0, so that the leap day is the last of a year.
        let days = days + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Date {
            year: i32::try_from(year).expect("a moment's year fits 32 bits"),
            month: u8::try_from(month).expect("1 to 12"),
            day: u8::try_from(day).expect("1 to 31"),
        }
    }

    /// The days from 1970-01-01 to this date.
    pub fn days(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let month_from_march = (month + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
        era * 146_097 + 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
    }

    /// The date written as 2026-11-21.
    pub fn parse(text: &str) -> Option<Date> {
        let mut parts = text.splitn(3, '-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        if (year.len(), month.len(), day.len()) != (4, 2, 2) {
            return None;
        }
        let date = Date { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
        ((1..=12).contains(&date.month) && (1..=31).contains(&date.day)).then_some(date)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

//! The notices of a folder of adverts: `avisos.toml` says what is told, on which days and between which hours.

use std::path::Path;

use jiff::civil::{Date, DateTime, Time, Weekday};
use settings_file::{Faults, Table, TextError};

/// The file, in the folder of the adverts.
pub const FILE: &str = "avisos.toml";

/// The longest file that is read, in bytes.
const FILE_MAX: u64 = 65_536;

/// The longest text of a notice, in characters: more is not read from a table.
const TEXT_MAX: usize = 160;

/// The longest that one notice is shown, in seconds.
const SECONDS_MAX: u64 = 120;

/// A notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What is told.
    pub text: Option<String>,
    /// A picture of the folder, by its name.
    pub image: Option<String>,
    /// How long it is shown, in seconds; none, as long as an advert.
    pub seconds: Option<u64>,
    when: When,
}

/// When a notice is due, by the hall's clock.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct When {
    /// None, on all.
    days: Vec<Weekday>,
    first: Option<Date>,
    last: Option<Date>,
    from: Option<Time>,
    until: Option<Time>,
}

impl Notice {
    /// Whether it is due at an hour of the hall. A night belongs to the day on which it began: one from 18:00 until 3:00 on
    /// Fridays is due on Saturday at two.
    pub fn is_due(&self, now: DateTime) -> bool {
        let When { days, first, last, from, until } = &self.when;
        let midnight = Time::midnight();
        let (from, hour) = (from.unwrap_or(midnight), now.time());
        let (day, in_hours) = match until {
            None => (now.date(), hour >= from),
            Some(until) if from < *until => (now.date(), (from..*until).contains(&hour)),
            // Past midnight.
            Some(until) if hour < *until => (now.date().yesterday().unwrap_or(now.date()), true),
            Some(_) => (now.date(), hour >= from),
        };
        in_hours
            && (days.is_empty() || days.contains(&day.weekday()))
            && first.is_none_or(|first| day >= first)
            && last.is_none_or(|last| day <= last)
    }
}

/// The notices of a folder; none without the file.
///
/// # Errors
/// The file cannot be read, or all that is wrong in it, each with its line.
pub fn read(folder: &Path) -> Result<Vec<Notice>, TextError> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = settings_file::read_text(&path, FILE_MAX)?;
    Ok(parse(&path.display().to_string(), &text)?)
}

/// The notices of a file's text; `name` is for messages.
///
/// # Errors
/// All that is wrong, each with its line.
pub fn parse(name: &str, text: &str) -> Result<Vec<Notice>, Faults> {
    let read = settings_file::read_parts_with_lists(name, text, &["notice"], |file| {
        let notices: Vec<Option<Notice>> = file.tables("notice").into_iter().map(notice).collect();
        file.finish();
        notices
    })?;
    Ok(read.into_iter().map(|notice| notice.expect("what is wrong was named")).collect())
}

/// The days by the names they have in the file.
const DAYS: [(&str, Weekday); 7] = [
    ("lunes", Weekday::Monday),
    ("martes", Weekday::Tuesday),
    ("miercoles", Weekday::Wednesday),
    ("jueves", Weekday::Thursday),
    ("viernes", Weekday::Friday),
    ("sabado", Weekday::Saturday),
    ("domingo", Weekday::Sunday),
];

fn notice(table: Table<'_>) -> Option<Notice> {
    let fits = |text: &str| {
        let plain = !text.trim().is_empty() && !text.chars().any(char::is_control);
        (plain && text.chars().count() <= TEXT_MAX).then(|| text.trim().to_owned())
    };
    // A name, and no way out of the folder.
    let name = |name: &str| (!name.is_empty() && !name.contains(['/', '\\'])).then(|| name.to_owned());
    let text = table.text_as("text", "un texto de hasta 160 letras en una línea", fits);
    let image = table.text_as("image", "el nombre de una imagen de la carpeta", name);
    if !table.has("text") && !table.has("image") {
        table.fault("un aviso lleva text, image o los dos");
    }
    let mut days = Vec::new();
    for (at, day) in table.texts("days") {
        match DAYS.iter().find(|(known, _)| *known == day) {
            Some((_, day)) => days.push(*day),
            None => {
                table.fault_at(at, format!("«{day}» no es un día: {}", DAYS.map(|(day, _)| day).join(", ")))
            }
        }
    }
    let hour =
        |key| table.text_as(key, "una hora, como en \"18:30\"", |text| Time::strptime("%H:%M", text).ok());
    let date =
        |key| table.text_as(key, "una fecha, como en \"2026-12-31\"", |text| text.parse::<Date>().ok());
    let (from, until) = (hour("from"), hour("until"));
    let (first, last) = (date("first"), date("last"));
    if first.zip(last).is_some_and(|(first, last)| first > last) {
        table.fault_at(table.place("last"), "acaba antes de empezar");
    }
    let seconds = table.number("seconds", 3..=SECONDS_MAX);
    table.finish();
    let when = When { days, first, last, from, until };
    (text.is_some() || image.is_some()).then_some(Notice { text, image, seconds, when })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn one(text: &str) -> Notice {
        let notices = parse(FILE, &format!("[[notice]]\n{text}")).expect("a good file");
        notices.into_iter().next().expect("one")
    }

    #[test]
    fn a_night_belongs_to_the_day_on_which_it_began() {
        let fridays = one("text = 'Mañana, especial'\ndays = ['viernes']\nfrom = '18:00'\nuntil = '03:00'");
        let at = |day, hour, minute| fridays.is_due(date(2026, 11, day).at(hour, minute, 0, 0));
        // The 27th is a Friday.
        assert!(!at(27, 17, 59) && at(27, 18, 0) && at(27, 23, 59));
        assert!(at(28, 2, 59) && !at(28, 3, 0) && !at(28, 18, 0) && !at(27, 2, 0));
    }

    #[test]
    fn hours_and_dates_are_of_the_hall_and_each_may_be_missing() {
        let december = one("image = 'navidad.png'\nfirst = '2026-12-01'\nlast = '2026-12-24'");
        assert!(!december.is_due(date(2026, 11, 30).at(23, 0, 0, 0)));
        assert!(december.is_due(date(2026, 12, 1).at(0, 0, 0, 0)));
        assert!(december.is_due(date(2026, 12, 24).at(23, 59, 0, 0)));
        let lunch = one("text = 'Menú del día'\nfrom = '13:00'\nuntil = '16:00'");
        assert!(
            lunch.is_due(date(2026, 1, 1).at(13, 0, 0, 0)) && !lunch.is_due(date(2026, 1, 1).at(16, 0, 0, 0))
        );
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let text = "[[notice]]\nfrom = '25:00'\ndays = ['vienes']\n[[notice]]\nimage = '../clave.png'\nlast = 'ayer'\nseconds = 1\n";
        let told = parse(FILE, text).expect_err("all of it").to_string();
        let lines = ["avisos.toml:1:", ":2:", ":3:", ":5:", ":6:", ":7:"];
        assert!(lines.iter().all(|line| told.contains(line)), "{told}");
        assert!(told.contains("lleva text, image o los dos") && told.contains("miercoles"), "{told}");
    }
}

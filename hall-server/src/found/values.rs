//! The values that a regulation leaves to the hall, while they are decided before it is founded.

use hall_core::rules::Rules;
use hall_core::words::Lang;
use hall_texts::Messages;
use hall_wire::message::RuleRow;
use settings_file::Faults;

use crate::profile::{self, ValueError};

/// A regulation and the values of the hall, which whoever founds it signs.
pub struct Values {
    /// Of the file that was given: a profile with other values says of which it was made.
    given_sha256: [u8; 32],
    rules: Rules,
    text: String,
    words: Messages,
}

impl Values {
    /// Those of a profile; its name is for the messages.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn of(name: &str, text: String) -> Result<Values, Faults> {
        let (rules, given_sha256) = profile::parse(name, &text)?;
        let file = (include_str!("../../../profiles/es.ftl"), include_str!("../../../profiles/en.ftl"));
        Ok(Values { given_sha256, rules, text, words: Messages::read(Lang::Es, &[file]) })
    }

    /// The rules with these values.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The text of the profile that they are of.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Those that the law does not say, in the order of the profile.
    fn rows(&self) -> Vec<RuleRow> {
        let mut rows = profile::values(&self.rules);
        rows.retain(|row| row.article.is_none());
        rows
    }

    /// Those that may be another.
    pub fn open(&self) -> Vec<RuleRow> {
        self.rows().into_iter().filter(RuleRow::is_open).collect()
    }

    /// Changes a value; what was typed is as people type it, or as a profile has it.
    ///
    /// # Errors
    /// There is no such value, the law says it, or that is none.
    pub fn set(&mut self, name: &str, typed: &str) -> Result<(), ValueError> {
        let rows = self.rows();
        let row = rows.iter().find(|row| row.name == name);
        let value = row.map_or_else(|| typed.to_owned(), |row| chosen(row, typed));
        (self.rules, self.text, _) =
            profile::changed(&(self.rules.clone(), self.given_sha256), name, &value)?;
        Ok(())
    }

    /// What a value may be, where that is one of a few: lines with their numbers, for a terminal.
    pub fn choices(&self, row: &RuleRow) -> Vec<String> {
        let line = |(place, choice): (usize, &String)| {
            let now = if *choice == row.value { "  ← el que hay" } else { "" };
            format!("     {:>2}  {}{now}", place + 1, self.value(row, choice))
        };
        row.choices.iter().enumerate().map(line).collect()
    }

    /// Takes what was typed for a value: the number of a choice where there are some. Nothing leaves it as it is.
    ///
    /// # Errors
    /// Why it is none, in Spanish.
    pub fn take(&mut self, row: &RuleRow, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Ok(());
        }
        let place = typed.parse::<usize>().ok().and_then(|place| row.choices.get(place.checked_sub(1)?));
        if place.is_none() && !row.choices.is_empty() {
            return Err(format!("Escriba un número del 1 al {}, o sólo Intro.", row.choices.len()));
        }
        self.set(&row.name, place.map_or(typed, |choice| choice)).map_err(|fault| fault.to_string())
    }

    /// All of them in words, and which nobody knows.
    pub fn list(&self) -> String {
        let line = |row: RuleRow| format!("  {}\n", self.said(&row));
        let mut list: String = self.rows().into_iter().map(line).collect();
        if self.rules.is_draft() {
            list += "BORRADOR: mientras haya valores sin fijar, lo dice cada papel.\n";
        }
        list
    }

    /// One of them in words.
    pub fn said(&self, row: &RuleRow) -> String {
        let unknown = if row.of_hall { "" } else { " (sin fijar)" };
        format!(
            "{}: {}{unknown}",
            self.words.get(&format!("rule-{}", row.name), &[]),
            self.value(row, &row.value)
        )
    }

    fn value(&self, row: &RuleRow, value: &str) -> String {
        row.words(value, |id, args| {
            let args: Vec<(&str, &dyn std::fmt::Display)> =
                args.iter().map(|(name, value)| (*name, value as _)).collect();
            self.words.has(id).then(|| self.words.get(id, &args))
        })
    }
}

/// What is asked for a value.
pub fn question(row: &RuleRow) -> &'static str {
    match (row.choices.is_empty(), row.value.starts_with('[')) {
        (false, _) => "Número, o Intro",
        (true, true) => "Precios en euros, separados por espacios, o Intro",
        (true, false) => "Valor, o Intro",
    }
}

/// A choice without its quotes is that choice.
fn chosen(row: &RuleRow, typed: &str) -> String {
    let bare = |value: &str| value.trim().replace('"', "");
    if let Some(choice) = row.choices.iter().find(|choice| bare(choice) == bare(typed)) {
        return choice.clone();
    }
    // As the profile has it.
    if typed.trim_start().starts_with(['"', '[', '{']) { typed.to_owned() } else { row.written(typed) }
}

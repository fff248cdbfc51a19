//! An evening of a simulated machine, as a TOML file: what it is, in what order its balls come, and what goes wrong.

use std::ops::RangeInclusive;

use hall_core::ball::Ball;
use hall_core::machine::{BootId, SetId};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Settings;
use super::fault::{Chance, Planned};
use crate::driver::in_spanish;

/// Something wrong in a scenario.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("línea {line}: {text}")]
pub struct ScenarioError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do, in Spanish.
    pub text: String,
}

type Value<'a> = Spanned<DeValue<'a>>;

struct File<'a> {
    text: &'a str,
}

/// Reads a scenario over what is there already: a key that is missing changes nothing.
///
/// # Errors
/// [`ScenarioError`] with the first line that cannot be.
pub fn read(text: &str, settings: &mut Settings) -> Result<(), ScenarioError> {
    let file = File { text };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        file.fault(at, format!("no es TOML: {}", in_spanish(error.message())))
    })?;
    for (key, value) in table.get_ref() {
        match key.get_ref().as_ref() {
            "seed" => settings.seed = file.number(value, 0..=i64::MAX)? as u64,
            "interval_ms" => settings.interval_ms = file.number(value, 1..=3_600_000)? as u64,
            "after_fault_ms" => {
                settings.after_fault_ms = Some(file.number(value, 1..=3_600_000)? as u64);
            }
            "first_seq" => settings.first_seq = file.number(value, 1..=999_999)? as u32,
            "set" => {
                let set = SetId::parse(file.word(value)?);
                settings.set =
                    set.ok_or_else(|| file.at(value, "un juego lleva de 1 a 8 letras A-Z y cifras"))?;
            }
            "boot" => {
                let word = file.word(value)?;
                let good = word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
                let boot = u32::from_str_radix(word, 16).ok().filter(|_| good);
                settings.boot =
                    Some(BootId(boot.ok_or_else(|| file.at(value, "son 8 cifras hexadecimales"))?));
            }
            "draw" => {
                for table in file.tables(value)? {
                    settings.orders.push(file.draw(table)?);
                }
            }
            "fault" => {
                for table in file.tables(value)? {
                    file.planned(table, settings)?;
                }
            }
            other => {
                let text = "claves que hay: seed, set, boot, interval_ms, after_fault_ms, first_seq, [[draw]] y [[fault]]";
                return Err(file.fault(key.span().start, format!("«{other}» no existe; {text}")));
            }
        }
    }
    Ok(())
}

impl<'a> File<'a> {
    fn fault(&self, at: usize, text: impl Into<String>) -> ScenarioError {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        ScenarioError { line, text: text.into() }
    }

    fn at(&self, value: &Value<'_>, text: impl Into<String>) -> ScenarioError {
        self.fault(value.span().start, text)
    }

    fn number(&self, value: &Value<'a>, range: RangeInclusive<i64>) -> Result<i64, ScenarioError> {
        let number = if let DeValue::Integer(number) = value.get_ref() {
            i64::from_str_radix(number.as_str(), number.radix()).ok()
        } else {
            None
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            self.at(value, format!("tiene que ser un número entero de {} a {}", range.start(), range.end()))
        })
    }

    fn word<'v>(&self, value: &'v Value<'a>) -> Result<&'v str, ScenarioError> {
        value.get_ref().as_str().ok_or_else(|| self.at(value, "tiene que ser un texto entre comillas"))
    }

    fn tables<'v>(&self, value: &'v Value<'a>) -> Result<Vec<&'v Value<'a>>, ScenarioError> {
        let items =
            value.get_ref().as_array().filter(|items| items.iter().all(|item| item.get_ref().is_table()));
        let items =
            items.ok_or_else(|| self.at(value, "se escribe con dos corchetes: [[draw]], [[fault]]"))?;
        Ok(items.iter().collect())
    }

    fn draw(&self, table: &Value<'a>) -> Result<Vec<Ball>, ScenarioError> {
        let mut balls = Vec::new();
        for (key, value) in table.get_ref().as_table().expect("looked at above") {
            if key.get_ref() != "first" {
                return Err(self.fault(
                    key.span().start,
                    "una extracción sólo tiene «first», la lista de sus primeras bolas",
                ));
            }
            let list = value.get_ref().as_array();
            for item in list.ok_or_else(|| self.at(value, "tiene que ser una lista, p. ej. [7, 16, 90]"))? {
                let ball = Ball::new(self.number(item, 1..=90)? as u8).expect("in range");
                if balls.contains(&ball) {
                    return Err(self.at(item, format!("la bola {ball} está dos veces")));
                }
                balls.push(ball);
            }
        }
        Ok(balls)
    }

    fn planned(&self, table: &Value<'a>, settings: &mut Settings) -> Result<(), ScenarioError> {
        let (mut kind, mut draw, mut step, mut chance) = (None, None, None, None);
        for (key, value) in table.get_ref().as_table().expect("looked at above") {
            match key.get_ref().as_ref() {
                "kind" => {
                    kind = Some(self.word(value)?.parse().map_err(|text: String| self.at(value, text))?)
                }
                "draw" => draw = Some(self.number(value, 1..=1_000_000)? as u32),
                "at" => step = Some(self.number(value, 1..=1_000_000)? as u32),
                "chance" => {
                    let number = if let DeValue::Float(number) = value.get_ref() {
                        number.as_str().parse::<f64>().ok()
                    } else {
                        None
                    };
                    let number = number.filter(|number| (0.0..=1.0).contains(number));
                    chance =
                        Some(number.ok_or_else(|| {
                            self.at(value, "es una probabilidad con decimales, de 0.0 a 1.0")
                        })?);
                }
                other => {
                    let text = format!(
                        "«{other}» no existe; una avería tiene kind, y at (con draw o sin él) o chance"
                    );
                    return Err(self.fault(key.span().start, text));
                }
            }
        }
        let kind = kind.ok_or_else(|| self.at(table, "falta «kind», la avería"))?;
        match (step, chance, draw) {
            (Some(step), None, draw) => settings.faults.push(Planned { kind, draw, step }),
            (None, Some(chance), None) => settings.chances.push(Chance { kind, chance }),
            (None, None, _) => {
                return Err(self.at(table, "falta «at», con qué bola, o «chance», con qué probabilidad"));
            }
            (_, Some(_), _) => return Err(self.at(table, "«chance» va sin «at» ni «draw»")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::FaultKind;
    use super::*;

    fn read_text(text: &str) -> Result<Settings, ScenarioError> {
        let mut settings = Settings::default();
        read(text, &mut settings).map(|()| settings)
    }

    #[test]
    fn the_scenarios_of_the_repository_are_read() {
        let normal = read_text(include_str!("../../scenarios/noche-normal.toml")).expect("a scenario");
        assert!(normal.faults.is_empty() && normal.chances.iter().all(|item| item.chance <= 0.01));
        let bad = read_text(include_str!("../../scenarios/noche-mala.toml")).expect("a scenario");
        assert!(bad.faults.len() + bad.chances.len() >= 20);
    }

    #[test]
    fn a_file_says_what_the_machine_is_and_what_goes_wrong() {
        let text = "seed = 7\nset = \"J1\"\nboot = \"63CBE1E5\"\ninterval_ms = 24\nafter_fault_ms = 5000\n\
                    first_seq = 999990\n[[draw]]\nfirst = [7, 16, 90]\n[[fault]]\nkind = \"flip\"\nat = 4\ndraw = 2\n\
                    [[fault]]\nkind = \"jam\"\nchance = 0.25\n";
        let settings = read_text(text).expect("a scenario");
        assert_eq!((settings.seed, settings.set.as_str(), settings.interval_ms), (7, "J1", 24));
        assert_eq!(settings.after_fault_ms, Some(5_000));
        assert_eq!((settings.boot, settings.first_seq), (Some(BootId(0x63CB_E1E5)), 999_990));
        assert_eq!(settings.orders[0].iter().map(|ball| ball.number()).collect::<Vec<_>>(), [7, 16, 90]);
        assert_eq!(settings.faults, ["flip@2:4".parse().expect("a fault")]);
        assert_eq!(settings.chances, [Chance { kind: FaultKind::Jam, chance: 0.25 }]);
    }

    #[test]
    fn what_cannot_be_is_named_with_its_line() {
        for (text, line, words) in [
            ("seed = 1\nsede = 2\n", 2, "«sede» no existe"),
            ("\ninterval_ms = 0\n", 2, "de 1 a 3600000"),
            ("set = \"j1\"\n", 1, "letras A-Z"),
            ("boot = \"12\"\n", 1, "hexadecimales"),
            ("[[draw]]\nfirst = [7,\n 91]\n", 3, "de 1 a 90"),
            ("[[draw]]\nfirst = [7, 7]\n", 2, "dos veces"),
            ("[[fault]]\nkind = \"jam\"\n", 1, "falta «at»"),
            ("[[fault]]\nat = 3\n", 1, "falta «kind»"),
            ("[[fault]]\nkind = \"yam\"\nat = 3\n", 2, "no conozco la avería «yam»"),
            ("[[fault]]\nkind = \"jam\"\nchance = 1.5\n", 3, "de 0.0 a 1.0"),
            ("[[fault]]\nkind = \"jam\"\nchance = 0.5\nat = 3\n", 1, "sin «at»"),
            ("[fault]\nkind = \"jam\"\n", 1, "dos corchetes"),
            ("seed = \n", 1, "no es TOML: falta el valor"),
        ] {
            let error = read_text(text).expect_err(text);
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.text.contains(words), "{text}: {error}");
        }
    }
}

//! Reading a template's fields one by one, each with its limits, every fault with its line.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::page::Tenths;

/// A line, from 1, and what is wrong with it.
pub(super) type Fault = (usize, String);

/// Fields of a file or of one of its parts. What was read is taken out: what is left is unknown.
pub(super) struct Table<'a> {
    text: &'a str,
    fields: DeTable<'a>,
    /// The line of the part's title.
    start: usize,
}

/// Returns the line of a field in a text that was read; the first if it is not there.
pub(super) fn line_of(text: &str, field: &str) -> usize {
    let named = |line: &str| line.split_once('=').is_some_and(|(key, _)| key.trim() == field);
    text.lines().position(named).map_or(1, |at| at + 1)
}

impl<'a> Table<'a> {
    pub(super) fn parse(text: &'a str) -> Result<Table<'a>, Fault> {
        let fields = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            (
                line_at(text, at),
                "no se entiende: compruebe comillas, corchetes y que cada campo esté una vez".to_owned(),
            )
        })?;
        Ok(Table { text, fields: fields.into_inner(), start: 1 })
    }

    /// Takes a part out; one that is not there is empty.
    pub(super) fn table(&mut self, name: &str) -> Result<Table<'a>, Fault> {
        let Some((line, value)) = self.take(name) else {
            return Ok(Table { text: self.text, fields: DeTable::new(), start: 1 });
        };
        let DeValue::Table(fields) = value.into_inner() else {
            return Err((line, format!("«{name}» es una parte: se escribe [{name}] en una línea suya")));
        };
        Ok(Table { text: self.text, fields, start: line })
    }

    /// Says what nobody has asked for.
    pub(super) fn end(self) -> Result<(), Fault> {
        let lines = self.fields.keys().map(|key| (line_at(self.text, key.span().start), key.get_ref()));
        lines.min().map_or(Ok(()), |(line, key)| Err((line, format!("no hay ningún campo «{key}» aquí"))))
    }

    pub(super) fn flag(&mut self, key: &str, usual: bool) -> Result<bool, Fault> {
        let Some((line, value)) = self.take(key) else { return Ok(usual) };
        value.get_ref().as_bool().ok_or((line, format!("«{key}» es true o false")))
    }

    pub(super) fn text(&mut self, key: &str, most: usize) -> Result<String, Fault> {
        let Some((line, value)) = self.take(key) else { return Ok(String::new()) };
        let text = value.get_ref().as_str().ok_or((line, format!("«{key}» es un texto entre comillas")))?;
        if text.chars().count() > most {
            return Err((line, format!("«{key}» tiene más de {most} letras")));
        }
        Ok(text.to_owned())
    }

    pub(super) fn count(
        &mut self,
        key: &str,
        usual: usize,
        least: usize,
        most: usize,
    ) -> Result<usize, Fault> {
        let Some((line, value)) = self.take(key) else { return Ok(usual) };
        let number = whole(value.get_ref()).and_then(|number| usize::try_from(number).ok());
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or((line, format!("«{key}» es un número entero de {least} a {most}")))
    }

    /// A length in millimetres; limits are in tenths.
    pub(super) fn length(
        &mut self,
        key: &str,
        usual: Tenths,
        least: Tenths,
        most: Tenths,
    ) -> Result<Tenths, Fault> {
        let Some((line, value)) = self.take(key) else { return Ok(usual) };
        tenths(value.get_ref()).filter(|length| (least..=most).contains(length)).ok_or_else(|| {
            let (least, most) = (super::millimetres(least), super::millimetres(most));
            (line, format!("«{key}» son milímetros de {least} a {most}, con un decimal como mucho"))
        })
    }

    pub(super) fn choice<T: Copy>(&mut self, key: &str, choices: &[(&str, T)]) -> Result<T, Fault> {
        let Some((line, value)) = self.take(key) else { return Ok(choices[0].1) };
        let found = choices.iter().find(|(name, _)| value.get_ref().as_str() == Some(name));
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            (line, format!("«{key}» es {}", names.join(" o ")))
        })
    }

    /// A paper's size: its name, or width and height.
    pub(super) fn size(&mut self, key: &str) -> Result<(Tenths, Tenths), Fault> {
        const NAMED: [(&str, (Tenths, Tenths)); 4] =
            [("A3", (2970, 4200)), ("A4", (2100, 2970)), ("A5", (1480, 2100)), ("A4 apaisado", (2970, 2100))];
        let Some((line, value)) = self.take(key) else { return Ok((2100, 2970)) };
        let named = value.get_ref().as_str().and_then(|name| NAMED.iter().find(|(known, _)| *known == name));
        let sides: Vec<Tenths> = value
            .get_ref()
            .as_array()
            .map_or(Vec::new(), |sides| sides.iter().filter_map(|side| tenths(side.get_ref())).collect());
        match (named, &sides[..]) {
            (Some((_, size)), _) => Ok(*size),
            (None, &[width, height]) if [width, height].iter().all(|side| (700..=4500).contains(side)) => {
                Ok((width, height))
            }
            (None, _) => {
                let names = NAMED.map(|(name, _)| format!("\"{name}\"")).join(", ");
                Err((line, format!("«{key}» es {names} o [ancho, alto] en milímetros, de 70 a 450 cada uno")))
            }
        }
    }

    /// A colour that reads well on white.
    pub(super) fn colour(&mut self, key: &str) -> Result<Option<[u8; 3]>, Fault> {
        let Some((line, value)) = self.take(key) else { return Ok(None) };
        let digits = value.get_ref().as_str().and_then(|text| text.strip_prefix('#'));
        let mut rgb = [0; 3];
        digits
            .filter(|digits| hex::decode_to_slice(digits, &mut rgb).is_ok())
            .ok_or_else(|| (line, format!("«{key}» es un color como \"#7A162B\"")))?;
        let contrast = 1.05 / (luminance(rgb) + 0.05);
        if contrast < 4.5 {
            let said = format!("{contrast:.1}").replace('.', ",");
            return Err((
                line,
                format!(
                    "el color de «{key}» no se lee bien sobre blanco: su contraste es {said} y hace falta 4,5"
                ),
            ));
        }
        Ok(Some(rgb))
    }

    /// All that is left is face values in cents with their colours.
    pub(super) fn colours_by_cents(mut self) -> Result<Vec<(u64, [u8; 3])>, Fault> {
        let keys: Vec<(usize, String)> = self
            .fields
            .keys()
            .map(|key| (line_at(self.text, key.span().start), key.get_ref().to_string()))
            .collect();
        let mut colours = Vec::new();
        for (line, key) in keys {
            let cents =
                key.parse().ok().filter(|cents| *cents > 0 && !key.starts_with('0') && !key.starts_with('+'));
            let cents = cents
                .ok_or_else(|| (line, format!("«{key}» no es un valor facial en céntimos, como 200")))?;
            colours.push((cents, self.colour(&key)?.unwrap_or_default()));
        }
        Ok(colours)
    }

    /// The line of a field, or of the part if it has none.
    pub(super) fn line(&self, key: &str) -> usize {
        let found = self.fields.keys().find(|name| name.get_ref() == key);
        found.map_or(self.start, |name| line_at(self.text, name.span().start))
    }

    fn take(&mut self, key: &str) -> Option<(usize, Spanned<DeValue<'a>>)> {
        let line = self.line(key);
        self.fields.remove(key).map(|value| (line, value))
    }
}

fn line_at(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count() + 1
}

fn whole(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer().filter(|number| number.radix() == 10)?;
    number.as_str().parse().ok()
}

/// Millimetres with one decimal at most, as tenths.
fn tenths(value: &DeValue<'_>) -> Option<Tenths> {
    if let Some(number) = whole(value) {
        return Tenths::try_from(number).ok()?.checked_mul(10);
    }
    let (whole, decimal) = value.as_float()?.as_str().split_once('.')?;
    let one = decimal.len() == 1 && decimal.bytes().all(|b| b.is_ascii_digit());
    let whole: Tenths = whole.parse().ok()?;
    one.then(|| whole.checked_mul(10)?.checked_add(decimal.parse().ok()?)).flatten()
}

/// How bright a colour is, 0 to 1, as WCAG 2 reckons it.
fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

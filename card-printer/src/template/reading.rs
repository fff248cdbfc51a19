//! Values that only templates have: lengths, sizes of paper and colours, each with its limits.

use std::ops::RangeInclusive;

use settings_file::Table;
use toml::de::DeValue;

use super::millimetres;
use crate::page::Tenths;

/// Named sizes of paper.
const NAMED: [(&str, (Tenths, Tenths)); 4] =
    [("A3", (2970, 4200)), ("A4", (2100, 2970)), ("A5", (1480, 2100)), ("A4 apaisado", (2970, 2100))];

/// A text of at most so many letters; empty if missing.
pub(super) fn short_text(table: &Table<'_>, key: &'static str, most: usize) -> String {
    let what = format!("un texto entre comillas, de {most} letras como mucho");
    let good = |text: &str| (text.chars().count() <= most).then(|| text.to_owned());
    table.text_as(key, &what, good).unwrap_or_default()
}

/// A length in millimetres; its limits are in tenths.
pub(super) fn length(table: &Table<'_>, key: &'static str, range: RangeInclusive<Tenths>) -> Option<Tenths> {
    let (least, most) = (millimetres(*range.start()), millimetres(*range.end()));
    let what = format!("una medida de {least} a {most} milímetros, con un decimal como mucho");
    table.read(key, &what, |value| tenths(value).filter(|length| range.contains(length)))
}

/// A paper's size: its name, or width and height; A4 if missing.
pub(super) fn paper_size(table: &Table<'_>) -> (Tenths, Tenths) {
    let names = NAMED.map(|(name, _)| format!("\"{name}\"")).join(", ");
    let what = format!("{names} o [ancho, alto] en milímetros, de 70 a 450 cada uno");
    let size = table.read("size", &what, |value| {
        if let Some(name) = value.as_str() {
            return NAMED.iter().find(|(known, _)| *known == name).map(|(_, size)| *size);
        }
        let side = |side: &DeValue<'_>| tenths(side).filter(|side| (700..=4500).contains(side));
        let sides: Option<Vec<Tenths>> = value.as_array()?.iter().map(|item| side(item.get_ref())).collect();
        if let [width, height] = sides?[..] { Some((width, height)) } else { None }
    });
    size.unwrap_or((2100, 2970))
}

/// A colour with enough contrast to white.
pub(super) fn colour<'a>(table: &Table<'a>, key: &'a str) -> Option<[u8; 3]> {
    let rgb = table.text_as(key, "un color como \"#7A162B\"", |text| {
        let mut rgb = [0; 3];
        hex::decode_to_slice(text.strip_prefix('#')?, &mut rgb).ok().map(|()| rgb)
    })?;
    let contrast = 1.05 / (luminance(rgb) + 0.05);
    if contrast < 4.5 {
        let said = format!("{contrast:.1}").replace('.', ",");
        let text = format!(
            "el color de «{key}» no se lee bien sobre blanco: su contraste es {said} y hace falta 4,5"
        );
        table.fault_at(table.place(key), text);
    }
    Some(rgb)
}

/// The remaining keys: face values in cents, and their colours.
pub(super) fn colours_by_cents(table: &Table<'_>) -> Vec<(u64, [u8; 3])> {
    let mut colours = Vec::new();
    for (key, at) in table.rest() {
        let cents: Option<u64> = key.parse().ok();
        let colour = colour(table, key);
        match cents.filter(|cents| *cents > 0 && !key.starts_with(['0', '+'])) {
            Some(cents) => colours.extend(colour.map(|colour| (cents, colour))),
            None => table.fault_at(at, format!("«{key}» no es un valor facial en céntimos, como 200")),
        }
    }
    colours
}

/// Millimetres with one decimal at most, as tenths.
fn tenths(value: &DeValue<'_>) -> Option<Tenths> {
    if let Some(number) = value.as_integer() {
        return number.as_str().parse::<Tenths>().ok()?.checked_mul(10);
    }
    let (whole, decimal) = value.as_float()?.as_str().split_once('.')?;
    let one = decimal.len() == 1 && decimal.bytes().all(|b| b.is_ascii_digit());
    let whole: Tenths = whole.parse().ok()?;
    one.then(|| whole.checked_mul(10)?.checked_add(decimal.parse().ok()?)).flatten()
}

/// Relative luminance, 0 to 1 (WCAG 2).
fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

//! The barcodes of bought cards, in the hall's settings.

use hall_wire::barcode::{CHECK_DIGITS, CheckDigit, DIGITS_MAX, PATTERNS_MAX, Pattern, SYMBOLS, Symbol};
use settings_file::Table;

/// The longest name.
const NAME_MAX: usize = 40;

const NAME: &str = "cómo se le llama, de 1 a 40 letras entre comillas, como \"Cartones Ortiz\"";
const SYMBOL: &str = "qué está impreso, entre comillas: \"code128\", \"ean13\" o \"qr\"";
const NUMBER: &str = "cuántas cifras tiene el número del cartón";

/// Only whole ones, which no code can be mistaken for: where there is a fault nothing is used.
pub(super) fn barcodes(parts: Vec<Table<'_>>) -> Vec<Pattern> {
    let mut all: Vec<Pattern> = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        if number == PATTERNS_MAX {
            part.fault(format!("a lo sumo {PATTERNS_MAX} partes [[barcode]]: quite las demás"));
        }
        let at = part.at();
        for (key, is) in [("name", NAME), ("symbol", SYMBOL), ("number", NUMBER)] {
            part.needed_as(key, is);
        }
        let name = part.text_as("name", NAME, |text| {
            let fits = (1..=NAME_MAX).contains(&text.chars().count()) && !text.contains(char::is_control);
            (fits && text.trim() == text).then(|| text.to_owned())
        });
        let symbol = part.choice("symbol", &SYMBOLS);
        let usual = if symbol == Some(Symbol::Ean13) { CheckDigit::Mod10 } else { CheckDigit::None };
        let letter = part.text_as("letter", "la letra de la serie, de la A a la Z", |text| {
            let mut letters = text.chars();
            letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
        });
        let pattern = Pattern {
            name: name.clone().unwrap_or_default(),
            symbol: symbol.unwrap_or(Symbol::Code128),
            prefix: part.text("prefix").unwrap_or_default(),
            letter,
            series: part
                .number_as("series", "cuántas cifras tiene la serie", 0..=DIGITS_MAX + 1)
                .unwrap_or(0),
            number: part.number_as("number", NUMBER, 1..=DIGITS_MAX).unwrap_or(0),
            check: part.choice("check", &CHECK_DIGITS).unwrap_or(usual),
            suffix: part.text("terminator").unwrap_or_default(),
        };
        let whole = name.is_some() && symbol.is_some() && pattern.number > 0;
        if let Some(fault) = pattern.fault().filter(|_| whole) {
            part.fault_at(at, fault);
        }
        if let Some(other) = all.iter().find(|other| other.name == pattern.name) {
            part.fault_at(part.place("name"), format!("«name»: otro se llama también {}", other.name));
        } else if let Some(other) = all.iter().find(|other| whole && other.is_mistaken_for(&pattern)) {
            part.fault_at(
                at,
                format!("un mismo código valdría como éste y como «{}»: cambie prefix o number", other.name),
            );
        }
        part.finish();
        if whole {
            all.push(pattern);
        }
    }
    all
}

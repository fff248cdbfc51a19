//! Amounts and numbers as written and said in Spanish, and as written in English.

pub use hall_core::series::spelt as series;
use hall_core::words::Lang;

/// Makes the space of every series in a text (`A 17`, M13) a no-break space.
///
/// ```
/// assert_eq!(hall_look::words::unbroken("de la serie A 17 del número 1"), "de la serie A\u{a0}17 del número 1");
/// assert_eq!(hall_look::words::unbroken("LÍNEA 2 de 3 y 4"), "LÍNEA 2 de 3 y 4");
/// ```
pub fn unbroken(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    // The characters two and one before.
    let mut before = (' ', ' ');
    while let Some(c) = chars.next() {
        let of_series = c == ' '
            && before.1.is_ascii_uppercase()
            && !before.0.is_alphanumeric()
            && chars.peek().is_some_and(char::is_ascii_digit);
        whole.push(if of_series { '\u{a0}' } else { c });
        before = (before.1, c);
    }
    whole
}

/// Cents as `1.002,00 €`.
pub fn money(cents: u64) -> String {
    format!("{} €", amount(cents))
}

/// Cents as `1.002,00`.
pub fn amount(cents: u64) -> String {
    format!("{},{:02}", count(cents / 100), cents % 100)
}

/// Cents as on a screen in this language: `1.002,00 €`, in English `€1,002.00`.
pub fn money_in(lang: Lang, cents: u64) -> String {
    match lang {
        Lang::Es => money(cents),
        Lang::En => format!("€{}.{:02}", count_in(lang, cents / 100), cents % 100),
    }
}

/// A count with thousands separators: `1.800`. Card numbers have none.
pub fn count(number: u64) -> String {
    parted(number, '.')
}

/// A count as on a screen in this language: `1.800`, in English `1,800`.
pub fn count_in(lang: Lang, number: u64) -> String {
    match lang {
        Lang::Es => count(number),
        Lang::En => parted(number, ','),
    }
}

fn parted(number: u64, between: char) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(between);
        }
        text.push(digit);
    }
    text
}

const UNITS: &str = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince \
                     dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro \
                     veinticinco veintiséis veintisiete veintiocho veintinueve";
/// From thirty.
const TENS: &str = "treinta cuarenta cincuenta sesenta setenta ochenta noventa";
const HUNDREDS: &str = "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos \
                        ochocientos novecientos";

fn word(list: &'static str, place: u64) -> &'static str {
    let place = usize::try_from(place).expect("a short list");
    list.split(' ').nth(place).expect("a word for each place")
}

/// A number in Spanish words: «ochenta y uno».
pub fn spanish(number: u64) -> String {
    match number {
        0..30 => word(UNITS, number).to_string(),
        30..100 => join(word(TENS, number / 10 - 3), " y ", number % 10),
        100 => "cien".to_string(),
        101..1_000 => join(word(HUNDREDS, number / 100 - 1), " ", number % 100),
        1_000..2_000 => join("mil", " ", number % 1_000),
        2_000..1_000_000 => join(&format!("{} mil", apocope(number / 1_000)), " ", number % 1_000),
        1_000_000..2_000_000 => join("un millón", " ", number % 1_000_000),
        _ => join(&format!("{} millones", apocope(number / 1_000_000)), " ", number % 1_000_000),
    }
}

fn join(head: &str, between: &str, rest: u64) -> String {
    if rest == 0 { head.to_string() } else { format!("{head}{between}{}", spanish(rest)) }
}

/// A number as said before a noun: «veintiún mil», «un euro».
fn apocope(number: u64) -> String {
    let words = spanish(number);
    if let Some(head) = words.strip_suffix("veintiuno") {
        return format!("{head}veintiún");
    }
    words.strip_suffix("uno").map_or(words.clone(), |head| format!("{head}un"))
}

/// The digits of a ball: «ocho, cero»; `None` below 10.
pub fn spanish_digits(ball: u8) -> Option<String> {
    (ball >= 10).then(|| format!("{}, {}", spanish(u64::from(ball / 10)), spanish(u64::from(ball % 10))))
}

/// An amount in Spanish words: «noventa euros con dieciocho céntimos».
pub fn spanish_money(cents: u64) -> String {
    let (euros, rest) = (cents / 100, cents % 100);
    let of = if euros >= 1_000_000 && euros.is_multiple_of(1_000_000) { "de " } else { "" };
    let whole = if euros == 1 { "un euro".to_string() } else { format!("{} {of}euros", apocope(euros)) };
    match rest {
        0 => whole,
        1 => format!("{whole} con un céntimo"),
        _ => format!("{whole} con {} céntimos", apocope(rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_in_a_hall() {
        assert_eq!(money(100_200), "1.002,00 €");
        assert_eq!(money(1_259_118), "12.591,18 €");
        assert_eq!(money(7), "0,07 €");
        assert_eq!(count(1_800), "1.800");
        assert_eq!(count(999), "999");
        assert_eq!(money_in(Lang::Es, 1_259_118), "12.591,18 €");
        assert_eq!(money_in(Lang::En, 1_259_118), "€12,591.18");
        assert_eq!(money_in(Lang::En, 7), "€0.07");
        assert_eq!(count_in(Lang::En, 1_234_567), "1,234,567");
    }

    #[test]
    fn numbers_are_said_as_in_a_hall() {
        let said = [
            (1, "uno"),
            (16, "dieciséis"),
            (21, "veintiuno"),
            (31, "treinta y uno"),
            (80, "ochenta"),
            (90, "noventa"),
            (100, "cien"),
            (101, "ciento uno"),
            (591, "quinientos noventa y uno"),
            (1_002, "mil dos"),
            (21_000, "veintiún mil"),
            (31_501, "treinta y un mil quinientos uno"),
            (1_000_000, "un millón"),
        ];
        for (number, words) in said {
            assert_eq!(spanish(number), words);
        }
        assert_eq!(spanish_digits(80).as_deref(), Some("ocho, cero"));
        assert_eq!(spanish_digits(7), None);
        assert_eq!(spanish_money(9_018), "noventa euros con dieciocho céntimos");
        assert_eq!(spanish_money(100), "un euro");
        assert_eq!(spanish_money(2_101), "veintiún euros con un céntimo");
        assert_eq!(spanish_money(100_000_000), "un millón de euros");
    }
}

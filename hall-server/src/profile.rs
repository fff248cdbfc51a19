//! Profiles: one TOML file for each regulation, parsed once into [`Rules`].
//!
//! All faults are reported at once, each with line and value; unknown keys and words are faults.

use hall_core::matrix::SIZE_MAX;
use hall_core::money::{Cents, Percent, Rounding};
use hall_core::rules::{
    Announcing, Basis, CallerError, Destination, EvidencePolicy, Light, Picture, Rules, SecondWord, Sourced,
    SplitUnit, StaffCount, WithoutCamera,
};
use hall_core::time::Date;
use settings_file::{Faults, Table, VALUE};
use sha2::{Digest, Sha256};
use toml::de::DeValue;

/// The profile that ships as the default.
pub const ESTATAL_2002: &str = include_str!("../../profiles/estatal-2002.toml");

/// The profile that a hall was founded with, in its folder: the text whose SHA-256 its record begins with.
pub const FILE: &str = "perfil.toml";

/// Parses a profile; its name is for the messages. Returns the rules and the SHA-256 of the text.
pub fn parse(name: &str, text: &str) -> Result<(Rules, [u8; 32]), Faults> {
    let rules = settings_file::read(name, text, rules)?.expect("what is missing or wrong was named");
    Ok((rules, Sha256::digest(text.as_bytes()).into()))
}

/// `None` if something is missing or wrong: then it was named.
fn rules(root: Table<'_>) -> Option<Rules> {
    let text = |key: &'static str, what: &str| {
        root.needed_as(key, what);
        root.text_as(key, what, |text| Some(text.to_owned()))
    };
    let id = text("id", "el nombre corto del perfil, entre comillas");
    let title = text("title", "el reglamento con su fecha, entre comillas");
    let since = "desde qué día rige, entre comillas, como \"2002-10-01\"";
    root.needed_as("valid_from", since);
    let valid_from = root.text_as("valid_from", since, Date::parse);
    let euros = "la moneda, entre comillas, y este programa sólo lleva euros: \"EUR\"";
    root.needed_as("currency", euros);
    root.text_as("currency", euros, |text| (text == "EUR").then_some(()));
    let sources = "la lista de los textos de que sale, cada uno entre comillas";
    root.needed_as("sources", sources);
    root.read("sources", sources, |value| texts(value, |text| Some(text.to_owned())));

    let prizes = root.needed_part("prizes", "los premios y su reparto");
    let line = percent(&prizes, "line_pct");
    let bingo = percent(&prizes, "bingo_pct");
    if let (Some(line), Some(bingo)) = (&line, &bingo)
        && line.value.hundredths() + bingo.value.hundredths() > 10_000
    {
        prizes.fault(format!(
            "línea ({}) y bingo ({}) pasan juntos del 100 % de lo recaudado",
            line.value, bingo.value
        ));
    }
    let rounding = rounding(&prizes);
    let split_unit = one_of(&prizes, "split_unit", &SPLIT_UNIT);
    let resto_to = one_of(&prizes, "resto_to", &DESTINATIONS);
    let unsung_line_to = one_of(&prizes, "unsung_line_to", &DESTINATIONS);
    let unsung_bingo_to = one_of(&prizes, "unsung_bingo_to", &DESTINATIONS);
    prizes.finish();

    let cards = root.needed_part("cards", "los cartones y sus series");
    let face_values = sourced(&cards, "face_values", "[]", |entry| {
        let what = "la lista de los valores faciales en euros, cada uno entre comillas y mayor que cero; vacía, \
                    cualquiera";
        entry.read(VALUE, what, |value| texts(value, cents))
    });
    let series_size = number(&cards, "series_size", "los cartones de una serie", 1, SIZE_MAX);
    cards.finish();

    let claims = root.needed_part("claims", "los cantos");
    let seconds = "los segundos que la pregunta está en el aire";
    let question_min_secs = number(&claims, "question_min_secs", seconds, 0, u32::MAX);
    claims.finish();

    let balls = root.needed_part("balls", "los juegos de bolas");
    let max_games = number(&balls, "set_max_games", "las partidas de un juego de bolas", 0, u32::MAX);
    let warning_games = match (balls.has("set_warning_games"), &max_games) {
        (true, max) => {
            let most = max.as_ref().map_or(u32::MAX, |max| max.value);
            let what = "desde cuántas partidas se avisa, no más que set_max_games";
            number(&balls, "set_warning_games", what, 0, most)
        }
        // Older profiles do not have it.
        (false, Some(max)) => Some(Sourced { value: Rules::warning_before(max.value), basis: Basis::Hall }),
        (false, None) => None,
    };
    balls.finish();

    let draw = root.needed_part("draw", "la extracción");
    let announcing = one_of(&draw, "announcing", &ANNOUNCING);
    let evidence = if draw.has("evidence") {
        one_of(&draw, "evidence", &EVIDENCE)
    } else {
        // Older profiles do not have it.
        Some(Sourced { value: EvidencePolicy::Caller, basis: Basis::Hall })
    };
    let light = if draw.has("light") {
        one_of(&draw, "light", &LIGHT)
    } else {
        // Older profiles do not have it.
        Some(Sourced { value: Light::AtOnce, basis: Basis::Hall })
    };
    let without_camera = if draw.has("without_camera") {
        one_of(&draw, "without_camera", &WITHOUT_CAMERA)
    } else {
        // Older profiles do not have it.
        Some(Sourced { value: WithoutCamera::Free, basis: Basis::Hall })
    };
    let picture = if draw.has("picture") {
        one_of(&draw, "picture", &PICTURE)
    } else {
        // Older profiles do not have it.
        Some(Sourced { value: Picture::Marked, basis: Basis::Hall })
    };
    let second_word = if draw.has("second_word") {
        one_of(&draw, "second_word", &SECOND_WORD)
    } else {
        // Older profiles do not have it.
        Some(Sourced { value: SecondWord::SecondPerson, basis: Basis::Hall })
    };
    draw.finish();

    let least_staff = if root.has("staff") {
        let staff = root.needed_part("staff", "la plantilla");
        let least = least_staff(&staff);
        staff.finish();
        least
    } else {
        // Older profiles do not have it.
        Some(Sourced { value: StaffCount::default(), basis: Basis::Hall })
    };

    let failures = root.needed_part("failures", "las averías y los errores");
    let minutes = "los minutos de espera antes de la extracción";
    let pre_extraction_wait_min = number(&failures, "pre_extraction_wait_min", minutes, 0, u32::MAX);
    let caller_error = one_of(&failures, "caller_error", &CALLER_ERROR);
    failures.finish();
    root.finish();

    Some(Rules {
        id: id?,
        title: title?,
        line: line?,
        bingo: bingo?,
        face_values: face_values?,
        series_size: series_size?,
        rounding: rounding?,
        resto_to: resto_to?,
        unsung_line_to: unsung_line_to?,
        unsung_bingo_to: unsung_bingo_to?,
        question_min_secs: question_min_secs?,
        ball_set_max_games: max_games?,
        ball_set_warning_games: warning_games?,
        pre_extraction_wait_min: pre_extraction_wait_min?,
        caller_error: caller_error?,
        announcing: announcing?,
        evidence: evidence?,
        light: light?,
        without_camera: without_camera?,
        picture: picture?,
        second_word: second_word?,
        least_staff: least_staff?,
        valid_from: Some(valid_from?),
        split_unit: split_unit?,
    })
}

const DESTINATIONS: [(&str, Destination); 2] =
    [("house", Destination::House), ("carried", Destination::Carried)];
const SPLIT_UNIT: [(&str, SplitUnit); 1] = [("card", SplitUnit::Card)];
const ANNOUNCING: [(&str, Announcing); 2] = [("key", Announcing::Key), ("typed", Announcing::Typed)];
const EVIDENCE: [(&str, EvidencePolicy); 2] =
    [("caller", EvidencePolicy::Caller), ("second_reader", EvidencePolicy::SecondReader)];
const LIGHT: [(&str, Light); 3] =
    [("at_once", Light::AtOnce), ("starts", Light::Starts), ("ends", Light::Ends)];
const WITHOUT_CAMERA: [(&str, WithoutCamera); 3] = [
    ("free", WithoutCamera::Free),
    ("two_people", WithoutCamera::TwoPeople),
    ("refused", WithoutCamera::Refused),
];
const PICTURE: [(&str, Picture); 2] = [("marked", Picture::Marked), ("held", Picture::Held)];
const SECOND_WORD: [(&str, SecondWord); 3] =
    [("second_person", SecondWord::SecondPerson), ("mesa", SecondWord::Mesa), ("caller", SecondWord::Caller)];
const CALLER_ERROR: [(&str, CallerError); 2] =
    [("annul", CallerError::Annul), ("correct", CallerError::Correct)];

/// Reads `name = { value = …, law = "…" }`, or with `hall = true`. `example` is a value, as the file has it.
fn sourced<'a, T>(
    part: &Table<'a>,
    name: &'static str,
    example: &str,
    value: impl FnOnce(&Table<'a>) -> Option<T>,
) -> Option<Sourced<T>> {
    let how = format!("con su fuente, como {{ value = {example}, hall = true }} o con law = \"art. …\"");
    part.needed_as(name, &format!("un valor {how}"));
    let entry = part.entry(name, &how)?;
    entry.needed_as(VALUE, "el valor");
    let value = value(&entry);
    let law = entry.text_as("law", "el artículo que lo dice, entre comillas", |text| Some(text.to_owned()));
    let hall = entry.read("hall", "true o false, sin comillas", |value| value.as_bool()).unwrap_or_default();
    entry.finish();
    let basis = match law {
        Some(article) => Basis::Law(article),
        None if hall => Basis::Hall,
        None => Basis::Unknown,
    };
    Some(Sourced { value: value?, basis })
}

fn number(part: &Table<'_>, name: &'static str, what: &str, least: u32, most: u32) -> Option<Sourced<u32>> {
    sourced(part, name, "5", |entry| entry.number_as(VALUE, what, least..=most))
}

/// Reads one of these words.
fn one_of<T: Copy>(part: &Table<'_>, name: &'static str, words: &[(&str, T)]) -> Option<Sourced<T>> {
    let quoted: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
    let what = quoted.join(" o ");
    sourced(part, name, &quoted[0], |entry| {
        entry.text_as(VALUE, &what, |text| {
            words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
        })
    })
}

/// Reads the least staff, each post by its name.
fn least_staff(part: &Table<'_>) -> Option<Sourced<StaffCount>> {
    let example =
        "{ admision = 1, auxiliares = 1, vendedores = 2, cajeros = 1, jefes_de_mesa = 1, jefes_de_sala = 1 }";
    sourced(part, "least", example, |entry| {
        let posts = entry.entry(VALUE, example)?;
        let count = |name: &'static str| {
            let what = "cuántas personas, de 0 a 99";
            posts.needed_as(name, what);
            posts.number_as(name, what, 0..=99)
        };
        let [admision, auxiliares, vendedores, cajeros, jefes_de_mesa, jefes_de_sala] = [
            count("admision"),
            count("auxiliares"),
            count("vendedores"),
            count("cajeros"),
            count("jefes_de_mesa"),
            count("jefes_de_sala"),
        ];
        posts.finish();
        Some(StaffCount {
            admision: admision?,
            auxiliares: auxiliares?,
            vendedores: vendedores?,
            cajeros: cajeros?,
            jefes_de_mesa: jefes_de_mesa?,
            jefes_de_sala: jefes_de_sala?,
        })
    })
}

fn percent(part: &Table<'_>, name: &'static str) -> Option<Sourced<Percent>> {
    let what = "un tanto por ciento de 0 a 100 con dos decimales como mucho, entre comillas";
    let read = |text: &str| Percent::from_hundredths(u32::try_from(hundredths(text)?).ok()?);
    sourced(part, name, "\"9\"", |entry| entry.text_as(VALUE, what, read))
}

fn rounding(part: &Table<'_>) -> Option<Sourced<Rounding>> {
    sourced(part, "rounding", "\"down\", unit = \"0.01\"", |entry| {
        let what = "un importe en euros mayor que cero, entre comillas";
        entry.needed_as("unit", what);
        let unit = entry.text_as("unit", what, cents);
        let half_up = entry.text_as(VALUE, "\"down\" o \"half_up\"", |text| match text {
            "down" => Some(false),
            "half_up" => Some(true),
            _ => None,
        });
        let unit = unit?;
        Some(if half_up? { Rounding::HalfUp { unit } } else { Rounding::Down { unit } })
    })
}

fn texts<T>(value: &DeValue<'_>, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(|item| item.get_ref().as_str().and_then(&read)).collect()
}

/// Reads a decimal with at most two places as hundredths: "57,5" or "57.5" is 5750.
fn hundredths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || part.len() > 2 || (!part.is_empty() && !digits(part)) {
        return None;
    }
    let part: u64 = format!("{part:0<2}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(100)?.checked_add(part)
}

fn cents(text: &str) -> Option<Cents> {
    hundredths(text).filter(|cents| *cents > 0).map(Cents)
}

#[cfg(test)]
mod tests;
mod write;

pub use write::{ValueError, changed, values};

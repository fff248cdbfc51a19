//! Profiles: one TOML file for each regulation, parsed once into [`Rules`].
//!
//! Every error names the value; an unknown key or word is an error, never ignored.

use hall_core::money::{Cents, Percent, Rounding};
use hall_core::rules::{
    Announcing, Basis, CallerError, Destination, EvidencePolicy, Rules, Sourced, SplitUnit,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The profile that ships as the default.
pub const ESTATAL_2002: &str = include_str!("../../profiles/estatal-2002.toml");

/// A profile that cannot be used, and why.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The file is no TOML, or has a key that nobody knows, or lacks one.
    #[error("El perfil no se puede leer: {0}")]
    Shape(#[from] toml::de::Error),
    /// A value is not one this program knows.
    #[error("En el perfil, «{name}» no puede ser «{value}»: {expected}.")]
    Value {
        /// The key.
        name: &'static str,
        /// What the file has.
        value: String,
        /// What it could have.
        expected: &'static str,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: String,
    title: String,
    #[serde(rename = "valid_from")]
    _valid_from: String,
    currency: String,
    #[serde(rename = "sources")]
    _sources: Vec<String>,
    prizes: Prizes,
    cards: Cards,
    claims: Claims,
    balls: Balls,
    draw: Draw,
    failures: Failures,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prizes {
    line_pct: Value<String>,
    bingo_pct: Value<String>,
    rounding: RoundingValue,
    split_unit: Value<String>,
    resto_to: Value<String>,
    unsung_line_to: Value<String>,
    unsung_bingo_to: Value<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cards {
    face_values: Value<Vec<String>>,
    series_size: Value<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    question_min_secs: Value<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Balls {
    set_max_games: Value<u32>,
    /// Left out by profiles that are older than the question.
    set_warning_games: Option<Value<u32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    announcing: Value<String>,
    /// Left out by profiles that are older than the question.
    evidence: Option<Value<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failures {
    pre_extraction_wait_min: Value<u32>,
    caller_error: Value<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Value<T> {
    value: T,
    law: Option<String>,
    #[serde(default)]
    hall: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundingValue {
    value: String,
    unit: String,
    law: Option<String>,
    #[serde(default)]
    hall: bool,
}

/// Parses a profile. Returns the rules and the SHA-256 of the text.
///
/// # Errors
/// [`ProfileError`], naming the value.
pub fn parse(text: &str) -> Result<(Rules, [u8; 32]), ProfileError> {
    let file: File = toml::from_str(text)?;
    if file.currency != "EUR" {
        return Err(wrong("currency", &file.currency, "este programa sólo lleva euros (EUR)"));
    }
    let (prizes, cards) = (file.prizes, file.cards);
    let line = sourced("line_pct", prizes.line_pct, percent)?;
    let bingo = sourced("bingo_pct", prizes.bingo_pct, percent)?;
    if line.value.hundredths() + bingo.value.hundredths() > 10_000 {
        return Err(wrong(
            "bingo_pct",
            &bingo.value.to_string(),
            "línea y bingo no pueden pasar juntos del 100 %",
        ));
    }
    let series_size = sourced("series_size", cards.series_size, |_, size| Ok(size))?;
    if series_size.value == 0 || series_size.value > 1_000_000 {
        return Err(wrong("series_size", &series_size.value.to_string(), "de 1 a 1 000 000 cartones"));
    }
    let rounding = Sourced {
        value: rounding(&prizes.rounding)?,
        basis: basis(prizes.rounding.law, prizes.rounding.hall),
    };
    let max_games = sourced("set_max_games", file.balls.set_max_games, |_, games| Ok(games))?;
    let warning_games = match file.balls.set_warning_games {
        Some(value) => sourced("set_warning_games", value, |_, games| Ok(games))?,
        None => Sourced { value: Rules::warning_before(max_games.value), basis: Basis::Hall },
    };
    if warning_games.value > max_games.value {
        let value = warning_games.value.to_string();
        return Err(wrong("set_warning_games", &value, "no más partidas que set_max_games"));
    }
    let evidence = match file.draw.evidence {
        Some(value) => sourced("evidence", value, |name, text| match text.as_str() {
            "caller" => Ok(EvidencePolicy::Caller),
            "second_reader" => Ok(EvidencePolicy::SecondReader),
            _ => Err(wrong(name, &text, "«caller» o «second_reader»")),
        })?,
        None => Sourced { value: EvidencePolicy::Caller, basis: Basis::Hall },
    };
    let rules = Rules {
        id: file.id,
        title: file.title,
        line,
        bingo,
        face_values: sourced("face_values", cards.face_values, |name, list| {
            list.into_iter().map(|text| euros(name, text)).collect()
        })?,
        series_size,
        rounding,
        resto_to: sourced("resto_to", prizes.resto_to, destination)?,
        unsung_line_to: sourced("unsung_line_to", prizes.unsung_line_to, destination)?,
        unsung_bingo_to: sourced("unsung_bingo_to", prizes.unsung_bingo_to, destination)?,
        question_min_secs: sourced("question_min_secs", file.claims.question_min_secs, |_, secs| Ok(secs))?,
        ball_set_max_games: max_games,
        ball_set_warning_games: warning_games,
        pre_extraction_wait_min: sourced(
            "pre_extraction_wait_min",
            file.failures.pre_extraction_wait_min,
            |_, minutes| Ok(minutes),
        )?,
        caller_error: sourced("caller_error", file.failures.caller_error, |name, text| {
            match text.as_str() {
                "annul" => Ok(CallerError::Annul),
                "correct" => Ok(CallerError::Correct),
                _ => Err(wrong(name, &text, "«annul» o «correct»")),
            }
        })?,
        announcing: sourced("announcing", file.draw.announcing, |name, text| match text.as_str() {
            "key" => Ok(Announcing::Key),
            "typed" => Ok(Announcing::Typed),
            _ => Err(wrong(name, &text, "«key» o «typed»")),
        })?,
        evidence,
        split_unit: sourced("split_unit", prizes.split_unit, |name, text| match text.as_str() {
            "card" => Ok(SplitUnit::Card),
            _ => Err(wrong(name, &text, "«card»")),
        })?,
    };
    Ok((rules, Sha256::digest(text.as_bytes()).into()))
}

fn wrong(name: &'static str, value: &str, expected: &'static str) -> ProfileError {
    ProfileError::Value { name, value: value.to_owned(), expected }
}

fn basis(law: Option<String>, hall: bool) -> Basis {
    match law {
        Some(article) => Basis::Law(article),
        None if hall => Basis::Hall,
        None => Basis::Unknown,
    }
}

fn sourced<T, U>(
    name: &'static str,
    value: Value<T>,
    parse: impl FnOnce(&'static str, T) -> Result<U, ProfileError>,
) -> Result<Sourced<U>, ProfileError> {
    let Value { value, law, hall } = value;
    Ok(Sourced { value: parse(name, value)?, basis: basis(law, hall) })
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

fn percent(name: &'static str, text: String) -> Result<Percent, ProfileError> {
    let parsed = hundredths(&text).and_then(|n| Percent::from_hundredths(u32::try_from(n).ok()?));
    parsed.ok_or_else(|| wrong(name, &text, "un tanto por ciento de 0 a 100 con dos decimales como mucho"))
}

fn euros(name: &'static str, text: String) -> Result<Cents, ProfileError> {
    let cents = hundredths(&text).filter(|cents| *cents > 0).map(Cents);
    cents.ok_or_else(|| wrong(name, &text, "un importe en euros mayor que cero"))
}

fn rounding(value: &RoundingValue) -> Result<Rounding, ProfileError> {
    let unit = euros("rounding.unit", value.unit.clone())?;
    match value.value.as_str() {
        "down" => Ok(Rounding::Down { unit }),
        "half_up" => Ok(Rounding::HalfUp { unit }),
        other => Err(wrong("rounding", other, "«down» o «half_up»")),
    }
}

fn destination(name: &'static str, text: String) -> Result<Destination, ProfileError> {
    match text.as_str() {
        "house" => Ok(Destination::House),
        "carried" => Ok(Destination::Carried),
        _ => Err(wrong(name, &text, "«house» o «carried»")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_profile_is_no_draft() {
        let (rules, _) = parse(ESTATAL_2002).unwrap();
        assert_eq!(rules.line.value.hundredths(), 900);
        assert_eq!(rules.bingo.value.hundredths(), 5900);
        assert_eq!(rules.unknown(), Vec::<&str>::new());
    }

    #[test]
    fn a_value_without_a_basis_makes_a_draft() {
        let text = ESTATAL_2002.replace("{ value = 5, hall = true }", "{ value = 5 }");
        let (rules, _) = parse(&text).unwrap();
        assert_eq!(rules.unknown(), ["question_min_secs"]);
        assert!(rules.is_draft());
    }

    /// A hall's profile of before the question is read as it was.
    #[test]
    fn a_profile_without_a_warning_warns_fifty_games_before_the_limit() {
        let without = |text: &str| -> String {
            text.lines().filter(|line| !line.starts_with("set_warning_games")).collect::<Vec<_>>().join("\n")
        };
        let (rules, _) = parse(&without(ESTATAL_2002)).unwrap();
        assert_eq!(rules.ball_set_warning_games, Sourced { value: 950, basis: Basis::Hall });
        let (rules, _) = parse(&without(&ESTATAL_2002.replace("value = 1000", "value = 40"))).unwrap();
        assert_eq!(rules.ball_set_warning_games.value, 0);
    }

    #[test]
    fn each_bad_value_is_named() {
        let cases = [
            ("value = \"9\",", "value = \"9,123\",", "line_pct"),
            ("value = \"59\",", "value = \"95\",", "100 %"),
            ("value = \"down\"", "value = \"sideways\"", "rounding"),
            ("value = \"annul\"", "value = \"forgive\"", "caller_error"),
            ("value = 420", "value = 0", "series_size"),
            ("\"EUR\"", "\"PTA\"", "EUR"),
            ("[balls]", "[pelotas]", "pelotas"),
            ("value = 950", "value = 1001", "set_warning_games"),
            ("set_max_games", "set_games", "set_games"),
        ];
        for (from, to, named) in cases {
            let text = ESTATAL_2002.replacen(from, to, 1);
            assert_ne!(text, ESTATAL_2002, "{from} is in the profile");
            let error = parse(&text).unwrap_err().to_string();
            assert!(error.contains(named), "{error} should name {named}");
        }
    }
}

//! A profile made of rules: what a hall has whose values were changed one by one (ADR 73).

use std::fmt::Write;

use hall_core::hall::Profile;
use hall_core::money::{Cents, Percent, Rounding};
use hall_core::rules::{Basis, Rules, Sourced, StaffCount};
use hall_core::time::Date;
use hall_core::words::is_hidden;
use hall_wire::message::RuleRow;
use settings_file::Faults;

use super::{
    ANNOUNCING, CALLER_ERROR, DESTINATIONS, EVIDENCE, LIGHT, PICTURE, SECOND_WORD, SPLIT_UNIT,
    WITHOUT_CAMERA, parse,
};

/// The posts of the least staff by category (art. 22, 25), which the screens offer.
const CATEGORIES: [[u8; 6]; 5] =
    [[0; 6], [1, 1, 2, 1, 1, 1], [2, 1, 4, 1, 1, 1], [3, 2, 6, 1, 1, 1], [4, 4, 10, 2, 1, 2]];

/// Units to which prizes are rounded, which the screens offer.
const UNITS: [&str; 5] = ["0.01", "0.05", "0.10", "0.50", "1"];

/// Why a value of the hall is not changed.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    /// There is no value with this name.
    #[error("No hay ningún valor del perfil con el nombre «{0}».")]
    Unknown(String),
    /// The law says it.
    #[error("«{name}» lo fija la ley ({article}): no es un valor de la sala.")]
    OfLaw {
        /// Its name.
        name: String,
        /// The article.
        article: String,
    },
    /// What was typed is no value of this name, or more than that.
    #[error("Eso no es un valor de «{name}»: {fault}")]
    Bad {
        /// Its name.
        name: String,
        /// What is wrong with it.
        fault: String,
    },
}

/// The values of rules in the order of the profile, with the choices where there are few.
pub fn values(rules: &Rules) -> Vec<RuleRow> {
    let r = rules;
    vec![
        row("prizes", "line_pct", &r.line, percent, vec![]),
        row("prizes", "bingo_pct", &r.bingo, percent, vec![]),
        row("prizes", "rounding", &r.rounding, rounding, roundings()),
        row("prizes", "split_unit", &r.split_unit, |it| word(&SPLIT_UNIT, it), words(&SPLIT_UNIT)),
        row("prizes", "resto_to", &r.resto_to, |it| word(&DESTINATIONS, it), words(&DESTINATIONS)),
        row(
            "prizes",
            "unsung_line_to",
            &r.unsung_line_to,
            |it| word(&DESTINATIONS, it),
            words(&DESTINATIONS),
        ),
        row(
            "prizes",
            "unsung_bingo_to",
            &r.unsung_bingo_to,
            |it| word(&DESTINATIONS, it),
            words(&DESTINATIONS),
        ),
        row("cards", "face_values", &r.face_values, |it| prices(it), vec![]),
        row("cards", "series_size", &r.series_size, ToString::to_string, vec![]),
        row("claims", "question_min_secs", &r.question_min_secs, ToString::to_string, vec![]),
        row("balls", "set_max_games", &r.ball_set_max_games, ToString::to_string, vec![]),
        row("balls", "set_warning_games", &r.ball_set_warning_games, ToString::to_string, vec![]),
        row("draw", "announcing", &r.announcing, |it| word(&ANNOUNCING, it), words(&ANNOUNCING)),
        row("draw", "evidence", &r.evidence, |it| word(&EVIDENCE, it), words(&EVIDENCE)),
        row("draw", "light", &r.light, |it| word(&LIGHT, it), words(&LIGHT)),
        row(
            "draw",
            "without_camera",
            &r.without_camera,
            |it| word(&WITHOUT_CAMERA, it),
            words(&WITHOUT_CAMERA),
        ),
        row("draw", "picture", &r.picture, |it| word(&PICTURE, it), words(&PICTURE)),
        row("draw", "second_word", &r.second_word, |it| word(&SECOND_WORD, it), words(&SECOND_WORD)),
        row(
            "staff",
            "least",
            &r.least_staff,
            least,
            CATEGORIES.iter().map(|posts| least(&count(*posts))).collect(),
        ),
        row("failures", "pre_extraction_wait_min", &r.pre_extraction_wait_min, ToString::to_string, vec![]),
        row("failures", "caller_error", &r.caller_error, |it| word(&CALLER_ERROR, it), words(&CALLER_ERROR)),
    ]
}

/// The profile of these rules with one value of the hall changed: its rules, its text and its SHA-256.
pub fn changed(
    (rules, sha256): &Profile,
    name: &str,
    value: &str,
) -> Result<(Rules, String, [u8; 32]), ValueError> {
    let mut rows = values(rules);
    let row = rows.iter_mut().find(|row| row.name == name);
    let row = row.ok_or_else(|| ValueError::Unknown(name.to_owned()))?;
    if let Some(article) = &row.article {
        return Err(ValueError::OfLaw { name: name.to_owned(), article: article.clone() });
    }
    // Behind a sharp a file says what it likes.
    let value = value.trim();
    if value.contains('#') || value.chars().any(is_hidden) {
        let fault = "un solo valor, como está en el perfil".to_owned();
        return Err(ValueError::Bad { name: name.to_owned(), fault });
    }
    row.value = value.to_owned();
    row.of_hall = true;
    let bad = |fault: String| ValueError::Bad { name: name.to_owned(), fault };
    let text = text(rules, *sha256, &rows);
    let (made, made_sha256) = parse("perfil", &text).map_err(|faults: Faults| {
        bad(faults.list.first().map_or_else(String::new, |fault| fault.text.clone()))
    })?;
    // What was typed may have closed its brackets and said something of its own behind them.
    let alike = values(&made).into_iter().zip(&rows).all(|(one, other)| {
        one.name == name && one.of_hall || (&one.value, &one.article) == (&other.value, &other.article)
    });
    if !alike || made.id != rules.id || made.title != rules.title || made.valid_from != Some(first_day(rules))
    {
        return Err(bad("un solo valor, como está en el perfil".to_owned()));
    }
    Ok((made, text, made_sha256))
}

/// The text of a profile. It says of which other it was made.
fn text(rules: &Rules, from: [u8; 32], rows: &[RuleRow]) -> String {
    let mut text = String::new();
    let from = format!("{}, SHA-256 {}", rules.id, hex::encode(from));
    let mut line = |words: String| writeln!(text, "{words}").expect("a text takes all");
    line(format!("id = {}", quoted(&rules.id)));
    line(format!("title = {}", quoted(&rules.title)));
    line(format!("valid_from = {}", quoted(&first_day(rules).to_string())));
    line(format!("currency = {}", quoted("EUR")));
    line(format!("sources = [{}]", quoted(&from)));
    let mut part = "";
    for row in rows {
        if row.part != part {
            part = &row.part;
            line(format!("\n[{part}]"));
        }
        let basis = match (&row.article, row.of_hall) {
            (Some(article), _) => format!(", law = {}", quoted(article)),
            (None, true) => ", hall = true".to_owned(),
            (None, false) => String::new(),
        };
        line(format!("{} = {{ value = {}{basis} }}", row.name, row.value));
    }
    text
}

/// The first day of a regulation. Records of before it was read have none: it was in force when the hall was founded, and the
/// first of all is of this day.
fn first_day(rules: &Rules) -> Date {
    rules.valid_from.unwrap_or(Date { year: 1979, month: 1, day: 9 })
}

fn row<T>(
    part: &str,
    name: &str,
    sourced: &Sourced<T>,
    value: impl Fn(&T) -> String,
    choices: Vec<String>,
) -> RuleRow {
    let (article, of_hall) = match &sourced.basis {
        Basis::Law(article) => (Some(article.clone()), false),
        Basis::Hall => (None, true),
        Basis::Unknown => (None, false),
    };
    RuleRow { part: part.into(), name: name.into(), value: value(&sourced.value), article, of_hall, choices }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn word<T: PartialEq>(table: &[(&str, T)], value: &T) -> String {
    let found = table.iter().find(|(_, it)| it == value);
    quoted(found.expect("every value has its word").0)
}

fn words<T>(table: &[(&str, T)]) -> Vec<String> {
    table.iter().map(|(word, _)| quoted(word)).collect()
}

fn percent(value: &Percent) -> String {
    quoted(&hundredths(value.hundredths().into()))
}

/// With a point, and without what a whole number does not need.
fn hundredths(value: u64) -> String {
    match value % 100 {
        0 => (value / 100).to_string(),
        rest => format!("{}.{rest:02}", value / 100),
    }
}

fn rounding(value: &Rounding) -> String {
    let way = match value {
        Rounding::Down { .. } => "down",
        Rounding::HalfUp { .. } => "half_up",
    };
    rounding_of(way, &hundredths(value.unit().0))
}

fn rounding_of(way: &str, unit: &str) -> String {
    format!("{}, unit = {}", quoted(way), quoted(unit))
}

fn roundings() -> Vec<String> {
    let of_way = |way| UNITS.iter().map(move |unit| rounding_of(way, unit));
    ["down", "half_up"].into_iter().flat_map(of_way).collect()
}

fn prices(values: &[Cents]) -> String {
    let all: Vec<String> = values.iter().map(|price| quoted(&hundredths(price.0))).collect();
    format!("[{}]", all.join(", "))
}

fn count([admision, auxiliares, vendedores, cajeros, jefes_de_mesa, jefes_de_sala]: [u8; 6]) -> StaffCount {
    StaffCount { admision, auxiliares, vendedores, cajeros, jefes_de_mesa, jefes_de_sala }
}

fn least(value: &StaffCount) -> String {
    let StaffCount { admision, auxiliares, vendedores, cajeros, jefes_de_mesa, jefes_de_sala } = value;
    format!(
        "{{ admision = {admision}, auxiliares = {auxiliares}, vendedores = {vendedores}, cajeros = {cajeros}, \
         jefes_de_mesa = {jefes_de_mesa}, jefes_de_sala = {jefes_de_sala} }}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::ESTATAL_2002;

    fn shipped() -> Profile {
        parse("perfil.toml", ESTATAL_2002).unwrap()
    }

    #[test]
    fn a_profile_that_is_written_is_read_as_the_same_rules() {
        let (rules, sha256) = shipped();
        let written = text(&rules, sha256, &values(&rules));
        assert_eq!(parse("perfil.toml", &written).unwrap().0, rules);
        // Each choice of each value, too.
        for row in values(&rules) {
            for choice in row.choices.iter().filter(|_| row.article.is_none()) {
                let (made, ..) = changed(&(rules.clone(), sha256), &row.name, choice).unwrap();
                let now = values(&made).into_iter().find(|one| one.name == row.name).unwrap();
                assert_eq!(now.value, *choice, "{}", row.name);
            }
        }
    }

    #[test]
    fn one_value_of_the_hall_is_changed_and_nothing_else() {
        let profile = shipped();
        let (made, text, sha256) = changed(&profile, "question_min_secs", " 8 ").unwrap();
        assert_eq!(made.question_min_secs, Sourced { value: 8, basis: Basis::Hall });
        assert_eq!(Rules { question_min_secs: profile.0.question_min_secs.clone(), ..made }, profile.0);
        assert!(text.contains(&hex::encode(profile.1)), "it says what it was made of: {text}");
        assert_eq!(parse("perfil.toml", &text).unwrap().1, sha256);
        assert_eq!(changed(&profile, "question_min_secs", "8").unwrap().2, sha256, "two people get one text");
        // A hall of before a profile's first day was in the record.
        let old = (Rules { valid_from: None, ..profile.0 }, profile.1);
        let (made, ..) = changed(&old, "question_min_secs", "8").unwrap();
        assert_eq!(made.valid_from, Date::parse("1979-01-09"));
    }

    #[test]
    fn a_value_that_is_none_or_more_than_one_is_refused_with_what_is_expected() {
        let profile = shipped();
        let refused = |name: &str, value: &str| changed(&profile, name, value).unwrap_err().to_string();
        assert!(refused("line_pct", "\"20\"").contains("lo fija la ley (art. 35.2)"));
        assert!(refused("precio", "3").contains("ningún valor"));
        for (name, value) in [
            ("question_min_secs", "cinco"),
            ("question_min_secs", ""),
            ("question_min_secs", "5, law = \"art. 1\""),
            ("question_min_secs", "5, hall = true }\n[balls]\nset_max_games = { value = 5"),
            ("question_min_secs", "8 } # nothing of the hall"),
            ("set_warning_games", "1001"),
            ("rounding", "\"down\""),
            ("face_values", "[2]"),
            ("light", "\"later\""),
        ] {
            assert!(refused(name, value).starts_with("Eso no es un valor"), "{name} = {value}");
        }
    }
}

//! The text of a profile that says some rules, as a hall has it in its folder.

use std::fmt::Write;

use hall_core::money::{Percent, Rounding};
use hall_core::rules::{
    Announcing, Basis, CallerError, Destination, EvidencePolicy, Light, Picture, Rules, SecondWord, Sourced,
    SplitUnit, WithoutCamera,
};

/// The profile of these rules. Rules without a first day are of the first day of the state's Reglamento.
pub fn profile_text(rules: &Rules) -> String {
    let r = rules;
    let from = r.valid_from.map_or("1979-01-09".to_owned(), |date| date.to_string());
    let SplitUnit::Card = r.split_unit.value;
    let parts = [
        "[prizes]".to_owned(),
        entry("line_pct", &r.line, percent),
        entry("bingo_pct", &r.bingo, percent),
        entry("rounding", &r.rounding, rounding),
        entry("split_unit", &r.split_unit, |_| "\"card\"".to_owned()),
        entry("resto_to", &r.resto_to, destination),
        entry("unsung_line_to", &r.unsung_line_to, destination),
        entry("unsung_bingo_to", &r.unsung_bingo_to, destination),
        "[cards]".to_owned(),
        entry("face_values", &r.face_values, |prices| {
            let prices: Vec<String> =
                prices.iter().map(|price| format!("\"{}\"", hundredths(price.0))).collect();
            format!("[{}]", prices.join(", "))
        }),
        entry("series_size", &r.series_size, u32::to_string),
        "[claims]".to_owned(),
        entry("question_min_secs", &r.question_min_secs, u32::to_string),
        "[balls]".to_owned(),
        entry("set_max_games", &r.ball_set_max_games, u32::to_string),
        entry("set_warning_games", &r.ball_set_warning_games, u32::to_string),
        "[draw]".to_owned(),
        entry("announcing", &r.announcing, |value| {
            word(match value {
                Announcing::Key => "key",
                Announcing::Typed => "typed",
            })
        }),
        entry("evidence", &r.evidence, |value| {
            word(match value {
                EvidencePolicy::Caller => "caller",
                EvidencePolicy::SecondReader => "second_reader",
            })
        }),
        entry("light", &r.light, |value| {
            word(match value {
                Light::AtOnce => "at_once",
                Light::Starts => "starts",
                Light::Ends => "ends",
            })
        }),
        entry("without_camera", &r.without_camera, |value| {
            word(match value {
                WithoutCamera::Free => "free",
                WithoutCamera::TwoPeople => "two_people",
                WithoutCamera::Refused => "refused",
            })
        }),
        entry("picture", &r.picture, |value| {
            word(match value {
                Picture::Marked => "marked",
                Picture::Held => "held",
            })
        }),
        entry("second_word", &r.second_word, |value| {
            word(match value {
                SecondWord::SecondPerson => "second_person",
                SecondWord::Mesa => "mesa",
                SecondWord::Caller => "caller",
            })
        }),
        "[staff]".to_owned(),
        entry("least", &r.least_staff, |staff| {
            let [admision, auxiliares, vendedores, cajeros, mesa, sala] =
                staff.posts().map(|(_, count)| count);
            format!(
                "{{ admision = {admision}, auxiliares = {auxiliares}, vendedores = {vendedores}, cajeros = {cajeros}, \
                 jefes_de_mesa = {mesa}, jefes_de_sala = {sala} }}"
            )
        }),
        "[failures]".to_owned(),
        entry("pre_extraction_wait_min", &r.pre_extraction_wait_min, u32::to_string),
        entry("caller_error", &r.caller_error, |value| {
            word(match value {
                CallerError::Annul => "annul",
                CallerError::Correct => "correct",
            })
        }),
    ];
    let mut text = format!(
        "id = \"{}\"\ntitle = \"{}\"\nvalid_from = \"{from}\"\ncurrency = \"EUR\"\nsources = [\"de prueba\"]\n",
        r.id, r.title
    );
    for part in parts {
        writeln!(text, "{part}").unwrap();
    }
    text
}

fn entry<T>(name: &str, sourced: &Sourced<T>, value: impl Fn(&T) -> String) -> String {
    let basis = match &sourced.basis {
        Basis::Law(article) => format!(", law = \"{article}\""),
        Basis::Hall => ", hall = true".to_owned(),
        Basis::Unknown => String::new(),
    };
    format!("{name} = {{ value = {}{basis} }}", value(&sourced.value))
}

fn word(text: &str) -> String {
    format!("\"{text}\"")
}

fn hundredths(value: u64) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

fn percent(value: &Percent) -> String {
    word(&hundredths(value.hundredths().into()))
}

fn rounding(value: &Rounding) -> String {
    let (way, unit) = match value {
        Rounding::Down { unit } => ("down", unit),
        Rounding::HalfUp { unit } => ("half_up", unit),
    };
    format!("\"{way}\", unit = \"{}\"", hundredths(unit.0))
}

fn destination(value: &Destination) -> String {
    word(match value {
        Destination::House => "house",
        Destination::Carried => "carried",
    })
}

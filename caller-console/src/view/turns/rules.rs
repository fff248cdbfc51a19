//! Another value of the hall, from the next session on: what the law leaves to it, by two people (DECISIONS 39).

use hall_core::request::RequestKind;
use hall_wire::command::{AdoptRules, AskRules, Command};
use hall_wire::message::RuleRow;

use super::common::{Reasons, alert};
use super::form::{Blank, Facts, Filling, Opt, Step};
use crate::bar::KeyButton;
use crate::entry::Takes;
use crate::keys::Key;
use crate::known::{Known, date};
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::view::part::fitting;

const WHY: Reasons = Reasons::new(
    "ru-why",
    &["Lo dice el permiso de la sala", "Lo piden los jugadores", "Por costumbre de la sala"],
);

pub static RULES: Blank = Blank {
    id: "ru",
    power: Some(RequestKind::AskRules),
    impossible: |known| {
        if known.public().session.is_some() {
            return Some("ru-in-session");
        }
        known.lists.rules.values.is_empty().then_some("ru-not-known")
    },
    object: |known| known.lists.rules.sha256.clone(),
    steps,
    second: |_| Some(RequestKind::AdoptRules),
    facts,
    asks: |form| {
        let row = chosen(form)?;
        let (name, value) = (Some(row.name.clone()), Some(written(row, form.get("ru-value"))));
        let adopts = AdoptRules { profile: None, name: name.clone(), value: value.clone() };
        let asks = AskRules { profile: None, name, value, reason: WHY.given(form) };
        Some(vec![Command::AskRules(asks), Command::AdoptRules(adopts)])
    },
    buttons: |form| {
        let press = Press::Open(Over::Turn(Turn::Article36));
        vec![KeyButton::new(Key::F7, form.t("ar-open"), press).sub(form.t("ar-open-sub"))]
    },
    hold_s: 1.0,
    band: |_, form| alert(form.t("ru-word"), form.t("ru-band"), ""),
    ..Blank::PLAIN
};

/// The values that are the hall's, of one part of the profile.
fn of_part<'a>(known: &'a Known, part: &'a str) -> impl Iterator<Item = &'a RuleRow> {
    known.lists.rules.values.iter().filter(move |row| row.article.is_none() && row.part == part)
}

fn chosen(form: Filling<'_>) -> Option<&RuleRow> {
    of_part(form.known, form.get("ru-part")).find(|row| row.name == form.get("ru-what"))
}

fn steps(form: Filling<'_>) -> Vec<Step> {
    let known = form.known;
    let mut parts: Vec<&str> = Vec::new();
    for row in known.lists.rules.values.iter().filter(|row| row.article.is_none()) {
        // One choice is none.
        if !parts.contains(&row.part.as_str()) && row.choices.len() != 1 {
            parts.push(&row.part);
        }
    }
    let parts = parts.into_iter().map(|part| Opt::new(part, form.t(&format!("ru-part-{part}")))).collect();
    let rows = of_part(known, form.get("ru-part")).filter(|row| row.choices.len() != 1);
    let values = rows.map(|row| {
        let words = format!("{}: {}", form.t(&format!("rule-{}", row.name)), shown(known, row, &row.value));
        Opt::new(&row.name, words)
    });
    let mut steps = vec![form.choice("ru-part", parts), form.choice("ru-what", values.collect())];
    if let Some(row) = chosen(form) {
        steps.push(value_step(form, row));
    }
    steps.extend(WHY.steps(form));
    steps
}

/// What it becomes: one of a few, a number, or as it is written in the profile.
fn value_step(form: Filling<'_>, row: &RuleRow) -> Step {
    let typed = form.get("ru-value");
    let same = written(row, typed) == row.value;
    if !row.choices.is_empty() {
        let other = row.choices.iter().filter(|choice| **choice != row.value);
        let options = other.map(|choice| Opt::new(choice, shown(form.known, row, choice))).collect();
        return form.choice("ru-value", options);
    }
    if row.value.bytes().all(|b| b.is_ascii_digit()) {
        let missing = if typed.is_empty() { Some("ru-number") } else { same.then_some("ru-same") };
        return form.entry("ru-value", Takes::Digits(6), missing);
    }
    form.text("ru-value", 60)
}

/// What was typed or chosen, as the profile has it: `2 3,50` is a list of prices where there is one, `9,5` a text where there was a
/// text.
fn written(row: &RuleRow, typed: &str) -> String {
    let typed = typed.trim();
    let price = |word: &str| format!("\"{}\"", word.replace(',', "."));
    if !row.choices.is_empty() {
        typed.to_owned()
    } else if row.value.starts_with('[') {
        let prices: Vec<String> = typed.split_whitespace().map(price).collect();
        format!("[{}]", prices.join(", "))
    } else if row.value.starts_with('"') {
        price(typed)
    } else {
        typed.to_owned()
    }
}

/// A value in words.
fn shown(known: &Known, row: &RuleRow, value: &str) -> String {
    let bare = value.replace('"', "");
    if row.name == "least" {
        let place = row.choices.iter().position(|choice| choice == value);
        let id = place.map_or_else(|| "rule-least-own".to_owned(), |place| format!("rule-least-{place}"));
        return known.t(&id);
    }
    if let Some((way, unit)) = bare.split_once(", unit = ") {
        let unit = unit.replace('.', ",");
        return known.ta(&format!("rule-rounding-{way}"), &[("unit", &unit)]);
    }
    if value == "[]" {
        return known.t("rule-face_values-any");
    }
    let id = format!("rule-{}-{bare}", row.name);
    if known.texts.has(&id) { known.t(&id) } else { bare.replace(['[', ']'], "").replace('.', ",") }
}

fn facts(form: Filling<'_>) -> Facts {
    let rules = &form.known.lists.rules;
    // Its name has no room beside another word.
    let mut facts = vec![(fitting(&rules.title, 62), String::new())];
    if let Some(from) = &rules.valid_from {
        facts.push((form.t("ru-fact-from"), date(from)));
    }
    if let Some(row) = chosen(form) {
        facts.push((form.t("ru-fact-was"), shown(form.known, row, &row.value)));
    }
    if rules.to_come {
        facts.push((form.t("ru-fact-to-come"), String::new()));
    }
    if let Some(from) = &rules.waits_until {
        facts.push((form.t("ru-fact-waits"), date(from)));
    }
    if let Some(by) = rules.asked_by {
        facts.push((form.t("ru-fact-asked"), form.known.short_name(by)));
    }
    facts.extend(form.facts(&["ru-fact-next", "ru-fact-acta"]));
    facts
}

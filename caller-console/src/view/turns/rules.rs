//! Another regulation from the next session on, by two people: a value that the law leaves to the hall, or a whole profile from a
//! file (DECISIONS 39).

use std::fmt::Display;

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
use crate::profile_file::{Profile, ProfileFile};
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
    label: |_, form| form.t(if is_whole(form) { "ru-do-whole" } else { "ru-do" }),
    asks: |form| {
        if is_whole(form) {
            let profile = Some(picked(form)?.text.clone());
            let adopts = AdoptRules { profile: profile.clone(), name: None, value: None };
            let asks = AskRules { profile, name: None, value: None, reason: WHY.given(form) };
            return Some(vec![Command::AskRules(asks), Command::AdoptRules(adopts)]);
        }
        let row = chosen(form)?;
        let (name, value) = (Some(row.name.clone()), Some(row.written(form.get("ru-value"))));
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

/// In place of a part of the profile: all of it, from a file.
const WHOLE: &str = "whole";

fn is_whole(form: Filling<'_>) -> bool {
    form.get("ru-part") == WHOLE
}

/// The profile of the chosen file.
fn picked(form: Filling<'_>) -> Option<&Profile> {
    let file = files(form.known).iter().find(|file| file.path.to_string_lossy() == form.get("ru-file"));
    file.filter(|_| is_whole(form))?.profile.as_ref()
}

fn files(known: &Known) -> &[ProfileFile] {
    known.intake.profiles.as_deref().unwrap_or_default()
}

fn file_step(form: Filling<'_>) -> Step {
    let option = |file: &ProfileFile| {
        let opt = Opt::new(file.path.to_string_lossy(), format!("{} · {}", file.name(), file.place));
        if file.profile.is_some() { opt } else { opt.stops(form.t("ru-file-stop")) }
    };
    let step = form.choice("ru-file", files(form.known).iter().map(option).collect());
    let none = if form.known.intake.profiles.is_some() { "ru-file-none" } else { "ru-file-looking" };
    if files(form.known).is_empty() { step.note(form.t(none)) } else { step }
}

/// The values that are the hall's, of one part of the profile.
fn of_part<'a>(known: &'a Known, part: &'a str) -> impl Iterator<Item = &'a RuleRow> {
    known.lists.rules.values.iter().filter(move |row| row.is_open() && row.part == part)
}

fn chosen(form: Filling<'_>) -> Option<&RuleRow> {
    of_part(form.known, form.get("ru-part")).find(|row| row.name == form.get("ru-what"))
}

fn steps(form: Filling<'_>) -> Vec<Step> {
    let known = form.known;
    let mut parts: Vec<&str> = Vec::new();
    for row in known.lists.rules.values.iter().filter(|row| row.is_open()) {
        if !parts.contains(&row.part.as_str()) {
            parts.push(&row.part);
        }
    }
    parts.push(WHOLE);
    let parts = parts.into_iter().map(|part| Opt::new(part, form.t(&format!("ru-part-{part}")))).collect();
    if is_whole(form) {
        let mut steps = vec![form.choice("ru-part", parts), file_step(form)];
        steps.extend(WHY.steps(form));
        return steps;
    }
    let values = of_part(known, form.get("ru-part")).map(|row| {
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
    let same = row.written(typed) == row.value;
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

/// A value in words.
fn shown(known: &Known, row: &RuleRow, value: &str) -> String {
    row.words(value, |id, args| {
        let args: Vec<(&str, &dyn Display)> = args.iter().map(|(name, value)| (*name, value as _)).collect();
        known.texts.has(id).then(|| known.texts.get(id, &args))
    })
}

fn facts(form: Filling<'_>) -> Facts {
    let rules = &form.known.lists.rules;
    // Its name has no room beside another word.
    let mut facts = vec![(fitting(&rules.title, 62), String::new())];
    if let Some(from) = &rules.valid_from {
        facts.push((form.t("ru-fact-from"), date(from)));
    }
    if let Some(profile) = picked(form) {
        facts.push((form.t("ru-fact-other"), String::new()));
        facts.push((fitting(&profile.title, 62), String::new()));
        facts.push((form.t("ru-fact-from"), date(&profile.valid_from)));
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

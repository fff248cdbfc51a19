//! `/` 8 · Balls, authority, posts: the agent is called or has decided (34.4), another set of balls
//! goes in (Cat. II), somebody takes a post (26.2.b).

use hall_core::machine::SetId;
use hall_core::people::{PersonId, Role};
use hall_core::request::{Request, RequestKind};

use super::common::{count_missing, reason, reason_steps, trouble_band, waits_for, yes_or_stop};
use super::form::{Blank, Filled, Opt, Step};
use super::opening::set_options;
use super::suspended::{authority_act, authority_steps};
use crate::entry::Takes;
use crate::known::{Known, Member};
use crate::press::Press;
use crate::view::Band;

/// The usual reasons, as the record keeps them.
const CALLS: [&str; 4] =
    ["Bola repetida", "Falta una bola", "Bola defectuosa", "Irregularidad del extractor"];
const SETS: [&str; 3] = ["Bola golpeada", "El juego ha cumplido sus partidas", "Bola defectuosa"];
const POSTS: [&str; 3] = ["Descanso", "Indisposición", "Fin de turno"];

/// The posts that somebody can take.
const ROLES: [(Role, &str); 4] = [
    (Role::JefeDeMesa, "mt-role-mesa"),
    (Role::JefeDeSala, "mt-role-sala"),
    (Role::Cajero, "mt-role-caja"),
    (Role::VendedorLocutor, "mt-role-seller"),
];

/// The form.
#[derive(Debug, Default)]
pub struct Material;

fn person_options(known: &Known, good: impl Fn(u32, &Member) -> bool) -> Vec<Opt> {
    let people = known.people.iter().filter(|(person, member)| good(**person, member));
    people.map(|(person, _)| Opt::new(person.to_string(), known.short_name(*person))).collect()
}

fn set_steps(known: &Known, filled: &Filled) -> Vec<Step> {
    let choice = |key, id, options| Step::choice(known, filled, key, id, options);
    let mut steps = vec![
        choice("set", "mt-set", set_options(known, "")),
        choice("reserve", "op-reserve", set_options(known, filled.get("set"))),
        choice("seals", "op-seals", yes_or_stop(known, "op-whole", "op-broken", "op-seals-stop")),
        Step::entry(known, "balls", "op-balls", Takes::Digits(2), count_missing(known, filled))
            .note(known.t("op-balls-note")),
    ];
    steps.extend(reason_steps(known, filled, "mt-why-set", &SETS, ""));
    steps
}

fn post_steps(known: &Known, filled: &Filled) -> Vec<Step> {
    let posts = ROLES.iter().map(|(role, id)| Opt::new(role.name(), known.t(id))).collect();
    let post = Role::from_name(filled.get("post"));
    let has = person_options(known, |_, member| post.is_some_and(|post| member.roles.contains(&post)));
    let leaves = filled.number("person");
    let takes = person_options(known, |person, member| {
        Some(person) != leaves && !member.roles.contains(&Role::Inspector) && !member.roles.is_empty()
    });
    let mut steps = vec![
        Step::choice(known, filled, "post", "mt-post", posts),
        Step::choice(known, filled, "person", "mt-leaves", has),
        Step::choice(known, filled, "stand-in", "mt-takes", takes),
    ];
    steps.extend(reason_steps(known, filled, "mt-why-post", &POSTS, ""));
    steps
}

impl Blank for Material {
    fn title(&self, known: &Known) -> String {
        known.t("mt-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("mt-do")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::CallAuthority)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let called = known.board.authority.is_some();
        let authority = if called {
            Opt::new("record", known.t("mt-record"))
        } else {
            Opt::new("call", known.t("mt-call"))
        };
        let options = vec![
            authority,
            Opt::new("set", known.t("mt-change")),
            Opt::new("post", known.t("mt-substitute")),
        ];
        let mut steps = vec![Step::choice(known, filled, "what", "mt-what", options)];
        match filled.get("what") {
            "call" => steps.extend(reason_steps(known, filled, "mt-why-call", &CALLS, "")),
            "record" => steps.extend(authority_steps(known, filled)),
            "set" => steps.extend(set_steps(known, filled)),
            "post" => steps.extend(post_steps(known, filled)),
            _ => {}
        }
        steps
    }

    fn facts(&self, known: &Known, filled: &Filled) -> Vec<(String, String)> {
        match filled.get("what") {
            "call" => vec![
                (known.t("mt-fact-call"), known.t("mt-fact-call-is")),
                (known.t("su-fact-cards"), known.t("su-fact-cards-is")),
            ],
            "record" => vec![
                (known.t("su-fact-goes"), known.t("su-fact-goes-is")),
                (known.t("su-fact-ends"), known.t("su-fact-ends-is")),
            ],
            "set" => vec![(known.t("mt-fact-set"), known.t("mt-fact-set-is"))],
            "post" => vec![(known.t("mt-fact-post"), known.t("mt-fact-post-is"))],
            _ => Vec::new(),
        }
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let label = self.label(known);
        let reason = reason(filled, "");
        let request = match filled.get("what") {
            "call" => Request::CallAuthority { cause: reason },
            "record" => return Some(authority_act(known, filled, label)),
            "set" => Request::ChangeBallSet {
                set: SetId::parse(filled.get("set"))?,
                reserve_set: SetId::parse(filled.get("reserve"))?,
                balls_counted: u8::try_from(filled.number("balls")?).ok()?,
                seals_whole: filled.is_yes("seals"),
                reason,
            },
            "post" => Request::Substitute {
                post: Role::from_name(filled.get("post"))?,
                person: PersonId(filled.number("person")?),
                stand_in: PersonId(filled.number("stand-in")?),
                reason,
            },
            _ => return None,
        };
        Some(Press::ask(label, request))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        trouble_band(known, "mt-band")
    }
}

//! `/` 8 · Balls, authority, posts: the agent is called or has decided (34.4), another set of balls
//! goes in (Cat. II), another machine draws (DECISIONS 36), somebody takes a post (26.2.b).

use hall_core::machine::SetId;
use hall_core::people::{PersonId, Role};
use hall_core::request::{Request, RequestKind};
use hall_wire::board::Scene;

use super::common::{Reasons, ask, balls_counted, balls_step, people, unless_mine};
use super::form::{Blank, Filling, Step};
use super::opening::{MACHINE, machine_of, machine_options, set_options};
use super::suspended::{authority_asks, authority_steps};
use crate::entry::Takes;
use crate::known::Member;

const WHY_CALL: Reasons = Reasons::new(
    "mt-why-call",
    &["Bola repetida", "Falta una bola", "Bola defectuosa", "Irregularidad del extractor"],
);
const WHY_SET: Reasons =
    Reasons::new("mt-why-set", &["Bola golpeada", "El juego ha cumplido sus partidas", "Bola defectuosa"]);
const WHY_MACHINE: Reasons = Reasons::new(
    "mt-why-machine",
    &["La máquina está averiada", "No hay enlace con la máquina", "La máquina vuelve a funcionar"],
);
const WHY_POST: Reasons = Reasons::new("mt-why-post", &["Descanso", "Indisposición", "Fin de turno"]);

/// The posts that somebody can take.
const POSTS: [(Role, &str); 4] = [
    (Role::JefeDeMesa, "mt-role-mesa"),
    (Role::JefeDeSala, "mt-role-sala"),
    (Role::Cajero, "mt-role-caja"),
    (Role::VendedorLocutor, "mt-role-seller"),
];

pub static MATERIAL: Blank = Blank {
    id: "mt",
    power: Some(RequestKind::CallAuthority),
    steps: |form| {
        let called = form.known.board.authority.is_some();
        let authority = if called { ("record", "mt-record") } else { ("call", "mt-call") };
        let what = [authority, ("set", "mt-change"), ("post", "mt-substitute"), ("draws", "mt-machine")];
        let mut steps = vec![form.choice_of("mt-what", &what)];
        steps.extend(match form.get("mt-what") {
            "call" => call_steps(form),
            "record" => authority_steps(form),
            "set" => set_steps(form),
            "draws" => machine_steps(form),
            "post" => post_steps(form),
            _ => Vec::new(),
        });
        steps
    },
    second: |form| {
        unless_mine(form.known, RequestKind::RecordAuthority).filter(|_| form.get("mt-what") == "record")
    },
    facts: |form| match form.get("mt-what") {
        "call" => form.facts(&["mt-fact-call", "su-fact-cards"]),
        "record" => form.facts(&["su-fact-goes", "su-fact-ends"]),
        "set" => form.facts(&["mt-fact-set"]),
        "draws" => form.facts(&["mt-fact-machine", "mt-fact-machine-set"]),
        "post" => form.facts(&["mt-fact-post"]),
        _ => Vec::new(),
    },
    asks: |form| {
        ask(match form.get("mt-what") {
            "call" => {
                let counted = form.get(DOUBT) == "count";
                let balls = if counted { Some(balls_counted(form, "mt-balls")?) } else { None };
                Request::CallAuthority { cause: WHY_CALL.given(form), balls }
            }
            "record" => return authority_asks(form),
            "set" => Request::ChangeBallSet {
                set: SetId::parse(form.get("mt-set"))?,
                reserve_set: SetId::parse(form.get("op-reserve"))?,
                balls_counted: balls_counted(form, "op-balls")?,
                seals_whole: form.is_yes("op-seals"),
                reason: WHY_SET.given(form),
            },
            "draws" => {
                let (machine, read) = machine_of(form.get(MACHINE))?;
                Request::ChangeMachine { machine, read, reason: WHY_MACHINE.given(form) }
            }
            "post" => Request::Substitute {
                post: Role::from_name(form.get("mt-post"))?,
                person: PersonId(form.number("mt-leaves")?),
                stand_in: PersonId(form.number("mt-takes")?),
                reason: WHY_POST.given(form),
            },
            _ => return None,
        })
    },
    ..Blank::PLAIN
};

/// What the agent is called for: his word is about that, and no other doubt (34.4).
const DOUBT: &str = "mt-doubt";

fn call_steps(form: Filling<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    // In a game a count that differs is an ALTO.
    let between = matches!(form.known.scene(), Scene::Idle | Scene::NotHeld | Scene::Winners | Scene::Void);
    if between {
        steps.push(form.choice_of(DOUBT, &[("count", "mt-doubt-count"), ("other", "mt-doubt-other")]));
    }
    if between && form.get(DOUBT) == "count" {
        let short = form.get("mt-balls").len() < 2;
        steps.push(form.entry("mt-balls", Takes::Digits(2), short.then_some("fo-count")));
    }
    steps.extend(WHY_CALL.steps(form));
    steps
}

fn set_steps(form: Filling<'_>) -> Vec<Step> {
    let mut steps = vec![
        form.choice("mt-set", set_options(form.known, "")),
        form.choice("op-reserve", set_options(form.known, form.get("mt-set"))),
        form.yes_no("op-seals"),
        balls_step(form, "op-balls"),
    ];
    steps.extend(WHY_SET.steps(form));
    steps
}

fn machine_steps(form: Filling<'_>) -> Vec<Step> {
    let mut steps = vec![form.choice(MACHINE, machine_options(form.known))];
    steps.extend(WHY_MACHINE.steps(form));
    steps
}

fn post_steps(form: Filling<'_>) -> Vec<Step> {
    let staff = |good: &dyn Fn(u32, &Member) -> bool| {
        let people_of = form.known.people.iter().filter(|(person, member)| good(**person, member));
        people(form.known, people_of.map(|(person, _)| *person))
    };
    let posts = POSTS.map(|(role, id)| (role.name(), id));
    let post = Role::from_name(form.get("mt-post"));
    let leaves = form.number("mt-leaves");
    let has = staff(&|_, member| post.is_some_and(|post| member.roles.contains(&post)));
    let takes = staff(&|person, member| {
        Some(person) != leaves && !member.roles.contains(&Role::Inspector) && !member.roles.is_empty()
    });
    let mut steps = vec![
        form.choice_of("mt-post", &posts),
        form.choice("mt-leaves", has),
        form.choice("mt-takes", takes),
    ];
    steps.extend(WHY_POST.steps(form));
    steps
}

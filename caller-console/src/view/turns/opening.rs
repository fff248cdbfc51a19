//! 02 · The opening check-list (S1 to S6, DECISIONS 30): item by item, then the session opens.

use hall_core::event::{HowRead, MachineNo, OpeningCheck};
use hall_core::machine::SetId;
use hall_core::people::PersonId;
use hall_core::request::{Request, RequestKind};
use hall_core::time::HourOfDay;
use hall_look::words;
use hall_wire::board::HallMachine;
use hall_wire::message::{BallSetRow, SetDuty};

use super::common::{alert, balls_counted, balls_step, counter, counter_steps};
use super::form::{Blank, Filling, NO, Opt, Step, YES};
use crate::bar::KeyButton;
use crate::entry::Takes;
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::view::balls::{self, extractor_words};

pub static OPENING: Blank = Blank {
    id: "op",
    power: Some(RequestKind::OpenSession),
    impossible: |known| lacks_sets(known).then_some("op-no-sets"),
    steps,
    asks: |form| {
        let [set, reserve] = sets(form);
        let (machine, read) = machine_of(form.get(TRIED))?;
        let hour_said = form.is_yes("op-permit");
        let (set, balls_counted) =
            (SetId::parse(form.filled.or("op-set", &set))?, balls_counted(form, "op-balls")?);
        let opens = Request::OpenSession {
            sala: PersonId(counter(form)?.user.parse().ok()?),
            check: OpeningCheck {
                balls_counted,
                set,
                reserve_set: SetId::parse(form.filled.or("op-reserve", &reserve))?,
                seals_whole: form.is_yes("op-seals"),
                installations_work: form.get(TRIED) != NO,
                public_witness: form.is_yes("op-witness"),
            },
            reserve_machine: form.is_yes("op-spare"),
            machine,
            read,
            staff_complete: Some(matches!(form.get(STAFF), YES | NO_RULES)),
            rules_shown: Some(matches!(form.get(STAFF), YES | NO_STAFF)),
            closing_hour: if hour_said { Some(hour(form.get("op-hour"))?) } else { None },
        };
        Some(vec![Request::SignCount { set, balls_counted }.into(), opens.into()])
    },
    signs: counter,
    facts: |form| {
        let last = form.known.lists.sessions.first();
        let closed = last.and_then(|row| Some((row, row.closed_at_utc_ms?)));
        let fact = closed
            .map(|(row, at)| (form.known.ta("op-last", &[("session", &row.session)]), form.known.time(at)));
        Vec::from_iter(fact)
    },
    buttons,
    answers: &[(Key::F5, "op-permit", NO)],
    band: |_, form| {
        let lacks = lacks_sets(form.known);
        lacks.then(|| alert(form.t("op-sets-word"), form.t("op-no-sets"), "")).flatten()
    },
    is_place: true,
    shows_machine: true,
    ..Blank::PLAIN
};

/// Whether there are too few sets of balls. Before the lists come, nobody knows.
fn lacks_sets(known: &Known) -> bool {
    known.lists.seq > 0 && known.lists.ball_sets.len() < 2
}

fn steps(form: Filling<'_>) -> Vec<Step> {
    let known = form.known;
    let [set, reserve] = sets(form);
    // The hour takes the place of the question: the list keeps its ten rows.
    let permit = if form.is_yes("op-permit") {
        let missing = hour(form.get("op-hour")).is_none().then_some("op-hour-missing");
        form.entry("op-hour", Takes::Digits(4), missing)
    } else {
        form.yes_no("op-permit")
    };
    let other_sets = set_options(known, form.filled.or("op-set", &set));
    let [counter, pin] = counter_steps(form);
    vec![
        form.choice_of(
            STAFF,
            &[
                (YES, "op-staff-yes"),
                (NO_STAFF, "op-staff-no-staff"),
                (NO_RULES, "op-staff-no-rules"),
                (NO, "op-staff-no"),
            ],
        ),
        form.choice(TRIED, tried(form)),
        form.choice("op-set", set_options(known, "")).start(set),
        form.choice("op-reserve", other_sets).start(reserve),
        form.yes_no("op-seals"),
        form.yes_no("op-spare"),
        counter,
        balls_step(form, "op-balls"),
        form.yes_no("op-witness"),
        permit,
        pin,
    ]
}

/// Whether the least staff is there, and copies of the reglamento for the public: what is missing is written, and the hall opens.
const STAFF: &str = "op-staff";
const NO_STAFF: &str = "staff";
const NO_RULES: &str = "rules";

/// Whether everything works, and with which machine, read by whom: one answer, since a machine that works is what is drawn with.
const TRIED: &str = "op-tried";

/// What works, and what does not.
fn tried(form: Filling<'_>) -> Vec<Opt> {
    let known = form.known;
    let works = |opt: Opt| Opt { words: known.ta("op-tried-works", &[("machine", &opt.words)]), ..opt };
    let fails = Opt::new(NO, form.t("op-tried-no")).stops(form.t("op-tried-stop"));
    machine_options(known).into_iter().map(works).chain([fails]).collect()
}

/// With which machine, and how its balls are read, where that changes.
pub const MACHINE: &str = "op-machine";

/// Each machine of the hall, read by itself and by the caller; where none was entered, the one that there is.
pub fn machine_options(known: &Known) -> Vec<Opt> {
    let machines =
        known.board.machines.iter().map(Some).chain(known.board.machines.is_empty().then_some(None));
    let both = |machine: Option<&HallMachine>| {
        [HowRead::Connected, HowRead::ByCaller].map(|read| {
            let read_words = known.t(match read {
                HowRead::Connected => "op-machine-connected",
                HowRead::ByCaller => "op-machine-caller",
            });
            let words = match machine {
                Some(machine) => {
                    let sort = known.t(extractor_words(machine.extractor));
                    known.ta(
                        "op-machine-is",
                        &[("n", &machine.machine), ("sort", &sort), ("read", &read_words)],
                    )
                }
                None => read_words,
            };
            let no = machine.map_or(0, |machine| machine.machine);
            Opt::new(format!("{no} {}", read.name()), words)
        })
    };
    machines.flat_map(both).collect()
}

/// The machine and the reading of an answer.
pub fn machine_of(answer: &str) -> Option<(Option<MachineNo>, HowRead)> {
    let (no, read) = answer.split_once(' ')?;
    let no: u32 = no.parse().ok()?;
    Some(((no > 0).then_some(MachineNo(no)), HowRead::from_name(read)?))
}

/// The sets to choose from, with the games each has served.
pub fn set_options(known: &Known, but: &str) -> Vec<Opt> {
    let sets = known.lists.ball_sets.iter().filter(|row| row.set != but && row.withdrawn.is_none());
    let opt = |row: &BallSetRow| {
        let games = words::count(u64::from(row.games));
        let words = known.ta("op-set-games", &[("set", &row.set), ("n", &row.games), ("games", &games)]);
        Opt::new(row.set.clone(), words)
    };
    sets.map(opt).collect()
}

/// The sets that are proposed. To play: the one in the machine, as its line says or as the last session
/// left it. As a reserve: the last session's, or the only other set there is.
fn sets(form: Filling<'_>) -> [String; 2] {
    let lists = &form.known.lists;
    let usable = |set: &&str| lists.ball_sets.iter().any(|row| row.set == **set && row.withdrawn.is_none());
    let of_last = |duty: SetDuty| {
        let row = lists.ball_sets.iter().find(|row| row.in_last_session == Some(duty));
        row.map(|row| row.set.as_str())
    };
    let loaded = form.known.board.machine.set.as_deref().filter(usable);
    let playing = loaded.or_else(|| of_last(SetDuty::Playing).filter(usable)).unwrap_or_default();
    let set = form.filled.or("op-set", playing);
    let other = |name: &&str| *name != set && usable(name);
    let mut others = lists.ball_sets.iter().map(|row| row.set.as_str()).filter(other);
    let only = others.next().filter(|_| others.next().is_none());
    let reserve = of_last(SetDuty::Reserve).filter(other).or(only).unwrap_or_default();
    [playing.to_string(), reserve.to_string()]
}

/// The closing hour of four digits.
pub fn hour(digits: &str) -> Option<HourOfDay> {
    let (hours, minutes) = digits.split_at_checked(2)?;
    HourOfDay::parse(&format!("{hours}:{minutes}"))
}

fn buttons(form: Filling<'_>) -> Vec<KeyButton> {
    let known = form.known;
    let again = form.is_yes("op-permit").then(|| {
        KeyButton::new(Key::F5, known.t("op-permit-no"), Press::Typed).sub(known.t("op-hour-again"))
    });
    let last = known.lists.sessions.first().filter(|row| row.closed_at_utc_ms.is_some());
    let acta = last.map(|last| {
        let words = known.ta("op-acta", &[("session", &last.session)]);
        KeyButton::new(Key::F4, words, Press::Open(Over::Look(Look::Acta))).sub(known.t("op-acta-sub"))
    });
    // An incident with the hall closed is for the next acta.
    let trouble = crate::view::mesa::trouble(known);
    [trouble].into_iter().chain(again).chain(balls::key(known)).chain(acta).collect()
}

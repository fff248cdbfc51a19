//! 15 · ALTO: an alto by hand, and the ways out of any (DECISIONS 23), which take two people.

use egui::{Rect, Ui, vec2};
use hall_core::event::{ExitKind, HoldExit, HoldNo, Ordinal, Paragraph};
use hall_core::people::PersonId;
use hall_core::request::{Request, RequestKind};
use hall_look::ink;
use hall_wire::board::{Hold, HoldKind};
use hall_wire::command::Command;

use super::article36::{aloud, has_read};
use super::common::{Reasons, alert, ask, people, waits_for};
use super::form::{Blank, Facts, Filling, Opt, Step, YES};
use crate::bar::KeyButton;
use crate::entry::Takes;
use crate::keys::Key;
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::machine;
use crate::view::part::{bold, camera, columns, cut_top, label, panel, text};

const WHY: Reasons = Reasons {
    id: "al-why",
    usual: &[
        "Duda con una bola",
        "Bola en el suelo",
        "No se ve el panel o un monitor",
        "Ruido: no se oye al locutor",
    ],
    start: "Duda con una bola",
};

/// `/` 2: an alto by hand.
pub static RAISE_HOLD: Blank = Blank {
    id: "al-raise",
    power: Some(RequestKind::RaiseHold),
    steps: |form| WHY.steps(form),
    facts: |form| form.facts(&["al-fact-balls", "al-fact-wall", "al-fact-out"]),
    asks: |form| ask(Request::RaiseHold { game: value::game(form.known), reason: WHY.given(form) }),
    ..Blank::PLAIN
};

/// The way out of the first hold.
pub static LEAVE_HOLD: Blank = Blank {
    id: "al",
    power: Some(RequestKind::AskHoldExit),
    object: |known| format!("{:?}", hold(known).map(|hold| hold.hold)),
    title: |_, form| match form.known.board.holds.len() {
        0 | 1 => form.t("al-title"),
        holds => form.known.ta("al-title-more", &[("n", &(holds - 1))]),
    },
    sub: |_, form| form.t(if i_am_second(form) { "al-leave-second" } else { "al-leave-two" }),
    steps: exit_steps,
    label: |blank, form| match must_read(form) {
        true => form.t("al-read-verb"),
        false => form.t(&format!("{}-do", blank.id)),
    },
    second: |form| (!i_am_second(form) && !must_read(form)).then_some(RequestKind::ConfirmHoldExit),
    asks: |form| {
        if must_read(form) {
            return ask(has_read(form.known, Paragraph::AfterExtraction));
        }
        let [ask, confirm] = halves(form)?;
        let proposed = standing(form).is_none().then_some(ask);
        Some(proposed.into_iter().chain([confirm]).collect())
    },
    buttons,
    answers: &[(Key::F6, ANEW, YES)],
    facts: chosen_first,
    say: |form| must_read(form).then(|| aloud(form, Paragraph::AfterExtraction)),
    band: |_, form| alert(form.t("al-word"), form.known.said(&hold(form.known)?.why), form.t("al-then")),
    aside: paint_state,
    is_place: true,
    ..Blank::PLAIN
};

/// Answered where another way out is wanted than the one that was proposed.
const ANEW: &str = "al-anew";

/// How a ball can be in doubt: the way out is the same, two people say which ball it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// The machine read a ball, and the number may be another.
    Misread,
    /// A ball may have come that nobody read: nothing was read, or what was said of it was lost, or nobody
    /// listened.
    Unread,
    /// A ball was put in the place of another, which may be outside all the same.
    Outside,
}

impl Doubt {
    /// How a hold puts a ball in doubt, where it does.
    const fn of(hold: &Hold) -> Option<Doubt> {
        match hold.kind {
            HoldKind::Repeated
            | HoldKind::OutOfRange
            | HoldKind::ForeignSet
            | HoldKind::CallerDiffers
            | HoldKind::KeyedDiffers
            | HoldKind::KeyedAgain
            | HoldKind::ReadWrong
            | HoldKind::ReadersDiffer
            | HoldKind::SecondSilent
            | HoldKind::SecondLost => Some(Doubt::Misread),
            // A ball may have come unseen too while the machine started anew, and while people held the game.
            HoldKind::NoRead
            | HoldKind::FramesMissing
            | HoldKind::CountDiffers
            | HoldKind::Rebooted
            | HoldKind::Called => Some(Doubt::Unread),
            HoldKind::LeftOut => Some(Doubt::Outside),
            HoldKind::Fault | HoldKind::DoorOpen | HoldKind::LinkLost => None,
        }
    }

    /// The ids of the choice, and of the way out with its ball.
    const fn ids(self) -> (&'static str, &'static str) {
        match self {
            Doubt::Misread => ("al-misread", "al-is-misread"),
            Doubt::Unread => ("al-unread", "al-is-unread"),
            Doubt::Outside => ("al-outside", "al-is-outside"),
        }
    }
}

/// Whether the number is in doubt: only the ball itself tells.
const fn only_ball(hold: &Hold) -> bool {
    matches!(
        hold.kind,
        HoldKind::CallerDiffers | HoldKind::KeyedDiffers | HoldKind::ReadWrong | HoldKind::ReadersDiffer
    )
}

/// The number of the ball in doubt where the hold says it; empty where only the ball itself does.
fn ball_known(hold: &Hold) -> String {
    let ball = hold.ball.filter(|_| hold.kind == HoldKind::LeftOut);
    ball.map_or_else(String::new, |ball| ball.to_string())
}

/// The place of the ball in doubt, as far as the board tells: in a difference it is the ball
/// on the table, a ball that lost its place came after the one that has it, otherwise the one that comes next.
fn place_in_doubt(known: &Known, hold: &Hold) -> u8 {
    let next = value::announced(known) + u8::try_from(known.board.pending.len()).unwrap_or(0) + 1;
    let place = match hold.ordinal {
        Some(place) if hold.kind == HoldKind::LeftOut => place.saturating_add(1),
        Some(place) if only_ball(hold) => return place,
        Some(_) | None => next,
    };
    place.min(90)
}

fn hold(known: &Known) -> Option<&Hold> {
    known.board.holds.first()
}

/// A way out in words, with names.
fn words_of(known: &Known, exit: HoldExit) -> String {
    match exit {
        HoldExit::Misread { ordinal, ball } => {
            let (_, way) = hold(known).and_then(Doubt::of).unwrap_or(Doubt::Misread).ids();
            known.ta(way, &[("place", &ordinal.0), ("ball", &ball)])
        }
        HoldExit::Repaired => known.t("al-is-repaired"),
        HoldExit::ByHand { caller, second } => {
            let (caller, second) = (known.short_name(caller.0), known.short_name(second.0));
            known.ta("al-is-hand", &[("caller", &caller), ("second", &second)])
        }
        HoldExit::Authority => known.t("al-is-authority"),
    }
}

/// Who may ask for this and is on duty, but for one.
fn on_duty(known: &Known, request: RequestKind, but: Option<u32>) -> Vec<Opt> {
    let mut all: Vec<u32> = Vec::new();
    for person in known.board.people.iter().map(|duty| duty.person) {
        let may = known.people.get(&person).is_some_and(|member| request.is_for(&member.roles));
        if may && Some(person) != but && !all.contains(&person) {
            all.push(person);
        }
    }
    people(known, all)
}

fn chosen(form: Filling<'_>) -> Option<ExitKind> {
    ExitKind::from_name(form.get("al-exit"))
}

/// The way out that was proposed and stands, with who proposed it.
fn standing(form: Filling<'_>) -> Option<(HoldExit, u32)> {
    let proposed = hold(form.known)?.proposed.as_ref().filter(|_| !form.is_yes(ANEW))?;
    Some((proposed.exit, proposed.by))
}

/// Whether who sits here is the second person, to whom another desk proposed.
fn i_am_second(form: Filling<'_>) -> bool {
    let me = form.known.person();
    standing(form).is_some_and(|(_, by)| Some(by) != me)
}

/// The way out that is agreed to, or chosen.
fn way_out(form: Filling<'_>) -> Option<HoldExit> {
    let hold = hold(form.known)?;
    if let Some((way, _)) = standing(form) {
        return Some(way);
    }
    Some(match chosen(form)? {
        ExitKind::Misread => {
            let (place, ball) = (place_in_doubt(form.known, hold).to_string(), ball_known(hold));
            HoldExit::Misread {
                ordinal: Ordinal(form.filled.or("al-place", &place).parse().ok()?),
                ball: value::ball(form.filled.or("al-ball", &ball).parse().ok()?)?,
            }
        }
        ExitKind::Repaired => HoldExit::Repaired,
        ExitKind::ByHand => HoldExit::ByHand {
            caller: PersonId(form.number("al-caller")?),
            second: PersonId(form.number("al-hand-second")?),
        },
        ExitKind::Authority => HoldExit::Authority,
    })
}

/// The two halves of leaving the hold: proposed, and agreed to.
fn halves(form: Filling<'_>) -> Option<[Command; 2]> {
    let (hold, exit) = (HoldNo(hold(form.known)?.hold), way_out(form)?);
    let game = value::game(form.known);
    Some([
        Request::AskHoldExit { game, hold, exit }.into(),
        Request::ConfirmHoldExit { game, hold, exit }.into(),
    ])
}

/// Whether 36.2 is read aloud now. That is an act of its own: with it recorded the way out is chosen (36.3).
fn must_read(form: Filling<'_>) -> bool {
    let by_hand = chosen(form) == Some(ExitKind::ByHand) && standing(form).is_none();
    by_hand && !form.known.board.after_read
}

fn exits(form: Filling<'_>, hold: &Hold) -> Vec<Opt> {
    // Where people read the balls, none comes that nobody reads.
    let by_people = form.known.board.reading.is_some() || form.known.board.by_hand.is_some();
    let unread = by_people && matches!(hold.kind, HoldKind::Rebooted | HoldKind::Called);
    let kind = Doubt::of(hold).filter(|_| !unread);
    // Where the hold is about something else, that a ball hid behind it is what is least expected; and a
    // ball that lost its place was most often read wrongly.
    let hidden = matches!(hold.kind, HoldKind::Rebooted | HoldKind::Called) || kind == Some(Doubt::Outside);
    let doubt = kind.map(|doubt| Opt::new(ExitKind::Misread.name(), form.t(doubt.ids().0)));
    let (first, later) = if hidden { (None, doubt) } else { (doubt, None) };
    let repaired = match kind {
        Some(Doubt::Outside) => "al-repaired-inside",
        _ if hold.kind == HoldKind::KeyedAgain => "al-repaired-slip",
        _ if first.is_some() => "al-repaired-ball",
        _ => "al-repaired",
    };
    let repaired = (!only_ball(hold)).then(|| Opt::new(ExitKind::Repaired.name(), form.t(repaired)));
    let hand = Opt::new(ExitKind::ByHand.name(), form.t("al-hand"));
    let others_read = !form.known.board.after_read && !form.known.may(RequestKind::ReadParagraph);
    let hand = match () {
        () if only_ball(hold) => hand.stops(form.t("al-hand-ball")),
        () if others_read => hand.stops(form.t("al-hand-unread")),
        () => hand,
    };
    let hand = (!by_people).then_some(hand);
    let authority = Opt::new(ExitKind::Authority.name(), form.t("al-authority"));
    [first, repaired, later, hand, Some(authority)].into_iter().flatten().collect()
}

fn exit_steps(form: Filling<'_>) -> Vec<Step> {
    let known = form.known;
    let Some(hold) = hold(known) else { return Vec::new() };
    if let Some((way, by)) = standing(form) {
        let words = words_of(known, way);
        let said = known.ta("al-proposed", &[("name", &known.short_name(by))]);
        return vec![form.choice("al-agree", vec![Opt::new(YES, words)]).note(said).start(YES)];
    }
    let mut steps = vec![form.choice("al-exit", exits(form, hold))];
    if chosen(form) == Some(ExitKind::Misread) {
        let number = |id: &'static str, start: String| {
            let good =
                form.filled.or(id, &start).parse::<u8>().is_ok_and(|number| (1..=90).contains(&number));
            let missing = (!good).then_some("al-number-missing");
            form.entry(id, Takes::Digits(2), missing).start(start)
        };
        steps.push(number("al-place", place_in_doubt(known, hold).to_string()));
        steps.push(number("al-ball", ball_known(hold)));
    }
    if must_read(form) {
        steps.push(form.choice_of("al-read", &[(YES, "al-read-yes")]));
    } else if chosen(form) == Some(ExitKind::ByHand) {
        let callers = on_duty(known, RequestKind::Announce, None);
        let seconds = on_duty(known, RequestKind::KeyBall, form.number("al-caller"));
        steps.extend([form.choice("al-caller", callers), form.choice("al-hand-second", seconds)]);
    }
    steps
}

fn buttons(form: Filling<'_>) -> Vec<KeyButton> {
    let trouble = crate::view::mesa::trouble(form.known).sub(form.t("al-trouble-sub"));
    // With a way out chosen there is no room for it: `−` goes back to where there is.
    let again = chosen(form).is_none().then(|| crate::view::film::narrow_key(form.known));
    let first = [Some(trouble), again].into_iter().flatten();
    if waits_for(form.known, RequestKind::AskHoldExit).is_some() {
        return first.collect();
    }
    if standing(form).is_some() {
        let other = KeyButton::new(Key::F6, form.t("al-anew"), Press::Typed);
        return first.chain([other.sub(form.t("al-anew-sub"))]).collect();
    }
    // Proposed here, confirmed at another desk: no PIN is typed over somebody's shoulder.
    let all = exit_steps(form).into_iter().all(|step| form.judged(step).missing.is_none());
    let ready = all && !must_read(form);
    let asks: Vec<Command> = halves(form).into_iter().map(|[ask, _]| ask).collect();
    let propose = KeyButton::new(Key::F5, form.t("al-propose"), Press::asks(form.t("al-propose"), asks));
    first.chain([propose.sub(form.t("al-propose-sub")).on_if(ready, form.t("al-propose-off"))]).collect()
}

/// What the first person chose, fixed before the second agrees.
fn chosen_first(form: Filling<'_>) -> Facts {
    let Some(exit) = way_out(form) else { return Vec::new() };
    let me = || form.known.person();
    let by = standing(form).map(|(_, by)| by).or_else(me);
    let first = by.map_or_else(String::new, |by| form.known.short_name(by));
    vec![(form.t("al-first"), first), (words_of(form.known, exit), String::new())]
}

/// Paints how balls and machine stand, and the camera.
fn paint_state(ui: &mut Ui, room: Rect, known: &Known) -> f32 {
    const HEIGHT: f32 = 132.0;
    let top = Rect::from_min_size(room.min, vec2(room.width(), HEIGHT));
    let [facts, picture] = columns(top, [0.62, 0.38], 10.0);
    let announced = &known.public().announced;
    let last = announced.last().map_or_else(|| "–".to_string(), ToString::to_string);
    let pending: Vec<String> =
        known.board.pending.iter().map(|ball| format!("{} ({}.ª)", ball.ball, ball.ordinal)).collect();
    let pending = if pending.is_empty() {
        known.t("al-none-pending")
    } else {
        known.ta("al-pending", &[("balls", &pending.join(", "))])
    };
    let of = &known.board.machine;
    let machine = known.ta("al-machine", &[("state", &machine::state(known, of)), ("out", &of.out)]);
    let lines = [
        (24.0, known.t("al-what"), label(16.0)),
        (28.0, known.ta("al-last", &[("ball", &last), ("n", &announced.len())]), bold(18.0)),
        (26.0, pending, text(17.0)),
        (26.0, machine, text(17.0)),
    ];
    let mut inner = panel(ui, facts);
    for (height, words, set) in lines {
        ink::line(ui, cut_top(&mut inner, height), &words, set);
    }
    camera(ui, picture, known);
    HEIGHT
}

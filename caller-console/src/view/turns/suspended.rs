//! 16 · Suspended: the fifteen minutes of 36.1 by the desk's clock, the paragraph to be read, and
//! what is open then; and the wait for the authority (34.4).

use egui::{Rect, Ui, vec2};
use hall_core::event::Paragraph;
use hall_core::request::{Request, RequestKind};
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::board::{Hold, Suspension};
use hall_wire::command::Command;

use super::article36::{aloud, has_read};
use super::common::{Reasons, alert, ask, trouble_band, unless_mine};
use super::form::{Blank, Facts, Filling, NO, Opt, Step, YES};
use crate::bar::Arming;
use crate::entry::Takes;
use crate::known::Known;
use crate::value;
use crate::view::mesa::trouble;
use crate::view::part::{bold, cut_top, fitting, gauge, headed, label, rows, text};

const CAUSE: Reasons = Reasons::new(
    "su-cause",
    &[
        "Avería del extractor",
        "Corte de luz",
        "No hay sonido en la sala",
        "Fallo del panel o de los monitores",
        "Accidente en la sala",
        "Sin imagen de la salida de bolas",
    ],
);

const FAILURE: Blank = Blank {
    power: Some(RequestKind::SuspendGame),
    impossible: |known| known.board.suspension.is_some().then_some("su-already"),
    steps: |form| CAUSE.steps(form),
    band: |_, form| trouble_band(form, "su-band"),
    ..Blank::PLAIN
};

/// `/` 4, before the first ball: the game is suspended, then 36.1 is read.
pub static SUSPEND: Blank = Blank {
    id: "su-suspend",
    facts: |form| form.facts(&["su-fact-time", "su-fact-cards"]),
    asks: |form| ask(Request::SuspendGame { game: value::game(form.known), cause: CAUSE.given(form) }),
    ..FAILURE
};

/// `/` 4, with balls out: 36.2 is read, and the game held.
pub static READ_AND_HOLD: Blank = Blank {
    id: "su-read-hold",
    facts: |form| form.facts(&["su-fact-hold"]),
    say: |form| Some(aloud(form, Paragraph::AfterExtraction)),
    asks: |form| {
        let known = form.known;
        let hold = Request::RaiseHold { game: value::game(known), reason: CAUSE.given(form) };
        let hold = known.board.holds.is_empty().then_some(hold);
        let read = has_read(known, Paragraph::AfterExtraction);
        Some(hold.into_iter().chain([read]).map(Command::from).collect())
    },
    ..FAILURE
};

/// Whether no ball has come out.
pub(super) fn before(known: &Known) -> bool {
    known.public().announced.is_empty() && known.board.pending.is_empty()
}

/// The place: 36.1, until it is lifted or the cards are refunded.
const SUSPENDED: Blank = Blank {
    object: |known| format!("{:?}", suspension(known).map(|suspension| suspension.since_utc_ms)),
    title: |_, form| form.t("su-title"),
    say: |form| Some(aloud(form, Paragraph::BeforeExtraction)),
    band: |_, form| alert(form.t("su-word"), &suspension(form.known)?.cause, form.t("su-then")),
    buttons: |form| vec![trouble(form.known)],
    aside: paint_clock,
    arming: Arming::Verdict,
    is_place: true,
    shows_machine: true,
    ..Blank::PLAIN
};

static READ: Blank = Blank {
    id: "su-read",
    power: Some(RequestKind::ReadParagraph),
    steps: |form| vec![form.choice_of("su-aloud", &[(YES, "su-aloud-is")]).start(YES)],
    asks: |form| ask(has_read(form.known, Paragraph::BeforeExtraction)),
    ..SUSPENDED
};

static LIFT: Blank = Blank {
    id: "su-lift",
    power: Some(RequestKind::LiftSuspension),
    steps: |form| {
        let [lift, refund] = ways(form);
        vec![form.choice("su-way", vec![lift, refund.stops(form.t("su-not-yet"))])]
    },
    asks: |form| ask(Request::LiftSuspension { game: value::game(form.known) }),
    ..SUSPENDED
};

static REFUND: Blank = Blank {
    id: "su-refund",
    power: Some(RequestKind::AskVoid),
    steps: |form| {
        let [lift, refund] = ways(form);
        vec![form.choice("su-way", vec![lift.stops(form.t("su-too-late")), refund])]
    },
    second: |_| Some(RequestKind::ConfirmVoid),
    asks: |form| {
        let game = value::game(form.known);
        let cause = format!("Sin arreglo en el plazo del apartado 36.1: {}", suspension(form.known)?.cause);
        let cause = fitting(&cause, 400);
        let ask = Request::AskVoid { game, cause: cause.clone() };
        Some([ask, Request::ConfirmVoid { game, cause }].map(Command::from).into())
    },
    ..SUSPENDED
};

fn ways(form: Filling<'_>) -> [Opt; 2] {
    let takings = form.known.game().map_or(0, |game| u64::from(game.cards) * game.face_value_cents);
    let back = form.known.ta("su-give-back", &[("sum", &words::money(takings))]);
    [Opt::new("lift", form.t("su-repaired")), Opt::new("refund", back)]
}

fn suspension(known: &Known) -> Option<&Suspension> {
    known.board.suspension.as_ref()
}

/// The form of a suspension as it stands. Once the fifteen minutes are over only the refund is open
/// (DECISIONS 21).
pub fn suspended(known: &Known) -> &'static Blank {
    match suspension(known) {
        _ if known.board.authority.is_some() => &AUTHORITY,
        Some(of) if of.read && known.now_utc_ms >= of.until_utc_ms && before(known) => &REFUND,
        Some(of) if of.read => &LIFT,
        Some(_) | None => &READ,
    }
}

/// Returns milliseconds as `14:21`, never below zero.
fn minutes(ms: i64) -> String {
    let secs = (ms.max(0) + 999) / 1000;
    format!("{:02}:{:02}", secs / 60, secs % 60)
}

fn paint_clock(ui: &mut Ui, room: Rect, known: &Known) -> f32 {
    const HEIGHT: f32 = 226.0;
    let Some(suspension) = suspension(known) else { return 0.0 };
    let room = Rect::from_min_size(room.min, vec2(room.width(), HEIGHT));
    let mut inner = headed(ui, room, 22.0, &known.t("su-left"), label(17.0));
    let left = suspension.until_utc_ms - known.now_utc_ms;
    ink::line(ui, cut_top(&mut inner, 108.0), &minutes(left), bold(116.0));
    let whole = (suspension.until_utc_ms - suspension.since_utc_ms).max(1);
    let fill = if left < 120_000 { console::ALERT } else { console::TEXT };
    gauge(ui, cut_top(&mut inner, 12.0), 6.0, left as f32 / whole as f32, fill, colour::RAISED);
    inner.min.y += 6.0;
    let (since, until) = (known.time(suspension.since_utc_ms), known.time(suspension.until_utc_ms));
    let [a, b] = rows(inner, [0.5, 0.5], 0.0);
    ink::line(ui, a, &known.ta("su-since", &[("time", &since)]), text(17.0));
    ink::line(ui, b, &known.ta("su-until", &[("time", &until)]), text(17.0));
    HEIGHT
}

/// The place: the authority was called, and nothing goes on until the agent has decided.
static AUTHORITY: Blank = Blank {
    id: "su-authority",
    steps: authority_steps,
    second: |form| unless_mine(form.known, RequestKind::RecordAuthority),
    asks: authority_asks,
    facts: |form| {
        // Other doubts are shown to the agent too; the game is held for them afterwards.
        let holds = &form.known.board.holds;
        let held = |hold: &Hold| (form.t("su-fact-held"), form.known.said(&hold.why).to_owned());
        let mut facts: Facts = holds.iter().map(held).collect();
        let goes = if holds.is_empty() { "su-fact-goes-is" } else { "su-fact-goes-held" };
        facts.push((form.t("su-fact-goes"), form.t(goes)));
        facts.extend(form.facts(&["su-fact-ends"]));
        facts
    },
    buttons: |form| vec![trouble(form.known)],
    band: |_, form| {
        let cause = form.known.board.authority.clone().unwrap_or_default();
        alert(form.t("su-authority-word"), cause, form.t("su-authority-then"))
    },
    is_place: true,
    ..Blank::PLAIN
};

/// The steps of what the agent decided.
pub fn authority_steps(form: Filling<'_>) -> Vec<Step> {
    let agent = form.get("su-agent").is_empty().then_some("su-agent-missing");
    vec![
        form.entry("su-agent", Takes::Code(20), agent),
        form.choice_of("su-decides", &[(YES, "su-goes-on"), (NO, "su-ends")]),
    ]
}

/// What records it, in the name of the jefe de sala.
pub fn authority_asks(form: Filling<'_>) -> Option<Vec<Command>> {
    let (agent, goes_on) = (form.get("su-agent").into(), form.is_yes("su-decides"));
    ask(Request::RecordAuthority { agent, goes_on })
}

//! 16 · Suspended: the fifteen minutes of 36.1 by the desk's clock, the paragraph to be read, and
//! what is open then; and the wait for the authority (34.4).

use egui::{Rect, Ui, vec2};
use hall_core::event::Paragraph;
use hall_core::request::{Request, RequestKind};
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::board::Suspension;

use super::common::{
    alert, has_read, may, reason, reason_steps, second, second_steps, trouble_band, waits_for,
};
use super::form::{Blank, Filled, Opt, Step, YES};
use super::paragraph;
use crate::bar::{Arming, KeyButton};
use crate::entry::Takes;
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::Band;
use crate::view::part::{bold, cut_top, label, panel, text};

/// The usual causes, as the record keeps them.
const CAUSES: [&str; 5] = [
    "Avería del extractor",
    "Corte de luz",
    "No hay sonido en la sala",
    "Fallo del panel o de los monitores",
    "Accidente en la sala",
];

/// `/` 4: a failure or an accident: before the first ball the suspension, after it ALTO and 36.2.
#[derive(Debug, Default)]
pub struct Suspend;

/// Returns whether no ball has come out.
fn before(known: &Known) -> bool {
    known.public().announced.is_empty() && known.board.pending.is_empty()
}

impl Blank for Suspend {
    fn title(&self, known: &Known) -> String {
        known.t(if before(known) { "su-title-1" } else { "su-title-2" })
    }

    fn label(&self, known: &Known) -> String {
        known.t(if before(known) { "su-suspend" } else { "su-read-hold" })
    }

    fn sub(&self, known: &Known) -> String {
        if before(known) { in_minutes(known, "su-suspend-sub") } else { known.t("su-read-hold-sub") }
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::SuspendGame)
    }

    fn impossible(&self, known: &Known, _filled: &Filled) -> Option<String> {
        known.board.suspension.is_some().then(|| known.t("su-already"))
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        reason_steps(known, filled, "su-cause", &CAUSES, "")
    }

    fn facts(&self, known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        if before(known) {
            return vec![
                (known.t("su-fact-time"), in_minutes(known, "su-fact-time-is")),
                (known.t("su-fact-cards"), known.t("su-fact-cards-is")),
            ];
        }
        vec![(known.t("su-fact-hold"), known.t("su-fact-hold-is"))]
    }

    fn say(&self, known: &Known, _filled: &Filled) -> Option<(String, String)> {
        // Before the first ball it is read once the game is suspended.
        (!before(known)).then(|| (known.t("su-head-2"), paragraph::AFTER.to_string()))
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let cause = reason(filled, "");
        if before(known) {
            return Some(Press::ask(
                self.label(known),
                Request::SuspendGame { game: value::game(known), cause },
            ));
        }
        let mut asks = Vec::new();
        if known.board.holds.is_empty() {
            asks.push(Request::RaiseHold { game: value::game(known), reason: cause });
        }
        asks.push(has_read(known, Paragraph::AfterExtraction));
        Some(Press::asks(self.label(known), asks))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        trouble_band(known, "su-band")
    }
}

/// Returns milliseconds as `14:21`, never below zero.
fn minutes(ms: i64) -> String {
    let secs = (ms.max(0) + 999) / 1000;
    format!("{:02}:{:02}", secs / 60, secs % 60)
}

/// The place: 36.1, until it is lifted or the cards are refunded.
#[derive(Debug, Default)]
pub struct Suspended;

fn suspension(known: &Known) -> Option<&Suspension> {
    known.board.suspension.as_ref()
}

/// Returns a text with the minutes of 36.1, which the profile says.
fn in_minutes(known: &Known, id: &str) -> String {
    known.ta(id, &[("minutes", &known.board.suspension_minutes)])
}

/// Returns whether the fifteen minutes are over: then only the refund is open (DECISIONS 21).
fn is_over(known: &Known) -> bool {
    suspension(known).is_some_and(|suspension| known.now_utc_ms >= suspension.until_utc_ms) && before(known)
}

fn is_read(known: &Known) -> bool {
    suspension(known).is_some_and(|suspension| suspension.read)
}

impl Blank for Suspended {
    fn title(&self, known: &Known) -> String {
        known.t("su-after-title")
    }

    fn object(&self, known: &Known) -> String {
        format!("{} {}", is_read(known), is_over(known))
    }

    fn label(&self, known: &Known) -> String {
        if !is_read(known) {
            known.t("su-read")
        } else if is_over(known) {
            known.ta("su-refund", &[("game", &value::game(known).0.to_string())])
        } else {
            known.t("su-lift")
        }
    }

    fn sub(&self, known: &Known) -> String {
        let id = match (is_read(known), is_over(known)) {
            (false, _) => "su-read-sub",
            (true, true) => "su-refund-sub",
            (true, false) => "su-lift-sub",
        };
        known.t(id)
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        let request = match (is_read(known), is_over(known)) {
            (false, _) => RequestKind::ReadParagraph,
            (true, true) => RequestKind::AskVoid,
            (true, false) => RequestKind::LiftSuspension,
        };
        waits_for(known, request)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        if !is_read(known) {
            return vec![
                Step::choice(known, filled, "read", "su-aloud", vec![Opt::yes(known.t("su-aloud-is"))])
                    .start(known, filled, YES),
            ];
        }
        let game = known.game();
        let takings = game.map_or(0, |game| u64::from(game.cards) * game.face_value_cents);
        let sum = words::money(takings);
        let lift = Opt::new("lift", known.t("su-repaired"));
        let refund = Opt::new("refund", known.ta("su-give-back", &[("sum", &sum)]));
        let options = if is_over(known) {
            vec![lift.stops(known.t("su-too-late")), refund]
        } else {
            vec![lift, refund.stops(known.t("su-not-yet"))]
        };
        let mut steps = vec![Step::choice(known, filled, "way", "su-way", options)];
        if is_over(known) {
            steps.extend(second_steps(known, filled, RequestKind::ConfirmVoid));
        }
        steps
    }

    fn say(&self, known: &Known, _filled: &Filled) -> Option<(String, String)> {
        Some((known.t("su-head-1"), paragraph::BEFORE.to_string()))
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let label = self.label(known);
        let game = value::game(known);
        if !is_read(known) {
            return Some(Press::ask(label, has_read(known, Paragraph::BeforeExtraction)));
        }
        if !is_over(known) {
            return Some(Press::ask(label, Request::LiftSuspension { game }));
        }
        let cause = format!("Sin arreglo en el plazo del apartado 36.1: {}", suspension(known)?.cause);
        let cause = super::form::short(&cause, 400);
        let halves = [Request::AskVoid { game, cause: cause.clone() }, Request::ConfirmVoid { game, cause }];
        Some(Press::asks(label, halves).by_second(second(filled)))
    }

    fn shows_machine(&self) -> bool {
        true
    }

    fn guard(&self) -> (Arming, f64) {
        (Arming::Verdict, 0.0)
    }

    fn leave(&self, _known: &Known) -> Option<String> {
        None
    }

    fn buttons(&self, known: &Known, _filled: &Filled) -> Vec<KeyButton> {
        vec![crate::view::mesa::trouble(known)]
    }

    fn band(&self, known: &Known) -> Option<Band> {
        alert(known.t("su-word"), suspension(known)?.cause.clone(), known.t("su-then"))
    }

    fn aside(&self, ui: &mut Ui, room: Rect, known: &Known, _filled: &Filled) -> f32 {
        const HEIGHT: f32 = 226.0;
        let Some(suspension) = suspension(known) else { return 0.0 };
        let mut inner = panel(ui, Rect::from_min_size(room.min, vec2(room.width(), HEIGHT)));
        ink::line(ui, cut_top(&mut inner, 22.0), &known.t("su-left"), label(17.0));
        let left = suspension.until_utc_ms - known.now_utc_ms;
        let clock = cut_top(&mut inner, 108.0);
        ink::line(ui, clock, &minutes(left), bold(116.0));
        let whole = (suspension.until_utc_ms - suspension.since_utc_ms).max(1);
        let part = (left.max(0) as f32 / whole as f32).clamp(0.0, 1.0);
        let bar = cut_top(&mut inner, 12.0);
        ui.painter().rect_filled(bar, 6.0, colour::RAISED);
        let soon = left < 120_000;
        let fill = if soon { console::ALERT } else { console::TEXT };
        let full = Rect::from_min_size(bar.min, vec2(bar.width() * part, bar.height()));
        ui.painter().rect_filled(full, 6.0, fill);
        inner.min.y += 6.0;
        let since = known.time(suspension.since_utc_ms);
        let until = known.time(suspension.until_utc_ms);
        let [a, b] = crate::view::part::rows(inner, [0.5, 0.5], 0.0);
        ink::line(ui, a, &known.ta("su-since", &[("time", &since)]), text(17.0));
        ink::line(ui, b, &known.ta("su-until", &[("time", &until)]), text(17.0));
        HEIGHT
    }
}

/// The place: the authority was called, and nothing goes on until the agent has decided.
#[derive(Debug, Default)]
pub struct Authority;

/// Returns the steps of what the agent decided.
pub fn authority_steps(known: &Known, filled: &Filled) -> Vec<Step> {
    let goes = vec![Opt::yes(known.t("su-goes-on")), Opt::no(known.t("su-ends"))];
    let agent = filled.get("agent").is_empty().then(|| known.t("su-agent-missing"));
    let mut steps = vec![
        Step::entry(known, "agent", "su-agent", Takes::Code(20), agent).note(known.t("su-agent-note")),
        Step::choice(known, filled, "goes", "su-decides", goes),
    ];
    if !may(known, RequestKind::RecordAuthority) {
        steps.extend(second_steps(known, filled, RequestKind::RecordAuthority));
    }
    steps
}

/// Returns the press that records it, in the name of the jefe de sala.
pub fn authority_act(known: &Known, filled: &Filled, label: String) -> Press {
    let agent = filled.get("agent").into();
    let press = Press::ask(label, Request::RecordAuthority { agent, goes_on: filled.is_yes("goes") });
    if may(known, RequestKind::RecordAuthority) { press } else { press.by_second(second(filled)) }
}

impl Blank for Authority {
    fn title(&self, known: &Known) -> String {
        known.t("su-authority-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("su-record")
    }

    fn sub(&self, known: &Known) -> String {
        known.t("su-record-sub")
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        authority_steps(known, filled)
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        Some(authority_act(known, filled, self.label(known)))
    }

    fn facts(&self, known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        // What else is in doubt, the agent is told too; the game is held for it afterwards.
        let holds = &known.board.holds;
        let mut facts: Vec<_> =
            holds.iter().map(|hold| (known.t("su-fact-held"), known.said(&hold.why).to_owned())).collect();
        let goes = if holds.is_empty() { "su-fact-goes-is" } else { "su-fact-goes-held" };
        facts.push((known.t("su-fact-goes"), known.t(goes)));
        facts.push((known.t("su-fact-ends"), known.t("su-fact-ends-is")));
        facts
    }

    fn leave(&self, _known: &Known) -> Option<String> {
        None
    }

    fn buttons(&self, known: &Known, _filled: &Filled) -> Vec<KeyButton> {
        vec![crate::view::mesa::trouble(known)]
    }

    fn band(&self, known: &Known) -> Option<Band> {
        let cause = known.board.authority.clone().unwrap_or_default();
        alert(known.t("su-authority-word"), cause, known.t("su-authority-then"))
    }
}

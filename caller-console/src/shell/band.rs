//! The band under the steps: no connection, a refusal, or the view's own state.

use egui::{Rect, Ui, pos2, vec2};
use hall_core::event::PRESS_LATE_MAX_MS;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_look::sign;

use super::{Band, BandKind, View, behind, width};
use crate::known::{Desk, Known, is_paper_news};
use crate::view::part::{bold, in_colour, text};

/// The most important band of this moment.
pub(super) fn of(known: &Known, view: &dyn View) -> Option<Band> {
    if let Some(behind) = &known.link.behind {
        return Some(behind::band(known, behind));
    }
    if let Some(problem) = &known.link.refused {
        let then = known.texts.refusal(problem).1;
        return Some(Band {
            kind: BandKind::Lost,
            word: known.t("band-refused-console"),
            fact: problem.title.clone(),
            then,
        });
    }
    if known.link.ever && !known.link.connected {
        let secs = known.link.silent_for.unwrap_or_default().as_secs();
        return Some(Band {
            kind: BandKind::Lost,
            word: known.t("band-lost"),
            fact: known.ta("band-lost-since", &[("secs", &secs)]),
            then: known.t("band-lost-then"),
        });
    }
    if let Some(problem) = &known.refused {
        let (fact, then) = known.texts.refusal(problem);
        if is_paper_news(problem) {
            // News of a paper is no refusal.
            return Some(Band { kind: BandKind::Back, word: fact, fact: then, then: String::new() });
        }
        return Some(Band { kind: BandKind::Refused, word: String::new(), fact, then });
    }
    if known.link.just_back {
        return Some(Band {
            kind: BandKind::Back,
            word: known.t("band-back"),
            fact: known.t("band-back-fact"),
            then: String::new(),
        });
    }
    view.band(known).or_else(|| stop(known)).or_else(|| trouble(known))
}

/// Who stopped the draw, where nobody knows it yet: at every desk but the mesa's; there, if it was another's press, or one so near
/// the last ball that somebody may ask which was first (ADR 74).
fn stop(known: &Known) -> Option<Band> {
    let call = known.board.stop_call.as_ref().filter(|_| known.me.is_some())?;
    let near = call.after_ms.is_some_and(|after| after.saturating_abs() <= PRESS_LATE_MAX_MS);
    let told = known.desk != Desk::Mesa || call.device != known.device || near;
    let fact = known.said(&call.words).to_owned();
    told.then(|| Band { kind: BandKind::Alert, word: known.t("stop"), fact, then: String::new() })
}

/// What is wrong with the server itself, at the desks whose people can do something about it.
fn trouble(known: &Known) -> Option<Band> {
    let sees = known.me.is_some() && matches!(known.desk, Desk::Mesa | Desk::Sala);
    let troubles = &known.board.troubles;
    let first = troubles.first().filter(|_| sees)?;
    let more = troubles.len() - 1;
    let then = if more == 0 { String::new() } else { known.ta("band-trouble-more", &[("n", &more)]) };
    let fact = known.said(&first.words).to_owned();
    Some(Band { kind: BandKind::Alert, word: known.t("band-trouble"), fact, then })
}

pub(super) fn paint(ui: &mut Ui, room: Rect, known: &Known, band: &Band) {
    let (fill, inkc) = match band.kind {
        BandKind::Alert => (console::ALERT, console::ALERT_INK),
        BandKind::Refused => (console::REFUSE, console::REFUSE_INK),
        BandKind::Lost => (console::LOST, console::LOST_INK),
        BandKind::Behind => (console::BEHIND, console::BEHIND_INK),
        BandKind::Back => (colour::OK, console::OK_INK),
    };
    ui.painter().rect_filled(room, 0.0, fill);
    let mark = Rect::from_center_size(pos2(room.left() + 36.0, room.center().y), vec2(38.0, 38.0));
    match band.kind {
        BandKind::Alert | BandKind::Behind => {
            sign::octagon(ui.painter(), mark, inkc);
            ink::paint(ui, mark, "!", in_colour(bold(22.0), fill).centred());
        }
        BandKind::Refused => sign::cross(ui.painter(), mark.shrink(6.0), inkc),
        BandKind::Lost => sign::lost(ui.painter(), mark.shrink(3.0), inkc),
        BandKind::Back => sign::tick(ui.painter(), mark.shrink(6.0), inkc),
    }
    let mut rest = Rect::from_min_max(pos2(mark.right() + 16.0, room.top()), room.max - vec2(16.0, 0.0));
    if !band.word.is_empty() {
        let covered = ink::line(ui, rest, &band.word, in_colour(bold(26.0), inkc));
        rest.min.x = covered.right() + 18.0;
    }
    if band.kind == BandKind::Refused {
        // The code stands at the right.
        let code = known.refused.as_ref().map_or("", |problem| problem.code.as_str());
        let right = ink::line(ui, rest, code, in_colour(text(15.0), inkc).right());
        rest.max.x = right.left() - 14.0;
    }
    let width = width(ui, &band.fact, bold(19.0)) + 16.0 + width(ui, &band.then, text(19.0));
    let one_line = width <= rest.width();
    if band.kind == BandKind::Refused || (!one_line && !band.then.is_empty()) {
        // The fact, and below it what follows.
        let (top, bottom) = rest.shrink2(vec2(0.0, 5.0)).split_top_bottom_at_fraction(0.5);
        ink::line(ui, top, &band.fact, in_colour(bold(18.0), inkc));
        ink::line(ui, bottom, &band.then, in_colour(text(17.0), inkc));
        return;
    }
    let covered = ink::line(ui, rest, &band.fact, in_colour(bold(19.0), inkc));
    rest.min.x = covered.right() + 16.0;
    if !band.then.is_empty() {
        ink::line(ui, rest, &band.then, in_colour(text(19.0), inkc));
    }
}

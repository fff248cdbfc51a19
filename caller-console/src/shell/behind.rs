//! A server that goes back behind what this console saw (DECISIONS 40): nothing of its board is shown, nothing is sent.

use egui::{Rect, Ui, pos2, vec2};
use hall_look::colour::console;
use hall_look::{ink, sign, words};
use hall_wire::link::Behind;
use hall_wire::sighting::Verdict;

use crate::known::Known;
use crate::view::part::{bold, cut_top, in_colour, text};
use crate::view::{Band, BandKind};

/// What is wrong, and what to do.
pub(super) fn band(known: &Known, behind: &Behind) -> Band {
    let fact = match behind.verdict {
        Verdict::Agrees | Verdict::Behind => "behind-fact",
        Verdict::Rewritten => "behind-fact-rewritten",
        Verdict::OlderEpoch => "behind-fact-epoch",
    };
    let (saw, ends) = (words::count(behind.saw.head.seq), words::count(behind.ends.head.seq));
    let epochs = (behind.saw.epoch, behind.ends.epoch);
    let args: [(&str, &dyn std::fmt::Display); 4] =
        [("saw", &saw), ("ends", &ends), ("epoch_saw", &epochs.0), ("epoch", &epochs.1)];
    Band {
        kind: BandKind::Behind,
        word: known.t("behind-title"),
        fact: known.ta(fact, &args),
        then: known.t("behind-do"),
    }
}

/// Paints the notice over everything between the strip and the bar.
pub(super) fn paint(ui: &mut Ui, room: Rect, known: &Known, band: &Band) {
    let ink_of = console::BEHIND_INK;
    ui.painter().rect_filled(room, 0.0, console::BEHIND);
    let mut rest = room.shrink2(vec2(48.0, 32.0));
    let mark = Rect::from_min_size(rest.min, vec2(104.0, 104.0));
    sign::octagon(ui.painter(), mark, ink_of);
    ink::paint(ui, mark, "!", in_colour(bold(64.0), console::BEHIND).centred());
    rest.min.x = mark.right() + 40.0;
    let mut put = |height: f32, words: &str, set: ink::Set| {
        ink::words(ui, cut_top(&mut rest, height), words, in_colour(set, ink_of));
    };
    put(66.0, &band.word, bold(46.0));
    put(72.0, &band.fact, bold(25.0));
    put(64.0, &band.then, bold(36.0));
    put(84.0, &known.t("behind-why"), text(20.0));
    put(84.0, &known.t("behind-ends"), text(20.0));
    let foot = Rect::from_min_max(pos2(rest.left(), rest.top()), rest.max);
    ink::line(
        ui,
        foot,
        &known.ta("behind-device", &[("device", &known.device)]),
        in_colour(text(17.0), ink_of),
    );
}

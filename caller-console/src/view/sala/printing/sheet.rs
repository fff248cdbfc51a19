//! A sheet of cards as it would be printed.

use egui::{Color32, Rect, Ui, pos2, vec2};
use hall_look::ink;

use crate::known::{Known, SheetPicture};
use crate::view::part::{bold, cut_top, label};

/// Between the sheet and its enlarged first card.
const GAP: f32 = 14.0;

const LENS: f32 = 2.8;

pub(super) struct Sheet {
    /// Its address on the server.
    pub(super) path: String,
    pub(super) first: u32,
    pub(super) has_back: bool,
    pub(super) back: bool,
}

/// Paints the sheet, or why there is none.
pub(super) fn paint(ui: &mut Ui, mut room: Rect, known: &Known, sheet: &Sheet) {
    let id = if sheet.back { "print-sheet-back" } else { "print-sheet" };
    let head = known.ta(id, &[("first", &sheet.first)]);
    ink::line(ui, cut_top(&mut room, 30.0), &head, bold(20.0));
    cut_top(&mut room, 6.0);
    let seen = known.sheet.as_deref().filter(|seen| seen.path == sheet.path).map(|seen| &seen.seen);
    match seen {
        Some(Ok(SheetPicture { texture, aspect, first })) => {
            let width = (room.width() * 0.55).min(room.height() * aspect);
            let paper = Rect::from_min_size(room.min, vec2(width, width / aspect));
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(*texture, paper, whole, Color32::WHITE);
            // The first card, large enough to be read.
            let near = Rect::from_min_max(
                pos2(paper.right() + GAP, paper.top()),
                pos2(room.right(), paper.bottom()),
            );
            let part = near.size() / (paper.size() * LENS);
            let at = first.min(pos2(1.0, 1.0) - part).max(pos2(0.0, 0.0));
            let corner = Rect::from_min_size(at, part);
            ui.painter().image(*texture, near, corner, Color32::WHITE);
        }
        Some(Err(why)) => {
            ink::words(ui, room, &known.ta("print-sheet-none", &[("why", &why)]), label(17.0));
        }
        None => {
            ink::words(ui, room, &known.t("print-sheet-waits"), label(17.0));
        }
    }
}

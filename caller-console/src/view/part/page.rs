//! Lists that do not find room: they are shown page by page, and one key turns the pages of all of them.

use std::hash::Hash;
use std::ops::Range;

use egui::{Context, Id, Rect, Ui};
use hall_look::ink::{self, Set};

use super::cut_top;
use crate::known::Known;

/// What is remembered of a list from one frame to the next.
#[derive(Debug, Clone, Copy, Default)]
struct Leaf {
    frame: u64,
    chosen: Option<usize>,
    /// How many turns there had been when it was looked at last.
    seen: u64,
    /// Pages turned since it came onto the screen, or since another row was chosen.
    turned: usize,
}

/// Turns every list on the screen that does not find room to its next page, and after the last to the first.
pub fn turn(ctx: &Context) {
    ctx.data_mut(|data| *data.get_temp_mut_or_default::<u64>(turns()) += 1);
    ctx.request_repaint();
}

/// Whether a list did not find room since this was last asked: then there are pages to turn.
pub fn take_cut(ctx: &Context) -> bool {
    ctx.data_mut(|data| data.remove_temp(cut())).unwrap_or(false)
}

/// Which entries of a list are shown: all where `fit` of them find room, else a page of `paged`. The
/// first page has the chosen one.
pub fn page(
    ui: &Ui,
    name: impl Hash + std::fmt::Debug,
    all: usize,
    fit: usize,
    paged: usize,
    chosen: Option<usize>,
) -> Range<usize> {
    if all <= fit {
        return 0..all;
    }
    let paged = paged.max(1);
    let pages = all.div_ceil(paged);
    let frame = ui.ctx().cumulative_frame_nr();
    let id = Id::unique("page of a list").with(name);
    let at = ui.ctx().data_mut(|data| {
        data.insert_temp(cut(), true);
        let turns = data.get_temp::<u64>(turns()).unwrap_or(0);
        let leaf = data.get_temp_mut_or_default::<Leaf>(id);
        if frame > leaf.frame + 1 || leaf.chosen != chosen {
            *leaf = Leaf { chosen, seen: turns, ..Leaf::default() };
        }
        let since = usize::try_from(turns - leaf.seen).unwrap_or(0);
        leaf.turned = (leaf.turned + since) % pages;
        (leaf.frame, leaf.seen) = (frame, turns);
        (chosen.map_or(0, |chosen| chosen.min(all - 1) / paged) + leaf.turned) % pages
    });
    at * paged..((at + 1) * paged).min(all)
}

/// How many entries of a list are on its other pages, in words.
pub fn more_rows(known: &Known, more: usize) -> String {
    known.ta("more-rows", &[("n", &more)])
}

/// A list whose rows have one height; what finds no room is counted in a last row.
pub struct List {
    /// It tells the lists of a screen apart.
    pub name: &'static str,
    /// How high a row is.
    pub height: f32,
    /// How the last row is set.
    pub more: Set,
}

impl List {
    /// Paints the entries of this page from the top of a room, each with `row`.
    pub fn paint<T>(
        self,
        ui: &mut Ui,
        room: &mut Rect,
        known: &Known,
        entries: &[T],
        mut row: impl FnMut(&mut Ui, Rect, &T),
    ) {
        let fit = (room.height() / self.height).floor().max(1.0) as usize;
        let page = page(ui, self.name, entries.len(), fit, fit.saturating_sub(1), None);
        for entry in &entries[page.clone()] {
            row(ui, cut_top(room, self.height), entry);
        }
        if page.len() < entries.len() {
            let words = more_rows(known, entries.len() - page.len());
            ink::line(ui, cut_top(room, self.height), &words, self.more);
        }
    }
}

fn turns() -> Id {
    Id::unique("turns of pages")
}

fn cut() -> Id {
    Id::unique("a list is cut")
}

//! Lists that do not find room: they are shown page by page, and one key turns the pages of all of them.

use std::hash::Hash;
use std::ops::Range;

use egui::{Context, Id, Rect, Ui};
use hall_look::ink::{self, Set};

use super::cut_top;
use crate::known::Known;

/// The state of a list between frames.
#[derive(Debug, Clone, Copy, Default)]
struct Leaf {
    frame: u64,
    chosen: Option<usize>,
    /// The number of turns when it was last painted.
    seen: u64,
    /// Pages turned since it came onto the screen, or since another row was chosen.
    turned: usize,
}

/// Turns every list that does not fit to its next page, after the last to the first.
pub fn turn(ctx: &Context) {
    ctx.data_mut(|data| *data.get_temp_mut_or_default::<u64>(turns()) += 1);
    ctx.request_repaint();
}

/// Whether a list did not fit since the last call: then there are pages to turn.
pub fn take_cut(ctx: &Context) -> bool {
    ctx.data_mut(|data| data.remove_temp(cut())).unwrap_or(false)
}

/// The entries of a list that are shown: all if `fit` of them find room, else a page of `paged`. The first page has
/// the chosen one.
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

/// The words that count the entries on other pages.
pub fn more_rows(known: &Known, more: usize) -> String {
    known.ta("more-rows", &[("n", &more)])
}

/// A list of rows of one height; a last row counts those that do not fit.
pub struct List {
    /// Tells the lists on a screen apart.
    pub name: &'static str,
    /// The height of a row.
    pub height: f32,
    /// The type of the last row.
    pub more: Set,
}

impl List {
    /// Paints this page's entries from the top of a room, each with `row`.
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

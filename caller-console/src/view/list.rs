//! The tables of the hall's lists: columns as data, and a row for each thing.

use egui::{Rect, Ui};
use hall_look::ink;

use super::part::{Column, Tag, table_tagged, text};
use crate::known::Known;

/// A table: its columns, and the id of what it says without rows.
pub(super) struct Table<const N: usize> {
    pub(super) columns: [Column; N],
    pub(super) none: Option<&'static str>,
}

impl<const N: usize> Table<N> {
    /// Paints a row for each thing, the last cell as a tag where it has one; returns the row that was pressed.
    pub(super) fn paint<T>(
        &self,
        ui: &mut Ui,
        room: Rect,
        known: &Known,
        things: impl IntoIterator<Item = T>,
        chosen: Option<usize>,
        cells: impl Fn(T) -> ([String; N], Option<Tag>),
    ) -> Option<usize> {
        let row = |thing| {
            let (cells, tag) = cells(thing);
            (cells.to_vec(), tag)
        };
        let (rows, tags): (Vec<Vec<String>>, Vec<Option<Tag>>) = things.into_iter().map(row).unzip();
        if let (true, Some(none)) = (rows.is_empty(), self.none) {
            ink::words(ui, room, &known.t(none), text(18.0));
            return None;
        }
        table_tagged(ui, room, known, &self.columns, &rows, &tags, chosen)
    }
}

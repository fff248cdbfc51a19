//! The matrices: their table, and what may be known of one.

use egui::{Rect, Ui};
use hall_core::time::Moment;
use hall_look::{ink, words};
use hall_wire::message::{MatrixRow, MatrixRowKind};

use crate::bar::{Bar, Lead, Next, NextAct};
use crate::known::{Known, date};
use crate::press::{Paper, Press};
use crate::view::entry_form::{draw_words, kind_words};
use crate::view::list::Table;
use crate::view::paper;
use crate::view::part::{Column, Tag, bold, columns, cut_top, fitting, label, tag, text};

/// The most characters shown of what somebody typed.
const TYPED_MAX: usize = 120;

const MATRICES: Table<4> = Table {
    columns: [
        Column::left("sala-col-matrix", 90.0),
        Column::right("sala-col-size", 110.0),
        Column::left("sala-col-cards", 320.0),
        Column::right("sala-col-state", 140.0),
    ],
    none: Some("sala-no-matrices"),
};

/// The matrices in the order of their rows: the last made first.
fn all(known: &Known) -> impl Iterator<Item = &MatrixRow> {
    known.lists.matrices.iter().rev()
}

/// The matrix of a row of the tab: first the series, each with its own, then the matrices.
pub(super) fn of_row(known: &Known, row: usize) -> Option<&MatrixRow> {
    match known.lists.series.get(row) {
        Some(series) => known.lists.matrices.iter().find(|matrix| matrix.matrix == series.matrix),
        None => all(known).nth(row - known.lists.series.len()),
    }
}

/// The bar with the certificate of the chosen matrix.
pub(super) fn bar(known: &Known, matrix: u32) -> Bar {
    let title = known.ta("paper-certificate", &[("n", &matrix)]);
    let path = format!("/api/matrices/{matrix}/certificate.pdf");
    let paper = Paper::new(path, format!("certificado-matriz-{matrix}.pdf"), title);
    let label = known.ta("sala-certificate", &[("n", &matrix)]);
    let next =
        Next::Do(NextAct::new(label, Press::Paper(paper.clone())).sub(known.t("sala-certificate-sub")));
    let bar = Bar::new(Lead::May, known.t("sala-may-look"), next);
    bar.with_all(paper::keys(known, &[paper]))
}

/// Paints the table; `row` counts from the first series.
pub(super) fn table(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let cells = |matrix: &MatrixRow| {
        let cards = kind_words(matrix.kind, matrix.clean, known);
        let size = words::count(u64::from(matrix.size));
        let tag = matrix.retired_at_utc_ms.map(|_| Tag::Plain);
        ([matrix.matrix.to_string(), size, cards, state(matrix, known).0], tag)
    };
    let before = known.lists.series.len();
    if let Some(pressed) = MATRICES.paint(ui, room, known, all(known), row.checked_sub(before), cells) {
        *row = before + pressed;
    }
}

fn state(matrix: &MatrixRow, known: &Known) -> (String, Tag) {
    match matrix.retired_at_utc_ms {
        Some(_) => (known.t("sala-retired"), Tag::Plain),
        None => (known.t("sala-in-use"), Tag::Ok),
    }
}

/// Paints what may be known of a matrix: its key only once it is retired.
pub(super) fn about(ui: &mut Ui, mut room: Rect, known: &Known, matrix: &MatrixRow) {
    let head = cut_top(&mut room, 32.0);
    ink::line(ui, head, &known.ta("sala-matrix", &[("n", &matrix.matrix)]), bold(22.0));
    let (words, kind) = state(matrix, known);
    tag(ui, head, &words, kind);
    let cards = crate::view::caja::block::cards_words(known, matrix.size);
    let cards = format!("{cards} · {}", kind_words(matrix.kind, matrix.clean, known));
    ink::line(ui, cut_top(&mut room, 26.0), &cards, text(17.0));
    let id = if matrix.kind == MatrixRowKind::Imported { "sala-taken-in" } else { "sala-made" };
    ink::line(
        ui,
        cut_top(&mut room, 26.0),
        &when(known, id, matrix.made_at_utc_ms, matrix.made_by),
        text(17.0),
    );
    if let Some(maker) = &matrix.maker {
        said(ui, &mut room, &known.ta("sala-maker", &[("name", &short(maker))]));
    }
    if let Some(draw) = &matrix.announced {
        let drawn = draw_words(draw, known);
        ink::words(ui, cut_top(&mut room, 63.0), &drawn, text(15.0));
        let out = matrix.mixed.as_deref().unwrap_or("—");
        said(ui, &mut room, &known.ta("draw-came-out", &[("words", &short(out))]));
    } else if let Some(mixed) = &matrix.mixed {
        said(ui, &mut room, &known.ta("sala-mixed", &[("words", &short(mixed))]));
    }
    if let Some(at) = matrix.retired_at_utc_ms {
        let retired = when(known, "sala-retired-on", at, matrix.retired_by);
        said(ui, &mut room, &format!("{retired}: {}", short(matrix.reason.as_deref().unwrap_or("—"))));
    }
    if let Some(hash) = &matrix.key_sha256 {
        hex(ui, &mut room, &known.t("sala-hash-key"), hash);
    }
    hex(ui, &mut room, &known.t("sala-hash-faces"), &matrix.faces_sha256);
    match (&matrix.key, matrix.retired_at_utc_ms, &matrix.key_sha256) {
        (Some(key), _, _) => {
            hex(ui, &mut room, &known.t("sala-key"), key);
            if let Some(seed) = &matrix.seed {
                hex(ui, &mut room, &known.t("sala-seed"), seed);
            }
            ink::line(ui, cut_top(&mut room, 22.0), &known.t("sala-rebuild"), label(15.0));
            ink::words(ui, room, &command(matrix, key), text(15.0));
        }
        (None, None, Some(_)) => {
            ink::words(ui, room, &known.t("sala-key-secret"), label(16.0));
        }
        (None, _, _) => {}
    }
}

/// The command that makes the cards of a retired matrix again, on any computer.
fn command(matrix: &MatrixRow, key: &str) -> String {
    let clean = if matrix.clean { " --clean" } else { "" };
    format!(
        "card-printer matrix --key {key} --number {} --kind {}{clean} --size {} --csv cartones.csv",
        matrix.matrix,
        matrix.kind.name(),
        matrix.size
    )
}

fn when(known: &Known, id: &str, at_utc_ms: i64, by: Option<u32>) -> String {
    let offset_minutes = i16::try_from(known.utc_offset_minutes).unwrap_or(0);
    let local = Moment { utc_ms: at_utc_ms, offset_minutes, change: None }.local();
    let (date, hour) = (date(&local.date.to_string()), local.hour.to_string());
    let who = by.map_or_else(|| "—".to_string(), |person| known.short_name(person));
    known.ta(id, &[("date", &date), ("hour", &hour), ("name", &who)])
}

/// Words on two lines at most.
fn said(ui: &mut Ui, room: &mut Rect, words: &str) {
    ink::words(ui, cut_top(room, 42.0), words, text(15.0));
}

fn short(typed: &str) -> String {
    fitting(typed, TYPED_MAX)
}

/// Hex digits in groups of eight, four to a line.
fn hex(ui: &mut Ui, room: &mut Rect, name: &str, digits: &str) {
    const GROUP: usize = 8;
    let groups: Vec<&str> =
        (0..digits.len()).step_by(GROUP).filter_map(|at| digits.get(at..at + GROUP)).collect();
    for (line, groups) in groups.chunks(4).enumerate() {
        let row = cut_top(room, 22.0);
        let [left, right] = columns(row, [1.0, 2.6], 8.0);
        if line == 0 {
            ink::line(ui, left, name, label(15.0));
            ink::name(ui, right, digits);
        }
        for (cell, group) in columns(right, [1.0; 4], 4.0).into_iter().zip(groups) {
            ink::paint(ui, cell, group, text(16.0));
        }
    }
    cut_top(room, 4.0);
}

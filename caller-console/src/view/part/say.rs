//! Words to read aloud.

use egui::{Align2, Color32, Rect, Ui, vec2};
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink::{self, Set};

use super::{RADIUS, cut_bottom, cut_top, more_rows, page};
use crate::known::Known;

/// Marks every number and series as filled in: `{A 17}`, `{301}`.
pub fn filled_in(words: &str) -> String {
    let mut marked = String::with_capacity(words.len() + 16);
    let chars: Vec<char> = words.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let starts = at == 0 || !chars[at - 1].is_alphanumeric();
        let series = starts
            && chars[at].is_ascii_uppercase()
            && chars.get(at + 1) == Some(&' ')
            && chars.get(at + 2).is_some_and(char::is_ascii_digit);
        if !(series || (starts && chars[at].is_ascii_digit())) {
            marked.push(chars[at]);
            at += 1;
            continue;
        }
        let from = at;
        at += if series { 2 } else { 0 };
        // A point or a comma within a number, not the one after it.
        while chars.get(at).is_some_and(|c| {
            c.is_ascii_digit()
                || (matches!(c, '.' | ',') && chars.get(at + 1).is_some_and(char::is_ascii_digit))
        }) {
            at += 1;
        }
        marked.push('{');
        marked.extend(&chars[from..at]);
        marked.push('}');
    }
    marked
}

/// Splits marked words: what stands between `{` and `}` was filled in.
pub fn parts(marked: &str) -> Vec<ink::Spoken<'_>> {
    let mut parts = Vec::new();
    for piece in marked.split_inclusive(['{', '}']) {
        let text = piece.trim_end_matches(['{', '}']);
        if text.is_empty() {
            continue;
        }
        parts.push(if piece.ends_with('}') { ink::Spoken::Blank(text) } else { ink::Spoken::Plain(text) });
    }
    parts
}

/// Words for the hall: the only cream thing on the screen besides balls and lit numbers. What stands between
/// `{` and `}` was filled in, and stands out.
pub fn say(ui: &mut Ui, room: Rect, head: &str, words: &str, size: f32) {
    ui.painter().rect_filled(room, RADIUS, console::SAY);
    let mut inner = room.shrink2(vec2(18.0, 14.0));
    let top = cut_top(&mut inner, 26.0);
    ink::line(ui, top, head, Set::new(Face::Bold, 15.0, Color32::from_rgb(0x5A, 0x4B, 0x2A)));
    inner.min.y += 6.0;
    let set = Set { align: Align2::LEFT_TOP, ..Set::new(Face::Regular, size, colour::INK) };
    ink::said(ui, inner, &parts(words), set, console::SAY_BLANK);
}

/// A long text to read aloud, page by page; the first page has the line with this byte of the text.
pub fn say_pages(ui: &mut Ui, room: Rect, known: &Known, head: &str, (words, from): (&str, usize)) {
    const SIZE: f32 = 19.0;
    const ROW: f32 = 25.0;
    ui.painter().rect_filled(room, RADIUS, console::SAY);
    let mut inner = room.shrink2(vec2(18.0, 12.0));
    let dim = Color32::from_rgb(0x5A, 0x4B, 0x2A);
    ink::line(ui, cut_top(&mut inner, 26.0), head, Set::new(Face::Bold, 15.0, dim));
    let font = Face::Regular.at(SIZE);
    let galley = ui.painter().layout(words.to_owned(), font, colour::INK, inner.width());
    let begin = words.get(..from).map_or(0, |before| before.chars().count());
    let mut rows: Vec<String> = Vec::new();
    let (mut passed, mut first) = (0, 0);
    for row in &galley.rows {
        if passed <= begin {
            first = rows.len();
        }
        passed += row.char_count_including_newline().0;
        rows.push(row.text());
    }
    let fit = (inner.height() / ROW).floor().max(1.0) as usize;
    let shown = page(ui, "said", rows.len(), fit, fit.saturating_sub(1), Some(first));
    if shown.len() < rows.len() {
        let more = known.ta("say-page", &[("rest", &more_rows(known, rows.len() - shown.len()))]);
        ink::line(ui, cut_bottom(&mut inner, ROW), &more, Set::new(Face::Bold, 15.0, dim));
    }
    for row in &rows[shown] {
        ink::line(ui, cut_top(&mut inner, ROW), row.trim_end(), Set::new(Face::Regular, SIZE, colour::INK));
    }
}

//! No connection: a stale board must not look current.

use egui::{Rect, pos2, vec2};

use super::{View, tell};
use crate::layout::{Set, Sheet, Sign, Token, size};

/// Marks the board as stale, with its time, in the head of the scene.
pub fn notice(sheet: &mut Sheet, head: Rect, view: &View) {
    let of = view.heard_utc_ms.map_or_else(String::new, |heard| {
        format!("Datos de las {}. ", tell::hour_with_seconds(heard, view.utc_offset_minutes))
    });
    said(sheet, head, &of);
}

/// A wall that has never received a board.
pub fn waiting(sheet: &mut Sheet) {
    let all = Rect::from_min_size(egui::Pos2::ZERO, sheet.shape.size());
    let wide = (all.width() - 16.0).min(120.0);
    said(sheet, Rect::from_center_size(all.center(), vec2(wide, 22.0)), "");
}

fn said(sheet: &mut Sheet, head: Rect, of: &str) {
    let old = std::mem::replace(&mut sheet.old, false);
    let (title, listen) = ("SIN CONEXIÓN", "Atienda a la voz.");
    sheet.panel(head, 1.2, Token::Paper);
    let ink = Token::Ink;
    if head.height() < 12.0 {
        // One line, in place of a title.
        let inner = head.shrink2(vec2(2.0, 1.0));
        sign(sheet, pos2(inner.left() + 3.0, inner.center().y), 5.4);
        let words = Rect::from_min_max(pos2(inner.left() + 8.0, inner.top()), inner.max);
        let (left, right) = super::parts::split(words, words.width() * 0.37);
        sheet.text(left, title, Set::bold(6.6, ink));
        // Shortened where there is little room: the hour matters most.
        let rest = if head.width() > 130.0 || of.is_empty() {
            format!("{of}{listen}")
        } else {
            of.trim_end().to_owned()
        };
        sheet.text(right, rest, Set::medium(size::LABEL, ink).right());
    } else if head.width() < 45.0 {
        // One below the other.
        let inner = head.shrink2(vec2(2.0, 1.6));
        let (upper, lower) = super::parts::cut(inner, inner.height() * 0.58);
        sheet.text(upper, title, Set::bold(6.6, ink).centre().lines(2));
        let rest = if of.is_empty() { listen.to_owned() } else { of.trim_end().to_owned() };
        sheet.text(lower, rest, Set::medium(size::SMALLEST, ink).centre().lines(2));
    } else {
        // Room for the accent.
        let inner = Rect::from_min_max(head.min + vec2(3.4, 2.2), head.max - vec2(3.4, 1.0));
        sign(sheet, pos2(inner.left() + 4.4, inner.center().y), 9.6);
        let words = Rect::from_min_max(pos2(inner.left() + 13.4, inner.top()), inner.max);
        let (upper, lower) = super::parts::cut(words, words.height() * 0.53);
        let title_size = if head.height() < 15.0 { 6.6 } else { size::TITLE };
        sheet.text(upper, title, Set::bold(title_size, ink));
        let rest = if of.is_empty() || head.width() > 95.0 {
            format!("{of}{listen}")
        } else {
            of.trim_end().to_owned()
        };
        sheet.text(lower, rest, Set::medium(size::LABEL, ink));
    }
    sheet.old = old;
}

fn sign(sheet: &mut Sheet, middle: egui::Pos2, side: f32) {
    sheet.sign(Sign::Lost, Rect::from_center_size(middle, vec2(side, side)), Token::Ink);
}

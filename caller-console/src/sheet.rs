//! The picture of a sheet of cards: where on it the first card begins.

use egui::{Color32, ColorImage, Pos2, pos2};

/// A point is ink below this sum of red, green and blue; cutting lines are lighter.
const INK: u32 = 380;

/// Part of the sheet below its first ink in which that card's left edge is searched.
const CARD: f32 = 0.12;

/// Margin around the card.
const EDGE: f32 = 0.015;

/// Where the first card begins, as parts of width and height; the corner of an empty sheet. The places before it are
/// empty where the printing begins in the middle of a sheet.
pub fn first_ink(picture: &ColorImage) -> Pos2 {
    let [width, height] = picture.size;
    let is_ink = |point: &Color32| {
        let [red, green, blue, _] = point.to_array();
        u32::from(red) + u32::from(green) + u32::from(blue) < INK
    };
    let rows: Vec<&[Color32]> = picture.pixels.chunks(width.max(1)).collect();
    let Some(top) = rows.iter().position(|row| row.iter().any(is_ink)) else { return Pos2::ZERO };
    let below = rows.iter().skip(top).take((height as f32 * CARD) as usize);
    let left = below.filter_map(|row| row.iter().position(is_ink)).min().unwrap_or(0);
    let part = |at: usize, whole: usize| (at as f32 / whole.max(1) as f32 - EDGE).max(0.0);
    pos2(part(left, width), part(top, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(ink: &[[usize; 2]]) -> ColorImage {
        let mut sheet = ColorImage::filled([100, 200], Color32::WHITE);
        for [x, y] in ink {
            sheet.pixels[y * 100 + x] = Color32::BLACK;
        }
        sheet
    }

    #[test]
    fn the_first_card_is_found_wherever_it_stands() {
        assert_eq!(first_ink(&sheet(&[])), Pos2::ZERO);
        let near = |found: Pos2, x: f32, y: f32| (found - pos2(x - EDGE, y - EDGE)).length() < 1e-5;
        // Its frame goes further to the left than its number; the next card, lower down, further still.
        let found = first_ink(&sheet(&[[80, 70], [52, 80], [5, 140]]));
        assert!(near(found, 0.52, 0.35), "{found:?}");
        assert_eq!(first_ink(&sheet(&[[0, 0]])), Pos2::ZERO);
        // A line to cut along is no card.
        let mut cut = sheet(&[[30, 100]]);
        cut.pixels[10 * 100..11 * 100].fill(Color32::from_gray(180));
        assert!(near(first_ink(&cut), 0.3, 0.5));
    }
}

//! The tile between games that leads players' phones to the page on which they follow the game.

use egui::{Rect, Vec2, vec2};
use qrcode::{Color, EcLevel, QrCode};

use super::{View, parts};
use crate::layout::{Canvas, Element, Run, Shape, Style, Token, size};

/// Where the page is on the hall's server.
pub const PATH: &str = "/tv/seguir";

/// Blank modules that a code needs on each side (ISO/IEC 18004).
const QUIET: f32 = 4.0;

/// The longest name of a server that stands beside its code, to be typed; of a longer one the code alone is there.
const TYPED_MAX: usize = 20;

/// Whether there is a page to lead to. A server that is not heard has none.
pub fn leads(view: &View, old: bool) -> bool {
    view.players.is_some() && !old
}

/// The code, what it is for, and the address to type; where the server asks for digits, the code has them, and a television's remote
/// types them.
pub fn tile(canvas: &mut Canvas, view: &View, panel: Rect) {
    let Some(players) = &view.players else { return };
    let digits = view.board_code.as_deref();
    let address =
        digits.map_or_else(|| format!("{players}{PATH}"), |code| format!("{players}{PATH}?c={code}"));
    let Some((modules, runs)) = code(&address) else { return };
    let inner = canvas.tile(panel, 2.0, Token::Surface, (2.0, 2.0));
    let tall = view.shape == Shape::Tall;
    let side = match (tall, digits) {
        (true, _) => inner.height(),
        (false, None) => inner.width() - 2.0,
        (false, Some(_)) => inner.width() - 8.0,
    };
    // Two lines above; below it two more, and the digits.
    let above = if digits.is_some() { 12.0 } else { (inner.height() - side) * 0.5 };
    let (words, square, typed) = if tall {
        let (left, right) = parts::split(inner, side);
        let above = if digits.is_some() { above } else { side * 0.5 };
        let (above, below) = parts::cut(right.with_min_x(right.left() + 2.0), above);
        (above, left.with_max_x(inner.left() + side), below)
    } else {
        let (above, rest) = parts::cut(inner, above);
        let square = Rect::from_center_size(rest.center_top() + vec2(0.0, side * 0.5), Vec2::splat(side));
        // The address needs more than the code.
        (above, square, parts::below(rest, side).expand2(vec2(1.5, 0.0)))
    };
    let style = Style::bold(size::LABEL, Token::Text).lines(2);
    canvas.text(words, canvas.words.t("follow"), if tall { style } else { style.centre() });
    canvas.panel(square, 0.8, Token::CodeGround);
    let quiet = side * QUIET / (f32::from(modules) + 2.0 * QUIET);
    canvas.items.push(Element::Code { area: square.shrink(quiet), modules, runs });
    canvas.aloud(square, canvas.words.ta("follow-says", &[("address", &address)]));
    let typed = match digits {
        None => typed,
        Some(digits) => {
            let size = if tall { size::SENTENCE } else { size::LABEL };
            let (above, below) = parts::cut(typed, size * 1.25);
            let style = Style::bold(size, Token::Text);
            let digits = canvas.words.ta("follow-digits", &[("digits", &in_threes(digits))]);
            canvas.text(above, digits, if tall { style } else { style.centre() });
            below
        }
    };
    let host = players.split_once("//").map_or(&**players, |(_, host)| host);
    if host.len() <= TYPED_MAX {
        let style = Style::medium(4.2, Token::Text2).lines(2);
        canvas.text(typed, format!("{host}\n{PATH}"), if tall { style } else { style.centre() });
    }
}

/// Digits as people read and type them.
fn in_threes(digits: &str) -> String {
    let (first, rest) = digits.split_at_checked(3).unwrap_or((digits, ""));
    format!("{first}\u{a0}{rest}")
}

/// A QR code's width in modules, and its dark ones row by row.
fn code(address: &str) -> Option<(u16, Vec<Run>)> {
    let code = QrCode::with_error_correction_level(address, EcLevel::M).ok()?;
    let (wide, colours) = (code.width(), code.into_colors());
    let mut runs = Vec::new();
    for (y, row) in (0..).zip(colours.chunks(wide)) {
        let mut x = 0;
        for same in row.chunk_by(|a, b| a == b) {
            let length = u16::try_from(same.len()).ok()?;
            if same[0] == Color::Dark {
                runs.push(Run { x, y, length });
            }
            x += length;
        }
    }
    Some((u16::try_from(wide).ok()?, runs))
}

/// Splits the room of the adverts between these and the tile.
pub fn share(view: &View, advert: Rect) -> (Rect, Rect) {
    const GAP: Vec2 = vec2(2.0, 2.0);
    if view.shape == Shape::Tall {
        let high = if view.board_code.is_some() { 34.0 } else { 30.0 };
        let (advert, tile) = parts::cut(advert, advert.height() - high);
        return (advert.with_max_y(advert.bottom() - GAP.y), tile);
    }
    let (advert, tile) = advert.split_left_right_at_x(advert.right() - 40.0);
    (advert.with_max_x(advert.right() - GAP.x), tile)
}

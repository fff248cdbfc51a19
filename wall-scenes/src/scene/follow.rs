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

/// The code, what it is for, and the address to type.
pub fn tile(canvas: &mut Canvas, view: &View, panel: Rect) {
    let Some(players) = &view.players else { return };
    let address = format!("{players}{PATH}");
    let Some((modules, runs)) = code(&address) else { return };
    let inner = canvas.tile(panel, 2.0, Token::Surface, (2.0, 2.0));
    let tall = view.shape == Shape::Tall;
    let side = if tall { inner.height() } else { inner.width() - 2.0 };
    let (words, square, typed) = if tall {
        let (left, right) = parts::split(inner, side);
        let (above, below) = parts::cut(right.with_min_x(right.left() + 2.0), side * 0.5);
        (above, left.with_max_x(inner.left() + side), below)
    } else {
        let square = Rect::from_center_size(inner.center(), Vec2::splat(side));
        let (above, rest) = parts::cut(inner, square.top() - inner.top());
        // The address needs more than the code.
        (above, square, parts::below(rest, side).expand2(vec2(1.5, 0.0)))
    };
    let style = Style::bold(size::LABEL, Token::Text).lines(2);
    canvas.text(words, canvas.words.t("follow"), if tall { style } else { style.centre() });
    canvas.panel(square, 0.8, Token::CodeGround);
    let quiet = side * QUIET / (f32::from(modules) + 2.0 * QUIET);
    canvas.items.push(Element::Code { area: square.shrink(quiet), modules, runs });
    canvas.aloud(square, canvas.words.ta("follow-says", &[("address", &address)]));
    let host = players.split_once("//").map_or(&**players, |(_, host)| host);
    if host.len() <= TYPED_MAX {
        let style = Style::medium(4.2, Token::Text2).lines(2);
        canvas.text(typed, format!("{host}\n{PATH}"), if tall { style } else { style.centre() });
    }
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
pub fn share(shape: Shape, advert: Rect) -> (Rect, Rect) {
    const GAP: Vec2 = vec2(2.0, 2.0);
    if shape == Shape::Tall {
        let (advert, tile) = parts::cut(advert, advert.height() - 30.0);
        return (advert.with_max_y(advert.bottom() - GAP.y), tile);
    }
    let (advert, tile) = advert.split_left_right_at_x(advert.right() - 40.0);
    (advert.with_max_x(advert.right() - GAP.x), tile)
}

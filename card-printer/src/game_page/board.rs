//! The ninety balls; those out are struck through, with their order of exit.

use hall_wire::paper::GameSheet;

use super::{LEFT, NOTE};
use crate::font::Face;
use crate::page::{Align, Fill, Ink, Page, Rule, Style, Tenths};

const ACROSS: Tenths = 10;
const DOWN: Tenths = 9;
const CELL_WIDTH: Tenths = 90;
const CELL_HEIGHT: Tenths = 46;

pub(super) const WIDTH: Tenths = ACROSS * CELL_WIDTH;

/// Left strip of each cell, for the order of exit.
const STRIP: Tenths = 34;

const LEFT_OVER: Style = Style::new(Face::Bold, 104, Ink::Black);
const OUT: Style = Style::new(Face::Regular, 104, Ink::Grey);
const ORDINAL: Style = Style::new(Face::Bold, 56, Ink::Black);
const FIGURES_CAP: Tenths = 104 * 254 / 720 * 714 / 1000;

/// Lays out the board and its legend. Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, y: Tenths, sheet: Option<&GameSheet>) -> Tenths {
    let balls = sheet.map_or(&[][..], |sheet| &sheet.balls);
    let mut pending = Vec::new();
    for number in 1..=90_u8 {
        let place = Tenths::from(number) - 1;
        let (x, y) = (LEFT + place % ACROSS * CELL_WIDTH, y + place / ACROSS * CELL_HEIGHT);
        let out = balls.iter().position(|ball| ball.number == number);
        let base = y + (CELL_HEIGHT + FIGURES_CAP) / 2;
        let style = if out.is_some() { OUT } else { LEFT_OVER };
        page.text(x + STRIP, base, CELL_WIDTH - STRIP - 6, Align::Centre, style, &number.to_string());
        let Some(out) = out else { continue };
        page.fills.push(Fill { x, y, width: CELL_WIDTH, height: CELL_HEIGHT, ink: Ink::Mist });
        page.text(x + 9, y + 21, STRIP - 9, Align::Left, ORDINAL, &(out + 1).to_string());
        page.rules.push(Rule {
            from: (x + STRIP, y + CELL_HEIGHT - 6),
            to: (x + CELL_WIDTH - 5, y + 6),
            thickness: 3,
            ink: Ink::Black,
            dashed: false,
        });
        if !balls[out].announced {
            pending.push((x, y));
        }
    }
    lines(page, y);
    for (x, y) in pending {
        frame(page, x, y);
    }
    let legend = match sheet {
        Some(sheet) if sheet.balls.iter().any(|ball| !ball.announced) => {
            "Tachadas, las que ya han salido, con su orden de salida. Con recuadro grueso, las no anunciadas."
        }
        Some(_) => "Tachadas, las que ya han salido, con su orden de salida. Táchese cada una que salga.",
        None => "Táchese cada bola que haya salido o salga; a su izquierda cabe el orden de salida.",
    };
    let below = y + DOWN * CELL_HEIGHT;
    page.text(LEFT, below + 32, WIDTH, Align::Left, NOTE, legend);
    below + 40
}

fn lines(page: &mut Page, y: Tenths) {
    for row in 0..=DOWN {
        let edge = row == 0 || row == DOWN;
        let (thickness, ink) = if edge { (4, Ink::Black) } else { (2, Ink::Silver) };
        page.across(LEFT, y + row * CELL_HEIGHT, WIDTH, thickness, ink);
    }
    for column in 0..=ACROSS {
        let edge = column == 0 || column == ACROSS;
        let (thickness, ink) = if edge { (4, Ink::Black) } else { (2, Ink::Silver) };
        page.down(LEFT + column * CELL_WIDTH, y, DOWN * CELL_HEIGHT, thickness, ink);
    }
}

/// A thick frame within a cell.
fn frame(page: &mut Page, x: Tenths, y: Tenths) {
    const THICK: Tenths = 7;
    for side in [3, CELL_HEIGHT - 3] {
        page.across(x, y + side, CELL_WIDTH, THICK, Ink::Black);
    }
    for side in [3, CELL_WIDTH - 3] {
        page.down(x + side, y, CELL_HEIGHT, THICK, Ink::Black);
    }
}

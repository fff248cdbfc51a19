//! Where everything is on a card, computed from its template; from the card's top left corner.

#![expect(missing_docs, reason = "a length, a place or a colour is said by its name")]

use crate::page::Tenths;
use crate::template::{Arrangement, Template};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub x: Tenths,
    /// Base line.
    pub y: Tenths,
    /// Width.
    pub room: Tenths,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    pub x: Tenths,
    pub y: Tenths,
    pub width: Tenths,
    pub height: Tenths,
}

/// Where everything is on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// From cut to cut.
    pub width: Tenths,
    /// From cut to cut.
    pub height: Tenths,
    /// Width of the stub on the left; 0 without one.
    pub stub: Tenths,
    /// Margin inside the cut.
    pub inner: Tenths,
    /// Size of the words, in per cent.
    pub letters: Tenths,
    /// Whether number and hall stand beside the grid.
    pub side: bool,
    pub grid_x: Tenths,
    pub grid_y: Tenths,
    pub cell_width: Tenths,
    pub cell_height: Tenths,
    pub logo: Area,
    pub hall: Line,
    /// Number of cards in the series.
    pub size: Line,
    pub number: Line,
    /// Series and check key.
    pub series: Line,
    /// Face value.
    pub value: Line,
    /// Extract of the rules.
    pub legal: Area,
    /// The code in letters.
    pub small: Line,
    /// BORRADOR, COPIA.
    pub label: Area,
    /// Right end, top and side of the 2-D code.
    pub code: (Tenths, Tenths, Tenths),
}

impl Plan {
    pub fn of(template: &Template) -> Plan {
        match template.arrangement {
            Arrangement::Stacked => stacked(template),
            Arrangement::Side => side(template),
        }
    }

    pub fn grid_width(&self) -> Tenths {
        9 * self.cell_width
    }

    pub fn grid_height(&self) -> Tenths {
        3 * self.cell_height
    }
}

/// Head, grid and foot. The proportions are those of a card of 105 × 99 mm with words of 100 %.
fn stacked(template: &Template) -> Plan {
    let (width, height) = template.card();
    let k = |length: Tenths| length * template.letters / 100;
    let x = template.stub + template.inner;
    let room = width - template.stub - 2 * template.inner;
    let top = (template.inner - k(75)).max(0);
    let (cell_width, grid_y) = (room / 9, top + k(225));
    let code = template.code;
    let foot_y = height - template.inner - 15 - code.max(k(190));
    let cell_height = (foot_y - k(40) - grid_y) / 3;
    let (grid_width, left) = (9 * cell_width, room * 6 / 10);
    let foot = grid_width - code - k(30);
    let logo = if template.logo.is_some() { k(150) } else { 0 };
    let after = if logo > 0 { logo + k(15) } else { 0 };
    Plan {
        width,
        height,
        stub: template.stub,
        inner: template.inner,
        letters: template.letters,
        side: false,
        grid_x: x,
        grid_y,
        cell_width,
        cell_height,
        logo: Area { x, y: top + k(78), width: logo, height: k(115) },
        hall: Line { x: x + after, y: top + k(138), room: left - k(20) - after },
        size: Line { x: x + after, y: top + k(186), room: room * 45 / 100 - k(20) - after },
        number: Line { x: x + left, y: top + k(140), room: grid_width - left },
        series: Line { x: x + room * 45 / 100, y: top + k(186), room: grid_width - room * 45 / 100 },
        value: Line { x, y: foot_y + k(46), room: foot },
        legal: Area { x, y: foot_y + k(68), width: foot, height: code.max(k(190)) - k(40) - k(68) },
        small: Line { x, y: foot_y + code.max(k(190)) - 6, room: foot },
        label: Area { x, y: top + k(34), width: k(400), height: k(34) },
        code: (x + grid_width, foot_y, code),
    }
}

/// The grid at the left with a line or two below it; at its right the hall, the number and the code.
fn side(template: &Template) -> Plan {
    let (width, height) = template.card();
    let k = |length: Tenths| length * template.letters / 100;
    let (x, y) = (template.stub + template.inner, template.inner);
    let room = width - template.stub - 2 * template.inner;
    let code = template.code;
    let panel = (code + k(240)).max(k(440));
    let cell_width = (room - panel - k(40)) / 9;
    let cell_height = (height - 2 * template.inner - k(98)) / 3;
    let (grid_width, bottom) = (9 * cell_width, height - template.inner);
    let panel_x = x + grid_width + k(40);
    let panel_width = x + room - panel_x;
    let beside = panel_width - code - k(10);
    Plan {
        width,
        height,
        stub: template.stub,
        inner: template.inner,
        letters: template.letters,
        side: true,
        grid_x: x,
        grid_y: y,
        cell_width,
        cell_height,
        logo: Area { x: panel_x, y: bottom - k(194), width: beside, height: k(70) },
        hall: Line { x: panel_x, y: y + k(24), room: panel_width },
        size: Line { x: panel_x, y: y + k(172), room: beside },
        number: Line { x: panel_x, y: y + k(88), room: panel_width },
        series: Line { x: panel_x, y: y + k(130), room: panel_width },
        value: Line { x: panel_x, y: bottom - k(4), room: beside },
        legal: Area { x, y: y + 3 * cell_height + k(28), width: grid_width, height: k(74) },
        small: Line { x, y: y + 3 * cell_height + k(28), room: grid_width },
        label: Area { x: panel_x, y: bottom - k(116), width: beside, height: k(34) },
        code: (x + room, bottom - code, code),
    }
}

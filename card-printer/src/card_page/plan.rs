//! Where everything is on a card, computed from its template; from the card's top left corner.

#![expect(missing_docs, reason = "a length, a place or a colour is said by its name")]

use crate::page::Tenths;
use crate::template::{Arrangement, Template};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextLine {
    pub x: Tenths,
    /// Base line.
    pub y: Tenths,
    /// Width.
    pub room: Tenths,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    pub x: Tenths,
    pub y: Tenths,
    pub width: Tenths,
    pub height: Tenths,
}

impl TextLine {
    /// Its two parts, the left one with this fraction of its width.
    pub(super) fn split(self, part: Tenths, of: Tenths) -> (TextLine, TextLine) {
        let left = self.room * part / of;
        let right = self.room * (of - part) / of;
        (TextLine { room: left, ..self }, TextLine { x: self.x + left, room: right, ..self })
    }
}

/// Where everything is on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
    pub hall: TextLine,
    /// Number of cards in the series.
    pub size: TextLine,
    pub number: TextLine,
    /// Series and check key.
    pub series: TextLine,
    /// Face value.
    pub value: TextLine,
    /// Extract of the rules.
    pub legal: Area,
    /// The code in letters.
    pub small: TextLine,
    /// BORRADOR, COPIA.
    pub label: Area,
    /// Right end, top and side of the 2-D code.
    pub code: (Tenths, Tenths, Tenths),
}

impl Plan {
    pub fn of(template: &Template) -> Plan {
        let (width, height) = template.card();
        let plan = Plan {
            width,
            height,
            stub: template.stub,
            inner: template.inner,
            letters: template.letters,
            side: template.arrangement == Arrangement::Side,
            ..Plan::default()
        };
        match template.arrangement {
            Arrangement::Stacked => plan.stacked(template.code, template.logo.is_some()),
            Arrangement::Side => plan.side(template.code),
        }
    }

    pub fn grid_width(&self) -> Tenths {
        9 * self.cell_width
    }

    pub fn grid_height(&self) -> Tenths {
        3 * self.cell_height
    }

    /// Head, grid and foot. The proportions are those of a card of 105 × 99 mm with words of 100 %.
    fn stacked(self, code: Tenths, has_logo: bool) -> Plan {
        let k = |length: Tenths| length * self.letters / 100;
        let x = self.stub + self.inner;
        let room = self.width - self.stub - 2 * self.inner;
        let top = (self.inner - k(75)).max(0);
        let (cell_width, grid_y) = (room / 9, top + k(225));
        let foot_height = code.max(k(190));
        let foot_y = self.height - self.inner - 15 - foot_height;
        let cell_height = (foot_y - k(40) - grid_y) / 3;
        let (grid_width, left, middle) = (9 * cell_width, room * 6 / 10, room * 45 / 100);
        let foot = grid_width - code - k(30);
        let (logo, after) = if has_logo { (k(150), k(150) + k(15)) } else { (0, 0) };
        Plan {
            grid_x: x,
            grid_y,
            cell_width,
            cell_height,
            logo: Area { x, y: top + k(78), width: logo, height: k(115) },
            hall: TextLine { x: x + after, y: top + k(138), room: left - k(20) - after },
            size: TextLine { x: x + after, y: top + k(186), room: middle - k(20) - after },
            number: TextLine { x: x + left, y: top + k(140), room: grid_width - left },
            series: TextLine { x: x + middle, y: top + k(186), room: grid_width - middle },
            value: TextLine { x, y: foot_y + k(46), room: foot },
            legal: Area { x, y: foot_y + k(68), width: foot, height: foot_height - k(40) - k(68) },
            small: TextLine { x, y: foot_y + foot_height - 6, room: foot },
            label: Area { x, y: top + k(34), width: k(400), height: k(34) },
            code: (x + grid_width, foot_y, code),
            ..self
        }
    }

    /// The grid at the left with a line or two below it; at its right the hall, the number and the code.
    fn side(self, code: Tenths) -> Plan {
        let k = |length: Tenths| length * self.letters / 100;
        let (x, y) = (self.stub + self.inner, self.inner);
        let room = self.width - self.stub - 2 * self.inner;
        let panel = (code + k(240)).max(k(440));
        let cell_width = (room - panel - k(40)) / 9;
        let cell_height = (self.height - 2 * self.inner - k(98)) / 3;
        let (grid_width, bottom) = (9 * cell_width, self.height - self.inner);
        let (panel_x, below) = (x + grid_width + k(40), y + 3 * cell_height + k(28));
        let panel_width = x + room - panel_x;
        let beside = panel_width - code - k(10);
        Plan {
            grid_x: x,
            grid_y: y,
            cell_width,
            cell_height,
            logo: Area { x: panel_x, y: bottom - k(194), width: beside, height: k(70) },
            hall: TextLine { x: panel_x, y: y + k(24), room: panel_width },
            size: TextLine { x: panel_x, y: y + k(172), room: beside },
            number: TextLine { x: panel_x, y: y + k(88), room: panel_width },
            series: TextLine { x: panel_x, y: y + k(130), room: panel_width },
            value: TextLine { x: panel_x, y: bottom - k(4), room: beside },
            legal: Area { x, y: below, width: grid_width, height: k(74) },
            small: TextLine { x, y: below, room: grid_width },
            label: Area { x: panel_x, y: bottom - k(116), width: beside, height: k(34) },
            code: (x + room, bottom - code, code),
            ..self
        }
    }
}

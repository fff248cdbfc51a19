//! The head of an A4 paper: a line of text, black labels such as BORRADOR at its right, and their watermark.

use crate::font::{self, Face};
use crate::page::{A4_HEIGHT, A4_WIDTH, Align, Fill, Ink, Page, Style, Tenths, Watermark};

pub(crate) const SMALL: Style = Style::new(Face::Regular, 72, Ink::Grey);
pub(crate) const SMALL_BOLD: Style = Style::new(Face::Bold, 72, Ink::Black);
const LABEL: Style = Style::new(Face::Bold, 75, Ink::White);

/// Where a head stands.
pub(crate) struct Head {
    pub(crate) x: Tenths,
    pub(crate) width: Tenths,
    /// Base line of the text.
    pub(crate) base: Tenths,
    /// The rule below.
    pub(crate) rule: Tenths,
    /// Where the left text ends, as a fraction of the width without labels.
    pub(crate) split: (Tenths, Tenths),
}

impl Head {
    /// Draws the head. `size` is that of the watermark, in tenths of a point, if there are labels.
    pub(crate) fn draw(&self, page: &mut Page, left: &str, right: &str, labels: &[&str], size: u16) {
        let &Head { x, width, base, rule, split } = self;
        let mut end = x + width;
        for label in labels.iter().rev() {
            let width = font::width(LABEL.face, LABEL.size, label) + 30;
            end -= width;
            page.fills.push(Fill { x: end, y: base - 31, width, height: 42, ink: Ink::Black });
            page.text(end + 15, base, width - 30, Align::Centre, LABEL, label);
            end -= 12;
        }
        let middle = x + (end - x) * split.0 / split.1;
        page.text(x, base, middle - x - 20, Align::Left, SMALL_BOLD, left);
        page.text(middle, base, end - middle, Align::Right, SMALL, right);
        page.across(x, rule, width, 2, Ink::Silver);
        if !labels.is_empty() {
            let middle = (A4_WIDTH / 2, A4_HEIGHT / 2 + 100);
            page.watermarks.push(Watermark { middle, degrees: 55, size, text: labels.join(" · ") });
        }
    }
}

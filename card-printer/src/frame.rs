//! What all pages of a printing have in common: the paper, and drawings used again and again.

use crate::logo::Picture;
use crate::page::{Page, Placed, Tenths};

/// What all pages of a printing have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The title, as a PDF reader shows it.
    pub title: String,
    /// The program that made it.
    pub creator: String,
    /// The width of the paper.
    pub width: Tenths,
    /// The height of the paper.
    pub height: Tenths,
    /// Drawings used many times, such as all that is the same on every card.
    pub stamps: Vec<Stamp>,
    /// Pictures: the logo, or none.
    pub pictures: Vec<Picture>,
}

/// The place of the logo in the list of pictures.
pub const PICTURE: usize = 0;

/// A drawing that pages use again and again. It is written once, whatever is on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stamp {
    /// Its width.
    pub width: Tenths,
    /// Its height.
    pub height: Tenths,
    /// What is drawn, from its own top left corner. It has no stamps itself.
    pub drawing: Page,
}

impl Frame {
    /// Returns a page with its stamps drawn out: all that is seen on the paper.
    pub fn drawn_out(&self, page: &Page) -> Page {
        let mut flat = Page::default();
        for &Placed { stamp, x, y } in page.grounds.iter().chain(&page.stamps) {
            flat.add(&self.stamps[stamp].drawing, x, y);
        }
        let own = Page { grounds: Vec::new(), stamps: Vec::new(), ..page.clone() };
        flat.add(&own, 0, 0);
        flat
    }
}

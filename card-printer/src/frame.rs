//! What all pages of a print job share: the paper, and drawings used again and again.

use crate::logo::Picture;
use crate::page::{Page, Placed, Tenths};

/// What all pages of a print job share.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Title in the PDF's metadata.
    pub title: String,
    /// Program in the PDF's metadata.
    pub creator: String,
    /// Of the paper.
    pub width: Tenths,
    /// Of the paper.
    pub height: Tenths,
    /// Drawings used many times, such as the blank face of a card.
    pub stamps: Vec<Stamp>,
    /// The logo, if there is one.
    pub pictures: Vec<Picture>,
}

/// Index of the logo in the list of pictures.
pub const PICTURE: usize = 0;

/// A drawing used by many pages and written once.
#[derive(Debug, Clone, PartialEq)]
pub struct Stamp {
    pub width: Tenths,
    pub height: Tenths,
    /// From its own top left corner; has no stamps itself.
    pub drawing: Page,
}

impl Frame {
    /// Returns a page with its stamps copied in, for tests.
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

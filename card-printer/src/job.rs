//! What all pages of a print job share: the paper, and drawings used again and again.

use crate::logo::Logo;
use crate::page::{Page, Tenths};

/// What all pages of a print job share.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintJob {
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
    pub pictures: Vec<Logo>,
}

/// Index of the logo in the list of pictures.
pub(crate) const PICTURE: usize = 0;

/// A drawing used by many pages and written once.
#[derive(Debug, Clone, PartialEq)]
pub struct Stamp {
    /// Of what it is drawn on.
    pub width: Tenths,
    /// Of what it is drawn on.
    pub height: Tenths,
    /// From its own top left corner; has no stamps itself.
    pub drawing: Page,
}

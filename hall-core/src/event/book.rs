//! Folios of a book of actas.

use alloc::string::String;

/// Folios of one book, in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folios {
    /// The book.
    pub book: String,
    /// The first folio.
    pub first: u32,
    /// The last folio.
    pub last: u32,
}

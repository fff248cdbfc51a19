//! What events about a record that was cut, restored or moved are made of.

use alloc::vec::Vec;

use crate::series::{CardNo, SeriesId};

/// Why an epoch of the record began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EpochCause {
    /// Two people accepted that lines are lost.
    LossAccepted,
    /// The record was restored from a copy.
    Restored,
    /// Another computer took the hall over.
    Promoted,
}

/// The last numbers that the hall gave, as its papers say: those after them are free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// The last game; 0 where none was played.
    pub game: u32,
    /// The last session; 0 where none was opened.
    pub session: u32,
    /// The last diligencia with a number; 0 where none was written.
    pub diligencia: u32,
    /// The last card sold of each series that the papers take further than the record.
    pub sold: Vec<LastSold>,
}

/// The last card of a series that was sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastSold {
    /// The series.
    pub series: SeriesId,
    /// The card.
    pub card: CardNo,
}

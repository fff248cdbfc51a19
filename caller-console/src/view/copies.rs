//! The other copies of the record: a mark while one is behind or in trouble, and each in words on the technician's page.

use hall_look::words;
use hall_wire::board::{CopyTrouble, RecordCopy};

use crate::known::Known;

/// The mark in the strip; `None` while every copy is in order.
pub fn mark(known: &Known) -> Option<String> {
    let copies = &known.board.copies;
    let wrong = |copy: &RecordCopy| matches!(copy.trouble, Some(CopyTrouble::Ahead | CopyTrouble::Rewritten));
    let id = if copies.iter().any(wrong) {
        "chip-copy-stop"
    } else if copies.iter().any(|copy| copy.spare && copy.behind) {
        "chip-no-spare"
    } else if copies.iter().any(|copy| copy.trouble.is_some()) {
        "chip-copy-trouble"
    } else if copies.iter().any(|copy| copy.behind) {
        "chip-copy-behind"
    } else {
        return None;
    };
    Some(known.t(id))
}

/// A sentence for each copy that is behind or in trouble.
pub fn troubles(known: &Known) -> Vec<String> {
    let behind = known.board.copies.iter().filter(|copy| copy.behind);
    let sentence = |copy: &RecordCopy| {
        let why = known.t(match copy.trouble {
            None if copy.spare => "spare-slow",
            Some(CopyTrouble::Missing) if copy.spare => "spare-missing",
            Some(CopyTrouble::Failing) if copy.spare => "spare-failing",
            Some(CopyTrouble::OtherHall) if copy.spare => "spare-other-hall",
            None => "copy-slow",
            Some(CopyTrouble::Missing) => "copy-missing",
            Some(CopyTrouble::SameDisk) => "copy-same-disk",
            Some(CopyTrouble::OtherHall) => "copy-other-hall",
            Some(CopyTrouble::Ahead) => "copy-ahead",
            Some(CopyTrouble::Rewritten) => "copy-rewritten",
            Some(CopyTrouble::Full) => "copy-full",
            Some(CopyTrouble::Failing) => "copy-failing",
        });
        let lines = words::count(copy.lines);
        known.ta(
            if copy.spare { "spare-behind" } else { "copy-behind" },
            &[("folder", &copy.folder), ("why", &why), ("lines", &lines)],
        )
    };
    behind.map(sentence).collect()
}

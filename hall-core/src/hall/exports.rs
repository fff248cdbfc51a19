//! Sessions that people take away on a stick in the server: who asked for which, with which personal data, and what came of it
//! (DECISIONS 44, ADR 53).

use alloc::string::String;

use crate::event::{Event, SessionNo};
use crate::game::decide::{Decision, one};
use crate::hall::Hall;
use crate::people::PersonId;
use crate::refusal::Refusal;

/// What the record has of exports.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exports {
    /// Asked for so far.
    pub asked: u32,
    /// The one whose end is not known yet.
    pub under_way: Option<ExportOrder>,
    /// Where the last one is, if it was made.
    pub place: Option<String>,
    /// Why the last one was not made, if it was not.
    pub failed: Option<String>,
}

/// What somebody asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportOrder {
    /// Its number in the hall.
    pub no: u32,
    /// The first session.
    pub first: SessionNo,
    /// The last one.
    pub last: SessionNo,
    /// With names of the staff.
    pub names: bool,
    /// With names and documents of claimants.
    pub documents: bool,
    /// With drawn signatures and scanned pages.
    pub signatures: bool,
    /// Who asked.
    pub by: PersonId,
    /// The line that says so.
    pub seq: u64,
}

impl Default for ExportOrder {
    fn default() -> ExportOrder {
        let (no, names, documents, signatures, seq) = (0, false, false, false, 0);
        let (first, last, by) = (SessionNo(0), SessionNo(0), PersonId(0));
        ExportOrder { no, first, last, names, documents, signatures, by, seq }
    }
}

impl Exports {
    pub(super) fn begins(&mut self, seq: u64, by: PersonId, event: &Event) {
        let Event::ExportAsked { export, first, last, names, documents, signatures } = event else { return };
        let (no, names, documents, signatures) = (*export, *names, *documents, *signatures);
        self.asked = no;
        self.under_way =
            Some(ExportOrder { no, first: *first, last: *last, names, documents, signatures, by, seq });
    }

    /// Made, and where; or why not.
    pub(super) fn ends(&mut self, place: Option<&String>, failed: Option<&String>) {
        *self =
            Exports { asked: self.asked, under_way: None, place: place.cloned(), failed: failed.cloned() };
    }

    /// In a new epoch the stick is perhaps in another computer.
    pub(super) fn is_another_computers(&mut self) {
        *self = Exports { asked: self.asked, ..Exports::default() };
    }
}

impl Hall {
    pub(super) fn decide_export(
        &self,
        (first, last): (SessionNo, SessionNo),
        (names, documents, signatures): (bool, bool, bool),
    ) -> Decision {
        ensure!(self.exports.under_way.is_none(), Refusal::ExportUnderWay);
        let is_there = first.0 >= 1 && first <= last && last.0 <= self.sessions;
        ensure!(is_there, Refusal::NoSuchSessions);
        let export = self.exports.asked + 1;
        one(Event::ExportAsked { export, first, last, names, documents, signatures })
    }
}

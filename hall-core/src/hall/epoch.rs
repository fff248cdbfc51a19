//! A record that was cut, restored or moved: a new epoch, in which no number is given before two people have read from
//! the paper which were (DECISIONS 40, 41).

use alloc::vec::Vec;

use crate::event::{EpochCause, Event, Numbering};
use crate::game::decide::{Decision, another, one, stale};
use crate::hall::{Hall, LogInOver};
use crate::people::{PersonId, Role};
use crate::refusal::Refusal;

/// The epoch of the record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Epoch {
    /// How many began after the founding's.
    pub begun: u32,
    /// Nobody knows yet which numbers were given.
    pub numbering_due: bool,
    /// What one person has read from the paper, and who.
    pub numbering_asked: Option<(Numbering, PersonId)>,
}

impl Epoch {
    /// Its number; the founding's is 1.
    pub fn no(&self) -> u32 {
        self.begun + 1
    }
}

impl Hall {
    /// Begins a new epoch, before the hall is opened again: the one after this record's and after `seen`, the latest that
    /// anybody saw.
    ///
    /// # Errors
    /// The two are one person, not on the staff, or neither jefe de sala nor jefe de mesa.
    pub fn begin_epoch(
        &self,
        cause: EpochCause,
        seen: u32,
        lost_to: Option<u64>,
        people: [PersonId; 2],
    ) -> Decision {
        for person in people {
            let found = self.on_staff(person)?;
            let chief = found.roles.iter().any(|role| [Role::JefeDeSala, Role::JefeDeMesa].contains(role));
            ensure!(chief, Refusal::NotAChief(person));
        }
        another(people[0], people[1])?;
        let epoch = self.epoch.no().max(seen) + 1;
        one(Event::EpochBegun { epoch, cause, lost_to, people: people.into() })
    }

    /// No number is given twice.
    pub(super) fn numbering_is_known(&self) -> Result<(), Refusal> {
        ensure!(!self.epoch.numbering_due, Refusal::NumberingUnknown);
        Ok(())
    }

    pub(super) fn decide_ask_numbering(&self, numbering: Numbering) -> Decision {
        self.numbering_goes_on(&numbering)?;
        one(Event::NumberingAsked { numbering })
    }

    pub(super) fn decide_confirm_numbering(&self, by: PersonId, numbering: Numbering) -> Decision {
        self.numbering_goes_on(&numbering)?;
        let (asked, asked_by) = self.epoch.numbering_asked.as_ref().ok_or(Refusal::NumberingNotAsked)?;
        another(*asked_by, by)?;
        ensure!(*asked == numbering, stale("la otra persona leyó otros números en el papel"));
        one(Event::NumberingSet { numbering, asked_by: *asked_by })
    }

    /// The numbers are those of the record or come after them.
    fn numbering_goes_on(&self, numbering: &Numbering) -> Result<(), Refusal> {
        ensure!(self.epoch.numbering_due, Refusal::NumberingKnown);
        let numbers = [
            ("partida", numbering.game, self.games),
            ("sesión", numbering.session, self.sessions),
            ("diligencia", numbering.diligencia, self.diligencias),
        ];
        for (what, paper, record) in numbers {
            ensure!(paper >= record, Refusal::BehindTheRecord { what, paper, record });
        }
        let mut series: Vec<_> = numbering.sold.iter().map(|last| last.series).collect();
        series.sort_unstable();
        series.dedup();
        ensure!(series.len() == numbering.sold.len(), Refusal::BadRange);
        for last in &numbering.sold {
            let item = self.stock.get(last.series).ok_or(Refusal::UnknownSeries(last.series))?;
            ensure!((1..=item.size).contains(&last.card.0), Refusal::BadRange);
            ensure!(
                last.card.0 + 1 >= item.next,
                Refusal::BehindTheRecord {
                    what: "cartón vendido",
                    paper: last.card.0,
                    record: item.next - 1
                }
            );
        }
        Ok(())
    }

    /// What an event of this room changes.
    pub(super) fn apply_epoch(&mut self, epoch: u32) {
        self.epoch = Epoch { begun: epoch - 1, numbering_due: true, numbering_asked: None };
        self.end_log_ins_where(LogInOver::Moved, |_, _| true);
    }

    pub(super) fn apply_numbering(&mut self, numbering: &Numbering) {
        self.games = self.games.max(numbering.game);
        self.sessions = self.sessions.max(numbering.session);
        self.diligencias = self.diligencias.max(numbering.diligencia);
        for last in &numbering.sold {
            self.stock.sold_to(last.series, last.card);
        }
        (self.epoch.numbering_due, self.epoch.numbering_asked) = (false, None);
    }
}

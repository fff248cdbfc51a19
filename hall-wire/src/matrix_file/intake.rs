//! Takes the cards of a file in one by one, CSV or JSON: numbering, faces, and what is kept.

use std::collections::HashMap;

use hall_core::card::{Card, CardId};
use hall_core::matrix::{MatrixNo, SIZE_MAX};

use super::{Fault, FaultKind, Faults, Foreign, Limits};

/// A card as the file has it.
pub(super) struct Found {
    /// The line it begins on, from 1.
    pub(super) line: u64,
    /// Its number, or what stands there instead; none if that is a fault already told.
    pub(super) number: Option<Result<u64, String>>,
    /// What is wrong with it as it is written.
    pub(super) faults: Vec<FaultKind>,
    /// Its rows, 0 for an empty cell; none if they could not be made out, and then there is a fault that says so.
    pub(super) grid: Option<[[u8; 9]; 3]>,
}

/// The file so far.
pub(super) struct Intake {
    limits: Limits,
    /// How many cards there were, faulty ones too.
    seen: u32,
    cards: Vec<CardId>,
    line_of_face: HashMap<CardId, u64>,
    line_of_number: HashMap<u32, u64>,
    numbering: Numbering,
    matrix: Option<MatrixNo>,
    faults: Faults,
    /// Reading on is useless.
    stopped: bool,
}

impl Intake {
    pub(super) fn new(limits: Limits) -> Intake {
        Intake {
            limits: Limits { cards: limits.cards.min(SIZE_MAX), ..limits },
            seen: 0,
            cards: Vec::new(),
            line_of_face: HashMap::new(),
            line_of_number: HashMap::new(),
            numbering: Numbering { expected: 1, instead: None },
            matrix: None,
            faults: Faults::default(),
            stopped: false,
        }
    }

    /// The cards, unless there was a fault.
    pub(super) fn finish(mut self) -> Result<Foreign, Faults> {
        if self.seen == 0 && self.faults.count() == 0 {
            self.fault(1, None, FaultKind::Empty);
        }
        if self.faults.count() > 0 {
            return Err(self.faults);
        }
        debug_assert_eq!(self.cards.len(), self.seen as usize, "a card without a fault is a card");
        Ok(Foreign { cards: self.cards, matrix: self.matrix })
    }

    /// How many cards there were.
    pub(super) fn seen(&self) -> u32 {
        self.seen
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn matrix(&mut self, number: MatrixNo) {
        self.matrix = Some(number);
    }

    pub(super) fn fault(&mut self, line: u64, card: Option<u32>, kind: FaultKind) {
        self.faults.push(Fault { line, card, kind }, self.limits.faults);
    }

    /// Reports a last fault and ends the reading.
    pub(super) fn stop(&mut self, line: u64, kind: FaultKind) {
        self.fault(line, None, kind);
        self.stopped = true;
    }

    /// Takes a card in.
    pub(super) fn card(&mut self, found: Found) {
        if self.seen == self.limits.cards {
            return self.stop(found.line, FaultKind::TooManyCards { max: self.limits.cards });
        }
        self.seen += 1;
        let (line, number) = (found.line, self.number(&found));
        for kind in found.faults {
            self.fault(line, number, kind);
        }
        let Some(grid) = found.grid else { return };
        match Card::from_grid(&grid) {
            Ok(card) => self.face(line, number, card.id()),
            Err(_) => {
                Card::errors(&grid).for_each(|error| self.fault(line, number, FaultKind::Face(error)));
            }
        }
    }

    fn face(&mut self, line: u64, number: Option<u32>, face: CardId) {
        match self.line_of_face.get(&face) {
            Some(&before) => self.fault(line, number, FaultKind::Equal { line: before }),
            None => {
                self.line_of_face.insert(face, line);
                self.cards.push(face);
            }
        }
    }

    /// Checks the card's number and returns it, if it is one.
    fn number(&mut self, found: &Found) -> Option<u32> {
        let read = match &found.number {
            Some(Ok(number)) => u32::try_from(*number)
                .ok()
                .filter(|number| (1..=SIZE_MAX).contains(number))
                .ok_or_else(|| number.to_string()),
            Some(Err(text)) => Err(text.clone()),
            None => {
                self.numbering.skip();
                return None;
            }
        };
        let number = match read {
            Ok(number) => number,
            Err(text) => {
                self.numbering.skip();
                self.fault(found.line, None, FaultKind::CardNumber(text));
                return None;
            }
        };
        let before = self.line_of_number.get(&number).copied();
        if let Some(kind) = self.numbering.next(number, before) {
            self.fault(found.line, Some(number), kind);
        }
        self.line_of_number.entry(number).or_insert(found.line);
        Some(number)
    }
}

/// Which number comes next. A fault in the numbering is reported once, not again with each card behind it.
struct Numbering {
    expected: u32,
    /// Behind a fault: what comes next if the last number was only written wrongly.
    instead: Option<u32>,
}

impl Numbering {
    /// A card came whose number could not be read.
    fn skip(&mut self) {
        self.instead = Some(self.expected);
        self.expected += 1;
    }

    /// This number came, and came before on that line. Returns what is wrong with that.
    fn next(&mut self, number: u32, before: Option<u64>) -> Option<FaultKind> {
        let expected = self.expected;
        if before.is_none() && (number == expected || self.instead == Some(number)) {
            (self.expected, self.instead) = (number + 1, None);
            return None;
        }
        self.instead = Some(expected + 1);
        if let Some(line) = before {
            return Some(FaultKind::NumberTwice { line });
        }
        if number < expected {
            return Some(FaultKind::OutOfOrder { expected });
        }
        self.expected = number + 1;
        Some(FaultKind::Gap { expected, found: number })
    }
}

//! Answers to requests about the hall's cards: matrices made, taken in and retired; cards printed.

use crate::event::{Event, Mixed, PrintingNo, PrintingStop, Segment};
use crate::game::decide::{Decision, one};
use crate::hall::decide::text;
use crate::hall::{Hall, MatrixItem};
use crate::matrix::{MatrixNo, MatrixOptions, SIZE_MAX};
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::sale::range;
use crate::series::{CardNo, SeriesId};

impl Hall {
    /// A key makes a matrix of this size and of these cards.
    pub(super) fn may_make_matrix(
        &self,
        matrix: MatrixNo,
        size: u32,
        options: MatrixOptions,
        mixed: Option<&Mixed>,
    ) -> Result<(), Refusal> {
        ensure!(options.allow(size), Refusal::BadMatrixSize(size));
        self.is_next_matrix(matrix)?;
        mixed.map_or(Ok(()), |mixed| text("azar añadido", &mixed.words).map(drop))
    }

    /// A file has a matrix of this size.
    pub(super) fn may_import_matrix(
        &self,
        matrix: MatrixNo,
        size: u32,
        faces_sha256: [u8; 32],
    ) -> Result<(), Refusal> {
        ensure!((1..=SIZE_MAX).contains(&size), Refusal::BadMatrixSize(size));
        let same = |item: &&MatrixItem| !item.retired && item.faces_sha256 == faces_sha256;
        if let Some((has, _)) = self.matrices.iter().find(|(_, item)| same(item)) {
            return Err(Refusal::SameCards(*has));
        }
        self.is_next_matrix(matrix)
    }

    pub(super) fn decide_retire_matrix(&self, matrix: MatrixNo, reason: &str) -> Decision {
        let item = self.matrices.get(&matrix).ok_or(Refusal::UnknownMatrix)?;
        ensure!(!item.retired, Refusal::MatrixRetired(matrix));
        if let Some(game) = self.running().filter(|game| game.matrix == matrix) {
            return Err(Refusal::MatrixInPlay(game.no));
        }
        one(Event::MatrixRetired { matrix, reason: text("motivo", reason)? })
    }

    pub(super) fn decide_cancel_printing(&self, printing: PrintingNo, by: PersonId) -> Decision {
        ensure!(self.printing.contains_key(&printing), Refusal::NoSuchPrinting(printing));
        one(Event::PrintingStopped { printing, why: PrintingStop::Cancelled(by) })
    }

    fn is_next_matrix(&self, matrix: MatrixNo) -> Result<(), Refusal> {
        self.no_draw_is_awaited()?;
        ensure!(matrix.get() == self.next_matrix(), Refusal::UnknownMatrix);
        Ok(())
    }

    pub(super) fn decide_print(
        &self,
        series: SeriesId,
        (first, last): (Option<CardNo>, Option<CardNo>),
        template: &str,
    ) -> Decision {
        // A copy is marked by how often the cards were printed.
        self.numbering_is_known()?;
        let item = self.stock.get(series).ok_or(Refusal::UnknownSeries(series))?;
        ensure!(!item.retired, Refusal::MatrixRetired(item.matrix));
        let (first, last) = (first.unwrap_or(CardNo(1)), last.unwrap_or(CardNo(item.size)));
        let cards = Segment { series, first, last };
        self.is_in_series(&cards)?;
        range(&cards)?;
        let copy = item.next_copy(&cards).map_err(Refusal::PrintedInPart)?;
        let (printing, template) = (PrintingNo(self.printings + 1), text("plantilla", template)?);
        one(Event::PrintingOrdered { printing, cards, template, copy })
    }
}

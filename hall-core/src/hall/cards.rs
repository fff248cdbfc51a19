//! Answers to requests about the hall's cards: matrices made, taken in and retired; cards printed.

use crate::event::{Event, Mixed, PrintingNo, PrintingStop, Segment};
use crate::game::decide::{Decision, one};
use crate::hall::decide::text;
use crate::hall::{Hall, MatrixItem};
use crate::matrix::{MatrixNo, MatrixOptions, SIZE_MAX};
use crate::money::Cents;
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::sale::range;
use crate::series::{CardNo, SeriesId};
use crate::time::Date;

/// The highest face value: 10 000 €. A game of a million such cards still fits every number.
const FACE_VALUE_MAX: Cents = Cents(1_000_000);

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

    pub(super) fn decide_receive_series(
        &self,
        (series, matrix, face_value, cards): (SeriesId, MatrixNo, Cents, Option<u32>),
        today: Date,
    ) -> Decision {
        let item = self.matrices.get(&matrix).ok_or(Refusal::UnknownMatrix)?;
        ensure!(!item.retired, Refusal::MatrixRetired(matrix));
        ensure!(self.stock.get(series).is_none(), Refusal::SeriesExists(series));
        let rules = &self.rules_on(today).0;
        // A size that the hall chose is the usual one, and no bound: the public is told of each at its sale (G2).
        let size = &rules.series_size;
        let has = cards.unwrap_or(item.size);
        ensure!((1..=item.size).contains(&has), Refusal::MoreThanTheMatrix { has: item.size });
        ensure!(!size.is_of_law() || has == size.value, Refusal::BadSize(has));
        let allowed = &rules.face_values.value;
        ensure!(
            (Cents(1)..=FACE_VALUE_MAX).contains(&face_value)
                && (allowed.is_empty() || allowed.contains(&face_value)),
            Refusal::PriceNotAllowed(face_value)
        );
        one(Event::SeriesReceived { series, matrix, face_value, cards })
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

    pub(super) fn is_in_series(&self, cards: &Segment) -> Result<(), Refusal> {
        let item = self.stock.get(cards.series).ok_or(Refusal::UnknownSeries(cards.series))?;
        ensure!(cards.last.0 <= item.size, Refusal::BadRange);
        Ok(())
    }
}

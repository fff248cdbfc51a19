//! Answers to requests about the hall's cards: matrices made, taken in and retired; cards printed.

use crate::event::{Event, PrintingNo, PrintingStop, Segment};
use crate::game::decide::{Decision, one};
use crate::hall::Hall;
use crate::hall::decide::{Asked, text};
use crate::matrix::{MatrixNo, SIZE_MAX};
use crate::refusal::Refusal;
use crate::request::Request;
use crate::series::{CardNo, SeriesId};

impl Hall {
    /// Answers one of these requests.
    #[allow(clippy::wildcard_enum_match_arm, reason = "called for these only")]
    pub(super) fn decide_cards(&self, asked: &Asked<'_>) -> Decision {
        match asked.request {
            Request::MakeMatrix { size, options, mixed, key, key_sha256, faces_sha256, matrix } => {
                if !options.allow(*size) {
                    return Err(Refusal::BadMatrixSize(*size));
                }
                self.is_next_matrix(*matrix)?;
                if let Some(mixed) = mixed {
                    text("azar añadido", &mixed.words)?;
                }
                one(Event::MatrixMade {
                    matrix: *matrix,
                    size: *size,
                    options: *options,
                    generator: 1,
                    mixed: mixed.clone(),
                    key: *key,
                    key_sha256: *key_sha256,
                    faces_sha256: *faces_sha256,
                })
            }
            Request::ImportMatrix { size, maker, file_sha256, faces, faces_sha256, matrix } => {
                if !(1..=SIZE_MAX).contains(size) {
                    return Err(Refusal::BadMatrixSize(*size));
                }
                self.is_next_matrix(*matrix)?;
                one(Event::MatrixImported {
                    matrix: *matrix,
                    size: *size,
                    maker: text("fabricante", maker)?,
                    file_sha256: *file_sha256,
                    faces: *faces,
                    faces_sha256: *faces_sha256,
                })
            }
            Request::RetireMatrix { matrix, reason } => {
                let item = self.matrices.get(matrix).ok_or(Refusal::UnknownMatrix)?;
                if item.retired {
                    return Err(Refusal::MatrixRetired(*matrix));
                }
                if let Some(game) = self.running().filter(|game| game.matrix == *matrix) {
                    return Err(Refusal::MatrixInPlay(game.no));
                }
                one(Event::MatrixRetired { matrix: *matrix, reason: text("motivo", reason)? })
            }
            Request::PrintCards { series, first, last, template } => {
                self.decide_print(*series, (*first, *last), template)
            }
            Request::CancelPrinting { printing } => {
                if !self.printing.contains_key(printing) {
                    return Err(Refusal::NoSuchPrinting(*printing));
                }
                let why = PrintingStop::Cancelled(asked.by);
                one(Event::PrintingStopped { printing: *printing, why })
            }
            other => unreachable!("{} is not about cards", other.kind().name()),
        }
    }

    fn is_next_matrix(&self, matrix: MatrixNo) -> Result<(), Refusal> {
        if matrix.get() == self.next_matrix() { Ok(()) } else { Err(Refusal::UnknownMatrix) }
    }

    fn decide_print(
        &self,
        series: SeriesId,
        (first, last): (Option<CardNo>, Option<CardNo>),
        template: &str,
    ) -> Decision {
        let item = self.stock.get(series).ok_or(Refusal::UnknownSeries(series))?;
        if item.retired {
            return Err(Refusal::MatrixRetired(item.matrix));
        }
        let (first, last) = (first.unwrap_or(CardNo(1)), last.unwrap_or(CardNo(item.size)));
        let cards = Segment { series, first, last };
        self.is_in_series(&cards)?;
        if first.0 == 0 || first > last {
            return Err(Refusal::BadRange);
        }
        let copy = item.next_copy(&cards).map_err(Refusal::PrintedInPart)?;
        let (printing, template) = (PrintingNo(self.printings + 1), text("plantilla", template)?);
        one(Event::PrintingOrdered { printing, cards, template, copy })
    }
}

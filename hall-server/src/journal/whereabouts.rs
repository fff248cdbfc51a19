//! Series in stock, and where a card of them is: read from the tables for people.

use hall_core::matrix::MatrixNo;
use hall_core::series::{CardRef, SeriesId};
use hall_wire::message::Whereabouts;
use rusqlite::Row;

use super::fields::first;
use super::{JournalError, RecordReader};

const STOCK: &str = "select series, series.matrix, coalesce(series.size, 0), next_card,
           retired_at_utc_ms is not null
    from series join matrix on matrix.matrix = series.matrix
    order by substr(series, 1, 1), cast(substr(series, 2) as integer)";

/// A card may have come back unsold from earlier games: the last row counts.
const SOLD: &str = "select game, state, seller from card_sale
    where series = ? and first <= ?2 and last >= ?2 order by game desc limit 1";

/// A card that no closed sale has reached can only be in the present one.
const ON_SALE: &str = "select game, state, seller from card_sale
    where game = (select max(game) from game) and series = ? and first <= ?2 and last >= ?2 limit 1";

/// A series in stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InStock {
    /// Its name.
    pub series: SeriesId,
    /// Its matrix.
    pub matrix: MatrixNo,
    /// How many cards.
    pub size: u32,
    /// The first card of the next sale.
    pub next_card: u32,
    /// Its matrix is retired.
    pub retired: bool,
}

impl RecordReader {
    /// The series in stock, by name.
    pub(crate) fn stock(&self) -> Result<Vec<InStock>, JournalError> {
        let rows: Result<Vec<_>, _> =
            self.view("leer el almacén", |view| view.prepare(STOCK)?.query_map([], in_stock)?.collect());
        Ok(rows?.into_iter().flatten().collect())
    }

    /// Where a card of a series is, if it was ever handed out.
    pub(crate) fn whereabouts(
        &self,
        of: &InStock,
        card: CardRef,
    ) -> Result<Option<Whereabouts>, JournalError> {
        let sql = if card.number.0 < of.next_card { SOLD } else { ON_SALE };
        let params = (card.series.to_string(), card.number.0);
        self.view("leer una venta", |view| first(view, sql, params))
    }
}

/// `None` for a name or number that nothing in the record has.
fn in_stock(row: &Row<'_>) -> rusqlite::Result<Option<InStock>> {
    let (series, matrix): (String, u32) = (row.get(0)?, row.get(1)?);
    let (Some(series), Some(matrix)) = (SeriesId::parse(&series), MatrixNo::new(matrix)) else {
        return Ok(None);
    };
    Ok(Some(InStock { series, matrix, size: row.get(2)?, next_card: row.get(3)?, retired: row.get(4)? }))
}

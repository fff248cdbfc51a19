//! Series in stock, and where a card of them is: read from the tables for people.

use hall_core::matrix::MatrixNo;
use hall_core::series::{CardRef, SeriesId};
use hall_wire::message::Whereabouts;
use rusqlite::{OptionalExtension, Row};

use super::{JournalError, RecordReader};

const STOCK: &str = "select series, series.matrix, coalesce(series.size, 0), next_card,
           retired_at_utc_ms is not null
    from series join matrix on matrix.matrix = series.matrix
    order by substr(series, 1, 1), cast(substr(series, 2) as integer)";

/// A card that was sold may have come back from games before: what was last is true.
const SOLD: &str = "select game, state, seller from card_sale
    where series = ? and first <= ?2 and last >= ?2 order by game desc limit 1";

/// A card that no closed sale has reached can be in the present one only.
const ON_SALE: &str = "select game, state, seller from card_sale
    where game = (select max(game) from game) and series = ? and first <= ?2 and last >= ?2 limit 1";

/// A series in stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InStock {
    /// Its name.
    pub series: SeriesId,
    /// The matrix it is of.
    pub matrix: MatrixNo,
    /// How many cards.
    pub size: u32,
    /// The card that the next sale begins with.
    pub next_card: u32,
    /// Its matrix is retired.
    pub retired: bool,
}

impl RecordReader {
    /// Returns the series in stock, by name.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn stock(&self) -> Result<Vec<InStock>, JournalError> {
        let rows = || self.conn().prepare(STOCK)?.query_map([], in_stock)?.collect::<Result<Vec<_>, _>>();
        let rows = rows().map_err(JournalError::sqlite("leer el almacén", self.path()))?;
        Ok(rows.into_iter().flatten().collect())
    }

    /// Returns where a card of a series is, if it was ever handed out.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn whereabouts(&self, of: &InStock, card: CardRef) -> Result<Option<Whereabouts>, JournalError> {
        let sql = if card.number.0 < of.next_card { SOLD } else { ON_SALE };
        let row =
            |row: &Row<'_>| Ok(Whereabouts { game: row.get(0)?, state: row.get(1)?, seller: row.get(2)? });
        self.conn()
            .prepare_cached(sql)
            .and_then(|mut select| select.query_row((card.series.to_string(), card.number.0), row).optional())
            .map_err(JournalError::sqlite("leer una venta", self.path()))
    }
}

/// A row that is none of the record's gives no series.
fn in_stock(row: &Row<'_>) -> rusqlite::Result<Option<InStock>> {
    let (series, matrix): (String, u32) = (row.get(0)?, row.get(1)?);
    let (Some(series), Some(matrix)) = (SeriesId::parse(&series), MatrixNo::new(matrix)) else {
        return Ok(None);
    };
    Ok(Some(InStock { series, matrix, size: row.get(2)?, next_card: row.get(3)?, retired: row.get(4)? }))
}

//! The hall's sets of balls, with what is known of each.

use hall_core::machine::SetId;
use hall_wire::message::{BallSetRow, InspectionRow, WeighingRow};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::ball_weights::Weights;
use crate::journal::{JournalError, RecordReader};

/// The limit and its warning are those of the rules the hall was founded with; before there was a warning in
/// them, it was fifty games before the limit.
const SETS: &str = "select ball_set, extractor, homologation, games, maker, reference,
           case extractor when 'pneumatic' then rules ->> '$.ball_set_max_games.value' end,
           case extractor when 'pneumatic' then coalesce(rules ->> '$.ball_set_warning_games.value',
               max(0, (rules ->> '$.ball_set_max_games.value') - 50)) end,
           lower(hex(table_sha256)), lower(hex(enrolment_asked_sha256)),
           cast(substr(enrolment_asked_by, 2) as integer), withdrawn_reason,
           (select case ball_set.ball_set when session.ball_set then 'playing' when reserve_set then 'reserve' end
            from session where closed_at_utc_ms is null order by session desc limit 1),
           (select case ball_set.ball_set when session.ball_set then 'playing' when reserve_set then 'reserve' end
            from session order by session desc limit 1)
    from ball_set, hall order by ball_set";

const INSPECTION: &str = "select seals, seals_whole, passed, note, cast(substr(asked_by, 2) as integer),
           asked_at_utc_ms, cast(substr(confirmed_by, 2) as integer), confirmed_at_utc_ms
    from ball_set_inspection where ball_set = ? and (confirmed_at_utc_ms is not null) = ?
    order by inspection desc limit 1";

/// The last one first.
const WEIGHINGS: &str = "select weighing, at_utc_ms, cast(substr(by, 2) as integer), low_mg, high_mg
    from ball_weighing where ball_set = ? order by weighing desc limit ?";

const WEIGHTS: &str = "select weight_mg from ball_weight where weighing = ? order by ball";

const SET: &str = "select homologation, maker, reference from ball_set where ball_set = ?";

/// Returns all sets, by name.
pub(super) fn all(view: &Connection) -> rusqlite::Result<Vec<BallSetRow>> {
    let mut sets: Vec<BallSetRow> = view.prepare(SETS)?.query_map([], set)?.collect::<Result<_, _>>()?;
    for row in &mut sets {
        row.inspection = inspection(view, &row.set, true)?;
        row.inspection_asked = inspection(view, &row.set, false)?;
        row.weighing = weighing(view, &row.set)?;
    }
    Ok(sets)
}

fn set(row: &Row<'_>) -> rusqlite::Result<BallSetRow> {
    let hash = |column| -> rusqlite::Result<Option<String>> {
        Ok(row.get::<_, Option<String>>(column)?.filter(|hash| !hash.is_empty()))
    };
    let asked_by: Option<u32> = row.get(10)?;
    Ok(BallSetRow {
        set: row.get(0)?,
        extractor: row.get(1)?,
        homologation: row.get(2)?,
        games: row.get(3)?,
        maker: row.get(4)?,
        reference: row.get(5)?,
        games_max: row.get(6)?,
        games_warning: row.get(7)?,
        table_sha256: hash(8)?,
        enrolment_asked: hash(9)?.zip(asked_by),
        inspection: None,
        inspection_asked: None,
        weighing: None,
        in_session: row.get(12)?,
        in_last_session: row.get(13)?,
        withdrawn: row.get(11)?,
        verdict: None,
    })
}

fn inspection(view: &Connection, set: &str, confirmed: bool) -> rusqlite::Result<Option<InspectionRow>> {
    let mut select = view.prepare_cached(INSPECTION)?;
    let row = select.query_row((set, confirmed), |row| {
        Ok(InspectionRow {
            seals: row.get(0)?,
            seals_whole: row.get(1)?,
            passed: row.get(2)?,
            note: row.get(3)?,
            asked_by: row.get(4)?,
            asked_at_utc_ms: row.get(5)?,
            confirmed_by: row.get(6)?,
            confirmed_at_utc_ms: row.get(7)?,
        })
    });
    row.optional()
}

fn weighing(view: &Connection, set: &str) -> rusqlite::Result<Option<WeighingRow>> {
    Ok(weighings(view, set, 1)?.pop())
}

/// Returns the last weighings of a set, the last one first.
fn weighings(view: &Connection, set: &str, limit: u32) -> rusqlite::Result<Vec<WeighingRow>> {
    let mut select = view.prepare_cached(WEIGHINGS)?;
    let found = select.query_map((set, limit), |row| {
        let (at_utc_ms, by, low_mg, high_mg) = (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
        let row_of = WeighingRow { at_utc_ms, by, low_mg, high_mg, weights_mg: Vec::new() };
        Ok((row.get::<_, i64>(0)?, row_of))
    })?;
    let mut weights = view.prepare_cached(WEIGHTS)?;
    found
        .map(|found| {
            let (number, mut weighing) = found?;
            weighing.weights_mg = weights.query_map([number], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(weighing)
        })
        .collect()
}

impl RecordReader {
    /// Returns what the balls of a set weighed, each time; `None` where the hall has no such set.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn weights_of(&self, set: SetId) -> Result<Option<Weights>, JournalError> {
        let read = || -> rusqlite::Result<Option<Weights>> {
            // One view of the file, while the desk goes on writing.
            let view = self.conn().unchecked_transaction()?;
            let known = view.query_row(SET, [set.as_str()], |row| {
                let (homologation, maker, reference) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(Weights { set: set.to_string(), homologation, maker, reference, weighings: Vec::new() })
            });
            let Some(mut weights) = known.optional()? else { return Ok(None) };
            weights.weighings = weighings(&view, set.as_str(), u32::MAX)?;
            weights.weighings.reverse();
            Ok(Some(weights))
        };
        read().map_err(JournalError::sqlite("leer los pesos de las bolas", self.path()))
    }
}

//! The hall's sets of balls: inspections, weighings, and what the open and the last session do with them.

use hall_core::machine::SetId;
use hall_wire::message::{BallSetRow, WeighingRow};
use rusqlite::Connection;

use crate::ball_weights::Weights;
use crate::journal::fields::{first, rows};
use crate::journal::{JournalError, RecordReader};

/// The limit and its warning are those of the rules the hall was founded with; without a warning in them, it is fifty
/// games before the limit.
const SETS: &str = "select ball_set as \"set\", extractor, homologation, games, maker, reference,
           case extractor when 'pneumatic' then rules ->> '$.ball_set_max_games.value' end as games_max,
           case extractor when 'pneumatic' then coalesce(rules ->> '$.ball_set_warning_games.value',
               max(0, (rules ->> '$.ball_set_max_games.value') - 50)) end as games_warning,
           nullif(lower(hex(table_sha256)), '') as table_sha256,
           case when enrolment_asked_sha256 is not null and enrolment_asked_by is not null then json_array(
               lower(hex(enrolment_asked_sha256)), cast(substr(enrolment_asked_by, 2) as integer)
           ) end as enrolment_asked,
           withdrawn_reason as withdrawn,
           (select case ball_set.ball_set when session.ball_set then 'playing' when reserve_set then 'reserve' end
            from session where closed_at_utc_ms is null order by session desc limit 1) as in_session,
           (select case ball_set.ball_set when session.ball_set then 'playing' when reserve_set then 'reserve' end
            from session order by session desc limit 1) as in_last_session
    from ball_set, hall order by ball_set";

const INSPECTION: &str = "select seals, seals_whole, passed, note, asked_at_utc_ms, confirmed_at_utc_ms,
           cast(substr(asked_by, 2) as integer) as asked_by, cast(substr(confirmed_by, 2) as integer) as confirmed_by
    from ball_set_inspection where ball_set = ? and (confirmed_at_utc_ms is not null) = ?
    order by inspection desc limit 1";

/// The last one first.
const WEIGHINGS: &str = "select at_utc_ms, cast(substr(by, 2) as integer) as by, low_mg, high_mg,
           (select json_group_array(weight_mg order by ball) from ball_weight
            where ball_weight.weighing = ball_weighing.weighing) as weights_mg
    from ball_weighing where ball_set = ? order by weighing desc";

const SET: &str =
    "select ball_set as \"set\", homologation, maker, reference from ball_set where ball_set = ?";

/// All sets, by name.
pub(in crate::journal) fn all(view: &Connection) -> rusqlite::Result<Vec<BallSetRow>> {
    let mut sets: Vec<BallSetRow> = rows(view, SETS, [])?;
    for row in &mut sets {
        row.inspection = first(view, INSPECTION, (&row.set, true))?;
        row.inspection_asked = first(view, INSPECTION, (&row.set, false))?;
        row.weighing = first(view, WEIGHINGS, [&row.set])?;
    }
    Ok(sets)
}

impl RecordReader {
    /// Every weighing of a set, the first one first; `None` if the hall has no such set.
    pub(crate) fn weights_of(&self, set: SetId) -> Result<Option<Weights>, JournalError> {
        self.view("leer los pesos de las bolas", |view| {
            let Some(of) = first::<Weights>(view, SET, [set.as_str()])? else { return Ok(None) };
            let mut weighings: Vec<WeighingRow> = rows(view, WEIGHINGS, [set.as_str()])?;
            weighings.reverse();
            Ok(Some(Weights { weighings, ..of }))
        })
    }
}

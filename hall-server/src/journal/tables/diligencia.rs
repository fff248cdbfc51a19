//! Table `diligencia`: what the acta has to say besides the games' rows, in its words.

use hall_core::event::{DiligenciaKind, Event};
use hall_core::words::{self, stopped};
use rusqlite::OptionalExtension;

use super::row::{Cell, Tables, cells, put};

/// Writes the diligencia of an event, if it has one.
pub(super) fn write(t: &Tables<'_>, event: &Event) -> rusqlite::Result<()> {
    let Some(told) = words::diligencia(event) else { return Ok(()) };
    let mut signatories: Vec<String> = told.with.iter().map(ToString::to_string).collect();
    let (mut text, mut number, mut about, mut claimant, mut signed) = (told.text, None, None, None, None);
    if let Event::DiligenciaWritten {
        diligencia, about: kind, claimant: sealed, signed: by_claimant, ..
    } = event
    {
        signatories = chiefs(t, *kind)?;
        (number, about) = (Some(diligencia), Some(kind));
        (claimant, signed) = (*sealed, sealed.map(|_| *by_claimant));
    } else {
        text = stopped(text);
    }
    let actor = t.line.actor.to_string();
    signatories.retain(|person| *person != actor);
    signatories.insert(0, actor);
    put! { t, diligencia {
        seq: t.line.seq, at_utc_ms: t.line.at_utc_ms, session: t.session()?, game: told.game, kind: t.line.kind,
        text, signatories: signatories.join(" "), number, about, claimant_sealed: claimant,
        claimant_signed: signed,
    } }
}

/// Who signs what people write: an incidencia the jefes de sala and de mesa, a reclamación the jefe de sala,
/// besides the claimant (art. 37.4). Where no session is open, nobody holds a post.
fn chiefs(t: &Tables<'_>, about: DiligenciaKind) -> rusqlite::Result<Vec<String>> {
    let signs = match about {
        DiligenciaKind::Incidencia => "'p' || sala || ' p' || mesa",
        DiligenciaKind::Reclamacion => "'p' || sala",
    };
    let select =
        format!("select {signs} from session where closed_at_utc_ms is null order by session desc limit 1");
    let chiefs: Option<String> =
        t.conn.prepare_cached(&select)?.query_row([], |row| row.get(0)).optional()?;
    Ok(chiefs.iter().flat_map(|chiefs| chiefs.split(' ').map(str::to_owned)).collect())
}

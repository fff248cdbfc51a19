//! Lays out the acta of a session: its opening, its games, its close, and the day's summary.
//!
//! The order is that of the book: *diligencia de comienzo*, the games one after another with
//! everything that happened in each, the *diligencias*, the *diligencia de cierre*, the summary,
//! and the rules the session was played by.

mod flow;
mod table;
pub(crate) mod words;
pub(crate) mod time;
mod session;
mod game;
mod balls;

use hall_wire::paper::ActaSheet;

use crate::check::BadInput;
use crate::code::{Code, Strength};
use crate::page::Document;
use flow::{Flow, Folio};

/// Lays out an acta that [`crate::check::acta`] has let through.
pub fn lay_out(acta: &ActaSheet) -> Result<Document, BadInput> {
    let code = Code::new(&acta.integrity.checkpoint, Strength::Medium)
        .map_err(|source| BadInput::Code { what: "el acta".to_owned(), source })?;
    let mut flow = Flow::new();
    session::opening(&mut flow, acta);
    for game in &acta.games {
        game::lay_out(&mut flow, game);
    }
    session::diligencias(&mut flow, acta);
    session::closing(&mut flow, acta);
    session::summary(&mut flow, acta);
    session::rules(&mut flow, acta);
    session::matrices(&mut flow, acta);
    Ok(Document {
        title: format!("{} – Acta de la sesión n.º {}", acta.hall.name, acta.session.number),
        creator: acta.program.clone(),
        pages: flow.finished(&folio(acta, code)),
    })
}

/// What every folio has at its head and foot.
fn folio(acta: &ActaSheet, code: Code) -> Folio {
    let mut labels = Vec::new();
    if acta.in_progress {
        labels.push("EN CURSO");
    }
    if acta.draft {
        labels.push("BORRADOR");
    }
    let book = match &acta.book.folios {
        Some(folios) => format!("Libro {}, folios {folios}", acta.book.id),
        None => format!("Libro {}", acta.book.id),
    };
    Folio {
        left: format!("LIBRO DE ACTAS · {}", acta.hall.name),
        right: format!("Acta de la sesión n.º {} · {}", acta.session.number, acta.session.date),
        labels,
        book,
        seq: format!("Registro n.º {}", words::grouped(acta.integrity.seq)),
        hash: acta.integrity.head_hash.clone(),
        printed: format!("Impreso {} con {}", time::spoken(&acta.printed_at), acta.program),
        code,
    }
}

//! Lays out the acta of a session: opening with the table of its games, the games, the close.
//!
//! In the order of the book: on the first folio the *diligencia de comienzo* and one line per game (art. 37.1), then
//! each game with all its incidents, the *diligencias*, the *diligencia de cierre*, and finally balls, rules and
//! cards. Blocks that fit on one folio are not split; the empty rest of a folio is struck out.

mod flow;
mod table;
pub(crate) mod words;
pub(crate) mod time;
mod session;
mod game;
mod balls;
mod diligencias;
mod end;
mod signatures;

use hall_wire::paper::{ActaSheet, RecordLines};

use crate::archive::{About, Attachment};
use crate::check::BadInput;
use crate::code::{Code, Strength};
use crate::page::{Document, Page};
use flow::{Flow, Folio};
pub use signatures::{about as about_signatures, lay_out as signatures};
use time::Clock;
pub use time::moment;

/// Lays out an acta already checked by [`crate::check::acta`].
pub fn lay_out(acta: &ActaSheet) -> Result<Document, BadInput> {
    Ok(document(acta, parts(acta)?.concat()))
}

/// The document of an acta's pages.
pub fn document(acta: &ActaSheet, pages: Vec<Page>) -> Document {
    let title = format!("{} – Acta de la sesión n.º {}", acta.hall.name, acta.session.number);
    Document { title, creator: acta.program.clone(), pages }
}

/// The pages of each part of an acta: one, unless its books are split by face value.
pub fn parts(acta: &ActaSheet) -> Result<Vec<Vec<Page>>, BadInput> {
    let code = Code::new(&acta.checkpoint, Strength::Medium)
        .map_err(|source| BadInput::Code { what: "el acta".to_owned(), source })?;
    let clock = Clock::of(acta);
    if acta.parts.is_empty() {
        let mut flow = Flow::new();
        pages(&mut flow, acta, &clock);
        return Ok(vec![flow.finished(&folio(acta, &clock, code))]);
    }
    let (mut all, mut blocks) = (Vec::new(), 0);
    for part in &acta.parts {
        let mut of_part = ActaSheet {
            book: part.book.clone(),
            totals: part.totals.clone(),
            parts: vec![part.clone()],
            record_lines: None,
            ..acta.clone()
        };
        of_part.games.retain(|game| part.face_values_cents.contains(&game.face_value_cents));
        let mut flow = Flow::behind(blocks);
        pages(&mut flow, &of_part, &clock);
        blocks = flow.blocks();
        all.push(flow.finished(&folio(&of_part, &clock, code.clone())));
    }
    Ok(all)
}

fn pages(flow: &mut Flow, acta: &ActaSheet, clock: &Clock) {
    session::opening(flow, acta, clock);
    for game in &acta.games {
        game::lay_out(flow, game, clock);
    }
    diligencias::lay_out(flow, acta, clock);
    diligencias::notes(flow, acta, clock);
    session::closing(flow, acta, clock);
    end::ball_sets(flow, acta, clock);
    end::rules(flow, acta);
    end::matrices(flow, acta);
}

/// What the acta's file says of itself, and the lines of the record that go with it.
pub fn about(acta: &ActaSheet) -> Result<About, BadInput> {
    let at = moment(&acta.printed_at).ok_or_else(|| BadInput::Time(acta.printed_at.clone()))?;
    let attachments = acta.record_lines.iter().map(|RecordLines { before, lines }| Attachment {
        name: format!("registro-sesion-{}.jsonl", acta.session.number),
        mime: "application/jsonl",
        description: format!(
            "Líneas {} a {} del registro. La anterior a la primera tiene la huella {}; la última, {}",
            before.seq + 1,
            acta.record.seq,
            before.head_hash,
            acta.record.head_hash,
        ),
        bytes: lines.clone().into_bytes(),
    });
    let leaf = acta.book.leaf;
    Ok(About { author: acta.hall.name.clone(), at, attachments: attachments.collect(), leaf })
}

fn folio(acta: &ActaSheet, clock: &Clock, code: Code) -> Folio {
    let mut labels = Vec::new();
    if acta.in_progress {
        labels.push("EN CURSO");
    }
    if acta.draft {
        labels.push("BORRADOR");
    }
    let of_part = acta.parts.first().map_or_else(String::new, |part| format!(" · {}", words::prices(part)));
    Folio {
        left: format!("LIBRO DE ACTAS · {}", acta.hall.name),
        right: format!("Acta de la sesión n.º {} · {}{of_part}", acta.session.number, acta.session.date),
        labels,
        book: format!("Libro {} · {}", acta.book.id, clock.zone()),
        zone: clock.zone(),
        free: acta.book.folios.clone(),
        used_up: acta.book.used_up,
        seq: format!("Registro n.º {}", words::grouped(acta.record.seq)),
        hash: acta.record.head_hash.clone(),
        printed: format!("Impreso {} con {}", clock.dated(&acta.printed_at), acta.program),
        code,
    }
}

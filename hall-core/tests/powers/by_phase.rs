//! What each request gets in each phase, asked properly by somebody who may.

use std::collections::BTreeSet;
use std::fmt::Write;

use hall_core::event::{Event, Play};
use hall_core::hall::{Asked, Hall};
use hall_core::people::{Actor, PersonId, Role};
use hall_core::request::RequestKind;
use hall_core::time::Moment;

use super::support::phases::*;
use super::support::{Bench, MESA, person_added};
use super::{SECRET, asking};

/// The phases of the page: short title, what it is, and a hall in it.
pub fn columns() -> Vec<(&'static str, &'static str, Bench)> {
    vec![
        ("S", "sin sesión", hall()),
        ("E", "entre partidas", at_the_bar()),
        ("V", "en venta", selling_in_order()),
        ("G", "en venta, con un hueco que se ha pedido inutilizar", with_a_gap()),
        ("T", "venta cerrada y totales anunciados", announced()),
        ("X", "en extracción, con una bola sin anunciar", drawing_with_a_ball_pending()),
        ("P", "parada, con un canto correcto por resolver", sung(Play::Line)),
        ("D", "parada, con el canto dado por bueno", accepted(Play::Line)),
        ("Q", "parada, hecha la pregunta por la línea y pasado el plazo", asked(Play::Line)),
        ("B", "parada, hecha la pregunta por el bingo y pasado el plazo", asked(Play::Bingo)),
        ("Z", "en extracción, con la anulación pedida", void_asked()),
        ("A", "en ALTO, con una salida propuesta", held_and_a_way_out_proposed()),
        ("15", "suspendida en venta, dentro de los quince minutos", suspended()),
        ("16", "suspendida antes de extraer, pasado el plazo y leído el 36.1", suspended_too_long()),
        ("M", "a mano, con la bola tecleada por una persona", by_hand_keyed()),
        ("Au", "detenida, avisada la autoridad", authority_called()),
        ("H", "tras un corte de luz, con la hoja tecleada por una persona", sheet_typed()),
        ("C", "cerrada, con el premio pendiente", ended()),
        ("R", "cerrada, con el premio retenido", withheld()),
        ("N", "anulada, con cartones por devolver", voided()),
        ("0", "no celebrada", not_held()),
        ("K", "sin sesión, con las bolas pasando por el lector, y tabla e inspección propuestas", counting()),
        ("L", "entre partidas, con una tabla de etiquetas en la máquina que no consta", with_another_table()),
        (
            "Ep",
            "venta cerrada, en una época nueva del registro, con la numeración leída por una persona",
            numbering_asked(),
        ),
        ("F", "entre partidas, con una reclamación por firmar", claim_to_sign()),
    ]
}

/// Asks as somebody of this one role who has had no part in anything yet.
pub fn asked_by(role: Role, kind: RequestKind, phase: &Bench) -> Result<(), &'static str> {
    let mut hall = phase.hall.clone();
    let (seq, by) = (phase.record.len() as u64 + 1, hall.next_person());
    let added = person_added(by, vec![role], SECRET, SECRET);
    hall.apply(seq, phase.now_ms, Actor::System, "servidor", &added);
    let entered = Event::LoggedIn { person: by, token: SECRET };
    hall.apply(seq + 1, phase.now_ms, Actor::Person(by), "caja-9", &entered);
    ask(&hall, phase, by, "caja-9", kind)
}

/// Asks as the person whom the request is for: who draws by hand is one of two.
fn asked_properly(kind: RequestKind, phase: &Bench) -> Result<(), &'static str> {
    if kind == RequestKind::KeyBall && phase.hall.game.as_ref().is_some_and(|game| game.by_hand().is_some()) {
        return ask(&phase.hall, phase, MESA, "caja-2", kind);
    }
    asked_by(kind.roles()[0], kind, phase)
}

fn ask(
    hall: &Hall,
    phase: &Bench,
    by: PersonId,
    device: &str,
    kind: RequestKind,
) -> Result<(), &'static str> {
    let request = asking::sensible(kind, hall, "se explica");
    assert_eq!(request.kind(), kind);
    let now = Moment { utc_ms: phase.now_ms + 5_000, offset_minutes: 60, change: None };
    let asked = Asked { now, by, device, request: &request };
    hall.decide(&asked, &phase.vault)
        .map(|_| ())
        .inspect_err(|refusal| crate::support::listed(kind, refusal))
        .map_err(|refusal| refusal.code())
}

/// The second table of the page.
pub fn table() -> String {
    let columns = columns();
    let rows: Vec<(&str, Vec<Result<(), &str>>)> = RequestKind::ALL
        .iter()
        .map(|kind| (kind.name(), columns.iter().map(|(.., bench)| asked_properly(*kind, bench)).collect()))
        .collect();
    let codes: BTreeSet<&str> =
        rows.iter().flat_map(|(_, cells)| cells.iter().filter_map(|cell| cell.err())).collect();
    let number = |code: &str| codes.iter().position(|known| *known == code).unwrap() + 1;
    let mut page = String::new();
    for (short, long, _) in &columns {
        writeln!(page, "- **{short}**: {long}.").unwrap();
    }
    page.push_str("\n| request |");
    for (short, ..) in &columns {
        write!(page, " {short} |").unwrap();
    }
    page.push_str("\n|---|");
    page.push_str(&"---|".repeat(columns.len()));
    for (request, cells) in &rows {
        write!(page, "\n| `{request}` |").unwrap();
        for cell in cells {
            match cell {
                Ok(()) => page.push_str(" ● |"),
                Err(code) => write!(page, " {} |", number(code)).unwrap(),
            }
        }
    }
    page.push_str("\n\n");
    for code in &codes {
        writeln!(page, "{}. `{code}`", number(code)).unwrap();
    }
    page
}

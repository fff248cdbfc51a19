//! What was put right in a session: what stood there, what stands there now, who and why.

use std::collections::BTreeMap;

use hall_core::event::{EpochCause, Event, GameNo};
use hall_core::people::{Actor, PersonId};
use hall_core::record::Line;
use hall_core::rules::Division;
use hall_core::words::{Lang, hold, reject_words, role_words};

use super::Numbers;

/// One correction, side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The line of the record.
    pub line: u64,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// Of which game.
    pub game: Option<u32>,
    /// What was put right.
    pub what: String,
    /// As it stood.
    pub old: String,
    /// As it stands.
    pub new: String,
    /// Who answers for it.
    pub who: String,
    /// Why.
    pub why: String,
}

/// What is known of a game before something of it is put right.
#[derive(Default)]
struct Before {
    figures: String,
    held: String,
    cause: String,
}

/// Every correction in these lines, in their order.
pub fn corrections(lines: &[(Line, Event)], people: &Numbers) -> Vec<Correction> {
    let mut games: BTreeMap<GameNo, Before> = BTreeMap::new();
    let mut all = Vec::new();
    for (line, event) in lines {
        let known = event.game().map(|game| games.entry(game).or_default());
        let put = one(event, known.as_deref());
        if let Some((what, old, new, why, with)) = put {
            let game = event.game().map(|game| game.0);
            let who = who(people, line.actor, with);
            let (what, line, at_utc_ms) = (what.to_owned(), line.seq, line.at_utc_ms);
            all.push(Correction { line, at_utc_ms, game, what, old, new, who, why });
        }
        if let Some(known) = known {
            learn(known, event);
        }
    }
    all
}

fn learn(known: &mut Before, event: &Event) {
    if let Event::SaleClosed { sold, division, .. } | Event::SaleRectified { sold, division, .. } = event {
        known.figures = figures(*sold, division);
    } else if let Event::HoldRaised { why, .. } = event {
        known.held = hold(Lang::Es, why);
    } else if let Event::VoidAsked { cause, .. } = event {
        known.cause.clone_from(cause);
    }
}

fn figures(sold: u32, division: &Division) -> String {
    format!("{sold} cartones, {}; línea {}, bingo {}", division.takings, division.line, division.bingo)
}

fn who(people: &Numbers, actor: Actor, with: Option<PersonId>) -> String {
    match with {
        Some(other) => format!("{} y {}", people.of(other), people.actor(actor)),
        None => people.actor(actor),
    }
}

/// What, old, new, why, and who else.
type Put = (&'static str, String, String, String, Option<PersonId>);

fn one(event: &Event, game: Option<&Before>) -> Option<Put> {
    let held = || game.map(|game| game.held.clone()).unwrap_or_default();
    let found = if let Event::SaleRectified { sold, division, found, .. } = event {
        let why = match found {
            hall_core::event::Found::Sold => "Se habían vendido y no se contaron",
            hall_core::event::Found::Unsold => "No se habían vendido",
        };
        let old = game.map(|game| game.figures.clone()).unwrap_or_default();
        ("Cartones vendidos (39.3.a)", old, figures(*sold, division), why.to_owned(), None)
    } else if let Event::AnnouncementRectified { ordinal, ball, said, .. } = event {
        let why = format!("El locutor dijo otro número en la {}.ª bola", ordinal.0);
        ("Número cantado", said.to_string(), ball.to_string(), why, None)
    } else if let Event::ReadingRectified { ordinal, from, to, .. } = event {
        let why = format!("El locutor leyó o tecleó otro número en la {}.ª bola", ordinal.0);
        ("Bola", from.to_string(), to.to_string(), why, None)
    } else if let Event::BallCorrected { ordinal, from, to, .. } = event {
        let old = from.map_or_else(|| "sin lectura".to_owned(), |ball| ball.to_string());
        let why = format!("{}.ª bola. {}", ordinal.0, held());
        ("Bola", old, to.to_string(), why, None)
    } else if let Event::ClaimRejected { claim, reason, .. } = event {
        let why = reject_words(*reason).to_owned();
        ("Canto", format!("Canto {}: bueno", claim.0), "Rechazado".to_owned(), why, None)
    } else if let Event::PrizeWithheld { prize, reason, .. } = event {
        ("Premio", format!("Premio {}: a pagar", prize.0), "Retenido".to_owned(), reason.clone(), None)
    } else if let Event::PrizeReleased { prize, reason, .. } = event {
        ("Premio", format!("Premio {}: retenido", prize.0), "A pagar".to_owned(), reason.clone(), None)
    } else if let Event::GameVoided { asked_by, cause, cards, amount, .. } = event {
        let new = format!("Anulada: se devuelven {amount} por {cards} cartones");
        ("Partida", "En juego".to_owned(), new, cause.clone(), Some(*asked_by))
    } else if let Event::GapBurned { cards, asked_by, .. } = event {
        let old = format!("{} del {} al {}, en venta", cards.series, cards.first, cards.last);
        let why = "No aparecen (33.3)".to_owned();
        ("Cartones", old, "Inutilizados".to_owned(), why, Some(*asked_by))
    } else if let Event::BallSetChanged { from, to, reason, .. } = event {
        ("Juego de bolas", from.to_string(), to.to_string(), reason.clone(), None)
    } else if let Event::MachineTaken { machine, reason: Some(reason), .. } = event {
        let new = machine.map_or_else(|| "la de la sala".to_owned(), |no| format!("n.º {}", no.0));
        ("Máquina", "–".to_owned(), new, reason.clone(), None)
    } else if let Event::SubstitutionMade { post, person, stand_in, reason, .. } = event {
        let post = role_words(*post);
        ("Puesto", format!("{person}, {post}"), format!("{stand_in}, {post}"), reason.clone(), None)
    } else if let Event::EpochBegun { epoch, cause, lost_to, people } = event {
        let why = match cause {
            EpochCause::LossAccepted => "Se aceptó la pérdida de las últimas líneas",
            EpochCause::Restored => "Se restauró de una copia",
            EpochCause::Promoted => "Sigue en el equipo de reserva",
        };
        let lost = lost_to.map_or_else(String::new, |line| format!(", perdidas hasta la {line}"));
        let (old, new) = (format!("Época {}", epoch.saturating_sub(1)), format!("Época {epoch}{lost}"));
        ("Registro", old, new, why.to_owned(), people.first().copied())
    } else {
        return None;
    };
    Some(found)
}

//! The acta as a sheet for the printer: names for numbers, local times for milliseconds.

use hall_core::words::{self, Lang, reject_words};
use std::collections::BTreeMap;

use hall_core::acta::{Acta, ActaGame};
use hall_core::event::Segment;
use hall_core::game::PrizeState;
use hall_core::hall::{BallSetItem, Hall};
use hall_core::machine::SetId;
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_wire::paper;

use crate::clock::Clock;
use crate::config::Paper;
use crate::journal::Head;

mod balls;
mod diligencias;
mod summary;

pub use summary::destination_words;

/// How people are called.
pub type Names<'a> = &'a dyn Fn(PersonId) -> String;

/// Who claimed, by the sealed value: name and document; none where it was deleted by law.
pub type Claimants<'a> = &'a dyn Fn(Sealed) -> Option<(String, String)>;

struct Sheet<'a> {
    hall: &'a Hall,
    clock: &'a Clock,
    names: Names<'a>,
    claimant: Claimants<'a>,
    before: &'a BTreeMap<SetId, BallSetItem>,
}

/// Returns the sheet of an acta that covers the record up to `head`: the acta, the hall at its end, and the
/// sets of balls at its beginning.
pub fn sheet(
    story: (&Acta, &Hall, &BTreeMap<SetId, BallSetItem>),
    paper: &Paper,
    clock: &Clock,
    head: Head,
    names: Names<'_>,
    claimant: Claimants<'_>,
) -> paper::ActaSheet {
    let (acta, hall, before) = story;
    let sheet = Sheet { hall, clock, names, claimant, before };
    let integrity = paper::Integrity {
        seq: head.seq,
        head_hash: head.hash.to_string(),
        checkpoint: format!("BOMBO1:{}:{head}", acta.session.0),
    };
    let games: Vec<paper::ActaGame> = acta.games.iter().map(|game| sheet.game(game)).collect();
    paper::ActaSheet {
        hall: paper::Hall {
            name: hall.name.clone(),
            company: paper.company.clone(),
            address: paper.address.clone(),
            town: paper.town.clone(),
        },
        book: paper::Book { id: paper.book.clone(), authority: paper.authority.clone(), folios: None },
        session: sheet.session(acta),
        rules: summary::rules_in_force(&acta.rules),
        matrices: summary::matrices(acta, hall),
        totals: summary::totals(acta, &games, sheet.ball_sets(acta)),
        games,
        diligencias: sheet.diligencias(acta),
        notes: sheet.notes(acta),
        integrity,
        draft: acta.rules.is_draft(),
        in_progress: acta.closed.is_none(),
        // The moment of the last fact, so that the same record gives the same pages.
        printed_at: clock.print(acta.covered_at),
        program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
    }
}

impl Sheet<'_> {
    fn at(&self, utc_ms: i64) -> String {
        self.clock.print(utc_ms)
    }

    fn actor(&self, actor: Actor) -> String {
        match actor {
            Actor::Person(person) => (self.names)(person),
            Actor::Machine => "máquina".to_owned(),
            Actor::System => "sistema".to_owned(),
        }
    }

    fn session(&self, acta: &Acta) -> paper::Session {
        let staff = acta.staff.iter().flat_map(|person| {
            let roles = self.hall.people.get(person).map_or(&[][..], |item| item.roles.as_slice());
            // An inspector is in the hall and is nobody's staff.
            roles.iter().filter(|role| **role != Role::Inspector).map(|role| paper::StaffMember {
                role: role_words(*role).to_owned(),
                name: (self.names)(*person),
                note: None,
            })
        });
        let check = acta.check;
        let counted_by = (self.names)(acta.counted_by);
        let seals = if check.seals_whole { "Precintos intactos" } else { "Precintos rotos" };
        let works =
            if check.installations_work { "; máquina, panel, monitores y sonido probados" } else { "" };
        let reserve = match acta.reserve_machine {
            Some(true) => "; bombo o máquina de reserva en la sala",
            Some(false) => "; sin bombo ni máquina de reserva",
            None => "",
        };
        let closes = acta.closes.map_or_else(String::new, |closes| {
            format!("; hora de cierre autorizada: {} del {}", closes.hour, date_words(closes.date))
        });
        paper::Session {
            number: acta.session.0,
            date: date_words(acta.date),
            opened_at: self.at(acta.opened_at),
            closed_at: acta.closed.map(|closing| self.at(closing.at)),
            jefe_de_mesa: (self.names)(acta.mesa),
            jefe_de_sala: (self.names)(acta.sala),
            staff: staff.collect(),
            opening: paper::OpeningCheck {
                balls_counted: u32::from(check.balls_counted),
                ball_set: check.set.to_string(),
                reserve_set: check.reserve_set.to_string(),
                seals: format!("{seals}{works}{reserve}{closes}"),
                witness: check.public_witness.then(|| "una persona del público".to_owned()),
                counted_by,
                at: self.at(acta.opened_at),
            },
            closing: acta.closed.map(|closing| paper::ClosingCount {
                balls_counted: u32::from(closing.balls_counted),
                result: count_words(closing.balls_counted).to_owned(),
                witness: closing.public_witness.then(|| "una persona del público".to_owned()),
                // Art. 34.1: the jefe de sala counts.
                counted_by: (self.names)(acta.sala),
                at: self.at(closing.at),
            }),
        }
    }

    fn game(&self, game: &ActaGame) -> paper::ActaGame {
        let division = game.division;
        paper::ActaGame {
            number: game.in_session,
            absolute: u64::from(game.game.0),
            face_value_cents: game.face_value.0,
            segments: game.segments.iter().map(segment).collect(),
            sold: game.sold(),
            takings_cents: if game.row_at.is_some() {
                division.takings.0
            } else {
                game.face_value.times(game.sold()).0
            },
            line_cents: division.line.0,
            bingo_cents: division.bingo.0,
            house_cents: division.house.0,
            resto_cents: division.resto.0,
            announcement: game.row_at.map(|at| paper::Spoken {
                at: self.at(at),
                text: format!(
                    "{}. Premio de línea {}; premio de bingo {}",
                    game.formula, division.line, division.bingo
                ),
            }),
            rectifications: game
                .rectified
                .iter()
                .map(|change| paper::Rectification {
                    at: self.at(change.at),
                    sold_before: change.sold_before,
                    sold_after: change.sold,
                    takings_before_cents: change.before.takings.0,
                    line_before_cents: change.before.line.0,
                    bingo_before_cents: change.before.bingo.0,
                    takings_after_cents: change.division.takings.0,
                    line_after_cents: change.division.line.0,
                    bingo_after_cents: change.division.bingo.0,
                    text: change.formula.clone(),
                })
                .collect(),
            sale_opened_at: self.at(game.sale_opened_at),
            sale_closed_at: game.row_at.map(|at| self.at(at)),
            acta_row_at: game.row_at.map(|at| self.at(at)),
            draw_started_at: game.started_at.map(|at| self.at(at)),
            first_ball_at: game.balls.first().map(|ball| self.at(ball.extracted_at)),
            balls: game.balls.iter().map(|ball| self.ball(ball)).collect(),
            readings: game.readings(),
            set_aside: game
                .set_aside
                .iter()
                .map(|(at, number, why)| paper::SetAside {
                    number: Some(*number),
                    why: why.clone(),
                    at: self.at(*at),
                })
                .collect(),
            claims: game.claims.iter().map(|claim| self.claim(claim)).collect(),
            questions: game
                .orders
                .iter()
                .map(|note| paper::Spoken { at: self.at(note.at), text: note.text.clone() })
                .collect(),
            prizes: game.prizes.iter().map(|prize| self.prize(prize)).collect(),
            accounts: paper::GameAccounts {
                linea_no_cantada_cents: game.unsung_line.0,
                bingo_no_cantado_cents: game.unsung_bingo.0,
                resto_reparto_cents: game.shared_resto.0,
            },
            incidents: game
                .holds
                .iter()
                .map(|hold| paper::Incident {
                    at: self.at(hold.at),
                    text: words::hold(Lang::Es, &hold.why),
                    way_out: hold.left.as_ref().map(|(_, exit, ..)| exit.clone()),
                    ended_at: hold.left.as_ref().map(|(at, ..)| self.at(*at)),
                    decided_by: hold.left.as_ref().map(|(_, _, asked, confirmed)| {
                        format!("{} y {}", (self.names)(*asked), self.actor(*confirmed))
                    }),
                })
                .collect(),
            refunds: game.void.as_ref().map(|void| paper::Refunds {
                cause: void.cause.clone(),
                paragraph_read_at: game
                    .suspensions
                    .last()
                    .and_then(|suspension| suspension.read_at)
                    .map(|at| self.at(at)),
                due_count: void.cards,
                due_cents: void.amount.0,
                refunded_count: void.refunded.iter().map(Segment::count).sum(),
                refunded_cents: void.refunded_amount.0,
                not_handed_in: game.not_handed_in().iter().map(segment).collect(),
            }),
            result: game.result(),
            ended_at: game.ended_at.map(|at| self.at(at)),
        }
    }

    fn ball(&self, ball: &hall_core::acta::ActaBall) -> paper::ActaBall {
        paper::ActaBall {
            ordinal: u32::from(ball.ordinal.0),
            number: ball.ball.number(),
            extracted_at: self.at(ball.extracted_at),
            announced_at: ball.announced_at.map(|at| self.at(at)),
            source: ball.source,
            note: ball.corrected.map(|from| match from {
                Some(from) => format!("corregida: antes {from}"),
                None => "su número estaba en duda y lo vieron dos personas".to_owned(),
            }),
        }
    }

    fn claim(&self, claim: &hall_core::acta::ActaClaim) -> paper::ActaClaim {
        let mut verdict = words::verdict(Lang::Es, &claim.verdict);
        if let Some((_, Some(reason))) = claim.settled {
            verdict = format!("{verdict}; rechazado: {}", reject_words(reason));
        }
        paper::ActaClaim {
            stop: claim.stop.0,
            at: self.at(claim.at),
            ball_ordinal: u32::from(claim.announced),
            play: claim.play,
            card: Some(card_name(claim.card)),
            verdict,
            accepted_by: claim.settled.map_or_else(String::new, |(person, _)| (self.names)(person)),
            result: claim.result(),
        }
    }

    fn prize(&self, prize: &hall_core::game::Prize) -> paper::Prize {
        let paid = prize.state == PrizeState::Paid;
        paper::Prize {
            play: prize.play,
            card: card_name(prize.card),
            amount_cents: prize.amount.0,
            state: prize.state,
            paid_at: prize.settled.filter(|_| paid).map(|(at, _)| self.at(at)),
            paid_by: prize.settled.filter(|_| paid).map(|(_, by)| self.actor(by)),
        }
    }
}

/// What the count at the close found; the numbers themselves were looked at (art. 34.1).
fn count_words(balls: u8) -> &'static str {
    if balls == 90 { "Numeración completa" } else { "El juego no tiene 90 bolas (art. 34.4)" }
}

pub(super) fn segment(cards: &Segment) -> paper::Segment {
    let (first, last) = (cards.first.0, cards.last.0);
    paper::Segment { series: cards.series.to_string(), first, last, count: cards.count() }
}

pub(super) fn card_name(card: hall_core::series::CardRef) -> paper::CardName {
    paper::CardName { series: card.series.to_string(), number: card.number.0 }
}

/// Returns a role in words.
pub fn role_words(role: Role) -> &'static str {
    match role {
        Role::JefeDeSala => "jefe de sala",
        Role::JefeDeMesa => "jefe de mesa",
        Role::Cajero => "cajero",
        Role::VendedorLocutor => "vendedor-locutor",
        Role::Auxiliar => "auxiliar de sala",
        Role::Admision => "admisión y control",
        Role::Inspector => "inspector",
    }
}

pub(super) fn date_words(date: hall_core::time::Date) -> String {
    const MONTHS: [&str; 12] = [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ];
    format!("{} de {} de {}", date.day, MONTHS[usize::from(date.month) - 1], date.year)
}

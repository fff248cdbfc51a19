//! The balls of a game in the order they came out: ten in a row, each with its two times.

use hall_wire::paper::{ActaBall, ActaGame, BallSource};

use super::flow::{BODY, Flow, LEFT, NOTE, WIDTH};
use super::time::{Clock, spoken};
use super::words::unstopped;
use crate::font::Face;
use crate::page::{Align, Fill, Ink, Style, Tenths};

const IN_A_ROW: usize = 10;
const CELL: Tenths = WIDTH / IN_A_ROW as Tenths;
const ROW: Tenths = 84;

const NUMBER: Style = Style::new(Face::Bold, 125, Ink::Black);
const ORDINAL: Style = Style::new(Face::Regular, 50, Ink::Grey);
const TIME: Style = Style::new(Face::Regular, 52, Ink::Grey);
const MARK: Style = Style::new(Face::Bold, 55, Ink::Garnet);

/// Lays out the balls, and those set aside.
pub(super) fn lay_out(flow: &mut Flow, game: &ActaGame, clock: &Clock) {
    if !game.balls.is_empty() {
        // The grid stays on one folio, with its title and its legend: ninety balls are nine rows.
        flow.need(game.balls.len().div_ceil(IN_A_ROW) as Tenths * ROW + 150);
        flow.heading(&format!("Bolas en orden de salida ({})", game.balls.len()));
        flow.paragraph(NOTE, &legend(&game.balls));
        for row in game.balls.chunks(IN_A_ROW) {
            one_row(flow, row, clock);
        }
        flow.down(22);
        if let Some(readings) = &game.readings {
            flow.paragraph(BODY, readings);
        }
        for ball in &game.balls {
            if let Some(note) = &ball.note {
                flow.paragraph(
                    BODY,
                    &format!("Bola {}.ª ({}): {}.", ball.ordinal, ball.number, unstopped(note)),
                );
            }
        }
    }
    if !game.set_aside.is_empty() {
        flow.heading("Bolas apartadas, que no cuentan");
        for ball in &game.set_aside {
            let number = ball.number.map_or("sin leer".to_owned(), |number| format!("número {number}"));
            flow.paragraph(BODY, &format!("Bola {number}, {}: {}.", spoken(&ball.at), unstopped(&ball.why)));
        }
    }
}

fn one_row(flow: &mut Flow, balls: &[ActaBall], clock: &Clock) {
    flow.need(ROW);
    let y = flow.y();
    for (n, ball) in (0..).zip(balls) {
        let x = LEFT + n * CELL;
        let page = flow.page();
        if ball.announced_at.is_none() {
            page.fills.push(Fill { x: x + 1, y: y + 1, width: CELL - 2, height: ROW - 2, ink: Ink::Mist });
        }
        page.text(x + 8, y + 24, 40, Align::Left, ORDINAL, &ball.ordinal.to_string());
        page.text(x + 8, y + 71, 66, Align::Left, NUMBER, &ball.number.to_string());
        if let Some(mark) = mark(ball.source) {
            page.text(x + 48, y + 24, 26, Align::Left, MARK, mark);
        }
        let (left, room) = (x + 76, CELL - 84);
        page.text(left, y + 44, room, Align::Right, TIME, &clock.show(&ball.extracted_at));
        let announced = ball.announced_at.as_deref().map_or("sin anunciar".to_owned(), |at| clock.show(at));
        page.text(left, y + 69, room, Align::Right, Style { ink: Ink::Black, ..TIME }, &announced);
    }
    let width = balls.len() as Tenths * CELL;
    flow.page().across(LEFT, y, width, 1, Ink::Silver);
    flow.page().across(LEFT, y + ROW, width, 1, Ink::Silver);
    for n in 0..=balls.len() as Tenths {
        let x = LEFT + n * CELL;
        flow.page().rules.push(crate::page::Rule {
            from: (x, y),
            to: (x, y + ROW),
            thickness: 1,
            ink: Ink::Silver,
            dashed: false,
        });
    }
    flow.down(ROW);
}

/// Explains the grid, and only the marks that are in it.
fn legend(balls: &[ActaBall]) -> String {
    let mut text =
        "En cada casilla: orden de salida, número, hora de extracción y, debajo, hora del anuncio."
            .to_owned();
    for (source, words) in [
        (BallSource::Machine, "leída por la máquina"),
        (BallSource::ByHand, "sacada a mano y tecleada por dos personas (art. 36.2)"),
        (BallSource::Seen, "vista en la cámara por dos personas"),
        (BallSource::Transcription, "transcrita del papel por dos personas"),
        (BallSource::Demo, "sorteo de demostración, sin valor"),
    ] {
        if let Some(mark) = mark(source)
            && balls.iter().any(|ball| ball.source == source)
        {
            text.push_str(&format!(" {mark}: {words}."));
        }
    }
    if balls.iter().all(|ball| ball.source == BallSource::Machine) {
        text.push_str(" Todas leídas por la máquina.");
    }
    if balls.iter().any(|ball| ball.announced_at.is_none()) {
        text.push_str(" Sobre fondo gris, extraída y sin anunciar.");
    }
    text
}

fn mark(source: BallSource) -> Option<&'static str> {
    match source {
        BallSource::Machine => None,
        BallSource::ByHand => Some("M"),
        BallSource::Seen => Some("V"),
        BallSource::Transcription => Some("T"),
        BallSource::Demo => Some("D"),
    }
}

//! The balls of a game in order of exit, twelve to a row, each with its extraction and announcement times.

use hall_wire::paper::{ActaBall, ActaGame, BallSource};

use super::flow::{BODY, Flow, HEADING_GAP, HEADING_HEIGHT, LEFT, NOTE, WIDTH};
use super::time::Clock;
use super::words::unstopped;
use crate::font::Face;
use crate::page::{Align, Fill, Ink, Style, Tenths};

const ROW: Tenths = 60;

const NUMBER: Style = Style::new(Face::Bold, 110, Ink::Black);
const ORDINAL: Style = Style::new(Face::Regular, 60, Ink::Grey);
/// At least 6 pt, and black: actas are photocopied.
const TIME: Style = Style::new(Face::Regular, 60, Ink::Black);
const MARK: Style = Style::new(Face::Bold, 60, Ink::Garnet);

/// Lays out the balls and those set aside.
pub(super) fn lay_out(flow: &mut Flow, game: &ActaGame, clock: &Clock) {
    if !game.balls.is_empty() {
        // A time with its offset is half as wide again.
        let in_a_row = if clock.has_offsets() { 8 } else { 12 };
        // Keep the grid and its title on one folio: 90 balls are eight rows.
        let rows = game.balls.len().div_ceil(in_a_row) as Tenths;
        flow.need(HEADING_GAP + HEADING_HEIGHT + rows * ROW + 10);
        flow.heading(&format!("Bolas en orden de salida ({})", game.balls.len()), LEGEND);
        for row in game.balls.chunks(in_a_row) {
            one_row(flow, row, WIDTH / in_a_row as Tenths, clock);
        }
        flow.down(10);
        flow.paragraph(NOTE_IN_BLACK, &told(game));
    }
    if !game.set_aside.is_empty() {
        flow.heading("Bolas apartadas, que no cuentan", "");
        for ball in &game.set_aside {
            let (number, at) = (ball.number, clock.show(&ball.at));
            flow.paragraph(BODY, &format!("Bola número {number}, {at}: {}.", unstopped(&ball.why)));
        }
    }
}

const NOTE_IN_BLACK: Style = Style { ink: Ink::Black, ..NOTE };

const LEGEND: &str = "en cada casilla, el orden y el número; a su lado, la hora de extracción y, debajo, la del anuncio (–, sin anunciar)";

fn one_row(flow: &mut Flow, balls: &[ActaBall], cell: Tenths, clock: &Clock) {
    flow.need(ROW);
    let y = flow.y();
    for (n, ball) in (0..).zip(balls) {
        let (x, tag) = (LEFT + n * cell, flow.new_paragraph());
        let page = flow.page();
        if ball.announced_at.is_none() {
            page.fills.push(Fill { x: x + 1, y: y + 1, width: cell - 2, height: ROW - 2, ink: Ink::Mist });
        }
        page.text(x + 5, y + 19, 28, Align::Left, ORDINAL, &ball.ordinal.to_string()).tag = tag;
        page.text(x + 5, y + 54, 48, Align::Left, NUMBER, &ball.number.to_string()).tag = tag;
        if let Some(mark) = mark(ball.source) {
            page.text(x + 34, y + 19, 20, Align::Left, MARK, mark).tag = tag;
        }
        let (left, room) = (x + 54, cell - 58);
        page.text(left, y + 25, room, Align::Right, TIME, &clock.hour(&ball.extracted_at)).tag = tag;
        let announced = ball.announced_at.as_deref().map_or("–".to_owned(), |at| clock.hour(at));
        page.text(left, y + 50, room, Align::Right, TIME, &announced).tag = tag;
    }
    let width = balls.len() as Tenths * cell;
    flow.page().across(LEFT, y, width, 1, Ink::Silver);
    flow.page().across(LEFT, y + ROW, width, 1, Ink::Silver);
    for n in 0..=balls.len() as Tenths {
        flow.page().down(LEFT + n * cell, y, ROW, 1, Ink::Silver);
    }
    flow.down(ROW);
}

/// Who read the balls, the legend of the marks, and the notes on single balls.
fn told(game: &ActaGame) -> String {
    let mut told: Vec<String> = game.readings.iter().cloned().collect();
    told.push(marks(&game.balls));
    let notes = game.balls.iter().filter_map(|ball| Some((ball, ball.note.as_ref()?)));
    told.extend(
        notes.map(|(ball, note)| format!("Bola {}.ª ({}): {}.", ball.ordinal, ball.number, unstopped(note))),
    );
    told.retain(|text| !text.is_empty());
    told.join(" ")
}

/// The legend, for the marks that occur.
fn marks(balls: &[ActaBall]) -> String {
    let mut text = String::new();
    for (source, words) in [
        (BallSource::Machine, "leída por la máquina"),
        (BallSource::Read, "leída por el locutor"),
        (BallSource::Keyed, "sacada a mano y tecleada por dos personas (art. 36.2)"),
        (BallSource::Seen, "vista en la cámara por dos personas"),
        (BallSource::Paper, "transcrita del papel por dos personas"),
    ] {
        if let Some(mark) = mark(source)
            && balls.iter().any(|ball| ball.source == source)
        {
            text.push_str(&format!("{mark}: {words}. "));
        }
    }
    text.trim_end().to_owned()
}

fn mark(source: BallSource) -> Option<&'static str> {
    match source {
        BallSource::Machine => None,
        BallSource::Read => Some("L"),
        BallSource::Keyed => Some("M"),
        BallSource::Seen => Some("V"),
        BallSource::Paper => Some("T"),
    }
}

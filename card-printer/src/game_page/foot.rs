//! The foot of the sheet: prizes paid, announcements with their hours, signatures, and the reference to the record.

use hall_wire::paper::{GameSheet, Prize, PrizeState};

use super::{BODY, LABEL, LEFT, NOTE, WIDTH, grid, section, tick};
use crate::acta_page::words;
use crate::page::{A4_HEIGHT, Align, Fill, Ink, Page, Style, Tenths};

/// The rule over the last line of the page.
const RULE: Tenths = A4_HEIGHT - 132;

/// Two halves: prizes at the left, announcements and signatures at the right.
const BOTTOM: Tenths = RULE - 30;
const PAID_WIDTH: Tenths = 870;
const SAID: Tenths = LEFT + PAID_WIDTH + 40;
const SAID_WIDTH: Tenths = LEFT + WIDTH - SAID;

const HEAD: Tenths = 34;
const ROW: Tenths = 52;

/// Empty rows at least, and rows in all: fewer if the remaining balls need the room.
const TO_WRITE: usize = 3;
const LEAST: usize = 5;
const MOST: usize = 14;
const MOST_OF_FEW: usize = 9;
const MANY_BALLS: usize = 60;

const SIGN: Tenths = 146;

/// Returns where the foot begins.
pub(super) fn lay_out(page: &mut Page, sheet: Option<&GameSheet>) -> Tenths {
    let prizes = sheet.map_or(&[][..], |sheet| &sheet.prizes);
    let many = sheet.is_none_or(|sheet| sheet.remaining.len() > MANY_BALLS);
    let rows = (prizes.len() + TO_WRITE).clamp(LEAST, if many { MOST_OF_FEW } else { MOST });
    let top = BOTTOM - HEAD - rows as Tenths * ROW - 56;
    paid(page, top, prizes, rows);
    said(page, top);
    signatures(page, sheet);
    page.across(LEFT, RULE, WIDTH, 2, Ink::Silver);
    last_line(page, sheet);
    top
}

fn paid(page: &mut Page, top: Tenths, prizes: &[Prize], rows: usize) {
    const COLUMNS: [(Tenths, &str); 4] =
        [(130, "Jugada"), (270, "Serie y cartón"), (190, "Importe"), (280, "Firma de quien paga")];
    let y = section(page, LEFT, top, PAID_WIDTH, "Pago de premios, contra el cartón");
    page.fills.push(Fill { x: LEFT, y, width: PAID_WIDTH, height: HEAD, ink: Ink::Mist });
    let mut heights = vec![HEAD];
    heights.resize(rows + 1, ROW);
    grid(page, LEFT, y, &COLUMNS.map(|column| column.0), &heights);
    let mut x = LEFT;
    for (width, title) in COLUMNS {
        page.text(x + 8, y + 24, width - 16, Align::Left, Style { ink: Ink::Black, ..LABEL }, title);
        x += width;
    }
    // Prizes already paid; if they do not fit, the last row counts the rest.
    let room = rows - TO_WRITE;
    let shown = if prizes.len() > room { room - 1 } else { prizes.len() };
    let mut lines: Vec<[String; 4]> = prizes[..shown].iter().map(cells).collect();
    if prizes.len() > shown {
        let more = format!("y {} premios más", prizes.len() - shown);
        lines.push([String::new(), more, String::new(), "En el registro".to_owned()]);
    }
    for (n, line) in (0..).zip(&lines) {
        let base = y + HEAD + n * ROW + 34;
        let mut x = LEFT;
        for ((width, _), cell) in COLUMNS.iter().zip(line) {
            if !cell.is_empty() {
                page.text(x + 8, base, width - 16, Align::Left, BODY, cell);
            }
            x += width;
        }
    }
}

/// A prize already awarded.
fn cells(prize: &Prize) -> [String; 4] {
    let state = match prize.state {
        PrizeState::Due => "",
        PrizeState::Paid => "Ya pagado",
        PrizeState::Withheld => "Retenido",
        PrizeState::Unclaimed => "No reclamado",
    };
    let amount = words::money(prize.amount_cents);
    [words::play(prize.play).to_owned(), words::card(&prize.card), amount, state.to_owned()]
}

/// The announcements, with lines for the hours.
fn said(page: &mut Page, top: Tenths) {
    const HOUR: Tenths = 112;
    const STYLE: Style = Style { size: 80, ..BODY };
    let y = section(page, SAID, top, SAID_WIDTH, "Lectura, preguntas y órdenes, con su hora");
    let half = (SAID_WIDTH - 30) / 2;
    let mut hour = |x: Tenths, base: Tenths, width: Tenths, text: &str| {
        page.text(x, base, width - HOUR - 10, Align::Left, STYLE, text);
        page.across(x + width - HOUR, base + 6, HOUR, 2, Ink::Black);
    };
    let bases = [y + 34, y + 84, y + 134];
    hour(SAID + 46, bases[0], SAID_WIDTH - 46, "Se ha leído en voz alta el apartado 36.2, a las");
    hour(SAID, bases[1], half, "¿Alguna línea más?, a las");
    hour(SAID + half + 30, bases[1], half, "Orden de seguir, a las");
    hour(SAID, bases[2], half, "¿Algún bingo más?, a las");
    hour(SAID + half + 30, bases[2], half, "Orden de cierre, a las");
    tick(page, SAID, bases[0] - 27);
}

fn signatures(page: &mut Page, sheet: Option<&GameSheet>) {
    const SPACE: Tenths = 26;
    let width = (SAID_WIDTH - 2 * SPACE) / 3;
    let top = BOTTOM - SIGN;
    let signers = [
        ("El Jefe de Mesa", sheet.map_or("", |sheet| &sheet.jefe_de_mesa)),
        ("La segunda persona", ""),
        ("El Jefe de Sala", sheet.map_or("", |sheet| &sheet.jefe_de_sala)),
    ];
    for (n, (role, name)) in (0..).zip(signers) {
        let x = SAID + n * (width + SPACE);
        page.text(x, top + 30, width, Align::Left, LABEL, role);
        page.across(x, BOTTOM - 32, width, 2, Ink::Black);
        if !name.is_empty() {
            page.text(x, BOTTOM - 4, width, Align::Left, Style { size: 78, ..BODY }, name);
        }
    }
}

fn last_line(page: &mut Page, sheet: Option<&GameSheet>) {
    let (left, right) = match sheet {
        Some(sheet) => (
            format!("Registro n.º {} · Huella {}", words::grouped(sheet.record.seq), sheet.record.head_hash),
            format!("Hecha con {}", sheet.program),
        ),
        None => (
            "Art. 36.2: sólo con las bolas que quedan por sacar. Se guarda con el acta de la sesión."
                .to_owned(),
            concat!("Hecha con card-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
        ),
    };
    page.text(LEFT, RULE + 36, WIDTH - 320, Align::Left, NOTE, &left);
    page.text(LEFT + WIDTH - 300, RULE + 36, 300, Align::Right, NOTE, &right);
}

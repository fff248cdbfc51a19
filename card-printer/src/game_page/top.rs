//! The head of the sheet: hall, title, and the facts of the game.

use hall_wire::paper::GameSheet;

use super::{BODY, LABEL, LEFT, STRONG, TITLE, WIDTH};
use crate::acta_page::{time, words};
use crate::font::{self, Face};
use crate::head::Head;
use crate::page::{Align, Ink, Page, Style, Tenths};

const HEAD: Head = Head { x: LEFT, width: WIDTH, base: 103, rule: 126, split: (1, 2) };
const AIM: Style = Style::new(Face::Regular, 85, Ink::Black);

/// Height of a row of facts: printed, and to be filled in.
const PRINTED: Tenths = 62;
const WRITTEN: Tenths = 88;

/// Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, sheet: Option<&GameSheet>) -> Tenths {
    match sheet {
        Some(sheet) => printed(page, sheet),
        None => written(page),
    }
}

fn printed(page: &mut Page, sheet: &GameSheet) -> Tenths {
    let labels: &[&str] = if sheet.draft { &["BORRADOR"] } else { &[] };
    let left = format!("HOJA DE LA PARTIDA · {}", sheet.hall);
    HEAD.draw(page, &left, &format!("Sesión n.º {} · {}", sheet.session, sheet.date), labels, 1000);
    title(page, &format!("Hoja de la partida n.º {}", sheet.number));
    let number = format!("N.º absoluto {}", words::grouped(sheet.absolute));
    page.text(LEFT + 1060, 172, WIDTH - 1060, Align::Right, Style { size: 95, ..STRONG }, &number);
    let state = format!("Según el registro {}", time::spoken(&sheet.made_at));
    page.text(LEFT + 1060, 210, WIDTH - 1060, Align::Right, AIM, &state);

    let line = if sheet.line_open { "por cantar" } else { "ya dada" };
    let facts = [
        ("Precio", words::money(sheet.face_value_cents), 130),
        ("Vendidos", words::grouped(u64::from(sheet.sale.sold)), 130),
        ("Recaudado", words::money(sheet.sale.takings_cents), 195),
        ("Premio de línea", words::money(sheet.sale.line_cents), 190),
        ("Premio de bingo", words::money(sheet.sale.bingo_cents), 200),
        ("La línea está", line.to_owned(), 175),
    ];
    let y = 232;
    let sold = WIDTH - facts.iter().map(|fact| fact.2).sum::<Tenths>();
    let below = cards(page, y, sold - 30, &words::segments(&sheet.segments));
    let mut x = LEFT + sold;
    for (label, value, width) in facts {
        page.text(x, y + 22, width - 16, Align::Left, LABEL, label);
        page.text(x, y + 58, width - 16, Align::Left, Style { size: 94, ..STRONG }, &value);
        x += width;
    }
    below.max(y + PRINTED) + 26
}

/// The cards sold, in the fewest lines, set smaller where there are many.
fn cards(page: &mut Page, y: Tenths, room: Tenths, text: &str) -> Tenths {
    const MOST: usize = 3;
    page.text(LEFT, y + 22, room, Align::Left, LABEL, "Serie y numeración de los cartones vendidos");
    let mut style = BODY;
    let mut lines = font::wrapped(style.face, style.size, text, room);
    while lines.len() > MOST && style.size > 60 {
        style.size -= 2;
        lines = font::wrapped(style.face, style.size, text, room);
    }
    font::join_from(&mut lines, MOST);
    let mut base = y + 58;
    for line in &lines {
        page.text(LEFT, base, room, Align::Left, style, line);
        base += style.leading();
    }
    base - style.leading() + 4
}

fn written(page: &mut Page) -> Tenths {
    HEAD.draw(page, "HOJA DE LA PARTIDA", "En blanco: para cuando ya no se puede imprimir", &[], 0);
    title(page, "Hoja de la partida n.º");
    let taken = font::width(TITLE.face, TITLE.size, "Hoja de la partida n.º") + 24;
    page.across(LEFT + taken, 212, 200, 3, Ink::Black);
    let y = 232;
    to_write(page, y, &[("Sala", 14), ("Sesión n.º", 6), ("Fecha", 9), ("Hora del corte", 7)]);
    to_write(
        page,
        y + WRITTEN,
        &[
            ("Serie y numeración de los cartones vendidos", 14),
            ("Precio", 4),
            ("Vendidos", 4),
            ("Premio de línea", 5),
            ("Premio de bingo", 5),
            ("¿Línea ya dada?", 4),
        ],
    );
    y + 2 * WRITTEN + 26
}

/// Labels, each with a line to write on; the second field is the share of the width.
fn to_write(page: &mut Page, y: Tenths, facts: &[(&str, Tenths)]) {
    let parts = facts.iter().map(|fact| fact.1).sum::<Tenths>();
    let mut passed = 0;
    for (label, span) in facts {
        let (x, end) = (LEFT + WIDTH * passed / parts, LEFT + WIDTH * (passed + span) / parts);
        let room = if passed + span == parts { end - x } else { end - x - 30 };
        page.text(x, y + 22, room, Align::Left, LABEL, label);
        page.across(x, y + WRITTEN - 6, room, 2, Ink::Black);
        passed += span;
    }
}

fn title(page: &mut Page, text: &str) {
    page.text(LEFT, 206, 1040, Align::Left, TITLE, text);
}

//! The rows for going on by hand: one for each ball that may still come.

use hall_wire::paper::GameSheet;

use super::{GAP, LABEL, LEFT, NOTE, STRONG, WIDTH, grid, section};
use crate::font::Face;
use crate::page::{Align, Fill, Ink, Page, Style, Tenths};

const HEAD: Tenths = 54;
const GUTTER: Tenths = 26;

/// Highest row; the rest of the page goes to incidents.
const HIGHEST: Tenths = 84;

/// Lowest row one can write in; below, another column is added.
const LOWEST: Tenths = 50;

/// Least height for the part of incidents.
const INCIDENTS: Tenths = 220;

const ORDINAL: Style = Style::new(Face::Bold, 82, Ink::Black);
const CHOICE: Style = Style::new(Face::Regular, 74, Ink::Grey);

/// Share of the width, and two lines of title.
const COLUMNS: [(Tenths, &str, &str); 5] = [
    (10, "N.º de", "orden"),
    (14, "", "Bola"),
    (14, "Segunda", "persona"),
    (45, "Canto: línea o bingo,", "serie y cartón"),
    (17, "", "Correcto"),
];
const PARTS: Tenths = 100;

/// Lays out the rows between two heights of the page.
pub(super) fn lay_out(page: &mut Page, top: Tenths, bottom: Tenths, sheet: Option<&GameSheet>) {
    let (first, count) = sheet.map_or((1, 90), |sheet| (sheet.balls.len() + 1, sheet.remaining.len()));
    let title = match (sheet, count) {
        (None, _) => "Las bolas, en su orden de salida".to_owned(),
        (Some(_), 0) => "Han salido las noventa bolas".to_owned(),
        // A game suspended before its first ball (36.1) may be resumed from here.
        (Some(_), 90) => "Si se sigue a mano, desde la 1.ª bola".to_owned(),
        (Some(_), _) => {
            format!("Se sigue a mano desde la {first}.ª bola, sólo con las que quedan (art. 36.2)")
        }
    };
    let mut y = section(page, LEFT, top, WIDTH, &title);
    if count > 0 {
        let note = "El locutor escribe la bola; la segunda persona la mira y la escribe también. El canto, en el \
                    renglón de la última bola anunciada: se rodea L (línea) o B (bingo) y, comprobado, Sí o No.";
        page.text(LEFT, y + 24, WIDTH, Align::Left, NOTE, note);
        y = table(page, y + 40, bottom, first, count);
    }
    if bottom - y > INCIDENTS {
        incidents(page, y + GAP, bottom);
    }
}

fn table(page: &mut Page, top: Tenths, bottom: Tenths, first: usize, count: usize) -> Tenths {
    let mut across: usize = match count {
        0..=14 => 1,
        15..=52 => 2,
        _ => 3,
    };
    let height_of = |across| (bottom - top - HEAD) / count.div_ceil(across) as Tenths;
    while across < 3 && height_of(across) < LOWEST {
        across += 1;
    }
    let per = count.div_ceil(across);
    let height = height_of(across).min(HIGHEST);
    let width = (WIDTH - (across as Tenths - 1) * GUTTER) / across as Tenths;
    let mut columns: Vec<Tenths> = COLUMNS.iter().map(|(part, ..)| part * width / PARTS).collect();
    columns[3] += width - columns.iter().sum::<Tenths>();
    for n in 0..across {
        let rows = per.min(count - (n * per).min(count));
        let x = LEFT + n as Tenths * (width + GUTTER);
        let style = Style { size: if across > 2 { 56 } else { 66 }, ink: Ink::Black, ..LABEL };
        head(page, x, top, &columns, style);
        body(page, x, top, &columns, height, first + n * per, rows);
    }
    top + HEAD + per as Tenths * height
}

fn head(page: &mut Page, x: Tenths, y: Tenths, columns: &[Tenths], style: Style) {
    page.fills.push(Fill { x, y, width: columns.iter().sum(), height: HEAD, ink: Ink::Mist });
    let mut left = x;
    for ((_, above, below), width) in COLUMNS.iter().zip(columns) {
        let (left_of, room) = (left + 4, width - 8);
        if !above.is_empty() {
            page.text(left_of, y + 21, room, Align::Centre, style, above);
        }
        let base = if above.is_empty() { y + 34 } else { y + 43 };
        page.text(left_of, base, room, Align::Centre, style, below);
        left += width;
    }
}

fn body(
    page: &mut Page,
    x: Tenths,
    y: Tenths,
    columns: &[Tenths],
    height: Tenths,
    first: usize,
    rows: usize,
) {
    let mut heights = vec![HEAD];
    heights.resize(rows + 1, height);
    grid(page, x, y, columns, &heights);
    let claim = x + columns[..3].iter().sum::<Tenths>();
    let right = claim + columns[3];
    for row in 0..rows as Tenths {
        let top = y + HEAD + row * height;
        let base = top + (height + 21) / 2;
        let place = (first + row as usize).to_string();
        page.text(x + 4, base, columns[0] - 8, Align::Centre, ORDINAL, &place);
        page.text(claim + 12, base, 22, Align::Left, CHOICE, "L");
        page.text(claim + 44, base, 22, Align::Left, CHOICE, "B");
        let half = columns[4] / 2;
        page.text(right, base, half, Align::Centre, CHOICE, "Sí");
        page.text(right + half, base, half, Align::Centre, CHOICE, "No");
    }
}

/// Lines to write on, down to the foot.
fn incidents(page: &mut Page, top: Tenths, bottom: Tenths) {
    const LINE: Tenths = 80;
    page.text(LEFT, top + 30, WIDTH, Align::Left, STRONG, "Incidencias y reclamaciones");
    let mut y = top + 40 + LINE;
    while y <= bottom {
        page.across(LEFT, y, WIDTH, 2, Ink::Silver);
        y += LINE;
    }
}

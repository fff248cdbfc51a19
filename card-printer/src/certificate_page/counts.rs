//! The counts beside their expectation: columns of three, with bars, and the numbers of each column.

use hall_core::matrix::MatrixKind;

use super::figures::{decimal, percent};
use super::{BODY, Certificate, LABEL, LEFT, NOTE, STRONG, WIDTH, figure, section};
use crate::acta_page::words::grouped;
use crate::certificate::law::Law;
use crate::font::Face;
use crate::page::{Align, Ink, Page, Style, Tenths};

const ROW: Tenths = 50;
const BARS: Tenths = LEFT + 1130;
const BARS_WIDTH: Tenths = WIDTH - 1130;
const BAR: Tenths = 15;
const NAME: Tenths = 300;

/// Right edges of the columns of figures.
const FIGURES: [Tenths; 4] = [480, 680, 880, 1080];

const SMALL: Style = Style::new(Face::Regular, 72, Ink::Black);
const EXPECTED: Style = Style::new(Face::Regular, 62, Ink::Grey);

/// Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, y: Tenths, it: &Certificate<'_>) -> Tenths {
    let law = Law::of(it.options.map_or(MatrixKind::Single, |options| options.kind));
    let y = section(page, LEFT, y, WIDTH, "Qué cartones son");
    let y = threes(page, y + 6, it, law);
    columns(page, y + 28, it, law)
}

fn threes(page: &mut Page, y: Tenths, it: &Certificate<'_>, law: &Law) -> Tenths {
    page.text(LEFT, y + 26, NAME, Align::Left, LABEL, "Columnas de tres números");
    let expected =
        if it.options.is_some() { ["Esperados", "Lo esperado"] } else { ["Referencia", "Referencia"] };
    let titles = ["Contados", expected[0], "Lo contado", expected[1]];
    for (right, title) in FIGURES.into_iter().zip(titles) {
        figure(page, right, y + 26, LABEL, title);
    }
    legend(page, y, it);
    page.across(LEFT, y + 40, WIDTH, 3, Ink::Black);
    let mut top = y + 40;
    let shares = law.shares();
    let (counts, size) = (it.measures.counts.threes, it.measures.counts.size as f64);
    let counted = counts.map(|count| count as f64 / size);
    let longest = shares.into_iter().chain(counted).fold(0.0, f64::max) * 1.08;
    for (threes, name) in ["Ninguna", "Una", "Dos", "Tres"].into_iter().enumerate() {
        let (count, seen, share) = (counts[threes], counted[threes], shares[threes]);
        let base = top + 35;
        page.text(LEFT, base, NAME, Align::Left, BODY, name);
        let cells = [grouped(count), decimal(share * size, 1), percent(seen, 2), percent(share, 2)];
        for (n, (right, cell)) in FIGURES.into_iter().zip(cells).enumerate() {
            figure(page, right, base, if n % 2 == 0 { STRONG } else { BODY }, &cell);
        }
        // Rules instead of fills: fills would lie under the watermark of a draft.
        for (y, share, ink) in [(top + 17, seen, Ink::Garnet), (top + 33, share, Ink::Silver)] {
            let width = (share / longest * f64::from(BARS_WIDTH)).round() as Tenths;
            page.across(BARS, y, width.clamp(3, BARS_WIDTH), BAR, ink);
        }
        top += ROW;
        page.across(LEFT, top, WIDTH, 1, Ink::Silver);
    }
    top
}

/// The legend of the bars.
fn legend(page: &mut Page, y: Tenths, it: &Certificate<'_>) {
    let expected = if it.options.is_some() { "esperados" } else { "de referencia" };
    for (x, ink, text) in [(BARS, Ink::Garnet, "contados"), (BARS + 200, Ink::Silver, expected)] {
        page.across(x, y + 18, 30, BAR, ink);
        page.text(x + 40, y + 26, 200, Align::Left, LABEL, text);
    }
}

/// For each column of the card, the shares of cards with one, two and three numbers in it.
fn columns(page: &mut Page, y: Tenths, it: &Certificate<'_>, law: &Law) -> Tenths {
    const CELL: Tenths = (WIDTH - NAME) / 9;
    const TALL: Tenths = 66;
    page.text(LEFT, y + 26, NAME + 80, Align::Left, LABEL, "En la columna del cartón, % con");
    let right = |column: usize| NAME + (column as Tenths + 1) * CELL;
    for column in 0..9 {
        figure(page, right(column), y + 26, LABEL, &format!("{}.ª", column + 1));
    }
    page.across(LEFT, y + 40, WIDTH, 3, Ink::Black);
    let mut top = y + 40;
    for (count, name) in ["Un número", "Dos números", "Tres números"].into_iter().enumerate() {
        page.text(LEFT, top + 34, NAME, Align::Left, BODY, name);
        for (column, counts) in it.measures.counts.columns.iter().enumerate() {
            let seen = counts[count] as f64 / it.measures.counts.size as f64;
            let expected = law.column_share(column, count + 1);
            figure(page, right(column), top + 31, SMALL, &decimal(seen * 100.0, 2));
            figure(page, right(column), top + 56, EXPECTED, &decimal(expected * 100.0, 2));
        }
        top += TALL;
        page.across(LEFT, top, WIDTH, 1, Ink::Silver);
    }
    page.text(LEFT, top + 36, WIDTH, Align::Left, NOTE, under(it));
    top + 40
}

fn under(it: &Certificate<'_>) -> &'static str {
    match it.options.map(|options| options.kind) {
        Some(MatrixKind::Single) => {
            "En negro, lo contado; en gris, lo que corresponde, calculado con enteros, si todos los cartones posibles son igual de probables."
        }
        Some(MatrixKind::Strip) => {
            "En negro, lo contado; en gris, lo que corresponde, calculado con enteros, si todas las tiras de seis posibles son igual de probables."
        }
        None => {
            "En gris, como referencia, lo que da un sorteo en que todos los cartones posibles son igual de probables. Otros fabricantes no tienen por qué seguirlo."
        }
    }
}

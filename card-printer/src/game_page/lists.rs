//! Beside the board: the balls that remain and those that are out, to be read aloud; on the blank form, instructions.
//! Below: what must be settled first.

use hall_wire::paper::{GameSheet, SheetClaim};

use super::{BESIDE, BESIDE_WIDTH, GAP, LEFT, NOTE, STRONG, WIDTH, paragraph, section, tick};
use crate::acta_page::words;
use crate::font::{self, Face};
use crate::page::{Align, Ink, Page, Style, Tenths};

const COUNT: Style = Style::new(Face::Bold, 150, Ink::Black);
const REMAINING: Style = Style::new(Face::Bold, 92, Ink::Black);
const HEADING: Style = Style::new(Face::Bold, 88, Ink::Black);
const BALL: Style = Style::new(Face::Regular, 80, Ink::Black);
const PLACES: Style = Style::new(Face::Regular, 60, Ink::Grey);
const STEP: Style = Style::new(Face::Regular, 80, Ink::Black);

const IN_A_ROW: usize = 10;
const ROW: Tenths = 32;

/// Lays out the two lists. Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, y: Tenths, sheet: &GameSheet) -> Tenths {
    let (left, out) = (sheet.remaining.len(), sheet.balls.len());
    let count = match left {
        0 => "No queda ninguna bola".to_owned(),
        1 => "Queda 1 bola".to_owned(),
        _ => format!("Quedan {left} bolas"),
    };
    page.text(BESIDE, y + 38, BESIDE_WIDTH, Align::Left, COUNT, &count);
    let numbers: Vec<String> = sheet.remaining.iter().map(u8::to_string).collect();
    let text = numbers.join(", ");
    let y = paragraph(page, BESIDE, y + 50, BESIDE_WIDTH, REMAINING, &text) + 8;
    let heading = match out {
        0 => "No ha salido ninguna.".to_owned(),
        1 => "Ha salido 1:".to_owned(),
        _ => format!("Han salido {out}, por este orden:"),
    };
    page.text(BESIDE, y + 32, BESIDE_WIDTH, Align::Left, HEADING, &heading);
    let mut y = y + 42;
    for (n, row) in sheet.balls.chunks(IN_A_ROW).enumerate() {
        let (first, last) = (n * IN_A_ROW + 1, n * IN_A_ROW + row.len());
        let places = if first == last { format!("{first}.ª") } else { format!("{first}.ª a {last}.ª") };
        y += ROW;
        page.text(BESIDE, y - 8, 120, Align::Left, PLACES, &places);
        let cell = (BESIDE_WIDTH - 130) / IN_A_ROW as Tenths;
        for (n, ball) in (0..).zip(row) {
            let x = BESIDE + 130 + n * cell;
            let number = ball.number.to_string();
            if ball.announced {
                page.text(x, y - 7, cell, Align::Centre, BALL, &number);
            } else {
                page.text(x, y - 7, cell, Align::Centre, Style { face: Face::Bold, ..BALL }, &number);
                page.across(x + 10, y - 34, cell - 20, 5, Ink::Black);
                page.across(x + 10, y - 1, cell - 20, 5, Ink::Black);
                page.down(x + 10, y - 34, 33, 5, Ink::Black);
                page.down(x + cell - 10, y - 34, 33, 5, Ink::Black);
            }
        }
    }
    y
}

const STEPS: [&str; 5] = [
    "Se lee en voz alta el apartado 2 del artículo 36 y se apunta la hora.",
    "Se apuntan las bolas que ya habían salido, en su orden, y se tachan en el cuadro. Bajo la última, una raya.",
    "Se comprueba que en el bombo quedan las no tachadas, y sólo ésas.",
    "Se sigue, bola a bola. Si las dos personas no han escrito el mismo número, se para.",
    "Al terminar firman los tres. La hoja va con el acta, y dos personas la pasan después al programa.",
];

/// Lays out the instructions of the blank form. Returns where the page goes on.
pub(super) fn how_to(page: &mut Page, y: Tenths) -> Tenths {
    const NUMBER: Tenths = 40;
    let mut y = section(page, BESIDE, y, BESIDE_WIDTH, "Cómo se rellena");
    for (n, step) in (1..).zip(STEPS) {
        page.text(BESIDE, y + 29, NUMBER, Align::Left, Style { face: Face::Bold, ..STEP }, &format!("{n}."));
        y = paragraph(page, BESIDE + NUMBER, y, BESIDE_WIDTH - NUMBER, STEP, step) + 8;
    }
    y
}

/// Lays out what must be settled before the next ball. Returns where the page goes on.
pub(super) fn strips(page: &mut Page, y: Tenths, sheet: &GameSheet) -> Tenths {
    let mut y = y;
    if sheet.balls.is_empty() {
        y = strip(page, y, "Aún no ha salido ninguna bola: rige el apartado 36.1, no el 36.2.", None);
    }
    let pending: Vec<String> = (1..)
        .zip(&sheet.balls)
        .filter(|(_, ball)| !ball.announced)
        .map(|(place, ball)| format!("{} ({place}.ª)", ball.number))
        .collect();
    if !pending.is_empty() {
        let text = format!(
            "Fuera y sin anunciar: {}. Se anuncia antes de sacar otra; hasta entonces no vale.",
            pending.join(", ")
        );
        let done = if pending.len() == 1 { "Anunciada" } else { "Anunciadas" };
        y = strip(page, y, &text, Some(done));
    }
    if !sheet.holds.is_empty() {
        y = strip(
            page,
            y,
            &format!(
                "Partida en ALTO: {}.",
                sheet.holds.iter().map(|hold| small(hold)).collect::<Vec<_>>().join("; ")
            ),
            None,
        );
    }
    if !sheet.claims.is_empty() {
        let claims: Vec<String> = sheet.claims.iter().map(claim).collect();
        y = strip(page, y, &format!("Cantos sin resolver: {}.", claims.join(" · ")), None);
    }
    y
}

fn claim(claim: &SheetClaim) -> String {
    let said = match claim.accepted {
        Some(true) => "dado por bueno",
        Some(false) => "rechazado",
        None => "falta que el Jefe de Mesa lo dé por bueno",
    };
    let play = words::play(claim.play).to_lowercase();
    format!("{play}, {} ({}); {said}", words::card(&claim.card), small(&claim.verdict))
}

/// A sentence to go into another: no capital, no full stop.
fn small(sentence: &str) -> String {
    let mut rest = words::unstopped(sentence).chars();
    rest.next().map_or_else(String::new, |first| first.to_lowercase().chain(rest).collect())
}

/// A framed notice, with a box to tick at its right.
fn strip(page: &mut Page, y: Tenths, text: &str, done: Option<&str>) -> Tenths {
    const MOST: usize = 3;
    const PAD: Tenths = 14;
    let taken = done.map_or(0, |done| font::width(NOTE.face, NOTE.size, done) + 60);
    let room = WIDTH - 2 * PAD - taken;
    let mut lines = font::wrapped(STRONG.face, STRONG.size, text, room);
    let rest = if lines.len() > MOST { lines.split_off(MOST - 1).join(" ") } else { String::new() };
    lines.extend((!rest.is_empty()).then_some(rest));
    let top = y + GAP / 2;
    let height = lines.len() as Tenths * STRONG.leading() + 16;
    for (n, line) in (0..).zip(&lines) {
        let base = top + 37 + n * STRONG.leading();
        page.text(LEFT + PAD, base, room, Align::Left, STRONG, line);
    }
    if let Some(done) = done {
        let right = LEFT + WIDTH - PAD;
        tick(page, right - 30, top + height / 2 - 15);
        page.text(right - taken, top + 36, taken - 42, Align::Right, Style { ink: Ink::Black, ..NOTE }, done);
    }
    for side in [0, height] {
        page.across(LEFT, top + side, WIDTH, 4, Ink::Black);
    }
    for side in [0, WIDTH] {
        page.down(LEFT + side, top, height, 4, Ink::Black);
    }
    top + height
}

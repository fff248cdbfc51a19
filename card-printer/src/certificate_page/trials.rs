//! The tests, in words that need no mathematics.

use hall_core::matrix::{MatrixKind, MatrixOptions};

use super::figures::{decimal, probability};
use super::{BODY, Certificate, LABEL, LEFT, NOTE, STRONG, WIDTH, figure, paragraph, section};
use crate::acta_page::words::grouped;
use crate::certificate::trial::{CLEAN_MAX, Trial, Trials};
use crate::page::{Align, Ink, Page, Style, Tenths};

const ROW: Tenths = 50;

/// A p below this is reported as unlikely.
const LIMIT: f64 = 0.001;

/// Right edges of the columns.
const FIGURES: [(&str, Tenths); 3] = [("Ji cuadrado", 840), ("Grados", 1000), ("Valor p", 1160)];
const VERDICT: Tenths = LEFT + 1230;

/// Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, y: Tenths, it: &Certificate<'_>) -> Tenths {
    let y = section(page, LEFT, y, WIDTH, "¿Es lo que da el azar?");
    let Some(options) = it.options else {
        let words = "De los cartones de otro fabricante no se sabe con qué ley se sortearon, así que aquí no se juzga si salen al azar: \
                     pida a quien los hizo cómo los sorteó y cómo se comprueba.";
        return paragraph(page, LEFT, y + 4, WIDTH, BODY, words);
    };
    let trials = Trials::of(&it.measures.counts, options);
    head(page, y + 6);
    let mut top = y + 46;
    for (name, trial) in [
        ("Columnas de tres números", trials.threes),
        ("Números en cada una de las nueve columnas", trials.columns),
        ("Veces que sale cada número del 1 al 90", trials.numbers),
    ] {
        let base = top + 35;
        page.text(LEFT, base, 640, Align::Left, BODY, name);
        match trial {
            Some(trial) => row(page, base, &trial),
            None => verdict(page, base, STRONG, &without(name, it, options)),
        }
        top += ROW;
        page.across(LEFT, top, WIDTH, 1, Ink::Silver);
    }
    paragraph(page, LEFT, top + 8, WIDTH, NOTE, &meaning(options))
}

fn head(page: &mut Page, y: Tenths) {
    page.text(LEFT, y + 26, 640, Align::Left, LABEL, "Qué se compara");
    for (title, right) in FIGURES {
        figure(page, right, y + 26, LABEL, title);
    }
    verdict(page, y + 26, LABEL, "Resultado");
    page.across(LEFT, y + 40, WIDTH, 3, Ink::Black);
}

fn row(page: &mut Page, base: Tenths, trial: &Trial) {
    let cells = [decimal(trial.chi_square, 2), trial.degrees.to_string(), probability(trial.p)];
    for ((_, right), cell) in FIGURES.into_iter().zip(cells) {
        figure(page, right, base, BODY, &cell);
    }
    if trial.p < LIMIT {
        verdict(page, base, Style { ink: Ink::Garnet, ..STRONG }, "No lo explica el azar");
    } else {
        verdict(page, base, STRONG, "Compatible con el azar");
    }
}

fn verdict(page: &mut Page, base: Tenths, style: Style, text: &str) {
    page.text(VERDICT, base, LEFT + WIDTH - VERDICT, Align::Left, style, text);
}

/// Why there is no test.
fn without(name: &str, it: &Certificate<'_>, options: MatrixOptions) -> String {
    if options.clean && it.measures.counts.size > CLEAN_MAX {
        return "Sin ley: limpia y muy grande".to_owned();
    }
    if options.kind == MatrixKind::Strip && name.starts_with("Veces") {
        return format!("Una por tira, en las {}", grouped(it.measures.strips));
    }
    "Muy pocos para esta prueba".to_owned()
}

fn meaning(options: MatrixOptions) -> String {
    let p = "El valor p dice con qué frecuencia el puro azar se aparta de lo esperado tanto como esta matriz, o más. En matrices bien hechas sale \
             cualquiera entre 0 y 1, todos por igual; menor que 0,001 sólo saldría, en cada prueba, en una matriz de cada mil.";
    match options.kind {
        MatrixKind::Single => p.to_owned(),
        MatrixKind::Strip => format!(
            "{p} Los seis cartones de una tira dependen unos de otros: la unidad de las cuentas es la tira, con sus varianzas exactas."
        ),
    }
}

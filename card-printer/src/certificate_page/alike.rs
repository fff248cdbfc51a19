//! Similar cards: equal ones, equal rows, the two with most numbers in common.

use super::figures::about;
use super::{BODY, Certificate, LEFT, STRONG, WIDTH, facts, paragraph, section};
use crate::acta_page::words::grouped;
use crate::certificate::equal;
use crate::page::{Page, Style, Tenths};

/// Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, y: Tenths, it: &Certificate<'_>) -> Tenths {
    let y = section(page, LEFT, y, WIDTH, "Cartones que se parecen");
    let equals = it.measures.equals;
    let overlap = match it.measures.overlap {
        Some(overlap) => {
            let [one, other] = overlap.cards.map(|card| grouped(u64::from(card)));
            format!("{} de 15, los n.º {one} y {other}", overlap.numbers)
        }
        None => "–".to_owned(),
    };
    let y = facts(
        page,
        y + 4,
        Style { size: 94, ..STRONG },
        &[
            ("Parejas de cartones iguales", grouped(equals.cards), 4),
            ("Con los mismos quince números", grouped(equals.numbers), 4),
            ("Parejas de filas iguales", grouped(equals.rows), 4),
            ("Más números en común", overlap, 6),
        ],
    );
    paragraph(page, LEFT, y, WIDTH, BODY, &worth(it))
}

/// What equal rows mean for the players.
fn worth(it: &Certificate<'_>) -> String {
    let others = "Casi todos los empates a línea son de filas distintas que se completan con la misma bola, y ésos no los quita ninguna matriz: con mil \
                  cartones en juego, las filas iguales dan un empate en unas tres partidas de cada diez mil.";
    let Some(options) = it.options else {
        return format!(
            "Dos cartones con una fila igual cantan la línea a la vez, caigan como caigan las bolas. {others}"
        );
    };
    let expected = about(equal::expected_rows(options.kind, it.measures.counts.size));
    if options.clean {
        format!(
            "Ninguna fila se repite, como corresponde a una matriz limpia; sin limpiarla se esperarían {expected}. {others}"
        )
    } else {
        format!(
            "Filas iguales, por azar, se esperan {expected}: esta matriz no se hizo limpia y tiene las que salen. Dos cartones con una fila igual \
             cantan la línea a la vez, caigan como caigan las bolas. {others}"
        )
    }
}

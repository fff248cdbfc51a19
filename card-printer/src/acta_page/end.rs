//! After the signatures: the sets of balls, the rules with their sources, the matrices.

use hall_core::series::spelt;
use hall_wire::paper::{ActaSheet, BallSetGames, RuleValue};

use super::flow::{BODY, Flow, NOTE};
use super::table::{Column, Table, figures, side_by_side, words};
use super::time::Clock;
use super::words::{grouped, or_dash, unstopped};

/// The sets of balls, with the games each has served.
pub(super) fn ball_sets(flow: &mut Flow, acta: &ActaSheet, clock: &Clock) {
    let sets = &acta.totals.ball_sets;
    if sets.is_empty() {
        return;
    }
    let count = |games: Option<u32>| games.map_or("–".to_owned(), |games| grouped(u64::from(games)));
    let row = |set: &BallSetGames| {
        vec![
            if set.reserve { format!("{}, de reserva", set.set) } else { set.set.clone() },
            count(set.games_before),
            count(Some(set.games)),
            count(Some(set.limit)),
            or_dash(&set.homologation),
            or_dash(&set.maker),
            set.inspection.as_ref().map_or("–".to_owned(), |found| clock.told(found)),
        ]
    };
    let table = Table::of(
        const {
            &[
                words("Juego", 130),
                figures("Partidas antes", 110),
                figures("Después", 90),
                figures("Máximo", 95),
                words("Homologación", 145),
                words("Fabricante", 180),
                words("Última inspección", 250),
            ]
        },
        sets.iter().map(row).collect(),
    );
    flow.keep(|flow| {
        flow.section("Juegos de bolas", "");
        table.lay_out(flow);
    });
}

/// The rules, and the source of each value.
pub(super) fn rules(flow: &mut Flow, acta: &ActaSheet) {
    const COLUMNS: &[Column] = &[words("Norma", 340), words("Valor", 380), words("Origen", 280)];
    let rules = &acta.rules;
    let row = |value: &RuleValue| vec![value.name.clone(), value.value.clone(), value.source.clone()];
    let half =
        |values: &[RuleValue]| Table { size: 76, ..Table::of(COLUMNS, values.iter().map(row).collect()) };
    let (left, right) = rules.values.split_at(rules.values.len().div_ceil(2));
    flow.keep(|flow| {
        flow.section("Normas aplicadas", &rules.profile);
        flow.paragraph(BODY, &format!("{}. {}", unstopped(&rules.title), rules.in_short));
        side_by_side(flow, 500, &[half(left)], &[half(right)]);
    });
}

/// The matrices, with the hashes published before their cards were sold.
pub(super) fn matrices(flow: &mut Flow, acta: &ActaSheet) {
    if acta.matrices.is_empty() {
        return;
    }
    flow.section("Matrices de los cartones", "");
    for matrix in &acta.matrices {
        let many = if matrix.series.len() == 1 { "serie" } else { "series" };
        flow.keep(|flow| {
            flow.paragraph(
                BODY,
                &format!(
                    "Matriz {}, {} {}: {} {}.",
                    matrix.matrix,
                    many,
                    matrix.series.iter().map(|series| spelt(series)).collect::<Vec<_>>().join(", "),
                    grouped(u64::from(matrix.size)),
                    matrix.cards,
                ),
            );
            if let Some(hash) = &matrix.key_sha256 {
                flow.paragraph(NOTE, &format!("SHA-256 de la clave: {}", groups(hash)));
            }
            flow.paragraph(NOTE, &format!("SHA-256 de los cartones: {}", groups(&matrix.faces_sha256)));
        });
    }
}

/// Hexadecimal digits in groups of eight.
fn groups(hash: &str) -> String {
    let groups: Vec<&str> =
        (0..hash.len()).step_by(8).filter_map(|at| hash.get(at..hash.len().min(at + 8))).collect();
    groups.join(" ")
}

//! What frames the games: the opening, the *diligencias*, the close, the summary, the rules.

use hall_core::series::spelt;
use hall_wire::paper::{ActaSheet, BallSetGames, RuleValue};

use super::flow::{BODY, Flow, LEFT, NOTE, TITLE, WIDTH};
use super::table::{figures, table, words};
use super::time::{kept, spoken};
use super::words::{grouped, money, or_dash, origin, result, segments, unstopped};
use crate::page::Align;

type Signer = (String, String, Option<String>);

fn officers(acta: &ActaSheet) -> [Signer; 2] {
    [
        ("El Jefe de Mesa".to_owned(), acta.session.jefe_de_mesa.clone(), None),
        ("El Jefe de Sala".to_owned(), acta.session.jefe_de_sala.clone(), None),
    ]
}

/// The title and the *diligencia de comienzo*.
pub(super) fn opening(flow: &mut Flow, acta: &ActaSheet) {
    let session = &acta.session;
    let title = format!("LIBRO DE ACTAS – Acta de la sesión n.º {}", session.number);
    let y = flow.y();
    flow.page().text(LEFT, y + 60, WIDTH, Align::Left, TITLE, &title);
    flow.down(105);
    flow.facts(
        BODY,
        &[
            ("Sala", acta.hall.name.clone(), 1),
            ("Empresa titular", filled(&acta.hall.company), 1),
            ("Domicilio", filled(&address(&acta.hall)), 1),
        ],
    );
    flow.facts(
        BODY,
        &[
            ("Libro", filled(&acta.book.id), 1),
            ("Diligenciado por", filled(&acta.book.authority), 1),
            ("Normas aplicadas", format!("{} ({})", acta.rules.title, acta.rules.profile), 1),
        ],
    );

    flow.section("Diligencia de comienzo de la sesión", "");
    flow.paragraph(
        BODY,
        &format!(
            "Sesión del {}. En {}, {}, se abre la sesión n.º {} de {}. Jefe de Mesa: {}. Jefe de Sala: {}.",
            session.date,
            acta.hall.town,
            spoken(&session.opened_at),
            session.number,
            acta.hall.name,
            session.jefe_de_mesa,
            session.jefe_de_sala,
        ),
    );
    let check = &session.opening;
    flow.paragraph(BODY, &format!(
        "Antes de la primera partida, {}, se cuentan {} bolas del juego {} y se comprueban su numeración y su estado. \
         Cuenta: {}. {}. Juego de reserva: {}. {}.",
        spoken(&check.at),
        check.balls_counted,
        check.ball_set,
        check.counted_by,
        witness(check.witness.as_deref()),
        check.reserve_set,
        unstopped(&check.seals),
    ));
    if !session.staff.is_empty() {
        flow.heading("Personal de servicio");
        let columns = [words("Función", 300), words("Nombre", 400), words("Observaciones", 300)];
        let rows: Vec<Vec<String>> = session
            .staff
            .iter()
            .map(|one| vec![one.role.clone(), one.name.clone(), or_dash(&one.note)])
            .collect();
        table(flow, &columns, &rows, false);
    }
    flow.signatures(&officers(acta));
}

/// A label never stands over nothing.
fn filled(text: &str) -> String {
    if text.is_empty() { "–".to_owned() } else { text.to_owned() }
}

fn witness(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Presente por el público: {name}"),
        None => "No comparece nadie del público".to_owned(),
    }
}

/// The *diligencias* of the session, each with its own signatures.
pub(super) fn diligencias(flow: &mut Flow, acta: &ActaSheet) {
    for one in &acta.diligencias {
        flow.section(&format!("Diligencia de {}", one.kind), &kept(&one.at));
        flow.paragraph(BODY, &one.text);
        let signers: Vec<Signer> = one
            .signatories
            .iter()
            .map(|who| (who.role.clone(), who.name.clone(), who.document.clone()))
            .collect();
        flow.signatures(&signers);
    }
}

/// The *diligencia de cierre*.
pub(super) fn closing(flow: &mut Flow, acta: &ActaSheet) {
    flow.section("Diligencia de cierre de la sesión", "");
    let session = &acta.session;
    let Some(at) = &session.closed_at else {
        flow.paragraph(BODY, "Sesión en curso: aún no hay diligencia de cierre.");
        return;
    };
    if let Some(count) = &session.closing {
        flow.paragraph(
            BODY,
            &format!(
                "Terminada la última partida, {}, se cuentan {} bolas. Cuenta: {}. {}. {}.",
                spoken(&count.at),
                count.balls_counted,
                count.counted_by,
                witness(count.witness.as_deref()),
                unstopped(&count.result),
            ),
        );
    }
    flow.paragraph(
        BODY,
        &format!(
            "Se cierra la sesión n.º {} {}, con {} y {} recaudados.",
            session.number,
            spoken(at),
            match acta.games.len() {
                1 => "1 partida numerada".to_owned(),
                games => format!("{games} partidas numeradas"),
            },
            money(acta.totals.takings_cents),
        ),
    );
    flow.signatures(&officers(acta));
}

/// The table of the day.
pub(super) fn summary(flow: &mut Flow, acta: &ActaSheet) {
    flow.section("Resumen de la sesión", if acta.in_progress { "hasta ahora" } else { "" });
    let columns = [
        words("N.º", 50),
        words("Serie y numeración", 205),
        figures("Precio", 85),
        figures("Vendidos", 85),
        figures("Recaudado", 120),
        figures("Línea", 105),
        figures("Bingo", 110),
        figures("Sala", 110),
        words("Resultado", 130),
    ];
    let mut rows: Vec<Vec<String>> = acta
        .games
        .iter()
        .map(|game| {
            vec![
                game.number.to_string(),
                segments(&game.segments),
                money(game.face_value_cents),
                grouped(u64::from(game.sold)),
                money(game.takings_cents),
                money(game.line_cents),
                money(game.bingo_cents),
                money(game.house_cents),
                result(game.result).to_owned(),
            ]
        })
        .collect();
    let totals = &acta.totals;
    rows.push(vec![
        String::new(),
        "Total, sin las anuladas".to_owned(),
        String::new(),
        grouped(u64::from(totals.cards_sold)),
        money(totals.takings_cents),
        money(totals.line_cents),
        money(totals.bingo_cents),
        money(totals.house_cents),
        String::new(),
    ]);
    table(flow, &columns, &rows, true);
    flow.facts(
        BODY,
        &[
            ("Partidas cerradas", totals.games_closed.to_string(), 1),
            ("Anuladas", totals.games_void.to_string(), 1),
            ("No celebradas", totals.games_not_held.to_string(), 1),
            ("Resto", money(totals.resto_cents), 1),
            ("Importe devuelto", money(totals.refunded_cents), 1),
        ],
    );
    flow.facts(
        BODY,
        &[
            ("Premios pagados", money(totals.paid_cents), 1),
            ("Premios pendientes", money(totals.pending_cents), 1),
            ("Línea no cantada", money(totals.linea_no_cantada_cents), 1),
            ("Bingo no cantado", money(totals.bingo_no_cantado_cents), 1),
            ("Resto del reparto", money(totals.resto_reparto_cents), 1),
        ],
    );
    for set in &totals.ball_sets {
        flow.paragraph(
            NOTE,
            &format!(
                "Juego de bolas {}{}: {} {} de {} como máximo.",
                set.set,
                if set.reserve { ", de reserva" } else { "" },
                grouped(u64::from(set.games)),
                if set.games == 1 { "partida" } else { "partidas" },
                grouped(u64::from(set.limit)),
            ),
        );
        if let Some(more) = more_of(set) {
            flow.paragraph(NOTE, &more);
        }
    }
}

/// What else is known of a set of balls; nothing of a sheet from before it was asked.
fn more_of(set: &BallSetGames) -> Option<String> {
    let parts = [
        set.games_before.map(|games| format!("Antes de la sesión: {}", grouped(u64::from(games)))),
        set.homologation.as_ref().map(|reference| format!("Homologación: {reference}")),
        set.maker.as_ref().map(|maker| format!("Fabricante: {maker}")),
        set.inspection.as_ref().map(|found| format!("Última inspección: {found}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().map(|part| unstopped(&part).to_owned()).collect();
    (!parts.is_empty()).then(|| format!("{}.", parts.join(". ")))
}

/// The rules, and where each value comes from.
pub(super) fn rules(flow: &mut Flow, acta: &ActaSheet) {
    let rules = &acta.rules;
    flow.section("Normas aplicadas", &rules.profile);
    flow.paragraph(
        BODY,
        &format!(
            "{}. Línea {}, bingo {}. Redondeo: {}. Resto: {}.",
            unstopped(&rules.title),
            rules.line_percent,
            rules.bingo_percent,
            unstopped(&rules.rounding),
            unstopped(&rules.remainder_to),
        ),
    );
    if rules.values.is_empty() {
        return;
    }
    let columns = [words("Norma", 360), words("Valor", 240), words("Origen", 110), words("Fuente", 290)];
    let row = |value: &RuleValue| {
        vec![value.name.clone(), value.value.clone(), origin(value.origin).to_owned(), or_dash(&value.source)]
    };
    table(flow, &columns, &rules.values.iter().map(row).collect::<Vec<_>>(), false);
}

/// What was published of the matrices before their cards were sold: whoever notes it holds the hall to it.
pub(super) fn matrices(flow: &mut Flow, acta: &ActaSheet) {
    if acta.matrices.is_empty() {
        return;
    }
    flow.section("Matrices de los cartones", "");
    for matrix in &acta.matrices {
        let many = if matrix.series.len() == 1 { "serie" } else { "series" };
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
    }
}

/// Returns hexadecimal digits in groups of eight.
fn groups(hash: &str) -> String {
    let groups: Vec<&str> =
        (0..hash.len()).step_by(8).filter_map(|at| hash.get(at..hash.len().min(at + 8))).collect();
    groups.join(" ")
}

/// Returns street and town, as far as they are known.
fn address(hall: &hall_wire::paper::Hall) -> String {
    let parts = [hall.address.as_str(), hall.town.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

//! The opening with the table of the day, and the close.

use hall_core::words::capital;
use hall_wire::paper::{ActaSheet, Hall, SaleFigures, Session, Signatory};

use super::flow::{BODY, Flow, LEFT, STRONG, TITLE, WIDTH};
use super::table::{Column, Table, figures, words};
use super::time::Clock;
use super::words::{grouped, money, prices, result, segments, unstopped};
use crate::page::{Align, Tag, Tenths};

/// The two who sign the whole acta.
pub(super) fn officers(session: &Session) -> [Signatory; 2] {
    [("Jefe de Mesa", &session.jefe_de_mesa), ("Jefe de Sala", &session.jefe_de_sala)]
        .map(|(role, name)| Signatory { role: format!("El {role}"), name: name.clone(), document: None })
}

/// The title, the *diligencia de comienzo*, and the table of the day.
pub(super) fn opening(flow: &mut Flow, acta: &ActaSheet, clock: &Clock) {
    let title = format!("LIBRO DE ACTAS – Acta de la sesión n.º {}", acta.session.number);
    let y = flow.y();
    let tag = Tag::Heading { level: 1, block: flow.block() };
    flow.page().text(LEFT, y + 62, WIDTH, Align::Left, TITLE, &title).tag = tag;
    flow.down(90);
    flow.facts(BODY, &place(&acta.hall));
    flow.facts(
        BODY,
        &[
            ("Libro", filled(&acta.book.id), 3),
            ("Diligenciado por", filled(&acta.book.authority), 4),
            ("Normas aplicadas", format!("{} ({})", acta.rules.title, acta.rules.profile), 5),
        ],
    );
    if let Some(part) = acta.parts.first() {
        let whose = format!(
            "Libros diversificados (art. 37.7): en éste, las partidas de cartones de {}. Las demás de la sesión están en los suyos.",
            prices(part)
        );
        flow.paragraph(STRONG, &whose);
    }
    began(flow, acta, clock);
    summary(flow, acta);
}

/// The known facts about hall and company.
fn place(hall: &Hall) -> Vec<(&'static str, String, Tenths)> {
    let mut place = vec![("Sala", hall.name.clone(), 4), ("Empresa titular", filled(&hall.company), 4)];
    if !hall.address.is_empty() {
        place.push(("Domicilio", hall.address.clone(), 3));
    }
    place.push(("Localidad", filled(&hall.town), 2));
    place
}

fn began(flow: &mut Flow, acta: &ActaSheet, clock: &Clock) {
    let session = &acta.session;
    flow.section("Diligencia de comienzo de la sesión", &session.date);
    let town = if acta.hall.town.is_empty() { String::new() } else { format!("En {}, ", acta.hall.town) };
    let opened = format!(
        "{town}{}, se abre la sesión n.º {} de {}. Jefe de Mesa: {}. Jefe de Sala: {}.",
        clock.dated(&session.opened_at),
        session.number,
        acta.hall.name,
        session.jefe_de_mesa,
        session.jefe_de_sala,
    );
    flow.paragraph(BODY, &capital(&opened));
    let check = &session.opening;
    flow.paragraph(
        BODY,
        &format!(
            "Antes de la primera partida, a las {}, se cuentan {} bolas del juego {} y se comprueban su numeración y \
             su estado. Cuenta: {}. {}. Juego de reserva: {}. {}.",
            clock.show(&check.at),
            check.balls,
            session.ball_set,
            check.counted_by,
            witness(check.witness.as_deref()),
            session.reserve_set,
            unstopped(&check.found),
        ),
    );
    staff(flow, session);
    flow.signatures(&officers(session));
}

/// Staff on duty, by function.
fn staff(flow: &mut Flow, session: &Session) {
    const IN_A_ROW: usize = 4;
    let mut functions: Vec<(&str, Vec<&str>)> = Vec::new();
    for one in &session.staff {
        match functions.iter_mut().find(|(role, _)| *role == one.role) {
            Some((_, names)) => names.push(&one.name),
            None => functions.push((&one.role, vec![&one.name])),
        }
    }
    let labels: Vec<(String, String)> =
        functions.into_iter().map(|(role, names)| (capital(role), names.join("\n"))).collect();
    if labels.is_empty() {
        return;
    }
    flow.heading("Personal de servicio", "");
    for row in labels.chunks(IN_A_ROW) {
        let mut facts: Vec<(&str, String, Tenths)> =
            row.iter().map(|(role, names)| (role.as_str(), names.clone(), 1)).collect();
        facts.resize(IN_A_ROW, ("", String::new(), 1));
        flow.facts(BODY, &facts);
    }
}

/// A dash for an empty text: a label needs a value.
fn filled(text: &str) -> String {
    if text.is_empty() { "–".to_owned() } else { text.to_owned() }
}

fn witness(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Presente por el público: {name}"),
        None => "No comparece nadie del público".to_owned(),
    }
}

/// One line per game with what article 37.1 asks for, and the sums of the day.
fn summary(flow: &mut Flow, acta: &ActaSheet) {
    flow.section("Partidas de la sesión", if acta.in_progress { "hasta ahora" } else { "art. 37.1" });
    const COLUMNS: &[Column] = &[
        words("N.º", 40),
        words("Serie y numeración", 230),
        figures("Precio", 80),
        figures("Cartones", 90),
        figures("Recaudado", 120),
        figures("Línea", 105),
        figures("Bingo", 115),
        figures("Sala", 115),
        words("Resultado", 105),
    ];
    let row = |number: String, cards: String, price: String, sale: &SaleFigures, result: &str| {
        vec![
            number,
            cards,
            price,
            grouped(u64::from(sale.sold)),
            money(sale.takings_cents),
            money(sale.line_cents),
            money(sale.bingo_cents),
            money(sale.house_cents),
            result.to_owned(),
        ]
    };
    let games = acta.games.iter().map(|game| {
        let (number, price) = (game.number.to_string(), money(game.face_value_cents));
        row(number, segments(&game.segments), price, &game.sale, result(game.result))
    });
    let totals = &acta.totals;
    let all = "Total, sin las anuladas".to_owned();
    let sum = row(String::new(), all, String::new(), &totals.sale, "");
    Table { totals: true, ..Table::of(COLUMNS, games.chain([sum]).collect()) }.lay_out(flow);
    flow.facts(
        BODY,
        &[
            ("Partidas cerradas", totals.games_closed.to_string(), 1),
            ("Anuladas", totals.games_void.to_string(), 1),
            ("No celebradas", totals.games_not_held.to_string(), 1),
            ("Importe devuelto", money(totals.refunded_cents), 1),
            ("Resto", money(totals.sale.resto_cents), 1),
        ],
    );
    flow.facts(
        BODY,
        &[
            ("Premios pagados", money(totals.paid_cents), 1),
            ("Premios pendientes", money(totals.pending_cents), 1),
            ("Línea no cantada", money(totals.accounts.linea_no_cantada_cents), 1),
            ("Bingo no cantado", money(totals.accounts.bingo_no_cantado_cents), 1),
            ("Resto del reparto", money(totals.accounts.resto_reparto_cents), 1),
        ],
    );
    for account in &totals.carried {
        flow.paragraph(
            BODY,
            &format!(
                "Cuenta de {}, que se acumula: {} al abrir la sesión, {} de sus partidas, {} al cerrarla.",
                account.name.to_lowercase(),
                money(account.before_cents),
                money(account.added_cents),
                money(account.after_cents),
            ),
        );
    }
}

/// The *diligencia de cierre*.
pub(super) fn closing(flow: &mut Flow, acta: &ActaSheet, clock: &Clock) {
    let session = &acta.session;
    flow.keep(|flow| {
        flow.section("Diligencia de cierre de la sesión", "");
        let Some(at) = &session.closed_at else {
            flow.paragraph(BODY, "Sesión en curso: aún no hay diligencia de cierre.");
            return;
        };
        if let Some(count) = &session.closing {
            flow.paragraph(
                BODY,
                &format!(
                    "Terminada la última partida, a las {}, se cuentan {} bolas. Cuenta: {}. {}. {}.",
                    clock.show(&count.at),
                    count.balls,
                    count.counted_by,
                    witness(count.witness.as_deref()),
                    unstopped(&count.found),
                ),
            );
        }
        flow.paragraph(
            BODY,
            &format!(
                "Se cierra la sesión n.º {} {}, con {} y {} recaudados{}. Los cartones premiados se unen a esta acta.",
                session.number,
                clock.dated(at),
                match acta.games.len() {
                    1 => "1 partida numerada".to_owned(),
                    games => format!("{games} partidas numeradas"),
                },
                money(acta.totals.sale.takings_cents),
                if acta.parts.is_empty() { "" } else { " en las de este libro" },
            ),
        );
        flow.signatures(&officers(session));
    });
}

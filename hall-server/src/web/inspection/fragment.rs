//! The parts of the inspection's page, as HTML: headings, and tables with a caption and headers, so that a screen reader says
//! what each figure is.

use hall_core::event::Event;
use hall_core::money::{Cents, grouped};
use hall_core::people::PersonId;
use hall_core::record::Line;
use hall_core::words::{refused_words, request_words};
use hall_wire::message::{HallLists, Inspection};
use hall_wire::paper::GameResult;

use crate::desk::View;
use crate::papers::inspection::{Looked, corrections as all_corrections};
use crate::web::tv::escape;

pub(super) fn money(cents: u64) -> String {
    Cents(cents).to_string()
}

pub(super) fn count(number: u64) -> String {
    grouped(number)
}

/// A table: what it is of, its headers, its rows. Rows with a first cell that names them.
pub(super) fn table(caption: &str, headers: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return format!("<h3>{}</h3><p>Nada que mostrar.</p>", escape(caption));
    }
    let head: String =
        headers.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().enumerate().map(|(nth, cell)| {
            let cell = escape(cell);
            if nth == 0 { format!("<th scope=\"row\">{cell}</th>") } else { format!("<td>{cell}</td>") }
        });
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let body: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table><caption>{}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>",
        escape(caption)
    )
}

/// Names and their values.
fn facts(facts: &[(&str, String)]) -> String {
    let fact = |(name, value): &(&str, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(value))
    };
    format!("<dl>{}</dl>", facts.iter().map(fact).collect::<String>())
}

fn hour(at: &str) -> String {
    // As the acta prints it: day, hour, zone.
    at.split(' ').nth(1).unwrap_or(at).to_owned()
}

/// The game on sale or in play: series, first to last, value, count and amount.
pub(super) fn game(view: &View, seen: &Inspection) -> String {
    let time = view.clock.print(seen.at_utc_ms);
    let mut html = "<h2>Partida en curso</h2>".to_owned();
    match (seen.game, &seen.look) {
        (Some(game), Some(look)) => {
            let announced =
                |cents: Option<u64>| cents.map_or_else(|| "todavía no anunciado".to_owned(), money);
            html += &facts(&[
                ("Partida", format!("{game}, {}.ª de la sesión", look.in_session)),
                ("Valor facial", money(look.face_value_cents)),
                ("Cartones vendidos", count(u64::from(look.cards))),
                ("Importe", money(look.takings_cents)),
                ("Línea", announced(look.line_cents)),
                ("Bingo", announced(look.bingo_cents)),
            ]);
            let rows: Vec<Vec<String>> = look
                .segments
                .iter()
                .map(|run| {
                    let cards = run.last + 1 - run.first;
                    vec![
                        run.series.clone(),
                        run.first.to_string(),
                        run.last.to_string(),
                        count(u64::from(cards)),
                    ]
                })
                .collect();
            html += &table("Cartones de la partida", &["Serie", "Del", "Al", "Cartones"], &rows);
            if !look.segments_whole {
                html += "<p>Sólo se listan los últimos bloques; la lista entera está al cerrar la venta.</p>";
            }
            if !look.formula.is_empty() {
                html += &format!("<p>Anunciado en voz alta: «{}»</p>", escape(&look.formula));
            }
        }
        _ => html += "<p>No hay partida en venta ni en juego.</p>",
    }
    let balls = &view.public.announced;
    if seen.game.is_some() && !balls.is_empty() {
        let each: String = balls.iter().map(|ball| format!("<li>{ball}</li>")).collect();
        html +=
            &format!("<h3>Bolas anunciadas, en orden: {}</h3><ol class=\"balls\">{each}</ol>", balls.len());
    }
    html + &format!(
        "<p class=\"note\">Visto a las {}, línea {} del registro, huella <code>{}</code>. Esta consulta queda anotada.</p>",
        escape(&time),
        seen.seq,
        escape(&view.facts.head_hash),
    )
}

/// The session so far, game by game, its accounts and its diligencias.
pub(super) fn acta(looked: &Looked) -> String {
    let sheet = &looked.sheet;
    let session = &sheet.session;
    let state = match &session.closed_at {
        Some(closed) => format!("cerrada a las {}", hour(closed)),
        None => "abierta".to_owned(),
    };
    let mut html = format!("<h2>Acta de la sesión {}</h2>", session.number);
    html += &facts(&[
        ("Fecha", session.date.clone()),
        ("Abierta a las", hour(&session.opened_at)),
        ("Estado", state),
        ("Libro", sheet.book.id.clone()),
        ("Reglamento", sheet.rules.title.clone()),
        ("Línea y huella del registro", looked.head.to_string()),
    ]);
    html += &format!(
        "<p><button type=\"button\" data-pdf=\"/api/sessions/{0}/acta.pdf\" data-name=\"acta-{0}.pdf\">Acta en PDF (lleva los nombres)</button></p>",
        session.number
    );
    let games: Vec<Vec<String>> = sheet
        .games
        .iter()
        .map(|game| {
            let cards = game.segments.iter().map(|run| format!("{} {}–{}", run.series, run.first, run.last));
            let result = match game.result {
                GameResult::InProgress => "en curso",
                GameResult::Closed => "cerrada",
                GameResult::Void => "anulada",
                GameResult::NotHeld => "no celebrada",
            };
            vec![
                game.number.to_string(),
                game.absolute.to_string(),
                hour(&game.sale_opened_at),
                cards.collect::<Vec<_>>().join("; "),
                count(u64::from(game.sale.sold)),
                money(game.sale.takings_cents),
                money(game.sale.line_cents),
                money(game.sale.bingo_cents),
                game.balls.len().to_string(),
                result.to_owned(),
            ]
        })
        .collect();
    html += &table(
        "Partidas",
        &["N.º", "Partida", "Hora", "Cartones", "Vendidos", "Importe", "Línea", "Bingo", "Bolas", "Estado"],
        &games,
    );
    let prizes: Vec<Vec<String>> = sheet
        .games
        .iter()
        .flat_map(|game| game.prizes.iter().map(move |prize| (game.number, prize)))
        .map(|(number, prize)| {
            vec![
                number.to_string(),
                play(prize.play).to_owned(),
                format!("{} {}", prize.card.series, prize.card.number),
                money(prize.amount_cents),
                prize.paid_at.as_deref().map_or_else(|| "pendiente".to_owned(), hour),
                prize.paid_by.clone().unwrap_or_default(),
            ]
        })
        .collect();
    html += &table("Premios", &["Partida", "Premio", "Cartón", "Importe", "Pagado a las", "Por"], &prizes);
    let totals = &sheet.totals;
    html += "<h3>Sumas y cuentas de la sesión</h3>";
    html += &facts(&[
        ("Cartones vendidos", count(u64::from(totals.sale.sold))),
        ("Importe", money(totals.sale.takings_cents)),
        ("Premios pagados", money(totals.paid_cents)),
        ("Premios pendientes", money(totals.pending_cents)),
        ("Devuelto", money(totals.refunded_cents)),
        ("Línea no cantada", money(totals.accounts.linea_no_cantada_cents)),
        ("Bingo no cantado", money(totals.accounts.bingo_no_cantado_cents)),
        ("Resto de repartos", money(totals.accounts.resto_reparto_cents)),
    ]);
    let accounts: Vec<Vec<String>> = totals
        .carried
        .iter()
        .map(|one| {
            vec![one.name.clone(), money(one.before_cents), money(one.added_cents), money(one.after_cents)]
        })
        .collect();
    if !accounts.is_empty() {
        html +=
            &table("Cuentas que se acumulan", &["Cuenta", "Al abrir", "De las partidas", "Ahora"], &accounts);
    }
    let written: Vec<Vec<String>> = sheet
        .diligencias
        .iter()
        .map(|one| vec![hour(&one.at), one.kind.clone(), one.text.clone()])
        .chain(sheet.notes.iter().map(|note| vec![hour(&note.at), "nota".to_owned(), note.text.clone()]))
        .collect();
    html + &table("Diligencias y notas", &["Hora", "Clase", "Texto"], &written)
}

/// Stock and pointers, printings, sets of balls, matrices.
pub(super) fn material(lists: &HallLists) -> String {
    let mut html = "<h2>Series, cartones y bolas</h2>".to_owned();
    let series: Vec<Vec<String>> = lists
        .series
        .iter()
        .map(|row| {
            let next = row.next_card.map_or_else(|| "agotada".to_owned(), |card| card.to_string());
            vec![
                row.series.clone(),
                row.matrix.to_string(),
                count(u64::from(row.size)),
                money(row.face_value_cents),
                next,
            ]
        })
        .collect();
    html += &table(
        "Almacén de series",
        &["Serie", "Matriz", "Cartones", "Valor facial", "Puntero: siguiente cartón"],
        &series,
    );
    let sets: Vec<Vec<String>> = lists
        .ball_sets
        .iter()
        .map(|row| {
            let inspection = row.inspection.as_ref().map_or_else(
                || "sin inspección".to_owned(),
                |found| {
                    format!("{}; precintos {}", if found.passed { "apto" } else { "no apto" }, found.seals)
                },
            );
            let state =
                row.withdrawn.as_ref().map_or_else(|| "en uso".to_owned(), |why| format!("retirado: {why}"));
            vec![
                row.set.clone(),
                row.homologation.clone(),
                row.games.to_string(),
                row.games_max.map_or_else(|| "–".to_owned(), |max| max.to_string()),
                inspection,
                state,
            ]
        })
        .collect();
    html += &table(
        "Juegos de bolas",
        &["Juego", "Homologación", "Partidas", "Límite", "Última inspección", "Estado"],
        &sets,
    );
    let matrices: Vec<Vec<String>> = lists
        .matrices
        .iter()
        .map(|row| {
            let state = if row.retired_at_utc_ms.is_some() { "retirada" } else { "en uso" };
            vec![
                row.matrix.to_string(),
                count(u64::from(row.size)),
                state.to_owned(),
                row.faces_sha256.clone(),
            ]
        })
        .collect();
    html + &table(
        "Matrices",
        &["Matriz", "Cartones", "Estado", "Huella de los cartones (SHA-256)"],
        &matrices,
    )
}

/// Who is on duty, as role and number.
pub(super) fn staff(view: &View, looked: &Looked) -> String {
    let session = &looked.sheet.session;
    let mut html = "<h2>Personal</h2>".to_owned();
    html += &facts(&[
        ("Sesión", session.number.to_string()),
        ("Jefe de mesa", session.jefe_de_mesa.clone()),
        ("Jefe de sala", session.jefe_de_sala.clone()),
    ]);
    html += &table(
        &format!("Negativas que constan de la sesión {}", session.number),
        &["Hora", "A quién", "Puesto", "Qué pidió", "Por qué se le negó", "Línea"],
        &refusals(looked),
    );
    let here: Vec<Vec<String>> = view
        .mesa
        .people
        .iter()
        .map(|duty| vec![looked.people.of(PersonId(duty.person)), duty.device.clone()])
        .collect();
    html += &table("Identificados ahora", &["Persona", "Puesto"], &here);
    let staff: Vec<Vec<String>> =
        session.staff.iter().map(|member| vec![member.name.clone(), member.role.clone()]).collect();
    html += &table(
        &format!("Quien ha intervenido en la sesión {}", session.number),
        &["Persona", "Función"],
        &staff,
    );
    html + "<p class=\"note\">Las personas salen con su número y su función. Los nombres están en el acta y en la plantilla de la sala. \
            Constan las negativas a quien quiso ser las dos personas, juzgar o pagar lo que vendió, o mover dinero, veredictos o la sesión sin la \
            facultad: una línea por minuto de cada persona y clase. No están en el acta.</p>"
}

/// The refusals that left a line, since the close before.
fn refusals(looked: &Looked) -> Vec<Vec<String>> {
    let row = |(line, event): &(Line, Event)| {
        let Event::RefusalNoted { person, request, why } = event else { return None };
        Some(vec![
            looked.clock.print_hour(line.at_utc_ms),
            looked.people.of(*person),
            line.device.clone(),
            request_words(request).to_owned(),
            refused_words(*why).to_owned(),
            line.seq.to_string(),
        ])
    };
    looked.lines.iter().filter_map(row).collect()
}

/// What was put right, side by side.
pub(super) fn corrections(looked: &Looked) -> String {
    let rows: Vec<Vec<String>> = all_corrections(&looked.lines, &looked.people)
        .into_iter()
        .map(|one| {
            vec![
                looked.clock.print_hour(one.at_utc_ms),
                one.game.map_or_else(|| "–".to_owned(), |game| game.to_string()),
                one.what,
                one.old,
                one.new,
                one.who,
                one.why,
                one.line.to_string(),
            ]
        })
        .collect();
    let number = looked.sheet.session.number;
    format!("<h2>Correcciones de la sesión {number}</h2>")
        + &table(
            "Lo que constaba y lo que consta",
            &["Hora", "Partida", "Qué", "Antes", "Después", "Quién", "Por qué", "Línea"],
            &rows,
        )
        + "<p class=\"note\">Nada se borra: las dos anotaciones siguen en el registro, cada una en su línea.</p>"
}

pub(super) fn no_session() -> String {
    "<h2>Sin sesiones</h2><p>La sala todavía no ha abierto ninguna sesión.</p>".to_owned()
}

pub(super) fn play(play: hall_core::event::Play) -> &'static str {
    match play {
        hall_core::event::Play::Line => "línea",
        hall_core::event::Play::Bingo => "bingo",
    }
}

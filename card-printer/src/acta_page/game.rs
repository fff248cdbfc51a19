//! One game of the acta.

use hall_wire::paper::{ActaClaim, ActaGame, GameResult, Incident, Prize, Refunds, SaleFigures};

use super::balls;
use super::flow::{AMOUNT, BODY, Flow, STRONG};
use super::table::{Column, Table, figures, side_by_side, words};
use super::time::Clock;
use super::words::{card, claim, grouped, money, or_dash, play, result, segments, unstopped};
use crate::page::{Style, Tenths};
use hall_core::words::capital;

/// Size of announcements, and of tables set side by side, in tenths of a point.
const BESIDE: u16 = 76;

/// Lays out a game chronologically, on one folio if it fits.
pub(super) fn lay_out(flow: &mut Flow, game: &ActaGame, acta: &Clock) {
    let clock = acta.of_game(game);
    let mut right = vec![format!("n.º absoluto {}", grouped(game.absolute))];
    right.extend(clock.other_day(acta));
    right.push(result(game.result).to_uppercase());
    let checked = checked_by(game);
    flow.keep(|flow| {
        flow.section(&format!("Partida n.º {}", game.number), &right.join(" · "));
        sale(flow, game, &clock);
        balls::lay_out(flow, game, &clock);
        side_by_side(
            flow,
            650,
            &[claims(game, checked.as_deref(), &clock), prizes(&game.prizes, &clock)],
            &[questions(game, &clock)],
        );
        accounts(flow, game);
        incidents(flow, &game.incidents, &clock);
        if let Some(refunds) = &game.refunds {
            refund(flow, refunds, &clock);
        }
    });
}

fn sale(flow: &mut Flow, game: &ActaGame, clock: &Clock) {
    flow.facts(
        AMOUNT,
        &[
            ("Precio del cartón", money(game.face_value_cents), 3 as Tenths),
            ("Cartones vendidos", grouped(u64::from(game.sale.sold)), 3),
            ("Recaudado", money(game.sale.takings_cents), 3),
            ("Premio de línea", money(game.sale.line_cents), 3),
            ("Premio de bingo", money(game.sale.bingo_cents), 3),
            ("Para la sala", money(game.sale.house_cents), 3),
            ("Resto", money(game.sale.resto_cents), 2),
        ],
    );
    let cards = ("Serie y numeración de los cartones vendidos", segments(&game.segments), 11);
    let (closed, ended) = (&game.sale_closed_at, ended(game.result));
    let at = |time: &Option<String>| clock.show_or_dash(time);
    let opened = ("Apertura de la venta", clock.show(&game.sale_opened_at), 5);
    let (written, started, end) = (at(&game.acta_row_at), at(&game.draw_started_at), at(&game.ended_at));
    let first = game.balls.first().map_or("–".to_owned(), |ball| clock.show(&ball.extracted_at));
    if *closed == game.acta_row_at && !clock.has_offsets() {
        flow.facts(
            BODY,
            &[
                (cards.0, cards.1.replace("; ", ";\n"), cards.2),
                opened,
                ("Cierre y asiento", written, 4),
                ("Comienzo de la extracción", started, 6),
                ("Primera bola", first, 4),
                (ended, end, 5),
            ],
        );
    } else {
        flow.facts(BODY, &[cards]);
        let hours = [
            ("Cierre de la venta", at(closed), 5),
            ("Asiento en el acta", written, 5),
            ("Comienzo de la extracción", started, 5),
            ("Primera bola", first, 5),
            (ended, end, 5),
        ];
        let hours: Vec<(&str, String, Tenths)> = [opened].into_iter().chain(hours).collect();
        flow.facts(BODY, &hours);
    }
    if let Some(said) = &game.announcement {
        let said = format!("Anuncio, {}: «{}».", clock.show(&said.at), unstopped(&said.text));
        flow.paragraph(Style { size: BESIDE, ..BODY }, &said);
    }
    for change in &game.rectifications {
        flow.paragraph(
            STRONG,
            &format!(
                "Rectificación pública, {}: de {} a {} cartones vendidos. «{}».",
                clock.show(&change.at),
                grouped(u64::from(change.before.sold)),
                grouped(u64::from(change.after.sold)),
                unstopped(&change.text),
            ),
        );
        let row = |what: &str, sale: &SaleFigures| {
            let sold = grouped(u64::from(sale.sold));
            vec![
                what.to_owned(),
                sold,
                money(sale.takings_cents),
                money(sale.line_cents),
                money(sale.bingo_cents),
            ]
        };
        const COLUMNS: &[Column] = &[
            words("", 220),
            figures("Cartones", 150),
            figures("Recaudado", 210),
            figures("Línea", 210),
            figures("Bingo", 210),
        ];
        let rows = vec![row("Anunciado antes", &change.before), row("Rectificado", &change.after)];
        Table { totals: true, ..Table::of(COLUMNS, rows) }.lay_out(flow);
    }
}

/// The label of the time at which a game ended.
fn ended(how: GameResult) -> &'static str {
    match how {
        GameResult::InProgress | GameResult::Closed => "Cierre de la partida",
        GameResult::Void => "Anulación",
        GameResult::NotHeld => "Fin, sin celebrarse",
    }
}

/// The title of the claims when one person checked all of them; otherwise each row names its own.
fn checked_by(game: &ActaGame) -> Option<String> {
    let mut names = game.claims.iter().map(|one| &one.accepted_by).filter(|name| !name.is_empty());
    let first = names.next()?;
    names.all(|name| name == first).then(|| format!("Comprobaciones de lo cantado, resueltas por {first}"))
}

fn claims<'a>(game: &ActaGame, checked_by: Option<&'a str>, clock: &Clock) -> Table<'a> {
    const EACH: &[Column] = &[
        words("Parada", 85),
        words("Hora", 120),
        words("Bola", 75),
        words("Jugada", 90),
        words("Cartón", 150),
        words("Comprobación y resultado", 290),
        words("Aceptada por", 190),
    ];
    // The last column's width goes to the one before it when it is dropped.
    const ALL: &[Column] = &[
        words("Parada", 85),
        words("Hora", 125),
        words("Bola", 80),
        words("Jugada", 95),
        words("Cartón", 190),
        words("Comprobación y resultado", 425),
    ];
    let row = |one: &ActaClaim| {
        vec![
            one.stop.to_string(),
            clock.show(&one.at),
            format!("{}.ª", one.ball_ordinal),
            play(one.play).to_owned(),
            card(&one.card),
            checked(&one.verdict, claim(one.result)),
            one.accepted_by.clone(),
        ]
    };
    Table {
        heading: checked_by.unwrap_or("Comprobaciones de lo cantado"),
        size: BESIDE,
        ..Table::of(if checked_by.is_some() { ALL } else { EACH }, game.claims.iter().map(row).collect())
    }
}

/// The verdict, followed by the result unless it already begins with it.
fn checked(verdict: &str, result: &str) -> String {
    let said = |word: &str| verdict.starts_with(word.trim_end_matches(['a', 'o']));
    if said(result) { verdict.to_owned() } else { format!("{}. {result}", unstopped(verdict)) }
}

fn questions<'a>(game: &ActaGame, clock: &Clock) -> Table<'a> {
    Table {
        heading: "Preguntas y órdenes del Jefe de Mesa",
        size: BESIDE,
        ..Table::of(
            const { &[words("", 260), words("", 740)] },
            game.questions.iter().map(|said| vec![clock.show(&said.at), clock.told(&said.text)]).collect(),
        )
    }
}

fn prizes<'a>(prizes: &[Prize], clock: &Clock) -> Table<'a> {
    const COLUMNS: &[Column] = &[
        words("Premio", 100),
        words("Cartón premiado", 180),
        figures("Importe", 170),
        words("Estado", 140),
        words("Pagado", 130),
        words("Por", 280),
    ];
    let row = |one: &Prize| {
        vec![
            play(one.play).to_owned(),
            card(&one.card),
            money(one.amount_cents),
            capital(one.state.words()),
            clock.show_or_dash(&one.paid_at),
            or_dash(&one.paid_by),
        ]
    };
    Table { size: BESIDE, ..Table::of(COLUMNS, prizes.iter().map(row).collect()) }
}

fn accounts(flow: &mut Flow, game: &ActaGame) {
    for (what, cents) in [
        ("Línea no cantada", game.accounts.linea_no_cantada_cents),
        ("Bingo no cantado", game.accounts.bingo_no_cantado_cents),
        ("Resto del reparto de premios", game.accounts.resto_reparto_cents),
    ] {
        if cents > 0 {
            flow.paragraph(STRONG, &format!("{what}: {}.", money(cents)));
        }
    }
}

fn incidents(flow: &mut Flow, incidents: &[Incident], clock: &Clock) {
    const COLUMNS: &[Column] = &[
        words("Desde", 85),
        words("Hasta", 85),
        words("Qué ocurrió", 350),
        words("Cómo se resolvió", 300),
        words("Lo decidió", 180),
    ];
    let row = |one: &Incident| {
        vec![
            clock.show(&one.at),
            clock.show_or_dash(&one.ended_at),
            one.text.clone(),
            or_dash(&one.way_out),
            or_dash(&one.decided_by),
        ]
    };
    let table = Table::of(COLUMNS, incidents.iter().map(row).collect());
    Table { heading: "Incidencias", size: BESIDE, ..table }.lay_out(flow);
}

fn refund(flow: &mut Flow, refunds: &Refunds, clock: &Clock) {
    flow.heading("Devolución del importe de los cartones", "");
    let mut cause = format!("Causa: {}.", unstopped(&refunds.cause));
    if let Some(at) = &refunds.paragraph_read_at {
        let at = clock.show(at);
        cause.push_str(&format!(" Leído en voz alta el párrafo aplicable del artículo 36, {at}."));
    }
    flow.paragraph(BODY, &cause);
    let pending = refunds.due_count.saturating_sub(refunds.refunded_count);
    let left = refunds.due_cents.saturating_sub(refunds.refunded_cents);
    let cards = |count: u32, cents: u64| {
        let noun = if count == 1 { "cartón" } else { "cartones" };
        format!("{} {noun}, {}", grouped(u64::from(count)), money(cents))
    };
    flow.facts(
        BODY,
        &[
            ("A devolver", cards(refunds.due_count, refunds.due_cents), 1),
            ("Devueltos contra el cartón", cards(refunds.refunded_count, refunds.refunded_cents), 1),
            ("No presentados", cards(pending, left), 1),
        ],
    );
    if !refunds.not_handed_in.is_empty() {
        flow.paragraph(BODY, &format!("Cartones no presentados: {}.", segments(&refunds.not_handed_in)));
    }
}

//! One game of the acta.

use hall_wire::paper::{ActaGame, GameResult, Incident, Prize, Refunds};

use super::balls;
use super::flow::{AMOUNT, BODY, Flow, NOTE, STRONG};
use super::table::{figures, table, words};
use super::time::{Clock, kept, spoken};
use super::words::{card, claim, grouped, money, or_dash, play, prize, result, segments, unstopped};
use crate::page::Tenths;

/// The row of the acta, from the title to the announcement, stays on one folio.
const ROW: Tenths = 640;

/// Lays out a game, in the order things happen in one.
pub(super) fn lay_out(flow: &mut Flow, game: &ActaGame) {
    flow.need(ROW);
    flow.section(
        &format!("Partida n.º {}", game.number),
        &format!("n.º absoluto {} · {}", grouped(game.absolute), result(game.result).to_uppercase()),
    );
    let clock = Clock::of(game);
    sale(flow, game, &clock);
    balls::lay_out(flow, game, &clock);
    claims(flow, game, &clock);
    questions(flow, game, &clock);
    prizes(flow, &game.prizes, &clock);
    accounts(flow, game);
    incidents(flow, &game.incidents, &clock);
    if let Some(refunds) = &game.refunds {
        refund(flow, refunds);
    }
    end(flow, game);
}

fn sale(flow: &mut Flow, game: &ActaGame, clock: &Clock) {
    flow.facts(
        BODY,
        &[
            ("Serie y numeración de los cartones vendidos", segments(&game.segments), 3),
            ("Precio del cartón", money(game.face_value_cents), 1),
            ("Cartones vendidos", grouped(u64::from(game.sold)), 1),
        ],
    );
    let equal = |facts: [(&'static str, String); 5]| facts.map(|(label, value)| (label, value, 1 as Tenths));
    flow.facts(
        AMOUNT,
        &equal([
            ("Cantidad total recaudada", money(game.takings_cents)),
            ("Premio de línea", money(game.line_cents)),
            ("Premio de bingo", money(game.bingo_cents)),
            ("Para la sala", money(game.house_cents)),
            ("Resto", money(game.resto_cents)),
        ]),
    );
    let at = |time: &Option<String>| time.as_deref().map_or("–".to_owned(), kept);
    flow.facts(
        BODY,
        &equal([
            ("Apertura de la venta", kept(&game.sale_opened_at)),
            ("Cierre de la venta", at(&game.sale_closed_at)),
            ("Consignada en el acta", at(&game.acta_row_at)),
            ("Comienzo de la extracción", at(&game.draw_started_at)),
            ("Primera bola", at(&game.first_ball_at)),
        ]),
    );
    if let Some(offset) = clock.common() {
        flow.paragraph(
            NOTE,
            &format!("Las horas que siguen, en esta partida, son todas de desfase {offset}."),
        );
    }
    if let Some(said) = &game.announcement {
        flow.paragraph(BODY, &format!("Anuncio, {}: «{}».", clock.show(&said.at), unstopped(&said.text)));
    }
    for change in &game.rectifications {
        flow.paragraph(
            STRONG,
            &format!(
                "Rectificación pública, {}: de {} a {} cartones vendidos. «{}».",
                spoken(&change.at),
                grouped(u64::from(change.sold_before)),
                grouped(u64::from(change.sold_after)),
                unstopped(&change.text),
            ),
        );
        let row = |what: &str, sold: u32, takings: u64, line: u64, bingo: u64| {
            vec![what.to_owned(), grouped(u64::from(sold)), money(takings), money(line), money(bingo)]
        };
        let columns = [
            words("", 220),
            figures("Cartones", 150),
            figures("Recaudado", 210),
            figures("Línea", 210),
            figures("Bingo", 210),
        ];
        let (before, after) = (
            row(
                "Anunciado antes",
                change.sold_before,
                change.takings_before_cents,
                change.line_before_cents,
                change.bingo_before_cents,
            ),
            row(
                "Rectificado",
                change.sold_after,
                change.takings_after_cents,
                change.line_after_cents,
                change.bingo_after_cents,
            ),
        );
        table(flow, &columns, &[before, after], true);
    }
}

fn claims(flow: &mut Flow, game: &ActaGame, clock: &Clock) {
    if game.claims.is_empty() {
        return;
    }
    flow.heading("Comprobaciones de lo cantado");
    let columns = [
        words("Parada", 70),
        words("Hora", 90),
        words("Bola", 65),
        words("Jugada", 85),
        words("Cartón", 130),
        words("Comprobación", 290),
        words("Resultado", 110),
        words("Aceptada por", 160),
    ];
    let rows: Vec<Vec<String>> = game
        .claims
        .iter()
        .map(|one| {
            vec![
                one.stop.to_string(),
                clock.show(&one.at),
                format!("{}.ª", one.ball_ordinal),
                play(one.play).to_owned(),
                one.card.as_ref().map_or("ilegible".to_owned(), card),
                one.verdict.clone(),
                claim(one.result).to_owned(),
                one.accepted_by.clone(),
            ]
        })
        .collect();
    table(flow, &columns, &rows, false);
}

fn questions(flow: &mut Flow, game: &ActaGame, clock: &Clock) {
    if game.questions.is_empty() {
        return;
    }
    flow.heading("Preguntas y órdenes del Jefe de Mesa");
    let rows: Vec<Vec<String>> =
        game.questions.iter().map(|said| vec![clock.show(&said.at), said.text.clone()]).collect();
    table(flow, &[words("Hora", 120), words("Se dijo", 880)], &rows, false);
}

fn prizes(flow: &mut Flow, prizes: &[Prize], clock: &Clock) {
    if prizes.is_empty() {
        return;
    }
    // With few prizes none stands alone at the head of the next folio.
    flow.need(120 + 56 * prizes.len().min(8) as Tenths);
    flow.heading("Premios");
    let columns = [
        words("Jugada", 110),
        words("Cartón premiado", 190),
        figures("Importe", 170),
        words("Estado", 140),
        words("Hora del pago", 160),
        words("Pagado por", 230),
    ];
    let rows: Vec<Vec<String>> = prizes
        .iter()
        .map(|one| {
            vec![
                play(one.play).to_owned(),
                card(&one.card),
                money(one.amount_cents),
                prize(one.state).to_owned(),
                clock.show_or_dash(&one.paid_at),
                or_dash(&one.paid_by),
            ]
        })
        .collect();
    table(flow, &columns, &rows, false);
    flow.paragraph(NOTE, "Los cartones premiados se unen a esta acta.");
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
    if incidents.is_empty() {
        return;
    }
    flow.heading("Incidencias");
    let columns = [
        words("Desde", 100),
        words("Hasta", 100),
        words("Qué ocurrió", 370),
        words("Cómo se resolvió", 250),
        words("Lo decidió", 180),
    ];
    let rows: Vec<Vec<String>> = incidents
        .iter()
        .map(|one| {
            vec![
                clock.show(&one.at),
                clock.show_or_dash(&one.ended_at),
                one.text.clone(),
                or_dash(&one.way_out),
                or_dash(&one.decided_by),
            ]
        })
        .collect();
    table(flow, &columns, &rows, false);
}

fn refund(flow: &mut Flow, refunds: &Refunds) {
    flow.heading("Devolución del importe de los cartones");
    flow.paragraph(BODY, &format!("Causa: {}.", unstopped(&refunds.cause)));
    if let Some(at) = &refunds.paragraph_read_at {
        flow.paragraph(
            BODY,
            &format!("Leído en voz alta el párrafo aplicable del artículo 36, {}.", spoken(at)),
        );
    }
    let pending = refunds.due_count.saturating_sub(refunds.refunded_count);
    let left = refunds.due_cents.saturating_sub(refunds.refunded_cents);
    let row =
        |what: &str, count: u32, cents: u64| vec![what.to_owned(), grouped(u64::from(count)), money(cents)];
    table(
        flow,
        &[words("", 400), figures("Cartones", 250), figures("Importe", 350)],
        &[
            row("A devolver", refunds.due_count, refunds.due_cents),
            row("Devueltos contra el cartón", refunds.refunded_count, refunds.refunded_cents),
            row("No presentados", pending, left),
        ],
        true,
    );
    if !refunds.not_handed_in.is_empty() {
        flow.paragraph(BODY, &format!("Cartones no presentados: {}.", segments(&refunds.not_handed_in)));
    }
}

fn end(flow: &mut Flow, game: &ActaGame) {
    let text = match (game.result, &game.ended_at) {
        (GameResult::InProgress, _) | (_, None) => "Partida en curso.".to_owned(),
        (result_of_it, Some(at)) => {
            format!("Partida {} {}.", result(result_of_it).to_lowercase(), spoken(at))
        }
    };
    flow.paragraph(NOTE, &text);
}

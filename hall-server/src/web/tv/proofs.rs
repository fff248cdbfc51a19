//! What players can hold the hall to: `/tv/pruebas`, and a page for each game that carries its own proof. Not on the monitors.

use std::fmt::Write as _;

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use hall_core::event::GameNo;
use hall_core::money::{Cents, grouped};
use hall_wire::message::{GameRow, GameState, HallLists, KeyDrawRow, MatrixRow};
use hall_wire::problem;

use super::{POLICY, escape};
use crate::clock::Clock;
use crate::game_proof::{self, End, GameProof, Told, ToldCheckpoint, ToldSeries};
use crate::web::Web;
use crate::web::answer::{Trouble, bytes};
use crate::web::matrices::add_key_draws;
use crate::web::route::{Param, Params};

const PROOFS: &str = include_str!("proofs.html");

const GAME: &str = include_str!("game.html");

const STYLE: &str = include_str!("proofs.css");

/// What checks a game's page in it, with the verifier's own hashes and tree.
const SCRIPT: &str = concat!(
    include_str!("../../export/verificador/basics.js"),
    include_str!("../../export/verificador/hashes.js"),
    include_str!("../../export/verificador/tree.js"),
    include_str!("game.js"),
);

/// Games that are linked: an evening's.
const GAMES_LISTED: usize = 60;

/// What is published of every matrix and of the latest games, and how anybody checks it.
pub(in super::super) async fn all(State(web): State<Web>) -> Result<Response, Trouble> {
    let mut lists = web.made(&web.shared.strangers, |papers| papers.lists()).await?;
    let view = web.view();
    add_key_draws(&mut lists, &view.key_draws);
    Ok(page(proofs_page(&view.public.hall, &lists, &view.clock)))
}

pub(in super::super) const NUMBER: &[Param] = &[Param::required("n", "El número de la partida")];

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Number {
    n: String,
}

/// From a number that somebody typed to the page of its game.
pub(in super::super) async fn typed(query: Params<Number>) -> Result<Response, Trouble> {
    let Query(Number { n }) = query.map_err(|_| problem::NO_PROOF)?;
    let game = number(&n)?;
    Ok(Redirect::to(&format!("/tv/pruebas/{}", game.0)).into_response())
}

/// The proof of a game.
pub(in super::super) async fn game(
    State(web): State<Web>,
    Path(game): Path<String>,
) -> Result<Response, Trouble> {
    let game = number(&game)?;
    let (hall, clock) = (web.view().public.hall.clone(), web.view().clock.clone());
    let made =
        move |papers: &crate::papers::Papers| papers.of_record(|record| GameProof::of(record, &hall, game));
    let proof = web.made(&web.shared.strangers, made).await?.ok_or(problem::NO_PROOF)?;
    Ok(page(game_page(&proof, &clock)))
}

/// One line of the record with its proof, as a file.
pub(in super::super) async fn line(
    State(web): State<Web>,
    Path(seq): Path<String>,
) -> Result<Response, Trouble> {
    let seq: u64 = seq
        .parse()
        .ok()
        .filter(|seq| (1..=i64::MAX.unsigned_abs()).contains(seq))
        .ok_or(problem::NO_PROOF)?;
    let made = move |papers: &crate::papers::Papers| papers.of_record(|record| game_proof::line(record, seq));
    let proof = web.made(&web.shared.strangers, made).await?.ok_or(problem::NO_PROOF)?;
    Ok(bytes("text/plain; charset=utf-8", proof.into_bytes()))
}

fn number(text: &str) -> Result<GameNo, Trouble> {
    text.trim().parse().ok().filter(|game| *game > 0).map(GameNo).ok_or_else(|| problem::NO_PROOF.into())
}

fn page(html: String) -> Response {
    let mut response = bytes("text/html; charset=utf-8", html.into_bytes());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}

pub(super) fn proofs_page(hall: &str, lists: &HallLists, clock: &Clock) -> String {
    let matrices: String = lists.matrices.iter().map(|row| matrix(row, clock)).collect();
    let matrices = or(matrices, "<p>La sala todavía no tiene matrices.</p>");
    let required = "<p>En esta sala toda matriz que se hace sale de un sorteo público anunciado antes.</p>";
    let required = if lists.key_draws_required { required } else { "" };
    let awaited = lists.key_draw.as_ref().map(|draw| awaited(draw, clock)).unwrap_or_default();
    let matrices = format!("{required}{matrices}{awaited}");
    let over = lists
        .games
        .iter()
        .filter(|row| matches!(row.state, GameState::Held | GameState::Void | GameState::NotHeld));
    let rows: String = over.take(GAMES_LISTED).map(row).collect();
    let games = if rows.is_empty() {
        "<p>Todavía no ha acabado ninguna partida.</p>".to_owned()
    } else {
        format!(
            "<table><thead><tr><th>Partida</th><th>Sesión</th><th class=\"n\">Línea</th><th class=\"n\">Bingo</th>\
             <th class=\"n\">Bolas</th></tr></thead><tbody>{rows}</tbody></table>"
        )
    };
    PROOFS
        .replace("/*STYLE*/", STYLE.trim())
        .replace("<!--HALL-->", &escape(hall))
        .replace("<!--MATRICES-->", &matrices)
        .replace("<!--GAMES-->", &games)
}

fn or(all: String, else_say: &str) -> String {
    if all.is_empty() { else_say.to_owned() } else { all }
}

fn row(row: &GameRow) -> String {
    let prize = |cents: u64| match row.state {
        GameState::Void => "anulada".to_owned(),
        GameState::NotHeld => "no celebrada".to_owned(),
        GameState::OnSale | GameState::Announced | GameState::Playing | GameState::Held => {
            Cents(cents).to_string()
        }
    };
    let game = row.game;
    format!(
        "<tr><td><a href=\"/tv/pruebas/{game}\">n.º {game}</a></td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
         <td class=\"n\">{}</td></tr>",
        row.session,
        prize(row.line_cents),
        prize(row.bingo_cents),
        row.balls
    )
}

/// Name and value, one under the other.
struct Facts(String);

impl Facts {
    fn put(&mut self, name: &str, value: &str) {
        let _ = write!(self.0, "<dt>{name}</dt><dd>{}</dd>", escape(value));
    }

    fn code(&mut self, name: &str, value: &str) {
        let _ = write!(self.0, "<dt>{name}</dt><dd><code>{}</code></dd>", escape(value));
    }

    /// Which draw was announced, and when: before anybody could know what comes out.
    fn announced(&mut self, draw: &KeyDrawRow, clock: &Clock) {
        self.put("Sorteo anunciado", &format!("{}, del {}", draw.draw, draw.date));
        self.put(
            "Anunciado",
            &format!("{}, en la línea {} del registro", clock.print_for_players(draw.at_utc_ms), draw.line),
        );
        self.code("Huella del azar del sistema", &draw.seed_sha256);
        if draw.given_up > 0 {
            self.put("Anunciados antes y dejados sin efecto", &draw.given_up.to_string());
        }
    }

    fn section(self, title: &str) -> String {
        format!("<section><h2>{}</h2><dl>{}</dl></section>", escape(title), self.0)
    }
}

/// A matrix that a draw will make, on the day when nobody can know it yet.
fn awaited(draw: &KeyDrawRow, clock: &Clock) -> String {
    let mut facts = Facts(String::new());
    facts.put("Cartones", &draw.size.to_string());
    facts.announced(draw, clock);
    facts.put("Estado", "Anunciada: se hará con lo que salga, que se publicará aquí.");
    facts.section(&format!("Matriz {}, anunciada", draw.matrix))
}

fn matrix(row: &MatrixRow, clock: &Clock) -> String {
    let mut facts = Facts(String::new());
    facts.put("Cartones", &row.size.to_string());
    facts.code("Huella de los cartones (SHA-256)", &row.faces_sha256);
    match (&row.key_sha256, &row.maker) {
        (Some(hash), _) => facts.code("Huella de la clave (SHA-256)", hash),
        (None, Some(maker)) => facts.put("Hecha por", maker),
        (None, None) => (),
    }
    match (row.retired_at_utc_ms, &row.key) {
        (None, _) => facts.put("Estado", "En uso: la clave se publica cuando se retire."),
        (Some(_), Some(key)) => facts.code("Retirada. Clave", key),
        (Some(_), None) => facts.put("Estado", "Retirada."),
    }
    if let Some(seed) = &row.seed {
        facts.code("Azar del sistema", seed);
    }
    if let Some(draw) = &row.announced {
        facts.announced(draw, clock);
        facts.put("Salió", row.mixed.as_deref().unwrap_or("—"));
    } else if let Some(mixed) = &row.mixed {
        facts.put("Azar que añadieron personas", mixed);
    }
    facts.section(&format!("Matriz {}", row.matrix))
}

pub(super) fn game_page(proof: &GameProof, clock: &Clock) -> String {
    let told = proof.told();
    let title = format!("Prueba de la partida n.º {}", proof.game);
    let json = serde_json::to_string(proof).expect("it has no keys but texts");
    let body =
        opening(told, clock) + &series(told, clock) + &balls(told) + &winners(told) + &end(told, clock);
    GAME.replace("/*STYLE*/", STYLE.trim())
        .replace("<!--TITLE-->", &title)
        .replace("<!--HALL-->", &escape(&proof.hall))
        .replace("<!--BODY-->", &body)
        .replace("<!--SIGNER-->", &escape(proof.signer()))
        // Whatever was typed stays text within the script's element.
        .replace("<!--PROOF-->", &json.replace('<', "\\u003c"))
        .replace("/*SCRIPT*/", SCRIPT.trim())
}

fn opening(told: &Told, clock: &Clock) -> String {
    let ended = match told.end {
        End::Played => "Acabada.",
        End::NotHeld => "No celebrada: no se vendió ningún cartón.",
        End::Void => "Anulada: se devuelve el importe de los cartones.",
    };
    format!(
        "<p>La partida {} de su sesión; la venta se abrió el {}. {ended}</p>",
        told.in_session,
        clock.print_for_players(told.opened_utc_ms)
    )
}

fn link(line: u64) -> String {
    format!("<a href=\"/tv/pruebas/linea/{line}\">línea {}</a>", grouped(line))
}

fn series(told: &Told, clock: &Clock) -> String {
    let one = |it: &ToldSeries| {
        let (made, received) = it.lines;
        let fixed = match &it.checkpoint {
            Some(point) => format!(
                "Las dos están en el punto de control de la línea {}, {}. El primer cartón de la serie se entregó para la venta \
                 después, en la línea {}.",
                grouped(point.size),
                seen(point, clock),
                grouped(it.sold)
            ),
            None => {
                "La sala no tenía entonces puntos de control: sólo la huella del acta lo prueba.".to_owned()
            }
        };
        format!(
            "<dt>Serie {}</dt><dd>Matriz {}, fijada en la {}; la serie, en la {}. Huella de sus cartones: <code class=\"faces\">{}</code>. {fixed}</dd>",
            escape(&it.series),
            it.matrix,
            link(made),
            link(received),
            hex::encode(it.faces_sha256),
        )
    };
    let all: String = told.series.iter().map(one).collect();
    let all = or(all, "<dd>No salió ningún cartón a la venta.</dd>");
    format!("<section><h2>Los cartones estaban fijados antes de venderse</h2><dl>{all}</dl></section>")
}

fn balls(told: &Told) -> String {
    let one = |ball: &game_proof::ToldBall| {
        let line = ball.line;
        format!("<li><b>{}</b><a href=\"/tv/pruebas/linea/{line}\">l. {}</a></li>", ball.ball, grouped(line))
    };
    let all: String = told.balls.iter().map(one).collect();
    let all = if all.is_empty() {
        "<p>No se cantó ninguna bola.</p>".to_owned()
    } else {
        format!("<ol class=\"balls\">{all}</ol>")
    };
    let number = told.balls.len();
    format!("<section><h2>Las bolas, en su orden ({number})</h2>{all}</section>")
}

fn winners(told: &Told) -> String {
    let one = |winner: &game_proof::ToldWinner| {
        format!(
            "<tr><td>{}</td><td>{}</td><td class=\"n\" data-cents=\"{}\">{}</td><td>{}</td></tr>",
            if winner.bingo { "Bingo" } else { "Línea" },
            escape(&winner.card),
            winner.cents,
            Cents(winner.cents),
            link(winner.line)
        )
    };
    let all: String = told.winners.iter().map(one).collect();
    let all = if all.is_empty() {
        "<p>No hubo premios.</p>".to_owned()
    } else {
        format!(
            "<table><thead><tr><th>Premio</th><th>Cartón</th><th class=\"n\">Importe</th><th>Registro</th></tr></thead>\
             <tbody>{all}</tbody></table>"
        )
    };
    format!("<section><h2>Los premios</h2>{all}</section>")
}

fn end(told: &Told, clock: &Clock) -> String {
    let point = &told.checkpoint;
    format!(
        "<section><h2>El punto de control</h2><p>Todas esas líneas están en el de la línea <b>{}</b>, {}.</p>\
         <dl><dt>Su huella</dt><dd><code>{}</code></dd></dl></section>",
        grouped(point.size),
        seen(point, clock),
        escape(&point.root)
    )
}

/// Who signed a checkpoint.
fn seen(point: &ToldCheckpoint, clock: &Clock) -> String {
    let by = |(name, seconds): &(String, u64)| {
        let seen = i64::try_from(*seconds).unwrap_or(0).saturating_mul(1000);
        format!("{} (el {})", escape(name), clock.print_for_players(seen))
    };
    let all: Vec<String> = point.seen.iter().map(by).collect();
    match all.split_last() {
        None => "firmado por la sala".to_owned(),
        Some((only, [])) => format!("firmado por la sala y por {only}"),
        Some((last, others)) => format!("firmado por la sala, por {} y por {last}", others.join(", por ")),
    }
}

//! Matrices to look at: what is published of them, their certificate, the notice of those on sale, and their cards
//! as a file.

use axum::extract::{Path, State};
use axum::response::Response;
use hall_core::hall::KeyDraws;
use hall_core::matrix::MatrixNo;
use hall_wire::matrix_file::Format;
use hall_wire::message::{HallLists, KeyDrawRow};
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, file, json, pdf};

/// Adds to the hall's lists which draws were announced for its matrices.
pub(super) fn add_key_draws(lists: &mut HallLists, draws: &KeyDraws) {
    lists.key_draw = draws.awaited.as_ref().map(KeyDrawRow::of);
    lists.key_draws_required = draws.required;
    for row in &mut lists.matrices {
        let taken = MatrixNo::new(row.matrix).and_then(|matrix| draws.taken.get(&matrix));
        row.announced = taken.map(KeyDrawRow::of);
    }
}

/// What is published of every matrix: its hashes before a card of it is sold, its key once it is retired.
pub(super) async fn list(State(web): State<Web>) -> Result<Response, Trouble> {
    let mut lists = web.made(&web.shared.strangers, |papers| papers.lists()).await?;
    add_key_draws(&mut lists, &web.view().key_draws);
    // Who made or retired it is for the staff only.
    lists.matrices.iter_mut().for_each(|row| (row.made_by, row.retired_by) = (None, None));
    Ok(json(&lists.matrices))
}

/// The notice of the cards on sale, to be hung in the hall. Public.
pub(super) async fn notice(State(web): State<Web>) -> Result<Response, Trouble> {
    let made = web.made(&web.shared.strangers, |papers| papers.notice_pdf()).await?;
    Ok(pdf("cartones-en-venta.pdf", made))
}

pub(super) async fn certificate(
    State(web): State<Web>,
    Path(matrix): Path<String>,
) -> Result<Response, Trouble> {
    let no = number(&matrix)?;
    let made = web.made(&web.shared.works, move |papers| papers.certificate_pdf(no)).await?;
    Ok(pdf(&format!("certificado-matriz-{no}.pdf"), made))
}

/// The cards of a matrix, `cards.csv` or `cards.json`.
pub(super) async fn cards(
    State(web): State<Web>,
    Path((matrix, name)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    let no = number(&matrix)?;
    let (format, media) = match name.as_str() {
        "cards.csv" => (Format::Csv, "text/csv; charset=utf-8"),
        "cards.json" => (Format::Json, "application/json"),
        _ => return Err(problem::UNKNOWN_ROUTE.into()),
    };
    let text = web.made(&web.shared.works, move |papers| papers.matrix_file(no, format)).await?;
    Ok(file(media, &format!("matriz-{no}-{name}"), text))
}

fn number(text: &str) -> Result<MatrixNo, Trouble> {
    text.parse().ok().and_then(MatrixNo::new).ok_or_else(|| problem::UNKNOWN_MATRIX.into())
}

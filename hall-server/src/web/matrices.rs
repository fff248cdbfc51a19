//! Matrices to look at: what everybody may know of them, their certificate, the notice of those
//! on sale, and their cards as a file.

use axum::extract::{Path, State};
use axum::response::Response;
use hall_core::matrix::MatrixNo;
use hall_wire::matrix_file::Format;
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, bytes, json};
use super::read::name_file;

/// What is published of every matrix: before a card of it is sold its hashes, once it is retired its key.
pub(super) async fn list(State(web): State<Web>) -> Result<Response, Trouble> {
    let mut lists = web.do_on(&web.shared.strangers, problem::BROKEN, |house| house.lists()).await?;
    // Who made or retired it is for whoever works in the hall.
    lists.matrices.iter_mut().for_each(|row| (row.made_by, row.retired_by) = (None, None));
    Ok(json(&lists.matrices))
}

/// The notice of the cards on sale, to be hung in the hall. Anybody may have it, one after another.
pub(super) async fn notice(State(web): State<Web>) -> Result<Response, Trouble> {
    let pdf = web.do_on(&web.shared.strangers, problem::BROKEN, |house| house.notice_pdf()).await?;
    let mut response = bytes("application/pdf", pdf);
    name_file(&mut response, "cartones-en-venta.pdf");
    Ok(response)
}

/// The certificate of a matrix.
pub(super) async fn certificate(
    State(web): State<Web>,
    Path(matrix): Path<String>,
) -> Result<Response, Trouble> {
    let no = number(&matrix)?;
    let pdf = web.work(problem::UNKNOWN_MATRIX, move |house| house.certificate_pdf(no)).await?;
    let mut response = bytes("application/pdf", pdf);
    name_file(&mut response, &format!("certificado-matriz-{no}.pdf"));
    Ok(response)
}

/// The cards of a matrix, `cards.csv` or `cards.json`.
pub(super) async fn cards(
    State(web): State<Web>,
    Path((matrix, file)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    let no = number(&matrix)?;
    let (format, media) = match file.as_str() {
        "cards.csv" => (Format::Csv, "text/csv; charset=utf-8"),
        "cards.json" => (Format::Json, "application/json"),
        _ => return Err(problem::UNKNOWN_ROUTE.into()),
    };
    let text = web.work(problem::UNKNOWN_MATRIX, move |house| house.matrix_file(no, format)).await?;
    let mut response = bytes(media, text);
    name_file(&mut response, &format!("matriz-{no}-{file}"));
    Ok(response)
}

fn number(text: &str) -> Result<MatrixNo, Trouble> {
    text.parse().ok().and_then(MatrixNo::new).ok_or_else(|| problem::UNKNOWN_MATRIX.into())
}

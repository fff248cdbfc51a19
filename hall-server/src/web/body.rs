//! Bodies: how much and how slowly may come in.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use hall_wire::command::texts::{BODY_MAX, is_name};
use hall_wire::problem;
use tokio::time::timeout;

use super::answer::{Trouble, bad_value};

/// Most that is read of an unwanted body.
const DISCARDED_MAX: usize = 1024 * 1024;

/// Most that is read of a body that is too large, so that its sender reads the answer instead of a broken connection.
const THROWN_AWAY_MAX: usize = 16 * 1024 * 1024;

/// Longest time for a body.
const TIME_MAX: Duration = Duration::from_secs(10);

/// Reads a JSON body.
pub(super) async fn read(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Trouble> {
    let (is_json, bytes) = read_as("application/json", BODY_MAX, headers, body).await?;
    let bytes = bytes.ok_or(problem::TOO_LARGE)?;
    if is_json { Ok(bytes) } else { Err(problem::WRONG_TYPE.into()) }
}

/// Reads a body of any type; 413 where it has more bytes than `most`, 408 where it comes too slowly.
pub(crate) async fn whole(body: Body, most: usize) -> Result<Vec<u8>, StatusCode> {
    match timeout(TIME_MAX, collect(body, most)).await {
        Ok(Ok(bytes)) => bytes.ok_or(StatusCode::PAYLOAD_TOO_LARGE),
        Ok(Err(_)) | Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
    }
}

/// Reads a body; returns whether it claims this media type, and its bytes unless they are more than `most`.
pub(super) async fn read_as(
    wanted: &str,
    most: usize,
    headers: &HeaderMap,
    body: Body,
) -> Result<(bool, Option<Vec<u8>>), Trouble> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim();
    let bytes = timeout(TIME_MAX, collect(body, most)).await.map_err(|_| problem::TOO_SLOW)??;
    Ok((media.eq_ignore_ascii_case(wanted), bytes))
}

/// The next piece of a body; `None` at its end.
pub(super) async fn next(body: &mut Body) -> Option<Result<Bytes, Trouble>> {
    loop {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await?;
        // The sender went away in the middle: nobody reads this answer.
        match frame.map(|frame| frame.into_data()) {
            Ok(Ok(data)) => return Some(Ok(data)),
            Ok(Err(_)) => {}
            Err(_) => return Some(Err(problem::TOO_SLOW.into())),
        }
    }
}

/// Reads an unwanted body: left unread it ends the connection, and the sender may see that instead of the answer.
pub(super) async fn discard(mut body: Body) {
    let mut size = 0;
    let all = async {
        while size <= DISCARDED_MAX
            && let Some(Ok(data)) = next(&mut body).await
        {
            size += data.len();
        }
    };
    let _ = timeout(TIME_MAX, all).await;
}

/// Reads a body to its end; `None` when it is larger than `most`.
async fn collect(mut body: Body, most: usize) -> Result<Option<Vec<u8>>, Trouble> {
    let (mut bytes, mut size) = (Vec::new(), 0);
    while size <= THROWN_AWAY_MAX
        && let Some(data) = next(&mut body).await
    {
        let data = data?;
        size += data.len();
        if size <= most {
            bytes.extend_from_slice(&data);
        }
    }
    Ok((size <= most).then_some(bytes))
}

/// Checks the name of a user, device or panel; `whose` is as in "del puesto".
pub(super) fn check_name(field: &str, whose: &str, name: &str) -> Result<(), Trouble> {
    if is_name(name) {
        return Ok(());
    }
    let detail = format!(
        "El nombre {whose} lleva de 1 a 40 letras sin tilde, cifras o los signos - _ y . sin espacios."
    );
    Err(bad_value(field, detail))
}

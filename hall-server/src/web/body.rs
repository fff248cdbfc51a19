//! Bodies: how much and how slowly may come in.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, header};
use hall_wire::problem;
use tokio::time::timeout;

use super::answer::Trouble;

/// The largest body of a command: the largest one there is has a few hundred bytes.
const BODY_MAX: usize = 64 * 1024;

/// How much is read of a body that nobody asked for.
const DISCARDED_MAX: usize = 1024 * 1024;

/// How much of a body that is too large is read and thrown away, so that its sender gets to
/// read the answer instead of a broken connection.
const THROWN_AWAY_MAX: usize = 16 * 1024 * 1024;

/// How long a body may take.
const TIME_MAX: Duration = Duration::from_secs(10);

/// Reads a body that says it is JSON.
pub(super) async fn read(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Trouble> {
    let (is_json, bytes) = read_as("application/json", BODY_MAX, headers, body).await?;
    let bytes = bytes.ok_or(problem::TOO_LARGE)?;
    if is_json { Ok(bytes) } else { Err(problem::WRONG_TYPE.into()) }
}

/// Reads a body; returns whether it says that it is of this type, and its bytes unless they are
/// too many.
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

/// Throws a body away that nobody asked for, as far as any may go. What is left unread
/// ends the connection, and the sender might see that instead of the answer.
pub(super) async fn discard(mut body: Body) {
    let mut size = 0;
    let all = async {
        while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            size += frame.data_ref().map_or(0, |data| data.len());
            if size > DISCARDED_MAX {
                break;
            }
        }
    };
    // Whoever takes longer has had the time of a good request.
    let _ = timeout(TIME_MAX, all).await;
}

/// Reads a body to its end; `None` when it is larger than `most`.
async fn collect(mut body: Body, most: usize) -> Result<Option<Vec<u8>>, Trouble> {
    let mut bytes = Vec::new();
    let mut size = 0;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        // The sender went away in the middle: nobody reads this answer.
        let frame = frame.map_err(|_| problem::TOO_SLOW)?;
        let Ok(data) = frame.into_data() else { continue };
        size += data.len();
        if size <= most {
            bytes.extend_from_slice(&data);
        } else if size > THROWN_AWAY_MAX {
            break;
        }
    }
    Ok((size <= most).then_some(bytes))
}

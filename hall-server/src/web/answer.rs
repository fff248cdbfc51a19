//! Answers: JSON, and problems as RFC 9457 has them.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hall_wire::problem::{self, Problem};

use crate::desk::Busy;

/// A problem on its way out of a handler.
pub(super) struct Trouble(Box<Problem>);

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Trouble {
        Trouble(Box::new(problem))
    }
}

impl From<problem::Kind> for Trouble {
    fn from(kind: problem::Kind) -> Trouble {
        kind.problem().into()
    }
}

impl From<Busy> for Trouble {
    fn from(busy: Busy) -> Trouble {
        match busy {
            Busy::Full => problem::DESK_BUSY.problem().after(1).into(),
            Busy::Gone => problem::DESK_STOPPED.problem().after(2).into(),
        }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        trouble(*self.0)
    }
}

/// Returns the answer that tells a problem.
pub(super) fn trouble(problem: Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = bytes(problem::MEDIA_TYPE, serde_json::to_vec(&problem).expect("a problem is JSON"));
    *response.status_mut() = status;
    if let Some(secs) = problem.retry_after_secs {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(secs));
    }
    if status == StatusCode::UNAUTHORIZED {
        let camera = problem.code == problem::NOT_THE_CAMERA.code;
        let scheme = HeaderValue::from_static(if camera { "Camera" } else { "Bearer" });
        response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
    }
    response
}

/// Returns the answer with this JSON.
pub(super) fn json(value: &impl serde::Serialize) -> Response {
    bytes("application/json", serde_json::to_vec(value).expect("an answer is JSON"))
}

/// Returns the answer with these bytes.
pub(super) fn bytes(media: &'static str, bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(media))], bytes).into_response()
}

//! Answers: JSON, files, and problems as RFC 9457 has them.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hall_wire::problem::{self, Problem};

use crate::desk::Busy;
use crate::papers::PaperError;

/// A problem on its way out of a handler.
pub(super) struct Trouble(Box<Problem>);

impl Trouble {
    /// The problem's code.
    pub(super) fn code(&self) -> &str {
        &self.0.code
    }

    /// Nobody knows who asks.
    pub(super) fn is_about_who(&self) -> bool {
        self.0.status == StatusCode::UNAUTHORIZED.as_u16()
    }
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Trouble {
        Trouble(Box::new(problem))
    }
}

impl From<problem::ProblemKind> for Trouble {
    fn from(kind: problem::ProblemKind) -> Trouble {
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

impl From<PaperError> for Trouble {
    fn from(error: PaperError) -> Trouble {
        match error {
            PaperError::NoSeries(_) => problem::UNKNOWN_SERIES.into(),
            PaperError::NoMatrix(_) => problem::UNKNOWN_MATRIX.into(),
            PaperError::NoBallSet(_) => problem::UNKNOWN_BALL_SET.into(),
            PaperError::NoSession(_) => problem::UNKNOWN_SESSION.into(),
            PaperError::NotInDraw(_) => problem::NOT_IN_DRAW.into(),
            PaperError::NoPages(_) => problem::NO_PAGES.into(),
            PaperError::NotPaid => problem::PRIZE_NOT_PAID.into(),
            PaperError::NoCopy { .. } => problem::NO_ACTA_COPY.into(),
            PaperError::NotAsIssued(_) => problem::NOT_AS_ISSUED.saying(error.to_string()).into(),
            PaperError::NoPaper => problem::UNKNOWN_PAPER.into(),
            PaperError::PagesLost(_) => problem::PAGES_LOST.saying(error.to_string()).into(),
            PaperError::NoKey(_)
            | PaperError::NoCards(_)
            | PaperError::NoTemplate(_)
            | PaperError::Stopped
            | PaperError::Journal(_)
            | PaperError::File(_)
            | PaperError::NoPrinter { .. }
            | PaperError::Printer(_) => {
                // Only for the log: it may name files.
                tracing::error!(%error, "a paper or list could not be made");
                problem::BROKEN.into()
            }
        }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        trouble(*self.0)
    }
}

/// A field or parameter with a value it cannot have.
pub(super) fn bad_value(field: &str, detail: impl Into<String>) -> Trouble {
    problem::BAD_VALUE.saying(detail).about(field).into()
}

pub(super) fn trouble(problem: Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = bytes(problem::MEDIA_TYPE, serde_json::to_vec(&problem).expect("a problem is JSON"));
    *response.status_mut() = status;
    if let Some(secs) = problem.retry_after_secs {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(secs));
    }
    if status == StatusCode::UNAUTHORIZED {
        let is = |kind: problem::ProblemKind| problem.code == kind.code;
        let scheme = if is(problem::NOT_THE_CAMERA) {
            "Camera"
        } else if is(problem::NOT_THE_VOICE) {
            "Voice"
        } else {
            "Bearer"
        };
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(scheme));
    }
    response
}

pub(super) fn json(value: &impl serde::Serialize) -> Response {
    bytes("application/json", serde_json::to_vec(value).expect("an answer is JSON"))
}

pub(super) fn bytes(media: &'static str, bytes: impl Into<Vec<u8>>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(media))], bytes.into()).into_response()
}

/// A file with the name under which a browser saves it: letters, digits and `-`.
pub(super) fn file(media: &'static str, name: &str, content: impl Into<Vec<u8>>) -> Response {
    let mut response = bytes(media, content);
    let name = HeaderValue::from_str(&format!("inline; filename=\"{name}\"")).expect("letters and digits");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    response
}

pub(super) fn pdf(name: &str, content: Vec<u8>) -> Response {
    file("application/pdf", name, content)
}

pub(super) fn csv(name: &str, content: impl Into<Vec<u8>>) -> Response {
    file("text/csv; charset=utf-8", name, content)
}

pub(super) fn zip(name: &str, content: Vec<u8>) -> Response {
    file("application/zip", name, content)
}

//! How a server stands, as the other of the two asks it.

use axum::Router;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hall_wire::sighting::Seen;

use super::PATH;
use super::key::{About, CODE, SpareKey};

/// What a server does with the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It serves the hall.
    Serves,
    /// It follows another.
    Follows,
}

/// What a server is, and how far its record goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// What it does.
    pub role: Role,
    /// Its record; `None` while it has no line.
    pub record: Option<Seen>,
}

impl Standing {
    /// Parses what [`Standing`]'s `Display` writes.
    pub fn parse(text: &str) -> Option<Standing> {
        let (role, record) = text.split_once(' ')?;
        let role = match role {
            "serves" => Role::Serves,
            "follows" => Role::Follows,
            _ => return None,
        };
        let record = if record == "-" { None } else { Some(Seen::parse(record)?) };
        Some(Standing { role, record })
    }
}

impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let role = match self.role {
            Role::Serves => "serves",
            Role::Follows => "follows",
        };
        match &self.record {
            Some(record) => write!(f, "{role} {record}"),
            None => write!(f, "{role} -"),
        }
    }
}

/// The longest nonce, in characters.
const NONCE_MAX: usize = 64;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    nonce: String,
}

/// The route on which a server says how it stands, with the code of the nonce and what it says.
pub fn router(key: SpareKey, standing: impl Fn() -> Standing + Clone + Send + Sync + 'static) -> Router {
    let answer = async move |Query(Asked { nonce }): Query<Asked>| -> Response {
        if nonce.is_empty() || nonce.len() > NONCE_MAX {
            return StatusCode::BAD_REQUEST.into_response();
        }
        let text = standing().to_string();
        let code = key.code(About::Standing, &[nonce.as_bytes(), text.as_bytes()]);
        ([(CODE, code)], text).into_response()
    };
    Router::new().route(PATH, get(answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_is_read_as_it_was_written() {
        let seen = Seen::parse(&format!("{} 2:7:{}", "0a".repeat(32), "0b".repeat(32))).unwrap();
        for standing in [
            Standing { role: Role::Serves, record: Some(seen) },
            Standing { role: Role::Follows, record: None },
        ] {
            assert_eq!(Standing::parse(&standing.to_string()), Some(standing));
        }
        for wrong in ["", "serves", "serves ", "serve -", "follows x", "follows - "] {
            assert_eq!(Standing::parse(wrong), None, "{wrong}");
        }
    }
}

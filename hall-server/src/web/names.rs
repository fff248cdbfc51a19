//! By what names this server is reached. A page of somebody else may lead a browser of the hall here: under a name of its own that
//! it has made to mean this address (DNS rebinding), or with a request across from its own address. The first says that name in
//! `Host`, the second its own in `Origin`; the hall's programs send no `Origin`.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use hall_wire::problem::{self, ProblemKind};

use super::{guard, refuse};

/// The names under which this server answers, besides its addresses and `localhost`.
#[derive(Debug, Clone)]
pub struct Names(Arc<[String]>);

impl Names {
    /// These, and what the computer is called, alone and in `.local`.
    pub fn of(told: &[String]) -> Names {
        let system = rustix::system::uname();
        let computer = system.nodename().to_string_lossy().to_lowercase();
        let local = format!("{computer}.local");
        let told = told.iter().map(|name| name.to_lowercase());
        Names([computer, local].into_iter().chain(told).collect())
    }

    /// All of them, for a certificate.
    pub fn all(&self) -> Vec<String> {
        self.0.iter().cloned().chain(["localhost".to_owned()]).collect()
    }

    /// This router, once it is known that a request comes under a name of this server and from no page of somebody else.
    pub fn checked_before(self, router: Router) -> Router {
        router.layer(from_fn_with_state(self, own))
    }

    /// Why a request with these headers is not answered.
    fn refuses(&self, headers: &HeaderMap) -> Option<ProblemKind> {
        let said = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default().to_lowercase());
        let host = said(header::HOST);
        if host.as_deref().is_some_and(|host| !self.is_own(name_of(host))) {
            return Some(problem::ANOTHER_NAME);
        }
        let origin = said(header::ORIGIN)?;
        let page = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")).unwrap_or("");
        // Behind a proxy that the hall has named, `Host` is the proxy's own way to this server.
        let is_own = Some(page) == host.as_deref() || self.has(name_of(page));
        (!is_own).then_some(problem::ANOTHER_PAGE)
    }

    /// An address cannot be made to mean another one.
    fn is_own(&self, name: &str) -> bool {
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        address.parse::<IpAddr>().is_ok() || name == "localhost" || self.has(name)
    }

    fn has(&self, name: &str) -> bool {
        let name = name.trim_end_matches('.');
        !name.is_empty() && self.0.iter().any(|own| own == name)
    }
}

/// What is before the port.
fn name_of(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => authority,
    }
}

async fn own(State(names): State<Names>, request: Request, next: Next) -> Response {
    match names.refuses(request.headers()) {
        None => next.run(request).await,
        Some(kind) => guard(refuse(kind, request.into_body()).await).await,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn refuses(host: &str, origin: Option<&str>) -> Option<&'static str> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).expect("a header"));
        }
        Names::of(&["bingo.ejemplo.es".into()]).refuses(&headers).map(|kind| kind.code)
    }

    #[test]
    fn only_names_that_are_its_own() {
        let computer = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let (alone, local) = (format!("{computer}:7878"), format!("{computer}.local"));
        for host in [
            "127.0.0.1:7878",
            "192.168.1.10",
            "[fe80::1]:7878",
            "localhost:7878",
            "BINGO.ejemplo.es.",
            &alone,
            &local,
        ] {
            assert_eq!(refuses(host, None), None, "{host}");
        }
        for host in
            ["malo.example:7878", "127.0.0.1.malo.example", "ejemplo.es", "", "[::1", "bingo.ejemplo.es.malo"]
        {
            assert_eq!(refuses(host, None), Some("nombre-ajeno"), "{host}");
        }
    }

    #[test]
    fn only_pages_that_are_its_own() {
        let here = "192.168.1.10:7878";
        assert_eq!(refuses(here, Some("http://192.168.1.10:7878")), None);
        assert_eq!(refuses(here, Some("https://bingo.ejemplo.es")), None, "by the proxy that the hall named");
        for page in
            ["http://malo.example", "http://192.168.1.10:8080", "http://192.168.1.10", "null", "file://", ""]
        {
            assert_eq!(refuses(here, Some(page)), Some("pagina-ajena"), "{page}");
        }
    }
}
